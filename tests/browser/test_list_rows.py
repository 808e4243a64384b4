"""Rows of lists: a click opens one, ticking one moves nothing, and what is done to a selection is within reach."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import action, axe, choosing, fits, goto, rows, screen, shot, until
from tests.browser.support.site import HELD
from tests.support.proofs import proves

Opener = Callable[..., Page]
LISTS = (
    *("/users", "/hitchhikers", "/communities", "/events", "/articles", "/editorials", "/relaypoints"),
    *("/relaypointtypes", "/campaigns", "/solidaryrecords"),
)
MANY = "id,givenName,email,telephone,status,createdDate,lastActivityDate,adType"
MEMBERS = "/communities/show/1#community_members"


def box(locator: Locator) -> dict[str, float]:
    """Where something is in the window."""
    found = locator.bounding_box()
    assert found is not None
    return {"top": found["y"], "bottom": found["y"] + found["height"]}


def bar(page: Page) -> Locator:
    """The selection bar."""
    return page.locator("[data-bulk]")


def scrolled_to_its_end(page: Page) -> None:
    """At the bottom of the page, after it has been drawn there."""
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    until(page, "scrollY + innerHeight >= document.documentElement.scrollHeight - 1")


@proves("BULK-8")
@pytest.mark.parametrize("size", [{}, PHONE], ids=["desk", "phone"])
def test_ticking_a_row_moves_nothing(open_page: Opener, size: dict[str, Any]) -> None:
    page = open_page("admin", **size)
    for address in ("/users", "/hitchhikers", MEMBERS):
        page.goto(address)
        expect(rows(page).first).to_be_visible()
        expect(bar(page)).to_be_hidden()
        choosing(page)
        tick = rows(page).first.locator("[data-select]")
        tick.scroll_into_view_if_needed()
        before = box(tick), page.evaluate("document.documentElement.scrollHeight")
        tick.click()
        expect(bar(page)).to_be_visible()
        expect(bar(page)).to_be_in_viewport(ratio=0.99)
        assert (box(tick), page.evaluate("document.documentElement.scrollHeight")) == before
        shot(page, f"selection-{'phone' if size else 'desk'}-{address.strip('/').replace('/', '-')}", full_page=False)
        if size:
            large_enough_for_a_finger(rows(page).first)
        scrolled_to_its_end(page)
        assert box(page.locator(".list-footer").last)["bottom"] <= box(bar(page))["top"]
        fits(page)


@proves("BULK-8", "BULK-9", "BULK-10")
def test_the_bar_is_announced_and_one_key_away(admin: Page) -> None:
    goto(admin, "/users")
    admin.keyboard.press("a")
    expect(bar(admin)).not_to_be_focused()
    rows(admin).nth(20).locator("[data-select]").check()
    expect(bar(admin)).to_be_in_viewport(ratio=0.99)
    expect(action(admin, "bulk-delete")).to_be_in_viewport()
    rows(admin).nth(3).locator("[data-select]").check()
    expect(admin.get_by_role("status").filter(has_text="2 lignes sélectionnées. Touche A")).to_have_count(1)
    at = admin.evaluate("scrollY")
    admin.keyboard.press("a")
    expect(bar(admin)).to_be_focused()
    assert admin.evaluate("scrollY") == at, "it is in sight: nothing moves"
    expect(bar(admin)).to_have_attribute("aria-keyshortcuts", "A")
    admin.keyboard.press("Escape")
    expect(rows(admin).nth(3).locator(".main-link")).to_be_focused()
    admin.keyboard.press("a")
    expect(bar(admin)).to_be_focused()
    scrolled_to_its_end(admin)
    axe(admin)
    action(admin, "bulk-delete").click()
    names = [rows(admin).nth(index).locator("[data-select]").get_attribute("data-name") for index in (20, 3)]
    expect(admin.get_by_role("dialog")).to_contain_text(f"{names[0]} et {names[1]}")


@proves("BULK-9")
def test_the_focus_stays_in_the_list_after_a_run_and_its_report(
    admin: Page, fresh_data: None, faults: Callable[..., None]
) -> None:
    goto(admin, "/events")
    number = rows(admin).first.get_attribute("data-id")
    faults(fail=[{"path": f"/admin/events/{number}", "status": 500, "method": "DELETE"}])
    rows(admin).first.locator("[data-select]").check()
    action(admin, "bulk-delete").click()
    action(admin, "confirm-bulk-delete").click()
    told = admin.get_by_role("dialog", name="Résultat de l’action")
    expect(told.get_by_test_id("report-row")).to_have_count(1)
    action(told, "close-report").click()
    expect(bar(admin)).to_be_focused()
    expect(action(admin, "open-report")).to_be_visible()
    faults()
    action(admin, "bulk-delete").click()
    action(admin, "confirm-bulk-delete").click()
    expect(bar(admin)).to_be_hidden()
    expect(admin.locator(".table-scroll")).to_be_focused()


@proves("LIST-25")
def test_heads_of_columns_stay_below_the_toolbar(admin: Page) -> None:
    goto(admin, f"/users?columns={MANY}", "/users")
    head = admin.locator("thead [data-col=familyName]")
    for width in (1440, 1000):
        admin.set_viewport_size({"width": width, "height": 800})
        admin.evaluate("scrollTo(0, 0)")
        rows(admin).nth(20).locator("[data-select]").scroll_into_view_if_needed()
        expect(head).to_be_in_viewport(ratio=0.99)
        assert box(head)["top"] >= box(admin.locator(".toolbar"))["bottom"]
        shot(admin, f"sticky-head-{width}", full_page=False)


@proves("LIST-14", "LIST-20")
def test_rows_are_drawn_together_and_a_click_on_one_opens_its_record(admin: Page) -> None:
    goto(admin, "/users")
    height = "row => row.getBoundingClientRect().height"
    assert rows(admin).first.evaluate(height) >= 44
    action(admin, "density").click()
    expect(admin.locator("[data-density=compact]")).to_have_count(1)
    assert rows(admin).first.evaluate(height) <= 38
    admin.reload()
    screen(admin, "/users")
    assert rows(admin).first.evaluate(height) <= 38
    action(admin, "density").press("Enter")
    expect(admin.locator("[data-density=compact]")).to_have_count(0)
    admin.keyboard.press("Enter")
    expect(admin.locator("[data-density=compact]")).to_have_count(1)
    admin.keyboard.press("Enter")
    expect(admin.locator("[data-density=compact]")).to_have_count(0)
    row = rows(admin).nth(1)
    number = row.get_attribute("data-id")
    with admin.context.expect_page() as tab:
        row.locator("[data-col=createdDate]").click(modifiers=["ControlOrMeta"])
    tab.value.wait_for_url(f"**/users/show/{number}")
    tab.value.close()
    row.locator("[data-select-cell]").click(position={"x": 3, "y": 3})
    expect(row.locator("[data-select]")).to_be_checked()
    # An inline tick has no size.
    assert row.locator("[data-select]").evaluate("box => getComputedStyle(box, '::after').display") == "block"
    row.locator("[data-col=createdDate]").click()
    screen(admin, "/users/show/[record_id]")
    admin.wait_for_url(f"**/users/show/{number}")
    admin.go_back()
    screen(admin, "/users")
    rows(admin).nth(1).locator(".who small").click()
    admin.wait_for_url(f"**/users/show/{number}")


@proves("LIST-32", "LIST-36")
def test_another_page_keeps_the_elements_and_begins_at_its_top(admin: Page, faults: Callable[..., None]) -> None:
    goto(admin, "/users")
    first = rows(admin).first
    before = first.get_attribute("data-id") or ""
    first.evaluate("row => { row.kept = true }")
    first.locator("[data-select]").click()
    first.locator("a.main-link").focus()
    # By the script alone, so that nothing else takes the focus.
    action(admin, "next-page").evaluate("link => link.click()")
    expect(first).not_to_have_attribute("data-id", before)
    assert first.evaluate("row => row.kept") is True
    expect(first.locator("[data-select]")).not_to_be_checked()
    expect(admin.get_by_role("region", name="Utilisateurs")).to_be_focused()
    admin.go_back()
    expect(first).to_have_attribute("data-id", before)
    expect(first.locator("[data-select]")).to_be_checked()
    scrolled_to_its_end(admin)
    faults(latency_ms=HELD)
    action(admin, "last-page").click()
    expect(admin.locator(".table-scroll > [aria-busy=true] tbody")).to_have_css("opacity", "0.5")
    assert admin.evaluate("scrollY") > 0, "the rows that are left stay where they are"
    faults()
    expect(first).not_to_have_attribute("data-id", before)
    until(admin, "scrollY === 0")
    admin.go_back()
    expect(first).to_have_attribute("data-id", before)


def large_enough_for_a_finger(row: Locator) -> None:
    """Look at the box of a row, and at its cell, which ticks it too."""
    size = "each => Math.min(each.offsetWidth, each.offsetHeight)"
    assert row.locator("[data-select]").evaluate(size) >= 24
    assert row.locator("[data-select-cell]").evaluate(size) >= 40


@proves("LIST-30")
def test_no_list_needs_to_scroll_sideways_on_a_desk(admin: Page) -> None:
    for address in LISTS:
        goto(admin, address)
        for width in (1280, 1366, 1440):
            admin.set_viewport_size({"width": width, "height": 800})
            # What is told of the new width is told with its first frame.
            admin.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            expect(admin.locator(".table-scroll"), f"{address} at {width}").to_have_attribute("data-room", "fits")
            fits(admin)
            actions = admin.locator("tr[data-testid=row] > td:last-child").first
            covered = actions.evaluate(
                "cell => cell.previousElementSibling.getBoundingClientRect().right - cell.getBoundingClientRect().left"
            )
            assert covered <= 1, f"the actions of {address} cover what is beside them at {width}"
