"""The first stage of an import: choosing a file, and what it must hold."""

from typing import Any

import reflex as rx

from admin_app.kit.imports import workbooks
from admin_app.kit.imports.declare import SheetColumn
from admin_app.kit.imports.state import ImportMixin
from admin_app.kit.parts.file_chooser import file_answers, file_button, file_progress
from admin_app.kit.parts.widgets import button, icon, spinner
from admin_app.kit.script import from_script
from admin_app.kit.words.locale import choice_label, t

State = type[ImportMixin]
KINDS = (".csv", ".txt", ".tsv", *workbooks.KINDS)
MEDIA_TYPES = ("text/csv", "text/plain", *workbooks.MEDIA_TYPES)


def choose_file(state: State) -> rx.Component:
    """The first stage: a file, and what it must hold."""
    return rx.el.div(
        rx.el.section(
            rx.el.h2(t("imports.choose_title"), custom_attrs={"id": "choose"}),
            rx.cond(state.task == "read", spinner(t("imports.reading")), _file_input(state)),
            _problem(state),
            class_name="card",
            aria_labelledby="choose",
        ),
        rx.el.section(
            rx.el.h2(t("imports.columns_title"), custom_attrs={"id": "columns"}),
            rx.el.p(t("imports.columns_text", count=len(state.resource.columns)), class_name="hint"),
            _columns(state),
            class_name="card",
            aria_labelledby="columns",
        ),
        *[_records(state, at, column) for at, column in enumerate(state.resource.columns) if column.listed],
    )


def _records(state: State, at: int, column: SheetColumn) -> rx.Component:
    """The records of a short list with their numbers: a file may have either."""
    field = t(f"{state.resource.key}.fields.{column.name}")
    known = state.records[column.name].to(list[dict[str, str]])  # pyright: ignore[reportAttributeAccessIssue]
    line = lambda record: rx.el.tr(rx.el.td(record["value"], class_name="number"), rx.el.td(record["label"]))  # noqa: E731
    table = rx.el.table(
        rx.el.caption(t("imports.records_title", column=field), class_name="visually-hidden"),
        rx.el.thead(rx.el.tr(rx.el.th(t("imports.number"), scope="col"), rx.el.th(t("imports.name"), scope="col"))),
        rx.el.tbody(rx.foreach(known, line)),
        class_name="table",
    )
    return rx.cond(
        state.records.contains(column.name),
        rx.el.div(
            rx.el.h2(t("imports.records_title", column=field), custom_attrs={"id": f"records-of-{at}"}),
            rx.el.p(t("imports.records_text"), class_name="hint"),
            rx.el.div(table, class_name="table-scroll", tab_index=0, role="region", aria_labelledby=f"records-of-{at}"),
            class_name="card import-records",
        ),
    )


def _problem(state: State) -> rx.Component:
    return rx.cond(
        state.problem != "",
        rx.el.p(icon("circle-alert"), choice_label("kit.upload", state.problem), class_name="failure", role="alert"),
    )


def _file_input(state: State) -> rx.Component:
    """Choose or drop; the script checks what it can before it sends."""
    button_of_file = file_button(
        accept=",".join((*KINDS, *MEDIA_TYPES)),
        wrong_type=t("kit.upload.file_kind", kinds=", ".join(KINDS)),
        described_by="file-rules",
        symbol="upload",
        tone="primary",
    )
    return rx.el.div(
        icon("file-spreadsheet", 36),
        button_of_file,
        rx.el.p(t("imports.or_drop")),
        rx.el.p(t("imports.file_rules"), class_name="hint", custom_attrs={"id": "file-rules"}),
        rx.el.div(
            file_progress(),
            button(t("kit.actions.cancel"), "stop-upload", custom_attrs={"data-stop-sending": ""}),
            class_name="row sending",
        ),
        *file_answers(state.prepare, state.receive(from_script("fileName"))),
        class_name="file-input",
    )


def _columns(state: State) -> rx.Component:
    """What the file must hold, in this order."""
    key = state.resource.key

    def line(column: Any) -> rx.Component:
        needed = rx.el.span(t("imports.required"), class_name="required")
        said = t(f"{key}.hints.{column.name}") if column.hint else t(f"imports.rules.{column.rule}")
        return rx.el.li(
            rx.el.strong(t(f"{key}.fields.{column.name}")),
            *([needed] if column.required else []),
            rx.el.span(said, class_name="quiet"),
        )

    return rx.el.ol(*[line(column) for column in state.resource.columns], class_name="column-list")
