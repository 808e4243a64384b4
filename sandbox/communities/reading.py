"""Which communities are seen, by which filters, and how they are sent (communities-campaigns.yaml)."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, func, or_, select

from sandbox import addresses, filters, http, pictures, related
from sandbox.context import Context
from sandbox.database import within
from sandbox.filters import Condition, Filter
from sandbox.grouping import grouped
from sandbox.params import reference_ids
from sandbox.resource import Record, Resource, View, sorted_by
from sandbox.tables import communities, community_securities, memberships, users
from sandbox.users.shape import short_family_name

PENDING, MEMBER, MODERATOR, REFUSED = range(4)
MANUAL = 1
"""Of the ways to validate members, the one by hand."""
ACCEPTED = (MEMBER, MODERATOR)


def moderated(user_id: int) -> Select[Any]:
    """Ids of the communities where a user is an accepted moderator."""
    return select(memberships.c.community_id).where(memberships.c.user_id == user_id, memberships.c.status == MODERATOR)


def scope(ctx: Context) -> list[Condition]:
    """Without ROLE_ADMIN, only the communities one refers or moderates; with territories, those inside them."""
    own: list[ColumnElement[bool]] = [communities.c.id.in_(moderated(ctx.access.user_id))]
    if not ctx.access.has_role("ROLE_ADMIN"):
        own.append(communities.c.referrer_id == ctx.access.user_id)
        return [or_(*own)]
    limits = ctx.access.limits("community_list")
    return [or_(related.inside(communities.c.address_id, limits), *own)] if limits else []


def rule(ctx: Context, row: Row[Any], name: str) -> bool:
    """Ownership rules on a community (permissions.yaml, rules)."""
    mine = select(memberships.c.status).where(
        memberships.c.community_id == row.id, memberships.c.user_id == ctx.access.user_id
    )
    status = ctx.database.value(mine)
    if name == "CommunityManagerSelf":
        return status == MODERATOR
    if name != "CommunityJoined":
        return False
    secured = select(community_securities.c.id).where(community_securities.c.community_id == row.id)
    return status in ACCEPTED or row.delegate_id == ctx.access.user_id or ctx.database.row(secured) is None


def _of_user(user_id: int) -> Select[Any]:
    return select(memberships.c.community_id).where(memberships.c.user_id == user_id)


def _territory(name: str) -> Filter:
    """An array of ids or IRIs; alone, only an IRI works, a bare number is ignored."""

    def build(ctx: Context) -> Condition | None:
        alone = ctx.params.text(name) or ""
        texts = [*ctx.params.lists.get(name, []), alone if alone.startswith("/") else ""]
        found = reference_ids(texts)
        return related.inside(communities.c.address_id, found) if found else None

    return Filter((f"{name}[]",), build)


FILTERS: tuple[Filter, ...] = (
    filters.contains("name", communities.c.name_key),
    filters.number("id", communities.c.id),
    filters.number("validationType", communities.c.validation_type),
    filters.number("referrer", communities.c.referrer_id),
    filters.among("communityUsers.user.id", communities.c.id, _of_user),
    _territory("territory"),
    _territory("communityAddressTerritoryFilter"),
    *filters.moments("createdDate", communities.c.created_date),
)
ORDERS = sorted_by(communities, "id", "name", "createdDate") | {"description": func.lower(communities.c.description)}


def shape(resource: Resource, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
    """A page of communities with their member counts, referrers, security files and images."""
    ids = [row.id for row in rows]
    counts = _member_counts(ctx, ids)
    places = addresses.by_id(ctx, (row.address_id for row in rows))
    securities = _securities(ctx, ids)
    referrers = ctx.database.by_id(users, (row.referrer_id for row in rows))
    avatars = pictures.avatars(ctx, referrers)
    records = []
    for row in rows:
        place, referrer = places.get(row.address_id), referrers.get(row.referrer_id)
        record = resource.plain(row)
        record["referrer"] = username(referrer) if referrer else ""
        record["referrerAvatar"] = avatars.get(row.referrer_id)
        record["address"] = addresses.shaped(place) if place else None
        record["communitySecurities"] = securities.get(row.id, [])
        # The count is not in the answer to a creation (create_community).
        record["nbMembers"] = counts.get(row.id, 0) if view != "created" else None
        records.append(record)
    return records


def username(row: Row[Any]) -> str:
    """The given name and the initial of the family name."""
    return f"{row.given_name or ''} {short_family_name(row)}".strip()


def _securities(ctx: Context, ids: list[int]) -> dict[int, list[Record]]:
    table = community_securities
    rows = ctx.database.rows(select(table).where(within(table.c.community_id, ids)).order_by(table.c.id))
    found = grouped(rows, lambda row: row.community_id)
    return {community_id: [_security(row) for row in files] for community_id, files in found.items()}


def _security(row: Row[Any]) -> Record:
    head = http.head("CommunitySecurity", "/community_securities", row.id)
    return head | {"filename": row.filename, "originalName": row.original_name}


def _member_counts(ctx: Context, ids: list[int]) -> dict[int, int]:
    """Members and moderators whose account is not deleted."""
    query = (
        select(memberships.c.community_id, func.count().label("members"))
        .join(users, users.c.id == memberships.c.user_id)
        .where(within(memberships.c.community_id, ids), memberships.c.status.in_(ACCEPTED), users.c.status < 4)
        .group_by(memberships.c.community_id)
    )
    return {row.community_id: row.members for row in ctx.database.rows(query)}
