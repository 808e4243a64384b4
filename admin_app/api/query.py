"""What a list asks for, written as the API's query parameters (CALL-2, API-8, API-9)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

Params = list[tuple[str, str]]


class Joined(tuple[Any, ...]):
    """Values sent as one parameter with commas (`selected`, `relayPointTypes`, `bounds`), not as `name[]`."""

    __slots__ = ()


@dataclass(frozen=True)
class Query:
    """A page of a list. `page` counts from 1; None leaves page and size to the server (first page of 100)."""

    page: int | None = None
    per_page: int | None = None
    sort: tuple[str, bool] | None = None
    """Field of the API and whether it descends."""
    filters: Mapping[str, Any] = field(default_factory=dict)
    """Parameter name to value; None, "" and empty lists are left out."""

    def params(self) -> Params:
        """The parameters: `order[field]`, `page`, `perPage`, then the filters that say something (CALL-2)."""
        order = {f"order[{self.sort[0]}]": "desc" if self.sort[1] else "asc"} if self.sort else {}
        return encode({**order, "page": self.page, "perPage": self.per_page, **self.filters})


def encode(values: Mapping[str, Any]) -> Params:
    """Parameters of any mapping: arrays as `name[]`, booleans as true and false, empty values left out."""
    return [pair for name, value in values.items() for pair in _pairs(name, value)]


def _pairs(name: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, Joined):
        if text := ",".join(_text(item) for item in value if not _empty(item)):
            yield name, text
    elif isinstance(value, (list, tuple, set, frozenset)):
        key = name if "[" in name else f"{name}[]"
        yield from ((key, _text(item)) for item in value if not _empty(item))
    elif not _empty(value):
        yield name, _text(value)


def _empty(value: Any) -> bool:
    """False and 0 say something; None and "" do not."""
    return value is None or value == ""


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.isoformat() if isinstance(value, date) else str(value)
