"""Editorials: the block of the public home page, at most one active (content-points.yaml, editorials)."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, delete, select, update

from sandbox import filters, pictures
from sandbox.clock import now_stored
from sandbox.content_tables import editorials
from sandbox.context import Context
from sandbox.errors import masked
from sandbox.fields import Field, Kind
from sandbox.images import forget_of
from sandbox.resource import Change, Record, Resource, View

ACTIVE = 1


def shape(resource: Resource, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
    """A page of editorials with the addresses of their images."""
    found = pictures.first_images(ctx, "editorial", [row.id for row in rows])
    return [resource.plain(row) | pictures.pair(ctx, "editorial", found.get(row.id)) for row in rows]


def before(ctx: Context, change: Change) -> None:
    """Date what really changes."""
    if change.creating:
        change.columns["created_date"] = now_stored()
    elif _changes(change):
        change.columns["updated_date"] = now_stored()


def _changes(change: Change) -> bool:
    stored = change.row._mapping if change.row else {}
    return any(stored.get(name) != value for name, value in change.columns.items())


def after(ctx: Context, change: Change) -> None:
    """An active one puts the others out; their updatedDate does not move (trap 37)."""
    status = ctx.database.value(select(editorials.c.status).where(editorials.c.id == change.record_id))
    if status == ACTIVE and (change.creating or _changes(change)):
        ctx.database.write(update(editorials).where(editorials.c.id != change.record_id).values(status=0))


def remove(ctx: Context, row: Row[Any]) -> None:
    """A real deletion, with the images; no other becomes active."""
    forget_of(ctx, "editorial", row.id)
    ctx.database.write(delete(editorials).where(editorials.c.id == row.id))


EDITORIALS = Resource(
    path="admin/editorials",
    type_name="Editorial",
    iri="/editorials",
    table=editorials,
    permissions={
        "list": "editorial_list",
        "create": "editorial_create",
        "read": "editorial_read",
        "update": "editorial_update",
        "replace": "editorial_update",
        "delete": "editorial_delete",
    },
    fields=(
        Field("title", nullable=False, max_length=255),
        Field("text", nullable=False, max_length=512),
        Field("label", nullable=False, max_length=255),
        Field("link", nullable=False, max_length=255),
        Field("status", Kind.INT, nullable=False),
        Field("createdDate", Kind.MOMENT, writable=False),
        Field("updatedDate", Kind.MOMENT, writable=False),
    ),
    filters=(
        filters.number("id", editorials.c.id),
        filters.number("status", editorials.c.status),
        filters.contains("title", editorials.c.title_key),
    ),
    orders={"id": editorials.c.id, "title": editorials.c.title_key, "status": editorials.c.status},
    shape=shape,
    before=before,
    after=after,
    remove=remove,
    unknown=masked,
)
