"""The days a structure works as one grid of boxes: a column for each day, a line for each time of day."""

import reflex as rx

from admin_app.features.solidary import week
from admin_app.features.solidary.structures.form import StructureForm
from admin_app.features.solidary.structures.form_values import DAYS
from admin_app.kit.forms import Field, framed
from admin_app.kit.parts import entry
from admin_app.kit.words.locale import choice_label, t


def days_grid() -> rx.Component:
    """One stop of the Tab key, whose arrows lead to the neighbours; each box is called by its day and time."""
    value = entry(StructureForm.values, DAYS.name)
    field = Field(DAYS, StructureForm, DAYS.name, value, rx.Var.create(""), t("structures.fields.days"))
    heads = [rx.el.th(choice_label("solidary.day_short", day), scope="col", role="columnheader") for day in week.DAYS]
    grid = rx.el.table(
        rx.el.thead(rx.el.tr(rx.el.td(), *heads, role="row"), role="rowgroup"),
        rx.el.tbody(*[_line(field, slot) for slot in week.SLOTS], role="rowgroup"),
        class_name="days",
        role="grid",
        aria_labelledby="section-days",
        aria_describedby=field.described_by,
        custom_attrs={"data-roving": "input"},
    )
    return rx.el.div(framed(field, t("structures.hints.days"), control=grid), class_name="fields")


def _line(field: Field, slot: str) -> rx.Component:
    head = rx.el.th(choice_label(week.SLOT_LABELS, slot), scope="row", role="rowheader")
    return rx.el.tr(head, *[_box(field, week.flag(slot, day)) for day in week.DAYS], role="row")


def _box(field: Field, name: str) -> rx.Component:
    box = rx.el.input(
        type="checkbox",
        name=field.name,
        value=name,
        default_checked=field.value.split(",").contains(name),
        aria_label=choice_label(DAYS.choices, name),
        custom_attrs={"id": field.control_id} if name == week.FLAGS[0] else {},
    )
    return rx.el.td(rx.el.label(box), role="gridcell")
