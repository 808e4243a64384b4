"""Relay point types (content-points.yaml, list_relay_point_types and the operations beside it)."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Row, select, update

from sandbox import filters
from sandbox.catalogue import icon_url
from sandbox.context import Context
from sandbox.errors import BLANK, Violation, masked, violations
from sandbox.fields import Field, Kind
from sandbox.resource import Change, Record, Resource, View, rights, sorted_by
from sandbox.tables import icons, relay_point_types, relay_points

DEFAULT_ICON = 1


def shape(resource: Resource, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
    """Types with their icon and its variant for private relay points; one without icon shows the default one."""
    known = {row.id: row for row in ctx.database.rows(select(icons))}
    return [resource.plain(row) | _icon(ctx, known, row.icon_id or DEFAULT_ICON) for row in rows]


def _icon(ctx: Context, known: Mapping[int, Row[Any]], icon_id: int) -> Record:
    icon = known[icon_id]
    private = known.get(icon.private_icon_id)
    return {
        "iconId": icon_id,
        "iconName": icon.name,
        "iconUrl": icon_url(ctx, icon.file_name),
        "iconPrivateName": private.name if private else None,
        "iconPrivateUrl": icon_url(ctx, private.file_name) if private else None,
    }


def before(ctx: Context, change: Change) -> None:
    """A name is needed; a creation needs an icon, and an icon must exist."""
    if (change.creating or change.has("name")) and not change.values.get("name"):
        raise violations(Violation("name", BLANK))
    icon_id = change.values.get("iconId")
    known = ctx.database.get(icons, icon_id) is not None
    if (change.creating or icon_id is not None) and not known:
        raise masked()


def after(ctx: Context, change: Change) -> None:
    """An icon taken away is saved, and the answer is a failure all the same (update_relay_point_type)."""
    if change.has("iconId") and change.values["iconId"] is None:
        ctx.database.commit()
        raise masked()


def before_removal(ctx: Context, row: Row[Any]) -> None:
    """The relay points of a type stay, without type."""
    held = relay_points.c.relay_point_type_id == row.id
    ctx.database.write(update(relay_points).where(held).values(relay_point_type_id=None))


RELAY_POINT_TYPES = Resource(
    path="admin/relaypoint_types",
    type_name="RelayPointType",
    iri="/relay_point_types",
    table=relay_point_types,
    permissions=rights("relay_point_type"),
    fields=(Field("name", max_length=255), Field("iconId", Kind.INT)),
    filters=(filters.contains("name", relay_point_types.c.name_key),),
    orders=sorted_by(relay_point_types, "id", "name"),
    shape=shape,
    before=before,
    after=after,
    before_removal=before_removal,
)
