"""The page of a list: title and actions, filters and their chips, the table, the pages, the selection bar."""

from collections.abc import Callable, Mapping
from typing import Any

import reflex as rx

from admin_app.kit import maps
from admin_app.kit.bulk_page import bulk_bar
from admin_app.kit.export_view import export_button, export_selection
from admin_app.kit.filters import chips, filter_bar
from admin_app.kit.lists import DEFAULT_PAGE_SIZE, PAGE_SIZES, ListMixin
from admin_app.kit.locale import t
from admin_app.kit.masking import list_cell, mask_toggle
from admin_app.kit.reasons import granted
from admin_app.kit.resource import Column, Resource
from admin_app.kit.session import Session
from admin_app.kit.shortcuts import remark, shortcut_bar
from admin_app.kit.widgets import (
    button,
    button_link,
    data_state,
    empty,
    error_card,
    icon,
    icon_button,
    icon_link,
    link,
)

SKELETON_ROWS = DEFAULT_PAGE_SIZE
State = type[ListMixin]
RowActions = Callable[[rx.Var[dict[str, str]]], list[Any]]
Cells = Mapping[str, Callable[[rx.Var[dict[str, str]]], rx.Component]]
"""What stands in the cells of some columns instead of their value, by field."""


def list_state(state: State) -> rx.Var[str]:
    """The `data-state` of a list."""
    return data_state(state, rx.cond(state.total == 0, "empty", "ready"))


def list_page(
    state: State,
    *,
    row_actions: RowActions | None = None,
    actions: tuple[Any, ...] = (),
    selection_actions: tuple[Any, ...] = (),
    lead: tuple[Any, ...] = (),
    below: tuple[Any, ...] = (),
) -> rx.Component:
    """A list of `state.resource`; `row_actions` adds controls to each row, `actions` to the head of the page,
    `selection_actions` to the bar of the selection (what is done row by row is declared on the state: `bulk`);
    `lead` goes below the head.
    """
    resource = state.resource
    return rx.el.div(
        _head(state, resource, actions),
        *lead,
        *list_body(state, row_actions=row_actions, selection_actions=selection_actions),
        *below,
        class_name="list",
        custom_attrs={"data-list": resource.key},
    )


def list_body(
    state: State,
    *,
    row_actions: RowActions | None = None,
    cells: Cells | None = None,
    skeleton_rows: int = SKELETON_ROWS,
    selection_actions: tuple[Any, ...] = (),
) -> list[rx.Component]:
    """A list without its head: filters, rows and pages."""
    resource = state.resource
    return [
        filter_bar(state),
        shortcut_bar(state),
        chips(state),
        remark(state),
        rx.cond(
            state.problem != "",
            error_card(
                t("kit.list.error_title"),
                state.problem,
                button(t("kit.actions.retry"), "retry", symbol="rotate-cw", on_click=state.load),
            ),
        ),
        bulk_bar(state, (export_selection(state), *selection_actions)),
        _map(state, resource),
        rx.cond(
            state.loaded & (state.total == 0),
            _nothing(state, resource),
            rx.cond(
                state.loaded | (state.problem == ""),
                _table(state, resource, row_actions, cells or {}, skeleton_rows),
            ),
        ),
        _footer(state),
    ]


def _head(state: State, resource: Resource, actions: tuple[Any, ...]) -> rx.Component:
    return rx.el.header(
        rx.el.h1(t(f"{resource.key}.title"), tab_index=-1),
        rx.el.div(
            *([maps.views(state)] if resource.place else []),
            *actions,
            mask_toggle(state),
            export_button(state),
            column_chooser(resource),
            _create(resource, told=True),
            class_name="row",
        ),
        class_name="page-head",
    )


def _map(state: State, resource: Resource) -> rx.Component:
    if resource.place is None:
        return rx.fragment()
    return rx.cond(state.view == "map", maps.list_map(state, resource.place))


def _create(resource: Resource, *, told: bool = False) -> rx.Component:
    """The way to a new record; `told` says why it is shut."""
    if not resource.may.create or not resource.route:
        return rx.fragment()
    label = t(f"{resource.key}.create")
    made = button_link(label, "create", f"{resource.route}/create", symbol="plus", tone="primary")
    if told:
        return granted(resource.may.create, made, label, "create")
    return rx.cond(Session.permissions.contains(resource.may.create), made)


def column_chooser(resource: Resource) -> rx.Component:
    """Which columns are shown is remembered by the browser; the script hides the others."""
    boxes = [
        rx.el.label(
            rx.el.input(
                type="checkbox",
                default_checked=not column.hidden,
                custom_attrs={"data-column": column.name},
            ),
            t(resource.label(column.field)),
            class_name="check",
        )
        for column in resource.columns
        if not column.main
    ]
    return rx.el.details(
        rx.el.summary(
            icon("columns-3"),
            rx.el.span(t("kit.list.columns")),
            class_name="button plain",
            data_testid="action:columns",
        ),
        rx.el.fieldset(rx.el.legend(t("kit.list.choose_columns")), *boxes, class_name="popup"),
        class_name="dropdown",
        custom_attrs={"data-columns": resource.key},
    )


def _table(
    state: State, resource: Resource, row_actions: RowActions | None, cells: Cells, skeleton_rows: int
) -> rx.Component:
    busy = rx.cond(state.loaded & (~rx.State.is_hydrated | state.loading), "true", "false")
    return rx.el.div(
        rx.el.table(
            rx.el.caption(t(f"{resource.key}.title"), class_name="visually-hidden"),
            rx.el.thead(
                rx.el.tr(
                    *([_select_page()] if resource.selectable else []),
                    *[_head_cell(state, resource, each) for each in resource.columns],
                    _actions_head(),
                )
            ),
            rx.el.tbody(
                rx.cond(
                    state.loaded,
                    rx.foreach(state.rows, lambda row: _row(state, row, row_actions, cells)),
                    rx.foreach(list(range(skeleton_rows)), lambda number: _skeleton_row(resource)),
                ),
            ),
            class_name="table",
            aria_busy=busy,
        ),
        class_name="table-scroll",
        role="region",
        aria_label=t(f"{resource.key}.title"),
        tab_index=0,
    )


def _select_page() -> rx.Component:
    box = rx.el.input(type="checkbox", aria_label=t("kit.list.select_page"), custom_attrs={"data-select-page": ""})
    return rx.el.th(box, scope="col", class_name="narrow")


def _actions_head() -> rx.Component:
    return rx.el.th(rx.el.span(t("kit.list.actions"), class_name="visually-hidden"), scope="col", class_name="narrow")


def _head_cell(state: State, resource: Resource, column: Column) -> rx.Component:
    label = t(resource.label(column.field))
    if not column.sort:
        return rx.el.th(label, scope="col", data_col=column.name, data_kind=column.kind)
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
        data_col=column.name,
        aria_sort=rx.cond(up, "ascending", rx.cond(down, "descending", "none")),
    )


def _row(state: State, row: rx.Var[dict[str, str]], row_actions: RowActions | None, cells: Cells) -> rx.Component:
    resource = state.resource
    extra = row_actions(row) if row_actions else []
    return rx.el.tr(
        *([_select_row(row)] if resource.selectable else []),
        *[_cell(state, column, row, cells) for column in resource.columns],
        rx.el.td(rx.el.div(*extra, _edit(resource, row), class_name="row-actions"), class_name="narrow"),
        key=row["id"],
        data_testid="row",
        data_id=row["id"],
    )


def _select_row(row: rx.Var[dict[str, str]]) -> rx.Component:
    label = t("kit.list.select_row", name=row["_name"])
    box = rx.el.input(type="checkbox", aria_label=label, custom_attrs={"data-select": row["id"]})
    return rx.el.td(box, class_name="narrow")


def _cell(state: State, column: Column, row: rx.Var[dict[str, str]], cells: Cells) -> rx.Component:
    """The main cell is a real link to the record, the row's header for screen readers."""
    if column.field in cells:
        return rx.el.td(cells[column.field](row), data_col=column.name, data_kind=column.kind)
    if not column.main:
        return rx.el.td(list_cell(state, column, row), data_col=column.name, data_kind=column.kind)
    opened = link(list_cell(state, column, row), to=row["_href"], class_name="main-link", data_testid="action:open")
    return rx.el.th(opened, scope="row", data_col=column.name)


def _edit(resource: Resource, row: rx.Var[dict[str, str]]) -> rx.Component:
    if not resource.may.update or not resource.route:
        return rx.fragment()
    edit = icon_link("pencil", t("kit.actions.edit"), "edit", f"{resource.route}/{row['id']}")
    return rx.cond(Session.permissions.contains(resource.may.update), edit)


def _skeleton_row(resource: Resource) -> rx.Component:
    bars = [rx.el.td(rx.el.span(class_name="bar"), data_col=column.name) for column in resource.columns]
    ends = [rx.el.td() for _ in range(1 + resource.selectable)]
    return rx.el.tr(*ends[1:], *bars, ends[0], class_name="skeleton", aria_hidden="true")


def _nothing(state: State, resource: Resource) -> rx.Component:
    filtered = empty(
        "search-x",
        t("kit.list.no_result_text"),
        button_link(t("kit.filters.reset"), "reset-filters", state.hrefs["reset"], symbol="x"),
    )
    return rx.cond(state.filters.length() > 0, filtered, empty("inbox", t(f"{resource.key}.empty"), _create(resource)))


def _footer(state: State) -> rx.Component:
    sizes = [rx.el.option(str(size), value=str(size)) for size in PAGE_SIZES]
    return rx.el.footer(
        rx.el.p(
            rx.cond(
                state.total > 0,
                t("kit.list.range", first=state.first, last=state.last, total=state.total),
                rx.cond(state.loaded, t("kit.list.total", count=state.total), t("kit.list.loading")),
            ),
            role="status",
            data_testid="range",
        ),
        rx.el.label(
            rx.el.span(t("kit.list.per_page")),
            rx.el.select(
                *sizes,
                default_value="25",
                custom_attrs={
                    "data-param": "perPage",
                    "data-value": rx.cond(state.page_size != "", state.page_size, "25"),
                },
            ),
            class_name="inline",
        ),
        _pager(state),
        class_name="list-footer",
    )


def _pager(state: State) -> rx.Component:
    def step(symbol: str, key: str, to: str, at_end: rx.Var[bool]) -> rx.Component:
        label, action = t(f"kit.list.{key}"), key.replace("_", "-")
        dead = icon_button(symbol, label, action, disabled=True)
        return rx.cond(at_end, dead, icon_link(symbol, label, action, state.hrefs[to]))

    start, end = state.page <= 1, state.page >= state.pages
    return rx.el.nav(
        step("chevrons-left", "first_page", "first", start),
        step("chevron-left", "previous_page", "previous", start),
        rx.el.span(t("kit.list.page", page=state.page, pages=state.pages), class_name="nowrap"),
        step("chevron-right", "next_page", "next", end),
        step("chevrons-right", "last_page", "last", end),
        aria_label=t("kit.list.pagination"),
        class_name="pager",
    )
