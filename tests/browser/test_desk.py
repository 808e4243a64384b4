"""The desk of solidary transport in a browser: today's work with its baskets, and who calls."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import action, axe, fits, goto, looks, rows, screen, shot

Opener = Callable[..., Page]
LIST = "/solidaryrecords"
EDIT, SHOW = f"{LIST}/[record_id]", f"{LIST}/show/[record_id]"


def test_baskets_are_filters_in_the_address_with_their_counts(open_page: Opener) -> None:
    page = open_page("solidary")
    goto(page, "/")
    page.get_by_test_id(f"menu:{LIST}").first.click()
    screen(page, LIST)
    expect(page.get_by_test_id("count:passed")).not_to_have_text("…")
    count = int(page.get_by_test_id("count:passed").inner_text())
    assert count > 0
    action(page, "basket:passed").click()
    expect(action(page, "basket:passed")).to_have_attribute("aria-current", "true")
    expect(page).to_have_url(re.compile(r"\?basket=passed$"))
    expect(page.get_by_test_id("range")).to_contain_text(f"sur {count}")
    expect(page.get_by_role("note")).to_contain_text("premier jour")
    page.go_back()
    expect(action(page, "basket:all")).to_have_attribute("aria-current", "true")
    for look in looks(page):
        shot(page, f"desk-{look[0]}-{look[1]}")
    axe(page)


def test_the_list_on_a_phone(open_page: Opener) -> None:
    page = open_page("solidary", **PHONE)
    goto(page, LIST)
    screen(page, LIST)
    expect(rows(page).first).to_be_visible()
    fits(page)
    shot(page, "desk-phone", full_page=False)
    action(page, "caller").tap()
    expect(page.locator("#caller")).to_be_visible()
    fits(page)
    shot(page, "caller-phone", full_page=False)


def test_who_calls_is_found_by_one_key_and_a_number(open_page: Opener) -> None:
    """One key, what the caller says, Enter: their requests are there; Enter again opens what is wanted."""
    page = open_page("solidary", theme="dark", locale="en")
    goto(page, LIST)
    screen(page, LIST)
    page.keyboard.press("c")
    expect(page.locator("#caller")).to_be_visible()
    expect(page.locator("#caller-text")).to_be_focused()
    shot(page, "caller-empty", full_page=False)
    page.keyboard.type("Lan")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("caller").first).to_be_focused()
    shot(page, "caller-people", full_page=False)
    page.keyboard.press("Enter")
    expect(page.locator("#caller [data-chosen]")).to_be_focused()
    expect(page.get_by_test_id("caller-request").first).to_be_visible()
    axe(page)
    shot(page, "caller-person", full_page=False)
    new = action(page.locator("#caller"), "new-request")
    expect(new).to_have_attribute("href", re.compile(r"^/solidaryrecords/create\?user=\d+$"))
    page.keyboard.press("Escape")
    expect(page.locator("#caller")).to_be_hidden()
