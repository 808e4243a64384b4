"""Lines of cells as a CSV file: one dialect for people, one for the API, one rule for what looks like a formula.

People get semicolons, a byte order mark and CRLF whatever the language of the page: the separator a spreadsheet expects
is that of its machine, staff work on French ones, and what is handed out here is read back by our own import, which
needs none of it. The API gets what it asks for and nothing else (session.yaml, x-csv).
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from decimal import Decimal

from admin_app.kit.words.languages import decimal_mark

Cell = str | int | float | Decimal | None
MARK = b"\xef\xbb\xbf"
"""Tells a spreadsheet that a text is UTF-8."""
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")
"""What a spreadsheet takes for the beginning of a formula, or drops before it looks for one."""
_DROPPED = "' \u00a0\u3000"
"""What may stand before: our guard, and spaces that some programs trim."""
_SIGN = r"(?:[=@+\-\uff1d\uff20\uff0b\uff0d]|\xef\xbc[\x8b\x8d\x9d\xa0])"
"""A sign that begins one, also wide, and wide as its three bytes are read one by one."""
_GUARD = "'"
_NUMBER = r"[+-][\d .,()%€]*(?=[,;\t|\r\n]|$)"
"""What begins like a formula and is a number, or one of a telephone."""
_AMID = re.compile(rf"(?<=[,;\t|\r\n])(?=\'*{_SIGN})(?!\'*{_NUMBER})")
"""Where a formula would begin if a spreadsheet took the mark before it for the end of a cell: which mark ends one, the
machine that opens a file decides, and quotes that stand inside what it takes for a cell hold nothing together."""
_GUARDED = re.compile(rf"(?<=[,;\t|\r\n])\'(?=\'*{_SIGN})(?!\'*{_NUMBER})")
_RISKY = re.compile(rf"^(?=[\' ]*{_SIGN})(?![\' ]*{_NUMBER})|{_AMID.pattern}")
_SUSPECT = re.compile(
    rb"(?:^|[,;\t|\r\n\"])[' ]*(?:[=@]|\xef\xbc[\x8b\x8d\x9d\xa0]|[+-](?![\d .()]*\"?(?:[,;\t|\r\n]|$)))"
)
"""A part of a file that may hold one; most do not, and pass as they are."""
LONGEST_ROW = 1024**2
"""Bytes of a row of a file that passes through."""


def for_people(rows: Iterable[Sequence[Cell]], locale: str) -> bytes:
    """Lines as a spreadsheet opens them with a double click; numbers with the decimal mark of the language."""
    return MARK + _written(([_cell(cell, locale) for cell in row] for row in rows), "\r\n").encode()


def for_api(rows: Iterable[Sequence[str]]) -> bytes:
    """Lines as the server reads them: UTF-8 without a mark, every cell as it stands."""
    return _written(rows, "\n").encode()


def guarded(text: str) -> str:
    """A text that a spreadsheet does not take for a formula, nor any part of it, whatever it takes for a separator."""
    mended = _AMID.sub(_GUARD, text)
    return _GUARD + mended if text.lstrip(_DROPPED).startswith(FORMULA) else mended


def unguarded(text: str) -> str:
    """A text as it was before `guarded`: what was handed out may come back."""
    opened = _GUARDED.sub("", text)
    return opened.removeprefix(_GUARD) if text.lstrip(_DROPPED).startswith(FORMULA) else opened


class Passing:
    """A CSV on its way from the API to a person: its bytes as they come, but for cells that would become formulas.

    Numbers stay, telephones too: `+33 6 12` is none. What passes is cut between two rows.
    """

    def __init__(self) -> None:
        self._rest = b""
        self._quoted = False
        self._separator = ""

    def feed(self, chunk: bytes) -> bytes:
        """Take in the next bytes; those of whole rows. ValueError for a row or a cell that does not end."""
        end = self._end_of_rows(chunk)
        whole, self._rest = (self._rest + chunk[:end], chunk[end:]) if end else (b"", self._rest + chunk)
        if len(self._rest) > LONGEST_ROW:
            raise ValueError("a row without an end")
        return self._mended(whole)

    def finish(self) -> bytes:
        """The last row, where it has no end of its own."""
        rest, self._rest = self._rest, b""
        return self._mended(rest)

    def _end_of_rows(self, chunk: bytes) -> int:
        """Where the last row that is whole ends in the bytes; 0 when none does."""
        parts, place = chunk.split(b'"'), len(chunk)
        quoted, self._quoted = self._quoted, self._quoted ^ (len(parts) % 2 == 0)
        for index in range(len(parts) - 1, -1, -1):
            start = place - len(parts[index])
            if quoted == bool(index % 2) and (at := chunk.rfind(b"\n", start, place)) >= 0:
                return at + 1
            place = start - 1
        return 0

    def _separator_of(self, block: bytes) -> str:
        """What stands between the cells, as the first row has it."""
        if block and not self._separator:
            self._separator = max(",;\t", key=block.partition(b"\n")[0].decode("latin-1").count)
        return self._separator

    def _mended(self, block: bytes) -> bytes:
        self._separator_of(block)
        if not _SUSPECT.search(block):
            return block
        # Marks are ASCII, so a character of several bytes is left in one piece.
        rows = _rows(block.decode("latin-1"), self._separator)
        mended = [[_RISKY.sub(_GUARD, cell) for cell in row] for row in rows]
        if mended == rows:
            return block
        end = "\r\n" if b"\r\n" in block else "\n"
        return _written(mended, end, self._separator).encode("latin-1")


def read(block: bytes, separator: str) -> list[list[str]]:
    """The rows of a part of a file, in whatever it is written: UTF-8 else what Windows writes. ValueError: no CSV."""
    try:
        text = block.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = block.decode("cp1252", "replace")
    return _rows(text, separator)


def _rows(text: str, separator: str) -> list[list[str]]:
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error as error:
        raise ValueError("no CSV") from error


def _cell(cell: Cell, locale: str) -> str:
    if isinstance(cell, str):
        return guarded(cell)
    text = "" if cell is None else str(cell)
    return text.replace(".", decimal_mark(locale))


def _written(rows: Iterable[Sequence[str]], end: str, separator: str = ";") -> str:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=separator, lineterminator=end).writerows(rows)
    return text.getvalue()
