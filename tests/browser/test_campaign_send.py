"""Aiming, testing and sending a campaign: from a list to everybody's mailbox, by mouse and by keyboard alone."""

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import Site, action, axe, field, fits, goto, in_menu, looks, notice, screen, shot
from tests.browser.support.site import HELD
from tests.support.proofs import proves

SEND = "/campaigns/send/[record_id]"
BODY = json.dumps(
    [
        {"type": "title", "position": 0, "value": "Bonjour"},
        {"type": "text", "position": 1, "value": "<p>Des nouvelles.</p>"},
    ]
)


class Api:
    """What a test prepares, and what came of it."""

    def __init__(self, site: Site) -> None:
        self.url = site.api_url
        self.headers = {"Authorization": f"Bearer {site.tokens('admin')['admin_app.token']}"}

    def campaign(self, subject: str) -> str:
        """A new campaign of the administrator, for nobody yet."""
        made = httpx.post(
            f"{self.url}/admin/campaigns",
            json={"name": subject, "subject": subject, "body": BODY},
            headers=self.headers,
        )
        return str(made.raise_for_status().json()["id"])

    def outbox(self, subject: str) -> list[str]:
        """The channels of the messages of this subject, at most 200."""
        found = httpx.get(f"{self.url}/outbox", headers={"Accept": "application/json"}).json()
        return [each["channel"] for each in found if each["subject"] == subject]


@pytest.fixture
def api(site: Site) -> Api:
    """The API, as the administrator."""
    return Api(site)


def step(page: Page, name: str, state: str) -> Locator:
    """One of the four steps, once it is in a state."""
    found = page.locator(f'[data-step="{name}"]')
    expect(found).to_have_attribute("data-step-state", state)
    return found


def number_of(page: Page) -> str:
    """How many recipients the server keeps."""
    return page.get_by_test_id("kept").get_attribute("data-number") or ""


def test_from_the_list_to_everybody(admin: Page, api: Api, fresh_data: None) -> None:
    campaign = api.campaign("Rentrée sans voiture")
    goto(admin, "/users?gender=1", "/users")
    in_menu(admin, "users-more", "mail").click()
    asked = admin.get_by_role("dialog", name="Écrire à des utilisateurs")
    expect(asked.get_by_role("radio", name="La liste telle qu’elle est filtrée")).to_be_checked()
    action(asked, "count-mail").click()
    counts = asked.get_by_test_id("mail-counts")
    expect(counts).to_contain_text("recevront l’e-mail")
    expect(asked.locator(".mail-result")).to_be_focused()
    asked.get_by_role("radio", name="Tous les utilisateurs").check()
    expect(counts).to_have_count(0)
    expect(action(asked, "write-mail")).to_have_count(0)
    asked.get_by_role("radio", name="La liste telle qu’elle est filtrée").check()
    action(asked, "count-mail").click()
    expect(counts).to_contain_text("recevront l’e-mail")
    reached = counts.get_attribute("data-reached")
    axe(admin)
    shot(admin, "mail-dialog", full_page=False)
    field(asked, "campaign").select_option(campaign)
    action(asked, "write-mail").click()
    screen(admin, SEND)
    proposal = admin.locator(".proposal")
    expect(proposal.get_by_test_id("mail-counts")).to_have_attribute("data-reached", str(reached))
    expect(proposal).to_contain_text("Genre\u00a0: Femme")
    step(admin, "recipients", "now")
    step(admin, "test", "after")
    axe(admin)
    shot(admin, "send-proposal")
    expect(admin.locator("[data-step=recipients] details").first).to_have_attribute("open", "")
    action(proposal, "associate").click()
    notice(admin)
    step(admin, "recipients", "done")
    assert number_of(admin) == reached
    expect(admin.get_by_test_id("differ")).to_have_count(0)
    test = step(admin, "test", "now")
    expect(admin.get_by_test_id("tester")).to_contain_text("admin@demo.test")
    expect(test).to_contain_text("fige le texte")
    expect(admin.locator("[data-step=recipients] .kept")).to_be_hidden()
    expect(field(admin, "number")).to_have_count(0)
    expect(action(admin, "test")).to_have_count(0)
    axe(admin)
    shot(admin, "send-associated")
    action(admin, "agree").click()
    action(admin, "test").press("Enter")
    expect(admin.locator("#step-test")).to_be_focused()
    admin.keyboard.press("Enter")  # folds nothing
    expect(field(admin, "received")).to_be_visible()
    assert api.outbox("Rentrée sans voiture") == ["test"]
    expect(field(admin, "number")).to_have_count(0)
    field(admin, "received").check()
    step(admin, "test", "done")
    last = step(admin, "send", "now")
    field(admin, "number").fill("1")
    action(last, "send").click()
    expect(last.locator(".field-error")).to_contain_text("Ce n’est pas le bon nombre")
    axe(admin)
    shot(admin, "send-wrong-number")
    field(admin, "number").fill(str(reached))
    action(last, "send").dblclick()
    expect(admin.get_by_test_id("sent")).to_be_visible()
    step(admin, "send", "done")
    expect(admin.get_by_test_id("sent")).to_be_focused()
    above = "(sent, step) => !!(sent.compareDocumentPosition(step) & Node.DOCUMENT_POSITION_FOLLOWING)"
    first = admin.locator("[data-step=message]").element_handle()
    assert admin.get_by_test_id("sent").evaluate(above, first), "what happened comes before what led there"
    went = [channel for channel in api.outbox("Rentrée sans voiture") if channel == "campaign"]
    assert len(went) in (int(reached or 0), int(reached or 0) + 1), "the creator gets it too"
    expect(admin.get_by_test_id("when")).to_contain_text("par admin@demo.test")
    expect(action(admin, "record")).to_be_visible()
    expect(action(admin, "register")).to_be_visible()
    axe(admin)
    shot(admin, "send-sent")
    admin.reload()
    screen(admin, SEND)
    step(admin, "send", "done")
    expect(action(admin, "test")).to_have_count(0)
    expect(action(admin, "send")).to_have_count(0)


def until(page: Page, wanted: Locator, key: str = "Tab") -> None:
    """Press a key until something has the focus."""
    expect(wanted).to_be_visible()
    for _ in range(120):
        if wanted.evaluate("each => each === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{wanted} is not reached by {key}")


def press(page: Page, name: str) -> None:
    """Reach a button by keyboard and press it."""
    wanted = action(page, name)
    expect(wanted).to_be_enabled()
    until(page, wanted)
    page.keyboard.press("Enter")


def test_a_campaign_is_aimed_tested_and_sent_by_keyboard_alone_in_english(
    open_page: Callable[..., Page], api: Api, fresh_data: None
) -> None:
    campaign = api.campaign("Rides to work")
    page = open_page("admin", locale="en", theme="dark")
    goto(page, f"/campaigns/send/{campaign}", SEND)
    expect(page.locator(".studio-bar [aria-current=step]")).to_have_text("Recipients")
    press(page, "choose-users")
    expect(page.locator(".inner")).to_be_visible()
    expect(page.get_by_test_id("row").first).to_be_visible()
    axe(page)
    shot(page, "send-choose-en-dark")
    until(page, page.get_by_role("radio", name="All users"))
    page.keyboard.press("Space")
    press(page, "aim-users")
    press(page, "associate")
    notice(page)
    press(page, "agree")
    expect(action(page, "agree")).to_have_count(0)
    press(page, "test")
    until(page, field(page, "received"))
    page.keyboard.press("Space")
    expect(field(page, "number")).to_be_enabled()
    until(page, field(page, "number"))
    page.keyboard.type(number_of(page))
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("sent")).to_contain_text("The e-mail was sent")
    assert "campaign" in api.outbox("Rides to work")


@proves("CAMPAIGN-49", "CAMPAIGN-50")
def test_who_is_unticked_after_the_count_gets_no_mail(admin: Page, api: Api, fresh_data: None) -> None:
    campaign = api.campaign("Quelques-uns")
    goto(admin, f"/campaigns/send/{campaign}#users?newsSubscription=true", SEND)
    listed, proposal = admin.locator("[data-inner=users]"), admin.locator(".proposal")
    expect(listed.get_by_test_id("row").first).to_be_visible()
    expect(listed.locator(".list-tabs")).to_have_count(0)
    axe(admin)
    shot(admin, "send-choose-wide")
    bar, first = action(listed, "aim-users"), listed.get_by_test_id("row").first
    above = "(bar, row) => bar.getBoundingClientRect().bottom <= row.getBoundingClientRect().top"
    assert bar.evaluate(above, first.element_handle()), "as the keyboard has them"
    boxes = listed.locator("[data-select]")
    counted = proposal.get_by_test_id("mail-counts")
    for rank in range(4):
        boxes.nth(rank).check()
    action(listed, "aim-users").click()
    expect(counted).to_have_attribute("data-reached", "4")
    expect(proposal).to_contain_text("Des utilisateurs choisis un par un")
    boxes.nth(0).uncheck()
    expect(proposal).to_have_count(0)
    action(listed, "aim-users").click()
    expect(counted).to_have_attribute("data-reached", "3")
    action(listed, "reset-filters").click()
    expect(proposal).to_have_count(0)
    action(listed, "aim-users").click()
    expect(counted).to_have_attribute("data-reached", "3")
    action(listed, "clear-selection").click()
    expect(proposal).to_have_count(0)
    for rank in range(2):
        boxes.nth(rank).check()
    action(listed, "aim-users").click()
    expect(counted).to_have_attribute("data-reached", "2")
    action(proposal, "associate").click()
    notice(admin)
    assert number_of(admin) == "2"


@proves("CAMPAIGN-52")
def test_who_was_brought_for_a_new_campaign_is_told_and_given_up(admin: Page, fresh_data: None) -> None:
    goto(admin, "/users?gender=1", "/users")
    in_menu(admin, "users-more", "mail").click()
    asked = admin.get_by_role("dialog", name="Écrire à des utilisateurs")
    action(asked, "count-mail").click()
    action(asked, "write-mail").click()
    screen(admin, "/campaigns/create")
    brought = admin.get_by_test_id("brought")
    expect(brought).to_contain_text("seront proposées comme destinataires")
    axe(admin)
    shot(admin, "studio-brought")
    admin.reload()
    screen(admin, "/campaigns/create")
    action(brought, "give-up-recipients").click()
    expect(brought).to_have_count(0)
    expect(field(admin, "subject")).to_be_focused()


def test_members_are_chosen_on_a_phone(open_page: Callable[..., Page], api: Api, fresh_data: None) -> None:
    campaign = api.campaign("Pour les membres")
    page = open_page("admin", **PHONE)
    goto(page, f"/campaigns/send/{campaign}", SEND)
    action(page, "choose-members").click()
    listed = page.locator("[data-inner=campaign_members]")
    box = listed.get_by_role("combobox", name="Communauté")
    above, below = box.bounding_box(), listed.locator("label.filter").bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] < below["y"], "each on a line of its own"
    box.fill("na")
    listed.locator("[role=option]").first.click()
    expect(listed.get_by_test_id("row").first).to_be_visible()
    action(listed, "aim-members").click()
    expect(page.locator(".proposal").get_by_test_id("mail-counts")).to_contain_text("recevr")
    expect(page.locator(".proposal")).to_contain_text("La plateforme ne dit pas")
    fits(page)
    for locale, theme in looks(page):
        axe(page)
        shot(page, f"send-members-phone-{locale}-{theme}")
    action(page, "associate").click()
    notice(page)
    step(page, "recipients", "done")
    assert "/campaigns/send/" in page.url


def test_a_lost_answer_is_looked_up_and_what_is_not_known_is_said(
    admin: Page, api: Api, faults: Callable[..., None], fresh_data: None
) -> None:
    for subject, fault, told in (("Perdue", "lose", "done_send"), ("Coupée", "drop", "unknown_send")):
        campaign = api.campaign(subject)
        httpx.get(
            f"{api.url}/admin/users/associate-campaign",
            params=[("campaignId", campaign), ("filterType", "2"), ("gender", "1")],
            headers=api.headers,
        ).raise_for_status()
        goto(admin, f"/campaigns/send/{campaign}", SEND)
        if action(admin, "agree").count():
            action(admin, "agree").click()
        action(admin, "test").click()
        field(admin, "received").check()
        step(admin, "test", "done")
        field(admin, "number").fill(number_of(admin))
        faults(**{fault: ["/admin/users/send-campaign"]})
        action(admin, "send").click()
        expect(admin.get_by_test_id("told")).to_have_attribute("data-key", told)
        axe(admin)
        shot(admin, f"send-{fault}")
        faults()
    expect(admin.get_by_test_id("standing")).to_contain_text("Personne ne l’a vu finir")
    expect(admin.locator("#step-send")).to_be_focused()
    expect(field(admin, "number")).to_have_count(0)
    action(admin, "look").click()
    expect(admin.get_by_test_id("standing")).to_be_visible()


def test_it_says_how_long_it_has_been_running(
    admin: Page, api: Api, faults: Callable[..., None], fresh_data: None
) -> None:
    campaign = api.campaign("Lente")
    goto(admin, f"/campaigns/send/{campaign}", SEND)
    action(admin, "choose-users").click()
    admin.get_by_role("radio", name="Tous les utilisateurs").check()
    action(admin, "aim-users").click()
    faults(slow=[{"path": "/admin/users/associate-campaign", "ms": HELD}])
    action(admin, "associate").click()
    expect(admin.get_by_test_id("running:associate").get_by_role("timer")).to_have_text("2 s")
    expect(admin.locator("#step-recipients")).to_be_focused()
    axe(admin)
    shot(admin, "send-running")
    faults()
    step(admin, "recipients", "done")


def test_what_was_frozen_is_corrected_in_a_copy(admin: Page, api: Api, fresh_data: None) -> None:
    campaign = api.campaign("Avec une faute")
    associate: dict[str, Any] = {"campaignId": campaign, "filterType": "2", "gender": "1"}
    for call, params in (("associate-campaign", associate), ("send-campaign", {**associate, "mode": "1"})):
        httpx.get(f"{api.url}/admin/users/{call}", params=params, headers=api.headers).raise_for_status()
    goto(admin, f"/campaigns/send/{campaign}", SEND)
    action(admin, "correct").click()
    asked = admin.get_by_role("dialog", name="Corriger dans une copie")
    expect(field(asked, "delete")).to_be_focused()
    axe(admin)
    shot(admin, "send-correct", full_page=False)
    field(asked, "delete").check()
    action(asked, "confirm-correct").click()
    screen(admin, "/campaigns/[record_id]")
    gone = httpx.get(f"{api.url}/admin/campaigns/{campaign}", headers=api.headers)
    assert gone.status_code >= 400
