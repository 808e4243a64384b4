"""Exports of a list as a CSV the API makes: what is asked for, the progress of it, and what stands in the page.

A list whose resource declares an `Export` gets a button and a dialog: as filtered, the selection, or everything. The
handler checks permissions at the door, writes the register, and hands the browser a ticket (kit/exports/stream).
`Exports` then follows the ticket in the background, so that one can go on working: one export at a time in a tab.
"""

import asyncio
import time
from contextlib import suppress
from datetime import date
from typing import Any, ClassVar

import reflex as rx
from reflex.event import EventSpec

from admin_app.api.client import Api
from admin_app.api.errors import Refused
from admin_app.api.query import Joined, Params, Query, encode
from admin_app.kit import audit
from admin_app.kit.declare.resource import Export, Resource
from admin_app.kit.exports import stream
from admin_app.kit.script import run
from admin_app.kit.session import Session, SwitchedOff, notify, reports_errors, signed_in
from admin_app.kit.transfer import tickets
from admin_app.kit.words.locale import Locale, say
from admin_app.settings import get_settings
from admin_app.values import record_ids

EVERY_ROW = 1_000_000
"""Size of the one page asked for: without it the API gives 100 rows (upstream/README.md, trap 10). The list's total
would not do: the list is narrowed to the person's territories, the export is not."""
BUSY = ("waiting", "running", "stopping")
POLL = 0.25
"""Seconds between two looks at the progress."""
GRACE = 3.0
"""Seconds after which an export that was stopped is over, whatever the browser did."""
_PAGING = ("page", "perPage")


class Exports(rx.State):
    """The export of this tab: what is under way, or how the last one ended."""

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

    @rx.event(background=True)
    async def watch(self):
        """Follow the ticket until its end, then let the browser keep the file or say why not."""
        ticket, since = self.ticket, time.monotonic()
        while not _is_over(facts := tickets.facts(ticket)):
            if time.monotonic() - since > _limit(ticket, facts):
                facts = self._abandoned(ticket)
                break
            if facts and facts["rows"] != self.rows:
                async with self:
                    self._follow(facts)
            await asyncio.sleep(POLL)
        async with self:
            if self.ticket == ticket:
                await self._end(facts)
        tickets.discard(ticket)
        if facts["status"] == "complete":
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
        if self.status in BUSY:
            return None
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
        locale = (await self.get_state(Locale)).locale
        kind = facts.get("error_kind")
        if self.status != "lost":
            self.status = facts["status"]
        self.rows, self.size = facts["rows"], facts.get("bytes", 0)
        self.problem = facts.get("error_text") or (say(f"errors.{kind}", locale) if kind else "")

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
    return 0.0 if silence > 2 * stream.PATIENCE else (float("inf") if facts else tickets.ORDER_LIFETIME)


class ExportMixin(rx.State, mixin=True):
    """The export of a list; part of every list."""

    resource: ClassVar[Resource]
    exporting: bool = False

    @rx.event
    @reports_errors("kit.export.refused", busy="exporting")
    async def export(self, data: dict[str, Any]):
        """Ask for `scope` (`filtered`, `selected` with `ids`, `everything`), and `detailed` for the fuller file."""
        part = self.resource.export
        if part is None or not get_settings().flag(part.flag):
            raise SwitchedOff
        exports = await self.get_state(Exports)
        if exports.status in BUSY:
            return await notify(self, "error", "kit.export.busy")
        detailed = bool(part.detail) and data.get("content") == "detailed"
        async with signed_in(self, *part.permissions) as api:
            filters = await self._export_filters(part, data, detailed)
            expected = await self._export_total(api, part, filters, detailed)
            await api.auth.last(tickets.ORDER_LIFETIME)
            token = api.auth.tokens.token
        params = self._export_call(part, filters, detailed)
        session = await self.get_state(Session)
        act = await audit.record(session, "export", self.resource.key, _filters_of(params), expected)
        order = stream.Order(part.endpoint, tuple(params), token, act, expected)
        exports._begin(order.open(), f"{date.today().isoformat()}-{part.name}-export.csv", expected, act)
        return self._export_started(exports.ticket)

    def _export_started(self, ticket: str) -> list[Any]:
        fetch: EventSpec = run("holdFile", ticket, tickets.PATH.format(ticket=ticket))
        return [fetch, Exports.watch]

    def _export_params(self) -> dict[str, Any]:
        """What this list adds to the call, such as the community whose members it shows."""
        return {}

    async def _export_filters(self, part: Export, data: dict[str, Any], detailed: bool) -> dict[str, Any]:
        """The filters of what is asked for."""
        if part.whole:
            return {}
        if data.get("scope") == "selected":
            ids = record_ids(data.get("ids"))
            if not ids:
                raise Refused(await self._export_text("kit.export.no_selection"))
            return {"selected": Joined(ids)}
        if data.get("scope") == "everything":
            return {}
        filters = {name: value for name, value in self._filters().items() if name not in part.params}  # pyright: ignore
        unread = [name for name in filters if detailed and name not in part.detail_filters]
        if unread:
            raise Refused(await self._export_text("kit.export.unread", names=await self._export_names(unread)))
        return {part.detail_filters[name]: value for name, value in filters.items()} if detailed else filters

    async def _export_text(self, key: str, **values: str) -> str:
        return say(key, (await self.get_state(Locale)).locale, **values)

    async def _export_names(self, params: list[str]) -> str:
        labels = {each.param: f"{self.resource.key}.filters.{each.label}" for each in self.resource.filters}
        return ", ".join([await self._export_text(labels[name]) if name in labels else name for name in params])

    async def _export_total(self, api: Api, part: Export, filters: dict[str, Any], detailed: bool) -> int | None:
        """How many rows there must be at least; None where the API repeats people or is not paged."""
        if detailed or not part.paged:
            return None
        if "selected" in filters:
            return len(filters["selected"])
        return (await api.list(self.resource.endpoint, Query(1, 1, filters={**filters, **part.params}))).total

    def _export_call(self, part: Export, filters: dict[str, Any], detailed: bool) -> Params:
        """The parameters of the call."""
        own = {**filters, **part.params, **self._export_params()}
        if detailed or not part.paged:
            return encode({**own, **(part.detail if detailed else {})})
        return Query(1, EVERY_ROW, self._sort(), own).params()  # pyright: ignore[reportAttributeAccessIssue]


def _filters_of(params: Params) -> dict[str, str]:
    """What the register keeps of a call: which records and which file, not the pages or the order."""
    filters: dict[str, str] = {}
    for name, value in params:
        if name not in _PAGING and not name.startswith("order["):
            filters[name] = f"{filters[name]},{value}" if name in filters else value
    return filters
