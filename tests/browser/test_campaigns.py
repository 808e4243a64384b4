"""Campaigns: found, read, taken as a model and deleted; what somebody wrote in a mail never runs."""

import json
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.browser.support import Site, action, axe, dress, field, goto, in_menu, looks, notice, row, rows, screen, shot
from tests.support.proofs import proves

Opener = Callable[..., Page]
pytestmark = pytest.mark.usefixtures("fresh_data")
TOLD, TESTED, DRAFT = 3, 7, 10
"""Campaigns of the demonstration."""
EVIL = (
    '<script>parent.ran = "script"</script><img src="x" onerror="parent.ran = \'error\'">'
    '<svg onload="parent.ran = \'load\'"></svg><form action="/login"><button>go</button></form>'
    '<meta http-equiv="refresh" content="0;url=/login"><a href="javascript:parent.ran=1" target="_self">js</a>'
    '<a href="/login" target="_top">top</a> <a href="/login" target="_self">out</a> <a target href="/login">bare</a>'
    '<iframe src="/login"></iframe>'
)


def written(site: Site, subject: str, *texts: str) -> int:
    """Write a campaign as another client of the API would; its id."""
    elements: list[dict[str, Any]] = [
        {"type": "text", "position": position, "value": text} for position, text in enumerate(texts)
    ]
    headers = {"Authorization": f"Bearer {site.tokens('admin')['admin_app.token']}"}
    body = {"name": subject, "subject": subject, "body": json.dumps(elements)}
    answer = httpx.post(f"{site.api_url}/admin/campaigns", json=body, headers=headers, timeout=10)
    return answer.raise_for_status().json()["id"]


def test_a_campaign_shows_its_mail_its_status_and_what_goes_with_it(admin: Page) -> None:
    goto(admin, f"/campaigns/show/{TOLD}", "/campaigns/show/[record_id]")
    for _ in looks(admin):
        expect(admin.frame_locator(".mail-frame iframe").locator("h1")).to_have_text("Votre avis nous fait avancer")
    dress(admin, "fr", "light")
    in_menu(admin, "campaigns-more", "delete").click()
    expect(admin.locator("dialog[open] .impacts li")).to_have_count(3)
    expect(admin.locator("dialog[open]")).to_contain_text("déjà partie")
    action(admin, "cancel-delete").click()
    expect(admin.locator("dialog[open]")).to_have_count(0)
    goto(admin, "/campaigns")
    for locale, _ in looks(admin):
        expect(rows(admin)).to_have_count(13)
        said = "À envoyer" if locale == "fr" else "To send"
        expect(row(admin, TESTED).locator("[data-col=status] .badge")).to_have_text(said)


def test_a_campaign_is_found_read_taken_as_a_model_and_deleted(admin: Page) -> None:
    goto(admin, "/campaigns")
    admin.get_by_role("searchbox", name="Nom").fill("voeux")
    expect(rows(admin)).to_have_count(1)
    action(rows(admin).first, "open").click()
    screen(admin, "/campaigns/show/[record_id]")
    expect(admin.locator("h1")).to_have_text("Belle année sur les routes à plusieurs")
    expect(admin.locator("[data-field=whom]")).to_have_text("Tous les utilisateurs qui acceptent les e-mails")
    expect(admin.locator("[data-field=creatorEmail]")).to_have_text("admin@demo.test")
    in_menu(admin, "campaigns-more", "duplicate").click()
    expect(notice(admin)).to_contain_text("est copiée")
    screen(admin, "/campaigns/[record_id]")
    expect(field(admin, "subject")).to_have_value("Belle année sur les routes à plusieurs")
    expect(field(admin, "name")).to_have_value(re.compile(r"^Vœux 2027 \(copie du "))
    goto(admin, "/campaigns")
    dress(admin, "en", "light")
    action(row(admin, TESTED), "duplicate").click()
    screen(admin, "/campaigns/[record_id]")
    goto(admin, "/campaigns")
    expect(rows(admin)).to_have_count(15)
    action(rows(admin).first, "open").click()
    screen(admin, "/campaigns/show/[record_id]")
    expect(admin.locator("[data-field=whom]")).to_have_text("No recipients chosen.")
    in_menu(admin, "campaigns-more", "delete").click()
    axe(admin)
    action(admin, "confirm-delete").click()
    screen(admin, "/campaigns")
    expect(rows(admin)).to_have_count(14)


def test_an_empty_list_says_what_a_campaign_is(open_page: Opener, site: Site) -> None:
    page = open_page("communities")
    headers = {"Authorization": f"Bearer {site.tokens('communities')['admin_app.token']}"}
    mine = httpx.get(f"{site.api_url}/admin/campaigns", headers=headers, timeout=10).json()["hydra:member"]
    for each in mine:
        httpx.delete(f"{site.api_url}/admin/campaigns/{each['id']}", headers=headers, timeout=10).raise_for_status()
    goto(page, "/campaigns", state="empty")
    expect(page.locator(".empty")).to_contain_text("Une campagne est un e-mail écrit une fois")
    expect(action(page.locator(".empty"), "create")).to_be_visible()
    axe(page)
    shot(page, "campaigns_empty")


@proves("CAMPAIGN-24")
def test_a_mail_is_shown_and_nothing_in_it_runs(admin: Page, site: Site, watch: Any) -> None:
    # The frame is of no origin, and our own answers are for ours alone.
    watch.allow("srcdoc|sandbox|Content Security Policy|Refused|Blocked|NotSameOrigin")
    number = written(site, "<script>ran = 1</script>", "<h2>Bonjour</h2>", EVIL)
    goto(admin, f"/campaigns/show/{number}", "/campaigns/show/[record_id]")
    expect(admin.locator("h1")).to_have_text("<script>ran = 1</script>")
    letter = admin.frame_locator(".mail-frame iframe")
    expect(letter.locator("h2")).to_have_text("Bonjour")
    address = admin.url
    for name in ("out", "top", "js", "bare"):
        letter.locator("a", has_text=name).press("Enter")
        expect(letter.locator("h2")).to_have_text("Bonjour")
    assert admin.url == address
    assert len(admin.context.pages) == 1
    assert admin.evaluate("window.ran") is None
