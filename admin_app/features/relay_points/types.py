"""Relay point types: a name and one of the platform's icons (KIND-1; content-points.yaml, RelayPointType)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, MissingPermission, SessionEnded
from admin_app.api.query import Query
from admin_app.kit import declare as d
from admin_app.kit.crud import Beside, Extras, FormMixin, ListMixin, Menu, ShowMixin, crud_screens
from admin_app.kit.forms import Around, follower, mirrors
from admin_app.kit.lists import Bulk, deletion
from admin_app.kit.parts import button, button_link, entry, icon
from admin_app.kit.records import counted
from admin_app.kit.script import run
from admin_app.kit.session import failure_text, may_read, report, signed_in_background
from admin_app.kit.shows import Rows, record_table
from admin_app.kit.styles import sheet
from admin_app.kit.values import Address, Record, readable
from admin_app.kit.words.formats import folded
from admin_app.kit.words.locale import language_of, number_var, say, t

STYLESHEET = "/relay-points.css"
ENDPOINT = "admin/relaypoint_types"
MOST = 500
"""Most types that are looked through for one of a name."""
POINTS, POINT_READ = "relay_point_list", "relay_point_read"
"""The permissions to list the points of a type, and to open one."""
POINTS_ENDPOINT = "admin/relaypoints"
FIRST = 9
"""As many of its points are named on the page of a type."""
VARIANT = "private-"
"""Begins the name of an icon's variant for private relay points: it comes with the icon (KIND-1)."""
ICON = "relay_point_types.icon"
ICONS = d.Target(
    "admin/icons",
    search="",
    label="name",
    permission="image_list",
    picture="url",
    variant="privateUrl",
    offers=lambda icon: not str(icon.get("name")).startswith(VARIANT),
)


class RelayPointType(Record):
    """A kind of relay point."""

    name: Annotated[str | None, d.text(required=True)] = None
    icon_id: Annotated[int | None, d.picture_choice(ICONS, ICON, required=True)] = None
    icon_name: Annotated[str | None, d.choice(ICON)] = None
    icon_url: Annotated[str | None, d.shown("icon")] = None
    icon_private_url: Annotated[str | None, d.shown("icon")] = None


def _same_name(texts: Mapping[str, str], item: Mapping[str, Any]) -> bool:
    return folded(texts["name"]) == folded(item.get("name")) != ""


NAMESAKES = d.Duplicates(
    route="/relaypointtypes",
    list="relay_point_type_list",
    read="relay_point_type_read",
    likenesses=(
        # A search by name would want its accents: the list is short.
        d.Likeness(
            "name", ("name",), "relay_point_types.likeness.name", lambda texts: [(ENDPOINT, Query(1, MOST))], _same_name
        ),
    ),
    tells=d.columns(RelayPointType, "id"),
    words="relay_point_types.duplicates",
    symbol="shapes",
)
RELAY_POINT_TYPES = d.Resource(
    key="relay_point_types",
    entity="relay_point_type",
    route="/relaypointtypes",
    endpoint=ENDPOINT,
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
    layout="tiles",
    default_sort="name",
    duplicates=NAMESAKES,
)


class PointOfType(Record):
    """A relay point as the page of its type names it."""

    name: Annotated[str | None, d.text()] = None
    address: Annotated[Address | None, d.address()] = None
    status: Annotated[int | None, d.choice("relay_points.status", {"0": "warn", "1": "good", "2": "quiet"})] = None
    places: Annotated[int | None, d.integer()] = None


POINT_COLUMNS = d.columns(PointOfType, "name", "address.address_locality", "status", "places", main="name")


def _named(item: Mapping[str, Any]) -> dict[str, str]:
    point = PointOfType.model_validate(item)
    there = f"/relaypoints/show/{point.id}"
    return {**d.project(point, POINT_COLUMNS), "_key": d.text_of(point.id), "_href": there}


async def _left(api: Api, ids: Sequence[str], locale: str) -> list[str]:
    """The points that a deletion leaves without a type (content-points.yaml, delete_relay_point_type)."""
    points = await counted(api, POINTS_ENDPOINT, {"relayPointTypes": ",".join(ids)})
    if points:
        return [say("relay_point_types.impact.points", locale, points)]
    return [say(f"relay_point_types.impact.{'unknown' if points is None else 'none'}", locale)]


class RelayPointTypeList(ListMixin, rx.State):
    """The list of relay point types."""

    resource: ClassVar = RELAY_POINT_TYPES
    few: ClassVar[int] = 15
    bulk: ClassVar[tuple[Bulk, ...]] = (deletion(RELAY_POINT_TYPES, weighed=True),)

    async def _bulk_impacts(self, api: Api, action: Bulk, ids: Sequence[str]) -> list[str]:
        return await _left(api, ids, await language_of(self))


class RelayPointTypeShow(ShowMixin, rx.State):
    """One relay point type."""

    resource: ClassVar = RELAY_POINT_TYPES

    points: Rows = []
    """The first of its relay points, by name."""
    points_total: int = 0
    points_of: str = ""
    """The type they are of: until they are known, none."""
    points_problem: str = ""

    @rx.event(background=True, supersedes=True)
    async def load_points(self):
        """Read how many points are of the type, and the first of them, in one call beside the page."""
        async with self:
            record_id, self.points_problem = self.shown_id, ""
        step, problem, rows, total = None, "", [], 0
        try:
            async with signed_in_background(self, reads=(self.resource.may.read, POINTS)) as api:
                query = Query(1, FIRST, ("name", False), {"relayPointTypes": record_id})
                found = await api.list(POINTS_ENDPOINT, query)
            rows, total = readable(_named, found.items), found.total
        except MissingPermission:
            return  # the part is not there
        except ApiError as error:
            async with self:
                if isinstance(error, SessionEnded):
                    step = await report(self, error, "errors.relay_point_type.load_error")
                else:
                    problem = await failure_text(self, error)
        if step:
            yield step
            return
        async with self:
            if self.shown_id == record_id:
                self.points, self.points_total, self.points_problem = rows, total, problem
                self.points_of = "" if problem else record_id

    def _besides(self) -> list[Any]:
        return [type(self).load_points]

    def _clear(self) -> None:
        super()._clear()
        self.points, self.points_total, self.points_of, self.points_problem = [], 0, "", ""

    async def _impacts(self, api: Api, record_id: str) -> list[str]:
        return await _left(api, [record_id], await language_of(self))


class RelayPointTypeForm(FormMixin, rx.State):
    """The form of a relay point type."""

    resource: ClassVar = RELAY_POINT_TYPES


class RelayPointTypePins(rx.State):
    """The icon that is chosen in the form now; to show it draws no field again."""

    icon: str = ""

    @rx.event
    def clear(self):
        """Nothing is shown of the type that was here before."""
        self.icon = ""

    @rx.event(supersedes=True)
    async def follow(self, data: dict[str, Any]):
        """Show the pins of the icon that is chosen."""
        self.icon = str(data.get("iconId", ""))[:20]
        return run("followOn")


def _first_points() -> rx.Component:
    """How many relay points are of the type, and the first of them."""
    state, label = RelayPointTypeShow, "points-of-type"
    heads = {column.field: t(f"relay_points.fields.{column.field.replace('.', '_')}") for column in POINT_COLUMNS}
    total = rx.el.span(number_var(state.points_total), class_name="head-total")
    table = record_table(POINT_COLUMNS, state.points, heads, label, linked=may_read(POINT_READ))
    none = rx.el.p(t("relay_point_types.impact.none"), class_name="quiet")
    there = f"/relaypoints?relayPointTypes={state.shown_id}"
    every = button_link(t("relay_point_types.points"), "points", there, symbol="arrow-right", tone="link")
    rest = rx.el.p(t("relay_point_types.first", first=FIRST, total=state.points_total), class_name="hint")
    foot = rx.el.div(rx.cond(state.points_total > FIRST, rest), every, class_name="row points-foot")
    failed = rx.el.div(
        rx.el.p(state.points_problem, role="alert"),
        button(t("kit.actions.retry"), "retry-points", symbol="rotate-cw", on_click=state.load_points),
        every,
        class_name="row",
    )
    known = rx.cond(state.points_total > 0, rx.fragment(table, foot), none)
    return rx.cond(
        may_read(POINTS),
        rx.el.section(
            rx.el.h2(
                t("relay_point_types.of_type"),
                " ",
                rx.cond(state.points_total > 0, total),
                custom_attrs={"id": label},
            ),
            rx.cond(
                state.points_problem != "", failed, rx.cond(state.points_of != "", known, rx.el.span(class_name="bar"))
            ),
            class_name="card points-of-type",
            aria_labelledby=label,
            data_testid="points-of-type",
        ),
    )


def _pins() -> rx.Component:
    """How points of the type will look on the map, while one chooses: public ones, private ones."""
    icons, chosen = RelayPointTypeForm.choices["iconId"], RelayPointTypePins.icon
    known = (chosen != "") & RelayPointTypeForm.choices.contains("iconId")

    def pin(column: str, picture: str) -> rx.Component:
        def drawn(each: rx.Var[dict[str, str]]) -> rx.Component:
            return rx.cond(each["value"] == chosen, rx.el.img(src=entry(each, picture), alt=""))

        return rx.el.figure(
            rx.cond(known, rx.foreach(icons, drawn), icon("map-pin", 48)),
            rx.el.figcaption(t(f"relay_point_types.fields.{column}"), class_name="hint"),
        )

    return rx.el.section(
        rx.el.h2(t("relay_point_types.sections.icons"), custom_attrs={"id": "type-pins"}),
        rx.cond(chosen == "", rx.el.p(t("relay_point_types.unchosen"), class_name="hint")),
        rx.el.div(
            pin("icon_url", "picture"),
            pin("icon_private_url", "variant"),
            rx.el.strong(custom_attrs=mirrors("name")),
            class_name="type-pair",
        ),
        class_name="card type-pins",
        aria_labelledby="type-pins",
    )


SCREENS = crud_screens(
    RelayPointTypeList,
    RelayPointTypeShow,
    RelayPointTypeForm,
    Menu(rank=10, icon="shapes", group="settings"),
    Extras(
        list_lead=(sheet(STYLESHEET),),
        show=Beside(top=(sheet(STYLESHEET),), main=(_first_points(),)),
        form=Around(above=(sheet(STYLESHEET),), inside=(follower(RelayPointTypePins.follow),)),
        form_aside=(_pins(),),
        form_loads=(RelayPointTypePins.clear,),
        also=(POINTS,),
    ),
)
