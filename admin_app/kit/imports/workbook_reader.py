"""Reads the bytes of a workbook in a process of its own, which `workbooks.py` starts and judges; not to be imported.

The library lays out every cell between the first and the last: a file of 5 KB whose two cells are far apart asks for
more memory than there is, and takes the whole process with it. Here it takes this one. Nothing of the house is
imported, so that it starts in an instant.
"""

import datetime as dt
import io
import json
import resource
import sys
from typing import Any

from python_calamine import CalamineError, PasswordError, SheetTypeEnum, SheetVisibleEnum, load_workbook

MEMORY = 1024**3
"""Bytes: 20,000 lines take a twentieth of it."""
SECONDS = 30
LARGEST = 16 * 1024**2
"""Characters of all cells as JSON writes them: a workbook unfolds into any number, which whoever asked must hold."""
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
"""What holds a workbook that has a password is a file of another kind, which the library does not recognise."""


def read(content: bytes, most: int) -> dict[str, Any]:
    """The name of the first sheet on show and its rows that hold something, or the name of a refusal (kit.upload)."""
    if _ENCRYPTED in content:
        return {"refused": "encrypted"}
    try:
        book = load_workbook(io.BytesIO(content))
        sheets = (each for each in book.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet)
        shown = (each.name for each in sheets if each.visible == SheetVisibleEnum.Visible)
        if (name := next(shown, None)) is None:
            return {"refused": "empty_file"}
        sheet = book.get_sheet_by_name(name)
        left = [""] * (sheet.start[1] if sheet.start else 0)
        rows = list[tuple[int, list[Any]]]()
        size = 0
        for number, row in enumerate(sheet.iter_rows(), 1):
            if cells := _trimmed([*left, *map(_plain, row)]):
                rows.append((number, cells))
                size += sum(4 + len(str(cell)) for cell in cells)
            if len(rows) > most:
                return {"refused": "too_many_lines"}
            if size > LARGEST:
                return {"refused": "workbook_limit"}
    except PasswordError:
        return {"refused": "encrypted"}
    except CalamineError:
        return {"refused": "workbook"}
    return {"sheet": name, "rows": rows}


def _plain(cell: Any) -> Any:
    """A cell as JSON has it: a day, or a day and its time, as ISO 8601 writes them."""
    if isinstance(cell, dt.datetime):
        return cell.date().isoformat() if cell.time() == dt.time() else cell.isoformat(" ", "seconds")
    if isinstance(cell, dt.date | dt.time):
        return cell.isoformat()
    return str(cell) if isinstance(cell, dt.timedelta) else cell


def _trimmed(cells: list[Any]) -> list[Any]:
    while cells and (cells[-1] == "" or (isinstance(cells[-1], str) and cells[-1].isspace())):
        cells.pop()
    return cells


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    json.dump(read(sys.stdin.buffer.read(), int(sys.argv[1])), sys.stdout)
