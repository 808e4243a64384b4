"""Writing many rows at once."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Table, insert

CHUNK = 5_000
Rows = list[dict[str, Any]]


def chunks(items: Iterable[Any], size: int = CHUNK) -> Iterator[list[Any]]:
    """The items, so many at a time."""
    iterator = iter(items)
    while part := list(islice(iterator, size)):
        yield part


def write(connection: Connection, table: Table, rows: Rows) -> None:
    """Insert rows that all have the same keys."""
    for part in chunks(rows):
        connection.execute(insert(table), part)
