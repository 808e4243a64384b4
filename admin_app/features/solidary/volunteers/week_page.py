"""The week of a volunteer: to read, to tick by mouse or keyboard with its hours, and the cells of a list."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from admin_app.features.solidary.volunteers.editing import VolunteerForm
from admin_app.features.solidary.volunteers.record import VOLUNTEERS
from admin_app.features.solidary.week import BOUNDS, SLOTS, flag
from admin_app.features.solidary.week_table import SYMBOLS, week_grid, week_table
from admin_app.kit.declare import Input
from admin_app.kit.forms import Field, framed
from admin_app.kit.parts import Row, entry, icon
from admin_app.kit.words.locale import t

STYLESHEET = "/volunteers.css"
"""The looks of weeks, on the screen and on paper."""


def day_cell(day: str) -> Callable[[Row], rx.Component]:
    """The cell of a day in a list: a mark per slot, and the free ones in words for screen readers.

    On a phone it is the initial of the day, and its name in words, as there are no heads above it.
    """
    name = t(f"solidary.day.{day}")

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
        initial = rx.el.span(
            rx.el.span(name[:1], aria_hidden="true"),
            rx.el.span(name, " ", class_name="visually-hidden"),
            class_name="day-initial",
            custom_attrs={"data-free": rx.cond(free == "", "no", "yes")},
        )
        return rx.el.span(
            initial,
            rx.el.span(*marks, class_name="day-slots", aria_hidden="true"),
            rx.el.span(*spoken, never, class_name="visually-hidden"),
        )

    return cell


def volunteer_week(state: Any, label_id: str) -> rx.Component:
    """The week of a volunteer, to read."""
    return week_table(state.week, state.times, label_id, t("volunteers.free"), t("volunteers.not_free"))


def week_boxes() -> rx.Component:
    """The week of the form, to tick."""
    return rx.el.div(
        rx.el.p(
            t("volunteers.grid_help"),
            rx.el.span(" ", t("kit.form.arrows"), class_name="for-keys"),
            class_name="hint",
            custom_attrs={"id": "week-help"},
        ),
        week_grid(_box, "section-week", "week-help"),
        class_name="fields week-fields",
    )


def _box(slot: str, day: str) -> rx.Component:
    name = flag(slot, day)
    return rx.el.input(
        type="checkbox",
        name=name,
        value="true",
        default_checked=entry(VolunteerForm.values, name) == "true",
        aria_label=t(f"volunteers.fields.{slot}_{day}"),
        custom_attrs={"id": f"f-{name}"},
    )


def slot_fields() -> rx.Component:
    """The hours of each slot, with what the structure allows below them."""
    parts: dict[str, Any] = {part.name: part for part in VOLUNTEERS.inputs("edit")}
    return rx.el.div(*[_slot(parts, slot) for slot in SLOTS], class_name="fields slot-fields")


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
