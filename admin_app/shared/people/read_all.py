"""Everybody whom a list of the API shows under a question, where a page of it does not answer."""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.kit.declare import text_of

PER_CALL = 1000
"""People asked for at once."""
TOGETHER = 4
"""Calls made at the same time."""


async def everybody(api: Api, endpoint: str, query: Query) -> list[dict[str, Any]]:
    """Everybody the API shows under a query, in its order, each once; the page of the query plays no part.

    A page without anybody is the last, whatever total the API tells.
    """
    first = await api.list(endpoint, replace(query, page=1, per_page=PER_CALL))
    found, pages = [first.items], -(-first.total // PER_CALL)
    while found[-1] and len(found) < pages:
        ahead = range(len(found) + 1, min(pages, len(found) + TOGETHER) + 1)
        asked = (api.list(endpoint, replace(query, page=number, per_page=PER_CALL)) for number in ahead)
        found += [page.items for page in await asyncio.gather(*asked)]
    return together(*found)


def together(*parts: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """What several answers hold, each item once, in their order."""
    return list({text_of(item.get("id")): item for items in parts for item in items}.values())
