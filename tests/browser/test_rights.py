"""What may I do, and why not: the page of my rights, actions that say what they take, refused addresses."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.support import Site, Watch, action, axe, beside, fits, goto, in_menu, looks, of_account, screen, shot
from tests.support.proofs import proves

Opener = Callable[..., Page]


@proves("ACCESS-9", "EXPORT-5")
def test_why_something_is_missing(open_page: Opener) -> None:
    """Somebody who may only look asks why there is no way to create, and finds out without anybody's help."""
    page = open_page("hitchhiking")
    goto(page, "/users")
    locked, tip = page.get_by_test_id("why:create"), page.locator("#why-create")
    for name in ("create", "export"):
        expect(action(page, name)).to_have_count(0)
    expect(locked).to_have_attribute("aria-disabled", "true")
    expect(locked).to_have_accessible_description(
        "Il vous faut le droit « Créer ou importer des utilisateurs ». Rôles qui le donnent : Super administrateur, "
        "Administrateur, Opérateur solidaire, Administrateur solidaire."
    )
    expect(tip).to_be_hidden()
    locked.focus()
    expect(tip).to_be_visible()
    axe(page)
    shot(page, "why-create", full_page=False)
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    locked.press("Enter")
    screen(page, "/users")
    goto(page, "/articles/show/1", "/articles/show/[record_id]")
    expect(action(page, "delete")).to_have_count(0)
    page.get_by_test_id("why:edit").hover()
    expect(page.locator("#why-edit")).to_be_visible()
    expect(page.locator("#why-edit")).to_contain_text("« Modifier un article »")
    goto(page, "/users/create", "forbidden")
    expect(page.locator("main")).to_contain_text("« Créer ou importer des utilisateurs », que votre compte")
    roles = page.locator("main").get_by_role("list").get_by_role("listitem")
    expect(roles.filter(has_text=re.compile("^(Super administrateur|Administrateur)$"))).to_have_count(2)
    shot(page, "why-forbidden")
    action(page, "rights").click()
    screen(page, "/rights")


@proves("ACCESS-15", "PROOF-6")
def test_a_right_for_oneself_opens_nothing_of_others(open_page: Opener) -> None:
    """The API lists user_update and user_delete for this account, which may change and delete itself alone."""
    page = open_page("hitchhiking")
    goto(page, "/users?sort=id")
    own = page.locator('[data-testid="row"][data-id="4"]')
    expect(own.get_by_test_id("action:edit")).to_have_count(1)
    expect(page.get_by_test_id("action:edit")).to_have_count(1)
    expect(action(page, "bulk-delete")).to_have_count(0)
    goto(page, "/users/show/257", "/users/show/[record_id]")
    expect(page.get_by_test_id("why:edit")).to_be_visible()
    expect(page.locator("#show-proofs")).to_be_visible()
    for name in ("delete", "see-proof", "accept-proof", "refuse-proof", "scammer"):
        expect(action(page, name)).to_have_count(0)
    page.goto("/users/7")
    expect(page.locator("main")).to_contain_text("Seulement pour votre propre compte.")
    shot(page, "own-form-of-another")
    goto(page, "/users/show/4", "/users/show/[record_id]")
    expect(in_menu(page, "users-more", "delete")).to_be_visible()
    action(page, "edit").click()
    screen(page, "/users/[record_id]")
    expect(page.locator("#f-givenName")).to_have_value("Nolwenn")


def right(page: Page, permission: str) -> str | None:
    """Return what the page says of a permission, and wait until it does."""
    return page.get_by_test_id(f"right:{permission}").first.get_attribute("data-right")


@proves("ACCESS-10")
def test_my_rights(open_page: Opener) -> None:
    page = open_page("communities", **PHONE)
    goto(page, "/")
    of_account(page, "my-rights").press("Enter")
    main = screen(page, "/rights")
    expect(main).to_contain_text("Gestionnaire de communauté publique")
    expect(main).to_contain_text("Un droit n’est pas une promesse")
    assert (right(page, "event_create"), right(page, "article_create")) == ("allowed", "missing")
    assert right(page, "event_update") == "limited"
    expect(page.get_by_test_id("right:event_update")).to_contain_text("les événements que vous avez créés")
    expect(page.get_by_test_id("right:article_create")).to_contain_text("Rôles qui le donnent : Super administrateur.")
    # What may be done comes first; opened, what is missing stands before what is granted; each is a line until then.
    events, register = page.get_by_test_id("module:/events"), page.get_by_test_id("module:/register")
    expect(page.locator(".rights-modules > details[open]")).to_have_count(0)
    events.locator("summary").first.press("Enter")
    expect(events).to_have_attribute("open", "")
    expect(events.locator("summary").first).to_contain_text(re.compile(r"\d sur \d"))
    expect(events.locator("h4")).to_contain_text("manque")
    expect(events.locator(".rights-fold summary")).to_contain_text("accordé")
    expect(page.get_by_test_id("right:event_create").first).to_be_hidden()
    expect(register.locator("h4")).to_contain_text("aucun droit")
    # A link leads to what may be opened: the list of events asks for the right that is missing.
    expect(page.get_by_test_id("module:/communities").locator("a")).to_have_attribute("href", "/communities")
    expect(events.locator("a")).to_have_count(0)
    groups = page.locator(".rights-group > h2")
    expect(groups).to_contain_text(["Tous les droits", "Une partie des droits", "Droits accordés", "Aucun droit"])
    assert page.evaluate("document.documentElement.scrollHeight") < 2700
    for locale, theme in looks(page):
        expect(page.locator("h1")).to_have_text("My permissions" if locale == "en" else "Mes droits")
        fits(page)
        axe(page)
        shot(page, f"rights-{locale}-{theme}")
        only = "Only for events you created." if locale == "en" else "les événements que vous avez créés"
        expect(page.get_by_test_id("right:event_update")).to_contain_text(only)


@proves("ACCESS-7", "ACCESS-10")
def test_a_module_that_is_off_does_not_exist_and_is_told(open_page: Opener, site: Site, watch: Watch) -> None:
    with beside(site, ADMIN_EDITORIAL="true") as (other, _):
        page = open_page("admin", at=other)
        watch.allow("answer 404", "console: Failed to load resource: .*404")
        for path in ("/communities", "/communities/1", "/nowhere"):
            goto(page, path, "not-found")
            expect(page.locator("h1")).to_have_text("Page introuvable")
        action(page, "home").click()
        screen(page, "/")
        expect(page.get_by_test_id("menu:/communities")).to_have_count(0)
        of_account(page, "my-rights").click()
        screen(page, "/rights")
        module = page.get_by_test_id("module:/events")
        expect(module).to_contain_text("réglage ADMIN_EVENT")
        expect(module.get_by_test_id("right:event_create")).to_have_count(0)
        expect(page.get_by_test_id("right:editorial_create")).to_have_attribute("data-right", "allowed")
        page.close()
