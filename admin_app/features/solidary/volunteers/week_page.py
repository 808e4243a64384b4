"""The week of a volunteer as tables: one to read, one to tick by mouse or keyboard, and the cells of a list."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from admin_app.features.solidary.volunteers.editing import VolunteerForm
from admin_app.features.solidary.volunteers.record import VOLUNTEERS
from admin_app.features.solidary.week import BOUNDS, DAYS, SLOTS, flag
from admin_app.kit.declare import Input
from admin_app.kit.forms import Field, framed
from admin_app.kit.parts import entry, icon
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import t

STYLESHEET = "/volunteers.css"
SYMBOLS = {"m": "sunrise", "a": "sun", "e": "moon-star"}
Row = rx.Var[dict[str, str]]


def stylesheet() -> rx.Component:
    """The looks of weeks, on the screen and on paper; the browser takes them once."""
    return sheet(STYLESHEET)


# --- to read ------------------------------------------------------------------------------


def day_cell(day: str) -> Callable[[Row], rx.Component]:
    """The cell of a day in a list: a mark per slot, and the free ones in words for screen readers."""

    def cell(row: Row) -> rx.Component:
        free = row[day]
        marks = [
            rx.el.span(
                t(f"volunteers.letter.{slot}"),
                title=t(f"solidary.slot.{slot}"),
                custom_attrs={"data-free": rx.cond(free.contains(slot), "yes", "no")},
            )
            for slot in SLOTS
        ]
        spoken = [rx.cond(free.contains(slot), rx.el.span(t(f"solidary.slot.{slot}"), " ")) for slot in SLOTS]
        never = rx.cond(free == "", rx.el.span(t("volunteers.not_free")))
        return rx.el.span(
            rx.el.span(*marks, class_name="day-slots", aria_hidden="true"),
            rx.el.span(*spoken, never, class_name="visually-hidden"),
        )

    return cell


def week_table(rows: rx.Var[list[dict[str, str]]], times: rx.Var[dict[str, str]], label_id: str) -> rx.Component:
    """A week to read: a row a day, a column a slot with its hours."""
    heads = [
        rx.el.th(
            icon(SYMBOLS[slot], 16),
            rx.el.span(t(f"solidary.slot.{slot}")),
            rx.el.small(hours(times, slot)),
            scope="col",
        )
        for slot in SLOTS
    ]
    return rx.el.table(
        rx.el.thead(rx.el.tr(rx.el.td(), *heads)),
        rx.el.tbody(*[_day(rows, at, day) for at, day in enumerate(DAYS)]),
        class_name="week",
        aria_labelledby=label_id,
    )


def hours(times: rx.Var[dict[str, str]], slot: str) -> rx.Var[str]:
    """`08:00 – 12:00`, as far as it is known."""
    first, last = (entry(times, f"{slot}{bound}Time") for bound in BOUNDS)
    both = t("volunteers.hours", first=first, last=last)
    return rx.cond((first != "") & (last != ""), both, rx.Var.create(f"{first}{last}"))


def _day(rows: rx.Var[list[dict[str, str]]], at: int, day: str) -> rx.Component:
    free = rx.el.span(icon("check", 18), t("volunteers.free"), class_name="free")
    cells = [
        rx.el.td(
            rx.cond(rows.length() > at, rx.cond(rows[at][slot] != "", free, not_free()), rx.el.span(class_name="bar"))
        )
        for slot in SLOTS
    ]
    return rx.el.tr(rx.el.th(t(f"solidary.day.{day}"), scope="row"), *cells)


def not_free() -> rx.Component:
    """A slot at which somebody is not free: a dash, and words for screen readers."""
    return rx.el.span(
        rx.el.span("—", aria_hidden="true"), rx.el.span(t("volunteers.not_free"), class_name="visually-hidden")
    )


# --- to tick ------------------------------------------------------------------------------


def week_grid() -> rx.Component:
    """A week to tick: boxes in a grid with one stop of the Tab key, and boxes for a whole day, slot or week."""
    heads = [
        rx.el.th(
            rx.el.label(
                _filler("column", t("volunteers.whole.slot", slot=t(f"solidary.slot.{slot}"))),
                icon(SYMBOLS[slot], 16),
                rx.el.span(t(f"solidary.slot.{slot}")),
            ),
            scope="col",
            role="columnheader",
        )
        for slot in SLOTS
    ]
    corner = rx.el.th(
        rx.el.label(_filler("all", t("volunteers.whole.week")), rx.el.span(t("volunteers.all"), aria_hidden="true")),
        scope="col",
        role="columnheader",
    )
    return rx.el.div(
        rx.el.p(
            t("volunteers.grid_help"),
            rx.el.span(" ", t("kit.form.arrows"), class_name="for-keys"),
            class_name="hint",
            custom_attrs={"id": "week-help"},
        ),
        rx.el.table(
            rx.el.thead(rx.el.tr(corner, *heads, role="row"), role="rowgroup"),
            rx.el.tbody(*[_line(day) for day in DAYS], role="rowgroup"),
            class_name="week ticked",
            role="grid",
            aria_labelledby="section-week",
            aria_describedby="week-help",
            custom_attrs={"data-boxes": "", "data-roving": "input[type=checkbox]"},
        ),
    )


def _filler(what: str, label: rx.Var[str]) -> rx.Component:
    """A box that stands for others: it has no name, and is never sent."""
    return rx.el.input(type="checkbox", aria_label=label, custom_attrs={"data-fills": what})


def _line(day: str) -> rx.Component:
    head = rx.el.th(
        rx.el.label(
            _filler("row", t("volunteers.whole.day", day=t(f"solidary.day.{day}"))),
            rx.el.span(t(f"solidary.day.{day}")),
        ),
        scope="row",
        role="rowheader",
    )
    return rx.el.tr(head, *[_box(slot, day) for slot in SLOTS], role="row")


def _box(slot: str, day: str) -> rx.Component:
    name = flag(slot, day)
    box = rx.el.input(
        type="checkbox",
        name=name,
        value="true",
        default_checked=entry(VolunteerForm.values, name) == "true",
        aria_label=t(f"volunteers.fields.{slot}_{day}"),
        custom_attrs={"id": f"f-{name}"},
    )
    return rx.el.td(rx.el.label(box, icon("check", 20), class_name="tick"), role="gridcell")


def slot_fields() -> rx.Component:
    """The hours of each slot, with what the structure allows below them."""
    parts: dict[str, Any] = {part.name: part for part in VOLUNTEERS.inputs("edit")}
    return rx.el.div(*[_slot(parts, slot) for slot in SLOTS], class_name="slot-fields")


def _slot(parts: dict[str, Any], slot: str) -> rx.Component:
    first, last = (f"{slot}{bound}Time" for bound in BOUNDS)
    ranges = VolunteerForm.ranges
    allowed = t("volunteers.allowed", first=entry(ranges, first), last=entry(ranges, last))
    return rx.el.fieldset(
        rx.el.legend(icon(SYMBOLS[slot], 16), t(f"solidary.slot.{slot}")),
        rx.el.div(
            _time(parts[first], t("volunteers.from")), _time(parts[last], t("volunteers.until")), class_name="fields"
        ),
        rx.cond(ranges.contains(first) & ranges.contains(last), rx.el.p(allowed, class_name="hint")),
    )


def _time(part: Input, label: rx.Var[str]) -> rx.Component:
    """A time below the title of its slot, which its label need not repeat."""
    value = entry(VolunteerForm.values, part.name)
    return framed(Field(part, VolunteerForm, part.name, value, rx.Var.create(""), label))
