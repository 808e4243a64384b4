"""The sign-in screen: its messages and where it says somebody comes from (SESSION-6 to SESSION-9, SESSION-25)."""

import re

import pytest
import reflex as rx

from admin_app.features.account.login import EMAIL_PATTERN, LEFT_BY, Login
from admin_app.kit.session import Session, connections
from admin_app.kit.session.throttle import PERSON
from admin_app.kit.words.locale import say
from tests.support.proofs import proves

INVALID = [
    f"{'a' * 250}@b.fr",
    "admin",
    "admin@",
    "@demo.test",
    "admin@demo",
    "a b@demo.test",
    "admin@demo.test extra",
    "a@@b.c",
]
MESSAGES = [
    ({"username": "", "password": "x"}, "identifier_required"),
    ({"username": "   ", "password": ""}, "identifier_required"),
    ({}, "identifier_required"),
    ({"username": "admin@demo.test", "password": ""}, "password_required"),
    ({"username": "admin@demo.test"}, "password_required"),
    *(({"username": text, "password": "x"}, "identifier_invalid") for text in INVALID),
]


@proves("SESSION-6", "GUARD-9")
@pytest.mark.parametrize("locale", ["fr", "en"])
@pytest.mark.parametrize(("data", "message"), MESSAGES)
async def test_what_is_missing_is_said_and_nothing_is_sent(tab, upstream, data, message, locale):
    tab.browser.storage["locale"] = locale
    await tab.open("/login")
    await tab.send(Login.submit, data=data)
    assert tab.view(Login).failure == say(f"login.{message}", locale)
    assert tab.view(Login).busy is False
    field = "password" if message == "password_required" else "username"
    assert (tab.view(Login).wrong, tab.went("focusOn")) == (field, [f"f-{field}"])
    assert not upstream.calls


@proves("SESSION-6")
@pytest.mark.parametrize("text", ["admin@demo.test", "prénom.nom+x@sous.domaine.fr", "a@b.c"])
def test_simple_addresses_are_accepted(text):
    assert re.fullmatch(EMAIL_PATTERN, text)


@proves("SESSION-9")
async def test_spaces_around_the_identifier_do_not_matter(tab, upstream):
    await tab.open("/login")
    await tab.send(Login.submit, data={"username": "  admin@demo.test ", "password": "demo"})
    assert upstream.called("POST", "login")[0].body == {"username": "admin@demo.test", "password": "demo"}
    assert tab.redirects == ["/"]


@proves("SESSION-9")
async def test_the_password_is_sent_as_it_was_typed(tab, upstream):
    await tab.open("/login")
    await tab.send(Login.submit, data={"username": "admin@demo.test", "password": " dé mo "})
    assert upstream.called("POST", "login")[0].body["password"] == " dé mo "


async def test_a_new_attempt_takes_the_old_message_away(tab):
    await tab.open("/login?reason=idle_timeout")
    await tab.send(Login.submit, data={"username": "admin@demo.test", "password": "wrong"})
    assert tab.view(Login).failure
    assert tab.view(Login).reason == ""
    await tab.send(Login.submit, data={"username": "admin@demo.test", "password": "demo"})
    assert tab.view(Login).failure == ""
    assert tab.view(Login).identifier == ""


@proves("SESSION-7")
async def test_the_form_is_busy_while_the_api_is_asked(tab):
    await tab.open("/login")
    tab.forget()
    await tab.send(Login.submit, data={"username": "admin@demo.test", "password": "demo"})
    assert tab.sent(Login, "busy") == [True, False]


@proves("SESSION-25", "NOTICE-5")
@pytest.mark.parametrize("reason", LEFT_BY)
async def test_why_somebody_was_sent_here_is_said(tab, reason):
    await tab.open(f"/login?reason={reason}")
    assert tab.view(Login).reason == reason
    assert say(f"errors.{reason}", "fr")
    assert say(f"errors.{reason}", "en")


@proves("SESSION-25")
@pytest.mark.parametrize("reason", ["", "hacked", "<b>", "network"])
async def test_reasons_nobody_gave_are_not_shown(tab, reason):
    await tab.open(f"/login?reason={reason}")
    assert tab.view(Login).reason == ""


async def test_coming_back_to_the_screen_starts_afresh(tab):
    await tab.open("/login?reason=idle_timeout")
    await tab.send(Login.submit, data={"username": "admin@demo.test", "password": "wrong"})
    await tab.open("/login")
    assert (tab.view(Login).reason, tab.view(Login).failure) == ("", "")


@proves("SESSION-29")
async def test_signing_in_as_somebody_else_leaves_nothing_of_the_person_before(tab, upstream):
    await tab.open("/login")
    await tab.send(Login.submit, data={"username": "admin@demo.test", "password": "demo"})
    await tab.send(Login.submit, data={"username": "hitchhiking@demo.test", "password": "demo"})
    session = tab.view(Session)
    assert (session.given_name, session.email) == ("Nolwenn", "hitchhiking@demo.test")
    assert "user_create" not in session.permissions


@proves("SESSION-33")
@pytest.mark.parametrize(
    ("locale", "words"),
    [("fr", "Trop d’essais : réessayez dans 5 minutes."), ("en", "Too many attempts: try again in 5 minutes.")],
)
async def test_who_guesses_is_held_back_and_told_how_long(tab, upstream, locale, words):
    tab.browser.storage["locale"] = locale
    await tab.open("/login")
    for _ in range(PERSON.most):
        await tab.send(Login.submit, data={"username": "admin@demo.test", "password": "wrong"})
        assert tab.view(Login).failure == say("errors.invalid_credentials", locale)
    upstream.forget()
    await tab.send(Login.submit, data={"username": "admin@demo.test", "password": "demo"})
    assert tab.view(Login).failure == words
    assert tab.view(Login).identifier == "admin@demo.test"
    assert tab.view(Login).busy is False
    assert not upstream.calls


async def test_another_tab_is_no_way_round(tab, browser, upstream):
    for each in (tab, browser.tab(), browser.tab()):
        await each.open("/login")
        for _ in range(PERSON.most):
            await each.send(Login.submit, data={"username": "admin@demo.test", "password": "wrong"})
    assert len(upstream.called("POST", "login")) == PERSON.most


@proves("SESSION-39")
async def test_who_sends_the_form_before_the_page_has_arrived_is_told_all_the_same(tab):
    tab.address, tab.connected = "/login", True
    await connections.settle(tab.browser.manager, tab.token, {})
    arriving = await tab.start(rx.State.hydrate_and_load, vars={})
    sent = await tab.start(Login.submit, data={"username": "admin@demo.test", "password": "wrong"})
    await arriving.wait_all()
    await sent.wait_all()
    assert tab.view(Login).failure == say("errors.invalid_credentials", "fr")
    assert tab.view(Login).busy is False
