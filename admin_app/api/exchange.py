"""One request and its answer, with every failure turned into an `ApiError`."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import aiohttp
import httpx

from admin_app.api.errors import MalformedAnswer, NetworkError, Unreached, error_from
from admin_app.api.selection import gate

_NO_ANSWER = (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, aiohttp.ClientError, OSError)
"""OSError covers time outs; aiohttp's own errors are those its httpx transport lets through."""
_NOT_SENT = (
    *(httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol, httpx.InvalidURL),
    *(aiohttp.ClientConnectorError, ConnectionRefusedError),
)
"""Failures before a byte of the request has left."""


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


async def exchange(
    http: httpx.AsyncClient, request: httpx.Request, auth: httpx.Auth | None = None, *, stream: bool = False
) -> httpx.Response:
    """The answer to a request, if it is a success; else an ApiError. A streamed answer must be closed by the caller."""
    gate(request)
    with translated():
        response = await http.send(request, auth=auth, stream=stream)
        if response.is_success:
            return response
        try:
            await response.aread()
        finally:
            await response.aclose()
    if response.status_code < 400:
        raise MalformedAnswer(status=response.status_code, cause="redirect")
    raise error_from(response.status_code, body_of(response))


def decoded(response: httpx.Response) -> Any:
    """The JSON of a successful answer, None for an empty one. MalformedAnswer if it is something else."""
    if not response.content:
        return None
    try:
        return response.json()
    except ValueError:
        raise MalformedAnswer(status=response.status_code, cause="not JSON") from None


def body_of(response: httpx.Response) -> Any:
    """The JSON of any answer that was read, None when there is none (a proxy's HTML page)."""
    try:
        return response.json()
    except ValueError:
        return None
