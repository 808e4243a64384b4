"""A list as a map: its marks, what they mean, and the way between table and map."""

import reflex as rx

from admin_app.kit.declare.resource import Place
from admin_app.kit.lists.map_markers import MARKS
from admin_app.kit.lists.state import State
from admin_app.kit.parts.map import map_area, map_sheet
from admin_app.kit.parts.widgets import entry, icon, link
from admin_app.kit.words.locale import choice_label, t


def views(state: State) -> rx.Component:
    """Table or map: two addresses of the same list."""

    def tab(name: str, symbol: str, chosen: rx.Var[bool]) -> rx.Component:
        return link(
            icon(symbol, 16),
            rx.el.span(t(f"kit.map.views.{name}")),
            title=t(f"kit.map.views.{name}"),
            to=state.hrefs[f"view:{name}"],
            aria_current=rx.cond(chosen, "page", "false"),
            data_testid=f"action:view-{name}",
        )

    return rx.el.nav(
        map_sheet(),
        tab("table", "table", state.view == ""),
        tab("map", "map", state.view == "map"),
        class_name="segmented view-switch",
        aria_label=t("kit.map.view"),
    )


def list_map(state: State, place: Place) -> rx.Component:
    """The marks of a list; the table below says the same in words."""
    filters = state.filters
    area = rx.cond(
        filters.contains(place.bounds),
        link(
            t("kit.map.area_chip"),
            icon("x", 14),
            to=state.hrefs[f"without:{place.bounds}"],
            class_name="chip map-chip",
            title=t("kit.map.everywhere"),
            data_testid=f"action:remove-filter:{place.bounds}",
        ),
    )
    return rx.el.section(
        area,
        map_area(
            "list",
            t("kit.map.label", name=t(f"{state.resource.key}.title")),
            points=state.marks,
            bounds=entry(filters, place.bounds),
            param=place.bounds,
            route=state.resource.route,
            circle=state.circle,
        ),
        rx.el.div(
            rx.el.p(
                rx.cond(
                    state.total > MARKS,
                    t("kit.map.some", shown=MARKS, total=state.total),
                    t("kit.map.all", count=state.total),
                ),
                role="status",
            ),
            *_key(place),
            class_name="map-words",
        ),
        class_name="list-map",
    )


def _key(place: Place) -> list[rx.Component]:
    """What the marks mean."""
    column = place.mark
    if column is None:
        return []
    lines = [
        rx.el.li(
            rx.el.span(class_name="map-mark", custom_attrs={"data-tone": tone}), choice_label(column.choices, value)
        )
        for value, tone in column.tones.items()
    ]
    return [rx.el.ul(*lines, aria_label=t("kit.map.key"), class_name="map-key")]
