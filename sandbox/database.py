"""The SQLite database: one connection, used from the event loop only."""

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    CursorResult,
    Engine,
    Executable,
    Row,
    StaticPool,
    Table,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.engine.interfaces import DBAPIConnection

from sandbox.tables import metadata

MEMORY = ":memory:"


class Database:
    """One connection shared by every call: answers take a few milliseconds, less than a hop between threads costs.

    `version` grows with every write, so that what was computed from the data knows when it is stale.
    """

    def __init__(self, path: str, seed: Callable[[Connection], None]) -> None:
        self.path = path
        self.version = 0
        self._seed = seed
        self._seeded: sqlite3.Connection | None = None
        fresh = path == MEMORY or not Path(path).exists()
        if fresh and path != MEMORY:
            self._build_file()
        self.engine = _engine(path)
        self.connection = self.engine.connect()
        if fresh and path == MEMORY:
            self._fill(self.connection)

    def _build_file(self) -> None:
        # Seeded beside and then moved: a start that is interrupted leaves no half-filled file behind.
        Path(self.path).parent.mkdir(parents=True, exist_ok=True)
        draft = f"{self.path}.{os.getpid()}.draft"
        engine = _engine(draft)
        with engine.connect() as connection:
            self._fill(connection)
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        engine.dispose()
        os.replace(draft, self.path)
        for suffix in ("-wal", "-shm"):
            Path(draft + suffix).unlink(missing_ok=True)

    def _fill(self, connection: Connection) -> None:
        metadata.create_all(connection)
        self._seed(connection)
        connection.commit()
        connection.exec_driver_sql("ANALYZE")
        connection.commit()

    def reset(self) -> None:
        """Throw everything away and seed again; what was seeded is kept then, to be copied the next time."""
        self.connection.rollback()
        if self._seeded is None:
            metadata.drop_all(self.connection)
            self.connection.commit()
            self._fill(self.connection)
            self._seeded = sqlite3.connect(MEMORY, check_same_thread=False)
            self.raw.backup(self._seeded)
        else:
            self._seeded.backup(self.raw)
        self.version += 1

    @property
    def raw(self) -> sqlite3.Connection:
        """The driver's own connection, which copies whole databases."""
        raw = self.connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        return raw

    def rows(self, statement: Executable) -> Sequence[Row[Any]]:
        """All rows of a query."""
        return self.connection.execute(statement).all()

    def row(self, statement: Executable) -> Row[Any] | None:
        """The first row of a query."""
        return self.connection.execute(statement).first()

    def get(self, table: Table, record_id: int | None) -> Row[Any] | None:
        """The row of a table with this id."""
        return self.row(select(table).where(table.c.id == record_id))

    def held(self, table: Table, record_id: int) -> Row[Any]:
        """The row of a table with this id, which is there."""
        row = self.get(table, record_id)
        assert row is not None
        return row

    def by_id(self, table: Table, ids: Iterable[int | None]) -> dict[int, Row[Any]]:
        """The rows of a table with these ids, in one query."""
        wanted = {each for each in ids if each is not None}
        found = self.rows(select(table).where(within(table.c.id, wanted))) if wanted else ()
        return {row.id: row for row in found}

    def value(self, statement: Executable) -> Any:
        """The first value of a query."""
        return self.connection.execute(statement).scalar()

    def values(self, statement: Executable) -> list[Any]:
        """The first column of a query."""
        return list(self.connection.execute(statement).scalars())

    def write(self, statement: Executable, parameters: Any = None) -> CursorResult[Any]:
        """Run a statement that changes data; `commit` ends the call's changes."""
        self.version += 1
        result = self.connection.execute(statement, parameters)
        assert isinstance(result, CursorResult)
        return result

    def insert(self, table: Table, /, **columns: Any) -> Any:
        """Insert one row and answer its id."""
        key = self.write(insert(table).values(**columns)).inserted_primary_key
        assert key is not None
        return key[0]

    def insert_all(self, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
        """Insert rows that all have the same keys, if there are any."""
        if rows:
            self.write(insert(table), rows)

    def change(self, table: Table, record_id: int | None, /, **columns: Any) -> None:
        """Change columns of the row with this id."""
        self.write(update(table).where(table.c.id == record_id).values(**columns))

    def delete(self, table: Table, /, **columns: Any) -> None:
        """Delete the rows that have these values."""
        self.write(delete(table).filter_by(**columns))

    def next_id(self, table: Table) -> int:
        """The id the next row would get, for writing many rows at once that refer to each other."""
        drawn = text("select seq from sqlite_sequence where name = :name").bindparams(name=table.name)
        return max(self.value(drawn) or 0, self.value(select(func.max(table.c.id))) or 0) + 1

    def commit(self) -> None:
        """Keep the changes of the call."""
        self.connection.commit()

    def rollback(self) -> None:
        """Forget the changes of the call."""
        self.connection.rollback()


def within(column: ColumnElement[Any], values: Iterable[int | str | None]) -> ColumnElement[bool]:
    """The column is one of the values, however many: they travel as one JSON parameter (SQLite limits parameters)."""
    listed = func.json_each(json.dumps(list(values))).table_valued("value")
    return column.in_(select(listed.c.value))


def _engine(path: str) -> Engine:
    engine = create_engine(f"sqlite:///{path}", poolclass=StaticPool, connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _tune)
    return engine


def _tune(connection: DBAPIConnection, _record: object) -> None:
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=OFF",
        "temp_store=MEMORY",
        "cache_size=-262144",
        "mmap_size=1073741824",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
