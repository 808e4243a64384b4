"""Lists on a phone: who and how it stands, nothing sideways, and a real table for those who cannot see it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import action, axe, fits, goto, in_menu, rows, screen, shot
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


@pytest.fixture
def phone(open_page: Opener) -> Page:
    """A phone where the administrator is signed in."""
    return open_page("admin", **PHONE)


@proves("PAGE-1")
def test_no_list_scrolls_sideways(phone: Page) -> None:
    for address in LISTS:
        goto(phone, address)
        fits(phone)
        card = rows(phone).first
        width = card.evaluate("row => row.getBoundingClientRect().width")
        edges = card.evaluate("row => [...row.children].map((cell) => cell.getBoundingClientRect().right)")
        assert max(edges) <= 390, f"a cell of {address} leaves the window"
        assert width > 340
        shot(phone, f"phone-list-{address[1:]}", full_page=False)


@proves("LIST-14")
def test_a_card_is_the_row_of_a_table(phone: Page) -> None:
    goto(phone, "/users?q=camille%20lefebvre", "/users")
    card = rows(phone).first
    expect(phone.get_by_role("table", name="Utilisateurs").get_by_role("row")).to_have_count(2)
    for name in ("Prénom", "Statut du compte", "Accepte les e-mails"):
        expect(phone.get_by_role("columnheader", name=name)).to_have_count(1)
    expect(card.get_by_role("rowheader")).to_contain_text("Camille Lefebvre")
    expect(card.locator("[data-col=status]")).to_have_role("cell")
    axe(phone)


@proves("BUDGET-27")
def test_back_finds_its_place_among_the_cards(phone: Page) -> None:
    goto(phone, "/users")
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


@proves("LIST-14")
def test_a_card_sorts_selects_and_hides_like_a_row(phone: Page) -> None:
    goto(phone, "/users")
    phone.get_by_role("combobox", name="Trier par").select_option("familyName")
    phone.wait_for_url("**/users?sort=familyName")
    screen(phone, "/users")
    expect(phone.locator("thead [data-col=familyName]")).to_have_attribute("aria-sort", "ascending")
    rows(phone).nth(1).locator("[data-select]").check()
    expect(phone.locator("[data-bulk]")).to_be_visible()
    expect(rows(phone).first.locator("[data-col=status]")).to_be_visible()
    expect(rows(phone).first.locator("[data-col=createdDate]")).to_be_hidden()
    in_menu(phone, "users-more", "columns").click()
    phone.locator("[data-column=status]").click()
    expect(rows(phone).first.locator("[data-col=status]")).to_be_hidden()
    fits(phone)


@proves("LIST-18")
def test_a_very_long_name_stays_inside_its_card(phone: Page) -> None:
    goto(phone, "/users?q=Marie-Antoinette", "/users")
    edges = rows(phone).first.evaluate("row => [...row.children].map((cell) => cell.getBoundingClientRect().right)")
    assert max(edges) <= 390
    fits(phone)


@proves("LIST-14")
def test_what_for_stands_below_who_asks(open_page: Opener) -> None:
    phone = open_page("solidary", **PHONE)
    goto(phone, "/solidaryrecords")
    # The middle of the name, of what it is for, and the edges of the first day beside them.
    script = """row => ['.main-link', '.who small', '[data-col=fromDate]'].map((each) => {
      const { left, right, top, bottom } = row.querySelector(each).getBoundingClientRect();
      return { left, right, middle: (top + bottom) / 2 };
    })"""
    for card in rows(phone).all()[:6]:
        name, what, day = card.evaluate(script)
        assert what["middle"] > name["middle"] + 10
        assert max(name["right"], what["right"]) <= day["left"] < day["right"] <= 390


@proves("SHELL-2")
def test_a_phone_shows_five_people_and_more(phone: Page) -> None:
    """Between the tools of the list and the bar at the bottom of the window."""
    goto(phone, "/users")
    bar = (phone.locator(".bottom-bar").bounding_box() or {})["y"]
    ends = [(each.bounding_box() or {}) for each in rows(phone).all()[:8]]
    assert sum(each["y"] + each["height"] <= bar for each in ends) >= 5
    expect(phone.locator(".bottom-bar > :visible")).to_have_count(5)
    action(phone, "menu-of-phone").tap()
    expect(phone.get_by_test_id("menu:/users")).to_be_visible()


@proves("LIST-31")
def test_the_first_row_is_in_the_upper_third(open_page: Opener) -> None:
    for account, addresses in {"admin": (*LISTS, "/campaigns", "/solidaryrecords"), "solidary": SOLIDARY}.items():
        page = open_page(account, **PHONE)
        for address in addresses:
            goto(page, address)
            found = rows(page).first.bounding_box()
            assert found is not None
            assert found["y"] < 281, f"the first row of {address} begins at {found['y']:.0f}"
            head = page.locator(".list > .page-head")
            assert head.evaluate("head => head.offsetHeight") <= 48, f"the head of {address} takes two lines"


@proves("LIST-31")
def test_filters_are_a_sheet_that_says_what_it_finds(phone: Page) -> None:
    goto(phone, "/users")
    before = phone.locator(".head-total [aria-hidden]").inner_text()
    action(phone, "filters").click()
    sheet = phone.get_by_role("search")
    expect(sheet).to_be_in_viewport(ratio=0.99)
    title = action(phone, "filters").get_by_text("Filtres")
    assert title.evaluate("title => title.getBoundingClientRect().width") > 40, "what the sheet is stands at its top"
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
