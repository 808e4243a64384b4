"""`make bench`, or `python -m benchmarks size load`: measure what is named, and print it in one table."""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

from benchmarks import (
    browser,
    build,
    changes,
    clicks,
    curves,
    erasure,
    exports,
    imports,
    knee,
    lighthouse,
    load,
    machine,
    places,
    react_admin,
    staff,
    versus,
    vitals,
)
from benchmarks import size as weight
from benchmarks.report import Figure, table
from benchmarks.servers import USERS, Site, load_average, running

PARTS = {
    "size": "bytes of JavaScript and CSS until a screen can be used",
    "clicks": "click to painted rows by turns, what it costs the page, and calls per action",
    "vitals": "first rows from nothing, layout shift and blocking time",
    "lighthouse": "Lighthouse's own marks, as a phone and as a desk (npm)",
    "memory": "memory per open tab",
    "load": "one, 50 and 200 socket clients paging the list",
    "imports": "an import of 5,000 users with 30 bad lines",
    "places": "20,000 relay points as a table and as a map",
    "exports": "a CSV of all users through the application",
    "erasure": "deleting 500 of many users",
    "curves": "how the figures grow with screens, rows, users and open tabs",
    "staff": "200 people for five minutes on two instances of two workers behind nginx",
    "knee": "how many tabs one machine holds, with one worker, two and four",
    "build": "build time from nothing",
    "changes": "a change of Python, CSS or text until the browser shows it, with make dev",
}
GOALS = ("size", "clicks", "vitals", "lighthouse", "memory", "load")
"""What is measured unless something is named: the parts with goals (BUDGET)."""
BESIDE = {"size", "clicks", "vitals", "lighthouse"}
"""Parts that hold ours against a minimal list of react-admin."""
HEADS = ("ours", "react-admin")
IN_BROWSER = BESIDE | {"imports"}
SERVED = IN_BROWSER | {"load", "memory", "exports", "erasure"}


def main() -> int:
    """Measure the parts that are named, those with goals by default."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=f"all, some of: {', '.join(PARTS)}; or versus REF")
    parser.add_argument("--users", type=int, default=USERS, help="users in the sandbox (default: %(default)s)")
    options = parser.parse_args()
    if options.parts[:1] == ["versus"] and len(options.parts) == 2:
        measure, heads = lambda: versus.measure(options.parts[1], options.users), ("now", options.parts[1])
    else:
        if unknown := set(options.parts) - {*PARTS, "all"}:
            parser.error(f"no such part: {', '.join(sorted(unknown))}")
        wanted = set[str](PARTS if "all" in options.parts else options.parts or GOALS)
        measure, heads = lambda: list(_measured(wanted, options.users)), HEADS
    machine.adopt()
    print(machine.described(), flush=True)
    began, others = time.monotonic(), machine.Others()
    figures = measure()
    minutes = (time.monotonic() - began) / 60
    print(f"\n{table(figures, *heads)}\n")
    print(f"{minutes:.1f} min; load at the end {load_average()}; {others.verdict()}")
    return 0


def _measured(wanted: set[str], users: int) -> Iterator[Figure]:
    """Yield the figures part by part; the browser is closed before the socket clients come."""
    if wanted & SERVED:
        with running(users) as site:
            if wanted & IN_BROWSER:
                yield from _in_browser(wanted, site)
            # Before the load: afterwards the memory of the closed tabs is there to be used again.
            if "memory" in wanted:
                yield from _part("memory", lambda: asyncio.run(load.memory(site)))
            if "exports" in wanted:
                yield from _part("exports", lambda: asyncio.run(exports.measure(site)))
            # Last, for it takes away what the others count.
            if "erasure" in wanted:
                yield from _part("erasure", lambda: asyncio.run(erasure.measure(site.api_url)))
            if "load" in wanted:
                for each in (load.one_person, load.busy, load.office):
                    yield from _part("load", lambda each=each: asyncio.run(each(site)))
    if "places" in wanted:
        data = {"SANDBOX_RELAY_POINTS": str(places.PLACES), "SANDBOX_DB": f"{tempfile.mkdtemp()}/places.sqlite"}
        with running(300, data) as site, browser.launched() as chrome:
            kept = browser.sign_in(chrome, site)
            yield from _part("places", lambda: places.measure(chrome, site, kept))
    if "curves" in wanted:
        yield from _part("curves", curves.measure)
    if "staff" in wanted:
        yield from _part("staff", lambda: staff.measure(users))
    if "knee" in wanted:
        yield from _part("knee", lambda: knee.measure(users))
    if "build" in wanted:
        yield from _part("build", build.measure)
    if "changes" in wanted:
        yield from _part("changes", changes.measure)


def _in_browser(wanted: set[str], site: Site) -> Iterator[Figure]:
    with browser.launched() as chrome, ExitStack() as stack:
        kept = browser.sign_in(chrome, site)
        targets = [browser.users(site, kept)]
        if wanted & BESIDE and (other := stack.enter_context(react_admin.served(site))):
            targets.append(other)
        if "size" in wanted:
            yield from _part("size", lambda: weight.measure(chrome, site, targets))
        if "clicks" in wanted:
            yield from _part("clicks", lambda: clicks.measure(chrome, site, targets))
        if "vitals" in wanted:
            yield from _part("vitals", lambda: vitals.measure(chrome, site, targets))
        if "lighthouse" in wanted:
            yield from _part("lighthouse", lambda: lighthouse.measure(site, targets))
        if "imports" in wanted:
            yield from _part("imports", lambda: [*imports.reading(), *imports.measure(chrome, site, kept)])


def _part(name: str, measure: Callable[[], list[Figure]]) -> list[Figure]:
    print(f"\n{name}: {PARTS[name]} (load {load_average()}) ...", file=sys.stderr, flush=True)
    began, others = time.monotonic(), machine.Others()
    figures = measure()
    if figures:
        print(table(figures, *HEADS), file=sys.stderr)
    print(f"{time.monotonic() - began:.0f} s; {others.verdict()}", file=sys.stderr, flush=True)
    return figures


if __name__ == "__main__":
    sys.exit(main())
