"""The fields of a request as schema.py declares them, for the forms that have them: the wizard and the edition.

A form is a `FormMixin` whose resource has sections of schema.py, and whose `choices` hold what
`request_form.choices_of` makes of the structure. What depends on a choice is shown by the script (`data-if`).
"""

from collections.abc import Callable, Iterable
from typing import Any

import reflex as rx

from admin_app.features.solidary.asking import request_form as codes
from admin_app.features.solidary.asking.schema import ASKING, EVERY_WEEK, HELP, ONCE, SCHEDULES_INPUT
from admin_app.features.solidary.week import SLOTS
from admin_app.kit.declare import Input
from admin_app.kit.forms import State, field_of, rows
from admin_app.kit.parts import entry, icon, leave_dialog
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import pick_of, t

PARTS = {part.field: part for part in ASKING.inputs("create")}
SECTIONS = {section.key: [part.field for part in section.parts] for section in ASKING.form}
STYLESHEET = "/asking.css"
LEAVE = "leave-asking"
CALLED = "givenName,familyName"
"""The inputs that tell whose draft it is. The script shows what is typed in them as it is, and a telephone is not shown
so: it would lack its spaces."""


def stylesheet() -> rx.Component:
    """The looks of these forms; the browser takes them once."""
    return sheet(STYLESHEET)


def skeleton(bars: int) -> rx.Component:
    """The page while the form is read: so many bars."""
    return rx.el.div(
        rx.el.div(*[rx.el.span(class_name="bar") for _ in range(bars)], class_name="card skeleton"), aria_hidden="true"
    )


def leaving() -> rx.Component:
    """Asked before what is typed is left: to save it is to create the request, which nobody does by leaving."""
    answers = {
        "discard": (t("asking.leave"), "danger-plain"),
        "keep": (t("asking.leave_keep"), "plain"),
        "stay": (t("kit.form.leave_stay"), "plain"),
    }
    return leave_dialog(LEAVE, t("asking.leave_title"), t("asking.leave_text"), answers)


def unsaved_mark() -> rx.Component:
    """Says in the bar that something is typed and not saved; the script shows it."""
    return rx.el.span(icon("circle-dot", 14), t("kit.form.unsaved"), class_name="dirty-mark", role="status")


def section_fields(state: State, key: str, without: str = "") -> rx.Component:
    """The inputs of a section of schema.py."""
    return rx.fragment(*fields(state, [name for name in SECTIONS[key] if name != without]))


def times_fields(state: State, first_ride: rx.Var[dict[str, str]]) -> rx.Component:
    """When, once or every week, and when the first journey is (`recap.ride_line`); what a driver must be ready for."""
    told = rx.cond(first_ride.contains("kind"), rx.el.p(pick_of(first_ride), class_name="hint", role="status"))
    first_day, *others = EVERY_WEEK
    return rx.fragment(
        when(state, "regular", "false", *fields(state, ONCE)),
        when(state, "regular", "true", field(state, first_day, told), *fields(state, others)),
        *fields(state, HELP),
    )


def fields(state: State, names: Iterable[str]) -> list[rx.Component]:
    """The inputs of these properties, in their order."""
    return [_DRAWN.get(name, field)(state, name) for name in names]


def field(state: State, name: str, *below: rx.Component) -> rx.Component:
    """An input of the form by its property, with what is said below it."""
    return field_of(PARTS[name], state, *below)


def when(state: State, name: str, wanted: str, *children: rx.Component) -> rx.Component:
    """What is there while an input holds one value; the script follows that input (assets/kit/forms.js)."""
    return rx.el.div(
        *children,
        class_name="fields when",
        hidden=entry(state.values, name) != wanted,
        custom_attrs={"data-if": name, "data-is": wanted},
    )


def _subjects(state: State, name: str) -> rx.Component:
    """What the structure offers to travel for, or another thing, which is a free text beside."""
    part = PARTS[name]
    other = _box(state, part, "radio", codes.OTHER, t("asking.other"))
    return _framed(state, part, _offered(state, part, "radio"), other)


def _needs(state: State, name: str) -> rx.Component:
    """What the structure offers to help with."""
    part = PARTS[name]
    nothing = rx.cond(_choices(state, part).length() == 0, rx.el.p(t("asking.no_needs"), class_name="hint"))
    return _framed(state, part, _offered(state, part, "checkbox"), nothing, optional=True)


def _choices(state: State, part: Input) -> Any:
    return rx.cond(state.choices.contains(part.name), state.choices[part.name], rx.Var.create([]))


def _offered(state: State, part: Input, html_type: str) -> rx.Component:
    return rx.foreach(_choices(state, part), lambda each: _box(state, part, html_type, each["value"], each["label"]))


def _slots(state: State, name: str) -> rx.Component:
    """When to leave: at a time, or within one of the slots of the structure, which are written out."""
    part = PARTS[name]
    slots = state.choices.get("slots", [])
    boxes = [_box(state, part, "radio", codes.AT_A_TIME, t(f"asking.outward_time.{codes.AT_A_TIME}"))]
    for code, slot in codes.SLOT_OF.items():
        clock = slots[SLOTS.index(slot)]["label"]
        boxes.append(_box(state, part, "radio", code, t(f"asking.outward_time.{code}"), clock))
    return _framed(state, part, rx.cond(state.choices.contains("slots"), rx.fragment(*boxes)))


def _lines(state: State, _: str) -> rx.Component:
    return rows(SCHEDULES_INPUT, state)


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


def _framed(state: State, part: Input, *choices: Any, optional: bool = False) -> rx.Component:
    mark = rx.el.span(" (", t("kit.form.optional"), ")", class_name="mark")
    return rx.el.fieldset(
        rx.el.legend(t(state.resource.label(part.field)), mark if optional else ""),
        rx.el.div(*choices, class_name="choices", custom_attrs={"id": f"f-{part.name}"}),
        rx.el.p(entry(state.errors, part.name), class_name="field-error", custom_attrs={"id": f"f-{part.name}-error"}),
        class_name="field",
        data_kind="radio",
    )


_DRAWN: dict[str, Callable[[State, str], rx.Component]] = {
    "subject": _subjects,
    "needs": _needs,
    "punctual_outward_time_choice": _slots,
    "regular_schedules": _lines,
}
"""What is drawn in another way than a kind of input has."""
