"""What waits for somebody: how many records of one kind want something done, where they are, and whose turn it is."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.kit.values import Point


@dataclass(frozen=True)
class Next:
    """Somebody to be answered first, a record to be finished, or what is ahead, as a list tells of it: reading one may
    have consequences (trap 31). What a list does not tell stays empty."""

    name: str
    href: str
    what: str
    """What they wait for: the last part of its label's key below `home.next`; nothing shows that of what is ahead."""
    detail: str = ""
    """What tells them from a namesake, or what they ask for."""
    origin: str = ""
    """From where they want to go."""
    destination: str = ""
    back: str = ""
    """`true` where they come back, too."""
    day: str = ""
    """The day it is for, `2026-03-26`; empty for none."""
    until: str = ""
    """The last of its days, where it may have several."""
    picture: str = ""
    telephone: str = ""
    said: str = ""
    """What was done last, as the API names it; empty where nothing was but that they came."""
    since: str = ""
    """When that was."""
    state: str = ""
    """How it stands, as the API names it."""
    places: tuple[Point | None, ...] = ()
    """Where it is, or from where to where, as far as that is known."""
    image: str = ""
    """The address of what it shows."""
    quote: str = ""
    """How it begins, in plain words; the first QUOTED characters are shown."""
    received: str = ""
    """When the document came that is to be looked at."""
    count: str = ""
    """How many wait in it."""
    key: str = ""
    """What tells it from the others: its address, unless they share one."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", self.key or self.href)


FEW = 3
"""As many come first as a glance takes in, each with a key of its own."""
AHEAD = 8
"""As many of what is ahead are told below them."""
QUOTED = 300
"""Characters of a text that there is room for."""


@dataclass(frozen=True)
class Told:
    """What one module tells of what waits in it."""

    counts: Mapping[str, int]
    """How many records each of the kinds has; a kind that is left out is not known."""
    first: Sequence[Next] = ()
    """Who comes first, the most urgent before the others."""
    coming: Sequence[Next] = ()
    """What happens next, the soonest first."""

    def unopened(self, pressing: str) -> "Told":
        """What is told of it to who may open none: nobody comes first who cannot be answered."""
        counts = {kind: number for kind, number in self.counts.items() if kind != pressing}
        return Told(counts, coming=[replace(each, href="") for each in self.coming])


Read = Callable[[Api], Awaitable[Told]]
"""`await read(api)` asks lists alone: reading a record may have consequences (trap 31)."""


@dataclass(frozen=True)
class Waiting:
    """A module that tells what waits in it, or what is ahead, and how to find out cheaply."""

    key: str
    """Of the module, unique."""
    permissions: tuple[str, ...]
    """What reading takes."""
    read: Read
    flag: str | None = None
    opens: Callable[[Any], Awaitable[bool]] | None = None
    """`await opens(state)` says whether the records may be opened, where holding a permission does not tell."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Where the records of each kind that waits are, by the last part of its label's key below `home.waiting`."""
    title: str = ""
    """Translation key of the module's name, where it has kinds."""
    pressing: str = ""
    """What of the counted says how many there are who should come first; it is no line of its own."""
    in_menu: str = ""
    """What of the counted the menu tells beside the list; empty is every kind."""

    @property
    def route(self) -> str:
        """The list where the records are."""
        return next(iter(self.kinds.values())).partition("?")[0]

    def in_list(self, counts: Mapping[str, int]) -> int:
        """How many the menu tells beside the list."""
        return counts[self.in_menu] if self.in_menu else sum(counts[kind] for kind in self.kinds if kind in counts)


def first_rows(
    kind: str, endpoint: str, filters: Mapping[str, Any], order: str, told: Callable[[Mapping[str, Any]], Next]
) -> Read:
    """One call: how many rows a list of the API has under filters, and the first in the ascending order of a field."""

    async def read(api: Api) -> Told:
        found = await api.list(endpoint, Query(1, FEW, (order, False), filters))
        return Told({kind: found.total}, [told(item) for item in found.items])

    return read
