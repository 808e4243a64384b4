"""The parts of the gallery that no resource has: charts, maps, and the table an import is looked through in.

Their figures are written here: nothing of them is read.
"""

from typing import Any

import reflex as rx

from admin_app.kit.dashboards.charts import Chart, Series, chart_figure, stylesheet
from admin_app.kit.dashboards.periods import ChartRows
from admin_app.kit.gallery.specimens import HTML
from admin_app.kit.parts.map import marks_map, place_map
from admin_app.kit.words.locale import t

PREFIX = "gallery.charts"
MONTHS = [f"2026-{month:02}" for month in range(1, 10)]
COUNTS = (4, 7, 3, 9, 6, 80, 5, 8, 2)
TYPES = ("1", "2", "3")
ROWS: dict[str, ChartRows] = {
    "lines": [{"x": month, "sent": str(4 * place + 3), "refused": str(place)} for place, month in enumerate(MONTHS)],
    "bars": [{"x": month, "sent": str(count), "refused": "1"} for month, count in zip(MONTHS, COUNTS, strict=True)],
    "nothing": [{"x": month, "sent": "0", "refused": ""} for month in MONTHS[:3]],
    "ranked": [{"x": value, "sent": str(30 - 9 * place), "refused": str(place)} for place, value in enumerate(TYPES)],
    "empty": [],
}
"""Ordinary lines, bars with one that would flatten the others, bars of nothing, categories, and no line at all."""
SERIES = (Series("sent"), Series("refused", "warn"))
POINTS = [
    ["1", "48.692", "6.184", "Nancy", "good"],
    ["2", "49.120", "6.175", "Metz", "warn"],
    ["3", "48.573", "7.752", HTML[:30], "bad"],
]


def charts() -> list[rx.Component]:
    """Each kind of chart, in the theme of the page: Plotly takes its colours from there."""
    made = [_chart(name) for name in ROWS]
    return [stylesheet(), rx.el.div(*made, class_name="charts")]


def _chart(name: str) -> rx.Component:
    ranked = name == "ranked"
    chart = Chart(
        name,
        name,
        "lines" if name == "lines" else "ranked" if ranked else "bars",
        SERIES,
        axis="category" if ranked else "period",
        choices="gallery.choices",
    )
    return chart_figure(
        f"{PREFIX}.{name}",
        chart,
        rows=rx.Var.create(ROWS[name]).to(ChartRows),
        ready=rx.Var.create(True),
        numbers=rx.Var.create({"none": ""}),
        periodicity=rx.Var.create("monthly"),
        unfinished=rx.Var.create(MONTHS[-1]),
        span=rx.Var.create({"first": "2026-01-01", "last": "2026-09-30"}),
        on_take=rx.noop(),
    )


def maps() -> list[Any]:
    """The marks of a list, and the place of one record."""
    return [
        marks_map(t("kit.map.place"), rx.Var.create(POINTS).to(list[list[str]])),
        place_map(POINTS[0][1], POINTS[0][2]),
    ]
