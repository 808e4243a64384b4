"""The API's CSV as a spreadsheet of the person opens it: their words, their dates, one dialect for all our files.

The API writes commas, its own names and moments with offsets (users.yaml, export_users), which a French Excel shows in
one column, and telephones that lose their 0 as numbers. It is written anew row by row on its way (`csv.for_people`);
what it sends remains to be had as it is.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from admin_app.kit.transfer import csv
from admin_app.kit.values import at_clock
from admin_app.kit.words import formats, phones
from admin_app.kit.words.languages import writes_months

_WRITTEN_DAY = re.compile(r"(\d\d)-(\d\d)-(\d{4})")
"""A day of the fuller file: 31-01-2025."""
_NO = ("", "0", "false")


@dataclass(frozen=True)
class Sheet:
    """How a file is written for somebody; plain data, for it waits with the ticket."""

    locale: str
    heads: Mapping[str, str] = field(default_factory=dict)
    """What the API's columns are called; others keep their names."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """`phone`, `date`, `yes_no` by column; a text otherwise."""
    yes: str = ""
    no: str = ""

    def head(self, names: Sequence[str]) -> list[csv.Cell]:
        """The first row."""
        return [self.heads.get(name, name) for name in names]

    def row(self, names: Sequence[str], cells: Sequence[str]) -> list[csv.Cell]:
        """A row below columns of these names."""
        kinds = [self.kinds.get(name, "") for name in names]
        return [self._cell(kind, cell) for kind, cell in zip([*kinds, *[""] * len(cells)], cells, strict=False)]

    def _cell(self, kind: str, text: str) -> str:
        if kind == "phone":
            return phones.at_home(text)
        if kind == "date":
            return self._moment(text)
        if kind == "yes_no" and text:
            return self.no if text in _NO else self.yes
        return text

    def _moment(self, text: str) -> str:
        """A day or a moment as a spreadsheet takes it for one: as the language writes it, if that is in figures."""
        if found := _WRITTEN_DAY.fullmatch(text):
            text = "-".join(reversed(found.groups()))
        moment = str(at_clock(text))
        if writes_months(self.locale):
            return moment[:16].replace("T", " ")
        return formats.date_time(moment, self.locale, "typed")


class ForPeople(csv.Passing):
    """A CSV on its way from the API to a person, written as our own files are."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__()
        self._sheet = sheet
        self._names: list[str] | None = None

    def _mended(self, block: bytes) -> bytes:
        if not block:
            return b""
        rows = csv.read(block, self._separator_of(block))
        begun = self._names is not None
        if self._names is None:
            self._names = rows[0] if rows else []
        names, written = self._names, rows if begun else rows[1:]
        head: list[list[Any]] = [] if begun else [self._sheet.head(names)]
        made = csv.for_people([*head, *(self._sheet.row(names, row) for row in written)], self._sheet.locale)
        return made.removeprefix(csv.MARK) if begun else made
