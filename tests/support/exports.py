"""What a browser does with the ticket of an export."""

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
from starlette.applications import Starlette

from admin_app.kit.exports import stream
from admin_app.kit.exports.state import Exports
from tests.support.tab import Tab


async def fetch(path: str) -> httpx.Response:
    """GET a ticket as the script does."""
    app = Starlette(routes=stream.routes())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://localhost") as http:
        return await http.get(path)


async def until(condition: Callable[[], bool]) -> None:
    """Wait for something that an event brings about."""
    for _ in range(500):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


async def export(tab: Tab, handler: Any, **data: str) -> httpx.Response | None:
    """Ask for an export, fetch what its ticket is for and wait for its end; None when it was refused."""
    tab.forget()
    future = await tab.start(handler, data=data)
    await until(lambda: bool(tab.went("holdFile")) or future.done())
    answer = await fetch(tab.went("holdFile")[1]) if tab.went("holdFile") else None
    await future.wait_all()
    return answer


def ended(tab: Tab) -> tuple[str, int, int]:
    """How the export of a tab ended, its rows and how many there should be."""
    shown = tab.view(Exports)
    return shown.status, shown.rows, shown.expected
