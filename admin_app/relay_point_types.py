"""Relay point types: a name and one of the platform's icons (KIND-1; content-points.yaml, RelayPointType)."""

from typing import Annotated, ClassVar

import reflex as rx

from admin_app.kit import declare as d
from admin_app.kit.crud import FormMixin, ListMixin, Menu, ShowMixin, crud_screens
from admin_app.values import Record

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
        *("icon_url", "name", "icon_name", "id"),
        main="name",
        hidden=("icon_name", "id"),
        sortable=("name", "id"),
    ),
    filters=d.filters(RelayPointType, "name"),
    form=d.form(RelayPointType, d.section("type", "name", "icon_id")),
    show=d.show(RelayPointType, d.section("type", "name", "icon_name", "icon_url", "icon_private_url", "id")),
    default_sort="name",
)


class RelayPointTypeList(ListMixin, rx.State):
    """The list of relay point types."""

    resource: ClassVar = RELAY_POINT_TYPES


class RelayPointTypeShow(ShowMixin, rx.State):
    """One relay point type."""

    resource: ClassVar = RELAY_POINT_TYPES


class RelayPointTypeForm(FormMixin, rx.State):
    """The form of a relay point type."""

    resource: ClassVar = RELAY_POINT_TYPES


MENU = Menu(rank=10, icon="shapes", group="settings")
SCREENS = crud_screens(RelayPointTypeList, RelayPointTypeShow, RelayPointTypeForm, MENU)
