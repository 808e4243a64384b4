"""Every screen in both languages, both themes and both widths: readable by everyone, never wider than the window."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from admin_app.screens import SCREENS
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.support import (
    Watch,
    action,
    axe,
    choosing,
    dress,
    field,
    fits,
    goto,
    in_menu,
    notice,
    of_account,
    row,
    rows,
    screen,
    shot,
    sign_in,
    unobscured,
    until,
)
from tests.support.proofs import proves

Opener = Callable[..., Page]
SIZES = {"desk": DESKTOP, "phone": PHONE}
LOOKS = {"desk": ("fr", "light"), "phone": ("en", "dark")}
"""Each screen is looked at in two opposite ways; what a language or a theme breaks, one of them shows."""
SEEN = [screen.route for screen in SCREENS if not screen.public and screen.flag != "demo"]
"""Everything but the sign-in screen and the gallery, which have tests of their own."""
MODULES = sorted({route.split("/")[1] for route in SEEN})
OPERATED = ("solidarybeneficiaries", "solidarycandidates", "solidaryrecords", "solidaryvolunteers")
"""What is seen by who works for a structure that transports: the administrator lists it, and opens none of it."""
TELLING = {"articles": "4", "campaigns": "3", "communities": "3", "relaypoints": "8"}
"""The record of a module that has most to show; of the others it is the first of the list."""
ALONE = {
    "login": ("", "/login", "login", "Se connecter", "Sign in"),
    "forbidden": ("editor", "/users", "forbidden", "Accès refusé", "Access denied"),
    "not-found": ("admin", "/nowhere", "not-found", "Page introuvable", "Page not found"),
}


NARROWER = {1440: (1024, 768), 390: (320,)}
"""What else a window is, by its width."""
NOTHING_BESIDE = "document.scrollingElement.scrollWidth <= document.scrollingElement.clientWidth"


LEAVING = """() => [...document.querySelectorAll("main :is(.row, .button)")].filter((each) => {
  const style = (of) => getComputedStyle(of), box = each.parentElement;
  for (let around = box; around; around = around.parentElement)
    if (around !== document.documentElement && style(around).overflowX !== "visible") return false;
  const end = box.getBoundingClientRect().right - parseFloat(style(box).paddingRight);
  return style(each).position === "static" && box.offsetWidth && each.getBoundingClientRect().right > end + 2;
}).map((each) => each.outerHTML.slice(0, 80))"""
"""What can be pressed and stands beyond the room of what it is in."""


def fits_everywhere(page: Page) -> None:
    """Assert that a page is no wider than the window, nor than narrower ones, nor with text of twice the size."""
    fits(page)
    size = page.viewport_size
    assert size
    for width in NARROWER[size["width"]]:
        page.set_viewport_size({**size, "width": width})
        until(page, NOTHING_BESIDE)
        assert page.evaluate(LEAVING) == [], f"{page.url} at {width} pixels"
    page.set_viewport_size(size)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    until(page, NOTHING_BESIDE)
    page.evaluate("document.documentElement.style.fontSize = ''")


def examine(page: Page, name: str) -> None:
    """Assert that a page is readable by everyone and no wider than the window, at its end too."""
    fits_everywhere(page)
    # At its end a page has nothing below the bar that saves.
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    axe(page)
    page.evaluate("scrollTo(0, 0)")
    unobscured(page)
    page.evaluate("scrollTo(0, 0)")
    shot(page, name)


@proves("SHELL-1", "PAGE-1", "PAGE-4", "PAGE-11")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("module", MODULES)
def test_every_screen(open_page: Opener, module: str, size: str) -> None:
    """Whatever is built is looked at, without being named here."""
    locale, theme = LOOKS[size]
    account = "solidary" if module in OPERATED else "admin"
    page = open_page(account, locale=locale, theme=theme, **SIZES[size])
    example = TELLING.get(module, "1")
    for route in (each for each in SEEN if each.split("/")[1] == module):
        page.goto(route.replace("[record_id]", example).replace("[target]", "summary"))
        main = page.locator("main[data-screen]")
        expect(main).to_have_attribute("data-screen", route)
        expect(main).to_have_attribute("data-state", re.compile("ready|empty"))
        # What is for paper alone has a title of its own.
        expect(page.locator("h1").filter(visible=True)).not_to_be_empty()
        examine(page, f"{route.strip('/').replace('/', '-') or 'home'}-{locale}-{theme}-{size}")
        if route == f"/{module}" and module not in TELLING and rows(page).count():
            example = rows(page).first.get_attribute("data-id") or example


@proves("SCREEN-20", "SHELL-1")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ALONE)
def test_pages_without_a_screen_of_their_own(open_page: Opener, watch: Watch, name: str, size: str) -> None:
    account, address, handle, french, english = ALONE[name]
    watch.allow("answer 404: GET .*/nowhere", "console: Failed to load resource: .*404")
    locale, theme = LOOKS[size]
    page = open_page(account, locale=locale, theme=theme, **SIZES[size])
    goto(page, address, handle)
    expect(page.locator("h1")).to_have_text(french if locale == "fr" else english)
    examine(page, f"{name}-{locale}-{theme}-{size}")


def popups(page: Page) -> dict[str, Locator]:
    """Return what opens over a list."""
    return {
        "users-more": page.locator("#users-more"),
        "columns": page.locator("#users-columns"),
        "filters": page.locator(".filter-grid"),
    }


@proves("PAGE-1")
@pytest.mark.parametrize(("size", "theme"), [("desk", "light"), ("phone", "dark")])
def test_what_opens(open_page: Opener, size: str, theme: str, fresh_data: None) -> None:
    """Popups, selection, dialogs, error summary, comboboxes, notices and the menu of a phone."""
    page = open_page("admin", theme=theme, **SIZES[size])

    def look(name: str) -> None:
        fits(page)
        axe(page)
        shot(page, f"open-{name}-{theme}-{size}", full_page=False)

    if size == "phone":
        goto(page, "/")
        action(page, "menu-of-phone").click()
        expect(page.get_by_test_id("menu:/")).to_be_focused()
        look("menu")
        page.get_by_test_id("menu:/users").click()
        screen(page, "/users")
        expect(page.get_by_test_id("menu:/users")).to_be_hidden()
    goto(page, "/users")
    for name, popup in popups(page).items():
        action(page, name).click()
        expect(popup).to_be_visible()
        look(name)
        # The columns are chosen from the menu, which stays open for it.
        if name != "users-more":
            action(page, name).click()
    choosing(page)
    page.locator("[data-select]").first.check()
    look("selection")
    action(page, "bulk-delete").click()
    look("bulk-delete")
    goto(page, "/users/show/7", "/users/show/[record_id]")
    in_menu(page, "users-more", "delete").click()
    expect(page.locator("dialog[open] .impacts")).to_be_visible()
    look("delete")
    goto(page, "/users/create")
    action(page, "save").click()
    expect(page.locator("[data-summary]")).to_be_focused()
    look("summary")
    box = page.locator("#f-homeAddress")
    box.press_sequentially("metz", delay=20)
    expect(page.locator("#f-homeAddress-options")).to_be_visible()
    box.evaluate("box => box.scrollIntoView({block: 'center'})")
    look("addresses")
    box.press("Escape")
    action(page, "add:rolesTerritory").click()
    action(page, "add:rolesTerritory").scroll_into_view_if_needed()
    look("roles")
    action(page, "cancel").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look("leave")
    action(page, "leave-discard").click()
    screen(page, "/users")
    goto(page, "/users/7", "/users/[record_id]")
    action(page, "save").click()
    notice(page)
    look("notice")


@proves("SHELL-2", "SHELL-5", "SHELL-6")
def test_language_and_theme_are_remembered(page: Page) -> None:
    goto(page, "/login", "login")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    field(page, "username").press("Enter")
    expect(page.get_by_text("L’identifiant est obligatoire.")).to_be_visible()
    dress(page, "en", "dark")
    field(page, "username").press("Enter")
    expect(page.get_by_text("The identifier is required.")).to_be_visible()
    expect(action(page, "login")).to_have_text("Connection")
    expect(action(page, "theme")).to_have_attribute("aria-pressed", "true")
    page.reload()
    screen(page, "login")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    sign_in(page, "admin")
    goto(page, "/users/show/7", "/users/show/[record_id]")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("[data-field=createdDate]")).to_have_text(re.compile(r"^2 Jul\w* 2025"))
    other = page.context.new_page()
    goto(other, "/users")
    of_account(page, "language-fr").click()
    expect(page.locator("[data-field=createdDate]")).to_have_text(re.compile("^2 juil. 2025"))
    of_account(page, "theme").click()
    expect(other.locator("h1")).to_have_text("Utilisateurs")
    expect(other.locator("html")).to_have_attribute("data-theme", "light")


@proves("SHELL-7")
def test_a_day_on_a_phone(open_page: Opener) -> None:
    page = open_page("admin", **PHONE)
    goto(page, "/")
    menu = page.get_by_test_id("menu:/users")
    expect(menu).to_be_hidden()
    action(page, "menu-of-phone").tap()
    expect(page.get_by_test_id("menu:/")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    action(page, "menu-of-phone").tap()
    menu.tap()
    screen(page, "/users")
    expect(menu).to_be_hidden()
    fits(page)
    page.get_by_role("searchbox", name="E-mail").fill("camille.lefebvre12@example.org")
    expect(rows(page)).to_have_count(1)
    action(row(page, 7), "open").tap()
    screen(page, "/users/show/[record_id]")
    fits(page)
    action(page, "edit").tap()
    screen(page, "/users/[record_id]")
    field(page, "musicFavorites").fill("Jazz")
    expect(action(page, "save")).to_be_in_viewport()
    fits(page)
    goto(page, "/users/show/12", "/users/show/[record_id]")
    fits(page)


@proves("SHELL-2", "SHELL-7")
def test_the_menu_of_a_desk_folds_and_stays_so(admin: Page) -> None:
    goto(admin, "/")
    drawer = admin.get_by_role("navigation", name="Menu principal")
    wide = drawer.bounding_box()
    action(admin, "toggle-drawer").click()
    expect(admin.locator("html")).to_have_attribute("data-drawer", "closed")
    admin.reload()
    screen(admin, "/")
    narrow = drawer.bounding_box()
    assert wide
    assert narrow
    assert narrow["width"] < wide["width"] / 2
    expect(admin.get_by_test_id("menu:/users")).to_have_accessible_name("Utilisateurs")
    axe(admin)


@proves("SHELL-2")
def test_the_account_has_one_menu(admin: Page) -> None:
    goto(admin, "/")
    chip = admin.get_by_test_id("user")
    expect(chip).to_have_text(re.compile(r"Claire M\."))
    chip.press("Enter")
    for name in ("language-en", "theme", "my-rights", "keys", "disconnect"):
        expect(action(admin, name)).to_be_visible()
    axe(admin)
    action(admin, "keys").click()
    keys = admin.get_by_role("dialog", name="Raccourcis clavier")
    expect(keys).to_contain_text("Qui appelle")
    axe(admin)
    admin.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(chip).to_be_focused()
    of_account(admin, "my-rights").click()
    screen(admin, "/rights")
    admin.keyboard.press("?")
    expect(keys).to_be_visible()
    admin.keyboard.press("Escape")
    expect(keys).to_be_hidden()


@proves("SHELL-2")
def test_a_group_of_the_menu_folds_and_stays_so(admin: Page) -> None:
    goto(admin, "/")
    types = admin.get_by_test_id("menu:/relaypointtypes")
    expect(types).to_be_visible()
    admin.locator("[data-group=settings] > summary").click()
    expect(types).to_be_hidden()
    admin.get_by_test_id("menu:/users").click()
    screen(admin, "/users")
    expect(types).to_be_hidden()
    admin.reload()
    screen(admin, "/users")
    expect(types).to_be_hidden()
    admin.locator("[data-group=settings] > summary").press("Enter")
    expect(types).to_be_visible()
