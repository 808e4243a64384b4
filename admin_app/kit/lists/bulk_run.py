"""A run of what is done to a selection (bulk.py): batch by batch, with progress, Cancel and a report.

It goes on in the background: the tab's lock (`async with self.listing`) is held to read or write the state of the
list, never during a call.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from reflex.event import EventSpec

from admin_app.api.errors import ApiError, SessionEnded
from admin_app.kit import audit
from admin_app.kit.clock import today
from admin_app.kit.lists.bulk import ASIDE, DONE, GONE, OUTCOMES, Bulk, Job
from admin_app.kit.lists.host import ListHost
from admin_app.kit.script import run
from admin_app.kit.session import (
    Session,
    failure_text,
    notify,
    reason_of,
    report,
    signed_in,
    signed_in_background,
)
from admin_app.kit.transfer import csv, tickets
from admin_app.kit.values import record_ids
from admin_app.kit.words.locale import language_of, say


class BulkRun:
    """One action on the selection of one list, from the question before it to the report after it."""

    def __init__(self, listing: ListHost) -> None:
        self.listing = listing
        self.resource = listing.resource

    async def run(self, data: Mapping[str, Any]) -> AsyncIterator[Any]:
        """Do the action to the records of `ids`, batch by batch; say in the end what happened to each."""
        async with self.listing:
            job = await self._job(data)
        if job is None:
            return
        ended, left = None, False
        try:
            await self._admit(job)
            await self._treat(job)
        except ApiError as error:
            left = isinstance(error, SessionEnded)
            async with self.listing:
                ended = await report(self.listing, error, "errors.refused")
        if job.line:
            with suppress(audit.RegisterUnavailable):  # it is logged; the line of the act says that it began
                await audit.complete(job.line, *job.end(left))
        async with self.listing:
            self.listing.bulk_total = 0
            if job.treated and not left:
                await self._show_report(job)
        if left:
            yield ended
        elif job.treated:
            # A report is opened where something is to be read; what went well is said by the notice.
            opened = [run("openDialog", f"{self.resource.key}-report")] if job.left or job.count(ASIDE) else []
            yield [run("selected", self.resource.key, job.left), *opened]
            yield self.listing.__class__.load  # the type of a background handler's self is a proxy

    async def weigh(self, data: Mapping[str, Any]) -> None:
        """Say what an action would also touch, before it is confirmed."""
        listing, action, ids = self.listing, self.action(data.get("action")), record_ids(data.get("ids"))
        if action is None:
            return
        try:
            reads, own = self._reads(action), listing._proof(ids)
            async with signed_in(listing, action.permission, reads=reads, own=own) as api:
                listing.bulk_impacts = await listing._bulk_impacts(api, action, ids) if ids else []
            listing.bulk_weighed = True
        except SessionEnded:
            raise
        except ApiError as error:
            listing.bulk_problem = await failure_text(listing, error)

    async def report_file(self) -> EventSpec:
        """The last report as a file for a spreadsheet."""
        listing, locale = self.listing, await language_of(self.listing)
        action = self.action(listing.bulk_name)
        done = say(f"{action.labels}.done", locale) if action else ""
        words = {DONE: done} | {name: say(f"kit.bulk.outcomes.{name}", locale) for name in OUTCOMES if name != DONE}
        head = [say(f"kit.bulk.columns.{name}", locale) for name in ("id", "name", "outcome", "reason")]
        lines = [[each["number"], each["name"], words[each["outcome"]], each["reason"]] for each in listing.bulk_report]
        content = csv.for_people([head, *lines], locale)
        return run("fetchFile", tickets.offer(content, f"{today()}-{self.resource.key}-report.csv"))

    def action(self, name: object) -> Bulk | None:
        """An action by its name."""
        return next((each for each in self.listing.bulk_actions() if each.name == name), None)

    # --- a run, step by step ----------------------------------------------------------------

    async def _job(self, data: Mapping[str, Any]) -> Job | None:
        """The job a form asks for, if it is confirmed and no other runs."""
        listing, action, ids = self.listing, self.action(data.get("action")), record_ids(data.get("ids"))
        if action is None or not ids or listing.bulk_total:
            return None
        if not action.confirmed(ids, data.get("typed")):
            await notify(listing, "error", "kit.bulk.wrong_number", count=len(ids))
            return None
        listing.bulk_name, listing.bulk_done, listing.bulk_total = action.name, 0, len(ids)
        listing.bulk_report, listing._stopping, listing._proven = [], False, []
        return Job(action, ids)

    async def _admit(self, job: Job) -> None:
        """Refuse who may not do it, before anything is sent; then write an erasure in the register."""
        listing, reads, own = self.listing, self._reads(job.action), self.listing._proof(job.ids)
        async with signed_in_background(listing, job.action.permission, reads=reads, own=own):
            pass
        async with listing:
            listing._proven = job.ids
        if job.action.erases:
            async with listing:
                session = await listing.get_state(Session)
            ids = {"id": ",".join(job.ids)}
            job.line = await audit.record(session, "erasure", self.resource.key, ids, len(job.ids))

    async def _treat(self, job: Job) -> None:
        """Batch by batch, until the end, Cancel, or an API that does not answer any more."""
        for batch in job.batches():
            answers = job.note(batch, await self.listing._batch(job.action, batch))
            async with self.listing:
                self.listing.bulk_done = job.treated
                job.cancelled = self.listing._stopping
            if job.cancelled or not answers:
                return

    async def _show_report(self, job: Job) -> None:
        """Make the report and its notice."""
        listing, locale = self.listing, await language_of(self.listing)
        listing.bulk_report = job.report(listing._names(), listing._numbers(), lambda error: reason_of(error, locale))
        listing.bulk_counts = {name: job.count(name) for name in OUTCOMES}
        for key, number in (("some_left", len(job.left)), ("aside", job.count(ASIDE))):
            if number:
                await notify(listing, "error", f"kit.bulk.{key}", count=number, total=str(len(job.ids)))
                return
        for name, key in ((DONE, f"{job.action.labels}.all"), (GONE, "kit.bulk.gone")):
            if number := job.count(name):
                await notify(listing, "success", key, count=number)

    def _reads(self, action: Bulk) -> Sequence[str | None]:
        """What a run reads: the rows it is about, and what its action asks beside."""
        return (self.resource.may.list, *action.reads)
