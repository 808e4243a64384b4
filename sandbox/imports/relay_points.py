"""The import of relay points, 19 columns (session.yaml, import_relay_points)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import bindparam, delete, select, update

from sandbox.clock import now_stored
from sandbox.context import Context
from sandbox.database import within
from sandbox.folding import fold
from sandbox.imports.places import BLANK, LENGTHS, placed, store, too_long
from sandbox.params import whole
from sandbox.tables import address_territories, addresses, communities, relay_point_types, relay_points

Row = dict[str, Any]
Point = tuple[float, float]
TEXTS = {"name": 255, "external_id": 255, "external_author": 255}
FLAGS = ("secured", "free", "official", "private")
PLACE: tuple[str, ...] = ("street_address", "postal_code", "address_locality", "address_country")
MOST = 32_767
ACTIVE = 1


@dataclass(frozen=True)
class Known:
    """A relay point that exists: its id, its external one, its address."""

    id: int
    external_id: str
    address_id: int


@dataclass
class Batch:
    """The relay points there are, and by id what is new or changed, which is written at the end."""

    next_id: int
    next_address: int
    moment: str
    types: set[int]
    communities: set[int]
    by_point: dict[Point, Known] = field(default_factory=dict)
    by_external_id: dict[str, Known] = field(default_factory=dict)
    new: dict[int, Row] = field(default_factory=dict)
    changed: dict[int, Row] = field(default_factory=dict)
    addresses: dict[int, Row] = field(default_factory=dict)

    def note(self, point: Point, known: Known) -> None:
        """Remember where a relay point is and what it is called elsewhere."""
        self.by_point.setdefault(point, known)
        if known.external_id:
            self.by_external_id.setdefault(known.external_id, known)


def import_relay_points(ctx: Context, lines: Sequence[Sequence[str]]) -> list[str]:
    """Create or overwrite the relay points of the lines; one message per line."""
    batch = _batch(ctx)
    messages = [_treated(ctx, batch, line) for line in lines]
    _write(ctx, batch)
    return messages


def _batch(ctx: Context) -> Batch:
    batch = Batch(
        next_id=ctx.database.next_id(relay_points),
        next_address=ctx.database.next_id(addresses),
        moment=now_stored(),
        types=set(ctx.database.values(select(relay_point_types.c.id))),
        communities=set(ctx.database.values(select(communities.c.id))),
    )
    columns = relay_points.c
    query = select(columns.id, columns.external_id, columns.address_id, columns.latitude, columns.longitude)
    for row in ctx.database.rows(query.order_by(columns.id)):
        batch.note(_point(row.latitude or 0, row.longitude or 0), Known(row.id, row.external_id or "", row.address_id))
    return batch


def _point(latitude: float, longitude: float) -> Point:
    return round(latitude, 6), round(longitude, 6)


def _treated(ctx: Context, batch: Batch, line: Sequence[str]) -> str:
    """The message of one line, which fails alone."""
    try:
        return _saved(ctx, batch, line)
    except (IndexError, ValueError) as error:
        # Only without the checks (forceDisableValidation).
        return str(error)


def _saved(ctx: Context, batch: Batch, line: Sequence[str]) -> str:
    latitude, longitude, external_id = line[2], line[3], line[10]
    label = f"{line[0]} ({latitude};{longitude})"
    point = _point(float(latitude), float(longitude))
    known = batch.by_point.get(point) or batch.by_external_id.get(external_id)
    if known and (not known.external_id or known.external_id != external_id):
        return f"{label} already exists and will be ignored -> id = {known.id}"
    fault = _unknown(batch, label, line[1], line[12])
    if fault:
        return fault
    row, place = _row(ctx, batch, line, point), dict(zip(PLACE, line[15:19], strict=True))
    fault = too_long(row, TEXTS) or too_long(place, LENGTHS) or _too_many(row)
    if fault:
        return fault
    address = placed(place, latitude, longitude) or dict(BLANK)
    if known:
        _overwrite(batch, known, row, address)
        batch.note(point, known)
        return f"{label} already exists and will be updated -> id = {known.id}, externalID = {external_id}"
    _add(batch, row, address, point)
    return f"{label} added"


def _unknown(batch: Batch, label: str, type_id: str, community: str) -> str | None:
    if whole(type_id) not in batch.types:
        return f"RelayPointType unknown for {label} Type : {type_id}"
    if community and whole(community) not in batch.communities:
        return f"{community} community is unknown"
    return None


def _row(ctx: Context, batch: Batch, line: Sequence[str], point: Point) -> Row:
    flags = {name: line[6 + rank] == "1" for rank, name in enumerate(FLAGS)}
    return {
        "name": line[0],
        "name_key": fold(line[0]),
        "status": ACTIVE,
        "relay_point_type_id": int(line[1]),
        "latitude": point[0],
        "longitude": point[1],
        "places": int(float(line[4] or 0)),
        "places_disabled": int(float(line[5] or 0)),
        **flags,
        "external_id": line[10] or None,
        "external_author": line[11] or None,
        "community_id": int(line[12]) if line[12] else None,
        "description": line[13] or None,
        "full_description": line[14] or None,
        "creator_id": ctx.access.user_id,
        "imported_date": batch.moment,
    }


def _too_many(row: Row) -> str | None:
    for column in ("places", "places_disabled"):
        if abs(row[column]) > MOST:
            return f"SQLSTATE[22003]: Numeric value out of range: Out of range value for column '{column}' at row 1"
    return None


def _add(batch: Batch, row: Row, address: Row, point: Point) -> None:
    batch.new[batch.next_id] = row | {"id": batch.next_id, "address_id": batch.next_address}
    batch.addresses[batch.next_address] = address | {"id": batch.next_address}
    batch.note(point, Known(batch.next_id, row["external_id"] or "", batch.next_address))
    batch.next_id += 1
    batch.next_address += 1


def _overwrite(batch: Batch, known: Known, row: Row, address: Row) -> None:
    """The line takes the place of what there was, the address too; the creator stays.

    So do author and community where their cells are empty, and the external id, which is the same.
    """
    rows = batch.new if known.id in batch.new else batch.changed
    stays = {"creator_id", "external_id", *(name for name in ("external_author", "community_id") if row[name] is None)}
    rows[known.id] = rows.get(known.id, {}) | {name: value for name, value in row.items() if name not in stays}
    batch.addresses[known.address_id] = address | {"id": known.address_id}


def _write(ctx: Context, batch: Batch) -> None:
    replaced = [*batch.addresses]
    ctx.database.write(delete(address_territories).where(within(address_territories.c.address_id, replaced)))
    ctx.database.write(delete(addresses).where(within(addresses.c.id, replaced)))
    store(ctx, [*batch.addresses.values()])
    ctx.database.insert_all(relay_points, [*batch.new.values()])
    if batch.changed:
        rows = [row | {"changed_id": record_id} for record_id, row in batch.changed.items()]
        ctx.database.write(update(relay_points).where(relay_points.c.id == bindparam("changed_id")), rows)
    ctx.database.commit()
