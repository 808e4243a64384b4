"""The names of the records that lines refer to, kept beside them."""

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager

from admin_app.kit.imports.column_matching import Cells
from admin_app.kit.imports.declare import Intake
from admin_app.kit.words.folding import folded

TABLES = "CREATE TABLE records (at INTEGER NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (at, id));"
Names = Mapping[int, Mapping[str, str]]
"""By the place of a column, the names of the records by their ids."""


class Records:
    """The part of a sheet that knows records by their names."""

    _intake: Intake

    def _open(self) -> AbstractContextManager[sqlite3.Connection]:
        raise NotImplementedError

    def _rewrite(self, rows: Sequence[tuple[int, Cells]]) -> None:
        raise NotImplementedError

    def learn(self, at: int, options: Iterable[Mapping[str, str]]) -> None:
        """Note records that a column may refer to."""
        with self._open() as db:
            db.executemany(
                "INSERT OR REPLACE INTO records VALUES (?, ?, ?)",
                [(at, each["value"], each["label"]) for each in options],
            )

    def names(self) -> Names:
        """What the records that are known are called."""
        found: dict[int, dict[str, str]] = defaultdict(dict)
        with self._open() as db:
            for at, record_id, name in db.execute("SELECT at, id, name FROM records"):
                found[at][record_id] = name
        return found

    def unresolved(self, at: int) -> list[str]:
        """The names a column holds where a number is wanted, each once."""
        with self._open() as db:
            rows = db.execute("SELECT DISTINCT json_extract(cells, ?) FROM lines", (f"$[{at}]",))
            return [text for (text,) in rows if text and not text.isdigit()]

    def number(self, at: int, text: str) -> str:
        """The number of the one record of this name; the text itself where there is none, or more than one."""
        found = [record_id for record_id, name in self.names().get(at, {}).items() if folded(name) == folded(text)]
        return found[0] if len(found) == 1 and not text.isdigit() else text

    def resolve(self) -> None:
        """Write the numbers of the records that are known by name."""
        numbers = {
            (at, text): self.number(at, text)
            for at, column in enumerate(self._intake.columns)
            if column.record
            for text in self.unresolved(at)
        }
        wanted = {at: {text for place, text in numbers if place == at} for at, _ in numbers}
        if not wanted:
            return
        with self._open() as db:
            kept = db.execute("SELECT number, cells, odd, beyond FROM lines").fetchall()
        rows = list[tuple[int, Cells]]()
        for number, text, odd, beyond in kept:
            cells = json.loads(text)
            changed = [numbers.get((at, each), each) if at in wanted else each for at, each in enumerate(cells)]
            if changed != cells:
                rows.append((number, Cells(changed, bool(odd), beyond)))
        self._rewrite(rows)
