"""Finding a driver for a request and writing to them, in a browser: by mouse, by keyboard alone, on a phone."""

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import Site, action, axe, field, fits, goto, looks, notice, screen, shot, until
from tests.support.proofs import proves

SHOW = "/solidaryrecords/show/[record_id]"


COVERED = """map => {
  const frame = map.getBoundingClientRect();
  const said = [...map.querySelectorAll(".map-mark")].flatMap((mark) =>
    [mark, ...mark.children].map((each) => ({ mark, text: each.textContent, box: each.getBoundingClientRect() })));
  const hides = (one, other) => one.mark !== other.mark && one.box.left < other.box.right
    && other.box.left < one.box.right && one.box.top < other.box.bottom && other.box.top < one.box.bottom;
  const isCut = ({ box }) => box.left < frame.left || box.right > frame.right || box.top < frame.top
    || box.bottom > frame.bottom;
  return said.filter((one) => isCut(one) || said.some((other) => hides(one, other))).map(({ text }) => text);
}"""
"""What a map says that another of its marks covers, or its edge."""


END = "text => text.selectionStart === text.value.length"
"""Whether one goes on typing after what a text holds."""


class Desk:
    """What a test looks up, or does meanwhile, as an operator."""

    def __init__(self, site: Site) -> None:
        self.url = site.api_url
        tokens = site.tokens("solidary")
        self.headers = {"Authorization": f"Bearer {tokens['admin_app.token']}", "Accept": "application/ld+json"}

    def records(self) -> list[dict[str, Any]]:
        """The open records that can be read (trap 43), whole: those whose drivers were looked for."""
        listed = self._get("solidaries", progression=100, perPage=100).raise_for_status().json()["hydra:member"]
        read = [self._get(f"solidaries/{each['id']}") for each in listed]
        return [each.json() for each in read if each.status_code == 200]

    def record(self, wanted: Callable[[dict[str, Any]], bool]) -> str:
        """The id of the first record that is wanted."""
        return next(str(each["id"]) for each in self.records() if wanted(each))

    def close(self, record: str) -> None:
        """Note that a request was dropped: it is closed."""
        noted = {"animation": {"action": 59, "user": self._get(f"solidaries/{record}").json()["adminuserId"]}}
        headers = {**self.headers, "Content-Type": "application/merge-patch+json"}
        url = f"{self.url}/admin/solidaries/{record}"
        httpx.patch(url, json=noted, headers=headers, timeout=20).raise_for_status()

    def outbox(self) -> list[tuple[str, str]]:
        """Channel and recipient of what was written to people."""
        found = httpx.get(f"{self.url}/outbox", headers={"Accept": "application/json"}, timeout=20).json()
        return [(each["channel"], each["recipient"]) for each in found]

    def _get(self, path: str, **params: Any) -> httpx.Response:
        return httpx.get(f"{self.url}/admin/{path}", params=params, headers=self.headers, timeout=20)


@pytest.fixture
def desk(site: Site, fresh_data: None) -> Desk:
    """The API, as the operator."""
    return Desk(site)


def _free(item: dict[str, Any]) -> bool:
    """Nobody is chosen yet, and so many could drive there and back that they can be filtered."""
    ways = item["admintransporters"]
    many = all(len(ways[way]) >= 5 for way in ("outward", "return"))
    return many and not item["adminsolutions"]["drivers"]


def _told(item: dict[str, Any]) -> bool:
    """A driver was written to."""
    return any(each["contacted"] for each in item["adminsolutions"]["drivers"])


def _undecided(item: dict[str, Any]) -> bool:
    """One way is asked for, which was taken into account, and a driver is to be chosen."""
    some = item["admintransporters"]["outward"] and not item["adminsolutions"]["drivers"]
    return some and item["status"] == 1 and item["adminproposalType"] == "oneway"


def opened(page: Page, record: str) -> Locator:
    """The middle of the file of a record."""
    goto(page, f"/solidaryrecords/show/{record}", SHOW)
    finder = page.get_by_test_id("find-drivers")
    expect(finder).to_be_visible()
    return finder


def looked_through(page: Page, record: str) -> Locator:
    """The same with those who could drive on show: of a trip that is past nobody is until somebody asks."""
    finder = opened(page, record)
    expect(finder.locator("[data-testid=candidate], [data-testid='action:more-drivers']").first).to_be_visible()
    if not finder.get_by_test_id("candidate").count():
        action(finder, "more-drivers").click()
    expect(finder.get_by_test_id("candidate").first).to_be_visible()
    return finder


def test_a_driver_is_found_chosen_and_written_to(open_page: Callable[..., Page], desk: Desk) -> None:
    page = open_page("solidary")
    finder = looked_through(page, desk.record(_free))
    people = finder.get_by_test_id("candidate")
    every = people.count()
    expect(people.first).to_have_attribute("data-verdict", "good")
    action(finder, "way-return").click()
    expect(action(finder, "way-return")).to_have_attribute("aria-pressed", "true")
    action(finder, "way-outward").click()
    expect(action(finder, "way-outward")).to_have_attribute("aria-pressed", "true")
    expect(people.first).to_contain_text("Aller")
    assert people.count() <= every
    until(page, "() => document.querySelector('.trip-map .map').dataset.ready !== undefined")
    axe(page, within=".drivers-panel")
    trip = page.locator(".trip-map")
    expect(trip.locator(".map-line.trip")).to_have_count(1)
    expect(trip.locator('[data-mark="1"]')).to_have_text("1")
    # A row and its mark light each other, and a mark leads to its row.
    lit = trip.locator('[data-mark="1"]').evaluate("each => getComputedStyle(each).backgroundColor")
    people.first.hover()
    expect(trip.locator('[data-mark="1"]')).not_to_have_css("background-color", lit)
    trip.locator('[data-mark="1"]').focus()
    page.keyboard.press("Enter")
    expect(action(people.first, "retain")).to_be_focused()
    page.locator(".leaflet-control-zoom-in").click()

    name = people.first.locator("strong").inner_text()
    action(people.first, "retain").click()
    expect(notice(page)).to_contain_text(name)
    expect(page.get_by_test_id("driver").first).to_contain_text(name)
    expect(finder.locator(".board")).not_to_contain_text(name)
    expect(trip.locator('[data-mark^="kept"]')).to_have_text("✓")

    action(page.get_by_test_id("driver").first, "write-to-driver").click()
    box = page.get_by_test_id("contact-box")
    expect(box.get_by_role("heading", name=f"Écrire à {name}")).to_be_focused()
    expect(box).to_contain_text("messagerie interne")
    expect(field(box, "text")).to_be_in_viewport(ratio=1)
    expect(action(box, "send-message")).to_be_in_viewport(ratio=1)
    action(box, "use-template").click()
    expect(field(box, "text")).to_be_focused()
    assert field(box, "text").evaluate(END)
    expect(box.get_by_test_id("text-length")).to_have_text(re.compile(r"^\d+ caractères$"))
    axe(page, within=".drivers-panel")
    shot(page, "drivers-contact")
    action(box, "send-message").click()
    expect(box.get_by_test_id("message")).to_have_count(1)
    expect(page.get_by_test_id("entry").first).to_have_attribute("data-action", "solidary_contact_message")
    expect(field(box, "text")).to_have_value("")
    expect(field(box, "text")).to_be_focused()
    # The map was moved, and that is no part of the address.
    assert "?" not in page.url


def test_partners_are_searched_and_one_is_written_to(open_page: Callable[..., Page], desk: Desk, site: Site) -> None:
    page = open_page("solidary")
    finder = opened(page, desk.record(_free))
    before = finder.get_by_test_id("candidate").count()
    site.set_faults(providers=["covoit-est"])
    action(finder, "unfold-partners").click()
    action(finder, "search-partners").click()
    problem = finder.get_by_test_id("partners-problem")
    expect(problem).to_be_visible()
    expect(problem).not_to_contain_text("http")
    assert finder.get_by_test_id("candidate").count() == before
    site.set_faults()
    action(finder, "search-partners").click()
    expect(finder.get_by_test_id("partners-found")).to_be_visible()
    action(finder, "kind-external").click()
    expect(action(finder, "kind-external")).to_have_attribute("aria-pressed", "true")
    expect(finder.get_by_test_id("candidate").first).to_have_attribute("data-kind", "external")
    driver = finder.locator('[data-kind="external"]').first
    name = driver.locator("strong").inner_text()
    action(driver, "write-to-partner").click()
    box = page.get_by_test_id("contact-box")
    expect(box.get_by_role("heading", name=f"Écrire à {name}")).to_be_focused()
    field(box, "text").fill("Bonjour, reste-t-il une place ? 🚗")
    axe(page, within=".drivers-panel")
    shot(page, "drivers-partner")
    action(box, "send-message").click()
    expect(finder.locator('[data-kind="external"]').first).to_contain_text("Contacté")
    expect(page.get_by_test_id("entry").first).to_have_attribute("data-action", "solidary_external_driver_contact")
    assert [channel for channel, _ in desk.outbox()].count("partner") == 1


def test_what_is_typed_survives_a_refusal_and_the_entry_is_offered_alone(
    open_page: Callable[..., Page], desk: Desk, site: Site
) -> None:
    page = open_page("solidary")
    opened(page, desk.record(_told))
    action(page.get_by_test_id("driver").first, "write-to-driver").click()
    box = page.get_by_test_id("contact-box")
    field(box, "text").fill("Bonjour, et merci")
    site.set_faults(fail=[{"path": "/admin/solidaries", "method": "PATCH", "status": 400}])
    action(box, "send-message").click()
    told = box.get_by_test_id("outcome")
    expect(told).to_have_attribute("data-message", "refused")
    expect(field(box, "text")).to_have_value("Bonjour, et merci")
    shot(page, "drivers-refused")
    site.set_faults()
    action(box, "log-sms").click()
    expect(field(page, "comment")).to_be_focused()
    expect(field(page, "comment")).to_have_value("Bonjour, et merci")
    action(page, "note").click()
    expect(page.get_by_test_id("entry").first).to_have_attribute("data-action", "solidary_contact_sms")
    expect(field(box, "text")).to_have_value("Bonjour, et merci")


@proves("DRIVER-4", "SOLIDARY-39")
def test_what_is_typed_is_asked_about_and_kept_and_stays_where_a_colleague_closes_the_request(
    open_page: Callable[..., Page], desk: Desk
) -> None:
    page, record = open_page("solidary"), desk.record(_told)
    opened(page, record)
    write = action(page.get_by_test_id("driver").first, "write-to-driver")
    write.click()
    box = page.get_by_test_id("contact-box")
    field(box, "text").fill("Bonjour, et merci")
    asked, back = page.locator("#leave-unfinished"), page.locator(".breadcrumbs a").last
    expect(asked).to_be_attached()
    back.click()
    expect(asked).to_contain_text("Un message n’est pas envoyé")
    action(asked, "leave-stay").click()
    expect(field(box, "text")).to_have_value("Bonjour, et merci")
    back.click()
    action(asked, "leave-discard").click()
    screen(page, "/solidaryrecords")
    opened(page, next(str(each["id"]) for each in desk.records() if str(each["id"]) != record))
    expect(box).to_have_count(0)
    opened(page, record)
    write.click()
    expect(field(box, "text")).to_have_value("Bonjour, et merci")

    desk.close(record)
    action(box, "send-message").click()
    told = box.get_by_test_id("outcome")
    expect(told).to_contain_text("a clôturé la demande entre-temps")
    expect(field(box, "text")).to_have_value("Bonjour, et merci")
    expect(field(box, "text")).to_be_focused()
    expect(page.get_by_test_id("entry").first).to_have_attribute("data-action", "solidary_ask_drop")
    shot(page, "drivers-closed-meanwhile")


@proves("SOLIDARY-37")
def test_what_a_driver_says_is_noted_in_one_press_and_a_key(open_page: Callable[..., Page], desk: Desk) -> None:
    page = open_page("solidary")
    opened(page, desk.record(_told))
    driver = page.get_by_test_id("driver").first
    settled = bool(driver.get_attribute("data-settled"))
    if settled:
        expect(action(driver, "answer-voicemail")).to_be_hidden()
        driver.get_by_text("Corriger la réponse").click()
    action(driver, "answer-voicemail").click()
    comment = field(page, "comment")
    expect(comment).to_be_focused()
    expect(comment).to_have_value("Message laissé sur le répondeur.")
    page.keyboard.type(" Rappelle demain.")
    for answer in ("yes", "voicemail"):  # what was typed stays, whatever is chosen for it
        action(driver, f"answer-{answer}").click()
        expect(comment).to_be_focused()
        expect(comment).to_have_value("Message laissé sur le répondeur. Rappelle demain.")
    expect(action(page, "note")).to_be_in_viewport(ratio=1)
    expect(comment).to_be_in_viewport(ratio=1)
    shot(page, "drivers-voicemail", full_page=False)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_test_id("entry").first).to_contain_text("Message laissé sur le répondeur.")
    expect(page.get_by_test_id("entry").first).to_have_attribute("data-action", "solidary_contact_call")
    if settled:  # what was unfolded to correct the answer is folded again
        expect(action(driver, "answer-voicemail")).to_be_hidden()


def test_a_driver_is_chosen_and_written_to_by_the_keyboard_alone(open_page: Callable[..., Page], desk: Desk) -> None:
    page = open_page("solidary")
    finder = looked_through(page, desk.record(_free))
    page.keyboard.press("2")
    expect(action(finder, "retain").nth(1)).to_be_focused()
    page.keyboard.press("1")
    expect(action(finder, "retain").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("driver").first).to_be_visible()
    write = action(page.get_by_test_id("driver").first, "write-to-driver")
    write.focus()
    page.keyboard.press("Enter")
    box = page.get_by_test_id("contact-box")
    expect(box.get_by_role("heading", name="Écrire à")).to_be_focused()
    for _ in range(3):  # closing, the messages, inserting
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(field(box, "text")).to_be_focused()
    expect(field(box, "text")).not_to_have_value("")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(box.get_by_test_id("message")).to_have_count(1)
    action(box, "stop-writing").focus()
    page.keyboard.press("Enter")
    expect(box).to_have_count(0)
    expect(write).to_be_focused()


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_a_way_leads_to_the_drivers_where_they_are_out_of_sight(
    open_page: Callable[..., Page], desk: Desk, size: str
) -> None:
    page = open_page("solidary", **(PHONE if size == "phone" else {}))
    finder = opened(page, desk.record(_undecided))
    person = finder.get_by_test_id("candidate").first
    expect(person).to_be_visible()
    expect(finder.locator(".board-way")).to_have_count(0)  # It is the one way that is asked for, in every row.
    expect(page.get_by_test_id("next-step")).to_have_attribute("data-step", "choose")
    if size == "desk":
        expect(person).to_be_in_viewport()
        expect(action(page, "next-step")).to_be_hidden()
    else:
        expect(person).not_to_be_in_viewport()
        action(page, "next-step").tap()
        expect(page.locator("#find-drivers")).to_be_focused()
        # The link to where one is stands out.
        for part, heading in (("diary", "file-diary"), ("drivers", "find-drivers")):
            action(page, f"jump:{part}").tap()
            expect(page.locator(f"#{heading}")).to_be_focused()
            expect(page.locator(".file-jumps > :target-current")).to_have_attribute("href", f"#{heading}")


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_it_reads_well(open_page: Callable[..., Page], desk: Desk, size: str) -> None:
    page = open_page("solidary", **(PHONE if size == "phone" else {}))
    finder = opened(page, desk.record(_told))
    action(finder, "unfold-partners").click()
    action(finder, "search-partners").click()
    expect(finder.get_by_test_id("partners-found")).to_be_visible()
    action(page.get_by_test_id("driver").first, "write-to-driver").click()
    box = page.get_by_test_id("contact-box")
    action(box, "use-template").click()
    expect(field(box, "text")).not_to_have_value("")
    for locale, theme in looks(page):
        fits(page)
        assert page.locator(".trip-map .map").evaluate(COVERED) == []
        axe(page, within=".drivers-panel")
        shot(page, f"drivers-{size}-{locale}-{theme}")
