"""What the server keeps of a tab: who has the address of its socket, or what it kept itself, does not come near it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
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


@dataclass(frozen=True)
class Opened:
    """A page, the token in its socket's address, what its tab keeps, and the name in its first row."""

    page: Page
    token: str
    kept: dict[str, str]
    name: str


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


def asked(seen: Requests) -> list[str]:
    """What the API was asked for, but for pictures: some are still on their way when their page is closed."""
    return [each["path"] for each in seen() if not each["path"].startswith("/upload/")]


@pytest.fixture
def opened(open_page: Opener) -> Opened:
    """The list of users of the administrator."""
    page = open_page("admin")
    tokens = tokens_of_addresses(page)
    goto(page, "/users")
    expect(rows(page)).to_have_count(25)
    kept = {name: kept_by(page)[name] for name in TAB}
    return Opened(page, tokens[-1], kept, rows(page).first.get_by_role("link").first.inner_text())


@proves("SESSION-32")
@pytest.mark.parametrize("auth", [{}, {"tab": "a" * 64}, {"tab": "a" * 64, "event": BOOT}, {"event": BOOT}])
def test_the_address_of_a_socket_is_not_enough(
    opened: Opened, site: Site, requests_seen: Requests, auth: dict[str, Any]
) -> None:
    page, token = opened.page, opened.token
    page.close()
    site.forget_requests()
    heard = overheard(site, token, auth, [HYDRATE, LOAD])
    assert "is_hydrated" in heard
    assert opened.name not in heard
    assert "admin@demo.test" not in heard
    assert not asked(requests_seen)


@proves("SESSION-32")
@pytest.mark.parametrize("boot", [{}, {"event": BOOT}])
def test_a_tab_that_was_closed_is_of_no_use_without_its_person(
    opened: Opened, site: Site, requests_seen: Requests, boot: dict[str, Any]
) -> None:
    """Its own storage is brought back, as a browser does, after the person signed out."""
    opened.page.close()
    site.forget_requests()
    heard = overheard(site, opened.token, {"tab": opened.kept["admin_app.tab"], **boot}, [HYDRATE, LOAD])
    assert "is_hydrated" in heard
    assert opened.name not in heard
    assert not asked(requests_seen)


def test_a_tab_that_was_closed_shows_nothing_of_its_person_to_the_next(opened: Opened, site: Site) -> None:
    opened.page.close()
    nobody = shown({**site.tokens("hitchhiking"), "admin_app.last_activity": "1"})
    heard = overheard(site, opened.token, {"tab": opened.kept["admin_app.tab"], "event": nobody}, [])
    assert "is_hydrated" in heard
    assert opened.name not in heard
    assert "admin@demo.test" not in heard


def test_its_person_finds_everything_again(opened: Opened, site: Site, requests_seen: Requests) -> None:
    page, token, kept = opened.page, opened.token, opened.kept
    storage = page.evaluate("({...localStorage})")
    page.close()
    site.forget_requests()
    heard = overheard(site, token, {"tab": kept["admin_app.tab"], "event": shown(storage)}, [])
    assert opened.name in heard
    assert "/permissions" not in [each["path"] for each in requests_seen()]


def test_a_reload_finds_the_account_and_a_copy_of_the_tab_works_beside_it(
    opened: Opened, site: Site, requests_seen: Requests
) -> None:
    page, kept = opened.page, opened.kept
    site.forget_requests()
    page.reload()
    screen(page, "/users")
    expect(rows(page)).to_have_count(25)
    assert "/permissions" not in [each["path"] for each in requests_seen()]
    assert {name: kept_by(page)[name] for name in TAB} == kept
    with page.expect_popup() as popup:
        page.evaluate("window.open('/users?page=2') && undefined")
    copy = popup.value
    screen(copy, "/users")
    expect(copy.get_by_test_id("range")).to_contain_text("26–50")
    expect(page.get_by_test_id("range")).to_contain_text("1–25")
    assert kept_by(copy)["token"] != kept["token"]
    assert kept_by(copy)["admin_app.tab"] == kept["admin_app.tab"]


@proves("SESSION-32")
def test_no_header_of_a_connection_comes_back_to_the_page(open_page: Opener, site: Site) -> None:
    page = open_page("admin")
    page.context.add_cookies([{"name": "of_the_proxy", "value": "a-secret-of-the-proxy", "url": site.base_url}])
    heard: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))))
    goto(page, "/users")
    expect(rows(page)).to_have_count(25)
    assert site.base_url in "".join(heard)
    assert "a-secret-of-the-proxy" not in "".join(heard)
    assert "of_the_proxy" not in "".join(heard)
