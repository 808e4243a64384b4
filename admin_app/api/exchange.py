"""One request and its answer: named, counted, tried again where that does no harm, every failure an `ApiError`; and a
cache of the answers that are asked for ahead."""

import asyncio
import logging
import re
import secrets
import time
from codecs import BOM_UTF8
from collections.abc import AsyncIterable, Coroutine, Iterator
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from string import ascii_lowercase
from typing import Any, cast
from weakref import WeakKeyDictionary

import aiohttp
import httpx
from pydantic_core import from_json

from admin_app import metrics
from admin_app.api.errors import ApiError, Busy, MalformedAnswer, NetworkError, Unreached, error_from
from admin_app.api.query import gate

LARGEST = 16 * 1024**2
"""Bytes of an answer that is taken: five times a thousand users with all that belongs to them."""
REQUEST_ID = "X-Request-Id"
"""A header with a name of each call, by which a line of our log is found in the API's."""
_UNTOLD = re.compile(r"/(?:\d+|[^/]*\.[^/]*)(?=/|$)")
"""Parts of a path that name a record or a file."""
logger = logging.getLogger(__name__)
ONCE = "once"
"""Request extension: True for a call that must never be sent twice."""
PATIENCE = 10
"""Seconds that a reading waits, all in all, for an API that wants fewer requests."""
PAUSE = 1
"""Seconds between two tries where it does not say how long."""
AHEAD_LIFETIME = 30
"""Seconds that an answer asked for ahead is kept: what a colleague wrote is half a minute away at most (as LIST-29)."""
MOST_AHEAD = 200
"""Such answers that are kept at once; then the oldest go. A page of 25 users takes some 0.1 MB."""

Question = tuple[str, str, tuple[tuple[str, str], ...]]
"""Token, path and parameters of a GET."""
_NO_ANSWER = (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, aiohttp.ClientError, OSError)
"""OSError covers time outs; aiohttp's own errors are those its httpx transport lets through."""
_NOT_SENT = (
    *(httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol, httpx.InvalidURL),
    *(aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError, ConnectionRefusedError),
)
"""Failures before a byte of the request has left; see `_unsent`."""
_ahead: "WeakKeyDictionary[httpx.AsyncClient, Ahead]" = WeakKeyDictionary()


def wait_of(said: str | None) -> float | None:
    """Seconds to wait, as `Retry-After` says: a number, or a moment (RFC 9110, 10.2.3); None where it says neither."""
    if said is None:
        return None
    if said.strip().isdecimal():
        return float(said) if len(said) < 10 else None
    try:
        until = parsedate_to_datetime(said)
    except ValueError:
        return None
    return max(0.0, until.timestamp() - time.time())


@contextmanager
def translated() -> Iterator[None]:
    """Turn the failures of the transport into NetworkError, or Unreached where nothing was sent.

    The original error is not chained: its text and its request hold addresses, parameters and the token.
    """
    try:
        yield
    except _NO_ANSWER as error:
        failure = Unreached if _unsent(error) else NetworkError
        raise failure(cause=type(error.__cause__ or error).__name__) from None


def _unsent(error: Exception) -> bool:
    """Whether a call failed before a byte of it had left, which aiohttp knows.

    Its transport for httpx tells of any connection that is lost, also once all was sent, that it was not made in time.
    """
    cause = error.__cause__
    return isinstance(cause if isinstance(cause, aiohttp.ClientError) else error, _NOT_SENT)


@contextmanager
def _named(request: httpx.Request) -> Iterator[None]:
    """Name a call for the API's log, count it, and leave a line in ours where it fails: no query, body, id, file name.

    The error knows the name of the call: whoever is told of it can tell it on.
    """
    # Letters alone: with figures one in some thousands reads as a telephone number.
    name = request.headers.setdefault(REQUEST_ID, "".join(secrets.choice(ascii_lowercase) for _ in range(12)))
    path = _UNTOLD.sub("/{id}", request.url.path)
    began, status = time.monotonic(), "ok"
    try:
        with metrics.span(f"{request.method} {path}", request=name):
            request.headers.update(metrics.trace_headers())
            yield
    except ApiError as error:
        error.request, status = name, str(error.status or error.kind)
        what, took = error.status or error.cause or error.kind, (time.monotonic() - began) * 1000
        logger.warning("%s %s: %s after %.0f ms, request %s", request.method, path, what, took, name)
        raise
    finally:
        metrics.count_call(request.method, path, status, time.monotonic() - began)


async def exchange(http: httpx.AsyncClient, request: httpx.Request, auth: httpx.Auth | None = None) -> httpx.Response:
    """The answer to a request, if it is a success, else an ApiError. Nothing of it is read; the caller closes it."""
    with _named(request):
        return await _exchange(http, request, auth)


async def _exchange(http: httpx.AsyncClient, request: httpx.Request, auth: httpx.Auth | None) -> httpx.Response:
    gate(request.method, request.url.path, request.url.params.multi_items())
    waited = 0.0
    while True:
        with translated():
            response = await http.send(request, auth=auth, stream=True)
            if response.is_success:
                return response
            content = await _read(response)
        if response.status_code != 429:
            break
        # What only reads is asked again by itself, where that takes no patience; what acts waits for its person.
        said = wait_of(response.headers.get("Retry-After"))
        pause = max(PAUSE, said or 0)
        if request.method != "GET" or request.extensions.get(ONCE) or waited + pause > PATIENCE:
            raise Busy(said)
        waited += pause
        await asyncio.sleep(pause)
    if response.status_code < 400:
        raise MalformedAnswer(status=response.status_code, cause="redirect")
    raise error_from(response.status_code, body_of(content))


async def answered(http: httpx.AsyncClient, request: httpx.Request, auth: httpx.Auth | None = None) -> Any:
    """The JSON of a successful answer, None for an empty one. MalformedAnswer if it is something else, or too large."""
    with _named(request):
        response = await _exchange(http, request, auth)
        with translated():
            content = await _read(response)
        if not content:
            return None
        try:
            return _json(content)
        except ValueError:
            raise MalformedAnswer(status=response.status_code, cause="not JSON") from None


async def _read(response: httpx.Response) -> bytes:
    """An answer as it comes, unpacked, and no more of it than is taken; the connection is free afterwards.

    Whoever reads JSON holds everybody up meanwhile, in any thread: only its size bounds for how long.
    """
    content = bytearray()
    plain = "Content-Encoding" not in response.headers and not response.is_stream_consumed
    try:
        async for chunk in cast(AsyncIterable[bytes], response.stream) if plain else response.aiter_bytes():
            content += chunk
            if len(content) > LARGEST:
                raise MalformedAnswer(status=response.status_code, cause="too big")
    finally:
        await response.aclose()
    return bytes(content)


def body_of(content: bytes) -> Any:
    """The JSON of any answer that was read, None when there is none (a proxy's HTML page)."""
    try:
        return _json(content)
    except ValueError:
        return None


def _json(content: bytes) -> Any:
    """What JSON says, also behind a mark of byte order, which some servers and proxies put before it."""
    return from_json(content.removeprefix(BOM_UTF8))


# --- a cache of what is asked ahead -------------------------------------------------------


class Ahead:
    """The answers that a client was asked for before they are wanted: a pointer rests on the way to a page of a list.

    They are kept by the process, not in the tab: with Redis each event would write them there. An answer is given once,
    to the token it was asked with, and only until its owner writes something (LIST-35).
    """

    def __init__(self) -> None:
        self._kept: dict[Question, asyncio.Task[Any]] = {}

    def ask(self, question: Question, answer: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Have a question answered, once while the answer is kept; whoever asked may go away meanwhile."""
        if known := self._kept.get(question):
            answer.close()
            return known
        task = self._kept[question] = asyncio.create_task(answer)
        task.add_done_callback(look_at_failure)
        asyncio.get_running_loop().call_later(AHEAD_LIFETIME, self._drop, question, task)
        while len(self._kept) > MOST_AHEAD:
            del self._kept[next(iter(self._kept))]
        return task

    def take(self, question: Question) -> asyncio.Task[Any] | None:
        """The answer to a question, or what will be; it is not kept any longer."""
        return self._kept.pop(question, None)

    def forget(self, token: str) -> None:
        """Whose token this is wrote something: what was answered before may not be so any more."""
        for each in [each for each in self._kept if each[0] == token]:
            del self._kept[each]

    def _drop(self, question: Question, task: asyncio.Task[Any]) -> None:
        if self._kept.get(question) is task:
            del self._kept[question]


def look_at_failure(task: asyncio.Task[Any]) -> None:
    """Look at the error of a task nobody waits for any more, or asyncio complains in the log."""
    if not task.cancelled():
        task.exception()


def answers_ahead(client: httpx.AsyncClient) -> Ahead:
    """What a client was asked ahead."""
    return _ahead.setdefault(client, Ahead())
