"""Who a campaign is for, as queries: nobody is read to be counted or written to (traps 11, 12 and 18)."""

from typing import Any

from sqlalchemy import Select, func, select

from sandbox.campaigns.tables import campaign_deliveries
from sandbox.communities.reading import ACCEPTED
from sandbox.context import Context
from sandbox.database import within
from sandbox.paging import conditions_of
from sandbox.params import reference_id, wholes
from sandbox.tables import LISTED_USERS, memberships, users
from sandbox.users.resource import USERS

Ids = Select[Any]
"""A query of ids of users."""
_ACCEPTING = (LISTED_USERS, users.c.news_subscription.is_(True))
# What is no filter, so neither kept nor read as one.
_OWN = ("source", "filterType", "campaignId", "communityId", "mode")
LONGEST_FILTER = 512


def chosen_users(ctx: Context) -> Ids:
    """Those of `user[]` who accept e-mails; no territory limits this."""
    return select(users.c.id).where(within(users.c.id, _ids(ctx, "user")), *_ACCEPTING)


def chosen_members(ctx: Context) -> Ids:
    """The people of the memberships `member[]`, of whatever community, who were accepted and accept e-mails."""
    return _members().where(within(memberships.c.id, _ids(ctx, "member")))


def filtered_users(ctx: Context) -> Ids:
    """Whom the filters of the list of users find, as narrow as the list; without any, everybody (trap 11)."""
    found = select(users.c.id).where(*_ACCEPTING, *USERS.scope(ctx), *conditions_of(ctx, USERS))
    return _skipped(ctx, found.order_by(users.c.id))


def filtered_members(ctx: Context, community_id: int) -> Ids:
    """The accepted members of a community; of the filters only status, user and user.id are read."""
    found = _members().where(memberships.c.community_id == community_id)
    status = ctx.params.number("status")
    if status is not None:
        found = found.where(memberships.c.status == status)
    people = [*ctx.params.numbers("user.id"), *map(reference_id, ctx.params.texts("user"))]
    if people:
        found = found.where(within(users.c.id, people))
    return _skipped(ctx, found.order_by(users.c.id))


def delivered(campaign_id: int) -> Ids:
    """The deliveries of a selection, those who unsubscribed since included."""
    return select(campaign_deliveries.c.user_id.label("id")).where(campaign_deliveries.c.campaign_id == campaign_id)


def still_accepting(ids: Ids) -> Ids:
    """Those who accept e-mails now."""
    return select(users.c.id).where(users.c.id.in_(ids), *_ACCEPTING)


def count(ctx: Context, ids: Ids) -> int:
    """How many they are."""
    return ctx.database.value(select(func.count()).select_from(ids.subquery()))


def _members() -> Ids:
    joined = select(users.c.id).join(memberships, memberships.c.user_id == users.c.id)
    return joined.where(memberships.c.status.in_(ACCEPTED), *_ACCEPTING)


def _ids(ctx: Context, name: str) -> list[int]:
    return wholes(ctx.params.lists.get(name, []))


def _skipped(ctx: Context, ids: Ids) -> Ids:
    """The limit of a page is lifted, but a page still skips those before it: callers must not send one."""
    page, size = ctx.params.paging()
    return ids.limit(-1).offset((page - 1) * size) if page > 1 else ids


def filter_text(ctx: Context) -> str:
    """The filters as they are kept: not encoded, arrays without their brackets (associate_campaign_with_users)."""
    pairs = ctx.request.query_params.multi_items()
    return "&".join(f"{name.removesuffix('[]')}={value}" for name, value in pairs if name not in _OWN)
