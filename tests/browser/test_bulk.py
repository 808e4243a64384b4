"""Hidden contact details, and deleting several people: asked twice, told row by row, what is refused tried again."""

import csv
import io
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.support import action, axe, choosing, field, fits, goto, in_menu, notice, row, screen, shot
from tests.support.proofs import proves

LIST = "/users?perPage=10&sort=familyName"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@proves("USER-24")
def test_contact_details_are_shown_when_asked_and_recipients_are_counted(admin: Page) -> None:
    goto(admin, LIST, "/users")
    hidden = action(admin, "reveal:email").first
    line = row(admin, hidden.locator("xpath=ancestor::tr").get_attribute("data-id") or "")
    name = hidden.get_attribute("aria-label") or ""
    assert name.startswith("Afficher\u00a0: E-mail, ")
    assert "@" not in name
    assert "example." not in admin.content().partition("<table")[2]
    shot(admin, "mask-hidden", full_page=False)
    hidden.focus()
    admin.keyboard.press("Enter")
    link = line.locator("[data-col=email] a")
    expect(link).to_be_focused()
    expect(link).to_have_attribute("href", "mailto:" + link.inner_text())
    assert "@" in link.inner_text()
    expect(action(admin, "reveal:email")).not_to_have_count(0)
    action(admin, "reveal-all").click()
    expect(action(admin, "reveal:email")).to_have_count(0)
    action(admin, "next-page").click()
    admin.wait_for_url(lambda url: "page=2" in url)
    screen(admin, "/users")
    expect(action(admin, "reveal:email")).to_have_count(0)
    shot(admin, "mask-shown", full_page=False)
    action(admin, "mask-all").click()
    expect(action(admin, "reveal:email").first).to_be_visible()
    in_menu(admin, "users-more", "mail").click()
    dialog = admin.get_by_role("dialog", name="Écrire à des utilisateurs")
    expect(dialog.get_by_role("radio", name="Sélection")).to_be_disabled()
    action(dialog, "count-mail").click()
    expect(dialog.get_by_test_id("mail-counts")).to_contain_text("recevront l’e-mail")
    expect(dialog.get_by_test_id("mail-counts")).to_contain_text("n’acceptent pas les e-mails")
    expect(field(dialog, "campaign")).to_be_visible()
    axe(admin)
    shot(admin, "mail-counted", full_page=False)


@proves("PAGE-6", "BULK-1")
def test_three_are_deleted_one_is_refused_and_tried_again(
    admin: Page, faults: Callable[..., None], fresh_data: None
) -> None:
    goto(admin, LIST, "/users")
    boxes = admin.locator("[data-select]")
    ids = [str(boxes.nth(index).get_attribute("data-select")) for index in (3, 4, 5)]
    for each in ids:
        admin.locator(f'[data-select="{each}"]').check()
    faults(
        fail=[
            {"path": "/admin/users/delete", "status": 500},
            {"path": f"/admin/users/{ids[1]}", "status": 500, "method": "DELETE"},
        ]
    )
    action(admin, "bulk-delete").click()
    asked = admin.get_by_role("dialog", name="Supprimer les utilisateurs sélectionnés")
    expect(asked).to_contain_text("pseudonymisé pour de bon")
    expect(asked.locator(".impacts")).to_contain_text("annonces en cours")
    confirm, typed = action(asked, "confirm-bulk-delete"), field(asked, "typed")
    expect(typed).to_be_focused()
    expect(typed).to_have_accessible_name("Pour confirmer, tapez le nombre 3 ci-dessous.")
    expect(confirm).to_be_disabled()
    typed.fill("2")
    expect(confirm).to_be_disabled()
    typed.fill("3")
    expect(confirm).to_be_enabled()
    axe(admin)
    shot(admin, "bulk-asked", full_page=False)
    admin.keyboard.press("Enter")
    told = admin.get_by_role("dialog", name="Résultat de l’action")
    expect(told).to_be_visible()
    expect(told.get_by_test_id("report-row").first).to_have_attribute("data-id", ids[1])
    expect(told.get_by_test_id("report-row").first).to_contain_text("Le serveur n’a pas confirmé")
    expect(told.locator("[data-outcome=done]")).to_have_count(2)
    axe(admin)
    shot(admin, "bulk-report", full_page=False)
    with admin.expect_download() as download:
        action(told, "download-report").click()
    lines = list(csv.reader(io.StringIO(download.value.path().read_text("utf-8-sig")), delimiter=";"))
    assert [line[0] for line in lines[1:]] == [ids[1], ids[0], ids[2]]
    faults()
    action(told, "retry-bulk").click()
    expect(told).to_be_hidden()
    expect(asked).to_contain_text("Sélection\u00a0: 1")
    expect(typed).to_be_hidden()
    expect(action(asked, "cancel-bulk-delete")).to_be_focused()
    action(asked, "confirm-bulk-delete").click()
    # What went well asks for no click; its report is there for whoever wants it.
    expect(notice(admin)).to_contain_text("1 compte pseudonymisé.")
    expect(told).to_be_hidden()
    action(admin, "open-report").click()
    expect(told.locator("[data-outcome=done]")).to_have_count(1)
    action(told, "close-report").click()
    expect(admin.locator("[data-bulk]")).to_be_hidden()
    for each in ids:
        expect(row(admin, each)).to_have_count(0)


def test_a_report_on_a_phone_in_english_and_dark(open_page: Callable[..., Page], fresh_data: None) -> None:
    page = open_page("admin", theme="dark", locale="en", **PHONE)
    goto(page, LIST, "/users")
    choosing(page)
    for index in (3, 4):
        page.locator("[data-select]").nth(index).check()
    fits(page)
    action(page, "bulk-delete").click()
    asked = page.get_by_role("dialog")
    expect(asked).to_contain_text("pseudonymised for good")
    expect(asked.locator(".impacts")).to_be_attached()
    field(asked, "typed").fill("2")
    axe(page)
    shot(page, "bulk-asked-phone", full_page=False)
    action(asked, "confirm-bulk-delete").click()
    told = page.get_by_role("dialog", name="Result of the action")
    action(page, "open-report").click()
    expect(told.locator("[data-outcome=done]")).to_have_count(2)
    axe(page)
    fits(page)
    shot(page, "bulk-report-phone", full_page=False)
