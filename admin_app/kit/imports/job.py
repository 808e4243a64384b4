"""An import from its file to its report, in the order a person goes through it: read, dry run, send, follow up.

Its lines are a staging table behind a ticket of the spool, which any worker opens, changes and puts back. A step that
takes long asks its host for the API, and says between two calls how far it is: there it can be stopped.
"""

import asyncio
import secrets
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any, Protocol

from admin_app import metrics
from admin_app.api.client import Api
from admin_app.api.errors import ApiError
from admin_app.kit.imports import dry_run, file_reader, files, lookups, sending
from admin_app.kit.imports.column_matching import Matching, matched
from admin_app.kit.imports.declare import Intake
from admin_app.kit.imports.entry import Entry
from admin_app.kit.imports.staging import StagingTable
from admin_app.kit.session import or_none
from admin_app.kit.transfer import spool, tickets

READERS = ThreadPoolExecutor(2, "reading")
"""Who reads files, two at a time: others wait for them, and nobody else does."""
NOBODY = "0"
"""The owner of what was brought by a tab whose person is gone."""


class Host(Protocol):
    """What a job may ask of the state that owns it."""

    def _door(self, permission: str = "") -> AbstractAsyncContextManager[Api]:
        """The client, after the permission was looked at: that of the import, or another."""
        ...

    async def _readable(self) -> Collection[str]:
        """The permissions of this person that open lists."""
        ...

    async def _plan(self, task: str, goal: int) -> None:
        """Tell what runs now, and how much there is to do."""
        ...

    async def _go_on(self, step: int) -> bool:
        """Tell that so much is begun; False when the person wants it to stop."""
        ...


class ImportJob:
    """One import: its lines lie behind `ticket`, worth nothing to anybody but their owner."""

    def __init__(self, intake: Intake, ticket: str, owner: str) -> None:
        self.intake = intake
        self.ticket = ticket
        self.owner = owner
        self.sent = 0
        """Lines that were sent by `send`."""

    # --- 1. the file becomes a staging table ---------------------------------------------

    @classmethod
    async def from_file(cls, host: Host, intake: Intake, file: str, chosen: str, **about: str) -> "ImportJob":
        """Read the file behind a ticket. `chosen` fills the column that the address of the page decides about.

        RefusedFile says what is wrong with it.
        """
        job = cls(intake, secrets.token_urlsafe(32), about["owner"])
        table = await asyncio.get_running_loop().run_in_executor(READERS, _laid_out, intake, file, about)
        if chosen:
            table.fill(intake.chosen, chosen)
        readable = await host._readable()
        try:
            names = {each.name: table.unresolved(each.name) for each in intake.columns if each.record}
            async with host._door() as api:
                table.learn(await lookups.named(api, intake, readable, names))
        except ApiError:
            # Where records cannot be asked for, their names stay: the lines say what lacks, and nothing wrong is sent.
            pass
        table.compare()
        await asyncio.to_thread(spool.put, job.ticket, spool.SHEET, table.dump())
        return job

    # --- 2. its lines are read, and mended ---------------------------------------------------

    async def read(self) -> StagingTable:
        """The lines. RefusedFile `missing` when they waited too long, or are another person's."""
        return await asyncio.to_thread(self._read)

    async def change(self, act: Callable[..., object], *args: Any) -> StagingTable:
        """Change the lines by a method of the staging table, and keep them."""
        return await asyncio.to_thread(self._change, act, *args)

    def _change(self, act: Callable[..., object], *args: Any) -> StagingTable:
        with spool.alone(self.ticket):
            table = self._read()
            act(table, *args)
            table.compare()
            spool.put(self.ticket, spool.SHEET, table.dump())
        return table

    def _read(self) -> StagingTable:
        try:
            table = StagingTable.load(self.intake, tickets.content_of(self.ticket, spool.SHEET))
        except ValueError:  # an earlier version of the application wrote it
            raise tickets.RefusedFile("missing") from None
        if table.about["owner"] != self.owner or self.owner in ("", NOBODY):
            raise tickets.RefusedFile("missing")
        return table

    async def discard(self) -> None:
        """Forget the lines, if they are this person's."""
        try:
            await self.read()
        except tickets.RefusedFile:
            return
        tickets.discard(self.ticket)

    # --- 3. the dry run --------------------------------------------------------------------------

    async def foresee(self, host: Host, findings: dry_run.Findings) -> None:
        """Ask what will become of the lines nobody asked about yet; what is known by then is kept, if it is stopped."""
        entries = (await self.read()).entries
        asked = {entry.number: entry for entry in entries if not entry.faults and not entry.outlook}
        try:
            await self._ask(host, "foresee", self.intake, [*asked.values()], findings)
        finally:
            told = list(dry_run.outlooks(self.intake, asked, findings))
            await self.change(StagingTable.foretell, told, asked)

    async def _ask(
        self, host: Host, task: str, intake: Intake, entries: list[Entry], findings: dry_run.Findings
    ) -> None:
        questions, readable = dry_run.questions(intake, entries), await host._readable()
        await host._plan(task, sum(len(question.values) for question in questions))
        for question in questions:
            if not await host._go_on(len(question.values)):
                return
            async with host._door() as api:
                await dry_run.ask(api, question, findings, readable)

    # --- 4. the lines are sent -----------------------------------------------------------------------

    async def send(self, host: Host) -> None:
        """Send the lines that are right, part by part; what each of them came to is written down at once."""
        table = await self.read()
        parts, name = sending.parts(self.intake, table.entries), table.csv_name
        await host._plan("send", sum(map(len, parts)))
        try:
            with metrics.imports.track_inprogress():
                for part in parts:
                    if not await host._go_on(len(part)):
                        break
                    async with host._door() as api:
                        await self.change(StagingTable.settle, sending.uncertain(part))
                        # Inside the door: it says in the end that the person left meanwhile, but these lines are sent.
                        await self.change(StagingTable.settle, await sending.deliver(api, self.intake, name, part))
                        self.sent += len(part)
            if self.sent:
                await self._link(host)
        except sending.Interrupted as error:
            self.sent += sum(outcome != "" for _, outcome, *_ in error.outcomes)
            await self.change(StagingTable.settle, error.outcomes, "report" if self.sent else "check")
            raise error.error from None

    async def _link(self, host: Host) -> None:
        """Find the records of the lines that are there now, so that the report leads to them."""
        there = {each.name for each in self.intake.outcomes if each.there}
        entries = [each for each in (await self.read()).entries if each.outcome in there and not each.found]
        intake = replace(self.intake, lookups=tuple(each for each in self.intake.lookups if each.present))
        findings = dry_run.Findings()
        # Where that fails the lines are there all the same: the report only leads to fewer of them.
        await or_none(self._ask(host, "link", intake, entries, findings))
        await self.change(StagingTable.find, dry_run.records(intake, entries, findings))

    # --- 5. the report, and what is offered for some lines then ---------------------------------------------

    async def follow(self, host: Host) -> None:
        """Do for the lines what is offered for them, one by one; what became of each is written down at once."""
        follow = self.intake.follow
        if follow is None:
            return
        wanted = sending.followed(follow, (await self.read()).entries)
        await host._plan("follow", len(wanted))
        for entry in wanted:
            if not await host._go_on(1):
                return
            async with host._door(follow.permission) as api:
                settled = await sending.follow_up(api, follow, entry, self.intake.named(entry.cells))
                await self.change(StagingTable.settle, settled)

    async def report(self, locale: str) -> bytes:
        """The file that says what became of every line."""
        return await asyncio.to_thread(files.report, self.intake, locale, (await self.read()).entries)

    async def refused_lines(self, locale: str) -> bytes:
        """The file of the lines that are not there yet, to be mended elsewhere and imported again."""
        return await asyncio.to_thread(files.refused_lines, self.intake, locale, (await self.read()).left())


def _laid_out(intake: Intake, file: str, about: dict[str, str]) -> StagingTable:
    names = files.names(intake)
    read = file_reader.decoded(tickets.content_of(file), intake, names)
    return StagingTable.create(
        intake, read, matched(intake, names, read.header and read.header.cells, read.width), **about
    )


def set_headed(table: StagingTable, headed: bool, chosen: str) -> None:
    """Take the first line for names of columns or for a line: they are matched anew. `chosen` as in `from_file`."""
    table.set_header(headed)
    _match(table, _by_name(table), chosen)


def read_as(table: StagingTable, encoding: str, chosen: str) -> None:
    """Read the file in another of its encodings; columns whose names read otherwise then are matched anew."""
    if encoding in table.encodings:
        before = _by_name(table)
        table.read_as(encoding)
        if before != (now := _by_name(table)):
            _match(table, now, chosen)


def match_column(table: StagingTable, at: int, field: str, chosen: str) -> None:
    """Let a column of the file fill another one of ours; the one that filled it so far takes the former field."""
    _match(table, table.matching.change(at, field), chosen)


def _by_name(table: StagingTable) -> Matching:
    return matched(table.intake, files.names(table.intake), table.header and table.header.cells, table.width)


def _match(table: StagingTable, matching: Matching, chosen: str) -> None:
    table.match(matching)
    if chosen:
        table.fill(table.intake.chosen, chosen)
