"""Memberships: the members of a community, and adding, changing, removing one (communities-campaigns.yaml)."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, asc, desc, false, func, select

from sandbox import http, pictures
from sandbox.clock import instant, now_stored
from sandbox.communities.reading import ACCEPTED, MEMBER, MODERATOR, REFUSED, rule, username
from sandbox.context import Context
from sandbox.errors import Violation, query_failure, violations
from sandbox.fields import Field, Kind
from sandbox.folding import fold
from sandbox.related import referred
from sandbox.resource import Change, Record, Resource, View
from sandbox.tables import LISTED_USERS, communities, memberships, users
from sandbox.users import roles

ALREADY = "This user already asked to join this community."
DATES = ("createdDate", "acceptedDate", "refusedDate")


def _day(column: ColumnElement[Any]) -> ColumnElement[Any]:
    """A date as upstream's database writes it as text: `2025-11-17 18:21:09`."""
    return func.replace(column, "T", " ")


TEXTS: Mapping[str, ColumnElement[Any]] = {
    "status": memberships.c.status,
    "givenName": users.c.given_name_key,
    "familyName": users.c.family_name_key,
    "lastActivityDate": _day(users.c.last_activity_date),
    "createdDate": _day(memberships.c.created_date),
    "acceptedDate": _day(memberships.c.accepted_date),
    "refusedDate": _day(memberships.c.refused_date),
}
ORDERS: Mapping[str, ColumnElement[Any]] = {"id": memberships.c.id, **TEXTS}
PAGING = {"page", "perPage"}
PERSON = tuple(
    users.c[name] for name in ("given_name", "family_name", "portrait", "news_subscription", "last_activity_date")
)


def page_of_members(ctx: Context, community_id: int) -> tuple[list[Record], int]:
    """One page of a community's members, all statuses, without deleted accounts."""
    params = ctx.params
    # Any other name makes an invalid query; an array never works (trap 23).
    names = {*params.scalars, *params.lists, *params.maps} - PAGING - {"order"}
    if not names <= set(TEXTS) or not set(params.maps.get("order", {})) <= set(ORDERS):
        raise query_failure()
    conditions = [memberships.c.community_id == community_id, LISTED_USERS, *_contained(ctx)]
    page, size = params.paging()
    query = _joined().where(*conditions)
    total = ctx.database.value(select(func.count()).select_from(query.subquery()))
    rows = ctx.database.rows(query.order_by(*_order(ctx)).limit(size).offset((page - 1) * size))
    return _records(ctx, rows), total


def _joined() -> Select[Any]:
    return select(memberships, *PERSON).join(users, users.c.id == memberships.c.user_id)


def _contained(ctx: Context) -> list[ColumnElement[bool]]:
    """Every filter is a part of a text; an array finds nothing."""
    found = [func.instr(TEXTS[name], fold(text)) > 0 for name, text in ctx.params.scalars.items() if name in TEXTS]
    arrays = {*ctx.params.lists, *ctx.params.maps} & set(TEXTS)
    return [*found, false()] if arrays else found


def _order(ctx: Context) -> list[ColumnElement[Any]]:
    asked = [(desc if way == "desc" else asc)(ORDERS[name]) for name, way in ctx.params.order.items()]
    return [*asked, asc(memberships.c.id)]


def _records(ctx: Context, rows: Sequence[Row[Any]]) -> list[Record]:
    avatars = pictures.avatars(ctx, {row.user_id: row for row in rows})
    return [_record(row) | {"avatar": avatars[row.user_id]} for row in rows]


def _record(row: Row[Any]) -> Record:
    record: Record = {
        **http.head("CommunityUser", "/community_users", row.id),
        "communityId": row.community_id,
        "userId": row.user_id,
        "status": row.status,
        "username": username(row),
        "givenName": _capitalised(row.given_name),
        "familyName": _capitalised(row.family_name),
        "newsSubscription": row.news_subscription,
    }
    dates = (row.created_date, row.accepted_date, row.refused_date, row.last_activity_date)
    names = (*DATES, "lastActivityDate")
    return record | {name: date and instant(date) for name, date in zip(names, dates, strict=True)}


def _capitalised(name: str | None) -> str:
    lowered = (name or "").lower()
    return lowered[:1].upper() + lowered[1:]


def shape(resource: Resource, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
    """Memberships with the person's name."""
    return _records(ctx, ctx.database.rows(_joined().where(memberships.c.id.in_([row.id for row in rows]))))


def own_rule(ctx: Context, row: Row[Any], name: str) -> bool:
    """Ownership rules hold for the membership's community."""
    community = ctx.database.get(communities, row.community_id)
    return community is not None and rule(ctx, community, name)


def before(ctx: Context, change: Change) -> None:
    """Read who joins what; the dates follow the status."""
    if change.creating:
        _read_relations(ctx, change)
    status = change.columns.get("status", getattr(change.row, "status", None))
    moment = now_stored()
    accepted, refused = getattr(change.row, "accepted_date", None), getattr(change.row, "refused_date", None)
    change.columns["accepted_date"] = (accepted or moment) if status in ACCEPTED else None
    change.columns["refused_date"] = (refused or moment) if status == REFUSED else None


def _read_relations(ctx: Context, change: Change) -> None:
    community = referred(ctx, "community", change.sent.get("community"), "/communities", communities)
    user = referred(ctx, "user", change.sent.get("user"), "/users", users)
    same = (memberships.c.community_id == community.id, memberships.c.user_id == user.id)
    if ctx.database.row(select(memberships.c.id).where(*same)) is not None:
        raise violations(Violation("user", ALREADY))
    # Without status upstream keeps the row and fails; here the table refuses it.
    change.columns |= {"community_id": community.id, "user_id": user.id, "created_date": now_stored()}


def after(ctx: Context, change: Change) -> None:
    """A moderator gets the role of manager, for good; a change that ends at 1 or 3 is announced (traps 21, 22)."""
    found = ctx.database.held(memberships, change.record_id)
    if found.status == MODERATOR:
        roles.give(ctx, found.user_id, roles.COMMUNITY_MANAGER)
    if not change.creating and found.status in (MEMBER, REFUSED):
        _announce(ctx, found)


def _announce(ctx: Context, row: Row[Any]) -> None:
    name = ctx.database.value(select(communities.c.name).where(communities.c.id == row.community_id))
    email = ctx.database.value(select(users.c.email).where(users.c.id == row.user_id))
    decision = "acceptée" if row.status == MEMBER else "refusée"
    ctx.sandbox.mail(email, f"Votre demande est {decision}", f"Votre demande pour « {name} » est {decision}.")


MEMBERS = Resource(
    path="admin/community_members",
    type_name="CommunityUser",
    iri="/community_users",
    table=memberships,
    # There is no list and no item upstream: admin/communities/{id}/members serves them.
    permissions={
        "create": "community_membership",
        "update": "community_update",
        "replace": "community_update",
        "delete": "community_update",
    },
    fields=(Field("status", Kind.INT, nullable=False),),
    rule=own_rule,
    shape=shape,
    before=before,
    after=after,
)
