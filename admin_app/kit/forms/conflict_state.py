"""The part of a form that reads its record again before a change is sent (kit/forms/conflict.py, decision 40)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.kit.declare.fields import Input, LinesInput
from admin_app.kit.forms import prefill
from admin_app.kit.forms.conflict import Difference, Reading, Together, differences, together
from admin_app.kit.forms.display_value import worded
from admin_app.kit.forms.formset import Lines, known_ids, line_problems
from admin_app.kit.forms.formset_state import LinesMixin
from admin_app.kit.forms.merging import Change
from admin_app.kit.forms.submission import Submission
from admin_app.kit.forms.texts import problem, text_for
from admin_app.kit.records.read_one import fetch
from admin_app.kit.session import Session
from admin_app.kit.words.locale import language_of, say


class MeanwhileMixin(LinesMixin, rx.State, mixin=True):
    """What others have saved in the record while its form was open."""

    labels: dict[str, str] = {}
    """What to call the record behind a reference, or an address, by input name."""
    choices: dict[str, list[dict[str, str]]] = {}
    """The choices of inputs whose list comes from the API: `value`, `label`, `picture`."""
    their_changes: list[dict[str, str]] = []
    """What others have changed, a field each: `name`, `label`, `before`, `theirs`, `mine`, and `both` where the person
    has changed it too."""
    their_lines: list[str] = []
    """What they did to lines that come together by themselves, in words."""
    _before: dict[str, Any] = {}
    """The record as it was read, as it would be sent: what differs is what a save changes."""
    _base: Reading = Reading()
    """The same as the form had it."""
    _seen: dict[str, Any] = {}
    """What others had saved when it was last shown: an answer is about that, and nothing later."""

    # --- for a feature to say more ----------------------------------------------------------

    def _compared(self, parts: Iterable[Input]) -> list[Input]:
        """The inputs whose value others may have changed; none where a feature brings two people together itself."""
        return list(parts)

    def _comparable(self, body: dict[str, Any]) -> dict[str, Any]:
        """A body as it is held against the record: what the API takes and gives in different shapes in one of them."""
        return body

    async def _lines_of(self, api: Api, parts: list[Input], item: dict[str, Any] | None) -> Lines:
        """The lines of a record, or of a new one."""
        return self._stored_lines(parts, self.resource.model.model_validate(item or {}))

    def _look_at(self, item: dict[str, Any]) -> None:
        """What a feature must know of the record as it is stored when a change of it is saved."""

    # --- reading ----------------------------------------------------------------------------

    async def _reading(self, api: Api, item: dict[str, Any] | None) -> Reading:
        """A record, or a new one, as the form holds it; what is called what is looked up later."""
        record, parts = self.resource.model.model_validate(item or {}), self._parts()
        plain = [part for part in parts if not isinstance(part, LinesInput)]
        values = {part.name: text_for(part, record) if item else part.default for part in plain}
        lines = await self._lines_of(api, parts, item)
        body = self._comparable(Submission(tuple(parts), values, lines).body) if item else {}
        return Reading(values, lines, {}, body)

    def _begin_from(self, was: Submission) -> None:
        """A draft was begun from an earlier reading: that is what it changes, and what others changed since is seen."""
        # It comes from the browser: what could not have been read of a record is not taken.
        fine = {part.name for part in was.parts if not problem(part, was.values.get(part.name, ""))}
        wrong = any(line_problems(part, was.lines, part.name) for part in was.rows)
        values = {name: text for name, text in was.values.items() if name in fine and name in self._base.values}
        lines = self._base.lines if wrong else {**self._base.lines, **was.lines}
        held = Reading({**self._base.values, **values}, lines, {**self._base.labels, **was.labels})
        self._base, self._before = held, self._comparable(Submission(was.parts, held.values, held.lines).body)

    async def _met(self, api: Api, sent: Submission) -> Together:
        """A save with what others have saved since; read where something is sent, and only then."""
        parts = self._compared(sent.parts)
        mine = self._comparable(sent.body)
        self.their_changes, self.their_lines = [], []
        if not (self.record_id and parts) or all(value == self._before.get(name) for name, value in mine.items()):
            return Together(sent)
        item = await fetch(api, self.resource, self.record_id)
        self._look_at(item)
        now = await self._reading(api, item)
        base = Reading(self._base.values, self._base.lines, self._base.labels, self._before)
        both = together(sent, base, now, differences(parts, base, mine, now), self._new_key)
        return replace(both, record=self.resource.model.model_validate(item))

    async def _unseen(self, api: Api, both: Together) -> bool:
        """Say what others have changed; whether something of it waits for an answer, and exactly this had none yet."""
        if not both.overtaken or both.now is None:
            return False
        known = both.sent.confirmed and self._seen == both.now.body
        self._seen = dict(both.now.body)
        await self._tell(api, both, both.now)
        return both.asks and not known

    async def _kept_of_others(self) -> str:
        """What others have changed and a save has kept, for the notice that says it is done; empty for nothing."""
        locale = await language_of(self)
        theirs = [each for each in self.their_changes if not each["both"]]
        texts = ("before", "theirs")
        told = [
            say("kit.meanwhile.change", locale, field=each["label"], **{name: each[name] for name in texts})
            for each in theirs
        ]
        changes = " · ".join([*told, *self.their_lines])
        return say("kit.meanwhile.kept", locale, changes=changes) if changes else ""

    def _take_over(self, both: Together) -> None:
        """The form holds both from now on, and what differs from the record as it is stored is what is saved."""
        if not both.overtaken or both.now is None:
            return
        self._base, self._before = both.now, dict(both.now.body)
        self._read_ids = known_ids(both.now.lines)
        self.values, self.lines = {**self.values, **both.sent.values}, both.sent.lines
        self.labels = {**self.labels, **both.sent.labels}
        self.revision += 1

    # --- telling ----------------------------------------------------------------------------

    async def _tell(self, api: Api, both: Together, now: Reading) -> None:
        locale = await language_of(self)
        labels = await self._labels_of(api, both, now)
        before = Reading(self._base.values, self._base.lines, {**self._called(self._base), **self._base.labels})
        theirs = Reading(now.values, now.lines, labels)
        mine = Reading(both.sent.values, both.sent.lines, {**self._called(both.sent), **both.sent.labels})
        self.their_changes = [self._row(each, before, theirs, mine, locale) for each in both.found]
        self.their_lines = [self._sentence(each, locale) for each in both.changes]

    def _row(self, each: Difference, before: Reading, theirs: Reading, mine: Reading, locale: str) -> dict[str, str]:
        part, nothing = each.part, say("kit.words.empty", locale)
        return {
            "name": part.name,
            "label": say(self.resource.label(part.field), locale),
            "before": worded(part, before, locale) or nothing,
            "theirs": worded(part, theirs, locale) or nothing,
            "mine": worded(part, mine, locale) or nothing,
            "both": "true" if each.both else "",
        }

    def _sentence(self, change: Change, locale: str) -> str:
        lines = say(self.resource.label(change.field), locale)
        return say(f"kit.meanwhile.lines.{change.what}", locale, label=change.label, list=lines)

    async def _labels_of(self, api: Api, both: Together, now: Reading) -> dict[str, str]:
        """What references and addresses are called that others have chosen."""
        held = (await self.get_state(Session))._readable()
        parts = [each.part for each in both.found]
        return {**self._called(now), **await prefill.labels(api, parts, now.values, both.record, held)}

    def _called(self, held: Any) -> dict[str, str]:
        """What the choices of lists offered whole are called."""
        return {
            name: next((each["label"] for each in offered if each["value"] == held.values.get(name)), "")
            for name, offered in self.choices.items()
        }
