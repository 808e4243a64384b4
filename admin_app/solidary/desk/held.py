"""The requests that the desk looks through: read whole, in as few calls as they fill, and kept for a short time.

They are kept in this process and not in the tab: a thousand of them in each state would be written to Redis with every
event. What is kept is given to the token it was read with, so that nobody is shown what the API gave somebody else.
"""

import asyncio
import time
from collections import OrderedDict
from dataclasses import dataclass

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.solidary.desk.line import ENDED, Line, line

ENDPOINT = "admin/solidaries"
CALL = 1000
"""Requests one call brings."""
LIFETIME = 30
"""Seconds after which they are read again: what a colleague wrote is half a minute away at most."""
MOST = 60_000
"""Requests that one process keeps, for all tokens together; then the oldest readings go. Some 100 MB."""


@dataclass(frozen=True)
class Reading:
    """What one token was given, and when."""

    lines: tuple[Line, ...]
    at: float
    """Seconds of `time.time()`."""
    closed: bool
    """Whether the closed requests are among them."""


_kept: OrderedDict[tuple[str, bool], Reading] = OrderedDict()


async def read(api: Api, *, closed: bool = False, fresh: bool = False) -> Reading:
    """The requests the person may see, the open ones alone or all; from memory unless they are old, or `fresh`."""
    token = api.auth.tokens.token
    if not fresh and (known := _known(token, closed)):
        return known
    found = Reading(await _all(api, closed), time.time(), closed)
    # The call may have renewed the token.
    _keep(api.auth.tokens.token, found)
    return found


def forget(api: Api) -> None:
    """The person wrote something: what was read before is not so any more."""
    for closed in (False, True):
        _kept.pop((api.auth.tokens.token, closed), None)


def clear() -> None:
    """Forget everything."""
    _kept.clear()


def _known(token: str, closed: bool) -> Reading | None:
    """What was read not long ago; all requests serve where the open ones are wanted."""
    young = [each for wide in {closed, True} if (each := _kept.get((token, wide))) and _is_young(each)]
    return max(young, key=lambda each: each.at, default=None)


def _is_young(each: Reading) -> bool:
    return time.time() - each.at < LIFETIME


def _keep(token: str, found: Reading) -> None:
    for key in [key for key, each in _kept.items() if not _is_young(each)]:
        del _kept[key]
    _kept[token, found.closed] = found
    while len(_kept) > 1 and sum(len(each.lines) for each in _kept.values()) > MOST:
        _kept.popitem(last=False)


async def _all(api: Api, closed: bool) -> tuple[Line, ...]:
    """Every page, the first alone and then the others at once; 100 means lower than 100 (trap 34)."""
    filters = {} if closed else {"progression": ENDED}
    query = Query(1, CALL, ("fromDate", False), filters)
    first = await api.list(ENDPOINT, query)
    numbers = range(2, 1 + -(-first.total // CALL))
    others = await asyncio.gather(*(api.list(ENDPOINT, Query(number, CALL, query.sort, filters)) for number in numbers))
    # A thousand take some hundredths of a second, in which nobody else would be answered.
    parts = [await asyncio.to_thread(_lines, each.items) for each in (first, *others)]
    return tuple({each.id: each for part in parts for each in part}.values())


def _lines(items: list[dict[str, object]]) -> list[Line]:
    return [line(item) for item in items]
