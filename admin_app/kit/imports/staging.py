"""The staging table of an import: its lines between the file and the server, with all that is known of each.

It lies behind a ticket of the spool and is read and written whole (`ImportJob`): a tab's state holds one page of it,
for 5,000 lines would be megabytes in every message and every stored state. Pure.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import Any

from admin_app.kit.imports.charsets import read_again
from admin_app.kit.imports.column_matching import Matching, laid, tidied
from admin_app.kit.imports.declare import ADDED, DUPLICATE, UNCERTAIN, Intake, SheetColumn
from admin_app.kit.imports.entry import Entry, tell_replaced
from admin_app.kit.imports.file_reader import Decoded, Line
from admin_app.kit.imports.places import SWAPPED, Area, area, remark, spot_of
from admin_app.kit.imports.rules import faults
from admin_app.kit.words.formats import folded

VIEWS = ("", "faults", "doubts", "missing", "uncertain")
"""The lines that can be shown alone: all, wrong ones, those to look at, those that are not there, or nobody knows."""
UNLISTED = "unlisted"
"""The fault of a number that no record of a short list has."""
NAMESAKES = "namesakes"
"""The fault of a name that several records have: their numbers follow it, as in `namesakes 3, 12`."""
MARKS = 2000
"""Most places of the map: those to look at come first."""
_BY_NUMBER = attrgetter("number")
_folded = lru_cache(10_000)(folded)  # each line compares its cells with every name


@dataclass
class StagingTable:
    """The lines of one import, and what is known of its file."""

    intake: Intake
    about: dict[str, str]
    """Whose it is, the stage it is at, the name of the file, its encoding, separator or sheet, what was put right."""
    matching: Matching
    header: Line | None = None
    """The first line of the file, where it holds names of columns."""
    entries: list[Entry] = field(default_factory=list)
    done: list[Entry] = field(default_factory=list)
    """The lines whose records were there when the others were taken up again: these may not say the same either."""
    names: dict[str, dict[str, str]] = field(default_factory=dict)
    """What the records that lines refer to are called: by column, then by id."""
    area: Area | None = None
    """Where most places of the file are."""
    encodings: list[str] = field(default_factory=list)
    """Those that the file may be in, where the one it was read in is a guess."""
    removed: list[list[Entry]] = field(default_factory=list)
    """The lines that were taken out, step by step: they can be put back."""

    # --- in and out of the spool ---------------------------------------------------

    @classmethod
    def create(cls, intake: Intake, decoded: Decoded, matching: Matching, **about: str) -> "StagingTable":
        """Lay out the lines of a file."""
        found = {"encoding": decoded.encoding, "separator": decoded.separator, "sheet": decoded.sheet}
        about = {**about, **found, "blank": str(decoded.blank)}
        table = cls(intake, about, matching, decoded.header, encodings=decoded.encodings)
        table.entries = [table._laid(line) for line in decoded.lines]
        table.survey()
        return table

    @classmethod
    def load(cls, intake: Intake, content: bytes) -> "StagingTable":
        """The table as it was dumped. ValueError for something else."""
        stored = json.loads(content)
        stored["matching"] = Matching(*stored["matching"])
        stored["header"] = Line(*stored["header"]) if stored["header"] else None
        for name in ("entries", "done"):
            stored[name] = [Entry(*each) for each in stored.get(name, [])]
        stored["removed"] = [[Entry(*each) for each in step] for step in stored.get("removed", [])]
        return cls(intake, **stored)

    def dump(self) -> bytes:
        """The table as it waits in the spool."""
        stored = {name: value for name, value in vars(self).items() if name != "intake"}
        return json.dumps(stored, default=lambda each: [*vars(each).values()]).encode()

    # --- reading ---------------------------------------------------------------------

    @property
    def csv_name(self) -> str:
        """The name of the file that is sent: what was read from a workbook goes out as CSV."""
        name = self.about["name"]
        return f"{name.rpartition('.')[0]}.csv" if self.about["sheet"] else name

    def view(self, name: str = "") -> list[Entry]:
        """The lines of a view."""
        good = {"", *(each.name for each in self.intake.outlooks if each.tone == "good")}
        missing, unsure = self.intake.missing, UNCERTAIN.name
        holds = {
            "": lambda entry: True,
            "faults": lambda entry: entry.faults,
            "doubts": lambda entry: (
                entry.outlook not in good
                or entry.remark
                or entry.twin is not None
                or (entry.was == unsure and not entry.outlook)
            ),
            "missing": lambda entry: entry.outcome in missing and entry.outcome != unsure,
            "uncertain": lambda entry: entry.outcome == unsure,
        }[name]
        return [entry for entry in self.entries if holds(entry)]

    def left(self) -> list[Entry]:
        """The lines that can be taken up again: those that are not there, as far as anybody knows."""
        return [entry for entry in self.entries if entry.outcome in self.intake.missing]

    def one(self, number: int) -> Entry | None:
        """A line by its number."""
        return next((entry for entry in self.entries if entry.number == number), None)

    def faulty_after(self, number: int) -> Entry | None:
        """The next line with a fault; after the last one comes the first again."""
        wrong = self.view("faults")
        return next((entry for entry in wrong if entry.number > number), wrong[0] if wrong else None)

    def remarks(self) -> dict[str, int]:
        """How many lines there is something to say about, by what: `swapped`, `far`, `twin`, and how many twins
        would replace the record of an earlier line: `replaces`."""
        said = Counter(entry.remark for entry in self.entries if entry.remark)
        twins = sum(entry.twin is not None for entry in self.entries)
        found = _twins([*self.done, *self.entries], since=len(self.intake.same))
        replaces = sum(entry.number in found for entry in self.entries)
        return dict(said) | {name: count for name, count in (("twin", twins), ("replaces", replaces)) if count}

    @property
    def chosen(self) -> str:
        """The record that fills a column of every line."""
        return self.entries[0].cells[self.intake.at(self.intake.chosen)] if self.entries else ""

    @property
    def width(self) -> int:
        """How many columns the file has: the cells of its longest line."""
        lines = (*(entry.written for entry in self._every()), self.header.cells if self.header else [])
        return max(map(len, lines))

    def samples(self) -> list[str]:
        """What the first lines of the file have in each of its columns: the first text that is not empty."""
        rows = [entry.written for entry in self.entries[:20]]
        width = max(map(len, rows), default=0)
        return [next((row[at].strip() for row in rows if at < len(row) and row[at].strip()), "") for at in range(width)]

    def places(self) -> list[tuple[Entry, str]]:
        """The lines on a map and their tones, those to look at first."""

        def tone(entry: Entry) -> str:
            return "bad" if entry.faults or entry.remark else "warn" if entry.twin is not None else "good"

        spotted = ((each, tone(each)) for each in self.entries if each.spot)
        return sorted(spotted, key=lambda pair: pair[1] == "good")[:MARKS]

    # --- mending ---------------------------------------------------------------------

    def write(self, number: int, at: int, text: str) -> None:
        """Replace a cell of a line: it is checked again, and what was found out about it holds no more."""
        if entry := self.one(number):
            self._set(entry, _with(entry.cells, at, text))

    def accept(self, number: int) -> None:
        """Take a line with too few or too many cells as it stands: what lacks is empty, what is beyond goes."""
        if entry := self.one(number):
            entry.odd, entry.beyond = False, ""
            self._set(entry, entry.cells)

    def fill(self, field_name: str, text: str) -> None:
        """Write the same text into one cell of every line."""
        at = self.intake.at(field_name)
        for entry in self._every():
            if entry.cells[at] != text:
                self._set(entry, _with(entry.cells, at, text))

    def remove(self, number: int) -> None:
        """Take a line out."""
        self._take([entry for entry in self.entries if entry.number == number])

    def drop_twins(self) -> None:
        """Take out the lines that say the same as an earlier one."""
        self._take([entry for entry in self.entries if entry.twin is not None])

    def _take(self, gone: list[Entry]) -> None:
        if gone:
            self.removed.append(gone)
            numbers = {entry.number for entry in gone}
            self.entries = [entry for entry in self.entries if entry.number not in numbers]

    def put_back(self) -> None:
        """Put the lines back that were taken out last."""
        if self.removed:
            self.entries = sorted([*self.entries, *self.removed.pop()], key=_BY_NUMBER)
            self.survey()

    def _every(self) -> Iterator[Entry]:
        """Those that were taken out as well, which are like the others when they come back."""
        return chain(self.entries, *self.removed)

    def exchange(self) -> None:
        """Exchange latitude and longitude of the places that would be among the others then."""
        first, second = self.intake.spot or (0, 0)
        for entry in self.entries:
            if entry.remark == SWAPPED:
                cells = _with(entry.cells, first, entry.cells[second])
                self._set(entry, _with(cells, second, entry.cells[first]))
        self.survey()

    def set_header(self, headed: bool) -> None:
        """Take the first line for names of columns, also where it was taken out, or for a line like the others."""
        first = min(self._every(), key=_BY_NUMBER, default=None)
        if headed and not self.header and first:
            self.header = first.line
            steps = [[entry for entry in step if entry is not first] for step in (self.entries, *self.removed)]
            self.entries, self.removed = steps[0], [step for step in steps[1:] if step]
        elif self.header and not headed:
            self.entries = sorted([*self.entries, self._laid(self.header)], key=_BY_NUMBER)
            self.header = None

    def match(self, matching: Matching) -> None:
        """Fill our columns from others of the file. Only those that change are read again: corrections stay."""
        former, self.matching = self.matching, matching
        anew = [former.place(each.name) != matching.place(each.name) for each in self.intake.columns]
        for entry in self._every():
            laid_out = self._laid(entry.line)
            if len(former.fields) != len(matching.fields):
                entry.odd, entry.beyond = laid_out.odd, laid_out.beyond
            pairs = zip(anew, laid_out.cells, entry.cells, strict=True)
            self._set(entry, [read if again else kept for again, read, kept in pairs])
        self._resolve()
        self.survey()

    def read_as(self, encoding: str) -> None:
        """Read the file in another encoding. Corrections stay."""
        former, self.about["encoding"] = self.about["encoding"], encoding
        if self.header:
            self.header = Line(self.header.number, read_again(self.header.cells, former, encoding))
        for entry in self._every():
            before, entry.written = self._laid(entry.line), read_again(entry.written, former, encoding)
            after = self._laid(entry.line)
            entry.beyond = after.beyond if entry.odd else ""
            triples = zip(entry.cells, before.cells, after.cells, strict=True)
            self._set(entry, [read if kept == was else kept for kept, was, read in triples])
        self._resolve()
        self.survey()

    def _laid(self, line: Line) -> Entry:
        """A line of the file, as a line of the table."""
        cells = laid(self.intake, self.matching, line.cells, filled=bool(self.about["sheet"]))
        entry = Entry(line.number, line.cells, cells.cells, cells.odd, cells.beyond)
        self._set(entry, entry.cells)
        return entry

    def _set(self, entry: Entry, cells: list[str]) -> None:
        """Give a line its cells, and check it."""
        entry.cells = cells
        entry.faults = {**faults(self.intake, cells, entry.odd), **self._unknown(cells)}
        entry.marks = [same(self.intake.named(cells)) for same in (*self.intake.same, *self.intake.replaces)]
        entry.spot = spot_of(cells, self.intake.spot)
        entry.remark = remark(entry.spot, self.area)
        entry.forget()

    def survey(self) -> None:
        """Look at the file as a whole anew: where most places are, which are odd, how many cells were put right."""
        self.area = area([entry.spot for entry in self.entries if entry.spot])
        for entry in self.entries:
            entry.remark = remark(entry.spot, self.area)
        self.about["tidied"] = str(sum(tidied(self.intake, self.matching, entry.written) for entry in self.entries))
        self.compare()

    def compare(self) -> None:
        """Find the lines that say the same as an earlier one."""
        twins = _twins([*self.done, *self.entries])
        for entry in self.entries:
            entry.twin = twins.get(entry.number)

    # --- the records that lines name ---------------------------------------------------

    def learn(self, records: Mapping[str, Iterable[Mapping[str, str]]]) -> None:
        """Note the records that columns may refer to, by column: their numbers take the place of their names, and a
        number that no record of a short list has is a fault."""
        for column, options in records.items():
            self.names.setdefault(column, {}).update({each["value"]: each["label"] for each in options})
        self._resolve()

    def unresolved(self, column: str) -> list[str]:
        """The names a column holds where a number is wanted, each once."""
        at = self.intake.at(column)
        texts = dict.fromkeys(entry.cells[at] for entry in self._every())
        return [text for text in texts if text and not text.isdigit()]

    def number(self, column: str, text: str) -> str:
        """The number of the one record of this name; the text itself where there is none, or more than one."""
        found = self._called(column, text)
        return found[0] if len(found) == 1 and not text.isdigit() else text

    def _called(self, column: str, text: str) -> list[str]:
        """The numbers of the records of this name."""
        said = _folded(text)
        return [each for each, name in self.names.get(column, {}).items() if _folded(name) == said]

    def knows(self, column: SheetColumn, text: str) -> bool:
        """Whether nothing is to be asked about a text: it is a number, and of a short list one of its own."""
        return text.isdigit() and (not column.listed or text.lstrip("0") in self.names.get(column.name, {}))

    def _resolve(self) -> None:
        """Write the numbers of the records that are known by name, and read those lines again."""
        numbers = {
            self.intake.at(column): {text: self.number(column, text) for text in self.unresolved(column)}
            for column in self.names
        }
        for entry in self._every():
            cells = [numbers.get(at, {}).get(text, text) for at, text in enumerate(entry.cells)]
            told = {at: name for at, name in entry.faults.items() if name.split()[0] in (UNLISTED, NAMESAKES)}
            if cells != entry.cells or told != self._unknown(cells):
                self._set(entry, cells)

    def _unknown(self, cells: Sequence[str]) -> dict[str, str]:
        """What is wrong with the cells that should mean one record of those that are known, by their places."""
        named = zip(self.intake.columns, cells, strict=True)
        found = {str(at): self._meaning(*each) for at, each in enumerate(named) if each[0].name in self.names}
        return {at: name for at, name in found.items() if name}

    def _meaning(self, column: SheetColumn, text: str) -> str:
        if text.isdigit():
            return "" if self.knows(column, text) else UNLISTED
        namesakes = self._called(column.name, text)
        return f"{NAMESAKES} {', '.join(namesakes)}" if len(namesakes) > 1 else ""

    # --- what will become, and became, of the lines ----------------------------------------

    def foretell(self, outlooks: Iterable[tuple[int, str, str]], asked: Mapping[int, Entry]) -> None:
        """Note what will become of lines: number, outlook, id of the record found; not of those changed since."""
        for entry, (_, outlook, found) in self._by_number(outlooks):
            if entry.cells == asked[entry.number].cells:
                entry.outlook, entry.found = outlook, found

    def settle(self, outcomes: Iterable[tuple[int, str, str, str]], stage: str = "report") -> None:
        """Note what became of lines: number, outcome, detail, id of the record (what is known of it stays)."""
        self.about["stage"] = stage
        for entry, (_, outcome, detail, found) in self._by_number(outcomes):
            entry.outcome, entry.detail, entry.found = outcome, detail, found or entry.found
        self._tell_doubles()
        tell_replaced((*self.done, *self.entries), len(self.intake.same))

    def _tell_doubles(self) -> None:
        """Tell the lines that found what an earlier line of the file added: the server says that it was there."""
        unchanged = {each.outcome.name for each in self.intake.answers if each.outcome.unchanged}
        lines = (*self.done, *self.entries)
        known = {each.number: each for each in lines if each.outcome in {ADDED.name, *unchanged}}
        for number, first in _twins(known.values()).items():
            entry = known[number]
            if entry.outcome in unchanged and known[first].outcome == ADDED.name:
                entry.outcome, entry.detail, entry.found = DUPLICATE.name, str(first), ""

    def find(self, records: Mapping[int, str]) -> None:
        """Note the records of lines: the ids by the numbers of the lines."""
        for entry in self.entries:
            entry.found = records.get(entry.number, entry.found)

    def keep_refused(self) -> None:
        """Leave only the lines that are not there yet, as if just read, but for what they were refused for."""
        missing = self.intake.missing
        self.done += [entry for entry in self.entries if entry.outcome not in missing]
        self.entries = self.left()
        self.about["stage"] = "check"
        for entry in self.entries:
            was, why = entry.outcome, entry.detail
            entry.forget()
            entry.was, entry.why = was, why

    def _by_number(self, rows: Iterable[Sequence[Any]]) -> Iterator[tuple[Entry, Sequence[Any]]]:
        """The lines that are still there of those that rows begin with the numbers of, with their rows."""
        known = {entry.number: entry for entry in self.entries}
        return ((known[row[0]], row) for row in rows if row[0] in known)


def _twins(entries: Iterable[Entry], since: int = 0) -> dict[int, int]:
    """The numbers of the lines that say the same as an earlier one, with that of the first that says it; `since` leaves
    out what they say first."""
    first, found = dict[tuple[int, str], int](), dict[int, int]()
    for entry in entries:
        said = [(kind, mark) for kind, mark in enumerate(entry.marks) if mark and kind >= since]
        if earlier := [first[each] for each in said if each in first]:
            found[entry.number] = min(earlier)
        for each in said:
            first.setdefault(each, entry.number)
    return found


def _with(cells: Sequence[str], at: int, text: str) -> list[str]:
    return [*cells[:at], text, *cells[at + 1 :]]
