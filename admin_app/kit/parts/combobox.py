"""Search as you type: the combobox pattern of the ARIA practices, for references and addresses.

The text input asks the server for options; the script opens the list, moves through it by keyboard and writes the
chosen value into the hidden input. A text that was typed but not chosen becomes `?`, which no rule accepts.
"""

from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import LABEL
from admin_app.kit.parts.widgets import Row, Text, held_input, icon_button
from admin_app.kit.words.locale import choice_label, t

UNCHOSEN = "?"


def combobox(
    *,
    control_id: Text,
    name: Text,
    value: Text,
    text: Text,
    options: rx.Var[dict[str, list[dict[str, str]]]],
    search: Any,
    invalid: Text = "false",
    described_by: Text = "",
    required: Text = "false",
    disabled: rx.Var[bool] | bool = False,
    grouped: bool = False,
    attributes: dict[str, Any] | None = None,
) -> rx.Component:
    """A text input with proposals; `options[name]` are `value`, `label` and, when `grouped`, `group`."""
    list_id = f"{control_id}-options"
    return rx.el.div(
        held_input(name, value, {"data-chosen": "", **(attributes or {})}),
        rx.el.input(
            type="text",
            name=f"{name}{LABEL}",
            default_value=text,
            role="combobox",
            disabled=disabled,
            auto_complete="off",
            placeholder=t("kit.form.search_choice"),
            aria_autocomplete="list",
            aria_expanded="false",
            aria_controls=list_id,
            aria_invalid=invalid,
            aria_describedby=described_by,
            aria_required=required,
            on_change=lambda typed: search(name, typed).debounce(300),
            custom_attrs={"id": control_id, "data-text": text},
        ),
        icon_button(
            "x",
            t("kit.actions.clear"),
            "clear-choice",
            disabled=disabled,
            class_name="small clear",
            tab_index=-1,  # a key empties the text as well: Tab goes on to what is to be said next
            custom_attrs={"data-clear": ""},
        ),
        rx.el.ul(
            rx.cond(options.contains(name), rx.foreach(options[name], lambda each: _option(each, grouped))),
            role="listbox",
            hidden=True,
            aria_label=t("kit.form.choose"),
            custom_attrs={"id": list_id},
        ),
        rx.el.p(t("kit.form.no_choice"), class_name="no-choice", hidden=True),
        class_name="combobox",
    )


def filter_combobox(
    param: str,
    label: Text,
    *,
    control_id: str,
    value: rx.Var[str],
    text: Text,
    options: rx.Var[dict[str, list[dict[str, str]]]],
    search: Any,
    grouped: bool = False,
    disabled: rx.Var[bool] | bool = False,
    described_by: Text = "",
) -> rx.Component:
    """A filter that points at something searched for: what is chosen is written in the address under `param`."""
    return rx.el.div(
        rx.el.label(label, html_for=control_id),
        combobox(
            control_id=control_id,
            name=param,
            value=value,
            text=text,
            options=options,
            search=search,
            grouped=grouped,
            disabled=disabled,
            described_by=described_by,
            attributes={"data-param": param, "data-value": value},
        ),
        class_name="filter",
    )


def _option(each: Row, grouped: bool) -> rx.Component:
    group = [rx.el.small(choice_label("kit.points", each["group"]))] if grouped else []
    return rx.el.li(
        rx.el.span(each["label"]),
        *group,
        role="option",
        aria_selected="false",
        key=each["value"],
        custom_attrs={"data-value": each["value"], "data-label": each["label"]},
    )
