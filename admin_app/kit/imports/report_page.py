"""The last stage of an import: what became of every line, and what can be done next."""

from typing import Any

import reflex as rx

from admin_app.kit.imports.declare import Outcome
from admin_app.kit.imports.shared_view import pager, progress
from admin_app.kit.imports.state import ImportMixin
from admin_app.kit.imports.table import report_table
from admin_app.kit.parts.permission_gate import granted
from admin_app.kit.parts.widgets import badge, button, icon
from admin_app.kit.words.locale import number_var, t

State = type[ImportMixin]


def report(state: State) -> rx.Component:
    """What became of the lines, counted and one by one."""

    def count(each: Outcome) -> rx.Component:
        label = rx.el.span(t(f"imports.counted.{each.name}"), "\u00a0: ", number_var(state.outcomes[each.name]))
        return rx.cond(state.outcomes.contains(each.name), badge(label, each.tone))

    left = state.kept > 0
    return rx.el.section(
        rx.el.h2(t("imports.report.title"), tab_index=-1, custom_attrs={"id": "import-report"}),
        rx.el.div(*map(count, state.resource.outcomes), class_name="row", role="status", data_testid="outcomes"),
        rx.cond(
            state.outcomes.contains("uncertain"),
            rx.el.p(icon("circle-help"), t("imports.report.uncertain"), class_name="reason"),
        ),
        *([rx.el.p(t(f"{state.resource.key}.report"), class_name="hint")] if state.resource.target else []),
        *([_follow(state)] if state.resource.follow else []),
        rx.el.div(
            button(t("imports.report.file"), "report-file", symbol="file-down", on_click=state.fetch_report),
            rx.cond(
                left,
                rx.fragment(
                    button(
                        t("imports.report.refused_file", count=state.kept),
                        "refused-file",
                        symbol="file-down",
                        on_click=state.fetch_refused,
                    ),
                    button(
                        t("imports.report.mend", count=state.kept),
                        "mend",
                        symbol="pencil",
                        on_click=state.mend_refused,
                    ),
                ),
            ),
            button(t("imports.again"), "again", symbol="file-up", tone="primary", on_click=state.restart),
            class_name="row",
        ),
        rx.el.div(
            _report_view(state, "", t("imports.views.all", count=state.total)),
            _report_view(state, "kept", t("imports.views.kept", count=state.kept)),
            class_name="segmented wide-choice",
            role="group",
            aria_label=t("imports.views.title"),
        ),
        report_table(state),
        pager(state),
        class_name="import-report",
        aria_labelledby="import-report",
    )


def _follow(state: State) -> rx.Component:
    """What is offered for some lines, with what it does."""
    key, follow = state.resource.key, state.resource.follow
    assert follow is not None
    label = t(f"{key}.follow.act", count=state.followed)
    offer = rx.el.div(
        icon("users", 20),
        rx.el.div(
            rx.el.strong(t(f"{key}.follow.title", count=state.followed)), rx.el.p(t(f"{key}.follow.text")), role="note"
        ),
        granted(follow.permission, button(label, "follow", tone="primary", on_click=state.follow), label, "follow"),
        class_name="import-follow",
    )
    return rx.cond(
        state.task == "follow",
        rx.el.div(progress(state), class_name="import-follow"),
        rx.cond(state.followed > 0, offer),
    )


def _report_view(state: State, name: str, label: Any) -> rx.Component:
    return rx.el.button(
        label,
        type="button",
        aria_pressed=rx.cond(state.view == name, "true", "false"),
        on_click=state.show(name),
        data_testid=f"action:view-{name or 'all'}",
    )
