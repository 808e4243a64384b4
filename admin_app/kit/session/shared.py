"""What all workers share in Redis, where there is one that answers; else what this process keeps for itself."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from redis.asyncio import Redis
from redis.exceptions import RedisError

from admin_app.patches.names import get_redis

K = TypeVar("K")
T = TypeVar("T")
logger = logging.getLogger(__name__)


class Shared(Generic[K]):
    """Something that is kept: `here` in this process, `everywhere` over a client of Redis, with the same methods.

    `alone` is what the log says where Redis does not answer, such as "attempts are counted in this process alone".
    """

    def __init__(self, here: K, everywhere: Callable[[Redis], K], alone: str) -> None:
        self.here = here
        self._everywhere = everywhere
        self._alone = alone
        self._made: WeakKeyDictionary[asyncio.AbstractEventLoop, K | None] = WeakKeyDictionary()

    async def act(self, act: Callable[[K], Awaitable[T]]) -> T:
        """Act on what is kept in Redis, or on what this process keeps where there is none, or none that answers."""
        there = self._there()
        try:
            return await act(self.here if there is None else there)
        except (RedisError, OSError) as error:
            logger.warning("%s: %s", self._alone, type(error).__name__)
            return await act(self.here)

    def _there(self) -> K | None:
        """What is kept in Redis, where one is configured: one client for each event loop."""
        loop = asyncio.get_running_loop()
        if loop not in self._made:
            redis = get_redis()
            self._made[loop] = self._everywhere(redis) if redis else None
        return self._made[loop]
