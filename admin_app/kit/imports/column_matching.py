"""Which column of a file fills which of ours, and the cells of its lines in our order. Pure.

What is sent keeps the fixed order of the API (session.yaml, x-csv): a file may have any, and columns of its own.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from admin_app.kit.imports.declare import Intake, SheetColumn
from admin_app.kit.imports.rules import tidy
from admin_app.kit.transfer.csv import unguarded
from admin_app.kit.words.formats import folded

_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\*")
"""What people add to the name of a column: a unit, a format, the mark of what must be filled."""
LONGEST_NAME = 200
"""Characters of the name of a column that are read: longer is a text, and names nothing."""
Names = Mapping[str, str]
"""Our columns by every name a file may call them, folded."""


@dataclass(frozen=True)
class Matching:
    """What each column of a file fills: the name of one of our columns, or nothing; in the order of the file."""

    fields: tuple[str, ...]
    named: bool
    """Whether the names of the columns said so; otherwise their order."""

    def place(self, field: str) -> int:
        """Where the file has a column of ours; -1 for nowhere."""
        return self.fields.index(field) if field in self.fields else -1

    def change(self, at: int, field: str) -> "Matching":
        """Another field for one column; the column that filled it so far takes the former one."""
        former = self.fields[at]
        swapped = (former if each == field and field else each for each in self.fields)
        return Matching(tuple(field if place == at else each for place, each in enumerate(swapped)), self.named)


@dataclass(frozen=True)
class LaidLine:
    """The cells of a line in our order, whether there are too few or too many, and those that have no column."""

    cells: list[str]
    odd: bool = False
    beyond: str = ""


def names_of(intake: Intake, labels: Iterable[Sequence[str]]) -> Names:
    """The names of the columns: the API's, our labels (a sequence per language, in the order of the columns), others.

    A label wins over what is only said as well.
    """
    known = {folded(name): column.name for column in intake.columns for name in column.also}
    for each in labels:
        known |= {folded(label): column.name for column, label in zip(intake.columns, each, strict=True)}
    return known | {folded(column.name): column.name for column in intake.columns}


def named(names: Names, cell: str) -> str:
    """The column of ours that a cell of the header names; empty for none."""
    if len(cell) > LONGEST_NAME:
        return ""
    return names.get(folded(cell)) or names.get(folded(_ASIDE.sub(" ", cell)), "")


def recognised(names: Names, cells: Sequence[str]) -> int:
    """How many of our columns a header names."""
    return len({named(names, cell) for cell in cells} - {""})


def matched(intake: Intake, names: Names, header: Sequence[str] | None, width: int) -> Matching:
    """Match the columns of a file by their names; by their order, for as many as it has, where there are no names, or
    none that is known.

    A column whose name says nothing keeps its place where all the others are in theirs.
    """
    ours = [column.name for column in intake.columns]
    found = list[str]()
    for cell in header or ():
        name = named(names, cell)
        found.append(name if name not in found else "")
    if not any(found):
        return Matching(tuple(ours[:width]), named=False)
    in_place = len(found) == len(ours) and all(name in ("", our) for name, our in zip(found, ours, strict=True))
    return Matching(tuple(ours if in_place else found), named=True)


def laid(intake: Intake, matching: Matching, row: Sequence[str], *, filled: bool = False) -> LaidLine:
    """A line of the file in our order, as the server wants its cells; `filled` for a spreadsheet's, whose empty last
    cells are not written."""
    width = len(matching.fields)
    beyond = [cell.strip() for cell in row[width:]]
    while beyond and not beyond[-1]:
        beyond.pop()
    odd = bool(beyond) or (len(row) < width and not filled)
    cells = [tidy(column, unguarded(written(matching, column, row))) for column in intake.columns]
    return LaidLine(cells, odd, " ; ".join(beyond))


def written(matching: Matching, column: SheetColumn, row: Sequence[str]) -> str:
    """What a line has for one of our columns, as the file has it."""
    at = matching.place(column.name)
    return row[at] if 0 <= at < len(row) else ""


def tidied(intake: Intake, matching: Matching, row: Sequence[str]) -> int:
    """How many cells of a line read otherwise than they were written, spaces around and guards apart."""
    pairs = ((column, written(matching, column, row)) for column in intake.columns)
    return sum(tidy(column, unguarded(text)) != unguarded(text).strip() for column, text in pairs)
