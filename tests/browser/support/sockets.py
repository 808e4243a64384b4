"""A socket without a page: whoever has an address of one may open it."""

import asyncio
import json
import threading
from typing import Any

import socketio

from tests.browser.support.site import Site

NAMESPACE = "/_event"


def overheard(site: Site, token: str, auth: dict[str, Any], events: list[dict[str, Any]], wait: float = 1.0) -> str:
    """What a socket hears that connects so and sends these events, until nothing came for `wait` seconds; as JSON."""
    heard: list[Any] = []
    # Playwright keeps a loop of its own in this thread.
    thread = threading.Thread(target=lambda: asyncio.run(_listen(site, token, auth, events, wait, heard)))
    thread.start()
    thread.join()
    return json.dumps(heard)


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
