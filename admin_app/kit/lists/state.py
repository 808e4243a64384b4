"""The state of a list: the page's address holds sort, filters, page and size; `load` reads it and asks the API.

Sorting, paging and filtering are links and inputs that change the address, so Back, reload and a link sent to a
colleague give the same list (LIST-1). What the address asks is kit/lists/list_query.py; bulk actions, masks and the
export are parts of their own, which know their host alone (kit/lists/host.py).
"""

import asyncio
import time
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar

import reflex as rx
from reflex.event import EventSpec

from admin_app.api.client import Api, Page
from admin_app.api.errors import ApiError, SessionEnded
from admin_app.api.query import Query
from admin_app.kit.declare.fields import Target, project, text_of
from admin_app.kit.declare.filters import Filter, several
from admin_app.kit.declare.lenient_lists import readable
from admin_app.kit.lists.bulk_state import BulkMixin
from admin_app.kit.lists.export_state import ExportMixin
from admin_app.kit.lists.list_query import Asked, read
from admin_app.kit.lists.map_markers import CALL, MARKS, marks
from admin_app.kit.lists.mask_state import MaskMixin
from admin_app.kit.records import autocomplete
from admin_app.kit.records.addresses import place
from admin_app.kit.records.ownership import owned
from admin_app.kit.script import run
from admin_app.kit.session import (
    InPlace,
    Session,
    assign,
    here,
    report,
    reports_errors,
    signed_in,
    signed_in_background,
)
from admin_app.patches.states import detached

SELECTION_LIMIT = 1000
"""Most records one "select all results" takes."""
NAMED = 8
"""How many of them are named to the browser, for the dialogs of their actions (assets/kit/selection.js)."""
CHOICES_LIFETIME = 300
"""Seconds after which the records that filters offer are read again."""


class ListMixin(BulkMixin, MaskMixin, ExportMixin, InPlace, rx.State, mixin=True):
    """One list of one resource; a concrete class writes `resource: ClassVar = ...` (Reflex F3)."""

    counted: ClassVar[bool | None] = None
    """Whether one cheap call tells how many rows there are; None: where a page is one call of the API (`_page_of`)."""

    total: int = 0
    pages: int = 1
    first: int = 0
    last: int = 0
    filter_labels: dict[str, str] = {}
    """Names of the records that reference filters point at."""
    suggestions: dict[str, list[dict[str, str]]] = {}
    own_ids: list[str] = []
    """The rows that are proven to be the person's own, where only these may be changed (ACCESS-15)."""
    choices: dict[str, list[dict[str, str]]] = {}
    """The records that filters offer whole."""
    hrefs: dict[str, str] = {}
    """Addresses of the other pages of this list (`Asked.hrefs`)."""
    address: str = ""
    """Where this list stands, so that a record can lead back to it."""
    loading: bool = True
    loaded: bool = False
    shortcut: str = ""
    """The shortcut whose filters are those of the address, none more."""
    remark: str = ""
    """Name of what must be known of the list with these filters."""
    marks: list[list[str]] = []
    """What a map shows: see `kit/lists/map_markers.py`."""
    sought: str = ""
    """What the text of the search box is taken for: a word below the `choices` of its filter."""
    obstacle: str = ""
    """Why the API cannot be asked (`Asked.obstacle`, or a list's own `names_only`); nobody is shown then."""
    clash: list[str] = []
    """The filters it does not take together."""
    out_of_bounds: dict[str, str] = {}
    """Numbers that are out of the bounds of their filters, and not asked."""
    unreadable: int = 0
    """Records of this page that the API did not give as it describes them: the others are shown all the same."""
    _choices_read: float = 0

    @rx.event(supersedes=True)
    @reports_errors("load_error", busy="loading", in_place=True)
    async def load(self):
        """Read the address and fetch that page; a newer load cancels an older one, so a stale answer never shows."""
        self._read_address()
        assign(self, problem="")
        async with signed_in(self, reads=self.resource.may.list) as api:
            found = Page([], 0) if self.obstacle else await self._found(api)
            await self._know_own(api, found.items)
        self._take(found)
        if self._unnamed() or self._unread():
            self.loading = False
            yield self.__class__.name_filters
        if self.page > self.pages:
            yield self._leads(self._at(self._asked().other(page=self.pages)))
        elif self.view and found.total > CALL:
            self.loading = False
            yield
            self.marks = [*self.marks, *await self._more_marks(min(found.total, MARKS))]

    @rx.event(background=True, supersedes=True)
    async def name_filters(self):
        """Read what filters point at and what they offer, beside the rows: a slow name keeps nobody waiting."""
        async with self:
            readable = (await self.get_state(Session))._readable()
            unnamed = [each for each in self._unnamed() if each[1].readable(readable)]
            unread = [each for each in self._unread() if each[1].readable(readable)]
        try:
            async with signed_in_background(self, reads=self.resource.may.list) as api:
                choices = await _offered(api, unread)
                labels = {f"{name}={each['value']}": each["label"] for name, of in choices.items() for each in of}
                labels |= await _named(api, [each for each in unnamed if f"{each[0]}={each[2]}" not in labels])
        except SessionEnded as error:
            async with self:
                step = await report(self, error, f"errors.{self.resource.entity}.load_error")
            yield step
            return
        except ApiError:
            return  # numbers stand in for the names; the next page asks again
        async with self:
            self.filter_labels = {**self.filter_labels, **labels}
            if unread:
                self.choices, self._choices_read = choices, time.time()

    @rx.event(background=True)
    async def look_ahead(self, page: int):
        """Have another page of this list answered that is probably opened next (`Api.early`)."""
        async with self:
            asked = replace(self._asked(), page=page)
            opens = self.loaded and not self.obstacle and not self.view and 1 <= page <= self.pages
        if not opens or not is_paged(self.__class__):
            return
        # Who opens it asks again where this fails, and is told: of a session that has ended, of what cannot be read.
        with suppress(Exception):
            async with signed_in_background(self, reads=self.resource.may.list) as api:
                await page_apart(self.__class__, api.early(), asked)

    @rx.event(supersedes=True)
    @reports_errors("load_error")
    async def search(self, name: str, text: str):
        """Suggest records for a reference filter, places for a place filter."""
        wanted = next((each for each in self.resource.filters if each.param == name), None)
        if wanted is None or len(text.strip()) < 2:
            return
        target = wanted.target
        async with signed_in(self, reads=(self.resource.may.list, target.permission if target else None)) as api:
            if wanted.kind == "place":
                options = await autocomplete.places(api, text.strip())
            else:
                options = await autocomplete.records(api, target, text.strip()) if target else []
        self.suggestions = {**self.suggestions, name: options}
        yield run("proposed", name)

    @rx.event
    @reports_errors("load_error")
    async def select_all(self):
        """Give the browser the ids of every result, up to the limit its button names."""
        async with signed_in(self, reads=self.resource.may.list) as api:
            if not (self.resource.selectable and self.loaded):
                return
            found = await self._page_of(api, replace(self._query(), page=1, per_page=SELECTION_LIMIT))
        rows = readable(self._row, found.items)
        self._know(rows)
        named = {row["id"]: row["_name"] for row in rows[:NAMED]}
        yield run("select", self.resource.key, [row["id"] for row in rows], named)

    # --- the address --------------------------------------------------------------------------

    def _read_address(self) -> None:
        """Take page, size, sort and the known filters from the address."""
        asked = read(self.resource, self._given(), self.page_size)
        assign(self, page=asked.page, sort=asked.sort, filters=dict(asked.filters), view=asked.view)
        self._columns = asked.columns
        if self.page_size != str(asked.size):
            self.page_size = str(asked.size)  # assigned, it is sent to be stored
        assign(self, shortcut=asked.shortcut, remark=asked.remark, address=here(self).text)
        self._understand(asked)
        places = {each.param for each in self.resource.filters if each.kind == "place"}
        named = {f"{name}={value}": place(value)["name"] for name, value in asked.filters.items() if name in places}
        named |= {f"{name}={asked.filters[name]}": each.text for name, each in asked.sought.items()}
        if not named.keys() <= self.filter_labels.keys():
            self.filter_labels = {**self.filter_labels, **named}

    def _understand(self, asked: Asked) -> None:
        """Say what was understood of the filters, and what stands in their way."""
        box = next((each.param for each in self.resource.filters if each.kind == "search"), "")
        sought = asked.sought
        assign(self, sought=sought[box].kind if box in sought else "", obstacle=asked.obstacle)
        assign(self, clash=[*asked.clash], out_of_bounds=dict(asked.wrong))

    def _given(self) -> str:
        """The part of the address that holds the list."""
        return here(self).query

    def _at(self, query: str) -> str:
        """The address of this list with another query."""
        return self.resource.route + (f"?{query}" if query else "")

    def _leads(self, address: str) -> EventSpec:
        """Go to another address of this list, in place of this one."""
        return rx.redirect(address, replace=True)

    # --- the rows -----------------------------------------------------------------------------

    def _query(self) -> Query:
        return self._asked().query(self._filters())

    async def _found(self, api: Api) -> Page:
        """The page; on a map, one call brings the marks too."""
        if not self.view:
            assign(self, marks=[])
            return await self._page_of(api, self._query())
        query = self._query()
        whole = await self._page_of(api, replace(query, page=1, per_page=CALL))
        self.marks = marks(self.resource, whole.items)
        size = self._asked().size
        start = (self.page - 1) * size
        if start + size > CALL and start < whole.total:
            return await self._page_of(api, query)
        return Page(whole.items[start : start + size], whole.total, whole.odd)

    async def _page_of(self, api: Api, query: Query) -> Page:
        """One page of the API's list; a feature may know another way to it."""
        return await api.list(self.resource.endpoint, query)

    async def _know_own(self, api: Api, items: list[dict[str, Any]]) -> None:
        """Find the person's own among fresh rows, where the permission to change them is held for those alone."""
        session = await self.get_state(Session)
        rule = session.own.get(self.resource.may.update or "", "")
        own_ids = await owned(api, self.resource, rule, session.user_id, items) if rule else ()
        assign(self, own_ids=sorted(own_ids))

    async def _more_marks(self, total: int) -> list[list[str]]:
        """The marks behind those of the first call, asked for at the same time."""
        pages = range(2, 1 + -(-total // CALL))
        async with signed_in(self, reads=self.resource.may.list) as api:
            query = replace(self._query(), per_page=CALL)
            found = await asyncio.gather(*[self._page_of(api, replace(query, page=page)) for page in pages])
        return [mark for part in found for mark in marks(self.resource, part.items)]

    def _take(self, found: Page) -> None:
        """Project the records to what the columns show, and compute where one can go from here."""
        asked, items, total = self._asked(), found.items, found.total
        made = readable(self._row, items)
        assign(self, unreadable=found.odd + len(items) - len(made))
        # One id twice would leave rows on the page for good: React tells them apart by it.
        rows = list({row["id"]: row for row in made}.values())
        self._know(rows)
        self.rows = self._cover(rows)
        pages = max(1, -(-total // asked.size))
        first = (self.page - 1) * asked.size + 1 if items else 0
        assign(self, total=total, pages=pages, first=first, last=first + len(items) - 1 if items else 0)
        assign(self, loaded=True, hrefs=asked.hrefs(pages, self._at))

    def _row(self, item: dict[str, Any]) -> dict[str, str]:
        """One record as texts, with its id, its name and its address."""
        record = self.resource.model.model_validate(item)
        row = project(record, self.resource.columns)
        record_id = text_of(item["id"])
        editable = self.resource.editable
        return {
            **row,
            **({"_editable": "true" if editable(record) else ""} if editable else {}),
            "id": record_id,
            "_name": self.resource.name(record),
            "_href": f"{self.resource.route}/show/{record_id}",
        }

    # --- the words of filters -----------------------------------------------------------------

    def _unnamed(self) -> list[tuple[str, Target, str]]:
        """The filters whose record has no name yet: parameter, where it is found, and its id."""
        filters, known = self.get_value("filters"), self.get_value("filter_labels")
        pointing = [(each, each.target) for each in self.resource.filters if each.target and each.param in filters]
        on = [(each.param, where, key) for each, where in pointing for key in _keys(each, filters[each.param])]
        return [(name, where, key) for name, where, key in on if f"{name}={key}" not in known]

    def _unread(self) -> list[tuple[str, Target]]:
        """The filters that offer a list whole, where that was read too long ago."""
        if time.time() - self._choices_read < CHOICES_LIFETIME:
            return []
        whole = (each for each in self.resource.filters if each.kind in ("record", "records") and each.offered)
        return [(each.param, each.target) for each in whole if each.target]


State = type[ListMixin]
"""What the components of a list are given."""


def is_paged(state: State) -> bool:
    """Whether a page of this list is a page of the API's; what is looked through here would be read whole."""
    if state.counted is not None:
        return state.counted
    plain = state._page_of is ListMixin._page_of and state._found is ListMixin._found
    return plain and bool(state.resource.endpoint)


async def page_apart(state: State, api: Api, asked: Asked) -> Page:
    """The page a list would show, asked for by a list of no tab: the one somebody looks at stays as it is."""
    apart = detached(state)
    apart.filters, apart.sort, apart.page, apart.page_size = (
        dict(asked.filters),
        asked.sort,
        asked.page,
        str(asked.size),
    )
    apart._columns = asked.columns
    return await apart._page_of(api, apart._query())


def _keys(part: Filter, value: str) -> tuple[str, ...]:
    """The ids of the records that a filter points at."""
    return several(value) if part.kind == "records" else (value,)


async def _offered(api: Api, unread: list[tuple[str, Target]]) -> dict[str, autocomplete.Options]:
    """The records that filters offer, by parameter."""
    found = await asyncio.gather(*(autocomplete.whole(api, target, "", "") for _, target in unread))
    return {param: options for (param, _), options in zip(unread, found, strict=True)}


async def _named(api: Api, unnamed: list[tuple[str, Target, str]]) -> dict[str, str]:
    """The names of the records that filters point at, by `<parameter>=<id>`."""
    found = await asyncio.gather(*(autocomplete.name_of(api, target, key) for _, target, key in unnamed))
    return {f"{param}={key}": name for (param, _, key), name in zip(unnamed, found, strict=True)}
