"""What the lines of a file say about each other: which come twice, whose places are odd.

It is worked out when the file is read and when a line changes, without a call (kit/imports/places.py).
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager

from admin_app.kit.imports.declare import Intake
from admin_app.kit.imports.places import SWAPPED, Area, Spot, area, remark
from admin_app.kit.imports.rules import faults

TABLES = """
CREATE TABLE marks (number INTEGER NOT NULL, kind INTEGER NOT NULL, mark TEXT NOT NULL);
CREATE INDEX marks_of_lines ON marks (number);
CREATE INDEX lines_of_marks ON marks (kind, mark, number);
"""
TWIN = (
    "(SELECT min(o.number) FROM marks m JOIN marks o ON o.kind = m.kind AND o.mark = m.mark AND o.number < m.number"
    " WHERE m.number = lines.number)"
)
"""The first line that says the same as this one; nothing for the first of them."""
MARKS = 2000
"""Most places of the map: those to look at come first."""
Marked = tuple[int, list[str], float, float, str]
"""Number, cells, latitude, longitude and tone of a place on the map."""


class Remarks:
    """The part of a sheet that compares its lines."""

    _intake: Intake

    def _open(self) -> AbstractContextManager[sqlite3.Connection]:
        raise NotImplementedError

    def survey(self) -> None:
        """Look at all places anew: where most of them are decides which are odd."""
        with self._open() as db:
            rows = db.execute("SELECT number, latitude, longitude FROM lines WHERE latitude IS NOT NULL").fetchall()
            around = area([(latitude, longitude) for _, latitude, longitude in rows])
            db.execute("INSERT OR REPLACE INTO about VALUES ('area', ?)", (json.dumps(around),))
            said = [(remark((latitude, longitude), around), number) for number, latitude, longitude in rows]
            db.execute("UPDATE lines SET remark = ''")
            db.executemany("UPDATE lines SET remark = ? WHERE number = ?", said)

    def remarks(self) -> dict[str, int]:
        """How many lines there is something to say about, by what."""
        with self._open() as db:
            said = dict(db.execute("SELECT remark, count(*) FROM lines WHERE remark != '' GROUP BY remark"))
            twins = db.execute(f"SELECT count(*) FROM lines WHERE {TWIN} IS NOT NULL").fetchone()[0]
        return said | ({"twin": twins} if twins else {})

    def exchange(self) -> None:
        """Exchange latitude and longitude of the places that would be among the others then."""
        if (spot := self._intake.spot) is None:
            return
        first, second = spot
        with self._open() as db:
            kept = db.execute("SELECT number, cells, odd FROM lines WHERE remark = ?", (SWAPPED,)).fetchall()
            for number, text, odd in kept:
                cells = json.loads(text)
                cells[first], cells[second] = cells[second], cells[first]
                wrong = faults(self._intake, cells, bool(odd))
                db.execute(
                    "UPDATE lines SET cells = ?, faults = ?, bad = ?, outlook = '', found = '' WHERE number = ?",
                    (_json(cells), _json(wrong), bool(wrong), number),
                )
                keep_marks(db, self._intake, number, cells)
        self.survey()

    def drop_twins(self) -> None:
        """Take out the lines that say the same as an earlier one."""
        with self._open() as db:
            db.execute(f"DELETE FROM lines WHERE {TWIN} IS NOT NULL")
            db.execute("DELETE FROM marks WHERE number NOT IN (SELECT number FROM lines)")

    def places(self) -> list[Marked]:
        """The places of the file for a map, those to look at first."""
        tone = f"CASE WHEN bad OR remark != '' THEN 'bad' WHEN {TWIN} IS NOT NULL THEN 'warn' ELSE 'good' END"
        with self._open() as db:
            rows = db.execute(
                f"SELECT number, cells, latitude, longitude, {tone} AS tone FROM lines"
                " WHERE abs(latitude) <= 90 AND abs(longitude) <= 180 ORDER BY tone = 'good', number LIMIT ?",
                (MARKS,),
            )
            return [(number, json.loads(cells), *rest) for number, cells, *rest in rows]


def keep_marks(db: sqlite3.Connection, intake: Intake, number: int, cells: Sequence[str]) -> Spot | None:
    """Note what a line says that others may say too, and its place."""
    named, spot = intake.named(cells), _spot(intake, cells)
    db.execute("DELETE FROM marks WHERE number = ?", (number,))
    marks: Iterable[tuple[int, str]] = ((kind, same(named)) for kind, same in enumerate(intake.same))
    db.executemany("INSERT INTO marks VALUES (?, ?, ?)", [(number, kind, mark) for kind, mark in marks if mark])
    db.execute("UPDATE lines SET latitude = ?, longitude = ? WHERE number = ?", (*(spot or (None, None)), number))
    return spot


def judge(db: sqlite3.Connection, number: int, spot: Spot | None) -> None:
    """Say of one line that changed whether its place is odd, among the others as they were read."""
    kept = db.execute("SELECT value FROM about WHERE name = 'area'").fetchone()
    around: Area | None = tuple(json.loads(kept[0])) if kept and kept[0] != "null" else None
    db.execute("UPDATE lines SET remark = ? WHERE number = ?", (remark(spot, around), number))


def _spot(intake: Intake, cells: Sequence[str]) -> Spot | None:
    if intake.spot is None:
        return None
    try:
        latitude, longitude = (float(cells[at]) for at in intake.spot)
    except ValueError:
        return None
    return latitude, longitude


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
