"""Brings in the lines of the register's former file, an SQLite database of its own (`ADMIN_REGISTER_PATH`).

It happens in the transaction that migrates, where one worker is alone; the file is renamed when that is kept, and is
otherwise left as it was. A line knows where it came from, so a file met again (a worker that died before the
renaming, one that still ran the former version, a backup put back) gives what it has more, and nothing twice.
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, insert, select

from admin_app.kit.store.tables import acts, outcomes, taken_over

ENDING = ".taken-over"
"""What is put behind the name of the file."""
KIND = "takeover"
"""The kind of the line that says what came in: who kept the register may be asked about it."""
UNREADABLE = "unreadable"
"""The filter of a line whose own could not be read: they stand in it as they are."""
BUSY = 5.0
"""Seconds to wait for a worker of the former version that is writing."""
_LINES = """
SELECT acts.id, acts.at, kind, who_id, who, subject, filters, expected, outcomes.at, outcome, rows
FROM acts LEFT JOIN outcomes ON act_id = acts.id ORDER BY acts.id {order}
"""
_FIELDS = ("id", "at", "kind", "who_id", "who", "subject", "filters", "expected", "ended", "outcome", "rows")


@dataclass
class _Found:
    """What a file holds: its lines by number, how many it should have, whether all of it could be read."""

    lines: dict[int, dict[str, Any]] = field(default_factory=dict)
    highest: int = 0
    whole: bool = True


def take(connection: Connection, path: Path) -> bool:
    """Bring in what the file has and the register has not; whether there was a file, which is to be renamed then."""
    if not path.is_file():
        return False
    found = _read(path)
    origin = _origin(found)
    taken = select(taken_over.c.number, taken_over.c.act_id).where(taken_over.c.origin == origin)
    known: dict[int, int] = {number: act_id for number, act_id in connection.execute(taken)}
    fresh = [number for number in sorted(found.lines) if number not in known]
    for number in fresh:
        known[number] = _insert(connection, found.lines[number])
        connection.execute(insert(taken_over).values(origin=origin, number=number, act_id=known[number]))
    _settle(connection, [(known[number], line) for number, line in found.lines.items() if line["outcome"]])
    if fresh or not found.whole:
        _tell(connection, path.name, found, len(fresh))
    return True


def put_aside(path: Path) -> None:
    """Rename the file, beside those that were renamed before."""
    aside = path.with_name(path.name + ENDING)
    if aside.exists():
        aside = path.with_name(f"{path.name}.{datetime.now():%Y%m%d%H%M%S}{ENDING}")
    path.rename(aside)


def _read(path: Path) -> _Found:
    found = _Found()
    with _opened(path) as file:
        try:
            tables = {name for (name,) in file.execute("SELECT name FROM sqlite_master")}
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:  # no database at all
            found.whole = False
            return found
        if not {"acts", "outcomes"} <= tables:
            return found
        # A page that is torn stops the reading: what lies behind it is read from the other end.
        for order in ("ASC", "DESC"):
            try:
                for line in file.execute(_LINES.format(order=order)):
                    found.lines.setdefault(line[0], dict(zip(_FIELDS, line, strict=True)))
                break
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError):
                    raise
                found.whole = False
        found.highest = _highest(file, found)
    found.whole = found.whole and len(found.lines) == found.highest
    return found


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """The file, in which nobody else writes meanwhile."""
    address = f"file:{quote(str(path.absolute()))}?mode=rw"
    with closing(sqlite3.connect(address, uri=True, timeout=BUSY, isolation_level=None)) as file:
        file.text_factory = lambda raw: raw.decode("utf-8", "replace").replace("\0", "\ufffd")
        try:
            file.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            pass  # no database: the first question says so
        yield file


def _highest(file: sqlite3.Connection, found: _Found) -> int:
    """The number of the newest line that was ever written, as far as the file says."""
    try:
        told = file.execute("SELECT seq FROM sqlite_sequence WHERE name = 'acts'").fetchone()
    except sqlite3.DatabaseError:
        told = None
    return max([*found.lines, *(told or ())], default=0)


def _origin(found: _Found) -> str:
    """What tells one file from another, wherever it stands: its oldest line, which never changes."""
    oldest = [found.lines[min(found.lines)][name] for name in _FIELDS[:8]] if found.lines else []
    return sha256(json.dumps(oldest).encode()).hexdigest()


def _insert(connection: Connection, line: Mapping[str, Any]) -> int:
    texts = {name: _text(line[name]) for name in ("at", "kind", "who", "subject")}
    expected = None if line["expected"] is None else _whole(line["expected"])
    who_id, filters = _whole(line["who_id"]), _filters(_text(line["filters"]))
    return _inserted(connection, **texts, who_id=who_id, filters=filters, expected=expected)


def _text(value: object) -> str:
    """A value of a page that may be torn, as a text."""
    return value.decode("utf-8", "replace").replace("\0", "\ufffd") if isinstance(value, bytes) else str(value or "")


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def _inserted(connection: Connection, **values: object) -> int:
    key = connection.execute(insert(acts).values(**values)).inserted_primary_key
    assert key
    return key[0]


def _filters(text: str) -> str:
    """The filters as they were written; what is no object of texts stands in one as it is."""
    try:
        whole = isinstance(json.loads(text), dict)
    except ValueError:
        whole = False
    return text if whole else json.dumps({UNREADABLE: text}, ensure_ascii=False)


def _settle(connection: Connection, ended: list[tuple[int, dict[str, Any]]]) -> None:
    settled = {act_id for (act_id,) in connection.execute(select(outcomes.c.act_id))}
    for act_id, line in ended:
        if act_id not in settled:
            told = {"at": _text(line["ended"]), "outcome": _text(line["outcome"]), "rows": _whole(line["rows"])}
            values = {"act_id": act_id, **told}
            connection.execute(insert(outcomes).values(**values))


def _tell(connection: Connection, name: str, found: _Found, taken: int) -> None:
    """Write in the register what came into it."""
    now = datetime.now().astimezone().isoformat(timespec="seconds")
    told = json.dumps({"file": name}, ensure_ascii=False)
    expected = found.highest or None
    line = {"at": now, "kind": KIND, "who_id": 0, "who": "admin_app", "subject": "register"}
    act_id = _inserted(connection, **line, filters=told, expected=expected)
    outcome = "complete" if found.whole else "short" if found.lines else "failed"
    connection.execute(insert(outcomes).values(act_id=act_id, at=now, outcome=outcome, rows=taken))
