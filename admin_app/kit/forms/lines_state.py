"""The part of a form that keeps lines: added, taken away and moved without touching what is typed in them.

Inputs are uncontrolled and lines keep their keys, so the browser moves the elements with what they hold; the script
then puts the focus where it belongs and says aloud what happened.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import Input, LinesInput
from admin_app.kit.forms import submission
from admin_app.kit.forms.host import FormHost
from admin_app.kit.forms.lines import (
    SEPARATOR,
    Lines,
    lines_among,
    moved,
    name_of,
    near,
    part_of,
    rank_of,
    rearranged,
    stored_lines,
    with_blank,
    without,
)
from admin_app.kit.forms.refusals import way
from admin_app.kit.forms.submission import Submission
from admin_app.kit.script import run
from admin_app.kit.words.locale import language_of, say
from admin_app.patches.names import FormData

STEPS = {"dragged": "moved", "copied": "added", "undone": "moved", "redone": "moved"}
"""What the page does to lines by itself, and what is said of the line it was done to."""


def _offered(part: LinesInput) -> list[str]:
    """The kinds of line that can be added."""
    return [kind for kind, variant in part.variants.items() if variant.offered] or [""]


class LinesMixin(FormHost, rx.State, mixin=True):
    """The lines of a form."""

    lines: dict[str, list[dict[str, str]]] = {}
    """The lines of `rows` inputs, by full name (kit/forms/lines.py): `key`, a text per cell, `<cell>_label`,
    `locked`."""
    _removed: tuple[str, ...] = ()
    """Full names of the lines that were taken away: a page that has not drawn it yet submits them once more."""
    _next_line: int = 0
    _read_ids: dict[str, set[str]] = {}
    """The ids that were read last, by the path of their lines: no other is sent."""

    @rx.event
    async def add_line(self, name: str, kind: str = ""):
        """Add an empty line at the end; the lines already typed in stay as they are."""
        part = part_of(self._parts(), name)
        if not isinstance(part, LinesInput) or name not in self.lines or kind not in _offered(part):
            return
        key = self._new_key()
        self.lines = with_blank(self.lines, part, name, key, kind)
        full = name_of(name, key)
        yield run("lineAdded", full, await self._about(full, "added"))

    @rx.event
    async def remove_line(self, name: str, key: str):
        """Take one line away, with what is below it; a locked one stays."""
        left = without(self.lines, name, key)
        if left is None:
            return
        said = await self._about(name_of(name, key), "removed")
        place = near(self.lines, name, key)
        self.lines, self._removed = left, (*self._removed, name_of(name, key) + SEPARATOR)
        yield run("lineRemoved", place, said)

    @rx.event
    async def move_line(self, name: str, key: str, by: int):
        """Move one line by one place; at an end it stays and says so."""
        part = part_of(self._parts(), name)
        those = self.lines.get(name, [])
        if not isinstance(part, LinesInput) or not part.ordered or not rank_of(those, key):
            return
        self.lines = {**self.lines, name: moved(those, key, 1 if by > 0 else -1)}
        same = rank_of(self.lines[name], key) == rank_of(those, key)
        full = name_of(name, key)
        yield run("lineMoved", full, await self._about(full, "at_an_end" if same else "moved"))

    @rx.event
    async def arrange(self, step: dict[str, Any]):
        """Take over the lines as the page has them: one was dragged or copied, or a step was undone or done again.

        `step` is what the script made (assets/kit/steps.js): `data` of the form, the line's `name`, and what was `did`.
        """
        data, name, did = step.get("data"), str(step.get("name", "")), step.get("did")
        if not isinstance(data, dict) or did not in STEPS:
            return
        self._removed = ()  # what was taken away may be back
        self.lines = rearranged(self.lines, self._submitted(data).lines)
        said = await self._about(name, STEPS[did]) if self._has_line(name) else ""
        yield run("arranged", did, name, said)

    def _submitted(self, data: Mapping[str, Any]) -> Submission:
        """What a form or a draft holds."""
        pairs = data.multi_items() if isinstance(data, FormData) else list(data.items())
        left = [(name, text) for name, text in pairs if not name.startswith(self._removed)]
        return submission.read(self._parts(), left, self.lines, self._read_ids)

    def _has_line(self, name: str) -> bool:
        group, _, key = name.rpartition(SEPARATOR)
        known = isinstance(part_of(self._parts(), group), LinesInput)
        return known and bool(rank_of(self.lines.get(group, []), key))

    async def _about(self, name: str, what: str) -> str:
        """What happened to a line, in the person's language."""
        locale = await language_of(self)
        group, _, key = name.rpartition(SEPARATOR)
        those = self.lines.get(group, [])
        line = way(name, self.resource, self._parts(), self.lines, locale)
        return say(f"kit.lines.{what}", locale, line=line, position=rank_of(those, key), total=len(those))

    def _stored_lines(self, parts: Iterable[Input], record: Any) -> Lines:
        """The lines of every `rows` input, as they are stored."""
        found: Lines = {}
        for part in lines_among(parts):
            found |= stored_lines(part, record, self._new_key)
        return found

    def _new_key(self) -> str:
        """A key that no line of this form has, or has had."""
        taken = {line["key"] for those in self.lines.values() for line in those}
        self._next_line += 1
        while str(self._next_line) in taken:
            self._next_line += 1
        return str(self._next_line)
