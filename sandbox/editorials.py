"""Editorials: the block of the public home page, at most one active (content-points.yaml, editorials)."""

from sqlalchemy import select, update

from sandbox import filters
from sandbox.clock import now_stored
from sandbox.content_tables import editorials
from sandbox.context import Context
from sandbox.errors import masked
from sandbox.fields import of_table
from sandbox.resource import Change, Resource, rights, sorted_by

ACTIVE = 1


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


EDITORIALS = Resource(
    path="admin/editorials",
    type_name="Editorial",
    iri="/editorials",
    table=editorials,
    permissions=rights("editorial"),
    fields=(
        *of_table(editorials, "title", "text", "label", "link", "status"),
        *of_table(editorials, "createdDate", "updatedDate", writable=False),
    ),
    filters=(
        filters.number("id", editorials.c.id),
        filters.number("status", editorials.c.status),
        filters.contains("title", editorials.c.title_key),
    ),
    orders=sorted_by(editorials, "id", "title", "status"),
    pictures="editorial",
    before=before,
    after=after,
    unknown=masked,
)
