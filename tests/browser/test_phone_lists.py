"""Lists on a phone: who and how it stands, nothing sideways, and a real table for those who cannot see it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import action, axe, choosing, fits, goto, in_menu, looks, rows, screen, shot
from tests.support.proofs import proves

Opener = Callable[..., Page]
LISTS = (
    "/users",
    "/hitchhikers",
    "/communities",
    "/events",
    "/articles",
    "/editorials",
    "/relaypoints",
    "/relaypointtypes",
)

SOLIDARY = ("/solidarybeneficiaries", "/solidaryvolunteers", "/solidarystructures")
FEW = ("/relaypointtypes", "/solidarystructures")
"""What a window shows whole, and nobody has to look for."""

MARKED = """() => [...document.querySelectorAll(".bottom-bar > *")]
  .filter((each) => each.offsetWidth && getComputedStyle(each, "::before").content !== "none")
  .map((each) => each.textContent)"""
"""The ways of the bar at the bottom that say that one is there."""
CUT = """() => [...document.querySelectorAll(".bottom-bar span")]
  .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent)"""
"""What is cut of the ways at the bottom of the window."""


CUT_CHOICE = """it => {
  const { offsetWidth } = it;
  it.style.maxWidth = "none";
  return it.offsetWidth - offsetWidth;
}"""
"""By how much a choice is less wide than its words."""
STATES = """all => all.map((each) => each.getBoundingClientRect())
  .map(({ right, height }) => ({ right: Math.round(right), height }))"""


@pytest.fixture
def phone(open_page: Opener) -> Page:
    """A phone where the administrator is signed in."""
    return open_page("admin", **PHONE)


@proves("PAGE-1", "LIST-14", "LIST-31")
def test_no_list_scrolls_sideways_and_the_first_row_is_in_the_upper_third(open_page: Opener) -> None:
    for account, addresses in {"admin": (*LISTS, "/campaigns"), "solidary": (*SOLIDARY, "/solidaryrecords")}.items():
        page = open_page(account, **PHONE)
        for address in addresses:
            goto(page, address)
            fits(page)
            card = rows(page).first
            found = card.bounding_box()
            assert found is not None
            assert found["y"] < 281, f"the first row of {address} begins at {found['y']:.0f}"
            assert found["width"] > 340
            edges = card.evaluate("row => [...row.children].map((cell) => cell.getBoundingClientRect().right)")
            assert max(edges) <= 390, f"a cell of {address} leaves the window"
            head = page.locator(".list > .page-head")
            assert head.evaluate("head => head.offsetHeight") <= 48, f"the head of {address} takes two lines"
            states = page.locator("tbody [data-phone] .badge:visible").evaluate_all(STATES)
            assert {each["right"] for each in states} <= {374}, f"states of {address} end on several lines"
            assert all(each["height"] <= 24 for each in states), f"a state of {address} takes two lines"
            tools = page.locator(".list-tools :is(label, .button, .icon-button, .view-switch a):visible")
            lines = tools.evaluate_all(
                "all => all.map((each) => each.getBoundingClientRect()).map((it) => [it.top, it.bottom])"
            )
            held = 0 if address in FEW else 1
            assert len({tuple(map(round, each)) for each in lines}) == held, f"the tools of {address} take no one line"
            shot(page, f"phone-list-{address[1:]}", full_page=False)
    # The middle of the name, of the way, and the edges of the first day beside them.
    script = """row => ['.main-link', '.who small', '[data-col=fromDate]'].map((each) => {
      const { left, right, top, bottom } = row.querySelector(each).getBoundingClientRect();
      return { left, right, middle: (top + bottom) / 2 };
    })"""
    for card in rows(page).all()[:6]:
        name, what, day = card.evaluate(script)
        assert what["middle"] > name["middle"] + 10
        assert max(name["right"], what["right"]) <= day["left"] < day["right"] <= 390


@proves("LIST-14")
def test_a_request_says_its_way_and_a_volunteer_the_days_of_a_week(open_page: Opener) -> None:
    page = open_page("solidary", **PHONE)
    goto(page, "/solidaryrecords")
    for each in rows(page).all()[:6]:
        seen = each.locator(".who small > span:visible")
        expect(seen).to_have_count(1)
        expect(seen).to_have_text(re.compile("\\bvers\\b"))
        expect(seen.locator("svg")).to_be_visible()
        assert seen.evaluate("it => it.scrollWidth <= it.clientWidth"), "a way is cut"
    goto(page, "/solidaryvolunteers")
    for locale, _ in looks(page):
        week = rows(page).first.locator(".day-initial > [aria-hidden]")
        assert "".join(week.all_inner_texts()) == {"fr": "LMMJVSD", "en": "MTWTFSS"}[locale]
        expect(week.filter(visible=True)).to_have_count(7)
        tops = week.evaluate_all("all => all.map((each) => each.getBoundingClientRect().top)")
        assert len(set(tops)) == 1, "a week is one line"
    heights = rows(page).evaluate_all("all => all.map((each) => each.offsetHeight)")
    assert max(heights) <= 76
    # A day is filled where there is a moment, and says which.
    for each in rows(page).first.locator("td:has(.day-initial)").all():
        free = each.locator(".day-initial").get_attribute("data-free") == "yes"
        expect(each).to_have_accessible_name(re.compile(r"^\w+ (Matin|Après|Soir|Pas|Morn|After|Even|Not)"))
        assert free == (each.locator(".day-slots > [data-free=yes]").count() > 0)


@proves("LIST-14", "LIST-18")
def test_a_card_is_the_row_of_a_table_and_keeps_a_very_long_name_inside(phone: Page) -> None:
    goto(phone, "/users?q=camille%20lefebvre", "/users")
    card = rows(phone).first
    expect(phone.get_by_role("table", name="Utilisateurs").get_by_role("row")).to_have_count(2)
    for name in ("Prénom", "Statut du compte", "Accepte les e-mails"):
        expect(phone.get_by_role("columnheader", name=name)).to_have_count(1)
    expect(card.get_by_role("rowheader")).to_contain_text("Camille Lefebvre")
    expect(card.locator("[data-col=status]")).to_have_role("cell")
    axe(phone)
    goto(phone, "/users?q=Marie-Antoinette", "/users")
    edges = rows(phone).first.evaluate("row => [...row.children].map((cell) => cell.getBoundingClientRect().right)")
    assert max(edges) <= 390
    fits(phone)


@proves("LIST-4", "LIST-14")
def test_pages_are_offered_where_there_are_some_and_take_one_line(phone: Page) -> None:
    goto(phone, "/users")
    there = phone.locator(".list-footer > *:visible")
    expect(action(phone, "next-page")).to_be_visible()
    tops = there.evaluate_all(
        "all => all.map((each) => { const it = each.getBoundingClientRect(); return it.top + it.height / 2; })"
    )
    assert len(tops) == 3
    assert max(tops) - min(tops) <= 1
    goto(phone, "/editorials")
    expect(there).to_have_count(1)
    expect(there).to_have_text(re.compile(r"^1–(\d+) sur \1$"))
    goto(phone, "/communities/show/1#community_members", "/communities/show/[record_id]")
    status = rows(phone).first.locator("select")
    expect(status).to_be_visible()
    inside = status.evaluate("it => it.parentElement.getBoundingClientRect().right - it.getBoundingClientRect().right")
    assert -0.5 <= inside < 1, "the arrow of a status is cut"
    for _ in looks(phone):
        for each in rows(phone).locator("select:visible").all()[:6]:
            assert each.evaluate(CUT_CHOICE) <= 0, "the words of a status are cut"


@proves("SHELL-2")
@pytest.mark.parametrize(("path", "marked"), [("/users", "Personnes"), ("/campaigns", "Plus"), ("/rights", "Plus")])
def test_the_bar_of_a_phone_says_where_one_is(phone: Page, path: str, marked: str) -> None:
    goto(phone, path)
    assert phone.evaluate(MARKED) == [marked]


@proves("SHELL-2", "BUDGET-27")
def test_a_phone_shows_five_people_and_back_finds_its_place_among_them(phone: Page) -> None:
    """Between the tools of the list and the bar at the bottom of the window."""
    goto(phone, "/users")
    bar = (phone.locator(".bottom-bar").bounding_box() or {})["y"]
    ends = [(each.bounding_box() or {}) for each in rows(phone).all()[:8]]
    assert sum(each["y"] + each["height"] <= bar for each in ends) >= 5
    expect(phone.locator(".bottom-bar > :visible")).to_have_count(5)
    for _ in looks(phone):
        assert phone.evaluate(CUT) == []
    card = rows(phone).nth(17)
    card.evaluate("row => row.scrollIntoView({ block: 'center' })")
    name, place = card.get_attribute("data-id") or "", (card.bounding_box() or {})["y"]
    card.locator("a.main-link").click()
    screen(phone, "/users/show/[record_id]")
    phone.go_back()
    screen(phone, "/users")
    there = phone.locator(f'tr[data-id="{name}"]')
    expect(there).to_be_in_viewport()
    assert abs((there.bounding_box() or {})["y"] - place) < 5
    action(phone, "menu-of-phone").tap()
    expect(phone.get_by_test_id("menu:/users")).to_be_visible()


@proves("LIST-14", "LIST-31")
def test_cards_are_filtered_in_a_sheet_sorted_selected_and_hidden_like_rows(phone: Page) -> None:
    goto(phone, "/users")
    before = phone.locator(".head-total [aria-hidden]").inner_text()
    action(phone, "filters").click()
    sheet = phone.get_by_role("search")
    expect(sheet).to_be_in_viewport(ratio=0.99)
    title = action(phone, "filters").get_by_text("Filtres")
    assert title.evaluate("title => title.getBoundingClientRect().width") > 40, "what the sheet is stands at its top"
    middles = sheet.locator(".dated").first.evaluate(
        """day => ["[data-types]", ".icon-button"].map((each) => day.querySelector(each).getBoundingClientRect())
          .map((it) => it.top + it.height / 2)"""
    )
    assert abs(middles[0] - middles[1]) <= 1, "the calendar of a day stands beside its line"
    phone.get_by_role("combobox", name="Genre").select_option("1")
    phone.wait_for_url("**/users?gender=1")
    see = action(phone, "see-results")
    expect(see).to_be_in_viewport(ratio=0.99)
    expect(phone.locator(".head-total [aria-hidden]")).not_to_have_text(before)
    total = phone.locator(".head-total [aria-hidden]").inner_text()
    expect(see).to_have_text(f"Voir les {total} résultats")
    axe(phone)
    shot(phone, "phone-filters", full_page=False)
    see.click()
    expect(see).to_be_hidden()
    expect(action(phone, "filters")).to_be_focused()
    action(phone, "filters").click()
    phone.keyboard.press("Escape")
    expect(see).to_be_hidden()
    action(phone, "users-more").click()
    phone.get_by_role("combobox", name="Trier par").select_option("familyName")
    phone.wait_for_url("**/users?*sort=familyName*")
    screen(phone, "/users")
    expect(phone.locator("thead [data-col=familyName]")).to_have_attribute("aria-sort", "ascending")
    # Until one chooses, a row is who it is and how it stands.
    expect(phone.locator("tbody :is([data-select-cell], .row-actions)").locator("visible=true")).to_have_count(0)
    choosing(phone)
    rows(phone).nth(1).locator("[data-select]").check()
    expect(phone.locator("[data-bulk]")).to_be_visible()
    expect(phone.get_by_text("Sélectionner toute la page")).to_be_visible()
    rows(phone).nth(2).locator(".main-link").click()
    expect(rows(phone).nth(2).locator("[data-select]")).to_be_checked()
    screen(phone, "/users")
    expect(rows(phone).first.locator("[data-col=status]")).to_be_visible()
    expect(rows(phone).first.locator("[data-col=createdDate]")).to_be_hidden()
    in_menu(phone, "users-more", "columns").click()
    phone.locator("[data-column=status]").click()
    expect(rows(phone).first.locator("[data-col=status]")).to_be_hidden()
    fits(phone)
