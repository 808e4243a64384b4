"""The part of a form that keeps lines: added, taken away and moved without touching what is typed in them.

Inputs are uncontrolled and lines keep their keys, so the browser moves the elements with what they hold; the script
then puts the focus where it belongs and says aloud what happened.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import reflex as rx
from reflex.event import EventSpec

from admin_app.kit.declare.fields import Input, LinesInput
from admin_app.kit.forms import submission
from admin_app.kit.forms.api_errors import way
from admin_app.kit.forms.formset import (
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
from admin_app.kit.forms.host import FormHost
from admin_app.kit.forms.submission import Submission
from admin_app.kit.forms.undo_steps import Steps, by_name, copied, subject
from admin_app.kit.script import run
from admin_app.kit.words.locale import language_of, say
from admin_app.patches.names import FormData

Content = dict[str, Any] | None
"""What a form holds on the page, by the names of its inputs; None where steps are not undone."""


def _offered(part: LinesInput) -> list[str]:
    """The kinds of line that can be added."""
    return [kind for kind, variant in part.variants.items() if variant.offered] or [""]


class LinesMixin(FormHost, rx.State, mixin=True):
    """The lines of a form."""

    lines: dict[str, list[dict[str, str]]] = {}
    """The lines of `rows` inputs, by full name (kit/forms/formset.py): `key`, a text per cell, `<cell>_label`,
    `locked`."""
    _removed: tuple[str, ...] = ()
    """Full names of the lines that were taken away: a page that has not drawn it yet submits them once more."""
    _next_line: int = 0
    undoable: bool = False
    redoable: bool = False
    steps_of: int = -1
    """The revision of the form that `undoable` and `redoable` are about."""
    _steps: Steps = Steps()
    _read_ids: dict[str, set[str]] = {}
    """The ids that were read last, by the path of their lines: no other is sent."""

    @rx.event
    async def add_line(self, name: str, kind: str = "", content: Content = None):
        """Add an empty line at the end; the lines already typed in stay as they are.

        `content` is what the form holds on the page, where steps can be undone; so it is of the other steps.
        """
        part = part_of(self._parts(), name)
        if not isinstance(part, LinesInput) or name not in self.lines or kind not in _offered(part):
            return
        self._begin_step(content)
        key = self._new_key()
        self.lines = with_blank(self.lines, part, name, key, kind)
        full = name_of(name, key)
        yield run("lineAdded", full, await self._about(full, "added"))

    @rx.event
    async def remove_line(self, name: str, key: str, content: Content = None):
        """Take one line away, with what is below it; a locked one stays."""
        if without(self.lines, name, key) is None:
            return
        self._begin_step(content)
        said = await self._about(name_of(name, key), "removed")
        place = near(self.lines, name, key)
        self._show_lines(without(self.lines, name, key) or self.lines)
        yield run("lineRemoved", place, said)

    @rx.event
    async def move_line(self, name: str, key: str, by: int, content: Content = None):
        """Move one line by one place; at an end it stays and says so."""
        part = part_of(self._parts(), name)
        those = self.lines.get(name, [])
        if not isinstance(part, LinesInput) or not part.ordered or not rank_of(those, key):
            return
        full = name_of(name, key)
        if moved(those, key, 1 if by > 0 else -1) == those:
            yield run("lineMoved", full, await self._about(full, "at_an_end"))
            return
        self._begin_step(content)
        self.lines = {**self.lines, name: moved(self.lines[name], key, 1 if by > 0 else -1)}
        yield run("lineMoved", full, await self._about(full, "moved"))

    @rx.event
    async def drop_line(self, name: str, content: Content = None):
        """Take over the order of the page, where a line was dragged to another place."""
        if not content or not self._has_line(name):
            return
        self._begin_step(content)
        self.lines = rearranged(self.lines, self._submitted(content).lines)
        yield run("lineMoved", name, await self._about(name, "moved"))

    @rx.event
    async def copy_line(self, name: str, key: str, content: Content = None):
        """Add a copy of a line, with what is below it and what is typed there, after it."""
        part = part_of(self._parts(), name)
        if not isinstance(part, LinesInput) or not part.arranged or not rank_of(self.lines.get(name, []), key):
            return
        self._begin_step(content)
        new = self._new_key()
        self.lines = copied(self.lines, name, key, new)
        yield run("lineAdded", name_of(name, new), await self._about(name_of(name, new), "added"))

    @rx.event
    async def undo_step(self, content: Content = None):
        """Put the lines back as they stood before the last step."""
        if self._done().past:
            yield await self._go(Steps.undone, "undone", content)

    @rx.event
    async def redo_step(self, content: Content = None):
        """Take the step again that was undone last."""
        if self._done().future:
            yield await self._go(Steps.redone, "redone", content)

    async def _go(self, way: Callable[[Steps, Lines], tuple[Steps, Lines]], did: str, content: Content) -> EventSpec:
        self._note_typed(content)
        before = self.lines
        steps, after = way(self._done(), before)
        self._keep_steps(steps)
        self._show_lines(after)
        name = subject(before, after)
        about = await self._about(name, "moved") if name else ""
        return run("lineMoved", name, f"{say(f'kit.lines.{did}', await language_of(self))} {about}".strip())

    def _done(self) -> Steps:
        """What was done since the form was filled."""
        return self._steps if self.steps_of == self.revision else Steps()

    def _keep_steps(self, steps: Steps) -> None:
        self._steps, self.steps_of = steps, self.revision
        self.undoable, self.redoable = bool(steps.past), bool(steps.future)

    def _begin_step(self, content: Content) -> None:
        """Remember how the lines stand, and what is typed in them, before a step; not where none can be undone."""
        if content:
            self._note_typed(content)
            self._keep_steps(self._done().taken(self.lines))

    def _note_typed(self, content: Content) -> None:
        """Have the lines hold what is typed in them, and remember them so."""
        if content:
            typed = by_name(rearranged(self.lines, self._submitted(content).lines))
            self.lines = {
                name: [typed.get(name_of(name, line["key"]), line) for line in those]
                for name, those in self.lines.items()
            }
        self._keep_steps(self._done().noted(self.lines))

    def _show_lines(self, lines: Lines) -> None:
        """Have these lines; what a page that has not drawn that yet submits of those that go is left out."""
        left = {name + SEPARATOR for name in by_name(self.lines)}
        there = {name + SEPARATOR for name in by_name(lines)}
        self._removed = tuple({*self._removed, *left} - there)
        self.lines = lines

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
