"""Rows that are all at hand: put in an order, and a page of them. Pure."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from admin_app.api.query import Query
from admin_app.kit.words.formats import folded_words

Row = TypeVar("Row")


def in_order(rows: Iterable[Row], key: Callable[[Row], Any], down: bool) -> list[Row]:
    """Rows by a key; those that have none (None) come last, either way, and equal ones stay as they stood."""
    keyed = [(key(row), row) for row in rows]
    filled = sorted((pair for pair in keyed if pair[0] is not None), key=lambda pair: pair[0], reverse=down)
    return [row for _, row in (*filled, *(pair for pair in keyed if pair[0] is None))]


def ordered(items: Iterable[dict[str, Any]], field: str, down: bool) -> list[dict[str, Any]]:
    """Items by one of their texts or numbers, as people read them; those that have none come last."""
    return in_order(items, lambda item: reading_key(item, field), down)


def reading_key(item: Mapping[str, Any], field: str) -> tuple[float, list[str]] | None:
    """What a text or a number is put in order by, as people read it: without accents and capitals; None for nothing."""
    value = item.get(field)
    if value is None or value == "":
        return None
    return (float(value), []) if isinstance(value, int | float) else (0, folded_words(str(value)) or [str(value)])


def part(items: Sequence[Row], query: Query) -> Sequence[Row]:
    """The items of the page of a query; all of them where it names no page."""
    size = query.per_page or len(items)
    start = ((query.page or 1) - 1) * size
    return items[start : start + size]
