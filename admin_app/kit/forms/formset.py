"""What can be done to the lines of a form, and undone: which lines there are, and in what order. Pure.

What is typed in them stays theirs: a line that comes back has the text it went with, and the others keep what was typed
since; letters are the browser's own to undo.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from admin_app.kit.declare.fields import KIND, LinesInput
from admin_app.kit.forms.submission import ID, SEPARATOR, Line, Lines, lines_among, name_of, rank_of

MOST = 100
"""Steps that are remembered."""
Order = dict[str, tuple[str, ...]]
"""The keys of the lines of each name, in their order."""


def blank(part: LinesInput, key: str, kind: str = "") -> Line:
    """A new line, with the defaults of its cells."""
    texts = {cell.name: cell.default for cell in part.cells_of(kind) if cell.default}
    return {"key": key, "locked": "", **({KIND: kind} if part.variants else {}), **texts}


def with_blank(
    lines: Mapping[str, list[Line]], part: LinesInput, name: str, key: str, kind: str = "", after: str = ""
) -> Lines:
    """The lines with a new one at the end of those of a name, ready to hold the lines below it.

    It stands above those that end the lines (`LinesInput.last`), and after the line of the full name `after`, which is
    that of the lines for the first place.
    """
    below = {name_of(name, key, inner.name): [] for inner in lines_among(part.inputs)}
    those, end = lines[name], len(lines[name])
    while part.last and end and those[end - 1].get(KIND) == part.last:
        end -= 1
    if after:
        end = min(end, rank_of(those, after.removeprefix(name + SEPARATOR)))
    return {**lines, **below, name: [*those[:end], blank(part, key, kind), *those[end:]]}


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


def without(lines: Mapping[str, list[Line]], name: str, key: str) -> Lines | None:
    """The lines without one of them and what is below it; None where there is none, or it is locked."""
    those = lines.get(name, [])
    rank = rank_of(those, key)
    if not rank or those[rank - 1].get("locked"):
        return None
    below = name_of(name, key) + SEPARATOR
    others = {each: kept for each, kept in lines.items() if not each.startswith(below)}
    return {**others, name: [line for line in those if line["key"] != key]}


def near(lines: Mapping[str, list[Line]], name: str, key: str) -> str:
    """The full name of the line that takes the place of another once that one is gone; of their input for the last."""
    those = lines[name]
    rank = rank_of(those, key)
    left = [line for line in those if line["key"] != key]
    return name_of(name, left[min(rank, len(left)) - 1]["key"]) if left else name


def moved(lines: list[Line], key: str, by: int) -> list[Line]:
    """The lines with one of them that many places further (back when negative), never past an end."""
    at = rank_of(lines, key) - 1
    if at < 0:
        return lines
    others = [line for line in lines if line["key"] != key]
    to = min(max(at + by, 0), len(others))
    return [*others[:to], lines[at], *others[to:]]


def rearranged(before: Mapping[str, list[Line]], now: Lines) -> Lines:
    """The lines as the page has them, after a step of which it knows all; what was folded at first stays so."""
    found = dict(before)
    for name, those in now.items():
        folded = {line["key"] for line in before.get(name, []) if line.get("folded")}
        found[name] = [{**line, "folded": "true"} if line["key"] in folded else {**line} for line in those]
    return found


# --- steps that are undone --------------------------------------------------------------


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


def by_name(lines: Lines) -> dict[str, Line]:
    """Each line, by its full name."""
    return {name_of(name, line["key"]): line for name, those in lines.items() for line in those}
