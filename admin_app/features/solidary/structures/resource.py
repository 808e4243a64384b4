"""What a structure is in a list and on its page (STRUCTURE-4, STRUCTURE-8)."""

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from admin_app.kit import declare as d
from admin_app.kit.declare import YES_NO
from admin_app.kit.values import Record

BOTH = ("true", "false")


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
        *("id", "name", d.but("telephone", masked=False), "light_mode", "offers_transport", "signature"),
        main="name",
        hidden=("id", "signature"),
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
        d.section("identity", "email", "telephone", "signature", "id"),
        d.section("settings", "light_mode", "offers_transport", side=True, note=True),
    ),
    facts=d.facts(ListedStructure, "email", "telephone", "id"),
    default_sort="name",
    selectable=False,
)
SHOWN = replace(STRUCTURES, may=replace(STRUCTURES.may, delete=None))
"""The page deletes in a way of its own: the name is typed (show.py)."""
