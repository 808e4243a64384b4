"""The communities of a user, with what only their lists of members know: since when, and as what."""

import asyncio
from typing import Annotated, Any

from admin_app.api.client import Api
from admin_app.api.query import Query, item
from admin_app.kit import declare as d
from admin_app.kit.declare import text_of
from admin_app.kit.session import or_none
from admin_app.kit.values import Instant, Record

MEMBER_TONES = {"0": "warn", "1": "good", "2": "good", "3": "bad"}
SHOWN = 100
"""Most communities shown, and most namesakes looked through in one of them."""


class Membership(Record):
    """A community as the page of one of its members shows it; `id` is the community's."""

    name: str | None = None
    member_status: Annotated[int | None, d.choice("users.member_status", MEMBER_TONES)] = None
    created_date: Annotated[Instant, d.date()] = None
    accepted_date: Annotated[Instant, d.date()] = None
    refused_date: Instant = None


def decided(membership: Membership) -> str:
    """When somebody was let in or refused; empty while they wait."""
    return membership.accepted_date or membership.refused_date or ""


async def memberships(api: Api, user_id: str, shown: dict[str, str]) -> list[dict[str, Any]]:
    """The communities somebody is in, in any status (users.yaml, get_user)."""
    query = Query(1, SHOWN, ("name", False), {"communityUsers.user.id": user_id})
    communities = (await api.list("admin/communities", query)).items
    rows = await asyncio.gather(*(_membership(api, each["id"], user_id, shown) for each in communities))
    return [{"id": each["id"], "name": each.get("name"), **row} for each, row in zip(communities, rows, strict=True)]


async def _membership(api: Api, community_id: int, user_id: str, shown: dict[str, str]) -> dict[str, Any]:
    """Status and dates; nothing where the members may not be read, as those of a secured community may not."""
    names = {"givenName": shown.get("givenName"), "familyName": shown.get("familyName")}
    members = item("admin/communities", community_id, "members")
    found = await or_none(api.list(members, Query(1, SHOWN, filters=names)))
    if found is None:
        return {}
    row = next((each for each in found.items if text_of(each.get("userId")) == user_id), {})
    dates = {name: row.get(name) for name in ("createdDate", "acceptedDate", "refusedDate")}
    return {"memberStatus": row.get("status"), **dates}


COMMUNITIES_OF = d.Related(
    "communities",
    d.columns(Membership, "name", "member_status", "created_date", d.but("accepted_date", value=decided), main="name"),
    model=Membership,
    fetch=memberships,
    permission="community_list",
    flag="community",
    href=lambda community: f"/communities/show/{community.id}",
    opens="community_read",
)
