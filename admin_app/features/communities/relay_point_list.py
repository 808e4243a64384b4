"""The relay points of a community: the API lists them all and filters by anything but that (content-points.yaml)."""

from collections.abc import Collection
from typing import Any

from admin_app.api.client import Api
from admin_app.api.errors import AccessDenied
from admin_app.api.query import Query
from admin_app.features.relay_points.points import RELAY_POINTS
from admin_app.kit.words.locale import say

PAGE = 1000
MOST_PAGES = 20
"""Pages read at most: one look is worth some seconds, not minutes."""


async def relay_points(api: Api, community_ids: Collection[str]) -> tuple[list[dict[str, Any]], bool]:
    """Those of some communities, and whether every point could be looked at."""
    found: list[dict[str, Any]] = []
    for page in range(1, MOST_PAGES + 1):
        read = await api.list(RELAY_POINTS.endpoint, Query(page, PAGE, ("id", False)))
        found += [each for each in read.items if str(each.get("communityId")) in community_ids]
        if page * PAGE >= read.total or not read.items:
            return found, True
    return found, False


async def points_told(api: Api, community_ids: Collection[str], locale: str) -> str:
    """How many relay points go with some communities (trap 19); empty for none."""
    try:
        found, all_read = await relay_points(api, community_ids)
    except AccessDenied:
        return say("communities.impact.points_unknown", locale)
    if all_read:
        return say("communities.impact.points", locale, len(found)) if found else ""
    return say("communities.impact.points_at_least", locale, len(found))
