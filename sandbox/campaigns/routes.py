"""Choosing the recipients of a campaign and sending it: GETs that write, never to be repeated (trap 14).

The permission of the list is looked at when all is done, as upstream: who is refused has written all the same. Every
other refusal is a masked failure that leaves everything as it was.
"""

from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy import Row, insert, literal

from sandbox.campaigns import mailing, recipients
from sandbox.campaigns.recipients import Ids
from sandbox.campaigns.resource import FILTERS, SELECTION, SENT, TESTED
from sandbox.campaigns.tables import campaign_deliveries, campaigns
from sandbox.clock import now_stored
from sandbox.communities.reading import rule
from sandbox.context import Caller, Context
from sandbox.errors import access_denied, masked
from sandbox.related import known
from sandbox.routes import query_parameter
from sandbox.tables import communities
from sandbox.users.resource import USERS

router = APIRouter(tags=["admin/campaigns"])
USERS_SOURCE, COMMUNITY_SOURCE = 1, 2
TEST, PRODUCTION = 1, 2
_FILTERS = [name for declared in USERS.filters for name in declared.parameters]
_CAMPAIGN = query_parameter("campaignId", required=True)


def _documented(*names: str) -> dict[str, Any]:
    """The parameters of a call, with what it always needs."""
    return {"parameters": [_CAMPAIGN, *map(query_parameter, names)], "security": [{"bearerAuth": []}]}


@router.get("/admin/users/associate-campaign", openapi_extra=_documented("filterType", "user[]", *_FILTERS))
async def associate_campaign_with_users(ctx: Caller) -> Response:
    """Choose users, by their ids or by the filters of their list, as the recipients of a campaign."""
    row = _campaign(ctx)
    columns = {"source": USERS_SOURCE, "source_id": None}
    number = _associated(ctx, row, columns, recipients.chosen_users, recipients.filtered_users, "user")
    return _answer(ctx, number, ctx.access.may("user_list"))


@router.get(
    "/admin/community_members/associate-campaign",
    openapi_extra=_documented("communityId", "filterType", "member[]", "status", "user", "user.id"),
)
async def associate_campaign_with_members(ctx: Caller) -> Response:
    """Choose members of a community, by their memberships or by a few filters, as the recipients of a campaign."""
    row = _campaign(ctx)
    community = known(ctx, communities, ctx.params.number("communityId"))
    columns = {"source": COMMUNITY_SOURCE, "source_id": community.id}

    def filtered(ctx: Context) -> Ids:
        return recipients.filtered_members(ctx, community.id)

    number = _associated(ctx, row, columns, recipients.chosen_members, filtered, "member")
    return _answer(ctx, number, _may_write_to(ctx, community))


@router.get("/admin/users/send-campaign", openapi_extra=_documented("mode", *_FILTERS))
async def send_campaign_to_users(ctx: Caller) -> Response:
    """Test a campaign, or send it; filters are read anew, those that are kept are not (trap 12)."""
    row = _campaign(ctx)
    return _answer(ctx, _sent(ctx, row, recipients.filtered_users(ctx)), ctx.access.may("user_list"))


@router.get("/admin/community_members/send-campaign", openapi_extra=_documented("mode", "status", "user", "user.id"))
async def send_campaign_to_members(ctx: Caller) -> Response:
    """Test a campaign for the members of its community, or send it."""
    row = _campaign(ctx)
    community = known(ctx, communities, row.source_id)
    number = _sent(ctx, row, recipients.filtered_members(ctx, community.id))
    return _answer(ctx, number, _may_write_to(ctx, community))


def _campaign(ctx: Context) -> Row[Any]:
    """The campaign that is named, for who may change campaigns; for anybody else it fails."""
    if not ctx.access.may("campaign_update"):
        raise masked()
    return known(ctx, campaigns, ctx.params.number("campaignId"))


def _may_write_to(ctx: Context, community: Row[Any]) -> bool:
    """Upstream forgets which community it is about, and refuses its moderators; they are accepted here."""
    return ctx.access.may("community_membership", lambda name: rule(ctx, community, name))


def _associated(ctx: Context, row: Row[Any], columns: dict[str, Any], chosen: Any, filtered: Any, name: str) -> int:
    """Keep the recipients in place of those before (upstream adds to them, trap 15), and answer how many they are."""
    filter_type = ctx.params.number("filterType")
    if filter_type not in (SELECTION, FILTERS):
        raise masked()
    ctx.database.delete(campaign_deliveries, campaign_id=row.id)
    if filter_type == SELECTION:
        if not ctx.params.lists.get(name):
            raise masked()
        people = chosen(ctx).add_columns(literal(row.id)).distinct()
        ctx.database.write(insert(campaign_deliveries).from_select(["user_id", "campaign_id"], people))
        found, text = recipients.delivered(row.id), None
    else:
        found, text = filtered(ctx), recipients.filter_text(ctx)
        if len(text) > recipients.LONGEST_FILTER:
            raise masked()
    number = recipients.count(ctx, found)
    _change(ctx, row, **columns, filter_type=filter_type, filters=text, found=number)
    return number


def _sent(ctx: Context, row: Row[Any], filtered: Ids) -> int:
    """A test freezes the mailing if it is the first; the mass sending asks for a test before (traps 13 and 16)."""
    mode = ctx.params.number("mode")
    if mode not in (TEST, PRODUCTION) or row.filter_type is None:
        raise masked()
    if mode == PRODUCTION and row.status != TESTED:
        raise masked()
    everyone = recipients.delivered(row.id) if row.filter_type == SELECTION else filtered
    if row.filter_type == SELECTION and not recipients.count(ctx, everyone):
        raise masked()
    # A selection is handed over whole, but who unsubscribed since is not counted.
    number = recipients.count(ctx, recipients.still_accepting(everyone))
    mailing_id = row.mailing_id or mailing.frozen(ctx, row, everyone)
    if mode == TEST:
        mailing.test(ctx, row, mailing_id)
    else:
        mailing.send(ctx, mailing_id)
    _change(ctx, row, status=TESTED if mode == TEST else SENT, found=number)
    return number


def _change(ctx: Context, row: Row[Any], **columns: Any) -> None:
    ctx.database.change(campaigns, row.id, **columns, updated_date=now_stored())
    ctx.database.commit()


def _answer(ctx: Context, number: int, allowed: bool) -> Response:
    """The number of recipients, for who may know of them: what was done is done."""
    if not allowed:
        raise access_denied()
    return ctx.collection("Campaign", "/campaigns", [number])
