"""Territories and icons: short lists, read only (session.yaml)."""

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy import Row, select

from sandbox import filters, http, store
from sandbox.context import Caller, Context
from sandbox.fields import Field
from sandbox.resource import Record, Resource, View, sorted_by
from sandbox.tables import icons, role_assignments, territories, users

TERRITORIES = Resource(
    path="admin/territories",
    type_name="Territory",
    iri="/territories",
    table=territories,
    permissions={"list": "territory_list", "read": "territory_read"},
    fields=(Field("name", nullable=False, max_length=100),),
    filters=(filters.number("id", territories.c.id), filters.contains("name", territories.c.name_key)),
    orders=sorted_by(territories, "id", "name"),
    item_keeps_nulls=True,
)


def _shape_icons(resource: Resource, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
    variants = {row.id: row for row in ctx.database.rows(select(icons))}
    records = []
    for row in rows:
        private = variants.get(row.private_icon_id)
        record = resource.plain(row) | {"url": icon_url(ctx, row.file_name)}
        record["privateName"] = private.name if private else None
        record["privateUrl"] = icon_url(ctx, private.file_name) if private else None
        records.append(record)
    return records


def icon_url(ctx: Context, file_name: str) -> str:
    """Address of an icon's picture."""
    return f"{ctx.public_url}/upload/icons/{file_name}"


ICONS = Resource(
    path="admin/icons",
    type_name="Icon",
    iri="/icons",
    table=icons,
    # The item does not exist upstream; the stand-in answers it as the list has it (session.yaml, get_icon).
    permissions={"list": "image_list", "read": "image_read"},
    fields=(Field("name", nullable=False, max_length=255),),
    paged=False,
    item_keeps_nulls=True,
    shape=_shape_icons,
)

router = APIRouter()


@router.get("/admin/territories/{record_id}/managers", tags=["admin/territories"])
async def territory_managers(ctx: Caller, record_id: str) -> Response:
    """Administrators of a territory: a bare array with snake case keys, whatever the Accept header."""
    territory = store.opened(ctx, TERRITORIES, "read", record_id)
    query = (
        select(users.c.given_name, users.c.family_name, users.c.email)
        .join(role_assignments, role_assignments.c.user_id == users.c.id)
        .where(role_assignments.c.item == "ROLE_ADMIN", role_assignments.c.territory_id == territory.id)
    )
    return http.encoded([dict(row._mapping) for row in ctx.database.rows(query)], 200, http.JSON)


@router.get("/icons/{record_id}", tags=["admin/icons"])
async def public_icon(ctx: Caller, record_id: str) -> Response:
    """One icon, public route, with its file name."""
    row = store.found(ctx, ICONS, record_id)
    ctx.allow("image_read")
    linked = f"/icons/{row.private_icon_id}" if row.private_icon_id else None
    extra = {"fileName": row.file_name, "relayPointTypes": [], "privateIconLinked": linked}
    return ctx.item("Icon", ICONS.shaped(ctx, [row], "item")[0] | extra)
