"""A headless Chromium, and the application as a signed-in person sees it there."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from benchmarks.servers import PASSWORD, Site
from tools import chromium

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
)
DESKTOP = {"viewport": {"width": 1440, "height": 900}, "locale": "fr-FR"}
PHONE = {**DESKTOP, "viewport": {"width": 412, "height": 823}, "is_mobile": True, "has_touch": True}
ROW = '[data-testid="row"]'
NEXT = '[data-testid="action:next-page"]'


@dataclass(frozen=True)
class Target:
    """A list to be measured: whose, where, what a signed-in browser keeps, and what is looked for and clicked there.

    `pid` is the process behind it whose time is counted, where there is one.
    """

    name: str
    address: str
    kept: Any
    row: str = ROW
    following: str = NEXT
    pid: int = 0


@contextmanager
def launched() -> Iterator[Browser]:
    """Start a Chromium of our own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.ensure(), args=FLAGS)
        yield browser
        browser.close()


def sign_in(browser: Browser, site: Site) -> Any:
    """Sign in through the form, once, and return what the browser keeps of it."""
    context = browser.new_context(**DESKTOP)
    page = context.new_page()
    page.goto(f"{site.base_url}/login")
    page.locator('main[data-screen="login"][data-state="ready"]').wait_for()
    page.locator('[name="username"]').fill("admin@demo.test")
    page.locator('[name="password"]').fill(PASSWORD)
    page.locator('[name="password"]').press("Enter")
    page.locator('main[data-screen="/"][data-state="ready"]').wait_for()
    kept = context.storage_state()
    context.close()
    return kept


def users(site: Site, kept: Any, name: str = "ours", query: str = "") -> Target:
    """Our list of users, for somebody who is signed in."""
    return Target(name, f"{site.base_url}/users{query}", kept, pid=site.app_pid)


@contextmanager
def opened(browser: Browser, **options: Any) -> Iterator[Page]:
    """Open a page of a browser that has seen nothing yet."""
    context: BrowserContext = browser.new_context(**{**DESKTOP, **options})
    try:
        yield context.new_page()
    finally:
        context.close()


def until(page: Page, condition: str) -> None:
    """Wait until an expression is true, looking at each frame.

    Playwright's own wait evaluates text again and again inside the page, which the policy of the page refuses.
    """
    look = f"const look = () => ({condition}) ? done() : requestAnimationFrame(look); look();"
    page.evaluate(f"() => new Promise(done => {{ {look} }})")
