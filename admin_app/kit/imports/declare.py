"""Declarations of an import: its columns and their rules, what is looked up before, how answers are read.

Plain frozen data like `kit/declare/resource.py`: no Reflex, no HTTP. The rules are those of the server (session.yaml
x-csv): what passes here passes there. Labels: `<key>.fields.<column>`, `<key>.hints.<column>`.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from admin_app.kit.declare.fields import Target

Cells = Mapping[str, str]
"""One line by the names of the columns."""
Params = list[tuple[str, str]]
Rule = Literal["text", "email", "gender", "date", "identifier", "count", "coordinate", "latitude", "longitude", "flag"]

_EMAIL = re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}")
_WHOLE = re.compile(r"\d{1,9}", re.ASCII)
_DECIMAL = re.compile(r"-?\d{1,3}\.\d+", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,3}(\.\d+)?", re.ASCII)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_FRENCH_DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)
_COMMA = re.compile(r"-?\d{1,3},\d+", re.ASCII)
MOST = 32_767
"""What the server can store as a number of places (content-points.yaml RelayPointUpdate)."""


def _is_day(text: str) -> bool:
    try:
        return bool(_DAY.fullmatch(text)) and bool(date.fromisoformat(text))
    except ValueError:
        return False


def _within(limit: int) -> Callable[[str], bool]:
    return lambda text: bool(_NUMBER.fullmatch(text)) and abs(float(text)) <= limit


RULES: Mapping[Rule, Callable[[str], object]] = {
    "text": lambda text: True,
    "email": _EMAIL.fullmatch,
    "gender": {"0", "1", "2", "3"}.__contains__,
    "date": _is_day,
    "identifier": _WHOLE.fullmatch,
    "count": lambda text: bool(_WHOLE.fullmatch(text)) and int(text) <= MOST,
    "coordinate": _DECIMAL.fullmatch,
    "latitude": _within(90),
    "longitude": _within(180),
    "flag": {"0", "1"}.__contains__,
}
"""What a cell that is not empty must hold; the texts are `imports.faults.<rule>`."""


@dataclass(frozen=True)
class SheetColumn:
    """One column of the file, in its place; `longest` is what the server's database takes."""

    name: str
    rule: Rule = "text"
    required: bool = False
    longest: int = 0
    bytes: bool = False
    """Whether the length is counted in bytes, as the checks of the server do; its database counts characters."""
    hint: bool = False
    """Whether `<key>.hints.<name>` says what to write."""
    example: str = ""


@dataclass(frozen=True)
class Lookup:
    """Something the API is asked about the lines before they are sent, many lines per call."""

    endpoint: str
    value: Callable[[Cells], str]
    """What is looked up for a line; empty when there is nothing to."""
    params: Callable[[Sequence[str]], Params]
    """The filters that find a group of values."""
    said: Callable[[Mapping[str, Any]], str]
    """The value a record stands for."""
    present: str = ""
    """What becomes of a line whose value is found: `imports.outlooks.<present>`."""
    absent: str = ""
    """What becomes of a line whose value is not found."""
    size: int = 50
    """Values per call; 0 asks for all of them at once, page by page."""


@dataclass(frozen=True)
class Answer:
    """A message of the server about one line: what it looks like and what it means, `imports.outcomes.<kind>`."""

    pattern: str
    kind: str


@dataclass(frozen=True)
class Intake:
    """One import. `permission` is what the server checks, whatever the screen asks for."""

    key: str
    entity: str
    endpoint: str
    permission: str
    columns: tuple[SheetColumn, ...]
    records: str
    """The list the records are in: one of them is at `<records>/show/<id>`."""
    reads: str
    """The permission that opens one of them."""
    answers: tuple[Answer, ...]
    lookups: tuple[Lookup, ...] = ()
    label: Callable[[Cells], str] = lambda cells: ""
    """What a line is called in the report."""
    flag: str | None = None
    chosen: str = ""
    """The column that is filled from the address of the page, with a record of `target`."""
    target: Target | None = None

    def named(self, cells: Sequence[str]) -> dict[str, str]:
        """The cells of a line by the names of their columns."""
        return dict(zip((column.name for column in self.columns), cells, strict=True))


GOOD = frozenset({"create", "added", "updated"})
"""Outlooks and outcomes that need nobody's attention."""
KEPT = frozenset({"", "refused", "uncertain", "failed", "unknown_community", "unknown_type"})
"""Outcomes of lines that are not there yet: they can be mended and sent again."""


def tidy(column: SheetColumn, text: str) -> str:
    """A cell as the server wants it: without spaces around, a French day the other way round, a dot for a comma."""
    text = text.strip()
    if column.rule == "date" and (day := _FRENCH_DAY.fullmatch(text)):
        turned = f"{day[3]}-{int(day[2]):02}-{int(day[1]):02}"
        return turned if _is_day(turned) else text
    if column.rule in ("coordinate", "latitude", "longitude") and _COMMA.fullmatch(text):
        return text.replace(",", ".")
    return text


def fault(column: SheetColumn, text: str) -> str:
    """What is wrong with a cell, as the last part of a key below `imports.faults`; empty when all is well."""
    if not text:
        return "required" if column.required else ""
    if not RULES[column.rule](text):
        return column.rule
    size = len(text.encode()) if column.bytes else len(text)
    return f"longest_{column.longest}" if column.longest and size > column.longest else ""


def faults(intake: Intake, cells: Sequence[str]) -> dict[str, str]:
    """What is wrong with a line, by the place of the cell; `width` when it has too few or too many."""
    found = {str(at): fault(column, text) for at, (column, text) in enumerate(zip(intake.columns, cells, strict=False))}
    wrong = {at: name for at, name in found.items() if name}
    return wrong if len(cells) == len(intake.columns) else {**wrong, "width": "width"}


# --- what the server answers ---------------------------------------------------

TEXTS = {
    "cannot be empty": "required",
    "is not a valid email": "email",
    "is not a valid gender. Must be [0,1,2,3]": "gender",
    "is not a valid date. Format must be YYYY-MM-DD": "date",
    "is not a number": "identifier",
    "is not a valid Latitude": "latitude",
    "is not a valid Longitude": "longitude",
    "can only be empty or a number": "identifier",
    "can only be empty or a float number": "coordinate",
    "can only be empty or a numeric boolean value (0 or 1)": "flag",
    "can only be empty or a string value of a 255 length maximum": "longest_255",
    "can only be empty or a string value of a 15 length maximum": "longest_15",
}
"""Refusals of a value, and ours that say the same (session.yaml ImportResult errors)."""
_WIDTH = re.compile(r"Incorrect number of column line (\d+)")
_VALUE = re.compile(r"(?P<value>.*?) ?(?P<text>(?:cannot|is not|can only) .*) for line (?P<line>\[.*\])", re.DOTALL)


@dataclass(frozen=True)
class Verdict:
    """What the server said of one line of those sent, `None` when it cannot be told of which."""

    line: int | None
    kind: str
    text: str = ""


def verdicts(intake: Intake, sent: Sequence[Sequence[str]], answer: Mapping[str, Any]) -> list[Verdict]:
    """What an answer says of the lines sent; 201 does not mean that anything was taken (trap 38)."""
    errors, messages = _texts(answer.get("errors")), _texts(answer.get("messages"))
    if errors:
        return [_refusal(sent, text) for text in errors]
    placed = len(messages) == len(sent)
    return [_message(intake, at if placed else None, text) for at, text in enumerate(messages)]


def _texts(value: Any) -> list[str]:
    return [str(text) for text in value] if isinstance(value, list) else []


def _message(intake: Intake, line: int | None, text: str) -> Verdict:
    kind = next((each.kind for each in intake.answers if re.search(each.pattern, text, re.DOTALL)), "failed")
    return Verdict(line, kind, text if kind == "failed" else "")


def _refusal(sent: Sequence[Sequence[str]], text: str) -> Verdict:
    if (found := _WIDTH.match(text)) and 0 < int(found[1]) <= len(sent):
        return Verdict(int(found[1]) - 1, "refused", "width")
    if (found := _VALUE.fullmatch(text)) is None:
        return Verdict(None, "refused", text)
    cells = _line(found["line"])
    at = next((index for index, each in enumerate(sent) if list(each) == cells), None)
    return Verdict(at, "refused", TEXTS.get(found["text"], text))


def _line(text: str) -> list[str]:
    try:
        return [str(cell) for cell in json.loads(text)]
    except (ValueError, TypeError):
        return []
