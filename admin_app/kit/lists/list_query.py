"""What an address asks of a list, and the addresses of its other pages, orders and filters. Pure."""

import datetime as dt
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from admin_app.api.errors import Refused
from admin_app.api.query import Query
from admin_app.kit.declare.fields import wire
from admin_app.kit.declare.filters import BETWEEN, Filter, Sought, several
from admin_app.kit.declare.resource import Resource
from admin_app.kit.lists.map_markers import box
from admin_app.kit.records.addresses import place
from admin_app.kit.values import whole
from admin_app.kit.words.formats import is_day

PAGE_SIZES = (10, 25, 50, 100)
DEFAULT_PAGE_SIZE = 25
COLUMNS_BETWEEN = ","


class Unasked(Refused):
    """The filters cannot be asked of the API as they are (`ListQuery.obstacle`)."""

    kind = "unasked"


@dataclass(frozen=True)
class ListQuery:
    """A page of a list: which, of how many rows, in what order, under which filters, as a table or a map."""

    resource: Resource
    page: int = 1
    size: int = DEFAULT_PAGE_SIZE
    sort: str = ""
    filters: Mapping[str, str] = field(default_factory=dict)
    view: str = ""
    wrong: Mapping[str, str] = field(default_factory=dict)
    """What the address says of filters by number and is out of their bounds; it is not asked."""
    columns: tuple[str, ...] = ()
    """The columns that are shown beside the main one; none where the browser's own choice holds."""
    exchanged: tuple[str, ...] = ()
    """The periods, by their first days, whose days the address has in the wrong order."""
    otherwise: bool = False
    """Whether a typed text that finds nobody is asked in its other way (`Sought.otherwise`)."""

    @property
    def shortcut(self) -> str:
        """The shortcut whose filters are these, none more."""
        return next((each.name for each in self.resource.shortcuts if each.filters == self.filters), "")

    @property
    def remark(self) -> str:
        """Name of what must be known of the list with these filters."""
        return self.resource.remarks(self.filters) if self.resource.remarks else ""

    def sent(self) -> dict[str, Any]:
        """The filters as the API wants them (`_wired`). Unasked where it cannot be asked."""
        if self.obstacle:
            raise Unasked
        return {param: value for name in self.filters for param, value in self._wired(name).items()}

    @property
    def obstacle(self) -> str:
        """Why the API cannot be asked: `apart` for filters that it does not take together, `incomplete` for a text that
        is not whole yet. Left out, one of them would widen the list."""
        unfinished = any(sought.filters is None for sought in self.sought.values())
        return "incomplete" if unfinished else "apart" if self.clash else ""

    @property
    def clash(self) -> tuple[str, ...]:
        """The filters that the API does not take together: it was declared so, or they ask one thing twice."""
        for groups in self.resource.apart:
            on = [[name for name in group if name in self.filters] for group in groups]
            if sum(map(bool, on)) > 1:
                return tuple(name for group in on for name in group)
        askers: dict[str, list[str]] = {}
        for name in self.filters:
            for param in self._wired(name):
                askers.setdefault(param, []).append(name)
        return next((tuple(names) for names in askers.values() if len(names) > 1), ())

    @property
    def sought(self) -> dict[str, Sought]:
        """What typed texts are taken for, by filter."""
        seekers = ((each.param, each.seeks) for each in self.resource.filters if each.param in self.filters)
        return {name: seeks(self.filters[name]) for name, seeks in seekers if seeks}

    def _wired(self, name: str) -> Mapping[str, Any]:
        """What the API is asked for one filter: a place goes without the name we keep in the address."""
        value = self.filters[name]
        part = next(each for each in self.resource.filters if each.param == name)
        if part.seeks:
            sought = part.seeks(value)
            return (self.otherwise and sought.otherwise) or sought.filters or {}
        return dict([_sent(part, value)])

    def order(self) -> tuple[str, bool]:
        """Field of the API and whether it descends."""
        return wire(self.sort.lstrip("-")), self.sort.startswith("-")

    def query(self, filters: Mapping[str, Any]) -> Query:
        """The page in the API's words; `filters` are those of `sent`, or what a feature makes of them."""
        return Query(page=self.page, per_page=self.size, sort=self.order(), filters=filters)

    def other(self, *, page: int = 1, sort: str = "", without: str = "", view: str | None = None) -> str:
        """The query of another page of this list; what equals the default is left out of it."""
        filters = self._without(without) if without else self.filters
        order, shown = sort or self.sort, self.view if view is None else view
        parts = {
            "page": str(page) if page > 1 else "",
            "view": shown,
            "sort": order if order != self.resource.default_sort else "",
            "perPage": str(self.size) if self.size != DEFAULT_PAGE_SIZE else "",
            "columns": COLUMNS_BETWEEN.join(self.columns),
        }
        return urlencode({**{name: text for name, text in parts.items() if text}, **filters})

    def _without(self, without: str) -> dict[str, str]:
        """The filters but for one, for all of them (`*`), or for one of several records (`<filter>=<id>`)."""
        if without == "*":
            return {}
        name, _, record = without.partition("=")
        if record:
            left = BETWEEN.join(one for one in several(self.filters[name]) if one != record)
            return {each: value for each, value in {**self.filters, name: left}.items() if value}
        pair = {each.param: each.other for each in self.resource.filters}
        return {each: value for each, value in self.filters.items() if each not in (name, pair.get(name))}

    @property
    def _chosen(self) -> list[tuple[str, str]]:
        """Each of the records of the filters that take several."""
        on = (each.param for each in self.resource.filters if each.kind == "records" and each.param in self.filters)
        return [(name, one) for name in on for one in several(self.filters[name])]

    @property
    def _sortable(self) -> list[str]:
        return [each.name for each in self.resource.columns if each.sort]

    def _turned(self, name: str) -> str:
        """The order that the head of a column leads to: rising, then falling; then the usual one, if no head has it."""
        if self.sort == name:
            return f"-{name}"
        usual = self.resource.default_sort
        return usual if self.sort == f"-{name}" and usual.removeprefix("-") not in self._sortable else name

    def as_view(self, columns: str) -> str:
        """The query that shows this again in any browser: with its size, and with the columns named here."""
        shown = replace(self, columns=_columns(self.resource, columns) or self.columns)
        size = "" if f"perPage={self.size}" in shown.other() else f"perPage={self.size}"
        return "&".join(filter(None, (size, shown.other())))

    def hrefs(self, pages: int, at: Callable[[str], str]) -> dict[str, str]:
        """Where one can go from here: first, previous, next, last, sort:<field>, without:<filter>, where it is one
        of several records without:<filter>=<id>, view:<name>, reset.

        `at` makes an address of a query.
        """
        found = {
            "first": self.other(page=1),
            "previous": self.other(page=max(1, self.page - 1)),
            "next": self.other(page=min(pages, self.page + 1)),
            "last": self.other(page=pages),
        }
        found |= {f"sort:{name}": self.other(sort=self._turned(name)) for name in self._sortable}
        found |= {f"without:{name}": self.other(without=name) for name in self.filters}
        found |= {f"without:{name}={one}": self.other(without=f"{name}={one}") for name, one in self._chosen}
        if self.resource.place:
            found |= {"view:table": self.other(view=""), "view:map": self.other(view="map")}
        return {name: at(query) for name, query in {**found, "reset": self.other(without="*")}.items()}


def query_of_address(resource: Resource, query: str, size: str) -> ListQuery:
    """What the query of an address asks, `size` being what this browser used last; anything else in it is ignored."""
    given = dict(parse_qsl(query))
    known = {each.param: each for each in resource.filters}
    meant = {name: _meant(known[name], value) for name, value in given.items() if name in known}
    fitting = {name: value for name, value in meant.items() if value}
    sort = given.get("sort", "")
    sortable = any(column.sort and column.name == sort.removeprefix("-") for column in resource.columns)
    filters = {name: value for name, value in fitting.items() if _means(known[name], fitting)}
    exchanged = [each for each in resource.filters if each.ends and _is_exchanged(each, filters)]
    for each in exchanged:
        filters[each.param], filters[each.other] = filters[each.other], filters[each.param]
    sizes = [text for text in (given.get("perPage", ""), size) if text in map(str, PAGE_SIZES)]
    return ListQuery(
        resource,
        page=max(1, whole(given.get("page"), 1)),
        size=int(sizes[0]) if sizes else DEFAULT_PAGE_SIZE,
        sort=sort if sortable else resource.default_sort,
        filters=filters,
        view="map" if resource.place and given.get("view") == "map" else "",
        wrong={name: value for name, value in given.items() if name in known and _beyond(known[name], value)},
        columns=_columns(resource, given.get("columns", "")),
        exchanged=tuple(each.other for each in exchanged),
    )


def _is_exchanged(end: Filter, filters: Mapping[str, str]) -> bool:
    """Whether the last day of a period comes before its first."""
    return end.param in filters and filters[end.param] < filters.get(end.other, "")


def _sent(part: Filter, value: str) -> tuple[str, str]:
    """A filter in the API's words. A day there is its midnight: the last day of a period is before the next begins."""
    if part.kind == "place":
        return part.param, _bare(value)
    day = dt.date.fromisoformat(value) if part.ends else dt.date.max
    if day == dt.date.max:
        return part.param, value
    return part.param.replace("[before]", "[strictly_before]"), (day + dt.timedelta(days=1)).isoformat()


def last_day(before: str) -> str:
    """The last day of a period by the day it is before, as it was sent; another text as it is."""
    return (dt.date.fromisoformat(before) - dt.timedelta(days=1)).isoformat() if is_day(before) else before


def _columns(resource: Resource, text: str) -> tuple[str, ...]:
    """The columns of a list that a text names."""
    named = text.split(COLUMNS_BETWEEN)
    return tuple(each.name for each in resource.columns if each.name in named and not each.main)


def _bare(value: str) -> str:
    point = place(value)
    return json.dumps({"lat": point["lat"], "lgt": point["lgt"]}) if point else ""


def _meant(part: Filter, value: str) -> str:
    """The value of a filter as it may be asked; nothing for what is none."""
    if part.kind == "records":
        return BETWEEN.join(several(value))
    return value if _fits(part, value) else ""


def _fits(part: Filter, value: str) -> bool:
    """Whether a filter may have this value: the API refuses some, and a person may type anything in an address."""
    if part.kind == "date":
        return is_day(value)
    if part.kind == "place":
        return bool(place(value))
    if part.kind == "choice":
        return value in part.values
    if part.kind == "area":
        return box(value) is not None
    if part.kind not in ("number", "reference", "record"):
        return True
    return value.isascii() and value.isdigit() and not _beyond(part, value)


def _beyond(part: Filter, value: str) -> bool:
    """Whether a number that a person typed is out of bounds, or is none."""
    if part.bounds is None:
        return False
    number = whole(value, -1)
    return not part.bounds[0] <= number <= part.bounds[1]


def _means(part: Filter, given: Mapping[str, str]) -> bool:
    """Whether a filter that only means something beside another has one."""
    return not part.beside or any(name in given for name in part.beside)
