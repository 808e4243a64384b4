"""Calls on communities beside the generic ones (communities-campaigns.yaml)."""

from fastapi import APIRouter, Response
from sqlalchemy import select

from sandbox import http, store
from sandbox.communities.members import ORDERS, TEXTS, page_of_members
from sandbox.communities.reading import moderated, rule
from sandbox.communities.resource import COMMUNITIES
from sandbox.context import Caller
from sandbox.errors import ApiError, invalid_identifier
from sandbox.params import whole
from sandbox.routes import query_parameter
from sandbox.tables import communities

router = APIRouter(tags=["admin/communities"])
PARAMETERS = [query_parameter(name) for name in ("page", "perPage", *TEXTS, *(f"order[{name}]" for name in ORDERS))]


@router.get("/admin/communities/moderated")
async def list_moderated_communities(ctx: Caller) -> Response:
    """The communities where the caller is a moderator, all of them; being referrer does not count."""
    store.allow(ctx, COMMUNITIES, "list")
    mine = communities.c.id.in_(moderated(ctx.access.user_id))
    rows = ctx.database.rows(select(communities).where(mine).order_by(communities.c.id))
    records = http.without_nulls(COMMUNITIES.shaped(ctx, rows, "item"))
    return ctx.collection("Community", "/communities", records)


@router.get("/admin/communities/{record_id}/members", openapi_extra={"parameters": PARAMETERS})
async def list_community_members(ctx: Caller, record_id: str) -> Response:
    """The members of a community; one that is secured shows them to its own people only (trap 20)."""
    community_id = whole(record_id)
    if community_id is None:
        raise invalid_identifier()
    community = ctx.database.get(communities, community_id)
    if community is None:
        raise ApiError("Community not found", strict=404)
    ctx.allow("community_read", lambda name: rule(ctx, community, name))
    records, total = page_of_members(ctx, community.id)
    envelope = http.collection("CommunityUser", "/community_users", records, total)
    page, size = ctx.params.paging()
    return http.reply(ctx.request, envelope | {"hydra:view": http.page_view(ctx.request, page, size, total)})
