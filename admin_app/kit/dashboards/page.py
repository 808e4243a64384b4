"""The page of a dashboard: what is looked at, key figures, charts, and what could not be read."""

from typing import Any, cast

import reflex as rx

from admin_app.kit.dashboards.charts import FigureByLanguage, chart_figure, stylesheet
from admin_app.kit.dashboards.declare import Chart
from admin_app.kit.dashboards.periods import (
    CUT,
    DEFAULT_PERIODICITY,
    EARLIEST,
    EXCHANGED,
    LATEST,
    LESS,
    MORE,
    PERIODICITIES,
    SAME,
    UNUSED,
    ChartRows,
)
from admin_app.kit.dashboards.state import Dashboard, DashboardMixin, Number, Source
from admin_app.kit.parts.error_panel import failed_part, unless_closed
from admin_app.kit.parts.periods import period_filter
from admin_app.kit.parts.widgets import button, entry, icon, link
from admin_app.kit.screen import Screen
from admin_app.kit.words.catalogue import LOCALES
from admin_app.kit.words.locale import date_var, instant_var, number_var, pick, t

State = type[DashboardMixin]


def dashboard_state(state: State) -> rx.Var[str]:
    """The `data-state` of a dashboard: an error only when nothing at all could be read."""
    busy = ~rx.State.is_hydrated | state.loading
    nothing = state.problems.length() == len(state.resource.sources)
    return rx.cond(busy, "loading", rx.cond(nothing | (state.problem != ""), "error", "ready"))


def dashboard_screen(state: State, *more: rx.Component, **others: Any) -> Screen:
    """The screen of the dashboard of `state.resource`, with more cards below its charts; `others` as in `Screen`."""
    declared = state.resource

    def page() -> rx.Component:
        return dashboard_page(state, more=more)

    page.__module__ = state.__module__
    return Screen(
        declared.route,
        f"{declared.key}.title",
        page,
        declared.permission,
        declared.flag,
        (state.load,),
        state=dashboard_state(state),
        **others,
    )


def dashboard_page(state: State, *, more: tuple[Any, ...] = ()) -> rx.Component:
    """The dashboard of `state.resource`; a feature adds cards below the charts."""
    declared = state.resource
    unused = t("kit.dashboard.notes.unused", first=EARLIEST, last=LATEST)
    figures = rx.fragment(
        dashboard_filters(state, _span(state)),
        # Dates that were exchanged are told beside them.
        rx.cond(state.note == CUT, rx.el.p(t("kit.dashboard.notes.cut"), class_name="dashboard-note", role="status")),
        rx.cond(state.note == UNUSED, rx.el.p(unused, class_name="dashboard-note", role="status")),
        _progress(state, declared),
        *[_problem(state, source) for source in declared.sources],
        *[_limit(state, source) for source in declared.sources],
        rx.el.dl(*[_number(state, each) for each in declared.numbers], class_name="figures"),
        rx.el.div(*[_chart(state, each) for each in declared.charts], class_name="charts"),
        *[_refused(state, source) for source in declared.sources],
        *more,
    )
    printed = button(t("kit.dashboard.print"), "print", symbol="printer", custom_attrs={"data-prints": ""})
    page = rx.el.div(
        stylesheet(),
        rx.el.header(
            rx.el.h1(_title(state, declared), tab_index=-1),
            rx.el.div(*_as_of(state), printed, class_name="row"),
            class_name="page-head",
        ),
        figures,
        class_name="dashboard",
    )
    # Its record may be missing; what else fails says so in its own place.
    return unless_closed(state, page, f"/{declared.route.split('/')[1]}", declared.listed)


def _as_of(state: State) -> tuple[rx.Component, ...]:
    """When the figures were read, and the way to read them again."""
    known = rx.cond(state.as_of != "", t("kit.dashboard.as_of", time=instant_var(state.as_of)), "")
    again = button(
        t("kit.dashboard.refresh"),
        "refresh",
        tone="link",
        symbol="rotate-cw",
        on_click=state.load,
        disabled=state.loading,
    )
    return rx.el.span(known, class_name="as-of"), again


def _title(state: State, declared: Dashboard) -> Any:
    plain = t(f"{declared.key}.title")
    if not any(source.one for source in declared.sources):
        return plain
    return rx.cond(state.title != "", t(f"{declared.key}.of", name=state.title), plain)


def dashboard_filters(state: State, *told: rx.Component) -> rx.Component:
    """What is looked at: inputs that write the address (decision 3), and what is `told` beside them."""
    ends = (entry(state.filters, "after"), entry(state.filters, "before"))
    exchanged = state.note == EXCHANGED
    params, label = ("after", "before"), t("kit.dashboard.period")
    # The usual period is called by what it is, which depends on the step.
    periods = {
        each: period_filter(params, label, ends, state.named, exchanged, whole=f"usual_{each}")
        for each in PERIODICITIES
    }
    return rx.el.div(
        periodicity_filter(state.filters),
        rx.match(entry(state.filters, "periodicity"), *periods.items(), periods[DEFAULT_PERIODICITY]),
        *told,
        class_name="dashboard-filters",
        role="search",
        aria_label=t("kit.filters.title"),
    )


def periodicity_filter(filters: rx.Var[dict[str, str]]) -> rx.Component:
    """The step of time, as a menu that writes the address."""
    options = [rx.el.option(t(f"kit.dashboard.periodicities.{each}"), value=each) for each in PERIODICITIES]
    return menu_filter("periodicity", t("kit.dashboard.periodicity"), entry(filters, "periodicity"), *options)


def menu_filter(param: str, label: Any, value: Any, *options: Any) -> rx.Component:
    """A menu that writes what is chosen in the address under `param`."""
    attributes = {"data-param": param, "data-value": value}
    return rx.el.label(rx.el.span(label), rx.el.select(*options, custom_attrs=attributes), class_name="filter")


def _progress(state: State, declared: Dashboard) -> rx.Component:
    """How far a list of several pages is read; the line keeps its place while a short one is."""
    names = [(source.name, t(f"{declared.key}.sources.{source.name}")) for source in declared.sources]
    label = t(
        "kit.dashboard.reading",
        name=rx.match(state.reading, *names, ""),
        done=number_var(state.done.to_string()),
        whole=number_var(state.whole.to_string()),
    )
    bar = rx.el.progress(value=state.done, max=state.whole, aria_label=label)
    return rx.cond(
        state.loading & (state.whole > state.done), rx.el.div(bar, label, class_name="reading-line", role="status")
    )


def _failure(state: State, source: Source) -> tuple[rx.Var[str], rx.Var[str], rx.Var[str]]:
    """What of a dashboard did not come, why, and which fault that is."""
    why = pick({each: state.problems[source.name][each] for each in LOCALES})
    return t(f"{state.resource.key}.sources.{source.name}"), why, entry(state.problems[source.name], "fault")


def _problem(state: State, source: Source) -> rx.Component:
    name, why, fault = _failure(state, source)
    card = failed_part(t("kit.dashboard.problem", name=name), why, fault, state.load)
    return rx.cond(state.problems.contains(source.name) & (fault != "refused"), card)


def _refused(state: State, source: Source) -> rx.Component:
    """What is not open to this person is said in a line below what is: there is nothing to do about it."""
    name, why, fault = _failure(state, source)
    line = rx.el.p(icon("lock", 16), rx.el.strong(name), why, class_name="refused-part", role="note")
    return rx.cond(state.problems.contains(source.name) & (fault == "refused"), line)


def _limit(state: State, source: Source) -> rx.Component:
    name = t(f"{state.resource.key}.sources.{source.name}")
    total = number_var(entry(state.limits, source.name))
    told = t("kit.dashboard.limited", name=name, most=source.most, total=total)
    return rx.cond(state.limits.contains(source.name), rx.el.p(told, class_name="dashboard-note", role="status"))


def _number(state: State, each: Number) -> rx.Component:
    """A figure, its name, which leads to the list behind it, and what else is said of it."""
    prefix = f"{state.resource.key}.numbers.{each.name}"
    found, seen = entry(state.numbers, each.name), state.seen.contains(each.part)
    text = number_var(found)
    value = t(f"kit.charts.units.{each.unit}", value=text) if each.unit else text
    known = rx.cond(found == "", rx.el.span("–"), rx.el.span(value))
    label: Any = t(f"{prefix}.label")
    if each.address:
        label = link(label, to=entry(state.addresses, each.name), data_testid=f"behind:{each.name}")
    waits = {"data-waits": rx.cond((found != "") & (found != "0"), "true", "false")} if each.waits else {}
    made = rx.el.div(
        rx.el.dt(label),
        rx.el.dd(
            rx.cond(seen, known, rx.el.span(class_name="bar wide")),
            rx.fragment(_way(state, each), _compared(state, each)) if each.compared else None,
            class_name="figure-value",
        ),
        _number_note(state, each, prefix) if each.note else rx.fragment(),
        class_name="figure-card",
        custom_attrs={"data-stale": _stale(state, each.part), "data-none": (found == "0").to_string(), **waits},
        data_testid=f"figure:{each.name}",
    )
    return rx.cond(state.problems.contains(each.part), rx.fragment(), made)


def _stale(state: State, part: str) -> rx.Var[str]:
    """Whether the figures of a source are still of other dates, which dims them (DASH-17)."""
    return rx.cond(state.stale.contains(part), "true", "false")


def _way(state: State, each: Number) -> rx.Component:
    """Which way a number went since the window before, beside it."""
    signs = {MORE: "trending-up", LESS: "trending-down", SAME: "equal"}
    made = {
        way: rx.fragment(icon(sign), rx.el.span(t(f"kit.dashboard.{way}"), class_name="visually-hidden"))
        for way, sign in signs.items()
    }
    return cast("rx.Component", rx.match(entry(state.ways, each.name), *made.items(), rx.fragment()))


def _compared(state: State, each: Number) -> rx.Component:
    """What the number was in the window before, beside it."""
    now, before = entry(state.numbers, each.name), entry(state.before, each.name)
    value = number_var(before)
    told = t("kit.dashboard.compared", value=t(f"kit.charts.units.{each.unit}", value=value) if each.unit else value)
    return rx.cond((now != "") & (before != ""), rx.el.span(" ", told, class_name="figure-before"))


def _span(state: State) -> rx.Component:
    """The days that are looked at, and those they are compared with, in words."""
    days = {name: date_var(entry(state.span, name)) for name in ("first", "last", "first_before", "last_before")}
    compared = any(each.compared for each in state.resource.numbers)
    key = "kit.dashboard.span_compared" if compared else "kit.dashboard.span"
    known = state.span.contains("first")
    return rx.el.p(t(key, **days), class_name=rx.cond(known, "dashboard-span", "dashboard-span to-come"))


def _number_note(state: State, each: Number, prefix: str) -> rx.Component:
    """A line beneath a number; its place is kept until the number comes."""
    values = {name: number_var(entry(state.numbers, name)) for name in each.note}
    known = entry(state.numbers, each.note[0]) != ""
    seen = state.seen.contains(each.part)
    note = rx.el.dd(t(f"{prefix}.note", **values), class_name=rx.cond(seen, "figure-note", "figure-note to-come"))
    return rx.cond(known | ~seen, note)


def _chart(state: State, chart: Chart) -> rx.Component:
    rows = rx.cond(state.charts.contains(chart.name), state.charts[chart.name], rx.Var.create([])).to(ChartRows)
    figures = rx.cond(state.figures.contains(chart.name), state.figures[chart.name], rx.Var.create({})).to(
        FigureByLanguage
    )
    above = {each.name for each in state.resource.numbers}.union(*(each.note for each in state.resource.numbers))
    figure = chart_figure(
        f"{state.resource.key}.charts.{chart.name}",
        chart,
        rows=rows,
        figures=figures,
        ready=state.seen.contains(chart.part),
        stale=_stale(state, chart.part),
        numbers=state.numbers,
        unfinished=state.unfinished,
        span=state.span,
        on_take=state.take_chart(chart.name),
        on_open=(lambda points: state.open_behind(chart.name, points)) if chart.address else None,
        repeats=bool(chart.summary) and above.issuperset(chart.summary),
    )
    return rx.cond(state.problems.contains(chart.part), rx.fragment(), figure)
