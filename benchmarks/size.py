"""Bytes of JavaScript and CSS that cross the wire before a screen can be used."""

# Measures BUDGET-1.

from collections.abc import Sequence
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Request

from benchmarks import browser as chrome
from benchmarks.browser import Target
from benchmarks.report import Figure
from benchmarks.servers import Site
from tools.frontend import BUILT

FIRST, LATER = 250.0, 60.0
"""Goals in kB of gzip (BUDGET-1)."""
LARGEST = 10
READY = "main[data-state=ready]"
GZIP = {"Accept-Encoding": "gzip"}


class Wire:
    """The scripts and stylesheets a page asks for."""

    def __init__(self, page: Page) -> None:
        self._requests: list[Request] = []
        page.on("requestfinished", self._keep)

    def _keep(self, request: Request) -> None:
        self._requests.append(request)

    def taken(self) -> dict[str, float]:
        """Return kB by file name since the last call; what the browser had in its cache costs nothing."""
        asked, self._requests[:] = self._requests[:], []
        return {_name(each.url): each.sizes()["responseBodySize"] / 1000 for each in asked if _counts(each)}


def _name(url: str) -> str:
    return PurePosixPath(urlsplit(url).path).name


def _counts(request: Request) -> bool:
    return _name(request.url).endswith((".js", ".css"))


def total(files: dict[str, float]) -> float:
    """Add the files up."""
    return sum(files.values())


def first_visit(browser: Browser, address: str, ready: str, **options: object) -> dict[str, float]:
    """Open an address with an empty cache and return what was transferred until `ready` is there."""
    with chrome.opened(browser, extra_http_headers=GZIP, **options) as page:
        wire = Wire(page)
        page.goto(address)
        page.locator(ready).first.wait_for()
        return wire.taken()


def list_files(browser: Browser, target: Target) -> dict[str, float]:
    """Return what was transferred until the first rows of a list were there."""
    return first_visit(browser, target.address, target.row, storage_state=target.kept)


def measure(browser: Browser, site: Site, targets: Sequence[Target]) -> list[Figure]:
    """Measure the sign-in screen, our list beside another one where there is one, and what our next screens add."""
    login = first_visit(browser, f"{site.base_url}/login", f"{READY} [name=username]")
    ours, *others = (list_files(browser, each) for each in targets)
    theirs = total(others[0]) if others else None
    _print_largest(ours)
    note = f"files: {' and '.join(str(len(each)) for each in (ours, *others))}"
    return [
        Figure("JS + CSS of /login, gzip", total(login), "kB", FIRST, f"files: {len(login)}"),
        Figure("JS + CSS of the list until the first rows, gzip", total(ours), "kB", FIRST, note, theirs),
        *_later(browser, site, targets[0].kept),
    ]


def _print_largest(files: dict[str, float]) -> None:
    print(f"\nThe {LARGEST} largest files of /users (kB gzip, kB a phone has to read):")
    for name in sorted(files, key=lambda each: -files[each])[:LARGEST]:
        print(f"  {files[name]:7.1f} {_raw(name):8.1f}  {name}")


def _raw(name: str) -> float:
    """Return the size of a file of our own pages as it is read, not as it travels."""
    return next((path.stat().st_size for path in BUILT.rglob(name)), 0) / 1000


def _later(browser: Browser, site: Site, signed_in: object) -> list[Figure]:
    """Walk from the list to a record and to its form."""
    with chrome.opened(browser, extra_http_headers=GZIP, storage_state=signed_in) as page:
        wire = Wire(page)
        page.goto(f"{site.base_url}/users")
        page.locator(chrome.ROW).first.wait_for()
        wire.taken()
        page.locator(f'{chrome.ROW} [data-testid="action:open"]').first.click()
        page.locator('main[data-screen="/users/show/[record_id]"][data-state=ready]').wait_for()
        shown = wire.taken()
        page.go_back()
        page.locator(chrome.ROW).first.wait_for()
        page.locator(f'{chrome.ROW} [data-testid="action:edit"]').first.click()
        page.locator('main[data-screen="/users/[record_id]"][data-state=ready]').wait_for()
        edited = wire.taken()
    return [
        Figure("more for /users/show/N after it, gzip", total(shown), "kB", LATER, f"files: {len(shown)}"),
        Figure("more for /users/N after it, gzip", total(edited), "kB", LATER, f"files: {len(edited)}"),
    ]
