"""The state of a dashboard: sources read whole, in the background, each on its own; figures by pure functions.

The address holds what is looked at (`periodicity`, `after`, `before`). A source that is refused says why in its place
and the rest stands; where it is the record itself, that is said alone. Lists are read by big pages up to a limit that
is said, never record by record.
"""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar
from urllib.parse import parse_qsl

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, NotFound, SessionEnded
from admin_app.api.query import NOWHERE, Query, record_id
from admin_app.kit.clock import today
from admin_app.kit.dashboards.charts import FigureByLanguage, figures_of, has_list, table_of
from admin_app.kit.dashboards.declare import Chart
from admin_app.kit.dashboards.periods import EXCHANGED, ChartRows, Figures, Json, Window, read_window, way
from admin_app.kit.script import run
from admin_app.kit.session import Here, InPlace, fault_of, here, in_each, report, reports_errors, signed_in_background
from admin_app.kit.transfer import csv, tickets
from admin_app.kit.words.locale import language_of
from admin_app.kit.words.usual_periods import usual_name

MOST = 10_000
"""Most records read of one list."""
PAGE = 1_000
"""Records asked for in one call: `perPage` has no maximum (API-9)."""
FILTERS = ("periodicity", "after", "before")
Params = Mapping[str, str]
Take = Callable[[Json, Params], Json | None]


@dataclass(frozen=True)
class Source:
    """One list (or with `one` a single record) of the API and what is made of it.

    `endpoint` and `filters` may name parameters of the route: `admin/communities/{record_id}/members`.
    """

    name: str
    endpoint: str
    take: Take
    """What is kept of a record while figures are made, None when it does not count."""
    figures: Callable[[list[Json], Window], Figures]
    permission: str | None = None
    """What reading it takes beside the dashboard's own; without it the reason stands in its place."""
    filters: Mapping[str, str] = field(default_factory=dict)
    order: tuple[str, bool] = ("id", False)
    """Without an order the pages of a list may overlap."""
    one: bool = False
    most: int = MOST


@dataclass(frozen=True)
class Number:
    """A key figure: `unit` is a key of `kit.charts.units`; `note` names the numbers of the line beneath it.

    `compared` says that it counts what happened in the window, so that the window before it says something; `waits`
    that each of them waits for somebody here; `address` is the list behind it, with the same filters, and may name
    parameters of the route, and the days that are looked at (`{first}`, `{last}`).
    """

    name: str
    part: str
    unit: str = ""
    note: tuple[str, ...] = ()
    compared: bool = False
    waits: bool = False
    address: str = ""


@dataclass(frozen=True)
class Dashboard:
    """What a dashboard shows; `key` is the prefix of its labels."""

    key: str
    route: str
    permission: str
    sources: tuple[Source, ...]
    numbers: tuple[Number, ...]
    charts: tuple[Chart, ...]
    flag: str | None = None
    listed: str | None = None
    """The permission of the list that the record of a dashboard is in."""


def route_params(route: str, path: str) -> dict[str, str]:
    """The parameters of a path: `/communities/12/dashboard/summary` says `record_id` and `target`.

    NOWHERE is the `record_id` of a path that holds no id there.
    """
    pairs = zip(route.split("/"), path.split("/"), strict=False)
    found = {name[1:-1]: value for name, value in pairs if name.startswith("[")}
    return found | ({"record_id": record_id(found.get("record_id"))} if "[record_id]" in route else {})


class DashboardMixin(InPlace, rx.State, mixin=True):
    """One dashboard; a concrete class writes `resource: ClassVar = ...` (Reflex F3)."""

    resource: ClassVar[Dashboard]

    numbers: dict[str, str] = {}
    before: dict[str, str] = {}
    """The numbers that are compared, in the window before."""
    ways: dict[str, str] = {}
    """Which way they went since (`way`)."""
    span: dict[str, str] = {}
    """The first and last day of the window (`first`, `last`), and of the one before (`first_before`, `last_before`)."""
    unfinished: str = ""
    """The period that is not over yet."""
    addresses: dict[str, str] = {}
    """The lists behind the numbers."""
    charts: dict[str, ChartRows] = {}
    figures: dict[str, FigureByLanguage] = {}
    """What Plotly draws of each chart."""
    problems: dict[str, dict[str, str]] = {}
    """Why a source could not be read, in each language, and what `fault` it is."""
    limits: dict[str, str] = {}
    """Sources longer than what was read of them: how many records they hold."""
    seen: list[str] = []
    """The sources that have answered."""
    stale: list[str] = []
    """Those of them whose figures are still of what was asked for before."""
    title: str = ""
    whose: str = ""
    """The record whose dashboard it is; empty where it is of none."""
    shown: str = ""
    """The path whose figures these are."""
    filters: dict[str, str] = {}
    named: str = ""
    """What the period that is asked for is called (`usual_name`)."""
    note: str = ""
    as_of: str = ""
    loading: bool = True
    reading: str = ""
    done: int = 0
    whole: int = 0

    @rx.event(background=True, supersedes=True)
    async def load(self):
        """Read the address, then every source; a newer load cancels an older one."""
        try:
            async with signed_in_background(self, reads=self.resource.permission), self:
                params, window = self._begin()
            for source in self.resource.sources:
                if not await self._read(source, params, window):
                    break
            async with self:
                self.as_of = dt.datetime.now(dt.UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        except Exception as error:
            async with self:
                ended = await report(self, error, "kit.dashboard.load_error")
            yield ended
        # Not in a `finally`: a load that was cancelled leaves this to the one that took its place.
        async with self:
            self.loading, self.reading = False, ""

    @rx.event
    @reports_errors("kit.dashboard.load_error")
    async def take_chart(self, name: str):
        """Hand out the figures of a chart that are on show as a file for a spreadsheet."""
        chart = next((each for each in self.resource.charts if each.name == name), None)
        if chart is None:
            return
        locale = await language_of(self)
        lines = table_of(f"{self.resource.key}.charts.{name}", chart, self.charts.get(name, []), locale)
        file = f"{today()}-{self.resource.key}-{name}-export.csv".replace("_", "-")
        yield run("fetchFile", tickets.offer(csv.for_people(lines, locale), file))

    @rx.event
    def open_behind(self, name: str, points: list[Any]):
        """Open the list behind the bar of a category that was pressed, where its line of the table leads."""
        chart = next((each for each in self.resource.charts if each.name == name), None)
        place = points[0].get("pointIndex") if points and isinstance(points[0], dict) else None
        rows = self.charts.get(name, [])
        if chart and isinstance(place, int) and 0 <= place < len(rows) and has_list(chart, rows[place]["x"]):
            return rx.redirect(chart.address.format(x=rows[place]["x"], **self.span))
        return None

    def _drawn(self, charts: Mapping[str, ChartRows], window: Window) -> dict[str, FigureByLanguage]:
        """The figures of the charts of a source."""
        prefix, drawn = f"{self.resource.key}.charts", [each for each in self.resource.charts if each.name in charts]
        return {
            each.name: figures_of(
                f"{prefix}.{each.name}", each, charts[each.name], window.periodicity, window.unfinished
            )
            for each in drawn
        }

    def _begin(self) -> tuple[Params, Window]:
        """What is asked for; figures of another record go first."""
        at = here(self)
        window = read_window(dict(parse_qsl(at.query)), today())
        if at.path != self.shown:
            self.numbers, self.before, self.ways, self.charts, self.figures = {}, {}, {}, {}, {}
            self.seen, self.title, self.as_of = [], "", ""
        self.stale = [each.name for each in self.resource.sources if each.name in self.seen]
        self.shown, self.loading, self.problem, self.problems, self.limits = at.path, True, "", {}, {}
        self.filters, self.note = _filters(at, window), window.note
        self.named = usual_name(self.filters.get("after", ""), self.filters.get("before", ""), window.today)
        self.span, self.unfinished = _span(window), window.unfinished
        params = route_params(self.resource.route, at.path)
        given, self.whose = params | self.span, params.get("record_id", "")
        self.addresses = {each.name: each.address.format_map(given) for each in self.resource.numbers if each.address}
        return params, window

    async def _read(self, source: Source, params: Params, window: Window) -> bool:
        """Read one source and show its figures, or why there are none; False when nothing else is worth reading."""
        try:
            async with signed_in_background(self, reads=(self.resource.permission, source.permission)) as api:
                records = await self._records(api, source, params)
        except SessionEnded:
            raise
        except ApiError as error:
            return await self._refused(source, error)
        figures = source.figures(records, window)
        compared = [each.name for each in self.resource.numbers if each.compared and each.part == source.name]
        before = source.figures(records, window.previous).numbers if compared else {}
        async with self:
            self.numbers = {**self.numbers, **figures.numbers}
            self.before = {**self.before, **{name: before.get(name, "") for name in compared}}
            self.ways = {name: way(self.numbers.get(name, ""), text) for name, text in self.before.items()}
            self.charts = {**self.charts, **figures.charts}
            self.figures = {**self.figures, **self._drawn(figures.charts, window)}
            self.title = figures.name or self.title
            self.seen = [*self.seen, source.name]
            self.stale = [each for each in self.stale if each != source.name]
        return True

    async def _refused(self, source: Source, error: ApiError) -> bool:
        """Say why a source could not be read, in its place or in that of the whole page, and whether to go on."""
        fault = fault_of(error)
        # Of a record that is not there or not open to the person, the API may still answer the rest.
        closed = source.one and fault != "failed"
        async with self:
            if closed:
                await self._stop(error)
            self.problems = {**self.problems, source.name: {**in_each(error), "fault": fault}}
            self.seen = [*self.seen, source.name]
        return not closed

    async def _records(self, api: Api, source: Source, params: Params) -> list[Json]:
        """The records of a source, page after page with progress."""
        if params.get("record_id") == NOWHERE:
            raise NotFound
        endpoint = source.endpoint.format_map(params)
        if source.one:
            return _kept(source, [await api.get(endpoint, params["record_id"])], params)
        filters = {name: value.format_map(params) for name, value in source.filters.items()}
        kept: list[Json] = []
        page, total = 1, 1
        while (page - 1) * PAGE < min(total, source.most):
            found = await api.list(endpoint, Query(page, PAGE, source.order, filters))
            total = found.total
            kept += _kept(source, found.items, params)
            await self._progress(source, page * PAGE, total)
            page += 1
        return kept

    async def _progress(self, source: Source, done: int, total: int) -> None:
        """Say how far a long list is read, and that it is too long."""
        async with self:
            self.reading, self.whole = source.name, min(total, source.most)
            self.done = min(done, self.whole)
            if total > source.most:
                self.limits = {**self.limits, source.name: str(total)}


def _kept(source: Source, items: list[Json], params: Params) -> list[Json]:
    return [small for each in items if (small := source.take(each, params)) is not None]


def _span(window: Window) -> dict[str, str]:
    """The days that are looked at, and those they are compared with."""
    before = window.previous
    days = {"first": window.first, "last": window.last, "first_before": before.first, "last_before": before.last}
    return {name: day.isoformat() for name, day in days.items()}


def _filters(at: Here, window: Window) -> dict[str, str]:
    """What the inputs of the page show: the periodicity in any case, dates as they are used (DASH-14)."""
    given = {name: value for name, value in parse_qsl(at.query) if name in FILTERS}
    used = {"after": window.first.isoformat(), "before": window.last.isoformat()} if window.note else {}
    kept = {name: used[name] for name in given if name in used} if window.note == EXCHANGED else used
    return {**given, **kept, "periodicity": window.periodicity}
