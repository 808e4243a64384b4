"""The sockets of tabs: under which key a tab's states are kept, and what is kept of a connection.

Reflex keeps a tab's states under the token in the address of its socket, hands them to whoever connects with it, and
keeps and sends back all headers (Reflex F32, F33). Here a key is made of that token and of a proof that the address
does not hold (decision 24), the owner of the rules is asked before Reflex looks, and of the headers the origin stays.
"""

import functools
import logging
import uuid
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import parse_qs, urlencode

import reflex as rx
from reflex.app import EventNamespace
from reflex.event import Event, EventSpec
from reflex.istate.manager import StateManager
from reflex.middleware.middleware import Middleware
from reflex.state import BaseState, StateUpdate
from reflex.utils.token_manager import RedisTokenManager, TokenManager
from reflex_base.config import get_config
from reflex_base.constants import CompileVars, RouteVar
from reflex_base.constants.state import FIELD_MARKER

from admin_app.patches.check import has, takes
from admin_app.patches.state_js import TEMPLATE

PROOF = "tab"
"""Where the proof stands in what a socket says when it connects (`tab_proof` of state_js.py)."""
KEPT_HEADERS = ("origin",)
"""What is kept of a connection's headers, and sent back to the page: pages are named by their origin."""
Instead = Callable[[BaseState], Awaitable[EventSpec | None]]
"""What is sent to the page of a tab instead of an event of it; None for the event itself."""
logger = logging.getLogger(__name__)

KeyOf = Callable[[str, object], str]
"""Makes the key of the token in an address and of the proof that was told."""
Link = Callable[[], Awaitable[None]]
"""Has what handlers of the tab say reach the socket that connects."""
Settle = Callable[[StateManager, str, Mapping[str, Any], Link], Awaitable[None]]
"""Looks at what is kept under a key before it is used, with the values of the browser's storage; once it is known whose
the tab is, it links the socket, and may wait then for a handler that another process brings to its end."""
IsLeft = Callable[[StateManager, str], Awaitable[bool]]
"""Whether the process that a tab was connected to is no more."""


class Connections(EventNamespace):
    """The sockets of the tabs."""

    def __init__(self, namespace: str, app: rx.App, key_of: KeyOf, settle: Settle, is_left: IsLeft) -> None:
        super().__init__(namespace, app)
        self.key_of, self.settle, self.is_left = key_of, settle, is_left

    async def on_connect(self, sid: str, environ: dict[str, Any], auth: Any = None) -> None:
        """Find what is kept of the tab that connects, or begin anew for it."""
        said = auth if isinstance(auth, dict) else {}
        address = parse_qs(environ.get("QUERY_STRING", "")).get("token", [""])[0]
        key = self.key_of(address, said.get(PROOF))
        if await self._is_open(key):
            # A copy of an open tab has its storage too. It gets an address of its own, and keeps it.
            address = str(uuid.uuid4())
            key = self.key_of(address, said.get(PROOF))
            await self.emit("new_token", address, to=sid)
        stored = _stored(said.get(CompileVars.CONNECT_AUTH_EVENT))
        try:
            with self.app.set_contexts():
                await self.settle(self.app.state_manager, key, stored, functools.partial(self._link, sid, key))
        except BaseException:
            await self._token_manager.disconnect_token(key, sid)
            raise
        await super().on_connect(sid, {**environ, "QUERY_STRING": urlencode({"token": key})}, auth)

    async def _link(self, sid: str, key: str) -> None:
        """Hear what another process says to a tab; the page gets it with the answer to its connection."""
        if isinstance(self._token_manager, RedisTokenManager):
            self._token_manager.ensure_lost_and_found_task(self.emit_update)
        await self.link_token_to_sid(sid, key, update_state=False)

    async def _is_open(self, key: str) -> bool:
        """Whether a tab has another socket. A process that was killed leaves its own in Redis: they are taken away."""
        sockets = self._token_manager
        if not await sockets.is_token_connected(key):
            return False
        if not isinstance(sockets, RedisTokenManager):
            return True
        with self.app.set_contexts():
            if not await self.is_left(self.app.state_manager, key):
                # To find that out took a while, in which a process that stops has let go of its sockets.
                return await sockets.is_token_connected(key)
        sockets.token_to_socket.pop(key, None)
        await sockets.redis.delete(sockets._get_redis_key(key))
        return False

    def _build_static_router_data(self, sid: str, environ: dict[str, Any]) -> dict[str, Any]:
        """What Reflex keeps of a connection, without its cookies, authorization and the like."""
        data = super()._build_static_router_data(sid, environ)
        headers = data[RouteVar.HEADERS]
        if "x-forwarded-for" in headers and not get_config().trusted_proxy_hops:
            _warn_of_proxy()
        return {**data, RouteVar.HEADERS: {name: headers[name] for name in KEPT_HEADERS if name in headers}}


@functools.cache
def _warn_of_proxy() -> None:
    """Say once that people behind a proxy count as one, for whom sign-in attempts are held back together."""
    logger.warning("X-Forwarded-For is not believed: REFLEX_TRUSTED_PROXY_HOPS says how many proxies are in front")


class _Unnamed(logging.Filter):
    """Drops the line that names a tab which closed while it was answered: nothing went wrong."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether the line is written."""
        return "disconnected client" not in record.getMessage()


class Before(Middleware):
    """Sees every event before its handler does; what is given instead of it is sent to the page, and nothing done."""

    def __init__(self, instead: Instead) -> None:
        self.instead = instead

    async def preprocess(self, app: rx.App, state: BaseState, event: Event) -> StateUpdate | None:
        """Ask what is to happen instead of an event."""
        step = await self.instead(state)
        return StateUpdate(events=Event.from_event_type(step)) if step else None


def use(app: rx.App, key_of: KeyOf, settle: Settle, is_left: IsLeft, instead: Instead) -> None:
    """Have the sockets of an application looked after, and what comes in by them."""
    app.add_middleware(Before(instead))
    assert app.sio
    assert app.event_namespace
    connections = Connections(app.event_namespace.namespace, app, key_of, settle, is_left)
    app._event_namespace = connections
    app.sio.register_namespace(connections)
    logging.getLogger(EventNamespace.__module__).addFilter(_Unnamed())


def _stored(event: object) -> Mapping[str, Any]:
    """What the event that a socket connects with says of the browser's storage."""
    payload = event.get("payload") if isinstance(event, dict) else None
    stored = payload.get("vars") if isinstance(payload, dict) else None
    return stored if isinstance(stored, dict) else {}


def stored_value(stored: Mapping[str, Any], state: type[rx.State], name: str) -> str:
    """The value of a variable in the browser's storage, as a connection told it; empty for what is no text."""
    value = stored.get(f"{state.get_full_name()}.{name}{FIELD_MARKER}")
    return value if isinstance(value, str) else ""


def check() -> None:
    """A connection is made as we take part in it."""
    has(rx.App, "event_namespace", "_event_namespace", "set_contexts", "state_manager")
    takes(EventNamespace.on_connect, "self", "sid", "environ", "auth")
    takes(EventNamespace.link_token_to_sid, "self", "sid", "token", "update_state")
    takes(RedisTokenManager.ensure_lost_and_found_task, "self", "emit_update")
    takes(EventNamespace._build_static_router_data, "self", "sid", "environ")
    has(rx.App, "add_middleware")
    takes(Middleware.preprocess, "self", "app", "state", "event")
    takes(TokenManager.is_token_connected, "self", "token")
    takes(RedisTokenManager._get_redis_key, "self", "token")
    if f"{CompileVars.CONNECT_AUTH_EVENT}: boot_event" not in TEMPLATE.read_text():
        raise ValueError("a page connects without the first event")
