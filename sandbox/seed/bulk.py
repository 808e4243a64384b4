"""Writing many rows at once."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select

from sandbox.folding import fold

CHUNK = 5_000
Row = dict[str, Any]
Rows = list[Row]
Batch = defaultdict[Table, Rows]
"""Rows to be written together, by table."""


def chunks(items: Iterable[Any]) -> Iterator[list[Any]]:
    """The items, so many at a time."""
    iterator = iter(items)
    while part := list(islice(iterator, CHUNK)):
        yield part


def write(connection: Connection, table: Table, rows: Rows) -> None:
    """Insert rows that all have the same keys; a column `x_key` that is not given holds the folded text of `x`."""
    names = [each.name for each in table.c if f"{each.name}_key" in table.c]
    for part in chunks(rows):
        connection.execute(insert(table), [row | _keys(row, names) for row in part])


def write_all(connection: Connection, batch: Mapping[Table, Rows]) -> None:
    """Insert the rows of several tables."""
    for table, rows in batch.items():
        write(connection, table, rows)


def _keys(row: Row, names: list[str]) -> dict[str, str | None]:
    return {f"{name}_key": row.get(f"{name}_key") or fold(row[name]) for name in names}


def next_id(connection: Connection, table: Table) -> int:
    """The id of the next row, for rows that refer to each other."""
    return (connection.scalar(select(func.max(table.c.id))) or 0) + 1
