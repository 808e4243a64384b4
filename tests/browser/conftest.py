"""A browser, a running application, and pages that complain when something goes wrong behind the scenes."""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.support import Site, Watch
from tests.browser.support.pages import ARTEFACTS, PATIENCE
from tests.browser.support.site import SLOW, running
from tools import chromium, frontend

HERE = Path(__file__).parent
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TRACED = bool(os.environ.get("TRACE"))
"""Whether every step is recorded, with what the page held: half of the time of a test goes there."""
_REPORT = pytest.StashKey[pytest.TestReport]()
_STORE = """stored => {
  localStorage.clear();
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
}"""

expect.set_options(timeout=PATIENCE)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder, and run them last: Playwright keeps an event loop that async tests trip over."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")
    items.sort(key=lambda item: HERE in item.path.parents)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> None:
    """Build what changed before the first test, whose time it is not; of several processes one does it."""
    if not session.config.option.collectonly and any(HERE in item.path.parents for item in session.items):
        frontend.ensure_built(demo=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Remember how the test itself went, for what the fixtures do after it."""
    report: pytest.TestReport = yield
    if report.when == "call":
        item.stash[_REPORT] = report
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell why a test needed its second try: it is a race, to be found."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.section(f"first try of {report.nodeid}")
        terminalreporter.write_line(report.longreprtext)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The built application and a small sandbox, running until the last test."""
    with running(tmp_path_factory.mktemp("sandbox")) as site:
        yield site


@pytest.fixture(scope="session")
def base_url(site: Site) -> str:
    """The address of the application."""
    return site.base_url


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests."""
    path = chromium.find()
    if not path:
        pytest.fail(chromium.ADVICE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def watch(site: Site) -> Iterator[Watch]:
    """What goes wrong in the pages of this test; it must end empty, but for what the test allows."""
    watch = Watch(site.base_url)
    yield watch
    assert not watch.problems, "Behind the scenes:\n" + "\n".join(watch.problems)


def keeping(page: Page, stored: dict[str, str]) -> Page:
    """Have the browser of a new page keep this in its local storage and nothing else."""
    page.goto("/ping")
    page.evaluate(_STORE, stored)
    return page


@dataclass
class Lender:
    """Browsers, each lent to one test at a time: those of a desk and of a phone are emptied after it and lent again.

    To open one takes a second, and what a page is made of is fetched and compiled anew in each.
    """

    chromium: Browser
    spare: dict[str, list[BrowserContext]] = field(default_factory=dict[str, list[BrowserContext]])
    lent: list[tuple[str, BrowserContext]] = field(default_factory=list[tuple[str, BrowserContext]])

    def page(self, watch: Watch, site: Site, stored: dict[str, str], options: dict[str, Any]) -> Page:
        """Open a page in a browser that keeps what is `stored` and nothing else."""
        size = "desk" if not options else "phone" if options == PHONE else ""
        kind = f"{size} {site.base_url}" if size and not TRACED else ""
        if self.spare.get(kind):
            context = self.spare[kind].pop()
        else:
            defaults = {"base_url": site.base_url, "locale": "fr-FR", "timezone_id": "Europe/Paris", **DESKTOP}
            context = self.chromium.new_context(**{**defaults, "reduced_motion": "reduce", **options})
            context.set_default_timeout(PATIENCE)
        if TRACED:
            context.tracing.start(screenshots=True, snapshots=True)
        context.on("page", watch.follow)
        self.lent.append((kind, context))
        page = keeping(context.new_page(), stored)
        if SLOW > 1:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
        return page

    def take_back(self, watch: Watch, failed_as: str) -> None:
        """End what the test has open; if it failed, keep pictures under that name, and what led to it if recorded."""
        folder = ARTEFACTS / "failures"
        for number, (kind, context) in enumerate(self.lent):
            name = failed_as + (f"_{number}" if number else "")
            for index, page in enumerate(context.pages if failed_as else ()):
                page.screenshot(path=folder / f"{name}_{index}.png")
            if TRACED and failed_as:
                context.tracing.stop(path=folder / f"{name}.zip")
            if failed_as or not kind:
                context.close()
                continue
            context.remove_listener("page", watch.follow)
            for page in context.pages:
                page.close()
            context.clear_cookies()
            self.spare.setdefault(kind, []).append(context)
        self.lent.clear()


@pytest.fixture(scope="session")
def lender(browser: Browser) -> Lender:
    """The browsers of this process."""
    return Lender(browser)


@pytest.fixture
def open_page(
    request: pytest.FixtureRequest, lender: Lender, site: Site, watch: Watch
) -> Iterator[Callable[..., Page]]:
    """A function that opens a page in a browser nobody else has: `open_page("admin", theme="dark", **PHONE)`."""

    def open_one(
        account: str = "",
        *,
        at: Site = site,
        theme: str = "",
        locale: str = "",
        last_activity: str = "",
        **options: Any,
    ) -> Page:
        stored = at.stored(account, theme=theme, locale=locale, last_activity=last_activity)
        return lender.page(watch, at, stored, options)

    yield open_one
    report = request.node.stash.get(_REPORT, None)
    failed = report is None or report.failed or bool(watch.problems)
    name = re.sub(r"[^\w.-]+", "_", request.node.nodeid.removeprefix("tests/browser/"))
    lender.take_back(watch, name if failed else "")


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """A page on a desk: 1440 x 900, in French."""
    return open_page()


@pytest.fixture
def admin(open_page: Callable[..., Page]) -> Page:
    """A page on a desk where the administrator is signed in."""
    return open_page("admin")


@pytest.fixture
def phone(open_page: Callable[..., Page]) -> Page:
    """A page on a phone: 390 x 844, in French."""
    return open_page(**PHONE)


@pytest.fixture
def faults(site: Site) -> Iterator[Callable[..., None]]:
    """A function that makes the API slow or faulty until the end of the test (see Site.set_faults)."""
    yield site.set_faults
    site.set_faults()


@pytest.fixture
def requests_seen(site: Site) -> Callable[[], list[dict[str, Any]]]:
    """A function that returns the requests the API got since the test began (see Site.requests_seen)."""
    site.forget_requests()
    return site.requests_seen


@pytest.fixture
def fresh_data(site: Site) -> Iterator[None]:
    """For a test that deletes or renames what others look at: the data are put back after it."""
    yield
    site.reset_data()
