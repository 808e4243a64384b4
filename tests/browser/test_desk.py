"""The desk of solidary transport in a browser: today's work with its baskets, and who calls."""

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import (
    Keys,
    Site,
    action,
    axe,
    field,
    fits,
    goto,
    looks,
    notice,
    of_account,
    rows,
    screen,
    shot,
)
from tests.support.proofs import proves

Opener = Callable[..., Page]
LIST = "/solidaryrecords"
EDIT, SHOW = f"{LIST}/[record_id]", f"{LIST}/show/[record_id]"
MOST_KEYS_MORNING = 7
"""From home to the first request, its driver who has said yes, and home again; what is typed and the call aside."""


@proves("HOME-1")
def test_the_first_request_of_the_morning_by_keyboard_alone(
    open_page: Opener, site: Site, fresh_data: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who departs tomorrow and has no driver is among the first; called, agreed and noted, they wait no more."""
    number = _asked_for_tomorrow(site)
    page = open_page("solidary")
    goto(page, "/", "/")
    keys, there = Keys(page), f"{LIST}/show/{number}"
    # Who departs then too, by the day the tests run on, and waits for longer comes before.
    ours = page.locator(f".decide [data-testid='action:first'][href='{there}']")
    expect(ours).to_be_visible()
    keys.press(str(ours.get_attribute("aria-keyshortcuts")))
    screen(page, SHOW)
    retain = action(page.get_by_test_id("candidate").first, "retain")
    expect(retain).to_be_visible()
    expect(page.get_by_test_id("candidate").first).to_have_attribute("data-kind", "volunteer")
    keys.press("1")
    expect(retain).to_be_focused()
    keys.press("Enter")
    driver = page.get_by_test_id("driver").first
    expect(action(driver, "call-driver")).to_be_focused()
    keys.press("o")
    expect(page.locator("#diary-comment")).to_be_focused()
    keys.press("Control+Enter")
    expect(driver).to_contain_text("D’accord, noté au journal")
    keys.press("Control+k")
    keys.type("accueil")
    expect(page.get_by_test_id("found:screens").get_by_role("link", name="Accueil")).to_be_visible()
    keys.press("Enter")
    screen(page, "/")
    expect(action(page, "first").first).to_be_visible()
    expect(page.locator(f".decide [href='{there}']")).to_have_count(0)
    with capsys.disabled():
        print(f"\nthe first of the morning by keyboard: {keys.presses} keys pressed, {keys.typed} characters typed")
    assert keys.presses <= MOST_KEYS_MORNING


def _asked_for_tomorrow(site: Site) -> int:
    """A request that somebody new made this morning, where a volunteer fits: tomorrow, or on Monday for Sunday."""
    day = dt.date.today() + dt.timedelta(days=1)
    day += dt.timedelta(days=day.weekday() == 6)
    towns = {"Lunéville": ("54300", 48.59113, 6.49656), "Baccarat": ("54120", 48.44967, 6.73915)}
    origin, destination = (
        {"addressLocality": name, "postalCode": code, "latitude": latitude, "longitude": longitude}
        for name, (code, latitude, longitude) in towns.items()
    )
    asked = {
        "beneficiary": {"givenName": "Marcel", "familyName": "Dubois", "telephone": "0605060708", "gender": 2},
        **{"structure": 1, "adminsubject": 1, "origin": origin, "destination": destination, "regular": False},
        **{"punctualOutwardDateChoice": 1, "punctualOutwardMinDate": day.isoformat()},
        **{"punctualOutwardTimeChoice": 1, "punctualOutwardMinTime": "15:00", "punctualReturnDateChoice": 1},
    }
    pass_on = {"Authorization": f"Bearer {site.tokens('solidary')['admin_app.token']}"}
    answer = httpx.post(f"{site.api_url}/admin/solidaries", json=asked, headers=pass_on, timeout=20)
    return int(answer.raise_for_status().json()["id"])


def test_baskets_are_filters_in_the_address_with_their_counts(open_page: Opener) -> None:
    page = open_page("solidary")
    goto(page, "/")
    page.get_by_test_id(f"menu:{LIST}").first.click()
    screen(page, LIST)
    expect(page.get_by_test_id("count:passed")).not_to_have_text("…")
    # The menu leads to what is to be answered now; the address alone is all of them, as ever (SOLIDARY-2).
    expect(page).to_have_url(re.compile(r"\?basket=now$"))
    expect(action(page, "basket:now")).to_have_attribute("aria-current", "true")
    shot(page, "desk-now", full_page=False)
    action(page, "basket:all").click()
    expect(action(page, "basket:all")).to_have_attribute("aria-current", "true")
    expect(page.get_by_test_id("count:passed")).to_have_text(re.compile(r"^\d+$"))
    count = int(page.get_by_test_id("count:passed").inner_text())
    assert count > 0
    action(page, "basket:passed").click()
    expect(action(page, "basket:passed")).to_have_attribute("aria-current", "true")
    expect(page).to_have_url(re.compile(r"\?basket=passed$"))
    expect(page.get_by_test_id("row")).to_have_count(min(count, 25))
    expect(page.locator('[data-testid="row"] td[data-col="fromDate"] > .waits')).to_have_count(0)
    expect(page.get_by_test_id("range")).to_contain_text(f"sur {count}")
    expect(page.get_by_role("note")).to_contain_text("premier jour")
    chip = page.get_by_test_id("action:remove-filter:basket")
    expect(chip).to_have_count(0)  # its tab tells it
    goto(page, f"{LIST}?basket=left")
    expect(chip).to_be_visible()
    page.go_back()
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
    action(page, "caller-phone").tap()
    expect(page.locator("#caller")).to_be_visible()
    fits(page)
    shot(page, "caller-phone", full_page=False)


@proves("SOLIDARY-24")
def test_who_calls_is_found_by_one_key_and_a_number(open_page: Opener) -> None:
    """One key, what the caller says, Enter: their requests are there; Enter again opens what is wanted."""
    page = open_page("solidary", theme="dark", locale="en")
    goto(page, LIST)
    screen(page, LIST)
    page.keyboard.press("c")
    expect(page.locator("#caller")).to_be_visible()
    expect(page.locator("#caller-text")).to_be_focused()
    shot(page, "caller-empty", full_page=False)
    page.keyboard.type("Le")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("caller").first).to_be_focused()
    shot(page, "caller-people", full_page=False)
    page.keyboard.press("Enter")
    expect(action(page, "last-again")).to_be_focused()
    expect(page.get_by_test_id("caller-request").first).to_be_visible()
    axe(page)
    shot(page, "caller-person", full_page=False)
    new = action(page.locator("#caller"), "new-request")
    expect(new).to_have_attribute("href", re.compile(r"^/solidaryrecords/create\?user=\d+$"))
    expect(action(page, "last-again")).to_have_attribute("href", re.compile(r"/create\?user=\d+&again=1$"))
    number = page.locator("#caller a[href^='tel:']").first.get_attribute("href") or ""
    page.keyboard.press("Escape")
    expect(page.locator("#caller")).to_be_hidden()
    # The other of a couple calls from the same telephone.
    page.keyboard.press("c")
    page.keyboard.type(number.removeprefix("tel:"))
    page.keyboard.press("Enter")
    action(page, "other-callers").click()
    expect(action(page.locator("#caller"), "new-person")).to_be_visible()
    page.keyboard.press("Escape")
    # The next caller is typed over the last one.
    page.keyboard.press("c")
    page.keyboard.type("0698765432")
    expect(page.locator("#caller-text")).to_have_value("0698765432")
    page.keyboard.press("Enter")
    expect(action(page.locator("#caller"), "new-person")).to_be_focused()
    expect(page.get_by_test_id("caller-person")).to_have_count(0)
    page.keyboard.press("Escape")


@proves("SOLIDARY-25")
def test_an_edition_says_what_it_does_and_follows_the_new_request(
    open_page: Opener, requests_seen: Callable[[], list[dict[str, Any]]], fresh_data: None
) -> None:
    page = open_page("solidary")
    goto(page, f"{LIST}/33", EDIT)
    told = page.get_by_test_id("foresight")
    expect(told).to_have_attribute("data-fate", "nothing")
    expect(page.get_by_test_id("action:structure").first).to_be_disabled()
    field(page, "additionalNeed").fill("Chien guide 🐕")
    expect(told).to_have_attribute("data-fate", "replaced")
    expect(told).to_contain_text("n° 33 sera clôturée")
    expect(told.get_by_test_id("behind")).to_contain_text("1 conducteur et 2 messages restent")
    expect(told.get_by_test_id("difference")).to_contain_text("Chien guide 🐕")
    for look in looks(page):
        shot(page, f"edition-{look[0]}-{look[1]}")
    axe(page)
    of_account(page, "language-fr").click()
    action(page, "save").click()
    dialog = page.locator("#ask-to-save")
    expect(dialog.get_by_test_id("difference")).to_contain_text("Chien guide")
    shot(page, "edition-ask", full_page=False)
    axe(page)
    action(dialog, "cancel-save").click()
    assert not [each for each in requests_seen() if each["method"] == "PATCH"]
    action(page, "save").click()
    action(dialog, "confirm-save").click()
    expect(notice(page)).to_contain_text("La demande n°\u00a033 est clôturée")
    screen(page, SHOW)
    expect(page).not_to_have_url(re.compile(r"/show/33$"))
    expect(page.locator("main")).to_contain_text("Chien guide")
    read = [each for each in requests_seen() if each["method"] == "GET" and "/admin/solidaries/" in each["path"]]
    assert [each["path"] for each in read if "actions" not in each["path"]] == ["/admin/solidaries/33"]


def test_what_was_typed_goes_on_to_the_request_that_took_its_place(open_page: Opener, fresh_data: None) -> None:
    mine, theirs = open_page("solidary"), open_page("solidary")
    for page in (mine, theirs):
        goto(page, f"{LIST}/33", EDIT)
    field(theirs, "additionalNeed").fill("Fauteuil")
    expect(theirs.get_by_test_id("foresight")).to_have_attribute("data-fate", "replaced")
    action(theirs, "save").click()
    action(theirs.locator("#ask-to-save"), "confirm-save").click()
    screen(theirs, SHOW)

    field(mine, "telephone").fill("06 99 88 77 66")
    action(mine, "save").click()
    overtaken = mine.get_by_test_id("overtaken")
    expect(overtaken).to_be_focused()
    expect(overtaken).to_contain_text("n°\u00a033 a été remplacée")
    expect(mine.get_by_test_id("foresight")).to_have_count(0)
    shot(mine, "edition-overtaken", full_page=False)
    axe(mine)
    field(mine, "givenName").fill("Zoé")
    action(mine, "save").click()
    carried = mine.get_by_test_id("carried")
    expect(carried).to_contain_text("n°\u00a033")
    expect(mine).not_to_have_url(re.compile(r"/33$"))
    expect(field(mine, "telephone")).to_have_value("06 99 88 77 66")
    expect(field(mine, "givenName")).to_have_value("Zoé")
    expect(field(mine, "additionalNeed")).to_have_value("Fauteuil")
    expect(mine.get_by_test_id("foresight")).to_have_attribute("data-fate", "replaced")
    expect(mine.get_by_test_id("foresight").get_by_test_id("texts")).to_be_visible()
    for look in looks(mine):
        shot(mine, f"edition-carried-{look[0]}-{look[1]}")
    axe(mine)
    mine.set_viewport_size({"width": 390, "height": 844})
    fits(mine)
    shot(mine, "edition-carried-phone")


def test_an_edition_in_place_on_a_phone(open_page: Opener, fresh_data: None) -> None:
    page = open_page("solidary", theme="dark", **PHONE)
    goto(page, f"{LIST}/3", EDIT)
    field(page, "additionalNeed").fill("Deux valises")
    expect(page.get_by_test_id("foresight")).to_have_attribute("data-fate", "in_place")
    fits(page)
    shot(page, "edition-phone")
    action(page, "save").tap()
    screen(page, SHOW)
    expect(page.locator("main")).to_contain_text("Deux valises")
