"""A supporting structure as the API sends it (solidary.yaml, Structure; STRUCTURE-4). Pure."""

from collections.abc import Mapping
from typing import Any

from admin_app.features.solidary import week
from admin_app.features.solidary.criteria import Criterion, criteria
from admin_app.kit.values import Record


class Subject(Record):
    """What people travel for."""

    label: str = ""
    removable: bool = True
    """Whether no record uses it."""


class Need(Record):
    """What a driver must be ready for, in the words of the requester and of the volunteer."""

    label: str = ""
    label_volunteer: str = ""
    removable: bool = True


class Territory(Record):
    """Where a structure works."""

    name: str = ""


class Operator(Record):
    """Somebody who works for a structure; `id` is that of the user."""

    given_name: str = ""
    family_name: str = ""
    email: str = ""


class Structure(Record):
    """A supporting structure with everything it asks, offers and is run by."""

    name: str = ""
    email: str = ""
    telephone: str = ""
    signature: str = ""
    solidary_transport: bool = True
    """As the server says it; the form alone holds its inverse (STRUCTURE-7)."""
    mode: int = 0
    """1 is the light mode."""
    subjects: list[Subject] = []
    needs: list[Need] = []
    territories: list[Territory] = []
    operators: list[Operator] = []
    structure_proofs: list[dict[str, Any]] = []
    removable: bool = False
    """Whether nobody is attached to it."""
    slots: dict[str, str] = dict(week.DEFAULT_SLOTS)
    """When morning, afternoon and evening begin and end: `HH:mm` by the API's name."""

    @classmethod
    def of(cls, item: Mapping[str, Any]) -> "Structure":
        """Read an answer; subjects come as an object with numbers for keys where private ones lie between."""
        subjects = item.get("subjects") or []
        listed = list(subjects.values()) if isinstance(subjects, Mapping) else subjects
        return cls.model_validate({**item, "subjects": listed, "slots": week.slots_of(item)})

    def criteria(self, asked: int, *, all_of_them: bool = False) -> list[Criterion]:
        """What it asks requesters or volunteers to prove, in order."""
        return criteria(self.structure_proofs, asked, all_of_them=all_of_them)
