"""What waits for somebody: how many records of one kind want something done, where they are, and whose turn it is."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from admin_app.api.client import Api
from admin_app.api.query import Query

Count = Callable[[Api], Awaitable[Mapping[str, int]]]
"""`await count(api)` says how many records each of the kinds has; a kind that it leaves out is not known."""


@dataclass(frozen=True)
class Next:
    """Somebody to be answered first, or a record to be finished, as a list tells of it: reading one may have
    consequences (trap 31)."""

    name: str
    href: str
    what: str
    """What they wait for: the last part of its label's key below `home.next`."""
    detail: str = ""
    """What tells them from a namesake, or what they ask for."""
    route: str = ""
    """From where to where."""
    day: str = ""
    """The day it is for, `2026-03-26`; empty for none."""
    picture: str = ""
    telephone: str = ""
    said: str = ""
    """What was done last, as the API names it; empty where nothing was but that they came."""
    since: str = ""
    """When that was."""
    state: str = ""
    """How it stands, as the API names it."""


FEW = 3
"""As many come first as a glance takes in, each with a key of its own."""
Told = Callable[[Mapping[str, Any]], Next]
First = Callable[[Api], Awaitable[Sequence[Next]]]
"""`await first(api)` gives those who come first, the most urgent before the others."""


@dataclass(frozen=True)
class Waiting:
    """What one module tells in one cheap call."""

    key: str
    """Of the module, unique."""
    title: str
    """Translation key of the module's name."""
    kinds: Mapping[str, str]
    """Where the records of each kind are, by the last part of its label's key below `home.waiting`."""
    permissions: tuple[str, ...]
    """What counting takes."""
    count: Count
    flag: str | None = None
    first: First | None = None
    """Who comes first, from calls of lists alone."""
    coming: First | None = None
    """What happens next, the soonest first, from calls of lists alone."""
    pressing: str = ""
    """What of the counted says how many there are who should come first; it is no line of its own."""
    in_menu: str = ""
    """What of the counted the menu tells beside the list; empty is every kind."""

    @property
    def route(self) -> str:
        """The list where the records are."""
        return next(iter(self.kinds.values())).partition("?")[0]


def pending_rows(kind: str, endpoint: str, filters: Mapping[str, Any]) -> Count:
    """How many rows a list of the API has under filters, without reading them."""

    async def count(api: Api) -> Mapping[str, int]:
        return {kind: (await api.list(endpoint, Query(1, 1, filters=filters))).total}

    return count


def first_rows(endpoint: str, filters: Mapping[str, Any], order: str, told: Told) -> First:
    """Those that are first in a list of the API under filters, in the ascending order of a field."""

    async def first(api: Api) -> Sequence[Next]:
        return [told(item) for item in (await api.list(endpoint, Query(1, FEW, (order, False), filters))).items]

    return first
