"""The parts of the list of requests that stand around it: the baskets, and when it was read."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.desk.baskets import IDLE, NEW, NOW, PASSED, SILENT, SOON, TABS
from admin_app.features.solidary.desk.resource import RECORDS
from admin_app.kit.parts import icon, icon_button, link
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import number_var, t

STYLESHEET = "/solidary-desk.css"
BASKET_ICONS = {
    NOW: "bell-ring",
    NEW: "sparkles",
    SOON: "alarm-clock",
    SILENT: "message-circle-question",
    IDLE: "hourglass",
    PASSED: "calendar-x",
}


def baskets(state: Any) -> rx.Component:
    """A link per basket with its count, and one to all open requests: each is a filter in the address.

    What is to be answered now comes first, where the menu leads, then all.
    """
    every = _basket(state, "", "list-todo", t("solidary_records.baskets.all"), state.counts["all"])
    made = [
        _basket(state, name, BASKET_ICONS[name], t(f"solidary_records.basket.{name}"), state.counts[name])
        for name in TABS
    ]
    return rx.el.nav(
        sheet(STYLESHEET),
        rx.el.ul(made[0], every, *made[1:]),
        aria_label=t("solidary_records.baskets.title"),
        class_name="baskets",
    )


def _basket(state: Any, name: str, symbol: str, label: rx.Var[str], count: rx.Var[int]) -> rx.Component:
    chosen = rx.cond(state.filters.contains("basket"), state.filters["basket"] == name, False)
    on = chosen if name else state.filters.length() == 0
    known = state.counts.contains(name or "all")
    opened = link(
        icon(symbol, 18),
        rx.el.span(label),
        rx.el.strong(rx.cond(known, number_var(count), "…"), data_testid=f"count:{name or 'all'}"),
        to=f"{RECORDS.route}?basket={name}" if name else RECORDS.route,
        class_name="basket",
        aria_current=rx.cond(on, "true", "false"),
        aria_label=rx.cond(known, t("solidary_records.baskets.count", name=label, count=count), label),
        data_testid=f"action:basket:{name or 'all'}",
        custom_attrs={"data-none": rx.cond(known & (count == 0), "true", "false")},
    )
    return rx.el.li(opened)


def read_again(state: Any) -> rx.Component:
    """When the list was read, and a button that reads it again."""
    time = rx.el.span(t("solidary_records.read_at", time=state.read_at), class_name="quiet nowrap")
    again = icon_button(
        "rotate-cw", t("solidary_records.refresh"), "refresh", on_click=state.refresh, disabled=state.loading
    )
    return rx.el.span(rx.cond(state.read_at != "", time), again, class_name="read-at")
