"""The state of an import: what a person may do at each of its stages. The work itself is in `job.py`."""

import functools
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

import reflex as rx
from reflex.event import EventSpec

from admin_app.api.errors import SessionEnded
from admin_app.kit.imports import dry_run, files, lookups
from admin_app.kit.imports.host import FAILED_KEY, FORESEE, SIZES, ImportHost
from admin_app.kit.imports.job import ImportJob, match_column, read_as, set_headed
from admin_app.kit.imports.rules import tidy
from admin_app.kit.imports.staging import VIEWS, StagingTable
from admin_app.kit.records import autocomplete
from admin_app.kit.script import run
from admin_app.kit.session import open_upload, reports_errors, signed_in, was_just_now
from admin_app.kit.transfer import tickets
from admin_app.kit.values import whole
from admin_app.kit.words.locale import language_of, say


def on_lines(handler: Callable[..., Any]) -> Callable[..., Any]:
    """For a handler that works on the lines: who may import may; when they waited too long, or are another person's
    (the ticket comes from the browser's storage), the work begins anew and says so. What it raises is told."""

    @reports_errors(FAILED_KEY)
    @functools.wraps(handler)
    async def run_handler(self: Any, *args: Any, **kwargs: Any) -> AsyncGenerator[Any]:
        try:
            async with signed_in(self, self.resource.permission):
                answer = await handler(self, *args, **kwargs)
            yield answer
        except tickets.RefusedFile as error:
            self._begin(problem=error.name)

    return run_handler


class ImportMixin(ImportHost, rx.State, mixin=True):
    """One import; a concrete class writes `resource: ClassVar = ...` (Reflex F3)."""

    # --- a file is chosen ----------------------------------------------------------------

    @rx.event
    @reports_errors(FAILED_KEY)
    async def open(self):
        """Go on with the lines of this tab, if they are this person's; take the record the address names."""
        if not self.task:
            await self._resume()
        await self._list_records()
        await self._take_chosen()

    async def _resume(self) -> None:
        try:
            table = await (await self._job()).read()
        except tickets.RefusedFile:
            self._begin()
            return
        self.stage, self.problem = table.about["stage"], ""
        self._show(table, 1)

    async def _list_records(self) -> None:
        """Offer the records of the short lists that lines refer to."""
        if self.records or not any(column.listed for column in self.resource.columns):
            return
        permissions = await self._permissions()
        async with signed_in(self, self.resource.permission) as api:
            self.records = await lookups.listed(api, self.resource, permissions)

    async def _take_chosen(self) -> None:
        """Fill the column that the address decides about, in every line; what a report is of stays what it was."""
        wanted = self.router.url.query_parameters.get(self.resource.chosen, "") if self.resource.chosen else ""
        if self.stage == "report":
            wanted = self.chosen
        if not whole(wanted, 0):
            self.chosen = self.chosen_name = ""
            return
        if self.resource.target and (wanted != self.chosen or not self.chosen_name):
            async with signed_in(self, self.resource.permission, reads=self.resource.target.permission) as api:
                self.chosen_name = await autocomplete.name_of(api, self.resource.target, wanted)
        self.chosen = wanted
        if self.stage == "check":
            await self._change(StagingTable.fill, self.resource.chosen, wanted, page=self.page)

    @rx.event(supersedes=True)
    @reports_errors(FAILED_KEY)
    async def search(self, name: str, text: str):
        """Propose records for the one that fills a column."""
        if len(text.strip()) < 2 or self.resource.target is None:
            return
        async with signed_in(self, self.resource.permission, reads=self.resource.target.permission) as api:
            options = await autocomplete.records(api, self.resource.target, text.strip())
        self.suggestions = {name: options}
        yield run("proposed", name, text)

    @rx.event
    @reports_errors(FAILED_KEY)
    async def prepare(self):
        """Give a ticket to somebody who may import; the script sends the file to it."""
        async with signed_in(self, self.resource.permission):
            tickets.discard(self._ticket)
            self._ticket, sending = await open_upload(self)
        return sending

    @rx.event(background=True)
    async def receive(self, name: str):
        """The file is here: read it into a staging table."""
        async with self:
            if self.task or not self._ticket:
                return
            ticket, chosen = self._ticket, self.chosen
            self.task, self.problem, self.done, self.goal, self._ticket = "read", "", 0, 0, ""
            about = {"name": str(name)[:255], "owner": await self._person(), "stage": "check"}
        job, problem = None, ""
        try:
            job = await ImportJob.from_file(self, self.resource, ticket, chosen, **about)
        except tickets.RefusedFile as error:
            problem = error.name
        finally:
            tickets.discard(ticket)
        async with self:
            self.task, self.problem = "", problem
            if job is None:
                return
            await (await self._job()).discard()
            self._begin()
            self.sheet = job.ticket
            await self._resume()
        yield run("focusOn", "import-lines")

    @rx.event
    @reports_errors(FAILED_KEY)
    async def fetch_template(self):
        """Give a file to fill in."""
        locale = await language_of(self)
        async with signed_in(self, self.resource.permission):
            return self._fetch(files.template(self.resource, locale), "template", locale)

    @rx.event
    @reports_errors(FAILED_KEY)
    async def restart(self):
        """Forget the file and begin anew, with the record the address names."""
        if not self.task:
            await (await self._job()).discard()
            self._begin()
            await self._take_chosen()

    # --- its lines are looked through, and mended -----------------------------------------------

    @rx.event
    @on_lines
    async def show(self, view: str):
        """Show all lines, or only some of them."""
        if view in VIEWS:
            self.view = view
            await self._turn(1)

    @rx.event
    @on_lines
    async def turn(self, page: int):
        """Show another page."""
        await self._turn(page)

    @rx.event
    @on_lines
    async def resize(self, size: str):
        """Show more or fewer lines at once."""
        if size in map(str, SIZES):
            self.size = int(size)
            await self._turn(1)

    @rx.event
    @on_lines
    async def next_fault(self):
        """Go to the next cell that is wrong, wherever it is."""
        table = await (await self._job()).read()
        if entry := table.faulty_after(self._looked_at):
            self._looked_at = entry.number
            first = min(entry.faults, key=lambda name: int(name) if name.isdigit() else -1)
            return self._go_to(table, entry, int(first) if first.isdigit() else 0)
        return None

    @rx.event
    @on_lines
    async def go_to(self, line: str):
        """Show a line that was chosen on the map."""
        table = await (await self._job()).read()
        if self.stage != "check" or (entry := table.one(whole(line, -1))) is None:
            return None
        self.view = ""
        wrong = (int(name) for name in entry.faults if name.isdigit())
        return self._go_to(table, entry, min(wrong, default=(self.resource.spot or (0, 0))[0]))

    @rx.event
    @on_lines
    async def commit(self, line: str, column: str, text: str):
        """Take over a cell that was left, if it was changed; `column` is its place."""
        at, shown = whole(column, -1), next((row for row in self.lines if row["line"] == line), None)
        if not self._mending() or shown is None or not 0 <= at < len(self.resource.columns):
            return
        text = tidy(self.resource.columns[at], str(text))  # a day is shown in another way than it is held
        if text != shown[f"c{at}"]:
            await self._change(StagingTable.write, whole(line, -1), at, await self._numbered(at, text))

    async def _numbered(self, at: int, text: str) -> str:
        """The number of a record that was typed by its name; the text itself where it means none.

        What is not known yet is asked for, a short list as a whole: a record may be newer than the file.
        """
        column, job = self.resource.columns[at], await self._job()
        if not text or column.record is None:
            return text
        table = await job.read()
        numbered = table.number(column.name, text)
        if table.knows(column, numbered) or not column.record.readable(await self._permissions()):
            return numbered
        async with signed_in(self, self.resource.permission, reads=column.record.permission) as api:
            options = await lookups.meant(api, column, text)
        return (await job.change(StagingTable.learn, {column.name: options})).number(column.name, text)

    @rx.event
    @on_lines
    async def keep_width(self, line: str):
        """Take a line with too few or too many cells as it stands: what lacks is empty, what is beyond goes."""
        if self._mending():
            await self._change(StagingTable.accept, whole(line, -1))

    @rx.event
    @on_lines
    async def remove(self, line: str):
        """Leave a line out of the import; the focus goes to the one that takes its place."""
        led, at = self._led
        if not self._mending() or (line == led and was_just_now(at)):
            return None
        await self._change(StagingTable.remove, whole(line, -1), page=self.page)
        return self._to_removal(next((each["line"] for each in self.lines if int(each["line"]) > whole(line, -1)), ""))

    @rx.event
    @on_lines
    async def put_back(self):
        """Take the lines in again that were left out last; the first of them is shown. The second of two presses takes
        in no more: the button is there as long as there is one (NOTICE-24)."""
        line = self.removed_line
        if not self._mending() or not line or was_just_now(self._put_back_at):
            return None
        table = await (await self._job()).change(StagingTable.put_back)
        if entry := table.one(whole(line, -1)):
            self.view = self.view if entry in table.view(self.view) else ""
            self._go_to(table, entry, 0)
        self._put_back_at = time.time()
        return self._to_removal(line)

    def _mending(self) -> bool:
        """Whether single lines may be changed now."""
        return self.stage == "check" and self.task != "send"

    @rx.event
    @on_lines
    async def exchange(self):
        """Exchange latitude and longitude where the place would be among the others then."""
        await self._change_all(StagingTable.exchange)

    @rx.event
    @on_lines
    async def drop_twins(self):
        """Take out the lines that say the same as an earlier one."""
        await self._change_all(StagingTable.drop_twins)

    @rx.event
    @on_lines
    async def set_headed(self, headed: bool):
        """Say whether the first line holds the names of the columns: they are matched anew."""
        await self._change_all(set_headed, headed, self.chosen)

    @rx.event
    @on_lines
    async def read_as(self, encoding: str):
        """Choose the encoding of a file of which it is a guess."""
        await self._change_all(read_as, encoding, self.chosen)

    @rx.event
    @on_lines
    async def match(self, at: str, field: str):
        """Choose what a column of the file fills; the one that filled it so far takes the former field."""
        ours = ("", *(each.name for each in self.resource.columns))
        if field in ours and 0 <= whole(at, -1) < len(self.columns):
            await self._change_all(match_column, whole(at, -1), field, self.chosen)

    async def _change_all(self, act: Callable[..., object], *args: Any) -> None:
        """Change many lines at once, while nothing runs."""
        if not self.task and self.stage == "check":
            await self._change(act, *args, page=self.page)

    # --- what takes long: the dry run, the sending, what is offered then ------------------------------

    @rx.event(background=True)
    async def foresee(self):
        """Ask what will become of the lines nobody asked about yet."""
        if job := await self._start("foresee"):
            findings = dry_run.Findings()
            failed = await _failure(job.foresee(self, findings))
            async with self:
                if not isinstance(failed, SessionEnded):
                    self.unread = sorted({lookup.endpoint for lookup in findings.denied})
                yield await self._finish(failed, job)
            yield run("focusOn", FORESEE)

    @rx.event(background=True)
    async def send(self):
        """Send the lines that are right."""
        if job := await self._start("send"):
            failed = await _failure(job.send(self))
            async with self:
                if job.sent and not isinstance(failed, SessionEnded):
                    self.stage, self.view, self.page = "report", "", 1
                yield await self._finish(failed, job)
            if job.sent:
                yield run("focusOn", "import-report")

    @rx.event(background=True)
    async def follow(self):
        """Do for the lines what is offered for them."""
        if self.resource.follow and (job := await self._start("follow")):
            failed = await _failure(job.follow(self))
            async with self:
                yield await self._finish(failed, job)
            yield run("focusOn", "import-report")

    @rx.event
    def stop(self):
        """Stop what runs, once the call that is under way has been answered."""
        self.stopping = bool(self.task)

    # --- the report ----------------------------------------------------------------------------------

    @rx.event
    @on_lines
    async def fetch_report(self):
        """Give what became of every line."""
        locale = await language_of(self)
        return self._fetch(await (await self._job()).report(locale), "report", locale)

    @rx.event
    @on_lines
    async def fetch_refused(self):
        """Give the lines that are not there yet, to be mended elsewhere and imported again."""
        locale = await language_of(self)
        return self._fetch(await (await self._job()).refused_lines(locale), "refused", locale)

    def _fetch(self, content: bytes, kind: str, locale: str) -> EventSpec:
        name = f"{say(f'imports.files.{kind}', locale)}-{say(f'{self.resource.key}.file', locale)}.csv"
        return run("fetchFile", tickets.offer(content, name))

    @rx.event
    @on_lines
    async def mend_refused(self):
        """Go back to the lines that are not there yet."""
        if self.stage != "report" or not self.missing:
            return None
        self.stage, self.view = "check", ""
        await self._change(StagingTable.keep_refused, page=1)
        return run("focusOn", "import-lines")


async def _failure(work: Awaitable[None]) -> Exception | None:
    """What a piece of work failed by."""
    try:
        await work
    except Exception as error:
        return error
    return None


State = type[ImportMixin]
"""What the components of an import are given."""
