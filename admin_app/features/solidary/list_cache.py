"""Lists that are read whole, because the API cannot be asked what people ask: kept by the process for a short time.

They are kept in this process and not in the tab: a thousand rows in each state would be written to Redis with every
event. What is kept is given to the token it was read with, so that nobody is shown what the API gave somebody else.
"""

import time
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from admin_app.api.client import Api

LIFETIME = 30
"""Seconds after which they are read again: what a colleague wrote is half a minute away at most."""
MOST = 60_000
"""Rows that one process keeps, for all tokens together; then the oldest readings go. Some 150 MB."""


@dataclass(frozen=True)
class Reading:
    """What one token was given, and when."""

    rows: tuple[Any, ...]
    at: float
    """Seconds of `time.time()`."""


_kept: OrderedDict[tuple[str, Hashable], Reading] = OrderedDict()


def known(api: Api, key: Hashable) -> Reading | None:
    """What was read not long ago with this token."""
    reading = _kept.get((api.auth.tokens.token, key))
    return reading if reading and _is_young(reading) else None


def keep(api: Api, key: Hashable, rows: Sequence[Any]) -> Reading:
    """Keep what was just read, with the token as it is now: the call may have renewed it."""
    for old in [old for old, each in _kept.items() if not _is_young(each)]:
        del _kept[old]
    reading = _kept[api.auth.tokens.token, key] = Reading(tuple(rows), time.time())
    while len(_kept) > 1 and sum(len(each.rows) for each in _kept.values()) > MOST:
        _kept.popitem(last=False)
    return reading


def forget(api: Api) -> None:
    """The person wrote something: what was read before is not so any more."""
    token = api.auth.tokens.token
    for each in [each for each in _kept if each[0] == token]:
        del _kept[each]


def clear() -> None:
    """Forget everything."""
    _kept.clear()


def _is_young(each: Reading) -> bool:
    return time.time() - each.at < LIFETIME
