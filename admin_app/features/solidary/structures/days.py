"""The days a structure works as one grid of boxes (STRUCTURE-21)."""

import reflex as rx

from admin_app.features.solidary import week
from admin_app.features.solidary.structures.form import StructureForm
from admin_app.features.solidary.structures.form_values import DAYS
from admin_app.features.solidary.week_table import week_grid
from admin_app.kit.forms import Field, framed
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
