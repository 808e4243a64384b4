"""The list of structures, which the server neither pages, nor sorts, nor filters. Pure.

(solidary.yaml, list_structures)
"""

from collections.abc import Mapping, Sequence
from typing import Any

from admin_app.api.query import Query
from admin_app.kit.words.folding import folded, words

Item = dict[str, Any]
SORTED = {"lightMode": "mode", "offersTransport": "solidaryTransport"}
"""What columns of the list are called by the API."""


def found(items: Sequence[Item], query: Query) -> list[Item]:
    """The structures that a list asks for, in its order: all pages of them."""
    wanted = [each for each in items if _fits(each, query.filters)]
    if not query.sort:
        return wanted
    column, descends = query.sort
    field = SORTED.get(column, column)
    filled = [each for each in wanted if each.get(field) is not None]
    empty = [each for each in wanted if each.get(field) is None]
    return [*sorted(filled, key=lambda each: _rank(each[field]), reverse=descends), *empty]


def page(items: Sequence[Item], query: Query) -> list[Item]:
    """One page of them."""
    size = query.per_page or len(items)
    start = ((query.page or 1) - 1) * size
    return list(items[start : start + size])


def _fits(item: Item, filters: Mapping[str, Any]) -> bool:
    name, mode, transport = (str(filters.get(each) or "") for each in ("name", "mode", "solidaryTransport"))
    if name and folded(name) not in folded(item.get("name")):
        return False
    if mode and (mode == "true") != (item.get("mode") == 1):
        return False
    return not transport or (transport == "true") == bool(item.get("solidaryTransport"))


def _rank(value: Any) -> Any:
    return words(value) if isinstance(value, str) else value
