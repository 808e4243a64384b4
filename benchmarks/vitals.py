"""What the screens do to the eye and the finger while they load: layout shift and blocking time."""

from playwright.sync_api import Browser, Page

from benchmarks import browser as chrome
from benchmarks.report import Figure, median
from benchmarks.servers import Site

SHIFT, BLOCKING = 0.05, 100.0
"""Bars: sum of layout shifts, and ms of blocking time on a phone (BUDGET-6)."""
SLOWDOWN = 4
"""How much slower than this machine a phone is taken to be, as Lighthouse does."""
RUNS = 3
SETTLED = 2500
"""Milliseconds to go on watching after the screen is ready."""
_WATCH = """
window.seen = { shift: 0, tasks: [] };
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.seen.shift += each.value;
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) window.seen.tasks.push([each.startTime, each.duration]);
}).observe({ type: "longtask", buffered: true });
"""
# As Lighthouse counts it: what exceeds 50 ms in each task that ends after the first contentful paint.
_READ = """
() => {
  const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
  const late = window.seen.tasks.filter(([start, length]) => start + length > paint);
  const excess = ([start, length]) => Math.max(0, Math.min(length, start + length - paint) - 50);
  const blocking = late.reduce((sum, task) => sum + excess(task), 0);
  return [window.seen.shift, blocking, paint];
}
"""


def measure(browser: Browser, site: Site, signed_in: object) -> list[Figure]:
    """Measure the sign-in screen and the list, on a desk and on a slow phone."""
    screens = (("/login", "main[data-state=ready] [name=username]", None), ("/users", chrome.ROW, signed_in))
    return [
        figure
        for path, ready, kept in screens
        for device, options, slowdown in (("desk", chrome.DESKTOP, 1), ("phone", chrome.PHONE, SLOWDOWN))
        for figure in _screen(
            browser, site.base_url + path, ready, device, slowdown, {**options, "storage_state": kept}
        )
    ]


def _screen(browser: Browser, address: str, ready: str, device: str, slowdown: int, options: dict) -> list[Figure]:
    found = [_visit(browser, address, ready, slowdown, options) for _ in range(RUNS)]
    shift, blocking, paint = (median(each) for each in zip(*found, strict=True))
    name = f"/{address.rpartition('/')[2]} on a {device}"
    return [
        Figure(f"layout shift of {name}", shift, "", SHIFT),
        Figure(f"blocking time of {name}", blocking, "ms", BLOCKING, f"first paint {paint:.0f} ms, CPU / {slowdown}"),
    ]


def _visit(browser: Browser, address: str, ready: str, slowdown: int, options: dict) -> tuple[float, float, float]:
    with chrome.opened(browser, **options) as page:
        _slow_down(page, slowdown)
        page.add_init_script(_WATCH)
        page.goto(address)
        page.locator(ready).first.wait_for()
        page.wait_for_timeout(SETTLED)
        return page.evaluate(_READ)


def _slow_down(page: Page, slowdown: int) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
