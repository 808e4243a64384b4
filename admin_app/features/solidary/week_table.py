"""A week as a table: one to read, a column a day; one of boxes to tick, a row a day (STRUCTURE-21, VOLUNTEER-7)."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from admin_app.features.solidary.week import BOUNDS, DAYS, SLOTS
from admin_app.kit.parts import Text, entry, icon
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import t

STYLESHEET = "/solidary-week.css"
SYMBOLS = {"m": "sunrise", "a": "sun", "e": "moon-star"}
Rows = rx.Var[list[dict[str, str]]]
"""Those of `week.rows_of`."""
Times = rx.Var[dict[str, str]]
"""Those of `week.slots_of`."""


def week_table(
    rows: Rows,
    times: Times,
    label_id: str,
    yes: Text,
    no: Text,
    below: Callable[[str], Any] = lambda slot: rx.fragment(),
) -> rx.Component:
    """A week to read, a column a day, with the hours of each slot and what is said `below` them."""
    heads = [
        rx.el.th(
            rx.el.span(t(f"solidary.day_short.{day}"), aria_hidden="true"),
            rx.el.span(t(f"solidary.day.{day}"), class_name="visually-hidden"),
            scope="col",
        )
        for day in DAYS
    ]
    off = rx.el.span(rx.el.span(no, class_name="visually-hidden"), class_name="not-free")
    on = rx.el.span(icon("check", 18), rx.el.span(yes, class_name="visually-hidden"), class_name="free")

    def line(slot: str) -> rx.Component:
        head = rx.el.th(
            icon(SYMBOLS[slot], 16),
            rx.el.span(t(f"solidary.slot.{slot}")),
            rx.el.small(rx.el.span(hours(times, slot)), below(slot)),
            scope="row",
        )
        told = [rx.cond(rows[at][slot] != "", on, off) for at, _ in enumerate(DAYS)]
        cells = [
            rx.el.td(rx.cond(rows.length() > at, each, rx.el.span(class_name="bar"))) for at, each in enumerate(told)
        ]
        return rx.el.tr(head, *cells)

    table = rx.el.table(
        rx.el.thead(rx.el.tr(rx.el.td(), *heads)),
        rx.el.tbody(*map(line, SLOTS)),
        class_name="week read",
        aria_labelledby=label_id,
    )
    return rx.fragment(sheet(STYLESHEET), table)


def hours(times: Times, slot: str, what: str = "Time") -> rx.Var[str]:
    """`08:00–12:00`, as far as it is known."""
    first, last = (entry(times, f"{slot}{bound}{what}") for bound in BOUNDS)
    both = t("solidary.week.hours", first=first, last=last)
    return rx.cond((first != "") & (last != ""), both, rx.Var.create(f"{first}{last}"))


def dash(said: Text) -> rx.Component:
    """No: a dash, and words for screen readers."""
    return rx.el.span(
        rx.el.span("—", aria_hidden="true", class_name="quiet"), rx.el.span(said, class_name="visually-hidden")
    )


def week_grid(box: Callable[[str, str], rx.Component], labelled_by: str, described_by: Text) -> rx.Component:
    """A week to tick, `box(slot, day)` an input: one stop of the Tab key, and boxes for a whole day, slot or week."""

    def head(what: str, label: Text, *told: Any, scope: str = "col") -> rx.Component:
        # It stands for others: it has no name, and is never sent.
        filler = rx.el.input(type="checkbox", aria_label=label, custom_attrs={"data-fills": what})
        return rx.el.th(rx.el.label(filler, *told), scope=scope, role=f"{'column' if scope == 'col' else scope}header")

    def line(day: str) -> rx.Component:
        name = t(f"solidary.day.{day}")
        boxes = [rx.el.label(box(slot, day), icon("check", 20), class_name="tick") for slot in SLOTS]
        first = head("row", t("solidary.week.whole_day", day=name), rx.el.span(name), scope="row")
        return rx.el.tr(first, *[rx.el.td(each, role="gridcell") for each in boxes], role="row")

    names = {slot: t(f"solidary.slot.{slot}") for slot in SLOTS}
    corner = head("all", t("solidary.week.whole"), rx.el.span(t("solidary.week.all"), aria_hidden="true"))
    heads = [
        head("column", t("solidary.week.whole_slot", slot=name), icon(SYMBOLS[slot], 16), rx.el.span(name))
        for slot, name in names.items()
    ]
    table = rx.el.table(
        rx.el.thead(rx.el.tr(corner, *heads, role="row"), role="rowgroup"),
        rx.el.tbody(*map(line, DAYS), role="rowgroup"),
        class_name="week ticked",
        role="grid",
        aria_labelledby=labelled_by,
        aria_describedby=described_by,
        custom_attrs={"data-boxes": "", "data-roving": "input[type=checkbox]"},
    )
    return rx.fragment(sheet(STYLESHEET), table)
