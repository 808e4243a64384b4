"""Files on their way between the browser and the API, kept on disk behind one-time tickets.

A file chosen in a form travels over HTTP, never over the socket. The form asks for a ticket, the browser sends the
file to it, and the handler that saves the record takes the file. A file made here goes the other way: it is laid
behind a ticket, and the browser fetches it once. What is not a file yet, but a call to make, is an order behind a
ticket: what is known of its progress stands beside it. Tickets are unguessable file names in one folder, so any worker
of this machine can serve any of them; what nobody takes is removed after an hour.
"""

import io
import json
import mimetypes
import os
import re
import secrets
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, UnidentifiedImageError
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

FOLDER = Path(tempfile.gettempdir()) / "admin_app_spool"
PATH = "/_transfer/{ticket}"
DOWNLOAD = "/_transfer/{ticket}/{name}"
LIFETIME = 3600
"""Seconds a file waits to be taken."""
MAX_FILE = 10 * 1024 * 1024
"""Bytes of any file; what takes it may allow less."""
MAX_IMAGE = 4 * 1024 * 1024
"""Bytes of an image (upstream/session.yaml, admin/images: the limits a client must enforce)."""
IMAGE_SIDES = (200, 10_000)
"""Pixels of each side of an image (same source)."""
IMAGE_TYPES = {"PNG": "image/png", "JPEG": "image/jpeg"}
SHOWN_TYPES = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "gif": "image/gif",
    "webp": "image/webp",
    "pdf": "application/pdf",
}
"""What a browser shows in place, by the ending of its name; anything else is saved."""
_TICKET = re.compile(r"^[A-Za-z0-9_-]{43}$")
_NAME = re.compile(r"[^\w.-]+")
_PART = ".part"
ORDER_LIFETIME = 60
"""Seconds an order waits to be fetched: it holds a token."""
SHEET = ".sheet"
"""Ends the name of the lines of an import (kit/imports/sheet.py)."""
_ORDER, _TAKEN, _FACTS, _STOP = ".order", ".taken", ".facts", ".stop"


PRIVATE = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
"""Headers of what is handed out: it holds personal data."""


class RefusedFile(Exception):
    """A file that cannot be taken or sent on; `name` is the last part of a translation key below `kit.upload`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True)
class Picture:
    """An image that passed the checks."""

    content: bytes
    media_type: str


def open_ticket() -> str:
    """A new ticket: the right to send one file."""
    FOLDER.mkdir(mode=0o700, exist_ok=True)
    _sweep()
    ticket = secrets.token_urlsafe(32)
    (FOLDER / ticket).touch(mode=0o600)
    return ticket


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
    return DOWNLOAD.format(ticket=ticket, name=_NAME.sub("-", name))


def kind_of(content: bytes) -> str:
    """The ending of `SHOWN_TYPES` a file deserves by its content; empty for what no browser should show."""
    if content.startswith(b"%PDF-"):
        return "pdf"
    try:
        with Image.open(io.BytesIO(content)) as image:
            kind = {"JPEG": "jpg"}.get(image.format or "", (image.format or "").lower())
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        return ""
    return kind if kind in SHOWN_TYPES else ""


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


def picture(ticket: str) -> Picture:
    """The image sent to a ticket, checked by its content, whatever its name says. RefusedFile says what is wrong."""
    content = content_of(ticket)
    if len(content) > MAX_IMAGE:
        raise RefusedFile("image_limit")
    try:
        with Image.open(io.BytesIO(content)) as image:
            image.verify()
            kind, size = image.format or "", image.size
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise RefusedFile("not_an_image") from None
    if kind not in IMAGE_TYPES:
        raise RefusedFile("not_an_image")
    if not all(IMAGE_SIDES[0] <= side <= IMAGE_SIDES[1] for side in size):
        raise RefusedFile("image_sides")
    return Picture(content, IMAGE_TYPES[kind])


async def receive(request: Request) -> Response:
    """POST a file to a ticket: 204, 404 for an unknown ticket, 413 when it is too big."""
    path = FOLDER / request.path_params["ticket"]
    if not _TICKET.match(path.name) or not path.is_file():
        return PlainTextResponse("unknown ticket", status_code=404)
    part = path.with_name(path.name + _PART)
    try:
        with part.open("wb") as file:
            async for chunk in request.stream():
                file.write(chunk)
                if file.tell() > MAX_FILE:
                    return PlainTextResponse("too big", status_code=413)
        part.chmod(0o600)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return Response(status_code=204)


async def hand_out(request: Request) -> Response:
    """GET what was laid behind a ticket, once: 404 for an unknown ticket."""
    ticket = request.path_params["ticket"]
    try:
        path = path_of(ticket)
    except RefusedFile:
        return PlainTextResponse("unknown ticket", status_code=404)
    name = _NAME.sub("-", request.path_params["name"])
    shown = SHOWN_TYPES.get(name.rpartition(".")[2])
    return FileResponse(
        path,
        media_type=shown or mimetypes.guess_type(name)[0] or "application/octet-stream",
        filename=name,
        content_disposition_type="inline" if shown else "attachment",
        headers=PRIVATE,
        background=BackgroundTask(discard, ticket),
    )


def routes() -> list[Route]:
    """The HTTP routes of this module, added to the backend beside Reflex's own."""
    return [Route(PATH, receive, methods=["POST"]), Route(DOWNLOAD, hand_out, methods=["GET"])]


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
