"""Communities, read only so far: the list and the item (communities-campaigns.yaml list_communities, get_community)."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, func, or_, select

from sandbox import addresses, filters, pictures
from sandbox.context import Context
from sandbox.fields import Field, Kind
from sandbox.filters import Condition, Filter
from sandbox.resource import Record, Resource, View
from sandbox.tables import address_territories, communities, memberships, users
from sandbox.users.shape import short_family_name

MEMBER, MODERATOR = 1, 2


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
    return [or_(_inside(limits), *own)] if limits else []


def _inside(found: Sequence[int] | set[int]) -> Condition:
    linked = select(address_territories.c.address_id).where(address_territories.c.territory_id.in_(found))
    return communities.c.address_id.in_(linked)


def rule(ctx: Context, row: Row[Any], name: str) -> bool:
    """Ownership rules on a community (permissions.yaml rules)."""
    mine = select(memberships.c.status).where(
        memberships.c.community_id == row.id, memberships.c.user_id == ctx.access.user_id
    )
    status = ctx.database.value(mine)
    if name == "CommunityManagerSelf":
        return status == MODERATOR
    return name == "CommunityJoined"


def _of_user(user_id: int) -> Select[Any]:
    return select(memberships.c.community_id).where(memberships.c.user_id == user_id)


def _territory(name: str) -> Filter:
    def build(ctx: Context) -> Condition | None:
        found = ctx.params.numbers(name) if ctx.params.lists.get(name) else []
        return _inside(found) if found else None

    return Filter((f"{name}[]",), build)


def shape(resource: Resource, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
    """A page of communities with their member counts, referrers and images."""
    ids = [row.id for row in rows]
    counts = _member_counts(ctx, ids)
    places = addresses.by_id(ctx, (row.address_id for row in rows))
    images = pictures.first_images(ctx, "community", ids)
    referrers = {
        row.id: row for row in ctx.database.rows(select(users).where(users.c.id.in_([row.referrer_id for row in rows])))
    }
    records = []
    for row in rows:
        place, image, referrer = places.get(row.address_id), images.get(row.id), referrers.get(row.referrer_id)
        record = resource.plain(row) | _referrer(ctx, referrer)
        record["address"] = addresses.shaped(place) if place else None
        record["communitySecurities"] = []
        record["nbMembers"] = counts.get(row.id, 0)
        for name, version in (("image", "square_800"), ("avatar", "square_250")):
            record[name] = pictures.version_url(ctx, "community", image.file_name, version) if image else None
        records.append(record)
    return records


def _referrer(ctx: Context, row: Row[Any] | None) -> Record:
    if row is None:
        return {"referrer": "", "referrerAvatar": None}
    avatar = pictures.portrait_urls(ctx, row.portrait, None)[0]
    return {"referrer": f"{row.given_name} {short_family_name(row)}", "referrerAvatar": avatar}


def _member_counts(ctx: Context, ids: list[int]) -> dict[int, int]:
    query = (
        select(memberships.c.community_id, func.count().label("members"))
        .join(users, users.c.id == memberships.c.user_id)
        .where(memberships.c.community_id.in_(ids), memberships.c.status.in_((MEMBER, MODERATOR)), users.c.status < 4)
        .group_by(memberships.c.community_id)
    )
    return {row.community_id: row.members for row in ctx.database.rows(query)}


COMMUNITIES = Resource(
    path="admin/communities",
    type_name="Community",
    iri="/communities",
    table=communities,
    permissions={"list": "community_list", "read": "community_manage"},
    fields=(
        Field("name", nullable=False, max_length=255),
        Field("status", Kind.INT),
        Field("membersHidden", Kind.BOOL),
        Field("proposalsHidden", Kind.BOOL),
        Field("validationType", Kind.INT, nullable=False),
        Field("domain", max_length=255),
        Field("description", nullable=False, max_length=255),
        Field("fullDescription", nullable=False),
        Field("createdDate", Kind.MOMENT, writable=False),
        Field("updatedDate", Kind.MOMENT, writable=False),
        Field("referrerId", Kind.INT, nullable=False),
        Field("target", Kind.INT),
        Field("freeCarpool", Kind.BOOL, nullable=False),
    ),
    filters=(
        filters.contains("name", communities.c.name_key),
        filters.number("id", communities.c.id),
        filters.number("validationType", communities.c.validation_type),
        filters.number("referrer", communities.c.referrer_id),
        filters.among("communityUsers.user.id", communities.c.id, _of_user),
        _territory("territory"),
        _territory("communityAddressTerritoryFilter"),
        *filters.moments("createdDate", communities.c.created_date),
    ),
    orders={
        "id": communities.c.id,
        "name": communities.c.name_key,
        "description": communities.c.description,
        "createdDate": communities.c.created_date,
    },
    scope=scope,
    rule=rule,
    shape=shape,
)
