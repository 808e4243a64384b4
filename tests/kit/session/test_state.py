"""Who is signed in: tokens, permissions, other tabs, the way out and back (SESSION-1, ACCESS-1)."""

import asyncio
import contextlib
import json
import time
from datetime import datetime, timedelta, tzinfo
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest

from admin_app.api import auth
from admin_app.features.account.eec import Eec
from admin_app.features.account.login import Login
from admin_app.features.home.page import Home
from admin_app.features.users.screens import UserForm, UserList, UserShow
from admin_app.kit.session import Session
from admin_app.kit.session import state as session_state
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import Locale, say
from tests.support.forms import ADA, submitted
from tests.support.proofs import proves

TOKEN, REFRESH, ACTIVITY = "admin_app.token", "admin_app.refresh_token", "admin_app.last_activity"
GOOD = {"username": "admin@demo.test", "password": "demo"}


def told(tab) -> list[dict[str, str]]:
    return tab.view(Notices).items


def way_in(address: str) -> dict[str, str]:
    """The values of a sign-in address: `next` and `reason`."""
    parts = urlsplit(address)
    assert parts.path == "/login"
    return {name: values[0] for name, values in parse_qs(parts.query).items()}


def later(monkeypatch, seconds: float) -> None:
    """Let the time of the API client pass; the tokens' own end is not touched."""
    monkeypatch.setattr(auth, "time", SimpleNamespace(time=lambda: time.time() + seconds))


class Later(datetime):
    """The time of a server two seconds from now."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:
        return datetime.now(tz) + timedelta(seconds=2)


# --- the way in ---------------------------------------------------------------


@proves("SESSION-22", "SCREEN-2")
async def test_a_stranger_is_sent_to_sign_in_and_back(tab, upstream):
    await tab.open("/users?page=2&q=L'H%C3%B4pital&sort=-email")
    assert tab.redirects == ["/login?next=/users%3Fpage%3D2%26q%3DL%27H%25C3%25B4pital%26sort%3D-email"]
    assert way_in(tab.redirects[0]) == {"next": "/users?page=2&q=L'H%C3%B4pital&sort=-email"}
    assert not upstream.calls
    assert tab.left_to is None, "sent away once, not twice"
    await tab.open(tab.redirects[0])
    tab.forget()
    await tab.send(Login.submit, data=GOOD)
    assert tab.redirects == ["/users?page=2&q=L'H%C3%B4pital&sort=-email"]


async def test_a_stranger_at_home_needs_no_way_back(tab):
    await tab.open("/")
    assert tab.redirects == ["/login"]


async def test_an_unknown_address_sends_a_stranger_to_sign_in_too(tab):
    await tab.open("/no/such/page")
    assert way_in(tab.redirects[0]) == {"next": "/no/such/page"}


@proves("SESSION-1", "SESSION-2", "SESSION-3")
async def test_signing_in_tells_who_is_there_and_stores_the_tokens(tab, upstream):
    await tab.open("/login")
    await tab.send(Login.submit, data=GOOD)
    session = tab.view(Session)
    assert (session.user_id, session.given_name, session.short_family_name) == (1, "Claire", "M.")
    assert session.email == "admin@demo.test"
    assert session.last_activity_date
    assert "/upload/users/images/" in session.avatar
    assert tab.view(Eec).available is True
    assert session.operates == []
    assert {"access_admin", "user_list", "user_delete"} <= set(session.permissions)
    assert tab.redirects == ["/"]
    assert auth.owner_of(tab.browser.storage[TOKEN]) == "admin@demo.test"
    assert tab.browser.storage[REFRESH]
    assert abs(int(tab.browser.storage[ACTIVITY]) - time.time()) < 5
    assert [call.path for call in upstream.calls] == ["/login", "/permissions", "/users/me", "/eec/instance"]


@proves("BUDGET-33")
async def test_what_there_is_to_know_of_an_account_is_asked_at_once(upstream, sign_in, configure):
    """Two rounds of calls before the first rows, whatever features read: each is a way to the API and back."""
    configure(solidary=True, external_journeys=True)
    first, then = ("permissions", "users/me"), ("eec/instance", "admin/structures", "external_journey_providers")
    with contextlib.ExitStack() as held:
        for each in then:
            held.enter_context(upstream.held(each))
        with contextlib.ExitStack() as known:
            for each in first:
                known.enter_context(upstream.held(each))
            opened = asyncio.create_task(sign_in("admin", "/users"))
            await asyncio.wait_for(asyncio.gather(*map(upstream.awaited, first)), 10)
        await asyncio.wait_for(asyncio.gather(*map(upstream.awaited, then)), 10)
    tab = await opened
    assert len(tab.view(UserList).rows) == 25


@proves("SESSION-1")
async def test_the_password_is_kept_nowhere(tab):
    await tab.open("/login")
    await tab.send(Login.submit, data={"username": "admin@demo.test", "password": "mot-de-passe-secret"})
    await tab.send(Login.submit, data=GOOD)
    assert "mot-de-passe-secret" not in json.dumps(tab.deltas)
    assert '"demo"' not in json.dumps(tab.deltas)
    assert "demo" not in vars(await tab.state(Login)).values()


@proves("SESSION-28")
async def test_tokens_travel_in_the_session_alone(sign_in):
    tab = await sign_in("admin", "/users")
    token, refresh = tab.browser.storage[TOKEN], tab.browser.storage[REFRESH]
    for delta in tab.deltas:
        for state, values in delta.items():
            if state != Session.get_full_name():
                assert token not in json.dumps(values)
                assert refresh not in json.dumps(values)
    assert token not in json.dumps([payload for _, payload in tab.events])


@proves("SESSION-8", "NOTICE-5")
@pytest.mark.parametrize("locale", ["fr", "en"])
async def test_a_wrong_password_is_said_and_nothing_is_kept(tab, locale):
    tab.browser.storage["locale"] = locale
    await tab.open("/login")
    await tab.send(Login.submit, data={"username": "admin@demo.test", "password": "wrong"})
    words = {"fr": "identifiant ou le mot de passe", "en": "The e-mail or the password is incorrect."}
    assert words[locale] in tab.view(Login).failure
    assert tab.view(Login).identifier == "admin@demo.test"
    assert tab.view(Login).busy is False
    assert not tab.browser.storage.get(TOKEN)
    assert not tab.redirects


@proves("SESSION-4", "SANDBOX-1")
async def test_without_access_admin_nobody_stays(tab):
    await tab.open("/login")
    await tab.send(Login.submit, data={"username": "nobody@demo.test", "password": "demo"})
    assert tab.view(Login).failure == say("errors.no_access", "fr")
    assert not tab.redirects
    assert not tab.browser.storage.get(TOKEN)
    session = tab.view(Session)
    assert (session.token, session.permissions, session.given_name) == ("", [], "")


@proves("SESSION-5")
async def test_losing_access_admin_ends_the_session_at_the_next_load(sign_in, upstream):
    upstream.grant("nobody@demo.test", "access_admin")
    tab = await sign_in("nobody", "/")
    assert tab.view(Session).ready
    upstream.reset()
    await tab.restart()
    assert way_in(tab.left_to) == {"reason": "no_access"}


async def test_an_api_that_does_not_answer_is_said_at_sign_in(tab, upstream):
    upstream.cut()
    await tab.open("/login")
    await tab.send(Login.submit, data=GOOD)
    assert tab.view(Login).failure == say("errors.network", "fr")
    assert tab.view(Login).busy is False
    assert not tab.browser.storage.get(TOKEN)


async def test_an_api_that_fails_while_the_account_is_read_is_said(tab, upstream):
    upstream.fail("permissions", 500)
    await tab.open("/login")
    await tab.send(Login.submit, data=GOOD)
    assert tab.view(Login).failure
    assert tab.view(Login).busy is False
    assert not tab.redirects


@proves("SESSION-2")
async def test_extras_that_cannot_be_read_keep_nobody_out(tab, upstream):
    upstream.fail("eec/instance", 500)
    await tab.open("/login")
    await tab.send(Login.submit, data=GOOD)
    assert tab.redirects == ["/"]
    assert tab.view(Eec).available is False


@proves("SESSION-10")
async def test_a_second_click_signs_in_once(tab, upstream):
    await tab.open("/login")
    with upstream.held("/login") as released:
        first = await tab.start(Login.submit, data=GOOD)
        second = await tab.start(Login.submit, data=GOOD)
        released.set()
        await first.wait_all()
        await second.wait_all()
    assert len(upstream.called("POST", "login")) <= 2
    assert set(tab.redirects) == {"/"}


@proves("SESSION-23")
@pytest.mark.parametrize(
    "address",
    [
        "//evil.test",
        "https://evil.test/users",
        "/\\evil.test",
        "\\\\evil.test",
        "javascript:alert(1)",
        "/\t/evil.test",
        "/\n/evil.test",
        "evil.test",
        "/login?next=/users",
        "",
    ],
)
async def test_next_never_leads_to_another_site(tab, address):
    await tab.open(f"/login?next={json_quote(address)}")
    await tab.send(Login.submit, data=GOOD)
    assert tab.redirects == ["/"]


def json_quote(text: str) -> str:
    return "".join(f"%{byte:02X}" for byte in text.encode())


@proves("SESSION-24")
async def test_who_is_signed_in_has_nothing_to_do_at_the_sign_in_screen(sign_in):
    tab = await sign_in("admin", "/login?next=/users%3Fpage%3D2")
    assert tab.redirects == ["/users?page=2"]


# --- staying -------------------------------------------------------------------


@proves("SESSION-26")
async def test_a_reload_keeps_the_session(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    kept = dict(tab.browser.storage)
    tab.forget()
    await tab.load()
    assert tab.view(Session).given_name == "Claire"
    assert tab.view(UserList).rows
    assert not tab.redirects
    assert tab.left_to is None
    assert tab.browser.storage[TOKEN] == kept[TOKEN]


@proves("SESSION-26")
async def test_a_server_that_forgot_the_tab_reads_the_account_again(sign_in, upstream):
    tab = await sign_in("admin", "/users")
    upstream.forget()
    await tab.restart()
    assert tab.view(Session).given_name == "Claire"
    assert tab.view(UserList).rows
    assert [call.path for call in upstream.calls].count("/permissions") == 1


@proves("SESSION-26")
async def test_navigation_does_not_read_the_account_again(sign_in, upstream):
    tab = await sign_in("admin", "/")
    upstream.forget()
    await tab.open("/users")
    assert [call.path for call in upstream.calls] == ["/admin/users"]


@proves("SESSION-27")
async def test_pages_wait_until_it_is_known_who_is_there(sign_in):
    tab = await sign_in("admin", "/users")
    values = tab.sent(Session, "ready")
    assert values[0] is False
    assert values[-1] is True


@proves("SESSION-27")
async def test_an_api_that_is_down_at_the_first_load_is_an_error_not_a_sign_out(sign_in, upstream):
    upstream.cut("permissions")
    tab = await sign_in("admin", "/users")
    assert tab.view(Session).ready is True
    assert tab.view(Session).problem == say("errors.network", "fr")
    assert tab.browser.storage[TOKEN]
    assert tab.left_to is None
    upstream.heal()
    await tab.send(Session.enter)
    await tab.send(UserList.load)
    assert tab.view(Session).problem == ""
    assert tab.view(Session).given_name == "Claire"
    assert tab.view(UserList).rows


@proves("SESSION-38")
@pytest.mark.parametrize("odd", [[], [[]], ["x"], [{}], [{"id": "abc"}], [{"id": None}], {"0": 5}])
async def test_an_account_that_makes_no_sense_is_an_error_with_a_way_on(sign_in, upstream, odd):
    upstream.answer("GET", "users/me", {"hydra:member": odd})
    tab = await sign_in("admin", "/users")
    upstream.contract.violations.clear()
    assert (tab.view(Session).ready, tab.view(Session).problem) == (True, say("errors.malformed", "fr"))
    upstream.contract.inner.answers.clear()
    await tab.send(Session.enter)
    await tab.send(UserList.load)
    assert tab.view(Session).problem == ""
    assert tab.view(UserList).rows


@proves("SESSION-38")
@pytest.mark.parametrize("odd", [[], "x", None, 4, {}, [{"available": True}]])
async def test_an_extra_that_makes_no_sense_keeps_nobody_out(sign_in, upstream, odd):
    upstream.answer("GET", "eec/instance", odd)
    tab = await sign_in("admin", "/users")
    upstream.contract.violations.clear()
    assert (tab.view(Session).ready, tab.view(Session).problem) == (True, "")
    assert tab.view(UserList).rows


@proves("SESSION-38")
async def test_odd_words_about_a_person_are_left_out(sign_in, upstream):
    upstream.answer("GET", "users/me", {"hydra:member": [{"id": "12", "givenName": ["x"], "operates": "y"}]})
    tab = await sign_in("admin", "/users")
    upstream.contract.violations.clear()
    assert (tab.view(Session).user_id, tab.view(Session).given_name, tab.view(Session).operates) == (12, "", [])
    assert tab.view(UserList).rows


async def test_an_expired_token_is_refreshed_while_working(sign_in, upstream):
    upstream.sandbox.faults.token_ttl = 1
    tab = await sign_in("admin", "/users")
    old = tab.browser.storage[TOKEN]
    upstream.heal()
    upstream.forget()
    await tab.send(UserList.load)
    assert [call.path for call in upstream.calls] == ["/token/refresh", "/admin/users"]
    assert tab.browser.storage[TOKEN] != old
    assert tab.view(UserList).rows
    assert not told(tab)


@proves("SESSION-13")
async def test_a_token_the_server_finds_too_old_is_refreshed_and_the_call_repeated_once(sign_in, upstream, monkeypatch):
    upstream.sandbox.faults.token_ttl = 1
    tab = await sign_in("admin", "/")
    upstream.heal()
    monkeypatch.setattr(auth, "_ended", lambda token, skew: False)
    # Two seconds have passed for the sandbox, which compares whole ones.
    monkeypatch.setattr("jwt.api_jwt.datetime", Later)
    upstream.forget()
    await tab.open("/users")
    assert [call.path for call in upstream.calls] == ["/admin/users", "/token/refresh", "/admin/users"]
    assert [call.status for call in upstream.calls] == [401, 200, 200]
    assert tab.view(UserList).rows


@proves("SESSION-16")
async def test_a_refused_refresh_leads_to_sign_in_and_back(sign_in, upstream):
    upstream.sandbox.faults.token_ttl = 1
    tab = await sign_in("admin", "/users?page=2")
    upstream.heal()
    upstream.fail("token/refresh", 401)
    await tab.send(UserList.load)
    assert way_in(tab.left_to) == {"next": "/users?page=2", "reason": "session_expired"}
    assert not tab.browser.storage.get(TOKEN)
    assert tab.view(UserList).loading is False


@proves("SESSION-17")
async def test_a_refresh_without_answer_is_an_error_and_keeps_the_session(sign_in, upstream):
    upstream.sandbox.faults.token_ttl = 1
    tab = await sign_in("admin", "/users")
    upstream.heal()
    upstream.cut("token/refresh")
    await tab.send(UserList.load)
    assert tab.left_to is None
    assert tab.browser.storage[TOKEN]
    assert told(tab)[-1]["kind"] == "error"


@proves("SESSION-18")
async def test_who_was_idle_too_long_signs_in_again(sign_in, upstream, monkeypatch):
    tab = await sign_in("admin", "/users?q=ma")
    later(monkeypatch, 3601)
    upstream.forget()
    await tab.send(UserList.load)
    assert way_in(tab.left_to) == {"next": "/users?q=ma", "reason": "idle_timeout"}
    assert not upstream.calls
    await tab.open(tab.left_to)
    assert tab.view(Login).reason == "idle_timeout"


@proves("SESSION-18")
async def test_the_session_duration_is_a_setting(sign_in, configure, monkeypatch):
    configure(session_duration=60)
    tab = await sign_in("admin", "/users")
    later(monkeypatch, 61)
    await tab.send(UserList.load)
    assert way_in(tab.left_to)["reason"] == "idle_timeout"


@proves("SESSION-19")
async def test_working_keeps_the_session_alive(sign_in, monkeypatch):
    tab = await sign_in("admin", "/users")
    for minutes in (50, 100):
        later(monkeypatch, minutes * 60)
        await tab.send(UserList.load)
    assert tab.left_to is None
    assert int(tab.browser.storage[ACTIVITY]) > time.time() + 99 * 60


@proves("SESSION-18")
@pytest.mark.parametrize("wrong", [-3600, 3600])
async def test_a_server_whose_clock_is_wrong_by_an_hour_lets_people_work(sign_in, upstream, monkeypatch, wrong):
    later(monkeypatch, wrong)
    monkeypatch.setattr(session_state, "time", auth.time)
    tab = await sign_in("admin", "/users/7")
    upstream.forget()
    for text in ("Samba", "Bossa nova"):
        await tab.send(UserForm.save, data=submitted(tab, UserForm) | {"musicFavorites": text})
        await tab.open("/users/7")
    assert tab.left_to is None
    assert tab.view(UserForm).values["musicFavorites"] == "Bossa nova"
    # To a clock that is ahead a token of an hour has ended as it is made: it is renewed before each call.
    assert bool(upstream.called("POST", "token/refresh")) is (wrong > 0)


@proves("SESSION-18")
@pytest.mark.parametrize("wrong", [-3600, 3600])
async def test_of_two_servers_one_that_is_an_hour_ahead_takes_people_for_idle(sign_in, monkeypatch, wrong):
    """Clocks must be right (docs/operations.md); what is typed stays behind the password."""
    tab = await sign_in("admin", "/users/7")
    later(monkeypatch, wrong + 1)
    await tab.send(UserForm.save, data=submitted(tab, UserForm) | {"musicFavorites": "Samba"})
    assert tab.view(Session).locked is (wrong > 0)
    assert tab.view(UserForm).values["musicFavorites"] != "Samba"


async def test_a_tab_opened_after_an_idle_night_leads_to_sign_in(sign_in):
    tab = await sign_in("admin", "/")
    tab.browser.storage[ACTIVITY] = str(int(time.time()) - 3700)
    auth._renewals.clear()
    fresh = await tab.browser.tab().open("/users")
    assert [name for name, _ in fresh.calls] == ["leave"]
    assert way_in(fresh.left_to) == {"next": "/users", "reason": "idle_timeout"}
    assert not fresh.view(UserList).rows


async def test_a_meddled_token_is_refused(sign_in, browser):
    tab = await sign_in("admin", "/")
    forged = jwt.encode({"username": "admin@demo.test", "exp": time.time() + 900}, "x" * 32, "HS256")
    browser.storage[TOKEN] = forged
    fresh = await browser.tab().open("/users")
    assert not fresh.view(UserList).rows
    assert fresh.view(Session).permissions == []
    assert tab.view(Session).permissions


@pytest.mark.parametrize("broken", ["x", "a.b.c", "null", "é"])
async def test_a_broken_stored_token_leads_to_sign_in(browser, broken):
    browser.storage |= {TOKEN: broken, REFRESH: "y", ACTIVITY: "not a number"}
    tab = await browser.tab().open("/users")
    assert not tab.view(UserList).rows
    assert not tab.view(Session).permissions


# --- several tabs ----------------------------------------------------------------


@proves("SESSION-20")
async def test_signing_out_forgets_the_person_and_leaves(sign_in):
    tab = await sign_in("admin", "/users")
    await tab.send(Session.leave)
    assert tab.left_to == "/login"
    session = tab.view(Session)
    assert (session.token, session.refresh_token, session.email, session.permissions) == ("", "", "", [])
    assert not tab.browser.storage.get(TOKEN)


@proves("SESSION-20", "SESSION-25")
async def test_another_tab_follows_a_sign_out(sign_in, browser):
    first = await sign_in("admin", "/users")
    second = await browser.tab().open("/users?page=2")
    await first.send(Session.leave)
    await second.hear_other_tabs()
    await second.send(Session.follow)
    assert way_in(second.left_to) == {"next": "/users?page=2", "reason": "signed_out"}
    assert second.view(Session).permissions == []


@proves("SESSION-25", "SESSION-37")
async def test_a_tab_that_learns_of_a_sign_out_by_its_next_address_says_so_too(sign_in, browser):
    first = await sign_in("admin", "/users")
    second = await browser.tab().open("/users?page=2")
    await first.send(Session.leave)
    assert way_in(first.left_to) == {}
    await second.hear_other_tabs()
    await second.open("/events")
    assert way_in(second.left_to) == {"next": "/events", "reason": "signed_out"}


@proves("SESSION-21")
async def test_another_tab_follows_the_sign_in_of_somebody_else(sign_in, browser):
    first = await sign_in("admin", "/users")
    second = await sign_in("hitchhiking", "/")
    await first.hear_other_tabs()
    await first.send(Session.follow)
    assert first.calls[-1] == ("reload", [])
    first.forget()
    await first.load()
    assert first.view(Session).given_name == "Nolwenn"
    assert first.view(Session).permissions == second.view(Session).permissions
    assert second.left_to is None


async def test_another_tab_stays_when_the_same_person_only_got_a_new_token(sign_in, browser):
    first = await sign_in("admin", "/users")
    await sign_in("admin", "/")
    await first.hear_other_tabs()
    first.forget()
    await first.send(Session.follow)
    assert not first.calls
    assert first.view(Session).token == browser.storage[TOKEN]


@proves("SESSION-21")
async def test_rights_are_those_of_whoever_the_token_names(sign_in, browser, upstream):
    """A tab that has not been told yet must not act with the rights of the person before."""
    upstream.grant("nobody@demo.test", "access_admin", "user_list")
    first = await sign_in("admin", "/users/show/7")
    await sign_in("nobody", "/")
    await first.hear_other_tabs()
    upstream.forget()
    await first.send(UserShow.delete)
    assert not upstream.writes()
    assert upstream.user(7).status == 1


# --- permissions -------------------------------------------------------------------

DIRECT = [
    (UserList.load, {}, "/users", "user_list"),
    (UserList.search, {"name": "community", "text": "ab"}, "/users", "user_list"),
    (UserList.select_all, {}, "/users", "user_list"),
    (UserList.reveal, {"record_id": "7", "column": "email"}, "/users", "user_list"),
    (UserList.toggle_masks, {}, "/users", "user_list"),
    (UserList.sign_in_as, {"record_id": "7"}, "/users", "login_delegate"),
    (UserList.run_bulk, {"data": {"action": "delete", "ids": "7,8", "typed": "2"}}, "/users", "user_delete"),
    (UserList.weigh_bulk, {"data": {"action": "delete", "ids": "7,8"}}, "/users", "user_delete"),
    (UserList.download_report, {}, "/users", "user_list"),
    (UserShow.load, {}, "/users/show/7", "user_read"),
    (UserShow.weigh_deletion, {}, "/users/show/7", "user_delete"),
    (UserShow.delete, {}, "/users/show/7", "user_delete"),
    (UserForm.load, {}, "/users/7", "user_update"),
    (UserForm.load, {}, "/users/create", "user_create"),
    (UserForm.search, {"name": "homeAddress", "text": "Nancy"}, "/users/create", "user_create"),
    (UserForm.prepare_image, {}, "/users/create", "user_create"),
]
"""Handlers a socket client may call, with the permission each must ask for."""


@proves("ACCESS-2", "ACCESS-14")
@pytest.mark.parametrize(("handler", "payload", "address", "permission"), DIRECT)
async def test_a_handler_called_without_the_permission_reaches_nothing(
    sign_in, upstream, handler, payload, address, permission
):
    upstream.grant("nobody@demo.test", "access_admin")
    tab = await sign_in("nobody", "/")
    tab.address = address
    upstream.forget()
    await tab.send(handler, **payload)
    assert not upstream.calls
    assert tab.left_to is None
    assert not tab.redirects
    assert tab.view(UserForm).image["ticket"] == ""
    # A page says itself what it cannot show; everything else is said in a notice.
    quiet = ("load", "search", "select_all", "weigh_deletion", "weigh_bulk", "download_report")
    assert handler.fn.__name__ in quiet or permission in json.dumps(told(tab))


@proves("ACCESS-2")
@pytest.mark.parametrize(("handler", "payload", "address", "permission"), DIRECT)
async def test_a_handler_called_by_a_stranger_reaches_nothing(tab, upstream, handler, payload, address, permission):
    await tab.open("/login")
    tab.address = address
    await tab.send(handler, **payload)
    assert not upstream.calls
    assert way_in(tab.left_to)["next"] == address


PERSON = ADA | {"rolesTerritory:1:role": "3"}


@proves("ACCESS-2")
@pytest.mark.parametrize("address", ["/users/create", "/users/7"])
async def test_saving_without_the_permission_reaches_nothing(sign_in, upstream, address):
    upstream.grant("nobody@demo.test", "access_admin")
    tab = await sign_in("nobody", address)
    upstream.forget()
    await tab.send(UserForm.save, data=PERSON)
    assert not upstream.calls
    assert tab.view(UserForm).saving is False
    assert not tab.redirects


@pytest.mark.parametrize(("address", "permission"), [("/users/create", "user_create"), ("/users/7", "user_update")])
async def test_a_form_opened_with_the_permission_is_not_saved_without_it(sign_in, upstream, address, permission):
    """Somebody with fewer rights signed in from another tab in the meantime."""
    upstream.grant("nobody@demo.test", "access_admin")
    tab = await sign_in("admin", address)
    await sign_in("nobody", "/")
    await tab.hear_other_tabs()
    await tab.send(UserForm.save, data=PERSON)
    assert not [call for call in upstream.writes() if call.path != "/login"]
    assert permission in told(tab)[-1]["detail"]
    assert tab.view(UserForm).saving is False


@proves("ACCESS-3")
async def test_reading_does_not_give_the_right_to_write(sign_in, upstream):
    """Every write called directly is refused before the API is asked."""
    upstream.grant("nobody@demo.test", "access_admin", "user_list", "user_read")
    tab = await sign_in("nobody", "/users")
    assert tab.view(UserList).rows
    await tab.open("/users/show/7")
    assert tab.view(UserShow).title
    upstream.forget()
    await tab.send(UserShow.delete)
    await tab.send(UserShow.weigh_deletion)
    await tab.send(UserList.run_bulk, data={"action": "delete", "ids": "7"})
    await tab.open("/users/7")
    await tab.send(UserForm.save, data=PERSON)
    await tab.send(UserForm.retry_image)
    await tab.send(UserForm.prepare_image)
    assert not upstream.writes()
    assert upstream.user(7).status == 1


@proves("ACCESS-3")
async def test_who_may_only_create_cannot_change_by_posing_as_a_creation(sign_in, upstream):
    upstream.grant("nobody@demo.test", "access_admin", "user_create")
    tab = await sign_in("nobody", "/users/create")
    await tab.open("/users/7")
    upstream.forget()
    await tab.send(UserForm.save, data=PERSON)
    assert not upstream.writes()


async def test_the_home_page_asks_for_no_credentials_without_access(tab, upstream):
    await tab.open("/login")
    await tab.send(Home.load)
    assert not upstream.calls
    assert tab.view(Home).logins == []


@proves("ACCESS-1")
async def test_permissions_cannot_be_written_by_the_browser(sign_in, upstream):
    upstream.grant("nobody@demo.test", "access_admin")
    tab = await sign_in("nobody", "/users")
    full = Session.get_full_name()
    tab.browser.synced = lambda: {f"{full}.permissions_rx_state_": ["user_list"], f"{full}.ready_rx_state_": True}
    await tab.hear_other_tabs()
    assert (await tab.state(Session)).permissions == tab.view(Session).permissions
    assert "user_list" not in (await tab.state(Session)).permissions


# --- settings ---------------------------------------------------------------------------


@proves("ACCESS-8")
async def test_modules_are_read_when_a_page_is_entered(sign_in, configure):
    tab = await sign_in("admin", "/")
    at_first = set(tab.view(Session).flags)
    assert at_first == {"utc", "event_description_required"}
    configure(event=True, export=True, dashboard_url="https://dash.test/")
    await tab.open("/users")
    assert set(tab.view(Session).flags) == at_first | {"event", "export"}
    assert tab.view(Session).links["dashboard"] == "https://dash.test"


@proves("SHELL-6")
async def test_the_language_of_the_deployment_is_the_first_one(sign_in):
    tab = await sign_in("admin", "/")
    assert tab.view(Locale).locale == "fr"
    await tab.send(Locale.choose, locale="en")
    assert tab.browser.storage["locale"] == "en"
    await tab.send(Locale.choose, locale="de")
    assert tab.view(Locale).locale == "en"
