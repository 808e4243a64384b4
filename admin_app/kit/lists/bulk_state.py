"""Running what is done to a selection (kit/lists/bulk.py): batch by batch, with progress, Cancel and a report."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, SessionEnded
from admin_app.kit import audit
from admin_app.kit.lists.bulk import (
    DELETE,
    DONE,
    OUTCOMES,
    REFUSED,
    SKIPPED,
    Bulk,
    Job,
    Refusals,
    deletion,
)
from admin_app.kit.lists.host import ListHost
from admin_app.kit.records.ownership import Proof, proven
from admin_app.kit.script import run
from admin_app.kit.session import (
    Session,
    failure_text,
    notify,
    reason_of,
    report,
    reports_errors,
    signed_in,
    signed_in_background,
)
from admin_app.kit.transfer import csv, tickets
from admin_app.kit.values import record_ids
from admin_app.kit.words.locale import language_of, say

NAMES_KEPT = 64 * 1024
"""Characters of names that a list remembers for a tab, some 2,500 rows; then those shown longest ago go."""
Row = dict[str, str]


class BulkMixin(ListHost, rx.State, mixin=True):
    """Running one action after the other, with progress, Cancel and a report."""

    bulk: ClassVar[tuple[Bulk, ...]] = ()
    """What this list can do besides deleting; one named `delete` replaces it."""

    bulk_done: int = 0
    bulk_total: int = 0
    """How many records a running action has to treat; 0 when none runs."""
    bulk_name: str = ""
    """The action that runs, or that ran last."""
    bulk_report: list[dict[str, str]] = []
    """What happened to each row: `id`, `name`, `outcome`, `reason`."""
    bulk_counts: dict[str, int] = {}
    bulk_impacts: list[str] = []
    bulk_weighed: bool = False
    """Whether it is known what the action would also touch."""
    bulk_problem: str = ""
    """Why that is not known."""
    _stopping: bool = False
    _proven: list[str] = []
    """The records of the run, once the door has let them pass."""
    _known_names: tuple[str, ...] = ()
    """What the rows that were on show are called: a text for each page, in its lines an id, a space and a name.

    An entry of a dictionary would take seven times as much memory, and a copy of all of them with each page.
    """

    @classmethod
    def bulk_actions(cls) -> tuple[Bulk, ...]:
        """What can be done to the selection, by whom it may be."""
        deletes = cls.resource.may.delete and all(each.name != DELETE for each in cls.bulk)
        return (*cls.bulk, deletion(cls.resource)) if deletes else cls.bulk

    @rx.event(supersedes=True)
    @reports_errors("load_error")
    async def weigh_bulk(self, data: dict[str, Any]):
        """Say what an action would also touch, before it is confirmed."""
        action, ids = self._action(data.get("action")), record_ids(data.get("ids"))
        self.bulk_impacts, self.bulk_weighed, self.bulk_problem = [], False, ""
        yield
        if action is None:
            return
        try:
            async with signed_in(self, action.permission, reads=self._read_by(action), own=self._proof(ids)) as api:
                self.bulk_impacts = await self._bulk_impacts(api, action, ids) if ids else []
            self.bulk_weighed = True
        except SessionEnded:
            raise
        except ApiError as error:
            self.bulk_problem = await failure_text(self, error)

    @rx.event(background=True)
    async def run_bulk(self, data: dict[str, Any]):
        """Do the action to the records of `ids`, batch by batch; say in the end what happened to each."""
        async with self:
            job = await self._begin(data)
        if job is None:
            return
        ended, left = None, False
        try:
            await self._admit(job)
            await self._treat(job)
        except ApiError as error:
            left = isinstance(error, SessionEnded)
            async with self:
                ended = await report(self, error, "errors.refused")
        if job.line:
            with suppress(audit.RegisterUnavailable):  # it is logged; the line of the act says that it began
                await audit.complete(job.line, *job.end(left))
        async with self:
            self.bulk_total = 0
            if job.treated and not left:
                await self._tell(job)
        if left:
            yield ended
        elif job.treated:
            key = self.resource.key
            # A report is opened where something is left to be seen to; what went well is said by the notice.
            told = [run("openDialog", f"{key}-report")] if job.left else []
            yield [run("selected", key, job.left), *told]
            yield self.__class__.load  # the type of a background handler's self is a proxy

    @rx.event
    def stop_bulk(self):
        """Stop a running action after the batch at hand."""
        self._stopping = True

    @rx.event
    @reports_errors("load_error")
    async def download_report(self):
        """Hand out the last report as a file for a spreadsheet."""
        async with signed_in(self, reads=self.resource.may.list):
            locale = await language_of(self)
            action = self._action(self.bulk_name)
            done = say(f"{action.labels}.done", locale) if action else ""
            words = {DONE: done} | {name: say(f"kit.bulk.outcomes.{name}", locale) for name in (REFUSED, SKIPPED)}
            head = [say(f"kit.bulk.columns.{name}", locale) for name in ("id", "name", "outcome", "reason")]
            lines = [[each["id"], each["name"], words[each["outcome"]], each["reason"]] for each in self.bulk_report]
            content = csv.for_people([head, *lines], locale)
        yield run("fetchFile", tickets.offer(content, f"{date.today()}-{self.resource.key}-report.csv"))

    def _know(self, rows: Sequence[Row]) -> None:
        """Remember what rows are called: a selection outlives the page it was made on."""
        page = "\n".join([f"{row['id']} {' '.join(row['_name'].split())}" for row in rows])
        pages = [each for each in self._known_names if each != page]
        room = NAMES_KEPT - len(page) - sum(map(len, pages))
        while pages and room < 0:
            room += len(pages.pop(0))
        self._known_names = (*pages, page)

    def _names(self) -> dict[str, str]:
        """What rows are called, by id; the newest name where a row was shown twice."""
        lines = (line.partition(" ") for page in self._known_names for line in page.splitlines())
        return {number: name for number, _, name in lines}

    def _read_by(self, action: Bulk) -> tuple[str, ...]:
        """What a run reads: the rows it is about, and what its action asks beside."""
        return (self.resource.may.list, *action.reads)

    def _admitted(self, ids: Sequence[str]) -> Proof | None:
        """What was proven of all the records of a run before it began holds for each batch."""
        return proven if set(ids) <= set(self._proven) else None

    async def _bulk_impacts(self, api: Api, action: Bulk, ids: Sequence[str]) -> list[str]:
        """Lines about what else an action touches; none unless a feature knows some."""
        return []

    def _action(self, name: object) -> Bulk | None:
        """An action by its name."""
        return next((each for each in self.bulk_actions() if each.name == name), None)

    async def _begin(self, data: Mapping[str, Any]) -> Job | None:
        """The job a form asks for, if it is confirmed and no other runs."""
        action, ids = self._action(data.get("action")), record_ids(data.get("ids"))
        if action is None or not ids or self.bulk_total:
            return None
        if not action.confirmed(ids, data.get("typed")):
            await notify(self, "error", "kit.bulk.wrong_number", count=len(ids))
            return None
        self.bulk_name, self.bulk_done, self.bulk_total = action.name, 0, len(ids)
        self.bulk_report, self._stopping, self._proven = [], False, []
        return Job(action, ids)

    async def _admit(self, job: Job) -> None:
        """Refuse who may not do it, before anything is sent; then write an erasure in the register."""
        reads, own = self._read_by(job.action), self._proof(job.ids)
        async with signed_in_background(self, job.action.permission, reads=reads, own=own):
            pass
        async with self:
            self._proven = job.ids
        if job.action.erases:
            async with self:
                session = await self.get_state(Session)
            ids = {"id": ",".join(job.ids)}
            job.line = await audit.record(session, "erasure", self.resource.key, ids, len(job.ids))

    async def _treat(self, job: Job) -> None:
        """Batch by batch, until the end, Cancel, or an API that does not answer any more."""
        for batch in job.batches():
            answers = job.note(batch, await self._batch(job.action, batch))
            async with self:
                self.bulk_done = job.treated
                job.cancelled = self._stopping
            if job.cancelled or not answers:
                return

    async def _batch(self, action: Bulk, ids: Sequence[str]) -> Refusals:
        """Treat some records; where it is not known what became of each, the reason stands for all."""
        try:
            async with signed_in_background(
                self, action.permission, reads=self._read_by(action), own=self._admitted(ids)
            ) as api:
                return await action.acts(api, ids)
        except SessionEnded:
            raise
        except ApiError as error:
            return dict.fromkeys(ids, error)

    async def _tell(self, job: Job) -> None:
        """Make the report and its notice."""
        locale = await language_of(self)
        self.bulk_report = job.report(self._names(), lambda error: reason_of(error, locale))
        self.bulk_counts = {name: sum(row["outcome"] == name for row in self.bulk_report) for name in OUTCOMES}
        if job.left:
            await notify(self, "error", "kit.bulk.some_left", count=len(job.left), total=str(len(job.ids)))
        else:
            await notify(self, "success", f"{job.action.labels}.all", count=len(job.ids))
