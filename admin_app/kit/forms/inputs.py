"""One function per kind of input: its control, bound to a name, a value and an error.

Every control carries the API's field name and a real label; its id is set as a plain attribute, because an `id`
property would make Reflex read the control apart from its form.
"""

import functools
from collections.abc import Callable
from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import (
    ONLINE,
    TIME,
    ChoiceInput,
    DateInput,
    DateTimeInput,
    ImageInput,
    Input,
    ReferenceInput,
    TextInput,
    wire,
)
from admin_app.kit.declare.resource import Resource
from admin_app.kit.forms.field import Field
from admin_app.kit.forms.file_input import file_input
from admin_app.kit.forms.image_input import attached_input, image_input
from admin_app.kit.forms.rich_text import rich_text
from admin_app.kit.forms.state import State
from admin_app.kit.parts.cells import picture
from admin_app.kit.parts.combobox import combobox
from admin_app.kit.parts.dates import TODAY, day_input, time_input
from admin_app.kit.parts.widgets import Row, Text, entry, held_input
from admin_app.kit.words.formats import EARLIEST
from admin_app.kit.words.locale import choice_label, t

COUNTED = ("text", "text_area", "url")
"""Kinds of text whose length is told when it comes near its end."""
GROUPED = ("radio", "multi_select", "picture_choice", "image", "file", "attached", "date_time", "rows")
"""Kinds of several controls, which have a title rather than a label."""
ALWAYS = ("switch", "publication", "read_only", "kept", "rows")
"""Kinds that hold something at all times, or are filled line by line."""
TALL = ("picture_choice", "image", "file", "attached", "rows", "rich_text")
"""Kinds that have a line of the form to themselves, and are taller than one."""


def field_of(part: Input, state: State, *below: rx.Component) -> rx.Component:
    """A field of a form: label, hint, control and error, and what else is said of it."""
    name = part.name
    label = t(state.resource.label(part.field))
    text = entry(state.labels, name)
    value = entry(state.values, name)
    field = Field(part, state, name, value, text, label, allowed=name)
    hint = t(f"{state.resource.key}.hints.{part.field}") if part.hint else None
    return framed(field, hint, *below)


def framed(
    field: Field, hint: Text | None = None, *below: rx.Component, control: rx.Component | None = None
) -> rx.Component:
    """Groups of controls are a fieldset with a legend; a single control has a label; `control` is one of one's own."""
    kind = field.part.kind
    grouped = kind in GROUPED
    mark = mark_of(field)
    label = rx.el.label(
        field.label,
        mark,
        html_for=field.control_id,
        class_name="visually-hidden" if field.part.prompted else "",
        custom_attrs={"id": f"f-{field.name}-label"},
    )
    title = rx.el.legend(field.label, mark) if grouped else label
    frame = functools.partial(rx.el.fieldset, disabled=field.disabled) if grouped else rx.el.div
    told = [] if hint is None else [rx.el.p(hint, class_name="hint", custom_attrs={"id": f"f-{field.name}-hint"})]
    control = control or _CONTROLS[kind](field)
    # Below what stands beside others, which then begins at one height; above what is too tall to be read past.
    inside = [*told, control] if kind in TALL else [control, *told]
    return frame(
        title,
        *inside,
        *_counter(field.part),
        rx.el.p(field.error, class_name="field-error", custom_attrs={"id": f"f-{field.name}-error"}),
        *below,
        class_name="field",
        data_kind=kind,
        **({"data_prompt": field.prompt} if field.part.prompted else {}),
        **_offered(field.part.shown_if, field.state),
    )


def _counter(part: Input) -> list[rx.Component]:
    """How long a text is, said by the script near its end only (assets/kit/inputs.js)."""
    if not isinstance(part, TextInput) or part.kind not in COUNTED:
        return []
    told = {"data-limit": str(part.max_length), "data-told": t("kit.form.counted", limit=part.max_length)}
    return [rx.el.p(class_name="counter", role="status", custom_attrs=told)]


def _offered(condition: str, state: State) -> dict[str, Any]:
    """Attributes of what is offered only while another input holds something; the script follows that input."""
    if not condition:
        return {}
    field, _, wanted = condition.partition("=")
    name = wire(field)
    held = entry(state.values, name)
    if wanted:
        return {"hidden": held != wanted, "data_if": name, "data_is": wanted}
    return {"hidden": held == "", "data_if": name}


def says_optional(resource: Resource) -> bool:
    """Whether a form says what may stay empty, since most of it may not; another one says what is required."""
    asked = _asked(resource)
    return 2 * sum(bool(part.required or part.required_by) for part in asked) > len(asked)


def says_required(resource: Resource) -> bool:
    """Whether a form says of some inputs that they may not stay empty; where all may, there is nothing to say."""
    return not says_optional(resource) and any(part.required or part.required_by for part in _asked(resource))


def _asked(resource: Resource) -> list[Input]:
    """What could stay empty, but for sections that fold, and for what begins filled: no mark helps there."""
    parts = [part for section in resource.form if not section.folded for part in section.parts]
    return [part for part in parts if part.kind not in ALWAYS and not part.default]


def mark_of(field: Field) -> rx.Component:
    """What a label says beside the name of its field, whichever is the rarer in its form: optional or required."""
    part, resource = field.part, field.state.resource
    if not says_optional(resource):
        return required_mark(field.required == "true", part.kind)
    folded = {each.field for section in resource.form if section.folded for each in section.parts}
    # What a creation asks for is no option of an edition either, which takes a record that lacks it (FORM-23).
    asked = {each.field for each in resource.inputs() if each.required}
    kept = part.kind in ALWAYS or (part.kind in ("radio", "select") and part.refuses_null)
    told = kept or part.field in folded | asked
    return rx.fragment() if told else _mark(field.required != "true", "optional", part.kind)


def required_mark(required: Any, kind: str) -> rx.Component:
    """The word for what may not stay empty."""
    return _mark(required, "required", kind)


def _mark(shown: Any, word: str, kind: str) -> rx.Component:
    """A word after a label; a single control tells screen readers itself, for a group of them its title does."""
    hidden = {} if kind in GROUPED else {"aria_hidden": "true"}
    made = rx.el.span(" (", t(f"kit.form.{word}"), ")", class_name="mark", **hidden)
    if isinstance(shown, bool):
        return made if shown else rx.fragment()
    return rx.cond(shown, made)


def _typed(html_type: str, **props: Any) -> Callable[[Field], rx.Component]:
    def control(field: Field) -> rx.Component:
        return rx.el.input(
            type=html_type, default_value=field.value, auto_complete="off", **props, **field.attributes()
        )

    return control


def _day(field: Field) -> rx.Component:
    """A day; a birth date is typed, and lies behind us, others may be to come alone."""
    part = field.part
    first = last = ""
    if isinstance(part, DateInput) and part.past:
        first, last = EARLIEST, TODAY
    elif isinstance(part, DateInput) and part.coming:
        first = TODAY
    return day_input(field.name, _day_of(field.value), first=first, last=last, **_shown(field))


def _date_time(field: Field) -> rx.Component:
    """A day and a time side by side: a time that does not count is hidden, and kept as it was typed."""
    assert isinstance(field.part, DateTimeInput)
    shown = _shown(field)
    clock = time_input(
        f"{field.name}{TIME}",
        _clock_of(field.value),
        aria_label=t("kit.form.time_of", name=field.label),
        **{**shown, "control_id": f"{field.control_id}{TIME}"},
    )
    day = day_input(field.name, _day_of(field.value), aria_label=t("kit.form.day_of", name=field.label), **shown)
    timed = rx.el.div(clock, class_name="clock", **_offered(field.part.timed_by, field.state))
    return rx.el.div(day, timed, class_name="date-time")


def _day_of(value: rx.Var[str]) -> rx.Var[str]:
    """The day of a value; a text that is none stays whole."""
    return value.split("T")[0]


def _clock_of(value: rx.Var[str]) -> rx.Var[str]:
    parts = value.split("T")
    return rx.cond(parts.length() > 1, parts[1][:5], "")


def _shown(field: Field) -> dict[str, Any]:
    """What the input that is seen needs of a field."""
    attributes = {name: value for name, value in field.attributes().items() if name not in ("name", "custom_attrs")}
    return {"control_id": field.control_id, **attributes}


def _select(field: Field) -> rx.Component:
    part = field.part
    fetched = rx.foreach(_fetched(field), lambda each: rx.el.option(each["label"], value=each["value"]))
    options = (
        [_option(field, part.choices, value) for value in part.values] if isinstance(part, ChoiceInput) else [fetched]
    )
    blank = rx.el.option(t("kit.form.choose"), value="")
    return rx.el.select(blank, *options, default_value=field.value, **field.attributes())


def _fetched(field: Field) -> rx.Var[list[dict[str, str]]]:
    """The choices the form has read from the API."""
    found = field.state.choices
    return rx.cond(found.contains(field.part.name), found[field.part.name], rx.Var.create([]))


def _picture_choice(field: Field) -> rx.Component:
    """Radio buttons with a picture above their text: what is chosen by its look."""
    assert isinstance(field.part, ReferenceInput)
    prefix = field.part.choices

    def choice(each: Row) -> rx.Component:
        control = rx.el.input(
            type="radio",
            name=field.name,
            value=each["value"],
            default_checked=each["value"] == field.value,
            aria_describedby=field.described_by,
        )
        return rx.el.label(
            control,
            picture(each["picture"], "choice-picture"),
            rx.el.span(choice_label(prefix, each["label"]) if prefix else each["label"]),
            class_name="picture-choice",
            key=each["value"],
        )

    return rx.el.div(
        rx.foreach(_fetched(field), choice), class_name="picture-choices", custom_attrs={"id": field.control_id}
    )


def _option(field: Field, choices: str, value: str) -> rx.Component:
    """A choice; where the choices are known at run time only, those that may not be taken are disabled."""
    limits, label = field.state.allowed, choice_label(choices, value)
    shut = limits.contains(field.allowed) & ~limits[field.allowed].contains(value) & (field.value != value)
    told = rx.cond(shut, f"{label} ({field.beyond})", label) if field.beyond is not None else label
    return rx.el.option(told, value=value, disabled=shut)


def _switch(field: Field) -> rx.Component:
    return rx.el.input(
        type="checkbox",
        value="true",
        default_checked=field.value == "true",
        class_name="switch",
        role="switch",
        **field.attributes(),
    )


def _multi_select(field: Field) -> rx.Component:
    """One stop of the Tab key, as radio buttons are: the arrows lead from box to box (roving.js)."""
    chosen = field.value.split(",")
    return _boxes(field, "checkbox", chosen.contains, {"data-roving": "input"})


def _boxes(
    field: Field, html_type: str, checked: Callable[[str], rx.Var[bool]], attributes: dict[str, str] | None = None
) -> rx.Component:
    part = field.part
    assert isinstance(part, ChoiceInput)
    boxes = [_choice(field, part, value, html_type, checked(value)) for value in part.values]
    return rx.el.div(*boxes, class_name="choices", custom_attrs=attributes or {})


def _choice(field: Field, part: ChoiceInput, value: str, html_type: str, checked: rx.Var[bool]) -> rx.Component:
    control = rx.el.input(
        type=html_type,
        value=value,
        default_checked=checked,
        name=field.name,
        aria_describedby=field.described_by,
        custom_attrs={"id": f"f-{field.name}"} if value == part.values[0] else {},
    )
    return rx.el.label(control, choice_label(part.choices, value), class_name="check")


def publication_menu(field: Field, **named: Any) -> rx.Component:
    """Whether the public sees a part of a record: a menu that looks like its badge (assets/styles/lines.css)."""
    part = field.part
    assert isinstance(part, ChoiceInput)
    tones = dict(part.tones)

    def option(value: str) -> rx.Component:
        told = {"data-tone": tones.get(value, "quiet"), **({"data-draft": ""} if value != ONLINE else {})}
        return rx.el.option(choice_label(part.choices, value), value=value, custom_attrs=told)

    options = [option(each) for each in part.values]
    attributes = {**field.attributes(**{"data-marks": ONLINE}), **named}
    return rx.el.select(*options, default_value=field.value, class_name="line-mark", **attributes)


def _reference(field: Field) -> rx.Component:
    return combobox(
        control_id=field.control_id,
        name=field.name,
        value=field.value,
        text=field.text,
        options=field.state.suggestions,
        search=field.state.search,
        invalid=field.invalid,
        described_by=field.described_by,
        required=field.required,
        disabled=field.disabled,
        grouped=field.part.kind == "address",
    )


def _image(field: Field) -> rx.Component:
    part = field.part
    assert isinstance(part, ImageInput)
    return image_input(field.state, field.name, field.described_by, ratio=part.ratio, described=part.described)


_CONTROLS: dict[str, Callable[[Field], rx.Component]] = {
    "text": _typed("text"),
    "email": _typed("email", input_mode="email"),
    "phone": _typed("tel", input_mode="tel"),
    "integer": _typed("text", input_mode="numeric"),
    # They may be negative, and the keyboards for numbers of some phones have no minus.
    "latitude": _typed("text", data_degrees=""),
    "longitude": _typed("text", data_degrees=""),
    "url": _typed("url", input_mode="url", placeholder="https://"),
    "date": _day,
    "day": _day,
    "date_time": _date_time,
    "read_only": lambda field: rx.el.output(field.value, class_name="read-only", custom_attrs={"id": field.control_id}),
    "time": lambda field: time_input(field.name, field.value, **_shown(field)),
    "select": _select,
    "multi_select": _multi_select,
    "switch": _switch,
    "radio": lambda field: _boxes(field, "radio", lambda value: field.value == value),
    "publication": publication_menu,
    "text_area": lambda field: rx.el.textarea(default_value=field.value, rows="5", **field.attributes()),
    "rich_text": rich_text,
    "address": _reference,
    "reference": _reference,
    "picture_choice": _picture_choice,
    "image": _image,
    "file": file_input,
    "attached": lambda field: attached_input(field.state, field.name, field.value, field.described_by),
    "color": lambda field: rx.el.input(
        type="color", default_value=field.value, class_name="swatch", **field.attributes()
    ),
    "kept": lambda field: held_input(field.name, field.value),
}
