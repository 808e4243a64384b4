"""The lines of an import as a page shows them: a page of them, their faults, and mending them in place.

The lines stay on disk (`kit/imports/staging_table.py`); the state holds those that are shown and the counts of all.
"""

import functools
from collections.abc import AsyncGenerator, Callable
from typing import Any, ClassVar

import reflex as rx

from admin_app.kit.declare.fields import text_of
from admin_app.kit.imports import files, lookups
from admin_app.kit.imports.declare import UNSENT, Intake
from admin_app.kit.imports.rules import tidy
from admin_app.kit.imports.staging_records import Names
from admin_app.kit.imports.staging_table import VIEWS, Entry, Sheet
from admin_app.kit.script import run
from admin_app.kit.session import Session, reports_errors, signed_in
from admin_app.kit.transfer import tickets
from admin_app.kit.values import whole
from admin_app.kit.words.catalogue import LOCALES

SIZES = (25, 50)
NOBODY = "0"
"""The owner of what was brought by a tab whose person is gone."""
FAILED = "imports.failed"
FRESH = {"stage": "choose", "task": "", "problem": "", "view": "", "page": 1, "done": 0, "goal": 0, "stopping": False}


def or_anew(handler: Callable[..., Any]) -> Callable[..., Any]:
    """For a handler that needs the file of the lines: when it waited too long, the work begins anew and says so."""

    @functools.wraps(handler)
    async def run_handler(self: Any, *args: Any, **kwargs: Any) -> AsyncGenerator[Any]:
        try:
            yield await handler(self, *args, **kwargs)
        except tickets.RefusedFile as error:
            self._begin()
            self.problem = error.name

    return run_handler


def on_sheet(handler: Callable[..., Any]) -> Callable[..., Any]:
    """For a handler that works on the sheet: only its owner may, who may import; another finds that there is none.

    The ticket comes from the browser's storage: whoever has it need not be the person who brought the file.
    """

    @or_anew
    @functools.wraps(handler)
    async def run_handler(self: Any, *args: Any, **kwargs: Any) -> Any:
        async with signed_in(self, self.resource.permission):
            if not await self._owns():
                raise tickets.RefusedFile("missing")
            return await handler(self, *args, **kwargs)

    return run_handler


class SheetMixin(rx.State, mixin=True):
    """The sheet of an import and the part of it that is shown."""

    resource: ClassVar[Intake]
    """Named so because the door to the API asks a state's `resource` for its module."""

    stage: str = "choose"
    """choose, check or report."""
    sheet: str = rx.SessionStorage("")
    """The ticket of the lines: kept by the tab, worth nothing to anybody but their owner."""
    about: dict[str, str] = {}
    """The name of the file, its encoding and separator, and how many lines and cells were put right."""
    lines: list[dict[str, str]] = []
    """The page that is shown: `line`, the cells `c0`, `c1`..., their faults `e0`..., what became of the line."""
    total: int = 0
    faulty: int = 0
    shown: int = 0
    view: str = ""
    page: int = 1
    pages: int = 1
    size: int = SIZES[0]
    outlooks: dict[str, int] = {}
    outcomes: dict[str, int] = {}
    doubts: int = 0
    """Lines of which the forecast says something to think about."""
    kept: int = 0
    """Lines that are not there yet."""
    remarks: dict[str, int] = {}
    """Lines the file itself says something about: `swapped`, `far` (kit/imports/places.py), `twin`."""
    records: dict[str, list[dict[str, str]]] = {}
    """The records of short lists that lines refer to, by the place of their column: `value` and `label`."""
    unread: list[str] = []
    """Endpoints this person may not ask: what the forecast could not look up."""
    task: str = ""
    """What runs: read, foresee or send."""
    done: int = 0
    goal: int = 0
    stopping: bool = False
    problem: str = ""
    """Why a file was refused: a key below `kit.upload`."""
    _looked_at: int = 0
    """The line of the last jump."""

    def _begin(self) -> None:
        """Back to the choice of a file."""
        for name, value in FRESH.items():
            setattr(self, name, value)
        self.sheet, self.about, self.lines, self.unread, self._looked_at = "", {}, [], [], 0
        self.total = self.faulty = self.shown = self.doubts = self.kept = 0
        self.outlooks, self.outcomes, self.remarks = {}, {}, {}

    async def _owns(self) -> bool:
        """Whether the lines are there, and this person's."""
        try:
            owner = Sheet(self.sheet, self.resource).about().get("owner")
        except tickets.RefusedFile:
            return False
        return owner not in ("", NOBODY) and owner == await self._person()

    async def _person(self) -> str:
        return str((await self.get_state(Session)).user_id)

    @rx.event
    @reports_errors(FAILED)
    @on_sheet
    async def show(self, view: str):
        """Show all lines, or only some of them."""
        if view in VIEWS:
            self.view = view
            self._show(1)

    @rx.event
    @reports_errors(FAILED)
    @on_sheet
    async def turn(self, page: int):
        """Show another page."""
        self._show(page)

    @rx.event
    @reports_errors(FAILED)
    @on_sheet
    async def resize(self, size: str):
        """Show more or fewer lines at once."""
        if size in map(str, SIZES):
            self.size = int(size)
            self._show(1)

    @rx.event
    @reports_errors(FAILED)
    @on_sheet
    async def commit(self, line: str, column: str, text: str):
        """Take over a cell that was left, if it was changed; `column` is its place."""
        sheet = Sheet(self.sheet, self.resource)
        entry, at = sheet.one(whole(line, -1)), whole(column, -1)
        if self.stage != "check" or self.task == "send" or entry is None or not 0 <= at < len(self.resource.columns):
            return
        if text == entry.cells[at]:
            return
        text = tidy(self.resource.columns[at], str(text))
        sheet.write(entry, at, await self._numbered(sheet, at, text))
        self._update(sheet, entry.number)
        self._map(sheet, at)

    @rx.event
    @reports_errors(FAILED)
    @on_sheet
    async def keep_width(self, line: str):
        """Take a line with too few or too many cells as it stands: what lacks is empty, what is beyond goes."""
        sheet = Sheet(self.sheet, self.resource)
        if (entry := sheet.one(whole(line, -1))) and self.stage == "check" and self.task != "send":
            sheet.accept(entry)
            self._update(sheet, entry.number)

    @rx.event
    @reports_errors(FAILED)
    @on_sheet
    async def remove(self, line: str):
        """Leave a line out of the import; the focus goes to the one that takes its place."""
        if self.stage != "check" or self.task == "send":
            return None
        sheet = Sheet(self.sheet, self.resource)
        sheet.remove(whole(line, -1))
        self._show(self.page)
        self._map(sheet)
        after = next((each["line"] for each in self.lines if int(each["line"]) > whole(line, -1)), "")
        return run("focusFirst", f'tr[data-id="{after}"] td:last-child button' if after else "#import-lines")

    @rx.event
    @reports_errors(FAILED)
    @on_sheet
    async def next_fault(self):
        """Go to the next cell that is wrong, wherever it is."""
        sheet = Sheet(self.sheet, self.resource)
        entry = sheet.faulty_after(self._looked_at)
        if entry is None:
            return None
        self._looked_at = entry.number
        self._show(1 + sheet.rank(entry.number, self.view) // self.size)
        at = min(entry.faults, key=lambda name: int(name) if name.isdigit() else -1)
        return run("focusOn", f"cell-{entry.number}-{at if at.isdigit() else 0}")

    def _show(self, page: int) -> None:
        """Read a page of the lines, and the counts."""
        sheet = Sheet(self.sheet, self.resource)
        self._count(sheet)
        self.shown = sheet.shown(self.view)
        self.pages = max(1, -(-self.shown // self.size))
        self.page = min(max(1, page), self.pages)
        names = sheet.names()
        start = (self.page - 1) * self.size
        self.lines = [self._row(entry, names) for entry in sheet.page(self.view, start, self.size)]

    async def _numbered(self, sheet: Sheet, at: int, text: str) -> str:
        """The number of a record that was typed by its name; the text itself where it means none."""
        target = self.resource.columns[at].record
        numbered = sheet.number(at, text)
        if not text or numbered.isdigit() or target is None or self.resource.columns[at].listed:
            return numbered
        if not target.readable((await self.get_state(Session))._readable()):
            return text
        async with signed_in(self, self.resource.permission, reads=target.permission) as api:
            sheet.learn(at, await lookups.meant(api, target, text))
        return sheet.number(at, text)

    def _map(self, sheet: Sheet, at: int | None = None) -> None:
        """Show the places, where a cell of the column `at` changed."""

    def _update(self, sheet: Sheet, number: int) -> None:
        """Read one line again: the others stay where they are, even those that the view should no longer hold."""
        if entry := sheet.one(number):
            row = self._row(entry, sheet.names())
            self.lines = [row if line["line"] == row["line"] else line for line in self.lines]
        self._count(sheet)

    def _count(self, sheet: Sheet) -> None:
        counts = sheet.counts()
        self.total, self.faulty = counts.lines, counts.faulty
        self.outlooks = {name: count for name, count in counts.outlooks.items() if name}
        self.outcomes = {name or UNSENT.name: count for name, count in counts.outcomes.items()}
        self.doubts = sheet.shown("doubts")
        self.kept = sheet.shown("kept")
        self.remarks = sheet.remarks()

    def _row(self, entry: Entry, names: Names) -> dict[str, str]:
        """A line as texts; only what is wrong with it has an `e`, only what refers to a known record an `n`."""
        cells = {f"c{at}": text for at, text in enumerate(entry.cells)}
        wrong = {f"e{at}": name for at, name in entry.faults.items()}
        known = {"outlook": entry.outlook, "found": entry.found, "outcome": entry.outcome or UNSENT.name}
        texts = {f"detail_{locale}": files.detail_of(self.resource, entry, locale) for locale in LOCALES}
        label = files.label_of(self.resource, entry)
        faulty = "yes" if wrong else ""
        called = {f"n{at}": known[entry.cells[at]] for at, known in names.items() if entry.cells[at] in known}
        said = {"remark": entry.remark, "twin": text_of(entry.twin)}
        row = {"line": str(entry.number), "label": label, "beyond": entry.beyond, "faulty": faulty}
        return {**row, **cells, **called, **wrong, **said, **known, **texts}
