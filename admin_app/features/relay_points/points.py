"""Relay points: carpool areas, stations, stops and other meeting points (POINT-1)."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.features.relay_points.types import RELAY_POINT_TYPES, STYLESHEET
from admin_app.kit import declare as d
from admin_app.kit.crud import Beside, Extras, FormMixin, Menu, ShowMixin, crud_screens
from admin_app.kit.forms import Around
from admin_app.kit.imports import import_button, is_exchanged
from admin_app.kit.lists import FullTextMixin, read_button, reading_dialog
from admin_app.kit.parts import entry
from admin_app.kit.records import Next, Waiting, first_rows
from admin_app.kit.styles import sheet
from admin_app.kit.values import Address, Instant, Picture, Record, point_of, town_of
from admin_app.kit.words.locale import language_of, say
from admin_app.shared import targets

TONES = {"0": "warn", "1": "good", "2": "quiet"}
STATUS = d.radio("relay_points.status", ("0", "1", "2"), TONES, default="1", required=True)
"""Pending, active, inactive (content-points.yaml, RelayPointStatus)."""
PLACES = d.integer(0, 32_767)
"""As many as the server can store (content-points.yaml, RelayPointUpdate)."""
TYPES = d.Target(
    RELAY_POINT_TYPES.endpoint, search="name", label="name", permission="relay_point_type_list", order="name"
)


def _coordinates(point: "RelayPoint") -> str:
    """Both degrees as other maps take them."""
    place = point.address
    return f"{place.latitude}, {place.longitude}" if place and place.latitude and place.longitude else ""


class RelayPoint(Record):
    """A relay point as the API sends it."""

    name: Annotated[str | None, d.text(required=True)] = None
    status: Annotated[int | None, STATUS] = None
    private: Annotated[bool | None, d.switch(shown_if="community_id", hint=True)] = None
    description: Annotated[str | None, d.text_area(required="create", hint=True)] = None
    full_description: Annotated[str | None, d.rich_text(required="create")] = None
    places: Annotated[int | None, PLACES] = None
    places_disabled: Annotated[int | None, PLACES] = None
    free: Annotated[bool | None, d.switch(default="true")] = None
    secured: Annotated[bool | None, d.switch()] = None
    official: Annotated[bool | None, d.switch()] = None
    suggested: Annotated[bool | None, d.switch(hint=True)] = None
    permalink: Annotated[str | None, d.text()] = None
    address: Annotated[Address | None, d.address(required=True, hint=True)] = None
    coordinates: Annotated[str, d.shown().computed(_coordinates)] = ""
    relay_point_type_id: Annotated[int | None, d.one_of(TYPES, named="relay_point_type_name")] = None
    relay_point_type_name: str | None = None
    relay_point_type_avatar: Annotated[str | None, d.shown("icon")] = None
    community_id: Annotated[int | None, d.reference(targets.COMMUNITIES, named="community_name", hint=True)] = None
    community_name: str | None = None
    structure_id: Annotated[
        int | None, d.one_of(targets.STRUCTURES, named="structure_name", only="edit", flag="solidary")
    ] = None
    structure_name: str | None = None
    creator: Annotated[str | None, d.read_only(only="edit")] = None
    creator_id: int | None = None
    image: str | None = None
    avatar: Annotated[Picture, d.picture()] = None
    new_image: Annotated[str | None, d.image("relayPoint")] = None
    imported_date: Annotated[Instant, d.date_time()] = None


FAR = 0.1
"""Degrees a pin may go from where it stood before a save asks whether its address goes with it."""


def _asks(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """Degrees the other way round, as in imports; a pin moved far from an address that stays (POINT-16)."""
    old, new = before.get("address"), after.get("address")
    stood, stands = point_of(old), point_of(new)
    if stands is None or stands == stood:
        return ""
    if is_exchanged(stands):
        return "swapped"
    stays = bool(old and new) and _words(old) == _words(new)
    far = stood is not None and max(abs(one - other) for one, other in zip(stood, stands, strict=True)) > FAR
    return "apart" if stays and far else ""


def _words(address: Mapping[str, Any]) -> dict[str, Any]:
    return {name: part for name, part in address.items() if name not in ("latitude", "longitude")}


RELAY_POINTS = d.Resource(
    key="relay_points",
    entity="relay_point",
    route="/relaypoints",
    endpoint="admin/relaypoints",
    model=RelayPoint,
    may=d.crud("relay_point"),
    columns=d.columns(
        RelayPoint,
        *("relay_point_type_avatar", "name", "relay_point_type_name", "address.address_locality", "status", "places"),
        *("official", "address", "description", "community_name", "free", "avatar", "id"),
        main="name",
        hidden=("address.address_locality", "address", "description", "community_name", "free", "avatar", "id"),
        sortable=("name", "id"),
    ),
    filters=d.filters(
        RelayPoint,
        "name",
        d.Filter("relayPointTypes", "type", "records", target=TYPES),
        "status",
        more=(
            "official",
            d.Filter("territory[]", "territory", "reference", target=targets.TERRITORIES),
            d.Filter("bounds", "area", "area"),
        ),
        # Addresses and views of the time when one type could be asked for.
        kept=(d.Filter("relayPointType.id", "type", "record", target=TYPES),),
    ),
    form=d.form(
        RelayPoint,
        d.section("identity", "name", "relay_point_type_id", "status", note=True),
        d.section(
            "place",
            "address",
            d.Input("address.latitude", "latitude", required=True),
            d.Input("address.longitude", "longitude", required=True),
            map="address",
            note=True,
        ),
        d.section("presentation", "description", "full_description", note=True),
        d.section("picture", "new_image", note=True),
        d.section(
            "properties",
            *("places", "places_disabled", "free", "secured", "official", "suggested"),
            note=True,
        ),
        d.section("attached", "community_id", "private", "structure_id", "permalink", "creator", folded=True),
    ),
    show=d.show(
        RelayPoint,
        d.section(
            "place",
            "address",
            "coordinates",
            map="address",
        ),
        d.section("presentation", "relay_point_type_name", "status", "description", "full_description"),
        d.section(
            "properties",
            *("places", "places_disabled", "free", "secured", "official", "suggested", "permalink"),
            side=True,
        ),
        d.section("community", "community_name", "private", "structure_name", side=True),
        d.section("activity", "creator", "imported_date", "id", side=True),
    ),
    badges=d.badges(RelayPoint, "status"),
    facts=d.facts(RelayPoint, "relay_point_type_name", "address.address_locality", "places"),
    links={
        "community_name": targets.ITS_COMMUNITY,
        "structure_name": d.Link(
            lambda point: f"/solidarystructures/show/{point.structure_id}" if point.structure_id else "",
            "structure_read",
            "solidary",
        ),
        "creator": targets.ITS_CREATOR,
    },
    who=d.Who(
        ("name",),
        second=("relay_point_type_name", "address.address_locality"),
        picture="relay_point_type_avatar",
        beside=("address.address_locality", "status"),
    ),
    pictures=("image", "avatar", "relay_point_type_avatar"),
    default_sort="name",
    shortcuts=(d.Shortcut("proposed", {"status": "0"}),),
    place=d.Place("address.latitude", "address.longitude", bounds="bounds", mark=d.column_of(RelayPoint, "status")),
    creator_field="creator_id",
    asks=_asks,
)


class RelayPointList(FullTextMixin, rx.State):
    """The list of relay points."""

    resource: ClassVar = RELAY_POINTS


class RelayPointShow(ShowMixin, rx.State):
    """One relay point."""

    resource: ClassVar = RELAY_POINTS

    async def _impacts(self, api: Api, record_id: str) -> list[str]:
        """Who no longer finds it (content-points.yaml, delete_relay_point)."""
        locale = await language_of(self)
        seen = "relay_points.impact.active" if self.shown["status"] == "1" else "relay_points.impact.unseen"
        community = self.shown.get("communityName", "")
        told = [say("relay_points.impact.community", locale, name=community)] if community else []
        return [say(seen, locale), *told]


class RelayPointForm(FormMixin, rx.State):
    """The form of a relay point."""

    resource: ClassVar = RELAY_POINTS

    async def _shaped(self, api: Api, body: dict[str, Any]) -> dict[str, Any]:
        """A point that leaves its community is private no more: nobody could see it."""
        left = self._base.body.get("private") and not body.get("communityId")
        return {**body, "private": False} if left else body


def _lead() -> rx.Component:
    """The short description, which introduces all the rest."""
    told = entry(RelayPointShow.shown, "description")
    return rx.cond(told != "", rx.el.p(told, class_name="lead", custom_attrs={"data-field": "description"}))


IMPORT = f"{RELAY_POINTS.route}/import"
SCREENS = crud_screens(
    RelayPointList,
    RelayPointShow,
    RelayPointForm,
    Menu(rank=60, icon="map-pin"),
    Extras(
        row_actions=lambda row: [read_button(RelayPointList, row)],
        show=Beside(top=(sheet(STYLESHEET),), lead=(_lead(),), says=("description",)),
        form=Around(above=(sheet(STYLESHEET),)),
        list_below=(reading_dialog(RelayPointList),),
        list_actions=(import_button(IMPORT, "relay_point_update"),),
    ),
)


def _proposed(item: Mapping[str, Any]) -> Next:
    point = RelayPoint.model_validate(item)
    town = town_of(point.address)
    there = f"{RELAY_POINTS.route}/show/{point.id}"
    return Next(point.name or "", there, "relay_point", town, places=(point_of(item.get("address")),))


RELAY_POINTS_WAITING = Waiting(
    key="relay_points",
    title="relay_points.title",
    kinds={"relay_points": "/relaypoints?status=0"},
    permissions=("relay_point_manage",),
    read=first_rows("relay_points", RELAY_POINTS.endpoint, {"status": 0}, "id", _proposed),
)
"""The relay points that somebody proposed."""
