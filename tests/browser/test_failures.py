"""When something breaks: the API, the application's server, the code of a screen. Said plainly, and nothing is lost."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import DESKTOP
from tests.browser.support import (
    Site,
    Watch,
    action,
    axe,
    beside,
    field,
    fits,
    goto,
    notice,
    of_account,
    row,
    rows,
    screen,
    until,
)
from tests.browser.support.pages import PATIENCE
from tests.browser.support.site import HELD
from tests.support.proofs import proves

Faults = Callable[..., None]
Opener = Callable[..., Page]
SHOW, EDIT = "/users/show/[record_id]", "/users/[record_id]"
BROKEN_SOCKET = r"console: .*WebSocket"


@proves("SESSION-27", "NOTICE-18", "NOTICE-22")
def test_a_dead_api_at_start_and_a_list_that_stands_without_it(admin: Page, faults: Faults) -> None:
    faults(drop=["/"])
    goto(admin, "/users", "error", "error")
    expect(admin.locator("main")).to_contain_text("Le serveur ne répond pas.")
    axe(admin)
    action(admin, "retry").click()
    screen(admin, "error", "error")
    faults(drop=["/admin/users"])
    action(admin, "retry").click()
    screen(admin, "/users", "error")
    card = admin.locator(".error-card")
    expect(card).to_contain_text("Le serveur ne répond pas.")
    of_account(admin, "language-en").click()
    expect(card).to_contain_text("the server is not answering")
    expect(card).not_to_contain_text("ne répond pas")
    of_account(admin, "language-fr").click()
    faults()
    action(admin, "retry").click()
    screen(admin, "/users")
    expect(rows(admin)).to_have_count(25)
    faults(drop=["/admin/users"])
    action(admin, "next-page").click()
    expect(notice(admin, "error")).to_contain_text("Le chargement des utilisateurs a échoué.")
    screen(admin, "/users", "error")
    expect(rows(admin)).to_have_count(25)
    axe(admin)
    faults()
    action(admin, "retry").click()
    screen(admin, "/users")
    expect(admin.get_by_test_id("range")).to_contain_text("26–50")


def test_a_dead_api_does_not_say_that_there_is_nothing(admin: Page, faults: Faults) -> None:
    """What an earlier search found, which was nothing, is not told of all there is."""
    goto(admin, "/users?q=nobodyhasthisname", "/users", "empty")
    faults(drop=["/admin/users"])
    action(admin, "reset-filters").first.click()
    screen(admin, "/users", "error")
    expect(admin.locator(".error-card")).to_be_visible()
    expect(admin.locator(".empty")).to_have_count(0)
    expect(admin.get_by_test_id("range")).to_be_empty()


@proves("LIST-5", "LIST-6")
def test_a_slow_api(admin: Page, faults: Faults, fresh_data: None) -> None:
    with held(faults):
        goto(admin, "/users?sort=familyName", "/users", "loading")
        expect(admin.locator("tr.skeleton").first).to_be_visible()
        axe(admin)
    screen(admin, "/users")
    with held(faults):
        action(admin, "next-page").click()
        expect(admin.locator("table.stacks")).to_have_attribute("aria-busy", "true")
        expect(rows(admin)).to_have_count(25)
    expect(admin.get_by_test_id("range")).to_contain_text("26–50")
    faults(latency_ms=700)
    only_the_last_answer_is_shown(admin)
    with held(faults):
        action(row(admin, 7), "edit").click()
        screen(admin, EDIT, "loading")
    screen(admin, EDIT)
    field(admin, "musicFavorites").fill("Valse")
    with held(faults):
        action(admin, "save").click()
        expect(action(admin, "save")).to_be_disabled()
        expect(admin.get_by_text("Enregistrement…")).to_be_attached()
    screen(admin, SHOW)
    with held(faults):
        admin.reload()
        screen(admin, SHOW, "loading")
    screen(admin, SHOW)
    # What is typed in an old form that is about to be filled anew would be lost.
    with held(faults):
        action(admin, "edit").click()
        screen(admin, EDIT, "loading")
        expect(field(admin, "givenName")).to_have_count(0)
    screen(admin, EDIT)
    expect(field(admin, "musicFavorites")).to_have_value("Valse")


@contextmanager
def held(faults: Faults) -> Iterator[None]:
    """Let the API answer nothing about users while it is looked at what is shown meanwhile."""
    faults(slow=[{"path": "/admin/users", "ms": HELD}])
    yield
    faults()


def only_the_last_answer_is_shown(page: Page) -> None:
    """Search twice, and be shown what was searched for last."""
    search = page.get_by_role("searchbox", name="Nom, e-mail ou téléphone")
    search.fill("martin")
    page.wait_for_url("**q=martin**")
    search.fill("lefebvre")
    page.wait_for_url("**q=lefebvre**")
    screen(page, "/users")
    expect(action(page, "remove-filter:q")).to_contain_text("lefebvre")
    expect(page.locator("table[aria-busy=true]")).to_have_count(0)
    expect(rows(page).filter(has_text=re.compile("lefebvre", re.IGNORECASE))).not_to_have_count(0)
    expect(rows(page).filter(has_not_text=re.compile("lefebvre", re.IGNORECASE))).to_have_count(0)


@proves("NOTICE-1", "NOTICE-2", "NOTICE-20", "NOTICE-21")
def test_notices_live_can_be_held_and_cover_no_bar(open_page: Opener, faults: Faults, fresh_data: None) -> None:
    page = open_page("admin", reduced_motion="no-preference", viewport={"width": 1000, "height": 700})
    goto(page, "/users/7", EDIT)
    area = page.get_by_role("log", name="Notifications")
    expect(area).to_have_attribute("aria-live", "polite")
    faults(fail=[{"path": "/admin/users/7", "method": "PATCH", "status": 400}])
    field(page, "musicFavorites").fill("Polka")
    action(page, "save").click()
    error = notice(page, "error").locator(".notice-life")
    expect(error).to_have_css("animation-duration", "8s")
    # A style follows the mouse and the focus with the next frame.
    shows = partial(expect(error).to_have_css, "animation-play-state")
    shows("running")
    notice(page, "error").hover()
    shows("paused")
    until(page, CLEAR)
    # The bar rises with the end of the page, and so do they.
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    until(page, CLEAR)
    page.mouse.move(5, 5)
    shows("running")
    action(notice(page, "error"), "close-notice").focus()
    shows("paused")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("notice")).to_have_count(0)
    faults()
    action(page, "save").click()
    success = notice(page).locator(".notice-life")
    expect(success).to_have_css("animation-duration", "5s")
    success.evaluate("element => element.getAnimations()[0].finish()")
    expect(page.get_by_test_id("notice")).to_have_count(0)
    screen(page, SHOW)
    goto(page, "/users")
    rows(page).first.get_by_role("checkbox").check()
    faults(drop=["/admin/users"])
    action(page, "next-page").click()
    notice(page, "error")
    until(page, CLEAR)


CLEAR = """() => {
  const [notices, bar] = [".notices", ".save-bar, .bulk-bar.shown"].map((each) =>
    document.querySelector(each).getBoundingClientRect());
  const beside = notices.left >= bar.right || notices.right <= bar.left;
  return notices.height > 0 && (beside || notices.bottom <= bar.top || notices.top >= bar.bottom);
}"""
"""Whether the notices cover nothing of the bar at the end of the page."""


@proves("SHELL-10")
def test_a_server_that_starts_anew(site: Site, open_page: Opener, watch: Watch, fresh_data: None) -> None:
    """An update of the application while a form is being filled in."""
    watch.allow(BROKEN_SOCKET, "request failed", "ERR_CONNECTION_REFUSED")
    with beside(site) as (second, service):
        page = open_page("admin", at=second, locale="en")
        goto(page, "/users/7", EDIT)
        field(page, "musicFavorites").fill("Bossa nova")
        service.stop()
        lost = page.get_by_test_id("connection-lost")
        expect(lost).to_be_visible(timeout=30_000)
        expect(lost).to_contain_text("Connection lost")
        axe(page)
        fits(page)
        service.start()
        expect(lost).to_be_hidden(timeout=40_000)
        screen(page, EDIT)
        expect(field(page, "musicFavorites")).to_have_value("Bossa nova")
        action(page, "save").click()
        screen(page, SHOW)
        expect(page.locator("h1")).to_have_text("Camille Lefebvre")
        expect(page.locator("[data-field=musicFavorites]")).to_have_text("Bossa nova")
        # A page that outlives its server asks for it until the browser is closed.
        page.close()


@proves("SHELL-11")
def test_neither_an_error_of_a_script_nor_a_crash_of_the_tab_loses_what_was_typed(admin: Page, watch: Watch) -> None:
    """Reflex reloads a page on some errors, which an extension of the browser may cause: not one that is typed in."""
    watch.allow("script error: .*null", "console: ")
    goto(admin, "/users/7", EDIT)
    field(admin, "musicFavorites").fill("Mazurka")
    admin.evaluate("window.sameDocument = true")
    with admin.expect_event("pageerror"):
        admin.evaluate("setTimeout(() => { null.x; })")
    # What the server makes of the error would come before its answer to this.
    action(admin, "add:rolesTerritory").click()
    expect(admin.locator("[data-line]")).to_have_count(2)
    assert admin.evaluate("window.sameDocument")
    expect(field(admin, "musicFavorites")).to_have_value("Mazurka")
    until(admin, "Object.keys(sessionStorage).some((key) => key.startsWith('admin_app.draft:'))")
    tab = admin.context.new_cdp_session(admin)
    with admin.expect_event("crash"):
        tab.send("Page.navigate", {"url": "chrome://crash"})
    tab.send("Page.reload")

    def says(expression: str) -> object:
        """What the new page says; Playwright has done with a page that crashed."""
        return tab.send("Runtime.evaluate", {"expression": expression})["result"].get("value")

    offer = "document.querySelector('[data-testid=\"action:restore-draft\"]')"
    typed = "document.querySelector('[name=musicFavorites]')?.value"
    eventually(lambda: says(f"Boolean({offer}?.checkVisibility())"))
    assert says(typed) != "Mazurka"
    says(f"{offer}.click()")
    eventually(lambda: says(typed) == "Mazurka")


def eventually(holds: Callable[[], object]) -> None:
    """Wait without the help of a page."""
    deadline = time.monotonic() + 2 * PATIENCE / 1000
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@proves("SCREEN-25")
def test_code_that_does_not_come_is_an_error_with_retry(open_page: Opener, watch: Watch) -> None:
    watch.allow("the code of the screen did not load in time", "console: ")
    admin = open_page("admin", **DESKTOP)  # in a browser of its own, whose clock stays installed
    admin.clock.install()
    goto(admin, "/")
    admin.route("**/assets/*.js", lambda route: None)
    admin.get_by_test_id("menu:/users").click()
    expect(admin.locator("html")).to_have_attribute("data-navigating", "")
    admin.clock.fast_forward(119_000)
    screen(admin, "/")
    admin.clock.fast_forward(2_000)
    screen(admin, "error", "error")
    axe(admin)
    admin.unroute("**/assets/*.js")
    action(admin, "retry").click()
    screen(admin, "/users")
    expect(rows(admin)).to_have_count(25)


def answering(status: int, body: str) -> Callable[[Route], None]:
    """What answers so instead of the server."""
    return lambda route: route.fulfill(status=status, content_type="text/javascript", body=body)


@proves("SCREEN-25")
def test_code_that_fails_is_fetched_again_or_told(open_page: Opener, watch: Watch) -> None:
    """Without React there is nothing to show of it: the page says what happened, in the language that was chosen."""
    watch.allow("console: ", "request failed", "script error", "answer 404")
    page = open_page("admin", locale="en")
    for status, body in ((404, "gone"), (200, "null.x;")):
        page.route("**/assets/_users*", answering(status, body))
        page.goto("/users")
        screen(page, "error", "error")
        expect(page.locator("h1")).to_have_text("Something went wrong")
        axe(page)
        page.unroute("**/assets/_users*")
        action(page, "retry").click()
        screen(page, "/users")
        expect(rows(page)).to_have_count(25)
    of_account(page, "language-fr").click()
    page.route("**/assets/_users*", answering(404, "gone"))
    page.reload()
    screen(page, "error", "error")
    expect(page.locator("h1")).to_have_text("Une erreur est survenue")
    page.unroute("**/assets/_users*")
    goto(page, "/")
    with page.expect_event("requestfailed", lambda request: "/assets/_users" in request.url):
        page.route("**/assets/_users*", lambda route: route.abort(), times=1)
        page.get_by_test_id("menu:/users").click()
    screen(page, "/users")
    expect(rows(page)).to_have_count(25)
