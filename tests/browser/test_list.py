"""Working with a list: its address, filters, columns, selection, deletion of many, keyboard, hostile names."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.browser.support import action, field, goto, in_menu, notice, row, rows, screen
from tests.support.proofs import proves

Requests = Callable[[], list[dict[str, Any]]]


def address_holds(tab: Page, **wanted: str) -> None:
    """Wait until the address says just this of the list, and the list is there."""
    tab.wait_for_url(lambda url: dict(parse_qsl(urlsplit(url).query)) == wanted)
    screen(tab, "/users")
    expect(tab.locator("table[aria-busy=true]")).to_have_count(0)


def names(page: Page) -> list[str]:
    """Return the family names on show."""
    return page.locator("[data-testid=row] .main-link").all_inner_texts()


def search(page: Page) -> Locator:
    """Return the field that searches by name."""
    return page.get_by_role("searchbox", name="Nom, e-mail ou téléphone")


@proves("LIST-1", "LIST-10", "USER-2")
def test_the_address_holds_the_list_and_the_browser_its_size_and_columns(admin: Page) -> None:
    goto(admin, "/users")
    expect(rows(admin)).to_have_count(25)
    action(admin, "sort:familyName").click()
    address_holds(admin, sort="familyName")
    head = admin.locator("th[data-col=familyName]", has=admin.get_by_test_id("action:sort:familyName"))
    expect(head).to_have_attribute("aria-sort", "ascending")
    ascending = names(admin)
    action(admin, "sort:familyName").click()
    address_holds(admin, sort="-familyName")
    expect(head).to_have_attribute("aria-sort", "descending")
    descending = names(admin)
    assert ascending != descending
    action(admin, "next-page").click()
    address_holds(admin, sort="-familyName", page="2")
    expect(admin.get_by_test_id("range")).to_have_text(re.compile("^26–50 sur"))
    search(admin).fill("lefeb")
    address_holds(admin, sort="-familyName", q="lefeb")
    chip = action(admin, "remove-filter:q")
    expect(chip).to_contain_text("lefeb")
    assert all("lefeb" in text.lower() for text in rows(admin).all_inner_texts())
    admin.go_back()
    address_holds(admin, sort="-familyName")
    expect(admin.get_by_test_id("range")).to_have_text(re.compile("^1–25 sur"))
    expect(search(admin)).to_have_value("")
    assert names(admin) == descending
    admin.get_by_label("Lignes par page").select_option("10")
    address_holds(admin, sort="-familyName", perPage="10")
    expect(rows(admin)).to_have_count(10)
    news, telephone = (admin.locator(f"thead [data-col={name}]") for name in ("newsSubscription", "telephone"))
    expect(telephone).to_be_hidden()
    in_menu(admin, "users-more", "columns").click()
    admin.get_by_role("checkbox", name="Téléphone").click()
    admin.get_by_role("checkbox", name="Accepte les e-mails").click()
    expect(telephone).to_be_visible()
    expect(news).to_be_hidden()
    admin.keyboard.press("Escape")
    expect(admin.get_by_role("checkbox", name="Téléphone")).to_be_hidden()
    expect(action(admin, "columns")).to_be_focused()
    goto(admin, "/users")
    expect(rows(admin)).to_have_count(10)
    expect(admin.get_by_label("Lignes par page")).to_have_value("10")
    expect(telephone).to_be_visible()
    expect(news).to_be_hidden()


@proves("LIST-5", "LIST-8")
def test_filters_become_chips_and_a_reference_is_named(admin: Page) -> None:
    goto(admin, "/users?gender=1&q=a&createdDate[after]=2020-01-01", "/users")
    expect(search(admin)).to_have_value("a")
    expect(action(admin, "remove-filter:gender")).to_contain_text("Femme")
    expect(action(admin, "remove-filter:createdDate[after]")).to_contain_text("1er janvier 2020")
    expect(action(admin, "filters")).to_contain_text("3")
    action(admin, "remove-filter:q").click()
    address_holds(admin, **{"gender": "1", "createdDate[after]": "2020-01-01"})
    expect(search(admin)).to_have_value("")
    action(admin, "filters").click()
    admin.get_by_role("combobox", name="Accepte les e-mails").select_option("true")
    address_holds(admin, **{"gender": "1", "createdDate[after]": "2020-01-01", "newsSubscription": "true"})
    action(admin, "reset-filters").first.click()
    address_holds(admin)
    expect(admin.get_by_role("combobox", name="Genre")).to_have_value("")
    box = admin.get_by_role("combobox", name="Territoire de résidence")
    box.press_sequentially("na", delay=20)
    option = admin.locator("#filter-home_territory-options [role=option]").first
    name = option.inner_text()
    box.press("ArrowDown")
    expect(option).to_have_attribute("aria-selected", "true")
    box.press("Enter")
    expect(action(admin, "remove-filter:homeAddressTerritory")).to_contain_text(name)
    expect(box).to_have_value(name)
    admin.reload()
    expect(action(admin, "remove-filter:homeAddressTerritory")).to_contain_text(name)
    search(admin).fill("nobody is called so")
    screen(admin, "/users", "empty")
    expect(admin.get_by_text("Aucune fiche ne correspond à votre recherche.")).to_be_visible()
    action(admin, "reset-filters").last.click()
    screen(admin, "/users")
    expect(rows(admin)).to_have_count(25)


@proves("PAGE-4", "LIST-13")
def test_many_are_selected_across_pages_and_deleted(admin: Page, fresh_data: None, requests_seen: Requests) -> None:
    goto(admin, "/users?perPage=10&sort=familyName", "/users")
    bar = admin.locator("[data-bulk]")
    expect(bar).to_be_hidden()
    boxes = admin.locator("[data-select]")
    boxes.nth(2).check()
    boxes.nth(4).click(modifiers=["Shift"])
    count = bar.locator("[data-count]").first
    expect(count).to_have_text("3")
    action(admin, "next-page").click()
    address_holds(admin, perPage="10", sort="familyName", page="2")
    expect(admin.locator("[data-select]:checked")).to_have_count(0)
    boxes.nth(0).check()
    expect(count).to_have_text("4")
    action(admin, "previous-page").click()
    address_holds(admin, perPage="10", sort="familyName")
    expect(admin.locator("[data-select]:checked")).to_have_count(3)
    admin.get_by_label("Sélectionner toute la page").check()
    expect(count).to_have_text("11")
    total = admin.get_by_test_id("range").inner_text().split()[-1]
    expect(action(admin, "select-all")).to_contain_text(total)
    action(admin, "select-all").click()
    expect(count).to_have_text(total)
    expect(admin.locator("[data-select]:checked")).to_have_count(10)
    action(admin, "last-page").click()
    screen(admin, "/users")
    expect(admin.locator("[data-select]:not(:checked)")).to_have_count(0)
    action(admin, "clear-selection").click()
    expect(bar).to_be_hidden()
    boxes.nth(5).check()
    boxes.nth(6).check()
    chosen = [boxes.nth(index).get_attribute("data-select") for index in (5, 6)]
    action(admin, "bulk-delete").click()
    dialog = admin.get_by_role("dialog")
    expect(dialog).to_contain_text("Sélection : 2")
    expect(field(dialog, "typed")).to_be_focused()
    admin.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(action(admin, "bulk-delete")).to_be_focused()
    action(admin, "bulk-delete").click()
    field(dialog, "typed").fill("2")
    action(dialog, "confirm-bulk-delete").click()
    expect(notice(admin)).to_contain_text("2 comptes pseudonymisés.")
    expect(bar).to_be_hidden()
    deleted = [each["query"] for each in requests_seen() if each["path"] == "/admin/users/delete"]
    assert [dict(parse_qsl(query)) for query in deleted] == [{"selected": ",".join(map(str, chosen))}]


@proves("PAGE-2", "PAGE-3")
def test_the_keyboard_is_enough(admin: Page) -> None:
    goto(admin, "/users")
    admin.keyboard.press("Tab")
    skip = admin.get_by_role("link", name="Aller au contenu")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    admin.keyboard.press("Enter")
    expect(admin.locator("main")).to_be_focused()
    admin.keyboard.press("/")
    expect(search(admin)).to_be_focused()
    admin.keyboard.type("martin")
    expect(action(admin, "remove-filter:q")).to_be_visible()
    screen(admin, "/users")
    links = admin.locator(".main-link")
    admin.keyboard.press("ArrowDown")
    expect(links.first).to_be_focused()
    admin.get_by_role("region", name="Utilisateurs").focus()
    admin.keyboard.press("ArrowDown")
    expect(links.first).to_be_focused()
    admin.keyboard.press(" ")
    expect(admin.locator("[data-select]").first).to_be_checked()
    admin.keyboard.press("ArrowDown")
    expect(links.nth(1)).to_be_focused()
    admin.keyboard.press("ArrowUp")
    expect(links.first).to_be_focused()
    admin.keyboard.press("Enter")
    screen(admin, "/users/show/[record_id]")
    expect(admin.locator("h1")).to_be_focused()


@proves("PAGE-5", "LIST-18")
def test_hostile_and_unusual_names_are_only_text(admin: Page) -> None:
    ran: list[str] = []
    goto(admin, "/users?sort=id&perPage=25", "/users")
    admin.on("dialog", lambda dialog: (ran.append(dialog.message), dialog.dismiss()))
    expect(row(admin, 8)).to_contain_text("<script>alert('x')</script>")
    expect(row(admin, 8)).to_contain_text("<b>Léo</b>")
    expect(row(admin, 9)).to_contain_text("Zoé 🚗")
    expect(row(admin, 13)).to_contain_text("#13")
    action(row(admin, 8), "open").click()
    screen(admin, "/users/show/[record_id]")
    expect(admin.locator("h1")).to_have_text("<b>Léo</b> <script>alert('x')</script>")
    expect(admin).to_have_title(re.compile(re.escape("<b>Léo</b>")))
    in_menu(admin, "users-more", "delete").click()
    expect(admin.get_by_role("dialog")).to_contain_text("<script>alert('x')</script>")
    admin.keyboard.press("Escape")
    goto(admin, "/users/show/12", "/users/show/[record_id]")
    assert admin.evaluate("document.documentElement.scrollWidth <= innerWidth")
    goto(admin, "/users/8", "/users/[record_id]")
    expect(field(admin, "familyName")).to_have_value("<script>alert('x')</script>")
    field(admin, "familyName").fill("<b>é🚗</b>" * 1112)
    action(admin, "save").click()
    expect(admin.locator("[data-summary]")).to_contain_text("Ne dépassez pas 255 caractères.")
    assert len(field(admin, "familyName").input_value()) >= 10_000
    assert admin.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert ran == []
