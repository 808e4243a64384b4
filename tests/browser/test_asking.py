"""A request for a journey, from the telephone call to the record: by keyboard alone, in every look, on a bad day."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import Keys, Site, Watch, action, axe, field, fits, goto, looks, rows, screen, shot, until
from tests.support.proofs import proves

Opener = Callable[..., Page]
pytestmark = pytest.mark.usefixtures("fresh_data")
ADDRESS = "/solidaryrecords/create"
STEPS = ("caller", "identity", "journey", "times", "eligibility")
PDF = {"name": "attestation.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4\n%%EOF\n"}
SHOW = "/solidaryrecords/show/[record_id]"
MOST_KEYS, MOST_KEYS_AGAIN = 30, 12
"""Presses of a key, letters and figures that are typed aside, from the box of callers to the record: for somebody new
who travels every week and back, and for somebody who asks for the same as last time, with two proofs still to tell."""
MOST_KEYS_DRIVER = 4
"""From that record to the driver who has said yes: number, retained, yes, noted; the call is not counted."""


def stands(page: Page, step: str) -> None:
    """Wait until a step is shown and has the focus."""
    expect(page.locator(f"#panel-{step}")).to_be_visible()
    until(page, "(step) => document.getElementById(`panel-${step}`).contains(document.activeElement)", step)


def told(page: Page, text: str) -> None:
    """Wait until the recap says something."""
    expect(page.get_by_test_id("recap")).to_contain_text(text)


@proves("SOLIDARY-35")
def test_somebody_new_every_week_and_back_by_keyboard_alone(
    open_page: Opener, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the telephone that rings to a driver who has agreed: nothing is typed twice, and the recap reads it back."""
    page = open_page("solidary")
    goto(page, "/solidaryrecords")
    keys = Keys(page)
    keys.press("c")
    expect(page.locator("#caller-text")).to_be_focused()
    keys.type("0383000009 Simone Garnier")
    keys.press("Enter")
    expect(action(page.locator("#caller"), "new-person")).to_be_focused()
    keys.press("Enter")
    screen(page, ADDRESS)
    stands(page, "identity")
    expect(field(page, "telephone")).to_have_value("03 83 00 00 09")
    expect(field(page, "gender").first).to_be_focused()
    keys.press("Space")
    keys.to("birthDate")
    keys.type("17051948")
    keys.to("homeAddress_label")
    keys.find("Lunéville")
    told(page, "Lunéville")
    told(page, "Nom : Simone Garnier.")
    keys.press("Enter")
    stands(page, "journey")
    keys.press("Space")
    keys.to("regular")
    keys.press("ArrowDown")
    keys.to("destination_label")
    keys.find("Nancy")
    keys.press("Enter")
    stands(page, "times")
    keys.type("23032099")
    keys.to("regularDateChoice")
    keys.press("ArrowDown")
    expect(page.locator("#panel-times .line [data-types]")).to_have_count(2)
    leaves, returns = page.locator("#panel-times .line [data-types]").evaluate_all(
        "each => each.map(({ dataset }) => dataset.types)"
    )
    keys.press("Tab")
    keys.press("Space")
    keys.press("ArrowRight", 3)
    keys.press("Space")
    keys.to(leaves)
    keys.type("0815")
    keys.to(returns)
    keys.type("1200")
    told(page, "Chaque semaine, lundi et jeudi : départ à 08:15")
    keys.press("Enter")
    stands(page, "eligibility")
    expect(page.get_by_test_id("files-later")).to_contain_text("Attestation de quotient familial")
    keys.press("Space")
    keys.to(str(page.locator("#panel-eligibility input[type=radio]").first.get_attribute("name")))
    keys.press("Space")
    keys.press("Enter")
    screen(page, SHOW)
    expect(page.get_by_test_id("lack")).to_have_text("«\u00a0Attestation de quotient familial\u00a0»")
    shot(page, "asking_made_without_its_file")
    with capsys.disabled():
        print(f"\nsomebody new by keyboard: {keys.presses} keys pressed, {keys.typed} characters typed")
    assert keys.presses <= MOST_KEYS
    _find_a_driver(page, capsys)


def _find_a_driver(page: Page, capsys: pytest.CaptureFixture[str]) -> None:
    """The best driver is retained, called, and agrees: no mouse, and the diary says so."""
    keys = Keys(page)
    retain = action(page.get_by_test_id("candidate").first, "retain")
    expect(retain).to_be_visible()
    keys.press("1")
    expect(retain).to_be_focused()
    keys.press("Enter")
    called = action(page.get_by_test_id("driver").first, "call-driver")
    expect(called).to_be_focused()
    keys.press("o")
    expect(page.locator("#diary-comment")).to_be_focused()
    keys.press("Control+Enter")
    expect(page.get_by_test_id("entry").first).to_have_attribute("data-action", "solidary_carpool_ongoing")
    expect(page.get_by_test_id("driver").first).to_contain_text("D’accord, noté au journal")
    with capsys.disabled():
        print(f"\na driver who agrees by keyboard: {keys.presses} keys pressed, and the call")
    assert keys.presses <= MOST_KEYS_DRIVER


@proves("SOLIDARY-35")
def test_the_same_as_last_time_by_keyboard_alone(open_page: Opener, capsys: pytest.CaptureFixture[str]) -> None:
    page = open_page("solidary")
    goto(page, "/solidaryrecords")
    rows(page).first.wait_for()
    name = rows(page).first.locator("th a").first.inner_text()
    keys = Keys(page)
    keys.press("c")
    expect(page.locator("#caller-text")).to_be_focused()
    keys.type(name)
    keys.press("Enter")
    again = action(page.locator("#caller"), "last-again")
    expect(again).to_be_focused()
    axe(page)
    shot(page, "asking_same_again", full_page=False)
    keys.press("Enter")
    screen(page, ADDRESS)
    stands(page, "times")
    keys.type("26032099")
    keys.to("punctualOutwardTimeChoice")
    keys.press("ArrowDown")
    keys.to("punctualReturnDateChoice")
    keys.press("ArrowDown")
    told(page, "Retour une heure plus tard.")
    keys.press("Enter")
    stands(page, "eligibility")
    # What the structure asks of everybody was never answered for them.
    keys.press("Space")
    keys.to(str(page.locator("#panel-eligibility input[type=radio]").first.get_attribute("name")))
    keys.press("Space")
    keys.press("Enter")
    screen(page, SHOW)
    with capsys.disabled():
        print(f"\nthe same again by keyboard: {keys.presses} keys pressed, {keys.typed} characters typed")
    assert keys.presses <= MOST_KEYS_AGAIN


@proves("SOLIDARY-20")
def test_who_is_new_is_not_asked_about_news(open_page: Opener) -> None:
    """The server makes everybody who is new accept the news, whatever is sent."""
    page = open_page("solidary")
    switch = page.locator("#f-newsSubscription")
    keys = Keys(page)
    goto(page, ADDRESS)
    stands(page, "caller")
    keys.press("Enter")
    stands(page, "identity")
    expect(switch).to_have_count(0)
    goto(page, ADDRESS)
    stands(page, "caller")
    keys.find("an")
    keys.press("Enter")
    stands(page, "journey")
    page.get_by_role("button", name="Précédent").click()
    stands(page, "identity")
    expect(switch).to_be_visible()


def test_every_step_in_every_look(open_page: Opener) -> None:
    for size, options in (("desk", {}), ("phone", PHONE)):
        page = open_page("solidary", **options)
        goto(page, ADDRESS)
        for step in STEPS:
            expect(page.locator(f"#panel-{step}")).to_be_visible()
            for locale, theme in looks(page):
                fits(page)
                axe(page)
                shot(page, f"asking_{step}_{size}_{locale}_{theme}")
            _fill(page, step)


def _fill(page: Page, step: str, given_name: str = "Simone") -> None:
    """Fill a step and go on; the last one stays."""
    if step == "eligibility":
        panel = page.locator("#panel-eligibility")
        panel.locator("input[type=checkbox]").first.check()
        panel.locator("input[type=radio]").first.check()
        panel.locator("input[type=file]").set_input_files([PDF])  # pyright: ignore[reportArgumentType]
        expect(panel.locator(".file-name")).to_contain_text("attestation.pdf")
    if step == "identity":
        field(page, "familyName").fill("Garnier")
        field(page, "givenName").fill(given_name)
        field(page, "gender").first.check()
        field(page, "birthDate").fill("1948-05-17")
        field(page, "telephone").fill("0383000009")
        _choose(page, "homeAddress", "Lunéville")
    if step == "journey":
        field(page, "subject").first.check()
        _choose(page, "destination", "Nancy")
    if step == "times":
        field(page, "outwardDate").fill("2099-03-26")
        page.locator("[name=punctualOutwardTimeChoice][value='3']").check()
        page.locator("[name=punctualReturnDateChoice][value='1']").check()
    if step != STEPS[-1]:
        action(page, "next").click()


def _choose(page: Page, name: str, text: str) -> None:
    field(page, f"{name}_label").press_sequentially(text)
    # What was proposed for its first letters is another place.
    page.locator("[role=option]:visible", has_text=text).first.click()


def _until(page: Page, last: str) -> None:
    goto(page, ADDRESS)
    for step in STEPS[: STEPS.index(last)]:
        expect(page.locator(f"#panel-{step}")).to_be_visible()
        _fill(page, step)
    expect(page.locator(f"#panel-{last}")).to_be_visible()


@proves("SOLIDARY-31", "FORM-24")
def test_a_page_that_is_loaded_anew_waits_for_its_request(open_page: Opener, site: Site) -> None:
    """It said that the request was created, and offered the draft of it."""
    page = open_page("solidary")
    page.on("dialog", lambda box: box.accept())
    _until(page, "eligibility")
    _fill(page, "eligibility")
    site.set_faults(latency_ms=3000)
    action(page, "save").click()
    expect(page.locator(".save-bar .running")).to_be_visible()
    page.reload()
    expect(page.locator(".save-bar .running")).to_be_visible()
    expect(page.locator("[data-draft]")).to_be_hidden()
    site.set_faults()
    screen(page, SHOW)
    assert not page.evaluate("Object.values(sessionStorage).some((text) => text.includes('Garnier'))")


def test_every_week_in_two_slots(open_page: Opener) -> None:
    page = open_page("solidary")
    _until(page, "times")
    action(page, "previous").click()
    page.locator("[name=regular][value=true]").check()
    action(page, "next").click()
    expect(page.locator("#panel-times")).to_be_visible()
    action(page, "add:regularSchedules").click()
    expect(page.locator("#panel-times .line")).to_have_count(2)
    first, second = page.locator("#panel-times .line").all()
    for line, day, out in ((first, "mon", "08:15"), (second, "tue", "14:00")):
        line.locator(f"[value={day}]").check()
        line.locator("[data-types$=outwardTime]").fill(out)
        named = line.get_by_text("Départ à").first.bounding_box()
        assert named, "each slot has a title and stands apart"
        assert named["height"] > 10
    field(page, "fromDate").fill("2099-03-23")
    page.locator("[name=regularDateChoice][value='2']").check()
    expect(page.get_by_test_id("recap")).to_contain_text("mardi")
    shot(page, "asking_every_week")
    axe(page)
    action(page, "next").click()
    expect(page.locator("#panel-eligibility")).to_be_visible()
    _fill(page, "eligibility")
    action(page, "save").click()
    screen(page, "/solidaryrecords/show/[record_id]")


def test_a_draft_comes_back_but_for_its_files(open_page: Opener) -> None:
    page = open_page("solidary")
    _until(page, "times")
    field(page, "additionalNeed").fill("Déambulateur")
    until(page, "Object.keys(sessionStorage).some((key) => sessionStorage[key].includes('Déambulateur'))")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    screen(page, ADDRESS)
    expect(page.locator("[data-draft-call]")).to_contain_text("Simone Garnier")
    action(page, "restore-draft").click()
    expect(page.locator("#panel-times")).to_be_visible()
    expect(field(page, "familyName")).to_have_value("Garnier")
    expect(field(page, "additionalNeed")).to_have_value("Déambulateur")
    expect(page.get_by_test_id("recap")).to_contain_text("Simone Garnier")


@proves("SOLIDARY-29", "SOLIDARY-40")
def test_a_lost_answer_makes_one_request(open_page: Opener, site: Site, watch: Watch) -> None:
    page = open_page("solidary")
    _until(page, "eligibility")
    _fill(page, "eligibility")
    site.set_faults(fail=[{"path": "/admin/solidaries", "method": "POST", "status": 500, "times": 1}])
    action(page, "save").click()
    told = page.get_by_test_id("told")
    expect(told).to_be_visible()
    expect(told).to_have_attribute("data-key", "refused")
    shot(page, "asking_refused")
    site.set_faults()
    site.forget_requests()
    action(page, "save").click()
    screen(page, "/solidaryrecords/show/[record_id]")
    posts = [each for each in site.requests_seen() if each["method"] == "POST"]
    assert [each["path"] for each in posts] == ["/admin/solidaries", "/admin/proofs"]
    _the_other_of_the_couple(page)


def _the_other_of_the_couple(page: Page) -> None:
    """Their name was looked for in vain, and is not typed anew; their telephone is known, which is asked once."""
    goto(page, ADDRESS)
    stands(page, "caller")
    page.keyboard.type("Firmin Garnier")
    expect(page.locator(".combobox:has(#f-userId) .no-choice")).to_be_visible()
    page.keyboard.press("Tab")
    expect(action(page, "somebody-new")).to_be_focused()
    page.keyboard.press("Enter")
    stands(page, "identity")
    expect(field(page, "givenName")).to_have_value("Firmin")
    _fill(page, "identity", "Firmin")
    summary = page.locator("[data-summary]")
    expect(summary).to_be_focused()
    expect(summary.get_by_role("heading")).to_have_text("Un point à vérifier d’abord")
    expect(summary).to_contain_text("Simone Garnier (Même numéro de téléphone)")
    shot(page, "asking_known_already")
    axe(page)
    action(page, "next").click()
    for step in STEPS[2:]:
        stands(page, step)
        _fill(page, step)
    action(page, "save").click()
    screen(page, SHOW)


def test_a_proof_that_is_refused_is_sent_again(open_page: Opener, site: Site) -> None:
    page = open_page("solidary")
    _until(page, "eligibility")
    _fill(page, "eligibility")
    site.set_faults(fail=[{"path": "/admin/proofs", "status": 500}])
    action(page, "save").click()
    made = page.get_by_test_id("made")
    expect(made).to_contain_text("Attestation de quotient familial")
    axe(page)
    shot(page, "asking_made")
    site.set_faults()
    action(page, "send-again").click()
    screen(page, "/solidaryrecords/show/[record_id]")
