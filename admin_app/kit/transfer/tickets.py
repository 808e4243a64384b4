"""Files on their way between the browser and the API, kept on disk behind one-time tickets.

A file chosen in a form travels over HTTP, never over the socket. The form asks for a ticket, the browser sends the
file to it, and the handler that saves the record takes the file. A file made here goes the other way: it is laid
behind a ticket, and the browser fetches it once. What is not a file yet, but a call to make, is an order behind a
ticket: what is known of its progress stands beside it. Tickets are unguessable file names in one folder, so any worker
of this machine can serve any of them; what nobody takes is removed after an hour.
"""

import json
import os
import re
import secrets
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

FOLDER = Path(tempfile.gettempdir()) / "admin_app_spool"
PATH = "/_transfer/{ticket}"
DOWNLOAD = "/_transfer/{ticket}/{name}"
LIFETIME = 3600
"""Seconds a file waits to be taken."""
MAX_FILE = 10 * 1024 * 1024
"""Bytes of any file; what takes it may allow less."""
_TICKET = re.compile(r"^[A-Za-z0-9_-]{43}$")
_NAME = re.compile(r"[^\w.-]+")
_PART = ".part"
ORDER_LIFETIME = 60
"""Seconds an order waits to be fetched: it holds a token."""
SHEET = ".sheet"
"""Ends the name of the lines of an import (kit/imports/sheet.py)."""
_ORDER, _TAKEN, _FACTS, _STOP = ".order", ".taken", ".facts", ".stop"


class RefusedFile(Exception):
    """A file that cannot be taken or sent on; `name` is the last part of a translation key below `kit.upload`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def open_ticket() -> str:
    """A new ticket: the right to send one file."""
    FOLDER.mkdir(mode=0o700, exist_ok=True)
    _sweep()
    ticket = secrets.token_urlsafe(32)
    (FOLDER / ticket).touch(mode=0o600)
    return ticket


def awaited(ticket: str) -> Path:
    """The file that a ticket was opened for, sent or not. RefusedFile `missing` for an unknown ticket."""
    path = FOLDER / ticket
    if not _TICKET.match(ticket) or not path.is_file():
        raise RefusedFile("missing")
    return path


def part_of(path: Path) -> Path:
    """Where a file is written until the whole of it is there."""
    return path.with_name(path.name + _PART)


def file_name(name: str) -> str:
    """A name as it may stand in an address and in a header."""
    return _NAME.sub("-", name)


def path_of(ticket: str, suffix: str = "") -> Path:
    """The file behind a ticket, which now waits another hour. RefusedFile `missing` when there is none, or no more.

    With a `suffix` it is one that was made here beside what browsers send and fetch.
    """
    path = FOLDER / f"{ticket}{suffix}"
    if not _TICKET.match(ticket) or not path.is_file() or not path.stat().st_size:
        raise RefusedFile("missing")
    path.touch()
    return path


def content_of(ticket: str) -> bytes:
    """The content of the file sent to a ticket. RefusedFile `missing` when there is none, or no more."""
    return path_of(ticket).read_bytes()


def offer(content: bytes, name: str) -> str:
    """Lay a file out to be fetched once; its address. The name is part of it: never one that says who it is about."""
    ticket = open_ticket()
    (FOLDER / ticket).write_bytes(content)
    return DOWNLOAD.format(ticket=ticket, name=file_name(name))


def order(what: Mapping[str, Any]) -> str:
    """A new ticket: the right to fetch, once and soon, what is described."""
    ticket = open_ticket()
    _write(ticket + _ORDER, what)
    (FOLDER / ticket).unlink()
    return ticket


def take_order(ticket: str) -> dict[str, Any]:
    """What a ticket orders, which is forgotten. RefusedFile `missing` when it is unknown, taken or too old."""
    path = FOLDER / (ticket + _ORDER)
    if not _TICKET.match(ticket):
        raise RefusedFile("missing")
    try:
        taken = path.rename(FOLDER / (ticket + _TAKEN))  # of several requests, one succeeds
        age, what = time.time() - taken.stat().st_mtime, json.loads(taken.read_bytes())
        taken.unlink()
    except OSError:
        raise RefusedFile("missing") from None
    if age > ORDER_LIFETIME:
        raise RefusedFile("missing")
    return what


def note(ticket: str, **facts: Any) -> None:
    """Say how far an order is; whoever reads it sees the former or the new facts, never half of them."""
    _write(ticket + _FACTS, {**facts, "at": time.time()})


def facts(ticket: str) -> dict[str, Any]:
    """What was said last of an order, and `at` when; empty before anything was."""
    try:
        return json.loads((FOLDER / (ticket + _FACTS)).read_bytes())
    except OSError:
        return {}


def stop(ticket: str) -> None:
    """Ask for the end of an order."""
    if _TICKET.match(ticket):
        (FOLDER / (ticket + _STOP)).touch(mode=0o600)


def stopped(ticket: str) -> bool:
    """Whether the end of an order was asked for."""
    return (FOLDER / (ticket + _STOP)).exists()


def discard(ticket: str) -> None:
    """Forget a ticket, its file or its order, and what was said of it."""
    if _TICKET.match(ticket):
        for end in ("", SHEET, _ORDER, _TAKEN, _FACTS, _STOP):
            (FOLDER / (ticket + end)).unlink(missing_ok=True)


def _write(name: str, content: Mapping[str, Any]) -> None:
    part = FOLDER / f"{name}.{secrets.token_hex(4)}{_PART}"
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(content, file)
    part.replace(FOLDER / name)


def _sweep() -> None:
    """Remove what nobody took; an order that is too old is of no use, and holds a token."""
    for path in FOLDER.iterdir():
        lifetime = ORDER_LIFETIME if path.suffix in (_ORDER, _TAKEN) else LIFETIME
        try:
            if time.time() - path.stat().st_mtime > lifetime:
                path.unlink()
        except FileNotFoundError:
            continue  # somebody else took it
