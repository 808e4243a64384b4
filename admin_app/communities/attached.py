"""The relay points of a community: the API lists them all and filters by anything but that (content-points.yaml)."""

from typing import Any

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.relay_points import RELAY_POINTS

PAGE = 1000
MOST_PAGES = 20
"""Pages read at most: one look is worth some seconds, not minutes."""


async def relay_points(api: Api, community_id: str) -> tuple[list[dict[str, Any]], bool]:
    """Those of a community, and whether every point could be looked at."""
    found: list[dict[str, Any]] = []
    for page in range(1, MOST_PAGES + 1):
        read = await api.list(RELAY_POINTS.endpoint, Query(page, PAGE, ("id", False)))
        found += [each for each in read.items if str(each.get("communityId")) == community_id]
        if page * PAGE >= read.total or not read.items:
            return found, True
    return found, False
