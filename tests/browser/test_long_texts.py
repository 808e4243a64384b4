"""Texts of 10,000 letters without a space, wherever records are shown: nothing scrolls sideways."""

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import Site, action, choosing, fits, goto, in_menu, notice, rows, screen, shot, until
from tests.browser.test_appearance import OPERATED, SEEN
from tests.support.proofs import proves

Opener = Callable[..., Page]
LONG = "Llanfairpwllgwyngyll" * 500
NAME = LONG[:250]
"""As long as the database takes a name."""
RECORDS: dict[str, dict[str, Any]] = {
    "users/7": {"familyName": NAME, "givenName": NAME, "musicFavorites": NAME, "chatFavorites": NAME},
    "communities/1": {"name": NAME, "description": NAME, "fullDescription": f"<p>{LONG}</p>"},
    "events/1": {"name": NAME, "description": NAME, "fullDescription": f"<p>{LONG}</p>"},
    "relaypoints/1": {"name": NAME, "description": NAME, "fullDescription": f"<p>{LONG}</p>"},
    "relaypointtypes/1": {"name": NAME},
    "articles/1": {"title": NAME},
    "campaigns/1": {"name": NAME, "subject": NAME},
    "structures/1": {"name": NAME, "signature": NAME},
    "editorials/1": {"title": NAME, "text": NAME, "label": NAME},
}
pytestmark = pytest.mark.usefixtures("fresh_data")


@pytest.fixture
def long_records(site: Site) -> None:
    """The records, as somebody without manners has filled them."""
    headers = {
        "Authorization": f"Bearer {site.tokens('admin')['admin_app.token']}",
        "Content-Type": "application/merge-patch+json",
    }
    for path, body in RECORDS.items():
        path = path.replace("relaypointtypes", "relaypoint_types")
        answer = httpx.patch(f"{site.api_url}/admin/{path}", json=body, headers=headers, timeout=20)
        assert answer.is_success, (path, answer.status_code, answer.text[:300])
    # Who asks and who drives are users.
    operator = {"Authorization": f"Bearer {site.tokens('solidary')['admin_app.token']}"}
    for path in ("solidary_beneficiaries", "solidary_volunteers"):
        found = httpx.get(f"{site.api_url}/admin/{path}", headers=operator, timeout=20).raise_for_status().json()
        email = found["hydra:member"][0]["email"]
        users = httpx.get(f"{site.api_url}/admin/users", params={"email": email}, headers=headers, timeout=20).json()
        user, body = users["hydra:member"][0]["id"], {"familyName": NAME, "givenName": NAME}
        httpx.patch(f"{site.api_url}/admin/users/{user}", json=body, headers=headers, timeout=20).raise_for_status()


NUMBERS = {path.split("/")[0]: path.split("/")[1] for path in RECORDS}
"""The record of a module that such texts are in."""
BEYOND = """() => [...document.querySelectorAll("main .card")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === "visible")
  .flatMap((card) => [...card.querySelectorAll("*")]
    .filter((each) => each.getBoundingClientRect().right > card.getBoundingClientRect().right)
    .map((each) => `${each.tagName}.${each.className}: ${each.textContent.slice(0, 30)}`))"""
"""What runs out of its card."""
PSEUDO = """() => {
  const known = (window.pseudo ??= new WeakMap());
  const accents = { a: "à", e: "é", i: "ï", o: "ô", u: "ü", n: "ñ", c: "ç" };
  const longer = (word) => word + "ẅ".repeat(Math.min(12, Math.ceil(word.length * 0.35)));
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (known.get(node) === node.nodeValue || node.parentElement.closest("script, style, textarea")) continue;
    node.nodeValue = node.nodeValue.replace(/\\p{L}{4,}/gu, longer).replace(/[aeiounc]/g, (each) => accents[each]);
    known.set(node, node.nodeValue);
  }
}"""
"""A language that nobody speaks, made of what the page says: each word a third longer, and accented."""


def holds(page: Page) -> None:
    """Assert that nothing is wider than the window, nor than its card, in French and in the language nobody speaks."""
    for pseudo in (False, True):
        if pseudo:
            page.evaluate(PSEUDO)
        fits(page)
        assert page.evaluate(BEYOND) == [], page.url


@proves("PAGE-12")
@pytest.mark.usefixtures("long_records")
@pytest.mark.parametrize(("size", "options"), [("desk", {}), ("phone", PHONE)])
@pytest.mark.parametrize("account", ["admin", "solidary"])
def test_no_screen_scrolls_sideways(open_page: Opener, account: str, size: str, options: dict[str, Any]) -> None:
    """The texts of people without manners, and the longest words of ours, such as those of what is shut."""
    page = open_page(account, **options)
    number = "1"
    for route in SEEN:
        module = route.split("/")[1]
        if (module in OPERATED) is not (account == "solidary") and module != "solidarystructures":
            continue
        known = NUMBERS.get(module, number)
        page.goto(route.replace("[record_id]", known).replace("[target]", "summary"))
        main = page.locator("main[data-screen]")
        expect(main).not_to_have_attribute("data-state", "loading")
        if route == f"/{module}" and rows(page).count():
            number = rows(page).first.get_attribute("data-id") or "1"
        holds(page)
        for tab in page.locator("[role=tab]").all():
            tab.click()
            holds(page)
    if account == "admin":
        goto(page, "/users/show/7", "/users/show/[record_id]")
        in_menu(page, "users-more", "delete").click()
        expect(page.locator("#users-delete .impacts")).to_be_visible()
        within = "dialog => dialog.scrollWidth - dialog.clientWidth"
        assert page.locator("#users-delete").evaluate(within) <= 0
        action(page, "cancel-delete").click()


NARROW: dict[str, dict[str, Any]] = {
    "desk": {},
    "phone": PHONE,
    "small": {**PHONE, "viewport": {"width": 320, "height": 568}},
}
ROOM = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [told, bar] = [box(".notices"), box(".toolbar")];
  const [right, below] = [innerWidth - told.right, innerHeight - told.bottom];
  return JSON.stringify({ left: told.left, right, top: told.top - bar.bottom, below });
}"""
"""How far the notices are from the edges of the window, and from the bar above."""
CROWD = """() => {
  const [list, one] = [".notices", ".notice"].map((each) => document.querySelector(each));
  const more = [1, 2, 3].map(() => one.cloneNode(true));
  for (const each of more) each.querySelector(".notice-text").append(one.textContent.repeat(8));
  list.append(...more);
}"""
"""As many notices as there may be, of which a server of few manners has much to say."""


@proves("PAGE-12", "NOTICE-23")
@pytest.mark.usefixtures("long_records")
@pytest.mark.parametrize("size", NARROW)
def test_a_notice_and_a_tab_of_such_a_name_stay_in_the_window(open_page: Opener, size: str) -> None:
    page = open_page("admin", **NARROW[size])
    goto(page, "/communities/show/1#community_members?status=0", "/communities/show/[record_id]")
    expect(rows(page).first).to_be_visible()
    fits(page)
    goto(page, "/editorials?sort=id", "/editorials")
    first = page.locator('[data-testid="row"][data-id="1"]')
    expect(first).to_be_visible()
    choosing(page)
    wanted = "publish" if action(first, "publish").count() else "unpublish"
    action(first, wanted).click()
    confirm = action(page, f"confirm-{wanted}")
    expect(confirm).to_be_enabled()
    dialog = page.locator("dialog[open]")
    assert dialog.evaluate("dialog => dialog.scrollWidth - dialog.clientWidth") <= 0
    confirm.click()
    told = notice(page)
    expect(told).to_contain_text("Llanfair")
    page.locator(".notice-life").evaluate("line => { line.style.animationPlayState = 'paused'; }")
    screen(page, "/editorials")
    fits(page)
    assert min(room(page).values()) >= 0, room(page)
    page.evaluate(CROWD)
    until(
        page, "() => { const list = document.querySelector('.notices'); return list.scrollHeight > list.clientHeight; }"
    )
    fits(page)
    until(page, f"() => Object.values(JSON.parse(({ROOM})())).every((each) => each >= 0)")
    latest = page.locator(".notice").last.get_by_role("button")
    expect(latest).to_be_in_viewport()
    shot(page, f"notices-{size}", full_page=False)


def room(page: Page) -> dict[str, float]:
    return json.loads(page.evaluate(ROOM))
