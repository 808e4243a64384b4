"""Which process serves a tab: what another one was doing for it ended with that process, and what nobody knows of it is
asked of its browser (O1, O2).

States are kept in Redis and outlive a process; what runs does not. A tab is taken over when its socket connects: what
says that something runs is put back then, and the person is told where it may have been done. What a worker that is
still there does for the tab goes on, and stays that worker's. An event of a tab that
no process has taken over comes where Redis was emptied under an open page: the page is loaded anew, with the tokens
and drafts that the browser keeps.
"""

import asyncio
import time
import uuid
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from typing import Any

import reflex as rx
from redis.asyncio import Redis
from redis.exceptions import RedisError

from admin_app.kit.session.state import Session
from admin_app.patches.names import get_redis
from admin_app.settings import DRAIN

PROCESS = uuid.uuid4().hex
"""This process, of all there ever were."""
BEAT, SILENCE = 1, 5
"""Seconds between two signs of life of a process, and after which one that gives none is dead."""
_ALIVE = "admin_app.alive."
ACTS = frozenset(
    {
        *("bulk_total", "contacting", "copying", "correcting", "creating", "deciding", "deleting", "marking"),
        *("noting", "publishing", "reporting", "retaining", "saving", "sending", "task", "verifying"),
    }
)
"""Fields that say that something is being done, on the platform."""
READS = frozenset(
    {
        *("beginning", "busy", "counting", "gathering", "looking", "opening", "opening_proof"),
        *("reading", "searching", "seeking", "stopping", "_stopping"),
    }
)
"""Fields that say that something is being looked for, or made for the person alone."""


class Following(rx.State, mixin=True):
    """A state that shows how something goes on which a process does beside its handlers."""

    def _goes_on(self) -> bool:
        """Whether there is something that has not ended."""
        raise NotImplementedError

    def _cut_short(self) -> None:
        """The process has ended: say so of what it had not finished."""
        raise NotImplementedError


async def take_over(states: Iterable[Any], process: str) -> None:
    """Let a process serve a tab with these states, where another one did: nothing runs in them any more, unless that
    one still lives."""
    found = list(states)
    session = next(each for each in found if isinstance(each, Session))
    running = [(each, name) for each in found for name in _running(each)]
    followed = [each for each in found if isinstance(each, Following) and each._goes_on()]
    if (running or followed) and await lives(session._server):
        return
    session._server = process
    for each in followed:
        each._cut_short()
    for each, name in running:
        setattr(each, name, type(getattr(each, name))())
        session._interrupted = session._interrupted or name in ACTS


def _running(state: Any) -> list[str]:
    """The fields of a state that say that something runs: true, how many, or what it is done to."""
    values = {name: getattr(state, name, None) for name in ACTS | READS}
    return [name for name, value in values.items() if value and isinstance(value, int | str)]


@asynccontextmanager
async def alive(process: str) -> AsyncIterator[None]:
    """Have other processes know that this one lives, in Redis: without it there is no other one."""
    redis = get_redis()
    beating = None
    if redis:
        # Before the first tab is served: who asks must not find it dead.
        await _sign(redis, f"{_ALIVE}{process}")
        beating = asyncio.create_task(_beat(redis, f"{_ALIVE}{process}"))
    try:
        yield
    finally:
        if redis and beating:
            beating.cancel()
            with suppress(RedisError):
                await redis.delete(f"{_ALIVE}{process}")
            await redis.aclose()


async def _beat(redis: Redis, name: str) -> None:
    while True:
        await asyncio.sleep(BEAT)
        await _sign(redis, name)


async def _sign(redis: Redis, name: str) -> None:
    with suppress(RedisError):  # who needs Redis says so
        await redis.set(name, time.time(), ex=SILENCE)


async def lives(process: str) -> bool:
    """Whether another process is still there: what it last said changes, or is gone after some seconds."""
    redis = get_redis()
    if redis is None:
        return False
    try:
        first = said = await redis.get(f"{_ALIVE}{process}")
        while said is not None and said == first:
            await asyncio.sleep(BEAT / 2)
            said = await redis.get(f"{_ALIVE}{process}")
    finally:
        await redis.aclose()
    return said is not None


@asynccontextmanager
async def drained(app: rx.App) -> AsyncIterator[None]:
    """When the application stops, let handlers that run come to their end: their tabs are with another worker by then,
    which is sent what they change."""
    yield
    await app.event_processor.stop(DRAIN)
