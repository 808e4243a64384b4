"""Whose a tab is: what the server keeps of a tab is handed to that tab only, and to the person it is of.

Reflex keeps a tab's states under a token that stands in the address of its socket, hence in the logs of proxies. Here
they are kept under a digest of that token and of the tab's proof, a secret that only the tab has (its session storage)
and that travels inside the socket. So neither an address nor a line of our own log is enough to come near them
(decision 24).
"""

import hashlib
import re
import uuid
from collections.abc import Mapping
from typing import Any

import reflex as rx

from admin_app.api.auth import Tokens, is_idle, last_active, same_session
from admin_app.kit.session.handlers import reload_forgotten
from admin_app.kit.session.process_takeover import PROCESS, lives, take_over
from admin_app.kit.session.state import Session
from admin_app.kit.transfer import tickets
from admin_app.patches import connections
from admin_app.patches.connections import Link, stored_value
from admin_app.patches.states import StateManager, changing, renew, stored_state
from admin_app.settings import get_settings

_PROOF = re.compile(r"[0-9a-f]{64}")


def guard(app: rx.App) -> None:
    """Have the sockets of an application looked after."""
    connections.use(app, ident_of, settle, is_left, reload_forgotten)


def ident_of(address: str, proof: object) -> str:
    """What a tab's states are kept under; without a proof, something that no other connection will find."""
    if not (isinstance(proof, str) and _PROOF.fullmatch(proof)):
        return uuid.uuid4().hex
    return hashlib.sha256(f"{proof} {address}".encode()).hexdigest()


async def is_left(manager: StateManager, ident: str) -> bool:
    """Whether the process that served a tab is no more; it takes up to some seconds to tell (`SILENCE`)."""
    server = (await stored_state(manager, ident, Session))._server
    return server != PROCESS and not await lives(server)


async def settle(manager: StateManager, ident: str, stored: Mapping[str, Any], link: Link | None = None) -> None:
    """Make all that is kept under `ident` as new, unless who connects shows the tokens it was kept for (SESSION-30).

    Who shows them is linked at once: a save that a process brings to its end while it stops is told to the page.

    `stored` are the values of the browser's storage, by the full names of their variables. Without this, what the
    server kept would be sent at once, before anybody is asked who they are.
    """
    session, shown = await stored_state(manager, ident, Session), _shown(stored)
    held = Tokens(session.token or "", session.refresh_token or "", 0)
    known = same_session(held, shown) and not is_idle(shown, get_settings().session_duration)
    if known:
        await tickets.keep_for(ident, there=True)
        if link:
            await link()
    if known and session._server == PROCESS:
        return
    async with changing(manager, ident) as states:
        if not known:
            forgotten = session._interrupted and not session._owner
            for each in states:
                renew(each, storage=True)
                if isinstance(each, Session):
                    each._interrupted = forgotten  # nobody's: the page was loaded anew for it
        await take_over(states, PROCESS)


def _shown(stored: Mapping[str, Any]) -> Tokens:
    token = stored_value(stored, Session, "token")
    said = stored_value(stored, Session, "last_activity")
    return Tokens(token, stored_value(stored, Session, "refresh_token"), last_active(said, token))
