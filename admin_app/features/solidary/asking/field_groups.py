"""The fields of a journey and of its times, for the forms that have them: the wizard and the edition.

A form is a `FormMixin` whose resource has the sections JOURNEY and TIMES of schema.py, and whose `choices` hold what
`request_form.choices_of` makes of the structure. What depends on a choice is shown by the script (`data-if`).
"""

from dataclasses import replace
from typing import Any

import reflex as rx

from admin_app.features.solidary.asking import request_form as codes
from admin_app.features.solidary.asking.schema import ASKING, SCHEDULES_INPUT
from admin_app.features.solidary.week import SLOTS
from admin_app.kit.declare import Input
from admin_app.kit.forms import State, field_of, required_mark, rows
from admin_app.kit.parts import entry, icon
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import t

PARTS = {part.field: part for part in ASKING.inputs("create")}
STYLESHEET = "/asking.css"


def stylesheet() -> rx.Component:
    """The looks of these forms; the browser takes them once."""
    return sheet(STYLESHEET)


def skeleton(bars: int) -> rx.Component:
    """The page while the form is read: so many bars."""
    return rx.el.div(
        rx.el.div(*[rx.el.span(class_name="bar") for _ in range(bars)], class_name="card skeleton"), aria_hidden="true"
    )


def unsaved_mark() -> rx.Component:
    """Says in the bar that something is typed and not saved; the script shows it."""
    return rx.el.span(icon("circle-dot", 14), t("kit.form.unsaved"), class_name="dirty-mark", role="status")


def journey_fields(state: State) -> rx.Component:
    """Why, where to, where from, once or every week."""
    return rx.fragment(
        offered(state, "subject", "radio", other=codes.OTHER),
        when(state, "subject", codes.OTHER, field(state, "additional_subject", required=True)),
        field(state, "destination_any", required=True),
        when(state, "destinationAny", "false", field(state, "destination", required=True)),
        field(state, "origin", required=True),
        field(state, "regular", required=True),
    )


def times_fields(state: State) -> rx.Component:
    """When, once or every week; and what a driver must be ready for."""
    return rx.fragment(
        when(state, "regular", "false", *_once(state)),
        when(state, "regular", "true", *_every_week(state)),
        offered(state, "needs", "checkbox"),
        field(state, "additional_need"),
    )


def _once(state: State) -> list[rx.Component]:
    return [
        field(state, "punctual_outward_date_choice", required=True),
        when(state, "punctualOutwardDateChoice", codes.ON_A_DAY, field(state, "outward_date", required=True)),
        _slots(state),
        when(state, "punctualOutwardTimeChoice", codes.AT_A_TIME, field(state, "outward_time", required=True)),
        field(state, "punctual_return_date_choice", required=True),
        when(
            state,
            "punctualReturnDateChoice",
            codes.CHOSEN_RETURN,
            field(state, "return_date", required=True),
            field(state, "return_time", required=True),
        ),
    ]


def _every_week(state: State) -> list[rx.Component]:
    return [
        rows(replace(SCHEDULES_INPUT, required=True), state),
        field(state, "from_date", required=True),
        field(state, "regular_date_choice", required=True),
        when(state, "regularDateChoice", codes.UNTIL_A_DAY, field(state, "to_date", required=True)),
    ]


def field(state: State, name: str, *, required: bool = False) -> rx.Component:
    """An input of the form by its property. Whether it is required may depend on others: the form says when it is."""
    part: Input = PARTS[name]
    return field_of(replace(part, required=part.required is True or required, shown_if=""), state)


def when(state: State, name: str, wanted: str, *children: rx.Component) -> rx.Component:
    """What is there while an input holds one value; the script follows that input (assets/kit/forms.js)."""
    return rx.el.div(
        *children,
        class_name="fields when",
        hidden=entry(state.values, name) != wanted,
        custom_attrs={"data-if": name, "data-is": wanted},
    )


def offered(state: State, name: str, html_type: str, *, other: str = "") -> rx.Component:
    """What the structure offers, as radio buttons or boxes: `other` is the value of a free text beside."""
    part = PARTS[name]
    choices = rx.cond(state.choices.contains(part.name), state.choices[part.name], rx.Var.create([]))
    listed = rx.foreach(choices, lambda each: _box(state, part, html_type, each["value"], each["label"]))
    more = [_box(state, part, html_type, other, t("asking.other"))] if other else []
    nothing = [] if other else [rx.cond(choices.length() == 0, rx.el.p(t(f"asking.no_{name}"), class_name="hint"))]
    return _framed(state, part, listed, *more, *nothing, required=bool(other))


def _slots(state: State) -> rx.Component:
    """When to leave: at a time, or within one of the slots of the structure, which are written out."""
    part = PARTS["punctual_outward_time_choice"]
    slots = state.choices.get("slots", [])
    boxes = [_box(state, part, "radio", codes.AT_A_TIME, t(f"asking.outward_time.{codes.AT_A_TIME}"))]
    for code, slot in codes.SLOT_OF.items():
        clock = slots[SLOTS.index(slot)]["label"]
        boxes.append(_box(state, part, "radio", code, t(f"asking.outward_time.{code}"), clock))
    return _framed(state, part, rx.cond(state.choices.contains("slots"), rx.fragment(*boxes)), required=True)


def _box(state: State, part: Input, html_type: str, value: Any, *label: Any) -> rx.Component:
    checked = entry(state.values, part.name)
    control = rx.el.input(
        type=html_type,
        name=part.name,
        value=value,
        default_checked=checked.split(",").contains(value),
        aria_describedby=f"f-{part.name}-error",
    )
    first, *more = label
    return rx.el.label(
        control, rx.el.span(first), *(rx.el.span(each, class_name="quiet number") for each in more), class_name="check"
    )


def _framed(state: State, part: Input, *choices: Any, required: bool) -> rx.Component:
    return rx.el.fieldset(
        rx.el.legend(t(state.resource.label(part.field)), required_mark(required, "radio")),
        rx.el.div(*choices, class_name="choices", custom_attrs={"id": f"f-{part.name}"}),
        rx.el.p(entry(state.errors, part.name), class_name="field-error", custom_attrs={"id": f"f-{part.name}-error"}),
        class_name="field",
        data_kind="radio",
    )
