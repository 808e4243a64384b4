"""Relay points: carpool areas, stations, stops and other meeting points (SPEC 2, PEERS A7)."""

from dataclasses import replace
from typing import Any, ClassVar

import reflex as rx

from admin_app import targets
from admin_app.api.client import Api
from admin_app.kit.crud import Extras, FormMixin, ListMixin, Menu, ShowMixin, crud_screens
from admin_app.kit.declare.fields import (
    ChoiceInput,
    Column,
    Filter,
    ImageInput,
    Input,
    IntegerInput,
    ReferenceInput,
    Target,
    TextInput,
)
from admin_app.kit.declare.resource import May, Place, Resource, Section
from admin_app.kit.imports.page import import_button
from admin_app.relay_point_types import RELAY_POINT_TYPES
from admin_app.values import Address, Instant, Record

STATUSES = ("0", "1", "2")
"""Pending, active, inactive (content-points.yaml RelayPointStatus)."""
TONES = {"0": "warn", "1": "good", "2": "quiet"}
MOST_PLACES = 32_767
"""What the server can store (content-points.yaml RelayPointUpdate)."""
TYPES = Target(RELAY_POINT_TYPES.endpoint, search="name", label="name", order="name")


class RelayPoint(Record):
    """A relay point as the API sends it."""

    name: str | None = None
    status: int | None = None
    private: bool | None = None
    description: str | None = None
    full_description: str | None = None
    places: int | None = None
    places_disabled: int | None = None
    free: bool | None = None
    secured: bool | None = None
    official: bool | None = None
    suggested: bool | None = None
    permalink: str | None = None
    address: Address | None = None
    relay_point_type_id: int | None = None
    relay_point_type_name: str | None = None
    relay_point_type_avatar: str | None = None
    community_id: int | None = None
    community_name: str | None = None
    structure_id: int | None = None
    structure_name: str | None = None
    creator: str | None = None
    image: str | None = None
    avatar: str | None = None
    new_image: str | None = None
    imported_date: Instant = None


def _address(point: RelayPoint) -> str:
    return point.address.display if point.address else ""


NUMBER = Column("id", "number", sort=True, hidden=True)
NAME = Column("name", sort=True, main=True, value=lambda point: point.name or f"#{point.id}")
ADDRESS = Column("address", value=_address)
TOWN = Column("address.address_locality")
TYPE = Column("relay_point_type_name")
STATUS = Column("status", "choice", choices="relay_points.status", tones=TONES)
OFFICIAL = Column("official", "yes_no")
PLACES = Column("places", "number")

FILTERS = (
    Filter("name", "name", always=True),
    Filter("relayPointType.id", "type", "record", target=TYPES, always=True),
    Filter("status", "status", "choice", choices="relay_points.status", values=STATUSES, always=True),
    Filter("official", "official", "choice", choices="kit.yes_no", values=("true", "false")),
    Filter("territory[]", "territory", "reference", target=targets.TERRITORIES),
    Filter("bounds", "area", "area"),
)

FORM = (
    Section(
        "identity",
        (
            TextInput("name", required=True),
            ReferenceInput(
                "relay_point_type_id", "select", type="integer", target=TYPES, named="relay_point_type_name"
            ),
            ChoiceInput(
                "status",
                required=True,
                choices="relay_points.status",
                values=STATUSES,
                default="1",
                type="integer",
            ),
            TextInput("description", "text_area", required="create", hint=True),
            Input("full_description", "rich_text", required="create"),
        ),
    ),
    Section(
        "place",
        (
            Input("address", "address", required=True, hint=True),
            Input("address.latitude", "latitude", required=True),
            Input("address.longitude", "longitude", required=True),
        ),
        map="address",
    ),
    Section("picture", (ImageInput("new_image", owner="relayPoint"),)),
    Section(
        "properties",
        (
            IntegerInput("places", minimum=0, maximum=MOST_PLACES),
            IntegerInput("places_disabled", minimum=0, maximum=MOST_PLACES),
            Input("free", "switch", default="true"),
            Input("secured", "switch"),
            Input("official", "switch"),
            Input("suggested", "switch", hint=True),
            TextInput("permalink"),
        ),
    ),
    Section(
        "community",
        (
            ReferenceInput(
                "community_id",
                type="integer",
                target=targets.COMMUNITIES,
                named="community_name",
                hint=True,
            ),
            Input("private", "switch", shown_if="community_id", hint=True),
            ReferenceInput(
                "structure_id",
                "select",
                only="edit",
                flag="solidary",
                type="integer",
                target=targets.STRUCTURES,
                named="structure_name",
            ),
        ),
    ),
)

SHOW = (
    Section("identity", (TYPE, STATUS, Column("description"), Column("full_description", "rich_text"))),
    Section("place", (ADDRESS, Column("address.latitude"), Column("address.longitude")), map="address"),
    Section(
        "properties",
        (
            PLACES,
            Column("places_disabled", "number"),
            Column("free", "yes_no"),
            Column("secured", "yes_no"),
            OFFICIAL,
            Column("suggested", "yes_no"),
            Column("permalink"),
        ),
    ),
    Section("community", (Column("community_name"), Column("private", "yes_no"), Column("structure_name"))),
    Section("activity", (Column("creator"), Column("imported_date", "date_time"), NUMBER)),
)

RELAY_POINTS = Resource(
    key="relay_points",
    entity="relay_point",
    route="/relaypoints",
    endpoint="admin/relaypoints",
    model=RelayPoint,
    may=May(
        list="relay_point_manage",
        create="relay_point_create",
        read="relay_point_read",
        update="relay_point_update",
        delete="relay_point_delete",
    ),
    columns=(
        Column("relay_point_type_avatar", "icon"),
        NAME,
        TOWN,
        TYPE,
        STATUS,
        PLACES,
        OFFICIAL,
        replace(ADDRESS, hidden=True),
        Column("description", hidden=True),
        Column("community_name", hidden=True),
        Column("free", "yes_no", hidden=True),
        Column("avatar", "image", hidden=True),
        NUMBER,
    ),
    filters=FILTERS,
    form=FORM,
    show=SHOW,
    pictures=("image", "avatar"),
    default_sort="name",
    place=Place("address.latitude", "address.longitude", bounds="bounds", mark=STATUS),
    creator_field="creator_id",
)


class RelayPointList(ListMixin, rx.State):
    """The list of relay points."""

    resource: ClassVar[Resource] = RELAY_POINTS


class RelayPointShow(ShowMixin, rx.State):
    """One relay point."""

    resource: ClassVar[Resource] = RELAY_POINTS


class RelayPointForm(FormMixin, rx.State):
    """The form of a relay point."""

    resource: ClassVar[Resource] = RELAY_POINTS

    async def _shaped(self, api: Api, body: dict[str, Any]) -> dict[str, Any]:
        """A point that leaves its community is private no more: nobody could see it."""
        left = self._before.get("private") and not body.get("communityId")
        return {**body, "private": False} if left else body


IMPORT = f"{RELAY_POINTS.route}/import"
SCREENS = crud_screens(
    RelayPointList,
    RelayPointShow,
    RelayPointForm,
    Menu(rank=60, icon="map-pin"),
    Extras(
        list_actions=(import_button(IMPORT, "relay_point_update"),),
        also=("relay_point_update",),
    ),
)
