"""The page of an import: choose a file, look through its lines and mend them, send them, read what became of each."""

import reflex as rx

from admin_app.kit.imports.file_facts_page import about_file
from admin_app.kit.imports.file_page import choose_file
from admin_app.kit.imports.lines_page import lines_section
from admin_app.kit.imports.report_page import report
from admin_app.kit.imports.state import State
from admin_app.kit.imports.step_bar import step_bar, unfinished_dialog
from admin_app.kit.parts.combobox import combobox
from admin_app.kit.parts.permission_gate import granted, why
from admin_app.kit.parts.widgets import button_link, icon
from admin_app.kit.screen import Screen
from admin_app.kit.session import may
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import t

STYLESHEET = "/imports.css"


def import_screen(state: State, route: str, permission: str, *, parent: str, flag: str | None = None) -> Screen:
    """The screen of an import (IMPORT-1 to IMPORT-15)."""

    def page() -> rx.Component:
        return import_page(state, parent)

    page.__module__ = state.__module__
    busy = rx.cond(state.task == "read", "loading", "ready")
    return Screen(
        route, f"{state.resource.key}.title", page, permission, flag, (state.open,), parent=parent, state=busy
    )


def import_button(route: rx.Var[str] | str, permission: str, label: rx.Var[str] | None = None) -> rx.Component:
    """The way from a list to the import of its records."""
    label = t("imports.import") if label is None else label
    return granted(permission, button_link(label, "import", route, symbol="file-up"), label, "import")


def import_page(state: State, back: str) -> rx.Component:
    """The workbench: one of three stages, and the bar that leads to the next."""
    resource = state.resource
    allowed = may(resource.permission)
    # The screen opens with one permission, the server asks for another (session.yaml, import_relay_points).
    missing = rx.el.div(icon("lock"), rx.el.span(why(resource.permission)), class_name="draft", role="note")
    unfinished = {"data-unfinished": ""}
    checked = rx.el.div(about_file(state), lines_section(state), step_bar(state), custom_attrs=unfinished)
    chosen = [_chosen(state)] if resource.target else []
    return rx.el.div(
        sheet(STYLESHEET),
        _head(state, back),
        rx.cond(allowed, rx.fragment(), missing),
        rx.match(
            state.stage,
            ("check", rx.fragment(*chosen, checked)),
            ("report", rx.fragment(*([_was_chosen(state)] if resource.target else []), report(state))),
            rx.cond(allowed, choose_file(state, *chosen)),
        ),
        unfinished_dialog(),
        class_name="import",
        custom_attrs={"data-testid": "import", "data-stage": state.stage},
    )


def _head(state: State, back: str) -> rx.Component:
    resource = state.resource
    return rx.el.header(
        rx.el.h1(t(f"{resource.key}.title"), tab_index=-1),
        *([rx.el.div(_back(state, back), class_name="row")] if resource.target else []),
        class_name="page-head",
    )


def _back(state: State, back: str) -> rx.Component:
    """The way back to the record that everything goes into; the one above the title leads to the list."""
    label = t(f"{state.resource.key}.back")
    to_record = button_link(label, "back", f"{back}/show/{state.chosen}", symbol="arrow-left")
    return rx.cond(state.chosen != "", to_record)


def _was_chosen(state: State) -> rx.Component:
    """The record that the lines of a report went into: another one would be chosen for nothing."""
    name = rx.cond(state.chosen_name != "", state.chosen_name, t("kit.list.numbered", number=state.chosen))
    told = t("imports.chosen", what=t(f"{state.resource.key}.choose"), name=name)
    return rx.el.p(told, data_testid="import-went-into")


def _chosen(state: State) -> rx.Component:
    """The record that fills a column of every line; the address holds it."""
    resource = state.resource
    box = "import-chosen"
    value = state.chosen
    return rx.el.section(
        rx.el.div(
            rx.el.label(t(f"{resource.key}.choose"), html_for=box),
            combobox(
                control_id=box,
                name=resource.chosen,
                value=value,
                text=state.chosen_name,
                options=state.suggestions,
                search=state.search,
                described_by=f"{box}-hint",
                required="true",
                disabled=state.task != "",
                attributes={"data-param": resource.chosen, "data-value": value},
            ),
            rx.el.p(t(f"{resource.key}.choose_hint"), class_name="hint", custom_attrs={"id": f"{box}-hint"}),
            class_name="field",
        ),
        class_name="card narrow-card",
    )
