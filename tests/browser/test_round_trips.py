"""What a click should not have to ask anybody: it happens in the browser, while the server is away too (PAGE-9)."""

from collections.abc import Callable

from playwright.sync_api import Page, WebSocket, expect

from tests.browser.support.pages import action, goto, in_menu, of_account, rows, until
from tests.support.proofs import proves

SETTLED = 500
"""Milliseconds after which whatever a click would send is sent."""


def sent_by(page: Page) -> list[str]:
    """The messages a page sends from now on: what begins with 4; anything else keeps the socket alive."""
    sent = list[str]()

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(str(frame)) if str(frame).startswith("4") else None)

    page.on("websocket", listen)
    return sent


def turn_page(page: Page) -> None:
    """Go to the next page of a list by the script alone: no pointer was on the link."""
    shown = rows(page).first.get_attribute("data-id") or ""
    action(page, "next-page").evaluate("link => link.click()")
    expect(rows(page).first).not_to_have_attribute("data-id", shown)
    page.wait_for_timeout(SETTLED)


@proves("LIST-35")
def test_a_page_is_there_when_the_pointer_rested_on_its_link(
    open_page: Callable[..., Page], faults: Callable[..., None]
) -> None:
    # All of the list is seen, so that the pointer stays where it is.
    page = open_page("admin", viewport={"width": 1440, "height": 1200})
    sent = sent_by(page)
    goto(page, "/users?perPage=10", "/users")
    page.wait_for_timeout(SETTLED)
    sent.clear()
    action(page, "next-page").hover()
    page.wait_for_timeout(SETTLED)
    assert len(sent) == 1
    assert "look_ahead" in sent[0]
    # Nobody is asked any more: the API would not answer.
    faults(fail=[{"path": "/admin/users", "status": 500}])
    turn_page(page)
    expect(action(page, "retry")).to_have_count(0)
    faults()
    # The page behind it is asked for once the link is followed.
    page.wait_for_timeout(SETTLED)
    assert len([each for each in sent if "look_ahead" in each]) == 2


@proves("PAGE-9")
def test_menus_dialogs_selections_and_copying_send_nothing(open_page: Callable[..., Page]) -> None:
    page = open_page("admin", permissions=["clipboard-read", "clipboard-write"])
    sent = sent_by(page)
    goto(page, "/")
    page.locator("main .about summary").click()
    action(page, "copy").first.click()
    until(page, "async () => (await navigator.clipboard.readText()) === 'scope_admin'")
    goto(page, "/users")
    assert sent, "loading a list does send something"
    page.wait_for_timeout(SETTLED)
    sent.clear()
    action(page, "users-more").click()
    for name, popup in {"columns": "#users-columns", "filters": ".filter-grid"}.items():
        action(page, name).click()
        expect(page.locator(popup)).to_be_visible()
        action(page, name).click()
        expect(page.locator(popup)).to_be_hidden()
    for number in (1, 2):
        rows(page).nth(number).locator("[data-select]").check()
    expect(page.locator("[data-bulk] [data-count]").first).to_have_text("2")
    action(page, "clear-selection").click()
    in_menu(page, "users-more", "export").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    action(page, "toggle-drawer").click()
    expect(page.locator("html")).to_have_attribute("data-drawer", "closed")
    of_account(page, "theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.wait_for_timeout(SETTLED)
    assert sent == []
