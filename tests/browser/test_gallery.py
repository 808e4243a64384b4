"""The gallery: every part of the kit in every situation, readable in both languages and themes, and alive."""

import json
from collections.abc import Callable
from typing import Any, get_args

import pytest
from playwright.sync_api import Page, expect

from admin_app.kit.declare.fields import ColumnKind, InputKind
from tests.browser.conftest import PHONE
from tests.browser.support import action, axe, field, fits, goto, rich_text, shot
from tests.support.proofs import proves

Opener = Callable[..., Page]
ROUTE = "/_gallery"
PATIENCE = 60_000
"""Milliseconds: there are several thousand elements, and editors among them."""
EDITOR = "ProseMirror"
"""A word of the editor's own code."""
TABLE = "<table><tr><td>Lundi</td><td>8 h</td></tr>\n<tr><td>Mardi</td><td>9 h</td></tr></table>"
LINES = "<p>Lundi 8 h</p><p>Mardi 9 h</p>"
"""What becomes of a table that is pasted: there are none in a rich text."""
PASTED = """(editor, html) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/html", html);
  editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


def open_gallery(page: Page) -> None:
    """Open the gallery with all of its parts, and wait for the last specimens."""
    goto(page, ROUTE)
    page.locator(".block").evaluate_all("blocks => blocks.forEach((each) => { each.open = true; })")
    expect(page.locator("form[data-guard]")).to_have_count(3, timeout=PATIENCE)
    page.locator(".rich-text-field").first.scroll_into_view_if_needed(timeout=PATIENCE)
    expect(page.locator(".rich-text-host .rich-text").first).to_be_visible(timeout=PATIENCE)


@proves("PAGE-8", "SHELL-12")
def test_it_is_an_index_of_parts_and_a_menu_goes_by_keyboard(admin: Page) -> None:
    """All of it at once was 53,649 pixels long."""
    goto(admin, ROUTE)
    expect(admin.locator(".block").first).to_be_visible()
    assert admin.evaluate("document.documentElement.scrollHeight") < 2400
    axe(admin)
    shot(admin, "gallery-index")
    admin.get_by_test_id("block:charts").locator("summary").first.click()
    expect(admin.locator(".chart-area .main-svg")).not_to_have_count(0, timeout=PATIENCE)
    axe(admin)
    shot(admin, "gallery-charts")
    admin.get_by_test_id("block:menus").locator("summary").first.click()
    opener, chosen = action(admin, "gallery-menu-light"), admin.locator("#gallery-menu-light .button")
    opener.focus()
    opener.press("ArrowDown")
    expect(chosen.first).to_be_focused()
    below, button = chosen.first.bounding_box(), opener.bounding_box()
    assert below
    assert button
    assert 0 < below["y"] - button["y"] < 100, "not beside its button"
    chosen.first.press("ArrowUp")
    expect(chosen.last).to_be_focused()
    chosen.last.press("Escape")
    expect(chosen.first).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    chosen.last.click()
    expect(chosen.first).to_be_hidden()


def readable(page: Page, name: str) -> None:
    """Open the whole gallery, and look at all of it."""
    page.on("dialog", lambda dialog: pytest.fail(f"a stored text has run: {dialog.message}"))
    open_gallery(page)
    kinds = page.eval_on_selector_all("[data-kind]", "found => found.map((each) => each.dataset.kind)")
    assert set(get_args(InputKind)) | set(get_args(ColumnKind)) <= set(kinds)
    fits(page)
    # The same lists and forms stand there several times, with the names they have when they are alone.
    axe(page, without=("landmark-unique",))
    for number, block in enumerate(page.locator(".block").all()):
        block.evaluate("(each) => each.scrollIntoView()", timeout=PATIENCE)
        shot(page, f"gallery-{name}-{number:02}", full_page=False)


def test_everything_is_readable_on_a_phone_in_english_and_dark(open_page: Opener) -> None:
    readable(open_page("admin", locale="en", theme="dark", **PHONE), "phone")


@proves("FORM-14")
def test_everything_is_readable_and_alive_and_the_editor_is_loaded_there_only(
    admin: Page, requests_seen: Callable[[], list[dict[str, Any]]]
) -> None:
    def has_editor() -> bool:
        names = admin.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
        scripts = [name for name in names if name.endswith(".js")]
        return any(EDITOR in admin.request.get(name).text() for name in scripts)

    for address in ("/users", "/users/create"):
        goto(admin, address)
        assert not has_editor()
    readable(admin, "desk")
    assert has_editor()
    admin.evaluate("scrollTo(0, 0)")
    notices_and_dialogs(admin)
    a_form_that_is_refused(admin)
    what_a_form_would_send(admin)
    assert not any(each["method"] in ("POST", "PATCH", "DELETE") for each in requests_seen())


def notices_and_dialogs(page: Page) -> None:
    """Raise both notices, open a dialog, follow the list of contents."""
    action(page, "succeed").click()
    expect(page.locator(".notices [data-kind=success]")).to_be_visible()
    action(page, "fail").click()
    expect(page.locator(".notices [data-kind=error]")).to_contain_text('<img src="data:,"')
    action(page, "open-leave").click()
    expect(page.locator("#leave")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#leave")).to_be_hidden()


def a_form_that_is_refused(page: Page) -> None:
    """Leave a required field empty, and follow the summary to it."""
    form = page.locator("form[data-guard]").first
    field(form, "text").fill("")
    action(form, "save").click()
    summary = form.locator("[data-summary]")
    expect(summary).to_be_focused()
    summary.get_by_role("link", name="Texte :").click()
    expect(field(form, "text")).to_be_focused()


def what_a_form_would_send(page: Page) -> None:
    """Fill a form by hand and read back what the API would get: nothing is sent to it."""
    form = page.locator("form[data-guard]").first
    field(form, "text").fill("Zoé")
    field(form, "integer").fill("12")
    form.get_by_role("checkbox", name="Archivé").check()
    form.get_by_role("checkbox", name="Actif").uncheck()
    rich_text(form, "Texte enrichi").fill("Bonjour")
    rich_text(form, "Texte enrichi").press("Enter")
    rich_text(form, "Texte enrichi").evaluate(PASTED, TABLE)
    form.get_by_role("combobox", name="Référence").first.fill("Territoire 3")
    form.get_by_role("option", name="Territoire 3").click()
    form.get_by_test_id("action:remove-line").last.click()
    action(form, "save").click()
    expect(page.locator(".sent")).to_contain_text("Zoé")
    sent = json.loads(page.locator(".sent").inner_text())
    text = f"<h2>Bonjour</h2>{LINES}"
    expected = {"text": "Zoé", "integer": 12, "multiSelect": [3, 4], "richText": text, "reference": 3}
    assert {name: sent[name] for name in expected} == expected
    assert sent["pictureChoice"] == 2
    assert sent["dateTime"].startswith("2026-02-03T08:30")
    assert sent["time"].startswith("08:30")
    assert [line["select"] for line in sent["rows"]] == ["1", "2"]
    expect(page.locator("form[data-dirty]")).to_have_count(0)
