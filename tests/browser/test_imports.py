"""The import workbench: a file is mended in place and sent; what the API refuses or cuts off loses nothing."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import action, axe, goto, in_menu, looks, notice, rows, screen, shot
from tests.browser.support.pages import fits
from tests.features.imports.conftest import people, person, workbook
from tests.support.proofs import proves

USERS, POINTS, MEMBERS = "/users/import", "/relaypoints/import", "/communities/users/import"
API = "/admin/imports/users"
Requests = Callable[[], list[dict[str, Any]]]
Opener = Callable[..., Page]
BAD = (person(20, born="17/13/1991"), person(21, email="import21"), person(22, gender="5"))


def choose(page: Page, content: str | bytes, name: str = "inscriptions-mars.csv") -> None:
    """Choose a file and wait for its lines."""
    data = content if isinstance(content, bytes) else content.encode()
    page.locator("input[data-file]").set_input_files({"name": name, "mimeType": "text/csv", "buffer": data})
    expect(page.get_by_test_id("import")).to_have_attribute("data-stage", "check")


def cell(page: Page, line: int, at: int) -> Locator:
    return page.locator(f"#cell-{line}-{at}")


def send(page: Page) -> None:
    action(page, "send").click()
    action(page, "confirm-send").click()


def outcomes(page: Page) -> Locator:
    return page.get_by_test_id("outcomes")


@proves("IMPORT-5")
def test_three_bad_lines_of_twenty_are_mended_by_keyboard_and_sent(
    admin: Page, fresh_data: None, requests_seen: Requests
) -> None:
    goto(admin, "/users")
    in_menu(admin, "users-more", "import").click()
    screen(admin, USERS)
    axe(admin)
    choose(admin, people(17, *BAD).encode("cp1252"))
    expect(admin.get_by_role("heading", name="20 lignes")).to_be_focused()
    expect(admin.get_by_label("Encodage, supposé")).to_have_value("Windows-1252")
    expect(cell(admin, 2, 1)).to_have_value("Zoé0")
    expect(cell(admin, 19, 4)).to_have_accessible_description("Écrivez la date ainsi : 14/05/1991")
    expect(cell(admin, 19, 4)).to_have_accessible_name("Date de naissance * 19")
    axe(admin)
    action(admin, "next-fault").click()
    expect(cell(admin, 19, 4)).to_be_focused()
    admin.keyboard.type("17/12/91")
    admin.keyboard.press("Enter")
    expect(cell(admin, 20, 0)).to_be_focused()
    admin.keyboard.press("End")
    expect(cell(admin, 19, 4)).to_have_value("17/12/1991")
    admin.keyboard.type("@example.org")
    admin.keyboard.press("Enter")
    expect(cell(admin, 21, 3)).to_be_focused()
    admin.keyboard.press("Control+A")
    admin.keyboard.type("2")
    admin.keyboard.press("Tab")
    expect(admin.get_by_text("Toutes les lignes sont correctes")).to_be_visible()
    action(admin, "foresee").click()
    expect(admin.get_by_role("status").get_by_text("À créer : 20")).to_be_visible()
    assert [each for each in requests_seen() if each["path"] == API] == []
    action(admin, "send").click()
    expect(admin.get_by_role("dialog")).to_contain_text("la personne est prévenue")
    expect(admin.get_by_role("dialog")).to_contain_text("À créer : 20")
    axe(admin)
    action(admin, "confirm-send").click()
    expect(admin.get_by_role("heading", name="Résultat de l’import")).to_be_focused()
    expect(outcomes(admin)).to_have_text("Créées : 20")
    expect(rows(admin)).to_have_count(20)
    axe(admin)
    with admin.expect_download() as download:
        action(admin, "report-file").click()
    assert download.value.suggested_filename == "rapport-utilisateurs.csv"
    assert "Zoé20 Thérond (import20@example.org);Créée" in Path(download.value.path()).read_text("utf-8-sig")


@proves("IMPORT-9")
def test_a_refusal_and_a_dead_server_lose_nothing(admin: Page, fresh_data: None, faults: Callable[..., None]) -> None:
    goto(admin, USERS)
    admin.locator("input[data-file]").set_input_files(
        {"name": "photo.png", "mimeType": "image/png", "buffer": b"\x89PNG"}
    )
    expect(admin.locator("[data-file-error]")).to_contain_text("Ce type de fichier n’est pas accepté")
    admin.locator("input[data-file]").set_input_files(
        {"name": "classeur.csv", "mimeType": "text/csv", "buffer": b"PK\x03\x04workbook"}
    )
    expect(admin.get_by_role("alert").get_by_text("Ce classeur n’a pas pu être lu.")).to_be_visible()
    choose(admin, people(3))
    cell(admin, 2, 1).fill("Zoé corrigée")
    faults(fail=[{"path": API, "status": 400}])
    send(admin)
    expect(notice(admin, "error")).to_contain_text("L’import a été interrompu.")
    expect(cell(admin, 2, 1)).to_have_value("Zoé corrigée")
    faults(drop=[API])
    send(admin)
    expect(outcomes(admin)).to_have_text("Résultat inconnu : 3")
    expect(admin.get_by_text("elles sont peut-être déjà importées")).to_be_visible()
    expect(admin.get_by_test_id("action:view-missing")).to_have_text("Non importées (0)")
    action(admin, "look-uncertain").click()
    expect(admin.get_by_test_id("action:view-uncertain")).to_have_attribute("aria-pressed", "true")
    expect(rows(admin)).to_have_count(3)
    faults()
    action(admin, "mend").click()
    expect(cell(admin, 2, 1)).to_have_value("Zoé corrigée")
    send(admin)
    expect(outcomes(admin)).to_have_text("Créées : 3")


@proves("IMPORT-11", "IMPORT-28")
def test_leaving_asks_first_and_the_lines_are_found_again(admin: Page) -> None:
    """What is wrong alone cannot be sent; a workbook is read like a text."""
    goto(admin, USERS)
    choose(admin, people(0, BAD[1]))
    expect(action(admin, "send")).to_have_text("Importer")
    expect(action(admin, "send")).to_be_disabled()
    restart(admin)
    choose(admin, workbook(2), "Inscriptions.xlsx")
    expect(admin.locator(".import-facts")).to_contain_text("FeuilleInscrits")
    expect(admin.locator(".import-facts")).not_to_contain_text("Encodage")
    expect(cell(admin, 2, 4)).to_have_value("17/04/1991")
    expect(cell(admin, 2, 9)).to_have_value("54000")
    restart(admin)
    choose(admin, people(1, BAD[1]))
    cell(admin, 2, 1).fill("Gardée")
    cell(admin, 2, 1).press("Tab")
    back = admin.locator(".breadcrumbs a").last
    back.click()
    expect(admin.get_by_role("dialog")).to_contain_text("Quitter cet import")
    action(admin, "leave-stay").last.click()
    screen(admin, USERS)
    back.click()
    admin.locator("#leave-unfinished").get_by_test_id("action:leave-discard").click()
    screen(admin, "/users")
    goto(admin, USERS)
    expect(cell(admin, 2, 1)).to_have_value("Gardée")
    action(admin, "remove-line").first.click()
    expect(rows(admin)).to_have_count(1)
    expect(admin.get_by_role("button", name="Retirer la ligne 3")).to_be_focused()
    expect(admin.get_by_test_id("removed")).to_contain_text("Ligne 2 retirée")
    admin.keyboard.press("Enter")  # the second of one press takes no other line
    action(admin, "put-back").click()
    expect(rows(admin)).to_have_count(2)
    expect(cell(admin, 2, 1)).to_have_value("Gardée")
    expect(admin.get_by_role("button", name="Retirer la ligne 2")).to_be_focused()


def restart(page: Page) -> None:
    """Give up the lines and choose another file."""
    action(page, "restart").click()
    action(page, "confirm-restart").click()
    expect(page.get_by_test_id("import")).to_have_attribute("data-stage", "choose")


@proves("IMPORT-12")
def test_a_file_is_dropped_and_members_go_into_the_chosen_community(admin: Page, fresh_data: None) -> None:
    goto(admin, MEMBERS)
    drop = """(text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "membres.csv", { type: "text/csv" }));
      document.querySelector(".file-input").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
    }"""
    admin.evaluate(drop, people(2))
    expect(admin.get_by_test_id("import")).to_have_attribute("data-stage", "check")
    expect(action(admin, "send")).to_be_disabled()
    box = admin.get_by_role("combobox", name="Communauté")
    box.press_sequentially("co")
    admin.locator(".combobox [role=option]").first.click()
    expect(action(admin, "send")).to_be_enabled()
    chosen = admin.url.rpartition("=")[2]
    expect(action(admin, "back")).to_have_attribute("href", f"/communities/show/{chosen}")
    expect(rows(admin).first.get_by_role("cell").nth(7)).to_have_text(chosen)
    send(admin)
    expect(outcomes(admin)).to_have_text("Créées : 2")


TURNED = "Longitude;Commune;Horaires;Latitude;Type;Intitulé\n" + "".join(
    f"{6.1 + at / 50:.5f};Toul;8h-19h;{48.5 + at / 70:.5f};Aire de covoiturage;Aire {at}\n" for at in range(8)
)


@proves("IMPORT-27")
def test_columns_in_another_order_odd_places_and_doubles_are_seen_before_anything_is_sent(
    admin: Page, fresh_data: None
) -> None:
    goto(admin, POINTS)
    admin.locator("summary").filter(has_text="Valeurs acceptées").click()
    expect(admin.get_by_role("row", name=re.compile(r"^Aire de covoiturage n°\s1$"))).to_be_visible()
    choose(admin, f"{TURNED}48.6;Nancy;;6.1;1;Inversée\n6.1;Toul;;48.5;1;Double\n")
    panel = admin.get_by_test_id("columns")
    expect(panel).to_contain_text("1 obligatoire manque")
    panel.get_by_role("combobox", name="Intitulé").select_option(label="Nom")
    expect(panel).not_to_contain_text("obligatoire")
    expect(cell(admin, 2, 0)).to_have_value("Aire 0")
    expect(cell(admin, 2, 2)).to_have_value("48.50000")
    expect(admin.locator(".called").first).to_have_text("Aire de covoiturage")
    expect(admin.locator(".import-places .map[data-ready]")).to_be_visible()
    axe(admin)
    marks = admin.locator(".map .map-mark")
    marks.first.focus()
    admin.keyboard.press("ArrowLeft")
    expect(marks.last).to_be_focused()
    expect(marks.last).to_have_attribute("aria-label", "10 · Inversée")
    admin.keyboard.press("Enter")
    expect(cell(admin, 10, 2)).to_be_focused()
    expect(admin.get_by_test_id("remark:swapped")).to_contain_text("1 ligne")
    action(admin, "exchange").click()
    expect(cell(admin, 10, 2)).to_have_value("48.6")
    expect(admin.get_by_test_id("remark:swapped")).to_have_count(0)
    action(admin, "drop-twins").click()
    expect(rows(admin)).to_have_count(9)
    send(admin)
    expect(outcomes(admin)).to_have_text("Créées : 9")
    link = rows(admin).first.get_by_role("link", name="Aire 0")
    expect(link).to_have_attribute("href", re.compile(r"^/relaypoints/show/\d+$"))
    axe(admin)


@proves("IMPORT-27")
def test_the_places_of_a_long_file_are_gathered(admin: Page) -> None:
    """More than a map shows one by one: the page fell."""
    goto(admin, POINTS)
    lines = "".join(f"Aire {at};1;48.{at:03};6.{at:03}\n" for at in range(201))
    choose(admin, f"Nom;Type;Latitude;Longitude\n{lines}")
    expect(admin.locator(".import-places .map-cluster").first).to_be_visible()
    expect(action(admin, "send")).to_be_visible()


@pytest.mark.parametrize(("size", "options"), [("desktop", {}), ("phone", PHONE)])
def test_looks(open_page: Opener, size: str, options: dict[str, Any]) -> None:
    """The lines of a file; the screen before it is looked at with all others."""
    page = open_page("admin", **options)
    goto(page, USERS)
    wide = person(23).rpartition(";")[0]
    choose(page, people(3, *BAD, wide, f"{person(24)};too many"))
    for locale, theme in looks(page):
        axe(page)
        fits(page)
        shot(page, f"import_lines_{locale}_{theme}_{size}")
    action(page, "send").click()
    shot(page, f"import_send_{size}", full_page=False)
