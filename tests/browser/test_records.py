"""The page of a record: what is said first, what stays where it is, and the parts behind tabs."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import action, axe, fits, goto, notice, row, rows, screen, shot, until
from tests.support.proofs import proves

Opener = Callable[..., Page]
USER, COMMUNITY, EVENT = (f"/{name}/show/[record_id]" for name in ("users", "communities", "events"))


def of_members(seen: list[dict[str, Any]]) -> list[str]:
    return [each["path"] for each in seen if each["path"].startswith("/admin/communities/1")]


@proves("SHOW-9", "SHOW-10")
def test_what_is_needed_at_once_stands_under_the_name_and_what_is_empty_is_folded(open_page: Opener) -> None:
    page = open_page("admin", permissions=["clipboard-read", "clipboard-write"])
    goto(page, "/users/show/7", USER)
    facts = page.locator(".facts")
    expect(facts.locator("[data-fact=email] a")).to_have_attribute("href", "mailto:camille.lefebvre12@example.org")
    expect(page.locator("[data-field=id]")).to_have_text("7")
    expect(facts.locator("[data-fact='homeAddress.addressLocality']")).to_contain_text("Hyères")
    expect(page.get_by_test_id("badges")).to_have_text("Actif")
    facts.locator("[data-fact=email]").get_by_test_id("action:copy").click()
    until(page, "async () => (await navigator.clipboard.readText()) === 'camille.lefebvre12@example.org'")
    below = facts.bounding_box()
    card = page.locator("#show-addresses").bounding_box()
    assert below
    assert card
    assert below["y"] < card["y"] < 340, "the first card begins in the upper third"
    blanks = page.locator("[data-blanks]")
    expect(blanks).to_have_count(1)
    expect(page.locator("[data-field=nationality]")).to_be_hidden()
    blanks.locator("summary").press("Enter")
    expect(blanks.locator("[data-field=nationality]")).to_be_visible()
    expect(blanks.locator("summary")).to_have_text(re.compile(r"^\d+ champs vides$"))


@proves("SHOW-8")
@proves("PAGE-13")
def test_who_comes_second_is_told_who_is_there(open_page: Opener) -> None:
    goto(open_page("solidary"), "/users/show/7", "/users/show/[record_id]")
    second = open_page("admin")
    goto(second, "/users/7", "/users/[record_id]")
    told = second.get_by_test_id("somebody-here")
    expect(told).to_contain_text("Sophie L.")
    axe(second)
    shot(second, "somebody-here", full_page=False)
    goto(second, "/users")
    expect(told).to_have_count(0)


@proves("SHOW-13", "MEMBER-11")
def test_tabs_follow_the_address_and_the_keyboard_to_those_who_wait(
    admin: Page, fresh_data: None, requests_seen: Callable[[], list]
) -> None:
    goto(admin, "/communities/show/1", COMMUNITY)
    sheet, members = action(admin, "tab:record"), action(admin, "tab:community_members")
    expect(sheet).to_have_attribute("aria-selected", "true")
    expect(rows(admin).first).to_be_hidden()
    expect(members).to_contain_text(re.compile(r"\d+ en attente"))
    before = len(of_members(requests_seen()))
    members.click()
    expect(admin).to_have_url(re.compile("/communities/show/1#community_members$"))
    expect(rows(admin).first).to_be_visible()
    assert len(of_members(requests_seen())) == before, "a tab costs no round trip"
    admin.go_back()
    expect(rows(admin).first).to_be_hidden()
    admin.go_forward()
    expect(rows(admin).first).to_be_visible()
    members.press("ArrowLeft")
    expect(sheet).to_be_focused()
    expect(admin.locator("#show-settings")).to_be_visible()
    sheet.press("End")
    expect(sheet).to_have_attribute("aria-selected", "false")
    admin.goto("/communities/show/1#community_members?status=0")
    expect(rows(admin).first).to_be_visible()
    axe(admin)
    fits(admin)
    sheet.click()
    count = members.locator(".waits")
    waiting = int((count.text_content() or "").split()[0])
    action(admin, "waiting-members").click()
    expect(admin).to_have_url(re.compile(r"#community_members\?status=0$"))
    expect(admin.get_by_test_id("range")).to_contain_text(f"sur {waiting}")
    member_id = rows(admin).first.get_attribute("data-id") or ""
    rows(admin).first.locator("select[name=status]").select_option("1")
    action(admin, "change-status").click()
    expect(notice(admin)).to_contain_text("fait partie de la communauté")
    expect(row(admin, member_id)).to_have_count(0)
    expect(count).to_have_text(f"{waiting - 1} en attente")
    # Back to all of them, and still at the members.
    action(admin, "remove-filter:status").click()
    expect(rows(admin)).to_have_count(25)
    expect(members).to_have_attribute("aria-selected", "true")


@proves("SHOW-2", "SHOW-12")
def test_an_event_shows_its_picture_first_and_leads_to_who_is_named(admin: Page) -> None:
    goto(admin, "/events?community.id=5&sort=-id", "/events")
    action(rows(admin).first, "open").click()
    screen(admin, EVENT)
    picture, rail = admin.locator(".illustration").bounding_box(), admin.locator("#show-publication").bounding_box()
    assert picture
    assert rail
    assert picture["x"] < rail["x"]
    assert picture["y"] < 400
    admin.locator("[data-field=communityName] a").click()
    screen(admin, COMMUNITY)
    admin.go_back()
    screen(admin, EVENT)
    # The breadcrumbs keep the filters of the list.
    action(admin, "up").click()
    screen(admin, "/events")
    expect(admin).to_have_url(re.compile(r"/events\?community\.id=5&sort=-id$"))


@proves("SHOW-9")
def test_a_phone_has_the_main_action_and_the_menu_on_one_line(open_page: Opener) -> None:
    page = open_page("admin", **PHONE)
    for address, name in (("/users/show/7", USER), ("/events/show/1", EVENT), ("/communities/show/1", COMMUNITY)):
        # Only when the record is there: its name takes more lines than the one that says it is coming.
        goto(page, address, name)
        # Both at once: what comes above them moves both.
        edit, menu = action(page, "edit"), page.locator(".record-actions .menu-place")
        expect(edit).to_be_visible()
        expect(menu).to_be_visible()
        between = edit.evaluate(
            "(one, other) => one.getBoundingClientRect().y - other.getBoundingClientRect().y", menu.element_handle()
        )
        assert abs(between) < 6, address
        fits(page)


@proves("FORM-25")
def test_a_long_form_is_found_one_s_way_in(admin: Page) -> None:
    goto(admin, "/users/create")
    index = admin.locator("[data-index]")
    until(admin, "document.querySelector('.section-index a:target-current')?.href.endsWith('#section-identity')")
    one, beside = admin.locator("label[for=f-birthDate]"), admin.get_by_text("Genre", exact=True).first
    first, second = one.bounding_box(), beside.bounding_box()
    assert first
    assert second
    assert abs(first["y"] - second["y"]) < 8, "what stands side by side begins at one height"
    music = admin.locator("[name=musicFavorites]")
    expect(music).to_be_hidden()
    action(index, "section:preferences").click()
    expect(music).to_be_visible()
    expect(admin.locator("#section-preferences")).to_be_in_viewport()
    action(admin, "save").click()
    expect(admin.locator("[data-summary]")).to_be_focused()
    marked = index.locator("li", has=admin.locator("[data-mark]:not([hidden])"))
    expect(marked).to_have_count(2)
    expect(marked.first).to_contain_text("Identité")
    axe(admin)
