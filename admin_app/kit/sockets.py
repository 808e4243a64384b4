"""What comes in from sockets, before any state sees it: bounded in size and pace, and never written down (Reflex F34).

Anybody may open a socket and send what Reflex keeps (the values of a browser's storage, addresses) or logs (events it
does not know). What a page of ours sends is small: what is not is refused here, and a socket that goes on is closed.
"""

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import reflex as rx
from reflex.event import EventSpec
from socketio.exceptions import ConnectionRefusedError

from admin_app import metrics
from admin_app.kit import logs
from admin_app.kit.session import Session
from admin_app.kit.session.notices import Notices
from admin_app.kit.transfer import tickets
from admin_app.patches.events import FIRST_EVENT, Handler, Incoming

LARGEST = 512 * 1024
"""Characters of an event as JSON: the longest form, many times over."""
STRANGER = 32 * 1024
"""The same of somebody who is not signed in: two tokens, the choices of a browser, and a hash of every state."""
TEXT, WORD = 128 * 1024, 255
"""Longest text of an event: twice what the server's columns keep (trap 17), so that a form can still say what is too
long; that of somebody who is not signed in: an e-mail address, a password."""
TOKEN, CHOICE = 4096, 255
"""Longest value of a browser's storage that is taken over: a token, anything else."""
PACE, BURST = 50, 200
"""Events a second, and at once: a socket that sends more waits for its turn."""
TOLD_AGAIN = 1
"""Seconds between two events that failed, for the second to be told."""
MOST_WRONG = 20
"""Events that no page of ours sends, after which a socket is closed."""
_told_at = [float("-inf")]
logger = logging.getLogger(__name__)


def guard(app: rx.App) -> None:
    """Have everything that sockets send looked at first."""
    incoming = Incoming(app)
    incoming.stand_before(lambda handler: Gate(incoming, handler))


@dataclass
class _Sender:
    """What is known of a socket: how many events it may send now, and how many were wrong."""

    credit: float = BURST
    at: float = field(default_factory=lambda: time.monotonic())
    wrong: int = 0


class Gate:
    """Stands before the handlers of a namespace; `passed` is what calls them."""

    def __init__(self, incoming: Incoming, passed: Handler) -> None:
        self._incoming, self._passed = incoming, passed
        self._senders: dict[str, _Sender] = {}

    async def __call__(self, kind: str, sid: str, *said: Any) -> Any:
        """Let through what a page may send. ConnectionRefusedError for a connection that says something else."""
        if kind == "connect":
            if not await self._may_connect(*said):
                metrics.sockets_refused.inc()
                raise ConnectionRefusedError
            self._senders[sid] = _Sender()
            metrics.open_tabs.set(len(self._senders))
        elif kind == "disconnect":
            self._senders.pop(sid, None)
            metrics.open_tabs.set(len(self._senders))
            ident = self._incoming.key(sid)
            await tickets.keep_for(ident, there=False)
            if unlinking := await self._passed(kind, sid, *said):
                await unlinking
            return await self._forget_stranger(ident)
        else:
            sender = self._senders.setdefault(sid, _Sender())
            await _wait(sender)
            if kind == "event" and not await self._may_send(sid, *said):
                return await self._count(sid, sender)
        return await self._passed(kind, sid, *said)

    async def _may_connect(self, environ: dict[str, Any], auth: Any = None) -> bool:
        """A connection comes with the first event of its page: nobody is known yet."""
        first = auth.get(FIRST_EVENT) if isinstance(auth, dict) else None
        size = len(environ.get("QUERY_STRING", "")) + _size(auth)
        return size <= STRANGER and (first is None or self._is_event(first))

    async def _may_send(self, sid: str, event: Any = None, *more: Any) -> bool:
        size = _size(event)
        if more or size > LARGEST or not self._is_event(event):
            return False
        longest = _longest(event)
        if longest > TEXT:
            return False
        if size <= STRANGER and longest <= WORD:
            return True
        ident = self._incoming.key(sid)
        if not ident:
            return False
        if not (session := await self._incoming.state(ident, Session))._server:
            # Of a tab that was forgotten nothing is read: its page is loaded anew.
            event["payload"], event["router_data"] = {}, {}
        return bool(session.user_id) or not session._server

    def _is_event(self, event: Any) -> bool:
        """Whether it names a handler and is shaped as an event; values of storage that are too long are taken out."""
        if not isinstance(event, dict):
            return False
        name, payload = event.get("name"), event.get("payload", {})
        if not isinstance(name, str) or not self._incoming.is_handler(name):
            return False
        if not isinstance(payload, dict) or not isinstance(event.get("router_data", {}), dict):
            return False
        if isinstance(stored := payload.get("vars"), dict):
            payload["vars"] = {name: value for name, value in stored.items() if _is_stored(name, value)}
        return True

    async def _count(self, sid: str, sender: _Sender) -> None:
        """Note a wrong event, tell the page the first time, and close a socket that goes on."""
        sender.wrong += 1
        if sender.wrong == 1 and (ident := self._incoming.key(sid)):
            await self._incoming.tell(ident, Notices.tell_too_big())
        if sender.wrong == MOST_WRONG:
            metrics.sockets_refused.inc()
            logger.warning("a socket sent %d events that no page sends, and was closed", sender.wrong)
            await self._incoming.close(sid)

    async def _forget_stranger(self, ident: str) -> None:
        """Drop what was kept of a tab where nobody is signed in: it holds nothing that the page does not send again."""
        if self._incoming.is_left(ident) and not (await self._incoming.state(ident, Session)).user_id:
            self._incoming.forget(ident)


def _size(said: Any) -> int:
    return len(json.dumps(said, default=str, ensure_ascii=False))


def _longest(event: dict[str, Any]) -> int:
    """Characters of the longest text of an event, but for the values of a browser's storage."""
    longest = 0
    parts: list[Any] = [value for name, value in event.get("payload", {}).items() if name != "vars"]
    while parts:
        part = parts.pop()
        if isinstance(part, dict):
            parts += [*part.keys(), *part.values()]
        elif isinstance(part, list):
            parts += part
        elif isinstance(part, str):
            longest = max(longest, len(part))
    return longest


def _is_stored(name: str, value: Any) -> bool:
    """Whether a value of a browser's storage is taken over."""
    longest = TOKEN if "token" in name.rpartition(".")[2] else CHOICE
    return value is None or (isinstance(value, str) and len(value) <= longest)


async def _wait(sender: _Sender) -> None:
    """Hold up a socket that sends too much: what it sends next is not read meanwhile (Reflex F35)."""
    now = time.monotonic()
    sender.credit = min(BURST, sender.credit + (now - sender.at) * PACE) - 1
    sender.at = now
    if sender.credit < 0:
        await asyncio.sleep(-sender.credit / PACE)


def page_failed(exception: Exception) -> None:
    """A page says that its script failed. What it says comes from the browser: it stays there, in the console."""
    logger.warning("a page reported an error")


def handler_failed(exception: Exception) -> EventSpec | None:
    """An event raised where no handler catches it: logged, and told to the page that sent it.

    Telling is an event too: it must not go round where all of them fail.
    """
    logger.error("an event failed", exc_info=exception)
    now, before = time.monotonic(), _told_at[0]
    _told_at[0] = now
    told = now - before > TOLD_AGAIN
    return Notices.tell_failed() if told else None  # pyright: ignore[reportReturnType]


@asynccontextmanager
async def discreetly() -> AsyncIterator[None]:
    """Pass what is logged through the filter as long as the application serves."""
    with logs.discreet():
        yield
