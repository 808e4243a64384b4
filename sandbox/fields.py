"""Properties of a record and their strict types on write (session.yaml, x-http-conventions types, nulls, lengths)."""

import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from sqlalchemy import Boolean, Integer, Table

from sandbox.clock import SERVER_ZONE, STORED_FORMAT, instant, midnight, parse, stored, wall
from sandbox.errors import ApiError, masked


class Kind(Enum):
    """JSON type of a property; the value is the name upstream uses in its refusals."""

    INT = "int"
    BOOL = "bool"
    TEXT = "string"
    DECIMAL = "decimal"
    DATE = "date"
    MOMENT = "moment"
    # What a person typed, in no time zone: the offset that is sent is dropped (content-points.yaml).
    WALL = "wall"
    TIME = "time"
    LIST = "array"
    OBJECT = "object"


@dataclass(frozen=True)
class Field:
    """A property: `stored` false when it has no column of its own, and a hook treats it."""

    name: str
    kind: Kind = Kind.TEXT
    nullable: bool = True
    max_length: int | None = None
    writable: bool = True
    stored: bool = True

    @property
    def column(self) -> str:
        """Name of the column that keeps it."""
        return snake(self.name)


@functools.cache
def snake(name: str) -> str:
    """A property's name in Python spelling: `givenName` gives `given_name`."""
    return re.sub(r"([A-Z])", lambda match: "_" + match[1].lower(), name)


def of_table(table: Table, *names: str, writable: bool = True) -> tuple[Field, ...]:
    """Properties as their columns are: type, null or not, longest text; a column `*_date` holds a moment."""
    return tuple(_of_column(table, name, writable) for name in names)


def _of_column(table: Table, name: str, writable: bool) -> Field:
    column = table.c[snake(name)]
    if isinstance(column.type, Boolean | Integer):
        kind = Kind.BOOL if isinstance(column.type, Boolean) else Kind.INT
    else:
        kind = Kind.MOMENT if name.endswith("Date") else Kind.TEXT
    return Field(name, kind, bool(column.nullable), getattr(column.type, "length", None), writable)


def given_type(value: Any) -> str:
    """The name upstream gives to the type of a JSON value."""
    if value is None:
        return "NULL"
    names = {bool: "boolean", int: "integer", float: "double", str: "string"}
    return names.get(type(value), "array")


def wrong_type(name: str, expected: str, value: Any) -> ApiError:
    """The refusal of a value that has not the type of its property."""
    return ApiError(f'The type of the "{name}" attribute must be "{expected}", "{given_type(value)}" given.')


_TYPES: dict[Kind, tuple[type, ...]] = {
    Kind.INT: (int,),
    Kind.BOOL: (bool,),
    Kind.TEXT: (str,),
    Kind.LIST: (list, dict),
    Kind.OBJECT: (dict,),
    # Upstream refuses numbers here; the stand-in accepts both (session.yaml, x-seed-conflicts, latitude).
    Kind.DECIMAL: (str, int, float),
}


def typed(field: Field, value: Any) -> Any:
    """The value to store for a property, or the refusal of its type."""
    if value is None:
        if field.nullable:
            return None
        raise wrong_type(field.name, _expected(field), value)
    if field.kind in (Kind.DATE, Kind.MOMENT, Kind.WALL, Kind.TIME):
        return _date(field, value)
    refused = isinstance(value, bool) and field.kind is not Kind.BOOL
    if refused or not isinstance(value, _TYPES[field.kind]):
        raise wrong_type(field.name, _expected(field), value)
    return decimal(value) if field.kind is Kind.DECIMAL else value


def decimal(value: str | float) -> str | None:
    """Degrees as the database keeps them: text with six decimals."""
    if value == "":
        return None
    try:
        return f"{float(value):.6f}"
    except ValueError:
        raise masked() from None


def _expected(field: Field) -> str:
    if field.kind is Kind.OBJECT:
        return "array"
    return "string" if field.kind is Kind.DECIMAL else field.kind.value


def _date(field: Field, value: Any) -> str:
    moment = parse(value) if isinstance(value, str) and value else None
    if moment is None:
        text = value if isinstance(value, str) else given_type(value)
        raise ApiError(f"DateTime::__construct(): Failed to parse time string ({text}) at position 0")
    if field.kind is Kind.DATE:
        # A birth date is a day on a calendar: the day that was written, whatever the offset (users.yaml, dates).
        return moment.date().isoformat()
    if field.kind is Kind.WALL:
        return moment.strftime(STORED_FORMAT)
    if field.kind is Kind.TIME:
        # Wall clock too: of a slot's time only the hour and minute that were written count (solidary.yaml, TimeOfDay).
        return moment.strftime("%H:%M")
    return stored(moment if moment.tzinfo else moment.replace(tzinfo=SERVER_ZONE))


def read_body(fields: Sequence[Field], body: Mapping[str, Any]) -> dict[str, Any]:
    """The writable properties of a body with values ready to store; unknown and read-only ones are ignored."""
    known = {field.name: field for field in fields if field.writable}
    return {name: typed(known[name], value) for name, value in body.items() if name in known}


def check_lengths(fields: Sequence[Field], values: Mapping[str, Any]) -> None:
    """Too long a text is a masked failure, not a violation (session.yaml, lengths)."""
    for field in fields:
        value = values.get(field.name)
        if field.max_length and isinstance(value, str) and len(value) > field.max_length:
            raise masked()


def written(fields: Sequence[Field], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values by column, for the properties that have one."""
    return {field.column: values[field.name] for field in fields if field.stored and field.name in values}


def shown(field: Field, value: Any) -> Any:
    """A stored value as the API sends it."""
    if value is None:
        return None
    if field.kind is Kind.DATE:
        return midnight(value)
    if field.kind is Kind.TIME:
        return f"1970-01-01T{value}:00+01:00"
    if field.kind is Kind.WALL:
        return wall(value)
    return instant(value) if field.kind is Kind.MOMENT else value
