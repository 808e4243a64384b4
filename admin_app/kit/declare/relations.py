"""Declarations of what a record has to do with others: those that belong to it, and those that may be the same one.

Plain frozen data like kit/declare/resource.py, which names them; no Reflex, no HTTP.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel


@dataclass(frozen=True)
class Related:
    """Records that belong to the one shown: a small table of its page, read once the record itself is there.

    Its labels are `<resource>.sections.<key>`, `<resource>.fields.<key>_<field>`, and `<resource>.none.<key>` for none.
    """

    key: str
    columns: tuple[Any, ...]
    """Of kit/declare/fields.py."""
    model: type[BaseModel]
    fetch: Callable[..., Any]
    """`await fetch(api, record_id, shown)` gives them as the API sends them; `shown` are the texts of the record."""
    permission: str
    """What reading them takes, asked at the door; without it the table is not there."""
    flag: str | None = None
    href: Callable[[Any], str] | None = None
    """The address the `main` column leads to."""
    opens: Any = True
    """The permission that address takes, or a condition of the page that says more: else the cell is a text."""


@dataclass(frozen=True)
class Link:
    """Another record that a property names."""

    to: Callable[[Any], str]
    """From the record to the address of the other; empty where there is none."""
    permission: str
    """What that address takes: without it the name is a text."""
    flag: str | None = None
    """The module that must be on."""


@dataclass(frozen=True)
class Likeness:
    """One way a record that is being created may be there already."""

    name: str
    fields: tuple[str, ...]
    """The inputs it takes, all of them filled; what is found stands below the last one."""
    label: str
    """Translation key of what is the same."""
    asks: Callable[[Mapping[str, str]], Any]
    """From the texts by input name to what the API is asked: pairs of a path and a query."""
    alike: Callable[[Mapping[str, str], Mapping[str, Any]], bool]
    """Whether a record of the answer is alike."""
    refused: bool = False
    """The API takes no second one: it cannot be created anyway."""
    taken: str = ""
    """Translation key of what is then said in the field: whose the value is."""


@dataclass(frozen=True)
class Duplicates:
    """What a creation looks for before it makes a second record of the same (kit/forms/duplicates.py)."""

    route: str
    """Where those records are shown, which may be another resource's screens."""
    list: str
    """The permission to look for them: without it nothing is looked for."""
    read: str
    """The permission to open one."""
    likenesses: tuple[Likeness, ...]
    tells: tuple[Any, ...] = ()
    """Columns shown beside the name, to tell one from another: as little as does."""
    words: str = "kit.duplicates"
    """Prefix of the question before such a creation, `.question`, and of what is asked where the search `.failed`: the
    kit's are about people."""
    symbol: str = "users-round"
