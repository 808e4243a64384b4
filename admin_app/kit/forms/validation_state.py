"""The part of a form that says what is wrong: beside each field, in the summary, and why a save failed.

What is kept is what is wrong, not its words: a correction takes it away, and another language says it anew.
"""

from collections.abc import Mapping
from typing import Any

import reflex as rx

from admin_app.api.errors import ApiError, Invalid
from admin_app.kit.forms import api_errors
from admin_app.kit.forms.formset import part_of
from admin_app.kit.forms.formset_state import LinesMixin
from admin_app.kit.forms.submission import Submission
from admin_app.kit.session import failure_text
from admin_app.kit.words.locale import language_of, say


class TellingMixin(LinesMixin, rx.State, mixin=True):
    """What is wrong with a form, in the person's language."""

    allowed: dict[str, list[str]] = {}
    """Values a select may offer where that is only known at run time, by `<input>` or `<rows>.<cell>`."""
    errors: dict[str, str] = {}
    line_errors: list[dict[str, str]] = []
    """The errors inside lines for the summary: `name` of the cell and `text`, which says where it is."""
    failure: str = ""
    """Why the last save failed; empty once another one begins."""
    unconfirmed: bool = False
    """Nobody knows whether it failed (`ApiError.unsure`)."""
    _at_fault: dict[str, str] = {}
    """The name of what is wrong, by input name."""
    _refused: tuple[tuple[str, str], ...] = ()
    """What the API refused: its own field and words."""
    _refused_texts: dict[str, str] = {}
    """What stood in the inputs that were refused, by name: as long as it stands there, the refusal does."""
    _failed: str = ""
    """The kind of the failure, where its words are ours."""

    @rx.event
    async def check(self, left: dict[str, Any]):
        """Look again at one input that was left or corrected: `name` of it, and `data` of the form as it stands."""
        name, data = str(left.get("name", "")), left.get("data")
        if not self._settled or not isinstance(data, dict) or part_of(self._parts(), name) is None:
            return
        sent = self._submitted(data)
        # The click on "save" leaves an input too, and what looks at it may come after what the API said of it.
        if name in self._refused_texts and sent.values.get(name, "") == self._refused_texts[name]:
            return
        wrong = self._problems(sent)
        now = {name: wrong[name]} if name in wrong else {}
        self._at_fault = {**{each: what for each, what in self._at_fault.items() if each != name}, **now}
        self._refused = tuple(each for each in self._refused if api_errors.place(each[0], sent.parts) != name)
        self._refused_texts = {each: text for each, text in self._refused_texts.items() if each != name}
        told = api_errors.told(now, sent.parts, await language_of(self))
        await self._set_errors(sent, {**{each: text for each, text in self.errors.items() if each != name}, **told})

    @rx.event
    async def speak(self):
        """Say what is wrong in the language that was just chosen."""
        locale, parts = await language_of(self), tuple(self._parts())
        sent = Submission(parts, self.values, self.lines)
        again = api_errors.placed(self._refused, parts, locale) | api_errors.told(self._at_fault, parts, locale)
        # What a feature has said in words of its own stays as it said it.
        await self._set_errors(sent, {name: again.get(name, text) for name, text in self.errors.items()})
        if self.failure and self._failed:
            self.failure = say(self._failed, locale)

    def _problems(self, sent: Submission) -> dict[str, str]:
        """What is wrong between the inputs, then what is wrong with each."""
        between = self.resource.rules(dict(sent.values)) if self.resource.rules else {}
        return {**between, **sent.problems, **sent.not_offered(self.allowed, self.values)}

    async def _show_errors(self, sent: Submission, wrong: Mapping[str, str]) -> None:
        """Say what is wrong beside each field, and for lines where it is."""
        self._at_fault, self._refused, self._refused_texts = dict(wrong), (), {}
        await self._set_errors(sent, api_errors.told(wrong, sent.parts, await language_of(self)) if wrong else {})

    async def _show_refusal(self, sent: Submission, error: Invalid) -> None:
        """Say what the API refused beside its fields."""
        self._at_fault = {}
        self._refused = tuple((each.property_path, each.message) for each in error.violations)
        places = (api_errors.place(path, sent.parts) for path, _ in self._refused)
        self._refused_texts = {name: sent.values.get(name, "") for name in places}
        await self._set_errors(sent, api_errors.placed(self._refused, sent.parts, await language_of(self)))

    async def _set_errors(self, sent: Submission, errors: dict[str, str]) -> None:
        self.errors = errors
        locale = await language_of(self)
        self.line_errors = api_errors.located(errors, self.resource, sent.parts, sent.lines, locale) if errors else []

    async def _show_failure(self, error: Exception) -> None:
        """Say in the form until the next save that nothing was saved, and why; or that it may have been."""
        told = error if isinstance(error, ApiError) else ApiError()
        self.failure, self.unconfirmed = await failure_text(self, told), told.unsure
        own = "errors.unsure" if told.unsure else f"errors.{told.kind}"
        self._failed = own if self.failure == say(own, await language_of(self)) else ""

    def _clear_errors(self) -> None:
        self.errors, self.line_errors, self.failure = {}, [], ""
        self._at_fault, self._refused, self._failed = {}, (), ""
