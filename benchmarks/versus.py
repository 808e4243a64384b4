"""`python -m benchmarks versus REF`: this checkout beside an older one, before the same sandbox and by turns."""

import asyncio
import io
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from playwright.sync_api import Browser

from benchmarks import browser, build, clicks, load, size, vitals
from benchmarks.browser import Target
from benchmarks.report import Figure, median
from benchmarks.servers import Site, beside, running
from tools.frontend import ROOT, environment
from tools.services import LOGS

TABS = 60


def measure(ref: str, users: int) -> list[Figure]:
    """Measure clicks, what they cost page and server, first visits as a phone, and bytes, of both."""
    with running(users) as site, beside(site, built(ref)) as older:
        sites = (site, older)
        return [*_served(sites), *_seen(sites)]


def _served(sites: Sequence[Site]) -> list[Figure]:
    """What a tab costs the server; nothing where the older version has other names for what a tab sends."""
    try:
        memory, own = zip(*(asyncio.run(_of_tabs(each)) for each in sites), strict=True)
    except TimeoutError:
        print("Memory and CPU by tab are left out: the older version does not understand our tabs.", file=sys.stderr)
        return []
    return [
        Figure("memory per open tab", memory[0], "kB", None, f"{TABS} tabs", memory[1]),
        Figure("own CPU of the server per list action", own[0], "ms", None, f"n={load.CALM_ACTIONS}", own[1]),
    ]


async def _of_tabs(site: Site) -> tuple[float, float]:
    (memory,) = await load.memory(site, TABS)
    own, *_ = await load.one_person(site)
    return memory.value, own.value


def _seen(sites: Sequence[Site]) -> list[Figure]:
    """What a browser sees of both, by turns."""
    with browser.launched() as chrome:
        kept = [browser.sign_in(chrome, each) for each in sites]
        targets = [browser.users(each, storage) for each, storage in zip(sites, kept, strict=True)]
        return list(_figures(chrome, sites, targets))


def _figures(chrome: Browser, sites: Sequence[Site], targets: Sequence[Target]) -> Iterator[Figure]:
    mine, theirs = (size.total(size.list_files(chrome, each)) for each in targets)
    yield Figure("JS + CSS of the list until the first rows, gzip", mine, "kB", other=theirs)
    with clicks.opened(chrome, targets) as turns:
        clicks.take(turns)
    yield from clicks.compared(turns)
    mine, theirs = (sum(each.server) / len(each.server) for each in turns)
    yield Figure("own CPU of the server per click", mine, "ms", None, "mean, portraits and all", theirs)
    forms = [vitals.Screen(f"{each.base_url}/login", vitals.LOGIN) for each in sites]
    for name, screens in (("/login", forms), ("/users", [vitals.listing(each) for each in targets])):
        visits = vitals.visited(chrome, screens, "phone")
        yield vitals.blocked(f"{name}, phone", visits)
        mine, theirs = (median(each.ready) for each in visits)
        yield Figure(f"{name}, phone: painted, from nothing", mine, "ms", None, f"median of {vitals.RUNS}", theirs)


def built(ref: str) -> Path:
    """Build the pages of a commit in a folder of its own, which the next run finds again."""
    commit = _git("rev-parse", "--verify", f"{ref}^{{commit}}").decode().strip()

    def fill(folder: Path) -> None:
        if folder.exists():
            return
        with tarfile.open(fileobj=io.BytesIO(_git("archive", commit, *build.COPIED))) as archive:
            # As an argument of `extractall`, the first releases of Python 3.11 do not know it.
            archive.extraction_filter = getattr(tarfile, "data_filter", None)
            archive.extractall(folder)

    return version(f"commit-{commit[:12]}", fill)


def version(name: str, fill: Callable[[Path], None]) -> Path:
    """Return the folder of another version of the sources, filled (anew), with its pages built."""
    folder = LOGS / "versions" / name
    try:
        fill(folder)
        _build(folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return folder


def _build(folder: Path) -> None:
    command = [sys.executable, "-m", "tools.frontend"]
    subprocess.run(command, cwd=folder, env=environment(), check=True)


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout
