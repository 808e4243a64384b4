"""The end of an import: what became of each line, the files that say so, and what is offered for some lines then."""

import asyncio

import reflex as rx
from reflex.event import EventSpec

from admin_app.api.errors import ApiError, SessionEnded
from admin_app.kit.imports import dry_run, files, follow_up
from admin_app.kit.imports.background_state import WorkMixin
from admin_app.kit.imports.declare import Intake
from admin_app.kit.imports.staging_state import FAILED, on_sheet
from admin_app.kit.imports.staging_table import Sheet
from admin_app.kit.records.ownership import of_record
from admin_app.kit.script import run
from admin_app.kit.session import Session, reports_errors, signed_in_background
from admin_app.kit.transfer import tickets
from admin_app.kit.words.locale import language_of, say


class ReportMixin(WorkMixin, rx.State, mixin=True):
    """What became of the lines."""

    followed: int = 0
    """Lines for which something is offered."""

    @rx.event
    @reports_errors(FAILED)
    @on_sheet
    async def fetch_report(self):
        """Give what became of every line."""
        locale = await language_of(self)
        content = await asyncio.to_thread(_report, self.resource, self.sheet, locale)
        return self._fetch(content, "report", locale)

    @rx.event
    @reports_errors(FAILED)
    @on_sheet
    async def fetch_refused(self):
        """Give the lines that are not there yet, to be mended elsewhere and imported again."""
        locale = await language_of(self)
        content = await asyncio.to_thread(_refused, self.resource, self.sheet, locale)
        return self._fetch(content, "refused", locale)

    @rx.event(background=True)
    async def follow(self):
        """Do for the lines what is offered for them, one by one; what became of each is written down at once."""
        if (sheet := await self._start("follow")) is None or (follow := self.resource.follow) is None:
            return
        failed: Exception | None = None
        async with self:
            own = of_record(follow.owner, self.chosen)
        try:
            for entry in follow_up.wanted(follow, await asyncio.to_thread(sheet.entries)):
                if not await self._go_on(1):
                    break
                cells = self.resource.named(entry.cells)
                async with signed_in_background(self, follow.permission, own=own) as api:
                    await asyncio.to_thread(sheet.settle, [await follow_up.one(api, follow, entry, cells)])
        except Exception as error:
            failed = error
        async with self:
            yield await self._finish(failed)
        yield run("focusOn", "import-report")

    async def _link(self, sheet: Sheet) -> None:
        """Find the records of the lines that are there now, so that the report leads to them."""
        there = {each.name for each in self.resource.outcomes if each.there}
        entries = await asyncio.to_thread(sheet.entries)
        entries = [entry for entry in entries if entry.outcome in there and not entry.found]
        intake, findings = dry_run.presence(self.resource), dry_run.Findings()
        questions = dry_run.questions(intake, entries)
        async with self:
            readable = (await self.get_state(Session))._readable()
            self.task, self.done, self._next = "link", 0, 0
            self.goal = sum(len(question.values) for question in questions)
        try:
            for question in questions:
                if not await self._go_on(len(question.values)):
                    break
                async with signed_in_background(self, self.resource.permission) as api:
                    await dry_run.ask(api, question, findings, readable)
        except SessionEnded:
            raise
        except ApiError:
            # The lines are there all the same: the report only leads to fewer of them.
            pass
        await asyncio.to_thread(sheet.find, dry_run.records(intake, entries, findings))

    def _count(self, sheet: Sheet) -> None:
        super()._count(sheet)
        follow = self.resource.follow
        self.followed = len(follow_up.wanted(follow, sheet.entries())) if follow and self.stage == "report" else 0

    def _fetch(self, content: bytes, kind: str, locale: str) -> EventSpec:
        name = f"{say(f'imports.files.{kind}', locale)}-{say(f'{self.resource.key}.file', locale)}.csv"
        return run("fetchFile", tickets.offer(content, name))


def _report(intake: Intake, ticket: str, locale: str) -> bytes:
    return files.report(intake, locale, Sheet(ticket, intake).entries())


def _refused(intake: Intake, ticket: str, locale: str) -> bytes:
    return files.refused_lines(intake, locale, Sheet(ticket, intake).entries("kept"))
