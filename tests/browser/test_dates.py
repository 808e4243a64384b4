"""Days and times are typed and read in the language of the page, whatever the browser speaks (decision 47)."""

import datetime as dt
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.support import action, axe, field, fits, goto, of_account, rows, screen, until
from tests.support.proofs import proves

Opener = Callable[..., Page]
BIRTH = "birthDate"


def held(page: Page, name: str) -> str:
    """What a form would send."""
    return page.locator(f'[name="{name}"][data-held]').input_value()


def wrong(page: Page, name: str) -> Locator:
    """What is said of the text that was typed; the server says it, a moment later."""
    return page.locator(f"[data-dated]:has([data-types={name}]) [data-wrong]")


def asked(page: Page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


@proves("FORM-26", "FORM-27")
def test_a_birth_date_is_typed_without_a_mouse_in_any_spelling(admin: Page) -> None:
    goto(admin, "/users/create")
    birth = field(admin, BIRTH)
    for locale, shown in (("en", "7 Jun 1977"), ("fr", "07/06/1977")):
        of_account(admin, f"language-{locale}").click()
        for text in ("07061977", "7/6/77", "7 juin 1977", "1977-06-07"):
            birth.fill(text)
            birth.press("Tab")
            expect(birth).to_have_value(shown)
            assert held(admin, BIRTH) == "1977-06-07"
            expect(wrong(admin, BIRTH)).to_have_text("")
    year = dt.date.today().year
    for text, said in (
        ("31/02/1991", "« 31/02/1991 » n’existe pas : février 1991 a 28 jours."),
        ("05/14/1991", "Le jour vient avant le mois : vouliez-vous dire 14/05/1991 ?"),
        (f"01/01/{year + 1}", "Cette date est dans le futur."),
        ("31/12/1899", "Saisissez une date à partir du 01/01/1900."),
        ("hier", "« hier » n’est pas une date. Tapez-la ainsi : 14/05/1991 ou 14051991."),
    ):
        birth.fill(text)
        birth.press("Tab")
        expect(wrong(admin, BIRTH)).to_have_text(said)
        expect(birth).to_have_attribute("aria-invalid", "true")
        expect(birth).to_have_value(text)
    birth.fill("14/05/1991")
    expect(wrong(admin, BIRTH)).to_have_text("")
    birth.fill(f"01/01/{year + 1}")
    action(admin, "save").click()
    expect(admin.locator("[data-summary]")).to_contain_text("Date de naissance : Cette date doit être passée.")


@proves("FORM-28")
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_the_calendar_speaks_french_and_is_fetched_when_it_is_opened(open_page: Opener, size: dict[str, Any]) -> None:
    page = open_page("admin", **size)
    goto(page, "/users/create")

    def fetched() -> bool:
        names = page.evaluate("performance.getEntriesByType('resource').map(each => each.name)")
        return any("cally" in name for name in names)

    assert not fetched()
    birth = field(page, BIRTH)
    birth.fill("07/06/1977")
    birth.press("ArrowDown")
    month = page.locator("calendar-month")
    expect(month.get_by_role("button", name="7 juin", exact=True)).to_be_focused()
    assert fetched()
    expect(month.locator("th").first).to_contain_text("lundi")
    expect(page.locator("calendar-select-month [slot=label]")).to_have_text("Mois")
    expect(page.locator("calendar-select-month").locator("option[label=juin]")).to_have_js_property("selected", True)
    fits(page)
    axe(page)
    page.keyboard.press("ArrowDown")
    expect(month.get_by_role("button", name="14 juin", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(birth).to_be_focused()
    expect(birth).to_have_value("14/06/1977")
    assert held(page, BIRTH) == "1977-06-14"
    expect(page.get_by_text("Modifications non enregistrées")).to_have_count(1)
    action(page, "calendar").first.click()
    page.keyboard.press("Escape")
    expect(month).to_be_hidden()
    expect(action(page, "calendar").first).to_be_focused()


@proves("FORM-28")
def test_a_page_of_dates_comes_after_a_calendar_was_opened(admin: Page) -> None:
    """Its elements are alive then; what React gives them made the page fall."""
    goto(admin, "/users/create")
    field(admin, BIRTH).press("ArrowDown")
    expect(admin.locator("calendar-month")).to_be_visible()
    # A hundred years of births, not the twenty around today.
    assert admin.locator("calendar-select-year").locator("option").count() > 100
    admin.keyboard.press("Escape")
    admin.get_by_role("navigation", name="Menu principal").get_by_role("link", name="Événements").click()
    screen(admin, "/events")
    action(admin, "create").click()
    screen(admin, "/events/create")
    field(admin, "fromDate").press("ArrowDown")
    expect(admin.locator("calendar-month:visible")).to_have_count(1)


@proves("FORM-26")
def test_the_language_of_the_browser_plays_no_part_and_a_time_is_typed_as_it_is_said(open_page: Opener) -> None:
    """A French browser writes English dates in English, and follows when the language changes."""
    page = open_page("admin", locale="en")
    goto(page, "/events/1", "/events/[record_id]")
    day = held(page, "fromDate")
    written = dt.date.fromisoformat(day)
    expect(field(page, "fromDate")).to_have_value(f"{written.day} {written:%b %Y}")
    of_account(page, "language-fr").click()
    expect(field(page, "fromDate")).to_have_value(f"{written:%d/%m/%Y}")
    assert held(page, "fromDate") == day
    expect(page.get_by_text("Modifications non enregistrées")).to_be_hidden()
    switch = field(page, "useTime")
    if not switch.is_checked():
        switch.check()
    clock = field(page, "fromDate_time")
    for text, shown in (("8h30", "08:30"), ("20h", "20:00"), ("0915", "09:15")):
        clock.fill(text)
        clock.press("Tab")
        expect(clock).to_have_value(shown)
        assert held(page, "fromDate_time") == shown
    clock.fill("25h")
    clock.press("Tab")
    expect(wrong(page, "fromDate_time")).to_contain_text("n’est pas une heure")


@proves("LIST-27", "LIST-28")
def test_a_period_is_one_filter_whose_last_day_counts(admin: Page) -> None:
    page = admin
    goto(page, "/users?sort=createdDate", "/users")
    newest = rows(page).first.locator("[data-col=createdDate] time").get_attribute("datetime") or ""
    day = newest[:10]
    # A day of the API is its midnight, so the one after is what it is asked before.
    goto(page, f"/users?createdDate[after]={day}&createdDate[before]={day}", "/users")
    assert rows(page).count() > 0
    chip = action(page, "remove-filter:createdDate[after]")
    expect(chip).to_contain_text(day[:4])
    chip.click()
    expect(chip).to_have_count(0)
    action(page, "filters").click()
    page.get_by_test_id("presets:createdDate[after]").select_option("last_year")
    year = dt.date.today().year - 1
    expect(chip).to_have_text(f"Inscrit entre le 1er janvier et le 31 décembre {year}")
    until(page, "location.search.includes('12-31')")
    expect(action(page, "filters")).to_contain_text("(1 actif)")
    period = {"createdDate[after]": f"{year}-01-01", "createdDate[before]": f"{year}-12-31"}
    assert asked(page) == period
    last = page.locator("[data-types='createdDate[before]']")
    expect(last).to_have_value(f"31/12/{year}")
    page.get_by_test_id("presets:createdDate[after]").select_option("chosen")
    last.fill(f"1/12/{year - 1}")
    last.press("Enter")
    expect(page.get_by_text("les dates ont été échangées").first).to_be_visible()
    expect(chip).to_have_text(f"Inscrit entre le 1er décembre {year - 1} et le 1er janvier {year}")
    # The address is as it was typed; whoever reads it exchanges the days.
    assert asked(page) == period | {"createdDate[before]": f"{year - 1}-12-01"}
    expect(page.get_by_test_id("presets:createdDate[after]")).to_have_value("chosen")
    chip.click()
    expect(chip).to_have_count(0)
    assert asked(page) == {}
    expect(last).to_have_value("")
    page.go_back()
    expect(chip).to_be_visible()
    expect(last).to_have_value(f"01/01/{year}")


@proves("LIST-28")
def test_a_dashboard_takes_the_same_periods(open_page: Opener) -> None:
    page = open_page("admin")
    main = goto(page, "/hitchhikers/dashboard")
    page.get_by_test_id("presets:after").select_option("this_year")
    year = dt.date.today().year
    until(page, "location.search.includes('12-31')")
    assert asked(page) == {"after": f"{year}-01-01", "before": f"{year}-12-31"}
    expect(main.locator(".dashboard-span")).to_contain_text(f"1er janv. {year}")
    goto(page, "/hitchhikers/dashboard?after=2026-06-01&before=2026-01-01", "/hitchhikers/dashboard")
    expect(page.get_by_text("les dates ont été échangées")).to_be_visible()
    expect(page.locator("[data-types=after]")).to_have_value("01/01/2026")
    screen(page, "/hitchhikers/dashboard")
