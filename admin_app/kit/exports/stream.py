"""Downloads that the API makes: its bytes go through to the browser as they come, and are counted on the way.

A ticket (kit/transfer/tickets) holds the call to make and a token that is good for a minute; the address holds neither.
How far it is stands beside the ticket, for the tab that asked (kit/exports/state) and whatever worker it talks to. Only
that tab saves the file, and only once it is told that the whole of it was sent: what was cut never looks complete.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from admin_app import metrics
from admin_app.api.auth import TokenAuth, Tokens
from admin_app.api.client import Api, http_client
from admin_app.api.errors import ApiError, MalformedAnswer, NetworkError
from admin_app.kit import audit
from admin_app.kit.exports.spreadsheet import ForPeople, Sheet
from admin_app.kit.transfer import csv, tickets
from admin_app.kit.transfer.routes import PRIVATE
from admin_app.settings import get_settings

T = TypeVar("T")
CSV = "text/csv"
PATIENCE = 600.0
"""Seconds the API may take before the first byte and between two: it may gather every row before it answers."""
STEP = 0.2
"""Seconds between two notes of the progress."""
ENDS = ("complete", "short", "cancelled", "interrupted", "failed", "unused")


@dataclass(frozen=True)
class Order:
    """What a ticket stands for: a call, whose token it is made with, and the line of the register it belongs to."""

    endpoint: str
    params: tuple[tuple[str, str], ...]
    token: str
    act: int
    expected: int | None = None
    """Rows there must be; fewer is a cut (trap 10). None when the API does not say."""
    sheet: dict[str, Any] | None = None
    """How it is written for the person (`Sheet`); None for what the API sends."""

    def open(self) -> str:
        """The ticket."""
        return tickets.order(asdict(self))


class RowCounter:
    """Counts the rows of a CSV as it passes: line ends that are not inside quotes, without the head."""

    def __init__(self) -> None:
        self.bytes = 0
        self._ends = 0
        self._quoted = False
        self._last = b"\n"

    def feed(self, chunk: bytes) -> None:
        """Take in the next bytes, cut anywhere; a doubled quote closes and opens again, which changes nothing."""
        parts = chunk.split(b'"')
        self._ends += sum(part.count(b"\n") for part in parts[self._quoted :: 2])
        self._quoted ^= len(parts) % 2 == 0
        self.bytes += len(chunk)
        self._last = chunk[-1:] or self._last

    @property
    def count(self) -> int:
        """Rows so far; a last line without its end counts, a blank line alone is no row."""
        return max(0, self._ends + (self._last != b"\n") - 1)

    @property
    def broken(self) -> bool:
        """Whether a text is open that must be closed: the file was cut."""
        return self._quoted


class Cut(ConnectionError):
    """Ends an answer before its end, so that the browser does not take it for whole."""


class Passage:
    """One download on its way: what is counted, said of it and written in the register."""

    def __init__(self, ticket: str, order: Order) -> None:
        self.ticket, self.order, self.rows = ticket, order, RowCounter()
        self._noted = 0.0
        self._over = False

    def note(self) -> None:
        """Say how far it is, now and then. Cut when the person asked to stop."""
        if time.monotonic() - self._noted < STEP:
            return
        self._noted = time.monotonic()
        if tickets.stopped(self.ticket):
            raise Cut
        tickets.note(self.ticket, status="running", rows=self.rows.count)

    def finish(self, outcome: audit.Outcome, error: ApiError | None = None) -> None:
        """Say how it ended, first in the register; only the first end counts."""
        if self._over:
            return
        self._over = True
        if outcome in ("interrupted", "failed") and tickets.stopped(self.ticket):
            outcome, error = "cancelled", None
        kind, text = (error.kind, error.text or "") if error else ("", "")
        with suppress(audit.RegisterUnavailable):  # that it began is written; its end will show as unknown
            audit.settle(self.order.act, outcome, self.rows.count)
        tickets.note(
            self.ticket, status=outcome, rows=self.rows.count, bytes=self.rows.bytes, error_kind=kind, error_text=text
        )

    def ended_well(self) -> audit.Outcome:
        """How an answer that came to its end ends. NetworkError when its last text is still open."""
        if self.rows.broken:
            raise NetworkError(cause="open quote")
        expected = self.order.expected
        return "complete" if expected is None or self.rows.count >= expected else "short"


async def fetch(request: Request) -> Response:
    """GET what a ticket ordered: 404 for a ticket that is unknown, taken or too old, 502 when the API refuses."""
    ticket = request.path_params["ticket"]
    try:
        order = Order(**tickets.take_order(ticket))
    except tickets.RefusedFile:
        return PlainTextResponse("unknown ticket", status_code=404)
    passage, stack = Passage(ticket, order), AsyncExitStack()
    try:
        chunks = await _opened(passage, stack)
    except ApiError as error:
        passage.finish("failed", error)
        return PlainTextResponse("refused", status_code=502)
    except Cut:
        passage.finish("cancelled")
        return PlainTextResponse("cancelled", status_code=410)
    body = _passing(passage, chunks, stack)
    return StreamingResponse(body, media_type=f"{CSV}; charset=utf-8", headers=PRIVATE)


def routes() -> list[Route]:
    """The HTTP routes of this module, added to the backend beside Reflex's own."""
    return [Route(tickets.PATH, fetch, methods=["GET"])]


async def _opened(passage: Passage, stack: AsyncExitStack) -> AsyncIterator[bytes]:
    """The API's answer once it begins; until then the person may still stop it."""
    order = passage.order
    tokens = Tokens(order.token, "", time.time())
    api = Api(http_client(), TokenAuth(tokens, get_settings().session_duration))
    params = [(name, value) for name, value in order.params]
    opening = stack.enter_async_context(api.stream(order.endpoint, params, CSV, seconds=PATIENCE))
    return await _waited(passage, opening)


async def _waited(passage: Passage, coming: Awaitable[T]) -> T:
    """What the API is awaited for; meanwhile the progress is told, and the person may stop it."""
    task = asyncio.ensure_future(coming)
    try:
        while not (await asyncio.wait({task}, timeout=STEP))[0]:
            passage.note()
        return task.result()
    finally:
        task.cancel()


async def _passing(passage: Passage, chunks: AsyncIterator[bytes], stack: AsyncExitStack) -> AsyncIterator[bytes]:
    """The rows as they come or as they are wanted, without formulas; broken off where something is missing."""
    metrics.exports.inc()
    sheet = passage.order.sheet
    rows = ForPeople(Sheet(**sheet)) if sheet else csv.Passing()
    try:
        while (chunk := await _waited(passage, anext(chunks, None))) is not None:
            if whole := _mended(rows.feed, chunk):
                passage.rows.feed(whole)
                yield whole
            passage.note()
        if rest := _mended(rows.finish):
            passage.rows.feed(rest)
            yield rest
        passage.finish(passage.ended_well())
    except ApiError as error:
        passage.finish("failed", error)
        raise Cut from None
    finally:
        metrics.exports.dec()
        passage.finish("interrupted")  # the browser went away, or the person stopped it
        await stack.aclose()


def _mended(step: Callable[..., bytes], *chunk: bytes) -> bytes:
    try:
        return step(*chunk)
    except ValueError as error:
        raise MalformedAnswer(cause=str(error)) from None
