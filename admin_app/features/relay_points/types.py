"""Relay point types: a name and one of the platform's icons (KIND-1; content-points.yaml, RelayPointType)."""

from collections.abc import Sequence
from typing import Annotated, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.kit import declare as d
from admin_app.kit.crud import Beside, Extras, FormMixin, ListMixin, Menu, ShowMixin, crud_screens
from admin_app.kit.lists import Bulk, deletion
from admin_app.kit.parts import button_link
from admin_app.kit.records import counted
from admin_app.kit.session import may_read
from admin_app.kit.values import Record
from admin_app.kit.words.locale import language_of, say, t

POINTS = "relay_point_list"
"""The permission to list the points of a type."""
VARIANT = "private-"
"""Begins the name of an icon's variant for private relay points: it comes with the icon (KIND-1)."""
ICON = "relay_point_types.icon"
ICONS = d.Target(
    "admin/icons",
    search="",
    label="name",
    permission="image_list",
    picture="url",
    offers=lambda icon: not str(icon.get("name")).startswith(VARIANT),
)


class RelayPointType(Record):
    """A kind of relay point."""

    name: Annotated[str | None, d.text(required=True)] = None
    icon_id: Annotated[int | None, d.picture_choice(ICONS, ICON, required=True)] = None
    icon_name: Annotated[str | None, d.choice(ICON)] = None
    icon_url: Annotated[str | None, d.shown("icon")] = None
    icon_private_url: Annotated[str | None, d.shown("icon")] = None


RELAY_POINT_TYPES = d.Resource(
    key="relay_point_types",
    entity="relay_point_type",
    route="/relaypointtypes",
    endpoint="admin/relaypoint_types",
    model=RelayPointType,
    may=d.crud("relay_point_type"),
    columns=d.columns(
        RelayPointType,
        *("icon_url", "name", "icon_private_url", "icon_name", "id"),
        main="name",
        hidden=("icon_private_url", "icon_name", "id"),
        sortable=("name", "id"),
    ),
    filters=d.filters(RelayPointType, "name"),
    who=d.Who(("name",), picture="icon_url"),
    form=d.form(RelayPointType, d.section("type", "name", "icon_id", note=True)),
    show=d.show(RelayPointType, d.section("icons", "icon_url", "icon_private_url", "icon_name", "id")),
    pictures=("icon_url",),
    default_sort="name",
)


async def _left(api: Api, ids: Sequence[str], locale: str) -> list[str]:
    """The points that a deletion leaves without a type (content-points.yaml, delete_relay_point_type)."""
    points = await counted(api, "admin/relaypoints", {"relayPointTypes": ",".join(ids)})
    if points:
        return [say("relay_point_types.impact.points", locale, points)]
    return [say(f"relay_point_types.impact.{'unknown' if points is None else 'none'}", locale)]


class RelayPointTypeList(ListMixin, rx.State):
    """The list of relay point types."""

    resource: ClassVar = RELAY_POINT_TYPES
    bulk: ClassVar[tuple[Bulk, ...]] = (deletion(RELAY_POINT_TYPES, weighed=True),)

    async def _bulk_impacts(self, api: Api, action: Bulk, ids: Sequence[str]) -> list[str]:
        return await _left(api, ids, await language_of(self))


class RelayPointTypeShow(ShowMixin, rx.State):
    """One relay point type."""

    resource: ClassVar = RELAY_POINT_TYPES

    async def _impacts(self, api: Api, record_id: str) -> list[str]:
        return await _left(api, [record_id], await language_of(self))


class RelayPointTypeForm(FormMixin, rx.State):
    """The form of a relay point type."""

    resource: ClassVar = RELAY_POINT_TYPES


def _points() -> rx.Component:
    """The relay points of the type that is shown."""
    there = f"/relaypoints?relayPointTypes={RelayPointTypeShow.shown_id}"
    shown = button_link(t("relay_point_types.points"), "points", there, symbol="map-pin")
    return rx.cond(may_read(POINTS), shown)


SCREENS = crud_screens(
    RelayPointTypeList,
    RelayPointTypeShow,
    RelayPointTypeForm,
    Menu(rank=10, icon="shapes", group="settings"),
    Extras(show=Beside(actions=(_points(),)), also=(POINTS,)),
)
