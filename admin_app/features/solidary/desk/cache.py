"""The requests that the desk looks through: read whole, in as few calls as they fill, and kept for a short time
(`solidary/readings.py`)."""

import asyncio
from collections.abc import Sequence

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.features.solidary import list_cache
from admin_app.features.solidary.desk.request_row import ENDED, Line, line
from admin_app.features.solidary.list_cache import Reading, forget

__all__ = ["CALL", "ENDPOINT", "Reading", "forget", "read"]
ENDPOINT = "admin/solidaries"
CALL = 1000
"""Requests one call brings."""


async def read(api: Api, *, closed: bool = False, fresh: bool = False) -> Reading:
    """The requests the person may see, the open ones alone or all; all of them serve where the open ones are wanted."""
    young = [each for wide in {closed, True} if (each := list_cache.known(api, (ENDPOINT, wide)))]
    if young and not fresh:
        return max(young, key=lambda each: each.at)
    return await list_cache.read(api, (ENDPOINT, closed), lambda: _all(api, closed), fresh=True)


async def _all(api: Api, closed: bool) -> Sequence[Line]:
    """Every page, the first alone and then the others at once; 100 means lower than 100 (trap 34)."""
    filters = {} if closed else {"progression": ENDED}
    query = Query(1, CALL, ("fromDate", False), filters)
    first = await api.list(ENDPOINT, query)
    numbers = range(2, 1 + -(-first.total // CALL))
    others = await asyncio.gather(*(api.list(ENDPOINT, Query(number, CALL, query.sort, filters)) for number in numbers))
    # A thousand take some hundredths of a second, in which nobody else would be answered.
    parts = [await asyncio.to_thread(_lines, each.items) for each in (first, *others)]
    return [*{each.id: each for part in parts for each in part}.values()]


def _lines(items: list[dict[str, object]]) -> list[Line]:
    return [line(item) for item in items]
