"""The search over everything, by keyboard alone; what was opened last; nothing of it is left for the next person."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import action, axe, goto, of_account, screen, shot, until
from tests.support.proofs import proves

Opener = Callable[..., Page]
USER = "/users/show/[record_id]"


@proves("SEARCH-11")
def test_a_community_is_found_and_opened_by_keyboard(admin: Page) -> None:
    goto(admin, "/users", "/users")
    admin.keyboard.press("Control+k")
    field = admin.get_by_role("searchbox", name="Rechercher partout")
    expect(field).to_be_focused()
    field.press_sequentially("metz")
    community = admin.get_by_test_id("found:communities").get_by_role("link", name="Eurométropole de Metz")
    expect(community).to_be_visible()
    expect(admin.locator(".everywhere [role=status]")).to_contain_text("résultat")
    axe(admin)
    shot(admin, "palette", full_page=False)
    for _ in range(20):
        admin.keyboard.press("ArrowDown")
        if community.evaluate("(link) => link === document.activeElement"):
            break
    expect(community).to_be_focused()
    admin.keyboard.press("Enter")
    screen(admin, "/communities/show/[record_id]")
    expect(admin.locator("#palette")).not_to_be_visible()
    admin.keyboard.press("Control+k")
    expect(field).to_be_focused()
    admin.keyboard.press("Escape")
    expect(admin.locator("#palette")).not_to_be_visible()
    # Enter opens the first result, and nothing found is said in words.
    action(admin, "palette").click()
    field.fill("zzzz")
    expect(admin.locator(".everywhere [role=status]")).to_have_text("Rien ne correspond à «\u00a0zzzz\u00a0».")
    field.fill("evenements")
    expect(admin.get_by_test_id("found:screens").get_by_role("link", name="Événements")).to_be_visible()
    admin.keyboard.press("Enter")
    screen(admin, "/events")
    # A page that begins anew shows the text with its results; Enter waits for those of what is typed over it.
    admin.reload()
    screen(admin, "/events")
    admin.keyboard.press("Control+k")
    expect(field).to_have_value("evenements")
    field.fill("articles")
    field.press("Enter")
    screen(admin, "/articles")


@proves("SEARCH-7", "SEARCH-8", "SEARCH-9")
def test_commands_and_more_by_keyboard(admin: Page) -> None:
    goto(admin, "/users", "/users")
    admin.keyboard.press("Control+k")
    field = admin.get_by_role("searchbox", name="Rechercher partout")
    field.press("Enter")
    expect(admin.locator("html")).to_have_attribute("data-theme", "light")
    field.fill("sombre")
    expect(admin.get_by_test_id("command:sign-out")).to_have_count(0)
    axe(admin)
    shot(admin, "palette-command", full_page=False)
    field.press("Enter")
    expect(admin.locator("html")).to_have_attribute("data-theme", "dark")
    expect(admin.locator("#palette")).not_to_be_visible()
    admin.keyboard.press("Control+k")
    field.fill("english")
    expect(admin.get_by_test_id("command:theme")).to_have_count(0)
    field.press("Enter")
    expect(admin.locator("html")).to_have_attribute("lang", "en")
    admin.keyboard.press("Control+k")
    field = admin.get_by_role("searchbox", name="Search everywhere")
    field.fill("noel metz")
    expect(admin.get_by_test_id("found:events").get_by_role("link", name="Marché de Noël de Metz")).to_be_visible()
    field.fill("de")
    more = admin.get_by_test_id("found:relay_points").get_by_role("link", name="See all")
    more.press("Enter")
    screen(admin, "/relaypoints")
    expect(admin).to_have_url(re.compile(r"\?name=de$"))


@proves("SEARCH-4")
def test_what_was_opened_last_comes_first_and_goes_with_the_person(admin: Page) -> None:
    goto(admin, "/users/show/12", USER)
    name = admin.get_by_role("heading", level=1).inner_text().strip()
    until(admin, "localStorage.getItem('admin_app.recent')?.includes('/users/show/12')")
    goto(admin, "/communities/show/4", "/communities/show/[record_id]")
    admin.keyboard.press("Control+k")
    opened = admin.locator(".everywhere [data-recent] a")
    expect(opened).to_have_count(2)
    expect(opened.first).to_have_text("Eurométropole de Metz en covoiturage")
    opened.nth(1).click()
    screen(admin, USER)
    expect(admin.get_by_role("heading", level=1)).to_contain_text(name)
    of_account(admin, "disconnect").click()
    screen(admin, "login")
    assert not admin.evaluate("localStorage.getItem('admin_app.recent')")


def test_on_a_phone(open_page: Opener) -> None:
    page = open_page("admin", **PHONE)
    goto(page, "/", "/")
    action(page, "palette").click()
    expect(page.get_by_text("Ctrl+K ouvre cette recherche")).to_be_hidden()
    page.get_by_role("searchbox", name="Rechercher partout").press_sequentially("metz")
    expect(page.get_by_test_id("found:communities")).to_be_visible()
    axe(page)
    shot(page, "palette-phone", full_page=False)
    action(page, "close-palette").click()
    language = of_account(page, "language-en").bounding_box()
    assert language
    assert min(language["width"], language["height"]) >= 44
    expect(action(page, "keys")).to_be_hidden()
