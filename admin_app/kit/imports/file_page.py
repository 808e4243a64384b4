"""The first stage of an import: choosing a file, and what it must hold."""

from typing import Any

import reflex as rx

from admin_app.kit.imports import workbooks
from admin_app.kit.imports.declare import SheetColumn
from admin_app.kit.imports.state import State
from admin_app.kit.parts.file_chooser import file_answers, file_button, file_progress
from admin_app.kit.parts.widgets import Row, button, icon, spinner
from admin_app.kit.script import from_script
from admin_app.kit.words.locale import choice_label, date_var, t

KINDS = (".csv", ".txt", ".tsv", *workbooks.KINDS)
MEDIA_TYPES = ("text/csv", "text/plain", *workbooks.MEDIA_TYPES)
WORDED = ("gender", "flag")
"""Rules that take a word for their figure (`rules.py`): it is the word that is shown."""


def choose_file(state: State, *first: rx.Component) -> rx.Component:
    """The first stage: a file, after what is to be chosen `first`, beside what it must hold."""
    columns = state.resource.columns
    required, optional = ([each for each in columns if each.required is wanted] for wanted in (True, False))
    more = t("imports.optional_columns", count=len(optional))
    return rx.el.div(
        rx.el.div(
            *first,
            rx.el.section(
                rx.el.h2(t("imports.choose_title"), custom_attrs={"id": "choose"}),
                rx.cond(state.task == "read", spinner(t("imports.reading")), _file_input(state)),
                _problem(state),
                rx.el.p(t("imports.next"), class_name="hint"),
                class_name="card",
                aria_labelledby="choose",
            ),
            class_name="import-file",
            custom_attrs={"data-chosen": (state.chosen != "").to_string()},
        ),
        rx.el.section(
            rx.el.div(
                rx.el.h2(t("imports.columns_title"), custom_attrs={"id": "columns"}),
                button(t("imports.template"), "template", symbol="file-down", on_click=state.fetch_template),
                class_name="import-head",
            ),
            rx.el.p(t("imports.columns_text"), class_name="hint"),
            rx.el.h3(t("imports.required_columns")),
            _columns(state, t("imports.required_columns"), required),
            rx.el.details(rx.el.summary(more, icon("chevron-right", 18)), _columns(state, more, optional), open=True),
            class_name="card",
            aria_labelledby="columns",
        ),
        class_name="import-start",
    )


def _records(state: State, column: SheetColumn) -> rx.Component:
    """The records of a short list with their numbers: a file may have either."""
    title = t("imports.records_title", column=t(f"{state.resource.key}.fields.{column.name}"))

    def line(record: Row) -> rx.Component:
        number = t("kit.list.numbered", number=record["value"])
        return rx.el.tr(rx.el.td(record["label"]), rx.el.td(number, class_name="number"))

    table = rx.el.table(
        rx.el.caption(title, class_name="visually-hidden"),
        rx.el.thead(
            rx.el.tr(rx.el.th(t("imports.name"), scope="col"), rx.el.th(t("imports.number"), scope="col")),
            class_name="visually-hidden",
        ),
        rx.el.tbody(rx.foreach(state.records[column.name], line)),
        class_name="wanted-records",
    )
    return rx.cond(
        state.records.contains(column.name),
        rx.el.details(
            rx.el.summary(t("imports.records_open")), rx.el.p(t("imports.records_text"), class_name="hint"), table
        ),
    )


def _problem(state: State) -> rx.Component:
    return rx.cond(
        state.problem != "",
        rx.el.p(icon("circle-alert"), choice_label("kit.upload", state.problem), class_name="failure", role="alert"),
    )


def _file_input(state: State) -> rx.Component:
    """Choose or drop; the script checks what it can before it sends. It waits for what is to be chosen before it."""
    waits = state.resource.target is not None
    button_of_file = file_button(
        accept=",".join((*KINDS, *MEDIA_TYPES)),
        wrong_type=t("kit.upload.file_kind", kinds=", ".join(KINDS)),
        described_by="file-rules",
        symbol="upload",
        tone=rx.cond(state.chosen != "", "primary", "plain") if waits else "primary",
    )
    return rx.el.div(
        icon("file-spreadsheet", 32),
        rx.el.p(t("imports.or_drop"), class_name="for-mouse"),
        button_of_file,
        rx.el.p(t("imports.file_rules"), class_name="hint", custom_attrs={"id": "file-rules"}),
        rx.el.div(
            file_progress(),
            button(t("kit.actions.cancel"), "stop-upload", custom_attrs={"data-stop-sending": ""}),
            class_name="row sending",
        ),
        *file_answers(state.prepare, state.receive(from_script("fileName"))),
        class_name="file-input",
    )


def _columns(state: State, title: rx.Var[str], columns: list[SheetColumn]) -> rx.Component:
    """Columns that must be there, or may: what each is called, what it holds, what that looks like."""
    heads = [rx.el.th(t(f"imports.{each}"), scope="col") for each in ("column", "holds", "example")]
    return rx.el.table(
        rx.el.caption(title, class_name="visually-hidden"),
        rx.el.thead(rx.el.tr(*heads)),
        rx.el.tbody(*[_column(state, each) for each in columns]),
        class_name="wanted-columns",
    )


def _column(state: State, column: SheetColumn) -> rx.Component:
    key = state.resource.key
    said: Any = t(f"{key}.hints.{column.name}") if column.hint else t(f"imports.rules.{column.rule}")
    records = [_records(state, column)] if column.listed else []
    return rx.el.tr(
        rx.el.th(t(f"{key}.fields.{column.name}"), scope="row"),
        rx.el.td(said, *records),
        rx.el.td(_example(state, column), class_name="quiet"),
    )


def _example(state: State, column: SheetColumn) -> Any:
    """What a cell may look like: a word where people write one, of a short list the name of its first record."""
    example = column.example
    if column.rule == "date":
        return date_var(example, "typed")
    if column.rule in WORDED:
        return t(f"imports.examples.{column.rule}.{example}")
    first = state.records[column.name][0]["label"]
    return rx.cond(state.records.contains(column.name), first, example) if column.listed else example
