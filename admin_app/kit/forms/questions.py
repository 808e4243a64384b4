"""The part of a form's state that asks before a save does more than it seems: the person answers, and it goes on."""

from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.kit.declare.resource import Resource
from admin_app.kit.forms import outline, shaping
from admin_app.kit.forms.duplicates import DuplicatesMixin
from admin_app.kit.forms.lines_state import LinesMixin
from admin_app.kit.records.one import fetch
from admin_app.kit.words.locale import Locale, say

CONFIRMED = "_confirmed"
"""Name of the hidden input that says the person has confirmed a save."""


class QuestionsMixin(LinesMixin, DuplicatesMixin, rx.State, mixin=True):
    """The questions of a form; part of `FormMixin`."""

    resource: ClassVar[Resource]
    record_id: str

    question: str = ""
    """What must be confirmed before this save, in the person's language."""
    _before: dict[str, Any] = {}

    async def _must_ask(self, api: Api, values: dict[str, str], lines: outline.Lines, confirmed: bool) -> bool:
        """Whether this save waits for an answer; the question is then in `question`."""
        own = await self._own_question(values, lines)
        alike = await self._duplicated(api, values, confirmed)
        self.question = " ".join(text for text in (own, alike) if text)
        if alike or (own and not confirmed):
            return True
        return await self._overtaken(api, self._body(values, lines))

    async def _own_question(self, values: dict[str, str], lines: outline.Lines) -> str:
        """What the resource asks about this save."""
        asked = self.resource.asks(self._before, self._body(values, lines)) if self.resource.asks else ""
        return say(f"{self.resource.key}.asks.{asked}", (await self.get_state(Locale)).locale) if asked else ""

    async def _overtaken(self, api: Api, after: dict[str, Any]) -> bool:
        """Whether somebody else has changed lines that this save would replace whole; said once, in `question`."""
        whole = [
            part.name for part in self._rows() if part.identified and after[part.name] != self._before.get(part.name)
        ]
        if not self.record_id or not whole:
            return False
        record = shaping.record_of(self.resource.model, await fetch(api, self.resource, self.record_id))
        stored = self._stored_lines(record)
        now = {part.name: outline.values_of(part, stored) for part in self._rows() if part.name in whole}
        overtaken = any(now[name] != self._before[name] for name in whole)
        self._before, self._read_ids = {**self._before, **now}, outline.known_ids(stored)
        self.question = say("kit.form.overtaken", (await self.get_state(Locale)).locale) if overtaken else self.question
        return overtaken

    def _body(self, values: dict[str, str], lines: outline.Lines) -> dict[str, Any]:
        return outline.body(shaping.settled(self._parts(), values), values, lines)
