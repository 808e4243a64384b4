"""From the bytes of a file to its lines: encoding and separator of a text, first sheet of a workbook, header.

A file is read piece by piece and given up at the first limit it passes, so that what is kept of it is never much more
than what may be imported: 10 MB hold ten million blank lines, or as many cells in one.
"""

import codecs
import csv
import io
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from admin_app.kit.imports import workbooks
from admin_app.kit.imports.charsets import CODECS, readings
from admin_app.kit.imports.column_matching import Names, named, recognised
from admin_app.kit.imports.declare import Intake, SheetColumn
from admin_app.kit.imports.rules import fault, tidy
from admin_app.kit.transfer.tickets import RefusedFile

SEPARATORS = (";", ",", "\t", "|")
MAX_LINES = 20_000
"""Most lines of one import: what a person can still look through."""
MAX_BLANK = 50_000
"""Most blank lines: spreadsheets save some after the last one that was filled in."""
MAX_LINE = 50_000
"""Characters of one line: the longest cells of an import are texts of some thousands."""
MAX_BEYOND = 60
"""Cells kept of those that a line has more than we have columns: a file may have others of its own."""
SECONDS = 20
"""Longest time for one file: a hundred times what the largest fit one takes."""
ENOUGH = 3
"""Known names that make a header, whatever other columns the file has."""
SAMPLE = 20
"""Lines the separator is guessed from."""
_SAMPLED = 200_000
"""Characters these are looked for in."""
_PIECE = 1 << 16
"""Bytes decoded at once."""
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig", "UTF-8"), (b"\xff\xfe", "utf-16", "UTF-16"), (b"\xfe\xff", "utf-16", "UTF-16"))
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


@dataclass(frozen=True)
class Line:
    """One line: its number as the person's spreadsheet counts it, and its cells."""

    number: int
    cells: list[str]


@dataclass(frozen=True)
class Decoded:
    """A file that was read: its lines as they stand, without the header, and what was found out about it."""

    lines: list[Line]
    header: Line | None
    encoding: str
    encodings: list[str]
    """Those it may be in, where which of them is a guess; none where it is known."""
    separator: str
    """Empty for a workbook, as the encoding."""
    sheet: str
    """The sheet of a workbook that was read; empty for a text."""
    blank: int

    @property
    def width(self) -> int:
        """How many cells its longest line has."""
        return max(len(line.cells) for line in (*self.lines, *([self.header] if self.header else [])))


def decoded(content: bytes, intake: Intake, names: Names) -> Decoded:
    """Read a file for an import; `names` are what a header may call the columns. RefusedFile says what is wrong."""
    encoding = separator = sheet = ""
    encodings = list[str]()
    width = len(intake.columns)
    if workbooks.is_workbook(content):
        sheet, rows = workbooks.first_sheet(content, MAX_LINES + 1)
        raw, count = _filled(rows, width)
    else:
        codec, encoding, encodings = _encoding(content)
        separator = _separator(_opened(content, codec).read(_SAMPLED), width, names)
        raw, count = _filled_text(content, codec, separator, width)
    header = raw[0] if _is_header(raw[0].cells, intake.columns, names) else None
    return Decoded(raw[1:] if header else raw, header, encoding, encodings, separator, sheet, count - len(raw))


def _filled_text(content: bytes, codec: str, separator: str, width: int) -> tuple[list[Line], int]:
    try:
        return _filled(enumerate(_records(content, codec, separator, strict=True), 1), width)
    except csv.Error as error:
        if "end of data" in str(error):
            raise RefusedFile("unclosed_quote") from None
    # Quotes in the middle of a cell are odd, and read as they stand.
    return _filled(enumerate(_records(content, codec, separator, strict=False), 1), width)


def _filled(records: Iterable[tuple[int, Sequence[str]]], width: int) -> tuple[list[Line], int]:
    """The numbered records that hold something, and the last number. RefusedFile for too many, or none."""
    raw = list[Line]()
    count, end = 0, time.monotonic() + SECONDS
    for count, record in records:
        if any(cell.strip() for cell in record):
            raw.append(Line(count, _bounded(record, width)))
        if len(raw) > MAX_LINES + 1:
            raise RefusedFile("too_many_lines")
        if count - len(raw) > MAX_BLANK:
            raise RefusedFile("too_many_blank")
        if time.monotonic() > end:
            raise RefusedFile("too_slow")
    if not raw:
        raise RefusedFile("empty_file")
    return raw, count


def _bounded(record: Sequence[str], width: int) -> list[str]:
    """The cells of a record; of those beyond the last column some are enough to say that there are too many."""
    most = width + MAX_BEYOND
    if any(cell.strip() for cell in record[most:]):
        return [*record[:most], "…"]
    return list(record[:most])


def _records(content: bytes, codec: str, separator: str, *, strict: bool) -> Iterator[list[str]]:
    """Every record. RefusedFile for one that is too long, csv.Error where a strict reader finds a quote odd."""
    size = parts = 0

    def lines() -> Iterator[str]:
        nonlocal size, parts
        text = _opened(content, codec)
        while line := text.readline(MAX_LINE + 1):
            size, parts = size + len(line), parts + 1
            if size > MAX_LINE:
                # A quote that is never closed would make one cell of the rest of the file.
                raise RefusedFile("unclosed_quote" if parts > 1 or line.count('"') % 2 else "long_line")
            yield line

    for record in csv.reader(lines(), delimiter=separator, strict=strict):
        size = parts = 0
        yield record


def _opened(content: bytes, codec: str) -> io.TextIOWrapper:
    """The text of a file, decoded as it is read, with its line ends as they are."""
    return io.TextIOWrapper(io.BytesIO(content), codec, newline="")


def _encoding(content: bytes) -> tuple[str, str, list[str]]:
    """The codec and its name, by its mark, else UTF-8; else a guess, among those that a spreadsheet may have written.

    RefusedFile `not_text` when there are characters that no text has.
    """
    for mark, codec, name in _MARKS:
        if content.startswith(mark):
            _check(content, codec)
            return codec, name, []
    try:
        _check(content, "utf-8")
    except UnicodeDecodeError:
        name, *others = readings(content)
        _check(content, CODECS[name])
        return CODECS[name], name, [name, *others]
    return "utf-8", "UTF-8", []


def _check(content: bytes, codec: str) -> None:
    """RefusedFile `not_text` for what is no text; UnicodeDecodeError for another UTF-8."""
    decoder = codecs.getincrementaldecoder(codec)()
    for start in range(0, len(content) + 1, _PIECE):
        try:
            text = decoder.decode(content[start : start + _PIECE], final=start + _PIECE >= len(content))
        except UnicodeDecodeError:
            if codec != "utf-8":
                raise RefusedFile("not_text") from None
            raise
        if _CONTROLS.search(text):
            raise RefusedFile("not_text")


def _separator(text: str, width: int, names: Names) -> str:
    """The separator that gives most names of columns, or else most lines their columns.

    The standard library's Sniffer guesses without knowing how many there must be, and is led astray by a comma in
    each description.
    """

    def fit(separator: str) -> tuple[int, int, int]:
        try:
            reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
            records = [record for record, _ in zip(reader, range(SAMPLE), strict=False)]
        except csv.Error:
            return 0, 0, 0
        sizes = [len(record) for record in records]
        first = next((record for record in records if any(map(str.strip, record))), [])
        return recognised(names, first), sizes.count(width), max(sizes, default=0)

    return max(SEPARATORS, key=fit)


def _is_header(cells: Sequence[str], columns: Sequence[SheetColumn], names: Names) -> bool:
    """Names of columns, or a first line of which no cell is what its column asks for."""
    filled = [cell for cell in cells if cell.strip()]
    known = sum(bool(named(names, cell)) for cell in filled)
    if known * 2 > len(filled) or known >= ENOUGH:
        return True
    strict = [
        bool(fault(column, tidy(column, cell)))
        for column, cell in zip(columns, cells, strict=False)
        if column.rule != "text" and cell.strip()
    ]
    return len(strict) > 1 and all(strict)
