"""How the server holds when many people page through the list at once."""

# Measures SANDBOX-6, BUDGET-4, BUDGET-5.

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

from benchmarks.report import Figure, median, quantile
from benchmarks.servers import Site, cpu_seconds, load_average, resident_kilobytes
from benchmarks.tab import Tab

CALM_ACTIONS = 200
BUSY_TABS, BUSY_SECONDS = 50, 15
OFFICE_TABS, OFFICE_SECONDS, EVERY = 200, 40, 4.0
"""The whole staff: one action each 4 s (BUDGET-4)."""
WAIT, TAB_MEMORY = 300.0, 350.0
"""Goals: ms of p95, kB per open tab (BUDGET-4, BUDGET-5)."""
AT_ONCE = 4
"""Tabs that sign in together: attempts of one account count until they are answered, and a fifth is held back."""
ROWS, PAGES = 25, 4000
"""Rows of a page, and pages of them among 100,000 users; the far ones cost the database more, so all are taken."""


@asynccontextmanager
async def open_tabs(site: Site, count: int, rows: int = ROWS, weighed: bool = True) -> AsyncIterator[list[Tab]]:
    """Open tabs that are signed in and show the list, a few at a time."""
    tabs = [Tab(site.base_url, weighed) for _ in range(count)]
    gate = asyncio.Semaphore(AT_ONCE)

    async def enter(tab: Tab) -> None:
        async with gate:
            await tab.open()
            await tab.sign_in()
            await tab.show_page(1, rows)

    try:
        await asyncio.gather(*map(enter, tabs))
        # The last messages of the sign-in are still on their way.
        await asyncio.sleep(1)
        yield tabs
    finally:
        await asyncio.gather(*(tab.close() for tab in tabs), return_exceptions=True)


class Crowd:
    """What the tabs measured: seconds of each action, and the failures."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.failures: list[str] = []

    async def turn(self, tab: Tab, number: int, rows: int = ROWS, since: float | None = None) -> None:
        """Show a page in one tab and keep the time it took, or that since it was wanted."""
        try:
            took = await tab.show_page(number, rows)
            self.seconds.append(took if since is None else time.monotonic() - since)
        except Exception as error:
            self.failures.append(type(error).__name__)

    @property
    def p95(self) -> float:
        """The 95th percentile in ms; without any answer, endless."""
        return quantile(self.seconds, 0.95) * 1000 if self.seconds else float("inf")

    @property
    def note(self) -> str:
        """How many actions, and what went wrong."""
        middle = f", median {median(self.seconds) * 1000:.0f} ms" if self.seconds else ""
        return (
            f"n={len(self.seconds)}{middle}, errors {len(self.failures)} {' '.join(sorted(set(self.failures)))}".strip()
        )


async def one_person(site: Site, actions: int = CALM_ACTIONS, rows: int = ROWS, pages: int = PAGES) -> list[Figure]:
    """Measure what one action costs the server while nobody else acts."""
    crowd = Crowd()
    async with open_tabs(site, 1, rows) as (tab,):
        for number in range(2, 22):
            await tab.show_page(number, rows)
        messages, size, app, api = tab.messages, tab.received, cpu_seconds(site.app_pid), cpu_seconds(site.api_pid)
        for _ in range(actions):
            await crowd.turn(tab, random.randint(1, pages), rows)
            await asyncio.sleep(0.02)
        app, api = cpu_seconds(site.app_pid) - app, cpu_seconds(site.api_pid) - api
    return [
        Figure("own CPU per list action", app * 1000 / actions, "ms", None, f"sandbox {api * 1000 / actions:.1f} ms"),
        Figure("list action, sent to rows received", median(crowd.seconds) * 1000, "ms", None, crowd.note),
        Figure("socket messages per list action", (tab.messages - messages) / actions, ""),
        Figure("socket data per list action", (tab.received - size) / actions / 1000, "kB"),
    ]


async def busy(site: Site, count: int = BUSY_TABS, seconds: float = BUSY_SECONDS) -> list[Figure]:
    """Let every tab ask for the next page as soon as it has one."""
    crowd = Crowd()
    async with open_tabs(site, count) as tabs:
        end, began = time.monotonic() + seconds, Meter(site)

        async def press(tab: Tab) -> None:
            while time.monotonic() < end:
                await crowd.turn(tab, random.randint(1, PAGES))

        await _all(tabs, press)
        shares = began.shares()
    name = f"{count} tabs without a pause"
    return [
        Figure(f"{name}: list actions per second", len(crowd.seconds) / seconds, "/s", None, shares),
        Figure(f"{name}: p95", crowd.p95, "ms", None, crowd.note),
    ]


async def office(site: Site, count: int = OFFICE_TABS, seconds: float = OFFICE_SECONDS) -> list[Figure]:
    """Let all the staff work."""
    async with open_tabs(site, count) as tabs:
        began = Meter(site)
        crowd = await at_pace(tabs, seconds)
        shares = began.shares()
    name = f"{count} tabs, one action each {EVERY:.0f} s"
    return [
        Figure(f"{name}: p95", crowd.p95, "ms", WAIT, crowd.note),
        Figure(f"{name}: errors", len(crowd.failures), "", 0, shares),
    ]


async def at_pace(tabs: Sequence[Tab], seconds: float) -> Crowd:
    """Let every tab act once in four seconds, each at its own moment.

    Times count from that moment: who still waits for an answer then is late for the next.
    """
    crowd, end = Crowd(), time.monotonic() + seconds

    async def work(tab: Tab) -> None:
        moment = time.monotonic() + random.random() * EVERY
        while moment < end:
            await asyncio.sleep(max(0.0, moment - time.monotonic()))
            await crowd.turn(tab, random.randint(1, PAGES), since=moment)
            moment += EVERY

    await _all(tabs, work)
    return crowd


async def _all(tabs: Sequence[Tab], act: Callable[[Tab], Awaitable[None]]) -> None:
    await asyncio.gather(*map(act, tabs))


class Meter:
    """Whose processor time went where since it was made: the two servers and the clients share the machine."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._began, self._used = time.monotonic(), self._usage()

    def _usage(self) -> tuple[float, float, float]:
        return cpu_seconds(self._site.app_pid), cpu_seconds(self._site.api_pid), time.process_time()

    def shares(self) -> str:
        """Say how much of one core each of the three took."""
        wall = time.monotonic() - self._began
        app, api, clients = ((now - then) / wall for now, then in zip(self._usage(), self._used, strict=True))
        return f"cores: app {app:.2f}, sandbox {api:.2f}, clients {clients:.2f}; load {load_average()}"


async def memory(site: Site, count: int = OFFICE_TABS, rows: int = ROWS) -> list[Figure]:
    """Measure what one more open tab costs the server, once its pools and caches are warm."""
    async with open_tabs(site, 20, rows):
        before = resident_kilobytes(site.app_pid)
        async with open_tabs(site, count, rows):
            after = resident_kilobytes(site.app_pid)
    note = f"{before / 1000:.0f} MB with 20 tabs, {after / 1000:.0f} MB with {count + 20}"
    return [Figure("memory per open tab", (after - before) / count, "kB", TAB_MEMORY, note)]
