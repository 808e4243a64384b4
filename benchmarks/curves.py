"""How the figures grow: with screens, rows, users and open tabs.

What is held against each other runs at once, before one Chromium that clicks by turns. Each step has an application of
its own: what an earlier one used would be there to be used again.
"""

import asyncio
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser

from benchmarks import browser, build, clicks, load, size
from benchmarks.report import Figure, columns, curve, median, number
from benchmarks.servers import Site, beside, running
from benchmarks.versus import version
from tools.frontend import ROOT

FEW_USERS = 2000
ROWS = (10, 25, 50, 100)
USERS = (FEW_USERS, 20_000, 100_000)
OTHERS = (0, 50, 200)
"""Tabs that are open, besides the one that acts."""
TABS, ACTIONS, TIMES = 100, 100, 20
LEFT_OUT = ("solidary", "campaigns")
"""Features without which the application is built once more."""
_EMPTY = '"""Left out, to see what it costs."""\n\nSCREENS = ()\nFINDERS = ()\n'
Values = dict[str, list[float]]
"""A figure's name and its value at each step."""


@dataclass(frozen=True)
class Step:
    """One application to be measured, and what of its list."""

    label: str
    site: Site
    rows: int = load.ROWS
    users: int = FEW_USERS


def measure() -> list[Figure]:
    """Measure and print each kind of growth, a table each."""
    for axis, steps in AXES.items():
        print(f"\nGrowth with {axis} ...", file=sys.stderr, flush=True)
        with steps() as found:
            print(drawn(axis, [each.label for each in found], _values(found)), flush=True)
    with running(FEW_USERS) as site:
        found = asyncio.run(_among(site))
        print(drawn("other open tabs", [str(each) for each in OTHERS], found), flush=True)
    return []


def drawn(axis: str, labels: Sequence[str], values: Values) -> str:
    """Lay out one kind of growth: a line for each figure, and its curve where it is not flat."""
    head = (axis, *labels, "last / first", "")
    lines = [(name, *map(number, found), _growth(found), curve(found)) for name, found in values.items()]
    return "\n" + columns([head, *lines])


def _growth(found: Sequence[float]) -> str:
    return f"{found[-1] / found[0]:.2f}" if found[0] else ""


@contextmanager
def _screens() -> Iterator[list[Step]]:
    """The application as it is, and without two of its features: fewer pages and fewer states."""
    fewer = version("fewer", _without)
    with running(FEW_USERS) as site, beside(site, fewer) as less:
        yield [Step(f"without {' and '.join(LEFT_OUT)}", less), Step("all", site)]


def _without(folder: Path) -> None:
    """Lay our sources out anew, whose packages and last build may still be there, and empty the features."""
    for name in build.COPIED:
        shutil.rmtree(folder / name, ignore_errors=True)
        build.copy(ROOT / name, folder / name)
    for name in LEFT_OUT:
        (folder / "admin_app" / "features" / name / "__init__.py").write_text(_EMPTY)


@contextmanager
def _rows() -> Iterator[list[Step]]:
    users = USERS[1]  # pages of a hundred are to be turned as often as the others
    with running(users) as site, ExitStack() as stack:
        yield [Step(str(rows), stack.enter_context(beside(site, ROOT)), rows, users) for rows in ROWS]


@contextmanager
def _users() -> Iterator[list[Step]]:
    with ExitStack() as stack:
        yield [Step(f"{users:,}", stack.enter_context(running(users)), users=users) for users in USERS]


AXES: dict[str, Callable[[], AbstractContextManager[list[Step]]]] = {
    "screens": _screens,
    "rows of a page": _rows,
    "users": _users,
}


def _values(steps: Sequence[Step]) -> Values:
    """Measure what the server does by itself, then what a browser sees."""
    values = Values()
    for step in steps:
        for name, value in asyncio.run(_served(step)).items():
            values.setdefault(name, []).append(value)
    return values | _seen(steps)


async def _served(step: Step) -> dict[str, float]:
    (memory,) = await load.memory(step.site, TABS, step.rows)
    pages = step.users // step.rows
    return {"memory per tab, kB": memory.value} | await _acted(step.site, step.rows, pages)


async def _acted(site: Site, rows: int, pages: int) -> dict[str, float]:
    own, wait, _, data = await load.one_person(site, ACTIONS, rows, pages)
    return {"own CPU of the server, ms": own.value, "action to rows, ms": wait.value, "socket data, kB": data.value}


def _seen(steps: Sequence[Step]) -> Values:
    with browser.launched() as chrome:
        targets = [_target(chrome, each) for each in steps]
        with clicks.opened(chrome, targets) as turns:
            clicks.take(turns, TIMES)
        files = [size.total(size.list_files(chrome, each)) for each in targets]
    return {
        "click to painted, ms": [median(each.painted) for each in turns],
        "own CPU of the browser, ms": [median(each.work["TaskDuration"]) for each in turns],
        "JS + CSS, kB gzip": files,
    }


def _target(chrome: Browser, step: Step) -> browser.Target:
    kept = browser.sign_in(chrome, step.site)
    return browser.users(step.site, kept, step.label, f"?perPage={step.rows}")


async def _among(site: Site) -> Values:
    values = Values()
    for others in OTHERS:
        async with load.open_tabs(site, others):
            for name, value in (await _acted(site, load.ROWS, FEW_USERS // load.ROWS)).items():
                values.setdefault(name, []).append(value)
    return values
