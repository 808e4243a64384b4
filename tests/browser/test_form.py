"""Creating, changing and deleting a person: nothing half-saved, nothing typed lost, nobody deleted by mistake."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Dialog, Locator, Page, expect

from tests.browser.support import (
    action,
    axe,
    field,
    fits,
    goto,
    in_menu,
    notice,
    of_account,
    row,
    rows,
    screen,
    shot,
    until,
)
from tests.browser.support.site import HELD
from tests.support.forms import image
from tests.support.proofs import proves

Faults = Callable[..., None]
Requests = Callable[[], list[dict[str, Any]]]
SHOW, EDIT = "/users/show/[record_id]", "/users/[record_id]"
USED_EMAIL = "camille.lefebvre12@example.org"


def calls(requests_seen: Requests, method: str) -> list[str]:
    """Return the paths the application sent with a method."""
    return [each["path"] for each in requests_seen() if each["method"] == method]


def write_address(page: Page, text: str) -> None:
    """Type an address and choose its first proposal by keyboard."""
    box = page.get_by_role("combobox", name=re.compile("^Domicile"))
    box.press_sequentially(text, delay=20)
    option = page.locator("#f-homeAddress-options [role=option]").first
    expect(option).to_be_visible()
    name = option.locator("span").inner_text()
    box.press("ArrowDown")
    box.press("Enter")
    expect(box).to_have_value(name)


def write_person(page: Page, email: str) -> None:
    """Fill the form of a new person, but for the address."""
    field(page, "givenName").fill("Inès")
    field(page, "familyName").fill("Dupré")
    page.get_by_role("radio", name="Femme").check()
    field(page, "birthDate").fill("1991-05-14")
    field(page, "email").fill(email)
    field(page, "telephone").fill("06 04 05 08 02")


@proves("PAGE-2", "FORM-24")
def test_find_edit_save_and_back_to_the_same_list(admin: Page, fresh_data: None, requests_seen: Requests) -> None:
    """Back leads past a form that was saved or given up."""
    goto(admin, "/users?q=lefeb&sort=-familyName&perPage=10", "/users")
    address = admin.url
    action(row(admin, 7), "open").click()
    screen(admin, SHOW)
    expect(admin.locator("h1")).to_have_text("Camille Lefebvre")
    action(admin, "edit").click()
    screen(admin, EDIT)
    expect(admin.locator(".breadcrumbs [aria-current]")).to_have_text(re.compile("^Modifier Camille"))
    expect(admin.get_by_text("Modifications non enregistrées")).to_be_hidden()
    field(admin, "givenName").fill("Camille-Rose")
    expect(admin.get_by_text("Modifications non enregistrées")).to_be_visible()
    admin.keyboard.press("Control+s")
    expect(notice(admin)).to_contain_text("Les modifications de l’utilisateur sont enregistrées.")
    screen(admin, SHOW)
    expect(admin.locator("h1")).to_have_text("Camille-Rose Lefebvre")
    assert calls(requests_seen, "PATCH") == ["/admin/users/7"]
    action(admin, "edit").click()
    screen(admin, EDIT)
    expect(admin.locator("h1")).to_have_text(re.compile("^Modifier Camille"))
    action(admin, "cancel").click()
    screen(admin, SHOW)
    admin.go_back()
    screen(admin, "/users")
    expect(admin).to_have_url(address)
    admin.go_forward()
    screen(admin, SHOW)
    action(admin, "up").click()
    screen(admin, "/users")
    expect(admin).to_have_url(address)
    expect(row(admin, 7)).to_contain_text("Camille-Rose")


@proves("FORM-5")
def test_create_with_refusals_then_success(admin: Page, fresh_data: None, requests_seen: Requests) -> None:
    goto(admin, "/users/create")
    expect(admin.get_by_role("note").first).to_contain_text("un e-mail de bienvenue")
    action(admin, "save").click()
    summary = admin.locator("[data-summary]")
    expect(summary).to_be_focused()
    expect(summary.get_by_role("link")).to_have_count(7)
    expect(field(admin, "givenName")).to_have_attribute("aria-invalid", "true")
    axe(admin)
    summary.get_by_role("link", name=re.compile("^E-mail")).click()
    expect(field(admin, "email")).to_be_focused()
    write_person(admin, USED_EMAIL)
    write_address(admin, "nancy")
    action(admin, "save").click()
    expect(admin.locator("#f-email-error")).to_contain_text("Cette valeur est déjà celle d’une autre fiche")
    expect(summary).to_contain_text("E-mail : Cette valeur est déjà celle d’une autre fiche")
    expect(summary).to_contain_text("Rien n’a été enregistré. Ce que vous avez saisi est toujours là.")
    expect(field(admin, "familyName")).to_have_value("Dupré")
    expect(admin.get_by_role("radio", name="Femme")).to_be_checked()
    field(admin, "email").fill("ines.dupre@example.org")
    action(admin, "save").dblclick()
    expect(notice(admin)).to_contain_text("L’utilisateur a été créé.")
    screen(admin, SHOW)
    expect(admin.locator("h1")).to_have_text("Inès Dupré")
    expect(admin.locator("[data-field=telephone]")).to_have_text("06 04 05 08 02")
    expect(admin.locator("[data-field=homeAddress]")).to_contain_text("Nancy")
    posts = [each for each in requests_seen() if each["method"] == "POST" and each["path"] == "/admin/users"]
    # The address in use was found before anything was sent.
    assert [each["status"] for each in posts] == [201]


@proves("FORM-16", "FORM-24")
def test_a_double_click_saves_once_and_leaves_no_draft_and_no_form_behind(
    admin: Page, fresh_data: None, faults: Faults, requests_seen: Requests
) -> None:
    goto(admin, "/users")
    action(admin, "create").click()
    screen(admin, "/users/create")
    write_person(admin, "once@example.org")
    write_address(admin, "toul")
    faults(latency_ms=HELD)
    action(admin, "save").dblclick()
    expect(action(admin, "save")).to_be_disabled()
    admin.keyboard.press("Control+s")
    faults()
    screen(admin, SHOW)
    assert calls(requests_seen, "POST").count("/admin/users") == 1
    assert calls(requests_seen, "PATCH") == []
    drafts = "Object.keys(sessionStorage).filter(key => key.startsWith('admin_app.draft:'))"
    assert admin.evaluate(drafts) == []
    admin.go_back()
    screen(admin, "/users")
    action(admin, "create").click()
    screen(admin, "/users/create")
    expect(field(admin, "givenName")).to_have_value("")
    expect(admin.get_by_text("Un brouillon a été retrouvé")).to_be_hidden()


@proves("FORM-12", "FORM-36", "FORM-37")
def test_what_is_wrong_is_said_until_it_is_corrected_and_an_address_must_be_chosen(admin: Page) -> None:
    goto(admin, "/users/7", EDIT)
    field(admin, "telephone").fill("12")
    field(admin, "telephone").press("Tab")
    error = admin.locator("#f-telephone-error")
    expect(error).to_have_text(re.compile("^Saisissez un numéro"))
    axe(admin)
    of_account(admin, "language-en").click()
    expect(error).to_have_text(re.compile("^Enter a "))
    of_account(admin, "language-fr").click()
    field(admin, "telephone").press_sequentially("06 04 05 08 02")
    field(admin, "telephone").fill("06 04 05 08 02")
    expect(error).to_be_empty()
    expect(field(admin, "telephone")).to_be_focused()
    expect(admin.locator("[data-summary]")).to_have_count(0)  # no save was refused
    box = admin.get_by_role("combobox", name=re.compile("^Domicile"))
    assert box.input_value()
    box.fill("zzzzqq")
    expect(admin.locator(".combobox:has(#f-homeAddress) .no-choice")).to_be_visible()
    box.evaluate("box => box.scrollIntoView({block: 'center'})")
    axe(admin)
    action(admin, "save").click()
    expect(admin.locator("#f-homeAddress-error")).to_have_text(re.compile("^Aucune adresse ne correspond"))
    # The refusal takes the focus to its summary: whoever types before that types elsewhere.
    expect(admin.locator("[data-summary]")).to_be_focused()
    box.fill("")
    box.press_sequentially("metz", delay=20)
    options = admin.locator("#f-homeAddress-options [role=option]")
    expect(options.first).to_be_visible()
    box.evaluate("box => box.scrollIntoView({block: 'center'})")
    axe(admin)
    box.press("Escape")
    expect(options.first).to_be_hidden()
    screen(admin, EDIT)
    box.press("Enter")  # nothing is sent while it is not chosen
    expect(options.first).to_be_visible()
    options.nth(1).click()
    expect(box).not_to_have_value("metz")


@proves("USER-10", "USER-27")
def test_roles_are_locked_added_and_removed(admin: Page, fresh_data: None) -> None:
    goto(admin, "/users/7", EDIT)
    lines = admin.locator("[id=f-rolesTerritory] .line")
    expect(lines).to_have_count(1)
    for text in ("Utilisateur (inscription complète)", "Verrouillé", "Rôle de base"):
        expect(lines.first).to_contain_text(text)
    field(admin, "musicFavorites").fill("Chanson")
    action(admin, "add:rolesTerritory").click()
    expect(lines).to_have_count(2)
    expect(field(admin, "musicFavorites")).to_have_value("Chanson")
    roles = lines.nth(1).get_by_role("combobox", name=re.compile("^Rôle"))
    those_that_cannot_be_granted_say_why(admin, roles)
    roles.select_option(label="Exports")
    territory = lines.nth(1).get_by_role("combobox", name=re.compile("^Territoire"))
    territory.press_sequentially("meurthe", delay=20)
    lines.nth(1).locator("[role=option]").first.click()
    name = territory.input_value()
    assert "Meurthe" in name
    action(admin, "save").click()
    screen(admin, SHOW)
    expect(admin.locator(".card", has_text="Rôles")).to_contain_text(f"Exports · {name}")
    action(admin, "edit").click()
    screen(admin, EDIT)
    expect(lines).to_have_count(2)
    for count in (3, 4):
        action(admin, "add:rolesTerritory").click()
        expect(lines).to_have_count(count)
    action(lines.nth(1), "remove-line").click()
    expect(lines).to_have_count(3)
    # The line that took its place, then the one before the last, then the button: the locked one has nothing to focus.
    first = "select, input:not([type=hidden]), textarea"
    expect(lines.nth(1).locator(first).first).to_be_focused()
    action(lines.nth(2), "remove-line").click()
    expect(lines).to_have_count(2)
    expect(lines.nth(1).locator(first).first).to_be_focused()
    action(lines.nth(1), "remove-line").click()
    expect(lines).to_have_count(1)
    expect(action(admin, "add:rolesTerritory")).to_be_focused()
    action(admin, "save").click()
    screen(admin, SHOW)
    expect(admin.locator(".card", has_text="Rôles")).not_to_contain_text("Exports")


def those_that_cannot_be_granted_say_why(page: Page, roles: Locator) -> None:
    """Open what is said below the roles, whose fields stand below each other."""
    shut = roles.locator("option:disabled")
    expect(shut).not_to_have_count(0)
    for text in shut.all_inner_texts():
        assert "non attribuable" in text
    told = page.locator(".beyond")
    told.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(told.locator("li")).to_have_count(shut.count())
    expect(told).to_contain_text("Vos propres rôles ne permettent pas")
    expect(told.get_by_role("link", name="Mes droits")).to_be_visible()
    axe(page)
    # Locked or free, the fields of all lines stand below each other.
    left = """lines => lines.map((line) =>
      [...line.querySelectorAll(".field")].map((each) => Math.round(each.getBoundingClientRect().left)))"""
    locked, free = page.eval_on_selector_all("[id=f-rolesTerritory] .line", left)
    assert locked == free
    # What can be changed shows its names: the locked line above it has no territory, and so no name of one.
    names = "names => names.map((name) => name.offsetWidth)"
    shown = page.eval_on_selector_all("[id=f-rolesTerritory] .line:nth-child(2) > .field > :is(label, .label)", names)
    assert [width > 1 for width in shown] == [True, True]
    shot(page, "users-roles")


@proves("PAGE-6", "SHOW-5", "SHOW-11")
def test_deletion_names_its_target_and_can_be_given_up(admin: Page, fresh_data: None, requests_seen: Requests) -> None:
    goto(admin, "/users?q=camille&sort=familyName", "/users")
    address = admin.url
    action(row(admin, 7), "open").click()
    screen(admin, SHOW)
    in_menu(admin, "users-more", "delete").click()
    dialog = admin.get_by_role("dialog")
    expect(dialog).to_have_accessible_name("Supprimer « Camille Lefebvre » ?")
    expect(action(dialog, "cancel-delete")).to_be_focused()
    expect(dialog).to_contain_text("Le compte est pseudonymisé pour de bon")
    axe(admin)
    admin.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(action(admin, "users-more")).to_be_focused()
    assert calls(requests_seen, "DELETE") == []
    in_menu(admin, "users-more", "delete").click()
    action(dialog, "confirm-delete").click()
    screen(admin, "/users", "ready")
    expect(admin).to_have_url(address)
    expect(notice(admin)).to_contain_text("Le compte est pseudonymisé")
    expect(row(admin, 7)).to_have_count(0)
    assert calls(requests_seen, "DELETE") == ["/admin/users/7"]
    goto(admin, "/users/show/7", SHOW)
    expect(admin.locator("[data-frozen=pseudonymised]")).to_contain_text("ne peut plus être modifié")
    for name in ("edit", "delete", "scammer"):
        expect(action(admin, name)).to_have_count(0)
    goto(admin, "/users/7", EDIT, "error")
    expect(admin.locator("main h1")).to_have_text("Cette fiche ne peut plus être modifiée")
    expect(admin.locator("main")).to_contain_text("supprimé et pseudonymisé")
    expect(action(admin, "save")).to_have_count(0)
    axe(admin)


@proves("FORM-17", "FORM-33")
def test_a_save_that_fails_keeps_what_was_typed(admin: Page, fresh_data: None, faults: Faults) -> None:
    goto(admin, "/users/7", EDIT)
    field(admin, "givenName").fill("Camille-Anne")
    admin.get_by_role("radio", name="Autre").check()
    failure = admin.locator("main").get_by_test_id("failure")
    wrong = {"path": "/admin/users/7", "method": "PATCH"}
    # What is cut is the look before the save: nothing was sent.
    cut, refusal, lost = (
        {"drop": ["/admin/users/7"]},
        {"fail": [{**wrong, "status": 400}]},
        {"fail": [{**wrong, "status": 500}]},
    )
    for fault in (cut, refusal, lost):
        faults(**fault)
        action(admin, "save").click()
        if fault == lost:
            expect(failure).to_contain_text("Peut-être enregistré")
            expect(admin.get_by_test_id("notice")).to_have_count(0)
        else:
            said = "Les modifications de l’utilisateur n’ont pas pu être enregistrées."
            expect(notice(admin, "error")).to_contain_text(said)
        expect(action(admin, "save")).to_be_enabled()
        expect(failure).to_be_focused()
        expect(failure).to_contain_text("Ce que vous avez saisi est toujours là.")
        axe(admin)
        expect(field(admin, "givenName")).to_have_value("Camille-Anne")
        expect(admin.get_by_role("radio", name="Autre")).to_be_checked()
        expect(admin.get_by_text("Modifications non enregistrées")).to_be_visible()
        if fault != lost:
            action(notice(admin, "error"), "close-notice").click()
            expect(admin.get_by_test_id("notice")).to_have_count(0)
    faults()
    action(admin, "save").click()
    screen(admin, SHOW)
    expect(admin.locator("h1")).to_have_text("Camille-Anne Lefebvre")


@proves("FORM-32")
def test_a_creation_whose_answer_was_lost_is_made_once(
    admin: Page, fresh_data: None, faults: Faults, requests_seen: Requests
) -> None:
    goto(admin, "/articles/create")
    field(admin, "title").fill("Aire du Parc")
    faults(lose=["/admin/articles"])
    action(admin, "save").click()
    expect(admin.locator("main").get_by_test_id("failure")).to_contain_text("La réponse de la plateforme s’est perdue")
    faults()
    action(admin, "save").click()
    asked = admin.get_by_role("dialog", name="Cette fiche existe peut-être déjà")
    expect(asked).to_be_visible()
    axe(admin)
    shot(admin, "lost", full_page=False)
    action(asked, "open-likely").click()
    screen(admin, "/articles/show/[record_id]")
    expect(admin.locator("h1")).to_have_text("Aire du Parc")
    assert calls(requests_seen, "POST").count("/admin/articles") == 1


@proves("FORM-18")
def test_unsaved_work_is_not_left_by_mistake(admin: Page, fresh_data: None) -> None:
    goto(admin, "/users?q=camille", "/users")
    action(row(admin, 7), "edit").click()
    screen(admin, EDIT)
    field(admin, "givenName").fill("Camomille")
    asked = admin.get_by_role("dialog", name="Enregistrer vos modifications ?")
    sign_out = of_account(admin, "disconnect")
    for leave in (sign_out.click, admin.get_by_test_id("menu:/").click, admin.go_back):
        leave()
        expect(asked).to_be_visible()
        expect(action(asked, "leave-stay")).to_be_focused()
        admin.keyboard.press("Escape")
        expect(asked).to_be_hidden()
        screen(admin, EDIT)
        expect(field(admin, "givenName")).to_have_value("Camomille")
        expect(admin).to_have_url(re.compile("/users/7$"))
    action(admin, "cancel").click()
    axe(admin)
    action(asked, "leave-discard").click()
    screen(admin, SHOW)
    expect(admin.locator("h1")).to_have_text("Camille Lefebvre")
    action(admin, "edit").click()
    screen(admin, EDIT)
    expect(admin.get_by_text("Un brouillon a été retrouvé")).to_be_hidden()
    field(admin, "givenName").fill("Camomille")
    asked_by_browser: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked_by_browser.append(dialog.type)
        dialog.dismiss()

    admin.once("dialog", stay)
    admin.close(run_before_unload=True)
    # The tab stays, and goes on talking to its server.
    action(admin, "save").click()
    screen(admin, SHOW)
    expect(admin.locator("h1")).to_have_text("Camomille Lefebvre")
    assert asked_by_browser == ["beforeunload"]
    action(admin, "edit").click()
    screen(admin, EDIT)
    field(admin, "givenName").fill("Camilla")
    admin.get_by_test_id("menu:/").click()
    action(asked, "leave-save").click()
    screen(admin, "/")
    goto(admin, "/users/show/7", SHOW)
    expect(admin.locator("h1")).to_have_text("Camilla Lefebvre")


@proves("FORM-20")
def test_two_people_on_one_record_see_what_they_would_undo(
    open_page: Callable[..., Page], fresh_data: None, requests_seen: Requests
) -> None:
    ours, theirs = open_page("admin"), open_page("admin")
    for page in (ours, theirs):
        goto(page, "/users/7", EDIT)
    field(theirs, "telephone").fill("06 22 22 22 22")
    field(theirs, "givenName").fill("Camilla")
    action(theirs, "save").click()
    screen(theirs, SHOW)
    field(ours, "telephone").fill("06 11 11 11 11")
    field(ours, "musicFavorites").fill("Chanson")
    action(ours, "save").click()
    asked = ours.get_by_role("dialog", name="Une autre personne a modifié cette fiche")
    expect(asked).to_be_visible()
    expect(asked.locator("tr[data-name=givenName]")).to_contain_text("Camilla")
    asked_about = asked.locator("tr[data-name=telephone]")
    expect(asked_about.get_by_role("radio", name="06 11 11 11 11")).to_be_checked()
    shot(ours, "meanwhile", full_page=False)
    ours.set_viewport_size({"width": 390, "height": 844})
    fits(ours)
    axe(ours)
    shot(ours, "meanwhile-phone", full_page=False)
    asked_about.get_by_role("radio", name="06 22 22 22 22").check()
    action(asked, "confirm-save").click()
    screen(ours, SHOW)
    expect(ours.locator("h1")).to_have_text("Camilla Lefebvre")
    expect(ours.locator("[data-field=telephone]")).to_have_text("06 22 22 22 22")
    expect(ours.locator("[data-field=musicFavorites]")).to_have_text("Chanson")
    assert calls(requests_seen, "PATCH") == ["/admin/users/7", "/admin/users/7"]


@proves("FORM-19")
def test_a_draft_outlives_the_session(open_page: Callable[..., Page], faults: Faults, fresh_data: None) -> None:
    faults(token_ttl=1)
    admin = open_page("admin")
    goto(admin, "/users/7", EDIT)
    field(admin, "givenName").fill("Camille-Jo")
    admin.get_by_role("radio", name="Homme").check()
    faults(token_ttl=1, fail=[{"path": "/token/refresh", "status": 401}])
    admin.wait_for_timeout(1100)
    action(admin, "save").click()
    action(admin, "sign-in-otherwise").click()
    screen(admin, "login")
    faults()
    field(admin, "username").fill("admin@demo.test")
    field(admin, "password").fill("demo")
    field(admin, "password").press("Enter")
    screen(admin, EDIT)
    expect(field(admin, "givenName")).to_have_value("Camille")
    expect(admin.get_by_text("Un brouillon a été retrouvé")).to_be_visible()
    action(admin, "restore-draft").click()
    expect(field(admin, "givenName")).to_have_value("Camille-Jo")
    expect(admin.get_by_role("radio", name="Homme")).to_be_checked()
    action(admin, "save").click()
    screen(admin, SHOW)
    expect(admin.locator("h1")).to_have_text("Camille-Jo Lefebvre")
    goto(admin, "/users/7", EDIT)
    expect(rows(admin)).to_have_count(0)
    expect(admin.get_by_text("Un brouillon a été retrouvé")).to_be_hidden()


@proves("FORM-24", "FORM-46")
def test_a_save_whose_document_was_left_leads_nowhere_and_leaves_no_draft(
    admin: Page, fresh_data: None, faults: Faults
) -> None:
    admin.on("dialog", lambda dialog: dialog.accept())
    for name, address, shown in (("Camilla", "/communities", "/communities"), ("Camomille", "/users/7", EDIT)):
        goto(admin, "/users/7", EDIT)
        field(admin, "givenName").fill(name)
        faults(slow=[{"path": "/admin/users/7", "ms": HELD}])
        action(admin, "save").click()
        expect(admin.get_by_text("Enregistrement…")).to_be_visible()
        admin.goto(address)
        faults()
        expect(notice(admin)).to_contain_text("sont enregistrées")
        screen(admin, shown)
        expect(admin).to_have_url(re.compile(f"{address}$"))
    expect(field(admin, "givenName")).to_have_value("Camomille")
    expect(admin.get_by_text("Un brouillon a été retrouvé")).to_be_hidden()


@proves("FORM-51")
def test_every_draft_of_a_new_record_is_kept(admin: Page) -> None:
    goto(admin, "/articles/create")
    admin.on("dialog", lambda dialog: dialog.accept())
    kept = "Object.values(sessionStorage).some((text) => text.includes('{}'))"
    for title in ("Premier", "Second"):
        field(admin, "title").fill(title)
        until(admin, kept.format(title))
        admin.reload()
        screen(admin, "/articles/create")
        expect(admin.locator("[data-draft-call]")).to_have_text(f" · {title}")
    field(admin, "title").fill("Troisième")
    action(admin, "restore-draft").click()
    expect(field(admin, "title")).to_have_value("Second")
    expect(admin.locator("[data-draft-call]")).to_have_text(" · Troisième")
    axe(admin)
    shot(admin, "draft-of-several", full_page=False)
    action(admin, "restore-draft").click()
    expect(field(admin, "title")).to_have_value("Troisième")
    expect(admin.locator("[data-draft-call]")).to_have_text(" · Second")


@proves("FORM-38")
def test_a_draft_says_that_it_keeps_no_picture(admin: Page) -> None:
    goto(admin, "/users/7", EDIT)
    picture = {"name": "portrait.png", "mimeType": "image/png", "buffer": image(400, 400)}
    admin.locator("input[type=file][data-image]").set_input_files(picture)  # pyright: ignore[reportArgumentType]
    with admin.expect_response(lambda response: "/_transfer/" in response.url and response.status == 204):
        action(admin, "use-crop").click()
    expect(admin.get_by_text("Modifications non enregistrées")).to_be_visible()
    admin.on("dialog", lambda dialog: dialog.accept())
    admin.reload()
    screen(admin, EDIT)
    expect(admin.locator("[data-draft-time]")).to_have_text(re.compile(r"\d \w+ \d{4} à \d\d:\d\d"))
    action(admin, "restore-draft").click()
    expect(admin.get_by_text("Un brouillon ne garde pas les fichiers")).to_be_visible()
    shot(admin, "draft-lost", full_page=False)
