"""Small tables of a show page: what belongs to the record shown, a line each.

Rows are texts made on the server, as in a list: `_key`, `_href` (empty for no link) and one per column. On a phone each
row stands as a card, its cells with their heads: the roles are written out, because such a display would drop them.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import Column, project, text_of
from admin_app.kit.declare.relations import Related
from admin_app.kit.declare.resource import Resource
from admin_app.kit.parts.cells import cell
from admin_app.kit.parts.widgets import Row, button, link
from admin_app.kit.session import may_read
from admin_app.kit.values import readable
from admin_app.kit.words.locale import t

Rows = list[dict[str, str]]


def rows_of(related: Related, items: Iterable[Mapping[str, Any]]) -> Rows:
    """Records of the API as rows."""
    return readable(lambda item: _row(related, related.model.model_validate(item)), items)


def _row(related: Related, record: Any) -> dict[str, str]:
    href = related.href(record) if related.href else ""
    return {**project(record, related.columns), "_key": text_of(record.id), "_href": href}


def record_table(
    columns: tuple[Column, ...], rows: rx.Var[Rows], heads: Mapping[str, Any], label_id: str, *, linked: Any = True
) -> rx.Component:
    """A table of rows; `heads` are the labels of the columns by field, `label_id` the element that names it."""

    def line(row: Row) -> rx.Component:
        cells = [_cell(column, row, heads[column.field], linked) for column in columns]
        return rx.el.tr(*cells, role="row", key=row["_key"], data_testid="line", data_id=row["_key"])

    head = [
        rx.el.th(heads[column.field], scope="col", role="columnheader", data_kind=column.kind) for column in columns
    ]
    return rx.el.table(
        rx.el.thead(rx.el.tr(*head, role="row"), role="rowgroup"),
        rx.el.tbody(rx.foreach(rows, line), role="rowgroup"),
        class_name="records",
        role="table",
        aria_labelledby=label_id,
    )


def _cell(column: Column, row: Row, head: Any, linked: Any) -> rx.Component:
    """The main cell names the row, and leads to the record where that may be opened."""
    shown = cell(column, row)
    if not column.main:
        return rx.el.td(shown, role="cell", data_label=head, data_col=column.name, data_kind=column.kind)
    there = link(row[column.name], to=row["_href"])
    return rx.el.th(
        rx.cond((row["_href"] != "") & linked, there, shown),
        scope="row",
        role="rowheader",
        data_label=head,
        data_col=column.name,
    )


def related_part(resource: Resource, related: Related, state: Any) -> rx.Component:
    """What one `Related` holds: waiting, its rows, none, or what went wrong with a way to try again.

    It stands behind a tab, which names it.
    """
    label_id = f"tab-{related.key}"
    heads = {column.field: t(resource.label(f"{related.key}.{column.field}")) for column in related.columns}
    key = related.key
    rows = rx.cond(state.related_rows.contains(key), state.related_rows[key], rx.Var.create([]))
    linked = may_read(related.opens) if isinstance(related.opens, str) else related.opens
    table = record_table(related.columns, rows, heads, label_id, linked=linked)
    none = rx.el.p(t(f"{resource.key}.none.{key}"), class_name="quiet")
    unread = rx.el.p(t("kit.list.unreadable", count=state.related_unread[key]), class_name="hint", role="status")
    known = rx.fragment(rx.cond(rows.length() > 0, table, none), rx.cond(state.related_unread.contains(key), unread))
    waiting = rx.el.span(class_name="bar")
    inside = rx.cond(
        state.related_problems.contains(key),
        related_failure(related, state),
        rx.cond(state.related_rows.contains(key), known, waiting),
    )
    return rx.el.div(inside, class_name="card", data_related=key)


def related_failure(related: Related, state: Any) -> rx.Component:
    """Why the rows of one `Related` could not be read, and a way to try again."""
    return rx.el.div(
        rx.el.p(state.related_problems[related.key], role="alert"),
        button(t("kit.actions.retry"), f"retry-{related.key}", symbol="rotate-cw", on_click=state.load_related),
        class_name="row",
    )
