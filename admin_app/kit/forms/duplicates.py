"""The duplicate guard of a creation: who may be there already, said beside the fields and again before the save.

A resource declares its `Duplicates` (kit/declare/resource.py). The check runs when a field is left, beside whatever is
typed on, and a newer one takes the place of an older. Nothing is decided for the person, but where the API would
refuse.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, Invalid, NetworkError, SessionEnded, Violation
from admin_app.kit.declare.fields import Input, project, text_of, wire
from admin_app.kit.declare.relations import Likeness
from admin_app.kit.declare.resource import Resource
from admin_app.kit.forms import shaping
from admin_app.kit.session import Session, report, signed_in_background
from admin_app.kit.words.locale import Locale, say

SHOWN = 5
"""Most records shown for one likeness."""
Found = dict[str, list[dict[str, str]]]


class DuplicatesMixin(rx.State, mixin=True):
    """The part of a form's state that knows who may be there already."""

    resource: ClassVar[Resource]
    record_id: str

    duplicates: Found = {}
    """The records found, by likeness: `_key`, `_name`, `_href` and the columns that tell one from another."""
    lookalikes: list[dict[str, str]] = []
    """All of them once each, with `_why`, for the question before a save."""
    _looked: dict[str, str] = {}
    """What was looked for last, by likeness."""
    _shown_ids: list[str] = []
    """Who was in the question that was asked last."""

    @rx.event(background=True, supersedes=True)
    async def look_for_duplicates(self, data: dict[str, Any]):
        """Look again for what has changed among the fields that tell a person; `data` are their texts by name."""
        guard = self.resource.duplicates
        async with self:
            values = self._probed(data)
            wanted = [each for each in self._likenesses(values) if self._looked.get(each.name) != _key(each, values)]
            gone = [name for name in self.duplicates if name not in {each.name for each in self._likenesses(values)}]
            self.duplicates = {name: rows for name, rows in self.duplicates.items() if name not in gone}
            self._looked = {name: key for name, key in self._looked.items() if name not in gone}
        if guard is None or not wanted:
            return
        try:
            async with signed_in_background(self, self.resource.may.create, guard.list) as api:
                found = await self._found(api, wanted, values)
        except SessionEnded as error:
            async with self:
                step = await report(self, error, "kit.duplicates.failed")
            yield step
            return
        except ApiError:
            return  # it is tried again before the save, and said there
        async with self:
            self.duplicates = {**self.duplicates, **found}
            self._looked |= {each.name: _key(each, values) for each in wanted}

    async def _duplicated(self, api: Api, values: Mapping[str, str], confirmed: bool) -> str:
        """The question to be asked before a creation, empty for none; Invalid where the API would refuse it."""
        guard = self.resource.duplicates
        held = (await self.get_state(Session)).permissions
        self.lookalikes = []
        if guard is None or self.record_id or guard.list not in held:
            return ""
        locale = (await self.get_state(Locale)).locale
        likenesses = self._likenesses(values)
        try:
            self.duplicates = await self._found(api, likenesses, values)
        except (SessionEnded, NetworkError):
            raise  # the save would go no better
        except ApiError:
            return "" if confirmed else say("kit.duplicates.failed", locale)
        taken = [each for each in likenesses if each.refused and self.duplicates.get(each.name)]
        if taken:
            text = say("kit.duplicates.taken", locale)
            raise Invalid(violations=tuple(Violation(wire(each.fields[-1]), text) for each in taken))
        self.lookalikes = _once_each(likenesses, self.duplicates, locale)
        ids = [row["_key"] for row in self.lookalikes]
        known, self._shown_ids = set(ids) <= set(self._shown_ids), ids
        return "" if not ids or (confirmed and known) else say("kit.duplicates.question", locale, count=len(ids))

    def _forget_duplicates(self) -> None:
        self.duplicates, self.lookalikes, self._looked, self._shown_ids = {}, [], {}, []

    def _probed(self, data: Mapping[str, Any]) -> dict[str, str]:
        """The texts of the fields that tell a person; what else a browser sends is not read."""
        guard = self.resource.duplicates
        names = {wire(field) for each in guard.likenesses for field in each.fields} if guard else set()
        return {name: str(text).strip() for name, text in data.items() if name in names and not self.record_id}

    def _likenesses(self, values: Mapping[str, str]) -> list[Likeness]:
        """Those whose fields are all filled, and well."""
        guard = self.resource.duplicates
        parts = {part.name: part for part in self.resource.inputs("create")}
        return [
            each
            for each in (guard.likenesses if guard else ())
            if all(_good(parts.get(wire(field)), values.get(wire(field), "")) for field in each.fields)
        ]

    async def _found(self, api: Api, likenesses: list[Likeness], values: Mapping[str, str]) -> Found:
        """The records that are alike, by likeness."""
        found = await asyncio.gather(*(_lookup(api, each, values) for each in likenesses))
        return {each.name: self._tell_apart(items) for each, items in zip(likenesses, found, strict=True)}

    def _tell_apart(self, items: list[dict[str, Any]]) -> list[dict[str, str]]:
        guard = self.resource.duplicates
        assert guard is not None
        records = [self.resource.model.model_validate(item) for item in items[:SHOWN]]
        return [
            {
                **project(record, guard.tells),
                "_key": text_of(getattr(record, "id", "")),
                "_name": self.resource.name(record),
                "_href": f"{guard.route}/show/{getattr(record, 'id', '')}",
            }
            for record in records
        ]


async def _lookup(api: Api, likeness: Likeness, values: Mapping[str, str]) -> list[dict[str, Any]]:
    """Ask what the likeness asks and keep what is alike, each record once."""
    pages = await asyncio.gather(*(api.list(path, query) for path, query in likeness.asks(values)))
    items = {text_of(item.get("id")): item for page in pages for item in page.items if likeness.alike(values, item)}
    return list(items.values())


def _good(part: Input | None, text: str) -> bool:
    return part is not None and bool(text) and not shaping.problem(part, text)


def _key(likeness: Likeness, values: Mapping[str, str]) -> str:
    return "\n".join(values.get(wire(field), "") for field in likeness.fields)


def _once_each(likenesses: list[Likeness], found: Found, locale: str) -> list[dict[str, str]]:
    """Every record once, with everything that makes it alike."""
    rows: dict[str, dict[str, str]] = {}
    for likeness in likenesses:
        for row in found.get(likeness.name, []):
            before = rows.get(row["_key"], {}).get("_why", "")
            why = say(likeness.label, locale)
            rows[row["_key"]] = {**row, "_why": f"{before} · {why}" if before else why}
    return list(rows.values())
