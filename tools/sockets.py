"""An open socket as small as it can be: it stays for as long as its tab, and most of the time nothing is said.

What an HTTP answer needs once stands around a socket until it is closed: the layers of the application as suspended
coroutines, queues for many readers, the parser of the request that opened it: a fifth of a tab's memory
(docs/performance.md).
"""

import asyncio
from typing import Any

import uvicorn
from reflex.app import App
from reflex_base.config import get_config
from reflex_base.constants import Endpoint
from starlette.routing import Mount
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.websockets.wsproto_impl import WSProtocol
from wsproto import events

KNOWN = "0.54.0"
"""The version of uvicorn whose sockets this knows; another one is refused."""


class Few(list[Any]):
    """Stands in for a deque that mostly holds nothing, or one thing: an empty deque takes 760 bytes."""

    def popleft(self) -> Any:
        """Take the first."""
        return self.pop(0)


class Queue(asyncio.Queue[Any]):
    """A queue of few things."""

    def __init__(self, maxsize: int = 0) -> None:
        super().__init__(maxsize)
        self._getters, self._putters = Few(), Few()
        _spare(self._finished)  # pyright: ignore[reportAttributeAccessIssue]

    def _init(self, maxsize: int) -> None:
        self._queue = Few()


def _spare(event: asyncio.Event) -> None:
    """Have an event that few wait for take less room."""
    event._waiters = Few()  # pyright: ignore[reportAttributeAccessIssue]


class Socket(WSProtocol):
    """A socket of uvicorn that lets go of its handshake, and stops reading when a message waits behind another."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = Queue()
        _spare(self.writable)

    async def send(self, message: Any) -> None:
        """Send what the application says; once the socket is open, there is no HTTP to read any more."""
        await super().send(message)
        # Where the connection stands by itself, it is spoken to as what made it.
        self.conn = getattr(self.conn, "connection", None) or self.conn

    def handle_message(self, event: events.TextMessage | events.BytesMessage) -> None:
        """Take a message. To stop reading at each, and go on when it was taken, is two calls of the system."""
        alone = not self.read_paused and self.queue.empty()
        self.read_paused = self.read_paused or alone
        super().handle_message(event)
        if alone:
            self.read_paused = False


class Sockets:
    """ASGI middleware that hands the sockets of pages to what answers them, past all layers for HTTP."""

    def __init__(self, app: ASGIApp, reflex: App) -> None:
        if (found := uvicorn.__version__) != KNOWN:
            raise ValueError(f"the sockets of uvicorn {found} may differ from what tools/sockets.py knows")
        path = get_config().prepend_backend_path(str(Endpoint.EVENT))
        assert reflex._api
        assert reflex.sio
        self.app, self._reflex, self._path = app, reflex, f"{path}/"
        self._answer = next(each.app for each in reflex._api.routes if isinstance(each, Mount) and each.path == path)
        reflex.sio.eio.create_queue = Queue

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a socket; anything else goes through all layers."""
        if scope["type"] == "websocket" and scope["path"].startswith(self._path):
            self._reflex._set_contexts_internal()  # as the first of those layers does
            return await self._answer(scope, receive, send)
        return await self.app(scope, receive, send)
