"""Relay points (content-points.yaml, list_relay_points and the operations beside it)."""

import operator
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Table, and_

from sandbox import addresses, filters, related
from sandbox.catalogue import icon_url
from sandbox.context import Context
from sandbox.database import within
from sandbox.errors import BLANK, ApiError, Violation, masked, violations
from sandbox.fields import Field, Kind, of_table
from sandbox.filters import Condition, Filter
from sandbox.params import whole
from sandbox.relay_point_types import DEFAULT_ICON
from sandbox.resource import Change, Record, Resource, View, rights, sorted_by
from sandbox.solidary.tables import structures
from sandbox.tables import communities, icons, relay_point_types, relay_points, users

REFERENCES: tuple[tuple[str, Table], ...] = (
    ("creatorId", users),
    ("relayPointTypeId", relay_point_types),
    ("communityId", communities),
    ("structureId", structures),
)
COMPARISONS = {"gt": operator.gt, "gte": operator.ge, "lt": operator.lt, "lte": operator.le}


def scope(ctx: Context) -> list[Condition]:
    """A right limited to territories sees the relay points that lie in them (list_relay_points)."""
    limits = ctx.access.limits("relay_point_list")
    return [related.inside(relay_points.c.address_id, limits)] if limits else []


def _joined(ctx: Context, name: str) -> list[str]:
    """A comma-joined parameter; brackets make a failure of it (x-seed-conflicts)."""
    if name in ctx.params.lists:
        raise masked()
    text = ctx.params.text(name)
    return text.split(",") if text else []


def _types(ctx: Context) -> Condition | None:
    found = [whole(part) for part in _joined(ctx, "relayPointTypes")]
    if not all(found):
        raise ApiError("Relay point types must be integers.")
    return within(relay_points.c.relay_point_type_id, [value for value in found if value]) if found else None


def _bounds(ctx: Context) -> Condition | None:
    """`minLng,maxLat,maxLng,minLat`."""
    found = _joined(ctx, "bounds")
    if not found:
        return None
    degrees = [_degrees(part) for part in found]
    if len(degrees) != 4 or None in degrees:
        raise ApiError("Bounds must have four elements.")
    west, north, east, south = degrees
    return and_(relay_points.c.longitude.between(west, east), relay_points.c.latitude.between(south, north))


def _degrees(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _range(name: str, column: ColumnElement[Any]) -> Filter:
    """`name[between]=min..max`, or one bound; what is no number is ignored."""

    def build(ctx: Context) -> Condition | None:
        asked = ctx.params.maps.get(name, {})
        bounds = ((key, _degrees(asked.get(key, ""))) for key in COMPARISONS)
        found = [COMPARISONS[key](column, value) for key, value in bounds if value is not None]
        low, _, high = asked.get("between", "").partition("..")
        if (start := _degrees(low)) is not None and (end := _degrees(high)) is not None:
            found.append(column.between(start, end))
        return and_(*found) if found else None

    return Filter(tuple(f"{name}[{key}]" for key in (*COMPARISONS, "between")), build)


def shape(resource: Resource, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
    """A page of relay points with what they refer to, one query per kind."""
    places = addresses.by_id(ctx, (row.address_id for row in rows))
    kinds = ctx.database.by_id(relay_point_types, (row.relay_point_type_id for row in rows))
    owners = ctx.database.by_id(communities, (row.community_id for row in rows))
    holders = ctx.database.by_id(structures, (row.structure_id for row in rows))
    creators = related.creators(ctx, (row.creator_id for row in rows))
    known = ctx.database.by_id(icons, (row.icon_id or DEFAULT_ICON for row in kinds.values()))
    records = []
    for row in rows:
        record = resource.plain(row)
        record["address"] = addresses.shaped(places[row.address_id])
        record |= _type(ctx, kinds.get(row.relay_point_type_id), known)
        record["communityName"] = owners[row.community_id].name if row.community_id in owners else ""
        record["structureName"] = holders[row.structure_id].name if row.structure_id in holders else ""
        records.append(record | creators[row.creator_id])
    return records


def _type(ctx: Context, row: Row[Any] | None, known: dict[int, Row[Any]]) -> Record:
    if row is None:
        return {"relayPointTypeName": "", "relayPointTypeAvatar": None}
    icon = known[row.icon_id or DEFAULT_ICON]
    return {"relayPointTypeName": row.name, "relayPointTypeAvatar": icon_url(ctx, icon.file_name)}


def before(ctx: Context, change: Change) -> None:
    """Check what is referred to, and store the address whole (trap 36)."""
    if change.creating and not change.has("address"):
        raise violations(Violation("address", BLANK))
    if change.creating:
        change.values.pop("structureId", None)
        change.columns.pop("structure_id", None)
        change.columns.setdefault("creator_id", None)
    for name, table in REFERENCES:
        related.check(ctx, table, change.values.get(name))
    if change.has("official") or change.creating:
        change.columns["official"] = bool(change.values.get("official"))
    if change.has("address"):
        _store_address(ctx, change)


def _store_address(ctx: Context, change: Change) -> None:
    columns = addresses.checked(change.values["address"])
    previous = change.row.address_id if change.row else None
    change.columns["address_id"] = addresses.stored(ctx, columns, previous)
    for name in ("latitude", "longitude"):
        change.columns[name] = float(columns[name]) if columns[name] is not None else None


RELAY_POINTS = Resource(
    path="admin/relaypoints",
    type_name="RelayPoint",
    iri="/relay_points",
    table=relay_points,
    permissions=rights("relay_point"),
    fields=(
        *of_table(relay_points, "name", "status", "private", "description", "fullDescription", "places"),
        *of_table(relay_points, "placesDisabled", "free", "secured"),
        Field("official", Kind.BOOL),
        *of_table(relay_points, "suggested", "permalink", "relayPointTypeId", "communityId", "structureId"),
        *of_table(relay_points, "creatorId"),
        *of_table(relay_points, "importedDate", writable=False),
        Field("address", Kind.OBJECT, nullable=False, stored=False),
    ),
    filters=(
        filters.contains("name", relay_points.c.name_key),
        filters.number("status", relay_points.c.status),
        filters.truth("official", relay_points.c.official),
        filters.number("relayPointType.id", relay_points.c.relay_point_type_id),
        Filter(("relayPointTypes",), _types),
        related.territory("territory", relay_points.c.address_id),
        related.territory("relayPointAddressTerritoryFilter", relay_points.c.address_id),
        Filter(("bounds",), _bounds),
        _range("address.latitude", relay_points.c.latitude),
        _range("address.longitude", relay_points.c.longitude),
    ),
    # relayPointTypeName is accepted upstream too, without any effect.
    orders=sorted_by(relay_points, "id", "name"),
    scope=scope,
    shape=shape,
    before=before,
    pictures="relayPoint",
)
