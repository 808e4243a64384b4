"""What a browser sends when a form is submitted, and images to choose."""

import io
import os
from collections.abc import AsyncIterator
from typing import Any

import httpx
from PIL import Image
from starlette.applications import Starlette

from admin_app.kit.forms.state import FormMixin
from admin_app.kit.transfer import routes, spool, tickets
from tests.support.tab import Tab

ADA = {
    "givenName": "Ada",
    "familyName": "Lovelace",
    "gender": "1",
    "birthDate": "1990-12-10",
    "email": "ada@example.org",
    "telephone": "0601020304",
    "phoneDisplay": "1",
    "homeAddress": '{"addressLocality": "Nancy"}',
}
"""Somebody new, as the form of a user sends her."""


def submitted(tab: Tab, form: type[FormMixin], **changes: str | None) -> dict[str, Any]:
    """The inputs as they stand, with changes; None takes an input away, as an unchecked box is.

    Locked lines are shown as text: the browser sends nothing for them.
    """
    shown = tab.view(form)
    parts = {part.name: part for part in form.resource.inputs()}
    data: dict[str, str | None] = {
        name: value for name, value in shown.values.items() if value or parts[name].kind not in ("switch", "radio")
    }
    data |= {f"{name}_label": label for name, label in shown.labels.items()}
    for name, lines in shown.lines.items():
        for line in lines:
            cells = {key: text for key, text in line.items() if key not in ("key", "locked")}
            data |= {} if line.get("locked") else {f"{name}:{line['key']}:{key}": text for key, text in cells.items()}
    return {name: value for name, value in (data | changes).items() if value is not None}


def image(width: int = 300, height: int = 300, kind: str = "PNG") -> bytes:
    """The bytes of an image."""
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(buffer, kind)
    return buffer.getvalue()


def left() -> set[str]:
    """The tickets behind which something lies."""
    return {each.ticket for each in spool.parts()} - {"clock"}


def age(seconds: float) -> None:
    """Have all that lies behind tickets be so much older."""
    for path in [each for each in spool.folder().rglob("*") if each.is_file()]:
        then = path.stat().st_mtime - seconds
        os.utime(path, (then, then))


async def send_file(ticket: str, content: bytes | AsyncIterator[bytes]) -> int:
    """POST a file to a ticket as the script does; the status."""
    async with _backend() as http:
        return (await http.post(tickets.PATH.format(ticket=ticket), content=content)).status_code


async def fetch_file(address: str) -> httpx.Response:
    """GET a file that was offered."""
    async with _backend() as http:
        return await http.get(address)


def _backend() -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app=Starlette(routes=routes.routes()))
    return httpx.AsyncClient(transport=transport, base_url="http://localhost")


async def choose_image(tab: Tab, form: type[FormMixin], content: bytes) -> None:
    """Choose a file: ask for a ticket and send the file to it."""
    await tab.send(form.prepare_image)
    assert tab.went("sendFile")[:2] == [tickets.PATH.format(ticket=tab.view(form).image["ticket"]), "image"]
    assert await send_file(tab.view(form).image["ticket"], content) == 204
