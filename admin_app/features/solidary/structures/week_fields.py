"""When a structure works, in its form: its days as one grid of boxes, its slots as three lines (STRUCTURE-21)."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from admin_app.features.solidary import week
from admin_app.features.solidary.structures.form import StructureForm
from admin_app.features.solidary.structures.form_values import DAYS, EDITED
from admin_app.features.solidary.week_table import week_grid
from admin_app.kit.forms import Field, field_of, framed
from admin_app.kit.parts import entry
from admin_app.kit.words.locale import choice_label, t


def days_grid() -> rx.Component:
    """Each box is called by its day and time."""
    value = entry(StructureForm.values, DAYS.name)
    field = Field(DAYS, StructureForm, DAYS.name, value, rx.Var.create(""), t("structures.fields.days"))

    def box(slot: str, day: str) -> rx.Component:
        name = week.flag(slot, day)
        return rx.el.input(
            type="checkbox",
            name=field.name,
            value=name,
            default_checked=value.split(",").contains(name),
            aria_label=choice_label(DAYS.choices, name),
            custom_attrs={"id": field.control_id} if name == week.FLAGS[0] else {},
        )

    grid = week_grid(box, "section-days", field.described_by)
    return rx.el.div(framed(field, t("structures.hints.days"), control=grid), class_name="fields")


def slot_lines(times: Sequence[str]) -> rx.Component:
    """Two times a slot, in the order of `week.SLOTS`: each is called by its slot and its end, unseen."""
    parts: dict[str, Any] = {part.name: part for part in EDITED.inputs()}
    lines = [
        rx.el.div(
            rx.el.span(choice_label(week.SLOT_LABELS, slot), class_name="label", aria_hidden="true"),
            field_of(parts[first], StructureForm),
            rx.el.span("–", class_name="quiet", aria_hidden="true"),
            field_of(parts[last], StructureForm),
            class_name="slot-line",
        )
        for slot, first, last in zip(week.SLOTS, times[::2], times[1::2], strict=True)
    ]
    return rx.el.div(*lines, class_name="fields slot-lines")
