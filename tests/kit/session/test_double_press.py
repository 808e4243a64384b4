"""A session that ends while one works: the password over the page, and the warning before it (SESSION-35 to 37)."""

import time

import jwt
import pytest

from admin_app.api import auth
from admin_app.features.users.screens import UserForm, UserList
from admin_app.kit.session import Password, Session
from admin_app.kit.session.notices import Notices
from admin_app.kit.session.throttle import PERSON
from admin_app.kit.words.locale import say
from tests.kit.session.test_state import ACTIVITY, REFRESH, TOKEN, later, way_in
from tests.support.forms import submitted
from tests.support.proofs import proves

INVALID = {"code": 401, "message": "Invalid JWT Token"}


async def save(tab, **values: str) -> None:
    await tab.send(UserForm.save, data=submitted(tab, UserForm, **values))


@pytest.fixture
async def locked(sign_in, upstream):
    """A form whose save met a session that cannot be renewed."""
    upstream.sandbox.faults.token_ttl = 1
    tab = await sign_in("admin", "/users/7")
    upstream.heal()
    upstream.fail("token/refresh", 401)
    await save(tab, familyName="Durand")
    upstream.heal()
    upstream.forget()
    assert tab.view(Session).locked
    return tab


@proves("SESSION-36")
async def test_the_password_is_asked_for_over_a_form_that_stays(locked):
    session = locked.view(Session)
    assert (session.ended, session.identifier) == ("session_expired", "admin@demo.test")
    assert locked.view(UserForm).values["givenName"] == "Camille"
    assert not locked.browser.storage.get(TOKEN)
    assert not locked.browser.storage.get(REFRESH)
    assert locked.view(Notices).items == [], "said once, over the page"


@proves("SESSION-36")
async def test_nothing_is_called_while_the_page_is_locked(locked, upstream):
    await locked.send(UserForm.load)
    await save(locked, familyName="Durand")
    await locked.send(Session.stay)
    await locked.send(Session.lapse)
    assert not upstream.calls
    assert locked.left_to is None


@proves("SESSION-36")
async def test_the_password_opens_the_page_again(locked, browser):
    await locked.send(Password.submit, data={"password": "demo", "username": "hitchhiking@demo.test"})
    session = locked.view(Session)
    assert (session.locked, session.ended, session.given_name) == (False, "", "Claire")
    assert browser.storage[TOKEN]
    assert locked.view(Password).failure == ""
    assert [name for name, _ in locked.calls][-1] == "signedInAgain"


@proves("SESSION-36")
async def test_a_wrong_password_keeps_the_page_shut_and_is_counted(locked, upstream):
    for _ in range(PERSON.most):
        await locked.send(Password.submit, data={"password": "wrong"})
        assert locked.view(Password).failure == say("errors.invalid_credentials", "fr")
    await locked.send(Password.submit, data={"password": "demo"})
    assert locked.view(Password).failure == say("login.too_many", "fr", count=5)
    assert len(upstream.calls) == PERSON.most
    assert locked.view(Session).locked
    assert locked.view(Password).busy is False
    assert locked.view(UserForm).values["givenName"] == "Camille"


async def test_no_password_is_said_and_not_sent(locked, upstream):
    await locked.send(Password.submit, data={})
    assert locked.view(Password).failure == say("login.password_required", "fr")
    assert not upstream.calls


async def test_a_page_that_is_not_locked_takes_no_password(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    upstream.forget()
    await tab.send(Password.submit, data={"password": "demo"})
    assert not upstream.calls


async def test_who_has_lost_access_meanwhile_does_not_stay(locked, upstream):
    upstream.grant("admin@demo.test", "user_list")
    await locked.send(Password.submit, data={"password": "demo"})
    assert way_in(locked.left_to) == {"next": "/users/7", "reason": "no_access"}
    assert locked.view(Session).permissions == []


async def test_an_api_that_is_down_keeps_the_page_shut(locked, upstream):
    upstream.cut("permissions")
    await locked.send(Password.submit, data={"password": "demo"})
    assert locked.view(Password).failure == say("errors.network", "fr")
    assert locked.view(Session).locked
    assert not locked.browser.storage.get(TOKEN)


@proves("SESSION-36")
async def test_another_person_begins_anew(locked, upstream):
    """The API names the account; what stands on the page is never another one's."""
    kept = await locked.state(Session)
    kept._owner = "somebody@demo.test"
    upstream.answer("POST", "login", {"token": _token("editor@demo.test"), "refreshToken": "r" * 40})
    await locked.send(Password.submit, data={"password": "demo"})
    upstream.contract.violations.clear()
    assert locked.calls[-1] == ("reload", [])
    assert (await locked.state(UserForm)).values == {}


def _token(owner: str) -> str:
    return jwt.encode({"username": owner, "exp": time.time() + 900}, "x" * 32, "HS256")


# --- a token that is refused -----------------------------------------------------------------


@proves("SESSION-36")
async def test_a_token_that_is_refused_asks_for_the_password_and_the_list_is_read_again(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    upstream.answer("GET", "admin/users", INVALID, 401)
    upstream.forget()
    await tab.send(UserList.load)
    assert [call.path for call in upstream.calls] == ["/admin/users"]
    upstream.contract.violations.clear()
    session = tab.view(Session)
    assert (session.locked, session.ended, session.locked_by) == (True, "session_ended", "")
    assert tab.left_to is None
    upstream.contract.inner.answers.clear()
    upstream.forget()
    await tab.send(Password.submit, data={"password": "demo"})
    assert [call.path for call in upstream.calls][-1] == "/admin/users"
    assert not tab.view(Session).locked
    assert (tab.view(UserList).problem, tab.view(UserList).loading) == ("", False)
    assert tab.view(UserList).rows


async def test_a_token_that_is_refused_at_the_first_load_leads_to_sign_in(sign_in, upstream, browser):
    await sign_in("admin", "/")
    upstream.answer("GET", "permissions", INVALID, 401)
    tab = await browser.tab().open("/users")
    upstream.contract.violations.clear()
    assert way_in(tab.left_to) == {"next": "/users", "reason": "session_ended"}


# --- several tabs -----------------------------------------------------------------------------


@proves("SESSION-36")
async def test_other_tabs_are_locked_and_opened_with_it(locked, browser, sign_in):
    other = browser.tab()
    await locked.send(Password.submit, data={"password": "demo"})
    await other.open("/users?page=2")
    (await locked.state(Session))._lock("idle_timeout")
    await locked.send(Session.stay)
    await other.hear_other_tabs()
    await other.send(Session.follow, ended="idle_timeout")
    assert other.view(Session).locked
    assert other.view(UserList).rows, "what stood there stays, behind the question"
    await locked.send(Password.submit, data={"password": "demo"})
    await other.hear_other_tabs()
    other.forget()
    await other.send(Session.follow)
    assert not other.view(Session).locked
    assert other.calls == [("signedInAgain", [])]


@proves("SESSION-20", "SESSION-25")
@pytest.mark.parametrize("ended", ["", "nonsense", "no_access"])
async def test_a_tab_leaves_where_the_other_did_so_on_purpose(sign_in, browser, ended):
    """What it says is why, whatever the browser says: an address names no reason but one of ours."""
    first = await sign_in("admin", "/users")
    second = await browser.tab().open("/users?page=2")
    await first.send(Session.leave)
    await second.hear_other_tabs()
    await second.send(Session.follow, ended=ended)
    assert way_in(second.left_to) == {"next": "/users?page=2", "reason": "signed_out"}
    assert second.view(Session).permissions == []


# --- without activity ---------------------------------------------------------------------------


@proves("SESSION-35")
async def test_who_stays_is_active(sign_in, monkeypatch, upstream):
    tab = await sign_in("admin", "/users")
    upstream.forget()
    later(monkeypatch, 3500)
    tab.browser.storage[ACTIVITY] = "1"
    await tab.send(Session.stay)
    assert int(tab.browser.storage[ACTIVITY]) >= time.time() - 5
    assert not upstream.calls, "to stay asks the API for nothing"
    later(monkeypatch, 3700)
    await tab.send(UserList.load)
    assert tab.left_to is None
    assert tab.view(UserList).problem == ""


async def test_the_end_that_the_page_counts_locks_it(sign_in, monkeypatch):
    tab = await sign_in("admin", "/users")
    later(monkeypatch, 3601)
    await tab.send(Session.lapse)
    assert (tab.view(Session).locked, tab.view(Session).ended) == (True, "idle_timeout")
    assert tab.left_to is None
    assert not tab.browser.storage.get(TOKEN)


async def test_who_comes_back_too_late_cannot_stay(sign_in, monkeypatch):
    tab = await sign_in("admin", "/users")
    later(monkeypatch, 3601)
    await tab.send(Session.stay)
    assert tab.view(Session).locked


@proves("SESSION-35")
async def test_a_page_that_counts_wrongly_is_told_how_much_is_left(sign_in, monkeypatch):
    tab = await sign_in("admin", "/users")
    later(monkeypatch, 600)
    await tab.send(Session.lapse)
    assert not tab.view(Session).locked
    (name, (left,)) = tab.calls[-1]
    assert name == "idleIn"
    assert 2990 < left <= 3000


@proves("SESSION-37")
async def test_the_reason_stays_whichever_handler_comes_first(sign_in, browser):
    """An address may be entered twice, at a reconnection for one: the second must not lead to sign-in without it."""
    tab = await sign_in("admin", "/")
    browser.storage[ACTIVITY] = str(int(time.time()) - 3700)
    auth._renewals.clear()
    fresh = await browser.tab().open("/users")
    fresh.forget()
    await fresh.send(Session.enter)
    assert [way_in(address) for address in fresh.redirects] == [{"next": "/users", "reason": "idle_timeout"}]
    assert tab.view(Session).permissions
