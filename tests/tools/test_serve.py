"""Headers of the served pages, and who may open a socket."""

import gc
import os
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles

from admin_app.kit.sockets import LARGEST
from admin_app.settings import Settings
from tests.support.proofs import proves
from tools import serve
from tools.headers import Headers, PlainAddresses, cache_control
from tools.policy import BARE, Policies, policy
from tools.serve import (
    GARBAGE,
    MESSAGE,
    bound_messages,
    is_same_host,
    keep_state_where_it_belongs,
    leave_what_is_loaded,
)

FOREVER = "public, max-age=31536000, immutable"


@pytest.mark.parametrize(
    ("path", "status", "expected"),
    [
        ("/assets/root-BWExnP3L.js", 200, FOREVER),
        ("/assets/_users_.__record_id_._index-C5ak8Pc_.js", 200, FOREVER),
        ("/assets/styles-AqITcLGy.css", 304, FOREVER),
        ("/assets/root-BWExnP3L.js", 404, "no-cache"),
        ("/assets/logo.svg", 200, "no-cache"),
        ("/favicon.ico", 200, "no-cache"),
        ("/", 200, "no-cache"),
        ("/users", 200, "no-cache"),
    ],
)
def test_cache_control(path: str, status: int, expected: str) -> None:
    assert cache_control(path, status) == expected


async def _plain(request: Request) -> Response:
    return PlainTextResponse("hello")


async def _private(request: Request) -> Response:
    return PlainTextResponse("export", headers={"Cache-Control": "no-store"})


async def _page(request: Request) -> Response:
    return HTMLResponse("<h1>hello</h1>")


ROUTES = [Route("/", _plain), Route("/export", _private), Route("/page", _page)]


async def headers_of(folder: Path, *paths: str, **settings: Any) -> list[httpx.Headers]:
    """The headers of the answers of these paths, under these settings."""
    found = Settings(**settings)
    app = Headers(Starlette(routes=ROUTES), Policies(folder, found), found)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
        return [(await client.get(path)).headers for path in paths]


@proves("BROWSER-6")
async def test_headers(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<script>1</script>")
    plain, export, page = await headers_of(tmp_path, "/", "/export", "/page")
    assert plain["X-Frame-Options"] == "DENY"
    assert plain["X-Content-Type-Options"] == "nosniff"
    assert plain["Referrer-Policy"] == "same-origin"
    assert plain["Cross-Origin-Opener-Policy"] == plain["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "geolocation=(), " in plain["Permissions-Policy"]
    assert "clipboard" not in plain["Permissions-Policy"]
    assert plain["Cache-Control"] == "no-cache"
    assert export["Cache-Control"] == "no-store"
    assert plain["Content-Security-Policy"] == BARE
    assert page["Content-Security-Policy"] == policy(Settings(), "<script>1</script>")


@proves("BROWSER-6")
async def test_browsers_are_told_to_insist_on_tls_where_a_setting_says_so(tmp_path: Path) -> None:
    (without,) = await headers_of(tmp_path, "/")
    (insisting,) = await headers_of(tmp_path, "/", hsts_seconds=3600)
    assert "Strict-Transport-Security" not in without
    assert insisting["Strict-Transport-Security"] == "max-age=3600"


async def test_a_page_needs_no_final_slash(tmp_path: Path) -> None:
    (tmp_path / "users" / "create").mkdir(parents=True)
    (tmp_path / "index.html").write_text("home")
    (tmp_path / "users" / "index.html").write_text("users")
    (tmp_path / "users" / "create" / "index.html").write_text("create")
    app = PlainAddresses(StaticFiles(directory=tmp_path, html=True), tmp_path)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
        for address, content in {
            "/": "home",
            "/users?page=2": "users",
            "/users/": "users",
            "/users/create": "create",
        }.items():
            answer = await client.get(address)
            assert (answer.status_code, answer.text) == (200, content)


@pytest.mark.parametrize(
    ("origin", "request_headers", "expected"),
    [
        ("http://localhost:3000", {"HTTP_HOST": "localhost:3000"}, True),
        ("https://admin.example.org", {"HTTP_HOST": "admin.example.org"}, True),
        ("https://admin.example.org", {"HTTP_HOST": "app:3000", "HTTP_X_FORWARDED_HOST": "admin.example.org, b"}, True),
        ("https://evil.example", {"HTTP_HOST": "admin.example.org"}, False),
        ("http://localhost:3001", {"HTTP_HOST": "localhost:3000"}, False),
        ("null", {"HTTP_HOST": "localhost:3000"}, False),
        ("", {}, False),
        (None, {"HTTP_HOST": "localhost:3000"}, False),
    ],
)
def test_is_same_host(origin: str | None, request_headers: dict[str, str], expected: bool) -> None:
    assert is_same_host(origin, request_headers) is expected


@proves("CONFIG-10")
def test_a_page_of_another_host_is_named_in_the_log_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve, "_refused", set())
    for _ in range(3):
        assert not is_same_host("https://me:secret@admin.example.org", {"HTTP_HOST": "10.0.0.4:3000"})
    for number in range(100):
        assert not is_same_host(f"https://{number}.example.org", {"HTTP_HOST": "here"})
    assert not is_same_host("https://[", {"HTTP_HOST": "here"})
    assert len(caplog.messages) == serve.MOST_REFUSED
    assert "'admin.example.org'" in caplog.messages[0]
    assert "'10.0.0.4:3000'" in caplog.messages[0]


@pytest.mark.parametrize(("redis", "mode"), [("", "memory"), ("redis://localhost:6379", None)])
def test_redis_is_left_to_reflex(monkeypatch: pytest.MonkeyPatch, redis: str, mode: str | None) -> None:
    monkeypatch.setenv("REFLEX_REDIS_URL", redis)
    monkeypatch.setenv("REFLEX_STATE_MANAGER_MODE", "")  # so that the variable is put back afterwards
    monkeypatch.delenv("REFLEX_STATE_MANAGER_MODE")
    keep_state_where_it_belongs()
    assert os.environ.get("REFLEX_STATE_MANAGER_MODE") == mode


@proves("GUARD-1")
@pytest.mark.parametrize(("given", "taken"), [(None, str(MESSAGE)), ("2000000", "2000000")])
def test_a_message_of_a_socket_is_bounded(monkeypatch: pytest.MonkeyPatch, given: str | None, taken: str) -> None:
    name = "REFLEX_SOCKET_MAX_HTTP_BUFFER_SIZE"
    monkeypatch.setenv(name, given or "")  # so that the variable is put back afterwards
    if given is None:
        monkeypatch.delenv(name)
    bound_messages()
    assert os.environ[name] == taken
    assert MESSAGE > LARGEST


@proves("SESSION-34")
def test_the_server_believes_no_proxy_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uvicorn would, of one on this machine; how many there are is a setting of the deployment (SESSION-34)."""
    said = given_to_uvicorn(monkeypatch)
    assert said["proxy_headers"] is False


@proves("CONFIG-14")
def test_a_worker_has_a_minute_to_load_and_half_of_one_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uvicorn's own five seconds kill a worker on a busy machine before it has loaded, and its next one, for ever."""
    said = given_to_uvicorn(monkeypatch)
    assert (said["timeout_worker_healthcheck"], said["timeout_graceful_shutdown"]) == (60, 30)


def given_to_uvicorn(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """What the server is started with."""
    said: dict[str, object] = {}

    def configured(*_: object, **options: object) -> None:
        said.update(options)
        raise InterruptedError

    monkeypatch.setattr("uvicorn.Config", configured)
    with pytest.raises(InterruptedError):
        serve._run("127.0.0.1", 3000)
    return said


@proves("CONFIG-14")
def test_nobody_waits_at_the_port_of_workers_that_are_asked_to_stop() -> None:
    workers = serve.Workers.__new__(serve.Workers)
    port = socket.create_server(("127.0.0.1", 0))
    workers.processes, workers.sockets, address = [], [port], port.getsockname()
    workers.terminate_all()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(address, timeout=5)


@proves("BUDGET-24")
def test_the_collector_leaves_alone_what_is_loaded():
    before, kept = gc.get_threshold(), {"stays": []}
    try:
        leave_what_is_loaded()
        assert gc.get_threshold() == GARBAGE
        assert gc.get_freeze_count() > 10_000
        assert not any(each is kept for each in gc.get_objects())
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
    assert any(each is kept for each in gc.get_objects())
