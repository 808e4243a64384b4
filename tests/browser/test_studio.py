"""The campaign studio: a mail is written in blocks, and seen as it will be read (CAMPAIGN-34, CAMPAIGN-39)."""

import io
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import Site, Watch, action, axe, field, fits, goto, looks, notice, screen, shot
from tests.browser.support.pages import rich_text
from tests.support.proofs import proves

Opener = Callable[..., Page]
pytestmark = pytest.mark.usefixtures("fresh_data")
NEW, EDITED, SENDING = "/campaigns/create", "/campaigns/[record_id]", "/campaigns/send/[record_id]"
DRAFT, TESTED = 10, 7
AS_HIGH = "each => each.contentDocument.body.innerText && each.offsetHeight === each.contentDocument.body.offsetHeight"
"""The frame of a mail ends where the mail does."""
HOSTILE = '<img src=x onerror="parent.hacked=1"><script>parent.hacked=1</script><a href="https://evil.example">x</a>'


def blocks(page: Page) -> Locator:
    return page.locator("#f-body > .lines > .line")


def kinds(page: Page) -> list[str]:
    return page.locator("#f-body > .lines > .line > .line-head .line-label").all_inner_texts()


def cell(block: Locator, name: str) -> Locator:
    return block.locator(f"[name$=':{name}']")


def add(page: Page, kind: str) -> Locator:
    """Add a block, which stands above the footer, and wait for it."""
    expect(blocks(page)).not_to_have_count(0)
    before = blocks(page).count()
    action(page, f"add:{kind}").click()
    expect(blocks(page)).to_have_count(before + 1)
    return blocks(page).nth(before - 1)


def drag(page: Page, grip: Locator, to: Locator) -> None:
    """Drag to the top as a hand does: on and on, until the lines have made room."""
    page.set_viewport_size({"width": 1440, "height": 1700})  # both are in view
    grip.hover()
    start, end = grip.bounding_box(), to.bounding_box()
    assert start
    assert end
    page.mouse.down()
    page.mouse.move(start["x"] + 8, start["y"], steps=4)
    expect(page.locator(".line-ghost")).to_be_visible()
    first = page.locator("#f-body > .lines > .line-ghost:first-child")
    for down in [*range(40, 0, -4)] * 5:
        page.mouse.move(end["x"] + 8, end["y"] + down - 10, steps=2)
        if first.count():
            break
    expect(first).to_be_visible()
    page.mouse.up()


def mail(page: Page) -> Locator:
    return page.get_by_test_id("mail")


def choose(block: Locator) -> Locator:
    """Open a block by its line in the outline."""
    block.locator(".fold").click()
    expect(block).not_to_have_attribute("data-folded", "")
    return block


def checks(page: Page) -> Locator:
    return page.get_by_test_id("check")


def picture(width: int = 640, height: int = 360) -> dict[str, Any]:
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(buffer, "PNG")
    return {"name": "photo.png", "mimeType": "image/png", "buffer": buffer.getvalue()}


def test_a_mail_from_the_first_word_to_the_sending(admin: Page, site: Site) -> None:
    goto(admin, NEW)
    expect(action(admin, "begin-blank")).to_be_visible()
    expect(mail(admin)).to_be_hidden()  # what it starts from is chosen first
    expect(checks(admin).filter(has_text="Il manque le sujet.")).to_have_count(1)
    expect(admin.get_by_test_id("checks-count")).to_be_hidden()  # nobody has written anything yet
    field(admin, "subject").fill("Rendez-vous samedi")
    field(admin, "name").fill("Samedi 12 décembre")
    title = add(admin, "title")
    expect(cell(title, "text")).to_be_focused()
    admin.keyboard.type("Samedi, on covoiture")
    expect(mail(admin).locator("h1")).to_have_text("Samedi, on covoiture")
    expect(mail(admin).get_by_text("Se désinscrire")).to_be_visible()
    add(admin, "text")
    rich_text(admin, "Texte").click()
    admin.keyboard.type("Venez nombreux.")
    expect(mail(admin).get_by_text("Venez nombreux.")).to_be_visible()
    image = add(admin, "picture")
    expect(image.locator("input[type=file]")).to_be_focused()
    image.locator("input[type=file]").set_input_files(picture())
    expect(mail(admin).locator("img[src^='blob:']")).to_be_visible()
    expect(checks(admin).filter(has_text="texte de remplacement")).to_have_count(1)
    cell(image, "alt").fill("Une voiture partagée")
    button = add(admin, "button")
    cell(button, "label").fill("Je participe")
    cell(button, "href").fill("https://exemple.fr/samedi")
    expect(mail(admin).get_by_text("Je participe")).to_be_visible()
    expect(checks(admin)).to_have_count(0)
    expect(admin.get_by_test_id("checks-count")).to_contain_text("Prêt pour le test")
    axe(admin)
    action(admin, "save-and-go-on").click()
    expect(notice(admin)).to_be_visible()
    screen(admin, SENDING)
    record_id = admin.url.rstrip("/").rpartition("/")[2]
    goto(admin, f"/campaigns/{record_id}", EDITED)
    assert kinds(admin) == ["Titre", "Texte", "Image", "Bouton", "Pied de page"]
    expect(choose(blocks(admin).nth(2)).locator("[data-preview]")).to_be_visible()
    expect(mail(admin).get_by_alt_text("Une voiture partagée")).to_be_visible()


@proves("CAMPAIGN-34")
def test_blocks_are_moved_copied_and_every_step_undone(admin: Page) -> None:
    admin.emulate_media(reduced_motion="reduce")
    goto(admin, NEW)
    cell(add(admin, "title"), "text").fill("un")
    cell(add(admin, "title"), "text").fill("deux")
    add(admin, "divider")
    assert kinds(admin) == ["Titre", "Titre", "Séparateur", "Pied de page"]
    expect(admin.locator("[data-sortable]")).to_be_visible()
    drag(admin, blocks(admin).nth(2).locator(".line-grip"), blocks(admin).nth(0).locator(".line-grip"))
    expect(blocks(admin).nth(0).locator(".line-head .line-label")).to_have_text("Séparateur")
    expect(admin.locator("[data-aloud]")).to_contain_text("position 1 sur 4")
    action(choose(blocks(admin).nth(1)), "copy-line").click()
    expect(blocks(admin)).to_have_count(5)
    expect(cell(blocks(admin).nth(2), "text")).to_be_focused()
    expect(cell(blocks(admin).nth(2), "text")).to_have_value("un")
    action(admin, "undo").click()
    expect(blocks(admin)).to_have_count(4)
    action(admin, "undo").click()
    expect(blocks(admin).nth(2).locator(".line-head .line-label")).to_have_text("Séparateur")
    action(admin, "undo").focus()
    admin.keyboard.press("Control+Shift+Z")
    expect(blocks(admin).nth(0).locator(".line-head .line-label")).to_have_text("Séparateur")
    action(choose(blocks(admin).nth(1)), "remove-line").click()
    action(admin, "confirm-remove-line").click()
    expect(blocks(admin)).to_have_count(3)
    action(admin, "undo").click()
    expect(blocks(admin)).to_have_count(4)
    expect(cell(blocks(admin).nth(1), "text")).to_have_value("un")
    expect(mail(admin).locator("h1")).to_have_text(["un", "deux"])


@proves("CAMPAIGN-34")
def test_by_keyboard_alone_in_english(open_page: Opener) -> None:
    page = open_page("admin", locale="en")
    goto(page, NEW)
    field(page, "subject").focus()
    page.keyboard.type("Saturday")
    page.keyboard.press("Tab")
    page.keyboard.type("Saturday 12 December")
    for kind, words in (("title", "We share rides"), ("quote", ""), ("title", "Second")):
        action(page, f"add:{kind}").focus()
        page.keyboard.press("Enter")
        if words:
            expect(page.locator(":focus")).to_have_attribute("name", re.compile(r"^body:\d+:text$"))
            page.keyboard.type(words)
        else:
            expect(rich_text(page, "Text")).to_be_focused()
            page.keyboard.type("It works")
    page.keyboard.press("Alt+ArrowUp")
    expect(blocks(page).nth(1).locator(".line-head .line-label")).to_have_text("Heading")
    expect(page.locator("[data-aloud]")).to_contain_text("number 2 of 4")
    expect(cell(blocks(page).nth(1), "text")).to_be_focused()
    page.keyboard.press("Alt+ArrowUp")
    expect(cell(blocks(page).nth(0), "text")).to_have_value("Second")
    expect(mail(page).locator("h1")).to_have_text(["Second", "We share rides"])
    page.keyboard.press("Control+s")
    expect(notice(page)).to_be_visible()
    screen(page, EDITED)
    assert kinds(page) == ["Heading", "Heading", "Quote", "Footer"]
    field(page, "subject").focus()
    page.keyboard.type("!")
    page.keyboard.press("Control+s")
    expect(page.locator("form[data-dirty]")).to_have_count(0)
    screen(page, EDITED)


def test_what_is_wrong_leads_to_its_block(admin: Page) -> None:
    goto(admin, NEW)
    field(admin, "subject").fill("Bonjour")
    button = add(admin, "button")
    cell(button, "label").fill("Ici")
    cell(button, "href").fill("http://exemple.fr")
    cell(button, "color").fill("#ffff00")
    expect(checks(admin)).to_have_count(2)
    action(admin, "add:divider").click()
    expect(button).to_have_attribute("data-folded", "")
    line = mail(admin).locator("table[width='100%']")
    expect(line).to_have_count(1)
    assert line.bounding_box()["width"] > 200, "the line of a divider is seen"
    admin.get_by_test_id("checks-count").click()
    checks(admin).filter(has_text="contraste").get_by_role("link").click()
    expect(cell(button, "color")).to_be_focused()
    expect(admin.get_by_test_id("checks-count")).to_contain_text("1 erreur")
    expect(admin.get_by_test_id("checks-count")).to_contain_text("1 avertissement")


def test_nothing_runs_and_nothing_leads_away_in_the_preview(admin: Page, watch: Watch) -> None:
    watch.allow("Blocked", "Content Security Policy", "ERR_", "404")
    goto(admin, NEW)
    cell(add(admin, "title"), "text").fill(HOSTILE)
    quote = add(admin, "quote")
    cell(quote, "author").fill(HOSTILE)
    button = add(admin, "button")
    cell(button, "label").fill("Partir")
    cell(button, "href").fill("https://evil.example")
    expect(mail(admin).get_by_text("Partir")).to_be_visible()
    expect(mail(admin).locator("h1")).to_have_text(HOSTILE)
    assert mail(admin).locator("script, img[onerror]").count() == 0
    # Neither a click nor a key reaches a link.
    assert mail(admin).locator("a").evaluate_all("links => links.every((each) => each.closest('[inert]'))")
    mail(admin).get_by_text("Partir").click(force=True)
    expect(cell(button, "label")).to_be_focused()
    assert admin.evaluate("window.hacked") is None
    assert len(admin.context.pages) == 1


@proves("CAMPAIGN-44")
def test_the_mail_is_the_canvas(admin: Page) -> None:
    goto(admin, NEW)
    cell(add(admin, "title"), "text").fill("un")
    cell(add(admin, "button"), "label").fill("Ici")
    drawn = mail(admin).locator("> ol > li")
    expect(drawn).to_have_count(3)
    drawn.nth(0).get_by_role("button", name="Modifier le bloc 1").click()
    expect(cell(blocks(admin).nth(0), "text")).to_be_focused()
    admin.keyboard.press("End")
    admin.keyboard.type(" et demi")
    expect(drawn.nth(0).locator("h1")).to_have_text("un et demi")
    rows = admin.locator("#f-body .fold")
    rows.nth(0).focus()
    admin.keyboard.press("ArrowDown")
    expect(rows.nth(1)).to_be_focused()
    expect(blocks(admin).nth(1)).not_to_have_attribute("data-folded", "")
    expect(admin.locator("#f-body .fold[tabindex='0']")).to_have_count(1)
    choose(blocks(admin).nth(1))
    expect(drawn.nth(1).locator(".mail-pick")).to_be_focused()
    expect(drawn.nth(1)).to_have_attribute("data-open", "true")
    admin.keyboard.press("Alt+ArrowUp")
    expect(blocks(admin).nth(0).locator(".line-head .line-label")).to_have_text("Bouton")
    expect(drawn.nth(0).locator(".mail-pick")).to_be_focused()
    action(drawn.nth(0), "add-here").click()
    axe(admin)
    action(drawn.nth(0), "add-here:quote").click()
    expect(blocks(admin).nth(1).locator("[role=textbox]").first).to_be_focused()
    assert kinds(admin) == ["Bouton", "Citation", "Titre", "Pied de page"]


@proves("CAMPAIGN-44")
def test_an_empty_mail_says_what_comes_first(admin: Page) -> None:
    goto(admin, NEW)
    expect(admin.get_by_test_id("action:add-first")).to_have_count(0)
    action(choose(blocks(admin).nth(0)), "remove-line").click()
    action(admin, "confirm-remove-line").click()
    first = action(admin, "add-first")
    expect(first).to_be_visible()
    axe(admin)
    first.click()
    action(admin, "add-here:title").click()
    expect(cell(blocks(admin).nth(0), "text")).to_be_focused()
    expect(first).to_have_count(0)


def test_a_picture_that_is_refused_is_kept_for_a_new_try(
    admin: Page, faults: Callable[..., None], watch: Watch
) -> None:
    watch.allow("500")
    goto(admin, f"/campaigns/{DRAFT}", EDITED)
    add(admin, "picture")
    image = blocks(admin).filter(has=admin.locator("input[type=file]")).last
    image.locator("[data-ratio]").select_option("1")
    image.locator("input[type=file]").set_input_files(picture(800, 600))
    action(admin, "use-crop").click()
    expect(image.locator("[data-waits]")).to_be_visible()
    expect(image.locator("[data-weight]")).not_to_be_empty()
    cell(image, "alt").fill("Un carré")
    faults(fail=[{"path": "/admin/images", "status": 500, "probability": 1}])
    action(admin, "save").click()
    expect(notice(admin, "error")).to_be_visible()
    expect(admin.get_by_text("Elle est gardée ici")).to_be_visible()
    faults()
    action(admin, "retry-pictures").click()
    expect(admin.get_by_text("Elle est gardée ici")).to_have_count(0)
    expect(image.locator("[data-waits]")).to_be_hidden()
    expect(admin.locator("form[data-dirty]")).to_have_count(0)
    admin.reload()
    screen(admin, EDITED)
    expect(mail(admin).get_by_alt_text("Un carré")).to_be_visible()
    add(admin, "picture")
    image = blocks(admin).filter(has=admin.locator("input[type=file]")).last
    image.locator("input[type=file]").set_input_files(picture(800, 600))
    expect(image.locator("[data-waits]")).to_be_visible()
    cell(image, "alt").fill("Un autre")
    action(admin, "save").click()
    expect(image.locator("[data-waits]")).to_be_hidden()
    expect(admin.locator("form[data-dirty]")).to_have_count(0)


@proves("CAMPAIGN-51")
def test_what_was_typed_before_a_test_of_somebody_else_is_saved_apart(admin: Page, site: Site) -> None:
    goto(admin, f"/campaigns/{DRAFT}", EDITED)
    field(admin, "subject").fill("Ma version")
    headers = {"Authorization": f"Bearer {site.tokens('admin')['admin_app.token']}"}
    params = {"campaignId": DRAFT, "mode": "1"}
    sent = httpx.get(f"{site.api_url}/admin/users/send-campaign", params=params, headers=headers)
    sent.raise_for_status()
    action(admin, "save").click()
    told = admin.get_by_test_id("overtaken")
    expect(told).to_be_focused()
    expect(told).to_contain_text("Cette campagne ne se modifie plus")
    expect(action(admin, "save")).to_have_count(0)
    expect(action(admin, "save-and-go-on")).to_have_count(0)
    axe(admin)
    shot(admin, "studio-overtaken")
    before = admin.url
    action(admin, "save-apart").click()
    admin.wait_for_url(lambda address: address != before)
    screen(admin, EDITED)
    expect(field(admin, "subject")).to_have_value("Ma version")
    expect(told).to_have_count(0)
    expect(action(admin, "save")).to_be_visible()


@proves("FORM-20", "PAGE-14")
def test_a_new_campaign_that_a_colleague_changes_is_saved_with_both(admin: Page, site: Site) -> None:
    goto(admin, NEW)
    field(admin, "subject").fill("Le nôtre")
    field(admin, "name").fill("À deux")
    cell(add(admin, "title"), "text").fill("Bonjour")
    admin.keyboard.press("Control+s")
    screen(admin, EDITED)
    expect(notice(admin)).to_be_visible()
    headers = {
        "Authorization": f"Bearer {site.tokens('admin')['admin_app.token']}",
        "Content-Type": "application/merge-patch+json",
    }
    address = f"{site.api_url}/admin/campaigns/{admin.url.rpartition('/')[2]}"
    httpx.patch(address, json={"subject": "Le sien"}, headers=headers, timeout=10).raise_for_status()
    field(admin, "subject").fill("Le nôtre, redit")
    admin.keyboard.press("Control+s")
    action(admin.locator("#ask-to-save"), "confirm-save").click()
    expect(notice(admin)).to_contain_text("sont enregistrées")
    expect(field(admin, "subject")).to_be_focused()
    expect(field(admin, "subject")).to_have_value("Le nôtre, redit")
    expect(admin.locator("form[data-dirty]")).to_have_count(0)
    expect(admin.locator("main").get_by_test_id("failure")).to_have_count(0)
    assert httpx.get(address, headers=headers, timeout=10).json()["subject"] == "Le nôtre, redit"


def test_a_draft_keeps_the_blocks(admin: Page) -> None:
    goto(admin, NEW)
    cell(add(admin, "title"), "text").fill("À ne pas perdre")
    expect(mail(admin).locator("h1")).to_have_text("À ne pas perdre")
    admin.on("dialog", lambda dialog: dialog.accept())
    admin.reload()
    screen(admin, NEW)
    action(admin, "restore-draft").click()
    expect(cell(blocks(admin).nth(0), "text")).to_have_value("À ne pas perdre")


def test_a_model_filled_from_an_event(admin: Page) -> None:
    goto(admin, NEW)
    models = admin.locator(".card.models")
    field(admin, "name").fill("Lettre de mai")
    expect(admin.locator("form[data-dirty]")).to_have_count(1)
    add(admin, "title")
    expect(models).to_be_hidden()
    action(admin, "undo").first.click()
    expect(models).to_be_visible()
    admin.locator(".model-card").filter(has_text="Événement").click()
    box = admin.get_by_role("combobox", name="Reprendre un événement")
    box.fill("covoiturage")
    admin.locator("[id='start-event-options'] [role=option]").first.click()
    chosen = box.input_value()
    action(admin, "use-model").click()
    expect(field(admin, "subject")).to_have_value(chosen)
    expect(action(admin, "use-model")).to_be_focused()
    expect(field(admin, "name")).to_have_value("Lettre de mai")
    expect(mail(admin).locator("h1")).to_have_text(chosen)
    assert kinds(admin)[-1] == "Pied de page"
    expect(models).to_be_visible()


def test_a_tested_campaign_is_shut(admin: Page) -> None:
    goto(admin, f"/campaigns/{TESTED}", EDITED)
    expect(admin.get_by_role("heading", name="Cette campagne ne se modifie plus")).to_be_visible()
    expect(action(admin, "save")).to_have_count(0)
    expect(action(admin, "duplicate")).to_be_enabled()
    subject = admin.locator("h1").text_content() or ""
    letter = admin.locator(".mail-frame iframe")
    admin.wait_for_function(AS_HIGH, arg=letter.element_handle())
    axe(admin)
    action(admin, "duplicate").click()
    expect(notice(admin)).to_contain_text("est copiée")
    expect(field(admin, "subject")).to_have_value(subject)
    expect(field(admin, "name")).to_have_value(re.compile(r"\(copie du "))
    expect(mail(admin).locator("h1").first).not_to_be_empty()
    expect(letter).to_have_count(0)
    assert not admin.url.endswith(f"/{TESTED}")


def test_the_mail_of_one_reader_on_a_phone_in_the_dark(admin: Page) -> None:
    goto(admin, f"/campaigns/{DRAFT}", EDITED)
    action(admin, "reader-next").click()
    expect(admin.get_by_test_id("reader")).to_contain_text("(1 sur")
    action(admin, "preview-phone").click()
    expect(admin.locator(".mail-sheet[data-phone=true]")).to_be_visible()
    action(admin, "preview-dark").click()
    expect(mail(admin)).to_have_attribute("data-dark", "true")
    expect(admin.get_by_text("Simulation")).to_be_visible()
    action(admin, "preview-pictures").click()
    expect(mail(admin).locator("img[src]")).to_have_count(0)


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_the_studio_looks_right(open_page: Opener, size: str) -> None:
    page = open_page("admin", **(PHONE if size == "phone" else {}))
    goto(page, f"/campaigns/{DRAFT}", EDITED)
    expect(mail(page).locator("h1").first).to_be_attached()
    if size == "phone":  # the outline with what it adds is not there
        last = mail(page).locator("li:has(+ li[data-kind=footer]:last-child), li:last-child:not([data-kind=footer])")
        add_here = action(last.locator(".gap"), "add-here")
        expect(add_here).to_have_css("opacity", "1")
        box = add_here.bounding_box()
        assert box
        assert box["width"] > 300
        add_here.tap()
        expect(action(last, "add-here:title")).to_be_visible()
        add_here.tap()
        expect(action(last, "add-here:title")).to_have_count(0)
    for locale, theme in looks(page):
        mail(page).locator(".mail-pick").first.click()
        expect(page.locator(".line-title:visible")).to_be_visible()
        fits(page)
        axe(page)
        shot(page, f"studio-{size}-{locale}-{theme}", full_page=False)


def test_what_is_asked_over_every_page_is_seen_over_the_studio_too(open_page: Opener) -> None:
    """The bar of the studio stands in place of the shell's, in which the questions of the session are."""
    page = open_page("admin")
    goto(page, f"/campaigns/{DRAFT}", EDITED)
    asked = page.locator(".toolbar > dialog.lock")
    # Without its value the script closes it again whenever something is drawn (idle.js).
    asked.evaluate("each => { each.dataset.value = 'locked'; each.showModal(); }")
    expect(asked).to_be_visible()
    expect(page.locator(".toolbar .brand")).to_be_hidden()
    expect(page.locator(".toolbar .handy")).to_be_hidden()
    expect(page.locator(".user-name")).to_be_hidden()
