"""A resource of the API as one declaration: table, properties, filters, orders, permissions, hooks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from sqlalchemy import ColumnElement, Row, Table, TextClause

from sandbox.context import Context
from sandbox.errors import ApiError, not_found
from sandbox.fields import Field, shown
from sandbox.filters import Condition, Filter

Verb = Literal["list", "read", "create", "update", "replace", "delete"]
View = Literal["list", "item", "created", "updated"]
Record = dict[str, Any]


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


def _nothing(ctx: Context, change: Change) -> None: ...


def _no_scope(ctx: Context) -> list[Condition]:
    return []


def _no_rule(ctx: Context, row: Row[Any], rule: str) -> bool:
    return False


def _always(ctx: Context, row: Row[Any]) -> bool:
    return True


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
    scope: Callable[[Context], list[Condition]] = _no_scope
    # Whether an ownership rule (permissions.yaml, rules) holds for a row.
    rule: Callable[[Context, Row[Any], str], bool] = _no_rule
    # Whether an item is found at all by the caller (permissions.yaml, row_scoping).
    visible: Callable[[Context, Row[Any]], bool] = _always
    # Rows as the API sends them; gets a whole page, so that no query is made per row.
    shape: "Callable[[Resource, Context, Sequence[Row[Any]], View], list[Record]] | None" = None
    # Before storing: check, complete `change.columns`. After: what depends on the record's id.
    before: Callable[[Context, Change], None] = _nothing
    after: Callable[[Context, Change], None] = _nothing
    # What reading an unknown id answers: a failure for a few resources (content-points.yaml, x-seed-conflicts).
    unknown: Callable[[], ApiError] = not_found
    # What a deletion does instead of deleting the row.
    remove: Callable[[Context, Row[Any]], None] | None = None

    def shaped(self, ctx: Context, rows: Sequence[Row[Any]], view: View) -> list[Record]:
        """Rows as the API sends them."""
        return self.shape(self, ctx, rows, view) if self.shape else [self.plain(row) for row in rows]

    def plain(self, row: Row[Any]) -> Record:
        """One row with its `@` keys, id and stored properties."""
        values = row._mapping
        record: Record = {"@id": f"{self.iri}/{row.id}", "@type": self.type_name, "id": row.id}
        for declared in self.fields:
            if declared.stored:
                record[declared.name] = shown(declared, values[declared.column])
        return record
