"""What the server keeps of a tab is found by that tab only (SESSION-32)."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Iterator
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs

import pytest
from redis.asyncio import Redis
from reflex.app import EventNamespace
from reflex.istate.manager.memory import StateManagerMemory
from reflex.state import StateUpdate
from reflex.utils.token_manager import RedisTokenManager

from admin_app.admin_app import app
from admin_app.kit.session import Session, process_takeover
from admin_app.kit.session import connections as session_connections
from admin_app.patches import connections
from admin_app.patches.connections import PROOF as PROOF_NAME
from admin_app.patches.connections import Connections
from admin_app.patches.states import changing
from tests.patches.test_states import redis_socket  # noqa: F401 (fixture)
from tests.support.proofs import proves

ADDRESS = "5f0c9b1e-0000-4000-8000-000000000001"
PROOF, OTHER = "a" * 64, "b" * 64


class Sockets(Connections):
    """Connections without a server: `kept` is what each one's states are kept under, `sent` what it was told."""

    def __init__(self, manager: StateManagerMemory) -> None:
        super().__init__(
            "/_event",
            SimpleNamespace(set_contexts=contextlib.nullcontext, state_manager=manager),
            session_connections.ident_of,
            session_connections.settle,
            session_connections.is_left,
        )  # pyright: ignore[reportArgumentType]
        self.kept: list[str] = []
        self.sent: list[tuple[str, Any]] = []

    async def emit(self, event: str, data: Any = None, **_: Any) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        self.sent.append((event, data))

    async def connect(self, sid: str, auth: Any = None, address: str = ADDRESS) -> str:
        environ = {"QUERY_STRING": f"token={address}&EIO=4", "HTTP_COOKIE": "a=b", "wsgi.input": object()}
        await self.on_connect(sid, environ, auth)
        return self.kept[-1]


@pytest.fixture
def sockets(monkeypatch) -> Iterator[Sockets]:
    async def linked(self: Sockets, sid: str, environ: dict[str, Any], auth: Any = None) -> None:
        (ident,) = parse_qs(environ["QUERY_STRING"])["token"]
        await self._token_manager.link_token_to_sid(ident, sid)
        self.kept.append(ident)

    monkeypatch.setattr(EventNamespace, "on_connect", linked)
    return Sockets(StateManagerMemory())


@pytest.fixture
async def both(redis_socket, monkeypatch) -> AsyncIterator[list[RedisTokenManager]]:  # noqa: F811
    """What two processes know of the sockets, by one Redis."""
    monkeypatch.setattr(process_takeover, "get_redis", lambda: Redis(unix_socket_path=redis_socket))
    made = [RedisTokenManager(Redis(unix_socket_path=redis_socket)) for _ in range(2)]
    yield made
    for each in made:
        await each.close()


async def closed(sockets: Sockets, sid: str) -> None:
    await sockets._token_manager.disconnect_token(sockets.sid_to_token[sid], sid)


async def test_a_tab_that_connects_again_finds_what_was_kept(sockets):
    first = await sockets.connect("1", {PROOF_NAME: PROOF})
    await closed(sockets, "1")
    assert await sockets.connect("2", {PROOF_NAME: PROOF}) == first
    assert not sockets.sent


@proves("SESSION-32")
@pytest.mark.parametrize(
    "auth",
    [None, {}, "x", [], {PROOF_NAME: OTHER}, {PROOF_NAME: ""}, {PROOF_NAME: None}, {PROOF_NAME: [PROOF]}],
)
async def test_the_token_of_an_address_is_not_enough(sockets, auth):
    first = await sockets.connect("1", {PROOF_NAME: PROOF})
    await closed(sockets, "1")
    assert await sockets.connect("2", auth) != first


@pytest.mark.parametrize("proof", [None, "", "a", "A" * 64, "a" * 63, "a" * 65, "a" * 64 + "\n", 7, {"a": 1}])
def test_without_a_proof_nothing_is_found_twice(proof):
    assert session_connections.ident_of(ADDRESS, proof) != session_connections.ident_of(ADDRESS, proof)


@proves("SESSION-32")
async def test_what_states_are_kept_under_opens_nothing(sockets):
    """It stands in our own log, and goes to the page."""
    first = await sockets.connect("1", {PROOF_NAME: PROOF})
    await closed(sockets, "1")
    for auth in (None, {PROOF_NAME: OTHER}, {PROOF_NAME: first}, {PROOF_NAME: PROOF}):
        assert await sockets.connect("2", auth, address=first) != first
        await closed(sockets, "2")


async def test_a_copy_of_an_open_tab_gets_an_address_of_its_own_and_keeps_it(sockets):
    first = await sockets.connect("1", {PROOF_NAME: PROOF})
    second = await sockets.connect("2", {PROOF_NAME: PROOF})
    assert second != first
    ((event, address),) = sockets.sent
    assert event == "new_token"
    await closed(sockets, "2")
    assert await sockets.connect("3", {PROOF_NAME: PROOF}, address=address) == second


@proves("SESSION-40")
async def test_a_tab_of_a_process_that_was_killed_is_no_copy(sockets, both, monkeypatch):
    """Its socket stays in Redis for an hour, and nobody takes it away."""
    killed, alive = both
    sockets._token_manager = killed
    first = await sockets.connect("1", {PROOF_NAME: PROOF})
    assert await sockets.connect("2", {PROOF_NAME: PROOF}) != first, "a copy, while both are here"
    sockets._token_manager = alive
    monkeypatch.setattr(session_connections, "PROCESS", "another")
    async with process_takeover.alive(process_takeover.PROCESS):
        assert await sockets.connect("3", {PROOF_NAME: PROOF}) != first, "a copy, while the other one lives"
    assert await sockets.connect("4", {PROOF_NAME: PROOF}) == first


@proves("SESSION-40")
async def test_a_tab_that_its_process_is_letting_go_of_is_no_copy(sockets, both, monkeypatch):
    """One that stops closes the socket, and its page is at another one before it has said so in Redis."""
    stopping, other = both
    sockets._token_manager = stopping
    first = await sockets.connect("1", {PROOF_NAME: PROOF})
    sockets._token_manager = other
    monkeypatch.setattr(session_connections, "PROCESS", "another")
    async with process_takeover.alive(process_takeover.PROCESS):
        coming = asyncio.create_task(sockets.connect("2", {PROOF_NAME: PROOF}))
        await asyncio.sleep(0.2)
        await stopping.disconnect_token(first, "1")
        assert await coming == first


@pytest.mark.parametrize(("token", "hears"), [("theirs", True), ("of somebody else", False)])
async def test_a_tab_hears_of_a_save_that_a_process_brings_to_its_end(sockets, monkeypatch, token, hears):
    """It comes to another process while the one that stops still has the tab's states; only who was signed in there."""
    first = await sockets.connect("1", {PROOF_NAME: PROOF})
    name = f"{Session.get_full_name()}.%s_rx_state_"
    shown = {name % "token": token, name % "last_activity": str(int(time.time()))}
    async with changing(sockets.app.state_manager, first) as states:
        next(each for each in states if isinstance(each, Session)).token = "theirs"
        await closed(sockets, "1")
        monkeypatch.setattr(session_connections, "PROCESS", "another")
        coming = asyncio.create_task(sockets.connect("2", {PROOF_NAME: PROOF, "event": {"payload": {"vars": shown}}}))
        await asyncio.sleep(0.1)
        assert not coming.done()
        assert await sockets._token_manager.is_token_connected(first) == hears
    assert await coming == first


@pytest.mark.parametrize("event", [None, [], {}, {"payload": 3}, {"payload": {"vars": "x"}}, {"payload": {"vars": {}}}])
async def test_a_socket_may_say_anything_when_it_connects(sockets, event):
    assert await sockets.connect("1", {PROOF_NAME: PROOF, "event": event})


async def test_values_of_any_type_are_no_tokens(sockets):
    stored = {f"{Session.get_full_name()}.{name}_rx_state_": 7 for name in ("token", "refresh_token", "last_activity")}
    assert await sockets.connect("1", {PROOF_NAME: PROOF, "event": {"payload": {"vars": stored}}})


@proves("SESSION-32")
def test_of_the_headers_the_origin_alone_is_kept():
    sent = {
        "origin": "https://a.test",
        "cookie": "c=secret",
        "authorization": "Bearer secret",
        "x-forwarded-for": "1.2.3.4",
    }
    scope = {"headers": [(name.encode(), value.encode()) for name, value in sent.items()], "client": ("10.0.0.1", 1)}
    data = Connections(
        "/_event", app, session_connections.ident_of, session_connections.settle, session_connections.is_left
    )._build_static_router_data("1", {"asgi.scope": scope})
    assert data == {"sid": "1", "ip": "10.0.0.1", "headers": {"origin": "https://a.test"}}


@proves("SESSION-34")
@pytest.mark.parametrize(("hops", "expected"), [(0, "10.0.0.1"), (1, "1.2.3.4"), (2, "9.9.9.9"), (3, "10.0.0.1")])
def test_an_address_is_believed_of_as_many_proxies_as_there_are(monkeypatch, caplog, hops, expected):
    config = SimpleNamespace(trusted_proxy_hops=hops)
    monkeypatch.setattr("reflex.app.get_config", lambda: config)
    monkeypatch.setattr(connections, "get_config", lambda: config)
    connections._warn_of_proxy.cache_clear()
    scope = {"headers": [(b"x-forwarded-for", b"9.9.9.9, 1.2.3.4")], "client": ("10.0.0.1", 1)}
    for _ in range(2):
        assert app.event_namespace
        assert app.event_namespace._build_static_router_data("1", {"asgi.scope": scope})["ip"] == expected
    assert caplog.text.count("REFLEX_TRUSTED_PROXY_HOPS") == (not hops)
    assert "1.2.3.4" not in caplog.text


def test_the_application_looks_after_its_sockets():
    assert type(app.event_namespace) is Connections
    assert app.sio
    assert app.sio.namespace_handlers[app.event_namespace.namespace] is app.event_namespace


@proves("SESSION-32")
async def test_a_tab_that_closes_while_it_is_answered_is_not_named_in_the_log(caplog):
    assert app.event_namespace
    with caplog.at_level(logging.DEBUG):
        await app.event_namespace.emit_update(StateUpdate(delta={"state": {"x": 1}}), "0123456789abcdef")
    assert "0123456789abcdef" not in caplog.text
