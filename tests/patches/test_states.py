"""Nothing outlives its person: every field of every state, whatever states there are (SESSION-30).

Each state is filled as one person, the person changes, and every field is read. The states are found, not listed.
"""

import asyncio
import shutil
import subprocess
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
import reflex as rx
from pydantic import BaseModel
from redis.asyncio import Redis
from reflex.istate.manager import StateManager
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.redis import StateManagerRedis
from reflex.istate.manager.token import BaseStateToken

from admin_app.features.account.login import Login
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.users.screens import UserForm, UserList, UserShow
from admin_app.kit.session import Session, connections
from admin_app.kit.words.locale import Locale
from admin_app.patches.states import state_classes
from tests.kit.session.test_state import GOOD, later
from tests.support.proofs import proves
from tests.support.tab import Browser, Tab

FORMER = "former"
NUMBER = 987654
STAYS = {
    (Locale, "locale"): "the language of the browser",
    (
        CurrentStructure,
        "structure",
    ): "the number of a structure: taken up only where it is the next person's own",
    (Session, "flags"): "the modules of the deployment",
    (Session, "links"): "the addresses of the deployment",
    (Session, "lasts"): "how long a session of the deployment lasts",
    (Session, "_server"): "the process that serves the tab",
}
"""What may stay, and why."""
LOOKS = ("page_size", "kept_columns", "density", "folded")
"""How lists and the menu look in this browser (SESSION-30)."""
TOKENS = ("token", "refresh_token", "last_activity")


class Row(dict):
    """A row that has every key a computed value may look for."""

    def __missing__(self, key: str) -> str:
        return FORMER


def states() -> list[type[rx.State]]:
    found = [each for each in state_classes() if each.__module__.startswith("admin_app.")]
    assert len(found) > 40
    return found  # pyright: ignore[reportReturnType]


def fields(state: type[rx.State]) -> Iterator[tuple[str, Any, Any]]:
    """The fields of a state that belong to a person, with their types and first values."""
    for name, field in state.__fields__.items():
        if field._owner is state and (state, name) not in STAYS and name not in LOOKS:
            yield name, field.outer_type_, field.default_value()


def other_than(kind: Any, first: Any = None) -> Any:
    """A value of a type that the former person may have left where `first` stands in the beginning."""
    parts = [each for each in get_args(kind) if each not in (NoneType, Ellipsis)]
    match get_origin(kind) or kind:
        case t if t is Literal:
            return parts[0]
        case t if t in (Union, UnionType):
            return other_than(parts[0], first)
        case t if t is bool:
            return not first
        case t if t in (int, float):
            return t(NUMBER)
        case t if t is str or t is Any:
            return f"{FORMER} {first}"
        case t if t in (list, set, tuple, Sequence):
            return (list if t is Sequence else t)([other_than(each) for each in parts])
        case t if t in (dict, Mapping):
            return Row({other_than(parts[0]): other_than(parts[1])})
        case t if isinstance(t, type) and issubclass(t, tuple):
            return t(**{name: other_than(each) for name, each in get_type_hints(t).items()})
        case t if is_dataclass(t):
            return t(**{name: other_than(each) for name, each in get_type_hints(t).items()})
        case t if isinstance(t, type) and issubclass(t, BaseModel):
            return t.model_construct(**{name: other_than(each.annotation) for name, each in t.model_fields.items()})
    raise AssertionError(f"a field of a type that is new here: {kind}")


@pytest.fixture(scope="session")
def redis_socket(tmp_path_factory) -> Iterator[str]:
    """A Redis of the tests' own, where the machine has one."""
    if not (server := shutil.which("redis-server")):
        pytest.skip("there is no redis-server on this machine")
    folder = tmp_path_factory.mktemp("redis")
    socket = str(folder / "redis")
    options = ["--port", "0", "--unixsocket", socket, "--save", "", "--dir", str(folder)]
    process = subprocess.Popen([server, *options], stdout=subprocess.DEVNULL)
    until = time.monotonic() + 10
    while not Path(socket).exists():
        assert time.monotonic() < until, "redis-server did not start"
        time.sleep(0.01)
    yield socket
    process.terminate()
    process.wait()


@pytest.fixture(params=["memory", "redis"])
async def browser(upstream, request) -> AsyncIterator[Browser]:
    """A browser whose tabs the server keeps in memory, or in Redis."""
    made = Browser(_manager(request))
    async with made.processor:
        yield made
    await made.manager.close()
    assert not made.faults


def _manager(request) -> StateManager:
    if request.param == "memory":
        return StateManagerMemory()
    return StateManagerRedis(redis=Redis(unix_socket_path=request.getfixturevalue("redis_socket")))


async def put(tab: Tab, state: type[rx.State], **values: Any) -> None:
    """Change fields of a state on the server."""
    async with tab.browser.manager.modify_state(BaseStateToken(ident=tab.token, cls=rx.State)) as root:
        held = await root.get_state(state)
        for name, value in values.items():
            setattr(held, name, value)


async def fill(tab: Tab) -> None:
    """Leave something of the former person in every field of every state."""
    async with tab.browser.manager.modify_state(BaseStateToken(ident=tab.token, cls=rx.State)) as root:
        for state in states():
            held = await root.get_state(state)
            for name, kind, first in fields(state):
                if state is Session and name in (*TOKENS, "_owner", "permissions"):
                    continue
                setattr(held, name, other_than(kind, first))


async def left(tab: Tab) -> dict[str, Any]:
    """Every field that is not as new, by the name of its state."""
    root = await tab.browser.manager.get_state(BaseStateToken(ident=tab.token, cls=rx.State))
    found = {}
    for state in states():
        held = await root.get_state(state)
        for name, _, first in fields(state):
            if (value := getattr(held, name)) != first:
                found[f"{state.__name__}.{name}"] = value
    return found


def theirs(found: dict[str, Any]) -> dict[str, Any]:
    """What is still the former person's, where the next one's own account was read."""
    return {name: value for name, value in found.items() if FORMER in str(value) or str(NUMBER) in str(value)}


@pytest.fixture
async def filled(sign_in) -> Tab:
    """A tab of the administrator with something in every field."""
    tab = await sign_in("admin", "/users")
    await fill(tab)
    assert len(await left(tab)) > 500
    return tab


SIGNED_OUT = {"Session.ready", "Session.ended"}
"""It is known that nobody is there, and why."""


@proves("SESSION-30")
async def test_who_signs_out_leaves_nothing(filled):
    await filled.send(Session.leave)
    assert set(await left(filled)) <= SIGNED_OUT


@proves("SESSION-30")
async def test_another_tab_of_who_signed_out_keeps_nothing(filled, browser):
    second = await browser.tab().open("/")
    await second.send(Session.leave)
    await filled.hear_other_tabs()
    await filled.send(Session.follow)
    assert filled.left_to
    assert set(await left(filled)) <= SIGNED_OUT


@proves("SESSION-30")
async def test_who_was_idle_leaves_nothing(filled, monkeypatch):
    later(monkeypatch, 3601)
    await filled.send(UserShow.weigh_deletion)
    assert filled.left_to
    assert set(await left(filled)) <= SIGNED_OUT


async def test_who_was_idle_leaves_nothing_when_work_goes_on_in_the_background(filled, monkeypatch):
    later(monkeypatch, 3601)
    await filled.send(UserList.name_filters)
    assert filled.left_to
    assert set(await left(filled)) <= SIGNED_OUT


async def test_a_refused_refresh_leaves_nothing(browser, sign_in, upstream):
    upstream.sandbox.faults.token_ttl = 1
    tab = await sign_in("admin", "/users")
    await fill(tab)
    upstream.heal()
    upstream.fail("token/refresh", 401)
    await tab.send(UserList.load)
    assert tab.left_to
    assert set(await left(tab)) <= SIGNED_OUT | {"UserList.loading"}  # the handler's own flag, which it releases


@proves("SESSION-30")
async def test_the_next_person_finds_nothing(filled, sign_in):
    await sign_in("hitchhiking", "/")
    await filled.hear_other_tabs()
    await filled.send(Session.follow)
    assert filled.calls[-1] == ("reload", [])
    assert not theirs(await left(filled))


@proves("SESSION-30")
@pytest.mark.parametrize("handler", [UserList.load, UserForm.load, UserShow.weigh_deletion, Session.enter])
async def test_no_handler_goes_on_with_what_the_former_person_left(filled, sign_in, handler, upstream):
    """The token is another's before the page has said so."""
    upstream.grant("nobody@demo.test", "access_admin", "user_list", "user_update", "user_delete")
    await sign_in("nobody", "/")
    await filled.hear_other_tabs()
    upstream.forget()
    await filled.send(handler)
    assert not [call for call in upstream.calls if call.path.startswith("/admin/")]
    assert filled.calls[-1] == ("reload", [])
    assert not theirs(await left(filled))


async def test_signing_in_over_somebody_leaves_nothing_of_them(filled):
    filled.address = "/login"
    await put(filled, Login, busy=False)
    await filled.send(Login.submit, data={**GOOD, "username": "hitchhiking@demo.test"})
    assert not theirs(await left(filled))
    assert filled.view(Session).given_name == "Nolwenn"


@proves("SESSION-30")
async def test_what_was_awaited_for_the_former_person_is_not_shown_to_the_next(sign_in, browser, upstream):
    """A background handler whose answer comes after the person changed."""
    tab = await sign_in("admin", "/users?community=1")
    tab.forget()
    with upstream.held("/admin/communities") as released:
        begun = await tab.start(UserList.name_filters)
        await asyncio.sleep(0.05)
        await sign_in("hitchhiking", "/")
        await tab.hear_other_tabs()
        await tab.send(Session.follow)
        released.set()
        await begun.wait_all()
    assert (await tab.state(UserList)).filter_labels == {}
    assert (await tab.state(Session)).token == browser.storage["admin_app.token"]


# --- tabs that come back -------------------------------------------------------------


async def test_the_same_person_finds_everything_again(filled):
    kept = await left(filled)
    stored = filled.browser.stored()
    await fresh_connection(filled)
    assert await left(filled) == kept
    assert filled.browser.stored() == stored


async def test_a_closed_tab_that_comes_back_signed_out_finds_nothing(filled, browser):
    """What the tab kept is brought back, as a browser does with a tab that was closed."""
    second = await browser.tab().open("/")
    await second.send(Session.leave)
    await fresh_connection(filled)
    assert await left(filled) == {}


@proves("SESSION-30")
async def test_a_closed_tab_that_comes_back_to_somebody_else_finds_nothing(filled, sign_in):
    await sign_in("hitchhiking", "/")
    await fresh_connection(filled)
    assert await left(filled) == {}
    filled.forget()
    await filled.load()
    assert not theirs(await left(filled))
    assert filled.view(Session).given_name == "Nolwenn"


async def test_a_closed_tab_sends_nothing_of_the_former_person(filled, sign_in):
    await sign_in("hitchhiking", "/")
    filled.forget()
    await filled.load()
    assert FORMER not in str(filled.deltas)


async def test_a_tab_that_comes_back_after_an_idle_night_finds_nothing(filled, monkeypatch):
    later(monkeypatch, 3601)
    await fresh_connection(filled)
    assert await left(filled) == {}


async def fresh_connection(tab: Tab) -> None:
    """Connect again, before anything else happens."""
    await connections.settle(tab.browser.manager, tab.token, tab.browser.stored())
