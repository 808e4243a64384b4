"""Volunteers in a browser: who is free when and where, and a week by mouse, by keyboard and on paper."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import action, axe, field, fits, goto, looks, notice, rows, screen, shot, until
from tests.support.proofs import proves

Opener = Callable[..., Page]
LIST, SHOW, EDIT = "/solidaryvolunteers", "/solidaryvolunteers/show/[record_id]", "/solidaryvolunteers/[record_id]"

NEAR = """() => [...document.querySelectorAll("td[data-col=distance]")]
    .every(({ textContent }) => parseFloat(textContent.replace(",", ".")) <= 15)"""
"""Whether every distance shown is of 15 km at most."""


def first(page: Page) -> str:
    """The id of the first volunteer of the list."""
    goto(page, LIST)
    return rows(page).first.get_attribute("data-id") or ""


def box(page: Page, name: str) -> Locator:
    return page.get_by_role("checkbox", name=name, exact=True)


def test_who_is_free_on_tuesday_morning_near_luneville(open_page: Opener) -> None:
    page = open_page("solidary")
    goto(page, "/")
    page.get_by_test_id(f"menu:{LIST}").first.click()
    screen(page, LIST)
    everybody = rows(page).count()
    page.locator("select[data-param=day]").select_option("tue")
    expect(page).to_have_url(re.compile("day=tue"))
    page.locator("select[data-param=slot]").select_option("m")
    expect(page).to_have_url(re.compile("slot=m"))
    action(page, "filters").click()
    near = page.locator("#filter-near")
    near.fill("Lunév")
    page.get_by_role("option", name=re.compile("Lunéville")).first.click()
    expect(page).to_have_url(re.compile("near="))
    page.locator("select[data-param=within]").select_option("15")
    expect(page).to_have_url(re.compile("within=15"))
    expect(page.get_by_role("note")).to_contain_text("vol d’oiseau")
    expect(rows(page).first.locator("[data-col=sun]")).to_be_in_viewport(ratio=1)
    expect(rows(page).first).to_be_visible()
    until(page, NEAR)
    assert 0 < rows(page).count() < everybody
    for each in rows(page).all():
        expect(each.locator("[data-col=tue]")).to_contain_text("Matin")
    for locale, theme in looks(page):
        shot(page, f"volunteers-{locale}-{theme}")
    axe(page)
    page.go_back()
    expect(page).not_to_have_url(re.compile("within="))
    action(page, "view-map").click()
    expect(page.locator(".map[data-ready]")).to_be_visible()
    expect(page.locator(".map-words [role=status]")).to_contain_text(re.compile("^[1-9]"))
    shot(page, "volunteers-map")


@proves("VOLUNTEER-7")
@pytest.mark.usefixtures("fresh_data")
def test_a_week_by_mouse_whose_hours_do_not_fit_at_first(open_page: Opener) -> None:
    page = open_page("solidary")
    number = first(page)
    goto(page, f"{LIST}/{number}", EDIT)
    early = field(page, "mMinTime")
    fits_the_structure = early.input_value()
    early.fill("03:00")
    action(page, "save").click()
    expect(page.locator("#f-mMinTime-error")).to_contain_text("structure")
    page.get_by_role("alert").get_by_role("link").first.click()
    expect(early).to_be_focused()
    shot(page, "volunteer-edit-refused")
    axe(page)
    early.fill(fits_the_structure)
    box(page, "Toute la semaine").set_checked(True)
    box(page, "Toute la semaine").set_checked(False)
    expect(page.locator("[role=grid] [name]:checked")).to_have_count(0)
    page.get_by_label("Matin, tous les jours").check()
    expect(page.locator("[role=grid] [name]:checked")).to_have_count(7)
    page.locator(".tick", has=field(page, "eSun")).click()
    expect(field(page, "eSun")).to_be_checked()
    expect(page.locator("form[data-guard]")).to_have_attribute("data-dirty", "")
    for locale, theme in looks(page):
        shot(page, f"volunteer-edit-{locale}-{theme}")
    axe(page)
    action(page, "save").click()
    screen(page, SHOW)
    notice(page)
    free = page.locator(".week-card .free")
    expect(free).to_have_count(8)
    for locale, theme in looks(page):
        shot(page, f"volunteer-{locale}-{theme}")
    axe(page)


@proves("VOLUNTEER-7")
@pytest.mark.usefixtures("fresh_data")
def test_a_week_by_keyboard_alone(open_page: Opener) -> None:
    page = open_page("solidary")
    number = first(page)
    goto(page, f"{LIST}/{number}", EDIT)
    start = field(page, "mMon")
    expect(start).to_have_attribute("tabindex", "0")
    start.focus()
    was = {name: field(page, name).is_checked() for name in ("mMon", "aTue", "eSun")}
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(field(page, "aTue")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Control+End")
    expect(field(page, "eSun")).to_be_focused()
    page.keyboard.press("Home")
    expect(box(page, "Dimanche, toute la journée")).to_be_focused()
    box(page, "Dimanche, toute la journée").uncheck()
    page.keyboard.press("Space")
    expect(field(page, "eSun")).to_be_checked()
    assert field(page, "mMon").is_checked() is not was["mMon"]
    assert field(page, "aTue").is_checked() is not was["aTue"]
    page.keyboard.press("Tab")
    expect(page.locator("[role=grid] :focus")).to_have_count(0)
    page.keyboard.press("Control+s")
    screen(page, SHOW)


@proves("VOLUNTEER-7")
def test_the_list_and_a_week_on_a_phone(open_page: Opener) -> None:
    page = open_page("solidary", **PHONE)
    number = first(page)
    pages = {"list": (LIST, LIST), "show": (f"{LIST}/show/{number}", SHOW), "edit": (f"{LIST}/{number}", EDIT)}
    for name, (path, route) in pages.items():
        goto(page, path, route)
        fits(page)
        for locale, theme in looks(page):
            shot(page, f"volunteers-phone-{name}-{locale}-{theme}", full_page=name != "list")
        if name != "show":
            axe(page)
    expect(page.locator("#week-help .for-keys")).to_be_hidden()


@proves("VOLUNTEER-9")
def test_the_week_on_paper(open_page: Opener) -> None:
    page = open_page("solidary")
    number = first(page)
    goto(page, f"{LIST}/show/{number}", SHOW)
    sheet = page.locator(".sheet")
    expect(sheet).to_be_hidden()
    action(page, "tab:planning").click()
    expect(page.get_by_test_id("planned").first).to_be_visible()
    for locale, _ in looks(page):
        page.emulate_media(media="print")
        expect(sheet).to_be_visible()
        expect(sheet.get_by_role("heading", level=1)).to_contain_text("Semaine" if locale == "fr" else "’s week")
        expect(sheet).to_contain_text("Entraide Mobilité Lunévillois")
        expect(action(page, "print")).to_be_hidden()
        expect(page.locator(".planning-card")).to_be_hidden()
        shot(page, f"volunteer-paper-{locale}")
        page.emulate_media(media="screen")
    page.evaluate("window.print = () => { window.printed = true }")
    action(page, "volunteers-more").click()
    action(page, "print").click()
    assert page.evaluate("window.printed")
