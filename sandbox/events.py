"""Events (content-points.yaml, list_events and the operations beside it)."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, text

from sandbox import addresses, filters, http, related
from sandbox.clock import now_stored
from sandbox.content_tables import events
from sandbox.context import Context
from sandbox.errors import BLANK, ApiError, Violation, violations
from sandbox.fields import Field, Kind, of_table
from sandbox.filters import Condition
from sandbox.resource import Change, Record, Resource, View, rights, sorted_by
from sandbox.tables import communities, users

AUTHOR = "EventAuthor"


def scope(ctx: Context) -> list[Condition]:
    """A right limited to territories sees the events there, unless all are asked for (list_events)."""
    limits = ctx.access.limits("event_list")
    everything = ctx.params.text("showAllEvents")
    return [related.inside(events.c.address_id, limits)] if limits and not everything else []


def rule(ctx: Context, row: Row[Any], name: str) -> bool:
    """The author may change and delete an event, whatever the role (update_event, delete_event)."""
    return name == AUTHOR and row.creator_id == ctx.access.user_id


def shape(resource: Resource, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
    """A page of events with what they refer to, one query per kind."""
    places = addresses.by_id(ctx, (row.address_id for row in rows))
    owners = ctx.database.by_id(communities, (row.community_id for row in rows))
    authors = related.creators(ctx, (row.creator_id for row in rows))
    records = []
    for row in rows:
        record = resource.plain(row) | authors.get(row.creator_id, {"creator": "", "creatorAvatar": None})
        record["url"] = _with_scheme(row.url)
        record["address"] = addresses.shaped(places[row.address_id]) | {"type": "event"}
        records.append(record | _community(owners.get(row.community_id)))
    return records


def _with_scheme(url: str | None) -> str | None:
    return url if not url or "://" in url else f"https://{url}"


def _community(row: Row[Any] | None) -> Record:
    if row is None:
        return {"community": None, "communityName": ""}
    embedded = http.head("Community", "/communities", row.id) | {"name": row.name}
    return {"community": embedded, "communityName": row.name}


def before(ctx: Context, change: Change) -> None:
    """Check what is referred to, and store the address whole (trap 36); dates are not compared."""
    if change.creating:
        _check_creation(change)
    related.check(ctx, users, change.values.get("creatorId"))
    related.check(ctx, communities, change.values.get("communityId"))
    if change.has("address"):
        previous = change.row.address_id if change.row else None
        change.columns["address_id"] = addresses.stored(ctx, addresses.checked(change.values["address"]), previous)


def _check_creation(change: Change) -> None:
    missing = [Violation(name, BLANK) for name in ("fromDate", "toDate", "address") if not change.has(name)]
    if missing:
        raise violations(*missing)
    if "id" in change.values["address"]:
        raise ApiError("Update is not allowed for this operation.")
    change.columns["created_date"] = now_stored()


EVENTS = Resource(
    path="admin/events",
    type_name="Event",
    iri="/events",
    table=events,
    permissions=rights("event"),
    fields=(
        *of_table(events, "name", "status", "private", "description", "fullDescription"),
        Field("fromDate", Kind.WALL, nullable=False),
        Field("toDate", Kind.WALL, nullable=False),
        *of_table(events, "useTime", "url", "creatorId", "communityId"),
        Field("address", Kind.OBJECT, nullable=False, stored=False),
    ),
    filters=(
        filters.contains("name", events.c.name_key),
        filters.number("id", events.c.id),
        filters.number("community.id", events.c.community_id),
        filters.truth("private", events.c.private),
        *filters.walls("fromDate", events.c.from_date),
        *filters.walls("toDate", events.c.to_date),
        related.territory("territory", events.c.address_id, bare=False),
        related.territory("eventAddressTerritoryFilter", events.c.address_id),
        filters.Filter(("showAllEvents",), lambda ctx: None),
    ),
    orders=sorted_by(events, "id", "name", "fromDate", "toDate", "createdDate"),
    # Events of other platforms are never listed, though they can be read. The ads published for one stay when it goes.
    base=(text("events.external_id IS NULL"),),
    scope=scope,
    rule=rule,
    shape=shape,
    before=before,
    pictures="event",
)
