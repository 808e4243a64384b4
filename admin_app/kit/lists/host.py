"""What a list holds, and what a feature may say otherwise of it: all that the flows of a list read and write.

Bulk actions (bulk_run.py) and the export (list_export.py) are plain objects over this host; the handlers that begin
them, and the load of a page, are in state.py.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import reflex as rx
from reflex.event import EventSpec

from admin_app.api.client import Api, Page
from admin_app.api.errors import ApiError, SessionEnded
from admin_app.api.query import Query
from admin_app.kit.clock import today
from admin_app.kit.declare.fields import Column, project, text_of
from admin_app.kit.declare.resource import Resource
from admin_app.kit.lists.bulk import DELETE, Bulk, Refusals, deletion
from admin_app.kit.lists.list_query import COLUMNS_BETWEEN, DEFAULT_PAGE_SIZE, ListQuery, query_of_address
from admin_app.kit.lists.map_markers import PER_CALL, marks
from admin_app.kit.records.addresses import place
from admin_app.kit.records.ownership import Item, Proof, owned, proven
from admin_app.kit.session import Session, assign, here, signed_in_background
from admin_app.kit.values import readable, whole
from admin_app.kit.words.formats import said_number
from admin_app.kit.words.usual_periods import COMING, NAMES, usual_name

NAMES_KEPT = 64 * 1024
"""Characters of names that a list remembers for a tab, some 2,500 rows; then those shown longest ago go."""
MASKED = "_masked"
"""Key of a row: filled while what the row hides is hidden."""
DOTS = "•••"
Row = dict[str, str]
Kinds = Mapping[str, str]
"""Columns that hide something, by their names in a row, with their kinds."""


class ListHost(rx.State, mixin=True):
    """The variables of one list of one resource, and what a feature overrides."""

    resource: ClassVar[Resource]
    load: ClassVar[Any]
    """The handler that reads the list again."""
    bulk: ClassVar[tuple[Bulk, ...]] = ()
    """What this list can do besides deleting; one named `delete` replaces it."""

    # What the address asks.
    page: int = 1
    page_size: str = rx.LocalStorage("")
    sort: str = ""
    filters: dict[str, str] = {}
    view: str = ""
    """`map` where the list is shown on one."""
    kept_columns: str = rx.LocalStorage("")
    """The columns the person chose, each after a comma: kept by this browser, empty until they choose."""
    _columns: tuple[str, ...] = ()
    """The columns the address names."""
    _otherwise: bool = False
    """Whether what was typed found nobody, and is asked in its other way."""
    address: str = ""
    """Where this list stands, so that a record can lead back to it."""
    shortcut: str = ""
    """The shortcut whose filters are those of the address, none more."""
    remark: str = ""
    """Name of what must be known of the list with these filters."""
    sought: str = ""
    """What the text of the search box is taken for: a word below the `choices` of its filter."""
    obstacle: str = ""
    """Why the API cannot be asked (`ListQuery.obstacle`, or a list's own `names_only`); nobody is shown then."""
    clash: list[str] = []
    """The filters it does not take together."""
    out_of_bounds: dict[str, str] = {}
    """Numbers that are out of the bounds of their filters, and not asked."""
    periods: dict[str, str] = {}
    """What the periods that are asked for are called (`usual_name`), by the filters of their first days."""
    exchanged: list[str] = []
    """Those whose days the address has in the wrong order."""
    filter_labels: dict[str, str] = {}
    """Names of the records that reference filters point at."""

    # The page of rows, and where one can go from it.
    rows: list[dict[str, str]] = []
    _rows_of: dict[str, str] = {}
    """The filters they answer."""
    total: int = 0
    pages: int = 1
    first: int = 0
    last: int = 0
    loaded: bool = False
    unreadable: int = 0
    """Records of this page that the API did not give as it describes them: the others are shown all the same."""
    hrefs: dict[str, str] = {}
    """Addresses of the other pages of this list (`ListQuery.hrefs`), and `as_view`, of a view of what is shown."""
    marks: list[list[str]] = []
    """What a map shows (map_markers.py)."""
    circle: str = ""
    """What it draws around a place that is asked for (`MapArea`); a feature fills it."""
    own_ids: list[str] = []
    """The rows that are proven to be the person's own, where only these may be changed (ACCESS-15)."""
    owned: list[str] = []
    """The permissions held for one's own records alone that are proven to hold for all of this list (ACCESS-15)."""
    _opening: set[str] | None = None
    """The ids of those that the person may open, where that is not all of them (`opened`)."""
    _known_names: tuple[str, ...] = ()
    """What the rows that were on show are called: a text for each page, in its lines an id, a space and a name.

    An entry of a dictionary would take seven times as much memory, and a copy of all of them with each page.
    """

    # What rows hide.
    unmasked: bool = False
    """Whether the whole list is shown; until it is masked again or the tab is closed."""
    _hidden: dict[str, dict[str, str]] = {}
    """What each row hides, by id and column: never sent."""

    # An action on the selection (bulk_run.py).
    bulk_done: int = 0
    bulk_total: int = 0
    """How many records a running action has to treat; 0 when none runs."""
    bulk_name: str = ""
    """The action that runs, or that ran last."""
    bulk_report: list[dict[str, str]] = []
    """What happened to each row: `id`, `name`, `outcome`, `reason`."""
    bulk_counts: dict[str, int] = {}
    bulk_impacts: list[str] = []
    bulk_weighed: bool = False
    """Whether it is known what the action would also touch."""
    bulk_problem: str = ""
    """Why that is not known."""
    _stopping: bool = False
    _proven: list[str] = []
    """The records of the run, once the door has let them pass."""

    # --- for a feature to say more: the address ---------------------------------------------

    def _read_address(self) -> None:
        """Take page, size, sort and the known filters from the address."""
        asked = query_of_address(self.resource, self._query_of_address(), self.page_size)
        assign(self, page=asked.page, sort=asked.sort, filters=dict(asked.filters), view=asked.view, _otherwise=False)
        if self.page_size != str(asked.size):
            self.page_size = str(asked.size)  # assigned, it is sent to be stored
        assign(self, shortcut=asked.shortcut, remark=asked.remark, address=here(self).text, _columns=asked.columns)
        self._apply_query_warnings(asked)
        places = {each.param for each in self.resource.filters if each.kind == "place"}
        labels = {f"{name}={value}": place(value)["name"] for name, value in asked.filters.items() if name in places}
        labels |= {f"{name}={asked.filters[name]}": each.text for name, each in asked.sought.items()}
        if not labels.keys() <= self.filter_labels.keys():
            self.filter_labels = {**self.filter_labels, **labels}

    def _lead_on(self, asked: ListQuery) -> None:
        """Compute where one can go from what is asked."""
        as_view = self._address_of(self._view_query())
        assign(self, hrefs=asked.hrefs(self.pages, self._address_of) | {"as_view": as_view})

    def _apply_query_warnings(self, asked: ListQuery) -> None:
        """Say what was understood of the filters, and what stands in their way."""
        box = next((each.param for each in self.resource.filters if each.kind == "search"), "")
        sought = asked.sought
        assign(self, sought=sought[box].kind if box in sought else "", obstacle=asked.obstacle)
        assign(self, clash=[*asked.clash], out_of_bounds=dict(asked.wrong), exchanged=[*asked.exchanged])
        periods = {}
        for each in self.resource.filters:
            days = asked.filters.get(each.other, ""), asked.filters.get(each.param, "")
            if each.ends and any(days):
                periods[each.other] = usual_name(*days, today(), COMING if each.coming else NAMES)
        assign(self, periods=periods)

    def _query_of_address(self) -> str:
        """The part of the address that holds the list."""
        return here(self).query

    def _address_of(self, query: str) -> str:
        """The address of this list with another query."""
        return self.resource.route + (f"?{query}" if query else "")

    def _go_to(self, address: str) -> EventSpec:
        """Go to another address of this list, in place of this one."""
        return rx.redirect(address, replace=True)

    @rx.var
    def shown_columns(self) -> list[str]:
        """The columns beside the main one: those the address names, or else the person chose, or else are usual."""
        if self._columns:
            return list(self._columns)
        others = [each for each in self.resource.columns if not each.main]
        kept = self.kept_columns.split(COLUMNS_BETWEEN) if self.kept_columns else None
        return [each.name for each in others if (each.name in kept if kept else not each.hidden)]

    def _asked(self) -> ListQuery:
        """What is shown."""
        size, filters = whole(self.page_size, DEFAULT_PAGE_SIZE), dict(self.get_value("filters"))
        query = ListQuery(self.resource, self.page, size, self.sort, filters, self.view, columns=self._columns)
        return replace(query, otherwise=self._otherwise)

    def _view_query(self) -> str:
        """What is shown, as the query of a view (`ListQuery.as_view`)."""
        return self._asked().as_view(COLUMNS_BETWEEN.join(self.shown_columns))

    # --- for a feature to say more: the page of rows ----------------------------------------

    def _filters(self) -> dict[str, Any]:
        """The filters as the API wants them; a feature may add or rewrite some."""
        return self._asked().sent()

    def _query(self) -> Query:
        return self._asked().query(self._filters())

    async def _find_page(self, api: Api) -> Page:
        """The page; a typed text that finds nobody is asked for in its other way, where it has one (SEARCH-10)."""
        page = await self._fetch_page(api)
        if page.total:
            return page
        other = replace(self._asked(), otherwise=True)
        if other.obstacle or not any(each.otherwise for each in other.sought.values()):
            return page
        self._otherwise = True
        page = await self._fetch_page(api)
        self.sought = next((each.instead for each in other.sought.values() if each.instead and page.total), self.sought)
        return page

    async def _fetch_page(self, api: Api) -> Page:
        """The page; on a map, one call brings the marks too."""
        if not self.view:
            assign(self, marks=[])
            return await self._page_of(api, self._query())
        query = self._query()
        page = await self._page_of(api, replace(query, page=1, per_page=PER_CALL))
        self.marks = marks(self.resource, page.items)
        size = self._asked().size
        start = (self.page - 1) * size
        if start + size > PER_CALL and start < page.total:
            return await self._page_of(api, query)
        return Page(page.items[start : start + size], page.total, page.odd)

    async def _page_of(self, api: Api, query: Query) -> Page:
        """One page of the API's list; a feature may know another way to it."""
        return await api.list(self.resource.endpoint, query)

    async def _find_own(self, api: Api, items: list[dict[str, Any]]) -> None:
        """Find the person's own among fresh rows, where the permission to change them is held for those alone."""
        session = await self.get_state(Session)
        rule = session.own.get(self.resource.may.update or "", "")
        own_ids = await owned(api, self.resource, rule, session.user_id, items) if rule else ()
        assign(self, own_ids=sorted(own_ids))
        self._opening = await opened(self, api, self.resource, items)

    def _set_rows(self, page: Page) -> None:
        """Project the records to what the columns show, and compute where one can go from here."""
        asked, items, total = self._asked(), page.items, page.total
        made = readable(self._row, items)
        assign(self, unreadable=page.odd + len(items) - len(made))
        # One id twice would leave rows on the page for good: React tells them apart by it.
        rows = list({row["id"]: row for row in made}.values())
        self._remember_names(rows)
        self.rows = self._mask_fresh(rows)
        pages = max(1, -(-total // asked.size))
        first = (self.page - 1) * asked.size + 1 if items else 0
        assign(self, total=total, pages=pages, first=first, last=first + len(items) - 1 if items else 0)
        assign(self, loaded=True, _rows_of=dict(asked.filters))
        self._lead_on(asked)

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
            "_name": self.resource.name(record) or said_number(record_id),
            "_href": f"{self.resource.route}/show/{record_id}" if self._may_open(record_id) else "",
        }

    def _may_open(self, record_id: str) -> bool:
        """Whether nothing is known that would refuse a record to the person."""
        return self._opening is None or record_id in self._opening

    # --- for a feature to say more: actions on the selection, and the export ----------------

    @classmethod
    def bulk_actions(cls) -> tuple[Bulk, ...]:
        """What can be done to the selection, by whom it may be."""
        deletes = cls.resource.may.delete and all(each.name != DELETE for each in cls.bulk)
        return (*cls.bulk, deletion(cls.resource)) if deletes else cls.bulk

    async def _bulk_impacts(self, api: Api, action: Bulk, ids: Sequence[str]) -> list[str]:
        """Lines about what else an action touches; none unless a feature knows some."""
        return []

    def _proof(self, ids: Sequence[str]) -> Proof | None:
        """What proves that these records are the person's own: nothing, where a list cannot tell."""
        return None

    async def _batch(self, action: Bulk, ids: Sequence[str]) -> Refusals:
        """Treat some records; where it is not known what became of each, the reason stands for all."""
        # What was proven of all the records of a run before it began holds for each batch.
        own, reads = proven if set(ids) <= set(self._proven) else None, (self.resource.may.list, *action.reads)
        try:
            async with signed_in_background(self, action.permission, reads=reads, own=own) as api:
                return await action.acts(api, ids)
        except SessionEnded:
            raise
        except ApiError as error:
            return dict.fromkeys(ids, error)

    def _export_params(self) -> dict[str, Any]:
        """What this list adds to the call, such as the community whose members it shows."""
        return {}

    # --- names and masks of rows ------------------------------------------------------------

    def _remember_names(self, rows: Sequence[Row]) -> None:
        """Remember what rows are called: a selection outlives the page it was made on."""
        page = "\n".join([f"{row['id']} {' '.join(row['_name'].split())}" for row in rows])
        pages = [each for each in self._known_names if each != page]
        room = NAMES_KEPT - len(page) - sum(map(len, pages))
        while pages and room < 0:
            room += len(pages.pop(0))
        self._known_names = (*pages, page)

    def _names(self) -> dict[str, str]:
        """What rows are called, by id; the newest name where a row was shown twice."""
        lines = (line.partition(" ") for page in self._known_names for line in page.splitlines())
        return {number: name for number, _, name in lines}

    def _numbers(self) -> dict[str, str]:
        """By id, the number a row shows where that is not the id itself."""
        return {}

    def _mask_fresh(self, rows: list[Row]) -> list[Row]:
        """Keep what fresh rows hide and give them their masks."""
        kinds = hiding(self.resource.columns)
        self._hidden = hidden = {row["id"]: secret(row, kinds) for row in rows}
        return self._masked(rows, hidden) if any(hidden.values()) else rows

    def _masked(self, rows: list[Row], hidden: Mapping[str, Row]) -> list[Row]:
        """Rows as the list shows them now; both are plain values, as Reflex wraps each access to its own."""
        kinds = hiding(self.resource.columns)
        if self.unmasked:
            return [bare(row, hidden.get(row["id"], {})) for row in rows]
        return [veiled(row, hidden.get(row["id"], {}), kinds) for row in rows]

    def _replace_row(self, row: Row) -> None:
        """Put a row that was written in its place; what had been revealed of it stays so."""
        self._hidden = hidden = {**self._hidden, row["id"]: secret(row, hiding(self.resource.columns))}
        seen = any(each["id"] == row["id"] and not each.get(MASKED) for each in self.rows)
        fresh = bare(row, {}) if seen else self._masked([row], hidden)[0]
        self.rows = [fresh if each["id"] == row["id"] else each for each in self.rows]

    def _plain_value(self, record_id: str, column: str) -> str:
        """What a row hides, for a handler that acts on it."""
        return self._hidden.get(record_id, {}).get(column, "")


# --- masks -------------------------------------------------------------------------------------
# E-mails and telephones are hidden until somebody asks for them, one row or the whole list at a time. What is hidden
# stays on the server: the browser holds a mask that was made there. So a screen that is looked at over a shoulder,
# projected or photographed shows nobody's address (decision 10).


def mask(text: str, kind: str) -> str:
    """What is shown instead: enough to tell two rows apart, too little to write or call."""
    if kind == "email" and "@" in text:
        name, _, host = text.rpartition("@")
        return f"{name[:1]}{DOTS}@{DOTS}.{host.rpartition('.')[2]}" if "." in host else f"{name[:1]}{DOTS}@{DOTS}"
    digits = "".join(filter(str.isdigit, text))
    return f"{DOTS} {digits[-2:]}" if kind == "phone" and len(digits) > 4 else DOTS


def hiding(columns: Iterable[Column]) -> Kinds:
    """The columns that hide something, by their names in a row, with their kinds: looked up once for a page."""
    return {column.name: column.kind for column in columns if column.hides}


def secret(row: Row, kinds: Kinds) -> Row:
    """What a fresh row hides."""
    return {name: row[name] for name in kinds if row[name]}


def veiled(row: Row, hidden: Mapping[str, str], kinds: Kinds) -> Row:
    """A row with masks in place of what it hides."""
    return {**row, **{name: mask(text, kinds[name]) for name, text in hidden.items()}, MASKED: "yes" if hidden else ""}


def bare(row: Row, hidden: Mapping[str, str]) -> Row:
    """A row that hides nothing any more."""
    return {**row, **hidden, MASKED: ""}


async def opened(state: rx.State, api: Api, resource: Resource, items: Sequence[Item]) -> set[str] | None:
    """The ids of those of some records that the person may open, where their permission is held under a rule that tells
    (OWN-1); None where nothing tells."""
    session = await state.get_state(Session)
    rule = session.own.get(resource.may.read or "", "")
    return await owned(api, resource, rule, session.user_id, items) if rule in resource.own else None
