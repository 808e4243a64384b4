"""The part of a list that asks for its export: permissions, the register, then a ticket for the browser."""

from dataclasses import asdict
from datetime import date
from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import Refused
from admin_app.api.query import Query
from admin_app.kit import audit
from admin_app.kit.declare.resource import Export
from admin_app.kit.exports import stream
from admin_app.kit.exports.export_request import Unwanted, Wanted, told, wanted
from admin_app.kit.exports.spreadsheet import Sheet
from admin_app.kit.exports.state import BUSY, Exports
from admin_app.kit.lists.host import ListHost
from admin_app.kit.script import run
from admin_app.kit.session import Session, SwitchedOff, notify, reports_errors, signed_in
from admin_app.kit.transfer import spool, tickets
from admin_app.kit.words.locale import language_of, say
from admin_app.settings import get_settings


class ExportMixin(ListHost, rx.State, mixin=True):
    """The export of a list."""

    exporting: bool = False

    @rx.event
    @reports_errors("kit.export.refused", busy="exporting")
    async def export(self, data: dict[str, Any]):
        """Ask for what a form wants (`wanted`) as a file."""
        part = self.resource.export
        if part is None or not get_settings().flag(part.flag):
            raise SwitchedOff
        exports = await self.get_state(Exports)
        if exports.status in BUSY:
            return await notify(self, "error", "kit.export.busy")
        async with signed_in(self, *part.permissions, reads=self.resource.may.list) as api:
            try:
                asked = wanted(part, data, self._filters())
            except Unwanted as refusal:
                raise Refused(await self._unwanted(refusal)) from None
            expected = await self._expected(api, asked)
            await api.auth.last(spool.SOON)
            token = api.auth.tokens.token
        params = asked.call(self._asked().order(), self._export_params())
        session = await self.get_state(Session)
        act = await audit.record(session, "export", self.resource.key, told(params), expected)
        sheet = None if data.get("format") == "raw" else asdict(_sheet(part, await language_of(self)))
        order = stream.Order(part.endpoint, tuple(params), token, act, expected, sheet)
        exports._begin(order.open(), f"{date.today().isoformat()}-{part.name}-export.csv", expected, act)
        return [run("holdFile", exports.ticket, tickets.PATH.format(ticket=exports.ticket)), Exports.watch]

    def _export_params(self) -> dict[str, Any]:
        """What this list adds to the call, such as the community whose members it shows."""
        return {}

    async def _expected(self, api: Api, asked: Wanted) -> int | None:
        """How many rows there must be at least; None where nobody can say."""
        if not asked.counted:
            return None
        filters = {**asked.filters, **asked.part.params}
        return asked.selected or (await api.list(self.resource.endpoint, Query(1, 1, filters=filters))).total

    async def _unwanted(self, refusal: Unwanted) -> str:
        """Why there is no such file, in the person's language."""
        locale = await language_of(self)
        if not refusal.unread:
            return say("kit.export.no_selection", locale)
        labels = {each.param: f"{self.resource.key}.filters.{each.label}" for each in self.resource.filters}
        names = ", ".join(say(labels[name], locale) if name in labels else name for name in refusal.unread)
        return say("kit.export.unread", locale, names=names)


def _sheet(part: Export, locale: str) -> Sheet:
    """How a file is written for somebody who reads this language."""
    heads = {name: say(each.label, locale) for name, each in part.columns.items()}
    kinds = {name: each.kind for name, each in part.columns.items()}
    return Sheet(locale, heads, kinds, say("kit.yes_no.true", locale), say("kit.yes_no.false", locale))
