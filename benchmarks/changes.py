"""How long a change takes from the file to the browser, with `make dev` in a copy of the sources."""

import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Page

from benchmarks import browser, build
from benchmarks.report import Figure, median, spread
from benchmarks.servers import PASSWORD
from tools import ports
from tools.frontend import ROOT, environment

COPIED = (*build.COPIED, "sandbox")
GOAL = 5.0
"""Seconds, as the median of all changes."""
SETTLED = 3.0
"""Seconds before the next change, as somebody would look at this one."""
LONGEST = 120_000
"""Milliseconds a change may take."""


@dataclass(frozen=True)
class Kind:
    """A change of one file of the list of events: what is replaced by what, and how a page shows the turn it has."""

    name: str
    file: str
    found: str
    replaced: str
    seen: str


KINDS = (
    Kind(
        "CSS",
        "assets/styles/tables.css",
        r"\Z",
        "\n:root {{ --turn: {turn}; }}\n",
        "getComputedStyle(document.documentElement).getPropertyValue('--turn').trim() === '{turn}'",
    ),
    Kind(
        "text",
        "translations/fr/events.json",
        r'"title": ".*"',
        '"title": "Événements {turn}"',
        "document.querySelector('h1')?.textContent === 'Événements {turn}'",
    ),
    Kind(
        "Python of a feature",
        "admin_app/features/content/events.py",
        r"reading_dialog\(EventList\),",
        'reading_dialog(EventList), rx.el.p("Turn {turn}"),',
        "document.querySelector('main').innerText.includes('Turn {turn}')",
    ),
    Kind(
        "Python of the kit",
        "admin_app/kit/lists/page.py",
        r'class_name="list",',
        'class_name="list turn-{turn}",',
        "document.querySelector('.turn-{turn}') !== null",
    ),
)
TURNS = 5
"""Changes of each kind."""


def measure() -> list[Figure]:
    """Change each kind of file by turns, and wait for what the browser shows."""
    with _edited() as (folder, address), browser.launched() as chrome, browser.opened(chrome) as page:
        page.set_default_timeout(LONGEST)
        _open(page, address)
        turns = [{kind: _change(page, folder, kind, turn) for kind in KINDS} for turn in range(1, TURNS + 1)]
    taken = {kind: [turn[kind] for turn in turns] for kind in KINDS}
    everything = [each for times in taken.values() for each in times]
    return [
        *(
            Figure(f"seen after a change: {kind.name}", median(times), "s", note=spread(times))
            for kind, times in taken.items()
        ),
        Figure("seen after a change, all kinds", median(everything), "s", GOAL, note=spread(everything)),
    ]


@contextmanager
def _edited() -> Iterator[tuple[Path, str]]:
    """A copy of the sources with `make dev` upon it; its folder and address."""
    free = {name: str(ports.free_port()) for name in ("PORT", "SANDBOX_PORT", "BACKEND_PORT")}
    settings = environment(PAGES="/login,/,/events", SANDBOX_USERS="300", **free)
    with tempfile.TemporaryDirectory(prefix="changes_") as scratch:
        for name in COPIED:
            build.copy(ROOT / name, Path(scratch) / name)
        command = [sys.executable, "-m", "tools.dev"]
        with subprocess.Popen(command, cwd=scratch, env=settings, stdout=subprocess.DEVNULL) as process:
            try:
                address = f"http://localhost:{free['PORT']}"
                while not _answers(address):
                    time.sleep(0.5)
                yield Path(scratch), address
            finally:
                process.send_signal(signal.SIGTERM)


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=5):
            return True
    except (URLError, OSError):
        return False


def _open(page: Page, address: str) -> None:
    """Sign in, and open the list of events."""
    page.goto(f"{address}/login")
    page.locator('[name="username"]').fill("admin@demo.test")
    page.locator('[name="password"]').fill(PASSWORD)
    page.locator('[name="password"]').press("Enter")
    page.locator('main[data-screen="/"][data-state="ready"]').wait_for()
    page.goto(f"{address}/events")
    page.locator(browser.ROW).first.wait_for()


def _change(page: Page, folder: Path, kind: Kind, turn: int) -> float:
    """Make one change, and return the seconds until the page shows it; then wait until the page works again."""
    file = folder / kind.file
    original = (ROOT / kind.file).read_text("utf-8")
    changed = re.sub(kind.found, kind.replaced.format(turn=turn), original, count=1)
    began = time.monotonic()
    file.write_text(changed, "utf-8")
    page.wait_for_function(kind.seen.format(turn=turn))
    seconds = time.monotonic() - began
    print(f"{kind.name} {turn}: {seconds:.1f} s", file=sys.stderr, flush=True)
    time.sleep(SETTLED)
    page.locator(browser.ROW).first.wait_for()
    return seconds
