"""The state of a list: the page's address holds sort, filters, page and size; `load` reads it and asks the API.

Sorting, paging and filtering are links and inputs that change the address, so Back, reload and a link sent to a
colleague give the same list (DESIGN 4).
"""

import asyncio
import json
import time
from dataclasses import replace
from typing import Any, ClassVar
from urllib.parse import parse_qsl, urlencode

import reflex as rx
from reflex.event import EventSpec

from admin_app.api.client import Api, Page
from admin_app.api.query import Query
from admin_app.kit.declare.fields import Filter, project, text_of, wire
from admin_app.kit.declare.resource import Resource
from admin_app.kit.exports.state import ExportMixin
from admin_app.kit.lists.bulk_state import BulkMixin
from admin_app.kit.lists.marks import CALL, MARKS, box, marks
from admin_app.kit.lists.masking import MaskMixin
from admin_app.kit.records import proposals
from admin_app.kit.script import run
from admin_app.kit.session import here, reports_errors, signed_in
from admin_app.kit.words.formats import is_day
from admin_app.values import whole

PAGE_SIZES = (10, 25, 50, 100)
DEFAULT_PAGE_SIZE = 25
SELECTION_LIMIT = 1000
"""Most records one "select all results" takes."""
CHOICES_LIFETIME = 300
"""Seconds after which the records that filters offer are read again."""


class ListMixin(BulkMixin, MaskMixin, ExportMixin, rx.State, mixin=True):
    """One list of one resource; a concrete class writes `resource: ClassVar = ...` (STYLE F3)."""

    resource: ClassVar[Resource]

    rows: list[dict[str, str]] = []
    total: int = 0
    page: int = 1
    pages: int = 1
    first: int = 0
    last: int = 0
    sort: str = ""
    filters: dict[str, str] = {}
    filter_labels: dict[str, str] = {}
    """Names of the records that reference filters point at."""
    suggestions: dict[str, list[dict[str, str]]] = {}
    choices: dict[str, list[dict[str, str]]] = {}
    """The records a `record` filter offers."""
    hrefs: dict[str, str] = {}
    """Addresses of the other pages of this list: first, previous, next, last, sort:<field>, without:<filter>."""
    address: str = ""
    """Where this list stands, so that a record can lead back to it."""
    loading: bool = True
    loaded: bool = False
    problem: str = ""
    page_size: str = rx.LocalStorage("")
    view: str = ""
    """`map` where the list is shown on one."""
    shortcut: str = ""
    """The shortcut whose filters are those of the address, none more."""
    remark: str = ""
    """Name of what must be known of the list with these filters."""
    marks: list[list[str]] = []
    """What a map shows: see `kit/lists/marks.py`."""
    _choices_read: float = 0

    @rx.event(supersedes=True)
    @reports_errors("load_error", busy="loading", in_place=True)
    async def load(self):
        """Read the address and fetch that page; a newer load cancels an older one, so a stale answer never shows."""
        self._read_address()
        self.problem = ""
        async with signed_in(self, self.resource.may.list) as api:
            found = await self._found(api)
            await self._read_choices(api)
            await self._name_references(api)
        self._take(found.items, found.total)
        if self.page > self.pages:
            yield self._leads(self._href(page=self.pages))
        elif self.view and found.total > CALL:
            self.loading = False
            yield
            self.marks = [*self.marks, *await self._more_marks(min(found.total, MARKS))]

    @rx.event(supersedes=True)
    @reports_errors("load_error")
    async def search(self, name: str, text: str):
        """Suggest records for a reference filter, places for a place filter."""
        wanted = next((each for each in self.resource.filters if each.param == name), None)
        if wanted is None or len(text.strip()) < 2:
            return
        async with signed_in(self, self.resource.may.list) as api:
            if wanted.kind == "place":
                options = await proposals.places(api, text.strip())
            else:
                options = await proposals.records(api, wanted.target, text.strip()) if wanted.target else []
        self.suggestions = {**self.suggestions, name: options}
        yield run("proposed", name)

    @rx.event
    @reports_errors("load_error")
    async def select_all(self):
        """Give the browser the ids of every result, up to the limit its button names."""
        async with signed_in(self, self.resource.may.list) as api:
            query = Query(page=1, per_page=SELECTION_LIMIT, sort=self._sort(), filters=self._filters())
            found = await self._page_of(api, query)
        rows = [self._row(item) for item in found.items]
        self._know(rows)
        yield run("select", self.resource.key, [row["id"] for row in rows])

    def _read_address(self) -> None:
        """Take page, size, sort and the known filters from the address; anything else in it is ignored."""
        given = dict(parse_qsl(self._given(), keep_blank_values=False))
        self.page = max(1, whole(given.get("page"), 1))
        self._size(given.get("perPage", ""))
        self.sort = given.get("sort", "") if self._sortable(given.get("sort", "")) else self.resource.default_sort
        known = {each.param: each for each in self.resource.filters}
        self.filters = {name: value for name, value in given.items() if name in known and _fits(known[name], value)}
        self.address = here(self).text
        self.view = "map" if self.resource.place and given.get("view") == "map" else ""
        self.shortcut = next((each.name for each in self.resource.shortcuts if each.filters == self.filters), "")
        self.remark = self.resource.remarks(self.filters) if self.resource.remarks else ""

    def _given(self) -> str:
        """The part of the address that holds the list."""
        return here(self).query

    def _at(self, query: str) -> str:
        """The address of this list with another query."""
        return self.resource.route + (f"?{query}" if query else "")

    def _leads(self, address: str) -> EventSpec:
        """Go to another address of this list, in place of this one."""
        return rx.redirect(address, replace=True)

    def _size(self, wanted: str) -> None:
        """Use the size of the address, else the one this browser used last."""
        if wanted in map(str, PAGE_SIZES):
            self.page_size = wanted
        if self.page_size not in map(str, PAGE_SIZES):
            self.page_size = str(DEFAULT_PAGE_SIZE)

    def _sortable(self, sort: str) -> bool:
        return any(column.sort and column.name == sort.removeprefix("-") for column in self.resource.columns)

    def _sort(self) -> tuple[str, bool]:
        """Field of the API and whether it descends."""
        return wire(self.sort.lstrip("-")), self.sort.startswith("-")

    def _filters(self) -> dict[str, Any]:
        """The filters as the API wants them; a feature may add or rewrite some."""
        kinds = {each.param: each.kind for each in self.resource.filters}
        return {name: _sent(kinds[name], value) for name, value in self.filters.items()}

    def _query(self) -> Query:
        return Query(page=self.page, per_page=int(self.page_size), sort=self._sort(), filters=self._filters())

    async def _found(self, api: Api) -> Page:
        """The page; on a map, one call brings the marks too."""
        if not self.view:
            self.marks = []
            return await self._page_of(api, self._query())
        whole = await self._page_of(api, replace(self._query(), page=1, per_page=CALL))
        self.marks = marks(self.resource, whole.items)
        start, size = (self.page - 1) * int(self.page_size), int(self.page_size)
        if start + size > CALL and start < whole.total:
            return await self._page_of(api, self._query())
        return Page(whole.items[start : start + size], whole.total)

    async def _page_of(self, api: Api, query: Query) -> Page:
        """One page of the API's list; a feature may know another way to it."""
        return await api.list(self.resource.endpoint, query)

    async def _more_marks(self, total: int) -> list[list[str]]:
        """The marks behind those of the first call, asked for at the same time."""
        pages = range(2, 1 + -(-total // CALL))
        async with signed_in(self, self.resource.may.list) as api:
            query = replace(self._query(), per_page=CALL)
            found = await asyncio.gather(*[self._page_of(api, replace(query, page=page)) for page in pages])
        return [mark for part in found for mark in marks(self.resource, part.items)]

    def _take(self, items: list[dict[str, Any]], total: int) -> None:
        """Project the records to what the columns show, and compute where one can go from here."""
        size = int(self.page_size)
        rows = [self._row(item) for item in items]
        self._know(rows)
        self.rows = self._cover(rows)
        self.total, self.pages = total, max(1, -(-total // size))
        self.first = (self.page - 1) * size + 1 if items else 0
        self.last = self.first + len(items) - 1 if items else 0
        self.loaded = True
        self.hrefs = self._hrefs()

    def _row(self, item: dict[str, Any]) -> dict[str, str]:
        """One record as texts, with its id, its name and its address."""
        record = self.resource.model.model_validate(item)
        row = project(record, self.resource.columns)
        record_id = text_of(item["id"])
        return {
            **row,
            "id": record_id,
            "_name": self.resource.name(record),
            "_href": f"{self.resource.route}/show/{record_id}",
        }

    def _hrefs(self) -> dict[str, str]:
        sorts = {
            f"sort:{each.name}": self._href(sort=self._turned(each.name)) for each in self.resource.columns if each.sort
        }
        chips = {f"without:{name}": self._href(without=name) for name in self.filters}
        pages = {
            "first": self._href(page=1),
            "previous": self._href(page=max(1, self.page - 1)),
            "next": self._href(page=min(self.pages, self.page + 1)),
            "last": self._href(page=self.pages),
        }
        views = {"view:table": self._href(view=""), "view:map": self._href(view="map")} if self.resource.place else {}
        return {**pages, **sorts, **chips, **views, "reset": self._href(without="*")}

    def _turned(self, name: str) -> str:
        """The order a click on a column head asks for: ascending first, then descending."""
        return f"-{name}" if self.sort == name else name

    def _href(self, *, page: int = 1, sort: str = "", without: str = "", view: str | None = None) -> str:
        """An address of this list; what equals the default is left out of it."""
        filters = {} if without == "*" else {name: value for name, value in self.filters.items() if name != without}
        order = sort or self.sort
        parts: dict[str, str] = {"page": str(page)} if page > 1 else {}
        if shown := self.view if view is None else view:
            parts["view"] = shown
        if order != self.resource.default_sort:
            parts["sort"] = order
        if self.page_size != str(DEFAULT_PAGE_SIZE):
            parts["perPage"] = self.page_size
        return self._at(urlencode({**parts, **filters}))

    async def _read_choices(self, api: Api) -> None:
        """Read the records that filters offer whole, once in a while."""
        wanted = [each for each in self.resource.filters if each.kind == "record" and each.target]
        if not wanted or time.time() - self._choices_read < CHOICES_LIFETIME:
            return
        self.choices = {each.param: await proposals.whole(api, each.target, "", "") for each in wanted if each.target}
        names = {f"{param}={each['value']}": each["label"] for param in self.choices for each in self.choices[param]}
        self.filter_labels = {**self.filter_labels, **names}
        self._choices_read = time.time()

    async def _name_references(self, api: Api) -> None:
        """Find the names behind the reference filters of the address, once each."""
        for each in self.resource.filters:
            value = self.filters.get(each.param, "")
            key = f"{each.param}={value}"
            if not value or key in self.filter_labels:
                continue
            if each.kind == "place":
                self.filter_labels = {**self.filter_labels, key: proposals.place(value).get("name", "")}
            elif each.target:
                self.filter_labels = {**self.filter_labels, key: await proposals.name_of(api, each.target, value)}


def _sent(kind: str, value: str) -> str:
    """A filter's value as the API reads it: a place without the name we keep in the address."""
    if kind != "place":
        return value
    point = proposals.place(value)
    return json.dumps({"lat": point["lat"], "lgt": point["lgt"]}) if point else ""


def _is_whole(text: str) -> bool:
    """Whether a text is digits and nothing else; `isdigit` alone also takes ² and the like."""
    return text.isascii() and text.isdigit()


def _fits(part: Filter, value: str) -> bool:
    """Whether a filter may have this value: the API refuses some, and a person may type anything in an address."""
    if part.kind == "date":
        return is_day(value)
    if part.kind == "place":
        return bool(proposals.place(value))
    if part.kind == "choice":
        return value in part.values
    if part.kind == "area":
        return box(value) is not None
    return _is_whole(value) if part.kind in ("number", "reference", "record") else True
