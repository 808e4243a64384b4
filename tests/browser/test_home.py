"""Home: what waits, as links to it; what was opened last; nothing moves the welcome."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import action, axe, fits, goto, screen, shot, until
from tests.support.proofs import proves


@proves("HOME-2")
def test_the_day_begins_with_what_waits(admin: Page) -> None:
    goto(admin, "/users/show/12", "/users/show/[record_id]")
    until(admin, "localStorage.getItem('admin_app.recent')?.includes('/users/show/12')")
    goto(admin, "/", "/")
    expect(admin.get_by_role("heading", level=1)).to_be_visible()
    points = admin.get_by_test_id("waits:relay_points")
    expect(points.locator("strong")).not_to_be_empty()
    expect(admin.locator(".coming").get_by_role("link").first).to_be_visible()
    expect(admin.locator(".coming .journey svg").first).to_be_visible()
    expect(admin.locator(".home .recent a")).to_have_count(1)
    expect(action(admin, "first").first).to_have_attribute("aria-keyshortcuts", "1")
    expect(admin.locator(".decide .primary")).to_have_count(1)
    axe(admin)
    fits(admin)
    shot(admin, "home")
    points.press("Enter")
    screen(admin, "/relaypoints")
    assert "status=0" in admin.url


@proves("HOME-1")
@pytest.mark.parametrize("account", ["admin", "solidary", "editor"])
def test_a_phone_shows_one_after_the_other(open_page: Callable[..., Page], account: str) -> None:
    page = open_page(account, **PHONE)
    goto(page, "/")
    shown = ".sketch-map" if account == "solidary" else ":is(.seen, .received, blockquote)"
    expect(page.locator(f".person {shown}").first).to_be_visible()
    fits(page)
    axe(page)


@proves("HOME-1")
def test_nothing_is_blue_where_nothing_presses(open_page: Callable[..., Page]) -> None:
    page = open_page("editor")
    goto(page, "/")
    expect(page.locator(".brief")).to_contain_text("Rien ne presse")
    expect(action(page, "first").first).to_be_visible()
    expect(page.locator(".decide .primary")).to_have_count(0)
