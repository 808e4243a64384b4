"""The duplicate guard of a creation: who may be there already, found by what a resource declares.

A resource declares its `Duplicates` (kit/declare/relations.py). Nothing is decided for the person, but where the API
would refuse. The check runs when a field is left, beside whatever is typed on; it runs again before the save.
"""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, Invalid, NetworkError, SessionEnded, Violation
from admin_app.kit.declare.fields import project, text_of, wire
from admin_app.kit.declare.relations import Likeness
from admin_app.kit.forms.host import FormHost
from admin_app.kit.forms.submission import Submission, Texts
from admin_app.kit.forms.texts import problem
from admin_app.kit.forms.validation import Wrong
from admin_app.kit.session import Session
from admin_app.kit.values import readable
from admin_app.kit.words.locale import language_of, say

SHOWN = 5
"""Most records shown for one likeness."""
TAKEN = "kit.duplicates.taken"
"""What is said of a value that another record has."""
Found = dict[str, list[dict[str, str]]]
"""The records that are alike, by likeness: `_key`, `_name`, `_href` and the columns that tell one from another."""


class DuplicateCheck:
    """The duplicate guard of a form; of one whose resource declares none, nothing is alike."""

    def __init__(self, form: FormHost) -> None:
        self.form = form
        self.declared = form.resource.duplicates
        self.all = self.declared.likenesses if self.declared else ()

    # --- while it is typed in ---------------------------------------------------------------

    def to_look_for(self, data: Mapping[str, Any]) -> tuple[list[Likeness], dict[str, str]]:
        """The likenesses whose fields have changed since they were looked for, and the texts of these fields.

        What else a browser sends is not read; what was found of fields that are no more filled is forgotten.
        """
        form, names = self.form, {wire(field) for each in self.all for field in each.fields}
        values = {name: str(text).strip() for name, text in data.items() if name in names and not form.record_id}
        filled = self._filled(values)
        there = {each.name for each in filled}
        form.duplicates = {name: rows for name, rows in form.duplicates.items() if name in there}
        form._probed = {name: probe for name, probe in form._probed.items() if name in there}
        return [each for each in filled if form._probed.get(each.name) != probe_of(each, values)], values

    def keep(self, likenesses: Iterable[Likeness], values: Texts, found: Found) -> None:
        """Show what was found, and know that it was looked for."""
        self.form.duplicates = {**self.form.duplicates, **found}
        self.form._probed |= {each.name: probe_of(each, values) for each in likenesses}

    def known(self, sent: Submission) -> list[Wrong]:
        """The values that another record is known to have; alone they are asked about again before the save."""
        form = self.form
        same = [each for each in self.all if form._probed.get(each.name) == probe_of(each, sent.values)]
        return [Wrong(name, TAKEN, held=sent.values[name]) for name in taken(same, form.duplicates)]

    def forget(self) -> None:
        """Nobody was looked for."""
        self.form.duplicates, self.form.lookalikes, self.form._probed, self.form._shown_ids = {}, [], {}, []

    # --- before a save ----------------------------------------------------------------------

    async def question(self, api: Api, sent: Submission) -> str:
        """The question to be asked before a creation, empty for none; Invalid where the API would refuse it."""
        form, declared = self.form, self.declared
        if not declared:
            return ""
        form.lookalikes = []
        if declared.list not in (await form.get_state(Session))._readable():
            return ""
        locale = await language_of(form)
        likenesses = self._filled(sent.values)
        try:
            form.duplicates = await self.find(api, likenesses, sent.values)
        except (SessionEnded, NetworkError):
            raise  # the save would go no better
        except ApiError:
            return "" if sent.confirmed else say(f"{declared.words}.failed", locale)
        if names := taken(likenesses, form.duplicates):
            raise Invalid(violations=tuple(Violation(name, say(TAKEN, locale)) for name in names))
        form.lookalikes = once_each(likenesses, form.duplicates, locale)
        ids = [row["_key"] for row in form.lookalikes]
        known, form._shown_ids = set(ids) <= set(form._shown_ids), ids
        if not ids or (sent.confirmed and known):
            return ""
        return say(f"{declared.words}.question", locale, count=len(ids))

    # --- looking ----------------------------------------------------------------------------

    async def find(self, api: Api, likenesses: Iterable[Likeness], values: Texts) -> Found:
        """The records that are alike."""
        likenesses = list(likenesses)
        found = await asyncio.gather(*(_lookup(api, each, values) for each in likenesses))
        return {each.name: self._rows(items) for each, items in zip(likenesses, found, strict=True)}

    def _filled(self, values: Texts) -> list[Likeness]:
        """The likenesses whose fields are all filled, and well."""
        parts = {part.name: part for part in self.form.resource.inputs("create")}
        fine = {name for name, text in values.items() if text and name in parts and not problem(parts[name], text)}
        return [each for each in self.all if fine.issuperset(map(wire, each.fields))]

    def _rows(self, items: list[dict[str, Any]]) -> list[dict[str, str]]:
        assert self.declared
        return [
            {
                **project(record, self.declared.tells),
                "_key": text_of(getattr(record, "id", "")),
                "_name": self.form.resource.name(record),
                "_href": f"{self.declared.route}/show/{getattr(record, 'id', '')}",
            }
            for record in readable(self.form.resource.model.model_validate, items[:SHOWN])
        ]


async def _lookup(api: Api, likeness: Likeness, values: Texts) -> list[dict[str, Any]]:
    """Ask what the likeness asks and keep what is alike, each record once."""
    pages = await asyncio.gather(*(api.list(path, query) for path, query in likeness.asks(values)))
    items = {text_of(item.get("id")): item for page in pages for item in page.items if likeness.alike(values, item)}
    return list(items.values())


def probe_of(likeness: Likeness, values: Texts) -> str:
    """What a likeness looks for, to know whether it has been looked for already."""
    return "\n".join(values.get(wire(field), "") for field in likeness.fields)


def taken(likenesses: Iterable[Likeness], found: Found) -> list[str]:
    """The inputs whose value the API gives to one record alone, which was found."""
    return [wire(each.fields[-1]) for each in likenesses if each.refused and found.get(each.name)]


def once_each(likenesses: Iterable[Likeness], found: Found, locale: str) -> list[dict[str, str]]:
    """Every record once, with everything that makes it alike in `_why`."""
    rows: dict[str, dict[str, str]] = {}
    for likeness in likenesses:
        for row in found.get(likeness.name, []):
            before = rows.get(row["_key"], {}).get("_why", "")
            why = say(likeness.label, locale)
            rows[row["_key"]] = {**row, "_why": f"{before} · {why}" if before else why}
    return list(rows.values())
