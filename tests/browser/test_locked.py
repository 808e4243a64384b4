"""A session that ends while one works: the warning, and the password over the page (SESSION-35, SESSION-36)."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.support import Site, action, axe, field, goto, rows, screen, shot, until
from tests.support.proofs import proves

EDIT, SHOW = "/users/[record_id]", "/users/show/[record_id]"
Faults = Callable[..., None]
LAST = "admin_app.last_activity"


def idle(page: Page, seconds: int) -> None:
    """Let the browser believe that nothing was done for so long."""
    page.evaluate("([name, at]) => localStorage.setItem(name, at)", [LAST, str(int(time.time()) - seconds)])


@proves("SESSION-35")
def test_who_does_nothing_is_asked_before_the_end_in_every_tab(open_page: Callable[..., Page]) -> None:
    page = open_page("admin")
    goto(page, "/users")
    other = page.context.new_page()
    goto(other, "/events")
    idle(page, 3500)
    question, also = (each.get_by_role("alertdialog") for each in (page, other))
    for each in (question, also):
        expect(each).to_contain_text("Êtes-vous toujours là")
        expect(each.get_by_role("timer")).to_have_text(re.compile(r"^1:\d\d$"))
    expect(action(page, "stay")).to_be_focused()
    axe(page)
    shot(page, "idle-warning", full_page=False)
    action(page, "stay").click()
    expect(question).to_be_hidden()
    expect(also).to_be_hidden()
    # Who has just clicked is there: the next question waits, and the session goes on by itself.
    idle(page, 3500)
    until(page, "name => Number(localStorage.getItem(name)) > Date.now() / 1000 - 60", LAST)
    expect(question).to_be_hidden()
    # A page that was just opened knows of no click.
    for each in (page, other):
        each.reload()
        expect(rows(each).first).to_be_visible()
    idle(page, 3500)
    action(page, "sign-out-now").click()
    screen(page, "login")
    screen(other, "login")


@proves("SESSION-36")
def test_a_save_goes_on_after_the_password(open_page: Callable[..., Page], faults: Faults, fresh_data: None) -> None:
    faults(token_ttl=1)
    page = open_page("admin")
    goto(page, "/users/7", EDIT)
    field(page, "givenName").fill("Camille-Eve")
    faults(token_ttl=1, fail=[{"path": "/token/refresh", "status": 401}])
    page.wait_for_timeout(1100)
    action(page, "save").click()
    lock = page.get_by_role("dialog", name="Reconnectez-vous pour continuer")
    expect(lock).to_contain_text("Votre session a expiré.")
    password = lock.locator("[name=password]")
    expect(password).to_be_focused()
    expect(lock.locator("[name=username]")).to_have_value("admin@demo.test")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(lock).to_be_visible()
    axe(page)
    shot(page, "locked", full_page=False)
    faults()
    password.fill("wrong")
    password.press("Enter")
    expect(lock.get_by_test_id("failure")).to_have_text("L’identifiant ou le mot de passe est incorrect.")
    expect(field(page, "givenName")).to_have_value("Camille-Eve")
    password.fill("demo")
    password.press("Enter")
    screen(page, SHOW)
    expect(page.locator("h1")).to_have_text("Camille-Eve Lefebvre")
    expect(page.get_by_test_id("notice")).to_have_count(1)


def test_the_end_covers_the_page_in_every_tab_until_the_password(
    open_page: Callable[..., Page], site: Site, fresh_data: None
) -> None:
    page = open_page("admin")
    goto(page, "/users/7", EDIT)
    field(page, "familyName").fill("Lefebvre-Roy")
    other = page.context.new_page()
    goto(other, "/users")
    page.evaluate("() => localStorage.setItem('admin_app.ended', 'idle_timeout')")
    page.evaluate("() => localStorage.setItem('admin_app.token', '')")
    lock = other.get_by_role("dialog", name="Reconnectez-vous pour continuer")
    expect(lock).to_contain_text("après une longue inactivité")
    shot(other, "locked-list", full_page=False)
    lock.locator("[name=password]").fill("demo")
    lock.locator("[name=password]").press("Enter")
    expect(lock).to_be_hidden()
    expect(other.get_by_test_id("row")).not_to_have_count(0)
    expect(field(page, "familyName")).to_have_value("Lefebvre-Roy")
    action(page, "save").click()
    screen(page, SHOW)
