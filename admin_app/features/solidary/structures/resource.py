"""What a structure is in a list and on its page (STRUCTURE-4, STRUCTURE-8)."""

from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from admin_app.features.solidary.criteria import REQUESTER, VOLUNTEER, criteria
from admin_app.kit import declare as d
from admin_app.kit.declare import YES_NO
from admin_app.kit.values import Record

BOTH = ("true", "false")
TRANSPORT_TONES = {"true": "good", "false": "quiet"}


def _light(structure: "ListedStructure") -> str:
    """A structure in light mode says 1; 0 or nothing is the full one (solidary.yaml, StructureListItem)."""
    return "true" if structure.light_mode == 1 else "false"


class ListedStructure(Record):
    """A structure by its plain properties, as the API sends them."""

    name: Annotated[str, d.text()] = ""
    email: Annotated[str | None, d.email()] = None
    telephone: Annotated[str | None, d.phone()] = None
    signature: Annotated[str | None, d.text_area()] = None
    light_mode: Annotated[int | None, Field(alias="mode"), d.shown("yes_no").computed(_light)] = None
    offers_transport: Annotated[bool, Field(alias="solidaryTransport"), d.shown("yes_no")] = True
    """As the server has it; the form alone holds the inverse, under the name of the API (STRUCTURE-7)."""


STRUCTURES = d.Resource(
    key="structures",
    entity="structure",
    route="/solidarystructures",
    endpoint="admin/structures",
    flag="solidary",
    model=ListedStructure,
    may=d.May(
        list="structure_list",
        create="structure_create",
        read="structure_read",
        update="structure_update",
        delete="structure_delete",
    ),
    columns=d.columns(
        ListedStructure,
        # A structure is no person: what it is called by is on its posters.
        *("id", "name", d.but("telephone", masked=False), "light_mode"),
        d.but("offers_transport", kind="choice", choices="structures.transport", tones=TRANSPORT_TONES),
        "signature",
        main="name",
        hidden=("id", "light_mode"),
        sortable=("id", "name", "telephone", "light_mode", "offers_transport"),
    ),
    filters=d.filters(
        ListedStructure,
        "name",
        more=(
            d.Filter("mode", "light_mode", "choice", YES_NO, BOTH),
            d.Filter("solidaryTransport", "offers_transport", "choice", YES_NO, BOTH),
        ),
    ),
    show=d.show(
        ListedStructure,
        d.section("settings", "light_mode", "offers_transport", "signature", "id", side=True, note=True),
    ),
    facts=d.facts(ListedStructure, "telephone", "email"),
    who=d.Who(("name",), second=("telephone",), initial=True),
    layout="cards",
    default_sort="name",
    selectable=False,
)


def _filled(name: str, structure: "ShownStructure") -> str:
    return "true" if getattr(structure, name) else ""


def _asked(of_whom: int, structure: "ShownStructure") -> str:
    return "true" if criteria(structure.structure_proofs, of_whom, all_of_them=True) else ""


def _list(name: str) -> d.Kind:
    return d.shown().computed(partial(_filled, name))


class ShownStructure(ListedStructure):
    """A structure on its page, whose lists have parts of their own: here is whether there is anything in them."""

    structure_proofs: list[dict[str, Any]] = []
    subjects: Annotated[Any, _list("subjects")] = None
    needs: Annotated[Any, _list("needs")] = None
    structure_proofs_requester: Annotated[str, d.shown().computed(partial(_asked, REQUESTER))] = ""
    structure_proofs_volunteer: Annotated[str, d.shown().computed(partial(_asked, VOLUNTEER))] = ""
    territories: Annotated[Any, _list("territories")] = None
    operators: Annotated[Any, _list("operators")] = None


LISTS = ("subjects", "needs", "structure_proofs_requester", "structure_proofs_volunteer", "territories", "operators")
"""Those lists, as the record calls them."""
SHOWN = replace(
    STRUCTURES,
    model=ShownStructure,
    show=(
        *STRUCTURES.show,
        *d.show(ShownStructure, d.section("lists", *LISTS)),
    ),
    may=replace(STRUCTURES.may, delete=None),
)
"""The page deletes in a way of its own: the name is typed (show.py)."""
