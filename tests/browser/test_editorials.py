"""Editorials: written with their preview beside, put on the public site one at a time, never taken off unasked."""

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.support import action, axe, field, goto, in_menu, notice, row, rows, screen, shot, wait
from tests.support.proofs import proves

Opener = Callable[..., Page]
pytestmark = pytest.mark.usefixtures("fresh_data")
ACTIVE = 6


def poster(colour: str = "#2f6db5") -> FilePayload:
    """A picture as somebody would choose it."""
    content = BytesIO()
    Image.new("RGB", (1200, 800), colour).save(content, "JPEG")
    return {"name": "affiche.jpg", "mimeType": "image/jpeg", "buffer": content.getvalue()}


def status(page: Page, record_id: int) -> Any:
    return row(page, record_id).locator("[data-col=status]")


@proves("EDITORIAL-4")
def test_write_one_and_put_it_on_the_public_site(admin: Page) -> None:
    goto(admin, "/editorials")
    action(admin, "create").first.click()
    screen(admin, "/editorials/create")
    action(admin, "save").click()
    expect(admin.locator("[data-summary] li")).to_have_count(4)
    field(admin, "title").fill("Un <b>été</b> à partager 🚗")
    field(admin, "text").fill("Vacances, festivals, baignades : cet été, on y va ensemble. " * 3)
    field(admin, "label").fill("Je covoiture")
    field(admin, "link").fill("javascript:alert(1)")
    preview = admin.locator(".public-preview")
    expect(preview.locator("strong")).to_have_text("Un <b>été</b> à partager 🚗")
    expect(preview.locator(".button")).to_have_text("Je covoiture")
    admin.locator("input[data-image]").set_input_files(poster())
    action(admin, "use-crop").click()
    expect(preview.locator("img")).to_be_visible()
    expect(admin.locator("[data-preview]")).to_be_hidden()
    bar = admin.locator(".save-bar")
    assert (bar.bounding_box() or {})["height"] < 70, "what stands in the bar is on one line"
    action(admin, "save").click()
    expect(admin.locator("#f-link-error")).to_contain_text("https://exemple.fr")
    # The picture is waited for: only then is this save refused, and another may be asked for.
    expect(admin.locator("[data-summary]")).to_be_focused()
    field(admin, "link").fill("www.exemple.fr/été?a=1")
    mark = admin.get_by_test_id("publication")
    expect(mark).to_contain_text("Hors ligne")
    told = admin.get_by_role("region", name="Aperçu sur le site public")
    replaces = "« Semaine européenne de la mobilité », affiché en ce moment, sera remplacé"
    expect(told).to_contain_text(f"Si vous publiez ce contenu, {replaces}")
    action(admin, "publish").click()
    asked = admin.locator("#ask-to-save")
    expect(asked).to_contain_text("« Semaine européenne de la mobilité »")
    axe(admin)
    shot(admin, "editorials-publish-asked", full_page=False)
    action(asked, "confirm-save").click()
    expect(notice(admin)).to_contain_text("en ligne")
    screen(admin, "/editorials/show/[record_id]")
    expect(admin.locator(".published")).to_contain_text("à la place de « Semaine européenne de la mobilité »")
    expect(admin.locator("[data-field=link] a")).to_have_attribute("href", "https://www.exemple.fr/été?a=1")
    expect(admin.locator("[data-field=text]")).to_have_count(0)  # the preview says it
    expect(admin.locator(".public-preview img")).to_be_visible()
    action(admin, "up").click()
    screen(admin, "/editorials")
    expect(status(admin, ACTIVE)).to_have_text("Hors ligne")
    expect(admin.locator("[data-tone=good]")).to_have_count(1)


@proves("FILE-3")
def test_a_picture_is_cropped_with_the_keyboard(admin: Page) -> None:
    goto(admin, "/editorials/2", "/editorials/[record_id]")
    expect(field(admin, "newImage_alt")).to_be_hidden()
    before = admin.locator("[data-preview]").get_attribute("src")
    admin.locator("input[data-image]").set_input_files(poster())
    frame = admin.get_by_role("img", name="Cadre")
    expect(frame).to_be_focused()
    zoom = admin.get_by_label("Agrandir")
    expect(zoom).to_have_value("1")
    admin.keyboard.press("+")
    expect(zoom).to_have_value("1.1")
    admin.keyboard.press("ArrowLeft")
    expect(zoom).to_have_value("1.1")
    result = admin.locator("dialog.crop canvas")
    wait(
        admin,
        lambda: result.evaluate("canvas => canvas.width / canvas.height") == pytest.approx(16 / 9, abs=0.05),
        "what is kept is drawn at its ratio",
    )
    expect(frame).to_be_focused()
    axe(admin)
    shot(admin, "editorials-crop", full_page=False)
    admin.keyboard.press("Escape")
    expect(admin.locator("dialog.crop")).to_be_hidden()
    expect(admin.locator("[data-preview]")).to_have_attribute("src", str(before))
    admin.locator("input[data-image]").set_input_files(poster())
    # Before the picture is there a key is for nobody.
    expect(frame).to_be_visible()
    admin.get_by_label("Agrandir").press("ArrowRight")
    frame.focus()
    for _ in range(5):
        frame.press("ArrowLeft")
    action(admin, "use-crop").click()
    expect(admin.locator("[data-preview]")).not_to_have_attribute("src", str(before))
    field(admin, "newImage_alt").fill("Trois collègues devant une voiture")
    action(admin, "save").click()
    screen(admin, "/editorials/show/[record_id]")
    kept = admin.locator(".public-preview img")
    expect(kept).to_have_js_property("complete", True)
    expect(kept).not_to_have_js_property("naturalHeight", 0)
    sides = kept.evaluate("image => [image.naturalWidth, image.naturalHeight]")
    assert sides[0] == pytest.approx(sides[1] * 16 / 9, abs=2)
    assert 200 <= sides[1] <= sides[0] <= 1600


@proves("EDITORIAL-2")
def test_publishing_and_deleting_in_the_list_name_the_one_that_is_shown(
    admin: Page, faults: Callable[..., None]
) -> None:
    goto(admin, "/editorials")
    expect(status(admin, ACTIVE)).to_have_text("En ligne")
    expect(action(row(admin, ACTIVE), "publish")).to_have_count(0)
    action(row(admin, 2), "publish").click()
    asked = admin.locator("dialog[open]")
    expect(asked).to_contain_text("« Semaine européenne de la mobilité », affiché en ce moment, sera remplacé")
    expect(action(asked, "cancel-publish")).to_be_focused()
    axe(admin)
    shot(admin, "editorials-list-publish", full_page=False)
    admin.keyboard.press("Escape")
    expect(status(admin, ACTIVE)).to_have_text("En ligne")
    faults(drop=["/admin/editorials/2"])
    action(row(admin, 2), "publish").click()
    expect(asked.locator(".field-error")).to_be_visible()
    shot(admin, "editorials-list-unread", full_page=False)
    expect(action(asked, "confirm-publish")).to_have_count(0)
    faults()
    action(asked, "retry-publish").click()
    action(asked, "confirm-publish").click()
    expect(status(admin, 2)).to_have_text("En ligne")
    expect(status(admin, ACTIVE)).to_have_text("Hors ligne")
    expect(admin.locator(".published")).to_be_focused()
    axe(admin)
    action(admin, "undo-publish").click()
    expect(status(admin, ACTIVE)).to_have_text("En ligne")
    expect(admin.locator(".published")).to_have_count(0)
    expect(admin.locator("h1")).to_be_focused()

    for record_id in (2, ACTIVE):
        row(admin, record_id).locator("[data-select]").check()
    action(admin, "bulk-delete").click()
    expect(asked).to_contain_text("n’en aura plus aucun")
    expect(action(asked, "confirm-bulk-delete")).to_be_disabled()
    field(asked, "typed").fill("2")
    expect(action(asked, "confirm-bulk-delete")).to_be_enabled()
    axe(admin)
    shot(admin, "editorials-bulk-asked", full_page=False)
    action(admin, "cancel-bulk-delete").click()
    row(admin, ACTIVE).locator("[data-select]").uncheck()
    action(admin, "bulk-delete").click()
    expect(action(admin, "confirm-bulk-delete")).to_be_enabled()
    expect(asked).not_to_contain_text("plus aucun")
    action(admin, "cancel-bulk-delete").click()

    action(row(admin, ACTIVE), "open").click()
    screen(admin, "/editorials/show/[record_id]")
    in_menu(admin, "editorials-more", "delete").click()
    expect(asked).to_contain_text("n’en aura plus aucun")
    action(admin, "confirm-delete").click()
    screen(admin, "/editorials")
    expect(rows(admin)).to_have_count(7)
    expect(row(admin, ACTIVE)).to_have_count(0)


@proves("FORM-31", "EDITORIAL-1")
def test_too_long_a_text_is_refused_and_leaving_the_public_site_is_asked_first(admin: Page, requests_seen: Any) -> None:
    goto(admin, f"/editorials/{ACTIVE}", "/editorials/[record_id]")
    text = field(admin, "text")
    counter, before = admin.locator(".field", has=text).locator(".counter"), text.input_value()
    text.fill("x" * 200)
    expect(counter).to_be_hidden()
    text.fill("x" * 500)
    expect(counter).to_have_text("500 caractères sur 512")
    text.fill("x" * 520)
    expect(counter).to_have_attribute("data-over", "")
    text.fill("x" * 10_000)
    action(admin, "save").click()
    expect(admin.locator("#f-text-error")).to_contain_text("512")
    expect(text).to_have_value("x" * 10_000)
    text.fill(before)
    action(admin, "unpublish").click()
    asked = admin.locator("#ask-to-save")
    expect(asked).to_contain_text("elle n’en aura plus aucun")
    expect(action(admin, "cancel-save")).to_be_focused()
    axe(admin)
    shot(admin, "editorials-asked", full_page=False)
    action(admin, "cancel-save").click()
    assert not [each for each in requests_seen() if each["method"] == "PATCH"]
    expect(admin.get_by_test_id("publication")).to_contain_text("En ligne")
    action(admin, "unpublish").click()
    action(admin, "confirm-save").click()
    screen(admin, "/editorials/show/[record_id]")
    expect(admin.locator("[data-field=status]")).to_have_text("Hors ligne")
