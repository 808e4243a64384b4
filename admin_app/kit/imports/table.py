"""The two tables of an import: lines that can be mended in place, and what became of each."""

from typing import Any

import reflex as rx

from admin_app.kit.imports.declare import SheetColumn
from admin_app.kit.imports.state import ImportMixin
from admin_app.kit.parts.widgets import anchor, badge, button, empty, entry, icon, icon_button
from admin_app.kit.session import may_read
from admin_app.kit.words.locale import choice_label, pick_of, t

State = type[ImportMixin]
Row = rx.Var[dict[str, str]]


def lines_table(state: State) -> rx.Component:
    """A page of the lines, every cell an input."""
    columns = state.resource.columns
    heads = [_head(state, at, column) for at, column in enumerate(columns)]
    table = rx.el.table(
        rx.el.caption(t("imports.table"), class_name="visually-hidden"),
        rx.el.thead(
            rx.el.tr(
                rx.el.th(t("imports.report.line"), scope="col", class_name="line-number"),
                rx.el.th(t("imports.state"), scope="col"),
                *heads,
                rx.el.th(rx.el.span(t("kit.actions.remove"), class_name="visually-hidden"), scope="col"),
            )
        ),
        rx.el.tbody(rx.foreach(state.lines, lambda row: _line(state, row))),
        class_name="table sheet",
    )
    return rx.cond(
        state.shown > 0,
        rx.el.div(
            table, *_offers(state), class_name="table-scroll", aria_busy=rx.cond(state.task == "send", "true", "false")
        ),
        empty("circle-check", t("imports.no_line")),
    )


def _head(state: State, at: int, column: SheetColumn) -> rx.Component:
    star = [rx.el.span(" *", class_name="required", title=t("imports.required"))] if column.required else []
    return rx.el.th(t(f"{state.resource.key}.fields.{column.name}"), *star, scope="col", custom_attrs={"id": f"h{at}"})


def _line(state: State, row: Row) -> rx.Component:
    cells = [_cell(state, row, at, column) for at, column in enumerate(state.resource.columns)]
    remove = icon_button(
        "trash-2",
        t("imports.remove", line=row["line"]),
        "remove-line",
        on_click=state.remove(row["line"]),
        disabled=state.task == "send",
        class_name="small",
    )
    return rx.el.tr(
        rx.el.th(row["line"], scope="row", class_name="line-number", custom_attrs={"id": f"n{row['line']}"}),
        rx.el.td(_state_of(state, row)),
        *cells,
        rx.el.td(rx.el.div(remove, class_name="row-actions")),
        key=row["line"],
        data_testid="row",
        data_id=row["line"],
        data_faulty=rx.cond(row["faulty"] != "", "true", "false"),
    )


def _cell(state: State, row: Row, at: int, column: SheetColumn) -> rx.Component:
    if column.name == state.resource.chosen:
        return rx.el.td(row[f"c{at}"], class_name="number")
    control = f"cell-{row['line']}-{at}"
    wrong = row.contains(f"e{at}")
    return rx.el.td(
        rx.el.input(
            type="text",
            default_value=row[f"c{at}"],
            auto_complete="off",
            spell_check=False,
            read_only=state.task == "send",
            aria_labelledby=f"h{at} n{row['line']}",
            aria_invalid=rx.cond(wrong, "true", "false"),
            aria_describedby=rx.cond(wrong, f"{control}-error", ""),
            on_blur=lambda text: state.commit(row["line"], str(at), text),
            custom_attrs={
                "id": control,
                "data-cell": "",
                "data-value": row[f"c{at}"],
                **({"list": f"records-{at}"} if column.listed else {}),
            },
        ),
        *([_called(row, at)] if column.record else []),
        rx.cond(
            wrong,
            rx.el.p(
                choice_label("imports.faults", entry(row, f"e{at}")),
                class_name="field-error",
                custom_attrs={"id": f"{control}-error"},
            ),
        ),
        data_rule=column.rule,
    )


def _called(row: Row, at: int) -> rx.Component:
    """What the record is called that a number refers to."""
    return rx.cond(row.contains(f"n{at}"), rx.el.p(entry(row, f"n{at}"), class_name="called"))


def _offers(state: State) -> list[rx.Component]:
    """The records of the short lists, which the cells of their columns propose."""
    return [
        rx.el.datalist(
            rx.foreach(
                state.records[column.name].to(list[dict[str, str]]),  # pyright: ignore[reportAttributeAccessIssue]
                lambda record: rx.el.option(value=record["label"]),
            ),
            custom_attrs={"id": f"records-{at}"},
        )
        for at, column in enumerate(state.resource.columns)
        if column.listed
    ]


def _state_of(state: State, row: Row) -> rx.Component:
    """Whether a line is right, and what will become of it."""
    known = rx.cond(
        row["twin"] != "",
        badge(t("imports.twin_of", line=row["twin"]), "warn"),
        rx.cond(row["outlook"] != "", _outlook(state, row), badge(t("imports.right"), "quiet")),
    )
    known = rx.cond(row["remark"] != "", badge(choice_label("imports.odd_places", row["remark"]), "warn"), known)
    return rx.cond(
        row.contains("ewidth"),
        _width(state, row),
        rx.cond(row["faulty"] != "", badge(t("imports.wrong"), "bad"), known),
    )


def _outlook(state: State, row: Row) -> rx.Component:
    tone = entry(rx.Var.create(state.resource.tones), row["outlook"])
    mark = badge(choice_label("imports.outlooks", row["outlook"]), tone)
    there = anchor(
        f"#{row['found']}",
        href=f"{state.resource.records}/show/{row['found']}",
        target="_blank",
        rel="noopener",
        aria_label=t("imports.open_found", id=row["found"]),
    )
    readable = may_read(state.resource.reads)
    return rx.el.div(mark, rx.cond((row["found"] != "") & readable, there), class_name="row nowrap")


def _record(state: State, row: Row) -> rx.Component:
    """The record of a line."""
    return anchor(
        row["label"],
        href=f"{state.resource.records}/show/{row['found']}",
        target="_blank",
        rel="noopener",
        title=t("imports.open_found", id=row["found"]),
    )


def _width(state: State, row: Row) -> rx.Component:
    """Too few or too many cells: nothing is cut off or made up until somebody says so."""
    return rx.el.div(
        badge(t("imports.faults.width"), "bad"),
        rx.cond(row["beyond"] != "", rx.el.p(t("imports.beyond", text=row["beyond"]), class_name="hint")),
        button(t("imports.keep_width"), "keep-width", on_click=state.keep_width(row["line"])),
        class_name="width-fault",
    )


def report_table(state: State) -> rx.Component:
    """What became of every line, in the person's language; a line whose record is known leads to it."""
    readable = may_read(state.resource.reads)

    def head(name: str) -> rx.Component:
        return rx.el.th(t(f"imports.report.{name}"), scope="col")

    def line(row: Row) -> rx.Component:
        tone: Any = entry(rx.Var.create(state.resource.tones), row["outcome"])
        return rx.el.tr(
            rx.el.th(row["line"], scope="row", class_name="line-number"),
            rx.el.td(rx.cond((row["found"] != "") & readable, _record(state, row), row["label"])),
            rx.el.td(badge(choice_label("imports.outcomes", row["outcome"]), tone)),
            rx.el.td(pick_of(row, "detail"), class_name="wide-text"),
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
                    *[head(name) for name in ("label", "outcome", "detail")],
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
