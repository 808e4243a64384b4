"""The rules of cells: what a cell must hold, and how it is put in shape. Pure.

They are those of the server (session.yaml, x-csv): what passes here passes there.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from admin_app.kit.imports.declare import Intake, Rule, SheetColumn
from admin_app.kit.words.formats import is_day

_EMAIL = re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}")
_WHOLE = re.compile(r"\d{1,9}", re.ASCII)
_DECIMAL = re.compile(r"-?\d{1,3}\.\d+", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,3}(\.\d+)?", re.ASCII)
_FRENCH_DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})", re.ASCII)
_COMMA = re.compile(r"-?\d{1,3},\d+", re.ASCII)
DEGREES: tuple[Rule, ...] = ("coordinate", "latitude", "longitude")
MOST = 32_767
"""What the server can store as a number of places (content-points.yaml, RelayPointUpdate)."""


def _within(limit: int) -> Callable[[str], bool]:
    return lambda text: bool(_NUMBER.fullmatch(text)) and abs(float(text)) <= limit


RULES: Mapping[Rule, Callable[[str], object]] = {
    "text": lambda text: True,
    "email": _EMAIL.fullmatch,
    "gender": {"0", "1", "2", "3"}.__contains__,
    "date": is_day,
    "identifier": _WHOLE.fullmatch,
    "count": lambda text: bool(_WHOLE.fullmatch(text)) and int(text) <= MOST,
    "coordinate": _DECIMAL.fullmatch,
    "latitude": _within(90),
    "longitude": _within(180),
    "flag": {"0", "1"}.__contains__,
}
"""What a cell that is not empty must hold; the texts are `imports.faults.<rule>`."""


def tidy(column: SheetColumn, text: str) -> str:
    """A cell as the server wants it: without spaces around, a French day the other way round, a dot for a comma."""
    text = text.strip()
    if column.rule == "date" and (day := _FRENCH_DAY.fullmatch(text)):
        turned = f"{day[3]}-{int(day[2]):02}-{int(day[1]):02}"
        return turned if is_day(turned) else text
    if column.rule in DEGREES and _COMMA.fullmatch(text):
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
    cells_of = enumerate(zip(intake.columns, cells, strict=False))
    wrong = {str(at): name for at, (column, text) in cells_of if (name := fault(column, text))}
    return wrong if len(cells) == len(intake.columns) else {**wrong, "width": "width"}
