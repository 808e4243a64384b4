"""The export of a list: its buttons, and the dialog that asks what is wanted."""

import reflex as rx

from admin_app.kit.declare.resource import Export
from admin_app.kit.lists.state import State
from admin_app.kit.parts.permission_gate import all_of
from admin_app.kit.parts.widgets import button, closes, dialog, held_input, icon, opens, radio
from admin_app.kit.session import may
from admin_app.kit.words.locale import t


def export_button(state: State) -> rx.Component:
    """The button of a list that has an export, for who may use it."""
    part = state.resource.export
    if part is None:
        return rx.fragment()
    ask = button(t("kit.export.open"), "export", symbol="download", custom_attrs=opens(_dialog_id(state)))
    return rx.cond(_offered(part), ask)


def export_dialog(state: State) -> rx.Component:
    """The dialog of both buttons: it stands apart, for one of them is in a menu that is closed most of the time."""
    part = state.resource.export
    return rx.fragment() if part is None else rx.cond(_offered(part), _dialog(state, part))


def export_selection(state: State) -> rx.Component:
    """The same dialog, opened on the selection."""
    part = state.resource.export
    if part is None or part.whole:
        return rx.fragment()
    attributes = {**opens(_dialog_id(state)), "data-picks": "scope=selected"}
    return rx.cond(
        _offered(part), button(t("kit.export.open"), "export-selected", symbol="download", custom_attrs=attributes)
    )


def _offered(part: Export) -> rx.Var[bool]:
    return all_of(map(may, part.permissions), part.flag)


def _dialog_id(state: State) -> str:
    return f"{state.resource.key}-export"


def _dialog(state: State, part: Export) -> rx.Component:
    form = rx.el.form(
        held_input("ids", "", {"data-ids": ""}),
        _scope(state, part),
        _contents(part),
        _formats(),
        rx.el.p(icon("info"), rx.el.span(t(f"{part.words}.note")), class_name="export-note"),
        rx.el.p(icon("book-lock"), rx.el.span(t("kit.export.registered")), class_name="export-note"),
        rx.el.div(
            button(t("kit.actions.cancel"), "cancel-export", custom_attrs=closes(_dialog_id(state))),
            button(t("kit.export.start"), "start-export", symbol="download", tone="primary", type="submit"),
            class_name="row end",
        ),
        on_submit=state.export,
        class_name="export-form",
        custom_attrs={"data-closes": "", "data-anew": ""},
    )
    return dialog(_dialog_id(state), t("kit.export.title"), form)


def _scope(state: State, part: Export) -> rx.Component:
    if part.whole:
        return rx.fragment()
    return rx.cond(state.filters.length() > 0, _scopes(state, filtered=True), _scopes(state, filtered=False))


def _scopes(state: State, *, filtered: bool) -> rx.Component:
    """What may be exported; with filters, what they leave comes first."""
    found = rx.el.span(t("kit.export.rows", count=state.total), class_name="quiet")
    chosen = rx.el.span("0", custom_attrs={"data-count": ""}, class_name="quiet")
    everything = [] if filtered else [" ", found]
    return rx.el.fieldset(
        rx.el.legend(t("kit.export.scope")),
        *([radio("scope", "filtered", t("kit.export.filtered"), " ", found, checked=True)] if filtered else []),
        radio("scope", "selected", t("kit.list.selection"), " ", chosen, needs_selection=True),
        radio("scope", "everything", t("kit.export.everything"), *everything, checked=not filtered),
        key="filtered" if filtered else "whole",
        class_name="options",
    )


def _formats() -> rx.Component:
    return rx.el.fieldset(
        rx.el.legend(t("kit.export.format")),
        _choice("sheet", checked=True),
        _choice("raw"),
        class_name="options",
    )


def _choice(name: str, *, checked: bool = False) -> rx.Component:
    told = rx.el.small(t(f"kit.export.formats.{name}_hint"), class_name="hint")
    return radio("format", name, rx.el.span(t(f"kit.export.formats.{name}"), told), checked=checked)


def _contents(part: Export) -> rx.Component:
    if not part.detail:
        return rx.fragment()
    return rx.el.fieldset(
        rx.el.legend(t("kit.export.content")),
        radio("content", "standard", t(f"{part.words}.standard"), checked=True),
        radio("content", "detailed", t(f"{part.words}.detailed")),
        class_name="options",
    )
