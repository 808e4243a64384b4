"""What an import holds, and what its job may ask: all that `job.py` and the handlers of `state.py` read and write."""

import time
from collections.abc import Callable, Collection
from contextlib import AbstractAsyncContextManager
from typing import Any, ClassVar

import reflex as rx
from reflex.event import EventSpec

from admin_app.api.client import Api
from admin_app.api.errors import SessionEnded
from admin_app.kit.imports import line_view
from admin_app.kit.imports.declare import Intake
from admin_app.kit.imports.entry import Entry
from admin_app.kit.imports.job import ImportJob
from admin_app.kit.imports.staging import StagingTable
from admin_app.kit.records.ownership import of_record
from admin_app.kit.script import run
from admin_app.kit.session import Session, assign, report, signed_in_background
from admin_app.kit.transfer import tickets

SIZES = (25, 50)
FAILED_KEY = "imports.failed"
FORESEE = "import-foresee"
"""The button of the forecast, which has the focus again after it."""
STAGES = {"foresee": "check", "send": "check", "follow": "report"}
"""At which stage what takes long is done."""
KEPT = ("size", "records", "chosen", "chosen_name", "suggestions", "_ticket")
"""What another file does not change."""


class ImportHost(rx.State, mixin=True):
    """The variables of one import, and how they follow from its lines."""

    resource: ClassVar[Intake]
    """Named so because the door to the API asks a state's `resource` for its module."""

    stage: str = "choose"
    """choose, check or report."""
    problem: str = ""
    """Why a file was refused: a key below `kit.upload`."""
    sheet: str = rx.SessionStorage("")
    """The ticket of the lines: kept by the tab, worth nothing to anybody but their owner."""
    _ticket: str = ""
    """That of a file to come."""

    # The record that every line refers to, where the address of the page names one.
    chosen: str = ""
    chosen_name: str = ""
    suggestions: dict[str, list[dict[str, str]]] = {}
    records: dict[str, list[dict[str, str]]] = {}
    """The records of short lists that lines refer to, by column: `value` and `label`."""

    # The file and its columns.
    about: dict[str, str] = {}
    """The name of the file, its encoding and separator, and how many lines and cells were put right."""
    encodings: list[str] = []
    """Those the file may be in, where the one it was read in is a guess."""
    headed: bool = False
    """Whether the first line holds the names of the columns."""
    named: bool = False
    """Whether columns were found by their names, rather than taken in their order."""
    columns: list[dict[str, str]] = []
    """Those of the file: `at`, its `number`, `name` (empty for one without), `sample`, and the `field` it fills."""
    matched: int = 0
    """How many of them fill one of ours."""
    unsure: bool = False
    """Whether the file, as it was read, had something about its columns that wants a look."""
    lacking: list[str] = []
    """Our columns that must be filled and that no column of the file fills."""

    # The lines (line_view.py).
    lines: list[dict[str, str]] = []
    """The page that is shown."""
    view: str = ""
    page: int = 1
    pages: int = 1
    size: int = SIZES[0]
    shown: int = 0
    """Lines of the view."""
    total: int = 0
    removed: int = 0
    """Lines that were taken out by the last step that can be undone."""
    removed_line: str = ""
    """The first of them."""
    faulty: int = 0
    doubts: int = 0
    """Lines of which the forecast says something to think about."""
    missing: int = 0
    """Lines that are not there yet, as far as anybody knows."""
    uncertain: int = 0
    """Those of them that may be there: no answer came."""
    followed: int = 0
    """Lines for which something is offered once they were sent."""
    outlooks: dict[str, int] = {}
    unforeseen: int = 0
    """Lines the forecast says nothing of: changed since, or not reached."""
    outcomes: dict[str, int] = {}
    remarks: dict[str, int] = {}
    """Lines the file itself says something about: `swapped`, `far` (kit/imports/places.py), `twin`, `replaces`."""
    places: list[list[str]] = []
    """Marks of a map."""
    unread: list[str] = []
    """Endpoints this person may not ask: what the forecast could not look up."""
    _looked_at: int = 0
    """The line of the last jump."""
    _led: tuple[str, float] = ("", 0.0)
    """The line to whose removal the focus was led, and when."""
    _put_back_at: float = 0.0
    """When lines were put back, where nothing was done to them, or shown of them, since."""

    # What runs.
    task: str = ""
    """read, foresee, send, link or follow."""
    done: int = 0
    goal: int = 0
    _next: int = 0
    """How far it will be once the step at hand is done."""
    stopping: bool = False

    def _begin(self, problem: str = "") -> None:
        """Back to the choice of a file."""
        kept = {name: self.get_value(name) for name in KEPT}
        self.reset()
        assign(self, **kept, problem=problem)

    # --- its lines, as they are shown ---

    async def _turn(self, page: int) -> None:
        self._show(await (await self._job()).read(), page)

    def _go_to(self, table: StagingTable, entry: Entry, at: int) -> EventSpec:
        before = sum(each.number < entry.number for each in table.view(self.view))
        self._show(table, 1 + before // self.size)
        return run("focusOn", f"cell-{entry.number}-{at}")

    def _to_removal(self, line: str) -> EventSpec:
        """The focus goes to what takes a line out; the second of two presses takes none there (NOTICE-24)."""
        self._led = (line, time.time())
        return run("focusFirst", f'tr[data-id="{line}"] td:last-child button' if line else "#import-lines")

    async def _change(self, act: Callable[..., object], *args: Any, page: int = 0) -> None:
        """Change the lines, and show a page of them; the same lines where none is named."""
        table = await (await self._job()).change(act, *args)
        self._show(table, page)

    def _show(self, table: StagingTable, page: int = 0) -> None:
        if page:
            lines = line_view.page_of(table, self.view, page, self.size)
        else:
            lines = line_view.same_lines(table, self.lines, self.view)
        columns = line_view.columns_of(table)
        unsure = not columns["named"] or bool(columns["lacking"]) or columns["matched"] < len(columns["columns"])
        counts = line_view.counts_of(table, self.stage)
        assign(self, **lines, **columns, **counts, unsure=self.unsure or unsure)
        if self.stage == "report" and self.resource.chosen and self.chosen != table.chosen:
            self.chosen, self.chosen_name = table.chosen, ""
        self._put_back_at = 0.0

    # --- what takes long ---

    async def _start(self, task: str) -> ImportJob | None:
        """Begin what takes long, unless something runs already, or the lines are not this person's."""
        async with self:
            missing = self.resource.chosen and not self.chosen
            if self.task or self.stage != STAGES[task] or (task == "send" and missing):
                return None
            job = await self._job()
            try:
                await job.read()
            except tickets.RefusedFile:
                return None
            self.task, self.done, self.goal, self.stopping = task, 0, 0, False
            return job

    async def _finish(self, failed: Exception | None, job: ImportJob) -> EventSpec | None:
        """Show the lines as they are now, and what went wrong; to nobody where the person left."""
        if isinstance(failed, SessionEnded):
            return await report(self, failed, FAILED_KEY)
        self.task, self.stopping = "", False
        self._show(await job.read(), self.page)
        return await report(self, failed, FAILED_KEY) if failed else None

    # --- what the job asks (job.py, Host) -------------------------------------------------------------------

    async def _job(self) -> ImportJob:
        return ImportJob(self.resource, self.sheet, await self._person())

    async def _person(self) -> str:
        return str((await self.get_state(Session)).user_id)

    async def _permissions(self) -> Collection[str]:
        return (await self.get_state(Session))._readable()

    async def _readable(self) -> Collection[str]:
        async with self:
            return await self._permissions()

    def _door(self, permission: str = "") -> AbstractAsyncContextManager[Api]:
        own = of_record(self.resource.follow.owner, self.chosen) if permission and self.resource.follow else None
        return signed_in_background(self, permission or self.resource.permission, own=own)

    async def _plan(self, task: str, goal: int) -> None:
        async with self:
            self.task, self.goal, self.done, self._next = task, goal, 0, 0

    async def _go_on(self, step: int) -> bool:
        async with self:
            self._next, self.done = self.done + step, self._next
            return not self.stopping
