"""Filters of lists: each turns parameters into a condition, None when they are absent or malformed."""

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, func, or_

from sandbox.context import Context
from sandbox.database import within
from sandbox.folding import fold
from sandbox.params import Params, wholes

Condition = ColumnElement[bool]
Columns = ColumnElement[Any]


@dataclass(frozen=True)
class Filter:
    """One filter: the parameters it reads (for the documentation) and the condition it makes."""

    parameters: tuple[str, ...]
    build: Callable[[Context], Condition | None]


def any_of(name: str, read: Callable[[Params, str], list[Any]], condition: Callable[[list[Any]], Condition]) -> Filter:
    """One value, or several of `name[]`: what they are read as, and which rows have any of them."""

    def build(ctx: Context) -> Condition | None:
        found = read(ctx.params, name)
        return condition(found) if found else None

    return Filter((name, f"{name}[]"), build)


def number(name: str, column: Columns) -> Filter:
    """Exact whole number."""
    return any_of(name, Params.numbers, lambda found: within(column, found))


def exact(name: str, column: Columns) -> Filter:
    """Exact text."""
    return any_of(name, Params.texts, column.in_)


def contains(name: str, key: Columns) -> Filter:
    """Part of a text, without case nor accents; `key` holds folded text."""
    return any_of(name, Params.texts, lambda found: or_(*(func.instr(key, fold(text)) > 0 for text in found)))


def truth(name: str, column: Columns, unset_is_false: bool = False) -> Filter:
    """`true` or `false` (1 and 0 too); `unset_is_false` also counts null as false."""

    def build(ctx: Context) -> Condition | None:
        value = {"true": True, "1": True, "false": False, "0": False}.get(ctx.params.scalars.get(name, ""))
        if value is None:
            return None
        condition = column.is_(value)
        return or_(condition, column.is_(None)) if unset_is_false and not value else condition

    return Filter((name,), build)


_BOUNDS: dict[str, Callable[[Columns, str], Condition]] = {
    "before": operator.le,
    "strictly_before": operator.lt,
    "after": operator.ge,
    "strictly_after": operator.gt,
}


def moments(name: str, column: Columns) -> tuple[Filter, ...]:
    """The four bounds of a date; a day without time is its midnight, as upstream compares it."""
    return _bounded(name, column, Params.moment)


def walls(name: str, column: Columns) -> tuple[Filter, ...]:
    """The four bounds of a wall-clock date."""
    return _bounded(name, column, Params.wall)


def _bounded(name: str, column: Columns, read: Callable[[Params, str, str], str | None]) -> tuple[Filter, ...]:
    def bound(key: str) -> Filter:
        def build(ctx: Context) -> Condition | None:
            value = read(ctx.params, name, key)
            return _BOUNDS[key](column, value) if value else None

        return Filter((f"{name}[{key}]",), build)

    return tuple(bound(key) for key in _BOUNDS)


def selected(column: Columns) -> Filter:
    """`selected=1,2,3`: comma-joined ids in one parameter (users.yaml, FilterSelected)."""

    def build(ctx: Context) -> Condition | None:
        ids = wholes((ctx.params.text("selected") or "").split(","))
        return within(column, ids) if ids else None

    return Filter(("selected",), build)


def among(name: str, column: Columns, ids: Callable[[int], Select[Any]]) -> Filter:
    """Records found by the query `ids`, given one whole number."""

    def build(ctx: Context) -> Condition | None:
        value = ctx.params.number(name)
        return None if value is None else column.in_(ids(value))

    return Filter((name,), build)
