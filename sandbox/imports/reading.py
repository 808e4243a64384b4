"""Reading an import: the form, the file, the lines, and everything that is wrong with them (session.yaml, x-csv)."""

import csv
import io
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fastapi import Request
from starlette.datastructures import UploadFile

from sandbox.errors import masked
from sandbox.imports.checks import Check
from sandbox.uploads import PLAIN, mime_type

WRONG_TYPE, WRONG_ENCODING = "Incorrect MIME type", "File not in UTF-8"
_TRUE = {"true", "1", "on", "yes"}
_COORDINATE = re.compile(r"-?\d{1,3},\d+", re.ASCII)
# A quote that is never closed makes one cell of the rest of the file.
csv.field_size_limit(sys.maxsize)


class Unreadable(Exception):
    """The file itself is refused."""


@dataclass(frozen=True)
class Upload:
    """An import as it was sent."""

    filename: str
    content: bytes
    headed: bool
    checked: bool


async def read_upload(request: Request) -> Upload:
    """The parts of the form; without file or file name it is a masked failure."""
    async with request.form() as form:
        file, filename = form.get("file"), form.get("filename")
        if not isinstance(file, UploadFile) or not isinstance(filename, str) or not filename:
            raise masked()
        content = await file.read()
        headed, unchecked = (_is_true(form.get(name)) for name in ("columnHeadersFirstLine", "forceDisableValidation"))
    return Upload(filename, content, headed, not unchecked)


def _is_true(value: object) -> bool:
    return isinstance(value, str) and value.lower() in _TRUE


def lines_of(upload: Upload) -> list[list[str]]:
    """The lines without the header; a byte order mark sticks to the first cell, as it does upstream."""
    if mime_type(upload.content) != PLAIN:
        raise Unreadable(WRONG_TYPE)
    try:
        text = upload.content.decode()
    except UnicodeDecodeError:
        raise Unreadable(WRONG_ENCODING) from None
    lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=";"))
    return [[_dotted(cell) for cell in line] for line in lines[1 if upload.headed else 0 :]]


def _dotted(cell: str) -> str:
    """A coordinate written with a comma gets a dot."""
    return cell.replace(",", ".") if _COORDINATE.fullmatch(cell) else cell


def faults_of(lines: Sequence[Sequence[str]], columns: Sequence[Check]) -> Iterator[str]:
    """Everything wrong with the lines; a line with too many or too few columns is not looked at further."""
    for number, line in enumerate(lines, start=1):
        if len(line) != len(columns):
            yield f"Incorrect number of column line {number} ({len(columns)} expected)"
            continue
        for cell, check in zip(line, columns, strict=True):
            fault = check(cell)
            if fault:
                yield f"{cell} {fault} for line {_encoded(line)}"


def _encoded(line: Sequence[str]) -> str:
    """A line as upstream's encoder writes it: accented letters and slashes escaped."""
    return json.dumps(list(line), separators=(",", ":")).replace("/", "\\/")
