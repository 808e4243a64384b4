"""Files on their way between the browser and the API, kept on disk behind one-time tickets.

A file chosen in a form travels over HTTP, never over the socket. The form asks for a ticket, the browser sends one
file to it, and the handler that saves the record takes the file; nobody can fetch it. A file made here goes the other
way: it is laid behind a ticket, and the browser fetches it once. What is not a file yet, but a call to make, is an
order behind a ticket: what is known of its progress stands beside it. Tickets are unguessable file names in the spool,
so any worker of this instance can serve any of them; what nobody takes is swept away (kit/transfer/spool.py).
"""

import asyncio
import json
import os
import re
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

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
SHEET = ".sheet"
"""Ends the name of the lines of an import (kit/imports/staging_table.py)."""
_FACTS, _STOP, _OWNER = ".facts", ".stop", ".owner"
_MB = 1024 * 1024


class RefusedFile(Exception):
    """A file that cannot be taken or sent on; `name` is the last part of a translation key below `kit.upload`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def open_ticket(suffix: str = "", *, owner: int = 0, tab: str = "") -> str:
    """A new ticket: the right to send one file, of the person with the user id `owner`, whose share of the folder it
    takes (GUARD-14), from the tab whose states are kept under `tab`. With a `suffix`, the place of one that is made
    here."""
    if owner:
        for old in [ticket for ticket, whose in _owners().items() if whose == owner][: -(MOST - 1)]:
            discard(old)
    ticket = secrets.token_urlsafe(32)
    (spool.folder() / f"{ticket}{suffix}").touch(mode=0o600, exist_ok=False)
    if owner:
        _write(ticket + _OWNER, {"owner": owner, "tab": tab})
    return ticket


async def keep_for(tab: str, seconds: float) -> None:
    """Have the files that a tab sent wait that long from now: `LEAVING` once it has closed, `LIFETIME` when it is back.

    Beside the event loop: the whole folder is looked through.
    """
    with suppress(spool.SpoolUnavailable, OSError):  # whoever needs the folder is told
        await asyncio.to_thread(_keep_for, tab, seconds)


def _keep_for(tab: str, seconds: float) -> None:
    since = time.time() - spool.LIFETIME + seconds
    for path in spool.folder().glob(f"*{_OWNER}"):
        with suppress(FileNotFoundError):  # somebody took it meanwhile
            if json.loads(path.read_bytes()).get("tab") == tab:
                os.utime(path, (since, since))
                os.utime(path.with_suffix(""), (since, since))


@asynccontextmanager
async def receiving(ticket: str) -> AsyncIterator[BinaryIO]:
    """Where to write the file that a ticket was opened for; it is there once the block has ended well.

    RefusedFile `missing` for a ticket that is unknown or used, `full` where the folder or the person's share of it is.
    """
    path, part = _place(ticket), _place(ticket, spool.PART)
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:  # one is being sent to it already
        raise RefusedFile("missing") from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            if not path.is_file() or path.stat().st_size:
                raise RefusedFile("missing")
            yield file
        await asyncio.to_thread(_check_room, ticket)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _check_room(ticket: str) -> None:
    """RefusedFile `full` where all that waits is more than the folder may hold, or than one person may leave there."""
    settings, owners = get_settings(), _owners()
    held: dict[str, int] = {}
    for path in spool.folder().iterdir():
        with suppress(FileNotFoundError):  # somebody took it meanwhile
            name = path.name.partition(".")[0]
            held[name] = held.get(name, 0) + path.stat().st_size
    theirs = sum(held.get(each, 0) for each, owner in owners.items() if owner == owners.get(ticket))
    if sum(held.values()) > settings.spool_total_mb * _MB or theirs > settings.spool_person_mb * _MB:
        raise RefusedFile("full")


def _owners() -> dict[str, int]:
    """Whose file is waited for behind each ticket, the oldest first."""
    found: list[tuple[float, str, int]] = []
    for path in spool.folder().glob(f"*{_OWNER}"):
        with suppress(FileNotFoundError):  # somebody took it meanwhile
            found.append((path.stat().st_mtime, path.stem, json.loads(path.read_bytes())["owner"]))
    return {ticket: owner for _, ticket, owner in sorted(found)}


def file_name(name: str) -> str:
    """A name as it may stand in an address and in a header."""
    return _NAME.sub("-", name)


def path_of(ticket: str, suffix: str = "") -> Path:
    """The file behind a ticket, which now waits another hour. RefusedFile `missing` when there is none, or no more.

    With a `suffix` it is one that was made here beside what browsers send.
    """
    path = _place(ticket, suffix)
    if not path.is_file() or not path.stat().st_size:
        raise RefusedFile("missing")
    path.touch()
    return path


def content_of(ticket: str) -> bytes:
    """The content of the file sent to a ticket. RefusedFile `missing` when there is none, or no more."""
    return path_of(ticket).read_bytes()


def offer(content: bytes, name: str, *, shown: bool = False) -> str:
    """Lay a file out to be fetched once and soon; its address. `shown`: to be looked at in place, else saved.

    The name is part of the address too: never one that says who it is about. The one that counts stays here: what an
    address says decides nothing.
    """
    ticket = open_ticket(spool.OFFER)
    _write(ticket + spool.NAME, {"name": file_name(name)})
    path = _place(ticket, spool.OFFER)
    path.write_bytes(content)
    if shown:
        path.rename(_place(ticket, spool.SHOWN))
    return DOWNLOAD.format(ticket=ticket, name=file_name(name))


def take_offer(ticket: str) -> tuple[Path, bool, str]:
    """The file that was laid out behind a ticket, whether it may be shown in place, its name; nobody else gets it.

    RefusedFile `missing` when it is unknown, taken or too old. The caller removes the file.
    """
    for suffix in (spool.OFFER, spool.SHOWN):
        try:
            taken, named = _taken(ticket, suffix), _place(ticket, spool.NAME)
            name = json.loads(named.read_bytes())["name"]
            named.unlink()
            return taken, suffix == spool.SHOWN, name
        except (RefusedFile, OSError):
            continue
    raise RefusedFile("missing")


def order(what: Mapping[str, Any]) -> str:
    """A new ticket: the right to fetch, once and soon, what is described."""
    ticket = secrets.token_urlsafe(32)
    _write(ticket + spool.ORDER, what)
    return ticket


def take_order(ticket: str) -> dict[str, Any]:
    """What a ticket orders, which is forgotten. RefusedFile `missing` when it is unknown, taken or too old."""
    taken = _taken(ticket, spool.ORDER)
    what = json.loads(taken.read_bytes())
    taken.unlink()
    return what


def _taken(ticket: str, suffix: str) -> Path:
    """What waits behind a ticket, under another name: of several requests, one succeeds."""
    try:
        taken = _place(ticket, suffix).rename(_place(ticket, suffix + spool.TAKEN))
        age = time.time() - taken.stat().st_mtime
    except OSError:
        raise RefusedFile("missing") from None
    if age > spool.lifetime(taken):
        taken.unlink(missing_ok=True)
        raise RefusedFile("missing")
    return taken


def note(ticket: str, **facts: Any) -> None:
    """Say how far an order is; whoever reads it sees the former or the new facts, never half of them."""
    _write(ticket + _FACTS, {**facts, "at": time.time()})


def facts(ticket: str) -> dict[str, Any]:
    """What was said last of an order, and `at` when; empty before anything was."""
    try:
        return json.loads(_place(ticket, _FACTS).read_bytes())
    except (OSError, RefusedFile):
        return {}


def stop(ticket: str) -> None:
    """Ask for the end of an order."""
    if _TICKET.fullmatch(ticket):
        _place(ticket, _STOP).touch(mode=0o600)


def stopped(ticket: str) -> bool:
    """Whether the end of an order was asked for."""
    return bool(_TICKET.fullmatch(ticket)) and _place(ticket, _STOP).exists()


def discard(ticket: str) -> None:
    """Forget a ticket, its file or its order, and what was said of it."""
    if _TICKET.fullmatch(ticket):
        for end in ("", SHEET, *spool.TAKEN_ONCE, _FACTS, _STOP, _OWNER):
            _place(ticket, end).unlink(missing_ok=True)


def _place(ticket: str, suffix: str = "") -> Path:
    """A path of the spool. RefusedFile `missing` for what is no ticket and may lead elsewhere."""
    if not _TICKET.fullmatch(ticket):
        raise RefusedFile("missing")
    return spool.folder() / f"{ticket}{suffix}"


def _write(name: str, content: Mapping[str, Any]) -> None:
    folder = spool.folder()
    part = folder / f"{name}.{secrets.token_hex(4)}{spool.PART}"
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(content, file)
    part.replace(folder / name)
