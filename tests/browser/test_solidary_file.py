"""The file of a solidary record in a browser: by keyboard alone, on a phone, on paper."""

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import Site, action, axe, field, fits, goto, looks, screen, shot
from tests.browser.support.site import HELD
from tests.support.proofs import proves

Opener = Callable[..., Page]
SHOW = "/solidaryrecords/show/[record_id]"


@pytest.fixture
def record(site: Site, fresh_data: None) -> Callable[[Callable[[dict[str, Any]], bool]], str]:
    """The id of the first record that is wanted: `record(lambda item: item["status"] == 3)`."""
    tokens = site.tokens("solidary")
    headers = {"Authorization": f"Bearer {tokens['admin_app.token']}", "Accept": "application/ld+json"}

    def get(path: str, **params: Any) -> httpx.Response:
        return httpx.get(f"{site.api_url}/admin/{path}", params=params, headers=headers, timeout=20)

    def found(wanted: Callable[[dict[str, Any]], bool]) -> str:
        listed = get("solidaries", perPage=200).raise_for_status().json()["hydra:member"]
        read = (get(f"solidaries/{each['id']}") for each in listed if wanted(each))
        # Some cannot be read (trap 43).
        return next(str(each.json()["id"]) for each in read if each.status_code == 200 and wanted(each.json()))

    return found


def _looking(item: dict[str, Any]) -> bool:
    return item["status"] == 2


def _driven(item: dict[str, Any]) -> bool:
    return item["status"] == 3 and bool(item.get("adminsolutions", {"drivers": [1]})["drivers"])


def opened(page: Page, number: str) -> None:
    goto(page, f"/solidaryrecords/show/{number}", SHOW)
    expect(page.get_by_test_id("entry").first).to_be_visible()


def top(page: Page, which: str) -> float:
    """Where on the page something begins."""
    return page.locator(which).evaluate("each => each.getBoundingClientRect().top")


@proves("SOLIDARY-33")
def test_nothing_is_said_to_be_missing_while_the_request_is_awaited(
    open_page: Opener, site: Site, record: Any, faults: Any
) -> None:
    number = record(_driven)
    page = open_page("solidary")
    faults(slow=[{"path": f"/admin/solidaries/{number}", "ms": HELD}])
    page.goto(f"{site.base_url}/solidaryrecords/show/{number}")
    expect(page.locator("#file-diary")).to_be_visible()
    expect(page.locator(".solidary-file .bar").first).to_be_visible()
    for untrue in ("Aucun conducteur", "Rien n’est encore noté", "Personne ne correspond", "Aucun besoin"):
        expect(page.locator(".file-regions")).not_to_contain_text(untrue)
    faults()
    expect(page.get_by_test_id("entry").first).to_be_visible()
    expect(page.locator(".solidary-file .bar")).to_have_count(0)


def test_one_screen_says_what_is_next(open_page: Opener, record: Any) -> None:
    page = open_page("solidary")
    opened(page, record(_driven))
    expect(page.get_by_test_id("next-step")).to_be_visible()
    expect(page.get_by_test_id("driver").first).to_be_visible()
    for look in looks(page):
        shot(page, f"file-{look[0]}-{look[1]}", full_page=False)
        shot(page, f"file-whole-{look[0]}-{look[1]}")
    axe(page)
    action(page, "note-step").click()
    expect(page.locator("#diary-comment")).to_be_focused()
    expect(page.locator("[name=action]:checked")).to_be_visible()
    expect(action(page, "note")).to_be_in_viewport()


def test_an_action_is_noted_in_two_keys_and_a_comment(open_page: Opener, record: Any) -> None:
    """J, a figure, words, and Enter on the button: no mouse."""
    page = open_page("solidary", locale="en", theme="dark")
    opened(page, record(_looking))
    entries = page.get_by_test_id("entry")
    before = entries.count()
    expect(page.locator("#diary-actions")).to_be_hidden()
    page.keyboard.press("j")
    expect(page.locator("#diary-actions")).to_be_focused()
    page.keyboard.press("e")
    expect(page.locator("[data-stage='4']")).to_have_attribute("open", "")
    page.keyboard.press("b")
    page.keyboard.press("3")
    expect(page.locator("#diary-comment")).to_be_focused()
    expect(page.locator("[name=action]:visible")).to_have_count(1)
    shot(page, "file-diary-box", full_page=False)
    page.keyboard.type("j3 Left a message 🚗")
    expect(field(page, "comment")).to_have_value("j3 Left a message 🚗")
    axe(page)
    page.keyboard.press("Control+Enter")
    expect(entries).to_have_count(before + 1)
    expect(entries.first).to_contain_text("j3 Left a message 🚗")
    expect(entries.first).to_have_attribute("data-action", "solidary_contact_call")
    expect(action(page, "add-entry")).to_be_focused()
    expect(field(page, "comment")).to_be_hidden()


def test_a_refused_entry_stays_as_it_was_typed(open_page: Opener, record: Any, faults: Any) -> None:
    page = open_page("solidary")
    number = record(_looking)
    opened(page, number)
    page.keyboard.press("j")
    page.keyboard.press("1")
    page.keyboard.type("À ne pas perdre")
    faults(fail=[{"path": f"/admin/solidaries/{number}", "status": 500, "probability": 1}])
    action(page, "note").click()
    expect(page.get_by_role("alert").filter(has_text=re.compile("Relisez"))).to_be_visible()
    expect(page.locator(".notices [data-kind=error]")).to_have_count(0)  # one sentence, in the box (NOTICE-25)
    expect(field(page, "comment")).to_have_value("À ne pas perdre")


def test_the_file_on_a_phone(open_page: Opener, record: Any) -> None:
    page = open_page("solidary", **PHONE)
    opened(page, record(_driven))
    fits(page)
    shot(page, "file-phone")
    expect(page.locator(".bottom-bar")).to_be_visible()
    # When it is stands before who could drive.
    assert top(page, "#file-journey") < top(page, "#file-drivers") < top(page, "#file-diary")
    action(page, "jump:diary").tap()
    expect(page.locator("#file-diary")).to_be_focused()
    expect(page.locator("#file-diary")).to_be_in_viewport()
    action(page, "add-entry").tap()
    expect(page.locator("#diary-actions")).to_be_visible()
    fits(page)
    shot(page, "file-phone-diary", full_page=False)


def test_the_sheet_on_paper(open_page: Opener, record: Any) -> None:
    page = open_page("solidary")
    opened(page, record(_driven))
    action(page, "sheet").click()
    paper = page.get_by_test_id("sheet")
    expect(paper).to_be_visible()
    expect(paper.get_by_role("heading", name="Personne à conduire")).to_be_visible()
    expect(paper.get_by_role("heading", name="Conducteur")).to_be_hidden()
    axe(page)
    shot(page, "file-sheet", full_page=False)
    page.get_by_label("Qui voyage").check()
    expect(paper.get_by_role("heading", name="Conducteur")).to_be_visible()
    page.emulate_media(media="print")
    expect(action(page, "print")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_hidden()
    expect(paper).to_be_visible()
    shot(page, "file-paper")


def test_a_number_that_nobody_has_is_said_calmly(open_page: Opener) -> None:
    page = open_page("solidary")
    goto(page, "/solidaryrecords/show/999999", SHOW, "error")
    expect(page.locator("main").get_by_role("alert")).to_contain_text("numéro")
    axe(page)
    shot(page, "file-unknown", full_page=False)
    goto(page, "/solidaryrecords")
    screen(page, "/solidaryrecords")
