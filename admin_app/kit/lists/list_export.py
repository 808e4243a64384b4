"""The export of a list, asked for: permissions, the register, then a ticket for the browser."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from admin_app.api.client import Api
from admin_app.api.errors import Refused
from admin_app.api.query import Query
from admin_app.kit import audit
from admin_app.kit.clock import today
from admin_app.kit.declare.resource import Export
from admin_app.kit.exports import stream
from admin_app.kit.exports.export_request import Unwanted, Wanted, told, wanted
from admin_app.kit.exports.spreadsheet import Sheet
from admin_app.kit.exports.state import BUSY, Exports
from admin_app.kit.lists.host import ListHost
from admin_app.kit.script import run
from admin_app.kit.session import Session, SwitchedOff, notify, signed_in
from admin_app.kit.transfer import spool, tickets
from admin_app.kit.words.locale import language_of, say
from admin_app.settings import get_settings


class ListExport:
    """One export of one list."""

    def __init__(self, listing: ListHost) -> None:
        self.listing = listing
        self.resource = listing.resource

    async def run(self, data: Mapping[str, Any]) -> Any:
        """Ask for what a form wants (`wanted`) as a file; what the page does then."""
        part, listing = self.resource.export, self.listing
        if part is None or not get_settings().flag(part.flag):
            raise SwitchedOff
        exports = await listing.get_state(Exports)
        if exports.status in BUSY:
            return await notify(listing, "error", "kit.export.busy")
        async with signed_in(listing, *part.permissions, reads=self.resource.may.list) as api:
            try:
                asked = wanted(part, data, listing._filters())
            except Unwanted as refusal:
                raise Refused(await self._why_not(refusal)) from None
            expected = await self._expected(api, asked)
            await api.auth.last(spool.SOON)
            token = api.auth.tokens.token
        params = asked.call(listing._asked().order(), listing._export_params())
        session = await listing.get_state(Session)
        act = await audit.record(session, "export", self.resource.key, told(params), expected)
        sheet = None if data.get("format") == "raw" else asdict(_sheet(part, await language_of(listing)))
        order = stream.Order(part.endpoint, tuple(params), token, act, expected, sheet)
        exports._begin(order.open(), f"{today()}-{part.name}-export.csv", expected, act)
        return [run("holdFile", exports.ticket, tickets.PATH.format(ticket=exports.ticket)), Exports.watch]

    async def _expected(self, api: Api, asked: Wanted) -> int | None:
        """How many rows there must be at least; None where nobody can say."""
        if not asked.counted:
            return None
        filters = {**asked.filters, **asked.part.params}
        return asked.selected or (await api.list(self.resource.endpoint, Query(1, 1, filters=filters))).total

    async def _why_not(self, refusal: Unwanted) -> str:
        """Why there is no such file, in the person's language."""
        locale = await language_of(self.listing)
        if not refusal.unread:
            return say("kit.export.no_selection", locale)
        labels = {each.param: f"{self.resource.key}.filters.{each.label}" for each in self.resource.filters}
        typed = self.listing.get_value("filters")
        for each in self.resource.filters:
            if each.seeks and (text := typed.get(each.param)):
                sought = each.seeks(text)
                asked = [*(sought.filters or ()), *(sought.otherwise or ())]
                labels |= dict.fromkeys((name.removesuffix("[]") for name in asked), labels[each.param])
        said = dict.fromkeys(say(labels[name], locale) if name in labels else name for name in refusal.unread)
        names = ", ".join(said)
        return say("kit.export.unread", locale, names=names)


def _sheet(part: Export, locale: str) -> Sheet:
    """How a file is written for somebody who reads this language."""
    heads = {name: say(each.label, locale) for name, each in part.columns.items()}
    kinds = {name: each.kind for name, each in part.columns.items()}
    return Sheet(locale, heads, kinds, say("kit.yes_no.true", locale), say("kit.yes_no.false", locale))
