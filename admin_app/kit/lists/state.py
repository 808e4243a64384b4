"""The state of a list: the page's address holds sort, filters, page and size; `load` reads it and asks the API.

Sorting, paging and filtering are links and inputs that change the address, so Back, reload and a link sent to a
colleague give the same list (LIST-1). What the address asks is kit/lists/list_query.py. Here stand the handlers that
the page calls; what a list holds and what a feature overrides is its host (host.py).
"""

import asyncio
import time
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api, Page
from admin_app.api.errors import ApiError, SessionEnded
from admin_app.kit.declare.fields import Target
from admin_app.kit.declare.filters import BETWEEN, Filter, several
from admin_app.kit.lists.bulk_run import BulkRun
from admin_app.kit.lists.host import ListHost, bare
from admin_app.kit.lists.list_export import ListExport
from admin_app.kit.lists.list_query import COLUMNS_BETWEEN, ListQuery
from admin_app.kit.lists.map_markers import MARKS, PER_CALL, marks
from admin_app.kit.records import autocomplete
from admin_app.kit.script import run
from admin_app.kit.session import (
    InPlace,
    Session,
    assign,
    report,
    reports_errors,
    signed_in,
    signed_in_background,
)
from admin_app.kit.values import readable
from admin_app.patches.states import detached

CHOICES_LIFETIME = 300
"""Seconds after which the records that filters offer are read again."""
Unnamed = list[tuple[str, Target, str]]
"""Filters whose record has no name yet: parameter, where it is found, and its id."""
Unread = list[tuple[str, Target]]
"""Filters that offer a list whole: parameter, and where it is found."""
SELECTION_LIMIT = 1000
"""Most records one "select all results" takes, but for lists that say less (`ListMixin.most_selected`)."""
NAMED = 8
"""How many of them are named to the browser, for the dialogs of their actions (assets/kit/selection.js)."""


class ListMixin(ListHost, InPlace, rx.State, mixin=True):
    """One list of one resource; a concrete class writes `resource: ClassVar = ...` (Reflex F3)."""

    counted: ClassVar[bool | None] = None
    """Whether one cheap call tells how many rows there are; None: where a page is one call of the API (`_page_of`)."""
    chooses: ClassVar[bool] = False
    """Whether its rows are there to be chosen from alone: a press ticks one, and none leads away (LIST-31)."""
    has_everything_tab: ClassVar[bool] = True
    """Whether the list without filters is all there is, and a tab of it says so (LIST-37)."""
    few: ClassVar[int] = 0
    """Most rows, drawn as cards, that are seen at once: they are neither looked for nor ordered (LIST-39)."""
    most_selected: ClassVar[int] = SELECTION_LIMIT
    """Most records one "select all results" takes: no more than can be done anything with."""

    loading: bool = True
    """Until the first answer; afterwards `is_hydrated` tells whether another one is waited for."""
    suggestions: dict[str, list[dict[str, str]]] = {}
    choices: dict[str, list[dict[str, str]]] = {}
    """The records that filters offer whole."""
    _choices_read: float = 0
    """When these were read, in seconds since the epoch."""

    # --- reading ----------------------------------------------------------------------------

    @rx.event(supersedes=True)
    @reports_errors("load_error", busy="loading", in_place=True)
    async def load(self):
        """Read the address and fetch that page; a newer load cancels an older one, so a stale answer never shows."""
        self._read_address()
        assign(self, problem="")
        try:
            async with signed_in(self, reads=self.resource.may.list) as api:
                page = Page([], 0) if self.obstacle else await self._find_page(api)
                await self._find_own(api, page.items)
        except Exception:
            if self._rows_of != self.filters:  # other records would stand under these
                assign(self, rows=[], total=0, pages=1, first=0, last=0)
            raise
        self._set_rows(page)
        if _unnamed(self) or _unread(self):
            self.loading = False
            yield self.__class__.name_filters
        if self.page > self.pages:
            yield self._go_to(self._address_of(self._asked().other(page=self.pages)))
        elif self.view and page.total > PER_CALL:
            self.loading = False
            yield
            self.marks = [*self.marks, *await self._more_marks(min(page.total, MARKS))]

    async def _more_marks(self, total: int) -> list[list[str]]:
        """The marks behind those of the first call, asked for at the same time."""
        pages = range(2, 1 + -(-total // PER_CALL))
        async with signed_in(self, reads=self.resource.may.list) as api:
            query = replace(self._query(), per_page=PER_CALL)
            answers = await asyncio.gather(*[self._page_of(api, replace(query, page=page)) for page in pages])
        return [mark for page in answers for mark in marks(self.resource, page.items)]

    @rx.event(background=True, supersedes=True)
    async def name_filters(self):
        """Read what filters point at and what they offer, beside the rows: a slow name keeps nobody waiting."""
        async with self:
            readable_here = (await self.get_state(Session))._readable()
            unnamed = [each for each in _unnamed(self) if each[1].readable(readable_here)]
            offering = _unread(self)
            unread = [each for each in offering if each[1].readable(readable_here)]
        nothing = {param: [] for param, _ in offering}
        try:
            async with signed_in_background(self, reads=self.resource.may.list) as api:
                choices = nothing | await _choices(api, unread)
                labels = await _labels(api, unnamed, choices)
        except SessionEnded as error:
            async with self:
                step = await report(self, error, f"errors.{self.resource.entity}.load_error")
            yield step
            return
        except ApiError:
            # Numbers stand in for the names; the next page asks again.
            async with self:
                self.choices = nothing | self.choices
            return
        async with self:
            self.filter_labels = {**self.filter_labels, **labels}
            if offering:
                self.choices, self._choices_read = choices, time.time()

    @rx.event(background=True)
    async def look_ahead(self, page: int):
        """Have another page of this list answered that is probably opened next (`Api.early`)."""
        async with self:
            asked = replace(self._asked(), page=page)
            opens = self.loaded and not self.obstacle and not self.view and 1 <= page <= self.pages
        if not opens or not is_paged(self.__class__):
            return
        # Who opens it asks again where this fails, and is told; where the session has ended, nothing is left to open.
        with suppress(Exception):
            try:
                async with signed_in_background(self, reads=self.resource.may.list) as api:
                    await page_apart(self.__class__, api.early(), asked)
            except SessionEnded as error:
                async with self:
                    step = await report(self, error, f"errors.{self.resource.entity}.load_error")
                yield step

    @rx.event
    def choose_record(self, param: str, value: str):
        """Ask for one more record of a filter by several, or for one less, from the first page on."""
        if not any(each.param == param and each.kind == "records" for each in self.resource.filters):
            return None
        filters = dict(self.get_value("filters"))
        chosen = several(filters.pop(param, ""))
        left = [each for each in chosen if each != value]
        now = BETWEEN.join(left if value in chosen else [*chosen, value])
        # At once: who ticks two boxes asks for both.
        self.filters = {**filters, param: now} if now else filters
        self._lead_on(self._asked())
        return rx.redirect(self._address_of(self._asked().other()))

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
        yield run("proposed", name, text)

    # --- what rows hide: whoever may read the list may see it -------------------------------

    @rx.event
    @reports_errors("errors.refused")
    async def reveal(self, record_id: str, column: str):
        """Show what one row hides; the focus stays where it was."""
        async with signed_in(self, reads=self.resource.may.list):
            hidden = self._hidden.get(record_id, {})
            self.rows = [bare(row, hidden) if row["id"] == record_id else row for row in self.rows]
        if column in hidden:
            yield run("focusFirst", f'[data-id="{record_id}"] [data-col="{column}"] a')

    @rx.event
    @reports_errors("errors.refused")
    async def toggle_masks(self):
        """Show what the whole list hides, or hide it again."""
        async with signed_in(self, reads=self.resource.may.list):
            self.unmasked = not self.unmasked
            self.rows = self._masked(self.get_value("rows"), self.get_value("_hidden"))

    # --- the selection, and what is done to it ----------------------------------------------

    @rx.event
    @reports_errors("load_error")
    async def select_all(self):
        """Give the browser the ids of every result, up to the limit its button names."""
        async with signed_in(self, reads=self.resource.may.list) as api:
            if not (self.resource.selectable and self.loaded):
                return
            page = await self._page_of(api, replace(self._query(), page=1, per_page=self.most_selected))
        rows = readable(self._row, page.items)
        self._remember_names(rows)
        named = {row["id"]: row["_name"] for row in rows[:NAMED]}
        yield run("select", self.resource.key, [row["id"] for row in rows], named)

    @rx.event
    def choose_column(self, name: str):
        """Show a column, or hide it, from now on in this browser: the address names none any more."""
        chosen = {*self.shown_columns} ^ {name}
        names = [each.name for each in self.resource.columns if each.name in chosen]
        self.kept_columns = "".join(f"{COLUMNS_BETWEEN}{each}" for each in names) or COLUMNS_BETWEEN
        if self._columns:
            self._columns = ()
            return self._go_to(self._address_of(self._asked().other(page=self.page)))
        self._lead_on(self._asked())
        return None

    @rx.event(supersedes=True)
    @reports_errors("load_error")
    async def weigh_bulk(self, data: dict[str, Any]):
        """Say what an action would also touch, before it is confirmed."""
        self.bulk_impacts, self.bulk_weighed, self.bulk_problem = [], False, ""
        yield
        await BulkRun(self).weigh(data)

    @rx.event(background=True)
    async def run_bulk(self, data: dict[str, Any]):
        """Do an action to the records of `ids` (`BulkRun`)."""
        async for step in BulkRun(self).run(data):
            yield step

    @rx.event
    def stop_bulk(self):
        """Stop a running action after the batch at hand."""
        self._stopping = True

    @rx.event
    @reports_errors("load_error")
    async def download_report(self):
        """Hand out the last report as a file for a spreadsheet."""
        async with signed_in(self, reads=self.resource.may.list):
            yield await BulkRun(self).report_file()

    @rx.event
    @reports_errors("kit.export.refused")
    async def export(self, data: dict[str, Any]):
        """Ask for the rows as a file (`ListExport`)."""
        return await ListExport(self).run(data)


State = type[ListMixin]
"""What the components of a list are given."""


def is_paged(state: State) -> bool:
    """Whether a page of this list is a page of the API's; what is looked through here would be read whole."""
    if state.counted is not None:
        return state.counted
    plain = state._page_of is ListHost._page_of and state._fetch_page is ListHost._fetch_page
    return plain and bool(state.resource.endpoint)


async def page_apart(state: State, api: Api, asked: ListQuery) -> Page:
    """The page a list would show, asked for by a list of no tab: the one somebody looks at stays as it is."""
    apart = detached(state)
    apart.filters, apart.sort, apart._columns = dict(asked.filters), asked.sort, asked.columns
    apart.page, apart.page_size, apart._otherwise = asked.page, str(asked.size), asked.otherwise
    return await apart._find_page(api)


# --- the words of filters that come from the API -----------------------------------------------


def _unnamed(listing: ListMixin) -> Unnamed:
    """The filters of the address whose record has no name yet."""
    filters, known = listing.get_value("filters"), listing.get_value("filter_labels")
    pointing = [(each, each.target) for each in listing.resource.filters if each.target and each.param in filters]
    on = [(each.param, where, key) for each, where in pointing for key in _keys(each, filters[each.param])]
    return [(name, where, key) for name, where, key in on if f"{name}={key}" not in known]


def _unread(listing: ListMixin) -> Unread:
    """The filters that offer a list whole, where that was read too long ago."""
    if time.time() - listing._choices_read < CHOICES_LIFETIME:
        return []
    whole = (each for each in listing.resource.filters if each.kind in ("record", "records") and each.offered)
    return [(each.param, each.target) for each in whole if each.target]


async def _choices(api: Api, filters: Unread) -> dict[str, autocomplete.Options]:
    """The records that filters offer, by parameter."""
    options = await asyncio.gather(*(autocomplete.whole(api, target, "", "") for _, target in filters))
    return {param: each for (param, _), each in zip(filters, options, strict=True)}


async def _labels(api: Api, filters: Unnamed, offered: dict[str, autocomplete.Options]) -> dict[str, str]:
    """The names of records that filters point at, by `<parameter>=<id>`; those that are `offered` are known by that."""
    known = {f"{name}={each['value']}": each["label"] for name, those in offered.items() for each in those}
    asked = [each for each in filters if f"{each[0]}={each[2]}" not in known]
    names = await asyncio.gather(*(autocomplete.name_of(api, target, key) for _, target, key in asked))
    return known | {f"{param}={key}": name for (param, _, key), name in zip(asked, names, strict=True)}


def _keys(part: Filter, value: str) -> tuple[str, ...]:
    """The ids of the records that a filter points at."""
    return several(value) if part.kind == "records" else (value,)
