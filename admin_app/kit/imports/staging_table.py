"""The lines of an import in an SQLite database behind a ticket of the spool, read and written whole.

A tab's state holds one page of them: 5,000 lines would be megabytes in every message and every stored state. The
tab keeps the ticket, so that a sheet is found again after a reload or a new sign-in of the same person.
"""

import json
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

from admin_app.kit.imports import staging_records
from admin_app.kit.imports.column_matching import Cells, Matching, laid, laid_cell, tidied
from admin_app.kit.imports.declare import Intake
from admin_app.kit.imports.file_reader import Decoded, Line
from admin_app.kit.imports.rules import faults
from admin_app.kit.imports.staging_records import Records
from admin_app.kit.imports.staging_warnings import TABLES, TWIN, Remarks, judge, keep_marks
from admin_app.kit.transfer import spool, tickets

_TABLES = """
CREATE TABLE lines (
  number INTEGER PRIMARY KEY, written TEXT NOT NULL, cells TEXT NOT NULL, odd INTEGER NOT NULL, beyond TEXT NOT NULL,
  faults TEXT NOT NULL, bad INTEGER NOT NULL,
  latitude REAL, longitude REAL, remark TEXT NOT NULL DEFAULT '',
  outlook TEXT NOT NULL DEFAULT '', found TEXT NOT NULL DEFAULT '',
  outcome TEXT NOT NULL DEFAULT '', detail TEXT NOT NULL DEFAULT ''
);
CREATE TABLE header (number INTEGER, cells TEXT);
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
VIEWS = ("", "faults", "doubts", "kept")
"""The lines that can be shown alone: all, wrong ones, those the forecast doubts, those that are not there yet."""
_READ = f"SELECT number, cells, odd, beyond, faults, remark, {TWIN}, outlook, found, outcome, detail FROM lines"


@dataclass(frozen=True)
class Entry:
    """One line and all that is known of it."""

    number: int
    cells: list[str]
    """In the order of the API, whatever that of the file."""
    odd: bool
    """Whether the file has too few or too many cells for this line, and nobody said yet that they are right."""
    beyond: str
    """What the file has more."""
    faults: dict[str, str]
    remark: str
    """What is odd about its place (kit/imports/places.py)."""
    twin: int | None
    """The number of the line of which this one is a double."""
    outlook: str
    found: str
    outcome: str
    detail: str


@dataclass(frozen=True)
class Counts:
    """How many lines there are, how many have faults, and what will become, or became, of them."""

    lines: int
    faulty: int
    outlooks: dict[str, int]
    outcomes: dict[str, int]


class Sheet(Remarks, Records):
    """The lines of one import. Every method opens it anew: any worker, any thread may."""

    def __init__(self, ticket: str, intake: Intake) -> None:
        self._ticket = ticket
        self._intake = intake
        self._views = _views(intake)

    @classmethod
    def create(cls, intake: Intake, decoded: Decoded, matching: Matching, **about: str) -> str:
        """Lay out the lines of a file, with what is to be known about it; the ticket of the sheet."""
        ticket = secrets.token_urlsafe(32)
        about |= {"encoding": decoded.encoding, "separator": decoded.separator, "sheet": decoded.sheet}
        about |= {"blank": str(decoded.blank)}
        with closing(sqlite3.connect(":memory:")) as db:
            db.executescript(_TABLES + TABLES + staging_records.TABLES)
            about |= _insert(db, intake, matching, decoded.lines, filled=bool(decoded.sheet))
            if decoded.header:
                db.execute("INSERT INTO header VALUES (?, ?)", (decoded.header.number, _json(decoded.header.cells)))
            db.executemany("INSERT INTO about VALUES (?, ?)", about.items())
            db.commit()
            spool.put(ticket, spool.SHEET, db.serialize())
        cls(ticket, intake).survey()
        return ticket

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """The lines in memory, kept where something was changed. RefusedFile `missing` when they waited too long."""
        with spool.alone(self._ticket), closing(sqlite3.connect(":memory:")) as db:
            db.deserialize(tickets.content_of(self._ticket, spool.SHEET))
            with db:
                yield db
            if db.total_changes:
                spool.put(self._ticket, spool.SHEET, db.serialize())

    def about(self) -> dict[str, str]:
        """What was noted about the file."""
        with self._open() as db:
            return dict(db.execute("SELECT name, value FROM about"))

    def note(self, **about: str) -> None:
        """Note something about the file."""
        with self._open() as db:
            db.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", about.items())

    def discard(self) -> None:
        """Forget the lines."""
        tickets.discard(self._ticket)

    def counts(self) -> Counts:
        """Count the lines by what is known of them."""
        with self._open() as db:
            lines, faulty = db.execute("SELECT count(*), coalesce(sum(bad), 0) FROM lines").fetchone()
            outlooks = dict(db.execute("SELECT outlook, count(*) FROM lines GROUP BY outlook"))
            outcomes = dict(db.execute("SELECT outcome, count(*) FROM lines GROUP BY outcome"))
        return Counts(lines, faulty, outlooks, outcomes)

    def shown(self, view: str) -> int:
        """How many lines a view holds."""
        with self._open() as db:
            return db.execute(f"SELECT count(*) FROM lines WHERE {self._views[view]}").fetchone()[0]

    def page(self, view: str, start: int, size: int) -> list[Entry]:
        """Some of the lines of a view."""
        with self._open() as db:
            rows = db.execute(f"{_READ} WHERE {self._views[view]} ORDER BY number LIMIT ? OFFSET ?", (size, start))
            return [_entry(row) for row in rows]

    def entries(self, view: str = "") -> list[Entry]:
        """All the lines of a view."""
        return self.page(view, 0, -1)

    def one(self, number: int) -> Entry | None:
        """A line by its number."""
        with self._open() as db:
            row = db.execute(f"{_READ} WHERE number = ?", (number,)).fetchone()
        return _entry(row) if row else None

    def rank(self, number: int, view: str) -> int:
        """How many lines of a view stand before a line."""
        with self._open() as db:
            return db.execute(
                f"SELECT count(*) FROM lines WHERE {self._views[view]} AND number < ?", (number,)
            ).fetchone()[0]

    def faulty_after(self, number: int) -> Entry | None:
        """The next line with a fault; after the last one comes the first again."""
        with self._open() as db:
            row = db.execute(f"{_READ} WHERE bad ORDER BY number <= ?, number LIMIT 1", (number,)).fetchone()
        return _entry(row) if row else None

    def write(self, entry: Entry, at: int, text: str) -> None:
        """Replace a cell of a line: it is checked again, and what was found out about it holds no more."""
        cells = _with(entry.cells, at, text)
        self._rewrite([(entry.number, Cells(cells, entry.odd, entry.beyond))])

    def accept(self, entry: Entry) -> None:
        """Take a line with too few or too many cells as it stands: what lacks is empty, what is beyond goes."""
        self._rewrite([(entry.number, Cells(entry.cells))])

    def _rewrite(self, rows: Sequence[tuple[int, Cells]]) -> None:
        checked = ((number, each, faults(self._intake, each.cells, each.odd)) for number, each in rows)
        with self._open() as db:
            db.executemany(
                "UPDATE lines SET cells = ?, odd = ?, beyond = ?, faults = ?, bad = ?,"
                " outlook = '', found = '', outcome = '', detail = '' WHERE number = ?",
                (
                    (_json(each.cells), each.odd, each.beyond, _json(wrong), bool(wrong), number)
                    for number, each, wrong in checked
                ),
            )
            for number, each in rows:
                judge(db, number, keep_marks(db, self._intake, number, each.cells))

    def fill(self, at: int, text: str) -> None:
        """Write the same text into one cell of every line."""
        changed = [entry for entry in self.entries() if entry.cells[at] != text]
        self._rewrite([(each.number, Cells(_with(each.cells, at, text), each.odd, each.beyond)) for each in changed])

    def matching(self) -> Matching:
        """What each column of the file fills."""
        about = self.about()
        return Matching(tuple(json.loads(about["fields"])), about["named"] == "yes")

    def match(self, matching: Matching) -> None:
        """Fill our columns from others of the file. Only those that change are read again: corrections stay."""
        former, columns = self.matching(), self._intake.columns
        filled = self.about()["sheet"] != ""
        anew = {each.name for each in columns if _place(former, each.name) != _place(matching, each.name)}
        wider = len(former.fields) != len(matching.fields)
        rows, changed = list[tuple[int, Cells]](), 0
        written = self._written()
        for entry in self.entries():
            row = written[entry.number]
            cells = [
                laid_cell(matching, each, row) if each.name in anew else text
                for each, text in zip(columns, entry.cells, strict=True)
            ]
            whole = laid(self._intake, matching, row, filled=filled) if wider else entry
            rows.append((entry.number, Cells(cells, whole.odd, whole.beyond)))
            changed += tidied(self._intake, matching, row)
        self._rewrite(rows)
        self.note(**_noted(matching), tidied=str(changed))
        self.resolve()
        self.survey()

    def _written(self) -> dict[int, list[str]]:
        """Every line as the file has it."""
        with self._open() as db:
            return {number: json.loads(row) for number, row in db.execute("SELECT number, written FROM lines")}

    def header(self) -> list[str] | None:
        """The first line of the file, where it holds names of columns."""
        with self._open() as db:
            kept = db.execute("SELECT cells FROM header").fetchone()
        return json.loads(kept[0]) if kept else None

    def samples(self) -> list[str]:
        """What the first lines of the file have in each of its columns: the first text that is not empty."""
        found = list[str]()
        with self._open() as db:
            for (text,) in db.execute("SELECT written FROM lines ORDER BY number LIMIT 20"):
                row = json.loads(text)
                found += [""] * (len(row) - len(found))
                found = [each or (row[at].strip() if at < len(row) else "") for at, each in enumerate(found)]
        return found

    def remove(self, number: int) -> None:
        """Take a line out."""
        with self._open() as db:
            db.execute("DELETE FROM lines WHERE number = ?", (number,))
            db.execute("DELETE FROM marks WHERE number = ?", (number,))

    def set_header(self, headed: bool) -> None:
        """Take the first line for names of columns, or for a line like the others."""
        matching, filled = self.matching(), self.about()["sheet"] != ""
        with self._open() as db:
            kept = db.execute("SELECT number, cells FROM header").fetchone()
            if headed and not kept:
                db.execute("INSERT INTO header SELECT number, written FROM lines ORDER BY number LIMIT 1")
                db.execute("DELETE FROM lines WHERE number = (SELECT number FROM header)")
                db.execute("DELETE FROM marks WHERE number = (SELECT number FROM header)")
            elif kept and not headed:
                _insert(db, self._intake, matching, [Line(kept[0], json.loads(kept[1]))], filled=filled)
                db.execute("DELETE FROM header")

    def foretell(self, outlooks: Iterable[tuple[int, str, str]], asked: Mapping[int, Entry]) -> None:
        """Note what will become of lines: number, outlook, id of the record found; not of those changed since."""
        rows = [(outlook, found, number, _json(asked[number].cells)) for number, outlook, found in outlooks]
        with self._open() as db:
            db.executemany("UPDATE lines SET outlook = ?, found = ? WHERE number = ? AND cells = ?", rows)

    def settle(self, outcomes: Iterable[tuple[int, str, str, str]]) -> None:
        """Note what became of lines: number, outcome, detail, id of the record (what is known of it stays)."""
        rows = [(outcome, detail, found, number) for number, outcome, detail, found in outcomes]
        with self._open() as db:
            db.executemany(
                "UPDATE lines SET outcome = ?, detail = ?, found = coalesce(nullif(?, ''), found) WHERE number = ?",
                rows,
            )

    def find(self, records: Mapping[int, str]) -> None:
        """Note the records of lines: the ids by the numbers of the lines."""
        with self._open() as db:
            db.executemany("UPDATE lines SET found = ? WHERE number = ?", [(each, at) for at, each in records.items()])

    def keep_refused(self) -> None:
        """Leave only the lines that are not there yet, as if they had just been read."""
        with self._open() as db:
            db.execute(f"DELETE FROM lines WHERE NOT ({self._views['kept']})")
            db.execute("DELETE FROM marks WHERE number NOT IN (SELECT number FROM lines)")
            db.execute("UPDATE lines SET outlook = '', found = '', outcome = '', detail = ''")


def _views(intake: Intake) -> dict[str, str]:
    """The condition of each view; the names in it are declared, nobody types them."""
    good = ("", *(each.name for each in intake.outlooks if each.tone == "good"))
    doubts = f"(outlook NOT IN {_names(good)} OR remark != '' OR {TWIN} IS NOT NULL)"
    kept = f"outcome IN {_names(intake.missing)}"
    return dict(zip(VIEWS, ("1", "bad", doubts, kept), strict=True))


def _names(names: Iterable[str]) -> str:
    return f"({', '.join(map(repr, names))})"


def _insert(
    db: sqlite3.Connection, intake: Intake, matching: Matching, lines: Iterable[Line], *, filled: bool
) -> dict[str, str]:
    """Lay lines out; what is to be noted of them."""
    changed = 0
    for line in lines:
        each = laid(intake, matching, line.cells, filled=filled)
        wrong = faults(intake, each.cells, each.odd)
        db.execute(
            "INSERT INTO lines (number, written, cells, odd, beyond, faults, bad) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (line.number, _json(line.cells), _json(each.cells), each.odd, each.beyond, _json(wrong), bool(wrong)),
        )
        keep_marks(db, intake, line.number, each.cells)
        changed += tidied(intake, matching, line.cells)
    return {**_noted(matching), "tidied": str(changed)}


def _noted(matching: Matching) -> dict[str, str]:
    return {"fields": _json(matching.fields), "named": "yes" if matching.named else ""}


def _place(matching: Matching, field: str) -> int:
    """Where the file has a column of ours; -1 for nowhere."""
    return matching.fields.index(field) if field in matching.fields else -1


def _with(cells: Sequence[str], at: int, text: str) -> list[str]:
    return [*cells[:at], text, *cells[at + 1 :]]


def _entry(row: Sequence[Any]) -> Entry:
    number, cells, odd, beyond, wrong, *known = row
    return Entry(number, json.loads(cells), bool(odd), beyond, json.loads(wrong), *known)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
