"""A tab holds the states that were used; its page is told of the others where it may have something else of them."""

from types import SimpleNamespace
from typing import Any

import pytest
import reflex as rx
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.redis import StateManagerRedis
from reflex.istate.manager.token import BaseStateToken
from reflex.state import BaseState, state_snapshot_hashes

from admin_app.admin_app import app
from admin_app.kit.session import Session, fresh, sparse
from admin_app.relay_points import RelayPointList
from admin_app.users.screens import UserForm, UserList
from tests.support.tab import MARKER, Browser, Tab


async def root_of(tab: Tab) -> BaseState:
    return await tab.browser.manager.get_state(BaseStateToken(ident=tab.token, cls=rx.State))


def held(root: BaseState) -> set[str]:
    return {type(each).__name__ for each in sparse.tree(root)}


def whole() -> dict:
    """Every state, made as Reflex makes them all."""
    return rx.State(_reflex_internal_init=True).dict(initial=True)  # pyright: ignore[reportCallIssue]


async def test_a_tab_holds_the_states_it_used(sign_in):
    tab = await sign_in("admin", "/users")
    root = await root_of(tab)
    assert {"Session", "UserList"} <= held(root)
    assert not {"UserForm", "RelayPointList"} & held(root)
    assert len(held(root)) < 12 < len([*fresh.state_classes()])
    await tab.open("/relaypoints")
    assert "RelayPointList" in held(root)
    assert (await root.get_state(RelayPointList)).rows


async def test_a_state_is_made_once_and_knows_its_root(tab):
    root = await root_of(tab)
    made = await root.get_state(UserForm)
    assert made is await (await root.get_state(Session)).get_state(UserForm)
    assert made.parent_state is root
    assert [type(each) for each in sparse.tree(root)] == [rx.State, UserForm, Session]


async def test_what_is_no_state_is_not_made(tab):
    root = await root_of(tab)
    with pytest.raises(ValueError, match="path"):
        root.get_substate(["reflex___state____state", "admin_app___nothing"])
    assert held(root) == {"State"}


async def test_who_signs_out_makes_no_states(sign_in):
    tab = await sign_in("admin", "/users")
    before = held(await root_of(tab))
    await tab.send(Session.leave)
    assert held(await root_of(tab)) == before


async def test_a_page_that_connects_again_is_told_of_every_state(sign_in):
    """It may have been told something by a server that has forgotten it."""
    tab = await sign_in("admin", "/users")
    tab.browser.manager.states.clear()
    tab.forget()
    await tab.send(rx.State.hydrate_and_load, vars=tab.browser.stored())
    assert tab.deltas[0].keys() == whole().keys()
    name = RelayPointList.get_full_name()
    assert tab.deltas[0][name] == {**whole()[name]}
    assert tab.deltas[0][UserList.get_full_name()][f"rows{MARKER}"] == []


async def test_an_event_to_a_server_that_has_forgotten_the_tab_tells_of_every_state(sign_in):
    tab = await sign_in("admin", "/users")
    tab.browser.manager.states.clear()
    tab.forget()
    await tab.open("/users?page=2")
    assert tab.deltas[0].keys() == whole().keys()


async def test_a_page_that_was_just_loaded_has_the_others_as_they_were_built(tab):
    root = await root_of(tab)
    sparse.note_page(root, state_snapshot_hashes(whole()))
    await root.get_state(UserList)
    assert root.dict().keys() == {rx.State.get_full_name(), UserList.get_full_name()}


@pytest.mark.parametrize("hashes", [None, [], "x", 7, ["a"], state_snapshot_hashes(whole())[:-1]])
async def test_a_page_that_was_built_otherwise_is_told_of_every_state(tab, hashes):
    root = await root_of(tab)
    sparse.note_page(root, state_snapshot_hashes(whole()))
    sparse.note_page(root, hashes)
    assert root.dict().keys() == whole().keys()


async def test_what_was_told_of_one_tab_is_not_another_s(browser: Browser):
    one, other = await root_of(browser.tab()), await root_of(browser.tab())
    one.dict()[RelayPointList.get_full_name()][f"rows{MARKER}"] = "spoilt"
    assert other.dict()[RelayPointList.get_full_name()][f"rows{MARKER}"] == []


def test_the_application_keeps_what_is_used():
    assert type(app.state_manager) is not StateManagerMemory


def test_what_redis_keeps_stays_as_it_is():
    made: Any = SimpleNamespace(_state_manager=StateManagerRedis(redis=None))  # pyright: ignore[reportArgumentType]
    sparse.guard(made)
    assert type(made._state_manager) is StateManagerRedis
    made._state_manager = StateManagerMemory()
    sparse.guard(made)
    assert type(made._state_manager) is sparse.Sparse


def test_another_reflex_is_refused(monkeypatch):
    monkeypatch.setattr(sparse, "KNOWN", "0.10.2")
    with pytest.raises(ValueError, match="sparse"):
        sparse.guard(app)
