"""Events: written with or without times, illustrated, corrected, found again, deleted."""

import re
from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.support import action, axe, choose, field, goto, in_menu, notice, rows, screen
from tests.support.proofs import proves

Opener = Callable[..., Page]
pytestmark = pytest.mark.usefixtures("fresh_data")


def poster() -> FilePayload:
    """A picture as somebody would choose it."""
    content = BytesIO()
    Image.new("RGB", (1200, 800), "#2f6db5").save(content, "JPEG")
    return {"name": "affiche.jpg", "mimeType": "image/jpeg", "buffer": content.getvalue()}


@proves("FORM-4", "EVENT-1")
def test_a_whole_event_from_the_first_word_to_the_last(admin: Page) -> None:
    goto(admin, "/events")
    action(admin, "create").first.click()
    screen(admin, "/events/create")
    action(admin, "save").click()
    expect(admin.locator("[data-summary] li")).to_have_count(5)
    field(admin, "name").fill("Bal <i>folk</i> 💃")
    field(admin, "description").fill("Danser ensemble, rentrer ensemble.")
    admin.get_by_role("heading", name="Pour en savoir plus").click()
    admin.locator("[data-host] [contenteditable]").fill("Un bal pour tous.")
    field(admin, "url").fill("bal-folk.example.org")
    field(admin, "fromDate").fill("2027-06-19")
    previewed = admin.locator(".public-preview > small")
    field(admin, "toDate").fill("31/02/2027")
    field(admin, "toDate").press("Tab")
    expect(admin.locator("#f-toDate-error")).to_contain_text("février 2027 a 28 jours")
    expect(previewed).to_contain_text("19 juin 2027")
    expect(previewed).not_to_contain_text("31")
    field(admin, "toDate").fill("2027-06-18")
    expect(field(admin, "fromDate_time")).to_be_hidden()
    choose(admin, "address", "place stan", "Stanislas")
    admin.locator("input[data-image]").set_input_files(poster())
    action(admin, "use-crop").click()
    action(admin, "save").click()
    expect(admin.locator("#f-toDate-error")).to_have_text("La fin doit suivre le début.")
    axe(admin)
    field(admin, "toDate").fill("2027-06-19")
    field(admin, "useTime").check()
    field(admin, "fromDate_time").fill("20:00")
    field(admin, "toDate_time").fill("23:30")
    expect(previewed).to_contain_text("20:00–23:30")
    field(admin, "useTime").uncheck()
    expect(field(admin, "fromDate_time")).to_be_hidden()
    field(admin, "useTime").check()
    expect(field(admin, "fromDate_time")).to_have_value("20:00")
    action(admin, "save").click()
    expect(notice(admin)).to_contain_text("a été créé")
    screen(admin, "/events/show/[record_id]")
    expect(admin.locator("h1")).to_have_text("Bal <i>folk</i> 💃")
    expect(admin.locator("[data-field=fromDate]")).to_have_text("19 juin 2027, 20:00–23:30")
    expect(admin.locator("[data-field=fullDescription]")).to_have_text("Un bal pour tous.")
    expect(admin.locator("[data-field=url] a")).to_have_attribute("href", "https://bal-folk.example.org")
    expect(admin.locator("[data-field=creator]")).to_have_text("Claire M.")
    expect(admin.locator(".show img.illustration")).to_be_visible()

    action(admin, "edit").click()
    screen(admin, "/events/[record_id]")
    expect(field(admin, "toDate_time")).to_have_value("23:30")
    admin.locator("[name=status][value='0']").check()
    field(admin, "name").fill("Bal folk")
    action(admin, "save").click()
    screen(admin, "/events/show/[record_id]")
    expect(admin.locator("[data-field=status]")).to_have_text("Brouillon")

    in_menu(admin, "events-more", "delete").click()
    expect(admin.locator("dialog[open]")).to_contain_text("Bal folk")
    action(admin, "confirm-delete").click()
    screen(admin, "/events")
    expect(admin.get_by_test_id("range")).to_contain_text("sur 59")


@proves("WORDS-4", "EVENT-2")
def test_times_do_not_move_with_the_browser(open_page: Opener) -> None:
    page = open_page("admin", timezone_id="America/Los_Angeles")
    goto(page, "/events/2", "/events/[record_id]")
    expect(field(page, "fromDate_time")).to_have_value("09:00")
    field(page, "toDate_time").fill("21:15")
    action(page, "save").click()
    screen(page, "/events/show/[record_id]")
    expect(page.locator("[data-field=fromDate]")).to_contain_text("21:15")


@proves("EVENT-8")
def test_the_list_is_filtered_sorted_and_sent_to_a_colleague(admin: Page) -> None:
    goto(admin, "/events")
    field_of = admin.locator("[data-param='name']")
    field_of.fill("trail")
    expect(admin).to_have_url(re.compile("name=trail"))
    expect(rows(admin)).to_have_count(5)
    action(admin, "sort:fromDate").click()
    expect(admin.locator("th[data-col=fromDate]")).to_have_attribute("aria-sort", "ascending")
    dates = rows(admin).locator("[data-col=fromDate] time").evaluate_all("all => all.map(each => each.dateTime)")
    assert dates == sorted(dates)
    expect(rows(admin).first.locator("[data-col=fromDate]")).to_have_text(re.compile(r"^\d+ \S+ \d{4}, 07:30–16:00$"))
    goto(admin, "/events?private=false&name=trail", "/events")
    expect(admin.locator(".chip")).to_have_count(2)
    expect(rows(admin).first).to_be_visible()
