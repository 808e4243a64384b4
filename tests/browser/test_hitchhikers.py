"""Hitchhikers in a browser: created, edited, followed up, and only looked at by those who watch."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import action, choose, field, fits, goto, notice, row, rows, screen
from tests.support.proofs import proves

Opener = Callable[..., Page]
pytestmark = pytest.mark.usefixtures("fresh_data")
SHOW, EDIT = "/hitchhikers/show/[record_id]", "/hitchhikers/[record_id]"


@proves("HIKER-9")
def test_create_somebody_and_follow_up(open_page: Opener, faults: Callable[..., None], watch: Any) -> None:
    page = open_page("hitchhiking-admin")
    goto(page, "/hitchhikers")
    action(page, "create").first.click()
    screen(page, "/hitchhikers/create")
    expect(page.locator("main")).to_contain_text("un e-mail de bienvenue")
    expect(page.get_by_test_id("territory")).to_have_count(0)  # of nobody nothing is known
    field(page, "givenName").fill("Yanis 🚗")
    field(page, "familyName").fill("<b>Moreau</b>")
    page.locator("[name=gender][value='2']").check()
    field(page, "birthDate").fill("1998-09-30")
    field(page, "email").fill("camille.lefebvre12@example.org")
    field(page, "telephone").fill("06 55 50 12 34")
    choose(page, "homeAddress", "Toul", "Toul")
    action(page, "save").click()
    expect(page.locator("#f-hitchHikePassenger-error")).to_contain_text("passager, conducteur")
    field(page, "hitchHikePassenger").press("Space")
    action(page, "save").click()
    # What is wrong of this save, not of the one before.
    expect(page.locator("[data-summary] [data-goto='f-email']")).to_be_visible()
    expect(page.locator("[data-summary]")).to_contain_text("1 champ est à corriger")
    expect(page.locator("#f-email-error")).to_contain_text("déjà")
    expect(field(page, "familyName")).to_have_value("<b>Moreau</b>")
    field(page, "email").fill("yanis.moreau@example.org")
    faults(fail=[{"path": "/admin/users", "method": "POST", "status": 500}])
    action(page, "save").click()
    expect(page.locator("main").get_by_test_id("failure")).to_contain_text("Peut-être enregistré")
    expect(field(page, "givenName")).to_have_value("Yanis 🚗")
    faults()
    action(page, "save").click()
    screen(page, SHOW)
    expect(page.locator("h1")).to_have_text("Yanis 🚗 <b>Moreau</b>")
    expect(page.get_by_test_id("territory")).to_contain_text("Adhérent actif")
    expect(page.locator("[data-field=phoneDisplay]")).to_contain_text("covoitureurs confirmés")
    expect(page.get_by_test_id("step:identity")).to_have_attribute("aria-current", "step")
    expect(page.locator("[data-testid^='action:mark']")).to_have_count(0)
    action(page, "by-hand-proof").click()
    action(page, "confirm-by-hand").click()
    # The platform gives the kit and issues the letter.
    for step in ("identity", "rezo_kit", "card_letter"):
        expect(page.get_by_test_id(f"step:{step}")).to_have_attribute("data-done", "true")
    action(page, "mark:card_letter_posted").click()
    action(page, "unmark:card_letter_posted").click()
    expect(page.get_by_test_id("step:card_letter_posted")).to_contain_text("Non posté")
    expect(page.get_by_test_id("step:card_letter_posted")).to_have_attribute("aria-current", "step")
    # The step before it is undone, and said again once it is due; the one before that not yet.
    expect(action(page, "unmark:rezo_kit")).to_have_count(0)
    action(page, "unmark:card_letter").click()
    expect(action(page, "mark:card_letter_posted")).to_have_count(0)
    expect(action(page, "unmark:rezo_kit")).to_be_visible()
    action(page, "mark:card_letter").click()
    expect(action(page, "mark:card_letter_posted")).to_be_visible()
    action(page, "edit").click()
    screen(page, EDIT)
    expect(page.get_by_test_id("territory")).to_contain_text("Adhérent actif")
    choose(page, "homeAddress", "Épinal", "Épinal")
    expect(page.get_by_test_id("territory")).to_contain_text("après l’enregistrement")
    action(page, "save").click()
    screen(page, SHOW)
    expect(page.get_by_test_id("territory")).to_contain_text("En cours d’adhésion")


@proves("HIKER-6", "HIKER-13")
def test_letters_are_posted_from_their_list_and_who_waits_is_checked_one_after_the_other(open_page: Opener) -> None:
    page = open_page("hitchhiking-admin")
    goto(page, "/hitchhikers")
    action(page, "shortcut:letters_to_post").click()
    expect(action(page, "shortcut:letters_to_post")).to_have_attribute("aria-current", "true")
    screen(page, "/hitchhikers")
    expect(page.locator(".chip")).to_have_count(2)
    expect(page.locator("table[aria-busy=true]")).to_have_count(0)
    due = rows(page).filter(has=action(page, "mark:card_letter_posted"))
    person = due.first.get_attribute("data-id")
    action(row(page, str(person)), "mark:card_letter_posted").press("Enter")
    expect(notice(page)).to_contain_text("lettre postée")
    expect(row(page, str(person)).locator("[data-col=cardLetterPosted]")).to_have_text("Oui")
    action(page, "everything").click()
    expect(page.locator(".chip")).to_have_count(0)
    goto(page, "/hitchhikers?rezoKit=false&q=a")
    expect(page.locator(".remark")).to_contain_text("jamais été renseignée")

    goto(page, "/hitchhikers?identityStatus=1", "/hitchhikers")
    waiting = {each.get_attribute("data-id") for each in rows(page).all()}
    action(rows(page).first, "open").click()
    screen(page, SHOW)
    first = page.url.rpartition("/")[2]
    name = page.locator("h1").inner_text()
    action(page, "next-to-check").click()
    expect(page).not_to_have_url(re.compile(f"/{first}$"))
    screen(page, SHOW)
    expect(page.locator("h1")).not_to_have_text(name)  # what is pressed before belongs to the first
    assert len(waiting) > 1
    expect(page.get_by_test_id("step:identity")).to_contain_text("En attente")
    page.keyboard.press("v")
    picture, document = page.locator(".proof-picture"), page.get_by_role("link", name="Ouvrir le PDF")
    expect(picture.or_(document)).to_be_visible()
    while document.is_visible():  # the next one may have sent a document
        name = page.locator("h1").inner_text()
        action(page, "next-to-check").click()
        expect(page.locator("h1")).not_to_have_text(name)
        expect(page.get_by_test_id("step:identity")).to_contain_text("En attente")
        page.keyboard.press("v")
        expect(picture.or_(document)).to_be_visible()
    before = picture.bounding_box()
    page.get_by_label("Agrandir").check()
    enlarged = picture.bounding_box()
    assert before
    assert enlarged
    assert enlarged["width"] > 2 * before["width"]
    fits(page)

    goto(page, "/hitchhikers?identityStatus=3", "/hitchhikers")
    action(rows(page).first, "open").click()
    screen(page, SHOW)
    refused = page.get_by_test_id("step:identity")
    expect(refused.locator("[data-tone=bad]")).to_have_text("Refusée")
    expect(refused).to_contain_text(re.compile(r"Refusée le \d.* par "))
    expect(action(refused, "by-hand-proof")).to_be_visible()
    # What follows has no button before the identity is accepted.
    expect(page.locator("[data-testid^='action:mark']")).to_have_count(0)
    expect(page.locator("main").get_by_role("table")).to_have_count(0)


@proves("HIKER-5")
def test_who_watches_changes_nothing(open_page: Opener, requests_seen: Any) -> None:
    page = open_page("hitchhiking")
    goto(page, "/hitchhikers")
    expect(rows(page).first).to_be_visible()
    for name in ("create", "edit"):
        expect(action(page, name)).to_have_count(0)
    expect(page.locator("[data-testid^='action:mark']")).to_have_count(0)
    action(rows(page).first, "open").click()
    screen(page, SHOW)
    expect(page.get_by_test_id("step:rezo_kit")).to_be_visible()
    for name in ("edit", "mark:rezo_kit", "unmark:rezo_kit", "by-hand-proof", "see-proof"):
        expect(action(page, name)).to_have_count(0)
    goto(page, "/hitchhikers/create", "forbidden")
    goto(page, "/hitchhikers/20", "forbidden")
    assert not [each for each in requests_seen() if each["method"] in ("POST", "PATCH") and "admin" in each["path"]]
