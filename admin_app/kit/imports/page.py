"""The page of an import: choose a file, look through its lines and mend them, send them, read what became of each."""

from typing import Any

import reflex as rx

from admin_app.kit.imports.columns_page import columns_panel
from admin_app.kit.imports.declare import Outcome
from admin_app.kit.imports.dialogs import RESTART, SEND, restart_dialog, send_dialog, unfinished_dialog
from admin_app.kit.imports.file_page import choose_file
from admin_app.kit.imports.report_page import report
from admin_app.kit.imports.shared_view import pager, progress
from admin_app.kit.imports.state import ImportMixin
from admin_app.kit.imports.table import lines_table
from admin_app.kit.imports.warnings_page import places_map, remarks
from admin_app.kit.parts.combobox import combobox
from admin_app.kit.parts.permission_gate import granted, why
from admin_app.kit.parts.widgets import badge, button, button_link, entry, icon, opens
from admin_app.kit.screen import Screen
from admin_app.kit.session import may
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import choice_label, number_var, t

State = type[ImportMixin]
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
    return rx.el.div(
        sheet(STYLESHEET),
        _head(state, back),
        rx.cond(allowed, rx.fragment(), _missing(state)),
        *([_chosen(state)] if resource.target else []),
        rx.match(
            state.stage,
            ("check", _check(state)),
            ("report", report(state)),
            rx.cond(allowed, choose_file(state)),
        ),
        unfinished_dialog(),
        class_name="import",
        custom_attrs={"data-testid": "import", "data-stage": state.stage},
    )


def _head(state: State, back: str) -> rx.Component:
    resource = state.resource
    return rx.el.header(
        rx.el.h1(t(f"{resource.key}.title"), tab_index=-1),
        rx.el.div(
            button(t("imports.template"), "template", symbol="file-down", on_click=state.fetch_template),
            _back(state, back),
            class_name="row",
        ),
        class_name="page-head",
    )


def _back(state: State, back: str) -> rx.Component:
    """The way back: to the record that everything went into, where there is one."""
    to_list = button_link(t("kit.actions.back_to_list"), "back", back, symbol="arrow-left")
    if not state.resource.target:
        return to_list
    label = t(f"{state.resource.key}.back")
    to_record = button_link(label, "back", f"{back}/show/{state.chosen}", symbol="arrow-left")
    return rx.cond(state.chosen != "", to_record, to_list)


def _missing(state: State) -> rx.Component:
    """The screen opens with one permission, the server asks for another (session.yaml, import_relay_points)."""
    return rx.el.div(icon("lock"), rx.el.span(why(state.resource.permission)), class_name="draft", role="note")


def _chosen(state: State) -> rx.Component:
    """The record that fills a column of every line; the address holds it."""
    resource = state.resource
    box = "import-chosen"
    value = state.chosen
    return rx.el.section(
        rx.el.div(
            rx.el.label(t(f"{resource.key}.choose"), html_for=box),
            rx.el.p(t(f"{resource.key}.choose_hint"), class_name="hint", custom_attrs={"id": f"{box}-hint"}),
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
            class_name="field",
        ),
        class_name="card narrow-card",
    )


# --- the second stage --------------------------------------------------------------


def _check(state: State) -> rx.Component:
    return rx.el.div(
        rx.el.div(
            rx.el.div(_facts(state), remarks(state), columns_panel(state), class_name="import-about"),
            *([places_map(state)] if state.resource.spot else []),
            class_name="import-top",
        ),
        rx.el.section(
            rx.el.header(
                rx.el.h2(t("imports.lines", count=state.total), tab_index=-1, custom_attrs={"id": "import-lines"}),
                _views(state),
                class_name="page-head",
            ),
            _outlooks(state),
            lines_table(state),
            pager(state),
            aria_labelledby="import-lines",
        ),
        _bar(state),
        send_dialog(state),
        custom_attrs={"data-unfinished": ""},
    )


def _facts(state: State) -> rx.Component:
    """What was found out about the file."""

    def fact(label: Any, value: Any, shown: Any = True) -> rx.Component:
        return rx.cond(shown, rx.el.div(rx.el.dt(label), rx.el.dd(value)))

    sheet, blank, tidied = (entry(state.about, name) for name in ("sheet", "blank", "tidied"))
    encoding, separator = entry(state.about, "encoding"), entry(state.about, "separator")
    return rx.el.section(
        rx.el.dl(
            fact(t("imports.facts.name"), entry(state.about, "name")),
            fact(t("imports.facts.sheet"), sheet, sheet != ""),
            fact(t("imports.facts.encoding"), encoding, encoding != ""),
            fact(t("imports.facts.separator"), choice_label("imports.separators", separator), separator != ""),
            fact(t("imports.facts.blank"), number_var(blank), blank != "0"),
            fact(t("imports.facts.tidied"), number_var(tidied), tidied != "0"),
            class_name="facts",
        ),
        class_name="card import-facts",
        aria_label=t("imports.facts.title"),
    )


def _views(state: State) -> rx.Component:
    def view(name: str, label: Any) -> rx.Component:
        return rx.el.button(
            label,
            type="button",
            aria_pressed=rx.cond(state.view == name, "true", "false"),
            on_click=state.show(name),
            data_testid=f"action:view-{name or 'all'}",
        )

    return rx.el.div(
        rx.el.div(
            view("", t("imports.views.all", count=state.total)),
            view("faults", t("imports.views.faults", count=state.faulty)),
            view("doubts", t("imports.views.doubts", count=state.doubts)),
            class_name="segmented wide-choice",
            role="group",
            aria_label=t("imports.views.title"),
        ),
        button(
            t("imports.next_fault"),
            "next-fault",
            symbol="arrow-down",
            on_click=state.next_fault,
            disabled=state.faulty == 0,
        ),
        class_name="row",
    )


def _outlooks(state: State) -> rx.Component:
    """What the forecast found, and what it could not look up."""

    def count(each: Outcome) -> rx.Component:
        label = rx.el.span(t(f"imports.outlooks.{each.name}"), "\u00a0: ", number_var(state.outlooks[each.name]))
        return rx.cond(state.outlooks.contains(each.name), badge(label, each.tone))

    unread = rx.cond(
        state.unread.length() > 0,
        rx.el.p(icon("circle-help"), t("imports.unread"), class_name="reason"),
    )
    return rx.el.div(
        rx.el.div(*map(count, state.resource.outlooks), class_name="row", role="status"),
        unread,
        rx.cond(
            state.outlooks.length() > 0,
            rx.el.p(t(f"{state.resource.key}.forecast_limits"), class_name="hint"),
        ),
        class_name="outlooks",
    )


def _bar(state: State) -> rx.Component:
    """The bar that stays in view: what runs, or what comes next."""
    running = state.task != ""
    ready = state.total - state.faulty
    needs = rx.cond(state.chosen == "", True, ready == 0) if state.resource.target else ready == 0
    steps = rx.fragment(
        button(t("imports.restart"), "restart", symbol="rotate-ccw", custom_attrs=opens(RESTART)),
        button(t("imports.foresee"), "foresee", symbol="telescope", on_click=state.foresee, disabled=ready == 0),
        button(
            rx.cond(ready > 0, t("imports.send", count=ready), t("imports.import")),
            "send",
            symbol="send",
            tone="primary",
            disabled=needs,
            custom_attrs=opens(SEND),
        ),
    )
    faulty = rx.el.span(
        rx.cond(state.faulty > 0, icon("circle-alert", 16), icon("circle-check", 16)),
        rx.cond(state.faulty > 0, t("imports.faulty", count=state.faulty), t("imports.no_fault")),
        class_name=rx.cond(state.faulty > 0, "bar-note bad", "bar-note good"),
        role="status",
    )
    return rx.el.div(
        rx.cond(running, progress(state), rx.fragment(faulty, steps)),
        restart_dialog(state),
        class_name="save-bar",
    )
