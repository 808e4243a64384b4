"""Pages of a list that are read before they are opened (LIST-35)."""

import asyncio
import time
from types import SimpleNamespace

import pytest

from admin_app.api import auth, exchange
from admin_app.api.client import http_client
from admin_app.features.communities.screens import CommunityList
from admin_app.features.solidary.structures.screens import StructureList
from admin_app.features.users.screens import UserList
from admin_app.kit.session import Session
from admin_app.kit.session.notices import Notices
from tests.support.proofs import proves

USERS = "admin/users"


@pytest.fixture
async def tab(sign_in, upstream):
    tab = await sign_in("admin", "/users?perPage=10")
    upstream.forget()
    tab.forget()
    return tab


def ids(tab) -> list[str]:
    return [row["id"] for row in tab.view(UserList).rows]


def pages(upstream) -> list[str]:
    return [call.query["page"] for call in upstream.called("GET", USERS)]


@proves("LIST-35")
async def test_who_opens_a_page_that_was_read_ahead_asks_nobody(tab, upstream):
    shown = ids(tab)
    await tab.send(UserList.look_ahead, page=2)
    assert pages(upstream) == ["2"]
    assert tab.deltas == [], "the page shows nothing of it"
    await tab.open("/users?perPage=10&page=2")
    assert pages(upstream) == ["2"]
    assert len(ids(tab)) == 10
    assert not set(shown) & set(ids(tab))


async def test_an_answer_is_given_once(tab, upstream):
    await tab.send(UserList.look_ahead, page=2)
    await tab.open("/users?perPage=10&page=2")
    await tab.send(UserList.load)
    assert pages(upstream) == ["2", "2"]


async def test_it_is_asked_once_while_it_is_kept(tab, upstream):
    await tab.send(UserList.look_ahead, page=2)
    await tab.send(UserList.look_ahead, page=2)
    assert pages(upstream) == ["2"]


async def test_another_page_order_or_filter_is_another_question(tab, upstream):
    await tab.send(UserList.look_ahead, page=2)
    await tab.open("/users?perPage=10&page=2&sort=email")
    await tab.open("/users?perPage=10&page=2&gender=1")
    assert pages(upstream) == ["2", "2", "2"]


async def test_who_opens_it_before_it_is_answered_waits_for_the_same_answer(tab, upstream):
    with upstream.held("page=2") as released:
        looking = await tab.start(UserList.look_ahead, page=2)
        await upstream.awaited("page=2")
        opened = await tab.begin("/users?perPage=10&page=2")
        await asyncio.sleep(0.05)
        released.set()
    await looking.wait_all()
    await opened.wait_all()
    assert pages(upstream) == ["2"]
    assert tab.view(UserList).page == 2
    assert len(ids(tab)) == 10


@proves("LIST-35")
async def test_what_the_person_wrote_is_read_again(tab, upstream):
    await tab.send(UserList.look_ahead, page=2)
    session = await tab.state(Session)
    await session._api().update(USERS, 7, {"gender": 1})
    await tab.open("/users?perPage=10&page=2")
    assert pages(upstream) == ["2", "2"]


@proves("LIST-35")
async def test_what_was_read_for_one_person_is_not_given_to_another(tab, upstream, sign_in):
    await tab.send(UserList.look_ahead, page=2)
    other = await sign_in("communities", "/users?perPage=10&page=2")
    assert pages(upstream) == ["2", "2"]
    assert len(ids(other)) == 10


async def test_it_is_forgotten_after_a_while(tab, upstream, monkeypatch):
    monkeypatch.setattr(exchange, "AHEAD_LIFETIME", 0.01)
    await tab.send(UserList.look_ahead, page=2)
    await asyncio.sleep(0.05)
    assert not exchange.answers_ahead(http_client())._kept
    await tab.open("/users?perPage=10&page=2")
    assert pages(upstream) == ["2", "2"]


async def test_no_more_is_kept_than_one_process_should(tab, upstream, monkeypatch):
    monkeypatch.setattr(exchange, "MOST_AHEAD", 2)
    for page in (2, 3, 4):
        await tab.send(UserList.look_ahead, page=page)
    assert len(exchange.answers_ahead(http_client())._kept) == 2


@proves("LIST-35")
async def test_a_refusal_is_nobody_s_business_until_the_page_is_opened(tab, upstream):
    upstream.fail(USERS)
    await tab.send(UserList.look_ahead, page=2)
    assert tab.view(Notices).items == []
    upstream.heal()
    await tab.open("/users?perPage=10&page=2")
    assert len(ids(tab)) == 10
    assert tab.view(UserList).problem == ""


async def test_a_record_that_cannot_be_read_is_nobody_s_business_either(tab, upstream):
    upstream.answer("GET", USERS, {"hydra:member": [{"id": 7, "status": "odd"}], "hydra:totalItems": 30})
    await tab.send(UserList.look_ahead, page=2)
    upstream.contract.violations.clear()
    assert tab.events == []
    assert tab.view(UserList).problem == ""


@proves("LIST-35", "SESSION-18")
async def test_a_session_that_has_ended_is_said_at_once(tab, upstream, monkeypatch):
    """Nothing is left on the page to be opened: it would be seen loading for ever."""
    monkeypatch.setattr(auth, "time", SimpleNamespace(time=lambda: time.time() + 3601))
    await tab.send(UserList.look_ahead, page=2)
    assert pages(upstream) == []
    assert tab.left_to is not None
    assert tab.left_to.startswith("/login?next=/users%3FperPage%3D10&reason=idle_timeout")


@pytest.mark.parametrize("page", [0, -1, 10_000])
async def test_a_page_there_is_none_of_is_not_asked(tab, upstream, page):
    await tab.send(UserList.look_ahead, page=page)
    assert pages(upstream) == []


async def test_a_list_that_is_looked_through_here_is_not_read_for_it(sign_in, upstream, configure):
    configure(solidary=True)
    tab = await sign_in("admin", StructureList.resource.route)
    assert tab.view(StructureList).loaded
    upstream.forget()
    await tab.send(StructureList.look_ahead, page=1)
    assert upstream.calls == []


async def test_the_calls_a_page_takes_are_all_read_ahead(sign_in, upstream, configure):
    configure(community=True)
    tab = await sign_in("admin", "/communities?perPage=10&moderated=true")
    upstream.forget()
    await tab.send(CommunityList.look_ahead, page=1)
    before = len(upstream.called("GET"))
    await tab.send(CommunityList.load)
    assert before
    assert len(upstream.called("GET")) == before
