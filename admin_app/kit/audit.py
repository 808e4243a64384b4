"""The register of what leaves the platform or is erased for good: who, when, what, how many, and how it went.

Mail to many is in it too: what was sent cannot be taken back, and must not be sent twice.

The API keeps no such record, so the application does, in one SQLite file (`ADMIN_REGISTER_PATH`). It only grows:
triggers refuse to change or remove a line. An act is written before it happens and its outcome afterwards, as a line
of its own; an act without an outcome is one that nobody saw end. What cannot be written does not happen.
"""

import asyncio
import json
import logging
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal, Protocol

from admin_app.api.errors import ApiError
from admin_app.settings import get_settings

Kind = Literal["export", "erasure", "access", "mailing"]
Outcome = Literal["complete", "short", "partial", "cancelled", "interrupted", "failed", "unused"]
KINDS: tuple[Kind, ...] = ("export", "erasure", "access", "mailing")
"""Rows taken away as a file, records deleted, the data of one person handed out (GDPR art. 15), mail to many."""
BUSY = 5.0
"""Seconds to wait for another worker that is writing."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS acts (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, kind TEXT NOT NULL, who_id INTEGER NOT NULL,
    who TEXT NOT NULL, subject TEXT NOT NULL, filters TEXT NOT NULL, expected INTEGER);
CREATE TABLE IF NOT EXISTS outcomes (
    act_id INTEGER PRIMARY KEY REFERENCES acts (id), at TEXT NOT NULL, outcome TEXT NOT NULL, rows INTEGER NOT NULL);
"""
_KEPT = """
CREATE TRIGGER IF NOT EXISTS {table}_not_changed BEFORE UPDATE ON {table}
    BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER IF NOT EXISTS {table}_not_removed BEFORE DELETE ON {table}
    BEGIN SELECT RAISE(ABORT, 'append-only'); END;
CREATE TRIGGER IF NOT EXISTS {table}_not_replaced BEFORE INSERT ON {table}
    WHEN EXISTS (SELECT 1 FROM {table} WHERE {key} = NEW.{key})
    BEGIN SELECT RAISE(ABORT, 'append-only'); END;
"""
_ACTS = "SELECT acts.id FROM acts LEFT JOIN outcomes ON act_id = acts.id WHERE"
_SAME = "kind = ? AND subject = ? AND filters = ?"
_UNDER_WAY = "outcome IS NULL"
_UNDONE = "(outcome IS NULL OR outcome = 'complete')"
logger = logging.getLogger(__name__)


class RegisterUnavailable(ApiError):
    """The register cannot be written or read: what it should hold must not happen."""

    kind = "register"


class Person(Protocol):
    """Whose act it is: the session of the signed-in person."""

    user_id: int
    email: str


@dataclass(frozen=True)
class Act:
    """One line of the register; `outcome` is empty and `rows` None until the act has ended."""

    id: int
    at: str
    kind: str
    who_id: int
    who: str
    subject: str
    filters: Mapping[str, str]
    expected: int | None
    outcome: str
    rows: int | None


async def record(
    person: Person, kind: Kind, subject: str, filters: Mapping[str, str], expected: int | None = None
) -> int:
    """Write that an act is about to happen; the number of its line. RegisterUnavailable: then it must not happen.

    `subject` is the key of the entity (`users`), `filters` say which records (an erasure names their ids).
    """
    line = (_now(), kind, person.user_id, person.email, subject, _kept(filters), expected)
    number = await asyncio.to_thread(_insert, line)
    assert number
    return number


async def record_once(
    person: Person, kind: Kind, subject: str, filters: Mapping[str, str], expected: int | None, *, again: bool = False
) -> int | None:
    """Write the same, unless this act is under way, or nobody saw it end, in whatever tab and worker; then None.

    The same act is one of this kind, subject and filters. One that is complete stands in the way too, but for `again`.
    """
    line = (_now(), kind, person.user_id, person.email, subject, _kept(filters), expected)
    return await asyncio.to_thread(_insert, line, _UNDER_WAY if again else _UNDONE)


async def last(kind: Kind, subject: str, filters: Mapping[str, str]) -> Act | None:
    """The newest act of this kind, subject and filters; None when there is none."""
    found = await asyncio.to_thread(read, _SAME, (kind, subject, _kept(filters)), 1)
    return found[0] if found else None


async def complete(act: int, outcome: Outcome, rows: int) -> None:
    """Write how an act ended and how many records it touched; once per act. RegisterUnavailable when it cannot."""
    await asyncio.to_thread(settle, act, outcome, rows)


def settle(act: int, outcome: Outcome, rows: int) -> None:
    """The same where nothing may be awaited, such as the end of a stream that was cut."""
    with _open() as register, register:
        register.execute("INSERT INTO outcomes VALUES (?, ?, ?, ?)", (act, _now(), outcome, rows))


def read(where: str, values: tuple[object, ...], limit: int, offset: int = 0) -> list[Act]:
    """Lines that meet a condition on `acts`, the newest first."""
    query = (
        "SELECT acts.id, acts.at, kind, who_id, who, subject, filters, expected, coalesce(outcome, ''), rows "
        f"FROM acts LEFT JOIN outcomes ON act_id = acts.id WHERE {where} ORDER BY acts.id DESC LIMIT ? OFFSET ?"
    )
    with _open() as register:
        lines = register.execute(query, (*values, limit, offset)).fetchall()
    return [Act(*line[:6], json.loads(line[6]), *line[7:]) for line in lines]


def count(where: str, values: tuple[object, ...]) -> int:
    """How many lines meet a condition on `acts`."""
    with _open() as register:
        return register.execute(f"SELECT count(*) FROM acts WHERE {where}", values).fetchone()[0]


def _insert(line: tuple[object, ...], unless: str = "") -> int | None:
    """The number of a new line; None where an act that meets `unless` has the same kind, subject and filters."""
    columns = "at, kind, who_id, who, subject, filters, expected"
    _, kind, _, _, subject, filters, _ = line
    with _open() as register, register:
        register.execute("BEGIN IMMEDIATE")  # from the look to the writing no other worker gets in
        if unless and register.execute(f"{_ACTS} {_SAME} AND {unless}", (kind, subject, filters)).fetchone():
            return None
        return register.execute(f"INSERT INTO acts ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", line).lastrowid


def _kept(filters: Mapping[str, str]) -> str:
    return json.dumps(dict(filters), ensure_ascii=False)


@contextmanager
def _open() -> Iterator[sqlite3.Connection]:
    """The register, made when it is not there; a failure is logged by its name, for its text may hold a path."""
    try:
        path = Path(get_settings().register_path)
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        with closing(sqlite3.connect(path, timeout=BUSY)) as register:
            register.executescript(_SCHEMA + _KEPT.format(table="acts", key="id"))
            register.executescript(_KEPT.format(table="outcomes", key="act_id"))
            yield register
    except (sqlite3.Error, OSError) as error:
        logger.error("the register is not available: %s", type(error).__name__)
        raise RegisterUnavailable(cause=type(error).__name__) from None


def _now() -> str:
    """The server's wall clock with its offset, as the API writes dates."""
    return datetime.now().astimezone().isoformat(timespec="seconds")
