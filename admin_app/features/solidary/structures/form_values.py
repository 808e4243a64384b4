"""A structure as its form has it: what is sent otherwise than it is shown, and its lists as lines (STRUCTURE-4)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import model_validator
from pydantic.alias_generators import to_snake

from admin_app.features.solidary import week
from admin_app.features.solidary.criteria import CHOSEN, REQUESTER, VOLUNTEER, Kind
from admin_app.features.solidary.structure import Structure
from admin_app.features.solidary.structures import shaping
from admin_app.features.solidary.structures.resource import STRUCTURES
from admin_app.kit import declare as d
from admin_app.kit.declare import ChoiceInput, Input
from admin_app.kit.values import Record, Value
from admin_app.shared import targets
from admin_app.shared.people.person import PEOPLE

SYMBOLS: Mapping[Kind, str] = {
    "checkbox": "square-check",
    "input": "text-cursor-input",
    "selectbox": "list",
    "radio": "circle-dot",
    "file": "file-up",
}
"""The kinds of a criterion in the order they are offered, with their icons."""
CELLS = ("label", "mandatory", "activated")
CHOSEN_CELLS = ("label", "choices", "mandatory", "activated")
KINDS = {kind: d.Variant(CHOSEN_CELLS if kind in CHOSEN else CELLS, symbol) for kind, symbol in SYMBOLS.items()}


class EditedChoice(Value):
    """An option of a menu or of radio buttons; `value` is what is stored for it, and never changes."""

    label: Annotated[str, d.text(required=True)] = ""
    value: Annotated[str, d.kept()] = ""
    position: int | None = None


class EditedCriterion(Record):
    """A criterion as one line of the form."""

    kind: str = "checkbox"
    label: Annotated[str, d.text(required=True)] = ""
    mandatory: Annotated[bool, d.switch()] = False
    activated: Annotated[bool, d.switch(default="true", hint=True)] = True
    choices: Annotated[list[EditedChoice], d.lines("label", "value", ordered="position", named_by="label")] = []
    position: int | None = None


def _asked(of: int) -> Any:
    return d.lines(
        *CHOSEN_CELLS,
        ordered="position",
        identified=True,
        variants=KINDS,
        hint=True,
        written=lambda lines: shaping.criteria_sent(lines, of),
    )


class EditedSubject(Record):
    """What people travel for."""

    label: Annotated[str, d.text(required=True)] = ""


class EditedNeed(Record):
    """What a driver must be ready for, in two wordings."""

    label: Annotated[str, d.text(required=True)] = ""
    label_volunteer: Annotated[str | None, d.text()] = None


class Place(Record):
    """A territory; its line has its id twice, since a line of the form is known by one and holds the other."""

    name: str = ""
    territory: Annotated[int | None, d.reference(targets.TERRITORIES, required=True)] = None


class EditedOperator(Record):
    """Somebody who works for the structure; `id` and `user` are both the user's."""

    user: Annotated[int | None, d.reference(PEOPLE, required=True)] = None


class EditedStructure(Record):
    """A structure as its form has it."""

    name: Annotated[str, d.text(required=True)] = ""
    email: Annotated[str | None, d.email(hint=True)] = None
    telephone: Annotated[str | None, d.phone()] = None
    signature: Annotated[str | None, d.text_area(hint=True)] = None
    mode: Annotated[bool, d.switch(hint=True)] = False
    solidary_transport: Annotated[bool, d.switch(hint=True)] = False
    """The inverse of what the server has (STRUCTURE-7)."""
    territories: Annotated[
        list[Place], d.lines("territory", identified=True, hint=True, written=shaping.territories_sent)
    ] = []
    subjects: Annotated[list[EditedSubject], d.lines("label", identified=True, stays=True, hint=True)] = []
    needs: Annotated[list[EditedNeed], d.lines("label", "label_volunteer", identified=True, hint=True)] = []
    structure_proofs_requester: Annotated[list[EditedCriterion], _asked(REQUESTER)] = []
    structure_proofs_volunteer: Annotated[list[EditedCriterion], _asked(VOLUNTEER)] = []
    operators: Annotated[
        list[EditedOperator], d.lines("user", identified=True, hint=True, written=shaping.operators_sent)
    ] = []
    days: list[str] = []
    """The slots of a week at which it works, by the names of their flags."""
    m_min_time: str = ""
    m_max_time: str = ""
    a_min_time: str = ""
    a_max_time: str = ""
    e_min_time: str = ""
    e_max_time: str = ""
    m_min_range_time: str = ""
    m_max_range_time: str = ""
    a_min_range_time: str = ""
    a_max_range_time: str = ""
    e_min_range_time: str = ""
    e_max_range_time: str = ""

    @model_validator(mode="before")
    @classmethod
    def _of_item(cls, data: Any) -> Any:
        return shaping.form_of(data, Structure.of(data)) if isinstance(data, dict) and "id" in data else data


def _time(name: str) -> Input:
    """A slot has a beginning and an end; the widest it may be made is said or not."""
    default = week.DEFAULT_SLOTS.get(name, "")
    return Input(to_snake(name), "time", required=bool(default), nullable=False, default=default)


_WORKED = ",".join(week.FLAGS[:15])
"""A new structure works from Monday to Friday."""
DAYS = ChoiceInput("days", "multi_select", choices="structures.day_slot", values=week.FLAGS, default=_WORKED, hint=True)

EDITED = replace(
    STRUCTURES,
    model=EditedStructure,
    form=d.form(
        EditedStructure,
        d.section("identity", "name", "telephone", "email", "signature", note=True),
        d.section("settings", "mode", "solidary_transport", note=True),
        d.section("territories", "territories", permission="territory_list", folded=True, chapter=True),
        d.section("subjects", "subjects", folded=True, note=True),
        d.section("needs", "needs", folded=True, note=True),
        d.section("requesters", "structure_proofs_requester", folded=True, note=True, chapter=True),
        d.section("volunteers", "structure_proofs_volunteer", folded=True, note=True),
        d.section("slots", *map(_time, week.SLOT_TIMES), note=True, chapter=True),
        d.section("ranges", *map(_time, week.RANGE_TIMES), folded=True, note=True),
        d.section("days", DAYS),
        d.section("operators", "operators", permission="user_list", folded=True, chapter=True),
    ),
)
