"""The lines of a form: from a record to texts by name and back, nested and in order. Pure.

The lines of an input stand under its full name: `asections`, and below the line of key 3 `asections:3:paragraphs`. A
key stays while the form is open, so that what is typed in a line follows it wherever the line goes.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from admin_app.kit.declare.fields import KIND, Input, LinesInput, read, text_of, wire
from admin_app.kit.forms.texts import problem, text_for, value_for

SEPARATOR = ":"
"""Parts the names of the inputs of one line: `rolesTerritory:3:role`."""
ID = "id"
FOLDED_FROM = 3
"""More lines than this, when they hold lines themselves, are shown folded at first."""
Line = dict[str, str]
Lines = dict[str, list[Line]]
Pairs = Iterable[tuple[str, str]]


def name_of(*parts: str) -> str:
    """The full name of lines, of a line or of its cell."""
    return SEPARATOR.join(parts)


def path_of(name: str) -> str:
    """A full name without the keys: `asections:3:paragraphs` is `asections.paragraphs`."""
    return ".".join(name.split(SEPARATOR)[::2])


def part_of(parts: Iterable[Input], name: str) -> Input | None:
    """The input of a full name, at any depth."""
    head, _, rest = name.partition(SEPARATOR)
    found = next((part for part in parts if part.name == head), None)
    cell = rest.partition(SEPARATOR)[2]
    return part_of(found.inputs, cell) if isinstance(found, LinesInput) and cell else found


def nested(part: LinesInput) -> list[LinesInput]:
    """The cells of a line that hold lines themselves."""
    return lines_among(part.inputs)


def lines_among(parts: Iterable[Input]) -> list[LinesInput]:
    """The inputs that hold lines."""
    return [part for part in parts if isinstance(part, LinesInput)]


def id_names(parts: Iterable[Input]) -> set[str]:
    """The names of the lines that are sent back with their ids (`Api.update`, keep_ids)."""
    rows = lines_among(parts)
    return {part.name for part in rows if part.identified} | {name for part in rows for name in id_names(part.inputs)}


# --- from a record to texts --------------------------------------------------------


def stored_lines(part: LinesInput, record: Any, new_key: Callable[[], str], name: str = "") -> Lines:
    """The lines an input starts with, and those below them; ordered ones by their place."""
    name = name or part.name
    found: Lines = {name: []}
    entries = _in_order(part, read(record, part.source or part.field) or ())
    folded = {"folded": "true"} if nested(part) and len(entries) > FOLDED_FROM else {}
    for entry in entries:
        line = {"key": new_key(), "locked": "", **folded, **_texts(part, entry)}
        found[name].append(line)
        for inner in nested(part):
            found |= stored_lines(inner, entry, new_key, name_of(name, line["key"], inner.name))
    return found


def _in_order(part: LinesInput, entries: Iterable[Any]) -> list[Any]:
    return sorted(entries, key=lambda entry: read(entry, part.ordered) or 0) if part.ordered else list(entries)


def _texts(part: LinesInput, entry: Any) -> Line:
    kind = {KIND: text_of(read(entry, KIND))} if part.variants else {}
    cells = part.cells_of(kind.get(KIND, ""))
    texts = {cell.name: text_for(cell, entry) for cell in cells if not isinstance(cell, LinesInput)}
    return {**kind, **texts, ID: text_of(read(entry, ID))} if part.identified else {**kind, **texts}


def blank(part: LinesInput, key: str, kind: str = "") -> Line:
    """A new line, with the defaults of its cells."""
    texts = {cell.name: cell.default for cell in part.cells_of(kind) if cell.default}
    return {"key": key, "locked": "", **({KIND: kind} if part.variants else {}), **texts}


# --- from a submitted form to the API -----------------------------------------------


def typed_lines(part: LinesInput, pairs: list[tuple[str, str]], name: str = "") -> Lines:
    """The lines among submitted pairs, in the order of the page, and those below them."""
    name = name or part.name
    lines: dict[str, Line] = {}
    below: dict[str, list[tuple[str, str]]] = {}
    for full, text in pairs:
        if full.startswith(name + SEPARATOR):
            key, _, cell = full[len(name) + 1 :].partition(SEPARATOR)
            line = lines.setdefault(key, {"key": key}) if cell else {}
            if SEPARATOR in cell:
                below.setdefault(key, []).append((full, text))
            else:
                # Several values of a name, as boxes that are ticked, are one text.
                line[cell] = f"{line[cell]},{text}" if cell in line else str(text)
    found: Lines = {name: list(lines.values())}
    for inner in nested(part):
        for key in lines:
            found |= typed_lines(inner, below.get(key, []), name_of(name, key, inner.name))
    return found


def known_ids(lines: Lines) -> dict[str, set[str]]:
    """The ids of the lines of each path."""
    found: dict[str, set[str]] = {}
    for name, those in lines.items():
        found.setdefault(path_of(name), set()).update(line[ID] for line in those if line.get(ID))
    return found


def without_unknown_ids(lines: Lines, known: Mapping[str, set[str]]) -> Lines:
    """The lines with no id but those that were read: an older draft may name what is gone, which the API refuses."""
    return {
        name: [
            {**line, ID: line[ID] if line[ID] in known.get(path_of(name), ()) else ""} if ID in line else line
            for line in those
        ]
        for name, those in lines.items()
    }


def with_locked(typed: Lines, stored: Mapping[str, list[Line]]) -> Lines:
    """The lines that were typed, below those that are locked, as they are stored: they are ours, not the browser's."""
    return {name: _locked_first(stored.get(name, []), those) for name, those in typed.items()}


def _locked_first(stored: list[Line], typed: list[Line]) -> list[Line]:
    locked = [line for line in stored if line.get("locked")]
    keys = {line["key"] for line in locked}
    return [*locked, *({**line, "locked": ""} for line in typed if line["key"] not in keys)]


def values_of(part: LinesInput, lines: Mapping[str, list[Line]], name: str = "") -> Any:
    """The lines of an input as the API wants them: all of them, places counted from 1."""
    values = plain_values(part, lines, name)
    return part.written(values) if part.written else values


def plain_values(part: LinesInput, lines: Mapping[str, list[Line]], name: str = "") -> list[dict[str, Any]]:
    """The lines of an input as an array, whatever the API gets of it."""
    name = name or part.name
    return [
        _value(part, line, rank, lines, name_of(name, line["key"])) for rank, line in enumerate(lines.get(name, []), 1)
    ]


def _value(part: LinesInput, line: Line, rank: int, lines: Mapping[str, list[Line]], name: str) -> dict[str, Any]:
    own = {ID: int(line[ID])} if part.identified and re.fullmatch("[0-9]+", line.get(ID, "")) else {}
    cells = {
        cell.name: values_of(cell, lines, name_of(name, cell.name))
        if isinstance(cell, LinesInput)
        else value_for(cell, line.get(cell.name, ""))
        for cell in part.cells_of(line.get(KIND, ""))
    }
    kind = {KIND: line.get(KIND, "")} if part.variants else {}
    place = {wire(part.ordered): rank} if part.ordered else {}
    return {**own, **kind, **cells, **place}


def line_problems(part: LinesInput, lines: Mapping[str, list[Line]], name: str) -> dict[str, str]:
    """The name of what is wrong with the lines of a name, and with each of their cells by its full name."""
    those = lines.get(name, [])
    found = {name: "choose_one"} if part.required and not those else {}
    for line in those:
        for cell in part.cells_of(line.get(KIND, "")):
            full = name_of(name, line["key"], cell.name)
            if isinstance(cell, LinesInput):
                found |= line_problems(cell, lines, full)
            elif wrong := problem(cell, line.get(cell.name, "")):
                found[full] = wrong
    return found


# --- changes ------------------------------------------------------------------------


def moved(lines: list[Line], key: str, by: int) -> list[Line]:
    """The lines with one of them that many places further (back when negative), never past an end."""
    at = rank_of(lines, key) - 1
    if at < 0:
        return lines
    others = [line for line in lines if line["key"] != key]
    to = min(max(at + by, 0), len(others))
    return [*others[:to], lines[at], *others[to:]]


def rank_of(lines: list[Line], key: str) -> int:
    """The place of a line, from 1; 0 when there is none of this key."""
    return next((rank for rank, line in enumerate(lines, 1) if line["key"] == key), 0)


def trail(parts: Iterable[Input], lines: Mapping[str, list[Line]], name: str) -> list[tuple[str, int]]:
    """The way to a line or cell: the field path of each step and the rank of its line, 0 for a cell at the end."""
    pieces = name.split(SEPARATOR)
    steps: list[tuple[str, int]] = []
    fields: list[str] = []
    for at in range(0, len(pieces), 2):
        part = next(part for part in parts if part.name == pieces[at])
        fields.append(part.field)
        those = lines.get(name_of(*pieces[: at + 1]), [])
        steps.append((".".join(fields), rank_of(those, pieces[at + 1]) if at + 1 < len(pieces) else 0))
        parts = part.inputs if isinstance(part, LinesInput) else ()
    return steps


def with_blank(
    lines: Mapping[str, list[Line]], part: LinesInput, name: str, key: str, kind: str = "", after: str = ""
) -> Lines:
    """The lines with a new one at the end of those of a name, ready to hold the lines below it.

    It stands above those that end the lines (`LinesInput.last`), and after the line of the full name `after`, which is
    that of the lines for the first place.
    """
    below = {name_of(name, key, inner.name): [] for inner in nested(part)}
    those, end = lines[name], len(lines[name])
    while part.last and end and those[end - 1].get(KIND) == part.last:
        end -= 1
    if after:
        end = min(end, rank_of(those, after.removeprefix(name + SEPARATOR)))
    return {**lines, **below, name: [*those[:end], blank(part, key, kind), *those[end:]]}


def rearranged(before: Mapping[str, list[Line]], now: Lines) -> Lines:
    """The lines as the page has them, after a step of which it knows all; what was folded at first stays so."""
    return {
        **before,
        **{
            name: [{**line, **_folding(before.get(name, []), line["key"])} for line in those]
            for name, those in now.items()
        },
    }


def _folding(lines: list[Line], key: str) -> Line:
    rank = rank_of(lines, key)
    return {"folded": "true"} if rank and lines[rank - 1].get("folded") else {}


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
