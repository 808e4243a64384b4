"""Sign-in attempts, counted by account and by address: nobody tries passwords one after the other (SESSION-33).

Only refused attempts stay counted. They are counted in Redis where there is one, for all workers together; otherwise in
this process, which then is the only one (docs/operations.md). Decision 25 says why not by a library.
"""

import hashlib
import ipaddress
import logging
import math
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from redis.asyncio import Redis

from admin_app.api.errors import InvalidCredentials
from admin_app.kit.session.shared import Shared
from admin_app.kit.words.formats import folded

MOST_KEPT = 20_000
"""Counts that one process keeps; then the oldest go, which takes hundreds of addresses. Some 5 MB."""
NETWORK = 64
"""Bits of an IPv6 address that count: one subscriber has all the others."""
_PREFIX = "admin_app.throttle"
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limit:
    """So many refused attempts in so many seconds, from the first of them."""

    name: str
    most: int
    seconds: int


ADDRESS = Limit("address", 60, 5 * 60)
"""Everybody at one address: an office has one for all its people."""
PERSON = Limit("person", 5, 5 * 60)
"""One account from one address."""
ACCOUNT = Limit("account", 30, 15 * 60)
"""One account from everywhere: one address alone cannot shut anybody out, since PERSON stops it before."""


class TooManyTries(Exception):
    """Nothing was sent; `minutes` is how long to wait, rounded up."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.minutes = max(1, math.ceil(seconds / 60))


class Counts:
    """Counts in this process, each gone when its time is over."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    async def add(self, key: str, step: int, seconds: int) -> tuple[int, float]:
        """Change a count; what it is now, and how many seconds it still lasts."""
        now = time.monotonic()
        count, end = self._kept.get(key, (0, 0.0))
        if end <= now:
            self._kept.pop(key, None)
            count, end = 0, now + seconds
        count = max(0, count + step)
        self._kept[key] = count, end
        if not count:
            del self._kept[key]
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return count, end - now

    async def drop(self, key: str) -> None:
        """Forget a count."""
        self._kept.pop(key, None)

    def clear(self) -> None:
        """Forget every count."""
        self._kept.clear()


class SharedCounts:
    """The same in Redis."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def add(self, key: str, step: int, seconds: int) -> tuple[int, float]:
        """Change a count; what it is now, and how many seconds it still lasts."""
        name = f"{_PREFIX}.{key}"
        async with self._redis.pipeline() as pipeline:
            pipeline.set(name, 0, ex=seconds, nx=True)
            pipeline.incrby(name, step)
            pipeline.ttl(name)
            _, count, left = await pipeline.execute()
        if count <= 0:
            await self.drop(key)
        return max(0, count), left

    async def drop(self, key: str) -> None:
        """Forget a count."""
        await self._redis.delete(f"{_PREFIX}.{key}")


kept_here = Counts()
"""The counts of this process."""
_counts = Shared[Counts | SharedCounts](kept_here, SharedCounts, "sign-in attempts are counted in this process alone")


@asynccontextmanager
async def attempt(account: str, address: str) -> AsyncIterator[None]:
    """Count an attempt before it is made, or raise TooManyTries; InvalidCredentials alone leaves it counted.

    Counted before, so that many attempts at once are no way round. `account` is what was typed, `address` where from.
    """
    who, where = folded(account), _network(address)
    counted = [(ADDRESS, _key(ADDRESS, where)), (PERSON, _key(PERSON, who, where)), (ACCOUNT, _key(ACCOUNT, who))]
    for number, (limit, key) in enumerate(counted):
        count, left = await _add(key, 1, limit)
        if count > limit.most:
            if count == limit.most + 1:
                logger.warning("sign-in attempts are held back, by %s", limit.name)
            # What was refused here is not held against the account, nor against whoever else has the address.
            await _take_back(counted[:number])
            raise TooManyTries(left)
    try:
        yield
    except InvalidCredentials:
        raise
    except Exception:
        await _take_back(counted)
        raise
    await _take_back(counted)
    # Whoever got in had only mistyped before.
    await _counts.act(lambda counts: counts.drop(counted[1][1]))


async def _take_back(counted: Sequence[tuple[Limit, str]]) -> None:
    for limit, key in counted:
        await _add(key, -1, limit)


async def _add(key: str, step: int, limit: Limit) -> tuple[int, float]:
    return await _counts.act(lambda counts: counts.add(key, step, limit.seconds))


def _network(address: str) -> str:
    """The address of a person as it counts."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, NETWORK), strict=False))


def _key(limit: Limit, *parts: str) -> str:
    """A count's name, which says neither who nor where."""
    digest = hashlib.sha256(" ".join(parts).encode()).hexdigest()
    return f"{limit.name}.{digest[:32]}"
