"""The steps of lines: how they stood before each, so that it is undone and done again. Pure.

A step is about which lines there are and in what order. What is typed in them stays theirs: a line that comes back has
the text it went with, and the others keep what was typed since; letters are the browser's own to undo.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from admin_app.kit.forms.formset import ID, SEPARATOR, Line, Lines, name_of, rank_of

MOST = 100
"""Steps that are remembered."""
Order = dict[str, tuple[str, ...]]
"""The keys of the lines of each name, in their order."""


@dataclass(frozen=True)
class Steps:
    """What was done to the lines of a form since it was filled."""

    past: tuple[Order, ...] = ()
    future: tuple[Order, ...] = ()
    """Orders that were undone, the next one last."""
    seen: Mapping[str, Line] = field(default_factory=dict)
    """Every line there was, by its full name, as it was seen last."""

    def noted(self, lines: Lines) -> "Steps":
        """With the lines as they stand now."""
        return replace(self, seen={**self.seen, **by_name(lines)})

    def taken(self, before: Lines) -> "Steps":
        """With one more step, from how the lines stood before it."""
        return replace(self, past=(*self.past, order_of(before))[-MOST:], future=())

    def undone(self, lines: Lines) -> "tuple[Steps, Lines]":
        """Without the last step, and the lines without it."""
        steps = replace(self, past=self.past[:-1], future=(*self.future, order_of(lines)))
        return steps, self._ordered(self.past[-1])

    def redone(self, lines: Lines) -> "tuple[Steps, Lines]":
        """With the step that was undone last, and the lines with it."""
        steps = replace(self, past=(*self.past, order_of(lines)), future=self.future[:-1])
        return steps, self._ordered(self.future[-1])

    def _ordered(self, order: Order) -> Lines:
        return {name: [self.seen[name_of(name, key)] for key in keys] for name, keys in order.items()}


def order_of(lines: Lines) -> Order:
    """Which lines there are, in their order."""
    return {name: tuple(line["key"] for line in those) for name, those in lines.items()}


def subject(before: Lines, after: Lines) -> str:
    """The full name of the line that a step brought, or put elsewhere; empty where it only took lines away."""
    was = order_of(before)
    for name, keys in order_of(after).items():
        left = [key for key in was.get(name, ()) if key in keys]
        there = [key for key in keys if key in left]
        for key in keys:
            if key not in left or there.index(key) != left.index(key):
                return name_of(name, key)
    return ""


def copied(lines: Lines, name: str, key: str, new: str) -> Lines:
    """The lines with a copy of one of them, and of what is below it, after it; the API has none of them yet."""
    first, made = name_of(name, key) + SEPARATOR, name_of(name, new) + SEPARATOR
    below = {each: those for each, those in lines.items() if each.startswith(first)}
    copies = {made + each.removeprefix(first): [_anew(line) for line in those] for each, those in below.items()}
    at = rank_of(lines[name], key)
    twin = {**_anew(lines[name][at - 1]), "key": new}
    return {**lines, **copies, name: [*lines[name][:at], twin, *lines[name][at:]]}


def _anew(line: Line) -> Line:
    """A line of its own: neither locked nor one that the API has."""
    return {**line, "locked": "", **({ID: ""} if ID in line else {})}


def by_name(lines: Lines) -> dict[str, Line]:
    """Each line, by its full name."""
    return {name_of(name, line["key"]): line for name, those in lines.items() for line in those}
