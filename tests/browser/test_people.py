"""People: identities decided upon, scammers reported, and nobody created twice."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import action, axe, field, fits, goto, in_menu, looks, notice, screen, shot
from tests.support.proofs import proves

Opener = Callable[..., Page]
pytestmark = pytest.mark.usefixtures("fresh_data")
SHOW = "/users/show/[record_id]"
WITH_PICTURE, WITH_PDF, SOMEBODY = 257, 97, 41
EMAIL = "matthieu.moulin41@example.com"
CHANGED_NUMBER = 30
"""Validated another telephone: their notices by SMS are off."""


def show(page: Page, user_id: int) -> None:
    goto(page, f"/users/show/{user_id}", SHOW)


@proves("PROOF-2", "PROOF-3")
def test_accept_an_identity_after_a_look_at_the_document(admin: Page, requests_seen: Any) -> None:
    show(admin, WITH_PICTURE)
    assert not [each for each in requests_seen() if "/proofs/" in each["path"]]
    places = """Object.fromEntries([...document.querySelectorAll(".column > .card")]
      .filter((each) => each.checkVisibility()).map((each) =>
      [each.getAttribute("aria-labelledby"), Math.round(each.getBoundingClientRect().x)]))"""
    before = admin.evaluate(places)
    assert before["show-addresses"] == min(before.values())
    action(admin, "see-proof").click()
    picture = admin.locator(".proof-picture")
    expect(picture).to_have_js_property("naturalWidth", 320)
    expect(picture).to_be_focused()
    assert admin.evaluate(places) == before, "a card keeps its column whatever the others do"
    assert "/_transfer/" in str(picture.get_attribute("src"))
    axe(admin)
    action(admin, "accept-proof").press("Enter")
    asked = admin.locator("#proof-accept")
    expect(asked).to_contain_text("définitive")
    expect(action(asked, "cancel-accept")).to_be_focused()
    admin.keyboard.press("Escape")
    assert not [each for each in requests_seen() if each["method"] == "PATCH"]
    action(admin, "accept-proof").click()
    action(asked, "confirm-accept").click()
    expect(notice(admin)).to_contain_text("l’identité est validée")
    expect(admin.locator("[data-tone=good]", has_text="Validée")).to_be_visible()
    expect(action(admin, "see-proof")).to_have_count(0)
    expect(admin.locator("#show-proofs")).to_be_focused()


def test_refuse_a_pdf_that_the_api_does_not_take_at_first(admin: Page, faults: Callable[..., None]) -> None:
    show(admin, WITH_PDF)
    action(admin, "see-proof").click()
    link = action(admin, "open-pdf")
    expect(link).to_have_attribute("href", re.compile("/_transfer/.+pdf$"))
    expect(link).to_be_focused()
    faults(fail=[{"path": "/admin/identity_proofs", "status": 500, "times": 1}])
    action(admin, "refuse-proof").click()
    action(admin, "confirm-refuse").click()
    expect(notice(admin, "error")).to_be_visible()
    expect(action(admin, "confirm-refuse")).to_be_enabled()
    action(admin, "confirm-refuse").click()
    expect(notice(admin)).to_contain_text("refusé")
    expect(admin.locator("[data-tone=bad]", has_text="Refusée")).to_be_visible()


@proves("USER-21")
def test_a_scammer_is_reported_once_the_address_is_typed(admin: Page, requests_seen: Any) -> None:
    show(admin, SOMEBODY)
    in_menu(admin, "users-more", "scammer").click()
    asked = admin.locator("#scammer")
    expect(asked).to_contain_text("le compte est supprimé tout de suite")
    field(asked, "confirmation").fill("quelqu.un@example.org")
    field(asked, "confirmation").press("Enter")
    expect(admin.locator("#scammer-error")).to_contain_text("Rien n’a été fait")
    axe(admin)
    shot(admin, "people-scammer", full_page=False)
    assert not [each for each in requests_seen() if each["method"] == "POST"]
    field(asked, "confirmation").fill(EMAIL)
    action(asked, "confirm-scammer").click()
    expect(notice(admin)).to_contain_text("liste des fraudeurs")
    screen(admin, "/users")
    show(admin, SOMEBODY)
    expect(admin.locator("h1")).to_have_text(f"#{SOMEBODY}")
    expect(action(admin, "scammer")).to_have_count(0)


@proves("USER-29", "USER-30")
def test_the_validation_mail_is_sent_again_and_notices_by_sms_are_switched_on(admin: Page, requests_seen: Any) -> None:
    def sent(call: str) -> int:
        return len([each for each in requests_seen() if f"{each['method']} {each['path']}" == call])

    mail, sms = f"GET /users/{SOMEBODY}/sendValidationEmail", f"PUT /users/{CHANGED_NUMBER}/alerts"
    for somebody, way, call in ((SOMEBODY, "mail", mail), (CHANGED_NUMBER, "sms", sms)):
        show(admin, somebody)
        asked = admin.locator(f"#verify-{way}")
        for locale, theme in looks(admin):
            in_menu(admin, "users-more", f"verify-{way}").click()
            expect(action(asked, f"cancel-verify-{way}")).to_be_focused()
            axe(admin)
            shot(admin, f"people-{way}-{theme}-{locale}", full_page=False)
            admin.keyboard.press("Escape")
        assert not sent(call)
        in_menu(admin, "users-more", f"verify-{way}").click()
        if way == "mail":
            expect(asked).to_contain_text(EMAIL)
        action(asked, f"confirm-verify-{way}").dblclick()
        expect(notice(admin)).to_contain_text("SMS" if way == "sms" else "mail")
        expect(asked).to_be_hidden()
        assert sent(call) == 1


def fill(page: Page, **texts: str) -> None:
    for name, text in texts.items():
        field(page, name).fill(text)
        field(page, name).blur()


@proves("USER-19", "USER-28")
def test_a_person_who_is_there_already_is_found_and_used(admin: Page) -> None:
    goto(admin, "/users/create")
    fill(admin, givenName="MATTHIEU", familyName="moulin", birthDate="1965-12-17")
    found = admin.get_by_test_id("duplicates:person")
    expect(found).to_contain_text("Matthieu Moulin")
    expect(found).not_to_contain_text("@")
    expect(field(admin, "givenName")).to_have_value("MATTHIEU")
    fill(admin, birthDate="1965-12-18")
    expect(found).to_have_count(0)
    place = "() => document.querySelector('[data-types=telephone], [name=telephone]').getBoundingClientRect().top"
    before = admin.evaluate(f"({place})() + scrollY")
    fill(admin, email=EMAIL)
    found = admin.get_by_test_id("duplicates:email")
    expect(found).to_contain_text("Adresse déjà prise par Matthieu Moulin")
    assert admin.evaluate(f"({place})() + scrollY") == before, "nothing moves"
    expect(action(found, "use-duplicate")).to_have_attribute("href", re.compile(r"/users/show/\d+$"))
    fill(admin, email="un.autre@example.org")
    expect(found.locator("p")).to_have_count(0)
    fill(admin, email=EMAIL, telephone="06 00 00 00 01")
    expect(found).to_contain_text("Adresse déjà prise par Matthieu Moulin")
    axe(admin)
    action(found, "use-duplicate").click()
    action(admin, "leave-stay").click()
    expect(field(admin, "email")).to_have_value(EMAIL)
    action(found, "use-duplicate").click()
    action(admin, "leave-discard").click()
    screen(admin, SHOW)
    expect(admin.locator("h1")).to_have_text("Matthieu Moulin")


def test_a_namesake_is_created_anyway_but_not_a_used_address(admin: Page) -> None:
    goto(admin, "/users/create")
    fill(admin, givenName="Mathieu", familyName="Moulin", birthDate="1965-12-17", email=EMAIL)
    fill(admin, givenName="Matthieu", telephone="0600000001")
    admin.locator("[name=gender][value='2']").check()
    field(admin, "homeAddress_label").fill("Nancy")
    admin.locator(".combobox [role=option]").first.click()
    action(admin, "save").click()
    expect(admin.locator("#f-email-error")).to_contain_text("déjà")
    fill(admin, email="un.autre@example.org")
    action(admin, "save").click()
    asked = admin.locator("#ask-to-save")
    expect(asked).to_contain_text("Est-ce la même personne")
    expect(asked).to_contain_text("Matthieu Moulin")
    axe(admin)
    shot(admin, "people-duplicate", full_page=False)
    action(asked, "confirm-save").click()
    expect(notice(admin)).to_contain_text("a été créé")
    screen(admin, SHOW)
    expect(admin.locator("[data-field=email]")).to_contain_text("un.autre@example.org")


@pytest.mark.parametrize(("locale", "theme", "options"), [("fr", "dark", PHONE), ("en", "light", {})])
def test_the_page_of_a_person_reads_well(open_page: Opener, locale: str, theme: str, options: dict[str, Any]) -> None:
    page = open_page("admin", theme=theme, locale=locale, **options)
    show(page, WITH_PICTURE)
    axe(page)
    fits(page)
    action(page, "tab:communities").click()
    expect(page.locator("[data-related=communities] .records")).to_be_visible()
    axe(page)
    fits(page)
    shot(page, f"people-{'phone' if options else 'desk'}-{theme}-{locale}")
