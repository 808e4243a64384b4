"""Relay point types: the icon is chosen by its look; create, change, refuse, delete."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.support import action, axe, field, goto, in_menu, notice, row, rows, screen
from tests.support.proofs import proves

LIST, CREATE, SHOW = "/relaypointtypes", "/relaypointtypes/create", "/relaypointtypes/show/[record_id]"
Opener = Callable[..., Page]


def choose_icon(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).check()


@proves("KIND-2")
def test_a_type_from_its_creation_to_its_end(admin: Page, requests_seen: Callable[[], list[dict[str, Any]]]) -> None:
    goto(admin, LIST)
    expect(rows(admin)).to_have_count(10)
    action(admin, "create").click()
    screen(admin, CREATE)
    action(admin, "save").click()
    expect(admin.get_by_role("alert")).to_contain_text("Icône")
    admin.get_by_role("link", name="Icône").click()
    expect(field(admin, "iconId").first).to_be_focused()
    admin.keyboard.press("ArrowDown")
    expect(field(admin, "iconId").nth(1)).to_be_checked()
    field(admin, "name").fill("Borne de covoiturage <b>🚗</b>")
    expect(admin.locator("[data-summary]")).to_contain_text("Tout est corrigé")
    choose_icon(admin, "Taxi")
    action(admin, "save").click()
    screen(admin, SHOW)
    expect(admin.get_by_role("heading", level=1)).to_have_text("Borne de covoiturage <b>🚗</b>")
    notice(admin)
    axe(admin)
    record_id = admin.url.rpartition("/")[2]

    action(admin, "edit").click()
    screen(admin, "/relaypointtypes/[record_id]")
    expect(admin.get_by_role("radio", name="Taxi", exact=True)).to_be_checked()
    choose_icon(admin, "Train")
    action(admin, "save").click()
    screen(admin, SHOW)
    expect(admin.locator("[data-field=iconName]")).to_have_text("Train")
    # The pin of public points beside that of private ones.
    expect(admin.locator("[data-field=iconUrl] img, [data-field=iconPrivateUrl] img")).to_have_count(2)
    patches = [each for each in requests_seen() if each["method"] == "PATCH"]
    assert len(patches) == 1

    action(admin, "up").click()
    screen(admin, LIST)
    expect(row(admin, record_id)).to_contain_text("Borne de covoiturage")
    row(admin, record_id).get_by_test_id("action:open").click()
    screen(admin, SHOW)
    in_menu(admin, "relay_point_types-more", "delete").click()
    action(admin, "confirm-delete").click()
    screen(admin, LIST)
    expect(row(admin, record_id)).to_have_count(0)
