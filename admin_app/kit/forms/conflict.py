"""What others have saved in a record while its form was open, and how it comes together with what is saved. Pure.

The record is read again before a change is sent (decision 40). Three versions of a field are held against each other:
as the form was filled, as it is stored now, as it stands in the form. What only the others changed stays theirs; what
both changed otherwise is the person's to decide, field by field.

Lines come together by themselves (decision 30): a PATCH replaces them whole, so what is sent must hold the other's. A
line is known by its id: what only the other touched is theirs, what only the person touched stays. Of a line that both
touched, each cell and each line below it come together in the same way; a cell that both changed stays as the person
has it, and what the other wrote is said.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from admin_app.kit.declare.fields import LABEL, Input, LinesInput
from admin_app.kit.forms.submission import SEPARATOR, Line, Lines, Submission, Texts, name_of

THEIRS = "theirs"
"""The answer that takes what another person has saved; any other keeps what stands in the form."""
LOSES = ("both", "removed_kept", "changed_removed")
"""What is done to lines that undoes what the others did to them."""
ASIDE = ("key", "locked", "folded")
"""What a line holds that is no content of it."""


@dataclass(frozen=True)
class Reading:
    """A record as a form holds it: the texts of its inputs, the labels beside them, its lines, and all as sent."""

    values: Texts = field(default_factory=dict)
    lines: Lines = field(default_factory=dict)
    labels: Texts = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Difference:
    """An input whose value somebody else has changed."""

    part: Input
    contested: bool
    """The person has changed it too, and otherwise: one of the two must go."""


@dataclass(frozen=True)
class Change:
    """What the other did: `what` is a text below `kit.meanwhile.lines`, `label` the line it was done to."""

    what: str
    field: str
    """The property that holds the lines it is one of, behind those of the lines it is below."""
    label: str
    lost: tuple[tuple[Input, Line], ...] = ()
    """The cells that both changed, each with the line that holds what the other wrote in it."""


@dataclass(frozen=True)
class Merge:
    """A save, with what others have saved meanwhile."""

    sent: Submission
    now: Reading
    """The record as it is stored."""
    record: Any = None
    """The same as a model."""
    found: tuple[Difference, ...] = ()
    changes: tuple[Change, ...] = ()
    """What others did to lines that are known by an id: these come together by themselves."""

    @property
    def asks(self) -> bool:
        """Whether something of it is the person's to decide: both have changed one thing."""
        return any(each.contested for each in self.found) or any(each.what in LOSES for each in self.changes)

    @property
    def overtaken(self) -> bool:
        """Whether anything of it is to be said."""
        return bool(self.found or self.changes)


def differences(parts: Iterable[Input], base: Reading, mine: Mapping[str, Any], now: Reading) -> list[Difference]:
    """What others have changed and the form has not in the same way; parts of a value count with the whole."""
    found = []
    for part in parts:
        was, stored = base.body.get(part.name), now.body.get(part.name)
        held = mine.get(part.name, was)
        if "." not in part.name and stored != was and stored != held:
            found.append(Difference(part, held != was))
    return found


def merge(
    sent: Submission, base: Reading, now: Reading, found: Sequence[Difference], new_key: Callable[[], str]
) -> Merge:
    """The save with what others have changed, and with theirs where the person has chosen so."""
    known = [each.part for each in found if isinstance(each.part, LinesInput) and each.part.identified]
    joined = merge_lines(known, base.lines, sent.lines, now.lines, new_key)
    plain = tuple(each for each in found if each.part not in known)
    values, lines = dict(sent.values), joined.lines
    for each in plain:
        if each.contested and sent.choices.get(each.part.name) != THEIRS:
            continue
        if isinstance(each.part, LinesInput):
            lines = with_lines_of(lines, now.lines, each.part.name)
        values |= {name: text for name, text in now.values.items() if _within(name, each.part.name, ".")}
    return Merge(replace(sent, values=values, lines=lines), now, found=plain, changes=joined.changes)


def with_lines_of(lines: Lines, others: Lines, name: str) -> Lines:
    """Lines with those of one input as others have them."""
    kept = {each: those for each, those in lines.items() if not _within(each, name, SEPARATOR)}
    return {**kept, **{each: those for each, those in others.items() if _within(each, name, SEPARATOR)}}


def _within(name: str, whole: str, separator: str) -> bool:
    return name == whole or name.startswith(whole + separator)


# --- lines of two people ----------------------------------------------------------------


def merge_lines(
    parts: Sequence[LinesInput], base: Lines, mine: Lines, theirs: Lines, new_key: Callable[[], str]
) -> "MergedLines":
    """The lines of a form with what the other has saved since they were read, in the inputs that know lines by an id.

    `base` are the lines as they were read, `mine` as they stand in the form, `theirs` as they are stored now.
    """
    names = {part.name for part in parts}
    found = {name: those for name, those in mine.items() if name.partition(SEPARATOR)[0] not in names}
    changes: list[Change] = []
    for part in parts:
        each = _List(part, base, mine, theirs, new_key)
        each.merge()
        found |= each.found
        changes += each.changes
    return MergedLines(found, tuple(changes))


@dataclass(frozen=True)
class MergedLines:
    """Lines, and what came into them."""

    lines: Lines
    changes: tuple[Change, ...]


class _List:
    """One list on its way together."""

    def __init__(self, part: LinesInput, base: Lines, mine: Lines, theirs: Lines, new_key: Callable[[], str]) -> None:
        self.part, self.name, self.new_key = part, part.name, new_key
        self.base_lines, self.mine, self.their_lines = base, mine, theirs
        self.base, self.theirs = _by_id(base, part.name), _by_id(theirs, part.name)
        self.found: Lines = {part.name: []}
        self.changes: list[Change] = []

    def merge(self) -> None:
        held = set()
        for line in self.mine.get(self.name, []):
            number = line.get("id", "")
            held.add(number)
            self._one(line, number)
        for number, line in self.theirs.items():
            if number not in held and number not in self.base:
                self._take(self.their_lines, line, self.new_key())
                self._say("added", line)
            elif number not in held and self._differs(self.their_lines, line, self.base_lines, self.base[number]):
                self._say("changed_removed", line)

    def _one(self, line: Line, number: str) -> None:
        if not number or number not in self.base:
            return self._take(self.mine, line, line["key"])
        was = self.base[number]
        untouched = not self._differs(self.mine, line, self.base_lines, was)
        now = self.theirs.get(number)
        if now is None:
            self._say("removed" if untouched else "removed_kept", was)
            # Its id is no more: what was written here goes as a new line.
            return None if untouched else self._take(self.mine, {**line, "id": ""}, line["key"])
        if not self._differs(self.their_lines, now, self.base_lines, was):
            return self._take(self.mine, line, line["key"])
        if untouched:
            self._say("changed", now)
            return self._take(self.their_lines, now, line["key"])
        return self._join(line, was, now)

    def _join(self, line: Line, was: Line, now: Line) -> None:
        """A line that both have touched: what one of them alone changed, of each."""
        held = ((self.base_lines, was), (self.mine, line), (self.their_lines, now))
        base, mine, theirs = (_content(lines, self.name, each) for lines, each in held)
        below = [_below(lines, self.name, each) for lines, each in held]
        nested = [cell for cell in self.part.inputs if isinstance(cell, LinesInput) and cell.identified]
        joined = merge_lines(nested, *below, self.new_key)
        names = (base.keys() | mine.keys() | theirs.keys()).difference(cell.name for cell in nested)
        of_them = {name for name in names if mine.get(name) == base.get(name) != theirs.get(name)}
        both = {name for name in names - of_them if theirs.get(name) not in (base.get(name), mine.get(name))}
        texts = {each: now.get(each, "") for name in of_them for each in (name, f"{name}{LABEL}") if each in now | line}
        self.found[self.name].append({**line, **texts})
        lists = joined.lines
        for name in of_them:
            lists = with_lines_of(lists, below[-1], name)
        self.found |= {name_of(self.name, line["key"]) + SEPARATOR + name: those for name, those in lists.items()}
        if both:
            cells = (cell for cell in self.part.inputs if not isinstance(cell, LinesInput))
            self._say("both", was, *((cell, now) for cell in cells if cell.name in both))
        elif of_them:
            self._say("changed", now)
        self.changes += [replace(each, field=f"{self.part.field}.{each.field}") for each in joined.changes]

    def _take(self, source: Lines, line: Line, key: str) -> None:
        """Put a line of some lines at the end, with what is below it, under a key."""
        before, after = name_of(self.name, line["key"]) + SEPARATOR, name_of(self.name, key) + SEPARATOR
        self.found[self.name].append({**line, "key": key})
        for name, those in source.items():
            if name.startswith(before):
                self.found[after + name.removeprefix(before)] = those

    def _say(self, what: str, line: Line, *lost: tuple[Input, Line]) -> None:
        self.changes.append(Change(what, self.part.field, called(self.part, line), lost))

    def _differs(self, one: Lines, line: Line, other: Lines, other_line: Line) -> bool:
        return _content(one, self.name, line) != _content(other, self.name, other_line)


def called(part: LinesInput, line: Mapping[str, str]) -> str:
    """What to call a line: the cell that tells it from others, or else the first one that says something."""
    cells = [part.named_by, *(cell.name for cell in part.inputs if not isinstance(cell, LinesInput))]
    texts = (line.get(f"{cell}{LABEL}") or line.get(cell, "") for cell in cells if cell)
    return next((text for text in texts if text), "")


def _by_id(lines: Lines, name: str) -> dict[str, Line]:
    return {line["id"]: line for line in lines.get(name, []) if line.get("id")}


def _content(lines: Lines, name: str, line: Line) -> dict[str, Any]:
    """What a line holds, by cell, with the lines below it; an empty cell is as good as none."""
    texts = {cell: text for cell, text in line.items() if text and cell not in ASIDE and not cell.endswith(LABEL)}
    below = _below(lines, name, line)
    lists = {each: those for each, those in below.items() if those and SEPARATOR not in each}
    return {**texts, **{each: [_content(below, each, inner) for inner in those] for each, those in lists.items()}}


def _below(lines: Lines, name: str, line: Line) -> Lines:
    """The lines below a line, by the names they have in it."""
    prefix = name_of(name, line["key"]) + SEPARATOR
    return {each.removeprefix(prefix): those for each, those in lines.items() if each.startswith(prefix)}
