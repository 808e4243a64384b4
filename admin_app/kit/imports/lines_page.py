"""The lines of an import: a page of them, every cell an input, with what is wrong and what will become of each."""

from typing import Any

import reflex as rx

from admin_app.kit.imports.declare import Outcome, SheetColumn
from admin_app.kit.imports.host import SIZES
from admin_app.kit.imports.state import State
from admin_app.kit.parts.widgets import Row, anchor, badge, button, empty, entry, icon, icon_button
from admin_app.kit.session import may_read
from admin_app.kit.words.locale import choice_label, date_var, number_var, pick_of, t


def lines_section(state: State) -> rx.Component:
    """The lines, what they can be narrowed to, what the forecast says of them."""
    return rx.el.section(
        rx.el.header(
            rx.el.h2(t("imports.lines", count=state.total), tab_index=-1, custom_attrs={"id": "import-lines"}),
            _tools(state),
            class_name="page-head",
        ),
        _outlooks(state),
        _removed(state),
        lines_table(state),
        pager(state),
        aria_labelledby="import-lines",
    )


def _tools(state: State) -> rx.Component:
    choices = {"": state.total, "faults": state.faulty, "doubts": state.doubts}
    return rx.el.div(
        views(state, choices),
        button(
            t("imports.next_fault"),
            "next-fault",
            symbol="arrow-down",
            on_click=state.next_fault,
            disabled=state.faulty == 0,
        ),
        class_name="row",
    )


def _removed(state: State) -> rx.Component:
    """What was taken out last, said as it goes, and the way to put it back: also by the keys of undoing."""
    said = rx.cond(
        state.removed == 1,
        t("imports.removed", line=state.removed_line),
        t("imports.removed_lines", count=state.removed),
    )
    put_back = button(
        t("imports.put_back"),
        "put-back",
        symbol="undo-2",
        on_click=state.put_back,
        disabled=state.task == "send",
        custom_attrs={"data-undoes": "", "aria-keyshortcuts": "Control+Z"},
    )
    strip = rx.el.div(icon("trash-2"), rx.el.span(said), put_back, class_name="draft", data_testid="removed")
    return rx.el.div(rx.cond(state.removed > 0, strip), role="status")


def views(state: State, choices: dict[str, Any]) -> rx.Component:
    """The choice between all lines and some, with how many there are of each."""

    def view(name: str, count: Any) -> rx.Component:
        return rx.el.button(
            t(f"imports.views.{name or 'all'}", count=count),
            type="button",
            aria_pressed=rx.cond(state.view == name, "true", "false"),
            on_click=state.show(name),
            data_testid=f"action:view-{name or 'all'}",
        )

    return rx.el.div(
        *[view(*each) for each in choices.items()],
        class_name="segmented wide-choice",
        role="group",
        aria_label=t("imports.views.title"),
    )


def _outlooks(state: State) -> rx.Component:
    """What the forecast found, and what it could not look up."""
    unread = rx.cond(
        state.unread.length() > 0,
        rx.el.p(icon("circle-help"), t("imports.unread"), class_name="reason"),
    )
    return rx.el.div(
        foretold(state, role="status"),
        unread,
        rx.cond(
            state.outlooks.length() > 0,
            rx.el.p(t(f"{state.resource.key}.forecast_limits"), class_name="hint"),
        ),
        class_name="outlooks",
    )


def foretold(state: State, **attributes: str) -> rx.Component:
    """How many lines the forecast says the same of."""
    counts = [counted(state.outlooks, "imports.outlooks", each) for each in state.resource.outlooks]
    changed = t("kit.bulk.count", name=t("imports.unforeseen"), number=number_var(state.unforeseen))
    others = rx.cond(state.unforeseen > 0, badge(changed, "quiet"))
    return rx.el.div(*counts, others, class_name="row", **attributes)


def counted(counts: rx.Var[dict[str, int]], words: str, each: Outcome) -> rx.Component:
    """How many lines there are of an outcome, where there are any; `words` is the prefix of what it is called."""
    label = t("kit.bulk.count", name=t(f"{words}.{each.name}"), number=number_var(counts[each.name]))
    return rx.cond(counts.contains(each.name), badge(label, each.tone))


def pager(state: State) -> rx.Component:
    """The pages of the lines, and how many of them a page holds."""

    def turn(key: str, symbol: str, page: Any, end: Any) -> rx.Component:
        label, action = t(key), key.rpartition(".")[2].replace("_", "-")
        return icon_button(symbol, label, action, disabled=end, on_click=state.turn(page))

    sizes = [rx.el.option(str(size), value=str(size)) for size in SIZES]
    return rx.el.footer(
        rx.el.label(
            rx.el.span(t("kit.list.per_page")),
            rx.el.select(*sizes, value=state.size.to_string(), on_change=state.resize),
            class_name="inline",
        ),
        rx.el.nav(
            turn("kit.list.previous_page", "chevron-left", state.page - 1, state.page <= 1),
            rx.el.span(t("kit.list.page", page=state.page, pages=state.pages), class_name="nowrap", role="status"),
            turn("kit.list.next_page", "chevron-right", state.page + 1, state.page >= state.pages),
            aria_label=t("kit.list.pagination"),
            class_name="pager",
        ),
        class_name="list-footer",
    )


# --- the table ---


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
        rx.cond(
            (state.total == 0) & (state.removed == 0),
            empty("file-x-2", rx.cond(state.headed, t("imports.only_names"), t("imports.nothing"))),
            empty("circle-check", t("imports.no_line")),
        ),
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
    # A day reads as the person writes it; what is no day, as it came.
    shown = date_var(row[f"c{at}"], "typed") if column.rule == "date" else row[f"c{at}"]
    wrong = row.contains(f"e{at}")
    return rx.el.td(
        rx.el.input(
            type="text",
            default_value=shown,
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
                "data-value": shown,
                **({"list": f"records-{at}"} if column.listed else {}),
            },
        ),
        # What the record is called that a number refers to.
        *([rx.cond(row.contains(f"n{at}"), rx.el.p(row[f"n{at}"], class_name="called"))] if column.record else []),
        rx.cond(
            wrong,
            rx.el.p(
                pick_of(row, f"e{at}"),
                class_name="field-error",
                custom_attrs={"id": f"{control}-error"},
            ),
        ),
        data_rule=column.rule,
    )


def _offers(state: State) -> list[rx.Component]:
    """The records of the short lists, which the cells of their columns propose."""
    return [
        rx.el.datalist(
            rx.foreach(state.records[column.name], lambda record: rx.el.option(value=record["label"])),
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
        rx.cond(row["outlook"] != "", _outlook(state, row), _unforeseen(state, row)),
    )
    known = rx.cond(row["remark"] != "", badge(choice_label("imports.odd_places", row["remark"]), "warn"), known)
    return rx.cond(
        row.contains("ewidth"),
        _width(state, row),
        rx.cond(row["faulty"] != "", badge(t("imports.wrong"), "bad"), known),
    )


def _unforeseen(state: State, row: Row) -> rx.Component:
    """A line is right, as far as is known here; the API may have refused it as it stands."""
    tone = entry(rx.Var.create(state.resource.tones), row["was"])
    why = pick_of(row, "why")
    refused = rx.el.div(
        badge(choice_label("imports.outcomes", row["was"]), tone),
        rx.cond(why != "", rx.el.p(why, class_name="hint")),
    )
    return rx.cond(row["was"] == "", badge(t("imports.right"), "quiet"), refused)


def _outlook(state: State, row: Row) -> rx.Component:
    tone = entry(rx.Var.create(state.resource.tones), row["outlook"])
    mark = badge(choice_label("imports.outlooks", row["outlook"]), tone)
    there = anchor(
        t("kit.list.numbered", number=row["found"]),
        href=f"{state.resource.records}/show/{row['found']}",
        target="_blank",
        rel="noopener",
        aria_label=t("imports.open_found", id=row["found"]),
    )
    readable = may_read(state.resource.reads)
    return rx.el.div(mark, rx.cond((row["found"] != "") & readable, there), class_name="row nowrap")


def _width(state: State, row: Row) -> rx.Component:
    """Too few or too many cells: nothing is cut off or made up until somebody says so."""
    return rx.el.div(
        badge(t("imports.faults.width"), "bad"),
        rx.cond(row["beyond"] != "", rx.el.p(t("imports.beyond", text=row["beyond"]), class_name="hint")),
        button(t("imports.keep_width"), "keep-width", on_click=state.keep_width(row["line"])),
        class_name="width-fault",
    )
