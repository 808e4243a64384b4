"""From the bytes of a file to lines of cells: encoding and separator of a text, first sheet of a workbook, header."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from charset_normalizer import from_bytes

from admin_app.kit.imports import workbooks
from admin_app.kit.imports.declare import Intake, SheetColumn
from admin_app.kit.imports.rules import fault, tidy
from admin_app.kit.transfer.csv import unguarded
from admin_app.kit.transfer.tickets import RefusedFile
from admin_app.kit.words.folding import folded

SEPARATORS = (";", ",", "\t", "|")
MAX_LINES = 20_000
"""Most lines of one import: what a person can still look through."""
SAMPLE = 20
"""Lines the separator is guessed from."""
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig", "UTF-8"), (b"\xff\xfe", "utf-16", "UTF-16"), (b"\xfe\xff", "utf-16", "UTF-16"))
_LEGACY = {"cp1252": "Windows-1252", "mac_roman": "Mac Roman", "cp850": "DOS 850"}
"""What spreadsheets in western Europe write, when they do not write UTF-8."""
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


@dataclass(frozen=True)
class Line:
    """One line: its number as the person's spreadsheet counts it, and its cells."""

    number: int
    cells: list[str]


@dataclass(frozen=True)
class Decoded:
    """A file that was read: its lines without the header, and what was found out about it."""

    lines: list[Line]
    header: Line | None
    encoding: str
    separator: str
    """Both empty for a workbook."""
    sheet: str
    """The sheet of a workbook that was read; empty for a text."""
    blank: int
    tidied: int
    """Cells that were written another way, as the server wants them."""


def decoded(content: bytes, intake: Intake, names: Iterable[str] = ()) -> Decoded:
    """Read a file for an import; `names` are what a header may call the columns. RefusedFile says what is wrong."""
    encoding = separator = sheet = ""
    if workbooks.is_workbook(content):
        sheet, records = workbooks.first_sheet(content, intake.columns)
    else:
        text, encoding = _text(content)
        separator = _separator(text, len(intake.columns))
        records = _records(text, separator)
    raw = [Line(number, record) for number, record in enumerate(records, 1) if any(cell.strip() for cell in record)]
    if not raw:
        raise RefusedFile("empty_file")
    if len(raw) > MAX_LINES + 1:
        raise RefusedFile("too_many_lines")
    header = raw[0] if _is_header(raw[0].cells, intake.columns, names) else None
    lines = [Line(line.number, _tidied(intake.columns, line.cells)) for line in (raw[1:] if header else raw)]
    return Decoded(lines, header, encoding, separator, sheet, len(records) - len(raw), _changed(raw, lines))


def _records(text: str, separator: str) -> list[list[str]]:
    """Every record. A quote that is never closed would make one cell of the rest of the file."""
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error as error:
        if "end of data" in str(error) or "limit" in str(error):
            raise RefusedFile("unclosed_quote") from None
    # Quotes in the middle of a cell are odd, and read as they stand.
    return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))


def _text(content: bytes) -> tuple[str, str]:
    """The text and the name of its encoding: by its mark, else UTF-8, else what a spreadsheet may have written."""
    for mark, codec, name in _MARKS:
        if content.startswith(mark):
            return _checked(content, codec), name
    try:
        text = content.decode()
        name = "UTF-8"
    except UnicodeDecodeError:
        # Only the encodings that can be: on short texts the whole table of them proposes Turkish and Baltic ones.
        best = from_bytes(content, cp_isolation=list(_LEGACY)).best()
        codec = best.encoding if best else "cp1252"
        return _checked(content, codec), _LEGACY[codec]
    if _CONTROLS.search(text):
        raise RefusedFile("not_text")
    return text, name


def _checked(content: bytes, codec: str) -> str:
    try:
        text = content.decode(codec)
    except UnicodeDecodeError:
        raise RefusedFile("not_text") from None
    if _CONTROLS.search(text):
        raise RefusedFile("not_text")
    return text


def _separator(text: str, width: int) -> str:
    """The separator that gives most lines their columns.

    The standard library's Sniffer guesses without knowing how many there must be, and is led astray by a comma in
    each description.
    """

    def fit(separator: str) -> tuple[int, int]:
        try:
            reader = csv.reader(io.StringIO(text[:200_000], newline=""), delimiter=separator)
            sizes = [len(record) for record, _ in zip(reader, range(SAMPLE), strict=False)]
        except csv.Error:
            return 0, 0
        return sizes.count(width), max(sizes, default=0)

    return max(SEPARATORS, key=fit)


def _is_header(cells: Sequence[str], columns: Sequence[SheetColumn], names: Iterable[str]) -> bool:
    """Names of columns, or a first line of which no cell is what its column asks for."""
    known = {folded(name) for name in names} | {folded(column.name) for column in columns}
    filled = [cell for cell in cells if cell.strip()]
    if sum(folded(cell) in known for cell in filled) * 2 > len(filled):
        return True
    strict = [
        bool(fault(column, tidy(column, cell)))
        for column, cell in zip(columns, cells, strict=False)
        if column.rule != "text" and cell.strip()
    ]
    return len(strict) > 1 and all(strict)


def _tidied(columns: Sequence[SheetColumn], cells: Sequence[str]) -> list[str]:
    """Cells as the server wants them; empty ones beyond the last column are a spreadsheet's, not a fault."""
    known = [tidy(column, unguarded(cell)) for column, cell in zip(columns, cells, strict=False)]
    beyond = [cell.strip() for cell in cells[len(columns) :]]
    while beyond and not beyond[-1]:
        beyond.pop()
    return [*known, *beyond]


def _changed(raw: Sequence[Line], lines: Sequence[Line]) -> int:
    """How many cells read otherwise than they were written, spaces apart."""
    before = {line.number: line.cells for line in raw}
    pairs = ((line.cells, before[line.number]) for line in lines)
    return sum(new != old.strip() for cells, olds in pairs for new, old in zip(cells, olds, strict=False))
