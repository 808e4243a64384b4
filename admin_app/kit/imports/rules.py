"""The rules of cells: what a cell must hold, and how it is put in shape. Pure.

They are those of the server (session.yaml, x-csv), and ours where it takes what nobody could use: what passes here
passes there.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from admin_app.kit import clock
from admin_app.kit.imports.declare import Intake, Rule, SheetColumn
from admin_app.kit.words.formats import Reading, birth_fault, folded, is_day, read_day
from admin_app.kit.words.phones import bare, is_number

_EMAIL = re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}")
_WHOLE = re.compile(r"\d{1,9}", re.ASCII)
_DECIMAL = re.compile(r"-?\d{1,3}\.\d+", re.ASCII)
_ROUND = re.compile(r"-?\d{1,3}", re.ASCII)
_COMMA = re.compile(r"-?\d{1,3},\d+", re.ASCII)
_GAP = re.compile(r"[^\S\u00a0\u202f]+")
"""Spaces, tabs and ends of lines that stand for one space; not those that keep words together."""
_UNWRITTEN = ((re.compile(r"[1-9]\d{8}", re.ASCII), "0"), (re.compile(r"33[1-9]\d{8}", re.ASCII), "+"))
"""French numbers without what a spreadsheet took for the sign of a number: their zero, their plus."""
_SAID: Mapping[Rule, Mapping[str, str]] = {
    "gender": {
        **dict.fromkeys(("f", "femme", "mme", "madame", "female", "woman", "ms", "mrs"), "1"),
        **dict.fromkeys(("h", "homme", "m", "mr", "monsieur", "male", "man"), "2"),
        **dict.fromkeys(("autre", "other"), "3"),
    },
    "flag": {
        **dict.fromkeys(("oui", "yes", "vrai", "true"), "1"),
        **dict.fromkeys(("non", "no", "faux", "false"), "0"),
    },
}
"""What people write where the server wants a figure."""
DEGREES: tuple[Rule, ...] = ("latitude", "longitude")
MOST = 32_767
"""What the server can store as a number of places (content-points.yaml, RelayPointUpdate)."""


def _within(limit: int) -> Callable[[str], bool]:
    return lambda text: bool(_DECIMAL.fullmatch(text)) and abs(float(text)) <= limit


RULES: Mapping[Rule, Callable[[str], object]] = {
    "text": lambda text: True,
    "email": _EMAIL.fullmatch,
    "gender": {"0", "1", "2", "3"}.__contains__,
    "date": lambda text: is_day(text) and not birth_fault(text),
    "telephone": is_number,
    "identifier": _WHOLE.fullmatch,
    "count": lambda text: bool(_WHOLE.fullmatch(text)) and int(text) <= MOST,
    "latitude": _within(90),
    "longitude": _within(180),
    "flag": {"0", "1"}.__contains__,
}
"""What a cell that is not empty must hold; the texts are `imports.faults.<rule>`."""


def tidy(column: SheetColumn, text: str) -> str:
    """A cell as the server wants it: on one line as it is shown, without spaces around, a day as forms read it (1/1/80
    is of 1980), degrees with a dot, a telephone number without the marks between its digits, the figure for yes, no,
    man and woman.
    """
    text = _GAP.sub(" ", text.strip())
    if column.rule == "date":
        return read_birth(text).value or text
    if column.rule in DEGREES:
        return _degrees(text)
    if column.rule == "telephone":
        return _telephone(text)
    return _SAID.get(column.rule, {}).get(folded(text), text)


def read_birth(text: str) -> Reading:
    """Read a day of birth as forms do."""
    today = clock.today().isoformat()
    return read_day(text, today, last=today)


def _degrees(text: str) -> str:
    dotted = text.replace(",", ".") if _COMMA.fullmatch(text) else text
    return f"{dotted}.0" if _ROUND.fullmatch(dotted) else dotted


def _telephone(text: str) -> str:
    digits = bare(text)
    return next((sign + digits for shape, sign in _UNWRITTEN if shape.fullmatch(digits)), digits)


def fault(column: SheetColumn, text: str) -> str:
    """What is wrong with a cell, as the last part of a key below `imports.faults`; empty when all is well."""
    if not text:
        return "required" if column.required else ""
    if not RULES[column.rule](text):
        return "record" if column.record else _named(column.rule, text)
    size = len(text.encode()) if column.bytes else len(text)
    return f"longest_{column.longest}" if column.longest and size > column.longest else ""


def _named(rule: Rule, text: str) -> str:
    """The fault of a rule, told more exactly where the text shows what is meant."""
    if rule == "date" and is_day(text):
        return birth_fault(text)
    if rule == "email" and not text.isascii():
        return "email_accents"
    return f"{rule}_form" if rule in DEGREES and not _DECIMAL.fullmatch(text) else rule


def faults(intake: Intake, cells: Sequence[str], odd: bool = False) -> dict[str, str]:
    """What is wrong with a line, by the place of the cell; `width` when its file has too few or too many for it."""
    wrong = {str(at): name for at, each in enumerate(intake.columns) if (name := fault(each, cells[at]))}
    return {**wrong, "width": "width"} if odd else wrong
