"""The operations every resource has: list, read, create, update, delete (CALL-4; session.yaml, x-http-conventions)."""

from collections.abc import Callable
from typing import Any

from fastapi import Response
from sqlalchemy import Row
from sqlalchemy.exc import IntegrityError, OperationalError

from sandbox import http, pictures
from sandbox.context import Context
from sandbox.errors import ApiError, invalid_identifier, masked, not_found, query_failure
from sandbox.fields import check_lengths, read_body, written
from sandbox.folding import fold
from sandbox.paging import conditions_of, page_of
from sandbox.params import whole
from sandbox.resource import Change, Resource, Verb, View
from sandbox.tables import address_territories, addresses


def allow(ctx: Context, resource: Resource, verb: Verb, row: Row[Any] | None = None) -> None:
    """Refuse a call whose permission is not held, for the row at hand when there is one."""
    permission = resource.permissions[verb]
    ctx.allow(permission, lambda rule: row is not None and resource.rule(ctx, row, rule))


def found(ctx: Context, resource: Resource, text: str, unknown: Callable[[], ApiError] = not_found) -> Row[Any]:
    """The row of the id in a path, if the caller finds it."""
    record_id = whole(text)
    if record_id is None:
        raise invalid_identifier()
    row = ctx.database.get(resource.table, record_id)
    if row is None:
        raise unknown()
    if not resource.visible(ctx, row):
        raise not_found()
    return row


def opened(
    ctx: Context, resource: Resource, verb: Verb, text: str, unknown: Callable[[], ApiError] = not_found
) -> Row[Any]:
    """The row of the id in a path, for a caller who may do that with it."""
    row = found(ctx, resource, text, unknown)
    allow(ctx, resource, verb, row)
    return row


def list_records(ctx: Context, resource: Resource) -> Response:
    """One page of a list, narrowed to what the caller may see."""
    allow(ctx, resource, "list")
    page, size = ctx.params.paging() if resource.paged else (1, 1_000_000)
    try:
        conditions = [*resource.scope(ctx), *conditions_of(ctx, resource)]
        rows, total = page_of(ctx, resource, conditions, page, size)
    except OperationalError:
        raise query_failure() from None
    envelope = http.collection(resource.type_name, resource.iri, resource.shaped(ctx, rows, "list"), total)
    if resource.paged:
        envelope["hydra:view"] = http.page_view(ctx.request, page, size, total)
    return http.reply(ctx.request, envelope)


def read_record(ctx: Context, resource: Resource, text: str) -> Response:
    """One record."""
    return item_reply(ctx, resource, opened(ctx, resource, "read", text, resource.unknown), "item")


def create_record(ctx: Context, resource: Resource, body: dict[str, Any]) -> Response:
    """A new record from the properties sent."""
    allow(ctx, resource, "create")
    if "id" in body or "@id" in body:
        raise ApiError("Update is not allowed for this operation.")
    change = Change(body, read_body(resource.fields, body))
    return item_reply(ctx, resource, saved(ctx, resource, change), "created", 201)


def update_record(ctx: Context, resource: Resource, text: str, body: dict[str, Any], verb: Verb) -> Response:
    """A record with the properties sent changed, the others left as they are."""
    row = opened(ctx, resource, verb, text)
    change = Change(body, read_body(resource.fields, body), row, record_id=row.id)
    return item_reply(ctx, resource, saved(ctx, resource, change), "updated")


def saved(ctx: Context, resource: Resource, change: Change) -> Row[Any]:
    """Store a change; a value the table refuses is a masked failure, as a missing column is upstream."""
    change.columns = written(resource.fields, change.values)
    resource.before(ctx, change)
    check_lengths(resource.fields, change.values)
    _fold_keys(resource, change)
    try:
        _write(ctx, resource, change)
        resource.after(ctx, change)
    except IntegrityError:
        raise masked() from None
    ctx.database.commit()
    return ctx.database.held(resource.table, change.record_id)


def _write(ctx: Context, resource: Resource, change: Change) -> None:
    if change.creating:
        change.record_id = ctx.database.insert(resource.table, **change.columns)
    elif change.columns:
        ctx.database.change(resource.table, change.record_id, **change.columns)


def _fold_keys(resource: Resource, change: Change) -> None:
    """Keep `name_key` the folded text of `name`, for every such pair of columns."""
    for name in list(change.columns):
        if f"{name}_key" in resource.table.c:
            change.columns[f"{name}_key"] = fold(change.columns[name])


def delete_record(ctx: Context, resource: Resource, text: str) -> Response:
    """Delete a record; empty answer."""
    row = opened(ctx, resource, "delete", text)
    if resource.remove:
        resource.remove(ctx, row)
    else:
        remove(ctx, resource, row)
    ctx.database.commit()
    return Response(status_code=204)


def remove(ctx: Context, resource: Resource, row: Row[Any]) -> None:
    """Delete a record with what it takes along: its images, and the address that it names."""
    resource.before_removal(ctx, row)
    if resource.pictures:
        pictures.forget_of(ctx, resource.pictures, row.id)
    ctx.database.delete(resource.table, id=row.id)
    if "address_id" in resource.table.c:
        forget_address(ctx, row.address_id)


def forget_address(ctx: Context, address_id: int | None) -> None:
    """Delete the address of a record that goes, or has another one now."""
    ctx.database.delete(address_territories, address_id=address_id)
    ctx.database.delete(addresses, id=address_id)


def item_reply(ctx: Context, resource: Resource, row: Row[Any], view: View, status: int = 200) -> Response:
    """One record as an answer; nulls are left out where the contract does."""
    record = resource.shaped(ctx, [row], view)[0]
    if not resource.item_keeps_nulls or view != "item":
        record = http.without_nulls(record)
    return ctx.item(resource.type_name, record, status)
