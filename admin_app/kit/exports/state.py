"""Exports of a list as a CSV the API makes: what is asked for, the progress of it, and what stands in the page.

A list whose resource declares an `Export` gets a button and a dialog: as filtered, the selection, or everything
(kit/lists/list_export.py). What is asked for is a `Wanted` (export_request.py); the browser is handed a ticket
(kit/exports/stream). `Exports` then follows the ticket in the background, so that one can go on working: one export at
a time in a tab.
"""

import asyncio
import time
from contextlib import suppress
from typing import Any, ClassVar

import reflex as rx
from reflex.event import EventSpec

from admin_app.kit import audit
from admin_app.kit.exports import stream
from admin_app.kit.script import run
from admin_app.kit.session import AccountMixin
from admin_app.kit.session.process_takeover import Following
from admin_app.kit.transfer import spool, tickets
from admin_app.kit.words.locale import language_of, say

BUSY = ("waiting", "running", "stopping")
POLL = 0.25
"""Seconds between two looks at the progress."""
GRACE = 3.0
"""Seconds after which an export that was stopped is over, whatever the browser did."""


class Exports(Following, AccountMixin, rx.State):
    """The export of this tab: what is under way, or how the last one ended."""

    arrives: ClassVar[bool] = True

    file: str = ""
    """The name it is saved under; empty when there is nothing to show."""
    status: str = ""
    """`waiting`, `running`, `stopping`, then how it ended (kit/audit, Outcome) or `lost` on the way here."""
    rows: int = 0
    expected: int = 0
    """Rows there should be; 0 when nobody can say."""
    size: int = 0
    """Bytes the server sent."""
    problem: str = ""
    ticket: str = ""
    _act: int = 0

    @rx.event(background=True, supersedes=True)
    async def watch(self):
        """Follow the ticket until its end, then let the browser keep the file or say why not."""
        ticket, since = self.ticket, time.monotonic()
        if not ticket:
            return  # any socket may send this: nothing waits, and the register is left alone
        while not _is_over(facts := tickets.facts(ticket)):
            if time.monotonic() - since > _limit(ticket, facts):
                facts = self._abandoned(ticket)
                break
            if facts and facts["rows"] != self.rows:
                async with self:
                    if self.ticket == ticket:
                        self._follow(facts)
            await asyncio.sleep(POLL)
        async with self:
            ours = self.ticket == ticket  # not where the person left meanwhile
            if ours:
                await self._end(facts)
        tickets.discard(ticket)
        if ours and facts["status"] == "complete":
            yield run("saveFile", ticket, self.file, facts["bytes"])

    @rx.event
    def stop(self):
        """Ask for the end of the export under way."""
        if self.status not in BUSY:
            return None
        self.status = "stopping"
        tickets.stop(self.ticket)
        return run("dropFile", self.ticket)

    @rx.event
    def lose(self):
        """The browser has not, or no longer, what the server sent."""
        if self.status in ("waiting", "running"):
            tickets.stop(self.ticket)
        self.status = "lost"

    @rx.event
    def close(self):
        """Put the result away; the browser forgets the file it holds."""
        return None if self.status in BUSY else self._put_away()

    def _arrive(self) -> EventSpec | None:
        """At the next address nothing stands over the page of what went well; what did not stays until it is closed."""
        return self._put_away() if self.status == "complete" else None

    def _put_away(self) -> EventSpec:
        ticket, self.file, self.status, self.ticket = self.ticket, "", "", ""
        return run("dropFile", ticket)

    def _begin(self, ticket: str, file: str, expected: int | None, act: int) -> None:
        self.ticket, self.file, self.expected, self._act = ticket, file, expected or 0, act
        self.status, self.rows, self.size, self.problem = "waiting", 0, 0, ""

    def _follow(self, facts: dict[str, Any]) -> None:
        if self.status in ("waiting", "running"):
            self.status = "running"
        self.rows = facts["rows"]

    async def _end(self, facts: dict[str, Any]) -> None:
        locale = await language_of(self)
        kind = facts.get("error_kind")
        if self.status != "lost":
            self.status = facts["status"]
        self.rows, self.size = facts["rows"], facts.get("bytes", 0)
        self.problem = facts.get("error_text") or (say(f"errors.{kind}", locale) if kind else "")

    def _goes_on(self) -> bool:
        return self.status in BUSY

    def _cut_short(self) -> None:
        if not _is_over(tickets.facts(self.ticket)):
            with suppress(audit.RegisterUnavailable):
                audit.settle(self._act, "interrupted", self.rows)
        self.status = "interrupted"

    def _abandoned(self, ticket: str) -> dict[str, Any]:
        """The end of an order that nobody serves."""
        outcome: audit.Outcome = "cancelled" if tickets.stopped(ticket) else "unused"
        with suppress(audit.RegisterUnavailable):
            audit.settle(self._act, outcome, self.rows)
        return {"status": outcome, "rows": self.rows}


def _is_over(facts: dict[str, Any]) -> bool:
    return facts.get("status") in stream.ENDS


def _limit(ticket: str, facts: dict[str, Any]) -> float:
    """Seconds an order may take to say something."""
    if tickets.stopped(ticket) and not facts:
        return GRACE
    silence = time.time() - facts["at"] if facts else 0.0
    return 0.0 if silence > 2 * stream.PATIENCE else (float("inf") if facts else spool.SOON)
