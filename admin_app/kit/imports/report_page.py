"""The last stage of an import: what became of every line, and what can be done next."""

from typing import Any

import reflex as rx

from admin_app.kit.imports.lines_page import counted, pager, views
from admin_app.kit.imports.state import State
from admin_app.kit.imports.step_bar import progress
from admin_app.kit.parts.permission_gate import granted
from admin_app.kit.parts.widgets import Row, anchor, badge, button, entry, icon
from admin_app.kit.session import may_read
from admin_app.kit.words.locale import choice_label, pick_of, t


def report(state: State) -> rx.Component:
    """What became of the lines, counted and one by one."""
    counts = [counted(state.outcomes, "imports.counted", each) for each in state.resource.outcomes]
    left, unsure = state.missing > 0, state.uncertain > 0
    return rx.el.section(
        rx.el.h2(t("imports.report.title"), tab_index=-1, custom_attrs={"id": "import-report"}),
        rx.el.div(*counts, class_name="row", role="status", data_testid="outcomes"),
        rx.cond(
            unsure,
            rx.el.p(icon("circle-help"), t("imports.report.uncertain"), class_name="reason"),
        ),
        *([rx.el.p(t(f"{state.resource.key}.report"), class_name="hint")] if state.resource.target else []),
        *([_follow(state)] if state.resource.follow else []),
        rx.el.div(
            rx.cond(
                unsure,
                button(
                    t("imports.report.look", count=state.uncertain),
                    "look-uncertain",
                    symbol="circle-help",
                    tone="primary",
                    on_click=state.show("uncertain"),
                ),
            ),
            button(t("imports.report.file"), "report-file", symbol="file-down", on_click=state.fetch_report),
            rx.cond(
                left,
                rx.fragment(
                    button(
                        t("imports.report.refused_file", count=state.missing),
                        "refused-file",
                        symbol="file-down",
                        on_click=state.fetch_refused,
                    ),
                    button(
                        t("imports.report.mend", count=state.missing),
                        "mend",
                        symbol="pencil",
                        tone=rx.cond(unsure, "plain", "primary"),
                        on_click=state.mend_refused,
                    ),
                ),
            ),
            button(
                t("imports.again"),
                "again",
                symbol="file-up",
                tone=rx.cond(left, "plain", "primary"),
                on_click=state.restart,
            ),
            class_name="row",
        ),
        views(state, {"": state.total, "missing": state.missing - state.uncertain, "uncertain": state.uncertain}),
        _report_table(state),
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


def _report_table(state: State) -> rx.Component:
    """What became of every line, in the person's language; a line whose record is known leads to it."""
    readable = may_read(state.resource.reads)

    def head(name: str) -> rx.Component:
        return rx.el.th(t(f"imports.report.{name}"), scope="col")

    def line(row: Row) -> rx.Component:
        tone: Any = entry(rx.Var.create(state.resource.tones), row["outcome"])
        detail = pick_of(row, "detail")
        return rx.el.tr(
            rx.el.th(row["line"], scope="row", class_name="line-number"),
            rx.el.td(rx.cond((row["found"] != "") & readable, _record(state, row), row["label"])),
            rx.el.td(
                badge(choice_label("imports.outcomes", row["outcome"]), tone),
                rx.cond(detail != "", rx.el.p(detail, class_name="hint")),
            ),
            key=row["line"],
            data_testid="row",
            data_id=row["line"],
            data_outcome=row["outcome"],
        )

    return rx.el.div(
        rx.el.table(
            rx.el.caption(t("imports.report.table"), class_name="visually-hidden"),
            rx.el.thead(
                rx.el.tr(
                    rx.el.th(icon("hash", 14), rx.el.span(t("imports.report.line"), class_name="visually-hidden")),
                    *[head(name) for name in ("label", "outcome")],
                )
            ),
            rx.el.tbody(rx.foreach(state.lines, line)),
            class_name="table",
        ),
        class_name="table-scroll",
        tab_index=0,
        role="region",
        aria_label=t("imports.report.table"),
    )


def _record(state: State, row: Row) -> rx.Component:
    """The record of a line."""
    return anchor(
        row["label"],
        href=f"{state.resource.records}/show/{row['found']}",
        target="_blank",
        rel="noopener",
        title=t("imports.open_found", id=row["found"]),
    )
