"""Communities: one is secured, its file refused then accepted, its members moderated, and it goes with what it has."""

import re
from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.support import action, axe, choose, field, goto, in_menu, notice, row, rows, screen, shot
from tests.support.proofs import proves

Opener = Callable[..., Page]
pytestmark = pytest.mark.usefixtures("fresh_data")
STATUS = "select[name=status]"


def poster() -> FilePayload:
    """A picture as somebody would choose it."""
    content = BytesIO()
    Image.new("RGB", (1200, 800), "#2f6db5").save(content, "JPEG")
    return {"name": "affiche.jpg", "mimeType": "image/jpeg", "buffer": content.getvalue()}


def credentials(text: str) -> FilePayload:
    """A security file."""
    return {"name": "matricules.csv", "mimeType": "text/csv", "buffer": text.encode()}


@proves("FILE-15", "COMMUNITY-1", "COMMUNITY-10")
def test_a_secured_community_from_its_first_word_to_its_end(admin: Page) -> None:
    goto(admin, "/communities")
    action(admin, "create").first.click()
    screen(admin, "/communities/create")
    action(admin, "save").click()
    expect(admin.locator("[data-summary] li")).to_have_count(5)
    field(admin, "name").fill("Salariés <b>d’Écrouves</b> 🚗")
    field(admin, "description").fill("Aller à l’usine ensemble.")
    admin.locator("[data-host] [contenteditable]").fill("Un trajet, trois collègues.")
    field(admin, "target").fill("80")
    choose(admin, "address", "place stan", "Stanislas")
    choose(admin, "referrerId", "mar", "Mar")
    expect(field(admin, "domain")).to_be_hidden()
    admin.locator("[name=validationType][value='2']").check()
    expect(field(admin, "domain")).to_be_visible()
    admin.locator("[name=validationType][value='3']").check()
    expect(field(admin, "domain")).to_be_hidden()
    admin.locator("input[data-image]").set_input_files(poster())
    action(admin, "use-crop").click()
    admin.locator("input[data-file]").set_input_files(credentials("A1;un\nB2\n"))
    expect(admin.locator("#f-newFile-file-error")).to_contain_text("ligne 2")
    expect(admin.locator(".file-name")).to_contain_text("Refusé")
    admin.locator("input[data-file]").set_input_files({"name": "photo.png", "mimeType": "image/png", "buffer": b"x"})
    expect(admin.locator("[data-file-error]")).to_contain_text("n’est pas accepté")
    expect(admin.locator("#f-newFile-file-error")).to_be_hidden()
    admin.locator("input[data-file]").set_input_files(credentials("A1;un\nB2\n"))
    expect(admin.locator("#f-newFile-file-error")).to_contain_text("ligne 2")
    expect(admin.locator("[data-file-error]")).to_be_empty()
    axe(admin)
    shot(admin, "communities-file-refused")
    action(admin, "save").click()
    expect(admin.locator("[data-summary]").first).to_contain_text("il serait refusé")
    screen(admin, "/communities/create")
    expect(field(admin, "name")).to_have_value("Salariés <b>d’Écrouves</b> 🚗")

    admin.locator("input[data-file]").set_input_files(credentials("A1;un\nB2;deux\n"))
    expect(admin.locator(".file-name")).to_contain_text("matricules.csv")
    action(admin, "save").click()
    expect(admin.locator("#ask-to-save")).to_contain_text("rien ne permettra de revenir en arrière")
    expect(admin.locator("#ask-to-save h2")).to_contain_text("Sécuriser cette communauté")
    expect(action(admin, "confirm-save")).to_have_text("Enregistrer et sécuriser")
    shot(admin, "communities-file-asked", full_page=False)
    action(admin, "confirm-save").click()
    screen(admin, "/communities/show/[record_id]")
    expect(admin.locator("[data-field=communitySecurities]")).to_have_text("matricules.csv")
    expect(admin.locator("h1")).to_have_text("Salariés <b>d’Écrouves</b> 🚗")
    expect(rows(admin)).to_have_count(1)

    in_menu(admin, "communities-more", "delete").click()
    dialog = admin.locator("#communities-delete")
    expect(dialog.locator(".impacts")).to_contain_text("1 membre ne le sera plus")
    expect(dialog.locator(".impacts")).not_to_contain_text("point relais")
    shot(admin, "communities-delete", full_page=False)
    action(admin, "confirm-delete").click()
    screen(admin, "/communities")
    expect(admin.get_by_test_id("range")).to_contain_text("sur 25")


@proves("LIST-15", "MEMBER-7")
def test_members_are_moderated_added_and_removed_beside_a_form_in_progress(admin: Page) -> None:
    goto(admin, "/communities")
    action(admin, "shortcut:moderated").click()
    expect(admin).to_have_url(re.compile("moderated=me"))
    expect(action(admin, "shortcut:moderated")).to_have_attribute("aria-current", "true")
    goto(admin, "/communities/1", "/communities/[record_id]")
    field(admin, "name").fill("En cours de saisie")
    members = admin.locator("[data-inner]")
    members.locator("select[data-param=status]").select_option("0")
    expect(admin).to_have_url(re.compile(r"/communities/1#community_members\?status=0$"))
    expect(members.locator(".chip")).to_be_visible()
    first = rows(admin).first
    member_id = first.get_attribute("data-id") or ""
    first.locator(STATUS).select_option("1")
    expect(admin.locator("#change-member")).to_contain_text("est prévenue qu’elle est acceptée")
    shot(admin, "communities-change")
    action(admin, "change-status").click()
    expect(notice(admin)).to_contain_text("fait partie de la communauté")
    expect(row(admin, member_id)).to_have_count(0)

    action(members, "remove-filter:status").click()
    expect(admin).to_have_url(re.compile(r"/communities/1(#.*)?$"))
    # The address changes before the list does: the next page would be that of the filtered one.
    expect(members.locator(".chip")).to_have_count(0)
    action(members, "next-page").click()
    expect(members.get_by_test_id("range")).to_contain_text("26–50")
    action(members, "sort:familyName").click()
    expect(members.locator("thead th[data-col=familyName]")).to_have_attribute("aria-sort", "ascending")
    admin.reload()
    expect(members.locator("thead th[data-col=familyName]")).to_have_attribute("aria-sort", "ascending")
    action(admin, "restore-draft").click()

    action(members, "add-member").click()
    adding = admin.locator("#add-member")
    choose(admin, "user", "claire m", "Claire M")
    axe(admin, within="#add-member")
    action(adding, "confirm-addition").click()
    expect(notice(admin)).to_contain_text("ajouté à la communauté")
    expect(adding).to_be_hidden()
    action(members, "add-member").click()
    expect(admin.locator("#f-user")).to_be_visible()
    expect(admin.locator("#f-user")).to_have_value("")
    choose(admin, "user", "claire m", "Claire M")
    action(adding, "confirm-addition").click()
    expect(admin.locator("#f-user-error")).to_have_text("Cette personne est déjà membre.")
    expect(admin.locator("#f-user")).to_have_value(re.compile("Claire M"))
    shot(admin, "communities-already-member", full_page=False)
    action(adding, "cancel-addition").click()

    gone = rows(admin).nth(2)
    gone_id = gone.get_attribute("data-id") or ""
    action(gone, "remove-member").click()
    expect(admin.locator("#remove-member")).to_contain_text("n’est pas prévenue")
    action(admin, "confirm-removal").click()
    expect(row(admin, gone_id)).to_have_count(0)
    expect(field(admin, "name")).to_have_value("En cours de saisie")
    action(admin, "save").click()
    screen(admin, "/communities/show/[record_id]")
    expect(admin.locator("h1")).to_have_text("En cours de saisie")


@proves("MEMBER-12")
def test_a_status_is_given_once_what_it_does_was_read_and_a_dead_api_loses_nothing(
    admin: Page, faults: Callable[..., None]
) -> None:
    goto(admin, "/communities/1#community_members", "/communities/[record_id]")
    asked = admin.locator("#change-member")
    first = rows(admin).first
    status = first.locator(STATUS)
    name, was = first.locator("th .main-link").inner_text(), status.input_value()
    status.focus()
    status.select_option("3" if was != "3" else "0")
    expect(asked).to_contain_text(name)
    axe(admin, within="#change-member")
    shot(admin, "communities-asked", full_page=False)
    expect(status).to_have_value(was)
    action(asked, "cancel-status").click()
    expect(asked).to_be_hidden()
    expect(status).to_have_value(was)
    expect(status).to_be_focused()
    # Nothing waits in the row: nobody is asked when they go on.
    action(admin.locator("[data-inner]"), "next-page").click()
    expect(admin.locator("[data-inner]").get_by_test_id("range")).to_contain_text("26–50")
    faults(fail=[{"path": "/admin/communit", "status": 500, "probability": 1}])
    status.select_option("3" if status.input_value() != "3" else "0")
    action(admin, "change-status").click()
    expect(notice(admin, "error")).to_be_visible()
    expect(asked).to_be_hidden()
    field(admin, "name").fill("Un nouveau nom")
    action(admin, "save").click()
    expect(admin.get_by_test_id("notice").nth(1)).to_be_visible()
    expect(field(admin, "name")).to_have_value("Un nouveau nom")
