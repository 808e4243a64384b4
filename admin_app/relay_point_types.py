"""Relay point types: a name and one of the platform's icons (SPEC 2, upstream/content-points.yaml)."""

from dataclasses import replace
from typing import ClassVar

import reflex as rx

from admin_app.kit.crud import crud_screens
from admin_app.kit.declare.fields import Column, Filter, ReferenceInput, Target, TextInput
from admin_app.kit.declare.resource import May, Resource, Section
from admin_app.kit.forms.state import FormMixin
from admin_app.kit.lists.state import ListMixin
from admin_app.kit.screen import Menu
from admin_app.kit.shows.state import ShowMixin
from admin_app.values import Record

VARIANT = "private-"
"""Begins the name of an icon's variant for private relay points: it comes with the icon (upstream Icon)."""
ICONS = Target(
    "admin/icons",
    search="",
    label="name",
    picture="url",
    offers=lambda icon: not str(icon.get("name")).startswith(VARIANT),
)


class RelayPointType(Record):
    """A kind of relay point."""

    name: str | None = None
    icon_id: int | None = None
    icon_name: str | None = None
    icon_url: str | None = None
    icon_private_url: str | None = None


ICON = Column("icon_url", "icon")
ICON_NAME = Column("icon_name", "choice", choices="relay_point_types.icon")
CHOSEN_ICON = ReferenceInput(
    "icon_id", "picture_choice", required=True, choices="relay_point_types.icon", target=ICONS, type="integer"
)
NUMBER = Column("id", "number", sort=True, hidden=True)

RELAY_POINT_TYPES = Resource(
    key="relay_point_types",
    entity="relay_point_type",
    route="/relaypointtypes",
    endpoint="admin/relaypoint_types",
    model=RelayPointType,
    may=May(
        list="relay_point_type_manage",
        create="relay_point_type_create",
        read="relay_point_type_read",
        update="relay_point_type_update",
        delete="relay_point_type_delete",
    ),
    columns=(ICON, Column("name", sort=True, main=True), replace(ICON_NAME, hidden=True), NUMBER),
    filters=(Filter("name", "name", always=True),),
    form=(Section("type", (TextInput("name", required=True), CHOSEN_ICON)),),
    show=(Section("type", (Column("name"), ICON_NAME, ICON, Column("icon_private_url", "icon"), NUMBER)),),
    name=lambda kind: kind.name or f"#{kind.id}",
    default_sort="name",
)


class RelayPointTypeList(ListMixin, rx.State):
    """The list of relay point types."""

    resource: ClassVar[Resource] = RELAY_POINT_TYPES


class RelayPointTypeShow(ShowMixin, rx.State):
    """One relay point type."""

    resource: ClassVar[Resource] = RELAY_POINT_TYPES
    siblings: ClassVar[type[ListMixin]] = RelayPointTypeList


class RelayPointTypeForm(FormMixin, rx.State):
    """The form of a relay point type."""

    resource: ClassVar[Resource] = RELAY_POINT_TYPES


MENU = Menu(rank=10, icon="shapes", group="settings")
SCREENS = crud_screens(RelayPointTypeList, RelayPointTypeShow, RelayPointTypeForm, menu=MENU)
