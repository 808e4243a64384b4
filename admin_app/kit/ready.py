"""`GET /ready`: whether this instance can do its work, and what of what it stands on does not answer.

`/ping` says that the process is up. Whoever asks learns the kind of a failure, never an address; however often it is
asked, each thing is tried once in `FRESH` seconds.
"""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from weakref import WeakKeyDictionary

from sqlalchemy import text
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from admin_app import VERSION
from admin_app.api.client import http_client
from admin_app.kit.store import database
from admin_app.kit.transfer import spool
from admin_app.patches.names import get_redis

FRESH = 5.0
"""Seconds for which an answer is given again."""
PATIENCE = 3
"""Seconds that each of them has."""
OK, ABSENT = "ok", "not used"
PAGES = Path(__file__).parents[2] / ".web" / "build" / "client" / "assets"
_answers: WeakKeyDictionary[asyncio.AbstractEventLoop, tuple[float, asyncio.Task[dict[str, str]]]] = WeakKeyDictionary()


async def _api() -> str:
    """The API answers and does not fail: what it thinks of a request without a token is no matter here."""
    answer = await http_client().get("permissions", timeout=PATIENCE)
    return f"status {answer.status_code}" if answer.is_server_error else OK


async def _redis() -> str:
    redis = get_redis()
    if redis is None:
        return ABSENT
    try:
        await redis.execute_command("PING")
    finally:
        await redis.aclose()
    return OK


async def _store() -> str:
    def try_writing() -> None:
        with database.writing() as connection:
            connection.execute(text("SELECT 1"))

    await asyncio.to_thread(try_writing)
    return OK


async def _spool() -> str:
    await asyncio.to_thread(spool.try_writing)
    return OK


async def _pages() -> str:
    """They may be taken away, or built anew, while the process goes on; one that follows edits serves none of them."""
    if os.environ.get("REFLEX_ENV_MODE") != "prod":
        return ABSENT
    return OK if PAGES.is_dir() else "not built"


CHECKS: dict[str, Callable[[], Awaitable[str]]] = {
    "api": _api,
    "redis": _redis,
    "store": _store,
    "spool": _spool,
    "pages": _pages,
}


async def _tried(check: Callable[[], Awaitable[str]]) -> str:
    """How a check went: `OK`, `ABSENT`, or the kind of its failure, whose text may hold an address."""
    try:
        return await asyncio.wait_for(check(), PATIENCE)
    except Exception as error:
        return type(error).__name__


async def found() -> dict[str, str]:
    """How each check went, by name."""
    return dict(zip(CHECKS, await asyncio.gather(*map(_tried, CHECKS.values())), strict=True))


async def answer(request: Request) -> JSONResponse:
    """200 where all is well, else 503; a line for each thing."""
    loop, now = asyncio.get_running_loop(), time.monotonic()
    asked, task = _answers.get(loop, (float("-inf"), None))
    if task is None or now - asked > FRESH:
        task = loop.create_task(found())
        _answers[loop] = (now, task)
    went = await asyncio.shield(task)
    ready = set(went.values()) <= {OK, ABSENT}
    return JSONResponse(
        {"ready": ready, "version": VERSION, **went}, 200 if ready else 503, {"Cache-Control": "no-store"}
    )


def routes() -> list[Route]:
    """The route, to be added to the backend."""
    return [Route("/ready", answer, methods=["GET"])]
