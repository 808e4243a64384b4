"""Workbooks (xlsx, xls, ods): the cells of their first sheet as texts."""

import json
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

from admin_app.kit.transfer.tickets import RefusedFile

KINDS = (".xlsx", ".xls", ".ods")
MEDIA_TYPES = (
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.ms-excel",
    "application/vnd.oasis.opendocument.spreadsheet",
)
_BEGINNINGS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_READER = Path(__file__).with_name("workbook_reader.py")
_PATIENCE = 60
"""Seconds: the reader's own limit counts only those it works in."""


def is_workbook(content: bytes) -> bool:
    """Whether a file begins as workbooks do: a zip, or an old document of Microsoft's."""
    return content.startswith(_BEGINNINGS)


def first_sheet(content: bytes, most: int) -> tuple[str, list[tuple[int, list[str]]]]:
    """The name of the first sheet and its rows that hold something, with their numbers, `most` of them at the utmost.

    RefusedFile says what is wrong.
    """
    try:
        command = [sys.executable, "-I", str(_READER), str(most)]
        done = subprocess.run(command, input=content, capture_output=True, timeout=_PATIENCE)
    except subprocess.TimeoutExpired:
        raise RefusedFile("workbook_limit") from None
    if done.returncode:
        raise RefusedFile("workbook_limit")
    read = json.loads(done.stdout)
    if "refused" in read:
        raise RefusedFile(read["refused"])
    return read["sheet"], [(number, [_text(cell) for cell in row]) for number, row in read["rows"]]


def _text(cell: Any) -> str:
    """A cell as a person would have typed it: 75001.0 is 75001, yes is 1."""
    if isinstance(cell, bool):
        return str(int(cell))
    if not isinstance(cell, float | int):
        return str(cell)
    return str(int(cell)) if float(cell).is_integer() else f"{Decimal(repr(cell)):f}"
