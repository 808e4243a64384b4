"""The part of a form's state that keeps lines: added, taken away and moved without touching what is typed in them.

Inputs are uncontrolled and lines keep their keys, so the browser moves the elements with what they hold; the script
then puts the focus where it belongs and says aloud what happened.
"""

from typing import Any, ClassVar

import reflex as rx

from admin_app.kit.declare.fields import Input, LinesInput
from admin_app.kit.declare.resource import Resource
from admin_app.kit.forms import outline
from admin_app.kit.script import run
from admin_app.kit.words.locale import Locale, say


class LinesMixin(rx.State, mixin=True):
    """The lines of a form; part of `FormMixin`."""

    resource: ClassVar[Resource]

    lines: dict[str, list[dict[str, str]]] = {}
    """The lines of `rows` inputs, by full name (kit/forms/outline.py): `key`, a text per cell, `<cell>_label`,
    `locked`."""
    _next_line: int = 0
    _read_ids: dict[str, set[str]] = {}
    """The ids that were read last, by the path of their lines: no other is sent."""

    @rx.event
    async def add_line(self, name: str):
        """Add an empty line at the end; the lines already typed in stay as they are."""
        part = self._part(name)
        if not isinstance(part, LinesInput) or name not in self.lines:
            return
        line = outline.blank(part, self._new_key())
        full = outline.name_of(name, line["key"])
        below = {outline.name_of(full, inner.name): [] for inner in outline.nested(part)}
        self.lines = {**self.lines, **below, name: [*self.lines[name], line]}
        yield run("lineAdded", full, await self._about(full, "added"))

    @rx.event
    async def remove_line(self, name: str, key: str):
        """Take one line away, with what is below it; a locked one stays."""
        those = self.lines.get(name, [])
        rank = outline.rank_of(those, key)
        if not rank or those[rank - 1].get("locked"):
            return
        full = outline.name_of(name, key)
        said = await self._about(full, "removed")
        left = [line for line in those if line["key"] != key]
        others = {each: those for each, those in self.lines.items() if not each.startswith(full + outline.SEPARATOR)}
        self.lines = {**others, name: left}
        near = outline.name_of(name, left[min(rank, len(left)) - 1]["key"]) if left else name
        yield run("lineRemoved", near, said)

    @rx.event
    async def move_line(self, name: str, key: str, by: int):
        """Move one line by one place; at an end it stays and says so."""
        part = self._part(name)
        those = self.lines.get(name, [])
        if not isinstance(part, LinesInput) or not part.ordered or not outline.rank_of(those, key):
            return
        self.lines = {**self.lines, name: outline.moved(those, key, 1 if by > 0 else -1)}
        rank = outline.rank_of(self.lines[name], key)
        same = rank == outline.rank_of(those, key)
        full = outline.name_of(name, key)
        yield run("lineMoved", full, rank, await self._about(full, "at_an_end" if same else "moved"))

    async def _about(self, name: str, what: str) -> str:
        """What happened to a line, in the person's language."""
        locale = (await self.get_state(Locale)).locale
        those = self.lines.get(name.rpartition(outline.SEPARATOR)[0], [])
        rank = outline.rank_of(those, name.rpartition(outline.SEPARATOR)[2])
        line = self._spelt(name, locale)
        return say(f"kit.lines.{what}", locale, line=line, position=rank, total=len(those))

    def _spelt(self, name: str, locale: str, lines: outline.Lines | None = None) -> str:
        """The way to a line or to one of its cells: `Section 2 · Paragraphe 1 · Texte`."""
        steps = outline.trail(self._parts(), self.lines if lines is None else lines, name)
        key = self.resource.key
        return " · ".join(
            say(f"{key}.lines.{path.replace('.', '_')}", locale, position=rank)
            if rank
            else say(self.resource.label(path), locale)
            for path, rank in steps
        )

    def _parts(self) -> list[Input]:
        """The inputs of the form now; a form knows better."""
        return list(self.resource.inputs())

    def _part(self, name: str) -> Input | None:
        """The input of a name; a cell of a line is named `<rows>:<key>:<cell>`."""
        return outline.part_of(self._parts(), name)

    def _stored_lines(self, record: Any) -> outline.Lines:
        """The lines of every `rows` input, as they are stored."""
        found: outline.Lines = {}
        for part in self._rows():
            found |= outline.stored_lines(part, record, self._new_key)
        return found

    def _typed_lines(self, pairs: list[tuple[str, str]]) -> outline.Lines:
        """The lines that were submitted, with those that are locked as they were read."""
        typed: outline.Lines = {}
        for part in self._rows():
            typed |= outline.typed_lines(part, pairs)
        typed = outline.without_unknown_ids(typed, self._read_ids)
        return {name: self._with_locked(name, those) for name, those in typed.items()}

    def _with_locked(self, name: str, typed: list[outline.Line]) -> list[outline.Line]:
        """Locked lines as they were read, then what was typed."""
        locked = [line for line in self.lines.get(name, []) if line.get("locked")]
        keys = {line["key"] for line in locked}
        return [*locked, *({**line, "locked": ""} for line in typed if line["key"] not in keys)]

    def _rows(self) -> list[LinesInput]:
        return outline.lines_among(self._parts())

    def _new_key(self) -> str:
        taken = {line["key"] for lines in self.lines.values() for line in lines}
        self._next_line += 1
        while str(self._next_line) in taken:
            self._next_line += 1
        return str(self._next_line)
