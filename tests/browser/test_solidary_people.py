"""Beneficiaries and candidates: found, read, a proof sent and accepted in one go, refused by keyboard, edited."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.support import Site, action, axe, field, fits, goto, looks, notice, rows, screen, shot
from tests.support.proofs import proves

Opener = Callable[..., Page]
pytestmark = pytest.mark.usefixtures("fresh_data")
BOARD, LIST = "/solidarycandidates", "/solidarybeneficiaries"
SIZES = {"desk": DESKTOP, "phone": PHONE}
PROOFS, DECISION = "#send-proofs", "#decision"

LINES = """each => Math.round(each.clientHeight / parseFloat(getComputedStyle(each).lineHeight))"""
CLEAR = """each => {
  const name = document.createRange();
  name.selectNodeContents(each.querySelector("h3"));
  return name.getBoundingClientRect().right <= each.querySelector(".candidate-actions").getBoundingClientRect().left;
}"""
EDGES = """all => all.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"""


def pdf(size: int = 20_000) -> FilePayload:
    """A file that begins as a PDF does."""
    return {"name": "attestation.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4\n" + b"0" * size}


def candidates(within: Page | Locator) -> Locator:
    """Those who wait, once all of them are known."""
    expect(within.locator("[data-testid=candidate][data-known='']")).to_have_count(0)
    return within.get_by_test_id("candidate")


def with_records(page: Page) -> Locator:
    """A candidate whose diary tells since when they are known: they have made a request."""
    return candidates(page).filter(has_text="au journal depuis").first


def more(candidate: Locator) -> Locator:
    """The button of what is done less often about one of them."""
    return action(candidate, f"candidate-{candidate.get_attribute('data-id')}")


@pytest.mark.parametrize("size", SIZES)
def test_a_proof_is_sent_and_the_candidate_accepted_in_one_go(open_page: Opener, size: str, tmp_path: Path) -> None:
    page = open_page("solidary", **SIZES[size])
    goto(page, BOARD)
    record_id = with_records(page).get_attribute("data-id")
    chosen = page.locator(f"[data-testid=candidate][data-id='{record_id}']")
    count = candidates(page).count()
    for locale, theme in looks(page):
        fits(page)
        axe(page)
        shot(page, f"candidates-{locale}-{theme}-{size}")
    if not action(chosen, "add-proofs").is_visible():
        more(chosen).click()
    action(chosen, "add-proofs").click()
    dialog = page.locator(PROOFS)
    expect(dialog).to_be_visible()
    files = dialog.locator("input[type=file]")
    files.set_input_files({"name": "notes.txt", "mimeType": "text/plain", "buffer": b"no proof"})
    expect(dialog.locator("[data-file-error]")).not_to_be_empty()
    large = tmp_path / "attestation.pdf"
    large.write_bytes(pdf()["buffer"])
    os.truncate(large, 40 * 1024 * 1024)
    files.set_input_files(large)
    expect(dialog.locator("[data-file-error]")).to_contain_text("10")
    action(dialog, "send-and-accept").click()
    expect(dialog.locator("#proofs-refused")).not_to_be_empty()
    files.set_input_files({**pdf(), "buffer": b"MZ no proof"})
    expect(dialog.locator(".field-error[role=alert]").first).to_contain_text("PDF")
    files.set_input_files(large)
    expect(dialog.locator("[data-file-error]")).to_contain_text("10")
    expect(dialog.locator("[data-file-problem]")).to_be_hidden()  # of the file before
    files.set_input_files(pdf())
    expect(dialog.locator(".file-name")).to_contain_text("attestation.pdf")
    axe(page, within=PROOFS)
    shot(page, f"send-proofs-{size}", full_page=False)
    action(dialog, "send-and-accept").click()
    expect(dialog).to_be_hidden()
    expect(notice(page)).to_be_visible()
    expect(page.locator(f"[data-testid=candidate][data-id='{record_id}']")).to_have_count(0)
    expect(page.get_by_test_id("candidate")).to_have_count(count - 1)


@proves("BENEFICIARY-9")
def test_four_candidates_fit_on_a_phone_and_who_is_ready_is_told_at_a_glance(open_page: Opener, site: Site) -> None:
    page = open_page("solidary", **PHONE)
    goto(page, BOARD)
    those = candidates(page)
    first = those.first
    expect(first).to_contain_text(re.compile(r"Manque\u00a0: [^·]+ · [^·]+ · "))
    expect(action(first, "accept-candidate")).to_have_class(re.compile("plain"))
    begins = (first.bounding_box() or {})["y"]
    tallest = max((each.bounding_box() or {})["height"] for each in those.all())
    assert begins + 4 * tallest <= (page.locator(".bottom-bar").bounding_box() or {})["y"]
    told = first.get_by_test_id("lacks")
    expect(told).to_have_text(re.compile(r" et 1 autre$"), use_inner_text=True)
    assert told.evaluate(LINES) <= 2
    assert told.evaluate("each => each.scrollHeight <= each.clientHeight"), "said whole"
    assert (first.locator(".avatar").bounding_box() or {})["width"] == 40, "as in the lists"
    edges = first.locator("button:visible").evaluate_all(EDGES)
    assert len(edges) == 2, "what comes next, and the rest in a menu"
    expect(action(first, "add-proofs")).to_have_text("Compléter")
    more(first).tap()
    expect(action(first, "accept-candidate")).to_be_visible()
    expect(action(first, "refuse-candidate")).to_be_visible()
    page.keyboard.press("Escape")
    assert len({tuple(each) for each in edges}) == 1, "what is done about somebody is on one line"
    assert edges[0][1] - edges[0][0] >= 44
    why = page.get_by_text("La plateforme ne donne pas la date")
    expect(why).to_be_hidden()
    page.locator(".candidates-order > summary").tap()
    expect(why).to_be_visible()
    ask_for_one_thing(site, "Marche sans aide")
    page.reload()
    ready, others = page.get_by_test_id("candidates:ready"), page.get_by_test_id("candidates:unready")
    expect(candidates(ready)).to_have_count(1)
    expect(ready).to_contain_text("Rien d’obligatoire ne manque")
    expect(candidates(page).first).to_have_attribute("data-ready", "true")
    expect(action(ready, "accept-candidate")).to_have_class(re.compile("primary"))
    first = candidates(others).first
    expect(action(first, "accept-candidate")).to_have_class(re.compile("plain"))
    expect(first.get_by_test_id("lacks")).to_have_text("Manque\u00a0: Marche sans aide")
    expect(ready.get_by_test_id("given")).to_contain_text("Marche sans aide\u00a0: ")
    expect(ready.get_by_test_id("given")).to_be_hidden()
    for locale, theme in looks(page):
        fits(page)
        axe(page)
        shot(page, f"candidates-ready-{locale}-{theme}")
    page.set_viewport_size({"width": 320, "height": 640})
    fits(page)
    assert all(each.evaluate(CLEAR) for each in candidates(page).all()), "names end before the buttons begin"


def ask_for_one_thing(site: Site, label: str) -> None:
    """Have the first structure ask its beneficiaries for one thing, the others being at their choice."""
    headers = {"Authorization": f"Bearer {site.tokens('admin')['admin_app.token']}"}
    address = f"{site.api_url}/admin/structures/1"
    asked = httpx.get(address, headers=headers, timeout=20).raise_for_status().json()["structureProofs"]
    lines = [{**each, "mandatory": each["label"] == label} for each in asked if each["type"] == 1]
    headers["Content-Type"] = "application/merge-patch+json"
    httpx.patch(address, json={"structureProofsRequester": lines}, headers=headers, timeout=20).raise_for_status()


def test_a_candidate_is_refused_by_keyboard_alone(open_page: Opener) -> None:
    page = open_page("solidary")
    goto(page, f"{LIST}?status=0")
    name = rows(page).first.locator("th a")
    name.focus()
    name.press("Enter")
    screen(page, f"{LIST}/show/[record_id]")
    mark = page.get_by_test_id("membership").first
    expect(mark).to_have_attribute("data-status", "0")
    refuse = action(mark, "refuse-candidate")
    refuse.focus()
    refuse.press("Enter")
    dialog = page.locator(DECISION)
    expect(dialog).to_be_visible()
    expect(action(dialog, "cancel-decision")).to_be_focused()
    expect(dialog.locator(".impacts li")).not_to_have_count(0)
    axe(page, within=DECISION)
    shot(page, "decision", full_page=False)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(mark).to_have_attribute("data-status", "0")
    refuse.press("Enter")
    expect(dialog).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(mark).to_have_attribute("data-status", "2")
    expect(page.locator("#eligibility")).to_be_focused()
    expect(action(mark, "refuse-candidate")).to_have_count(0)
    action(page, "up").click()
    screen(page, LIST, "ready")


def test_the_list_follows_the_structure_and_a_person_is_edited(open_page: Opener) -> None:
    page = open_page("solidary")
    goto(page, LIST)
    first = rows(page).first.get_attribute("data-id")
    selector = page.locator("select[data-testid='action:structure']:visible").first
    selector.select_option("2")
    expect(page.locator(f"[data-testid=row][data-id='{first}']")).to_have_count(0)
    screen(page, LIST)
    chosen = rows(page).filter(has_text=re.compile("Acceptée")).nth(2)
    chosen.locator("th a").click()
    screen(page, f"{LIST}/show/[record_id]")
    expect(page.locator("[data-testid=given][data-known='known']")).to_be_visible()
    for locale, theme in looks(page):
        axe(page)
        shot(page, f"beneficiary-{locale}-{theme}")
    action(page, "edit").click()
    screen(page, f"{LIST}/[record_id]")
    expect(page.locator("select[data-testid='action:structure']:visible").first).to_be_disabled()
    field(page, "givenName").fill("Odette")
    field(page, "email").fill("admin@demo.test")
    action(page, "save").click()
    expect(page.locator("[data-summary]")).to_be_focused()
    expect(page.locator("[data-summary]")).to_contain_text("Another account already uses")
    assert field(page, "givenName").input_value() == "Odette"
    field(page, "email").fill("odette.nouvelle@example.org")
    action(page, "save").click()
    screen(page, f"{LIST}/show/[record_id]")
    expect(page.locator("h1")).to_contain_text("Odette")
    expect(page.locator("[data-field=email]")).to_contain_text("odette.nouvelle@example.org")
    action(page, "new-request").click()
    screen(page, "/solidaryrecords/create")
    expect(page.locator(".asking")).to_contain_text("Odette")


def test_a_file_that_was_given_is_looked_at(open_page: Opener) -> None:
    page = open_page("solidary", **PHONE)
    goto(page, f"{LIST}?status=1&perPage=100")
    hrefs = [each.get_attribute("href") for each in rows(page).locator("th a").all()]
    for href in hrefs:
        page.goto(str(href))
        screen(page, f"{LIST}/show/[record_id]")
        expect(page.locator("[data-testid=given]:not([data-known=''])")).to_be_visible()
        if page.locator("[data-testid=proof][data-kind=file]").count():
            break
    fits(page)
    axe(page)
    shot(page, "beneficiary-phone")
    action(page, "open-proof").first.click()
    document = page.locator("#proof-document")
    expect(document).to_be_visible()
    expect(document).to_have_attribute(
        "href" if document.evaluate("each => each.tagName") == "A" else "src", re.compile("_transfer")
    )
