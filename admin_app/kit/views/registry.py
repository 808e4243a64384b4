"""The lists that a view may lead to. The rooms above say which there are; nothing else is ever kept or opened."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from admin_app.api.client import Api
from admin_app.kit.screen import Condition

Count = Callable[[Api, str], Awaitable[int]]
"""`await count(api, query)`: how many rows a list has under the filters of a view, in one cheap call."""


@dataclass(frozen=True)
class Listed:
    """One list: where it is, what it asks for, and its state, which tells what it shows as a query."""

    route: str
    title: str
    """The translation key of its name."""
    permission: str
    flag: str | None
    state: Any
    """Its class; `state._view_query(columns)` is the query of what it shows."""
    count: Count | None = None
    """None where no single call tells: what filters is not the API."""
    condition: Condition | None = None


_lists: Mapping[str, Listed] = {}
_shares = ""


def use(lists: tuple[Listed, ...], shares: str) -> None:
    """Set the lists, in menu order, and the permission to keep views for everybody; once, at the start."""
    global _lists, _shares
    _lists, _shares = {each.route: each for each in lists}, shares


def lists() -> Mapping[str, Listed]:
    """The lists by route, in menu order."""
    return _lists


def shares() -> str:
    """The permission to keep views for everybody; empty where nobody may."""
    return _shares
