"""Charts: figures made in Python (figures.py), drawn by Reflex's own component of Plotly, fetched when a chart appears.

A chart is declared (`Chart`), its lines are texts of a state (`ChartRows`) and so is its figure, in each language:
theme and language change without a round trip. Beneath each chart stands a table with the same figures, which can be
taken away as CSV: a chart is never the only way. `docs/decisions/` tells the why.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, cast

import plotly.graph_objects as go
import reflex as rx

from admin_app.kit.dashboards.chart_theme import CONFIGS, colors, template
from admin_app.kit.dashboards.declare import Chart
from admin_app.kit.dashboards.figures import Drawing
from admin_app.kit.dashboards.periods import ChartRows
from admin_app.kit.parts.widgets import Row, button, entry, icon, link
from admin_app.kit.styles import sheet
from admin_app.kit.transfer.csv import Cell
from admin_app.kit.words import formats
from admin_app.kit.words.catalogue import LOCALES, catalogue
from admin_app.kit.words.locale import Locale, choice_label, date_var, number_var, period_var, say, t
from admin_app.patches.vars import expression, hook, imported, merged

STYLESHEET = "/charts.css"
FigureByLanguage = dict[str, dict[str, Any]]
"""The figure of a chart by language."""
_DARK = expression(
    'ui_theme === "dark"',
    data=merged(hook("const ui_theme = useTheme()"), imported("$/public/kit/theme.js", "useTheme")),
    kind=bool,
)
NAMELESS = ("none", "others", "unknown")
"""Categories that stand for several, or for what is not known: no list is behind them."""


def chart_figure(
    prefix: str,
    chart: Chart,
    *,
    rows: rx.Var[ChartRows],
    figures: rx.Var[FigureByLanguage],
    ready: rx.Var[bool],
    numbers: rx.Var[dict[str, str]],
    unfinished: rx.Var[str],
    span: rx.Var[dict[str, str]],
    on_take: Any,
    on_open: Any = None,
    repeats: bool = False,
    stale: rx.Var[str] | str = "false",
) -> rx.Component:
    """A chart with its name, the sentence that sums it up, its key and its table; `prefix` is that of its labels.

    What `repeats` the figures above it is said by ear alone. `on_take` hands out the table as a file (`table_of`),
    `on_open` is told the points of the bar that is pressed. What is `stale` stands back.

    It takes the same room while it waits (not `ready`) and once it is drawn: nothing moves. What a few words say, such
    as that there is nothing, is not drawn (DASH-16).
    """
    title, filled = t(f"{prefix}.title"), ready & (rows.length() > 0)
    summary = t(f"{prefix}.summary", **{name: number_var(entry(numbers, name)) for name in chart.summary})
    label = rx.Var.create(f"{title}. {summary}")
    area = rx.el.div(
        _plot(chart, figures, on_open), class_name="chart-area", role="img", aria_label=label, data_late="plotly"
    )
    failed = rx.el.p(t("kit.charts.failed"), class_name="chart-failed")
    nothing = rx.el.ul(rx.el.li(_nothing(chart, span)), class_name="chart-few quiet")
    wait = rx.el.span(class_name="chart-wait")
    few = _of_language({each: figures[each]["few"] for each in LOCALES}).to(list[str])
    listed = rx.el.ul(rx.foreach(few, lambda line: rx.el.li(line)), class_name="chart-few")
    drawn = rx.cond(few.length() > 0, listed, rx.fragment(area, failed))
    shape = "card chart wide" if chart.wide else "card chart"
    worded = ready & ((rows.length() == 0) | (few.length() > 0))
    return rx.el.figure(
        rx.el.figcaption(
            rx.el.h2(title), *([] if repeats else [rx.el.p(summary, class_name=rx.cond(filled, "", "to-come"))])
        ),
        _key(prefix, chart),
        rx.el.div(rx.cond(filled, drawn, rx.cond(ready, nothing, wait)), class_name="chart-frame"),
        rx.el.div(rx.cond(filled, _table(prefix, chart, rows, unfinished, span, on_take)), class_name="chart-foot"),
        class_name=rx.cond(worded, f"{shape} words", shape),
        custom_attrs={"data-stale": stale},
        data_testid=f"chart:{chart.name}",
    )


def _plot(chart: Chart, figures: rx.Var[FigureByLanguage], on_open: Any) -> rx.Component:
    """Plotly, with the colours of the theme."""
    looks = rx.cond(_DARK, rx.Var.create(template(chart, "dark")), rx.Var.create(template(chart, "light")))
    colorway = rx.cond(_DARK, rx.Var.create(colors(chart, "dark")), rx.Var.create(colors(chart, "light")))
    return rx.plotly.basic(
        data=_of_language({each: figures[each] for each in LOCALES}).to(go.Figure),
        layout={"colorway": colorway},
        template=rx.Var.create(looks).to(go.layout.Template),
        config=_of_language({each: rx.Var.create(CONFIGS[each]) for each in LOCALES}),
        class_name="plot",
        **({} if on_open is None else {"on_click": on_open}),
    )


def _of_language(each: Mapping[str, rx.Var[Any]]) -> rx.Var[Any]:
    """One of several values by the language of the page."""
    return cast("rx.Var[Any]", rx.match(Locale.locale, *each.items(), each[LOCALES[0]]))


def figures_of(
    prefix: str, chart: Chart, rows: ChartRows, periodicity: str = "monthly", unfinished: str = ""
) -> FigureByLanguage:
    """The figure of a chart in each language."""
    known = unfinished if chart.axis == "period" else ""
    return {locale: Drawing(chart, prefix, rows, locale, periodicity, known).figure() for locale in LOCALES}


def _nothing(chart: Chart, span: rx.Var[dict[str, str]]) -> rx.Var[str]:
    """Why a chart is empty: a figure beside it may count what no period of the window holds."""
    if chart.axis != "period":
        return t("kit.charts.empty")
    days = {name: date_var(entry(span, name)) for name in ("first", "last")}
    return rx.cond(span.contains("first"), t("kit.charts.empty_between", **days), t("kit.charts.empty"))


def _key(prefix: str, chart: Chart) -> rx.Component:
    """What the colours, dashes and patterns mean; nothing for a single series, which the title names."""
    if len(chart.series) == 1:
        return rx.fragment()
    shape = "line" if chart.kind == "lines" else "part" if chart.stacked else "bar"
    lines = [
        rx.el.li(
            rx.el.span(
                class_name="chart-mark",
                custom_attrs={"data-tone": each.tone, "data-shape": shape, "data-place": str(place)},
            ),
            t(f"{prefix}.series.{each.name}"),
        )
        for place, each in enumerate(chart.series)
    ]
    return rx.el.ul(*lines, class_name="chart-key", aria_label=t("kit.charts.key"))


def _row_head(chart: Chart, x: rx.Var[str], unfinished: rx.Var[str], span: rx.Var[dict[str, str]]) -> Any:
    """A line's name: of a period that is not over it says so, of a category it leads to the list behind it."""
    if chart.axis == "period":
        return rx.fragment(period_var(x), rx.cond(x == unfinished, rx.el.small(" ", t("kit.charts.underway"))))
    name = choice_label(chart.choices, x)
    if not chart.address:
        return name
    codes = sorted(catalogue().choices(chart.choices, LOCALES[0]))
    known = rx.Var.create([each for each in codes if has_list(chart, each)])
    days = {day: entry(span, day) for day in ("first", "last")}
    return rx.cond(known.contains(x), link(name, to=rx.Var.create(chart.address.format(x=x, **days))), name)


def has_list(chart: Chart, category: str) -> bool:
    """Whether a list is behind a category of a chart."""
    if not chart.address or category in NAMELESS:
        return False
    return category in catalogue().choices(chart.choices, LOCALES[0])


def table_of(prefix: str, chart: Chart, rows: ChartRows, locale: str) -> Iterator[list[Cell]]:
    """The chart in words, line by line with the heads first: what its folded table shows, for a file."""
    category = say("kit.charts.period", locale) if chart.axis == "period" else say(f"{prefix}.category", locale)
    yield [category, *(say(f"{prefix}.series.{each.name}", locale) for each in (*chart.series, *chart.table_only))]
    labels = catalogue().choices(chart.choices, locale) if chart.axis == "category" else {}
    for row in rows:
        name = formats.period(row["x"], locale, "typed") if chart.axis == "period" else labels.get(row["x"], row["x"])
        texts = (row.get(each.name, "") for each in (*chart.series, *chart.table_only))
        yield [name, *(Decimal(text) if text else None for text in texts)]


def _table(
    prefix: str,
    chart: Chart,
    rows: rx.Var[ChartRows],
    unfinished: rx.Var[str],
    span: rx.Var[dict[str, str]],
    on_take: Any,
) -> rx.Component:
    """The chart in words, folded."""
    said = (*chart.series, *chart.table_only)
    heads = [rx.el.th(t(f"{prefix}.series.{each.name}"), scope="col", class_name="number") for each in said]
    first = t("kit.charts.period") if chart.axis == "period" else t(f"{prefix}.category")

    def line(row: Row) -> rx.Component:
        cells = [
            rx.el.td(
                rx.cond(entry(row, each.name) == "", "–", number_var(entry(row, each.name))),
                class_name="number",
            )
            for each in said
        ]
        return rx.el.tr(rx.el.th(_row_head(chart, row["x"], unfinished, span), scope="row"), *cells)

    table = rx.el.table(
        rx.el.caption(t(f"{prefix}.title"), class_name="visually-hidden"),
        rx.el.thead(rx.el.tr(rx.el.th(first, scope="col"), *heads)),
        rx.el.tbody(rx.foreach(rows, line)),
        class_name="table plain",
    )
    picture = button(t("kit.charts.png"), "png", symbol="image-down", custom_attrs={"data-chart-png": chart.name})
    take = button(t("kit.charts.csv"), "csv", symbol="download", on_click=on_take)
    return rx.el.details(
        rx.el.summary(icon("chevron-right", 16), t("kit.charts.table"), class_name="button link"),
        rx.el.div(table, class_name="table-scroll", tab_index=0, role="region", aria_label=t(f"{prefix}.title")),
        rx.el.div(picture, take, class_name="row end"),
        class_name="chart-table",
    )


def stylesheet() -> rx.Component:
    """The look of charts, on the pages that have some."""
    return sheet(STYLESHEET)
