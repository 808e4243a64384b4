"""The predefined messages of a structure, in a browser: by keyboard alone, and on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import Site, action, axe, field, fits, shot
from tests.browser.test_solidary_drivers import Desk, _told, opened
from tests.support.proofs import proves

pytestmark = pytest.mark.usefixtures("fresh_data")


@pytest.fixture
def desk(site: Site, fresh_data: None) -> Desk:
    """The API, as the operator."""
    return Desk(site)


def _box(page: Page, desk: Desk) -> tuple[Locator, Locator]:
    """The box to a driver who was written to, and the dialog, which is opened with the keyboard."""
    opened(page, desk.record(_told))
    action(page.get_by_test_id("driver").first, "write-to-driver").click()
    box = page.get_by_test_id("contact-box")
    expect(box).to_be_visible()
    manage = action(box, "driver-messages")
    expect(manage).to_be_enabled()
    manage.focus()
    page.keyboard.press("Enter")
    dialog = page.locator("#driver-messages")
    expect(dialog).to_be_visible()
    expect(field(dialog, "name")).to_be_focused()
    return box, dialog


@proves("DRIVER-6")
def test_a_structures_message_is_written_changed_and_removed_by_keyboard(
    open_page: Callable[..., Page], desk: Desk
) -> None:
    page = open_page("solidary")
    box, dialog = _box(page, desk)
    expect(dialog.locator("form h3")).to_have_text("Nouveau message")
    page.keyboard.type("Relance douce")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    action(box, "driver-messages").press("Enter")
    expect(field(dialog, "name")).to_be_focused()
    expect(field(dialog, "name")).to_have_value("Relance douce")
    page.keyboard.press("Tab")
    expect(field(dialog, "locale")).to_be_focused()
    page.keyboard.press("Tab")
    expect(field(dialog, "text")).to_be_focused()
    page.keyboard.insert_text("Bonjour {{conducteur}} 🚗")
    action(dialog, "keep-message-form").press("Enter")
    expect(dialog.get_by_role("alert")).to_contain_text("{{conducteur}}")
    expect(field(dialog, "text")).to_have_value("Bonjour {{conducteur}} 🚗")
    axe(page, within="#driver-messages")
    shot(page, "driver-messages-refused")
    field(dialog, "text").fill("Bonjour {{driver}} 🚗")
    action(dialog, "keep-message-form").press("Enter")
    line = dialog.get_by_test_id("kept-message").filter(has_text="Relance douce")
    expect(line).to_have_count(1)
    expect(field(dialog, "name")).to_be_focused()
    expect(field(dialog, "name")).to_have_value("")
    axe(page, within="#driver-messages")
    shot(page, "driver-messages")

    action(line, "edit-message").press("Enter")
    expect(field(dialog, "name")).to_be_focused()
    expect(field(dialog, "name")).to_have_value("Relance douce")
    field(dialog, "text").fill("Rebonjour {{driver}} 🚗")
    action(dialog, "keep-message-form").press("Enter")
    expect(line).to_contain_text("Rebonjour")
    expect(action(line, "edit-message")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(action(box, "driver-messages")).to_be_focused()

    choice = field(box, "template")
    expect(choice.locator("option").first).to_have_text("Relance douce")
    expect(choice.locator("option:checked")).to_have_text("Relance douce")
    axe(page, within=".drivers-panel")
    action(box, "use-template").press("Enter")
    expect(box.locator("#driver-contact-text")).to_be_focused()
    expect(box.locator("#driver-contact-text")).to_have_value(f"Rebonjour {_first(box)} 🚗")

    action(box, "driver-messages").press("Enter")
    action(line, "remove-message").press("Enter")
    expect(action(line, "keep-message")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(line).to_have_count(0)
    expect(field(dialog, "name")).to_be_focused()


def test_messages_on_a_phone(open_page: Callable[..., Page], desk: Desk) -> None:
    page = open_page("solidary", locale="en", **PHONE)
    _, dialog = _box(page, desk)
    field(dialog, "name").fill("Z" * 60)
    field(dialog, "text").fill("W" * 2000)
    action(dialog, "keep-message-form").click()
    expect(dialog.get_by_test_id("kept-message").filter(has_text="Z" * 60)).to_have_count(1)
    fits(page)
    axe(page, within="#driver-messages")
    shot(page, "driver-messages-phone")


def _first(box: Locator) -> str:
    heading = box.get_by_role("heading", level=2).inner_text()
    return heading.removeprefix("Écrire à ").split(" ")[0]
