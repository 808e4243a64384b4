"""Signing in and out: the form, refusals, tabs that follow each other, and sessions that end by themselves."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import Site, Watch, action, field, goto, of_account, rows, screen, shot, sign_in, wait
from tests.support.proofs import proves

Opener = Callable[..., Page]
Requests = Callable[[], list[dict[str, Any]]]


@proves("SESSION-7", "SHELL-2")
def test_the_form_says_what_is_missing(page: Page, requests_seen: Requests) -> None:
    goto(page, "/login", "login")
    connection, failure = action(page, "login"), page.get_by_test_id("failure")
    expect(connection).to_have_attribute("aria-disabled", "true")
    # A button that says it is disabled: Playwright would wait, a person does not.
    connection.click(force=True)
    expect(failure).to_have_text("L’identifiant est obligatoire.")
    field(page, "username").fill("claire")
    connection.click(force=True)
    expect(failure).to_have_text("L’identifiant n’est pas une adresse e-mail valide.")
    field(page, "username").fill("admin@demo.test")
    connection.click(force=True)
    expect(failure).to_have_text("Le mot de passe est obligatoire.")
    field(page, "password").fill("demo")
    expect(connection).to_have_attribute("aria-disabled", "false")
    assert not [each for each in requests_seen() if each["path"] == "/login"]
    connection.click()
    screen(page, "/")
    expect(page.get_by_test_id("user")).to_contain_text("Claire")


@proves("SESSION-8")
def test_a_wrong_password_keeps_the_identifier(page: Page) -> None:
    goto(page, "/login", "login")
    field(page, "username").fill("admin@demo.test")
    field(page, "password").fill("wrong")
    field(page, "password").press("Enter")
    expect(page.get_by_test_id("failure")).to_have_text("L’identifiant ou le mot de passe est incorrect.")
    expect(field(page, "username")).to_have_value("admin@demo.test")
    assert page.evaluate("localStorage['admin_app.token'] || ''") == ""
    field(page, "password").fill("demo")
    action(page, "login").click()
    screen(page, "/")


@proves("SESSION-33")
def test_who_guesses_a_password_is_held_back(page: Page, requests_seen: Requests) -> None:
    goto(page, "/login", "login")
    field(page, "username").fill("somebody@demo.test")
    attempts = lambda: [each for each in requests_seen() if each["path"] == "/login"]  # noqa: E731
    for times in (1, 2, 3, 4, 5, 5):
        field(page, "password").fill("guess")
        field(page, "password").press("Enter")
        # What the attempt before it was told is still there.
        wait(page, lambda times=times: len(attempts()) == times, f"{times} attempts")
        expect(page.get_by_test_id("failure")).to_have_text(re.compile(r"\S"))
        expect(action(page, "login")).to_have_attribute("aria-disabled", "false")
    expect(page.get_by_test_id("failure")).to_have_text("Trop d’essais : réessayez dans 5 minutes.")
    expect(field(page, "username")).to_have_value("somebody@demo.test")
    expect(field(page, "password")).to_have_value("guess")
    assert len(attempts()) == 5
    shot(page, "login-held-back")


@proves("SESSION-4")
def test_an_account_without_access_does_not_get_in(page: Page) -> None:
    goto(page, "/login", "login")
    field(page, "username").fill("nobody@demo.test")
    field(page, "password").fill("demo")
    action(page, "login").click()
    expect(page.get_by_test_id("failure")).to_have_text("Votre compte ne donne pas accès à l’administration.")
    goto(page, "/users", "login")


@proves("SESSION-22")
def test_sign_in_leads_back_to_the_address_first_asked_for(page: Page) -> None:
    goto(page, "/users?page=2&sort=familyName", "login")
    field(page, "username").fill("admin@demo.test")
    field(page, "password").fill("demo")
    action(page, "login").click()
    screen(page, "/users")
    expect(page).to_have_url(re.compile(r"/users\?page=2&sort=familyName$"))
    expect(page.get_by_test_id("range")).to_have_text(re.compile("^26–50"))
    page.reload()
    screen(page, "/users")
    expect(page.get_by_test_id("range")).to_have_text(re.compile("^26–50"))


@proves("SESSION-23")
def test_sign_in_leads_to_no_other_site(page: Page) -> None:
    goto(page, "/login?next=//example.org/", "login")
    field(page, "username").fill("admin@demo.test")
    field(page, "password").fill("demo")
    action(page, "login").click()
    screen(page, "/")


@proves("SESSION-20")
def test_tabs_share_sign_out_and_sign_in(page: Page) -> None:
    sign_in(page, "admin")
    other = page.context.new_page()
    goto(other, "/users?page=2", "/users")
    of_account(page, "disconnect").click()
    screen(page, "login")
    screen(other, "login")
    expect(other.get_by_test_id("row")).to_have_count(0)
    sign_in(page, "editor")
    screen(other, "forbidden")
    expect(other).to_have_url(re.compile(r"/users\?page=2$"))
    expect(other.get_by_test_id("user")).to_contain_text("Étienne")


@proves("SESSION-12")
def test_an_expired_token_is_renewed_unseen(
    open_page: Opener, faults: Callable[..., None], requests_seen: Requests
) -> None:
    faults(token_ttl=1)
    page = open_page("admin")
    goto(page, "/users")
    action(page, "next-page").click()
    expect(page.get_by_test_id("range")).to_have_text(re.compile("^26–50"))
    paths = [each["path"] for each in requests_seen()]
    assert "/token/refresh" in paths
    expect(page.get_by_test_id("notice")).to_have_count(0)


@proves("SESSION-16")
def test_a_session_that_cannot_be_renewed_ends(open_page: Opener, faults: Callable[..., None]) -> None:
    faults(token_ttl=1)
    page = open_page("admin")
    goto(page, "/users")
    faults(token_ttl=1, fail=[{"path": "/token/refresh", "status": 401}])
    page.wait_for_timeout(1100)
    action(page, "next-page").click()
    screen(page, "login")
    expect(page.get_by_text("Votre session a expiré.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"next=/users%3Fpage%3D2"))


@proves("SESSION-18")
@pytest.mark.parametrize("idle", [3500, 3700])
def test_an_idle_person_is_signed_out(open_page: Opener, site: Site, idle: int) -> None:
    """The session lasts an hour: a person is let in before its end, and not after it."""
    # Before any page is open: one that is would write there what it knows itself.
    page = open_page("admin", last_activity=str(int(time.time()) - idle))
    page.goto("/users/7")
    if idle < 3600:
        screen(page, "/users/[record_id]")
        return
    screen(page, "login")
    expect(page.get_by_text("après une longue inactivité")).to_be_visible()
    field(page, "username").fill("admin@demo.test")
    field(page, "password").fill("demo")
    action(page, "login").click()
    screen(page, "/users/[record_id]")
    expect(page).to_have_url(re.compile(r"/users/7$"))


@proves("ACCESS-4", "ACCESS-5")
def test_an_account_sees_what_it_may(open_page: Opener, requests_seen: Requests) -> None:
    page = open_page("hitchhiking")
    goto(page, "/users?email=camille.lefebvre12%40example.org", "/users")
    expect(rows(page)).to_have_count(1)
    expect(action(page, "create")).to_have_count(0)
    expect(page.get_by_test_id("why:create")).to_have_attribute("aria-disabled", "true")
    goto(page, "/users/create", "forbidden")
    expect(page.locator("main")).to_contain_text("« Créer ou importer des utilisateurs » (user_create)")
    editor = open_page("editor")
    goto(editor, "/")
    expect(editor.get_by_test_id("menu:/users")).to_have_count(0)
    site_calls = len(requests_seen())
    goto(editor, "/users", "forbidden")
    expect(editor.locator("main")).to_contain_text("(user_list)")
    assert "/admin/users" not in [each["path"] for each in requests_seen()[site_calls:]]
    action(editor, "home").click()
    screen(editor, "/")


@proves("SESSION-20", "SHELL-2")
def test_signing_out_forgets_the_person(admin: Page, watch: Watch) -> None:
    goto(admin, "/users")
    of_account(admin, "disconnect").click()
    screen(admin, "login")
    assert admin.evaluate("Object.keys(localStorage).filter(key => localStorage[key] && /token/.test(key))") == []
    admin.go_back()
    screen(admin, "login")
    expect(admin.get_by_test_id("row")).to_have_count(0)
