"""The views of an entity: its list, filters, form and page name properties, whose kinds say the rest."""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from admin_app.kit.declare.fields import Column, Input, wire
from admin_app.kit.declare.filters import Filter
from admin_app.kit.declare.kinds import Model, Undeclared, column_of, input_of, kind_of
from admin_app.kit.declare.resource import Fact, Section

_SYMBOLS = {
    "email": "mail",
    "phone": "phone",
    "address_locality": "map-pin",
    "address": "map-pin",
    "age": "cake",
    "date_time": "calendar-days",
}
"""Icons that say what a fact is, by the last part of its name or by its kind."""
YES_NO = "kit.yes_no"
"""The labels of a filter by yes or no."""


@dataclass(frozen=True)
class Changed:
    """A property that is otherwise in one view."""

    name: str
    options: dict[str, Any]


Part = str | Changed | Column | Input
"""A property by its name, or a cell or an input made by hand."""
Found = TypeVar("Found", Column, Input)


def but(name: str, **options: Any) -> Changed:
    """A property with other options in this view: `but("phone_display", only="edit")`."""
    return Changed(name, options)


def columns(
    model: Model,
    *parts: Part,
    main: str = "",
    hidden: Iterable[str] = (),
    sortable: Iterable[str] = (),
) -> tuple[Column, ...]:
    """The columns of a list or of a table: `main` leads to the record, `hidden` ones wait in the column chooser."""
    made = tuple(_cell(model, part, listed=True) for part in parts)
    flags = {"main": {main} - {""}, "hidden": set(hidden), "sort": set(sortable)}
    for name in set().union(*flags.values()) - {column.field for column in made}:
        raise Undeclared(model, name, "is none of the columns")
    return tuple(
        replace(column, **{flag: True for flag, names in flags.items() if column.field in names}) for column in made
    )


def filters(
    model: Model, *parts: str | Filter, more: Iterable[str | Filter] = (), kept: Iterable[str | Filter] = ()
) -> tuple[Filter, ...]:
    """The filters that are always there, then those behind the button; a name filters by what the property holds.

    Those that are `kept` are offered no more, and good in the addresses that hold them.
    """
    always = [replace(_filter(model, part), always=True) for part in parts]
    former = [replace(_filter(model, part), offered=False) for part in kept]
    return (*always, *(_filter(model, part) for part in more), *former)


def section(
    key: str,
    *parts: Part,
    permission: str | None = None,
    map: str = "",
    flag: str | None = None,
    folded: bool = False,
    side: bool = False,
    note: bool = False,
    chapter: bool = False,
) -> Section:
    """A titled group of properties, for a form, where it may be `folded` and begin a `chapter`, or for a page, where it
    may stand at the `side`."""
    return Section(key, parts, permission, map, flag, folded, side, note, chapter)


def badges(model: Model, *parts: Part) -> tuple[Column, ...]:
    """The choices that stand beside the name of a record."""
    return tuple(_cell(model, part) for part in parts)


def facts(model: Model, *parts: Part) -> tuple[Fact, ...]:
    """What stands below the name of a record, as short as in a list."""
    made = (_cell(model, part, listed=True) for part in parts)
    named = ((column, column.field.rpartition(".")[2]) for column in made)
    return tuple(Fact(column, _SYMBOLS.get(name, _SYMBOLS.get(column.kind, ""))) for column, name in named)


def form(model: Model, *sections: Section) -> tuple[Section, ...]:
    """The sections of a form."""
    return tuple(replace(each, parts=tuple(_input(model, part) for part in each.parts)) for each in sections)


def show(model: Model, *sections: Section) -> tuple[Section, ...]:
    """The sections of a page."""
    return tuple(replace(each, parts=tuple(_cell(model, part) for part in each.parts)) for each in sections)


def period(name: str, label: str, until: str = "", *, coming: bool = False) -> tuple[Filter, Filter]:
    """From one day to another, both included, of a property, or from one property `until` another.

    Labels are `<label>` for both, `<label>_after` and `<label>_before` for each alone. With `coming` one
    looks ahead first.
    """
    first, last = f"{wire(name)}[after]", f"{wire(until or name)}[before]"
    return (
        Filter(first, f"{label}_after", "date", period=label, other=last, coming=coming),
        Filter(last, f"{label}_before", "date", period=label, other=first, ends=True, coming=coming),
    )


def _cell(model: Model, part: Part, *, listed: bool = False) -> Column:
    if isinstance(part, Column):
        return part
    name, options = (part, {}) if isinstance(part, str) else (part.name, part.options)
    return _replaced(model, column_of(model, name, listed=listed), options)


def _input(model: Model, part: Part) -> Input:
    if isinstance(part, Input):
        return part
    name, options = (part, {}) if isinstance(part, str) else (part.name, part.options)
    return _replaced(model, input_of(model, name), options)


def _replaced(model: Model, found: Found, options: dict[str, Any]) -> Found:
    for option in options.keys() - {each.name for each in fields(found)}:
        raise Undeclared(model, found.field, f"has no option {option!r}, it is a {type(found).__name__}")
    return replace(found, **options)


def _filter(model: Model, part: str | Filter) -> Filter:
    if isinstance(part, Filter):
        return part
    kind, _ = kind_of(model, part)
    if kind.cell.kind == "choice":
        return Filter(wire(part), part, "choice", kind.cell.choices, kind.values)
    if kind.cell.kind == "yes_no":
        return Filter(wire(part), part, "choice", YES_NO, ("true", "false"))
    return Filter(wire(part), part)
