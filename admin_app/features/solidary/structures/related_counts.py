"""How many records of a list belong to a structure: no list of the API is filtered by one (solidary.yaml).

A list is read in pages of a thousand: five calls for 5,000 people. What cannot be counted is said to be unknown.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from admin_app.api.client import Api
from admin_app.api.errors import AccessDenied
from admin_app.api.query import Query

PAGE = 1000
MOST_PAGES = 20
"""Pages read at most: one look is worth some seconds, not minutes."""


@dataclass(frozen=True)
class Count:
    """How many were found, and whether all could be looked at."""

    number: int
    whole: bool


async def count(api: Api, endpoint: str, belongs: Callable[[Mapping[str, Any]], bool]) -> Count | None:
    """How many records of a list belong; None for somebody who may not read the list."""
    number = 0
    try:
        for page in range(1, MOST_PAGES + 1):
            read = await api.list(endpoint, Query(page, PAGE, ("id", False)))
            number += sum(map(belongs, read.items))
            if page * PAGE >= read.total or not read.items:
                return Count(number, True)
    except AccessDenied:
        return None
    return Count(number, False)


def is_member(structure_id: str) -> Callable[[Mapping[str, Any]], bool]:
    """Whether somebody belongs to a structure, accepted or not."""
    return lambda person: any(str(each.get("id")) == structure_id for each in person.get("structures") or [])


def is_attached(structure_id: str) -> Callable[[Mapping[str, Any]], bool]:
    """Whether a relay point belongs to a structure."""
    return lambda point: str(point.get("structureId")) == structure_id
