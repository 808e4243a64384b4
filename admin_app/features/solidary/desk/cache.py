"""The requests that the desk looks through: read whole, in as few calls as they fill, and kept for a moment
(list_cache.py)."""

import asyncio
from collections.abc import Sequence

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.features.solidary import list_cache
from admin_app.features.solidary.desk.request_row import ENDED, RequestRow, row_of
from admin_app.features.solidary.list_cache import Reading
from admin_app.features.solidary.record import ENDPOINT
from admin_app.shared.people.read_all import everybody


async def read(api: Api, *, closed: bool = False, fresh: bool = False) -> Reading:
    """The requests the person may see, the open ones alone or all; all of them serve where the open ones are wanted."""
    young = [each for wide in {closed, True} if (each := list_cache.known(api, (ENDPOINT, wide)))]
    if young and not fresh:
        return max(young, key=lambda each: each.at)
    return list_cache.keep(api, (ENDPOINT, closed), await _read_all(api, closed))


def kept_open(api: Api) -> Sequence[RequestRow]:
    """The open requests, as far as they were read not long ago."""
    kept = list_cache.known(api, (ENDPOINT, False))
    return kept.rows if kept else ()


async def _read_all(api: Api, closed: bool) -> Sequence[RequestRow]:
    """Every request; 100 means lower than 100 (trap 34)."""
    filters = {} if closed else {"progression": ENDED}
    items = await everybody(api, ENDPOINT, Query(sort=("fromDate", False), filters=filters))
    # A thousand take some hundredths of a second, in which nobody else would be answered.
    return await asyncio.to_thread(lambda: [row_of(item) for item in items])
