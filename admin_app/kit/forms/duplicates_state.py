"""The part of a form that says who may be there already (kit/forms/duplicates.py).

The check runs when a field is left, beside whatever is typed on, and a newer one takes the place of an older; it runs
again before the save.
"""

from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, NetworkError, SessionEnded
from admin_app.kit.forms.duplicates import Found, Guard, once_each, probe_of, refuse_taken
from admin_app.kit.forms.host import FormHost
from admin_app.kit.forms.submission import Submission
from admin_app.kit.session import Session, report, signed_in_background
from admin_app.kit.words.locale import language_of, say


class DuplicatesMixin(FormHost, rx.State, mixin=True):
    """The duplicate guard of a form."""

    duplicates: Found = {}
    """The records found, by likeness."""
    lookalikes: list[dict[str, str]] = []
    """All of them once each, for the question before a save."""
    _looked: dict[str, str] = {}
    """What was looked for last, by likeness."""
    _shown_ids: list[str] = []
    """Who was in the question that was asked last."""

    @rx.event(background=True, supersedes=True)
    async def look_for_duplicates(self, data: dict[str, Any]):
        """Look again for what has changed among the fields that tell a person; `data` are their texts by name."""
        guard = Guard.of(self.resource)
        if guard is None:
            return
        async with self:
            values = {} if self.record_id else guard.probed(data)
            filled = guard.likenesses(values)
            names = {each.name for each in filled}
            wanted = [each for each in filled if self._looked.get(each.name) != probe_of(each, values)]
            self.duplicates = {name: rows for name, rows in self.duplicates.items() if name in names}
            self._looked = {name: probe for name, probe in self._looked.items() if name in names}
        if not wanted:
            return
        try:
            async with signed_in_background(self, self.resource.may.create, reads=guard.declared.list) as api:
                found = await guard.find(api, wanted, values)
        except SessionEnded as error:
            async with self:
                step = await report(self, error, "kit.duplicates.failed")
            yield step
            return
        except ApiError:
            return  # it is tried again before the save, and said there
        async with self:
            self.duplicates = {**self.duplicates, **found}
            self._looked |= {each.name: probe_of(each, values) for each in wanted}

    async def _duplicated(self, api: Api, guard: Guard, sent: Submission) -> str:
        """The question to be asked before a creation, empty for none; Invalid where the API would refuse it."""
        self.lookalikes = []
        if guard.declared.list not in (await self.get_state(Session))._readable():
            return ""
        locale = await language_of(self)
        likenesses = guard.likenesses(sent.values)
        try:
            self.duplicates = await guard.find(api, likenesses, sent.values)
        except (SessionEnded, NetworkError):
            raise  # the save would go no better
        except ApiError:
            return "" if sent.confirmed else say("kit.duplicates.failed", locale)
        refuse_taken(likenesses, self.duplicates, locale)
        self.lookalikes = once_each(likenesses, self.duplicates, locale)
        ids = [row["_key"] for row in self.lookalikes]
        known, self._shown_ids = set(ids) <= set(self._shown_ids), ids
        return "" if not ids or (sent.confirmed and known) else say("kit.duplicates.question", locale, count=len(ids))

    def _forget_duplicates(self) -> None:
        self.duplicates, self.lookalikes, self._looked, self._shown_ids = {}, [], {}, []
