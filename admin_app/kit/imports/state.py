"""The state of an import: a file is read into a sheet, its lines are mended, foreseen, sent, and reported on.

What takes long runs in the background, in steps between which it can be stopped.
"""

import asyncio
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor

import reflex as rx

from admin_app import metrics
from admin_app.api.errors import ApiError, SessionEnded
from admin_app.kit.imports import dry_run, file_reader, files, lookups, sending
from admin_app.kit.imports.column_matching import matched
from admin_app.kit.imports.declare import Intake
from admin_app.kit.imports.report_state import ReportMixin
from admin_app.kit.imports.staging_state import FAILED, on_sheet, or_anew
from admin_app.kit.imports.staging_table import Sheet
from admin_app.kit.records import autocomplete
from admin_app.kit.script import run
from admin_app.kit.session import Session, open_upload, reports_errors, signed_in, signed_in_background
from admin_app.kit.transfer import tickets
from admin_app.kit.values import whole
from admin_app.kit.words.locale import language_of

READERS = ThreadPoolExecutor(2, "reading")
"""Who reads files, two at a time: others wait for them, and nobody else does."""


class ImportMixin(ReportMixin, rx.State, mixin=True):
    """One import; a concrete class writes `resource: ClassVar = ...` (Reflex F3)."""

    chosen_name: str = ""
    suggestions: dict[str, list[dict[str, str]]] = {}
    _ticket: str = ""

    @rx.event
    @reports_errors(FAILED)
    @or_anew
    async def open(self):
        """Go on with the lines of this tab, if they are this person's; take the record the address names."""
        if not self.task:
            await self._resume()
        await self._list_records()
        await self._take_chosen()

    async def _list_records(self) -> None:
        """Offer the records of the short lists that lines refer to."""
        permissions = (await self.get_state(Session))._readable()
        if self.records or not any(column.listed for column in self.resource.columns):
            return
        async with signed_in(self, self.resource.permission) as api:
            self.records = await lookups.listed(api, self.resource, permissions)

    async def _resume(self) -> None:
        if not await self._owns():
            self._begin()
            return
        sheet = Sheet(self.sheet, self.resource)
        about = sheet.about()
        self.about, self.stage, self.problem = about, about["stage"], ""
        self._describe(sheet)
        self._show(1)
        self._map(sheet)

    async def _take_chosen(self) -> None:
        """Fill the column that the address decides about, in every line."""
        wanted = self.router.url.query_parameters.get(self.resource.chosen, "") if self.resource.chosen else ""
        if not whole(wanted, 0):
            self.chosen = self.chosen_name = ""
            return
        if wanted != self.chosen and self.resource.target:
            async with signed_in(self, self.resource.permission, reads=self.resource.target.permission) as api:
                self.chosen_name = await autocomplete.name_of(api, self.resource.target, wanted)
        self.chosen = wanted
        if self.stage == "check":
            await self._refill(Sheet(self.sheet, self.resource))
            self._show(self.page)

    async def _refill(self, sheet: Sheet) -> None:
        """Write the record that the address names into every line."""
        if self.chosen:
            await asyncio.to_thread(sheet.fill, self.resource.at(self.resource.chosen), self.chosen)

    @rx.event(supersedes=True)
    @reports_errors(FAILED)
    async def search(self, name: str, text: str):
        """Propose records for the one that fills a column."""
        if len(text.strip()) < 2 or self.resource.target is None:
            return
        async with signed_in(self, self.resource.permission, reads=self.resource.target.permission) as api:
            options = await autocomplete.records(api, self.resource.target, text.strip())
        self.suggestions = {name: options}
        yield run("proposed", name)

    # --- the file ---------------------------------------------------------------

    @rx.event
    @reports_errors(FAILED)
    async def prepare(self):
        """Give a ticket to somebody who may import; the script sends the file to it."""
        async with signed_in(self, self.resource.permission):
            tickets.discard(self._ticket)
            self._ticket, sending = await open_upload(self)
        return sending

    @rx.event(background=True)
    async def receive(self, name: str):
        """The file is here: read it into a sheet."""
        async with self:
            if self.task or not self._ticket:
                return
            ticket, chosen = self._ticket, self.chosen
            permissions = (await self.get_state(Session))._readable()
            self.task, self.problem, self.done, self.goal, self._ticket = "read", "", 0, 0, ""
            owner = await self._person()
        about = {"name": str(name)[:255], "owner": owner, "stage": "check"}
        try:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(READERS, _laid_out, self.resource, ticket, chosen, about)
            problem = ""
            await self._name_records(Sheet(found, self.resource), permissions)
        except tickets.RefusedFile as error:
            found, problem = "", error.name
        finally:
            tickets.discard(ticket)
        async with self:
            self.task = ""
            if problem:
                self.problem = problem
                return
            await self._discard()
            self._begin()
            self.sheet = found
            await self._resume()
        yield run("focusOn", "import-lines")

    async def _name_records(self, sheet: Sheet, permissions: Collection[str]) -> None:
        """Write the numbers of the records that lines name; where they cannot be asked for, names stay to be mended."""
        try:
            async with signed_in_background(self, self.resource.permission) as api:
                await lookups.learn(api, self.resource, sheet, permissions)
        except ApiError:
            # The lines say what lacks: nothing is lost, and nothing wrong is sent.
            return

    @rx.event
    async def restart(self):
        """Forget the file and begin anew."""
        if not self.task:
            await self._discard()
            self._begin()

    async def _discard(self) -> None:
        """Forget the lines, if they are this person's."""
        if await self._owns():
            Sheet(self.sheet, self.resource).discard()

    # --- what takes long ------------------------------------------------------------

    @rx.event(background=True)
    async def foresee(self):
        """Ask what will become of the lines nobody asked about yet."""
        if (sheet := await self._start("foresee")) is None:
            return
        findings = dry_run.Findings()
        async with self:
            readable = (await self.get_state(Session))._readable()
        failed: Exception | None = None
        every = await asyncio.to_thread(sheet.entries)
        pending = {entry.number: entry for entry in every if not entry.faults and not entry.outlook}
        try:
            for question in dry_run.questions(self.resource, [*pending.values()]):
                if not await self._go_on(len(question.values)):
                    break
                async with signed_in_background(self, self.resource.permission) as api:
                    await dry_run.ask(api, question, findings, readable)
        except Exception as error:
            failed = error
        told = dry_run.outlooks(self.resource, pending, findings)
        await asyncio.to_thread(sheet.foretell, list(told), pending)
        async with self:
            if not isinstance(failed, SessionEnded):
                self.unread = sorted({lookup.endpoint for lookup in findings.denied})
            yield await self._finish(failed)

    @rx.event(background=True)
    async def send(self):
        """Send the lines that are right, part by part; what each of them came to is written down at once."""
        if (sheet := await self._start("send")) is None:
            return
        failed: Exception | None = None
        sent = 0
        async with self:
            name = self._csv_name()
        try:
            with metrics.imports.track_inprogress():
                for part in sending.parts(self.resource, await asyncio.to_thread(sheet.entries)):
                    if not await self._go_on(len(part)):
                        break
                    async with signed_in_background(self, self.resource.permission) as api:
                        await asyncio.to_thread(sheet.settle, sending.uncertain(part))
                        await asyncio.to_thread(sheet.note, stage="report")
                        # Inside the door: it says in the end that the person left meanwhile, but these lines are sent.
                        await asyncio.to_thread(sheet.settle, await sending.deliver(api, self.resource, name, part))
                        sent += len(part)
            if sent:
                await self._link(sheet)
        except sending.Interrupted as error:
            sheet.settle(error.outcomes)
            sent, failed = sent + sum(outcome != "" for _, outcome, *_ in error.outcomes), error.error
            sheet.note(stage="report" if sent else "check")
        except Exception as error:
            failed = error
        async with self:
            if sent and not isinstance(failed, SessionEnded):
                self.stage, self.view, self.page = "report", "", 1
            yield await self._finish(failed)
        if sent:
            yield run("focusOn", "import-report")

    def _csv_name(self) -> str:
        """The name of the file that is sent: what was read from a workbook goes out as CSV."""
        name = self.about.get("name", "")
        return f"{name.rpartition('.')[0]}.csv" if self.about.get("sheet") else name

    @rx.event
    @reports_errors(FAILED)
    @on_sheet
    async def mend_refused(self):
        """Go back to the lines that are not there yet."""
        sheet = Sheet(self.sheet, self.resource)
        if self.stage == "report" and sheet.shown("kept"):
            sheet.keep_refused()
            sheet.note(stage="check")
            await self._resume()

    @rx.event
    @reports_errors(FAILED)
    async def fetch_template(self):
        """Give a file to fill in."""
        locale = await language_of(self)
        async with signed_in(self, self.resource.permission):
            return self._fetch(files.template(self.resource, locale), "template", locale)


def _laid_out(intake: Intake, ticket: str, chosen: str, about: dict[str, str]) -> str:
    """Read a file into a sheet; the ticket of the sheet."""
    names = files.names(intake)
    read = file_reader.decoded(tickets.content_of(ticket), intake, names)
    sheet = Sheet.create(intake, read, matched(intake, names, read.header and read.header.cells), **about)
    if chosen:
        Sheet(sheet, intake).fill(intake.at(intake.chosen), chosen)
    return sheet
