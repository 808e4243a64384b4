"""The client asks what httpx would ask, and does no more than that."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from admin_app.api import direct
from admin_app.api.client import build_client
from admin_app.api.direct import Direct
from admin_app.settings import Settings

BASE = "https://api.test/v1/"
ASKED: list[dict[str, Any]] = [
    {"method": "GET", "url": "admin/users", "params": [("page", "2"), ("order[id]", "desc"), ("q", "é &+/?#%")]},
    {"method": "GET", "url": "/admin/users", "params": []},
    {"method": "GET", "url": "admin/users?already=there", "params": [("q", "100 % ~'()*! \n\t")]},
    {
        "method": "GET",
        "url": "admin/users",
        "params": [("a[]", "1"), ("a[]", "2"), ("empty", ""), ("n", 3), ("b", True)],
    },
    {"method": "GET", "url": httpx.URL("https://files.test/a"), "params": {"q": "x"}},
    {"method": "GET", "url": "admin/users/7", "headers": {"Accept": "text/csv"}, "timeout": 3},
    {"method": "GET", "url": httpx.URL("https://files.test/a%20b.png?c=d"), "headers": {"Accept": "*/*"}},
    {"method": "GET", "url": "admin/users?already=there", "extensions": {"once": True}},
    {"method": "POST", "url": "login", "json": {"username": "a", "name": "é"}},
    {
        "method": "PATCH",
        "url": "admin/users/7",
        "json": {},
        "headers": {"Content-Type": "application/merge-patch+json"},
    },
    {"method": "DELETE", "url": "admin/users/7"},
    {"method": "POST", "url": "admin/images", "data": {"userId": 7, "position": 1}},
]


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


@pytest.mark.parametrize("asked", ASKED)
def test_a_request_is_what_httpx_makes_of_it(asked):
    ours, theirs = (
        Direct(base_url=BASE, headers={"Accept": "a/b"}),
        httpx.AsyncClient(base_url=BASE, headers={"Accept": "a/b"}),
    )
    expected = theirs.build_request(**asked)
    for _ in range(2):  # the second time the address is known
        made = ours.build_request(**asked)
        assert (made.method, str(made.url), made.headers.raw) == (
            expected.method,
            str(expected.url),
            expected.headers.raw,
        )
        assert made.content == expected.content
        assert made.extensions == expected.extensions


async def test_a_request_goes_again_as_its_auth_wants_and_takes_no_cookie_along():
    server = Answers((401, {"Set-Cookie": "a=b"}), (200, {}))
    http = build_client(server, Settings(api_url=BASE))
    assert isinstance(http, Direct)
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


def test_the_addresses_it_remembers_are_bounded():
    http = Direct(base_url=BASE)
    for number in range(direct.MOST_KEPT + 10):
        http.build_request("GET", f"admin/users/{number}")
    assert len(http._addresses) == direct.MOST_KEPT


async def test_nothing_of_httpx_stands_between_a_call_and_its_transport(monkeypatch):
    """Redirects, cookies and hooks are looked at in there: as much work as the sending."""

    async def never(*_: Any, **__: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(httpx.AsyncClient, "send", never)
    monkeypatch.setattr(httpx.Cookies, "extract_cookies", never)
    http = build_client(Answers((200, {})), Settings(api_url=BASE))
    assert (await http.send(http.build_request("GET", "x"), stream=True)).status_code == 200
