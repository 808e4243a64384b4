"""While Redis is away there are no sockets, so that pages say so and go on when it is back (CONFIG-16)."""

import asyncio
from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisAway

from tests.support.proofs import proves
from tools import away
from tools.away import WithRedis


class FakeRedis:
    """Answers, or does not."""

    there = True

    async def execute_command(self, name: str) -> str:
        if not self.there:
            raise RedisAway("redis://secret@there.test")
        return "PONG"


async def application(scope: Any, receive: Any, send: Any) -> None:
    """A socket that stays until it is closed."""
    await receive()
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        await receive()


class Socket:
    """What a server does with one socket."""

    def __init__(self, app: WithRedis) -> None:
        self.sent: list[str] = []
        self._said: asyncio.Queue[Any] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(app({"type": "websocket"}, self._said.get, self.send))

    async def send(self, message: Any) -> None:
        self.sent.append(message["type"].partition(".")[2])
        if message["type"] == "websocket.close":
            self._said.put_nowait({"type": "websocket.disconnect"})


@proves("CONFIG-16")
async def test_sockets_are_closed_and_refused_until_redis_is_back(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(away, "EVERY", 0.01)
    redis, end = FakeRedis(), asyncio.Event()
    app = WithRedis(application, redis)  # pyright: ignore[reportArgumentType]

    async def until_the_end() -> dict[str, str]:
        await end.wait()
        return {}

    life = asyncio.create_task(app({"type": "lifespan"}, until_the_end, Socket.send))  # pyright: ignore
    first = Socket(app)
    await asyncio.sleep(0.05)
    assert first.sent == ["accept"]
    redis.there = False
    await asyncio.wait_for(first.task, 5)
    assert first.sent[:2] == ["accept", "close"]
    second = Socket(app)
    await asyncio.wait_for(second.task, 5)
    assert second.sent == ["close"], "refused, to be tried again"
    redis.there = True
    await asyncio.sleep(0.05)
    third = Socket(app)
    await asyncio.sleep(0.05)
    assert third.sent == ["accept"]
    assert [line for line in caplog.messages if "secret" in line] == []
    assert caplog.messages == ["Redis is away: no sockets until it is back", "Redis is back"]
    third.task.cancel()
    end.set()
    await life
