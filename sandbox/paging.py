"""Pages of large tables in a few milliseconds (DESIGN 9: 100,000 users at interactive speed)."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, Table, UnaryExpression, asc, desc, func, select
from sqlalchemy.sql.operators import custom_op

from sandbox.context import Context
from sandbox.resource import Resource

# Fewer matches than this are found by their filter, then sorted; more are met soon enough by walking the order.
FEW = 3_000
Order = list[tuple[ColumnElement[Any], bool]]


def conditions_of(ctx: Context, resource: Resource) -> list[ColumnElement[bool]]:
    """The conditions of the filters that were sent and well formed."""
    built = (declared.build(ctx) for declared in resource.filters)
    return [condition for condition in built if condition is not None]


def order_of(ctx: Context, resource: Resource) -> Order:
    """The columns to sort by and whether downwards; unknown fields are ignored, the id decides between equals."""
    asked = [
        (resource.orders[name], way == "desc") for name, way in ctx.params.order.items() if name in resource.orders
    ]
    downwards = asked[-1][1] if asked else False
    return [*asked, (resource.table.c.id, downwards)]


def page_of(
    ctx: Context, resource: Resource, conditions: list[ColumnElement[bool]], page: int, size: int
) -> tuple[Sequence[Row[Any]], int]:
    """The rows of one page and the number of rows over all pages."""
    total = counted(ctx, resource, conditions)
    start = (page - 1) * size
    if not size or start >= total:
        return [], total
    ids = _ids(ctx, resource, conditions, total, start, size)
    return rows_by_id(ctx, resource.table, ids), total


def rows_by_id(ctx: Context, table: Table, ids: Sequence[int]) -> list[Row[Any]]:
    """The rows with these ids, in their order."""
    found = {row.id: row for row in ctx.database.rows(select(table).where(table.c.id.in_(ids)))}
    return [found[record_id] for record_id in ids]


def counted(ctx: Context, resource: Resource, conditions: list[ColumnElement[bool]]) -> int:
    """How many rows match; remembered until data changes, because every page of a list asks it again."""
    ctx.sandbox.fresh()
    items = ctx.request.query_params.multi_items()
    sent = tuple(pair for pair in items if pair[0] not in ("page", "perPage") and not pair[0].startswith("order["))
    key = (resource.path, ctx.access.user_id, sent)
    if key not in ctx.sandbox.counts:
        query = _narrowed(select(func.count()).select_from(resource.table), resource, conditions)
        ctx.sandbox.counts[key] = ctx.database.value(query)
    return ctx.sandbox.counts[key]


def _narrowed(query: Select[Any], resource: Resource, conditions: list[ColumnElement[bool]]) -> Select[Any]:
    return query.where(*resource.base, *conditions)


def _ids(
    ctx: Context, resource: Resource, conditions: list[ColumnElement[bool]], total: int, start: int, size: int
) -> list[int]:
    """Ids of a page. A page of the second half is read from the other end, which is nearer."""
    length = min(size, total - start)
    backwards = start > total - start - length
    offset = total - start - length if backwards else start
    order = [(column, way != backwards) for column, way in order_of(ctx, resource)]
    query = _narrowed(select(resource.table.c.id), resource, conditions)
    query = _ordered(query, resource, order, total, bool(conditions)).limit(length).offset(offset)
    ids = ctx.database.values(query)
    return ids[::-1] if backwards else ids


def _ordered(query: Select[Any], resource: Resource, order: Order, total: int, filtered: bool) -> Select[Any]:
    first = order[0][0]
    if filtered and total <= FEW:
        # A unary plus hides the index of the order from SQLite, which then starts from the filter.
        order = [(_hidden(column), way) for column, way in order]
    elif filtered and (index := _index_of(resource.table, first)):
        query = query.with_hint(resource.table, f"INDEXED BY {index}", "sqlite")
    return query.order_by(*(desc(column) if way else asc(column) for column, way in order))


def _index_of(table: Table, column: ColumnElement[Any]) -> str | None:
    """The index that holds the rows in the order of a column."""
    return next((str(index.name) for index in table.indexes if [*index.columns] == [column]), None)


def _hidden(column: ColumnElement[Any]) -> ColumnElement[Any]:
    return UnaryExpression(column, operator=custom_op("+"), type_=column.type)
