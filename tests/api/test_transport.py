"""The real transport over a real socket: what only a connection can show."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer, unused_port

from admin_app.api.auth import TokenAuth
from admin_app.api.client import Api, build_client
from admin_app.api.errors import NetworkError, Unreached
from admin_app.api.query import Query, Selected
from admin_app.settings import Settings
from tests.api.server import tokens
from tests.support.proofs import proves

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def served(handler: Handler, request_timeout: float = 5) -> AsyncIterator[Api]:
    """The API of a signed-in person whose server is one handler."""
    application = web.Application()
    application.router.add_route("*", "/{path:.*}", handler)
    async with TestServer(application) as server:
        url = f"http://localhost:{server.port}"  # a name: cookies are never kept for numbers
        async with build_client(settings=Settings(api_url=url, request_timeout=request_timeout)) as http:
            yield Api(http, TokenAuth(tokens(), 3600))


@proves("CALL-2")
async def test_parameters_arrive_as_they_were_meant():
    filters = {"q": "l'été & co + 50 % #1 / é=è;ù,ô", "createdDate[after]": "2026-03-02", "territory": [1, 2]}

    async def echo(request: web.Request) -> web.Response:
        return web.json_response({"member": [{"id": 1, name: value} for name, value in request.query.items()]})

    async with served(echo) as api:
        page = await api.list("admin/users", Query(page=1, sort=("id", True), filters=filters))
    assert [next(pair for pair in item.items() if pair[0] != "id") for item in page.items] == [
        ("order[id]", "desc"),
        ("page", "1"),
        ("q", filters["q"]),
        ("createdDate[after]", "2026-03-02"),
        ("territory[]", "1"),
        ("territory[]", "2"),
    ]


@proves("CALL-1")
async def test_cookies_of_one_person_are_not_sent_for_another():
    async def count(request: web.Request) -> web.Response:
        response = web.json_response({"cookies": len(request.cookies)})
        response.set_cookie("PHPSESSID", "abc")
        return response

    async with served(count) as api:
        assert [await api.call_get("users/me") for _ in range(2)] == [{"cookies": 0}] * 2


@proves("CALL-9")
async def test_a_file_arrives_whole():
    content = bytes(range(256)) * 4000

    async def receive(request: web.Request) -> web.Response:
        form = await request.post()
        file = form["userFile"]
        assert isinstance(file, web.FileField)
        fields = {name: value for name, value in form.items() if isinstance(value, str)}
        return web.json_response({**fields, "name": file.filename, "whole": file.file.read() == content})

    async with served(receive) as api:
        answer = await api.upload_image("user", 3, "portrait é.png", content, "image/png")
    assert answer == {"userId": "3", "position": "1", "name": "portrait é.png", "whole": True}


async def test_a_download_comes_in_pieces():
    async def send(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        for _ in range(20):
            await response.write(b"x" * 10_000)
        return response

    async with served(send) as api, api.stream("admin/users/export") as chunks:
        sizes = [len(chunk) async for chunk in chunks]
    assert sum(sizes) == 200_000
    assert max(sizes) < 200_000


async def test_a_slow_answer_is_a_network_error():
    async def slow(_: web.Request) -> web.Response:
        await asyncio.sleep(1)
        return web.Response()

    async with served(slow, request_timeout=0.05) as api:
        with pytest.raises(NetworkError) as caught:
            await api.get("admin/users", 7)
    assert "Timeout" in str(caught.value)


@proves("CAMPAIGN-19")
async def test_nobody_there_is_a_network_error():
    async with build_client(settings=Settings(api_url=f"http://127.0.0.1:{unused_port()}")) as http:
        with pytest.raises(NetworkError) as caught:
            await Api(http, TokenAuth(tokens(), 3600)).get("admin/users", 7)
    assert caught.value.cause == "ClientConnectorError"
    assert isinstance(caught.value, Unreached), "nothing was sent"


@proves("CAMPAIGN-19")
async def test_an_answer_cut_short_is_a_network_error():
    async def cut(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Length": "1000"})
        await response.prepare(request)
        await response.write(b"{")
        assert request.transport
        request.transport.close()
        return response

    async with served(cut) as api:
        with pytest.raises(NetworkError) as caught:
            await api.get("admin/users", 7)
    assert not isinstance(caught.value, Unreached), "the server may have acted"


@proves("CAMPAIGN-19")
@pytest.mark.parametrize("ends", ["close", "abort"])
@pytest.mark.parametrize(
    "call",
    [
        lambda api: api.call_get("admin/users/send-campaign", safe=False),
        lambda api: api.get("admin/users", 7),
        lambda api: api.create("admin/users", {"givenName": "Zoé"}),
        lambda api: api.create("admin/users", {"givenName": "x" * 900_000}),
    ],
)
async def test_a_server_that_goes_without_a_word_may_have_acted(call: Callable[[Api], Awaitable[object]], ends: str):
    async def gone(request: web.Request) -> web.Response:
        await request.content.readany()
        assert request.transport
        getattr(request.transport, ends)()
        return web.Response()

    async with served(gone) as api:
        with pytest.raises(NetworkError) as caught:
            await call(api)
    assert not isinstance(caught.value, Unreached)


@proves("CAMPAIGN-19")
async def test_a_call_that_takes_long_is_waited_for():
    async def slow(request: web.Request) -> web.Response:
        await asyncio.sleep(1)
        return web.json_response([])

    async with served(slow, request_timeout=0.4) as api:
        assert await api.call_get("admin/users/send-campaign", safe=False, seconds=5) == []
        with pytest.raises(NetworkError) as caught:
            await api.call_get("admin/users/send-campaign", safe=False)
    assert not isinstance(caught.value, Unreached), "the server may be at it still"


@proves("CALL-11")
@pytest.mark.parametrize(
    ("call", "times"),
    [
        (lambda api: api.delete_users(Selected(1)), 1),
        (lambda api: api.call_get("admin/users/send-campaign", safe=False), 1),
        (lambda api: api.delete("admin/users", 7), 1),
        (lambda api: api.create("admin/users", {}), 1),
        (lambda api: api.get("admin/solidaries", 7), 1),
        (lambda api: api.list("admin/solidaries"), 2),
        (lambda api: api.get("admin/users", 7), 2),
    ],
)
async def test_a_lost_connection_repeats_reads_only(call, times):
    seen = 0

    async def drop(request: web.Request) -> web.Response:
        nonlocal seen
        seen += 1
        assert request.transport
        request.transport.abort()
        return web.Response()

    async with served(drop) as api:
        with pytest.raises(NetworkError):
            await call(api)
    assert seen == times
