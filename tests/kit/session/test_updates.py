"""A tab is told what it does not know, in as few messages as it takes (BUDGET-10)."""

import asyncio
import gc
import json
import weakref
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import reflex as rx
from engineio import packet
from engineio.async_socket import AsyncSocket
from engineio.exceptions import QueueEmpty
from engineio.packet import Packet
from reflex.state import StateUpdate
from reflex_base.utils.format import json_dumps

import admin_app
from admin_app.kit.session import tabs, updates
from admin_app.users.screens import UserList, UserShow
from tests.support.tab import Browser

ROWS = {UserList.get_full_name(): {"rows_rx_state_": []}}
LOADED = {updates.ROOT: {updates.HYDRATED: True}}


class Line(tabs.Tabs):
    """The sockets of a browser's tabs, without a server; `messages` is what was written to them."""

    def __init__(self, browser: Browser) -> None:
        super().__init__("/_event", SimpleNamespace(_event_processor=browser.processor))  # pyright: ignore[reportArgumentType]
        self.browser = browser
        self.messages: list[dict[str, Any]] = []

    async def emit(self, event: str, data: Any = None, to: str = "", **_: Any) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        self.messages.append(json.loads(json_dumps(data.delta)))
        self.browser.tabs[to].receive(self.messages[-1], list(data.events))


@pytest.fixture
async def line(browser, monkeypatch) -> Line:
    made = Line(browser)
    monkeypatch.setattr(browser, "emit_update", made.emit_update)
    return made


async def opened(line: Line, sign_in: Any, address: str) -> Any:
    """A tab whose socket is the line."""
    tab = await sign_in("admin", "/login")
    await line._token_manager.link_token_to_sid(tab.token, tab.token)
    await tab.open(address)
    line.messages.clear()
    tab.forget()
    return tab


async def test_the_next_page_of_a_list_is_one_message(line, sign_in):
    tab = await opened(line, sign_in, "/users")
    await tab.open("/users?page=2")
    (message,) = line.messages
    assert message[updates.ROOT] == {updates.HYDRATED: True}
    assert len(tab.view(UserList).rows) == 25
    assert tab.view(UserList).page == 2


def gone_to(record_id: str) -> dict[str, Any]:
    """What Reflex says of a page that went to another address."""
    where = {name: {"path": "/users"} for name in updates.WHERE}
    return {updates.ROOT: {**where, "record_id_rx_state_": record_id, "target_rx_state_": "", updates.HYDRATED: False}}


def test_where_a_record_is_shown_is_told_at_once():
    """Its page reads the parameters of its address."""
    told = updates.needed(gone_to("7"))
    assert told == {updates.ROOT: {"record_id_rx_state_": "7", "target_rx_state_": ""}}


def test_a_page_that_has_gone_elsewhere_knows_it():
    assert updates.needed(gone_to("")) == {}
    assert updates.needed({**gone_to(""), **ROWS}) == ROWS


async def test_a_record_is_shown_in_a_few_messages(line, sign_in):
    tab = await opened(line, sign_in, "/users")
    await tab.open("/users/show/7")
    assert line.messages[-1][updates.ROOT] == {updates.HYDRATED: True}
    assert tab.view(UserShow).shown_id == "7"
    assert len(line.messages) < 5


async def test_a_page_that_connects_is_told_everything(line, sign_in):
    tab = await opened(line, sign_in, "/users")
    tab.browser.tabs[tab.token] = tab
    await tab.load()
    whole = line.messages[0]
    assert whole[updates.ROOT][updates.HYDRATED] is False
    assert {*updates.WHERE, updates.CONNECTION} <= whole[updates.ROOT].keys()
    assert line.messages[-1][updates.ROOT][updates.HYDRATED] is True


async def test_what_is_kept_back_goes_when_nothing_follows(line, sign_in, monkeypatch):
    """What is next in the queue may be called off: another address, or an event of another kind."""
    tab = await opened(line, sign_in, "/users")
    monkeypatch.setattr(line, "_is_nearly_loaded", lambda token: True)
    await line.emit_update(StateUpdate(delta=ROWS), tab.token)
    assert not line.messages
    await asyncio.sleep(2 * updates.LATEST)
    assert line.messages == [ROWS]
    await line.emit_update(StateUpdate(delta=LOADED), tab.token)
    await asyncio.sleep(2 * updates.LATEST)
    assert line.messages == [ROWS, LOADED]


async def test_what_is_kept_back_goes_before_what_follows(line, sign_in, monkeypatch):
    tab = await opened(line, sign_in, "/users")
    monkeypatch.setattr(line, "_is_nearly_loaded", lambda token: True)
    await line.emit_update(StateUpdate(delta=ROWS), tab.token)
    await line.emit_update(StateUpdate(events=[rx.event.Event(name="_redirect", payload={"path": "/"})]), tab.token)
    assert line.messages == [ROWS]
    assert tab.redirects == ["/"]
    await asyncio.sleep(2 * updates.LATEST)
    assert len(line.messages) == 1


async def test_a_tab_that_is_closed_is_told_nothing(line, sign_in, monkeypatch):
    tab = await opened(line, sign_in, "/users")
    monkeypatch.setattr(line, "_is_nearly_loaded", lambda token: True)
    await line.emit_update(StateUpdate(delta=ROWS), tab.token)
    line.app.__dict__["_event_processor"] = None
    await line.on_disconnect(tab.token)  # pyright: ignore[reportGeneralTypeIssues]
    await asyncio.sleep(2 * updates.LATEST)
    assert not line.messages


def test_no_page_reads_where_it_is():
    """What is not sent must not be shown: pages know their address, handlers ask `self.router` on the server."""
    sources = Path(admin_app.__file__).parent.rglob("*.py")
    assert not [path.name for path in sources if "State.router" in path.read_text(encoding="utf-8")]


async def test_a_socket_keeps_nothing_of_what_it_has_written():
    """What engine.io's writer still holds of a message, until the next is due, is empty."""
    server: Any = SimpleNamespace(ping_interval=25, ping_timeout=20, create_queue=asyncio.Queue)
    socket = AsyncSocket(server, "1")
    updates.let_go(socket)
    written = Packet(packet.MESSAGE, "x" * 1000)
    gone = weakref.ref(written)
    await socket.queue.put(written)
    del written
    (held,) = await socket.poll()
    assert held.encode() == "4" + "x" * 1000
    assert gone() is None
    for each in (Packet(packet.MESSAGE, "1"), Packet(packet.MESSAGE, "2"), None):
        await socket.queue.put(each)
    assert [each.encode() for each in await socket.poll()] == ["41", "42"]
    assert await socket.poll() == []
    await asyncio.wait_for(socket.queue.join(), 5)
    known = weakref.ref(socket)
    del socket
    gc.collect()
    assert known() is None


async def test_a_socket_that_is_written_to_no_more_is_closed():
    """engine.io's writer knows this error, and ends."""
    server: Any = SimpleNamespace(ping_interval=25, ping_timeout=20, create_queue=asyncio.Queue)
    socket = AsyncSocket(server, "1")
    updates.let_go(socket)
    waiting = asyncio.ensure_future(socket.poll())
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(QueueEmpty):
        await waiting
