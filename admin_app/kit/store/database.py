"""Opens the store: `reading()` and `writing()` hand out a connection in a transaction that ends with the block.

What blocks belongs in a thread (`asyncio.to_thread`). Whoever writes is alone: acts are rare, and what is looked up
and then written must not change between. Where the store cannot be reached StoreUnavailable is raised, soon.
"""

import asyncio
import errno
import logging
import os
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from alembic.util.exc import CommandError
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event, make_url, text
from sqlalchemy.exc import SQLAlchemyError

from admin_app.api.errors import ApiError
from admin_app.kit.store import schema, takeover
from admin_app.settings import get_settings

BUSY = 5
"""Seconds to wait for a connection, or for another worker that is writing."""
MIGRATION = 60
"""Seconds to wait for another worker that migrates."""
REST = 5
"""Seconds for which a server that did not answer is not asked again: each question would hold a thread."""
KEY = 0x61646D69
"""The advisory lock of PostgreSQL by which who writes is alone in this database."""
_FAILURES = (SQLAlchemyError, CommandError, sqlite3.Error, OSError)
logger = logging.getLogger(__name__)


class StoreUnavailable(ApiError):
    """The store cannot be read or written: what must be kept does not happen. `cause` names the kind of failure."""

    kind = "store"


@contextmanager
def reading() -> Iterator[Connection]:
    """Read what is kept. StoreUnavailable."""
    with _guarded(), _store().begun() as connection:
        yield connection


@contextmanager
def writing() -> Iterator[Connection]:
    """Write, alone; an exception undoes it. StoreUnavailable."""
    with _guarded(), _store().begun(BUSY) as connection:
        yield connection


@asynccontextmanager
async def opened() -> AsyncIterator[None]:
    """Migrate at the start, beside the event loop; where that fails, whoever needs the store first tries again."""
    start = asyncio.create_task(asyncio.to_thread(_prepare))
    try:
        yield
    finally:
        await start
        dispose()


def dispose() -> None:
    """Close the connections that are kept."""
    while _stores:
        _stores.popitem()[1].engine.dispose()


def _prepare() -> None:
    with suppress(StoreUnavailable), reading():
        pass


@contextmanager
def _guarded() -> Iterator[None]:
    """A failure is logged by its name, for its text may hold a path, an address or a value."""
    try:
        yield
    except _FAILURES as error:
        logger.error("the store is not available: %s %s", type(error).__name__, _code(error))
        raise StoreUnavailable(cause=type(error).__name__) from None


def _code(error: Exception) -> str:
    """What database or system calls the failure: SQLITE_FULL, 57P03, ENOSPC; empty for what has no such name."""
    cause = getattr(error, "orig", None) or error
    named = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    return named or errno.errorcode.get(getattr(cause, "errno", None) or 0, "")


def _store() -> "_Store":
    address = get_settings().store_address
    with _making:
        if address not in _stores:
            _stores[address] = _Store(make_url(address))
        return _stores[address]


class _Store:
    """One database, migrated before it is first used by this process."""

    def __init__(self, url: URL) -> None:
        self.path = Path(url.database or "") if url.get_backend_name() == "sqlite" else None
        self.engine = _sqlite(url) if self.path else _postgresql(url)
        self._migrated = False
        self._migrating = threading.Lock()
        self._silent_until = 0.0

    @contextmanager
    def begun(self, alone: float = 0) -> Iterator[Connection]:
        """A transaction, in which nobody else writes where so many seconds of waiting for them are given."""
        with self._migrating:
            if not (self._migrated and (self.path is None or self.path.exists())):
                self._migrate()
        with self._begun(alone) as connection:
            yield connection

    @contextmanager
    def _begun(self, alone: float) -> Iterator[Connection]:
        with self._connected() as connection, connection.execution_options(alone=alone).begin():
            if alone and self.path is None:
                # A number of our own: a bound value is not taken here.
                connection.execute(text(f"SET LOCAL lock_timeout = {int(alone * 1000)}"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": KEY})
            yield connection

    def _connected(self) -> Connection:
        """A connection; a server that did not answer a moment ago is left alone."""
        if time.monotonic() < self._silent_until:
            raise ConnectionError
        try:
            return self.engine.connect()
        except SQLAlchemyError:
            self._silent_until = time.monotonic() + (0 if self.path else REST)
            raise

    def _migrate(self) -> None:
        former = Path(get_settings().register_path)
        if self.path:
            _make(self.path)
        with self._begun(MIGRATION) as connection:
            schema.upgrade(connection)
            found = takeover.take(connection, former)
        self._migrated = True
        if found:
            with suppress(OSError):  # met again, it has nothing new
                takeover.put_aside(former)
        if self.path:
            # Who reads does not wait for who writes. Where another worker is at it, it is done by that one.
            with suppress(sqlite3.Error), closing(self.engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA journal_mode = WAL")


def _make(path: Path) -> None:
    """The file, closed to everybody else."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _sqlite(url: URL) -> Engine:
    """A file: a connection for each use, since to open one costs less than to look after it."""
    engine = create_engine(url, poolclass=NullPool, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def connected(file: Any, _: object) -> None:
        file.isolation_level = None  # sqlite3 would begin transactions when it sees fit
        file.execute(f"PRAGMA busy_timeout = {BUSY * 1000}")
        file.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        alone = connection.get_execution_options().get("alone", 0)
        if alone:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {int(alone * 1000)}")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if alone else "BEGIN")

    return engine


def _postgresql(url: URL) -> Engine:
    """A server, by psycopg: connections are kept, tried before use, and given up soon when nobody answers."""
    given: dict[str, Any] = {"connect_timeout": BUSY, "tcp_user_timeout": BUSY * 1000, "application_name": "admin_app"}
    return create_engine(
        url.set(drivername="postgresql+psycopg"),
        pool_size=4,
        max_overflow=4,
        pool_timeout=BUSY,
        pool_pre_ping=True,
        hide_parameters=True,
        # No prepared statements: a pooler of connections in front does not keep them.
        connect_args={name: value for name, value in given.items() if name not in url.query}
        | {"prepare_threshold": None},
    )


_stores: dict[str, _Store] = {}
"""The stores of this process by their address: one, but in tests."""
_making = threading.Lock()
