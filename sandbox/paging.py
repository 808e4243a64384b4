"""Pages of large tables in a few milliseconds, of 100,000 users too (SANDBOX-6)."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Table, UnaryExpression, asc, desc, func, select
from sqlalchemy.sql.operators import custom_op

from sandbox.context import Context, Matches
from sandbox.database import within
from sandbox.resource import Resource

# Fewer matches than this are found by their filter, then sorted; more are met soon enough by walking the order.
FEW = 3_000
Order = list[tuple[ColumnElement[Any], bool]]
Conditions = list[ColumnElement[bool]]


def conditions_of(ctx: Context, resource: Resource) -> Conditions:
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
    ctx: Context, resource: Resource, conditions: Conditions, page: int, size: int
) -> tuple[Sequence[Row[Any]], int]:
    """The rows of one page and the number of rows over all pages."""
    matches = _matches(ctx, resource, conditions)
    start = (page - 1) * size
    if not size or start >= matches.total:
        return [], matches.total
    if matches.ids is None:
        ids = _walk(ctx, resource, conditions, matches.total, start, size)
    else:
        ids = _sorted(ctx, resource, matches.ids, start, size)
    return rows_by_id(ctx, resource.table, ids), matches.total


def rows_by_id(ctx: Context, table: Table, ids: Sequence[int]) -> list[Row[Any]]:
    """The rows with these ids, in their order."""
    found = ctx.database.by_id(table, ids)
    return [found[record_id] for record_id in ids]


def _matches(ctx: Context, resource: Resource, conditions: Conditions) -> Matches:
    """What matches; remembered until data changes, because every page of a list asks it again."""
    ctx.sandbox.fresh()
    items = ctx.request.query_params.multi_items()
    sent = tuple(pair for pair in items if pair[0] not in ("page", "perPage") and not pair[0].startswith("order["))
    key = (resource.path, ctx.access.user_id, sent)
    if key not in ctx.sandbox.matches:
        ctx.sandbox.matches[key] = _found(ctx, resource, conditions)
    return ctx.sandbox.matches[key]


def _found(ctx: Context, resource: Resource, conditions: Conditions) -> Matches:
    narrowed = (*resource.base, *conditions)
    if conditions:
        ids = ctx.database.values(select(resource.table.c.id).where(*narrowed).limit(FEW + 1))
        if len(ids) <= FEW:
            return Matches(len(ids), ids)
    return Matches(ctx.database.value(select(func.count()).select_from(resource.table).where(*narrowed)))


def _sorted(ctx: Context, resource: Resource, ids: Sequence[int], start: int, size: int) -> list[int]:
    """Ids of a page among the few that match."""
    key = resource.table.c.id
    query = select(key).where(within(key, ids)).order_by(*_directed(order_of(ctx, resource), hidden=True))
    return ctx.database.values(query.limit(size).offset(start))


def _walk(ctx: Context, resource: Resource, conditions: Conditions, total: int, start: int, size: int) -> list[int]:
    """Ids of a page, met along the order; a page of the second half is read from the other end, which is nearer."""
    length = min(size, total - start)
    backwards = start > total - start - length
    offset = total - start - length if backwards else start
    order = [(column, way != backwards) for column, way in order_of(ctx, resource)]
    query = select(resource.table.c.id).where(*resource.base, *conditions)
    index = _index_of(resource.table, order[0][0]) if conditions else None
    if index:
        query = query.with_hint(resource.table, f"INDEXED BY {index}", "sqlite")
    ids = ctx.database.values(query.order_by(*_directed(order)).limit(length).offset(offset))
    return ids[::-1] if backwards else ids


def _directed(order: Order, hidden: bool = False) -> list[ColumnElement[Any]]:
    columns = [(_hidden(column) if hidden else column, way) for column, way in order]
    return [desc(column) if way else asc(column) for column, way in columns]


def _index_of(table: Table, column: ColumnElement[Any]) -> str | None:
    """The index that holds the rows in the order of a column."""
    return next((str(index.name) for index in table.indexes if [*index.columns] == [column]), None)


def _hidden(column: ColumnElement[Any]) -> ColumnElement[Any]:
    # A unary plus hides the index of the order from SQLite, which then starts from the ids.
    return UnaryExpression(column, operator=custom_op("+"), type_=column.type)
