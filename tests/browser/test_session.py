"""Signing in and out: the form, refusals, tabs that follow each other, and sessions that end by themselves."""

import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.support import action, field, goto, of_account, screen, sign_in
from tests.support.proofs import proves

Opener = Callable[..., Page]
Requests = Callable[[], list[dict[str, Any]]]


@proves("SESSION-7", "SESSION-8", "SHELL-2")
def test_the_form_says_what_is_missing_or_wrong(page: Page, requests_seen: Requests) -> None:
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
    expect(field(page, "password")).to_be_focused()
    expect(field(page, "password")).to_have_attribute("aria-invalid", "true")
    expect(field(page, "password")).to_have_accessible_description("Le mot de passe est obligatoire.")
    expect(field(page, "username")).to_have_attribute("aria-invalid", "false")
    assert not [each for each in requests_seen() if each["path"] == "/login"]
    field(page, "password").fill("wrong")
    field(page, "password").press("Enter")
    expect(failure).to_have_text("L’identifiant ou le mot de passe est incorrect.")
    expect(field(page, "username")).to_have_value("admin@demo.test")
    expect(field(page, "password")).to_have_value("wrong")
    expect(field(page, "password")).to_be_focused()
    assert page.evaluate("localStorage['admin_app.token'] || ''") == ""
    field(page, "password").fill("demo")
    expect(connection).to_have_attribute("aria-disabled", "false")
    connection.click()
    screen(page, "/")
    expect(page.get_by_test_id("user")).to_contain_text("Claire")


def test_a_password_sent_before_the_code_is_there_stays_out_of_the_address(page: Page) -> None:
    page.route("**/*.js", lambda route: None)  # it is on its way
    page.goto("/login", wait_until="commit")
    field(page, "username").fill("admin@demo.test")
    field(page, "password").fill("demo")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    field(page, "password").press("Enter")
    page.evaluate("new Promise((done) => setTimeout(done, 300))")
    assert not [url for url in asked if "password" in url]
    expect(field(page, "password")).to_have_value("demo")


@proves("SESSION-4", "SESSION-22")
def test_sign_in_leads_back_to_the_address_first_asked_for(page: Page) -> None:
    goto(page, "/users?page=2&sort=familyName", "login")
    field(page, "username").fill("nobody@demo.test")
    field(page, "password").fill("demo")
    action(page, "login").click()
    expect(page.get_by_test_id("failure")).to_have_text("Votre compte ne donne pas accès à l’administration.")
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


@proves("SESSION-20", "SHELL-2")
def test_tabs_share_sign_out_and_sign_in_and_forget_the_person(page: Page) -> None:
    sign_in(page, "admin")
    goto(page, "/users")
    other = page.context.new_page()
    goto(other, "/users?page=2", "/users")
    of_account(page, "disconnect").click()
    screen(page, "login")
    screen(other, "login")
    expect(other.get_by_test_id("row")).to_have_count(0)
    assert page.evaluate("Object.keys(localStorage).filter(key => localStorage[key] && /token/.test(key))") == []
    page.go_back()
    screen(page, "login")
    expect(page.get_by_test_id("row")).to_have_count(0)
    sign_in(page, "editor")
    screen(other, "forbidden")
    expect(other).to_have_url(re.compile(r"/users\?page=2$"))
    expect(other.get_by_test_id("user")).to_contain_text("Étienne")


@proves("SESSION-12", "SESSION-16")
def test_an_expired_token_is_renewed_unseen_and_a_session_that_cannot_be_ends(
    open_page: Opener, faults: Callable[..., None], requests_seen: Requests
) -> None:
    faults(token_ttl=1)
    page = open_page("admin")
    goto(page, "/users")
    action(page, "next-page").click()
    expect(page.get_by_test_id("range")).to_have_text(re.compile("^26–50"))
    assert "/token/refresh" in [each["path"] for each in requests_seen()]
    expect(page.get_by_test_id("notice")).to_have_count(0)
    # Where no pointer has been: a page that was read ahead needs no call for half a minute (decision 53).
    page.mouse.move(5, 5)
    goto(page, "/users?page=6", "/users")
    faults(token_ttl=1, fail=[{"path": "/token/refresh", "status": 401}])
    page.wait_for_timeout(1100)
    action(page, "next-page").evaluate("link => link.click()")
    screen(page, "login")
    expect(page.get_by_text("Votre session a expiré.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"next=/users%3Fpage%3D[67](&|$)"))


@proves("SESSION-18")
def test_an_idle_person_is_signed_out(open_page: Opener) -> None:
    """The session lasts an hour."""
    # Before any page is open: one that is would write there what it knows itself.
    page = open_page("admin", last_activity=str(int(time.time()) - 3700))
    page.goto("/users/7")
    screen(page, "login")
    expect(page.get_by_text("après une longue inactivité")).to_be_visible()
    field(page, "username").fill("admin@demo.test")
    field(page, "password").fill("demo")
    action(page, "login").click()
    screen(page, "/users/[record_id]")
    expect(page).to_have_url(re.compile(r"/users/7$"))


@proves("ACCESS-4", "ACCESS-5")
def test_an_account_sees_what_it_may(open_page: Opener, requests_seen: Requests) -> None:
    page = open_page("editor")
    goto(page, "/")
    expect(page.get_by_test_id("menu:/users")).to_have_count(0)
    goto(page, "/users", "forbidden")
    expect(page.locator("main")).to_contain_text("« Voir la liste des utilisateurs »")
    assert "/admin/users" not in [each["path"] for each in requests_seen()]
    action(page, "home").click()
    screen(page, "/")
