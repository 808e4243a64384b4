"""Structures: criteria written with their preview beside them, what a save takes away, and two people at one."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.support import action, axe, field, goto, in_menu, notice, row, screen, shot
from tests.support.proofs import proves

Opener = Callable[..., Page]
pytestmark = pytest.mark.usefixtures("fresh_data")
LIST, SHOWN, FORM = "/solidarystructures", "/solidarystructures/show/[record_id]", "/solidarystructures/[record_id]"
REQUESTERS = "structureProofsRequester"


@pytest.fixture
def operator(open_page: Opener) -> Page:
    """A page where somebody who operates structures 1 and 2 is signed in."""
    return open_page("solidary")


def criteria(page: Page, name: str = REQUESTERS) -> Locator:
    return page.locator(f"[id='f-{name}'] > .lines > .line")


def preview(page: Page, of: str = "requesters") -> Locator:
    return page.locator(f"[data-preview='{of}']")


def palette(page: Page, kind: str, of: str = REQUESTERS) -> Locator:
    return page.locator(f"[id='f-{of}'] > .palette").get_by_test_id(f"action:add:{kind}")


def cell(line: Locator, name: str) -> Locator:
    return line.locator(f"> .line-body > .fields [name$=':{name}']")


def unfolded(page: Page, section: str) -> Locator:
    """A section of the form, opened."""
    heading = page.locator(f"#section-{section}")
    heading.click()
    return heading.locator("xpath=ancestor::details")


@proves("STRUCTURE-21")
def test_a_menu_is_written_by_keyboard_and_seen_as_operators_will_see_it(operator: Page) -> None:
    goto(operator, f"{LIST}/1", FORM)
    expect(preview(operator).locator("[data-criterion]")).to_have_count(5)
    expect(criteria(operator)).to_have_count(5)
    # What is long is shut, and says how much there is.
    expect(criteria(operator).first).to_be_hidden()
    expect(unfolded(operator, "requesters").locator("> summary")).to_contain_text("5")
    palette(operator, "selectbox").press("Enter")
    expect(criteria(operator)).to_have_count(6)
    new = criteria(operator).nth(5)
    expect(cell(new, "label")).to_be_focused()
    operator.keyboard.type("Logement")
    options = new.locator(".outline > .lines > .line")
    add = new.get_by_test_id("action:add:choices")
    for count, text in enumerate(("Locataire", "Propriétaire"), start=1):
        add.press("Enter")
        expect(options).to_have_count(count)
        expect(cell(options.nth(count - 1), "label")).to_be_focused()
        operator.keyboard.type(text)
    operator.locator(".criteria-preview summary").click()
    asked = preview(operator).get_by_label("Logement")
    expect(asked.locator("option")).to_have_text(["Choisir…", "Locataire", "Propriétaire"])
    asked.select_option("Propriétaire")
    cell(options.nth(0), "label").press("Alt+ArrowDown")
    expect(asked.locator("option")).to_have_text(["Choisir…", "Propriétaire", "Locataire"])
    cell(new, "label").press("Alt+ArrowUp")
    expect(preview(operator).locator(".criterion").nth(4)).to_contain_text("Logement")
    monday = operator.get_by_role("checkbox", name="lun. matin", exact=True)
    expect(monday).to_be_checked()
    monday.press("ArrowDown")
    tuesday = operator.get_by_role("checkbox", name="mar. matin", exact=True)
    expect(tuesday).to_be_focused()
    expect(monday).to_have_attribute("tabindex", "-1")
    tuesday.press("ArrowRight")
    operator.keyboard.press("Space")
    expect(operator.get_by_role("checkbox", name="mar. après-midi", exact=True)).not_to_be_checked()
    # Only menus and radio buttons have options.
    expect(criteria(operator).nth(0).locator(".outline")).to_have_count(0)
    # On a phone the preview stands below the form, as long as it is.
    desk = operator.viewport_size
    assert desk
    operator.set_viewport_size({"width": 390, "height": 844})
    assert operator.locator(".criteria-preview").evaluate("each => each.scrollHeight - each.clientHeight") == 0
    operator.set_viewport_size(desk)
    axe(operator)
    shot(operator, "structure-criteria")
    operator.keyboard.press("Control+s")
    screen(operator, SHOWN)
    notice(operator)
    card = operator.locator("[data-card='requesters'] li")
    expect(card.nth(4)).to_contain_text("Logement")
    expect(card.nth(4)).to_contain_text("Propriétaire · Locataire")
    expect(operator.locator("[data-field='structureProofsRequester']")).to_have_count(0)
    # Monday as a whole, and no afternoon on Tuesday.
    expect(operator.locator(".week td:nth-child(2) .free")).to_have_count(3)
    expect(operator.locator(".week td:nth-child(3) .free")).to_have_count(2)


def test_an_operator_is_not_added_twice_and_what_a_save_takes_away_is_named_first(
    operator: Page, requests_seen: Callable[[], list[dict]]
) -> None:
    goto(operator, f"{LIST}/1", FORM)
    group = unfolded(operator, "operators").locator("[id='f-operators']")
    for email in ("admin@demo.test", "solidary@demo.test"):
        lines = group.locator(".line").count()
        action(group, "add:operators").click()
        expect(group.locator(".line")).to_have_count(lines + 1)
        box = group.locator(".line").last.get_by_role("combobox")
        expect(box).to_be_focused()
        operator.keyboard.type(email)
        group.locator(".line").last.get_by_role("option").first.click()
        expect(box).not_to_have_value(email)
    action(operator, "save").click()
    expect(operator.locator(".summary")).to_contain_text("fait déjà partie")
    action(group.locator(".line").last, "remove-line").click()
    action(operator, "save").click()
    screen(operator, SHOWN)
    expect(operator.locator("[data-card='operators'] li")).to_have_count(2)

    action(operator, "edit").click()
    screen(operator, FORM)
    saved = len([each for each in requests_seen() if each["method"] == "PATCH"])
    unfolded(operator, "requesters")
    action(criteria(operator).nth(0), "remove-line").click()
    action(operator.locator("#remove-line"), "confirm-remove-line").click()
    expect(criteria(operator)).to_have_count(4)
    action(operator, "save").click()
    asked = operator.locator("#ask-to-save")
    expect(asked).to_be_visible()
    expect(asked).to_contain_text("«\u00a0Je ne dispose pas d’une voiture\u00a0»")
    expect(asked).to_contain_text("La plateforme ne dit pas combien")
    axe(operator, within="#ask-to-save")
    shot(operator, "structure-losses", full_page=False)
    action(asked, "cancel-save").click()
    assert len([each for each in requests_seen() if each["method"] == "PATCH"]) == saved
    subjects = unfolded(operator, "subjects").locator("[id='f-subjects']")
    expect(subjects).to_contain_text("mais plus retiré")
    expect(action(subjects, "remove-line")).to_have_count(0)
    action(subjects, "add:subjects").click()
    action(subjects, "remove-line").click()  # of the new one
    expect(subjects.locator(".line")).to_have_count(5)


def test_two_people_at_one_structure_lose_nothing(operator: Page, open_page: Opener) -> None:
    other = open_page("admin")
    goto(operator, f"{LIST}/1", FORM)
    goto(other, f"{LIST}/1", FORM)
    unfolded(other, "requesters")
    palette(other, "input").click()
    expect(cell(criteria(other).nth(5), "label")).to_be_focused()
    other.keyboard.type("Numéro d’allocataire")
    action(other, "save").click()
    screen(other, SHOWN)
    unfolded(operator, "requesters")
    criteria(operator).nth(1).locator("> .line-head [data-folds]").click()
    cell(criteria(operator).nth(1), "label").fill("Statut")
    action(operator, "save").click()
    expect(notice(operator)).to_contain_text("Numéro d’allocataire")
    screen(operator, SHOWN)
    expect(operator.locator("[data-card='requesters'] li")).to_have_count(6)
    expect(operator.locator("[data-card='requesters']")).to_contain_text("Statut")


def test_a_structure_deleted_meanwhile(open_page: Opener) -> None:
    page, other = open_page("admin"), open_page("admin")
    goto(page, f"{LIST}/3", FORM)
    field(page, "name").fill("Couserans solidaire")
    goto(other, f"{LIST}/show/3", SHOWN)
    in_menu(other, "structures-more", "delete").click()
    dialog = other.locator("#structure-deletion")
    expect(dialog.locator(".impacts li")).not_to_have_count(0)
    shot(other, "structure-deletion", full_page=False)
    axe(other, within="#structure-deletion")
    field(dialog, "name").fill("Couserans")
    action(dialog, "confirm-delete").click()
    expect(dialog.locator(".field-error")).to_contain_text("Rien n’a été supprimé")
    field(dialog, "name").fill("Transport solidaire du Couserans")
    action(dialog, "confirm-delete").click()
    screen(other, LIST)
    notice(other)
    expect(row(other, 3)).to_have_count(0)
    action(page, "save").click()
    expect(page.locator(".summary")).to_contain_text("introuvable")
    expect(field(page, "name")).to_have_value("Couserans solidaire")
    axe(page)
    shot(page, "structure-gone")
