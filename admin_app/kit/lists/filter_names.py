"""The words of filters that come from the API: what those of the address point at, and what some offer whole."""

import asyncio
import time

from admin_app.api.client import Api
from admin_app.kit.declare.fields import Target
from admin_app.kit.declare.filters import Filter, several
from admin_app.kit.lists.host import ListHost
from admin_app.kit.records import autocomplete

CHOICES_LIFETIME = 300
"""Seconds after which the records that filters offer are read again."""
Unnamed = list[tuple[str, Target, str]]
"""Filters whose record has no name yet: parameter, where it is found, and its id."""
Unread = list[tuple[str, Target]]
"""Filters that offer a list whole: parameter, and where it is found."""


def unnamed(listing: ListHost) -> Unnamed:
    """The filters of the address whose record has no name yet."""
    filters, known = listing.get_value("filters"), listing.get_value("filter_labels")
    pointing = [(each, each.target) for each in listing.resource.filters if each.target and each.param in filters]
    on = [(each.param, where, key) for each, where in pointing for key in _keys(each, filters[each.param])]
    return [(name, where, key) for name, where, key in on if f"{name}={key}" not in known]


def unread(listing: ListHost, read_at: float) -> Unread:
    """The filters that offer a list whole, where that was read too long ago (`read_at`, seconds since the epoch)."""
    if time.time() - read_at < CHOICES_LIFETIME:
        return []
    whole = (each for each in listing.resource.filters if each.kind in ("record", "records") and each.offered)
    return [(each.param, each.target) for each in whole if each.target]


async def choices(api: Api, filters: Unread) -> dict[str, autocomplete.Options]:
    """The records that filters offer, by parameter."""
    options = await asyncio.gather(*(autocomplete.whole(api, target, "", "") for _, target in filters))
    return {param: each for (param, _), each in zip(filters, options, strict=True)}


async def labels(api: Api, filters: Unnamed, offered: dict[str, autocomplete.Options]) -> dict[str, str]:
    """The names of records that filters point at, by `<parameter>=<id>`; those that are `offered` are known by that."""
    known = {f"{name}={each['value']}": each["label"] for name, those in offered.items() for each in those}
    asked = [each for each in filters if f"{each[0]}={each[2]}" not in known]
    names = await asyncio.gather(*(autocomplete.name_of(api, target, key) for _, target, key in asked))
    return known | {f"{param}={key}": name for (param, _, key), name in zip(asked, names, strict=True)}


def _keys(part: Filter, value: str) -> tuple[str, ...]:
    """The ids of the records that a filter points at."""
    return several(value) if part.kind == "records" else (value,)
