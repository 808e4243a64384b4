"""One request and its answer, with every failure turned into an `ApiError`."""

import asyncio
import logging
import re
import secrets
import time
from codecs import BOM_UTF8
from collections.abc import AsyncIterable, Iterator
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from string import ascii_lowercase
from typing import Any, cast

import aiohttp
import httpx
from pydantic_core import from_json

from admin_app import metrics, traces
from admin_app.api.errors import ApiError, Busy, MalformedAnswer, NetworkError, Unreached, error_from
from admin_app.api.selection import gate

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
_NO_ANSWER = (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, aiohttp.ClientError, OSError)
"""OSError covers time outs; aiohttp's own errors are those its httpx transport lets through."""
_NOT_SENT = (
    *(httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol, httpx.InvalidURL),
    *(aiohttp.ClientConnectorError, ConnectionRefusedError),
)
"""Failures before a byte of the request has left."""


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
        failure = Unreached if isinstance(error, _NOT_SENT) else NetworkError
        raise failure(cause=type(error.__cause__ or error).__name__) from None


def request_id() -> str:
    """A new name for a call: twelve letters, for with figures one in some thousands reads as a telephone number."""
    return "".join(secrets.choice(ascii_lowercase) for _ in range(12))


@contextmanager
def _named(request: httpx.Request) -> Iterator[None]:
    """Name a call for the API's log, count it, and leave a line in ours where it fails: no query, body, id, file name.

    The error knows the name of the call: whoever is told of it can tell it on.
    """
    name = request.headers.setdefault(REQUEST_ID, request_id())
    path = _UNTOLD.sub("/{id}", request.url.path)
    began, status = time.monotonic(), "ok"
    try:
        with traces.span(f"{request.method} {path}", request=name):
            request.headers.update(traces.headers())
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
    gate(request)
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
