"""A socket without a page: whoever has an address of one may open it."""

import asyncio
import json
import threading
from typing import Any

import socketio

from tests.browser.support.site import Site

NAMESPACE = "/_event"


Attempt = tuple[str, dict[str, Any], list[dict[str, Any]]]
"""The token of an address, what the socket says of itself when it connects, and the events it sends."""


def overheard(site: Site, *attempts: Attempt, wait: float = 1.0) -> list[str]:
    """What sockets hear that connect so, all at once, until nothing came for `wait` seconds; each as JSON."""
    heard: list[list[Any]] = [[] for _ in attempts]

    async def listen() -> None:
        await asyncio.gather(
            *(_listen(site, *each, wait, kept) for each, kept in zip(attempts, heard, strict=True)),
        )

    # Playwright keeps a loop of its own in this thread.
    thread = threading.Thread(target=lambda: asyncio.run(listen()))
    thread.start()
    thread.join()
    return [json.dumps(each) for each in heard]


async def _listen(
    site: Site, token: str, auth: dict[str, Any], events: list[dict[str, Any]], wait: float, heard: list[Any]
) -> None:
    something = asyncio.Event()

    async def take(update: Any) -> None:
        heard.append(update)
        something.set()

    socket = socketio.AsyncClient(reconnection=False)
    socket.on("event", take, namespace=NAMESPACE)
    await socket.connect(
        f"{site.base_url}{NAMESPACE}/?token={token}",
        headers={"Origin": site.base_url},
        transports=["websocket"],
        namespaces=[NAMESPACE],
        socketio_path=NAMESPACE,
        auth=auth,
    )
    for event in events:
        await socket.emit("event", event, NAMESPACE)
    try:
        while True:
            await asyncio.wait_for(something.wait(), wait)
            something.clear()
    except TimeoutError:
        await socket.disconnect()
