"""A form as texts by name: read of a record, submitted once a save, then asked what is wrong with it and what it sends.
Pure.

The lines of an input stand under its full name: `asections`, and below the line of key 3 `asections:3:paragraphs`. A
key stays while the form is open, so that what is typed in a line follows it wherever the line goes.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from admin_app.kit.declare.fields import (
    ALT,
    KIND,
    LABEL,
    TIME,
    WANTED,
    DateTimeInput,
    ImageInput,
    Input,
    LinesInput,
    text_of,
    wire,
)
from admin_app.kit.declare.fields import read as read_field
from admin_app.kit.forms.texts import problem, text_for, value_for

CONFIRMED = "_confirmed"
"""Name of the hidden input that says the person has confirmed a save."""
CHOSEN = "_of:"
"""Begins the name of the answer to whose value of an input is kept; the name of that input ends it."""
PRESSED = "_pressed"
"""Name of the hidden input that says which save of this form was asked for last (`FormHost.saves`)."""
FILES = "_files"
"""Name of the hidden input that says a file was chosen for this form, which a draft of it does not keep."""
FURTHER = "_further"
"""Name of the hidden input that says where a save leads, in a form with two buttons for it."""
NOT_SENT = ("image", "read_only")
"""Kinds that are no part of what is saved: images are uploaded after it."""
SEPARATOR = ":"
"""Parts the names of the inputs of one line: `rolesTerritory:3:role`."""
ID = "id"
FOLDED_FROM = 3
"""More lines than this, when they hold lines themselves, are shown folded at first."""
Line = dict[str, str]
Lines = dict[str, list[Line]]
Texts = Mapping[str, str]
Pairs = list[tuple[str, str]]


# --- names of inputs, of lines and of their cells ---------------------------------------


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


def lines_among(parts: Iterable[Input]) -> list[LinesInput]:
    """The inputs that hold lines."""
    return [part for part in parts if isinstance(part, LinesInput)]


def id_names(parts: Iterable[Input]) -> set[str]:
    """The names of the lines that are sent back with their ids (`Api.update`, keep_ids)."""
    rows = lines_among(parts)
    return {part.name for part in rows if part.identified} | {name for part in rows for name in id_names(part.inputs)}


def rank_of(lines: list[Line], key: str) -> int:
    """The place of a line, from 1; 0 when there is none of this key."""
    return next((rank for rank, line in enumerate(lines, 1) if line["key"] == key), 0)


# --- from a record to texts --------------------------------------------------------


def stored_lines(part: LinesInput, record: Any, new_key: Callable[[], str], name: str = "") -> Lines:
    """The lines an input starts with, and those below them; ordered ones by their place."""
    name = name or part.name
    found: Lines = {name: []}
    entries = list(read_field(record, part.source or part.field) or ())
    if part.ordered:
        entries.sort(key=lambda entry: read_field(entry, part.ordered) or 0)
    folded = {"folded": "true"} if lines_among(part.inputs) and len(entries) > FOLDED_FROM else {}
    for entry in entries:
        line = {"key": new_key(), "locked": "", **folded, **_texts(part, entry)}
        found[name].append(line)
        for inner in lines_among(part.inputs):
            found |= stored_lines(inner, entry, new_key, name_of(name, line["key"], inner.name))
    return found


def _texts(part: LinesInput, entry: Any) -> Line:
    kind = {KIND: text_of(read_field(entry, KIND))} if part.variants else {}
    cells = part.cells_of(kind.get(KIND, ""))
    texts = {cell.name: text_for(cell, entry) for cell in cells if not isinstance(cell, LinesInput)}
    return {**kind, **texts, ID: text_of(read_field(entry, ID))} if part.identified else {**kind, **texts}


# --- as it is submitted -----------------------------------------------------------------


@dataclass(frozen=True)
class Submission:
    """The inputs of a form and what they hold; everything that is computed of it is computed once."""

    parts: tuple[Input, ...]
    values: Texts
    """The text of each plain input, by its name."""
    lines: Lines = field(default_factory=dict)
    alt: str = ""
    """The alternative text of the image to send."""
    confirmed: bool = False
    further: bool = False
    """The person wants to go on once it is saved, rather than to stay."""
    labels: Texts = field(default_factory=dict)
    """What is called what, beside references and addresses."""
    choices: Texts = field(default_factory=dict)
    """Whose value is kept where two people have changed one, by input (kit/forms/conflict.py)."""

    @cached_property
    def taking_part(self) -> tuple[Input, ...]:
        """The inputs that take part, given what the others hold; a `date_time` whose time does not count is a `day`."""
        return tuple(
            replace(part, kind="day") if isinstance(part, DateTimeInput) and not self._holds(part.timed_by) else part
            for part in self.parts
            if self._holds(part.shown_if)
        )

    @cached_property
    def problems(self) -> dict[str, str]:
        """The name of what is wrong, by input name; a cell of a line has its full name."""
        found: dict[str, str] = {}
        for part in self.taking_part:
            if isinstance(part, LinesInput):
                found |= line_problems(part, self.lines, part.name)
            elif part.kind == "file":
                continue  # its input holds no text: whether one is there is known to the form
            elif wrong := problem(part, self.values.get(part.name, "")):
                found[part.name] = wrong
        return found

    @cached_property
    def body(self) -> dict[str, Any]:
        """Every value of the form as the API wants it; nothing for the kinds of `NOT_SENT`."""
        sent = {
            part.name: values_of(part, self.lines)
            if isinstance(part, LinesInput)
            else value_for(part, self.values.get(part.name, ""))
            for part in self.taking_part
            if part.kind not in NOT_SENT
        }
        return _nested(sent)

    def not_offered(self, allowed: Mapping[str, list[str]], stored: Texts) -> dict[str, str]:
        """Choices that are not open to this person, whatever the browser sent; locked lines were not chosen here.

        `allowed` are the values that may be chosen, by `<input>` or `<rows>.<cell>`; what is `stored` may stay.
        """
        found: dict[str, str] = {}
        for limited, offered in allowed.items():
            name, _, cell = limited.partition(".")
            free = [line for line in self.lines.get(name, []) if not line.get("locked")]
            chosen = {name_of(name, line["key"], cell): line.get(cell, "") for line in free}
            if not cell:
                chosen = {name: self.values.get(name, "")} if self.values.get(name) != stored.get(name) else {}
            found |= {place: "choice" for place, text in chosen.items() if text and text not in offered}
        return found

    def _holds(self, condition: str) -> bool:
        """Whether an input is filled or switched on (`field`), or holds one choice (`field=value`)."""
        name, _, wanted = condition.partition("=")
        value = self.values.get(wire(name), "")
        return not name or (value == wanted if wanted else value != "")


def read(
    parts: Iterable[Input],
    pairs: Pairs,
    stored: Lines | None = None,
    known: Mapping[str, set[str]] | None = None,
) -> Submission:
    """The submission of the pairs a browser sends, or keeps as a draft.

    Of the `stored` lines those that are locked stand as they are; a line keeps no id but a `known` one.
    """
    parts, lines = tuple(parts), {}
    for part in lines_among(parts):
        lines |= with_locked(without_unknown_ids(typed_lines(part, pairs), known or {}), stored or {})
    texts = dict(pairs)
    alt = next((str(texts.get(part.name + ALT) or "").strip() for part in parts if isinstance(part, ImageInput)), "")
    return Submission(
        parts,
        collected(parts, pairs),
        lines,
        alt,
        bool(texts.get(CONFIRMED)),
        bool(texts.get(FURTHER)),
        {part.name: str(texts[part.name + LABEL]) for part in parts if texts.get(part.name + LABEL)},
        {name.removeprefix(CHOSEN): str(text) for name, text in texts.items() if name.startswith(CHOSEN)},
    )


def collected(parts: Iterable[Input], pairs: Pairs) -> dict[str, str]:
    """The submitted text of each plain input; several values of a name are joined with commas."""
    found: dict[str, list[str]] = {}
    for name, text in pairs:
        if text:
            found.setdefault(name, []).append(str(text))
    return {part.name: _text(part, found) for part in parts if not isinstance(part, LinesInput)}


def _text(part: Input, found: Mapping[str, list[str]]) -> str:
    if part.kind == "publication" and found.get(part.name + WANTED):
        return found[part.name + WANTED][-1]
    text = ",".join(found.get(part.name, []))
    clock = ",".join(found.get(part.name + TIME, [])) if part.kind == "date_time" else ""
    return f"{text}T{clock}" if clock else text


def typed_lines(part: LinesInput, pairs: Pairs, name: str = "") -> Lines:
    """The lines among submitted pairs, in the order of the page, and those below them."""
    name = name or part.name
    lines: dict[str, Line] = {}
    below: dict[str, Pairs] = {}
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
    for inner in lines_among(part.inputs):
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
    found: Lines = {}
    for name, those in typed.items():
        locked = [line for line in stored.get(name, []) if line.get("locked")]
        keys = {line["key"] for line in locked}
        found[name] = [*locked, *({**line, "locked": ""} for line in those if line["key"] not in keys)]
    return found


# --- what is sent of it, and what is wrong with it --------------------------------------


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


def _nested(sent: Mapping[str, Any]) -> dict[str, Any]:
    """Parts of a value (`address.latitude`) inside it; without the whole they are not sent."""
    whole = {name: value for name, value in sent.items() if "." not in name}
    for name, value in sent.items():
        head, _, part = name.partition(".")
        if part and whole.get(head):
            whole[head] = {**whole[head], part: value}
    return whole


def changes(parts: Iterable[Input], before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The merge-patch of what changed (RFC 7396): null clears; what the API refuses as null is left out."""
    refuses_null = {part.name for part in parts if part.refuses_null}
    return {
        name: value
        for name, value in after.items()
        if value != before.get(name) and not (value is None and name in refuses_null)
    }


def creation(after: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a creation: what was left empty is not sent."""
    return {name: value for name, value in after.items() if value is not None}
