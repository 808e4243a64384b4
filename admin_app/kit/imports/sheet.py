"""The lines of an import on disk, in an SQLite file behind a ticket of the spool.

A tab's state holds one page of them: 5,000 lines would be megabytes in every message and every stored state. The
tab keeps the ticket, so that a sheet is found again after a reload or a new sign-in of the same person.
"""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

from admin_app.kit.imports.declare import Intake
from admin_app.kit.imports.reading import Decoded, Line
from admin_app.kit.imports.rules import faults
from admin_app.kit.transfer import spool, tickets

_TABLES = """
CREATE TABLE lines (
  number INTEGER PRIMARY KEY, cells TEXT NOT NULL, faults TEXT NOT NULL, bad INTEGER NOT NULL,
  outlook TEXT NOT NULL DEFAULT '', found TEXT NOT NULL DEFAULT '',
  outcome TEXT NOT NULL DEFAULT '', detail TEXT NOT NULL DEFAULT ''
);
CREATE TABLE header (number INTEGER, cells TEXT);
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
VIEWS = ("", "faults", "doubts", "kept")
"""The lines that can be shown alone: all, wrong ones, those the forecast doubts, those that are not there yet."""
_READ = "SELECT number, cells, faults, outlook, found, outcome, detail FROM lines"


@dataclass(frozen=True)
class Entry:
    """One line and all that is known of it."""

    number: int
    cells: list[str]
    faults: dict[str, str]
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


class Sheet:
    """The lines of one import. Every method opens the file anew: any worker, any thread may."""

    def __init__(self, ticket: str, intake: Intake) -> None:
        self._ticket = ticket
        self._intake = intake
        self._views = _views(intake)

    @classmethod
    def create(cls, intake: Intake, decoded: Decoded, **about: str) -> str:
        """Lay out the lines of a file, with what is to be known about it; the ticket of the sheet."""
        ticket = tickets.open_ticket(tickets.SHEET)
        with closing(sqlite3.connect(spool.folder() / f"{ticket}{tickets.SHEET}")) as db, db:
            db.executescript(_TABLES)
            _insert(db, intake, decoded.lines)
            if decoded.header:
                db.execute("INSERT INTO header VALUES (?, ?)", (decoded.header.number, _json(decoded.header.cells)))
            db.executemany("INSERT INTO about VALUES (?, ?)", about.items())
        return ticket

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """RefusedFile `missing` when the sheet waited too long."""
        with closing(sqlite3.connect(tickets.path_of(self._ticket, tickets.SHEET), timeout=10)) as db, db:
            yield db

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

    def write(self, number: int, cells: Sequence[str]) -> None:
        """Replace the cells of a line: it is checked again, and what was found out about it holds no more."""
        self._rewrite([(number, cells)])

    def _rewrite(self, rows: Iterable[tuple[int, Sequence[str]]]) -> None:
        checked = ((number, _json(cells), faults(self._intake, cells)) for number, cells in rows)
        with self._open() as db:
            db.executemany(
                "UPDATE lines SET cells = ?, faults = ?, bad = ?, outlook = '', found = '', outcome = '', detail = ''"
                " WHERE number = ?",
                ((cells, _json(wrong), bool(wrong), number) for number, cells, wrong in checked),
            )

    def fill(self, at: int, text: str) -> None:
        """Write the same text into one cell of every line that has it."""
        changed = [entry for entry in self.entries() if len(entry.cells) > at and entry.cells[at] != text]
        self._rewrite((entry.number, [*entry.cells[:at], text, *entry.cells[at + 1 :]]) for entry in changed)

    def remove(self, number: int) -> None:
        """Take a line out."""
        with self._open() as db:
            db.execute("DELETE FROM lines WHERE number = ?", (number,))

    def has_header(self) -> bool:
        """Whether the first line of the file counts as names of columns."""
        with self._open() as db:
            return db.execute("SELECT count(*) FROM header").fetchone()[0] > 0

    def set_header(self, headed: bool, tidied: Callable[[list[str]], list[str]]) -> None:
        """Take the first line for names of columns, or for a line like the others."""
        with self._open() as db:
            kept = db.execute("SELECT number, cells FROM header").fetchone()
            if headed and not kept:
                db.execute("INSERT INTO header SELECT number, cells FROM lines ORDER BY number LIMIT 1")
                db.execute("DELETE FROM lines WHERE number = (SELECT number FROM header)")
            elif kept and not headed:
                _insert(db, self._intake, [Line(kept[0], tidied(json.loads(kept[1])))])
                db.execute("DELETE FROM header")

    def foretell(self, outlooks: Iterable[tuple[int, str, str]], asked: Mapping[int, Entry]) -> None:
        """Note what will become of lines: number, outlook, id of the record found; not of those changed since."""
        rows = [(outlook, found, number, _json(asked[number].cells)) for number, outlook, found in outlooks]
        with self._open() as db:
            db.executemany("UPDATE lines SET outlook = ?, found = ? WHERE number = ? AND cells = ?", rows)

    def settle(self, outcomes: Iterable[tuple[int, str, str]]) -> None:
        """Note what became of lines: number, outcome, detail."""
        rows = [(outcome, detail, number) for number, outcome, detail in outcomes]
        with self._open() as db:
            db.executemany("UPDATE lines SET outcome = ?, detail = ? WHERE number = ?", rows)

    def keep_refused(self) -> None:
        """Leave only the lines that are not there yet, as if they had just been read."""
        with self._open() as db:
            db.execute(f"DELETE FROM lines WHERE NOT ({self._views['kept']})")
            db.execute("UPDATE lines SET outlook = '', found = '', outcome = '', detail = ''")


def _views(intake: Intake) -> dict[str, str]:
    """The condition of each view; the names in it are declared, nobody types them."""
    good = ("", *(each.name for each in intake.outlooks if each.tone == "good"))
    doubts, kept = f"outlook NOT IN {_names(good)}", f"outcome IN {_names(intake.missing)}"
    return dict(zip(VIEWS, ("1", "bad", doubts, kept), strict=True))


def _names(names: Iterable[str]) -> str:
    return f"({', '.join(map(repr, names))})"


def _insert(db: sqlite3.Connection, intake: Intake, lines: Iterable[Line]) -> None:
    checked = ((line, faults(intake, line.cells)) for line in lines)
    db.executemany(
        "INSERT INTO lines (number, cells, faults, bad) VALUES (?, ?, ?, ?)",
        ((line.number, _json(line.cells), _json(wrong), bool(wrong)) for line, wrong in checked),
    )


def _entry(row: Sequence[Any]) -> Entry:
    return Entry(row[0], json.loads(row[1]), json.loads(row[2]), *row[3:])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
