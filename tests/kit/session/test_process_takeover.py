"""A process dies, or what it kept is gone: nothing stays locked, and nobody is signed out (O1, O2)."""

import asyncio
import re
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from redis.asyncio import Redis
from reflex_base.event.processor import BaseStateEventProcessor

from admin_app.admin_app import app
from admin_app.features.users.screens import UserForm, UserList
from admin_app.kit import audit
from admin_app.kit.exports.state import Exports
from admin_app.kit.session import Session, connections, process_takeover
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from admin_app.patches.states import changing
from tests.patches.test_states import browser, put, redis_socket, states  # noqa: F401 (fixtures)
from tests.support.forms import submitted
from tests.support.proofs import proves

FORM = "/users/41"
CODE = Path(__file__).resolve().parents[3] / "admin_app"


@pytest.fixture
async def tab(sign_in):
    """A tab with somebody's form open, of which the server died while it did everything at once."""
    made = await sign_in("admin", FORM)
    async with changing(made.browser.manager, made.token) as held:
        for each in held:
            for name in process_takeover.ACTS | process_takeover.READS:
                if isinstance(getattr(each, name, None), int | str):
                    setattr(each, name, type(getattr(each, name))("1"))
    return made


def told(tab):
    return [each["text"] for each in tab.view(Notices).items]


async def running(tab):
    async with changing(tab.browser.manager, tab.token) as held:
        return [f"{type(each).__name__}.{name}" for each in held for name in process_takeover._running(each)]


@proves("SESSION-40")
async def test_what_another_process_did_is_over(tab, monkeypatch):
    assert "UserForm.saving" in await running(tab)
    monkeypatch.setattr(connections, "PROCESS", "another")
    await tab.load()
    assert await running(tab) == []
    assert told(tab) == [say("errors.interrupted", "fr")]
    assert tab.view(UserForm).saving is False


@proves("SESSION-40")
async def test_what_a_worker_that_is_still_there_does_goes_on(tab, monkeypatch, redis_socket):  # noqa: F811
    before = await running(tab)
    monkeypatch.setattr(connections, "PROCESS", "another")
    monkeypatch.setattr(process_takeover, "get_redis", lambda: Redis(unix_socket_path=redis_socket))
    async with process_takeover.alive(process_takeover.PROCESS):
        await tab.load()
        assert set(before) - set(await running(tab)) <= {"UserForm.loading"}
        assert told(tab) == []
    await tab.load()
    assert await running(tab) == []
    assert told(tab) == [say("errors.interrupted", "fr")]


@proves("SESSION-40")
async def test_what_this_process_does_goes_on_where_a_connection_was_lost(tab):
    before = await running(tab)
    await tab.load()
    assert set(before) - set(await running(tab)) <= {"UserForm.loading"}
    assert told(tab) == []


@proves("SESSION-40")
async def test_who_was_only_reading_is_told_nothing(sign_in, monkeypatch):
    tab = await sign_in("admin", "/users")
    await put(tab, UserList, _stopping=True)
    monkeypatch.setattr(connections, "PROCESS", "another")
    await tab.load()
    assert (await running(tab), told(tab)) == ([], [])


@proves("SESSION-40")
@pytest.mark.parametrize("status", ["waiting", "running", "stopping"])
async def test_an_export_that_another_process_followed_is_over(sign_in, monkeypatch, status):
    tab = await sign_in("admin", "/users")
    settled = []
    monkeypatch.setattr(audit, "settle", lambda *told: settled.append(told))
    await put(tab, Exports, status=status, ticket="t" * 43, rows=7, _act=3, file="users.csv")
    await tab.load()
    assert tab.view(Exports).status == status, "this process is still there"
    monkeypatch.setattr(connections, "PROCESS", "another")
    await tab.load()
    assert tab.view(Exports).status == "interrupted"
    assert settled == [(3, "interrupted", 7)]


@proves("SESSION-41")
@pytest.mark.parametrize("act", ["save", "enter"])
async def test_a_server_that_forgot_the_tab_loads_it_anew_and_signs_nobody_out(tab, act):
    await forget(tab)
    stored = dict(tab.browser.storage)
    assert stored["admin_app.token"]
    if act == "save":
        await tab.send(UserForm.save, data={"givenName": "Anne"})
    else:
        await tab.open("/users")
    assert tab.calls[-1] == ("reload", [])
    assert tab.browser.storage == stored
    await tab.load()
    assert (await tab.state(Session)).ready
    assert tab.left_to is None
    assert told(tab) == [say("errors.interrupted", "fr")], "what was asked for is not lost without a word"


@proves("SESSION-40")
async def test_a_worker_that_gives_no_sign_any_more_is_dead_after_some_seconds(redis_socket, monkeypatch):  # noqa: F811
    monkeypatch.setattr(process_takeover, "get_redis", lambda: Redis(unix_socket_path=redis_socket))
    monkeypatch.setattr(process_takeover, "BEAT", 0.1)
    monkeypatch.setattr(process_takeover, "SILENCE", 1)
    async with process_takeover.alive("one"):
        await asyncio.sleep(0.05)
        assert await process_takeover.lives("one")
        assert not await process_takeover.lives("another")
    assert not await process_takeover.lives("one")
    redis = Redis(unix_socket_path=redis_socket)
    await redis.set("admin_app.alive.killed", "1", ex=1)  # as one leaves it that is killed
    assert not await process_takeover.lives("killed")
    await redis.aclose()


@asynccontextmanager
async def stopping(tab):
    """Serve a tab by a process that stops at the end of the block."""
    former = tab.browser.processor
    tab.browser.processor = BaseStateEventProcessor(middleware=app)
    tab.browser.processor.configure(state_manager=tab.browser.manager, event_namespace=tab.browser)
    async with tab.browser.processor, process_takeover.drained(SimpleNamespace(event_processor=tab.browser.processor)):
        yield
    tab.browser.processor = former


@proves("CONFIG-14")
async def test_a_process_that_stops_lets_a_save_come_to_its_end(sign_in, upstream):
    tab = await sign_in("admin", FORM)
    with upstream.held("users/41") as go_on:
        async with stopping(tab):
            saving = await tab.start(UserForm.save, data=submitted(tab, UserForm, givenName="Anne"))
            await upstream.awaited("users/41")
            asyncio.get_running_loop().call_later(0.1, go_on.set)
    assert saving.done()
    assert not saving.cancelled()
    assert upstream.writes()


@proves("CONFIG-14")
async def test_what_does_not_end_is_given_up(sign_in, upstream, monkeypatch):
    monkeypatch.setattr(process_takeover, "DRAIN", 0.1)
    tab = await sign_in("admin", FORM)
    with upstream.held("users/41"):
        async with stopping(tab):
            saving = await tab.start(UserForm.save, data=submitted(tab, UserForm, givenName="Anne"))
            await upstream.awaited("users/41")
    assert saving.cancelled()


async def forget(tab):
    """Empty what the server keeps, under the open page."""
    manager = tab.browser.manager
    if hasattr(manager, "redis"):
        await manager.redis.flushall()
    else:
        manager.states.clear()


@proves("SESSION-40")
def test_every_field_that_says_busy_is_named():
    """Those a handler releases, and those a background handler looks at before it begins."""
    named = process_takeover.ACTS | process_takeover.READS | {"loading"}
    for path in set(CODE.rglob("*.py")) - {CODE / "settings.py"}:
        text = path.read_text("utf-8")
        assert set(re.findall(r'busy="(\w+)"', text)) <= named, path
        flags = set(re.findall(r"^    (\w+ing): (?:bool|str) = (?:False|\"\")$", text, re.MULTILINE))
        assert flags <= named | NOT_RUNNING, path


NOT_RUNNING = {
    *("editing", "removing", "message_removing", "choosing"),  # what a dialog is open for
    *("following", "warning", "standing", "missing", "pending", "pressing", "moving", "coming"),  # what is so
}
"""Fields with such a name that say something else."""
