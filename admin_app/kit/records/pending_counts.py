"""What waits for somebody: how many records of one kind want something done, and where they are (HOME-1)."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from admin_app.api.client import Api
from admin_app.api.query import Query

Count = Callable[[Api], Awaitable[Mapping[str, int]]]
"""`await count(api)` says how many records each of the kinds has; a kind that it leaves out is not known."""


@dataclass(frozen=True)
class Waiting:
    """What one module tells in one cheap call."""

    key: str
    """Of the module, unique."""
    title: str
    """Translation key of the module's name."""
    icon: str
    kinds: Mapping[str, str]
    """Where the records of each kind are, by the last part of its label's key below `home.waiting`."""
    permissions: tuple[str, ...]
    """What counting takes."""
    count: Count
    flag: str | None = None


def rows(kind: str, endpoint: str, filters: Mapping[str, Any]) -> Count:
    """How many rows a list of the API has under filters, without reading them."""

    async def count(api: Api) -> Mapping[str, int]:
        return {kind: (await api.list(endpoint, Query(1, 1, filters=filters))).total}

    return count
