"""No sockets while Redis is away: pages say that the connection is lost, keep what was typed, and go on by themselves.

Without this a page would look well, and whatever is pressed would do nothing: every action needs its tab's state.
"""

import asyncio
import logging

from redis.asyncio import Redis
from redis.exceptions import RedisError
from starlette.types import ASGIApp, Receive, Scope, Send

EVERY, PATIENCE = 1, 3
"""Seconds between two questions to Redis, and until an answer must be there."""
RESTARTED = 1012
"""What a socket is closed with that may be opened again."""
log = logging.getLogger("tools.away")


class WithRedis:
    """ASGI middleware that closes sockets, and opens none, while Redis does not answer."""

    def __init__(self, app: ASGIApp, redis: Redis) -> None:
        self._app, self._redis = app, redis
        self._there = True
        self._sockets: set[Send] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, one socket, or the life of the application."""
        if scope["type"] == "lifespan":
            watching = asyncio.create_task(self._watch())
            try:
                await self._app(scope, receive, send)
            finally:
                watching.cancel()
        elif scope["type"] != "websocket":
            await self._app(scope, receive, send)
        elif self._there:
            self._sockets.add(send)
            try:
                await self._app(scope, receive, send)
            finally:
                self._sockets.discard(send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": RESTARTED})

    async def _watch(self) -> None:
        while True:
            there = await self._answers()
            if there is not self._there:
                self._there = there
                log.warning("Redis is %s", "back" if there else "away: no sockets until it is back")
            if not there:
                await asyncio.gather(*map(_close, list(self._sockets)), return_exceptions=True)
            await asyncio.sleep(EVERY)

    async def _answers(self) -> bool:
        try:
            await asyncio.wait_for(self._redis.execute_command("PING"), PATIENCE)
        except (RedisError, OSError, TimeoutError):
            return False
        return True


async def _close(send: Send) -> None:
    await send({"type": "websocket.close", "code": RESTARTED})
