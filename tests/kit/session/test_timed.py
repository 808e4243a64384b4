"""What takes long in a background handler: it is said how long, and it goes on when nobody waits any more."""

import asyncio
from contextlib import AsyncExitStack, suppress

import pytest

from admin_app.kit.session import timed


class Tab(AsyncExitStack):
    """A state whose lock is free."""


async def test_each_second_is_told_and_the_answer_is_given():
    told: list[int] = []
    assert await timed(Tab(), asyncio.sleep(1.3, "done"), told.append) == "done"  # pyright: ignore[reportArgumentType]
    assert told == [1]


async def test_what_was_begun_goes_on_when_nobody_waits():
    begun = asyncio.get_running_loop().create_task(asyncio.sleep(0.2, "done"))
    waiting = asyncio.create_task(timed(Tab(), begun, print))  # pyright: ignore[reportArgumentType]
    await asyncio.sleep(0.05)
    waiting.cancel()
    with suppress(asyncio.CancelledError):
        await waiting
    assert await begun == "done"


async def test_a_failure_is_raised():
    async def fails() -> None:
        raise KeyError("lost")

    with pytest.raises(KeyError):
        await timed(Tab(), fails(), print)  # pyright: ignore[reportArgumentType]
