"""What the server keeps of a tab: who has the address of its socket, or what it kept itself, does not come near it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from tests.browser.support import Site, goto, rows, screen
from tests.browser.support.sockets import overheard
from tests.support.proofs import proves

Opener = Callable[..., Page]
Requests = Callable[[], list[dict[str, Any]]]
ROOT = "reflex___state____state"
USERS = f"{ROOT}.admin_app___features___users___screens____user_list"
PLACE = {"pathname": "/users", "asPath": "/users", "query": {}}
HYDRATE = {"name": f"{ROOT}.hydrate", "payload": {}, "router_data": PLACE}
LOAD = {"name": f"{USERS}.load", "payload": {}, "router_data": PLACE}
BOOT = {"name": f"{ROOT}.hydrate_and_load", "payload": {"vars": {}}, "router_data": PLACE}
SESSION = f"{ROOT}.admin_app___kit___session___state____session"


TAB = ("token", "admin_app.tab")


def tokens_of_addresses(page: Page) -> list[str]:
    """The tokens in the addresses of a page's sockets, as a proxy would write them down."""
    found: list[str] = []
    page.on("websocket", lambda socket: found.extend(parse_qs(urlsplit(socket.url).query).get("token", [])))
    return found


def kept_by(page: Page) -> dict[str, str]:
    """What the tab keeps in its own storage."""
    return page.evaluate("({...sessionStorage})")


def shown(storage: dict[str, str]) -> dict[str, Any]:
    """What a page says of the browser's storage when it connects."""
    names = ("token", "refresh_token", "last_activity")
    stored = {f"{SESSION}.{name}_rx_state_": storage[f"admin_app.{name}"] for name in names}
    return {**BOOT, "payload": {"vars": stored}}


@dataclass(frozen=True)
class Opened:
    """A page, the token in its socket's address, what the browser and the tab keep, and the name in its first row."""

    page: Page
    token: str
    stored: dict[str, str]
    kept: dict[str, str]
    name: str


def list_of_users(page: Page) -> Opened:
    """The list of users, in a tab of its own."""
    tokens = tokens_of_addresses(page)
    goto(page, "/users")
    expect(rows(page)).to_have_count(25)
    stored, kept = page.evaluate("({...localStorage})"), {name: kept_by(page)[name] for name in TAB}
    return Opened(page, tokens[-1], stored, kept, rows(page).first.get_by_role("link").first.inner_text())


@proves("SESSION-32")
def test_what_was_kept_of_a_closed_tab_is_found_by_its_person_alone(
    open_page: Opener, site: Site, requests_seen: Requests
) -> None:
    """The address of its socket is not enough, nor is its own storage, which a browser may bring back for others."""
    page = open_page("admin")
    tabs = [list_of_users(page if number == 0 else page.context.new_page()) for number in range(7)]
    nobody = shown({**site.tokens("hitchhiking"), "admin_app.last_activity": "1"})
    strangers: list[dict[str, Any]] = [{}, {"tab": "a" * 64}, {"tab": "a" * 64, "event": BOOT}, {"event": BOOT}]
    keys = [{"tab": each.kept["admin_app.tab"]} for each in tabs[4:]]
    attempts = [*strangers, keys[0], keys[1] | {"event": BOOT}, keys[2] | {"event": nobody}]
    for tab in tabs:
        tab.page.close()
    site.forget_requests()
    events = [[HYDRATE, LOAD]] * 6 + [[]]
    heard = overheard(site, *zip((each.token for each in tabs), attempts, events, strict=True))
    for each in heard:
        assert "is_hydrated" in each
        assert tabs[0].name not in each
        assert "admin@demo.test" not in each
    # Some pictures are still on their way when their page is closed.
    assert not [each["path"] for each in requests_seen() if not each["path"].startswith("/upload/")]


@proves("SESSION-32")
def test_a_tab_finds_its_account_again_and_a_copy_of_it_works_beside_it(
    admin: Page, site: Site, requests_seen: Requests
) -> None:
    """And no header of a connection comes back to the page."""
    page = admin
    page.context.add_cookies([{"name": "of_the_proxy", "value": "a-secret-of-the-proxy", "url": site.base_url}])
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    opened = list_of_users(page)
    assert site.base_url in "".join(frames)
    assert "a-secret-of-the-proxy" not in "".join(frames)
    assert "of_the_proxy" not in "".join(frames)
    site.forget_requests()
    page.reload()
    screen(page, "/users")
    expect(rows(page)).to_have_count(25)
    assert "/permissions" not in [each["path"] for each in requests_seen()]
    assert {name: kept_by(page)[name] for name in TAB} == opened.kept
    with page.expect_popup() as popup:
        page.evaluate("window.open('/users?page=2') && undefined")
    copy = popup.value
    screen(copy, "/users")
    expect(copy.get_by_test_id("range")).to_contain_text("26–50")
    expect(page.get_by_test_id("range")).to_contain_text("1–25")
    assert kept_by(copy)["token"] != opened.kept["token"]
    assert kept_by(copy)["admin_app.tab"] == opened.kept["admin_app.tab"]
    page.close()
    site.forget_requests()
    (heard,) = overheard(site, (opened.token, {"tab": opened.kept["admin_app.tab"], "event": shown(opened.stored)}, []))
    assert opened.name in heard
    assert "/permissions" not in [each["path"] for each in requests_seen()]
