"""Words for what a person does and sees; the handles are those of every screen (docs: handles for tests)."""

import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Locator, Page, expect

from tests.browser.support.site import PASSWORD, SLOW

PATIENCE = 10_000 if SLOW == 1 else 30_000
"""Milliseconds until what was waited for is given up."""
ARTEFACTS = Path(__file__).resolve().parents[3] / "artefacts"
LOOKS = {"desk": [("fr", "light"), ("en", "dark")], "phone": [("fr", "dark"), ("en", "light")]}
_AXE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    # What passes is examined all the same; it is not described, which takes megabytes for a long page.
    "resultTypes": ["violations"],
}
# What stays in place hides a part of what is below it, wherever the page stands, and axe would take that for its size.
# A mark stands where its place is: pins of a map are excepted from the size of targets as essential, and the table says
# the same.
_RUN_AXE = """async ([within, options]) => {
  const stuck = [...document.querySelectorAll("main *")].filter((each) => getComputedStyle(each).position === "sticky");
  for (const each of stuck) each.style.position = "static";
  const { violations } = await axe.run(within || document, options);
  for (const each of stuck) each.style.position = "";
  const isPin = ({ target }) => document.querySelector(target[0])?.closest(".leaflet-marker-pane");
  for (const each of violations) if (each.id === "target-size") each.nodes = each.nodes.filter((node) => !isPin(node));
  return violations.filter(({ nodes }) => nodes.length);
}"""


def screen(page: Page, name: str, state: str = "ready") -> Locator:
    """Wait for a screen, named by its route, such as `/users/[record_id]` (PAGE-4), and return it."""
    main = page.locator("main[data-screen]")
    expect(main).to_have_attribute("data-screen", name)
    expect(main).to_have_attribute("data-state", state)
    return main


def goto(page: Page, path: str, name: str | None = None, state: str = "ready") -> Locator:
    """Open an address as a bookmark does, and wait for its screen (the path itself unless named)."""
    page.goto(path)
    return screen(page, name or path.split("?")[0], state)


def sign_in(page: Page, account: str = "admin", password: str = PASSWORD) -> None:
    """Sign in through the form, as `admin` or any other name of the demo, or a full address."""
    goto(page, "/login", "login")
    field(page, "username").fill(account if "@" in account else f"{account}@demo.test")
    field(page, "password").fill(password)
    field(page, "password").press("Enter")
    screen(page, "/")


def field(page: Page | Locator, name: str) -> Locator:
    """Return a form field by the API's name; of a date or a time, the input that is seen."""
    return page.locator(f'[name="{name}"]:not([data-held]), [data-types="{name}"]')


def choose(page: Page, name: str, text: str, wanted: str) -> None:
    """Look something up in the combobox of a field, and take the first proposal, which says what is wanted."""
    box = page.locator(f"[id='f-{name}']")
    box.fill(text)
    first = page.locator(f"[id='f-{name}-options'] [role=option]").first
    expect(first).to_be_visible()
    expect(first).to_contain_text(wanted)
    box.press("Enter")
    expect(box).to_have_value(re.compile(wanted))


def rich_text(page: Page | Locator, label: str) -> Locator:
    """Return the editor of a rich text, once it has taken the place of its textarea, which has the same name before."""
    box = page.get_by_role("textbox", name=label)
    box.scroll_into_view_if_needed()
    editor = box.and_(page.locator(".ProseMirror"))
    expect(editor).to_be_visible()
    return editor


def action(page: Page | Locator, name: str) -> Locator:
    """Return a button or link by what it does: `save`, `delete`, `next-page`."""
    return page.get_by_test_id(f"action:{name}")


def in_menu(page: Page | Locator, menu: str, name: str) -> Locator:
    """Open a menu by its handle, and return one of the actions in it."""
    action(page, menu).click()
    return action(page, name)


def of_account(page: Page, name: str) -> Locator:
    """Return an action of the menu of who is signed in, which is opened; the sign-in screen has them without one."""
    found = action(page, name)
    if page.get_by_test_id("user").count() and not found.is_visible():
        page.get_by_test_id("user").click()
    return found


def rows(page: Page | Locator) -> Locator:
    """Return the rows of the list on the screen."""
    return page.get_by_test_id("row")


def choosing(page: Page) -> None:
    """Ask for the boxes of rows, where they are not shown before: on a phone."""
    menu = page.locator(".list .menu-place:has([data-choose]) > button").first
    asked = page.locator("label:has(> [data-choose])").first
    if menu.is_visible() and page.evaluate("innerWidth <= 640"):
        menu.click()
        asked.click()


def row(page: Page | Locator, record_id: int | str) -> Locator:
    """Return one row of the list on the screen."""
    return page.locator(f'[data-testid="row"][data-id="{record_id}"]')


def notice(page: Page, kind: str = "success") -> Locator:
    """Wait for a notice, `success` or `error`, and return it."""
    found = page.locator(f'[data-testid="notice"][data-kind="{kind}"]').first
    expect(found).to_be_visible()
    return found


def dress(page: Page, locale: str, theme: str) -> None:
    """Choose a language and a theme on a page that is open, without loading it again."""
    page.evaluate("window.sameDocument = true")
    if action(page, f"language-{locale}").count():
        of_account(page, f"language-{locale}").click()
    if page.evaluate("document.documentElement.dataset.theme") != theme:
        of_account(page, "theme").click()
    expect(page.locator("html")).to_have_attribute("lang", locale)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    assert page.evaluate("window.sameDocument")


def looks(page: Page) -> Iterator[tuple[str, str]]:
    """Show an open page in both languages and both themes, each with one of the other; yield once the page has it.

    What a language or a theme breaks, one of the two shows. What the page has already comes first.
    """
    has = page.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme]")
    wide = page.evaluate("innerWidth") > 600
    for locale, theme in sorted(LOOKS["desk" if wide else "phone"], key=lambda look: look != tuple(has)):
        dress(page, locale, theme)
        yield locale, theme


def until(page: Page, script: str, arg: Any = None) -> None:
    """Wait until an expression or function of the page answers something true.

    Playwright's own wait evaluates text again and again inside the page, which the policy of the page refuses.
    """
    wait(page, lambda: page.evaluate(script, arg), script)


def wait(page: Page, holds: Callable[[], object], what: str) -> None:
    """Wait until something holds that no page shows, such as what the API was asked for."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < deadline, f"not so in {PATIENCE} ms: {what}"
        page.wait_for_timeout(20)


def shot(page: Page, name: str, full_page: bool = True) -> None:
    """Save a picture for a person to look at, when PICTURES=1 asks for them: together they take minutes."""
    if os.environ.get("PICTURES"):
        path = ARTEFACTS / "screens" / f"{name}.png"
        page.screenshot(path=path, full_page=full_page, animations="disabled", caret="hide")


def fits(page: Page) -> None:
    """Assert that nothing is wider than the window."""
    width = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(width) <= 0, f"{page.url} scrolls sideways"


_AT_REST = """() => !document.querySelector('.table[aria-busy="true"] [data-testid="row"]')
  && !document.getAnimations().some((each) =>
    (each instanceof CSSTransition || each.animationName === "come-in") && each.playState === "running")"""
"""Rows are pale while the next ones are read, and what fades or opens is pale until it is there."""


def axe(page: Page, *, within: str | None = None, without: tuple[str, ...] = ()) -> None:
    """Assert that axe finds nothing on the page, or within a selector; `without` names rules to skip, with a reason.

    What is pressed is 24 px square, too, or has room around it (WCAG 2.2, 2.5.8).
    """
    options: dict[str, Any] = {**_AXE, "rules": {"target-size": {"enabled": True}}}
    options["rules"] |= {rule: {"enabled": False} for rule in without}
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(_RUN_AXE, [within, options])
    if found:  # perhaps in what was on its way when axe looked, and is there now
        until(page, _AT_REST)
        found = page.evaluate(_RUN_AXE, [within, options])
    assert not found, f"{page.url} has accessibility faults:\n" + "\n".join(map(_describe, found))


MOST_FOCUSED = 60
"""Most elements of a page that are given the focus, spread over it: a list has hundreds of the same kind."""
_OBSCURED = Path(__file__).with_name("obscured.js").read_text("utf-8").rstrip().removesuffix(";")


def unobscured(page: Page) -> None:
    """Assert that nothing which has the focus lies wholly under a bar that stays where it is (WCAG 2.2, 2.4.11)."""
    found = page.evaluate(_OBSCURED, MOST_FOCUSED)
    assert not found, f"{page.url} hides what has the focus:\n  " + "\n  ".join(found)


def _describe(violation: dict[str, Any]) -> str:
    """Return one violation and where it is, readable in a terminal."""
    places = [
        f"    {' '.join(map(str, node['target']))}\n      {' / '.join(node['failureSummary'].splitlines()[1:]).strip()}"
        for node in violation["nodes"][:5]
    ]
    head = f"  [{violation['impact']}] {violation['id']}: {violation['help']} ({len(violation['nodes'])} places)"
    return "\n".join([head, *places])
