"""A browser, a running application, and pages that complain when something goes wrong behind the scenes."""

import os
import re
from collections.abc import Callable, Iterator
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


@pytest.fixture
def open_page(
    request: pytest.FixtureRequest, browser: Browser, site: Site, watch: Watch
) -> Iterator[Callable[..., Page]]:
    """A function that opens a page in a browser of its own: `open_page("admin", theme="dark", **PHONE)`."""
    opened: list[BrowserContext] = []

    def open_one(account: str = "", *, theme: str = "", locale: str = "", **options: Any) -> Page:
        kept = site.storage_state(account, theme=theme, locale=locale)
        defaults = {"base_url": site.base_url, "locale": "fr-FR", "timezone_id": "Europe/Paris", **DESKTOP}
        defaults["storage_state"] = kept
        context = browser.new_context(**{**defaults, "reduced_motion": "reduce", **options})
        context.set_default_timeout(PATIENCE)
        if TRACED:
            context.tracing.start(screenshots=True, snapshots=True)
        context.on("page", watch.follow)
        opened.append(context)
        page = context.new_page()
        if SLOW > 1:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
        return page

    yield open_one
    report = request.node.stash.get(_REPORT, None)
    failed = report is None or report.failed or bool(watch.problems)
    for number, context in enumerate(opened):
        _close(context, request.node, number, failed)


def _close(context: BrowserContext, test: pytest.Item, number: int, failed: bool) -> None:
    """Close a browser; when the test failed, keep a picture of each page, and what led to it if that was recorded."""
    if failed:
        name = re.sub(r"[^\w.-]+", "_", test.nodeid.removeprefix("tests/browser/")) + (f"_{number}" if number else "")
        folder = ARTEFACTS / "failures"
        for index, page in enumerate(context.pages):
            page.screenshot(path=folder / f"{name}_{index}.png")
        if TRACED:
            context.tracing.stop(path=folder / f"{name}.zip")
    context.close()


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
