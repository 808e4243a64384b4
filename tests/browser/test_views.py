"""Views: a list is kept under a name, stands in the menu with its number of rows, and is arranged by keyboard too."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.support.pages import action, axe, field, fits, goto, in_menu, looks, rows, screen, shot
from tests.browser.support.site import Site
from tests.support.proofs import proves

Opener = Callable[..., Page]
SIZES = {"desk": DESKTOP, "phone": PHONE}
HOSTILE = '<img src=x onerror="document.title=1">'
pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def none_are_left(site: Site) -> Iterator[None]:
    """Views for everybody would stand in the menus of other journeys."""
    yield
    with closing(sqlite3.connect(site.folder / "store.sqlite")) as store, store:
        store.execute("DELETE FROM views")


def entries(page: Page):
    return page.get_by_test_id("menu:view")


def lines(page: Page):
    return page.locator("dialog[open]").get_by_test_id("view")


def keep(page: Page, name: str) -> None:
    field(page.locator("dialog[open]"), "name").fill(name)
    action(page, "keep").click()


@proves("HOME-2", "VIEW-1", "VIEW-4")
def test_a_list_is_kept_and_opened_from_the_menu(admin: Page) -> None:
    goto(admin, "/users?gender=1&sort=-familyName&perPage=10", "/users")
    in_menu(admin, "users-more", "columns").click()
    admin.get_by_role("checkbox", name="Accepte les e-mails").click()
    admin.keyboard.press("Escape")
    action(admin, "views").click()
    expect(admin.get_by_text("Aucune vue de cette liste")).to_be_visible()
    keep(admin, HOSTILE)
    expect(lines(admin)).to_have_count(1)
    expect(field(admin.locator("dialog[open]"), "name")).to_have_value("")
    keep(admin, HOSTILE)
    expect(admin.get_by_role("alert")).to_contain_text("déjà une vue de ce nom")
    expect(field(admin.locator("dialog[open]"), "name")).to_have_value(HOSTILE)
    axe(admin, within="dialog[open]")
    admin.keyboard.press("Escape")
    expect(action(admin, "views")).to_be_focused()
    action(admin, "views").click()
    expect(admin.get_by_role("alert")).to_have_count(0)
    admin.keyboard.press("Escape")
    # The person's own choice is another one by now.
    in_menu(admin, "users-more", "columns").click()
    admin.get_by_role("checkbox", name="Accepte les e-mails").click()
    goto(admin, "/relaypoints")
    entry = entries(admin)
    expect(entry).to_contain_text(HOSTILE)
    entry.click()
    screen(admin, "/users")
    expect(rows(admin)).to_have_count(10)
    news = admin.locator("thead [data-col=newsSubscription]")
    expect(news).to_be_hidden()
    expect(action(admin, "remove-filter:gender")).to_be_visible()
    action(admin, "next-page").click()
    screen(admin, "/users")
    expect(news).to_be_hidden()
    in_menu(admin, "users-more", "columns").click()
    admin.get_by_role("checkbox", name="Accepte les e-mails").click()
    expect(news).to_be_visible()
    expect(admin).not_to_have_url(re.compile("columns="))
    assert admin.title() != "1"
    admin.reload()
    screen(admin, "/users")
    expect(entries(admin).locator(".counter")).to_be_visible()
    goto(admin, "/", "/")
    expect(admin.get_by_test_id("home:view").locator(".counter")).to_be_visible()
    shot(admin, "home-views")
    admin.get_by_test_id("home:view").click()
    screen(admin, "/users")
    action(admin, "views").click()
    action(admin, "remove-view").click()
    action(admin, "really-remove").click()
    expect(entries(admin)).to_have_count(0)


@proves("VIEW-6")
def test_by_keyboard_alone(open_page: Opener) -> None:
    page = open_page("hitchhiking")
    goto(page, "/users")
    action(page, "views").focus()
    page.keyboard.press("Enter")
    for name in ("Un", "Deux"):
        field(page.locator("dialog[open]"), "name").focus()
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(lines(page).filter(has_text=name)).to_be_visible()
    expect(page.locator("dialog[open] [name=everybody]")).to_have_count(0)
    action(lines(page).nth(1), "view-up").focus()
    page.keyboard.press("Enter")
    expect(lines(page).first).to_contain_text("Deux")
    expect(action(lines(page).first, "view-up")).to_be_focused()
    action(lines(page).first, "rename-view").focus()
    page.keyboard.press("Enter")
    box = lines(page).first.locator("[name=name]")
    expect(box).to_be_focused()
    box.press("End")
    page.keyboard.type(" bis")
    page.keyboard.press("Enter")
    expect(action(lines(page).first, "rename-view")).to_be_focused()
    expect(lines(page).first).to_contain_text("Deux bis")
    action(lines(page).first, "remove-view").focus()
    page.keyboard.press("Enter")
    expect(action(lines(page).first, "keep-view")).to_be_focused()
    page.keyboard.press("Enter")
    expect(action(lines(page).first, "remove-view")).to_be_focused()
    action(lines(page).first, "pin-view").focus()
    page.keyboard.press("Enter")
    expect(entries(page)).to_have_count(1)
    action(lines(page).first, "open-view").focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_have_count(0)
    screen(page, "/users")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_how_it_looks(open_page: Opener, size: str) -> None:
    page = open_page("solidary", **SIZES[size])
    goto(page, "/users?q=a", "/users")
    action(page, "views").click()
    page.locator("dialog[open] [name=everybody]").check()
    keep(page, f"Candidats dont le dossier est complet {size}")
    expect(lines(page)).not_to_have_count(0)
    keep(page, f"Femmes {size}")
    expect(lines(page).filter(has_text=f"Femmes {size}")).to_be_visible()
    page.keyboard.press("Escape")
    for locale, theme in looks(page):
        action(page, "views").click()
        expect(lines(page)).to_have_count(2)
        fits(page)
        axe(page)
        shot(page, f"views-{size}-{locale}-{theme}", full_page=False)
        page.keyboard.press("Escape")
    if size == "phone":
        action(page, "menu-of-phone").click()
    expect(entries(page).first).to_be_visible()
    expect(entries(page).first.locator(".counter")).to_be_visible()
    axe(page)
    shot(page, f"views-menu-{size}", full_page=False)
