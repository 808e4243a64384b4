"""The commonest tasks with the keyboard alone: how many keys each takes, letters and figures that are typed aside.

The number of stops on the way depends on the data of the sandbox, which is always the same; a layout that puts
something further away than it was fails here. One more is in test_asking.py.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import Keys, Site, action, goto, notice, rich_text, rows, screen
from tests.support.proofs import proves

Opener = Callable[..., Page]
Begin = Callable[..., Keys]


@pytest.fixture
def begin(
    open_page: Opener, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str], fresh_data: None
) -> Iterator[Begin]:
    """Open an address with a keyboard: `begin("admin", "/users", most=12)`; the figures are told at the end."""
    opened: list[tuple[Keys, int]] = []

    def start(account: str, path: str, name: str = "", *, most: int) -> Keys:
        page = open_page(account)
        goto(page, path, name or None)
        keys = Keys(page)
        opened.append((keys, most))
        return keys

    yield start
    for keys, most in opened:
        with capsys.disabled():
            print(f"\n{request.node.name}: {keys.presses} keys pressed, {keys.typed} characters typed")
        assert keys.presses <= most


@proves("PAGE-10")
def test_somebody_is_found_by_telephone(begin: Begin, site: Site) -> None:
    number = str(_get(site, "admin", "users/7")["telephone"])
    keys = begin("admin", "/", most=2)
    keys.press("Control+k")
    expect(keys.page.get_by_role("searchbox", name="Rechercher partout")).to_be_focused()
    keys.type(number)
    expect(keys.page.get_by_test_id("found:users").get_by_role("link").first).to_be_visible()
    keys.press("Enter")
    screen(keys.page, "/users/show/[record_id]")
    expect(keys.page.locator("h1")).to_have_text("Camille Lefebvre")


@proves("PAGE-10")
def test_a_user_is_created(begin: Begin) -> None:
    keys = begin("admin", "/users/create", most=22)
    page = keys.page
    keys.skip()
    keys.to("givenName")
    keys.type("Inès")
    keys.to("familyName")
    keys.type("Dupré")
    keys.to("gender")
    keys.press("Space")
    keys.to("birthDate")
    keys.type("14051991")
    keys.to("telephone")
    keys.type("06 04 05 08 02")
    keys.to("email")
    keys.type("ines.dupre@example.org")
    keys.to("homeAddress_label")
    keys.find("Lunéville")
    keys.press("Control+s")
    screen(page, "/users/show/[record_id]")
    expect(page.locator("h1")).to_contain_text("Inès Dupré")


@proves("PAGE-10")
def test_three_waiting_members_are_accepted(begin: Begin) -> None:
    keys = begin("admin", "/communities/show/1#community_members?status=0", "/communities/show/[record_id]", most=42)
    page = keys.page
    expect(rows(page).first).to_be_visible()
    before = int(page.locator("[data-inner]").get_by_test_id("range").inner_text().split()[-1])
    keys.skip()
    keys.reach(rows(page).first.get_by_role("checkbox"))
    keys.press("Space")
    for _ in range(2):
        keys.press("ArrowDown")
        keys.press("Space")
    keys.press("a")
    keys.use(action(page, "bulk-accept"))
    keys.use(action(page, "confirm-bulk-accept"))
    expect(page.locator("[data-inner]").get_by_test_id("range")).to_contain_text(str(before - 3))


@proves("PAGE-10")
def test_an_identity_is_validated(begin: Begin) -> None:
    keys = begin("admin", "/users/show/257", "/users/show/[record_id]", most=12)
    page = keys.page
    expect(action(page, "to-proof")).to_be_visible()
    keys.press("v")
    keys.use(action(page, "see-proof"))
    expect(page.locator(".proof-picture")).to_be_visible()
    keys.use(action(page, "accept-proof"))
    keys.use(action(page.locator("#proof-accept"), "confirm-accept"))
    expect(notice(page)).to_contain_text("l’identité est validée")


def test_an_article_is_published(begin: Begin, site: Site) -> None:
    listed = _get(site, "admin", "articles", perPage=50)["hydra:member"]
    draft = next(str(each["id"]) for each in listed if each["status"] == 0)
    keys = begin("admin", f"/articles/show/{draft}", "/articles/show/[record_id]", most=20)
    page = keys.page
    keys.skip()
    keys.use(action(page, "publish"))
    confirm = action(page, "confirm-publish")
    expect(confirm).to_be_enabled()
    keys.use(confirm)
    expect(notice(page)).to_contain_text("en ligne")
    expect(page.locator("[data-field=status]")).to_have_text("En ligne")


def test_the_test_of_a_campaign_is_sent(begin: Begin, site: Site) -> None:
    """From a list of people to one's own mailbox."""
    body = [{"type": "text", "position": 0, "value": "<p>Des nouvelles.</p>"}]
    made = {"name": "Au clavier", "subject": "Au clavier", "body": json.dumps(body)}
    httpx.post(f"{site.api_url}/admin/campaigns", json=made, headers=_headers(site, "admin")).raise_for_status()
    keys = begin("admin", "/users?gender=1", "/users", most=40)
    page = keys.page
    keys.skip()
    keys.choose(action(page, "users-more"), action(page, "mail"))
    asked = page.get_by_role("dialog", name="Écrire à des utilisateurs")
    keys.use(action(asked, "count-mail"))
    expect(asked.get_by_test_id("mail-counts")).to_contain_text("recevront l’e-mail")
    keys.to("campaign")
    keys.type("Au clavier")
    keys.use(action(asked, "write-mail"))
    screen(page, "/campaigns/send/[record_id]")
    keys.use(action(page, "associate"))
    expect(page.locator("[data-step=test]")).to_have_attribute("data-step-state", "now")
    keys.use(action(page, "agree"), "Space")
    keys.use(action(page, "test"))
    expect(page.locator("[name=received]")).to_be_visible()


@proves("PAGE-10")
def test_a_relay_point_is_added(begin: Begin) -> None:
    keys = begin("admin", "/relaypoints/create", most=18)
    page = keys.page
    keys.skip()
    keys.to("name")
    keys.type("Aire de Toul-Est")
    keys.to("relayPointTypeId")
    keys.type("Aire")
    keys.to("address_label")
    keys.find("toul")
    keys.to("description")
    keys.type("Aire gratuite près de l’échangeur.")
    keys.reach(rich_text(page, "Description complète"))
    keys.type("Accès par la D400.")
    keys.press("Control+s")
    screen(page, "/relaypoints/show/[record_id]")


@proves("PAGE-10")
def test_a_telephone_call_is_noted_in_the_diary(begin: Begin, site: Site) -> None:
    number = _first(site, lambda item: item["status"] == 2)
    keys = begin("solidary", f"/solidaryrecords/show/{number}", "/solidaryrecords/show/[record_id]", most=3)
    page = keys.page
    entries = page.get_by_test_id("entry")
    expect(entries.first).to_be_visible()
    before = entries.count()
    keys.press("j")
    expect(page.locator("#diary-actions")).to_be_focused()
    # The figures come with the list of the actions, which is read beside the page.
    expect(page.locator("[aria-keyshortcuts='3']").filter(visible=True)).to_be_visible()
    keys.press("3")
    expect(page.locator("#diary-comment")).to_be_focused()
    keys.type("Rappelle demain matin.")
    keys.press("Control+s")
    expect(entries).to_have_count(before + 1)


@proves("PAGE-10")
def test_a_caller_is_answered(begin: Begin) -> None:
    keys = begin("solidary", "/solidaryrecords", most=9)
    page = keys.page
    keys.press("c")
    expect(page.locator("#caller-text")).to_be_focused()
    keys.type("Le")
    keys.press("Enter")
    expect(page.get_by_test_id("caller").first).to_be_focused()
    keys.press("Enter")
    expect(action(page.locator("#caller"), "last-again")).to_be_focused()
    keys.reach(action(page.locator("#caller"), "open-request").first)
    keys.press("Enter")
    screen(page, "/solidaryrecords/show/[record_id]")


@proves("PAGE-10")
def test_a_mail_is_written_tested_and_sent(begin: Begin) -> None:
    """Three blocks in the studio, then everybody. What adds a block stands above those there are (CAMPAIGN-44)."""
    keys = begin("admin", "/campaigns/create", most=95)
    page = keys.page
    keys.skip()
    keys.to("subject")
    keys.type("Samedi, on covoiture")
    keys.to("name")
    keys.type("Samedi 12 décembre")
    keys.use(action(page, "add:title"))
    expect(page.locator(":focus")).to_have_attribute("name", re.compile(r"^body:\d+:text$"))
    keys.type("Samedi, on covoiture")
    keys.use(action(page, "add:text"))
    expect(rich_text(page, "Texte")).to_be_focused()
    keys.type("Venez nombreux.")
    keys.use(action(page, "add:button"))
    expect(page.locator(":focus")).to_have_attribute("name", re.compile(r"^body:\d+:label$"))
    keys.type("Je participe")
    keys.press("Tab")
    keys.type("https://exemple.fr/samedi")
    expect(page.get_by_test_id("checks-count")).to_contain_text("Prêt pour le test")
    keys.use(action(page, "save-and-go-on"))
    screen(page, "/campaigns/send/[record_id]")
    keys.use(action(page, "choose-users"))
    expect(page.get_by_test_id("row").first).to_be_visible()
    keys.use(page.get_by_role("radio", name="Tous les utilisateurs"), "Space")
    keys.use(action(page, "aim-users"))
    keys.use(action(page, "associate"))
    notice(page)
    keys.use(action(page, "agree"))
    expect(action(page, "test")).to_be_enabled()
    keys.use(action(page, "test"))
    received = page.locator("[name=received]")
    keys.use(received, "Space")
    number = page.locator("[name=number]")
    expect(number).to_be_enabled()
    keys.reach(number)
    keys.type(page.get_by_test_id("kept").get_attribute("data-number") or "")
    keys.press("Enter")
    expect(page.get_by_test_id("sent")).to_be_visible()


@proves("PAGE-10")
def test_users_are_exported(begin: Begin) -> None:
    keys = begin("admin", "/users?gender=1", "/users", most=15)
    page = keys.page
    keys.skip()
    keys.choose(action(page, "users-more"), action(page, "export"))
    expect(page.locator("dialog[open]")).to_be_visible()
    with page.expect_download() as waited:
        keys.use(action(page, "start-export"))
    assert waited.value.suggested_filename.endswith("users-export.csv")


def _get(site: Site, account: str, path: str, **params: Any) -> dict[str, Any]:
    """What the API says."""
    answer = httpx.get(f"{site.api_url}/admin/{path}", params=params, headers=_headers(site, account), timeout=20)
    return answer.raise_for_status().json()


def _headers(site: Site, account: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {site.tokens(account)['admin_app.token']}", "Accept": "application/ld+json"}


def _first(site: Site, wanted: Callable[[dict[str, Any]], bool]) -> str:
    """The id of the first solidary record that is wanted."""
    listed = _get(site, "solidary", "solidaries", perPage=200)["hydra:member"]
    return next(str(each["id"]) for each in listed if wanted(each))
