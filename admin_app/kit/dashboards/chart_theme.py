"""What Plotly knows beside the figure of a chart: the colours of each theme, and how each language writes. Pure."""

from collections.abc import Mapping
from typing import Any

from admin_app.kit.dashboards.declare import Chart, Series
from admin_app.kit.words.languages import LANGUAGES, LOCALES, day_names, decimal_mark, group_mark, writes_months

THEMES: Mapping[str, Mapping[str, str]] = {
    "light": {
        "full": "#1f6a70",
        "middle": "#62979b",
        "soft": "#d5e7e6",
        "waits": "#d9661a",
        "waits-soft": "#fdeee0",
        "quiet": "#536463",
        "text": "#10211f",
        "hollow": "#ffffff",
        "float": "#ffffff",
        "line": "#e2e8e7",
        "strong": "#76898a",
    },
    "dark": {
        "full": "#7cc5c7",
        "middle": "#5c9295",
        "soft": "#21444a",
        "waits": "#f09446",
        "waits-soft": "#3a2717",
        "quiet": "#a0b3b4",
        "text": "#e9f0ef",
        "hollow": "#111c1f",
        "float": "#1c2c31",
        "line": "#26383d",
        "strong": "#6f878b",
    },
}
"""The colours of `assets/styles/base.css` by theme; `middle` is 70 % of that of figures (a test compares)."""
EDGES = {"soft": "full", "hollow": "full", "waits": "waits"}
"""The edge by which bars of a light tone are told from the sheet."""


def _locale(locale: str) -> dict[str, Any]:
    """How Plotly writes in a language, with our words."""
    days = day_names(locale)
    names = {
        "days": days,
        "shortDays": [f"{day[:3]}." for day in days],
        "months": LANGUAGES[locale]["months"],
        "shortMonths": LANGUAGES[locale]["short"],
    }
    marks = {"decimal": decimal_mark(locale), "thousands": group_mark(locale)}
    day = "%-d %b %Y" if writes_months(locale) else "%d/%m/%Y"
    dates = {"date": day, "year": "%Y", "month": "%b %Y", "dayMonth": "%-d %b", "dayMonthYear": "%-d %b %Y"}
    return {"dictionary": {}, "format": {**names, **marks, **dates}}


_STILL = {"displayModeBar": False, "showTips": False, "scrollZoom": False, "doubleClick": False}
CONFIGS = {each: {**_STILL, "locale": each, "locales": {each: _locale(each)}} for each in LOCALES}
"""Nothing moves, and nothing holds the finger that scrolls."""


def template(chart: Chart, theme: str) -> dict[str, Any]:
    """The look of a chart in one theme, as a template of Plotly, which gives each series its bars."""
    ink = THEMES[theme]
    axis = {"gridcolor": ink["line"], "zerolinecolor": ink["strong"], "spikecolor": ink["strong"]}
    hover = {"bgcolor": ink["float"], "bordercolor": ink["strong"], "font": {"color": ink["text"], "size": 13}}
    return {
        "layout": {
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "font": {"family": "Public Sans, system-ui, sans-serif", "size": 12, "color": ink["quiet"]},
            "xaxis": axis,
            "yaxis": axis,
            "hoverlabel": hover,
            "shapedefaults": {"line": {"color": ink["hollow"]}},
        },
        "data": {"bar": [_bar(ink, each) for each in chart.series]},
    }


def _bar(ink: Mapping[str, str], series: Series) -> dict[str, Any]:
    """The bars of a series: a pattern is light on what is dark, and dark on what is light."""
    edge = EDGES.get(series.tone)
    drawn = ink[edge or "hollow"]
    pattern = {"fillmode": "overlay", "fgcolor": drawn, "size": 6, "solidity": 0.3}
    return {"marker": {"pattern": pattern, "line": {"color": ink[edge or series.tone]}}}


def colors(chart: Chart, theme: str) -> list[str]:
    """The colours of a chart's series, in their order: what waits is a tint where it is a surface."""
    ink = THEMES[theme] if chart.kind == "lines" else {**THEMES[theme], "waits": THEMES[theme]["waits-soft"]}
    return [ink[each.tone] for each in chart.series]
