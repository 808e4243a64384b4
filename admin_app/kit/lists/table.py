"""The table of a list. On a phone each row stands as a card: its name on top, each value below its head.

The roles of the table are written out, because the display of a card would drop them.
"""

from collections.abc import Callable, Mapping
from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import Column
from admin_app.kit.declare.resource import Resource
from admin_app.kit.lists.masking import MASKED
from admin_app.kit.lists.state import State
from admin_app.kit.parts.cells import cell
from admin_app.kit.parts.widgets import anchor, copy_button, entry, icon, icon_link, link
from admin_app.kit.session import may
from admin_app.kit.words.locale import t

RowActions = Callable[[rx.Var[dict[str, str]]], list[Any]]
Cells = Mapping[str, Callable[[rx.Var[dict[str, str]]], rx.Component]]
"""What stands in the cells of some columns instead of their value, by field."""


def list_table(state: State, row_actions: RowActions | None, cells: Cells, skeleton_rows: int) -> rx.Component:
    """The rows of a list, or their outlines until they are there."""
    resource = state.resource
    busy = rx.cond(state.loaded & (~rx.State.is_hydrated | state.loading), "true", "false")
    return rx.el.div(
        rx.el.table(
            rx.el.caption(t(f"{resource.key}.title"), class_name="visually-hidden"),
            rx.el.thead(
                rx.el.tr(
                    *([_select_page()] if resource.selectable else []),
                    *[_head_cell(state, resource, each) for each in resource.columns],
                    _actions_head(),
                    role="row",
                    data_label=t("kit.list.sort_by"),
                ),
                role="rowgroup",
            ),
            rx.el.tbody(
                rx.cond(
                    state.loaded,
                    rx.foreach(state.rows, lambda row, index: _row(state, row, index, row_actions, cells)),
                    rx.foreach(list(range(skeleton_rows)), lambda number: _skeleton_row(resource)),
                ),
                role="rowgroup",
            ),
            class_name="table stacks",
            role="table",
            aria_busy=busy,
        ),
        class_name="table-scroll",
        role="region",
        aria_label=t(f"{resource.key}.title"),
        tab_index=0,
    )


def sort_control(state: State) -> rx.Component:
    """The order as one choice, where the heads of columns are not seen: on a phone (assets/styles/phone-lists.css)."""
    sortable = [column for column in state.resource.columns if column.sort]
    if not sortable:
        return rx.fragment()
    labels = {column.name: t(state.resource.label(column.field)) for column in sortable}
    options = [
        rx.el.option(t(f"kit.list.order.{way}", name=label), value=f"{sign}{name}")
        for name, label in labels.items()
        for way, sign in (("up", ""), ("down", "-"))
    ]
    if state.resource.default_sort.removeprefix("-") not in labels:
        options.insert(0, rx.el.option(t("kit.list.order.usual"), value=state.resource.default_sort))
    return rx.el.label(
        icon("arrow-down-up", 16),
        rx.el.span(t("kit.list.sort_by"), class_name="visually-hidden"),
        rx.el.select(*options, custom_attrs={"data-param": "sort", "data-value": state.sort}),
        class_name="list-sort",
    )


def _select_page() -> rx.Component:
    box = rx.el.input(type="checkbox", aria_label=t("kit.list.select_page"), custom_attrs={"data-select-page": ""})
    return rx.el.th(box, scope="col", role="columnheader", class_name="narrow", custom_attrs={"data-select-cell": ""})


def _actions_head() -> rx.Component:
    label = rx.el.span(t("kit.list.actions"), class_name="visually-hidden")
    return rx.el.th(label, scope="col", role="columnheader", class_name="narrow")


def _of(state: State, column: Column) -> dict[str, Any]:
    """Of which column a cell is, and whether that is shown."""
    return {"data_col": column.name} | ({} if column.main else {"hidden": ~state.shown_columns.contains(column.name)})


def _head_cell(state: State, resource: Resource, column: Column) -> rx.Component:
    label = t(resource.label(column.field))
    if not column.sort:
        return rx.el.th(label, scope="col", role="columnheader", **_of(state, column), data_kind=column.kind)
    up, down = state.sort == column.name, state.sort == f"-{column.name}"
    return rx.el.th(
        link(
            label,
            rx.cond(up, icon("arrow-up", 14), rx.cond(down, icon("arrow-down", 14), icon("chevrons-up-down", 14))),
            to=state.hrefs[f"sort:{column.name}"],
            class_name="sort",
            data_testid=f"action:sort:{column.name}",
        ),
        scope="col",
        role="columnheader",
        **_of(state, column),
        data_kind=column.kind,
        aria_sort=rx.cond(up, "ascending", rx.cond(down, "descending", "none")),
    )


def _row(
    state: State, row: rx.Var[dict[str, str]], index: rx.Var[int], row_actions: RowActions | None, cells: Cells
) -> rx.Component:
    """A row keeps its place and its elements while the records change: only what differs is written.

    What a feature puts there goes with its record, since it may hold a choice; the script marks again what it marks.
    """
    resource = state.resource
    extra = [rx.fragment(*row_actions(row), key=row["id"])] if row_actions else []
    return rx.el.tr(
        *([_select_row(row)] if resource.selectable else []),
        *[_cell(state, column, row, cells) for column in resource.columns],
        rx.el.td(rx.el.div(*extra, _edit(state, row), class_name="row-actions"), role="cell", class_name="narrow"),
        role="row",
        key=index,
        data_testid="row",
        data_id=row["id"],
    )


def _select_row(row: rx.Var[dict[str, str]]) -> rx.Component:
    label = t("kit.list.select_row", name=row["_name"])
    attributes = {"data-select": row["id"], "data-name": row["_name"]}
    box = rx.el.input(type="checkbox", aria_label=label, custom_attrs=attributes)
    return rx.el.td(box, role="cell", class_name="narrow", custom_attrs={"data-select-cell": ""})


def _cell(state: State, column: Column, row: rx.Var[dict[str, str]], cells: Cells) -> rx.Component:
    """The main cell is a real link to the record, the row's header for screen readers. What else the record is called
    by leads there too, as no second stop of the Tab key; the script has it follow the first (assets/kit/rows.js)."""
    if not column.main:
        special = cells.get(column.field)
        shown = rx.fragment(special(row), key=row["id"]) if special else _value(state, column, row)
        if column.named:
            shown = anchor(shown, href=row["_href"], tab_index=-1, class_name="also-link")
        named = {"class_name": "named"} if column.named else {}
        label = t(state.resource.label(column.field))
        return rx.el.td(shown, role="cell", **_of(state, column), data_kind=column.kind, data_label=label, **named)
    opened = link(_value(state, column, row), to=row["_href"], class_name="main-link", data_testid="action:open")
    return rx.el.th(opened, scope="row", role="rowheader", data_col=column.name)


def _value(state: State, column: Column, row: rx.Var[dict[str, str]]) -> rx.Component:
    """A cell of a list; one that hides something is a button that shows it, and then one that copies it."""
    if not column.hides or column.main:
        return cell(column, row)
    names = {"field": t(state.resource.label(column.field)), "name": row["_name"]}
    label = t("kit.mask.reveal", **names)
    copied = copy_button(row[column.name], t("kit.mask.copy", **names))
    shown = rx.el.div(cell(column, row), rx.cond(row[column.name] != "", copied), class_name="with-copy")
    covered = rx.el.button(
        rx.el.span(row[column.name], aria_hidden="true"),
        icon("eye", 15),
        type="button",
        aria_label=label,
        title=label,
        class_name="masked",
        data_testid=f"action:reveal:{column.name}",
        on_click=state.reveal(row["id"], column.name),
    )
    return rx.cond((entry(row, MASKED) != "") & (row[column.name] != ""), covered, shown)


def _edit(state: State, row: rx.Var[dict[str, str]]) -> rx.Component:
    resource = state.resource
    if not resource.may.update or not resource.route:
        return rx.fragment()
    edit = icon_link("pencil", t("kit.actions.edit"), "edit", f"{resource.route}/{row['id']}")
    allowed = may(resource.may.update) | state.own_ids.contains(row["id"])
    return rx.cond(allowed & (row["_editable"] != "") if resource.editable else allowed, edit)


def _skeleton_row(resource: Resource) -> rx.Component:
    bars = [
        rx.el.td(rx.el.span(class_name="bar"), data_col=column.name) for column in resource.columns if not column.hidden
    ]
    ends = [rx.el.td() for _ in range(1 + resource.selectable)]
    return rx.el.tr(*ends[1:], *bars, ends[0], class_name="skeleton", aria_hidden="true")
