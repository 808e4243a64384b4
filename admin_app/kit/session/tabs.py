"""Connections of tabs: what the server keeps of a tab is handed to that tab only, and to the person it is of.

Reflex keeps a tab's states under a token that stands in the address of its socket, hence in the logs of proxies. Here
they are kept under a digest of that token and of the tab's proof, a secret that only the tab has (its session storage)
and that travels inside the socket (`assets/kit/tab.js`, `tools/proof.py`). So neither an address nor a line of our own
log is enough to come near them (decision 24).
"""

import functools
import hashlib
import logging
import re
import uuid
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlencode

import reflex as rx
from reflex.app import EventNamespace
from reflex.istate.manager import StateManager
from reflex.istate.manager.token import BaseStateToken
from reflex.state import BaseState
from reflex_base.config import get_config
from reflex_base.constants import CompileVars, RouteVar
from reflex_base.constants.state import FIELD_MARKER

from admin_app.api.auth import Tokens, is_idle, last_active, same_session
from admin_app.kit.session.fresh import renew, tree
from admin_app.kit.session.state import Session
from admin_app.settings import get_settings

PROOF = "tab"
"""Where the proof stands in what a socket says when it connects (tools/proof.py)."""
KEPT_HEADERS = ("origin",)
"""What is kept of a connection's headers, and sent back to the page: pages are named by their origin."""
KEPT_ENVIRON = ("QUERY_STRING", "HTTP_ORIGIN", "asgi.scope", "asgi.send")
"""What is kept of the request that opened a socket, for as long as it is open; engine.io makes a class for each."""
logger = logging.getLogger(__name__)
_PROOF = re.compile(r"[0-9a-f]{64}")


class Tabs(EventNamespace):
    """The sockets of the tabs."""

    async def on_connect(self, sid: str, environ: dict[str, Any], auth: Any = None) -> None:
        """Find what is kept of the tab that connects, or begin anew for it."""
        said = auth if isinstance(auth, dict) else {}
        address = parse_qs(environ.get("QUERY_STRING", "")).get("token", [""])[0]
        ident = ident_of(address, said.get(PROOF))
        if await self._token_manager.is_token_connected(ident):
            # A copy of an open tab has its storage too. It gets an address of its own, and keeps it.
            address = str(uuid.uuid4())
            ident = ident_of(address, said.get(PROOF))
            await self.emit("new_token", address, to=sid)
        with self.app.set_contexts():
            first = _payload(said.get(CompileVars.CONNECT_AUTH_EVENT))
            await settle(self.app.state_manager, ident, _stored(first))
        await super().on_connect(sid, {**environ, "QUERY_STRING": urlencode({"token": ident})}, auth)
        for name in environ.keys() - KEPT_ENVIRON:
            del environ[name]

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


def guard(app: rx.App) -> None:
    """Have the sockets of an application looked after."""
    assert app.sio
    assert app.event_namespace
    app._event_namespace = Tabs(app.event_namespace.namespace, app)
    app.sio.register_namespace(app._event_namespace)
    logging.getLogger(EventNamespace.__module__).addFilter(_Unnamed())


def ident_of(address: str, proof: object) -> str:
    """What a tab's states are kept under; without a proof, something that no other connection will find."""
    if not (isinstance(proof, str) and _PROOF.fullmatch(proof)):
        return uuid.uuid4().hex
    return hashlib.sha256(f"{proof} {address}".encode()).hexdigest()


async def settle(manager: StateManager, ident: str, stored: Mapping[str, Any]) -> None:
    """Make all that is kept under `ident` as new, unless who connects shows the tokens it was kept for (SESSION-30).

    `stored` are the values of the browser's storage, by the full names of their variables. Without this, what the
    server kept would be sent at once, before anybody is asked who they are.
    """
    root: BaseState = await manager.get_state(BaseStateToken(ident=ident, cls=Session))
    held, shown = _held(await root.get_state(Session)), _shown(stored)
    if same_session(held, shown) and not is_idle(shown, get_settings().session_duration):
        return
    async with manager.modify_state(BaseStateToken(ident=ident, cls=rx.State)) as root:
        for each in tree(root):
            renew(each, storage=True)


def _payload(event: object) -> Mapping[str, Any]:
    """What the event that a socket connects with says."""
    payload = event.get("payload") if isinstance(event, dict) else None
    return payload if isinstance(payload, dict) else {}


def _stored(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """What it says of the browser's storage."""
    stored = payload.get("vars")
    return stored if isinstance(stored, dict) else {}


def _held(session: Session) -> Tokens:
    return Tokens(session.token or "", session.refresh_token or "", 0)


def _shown(stored: Mapping[str, Any]) -> Tokens:
    texts = {name: stored.get(f"{Session.get_full_name()}.{name}{FIELD_MARKER}") for name in ("token", "refresh_token")}
    token, refresh_token = (each if isinstance(each, str) else "" for each in texts.values())
    said = stored.get(f"{Session.get_full_name()}.last_activity{FIELD_MARKER}")
    return Tokens(token, refresh_token, last_active(said if isinstance(said, str) else "", token))
