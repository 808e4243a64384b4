"""What takes long in an import: it runs in the background, in steps between which it can be stopped."""

import asyncio

import reflex as rx
from reflex.event import EventSpec

from admin_app.api.errors import SessionEnded
from admin_app.kit.imports import dry_run, follow_up
from admin_app.kit.imports.declare import Intake
from admin_app.kit.imports.staging_state import FAILED
from admin_app.kit.imports.staging_table import Sheet
from admin_app.kit.imports.warnings_state import RemarksMixin
from admin_app.kit.session import report

STAGES = {"foresee": "check", "send": "check", "follow": "report"}


class WorkMixin(RemarksMixin, rx.State, mixin=True):
    """One piece of work at a time, how far it is, and its end."""

    chosen: str = ""
    """The record that the address of the page names, for an import whose lines all refer to one."""
    _next: int = 0
    """How far it will be once the step at hand is done."""

    async def _start(self, task: str) -> Sheet | None:
        """Begin what takes long, unless something runs already."""
        async with self:
            missing = self.resource.chosen and not self.chosen
            if self.task or self.stage != STAGES[task] or (task == "send" and missing) or not await self._owns():
                return None
            self.task, self.done, self.goal, self.stopping = task, 0, 0, False
            self.goal = await asyncio.to_thread(_work, self.resource, self.sheet, task)
            return Sheet(self.sheet, self.resource)

    async def _go_on(self, step: int) -> bool:
        """Tell how far it is; False when the person wants it to stop."""
        async with self:
            self._next, self.done = self.done + step, self._next
            return not self.stopping

    async def _finish(self, failed: Exception | None) -> EventSpec | None:
        """Show the lines as they are now, and what went wrong; to nobody where the person left."""
        if isinstance(failed, SessionEnded):
            return await report(self, failed, FAILED)
        self.task, self.stopping, self.done, self._next = "", False, 0, 0
        self._show(self.page)
        return await report(self, failed, FAILED) if failed else None

    @rx.event
    def stop(self):
        """Stop what runs, once the call that is under way has been answered."""
        self.stopping = bool(self.task)


def _work(intake: Intake, ticket: str, task: str) -> int:
    """How much there is to do: values to ask about, or lines to send."""
    entries = [entry for entry in Sheet(ticket, intake).entries() if not entry.faults]
    if task == "follow":
        return len(follow_up.wanted(intake.follow, entries)) if intake.follow else 0
    if task == "send":
        return len(entries)
    pending = [entry for entry in entries if not entry.outlook]
    return sum(len(question.values) for question in dry_run.questions(intake, pending))
