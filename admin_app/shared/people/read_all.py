"""Everybody whom a list of the API shows under a question, where a page of it does not answer."""

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.kit.declare.fields import text_of
from admin_app.kit.words.folding import words

CALL = 1000
"""People asked for at once."""
TOGETHER = 4
"""Calls made at the same time."""
Item = Mapping[str, Any]


async def everybody(api: Api, endpoint: str, query: Query) -> list[dict[str, Any]]:
    """Everybody the API shows under a query, in its order, each once; the page of the query plays no part.

    A page without anybody is the last, whatever total the API tells.
    """
    first = await api.list(endpoint, replace(query, page=1, per_page=CALL))
    found, pages = [first.items], -(-first.total // CALL)
    while found[-1] and len(found) < pages:
        ahead = range(len(found) + 1, min(pages, len(found) + TOGETHER) + 1)
        asked = (api.list(endpoint, replace(query, page=number, per_page=CALL)) for number in ahead)
        found += [page.items for page in await asyncio.gather(*asked)]
    return together(*found)


def together(*parts: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """What several answers hold, each item once, in their order."""
    return list({text_of(item.get("id")): item for items in parts for item in items}.values())


def ordered(items: Iterable[dict[str, Any]], field: str, down: bool) -> list[dict[str, Any]]:
    """Items by one of their texts or numbers, as people read them; those that have none come last."""
    found = [(_key(item.get(field)), item) for item in items]
    filled = sorted((pair for pair in found if pair[0]), key=lambda pair: pair[0], reverse=down)
    return [item for _, item in (*filled, *(pair for pair in found if not pair[0]))]


def part(items: list[dict[str, Any]], query: Query) -> list[dict[str, Any]]:
    """The items of the page of a query."""
    size = query.per_page or CALL
    start = ((query.page or 1) - 1) * size
    return items[start : start + size]


def _key(value: Any) -> tuple[float, list[str]] | None:
    if value is None or value == "":
        return None
    return (float(value), []) if isinstance(value, int | float) else (0, words(str(value)) or [str(value)])
