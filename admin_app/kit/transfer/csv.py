"""Lines of cells as a CSV file: one dialect for people, one for the API, one rule for what looks like a formula.

People get semicolons, a byte order mark and CRLF whatever the language of the page: the separator a spreadsheet expects
is that of its machine, staff work on French ones, and what is handed out here is read back by our own import, which
needs none of it. The API gets what it asks for and nothing else (session.yaml, x-csv).
"""

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal

Cell = str | int | float | Decimal | None
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a spreadsheet takes for the beginning of a formula, or drops before it looks for one."""
_GUARD = "'"


def for_people(rows: Iterable[Sequence[Cell]], locale: str) -> bytes:
    """Lines as a spreadsheet opens them with a double click; numbers with the decimal mark of the language."""
    return b"\xef\xbb\xbf" + _written(([_cell(cell, locale) for cell in row] for row in rows), "\r\n")


def for_api(rows: Iterable[Sequence[str]]) -> bytes:
    """Lines as the server reads them: UTF-8 without a mark, every cell as it stands."""
    return _written(rows, "\n")


def guarded(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    return _GUARD + text if text.lstrip(_GUARD).startswith(FORMULA) else text


def unguarded(text: str) -> str:
    """A text as it was before `guarded`: what was handed out may come back."""
    return text.removeprefix(_GUARD) if text.lstrip(_GUARD).startswith(FORMULA) else text


def _cell(cell: Cell, locale: str) -> str:
    if isinstance(cell, str):
        return guarded(cell)
    text = "" if cell is None else str(cell)
    return text.replace(".", ",") if locale == "fr" else text


def _written(rows: Iterable[Sequence[str]], end: str) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=";", lineterminator=end).writerows(rows)
    return text.getvalue().encode()
