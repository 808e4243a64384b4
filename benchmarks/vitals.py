"""First visits: how soon there is something to see and rows to read, and how much the page jumps and blocks meanwhile.

Each visit is in a browser that has seen nothing yet; visits of several screens come in turns.
"""

# Measures BUDGET-6.

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page

from benchmarks import browser as chrome
from benchmarks.browser import Target
from benchmarks.report import Figure, median, number, quantile
from benchmarks.servers import Site

SHIFT, BLOCKING, ROWS = 0.02, 0.5, 0.7
"""Goals: sum of layout shifts; shares of the other list's blocking time and, on a phone, of its time to the first rows
(BUDGET-6)."""
SLOWDOWN = 4
"""How much slower than this machine a phone is taken to be, as Lighthouse does."""
DEVICES = {"desk": (chrome.DESKTOP, 1), "phone": (chrome.PHONE, SLOWDOWN)}
RUNS = 5
SETTLED = 2000
"""Milliseconds to go on watching after the screen is ready."""
LOGIN = "main[data-state=ready] [name=username]"
# The policy of the page does not apply to what is laid into it before it begins.
_WATCH = """
window.seen = { shift: 0, tasks: [], ready: 0 };
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.seen.shift += each.value;
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) window.seen.tasks.push([each.startTime, each.duration]);
}).observe({ type: "longtask", buffered: true });
const observer = new MutationObserver(() => {
  if (!document.querySelector(READY)) return;
  observer.disconnect();
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => (window.seen.ready = performance.now());
    channel.port2.postMessage(0);
  });
});
observer.observe(document, { subtree: true, childList: true, attributeFilter: ["data-state"] });
"""
# As Lighthouse counts it: what exceeds 50 ms in each task that ends after the first contentful paint.
_READ = """
() => {
  const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
  const late = window.seen.tasks.filter(([start, length]) => start + length > paint);
  const excess = ([start, length]) => Math.max(0, Math.min(length, start + length - paint) - 50);
  const blocking = late.reduce((sum, task) => sum + excess(task), 0);
  return [window.seen.shift, blocking, paint, window.seen.ready];
}
"""


@dataclass(frozen=True)
class Screen:
    """A screen to be visited: where, what a browser keeps that comes, and what is there once it can be used."""

    address: str
    ready: str
    kept: Any = None


@dataclass(frozen=True)
class Visits:
    """What the visits of one screen on one device were like, run by run; times in milliseconds since the start."""

    shift: list[float]
    blocking: list[float]
    paint: list[float]
    ready: list[float]


def measure(browser: Browser, site: Site, targets: Sequence[Target]) -> list[Figure]:
    """Measure the sign-in screen, and our list beside another one where there is one, on a desk and on a slow phone."""
    login = Screen(f"{site.base_url}/login", LOGIN)
    lists = [listing(each) for each in targets]
    figures = list[Figure]()
    for device in DEVICES:
        first, *rest = visited(browser, [login, *lists], device)
        figures += [*_figures(f"/login, {device}", [first], "the form"), *_figures(f"/users, {device}", rest, "rows")]
    return figures


def listing(target: Target) -> Screen:
    """A list as a screen: usable once a row is there."""
    return Screen(target.address, target.row, target.kept)


def visited(browser: Browser, screens: Sequence[Screen], device: str, runs: int = RUNS) -> list[Visits]:
    """Visit the screens by turns."""
    found = [[_visit(browser, each, device) for each in screens] for _ in range(runs)]
    return [Visits(*(list(each) for each in zip(*runs, strict=True))) for runs in zip(*found, strict=True)]


def _figures(name: str, visits: Sequence[Visits], what: str) -> list[Figure]:
    return [
        _figure(
            f"{name}: {what} painted, from nothing",
            "ms",
            [each.ready for each in visits],
            share=ROWS if "phone" in name else None,
        ),
        _figure(f"{name}: first paint", "ms", [each.paint for each in visits]),
        blocked(name, visits),
        _figure(f"{name}: layout shift", "", [each.shift for each in visits], SHIFT),
    ]


def blocked(name: str, visits: Sequence[Visits]) -> Figure:
    """How long the first of these screens blocks, beside the second."""
    return _figure(f"{name}: blocking time", "ms", [each.blocking for each in visits], share=BLOCKING)


def _figure(
    name: str, unit: str, values: Sequence[list[float]], goal: float | None = None, share: float | None = None
) -> Figure:
    other = median(values[1]) if len(values) > 1 else None
    if share is not None and other is not None:
        goal = share * other
    worst = " and ".join(number(quantile(each, 1)) for each in values)
    return Figure(name, median(values[0]), unit, goal, f"median of {len(values[0])}, worst {worst}", other)


def _visit(browser: Browser, screen: Screen, device: str) -> tuple[float, float, float, float]:
    options, slowdown = DEVICES[device]
    with chrome.opened(browser, **{**options, "storage_state": screen.kept}) as page:
        _slow_down(page, slowdown)
        page.add_init_script(_WATCH.replace("READY", repr(screen.ready)))
        page.goto(screen.address)
        page.locator(screen.ready).first.wait_for()
        page.wait_for_timeout(SETTLED)
        return page.evaluate(_READ)


def _slow_down(page: Page, slowdown: int) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
