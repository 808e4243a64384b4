"""The HTTP client keeps nothing of an answer for the next call: no cookie, no redirect."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from admin_app.api.client import build_client
from admin_app.settings import Settings

BASE = "https://api.test/v1/"


class Answers(httpx.AsyncBaseTransport):
    """A server that gives answers one after the other; `asked` are the requests, `closed` counts what was closed."""

    def __init__(self, *answers: tuple[int, dict[str, str]]) -> None:
        self.answers, self.asked, self.closed = [*answers], [], 0

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append((request, request.headers.get("Authorization"), request.headers.get("Cookie")))
        status, headers = self.answers.pop(0)
        return httpx.Response(status, headers=headers, stream=Stream(self))


class Stream(httpx.AsyncByteStream):
    def __init__(self, server: Answers) -> None:
        self.server = server

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield b"{}"

    async def aclose(self) -> None:
        self.server.closed += 1


class Twice(httpx.Auth):
    """Says something else where it was refused."""

    async def async_auth_flow(self, request: httpx.Request) -> Any:
        request.headers["Authorization"] = "first"
        response = yield request
        if response.status_code == 500:
            raise LookupError
        if response.status_code == 401:
            request.headers["Authorization"] = "second"
            yield request


async def test_a_request_goes_again_as_its_auth_wants_and_takes_no_cookie_along():
    server = Answers((401, {"Set-Cookie": "a=b"}), (200, {}))
    http = build_client(server, Settings(api_url=BASE))
    response = await http.send(http.build_request("GET", "x"), auth=Twice(), stream=True)
    assert response.status_code == 200
    assert [asked[1:] for asked in server.asked] == [("first", None), ("second", None)]
    assert server.closed == 1  # the first answer was read, the second is the caller's
    await response.aclose()
    assert server.closed == 2


async def test_a_redirect_is_an_answer():
    server = Answers((302, {"Location": "https://elsewhere.test/"}))
    http = build_client(server, Settings(api_url=BASE))
    assert (await http.send(http.build_request("GET", "x"), stream=True)).status_code == 302
    assert len(server.asked) == 1


async def test_an_answer_is_closed_where_nobody_gets_it():
    server = Answers((500, {}))
    http = build_client(server, Settings(api_url=BASE))
    with pytest.raises(LookupError):
        await http.send(http.build_request("GET", "x"), auth=Twice(), stream=True)
    assert server.closed == 1


async def test_a_client_that_was_closed_asks_nobody():
    server = Answers((200, {}))
    http = build_client(server, Settings(api_url=BASE))
    await http.aclose()
    with pytest.raises(RuntimeError):
        await http.send(http.build_request("GET", "x"), stream=True)
    assert not server.asked
