"""Taking data away: a list as a file, what may go wrong on the way, the register that tells, a person's own data."""

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Download, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import Watch, action, axe, goto, in_menu, notice, rows, screen, shot
from tests.support.proofs import proves

Opener = Callable[..., Page]
Faults = Callable[..., None]


def card(page: Page, status: str) -> Any:
    """Wait until the export stands so, and return its card."""
    found = page.get_by_test_id("export")
    expect(found).to_have_attribute("data-status", status)
    return found


def ask(page: Page, choice: str = "") -> None:
    """Open the dialog of a list, choose, and start."""
    in_menu(page, "users-more", "export").click()
    if choice:
        page.get_by_role("radio", name=choice).check()
    action(page, "start-export").click()


def lines(download: Download) -> list[dict[str, str]]:
    """The rows of a file that was saved."""
    with Path(download.path()).open(newline="", encoding="utf-8-sig") as file:
        return list(csv.DictReader(file, delimiter=";"))


@proves("EXPORT-2", "EXPORT-9")
def test_a_list_leaves_as_a_file_and_stands_in_the_register(admin: Page, watch: Watch, faults: Faults) -> None:
    goto(admin, "/users?gender=1", "/users")
    total = int(re.sub(r"\D", "", admin.get_by_test_id("range").inner_text().split("sur")[1]))
    in_menu(admin, "users-more", "export").click()
    axe(admin, within="dialog[open]")
    shot(admin, "export_dialog_fr", full_page=False)
    with admin.expect_download() as waited:
        action(admin, "start-export").press("Enter")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-users-export\.csv", waited.value.suggested_filename)
    assert len(lines(waited.value)) == total
    expect(card(admin, "complete")).to_contain_text(f"{total} lignes")
    axe(admin, within="[data-testid=export]")

    goto(admin, "/users")
    first, second = rows(admin).nth(0), rows(admin).nth(2)
    chosen = {str(first.get_attribute("data-id")), str(second.get_attribute("data-id"))}
    for each in (first, second):
        each.get_by_role("checkbox").check()
    action(admin, "export-selected").click()
    expect(admin.get_by_role("radio", name="Sélection")).to_be_checked()
    with admin.expect_download() as waited:
        action(admin, "start-export").click()
    assert {line["N°"] for line in lines(waited.value)} == chosen
    expect(first.get_by_role("checkbox")).to_be_checked()

    # Longer than the way to its button takes anybody.
    faults(export={"part_ms": 60_000})
    ask(admin, "Tout, sans filtre")
    expect(admin.get_by_test_id("export-progress")).to_have_text(re.compile(r"^300 lignes sur 300"))
    shot(admin, "export_progress_fr", full_page=False)
    admin.get_by_test_id("menu:/events").click()
    screen(admin, "/events")
    # The server breaks off what is stopped, unless the browser is sooner in leaving it.
    watch.allow("ERR_INCOMPLETE_CHUNKED_ENCODING")
    action(admin, "stop-export").click()
    expect(card(admin, "cancelled")).to_contain_text("Aucun fichier")
    faults()

    goto(admin, "/register")
    texts = [rows(admin).nth(number).inner_text() for number in range(3)]
    assert all("admin@demo.test" in text for text in texts)
    assert ["Annulé" in texts[0], "Terminé" in texts[1], "Genre\u00a0: Femme" in texts[2]] == [True] * 3
    action(admin, "filters").click()
    admin.get_by_role("combobox", name="Action").select_option("access")
    screen(admin, "/register", "empty")
    axe(admin)
    goto(admin, "/register")
    with admin.expect_download() as waited:
        in_menu(admin, "register-more", "export").click()
    assert len(lines(waited.value)) >= 3
    expect(rows(admin).first.get_by_role("rowheader")).to_contain_text("Export · Registre")


@proves("EXPORT-7")
def test_a_cut_and_a_refusal_are_said(admin: Page, watch: Watch, faults: Faults) -> None:
    watch.allow("502", "ERR_INCOMPLETE_CHUNKED_ENCODING")
    goto(admin, "/users")
    faults(export={"page_limit": 100})
    ask(admin)
    expect(card(admin, "short")).to_contain_text("100 lignes sur 300")
    shot(admin, "export_short_fr", full_page=False)
    with admin.expect_download() as waited:
        action(admin, "save-short-export").click()
    assert waited.value.suggested_filename.endswith("-users-export-incomplete.csv")
    assert len(lines(waited.value)) == 100
    action(admin, "close-export").click()
    expect(admin.get_by_test_id("export")).to_have_count(0)

    saved: list[Download] = []
    admin.on("download", lambda file: saved.append(file))
    faults(export={"break_after": 0})
    ask(admin)
    expect(card(admin, "failed")).to_contain_text("Aucun fichier n’est enregistré")
    faults(fail=[{"path": "/admin/users/export", "status": 400}])
    ask(admin)
    expect(card(admin, "failed")).to_contain_text("Error asked for by the sandbox")
    assert saved == []


def test_the_data_of_a_person(admin: Page, faults: Faults) -> None:
    # What cannot be read is left out of the file, and named.
    faults(fail=[{"path": path, "status": 400} for path in ("/admin/solidaries", "/admin/solidary_beneficiaries")])
    goto(admin, "/users/show/30", "/users/show/[record_id]")
    in_menu(admin, "users-more", "personal-data").click()
    axe(admin, within="dialog[open]")
    admin.get_by_role("radio", name="JSON").check()
    with admin.expect_download() as waited:
        action(admin, "make-personal-data").click()
    content = json.loads(Path(waited.value.path()).read_text())
    assert content["data"]["account"]["id"] == 30
    expect(notice(admin)).to_contain_text("Transport solidaire")
    in_menu(admin, "users-more", "personal-data").click()
    admin.get_by_role("radio", name="français").check()
    with admin.expect_download() as waited:
        action(admin, "make-personal-data").click()
    page = admin.context.new_page()
    page.set_content(Path(waited.value.path()).read_text())
    expect(page.get_by_role("heading", level=1)).to_contain_text("Données personnelles")
    axe(page)
    page.close()


def test_how_it_looks_on_a_phone(open_page: Opener) -> None:
    page = open_page("admin", theme="dark", locale="en", **PHONE)
    goto(page, "/register")
    axe(page)
    shot(page, "register_phone")
    goto(page, "/users")
    in_menu(page, "users-more", "export").click()
    axe(page, within="dialog[open]")
    shot(page, "export_dialog_phone", full_page=False)
