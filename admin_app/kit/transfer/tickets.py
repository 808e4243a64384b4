"""Files on their way between the browser and the API, kept behind one-time tickets (kit/transfer/spool.py).

A file chosen in a form travels over HTTP, never over the socket. The form asks for a ticket, the browser sends one
file to it, and the handler that saves the record takes the file; nobody can fetch it. A file made here goes the other
way: it is laid behind a ticket, and the browser fetches it once. What is not a file yet, but a call to make, is an
order behind a ticket: what is known of its progress stands beside it. Tickets cannot be guessed, and any worker of any
instance can serve any of them.
"""

import asyncio
import json
import re
import secrets
import time
from collections.abc import AsyncIterable, Mapping
from contextlib import suppress
from typing import Any

from admin_app.kit.transfer import spool
from admin_app.settings import get_settings

PATH = "/_transfer/{ticket}"
DOWNLOAD = "/_transfer/{ticket}/{name}"
MAX_FILE = 10 * 1024 * 1024
"""Bytes of any file; what takes it may allow less."""
MOST = 200
"""Files of one person that wait: of more, the oldest are forgotten."""
_TICKET = re.compile(r"[A-Za-z0-9_-]{43}")
_NAME = re.compile(r"[^\w.-]+")
_FACTS, _STOP = "facts", "stop"
_MB = 1024 * 1024


class RefusedFile(Exception):
    """A file that cannot be taken or sent on; `name` is the last part of a translation key below `kit.upload`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def open_ticket(*, owner: int = 0, tab: str = "") -> str:
    """A new ticket: the right to send one file, of the person with the user id `owner`, whose share of the storage it
    takes (GUARD-14), from the tab whose states are kept under `tab`."""
    ticket = secrets.token_urlsafe(32)
    if owner:
        theirs = sorted((each.at, each.ticket) for each in spool.parts() if _owner(each) == owner)
        for _, old in theirs[: -(MOST - 1)]:
            discard(old)
        spool.put(ticket, f"{spool.OF}{owner}.{tab}")
    spool.put(ticket, spool.FILE)
    return ticket


def _owner(part: spool.Part) -> int | None:
    """Whose a file is, by the part that says so; None for another part."""
    kind, _, said = part.name.partition(".")
    return int(said.partition(".")[0]) if said and f"{kind}." in (spool.OF, spool.LEFT) else None


async def keep_for(tab: str, *, there: bool) -> None:
    """Have the files that a tab sent wait an hour from now, or ten minutes once it has closed (`LEAVING`).

    Beside the event loop: the whole storage is looked through.
    """
    with suppress(spool.SpoolUnavailable):  # whoever needs it is told
        await asyncio.to_thread(_keep_for, tab, there)


def _keep_for(tab: str, there: bool) -> None:
    for each in spool.parts():
        owner = _owner(each)
        if owner is not None and each.name.endswith(f".{tab}"):
            spool.put(each.ticket, f"{spool.OF if there else spool.LEFT}{owner}.{tab}")
            if each.name.startswith(spool.OF) is not there:
                spool.remove(each.ticket, each.name)


async def receive(ticket: str, chunks: AsyncIterable[bytes]) -> None:
    """Take the file that a ticket was opened for, as it comes.

    RefusedFile `missing` for a ticket that is unknown or used, `file_limit` for what is too large, `full` where the
    storage or the person's share of it is.
    """
    if _content(ticket, spool.FILE) != b"" or not spool.is_first(ticket, spool.TAKEN):
        raise RefusedFile("missing")
    content = bytearray()
    try:
        async for chunk in chunks:
            content += chunk
            if len(content) > MAX_FILE:
                raise RefusedFile("file_limit")
        await asyncio.to_thread(_keep, ticket, bytes(content))
    finally:
        spool.remove(ticket, spool.TAKEN)  # where it failed, it may be sent once more


def _keep(ticket: str, content: bytes) -> None:
    """Keep what was sent. RefusedFile `full` where all is more than may wait, or than one person may leave."""
    settings, kept = get_settings(), spool.parts()
    owners = {each.ticket: owner for each in kept if (owner := _owner(each)) is not None}
    theirs = sum(each.size for each in kept if owners.get(each.ticket) == owners.get(ticket))
    held = sum(each.size for each in kept)
    if held + len(content) > settings.spool_total_mb * _MB or theirs + len(content) > settings.spool_person_mb * _MB:
        raise RefusedFile("full")
    spool.put(ticket, spool.FILE, content)


def file_name(name: str) -> str:
    """A name as it may stand in an address and in a header."""
    return _NAME.sub("-", name)


def content_of(ticket: str, part: str = spool.FILE) -> bytes:
    """What lies behind a ticket, which now waits another hour: the file that was sent, or a part that was made here.

    RefusedFile `missing` when there is none, or no more.
    """
    content = _content(ticket, part)
    if not content:
        raise RefusedFile("missing")
    spool.put(ticket, spool.USED)
    return content


def _content(ticket: str, part: str) -> bytes:
    """A part of what lies behind a ticket. RefusedFile `missing`, also for what is no ticket and may lead elsewhere."""
    if not _TICKET.fullmatch(ticket):
        raise RefusedFile("missing")
    try:
        return spool.get(ticket, part)
    except FileNotFoundError:
        raise RefusedFile("missing") from None


def offer(content: bytes, name: str, *, shown: bool = False) -> str:
    """Lay a file out to be fetched once and soon; its address. `shown`: to be looked at in place, else saved.

    The name is part of the address too: never one that says who it is about. The one that counts stays here: what an
    address says decides nothing.
    """
    ticket = secrets.token_urlsafe(32)
    spool.put(ticket, spool.NAME, _json({"name": file_name(name), "shown": shown}))
    spool.put(ticket, spool.OFFER, content)
    return DOWNLOAD.format(ticket=ticket, name=file_name(name))


def take_offer(ticket: str) -> tuple[bytes, bool, str]:
    """What was laid out behind a ticket, whether it may be shown in place, and the name that counts; nobody else gets
    it. RefusedFile `missing` when it is unknown or taken."""
    content, about = _content(ticket, spool.OFFER), json.loads(_content(ticket, spool.NAME))
    _take(ticket)
    discard(ticket)
    return content, about["shown"], about["name"]


def order(what: Mapping[str, Any]) -> str:
    """A new ticket: the right to fetch, once and soon, what is described."""
    ticket = secrets.token_urlsafe(32)
    spool.put(ticket, spool.ORDER, _json(what))
    return ticket


def take_order(ticket: str) -> dict[str, Any]:
    """What a ticket orders, which is forgotten. RefusedFile `missing` when it is unknown or taken."""
    what = json.loads(_content(ticket, spool.ORDER))
    _take(ticket)
    spool.remove(ticket, spool.ORDER)
    return what


def _take(ticket: str) -> None:
    """Be the one who takes what waits; RefusedFile `missing` for all others."""
    if not spool.is_first(ticket, spool.TAKEN):
        raise RefusedFile("missing")


def note(ticket: str, **facts: Any) -> None:
    """Say how far an order is; whoever reads it sees the former or the new facts, never half of them."""
    spool.put(ticket, _FACTS, _json({**facts, "at": time.time()}))


def facts(ticket: str) -> dict[str, Any]:
    """What was said last of an order, and `at` when; empty before anything was."""
    try:
        return json.loads(_content(ticket, _FACTS))
    except RefusedFile:
        return {}


def stop(ticket: str) -> None:
    """Ask for the end of an order."""
    if _TICKET.fullmatch(ticket):
        spool.put(ticket, _STOP)


def stopped(ticket: str) -> bool:
    """Whether the end of an order was asked for."""
    try:
        return _content(ticket, _STOP) == b""
    except RefusedFile:
        return False


def discard(ticket: str) -> None:
    """Forget a ticket, its file or its order, and what was said of it."""
    if _TICKET.fullmatch(ticket):
        spool.remove(ticket)


def _json(content: Mapping[str, Any]) -> bytes:
    return json.dumps(content).encode()
