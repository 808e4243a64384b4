"""Articles: sections and paragraphs written, put in order, taken away, without ever losing what is typed."""

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import (
    Site,
    Watch,
    action,
    axe,
    dress,
    field,
    fits,
    goto,
    in_menu,
    looks,
    notice,
    rows,
    screen,
    shot,
    until,
)
from tests.support.proofs import proves

Opener = Callable[..., Page]
pytestmark = pytest.mark.usefixtures("fresh_data")
FORM, NEW, SHOWN = "/articles/[record_id]", "/articles/create", "/articles/show/[record_id]"
HOW = 4


def sections(page: Page) -> Locator:
    return page.locator("[id='f-asections'] > .lines > .line")


def paragraphs(section: Locator) -> Locator:
    return section.locator(".outline > .lines > .line")


def heads(lines: Locator) -> list[str]:
    return [head.inner_text() for head in lines.locator("> .line-head .line-name").all()]


def aloud(page: Page) -> Locator:
    return page.locator("[data-aloud]")


def cell(line: Locator, name: str) -> Locator:
    return line.locator(f"> .line-body > .fields [name$=':{name}']")


def editor(line: Locator) -> Locator:
    return line.locator("[contenteditable]").first


def left(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["x"]


def right(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"]


def is_a_page_to_fill(page: Page, *sizes: str) -> None:
    """Each field says where one writes what it is, at the size of what it becomes, and can be touched."""
    fields = page.locator(".document .field:is([data-kind=text], [data-kind=rich_text])")
    expect(fields).to_have_count(4)
    for each, size in zip(fields.all(), sizes, strict=True):
        control = each.locator("input[type=text]:visible, .rich-text-field")
        name = each.locator("> label").inner_text().partition(" (")[0]
        shown = control.evaluate(
            "each => each.placeholder ?? getComputedStyle(each.closest('.field'), '::before').content.slice(1, -1)"
        )
        assert shown.startswith(name), "it is read"
        writes = control if control.evaluate("each => each.matches('input')") else each.locator("[contenteditable]")
        expect(writes).to_have_css("font-size", size)
        box = control.bounding_box() or {}
        assert box["height"] >= 44
        sheet = page.locator(".document .form").bounding_box() or {}
        assert box["width"] > sheet["width"] / 2, "an empty one is as wide as a full one"


def add(page: Page | Locator, name: str) -> None:
    action(page, f"add:{name}").last.click()


@proves("ARTICLE-8")
def test_an_article_from_the_first_word_to_the_last(admin: Page) -> None:
    goto(admin, "/articles")
    action(admin, "create").first.click()
    screen(admin, NEW)
    is_a_page_to_fill(admin, "28px", "20px", "16px", "16px")
    action(admin, "cancel").focus()
    for seen_next in ("publish", "save"):
        admin.keyboard.press("Tab")
        expect(action(admin, seen_next)).to_be_focused()
    field(admin, "title").fill("Covoiturer <b>l’hiver</b> ❄️")
    cell(sections(admin), "title").fill("Neige et verglas")
    for _ in ("subtitle", "text"):
        admin.keyboard.press("Tab")
    expect(editor(paragraphs(sections(admin)))).to_be_focused()  # its state is below it
    editor(paragraphs(sections(admin))).click()
    admin.keyboard.type("Partez plus tôt.")
    action(admin, "save").click()
    expect(notice(admin)).to_contain_text("a été créé")
    screen(admin, SHOWN)
    expect(admin.locator("h1")).to_have_text("Covoiturer <b>l’hiver</b> ❄️")
    expect(admin.locator(".reading h2")).to_have_text("Neige et verglas")
    expect(admin.locator(".reading .rich-text p")).to_have_text("Partez plus tôt.")
    expect(admin.locator(".reading .badge")).to_have_count(2)
    axe(admin)
    action(admin, "edit").click()
    screen(admin, FORM)
    expect(admin.locator("[data-drafts]")).to_be_visible()
    action(admin, "publish").click()
    asked = admin.locator("#ask-to-save")
    expect(asked).to_contain_text("une page vide")
    axe(admin)
    shot(admin, "articles-publish-empty", full_page=False)
    action(asked, "publish-whole").click()
    screen(admin, SHOWN)
    expect(admin.locator("[data-field=status]")).to_have_text("En ligne")
    expect(admin.locator(".reading .badge")).to_have_count(0)
    in_menu(admin, "articles-more", "delete").click()
    action(admin, "confirm-delete").click()
    screen(admin, "/articles")
    expect(rows(admin).filter(has_text="hiver")).to_have_count(0)


@proves("FORM-52")
def test_what_was_typed_in_an_article_that_somebody_deleted_becomes_a_new_one(admin: Page, site: Site) -> None:
    goto(admin, f"/articles/{HOW}", FORM)
    field(admin, "title").fill("Ce qui reste")
    cell(sections(admin).nth(0), "title").fill("Le principe, gardé")
    headers = {"Authorization": f"Bearer {site.tokens('admin')['admin_app.token']}"}
    httpx.delete(f"{site.api_url}/admin/articles/{HOW}", headers=headers, timeout=10).raise_for_status()
    action(admin, "save").click()
    failure = admin.locator("main").get_by_test_id("failure")
    expect(failure).to_contain_text("Cette fiche est introuvable")
    axe(admin)
    shot(admin, "articles-gone", full_page=False)
    action(failure, "begin-anew").click()
    screen(admin, NEW)
    expect(field(admin, "title")).to_have_value("Ce qui reste")
    expect(sections(admin)).to_have_count(3)
    expect(cell(sections(admin).nth(0), "title")).to_have_value("Le principe, gardé")
    expect(admin.locator("form[data-dirty]")).to_have_count(1)
    expect(failure).to_have_count(0)
    action(admin, "save").click()
    screen(admin, SHOWN)
    expect(admin.locator("h1")).to_have_text("Ce qui reste")
    expect(admin.locator(".reading h2").first).to_have_text("Le principe, gardé")
    goto(admin, NEW)
    expect(admin.get_by_text("Un brouillon a été retrouvé")).to_be_hidden()


@proves("FORM-15")
def test_lines_are_put_in_order_and_keep_what_is_typed(admin: Page) -> None:
    goto(admin, f"/articles/{HOW}", FORM)
    section = sections(admin).nth(0)
    first = paragraphs(section).nth(0)
    first.scroll_into_view_if_needed()
    expect(editor(first)).to_be_visible()
    for locale, theme in looks(admin):
        shot(admin, f"articles-edit-{locale}-{theme}")
        fits(admin)
        axe(admin)
    dress(admin, "fr", "light")
    editor(first).click()
    admin.keyboard.press("Control+End")
    admin.keyboard.type(" Essayez")
    admin.keyboard.press("Alt+ArrowDown")
    expect(aloud(admin)).to_have_text("Section 1 · Paragraphe 2, en position 2 sur 2")
    expect(editor(paragraphs(section).nth(1))).to_be_focused()
    admin.keyboard.type(" demain !")
    expect(editor(paragraphs(section).nth(1))).to_contain_text("Essayez demain !")
    admin.keyboard.press("Alt+ArrowDown")
    expect(aloud(admin)).to_contain_text("ne peut pas aller plus loin")
    cell(section, "title").fill("Le principe, en bref")
    action(section, "move-down").first.press("Enter")
    expect(aloud(admin)).to_have_text("Section 2, en position 2 sur 3")
    expect(action(sections(admin).nth(1), "move-down").first).to_be_focused()
    assert heads(sections(admin)) == ["En trois étapes", "Le principe, en bref", "Et si personne ne répond ?"]
    moved = sections(admin).nth(1)
    expect(cell(moved, "title")).to_have_value("Le principe, en bref")
    expect(editor(paragraphs(moved).nth(1))).to_contain_text("Essayez demain !")
    action(admin, "save").click()
    screen(admin, SHOWN)
    expect(admin.locator(".reading h2")).to_have_text(
        ["En trois étapes", "Le principe, en bref", "Et si personne ne répond ?"]
    )
    expect(admin.locator(".reading > section").nth(1).locator(".rich-text").nth(1)).to_contain_text("Essayez demain !")


@proves("ARTICLE-6", "ARTICLE-9")
def test_a_removal_asks_first_and_the_preview_shows_what_is_not_saved(
    admin: Page, requests_seen: Callable[[], list[dict]]
) -> None:
    goto(admin, f"/articles/{HOW}", FORM)
    section = sections(admin).nth(0)
    cell(section, "title").fill("Le principe, redit")
    action(admin, "preview").click()
    page = admin.locator("dialog[open]")
    expect(page.locator("h2").nth(1)).to_have_text("Le principe, redit")
    expect(page.locator(".rich-text")).not_to_have_count(0)
    hidden = page.locator("[data-status='0']").first
    expect(hidden).to_be_hidden()
    axe(admin)
    shot(admin, "articles-preview", full_page=False)
    page.get_by_label("Tout le contenu").check()
    expect(hidden).to_be_visible()
    action(page, "close-preview").click()
    expect(cell(section, "title")).to_have_value("Le principe, redit")
    action(section, "remove-line").first.click()
    dialog = admin.locator("#remove-line")
    expect(dialog.locator("[data-what]")).to_contain_text("Section 1 · Le principe")
    expect(dialog.locator("[data-goes] li")).to_have_count(2)
    expect(action(dialog, "cancel-remove-line")).to_be_focused()
    admin.keyboard.press("Escape")
    expect(sections(admin)).to_have_count(3)
    action(section, "remove-line").first.click()
    action(dialog, "confirm-remove-line").click()
    expect(sections(admin)).to_have_count(2)
    expect(aloud(admin)).to_have_text("Retrait : Section 1")
    expect(sections(admin).nth(0).locator(".fold").first).to_be_focused()
    add(admin, "asections")
    expect(sections(admin)).to_have_count(3)
    action(sections(admin).nth(2), "remove-line").first.click()
    expect(sections(admin)).to_have_count(2)
    assert not [call for call in requests_seen() if call["method"] == "PATCH"]
    action(admin, "save").click()
    screen(admin, SHOWN)
    expect(admin.locator(".reading h2")).to_have_text(["En trois étapes", "Et si personne ne répond ?"])


@proves("ARTICLE-5")
def test_a_long_article_is_folded_and_opens_where_something_is_wrong(admin: Page) -> None:
    goto(admin, "/articles/1", FORM)
    expect(sections(admin)).to_have_count(7)
    expect(admin.locator("[contenteditable]")).to_have_count(0)
    states = sections(admin).locator("> .line-head > select").all()
    assert {right(state) for state in states} == {right(sections(admin).first)}, "one below the other, at the edge"
    fold = sections(admin).nth(2).locator(".fold").first
    expect(fold).to_have_attribute("aria-expanded", "false")
    fold.press("Enter")
    expect(fold).to_have_attribute("aria-expanded", "true")
    cell(sections(admin).nth(2), "title").fill("x" * 300)
    editor(paragraphs(sections(admin).nth(2)).nth(1)).fill("")
    fold.press("Enter")
    expect(cell(sections(admin).nth(2), "title")).to_be_hidden()
    action(admin, "save").click()
    summary = admin.locator("[data-summary]")
    expect(summary.locator("li")).to_have_count(2)
    expect(summary).to_contain_text("Section 3 · Titre de la section")
    expect(summary).to_contain_text("Section 3 · Paragraphe 2 · Texte")
    axe(admin)
    summary.locator("a", has_text="Titre de la section").click()
    expect(cell(sections(admin).nth(2), "title")).to_be_focused()
    summary.locator("a", has_text="Texte").click()
    expect(editor(paragraphs(sections(admin).nth(2)).nth(1))).to_be_focused()
    action(admin, "fold-all").click()
    expect(admin.locator(".outline > .lines > .line[data-folded]")).to_have_count(7)


@proves("ARTICLE-10")
def test_parts_are_dragged_copied_and_put_back(admin: Page) -> None:
    goto(admin, f"/articles/{HOW}", FORM)
    expect(admin.locator("[data-sortable]").first).to_be_visible()
    texts = paragraphs(sections(admin).nth(0))
    expect(editor(texts.nth(1))).to_be_visible()
    first, second = (editor(texts.nth(rank)).inner_text() for rank in (0, 1))
    texts.nth(1).hover()
    grip, above = texts.nth(1).locator(".line-grip").first, texts.nth(0)
    start = grip.bounding_box()
    assert start
    end = above.bounding_box()
    assert end
    admin.mouse.move(start["x"] + 6, start["y"] + 10)
    admin.mouse.down()
    admin.mouse.move(start["x"] + 4, start["y"] - 20, steps=4)
    admin.mouse.move(end["x"] + 200, end["y"] + 4, steps=12)
    admin.mouse.up()
    expect(editor(texts.nth(0))).to_have_text(second)
    expect(aloud(admin)).to_contain_text("position 1 sur 2")
    action(admin, "undo").click()
    expect(editor(texts.nth(0))).to_have_text(first)
    action(admin, "redo").click()
    expect(editor(texts.nth(0))).to_have_text(second)
    sections(admin).nth(1).hover()
    action(sections(admin).nth(1), "copy-line").first.click()
    expect(sections(admin)).to_have_count(4)
    expect(cell(sections(admin).nth(2), "title")).to_have_value("En trois étapes")
    action(admin, "save").click()
    screen(admin, SHOWN)
    expect(admin.locator(".reading h2")).to_have_count(4)
    expect(admin.locator(".reading > section").nth(0).locator(".rich-text").nth(0)).to_have_text(second)


DRAFT_HAS_IT_THIRD = r"""Object.values(sessionStorage).some((kept) =>
  [...kept.matchAll(/"asections:[^:"]+:title":"([^"]*)"/g)][2]?.[1] === "À suivre")"""


@proves("FORM-19")
def test_a_draft_brings_back_lines_and_their_order(admin: Page) -> None:
    goto(admin, f"/articles/{HOW}", FORM)
    add(admin, "asections")
    expect(cell(sections(admin).last, "title")).to_be_focused()
    admin.keyboard.type("À suivre")
    admin.keyboard.press("Alt+ArrowUp")
    expect(aloud(admin)).to_contain_text("position 3 sur 4")
    until(admin, DRAFT_HAS_IT_THIRD)
    admin.once("dialog", lambda asked: asked.accept())
    admin.reload()
    screen(admin, FORM)
    action(admin, "restore-draft").click()
    expect(sections(admin)).to_have_count(4)
    expect(cell(sections(admin).nth(2), "title")).to_have_value("À suivre")
    editor(paragraphs(sections(admin).nth(2))).click()
    admin.keyboard.type("Bientôt.")
    action(admin, "save").click()
    screen(admin, SHOWN)
    expect(admin.locator(".reading h2").nth(2)).to_have_text("À suivre")


HOSTILE = (
    "<p>Bonjour<img src=x onerror=\"window.ran='image'\"></p><script>window.ran='script'</script>"
    "<a href=\"javascript:window.ran='link'\">lien</a><svg onload=\"window.ran='svg'\"></svg>"
)


def test_stored_html_never_runs(admin: Page, site: Site, watch: Watch) -> None:
    watch.allow(r"/x$", r"/x\b", "404")
    token = site.tokens("admin")["admin_app.token"]
    made = admin.request.post(
        f"{site.api_url}/admin/articles",
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        data={
            "title": "<img src=x onerror=\"window.ran='title'\">",
            "status": 1,
            "asections": [
                {"position": 1, "status": 1, "title": "<b>gras</b>", "paragraphs": [
                    {"position": 1, "status": 1, "text": HOSTILE}
                ]}
            ],
        },
    ).json()  # fmt: skip
    for path, name in ((f"/articles/show/{made['id']}", SHOWN), (f"/articles/{made['id']}", FORM)):
        goto(admin, path, name)
        expect(admin.locator(".rich-text p").first).to_contain_text("Bonjour")
        link = admin.locator(".rich-text a, .ProseMirror p").last
        expect(link).to_contain_text("lien")
        expect(admin.locator("a[href^='javascript']")).to_have_count(0)
        link.click()
        admin.wait_for_timeout(300)
        assert admin.evaluate("window.ran") is None
    goto(admin, "/articles")
    assert admin.evaluate("window.ran") is None


def test_the_sheet_of_an_article_keeps_to_its_lines_on_a_phone(open_page: Opener) -> None:
    """Its tools take one line, what a section is another with its grip, and what is done with the article a third."""
    phone = open_page("admin", **PHONE)
    goto(phone, "/articles/1", FORM)
    tools = phone.locator(".lines-tools").first.locator("> .button:visible")
    expect(tools).to_have_count(4)
    assert len({tool.bounding_box()["y"] for tool in tools.all()}) == 1  # pyright: ignore[reportOptionalSubscript]
    expect(action(phone, "undo").first).to_have_accessible_name("Annuler")
    sheet = phone.locator(".document .form > .card").first.bounding_box()
    assert sheet
    for section in sections(phone).all():
        head = section.locator("> .line-head")
        name, mark, grip = (head.locator(each).bounding_box() for each in ("> h3", "> select", "> .line-grip"))
        assert name
        assert mark
        assert grip
        assert name["x"] + name["width"] <= mark["x"], "beside each other"
        assert mark["y"] < name["y"] + name["height"]
        assert mark["x"] + mark["width"] <= grip["x"] <= sheet["x"] + sheet["width"] - grip["width"]
        assert left(head.locator(".line-label")) == left(head.locator(".line-name"))
    assert (phone.locator(".save-bar").bounding_box() or {})["height"] < 70
    goto(phone, f"/articles/{HOW}", FORM)
    first = editor(paragraphs(sections(phone)).first)
    first.scroll_into_view_if_needed()
    expect(first).to_be_visible()
    for locale, theme in looks(phone):
        shot(phone, f"articles-edit-phone-{locale}-{theme}")
        fits(phone)
        axe(phone)
    goto(phone, NEW)
    is_a_page_to_fill(phone, "20px", "16px", "16px", "16px")
    assert len({left(grip) for grip in phone.locator(".line-grip").all()}) == 1
    fits(phone)
    axe(phone)


@proves("ARTICLE-12")
def test_the_contents_of_a_long_article_lead_to_its_sections(admin: Page) -> None:
    goto(admin, "/articles/show/1", SHOWN)
    ways, titles = admin.locator(".contents a"), admin.locator(".reading h2")
    expect(ways).to_have_text(titles.all_inner_texts())
    expect(titles.last).not_to_be_in_viewport()
    ways.last.press("Enter")
    expect(titles.last).to_be_in_viewport()
    goto(admin, f"/articles/show/{HOW}", SHOWN)
    expect(titles.first).to_be_visible()
