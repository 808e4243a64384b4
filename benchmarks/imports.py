"""An import of 5,000 users with 30 bad lines, as a person does it, on the sandbox with its many users."""

import os
import threading
import time
from collections.abc import Callable
from tempfile import TemporaryDirectory
from typing import Any
from unittest import mock

from playwright.sync_api import Browser, Page, expect

from admin_app.features.users.imports import USER_IMPORT
from admin_app.kit.imports import files
from admin_app.kit.imports.column_matching import matched
from admin_app.kit.imports.file_reader import decoded
from admin_app.kit.imports.staging import StagingTable
from admin_app.settings import get_settings
from benchmarks import browser as chrome
from benchmarks import clicks
from benchmarks.report import Figure, median, spread
from benchmarks.servers import Site, resident_kilobytes

LINES, BAD = 5000, 30
PATIENCE = 900_000
"""Milliseconds a forecast or a sending may take."""


def file_of(lines: int = LINES, bad: int = BAD) -> bytes:
    """A file as a French spreadsheet writes it; the last lines lack a valid birth date."""
    rows = [
        f"bench{number}@import.example;Zoé;Thérond;1;{'1991-04-17' if number < lines - bad else '17 avril'};0612345678;"
        f";{number % 90 + 1};rue Saint-Dizier;54000;Nancy;France;48.692054;6.184417;1"
        for number in range(lines)
    ]
    return "\r\n".join(["E-mail;Prénom;Nom;" + ";".join(f"colonne {at}" for at in range(4, 16)), *rows]).encode(
        "cp1252"
    )


def reading() -> list[Figure]:
    """What reading and checking cost without a browser: decoding, rules, and laying the lines out on disk."""
    content, decode, lay_out = file_of(), list[float](), list[float]()
    names = files.names(USER_IMPORT)
    with TemporaryDirectory() as folder:
        with mock.patch.dict(os.environ, ADMIN_SPOOL_PATH=folder):
            get_settings.cache_clear()
            for _ in range(5):
                started = time.perf_counter()
                lines = decoded(content, USER_IMPORT, names)
                decode.append((time.perf_counter() - started) * 1000)
                started = time.perf_counter()
                matching = matched(USER_IMPORT, names, lines.header and lines.header.cells, lines.width)
                StagingTable.create(USER_IMPORT, lines, matching).dump()
                lay_out.append((time.perf_counter() - started) * 1000)
        get_settings.cache_clear()
    return [
        Figure(f"import of {LINES} lines: decode a Windows-1252 file", median(decode), "ms", None, spread(decode)),
        Figure("the same: check every cell and store the lines", median(lay_out), "ms", None, spread(lay_out)),
    ]


def measure(browser: Browser, site: Site, kept: Any) -> list[Figure]:
    """Choose the file, jump to an error, turn pages, foresee, send; with the memory of the application's process."""
    with chrome.opened(browser, storage_state=kept) as page, Memory(site) as memory:
        page.goto(f"{site.base_url}/users/import")
        expect(page.get_by_test_id("import")).to_have_attribute("data-stage", "choose", timeout=PATIENCE)
        preview = _seconds(lambda: _choose(page))
        turns = clicks.turn_pages(page, 10).painted
        fault = _seconds(lambda: _jump(page))
        quiet = memory.most
        site.forget_calls()
        foresee = _seconds(lambda: _foresee(page))
        asked = len([call for call in site.calls() if call.startswith("GET /admin/")])
        send = _seconds(lambda: _send(page))
    return [
        Figure(f"import of {LINES} lines: file chosen to lines shown", preview * 1000, "ms"),
        Figure("click on Next error to the cell focused", fault * 1000, "ms"),
        Figure("next page of the lines, click to painted", median(turns), "ms", None, spread(turns)),
        Figure("forecast, none of the lines known", foresee, "s", None, f"{asked} upstream calls"),
        Figure(
            f"sending {LINES - BAD} lines in parts of a hundred", send, "s", None, "the sandbox's own time included"
        ),
        Figure("memory of the application, most above rest: while reading", (quiet - memory.rest) / 1000, "MB"),
        Figure("the same, until all was sent", (memory.most - memory.rest) / 1000, "MB"),
    ]


def _choose(page: Page) -> None:
    page.locator("input[data-file]").set_input_files(
        {"name": "import.csv", "mimeType": "text/csv", "buffer": file_of()}
    )
    page.get_by_test_id("row").nth(24).wait_for(timeout=PATIENCE)


def _jump(page: Page) -> None:
    page.get_by_test_id("action:next-fault").click()
    expect(page.locator(f"#cell-{LINES - BAD + 2}-4")).to_be_focused(timeout=PATIENCE)


def _send(page: Page) -> None:
    page.get_by_test_id("action:send").click()
    page.get_by_test_id("action:confirm-send").click()
    expect(page.get_by_test_id("import")).to_have_attribute("data-stage", "report", timeout=PATIENCE)


def _foresee(page: Page) -> None:
    page.get_by_test_id("action:foresee").click()
    expect(page.locator(".outlooks .badge").first).to_be_visible(timeout=PATIENCE)


def _seconds(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


class Memory:
    """The resident memory of the application, looked at ten times a second."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._done = threading.Event()
        self.rest = self.most = resident_kilobytes(site.app_pid)

    def __enter__(self) -> "Memory":
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._done.wait(0.1):
            self.most = max(self.most, resident_kilobytes(self._site.app_pid))
