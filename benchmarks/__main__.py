"""`make bench`, or `python -m benchmarks size load`: measure all or some, and print a table."""

import argparse
import asyncio
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from datetime import date

from benchmarks import browser, build, clicks, erasure, exports, imports, load, places, size, vitals
from benchmarks.report import Figure, table
from benchmarks.servers import USERS, Site, load_average, running
from tools import chromium
from tools.frontend import environment

PARTS = {
    "size": "bytes of JavaScript and CSS until a screen can be used",
    "clicks": "click to painted rows, and calls per action",
    "react-admin": "the same with a minimal react-admin list (npm)",
    "vitals": "layout shift and blocking time",
    "imports": "an import of 5,000 users with 30 bad lines",
    "load": "one, 50 and 200 socket clients paging the list",
    "memory": "memory per open tab",
    "places": "20,000 relay points as a table and as a map",
    "exports": "a CSV of all users through the application",
    "erasure": "deleting 500 of many users",
    "build": "build time from nothing",
}
IN_BROWSER = {"size", "clicks", "react-admin", "vitals", "imports"}
SERVED = IN_BROWSER | {"load", "memory", "exports", "erasure"}


def main() -> int:
    """Measure the parts that are named, all by default."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=", ".join(PARTS))
    parser.add_argument("--users", type=int, default=USERS, help="users in the sandbox (default: %(default)s)")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    wanted = set(options.parts) or set(PARTS)
    print(_machine(), flush=True)
    figures = list(_measured(wanted, options.users))
    print(f"\n{table(figures)}\n\nLoad at the end: {load_average()}")
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
        with running(300, **data) as site, browser.launched() as chrome:
            kept = browser.sign_in(chrome, site)
            yield from _part("places", lambda: places.measure(chrome, site, kept))
    if "build" in wanted:
        yield from _part("build", build.measure)


def _in_browser(wanted: set[str], site: Site) -> Iterator[Figure]:
    with browser.launched() as chrome:
        kept = browser.sign_in(chrome, site)
        if "size" in wanted:
            yield from _part("size", lambda: size.measure(chrome, site, kept))
        if "clicks" in wanted:
            yield from _part("clicks", lambda: clicks.measure(chrome, site, kept))
        if "react-admin" in wanted:
            yield from _part("react-admin", lambda: clicks.compare(chrome, site))
        if "vitals" in wanted:
            yield from _part("vitals", lambda: vitals.measure(chrome, site, kept))
        if "imports" in wanted:
            yield from _part("imports", lambda: [*imports.reading(), *imports.measure(chrome, site, kept)])


def _part(name: str, measure: Callable[[], list[Figure]]) -> list[Figure]:
    print(f"{name}: {PARTS[name]} (load {load_average()}) ...", file=sys.stderr, flush=True)
    figures = measure()
    print(table(figures), file=sys.stderr, flush=True)
    return figures


def _machine() -> str:
    """Say what the figures were taken on."""
    versions = [_version("node"), _version(chromium.ensure())]
    cores = f"{_cores()} cores"
    return f"{date.today()}, {cores}, Python {platform.python_version()}, {', '.join(versions)}, load {load_average()}"


def _cores() -> int:
    return len(os.sched_getaffinity(0))


def _version(command: str) -> str:
    answer = subprocess.run([command, "--version"], env=environment(), capture_output=True, text=True, check=True)
    name = "Node " if command == "node" else ""
    return name + answer.stdout.strip().split(" built")[0]


if __name__ == "__main__":
    sys.exit(main())
