"""Twenty thousand relay points, as a table and as a map."""

import json
import time

from playwright.sync_api import Browser, Page

from benchmarks import browser as chrome
from benchmarks.clicks import turn_pages
from benchmarks.report import Figure, median
from benchmarks.servers import Site

PLACES = 20_000
TIMES = 10
_DRAWN = "document.querySelector('.map[data-ready]') && document.querySelector('.map-cluster')"
_FOLLOWED = """
location.href !== %s
  && document.querySelector('.map').dataset.bounds === new URLSearchParams(location.search).get('bounds')
"""


def measure(browser: Browser, site: Site, signed_in: object) -> list[Figure]:
    """Measure the pages of the table, the first map, coming nearer on it, and the calls of both."""
    with chrome.opened(browser, storage_state=signed_in) as page:
        page.goto(f"{site.base_url}/relaypoints")
        turns = turn_pages(page, TIMES)
        site.forget_calls()
        drawn = _until(page, '[data-testid="action:view-map"]', _DRAWN)
        chrome.until(page, "!document.querySelector('main[data-state=loading]')")
        page.wait_for_timeout(3000)
        calls = len(site.calls())
        nearer = [_nearer(page) for _ in range(3)]
    name = f"{PLACES:,} relay points"
    return [
        Figure(f"{name}: next page, click to painted rows", median(turns.painted), "ms", note=f"median of {TIMES}"),
        Figure("  of which until the rows are in the document", median(turns.present), "ms"),
        Figure(f"{name}: click to the first clusters of the map", drawn, "ms", note="code of the map included"),
        Figure("  upstream calls of the whole map", calls, "", note="a thousand records each"),
        Figure("  coming nearer, until the list has followed", median(nearer), "ms", note="300 of it waiting"),
    ]


def _until(page: Page, click: str, ready: str) -> float:
    start = time.perf_counter()
    page.locator(click).click()
    chrome.until(page, ready)
    return 1000 * (time.perf_counter() - start)


def _nearer(page: Page) -> float:
    before, start = page.url, time.perf_counter()
    page.locator(".leaflet-control-zoom-in").click()
    chrome.until(page, _FOLLOWED % json.dumps(before))
    return 1000 * (time.perf_counter() - start)
