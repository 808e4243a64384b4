"""A resource of the API as one declaration: table, properties, filters, orders, permissions, hooks.

The table is `numbered` (sandbox/tables.py), its properties are read `of_table` (sandbox/fields.py), permissions are
`rights`, orders `sorted_by`; a hook says what no declaration can. sandbox/editorials.py is the shortest that has all;
`RESOURCES` in sandbox/app.py serves it, sandbox/seed fills it with what data/*.toml says.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import ColumnElement, Row, Table, TextClause

from sandbox import http, pictures
from sandbox.context import Context
from sandbox.errors import ApiError, not_found
from sandbox.fields import Field, shown, snake
from sandbox.filters import Condition, Filter

Verb = Literal["list", "read", "create", "update", "replace", "delete"]
View = Literal["list", "item", "created", "updated"]
Record = dict[str, Any]
VERBS: tuple[Verb, ...] = ("list", "read", "create", "update", "replace", "delete")


def rights(entity: str, **others: str) -> dict[Verb, str]:
    """The permissions of all verbs, `others` those with another name.

    A PUT, where upstream has none, is taken as a PATCH (users.yaml, replace_user).
    """
    return {verb: others.get(verb, f"{entity}_{'update' if verb == 'replace' else verb}") for verb in VERBS}


def sorted_by(table: Table, *names: str) -> dict[str, ColumnElement[Any]]:
    """The columns that properties are sorted by: the folded text where there is one."""
    columns = {name: snake(name) for name in names}
    return {name: table.c[f"{each}_key" if f"{each}_key" in table.c else each] for name, each in columns.items()}


@dataclass
class Change:
    """A creation (`row` is None) or an update on its way: what was sent, and what will be stored."""

    sent: Mapping[str, Any]
    values: dict[str, Any]
    row: Row[Any] | None = None
    columns: dict[str, Any] = field(default_factory=dict)
    record_id: int = 0

    @property
    def creating(self) -> bool:
        """Whether the record is new."""
        return self.row is None

    def has(self, name: str) -> bool:
        """Whether a property was sent."""
        return name in self.values


@dataclass(frozen=True)
class Resource:
    """Everything the store needs to serve a resource; a verb without permission does not exist (405)."""

    path: str
    type_name: str
    iri: str
    table: Table
    permissions: Mapping[Verb, str]
    fields: tuple[Field, ...] = ()
    filters: tuple[Filter, ...] = ()
    orders: Mapping[str, ColumnElement[Any]] = field(default_factory=dict)
    # Conditions of every list, written as text when a partial index depends on them.
    base: tuple[TextClause, ...] = ()
    paged: bool = True
    # Item answers keep null properties (resources without PATCH, and users: session.yaml, nulls).
    item_keeps_nulls: bool = False
    # Which rows the caller may see in lists (permissions.yaml, row_scoping).
    scope: Callable[[Context], list[Condition]] = lambda ctx: []
    # Whether an ownership rule (permissions.yaml, rules) holds for a row.
    rule: Callable[[Context, Row[Any], str], bool] = lambda ctx, row, rule: False
    # Whether an item is found at all by the caller (permissions.yaml, row_scoping).
    visible: Callable[[Context, Row[Any]], bool] = lambda ctx, row: True
    # Rows as the API sends them; gets a whole page, so that no query is made per row.
    shape: "Callable[[Resource, Context, Sequence[Row[Any]], View], list[Record]] | None" = None
    # How the images of a record name what they belong to; a record shows its first one, and takes them with it.
    pictures: str = ""
    # Before storing: check, complete `change.columns`. After: what depends on the record's id.
    before: Callable[[Context, Change], None] = lambda ctx, change: None
    after: Callable[[Context, Change], None] = lambda ctx, change: None
    # What reading an unknown id answers: a failure for a few resources (content-points.yaml, x-seed-conflicts).
    unknown: Callable[[], ApiError] = not_found
    # What else goes with a record, before its images, its row and its address do.
    before_removal: Callable[[Context, Row[Any]], None] = lambda ctx, row: None
    # What a deletion does instead.
    remove: Callable[[Context, Row[Any]], None] | None = None

    def shaped(self, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
        """Rows as the API sends them."""
        records = self.shape(self, ctx, rows, view) if self.shape else [self.plain(row) for row in rows]
        if not self.pictures:
            return records
        found = pictures.first_images(ctx, self.pictures, [row.id for row in rows])
        pairs = (pictures.pair(ctx, self.pictures, found.get(row.id)) for row in rows)
        return [record | pair for record, pair in zip(records, pairs, strict=True)]

    def head(self, record_id: int) -> Record:
        """How a record begins."""
        return http.head(self.type_name, self.iri, record_id)

    def plain(self, row: Row[Any]) -> Record:
        """One row with its `@` keys, id and stored properties."""
        values = row._mapping
        record = self.head(row.id)
        for declared in self.fields:
            if declared.stored:
                record[declared.name] = shown(declared, values[declared.column])
        return record
