"""The parts of the gallery that no resource has: tabs, filters by several choices, periods, charts, maps, the table an
import is looked through in.

Their figures are written here: nothing of them is read.
"""

from typing import Any, ClassVar, cast

import reflex as rx

from admin_app.kit.dashboards.charts import FigureByLanguage, chart_figure, figures_of, stylesheet
from admin_app.kit.dashboards.declare import Chart, Series
from admin_app.kit.dashboards.periods import ChartRows
from admin_app.kit.gallery.specimens import HTML
from admin_app.kit.imports.declare import Intake, SheetColumn
from admin_app.kit.imports.lines_page import lines_table
from admin_app.kit.parts.map import marks_map, place_map
from admin_app.kit.parts.multi_select import several_filter
from admin_app.kit.parts.periods import period_filter
from admin_app.kit.parts.tabs import Tab, tabs
from admin_app.kit.parts.widgets import badge
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import t
from admin_app.kit.words.usual_periods import CHOSEN

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
SERIES = (Series("sent"), Series("refused", "waits"))
POINTS = [
    ["1", "48.692", "6.184", "Nancy", "good"],
    ["2", "49.120", "6.175", "Metz", "warn"],
    ["3", "48.573", "7.752", HTML[:30], "bad"],
]


INTAKE = Intake(
    key="gallery",
    entity="gallery",
    endpoint="",
    permission="",
    columns=(
        SheetColumn("text", required=True, hint=True),
        SheetColumn("email", "email"),
        SheetColumn("phone", "phone"),
    ),
    records="",
    reads="",
    answers=(),
)
LINE = {"faulty": "", "twin": "", "outlook": "", "remark": "", "found": "", "beyond": "", "was": ""}
LINES = [
    {**LINE, "line": "2", "c0": "Élise Martin", "c1": "elise.martin@example.org", "c2": "0601020304"},
    {**LINE, "line": "3", "c0": "", "c1": "elise", "c2": "06", "faulty": "true"}
    | {"e0": "required", "e1": "email", "e2": "phone"},
    {**LINE, "line": "4", "c0": HTML, "c1": "elise.martin@example.org", "c2": "", "twin": "2"},
    {**LINE, "line": "5", "c0": "Jean", "c1": "Dupont", "c2": "Nancy", "faulty": "true", "ewidth": "width"}
    | {"beyond": "54000"},
]
"""A line that is right, one whose cells are wrong, one that is there twice, and one with too many cells."""


class Grid:
    """What the table of an import reads of its state; nothing of it is sent."""

    resource = INTAKE
    lines = rx.Var.create(LINES).to(list[dict[str, str]])
    shown = total = rx.Var.create(len(LINES))
    removed = rx.Var.create(0)
    headed = rx.Var.create(True)
    task = rx.Var.create("")
    records: ClassVar[Any] = rx.Var.create({})

    @staticmethod
    def remove(*asked: Any) -> Any:
        """Nothing is removed."""
        return rx.noop()

    keep_width = commit = remove


def grid() -> list[Any]:
    """The lines of a file, in every state that one may be in."""
    there = sheet("/imports.css")
    return [there, lines_table(cast("Any", Grid))]


def tabbed() -> list[Any]:
    """Parts of a page behind tabs: one that counts, one that wants to be seen to, one whose count is not known."""
    text = rx.el.p(t("gallery.empty"))
    parts = (
        Tab("gallery-plain", t("gallery.situations.ready"), (text,)),
        Tab(
            "gallery-counted",
            t("gallery.situations.filled"),
            (text,),
            rx.Var.create("1289"),
            badge(t("gallery.choices.2"), "warn"),
        ),
        Tab("gallery-unknown", t("gallery.situations.loading"), (text,), rx.Var.create("")),
    )
    return [tabs(t("gallery.blocks.tabs"), *parts)]


def several() -> list[Any]:
    """A filter by several choices: none chosen, two chosen, nothing to choose from. What is ticked changes nothing."""
    offered = [{"value": each, "label": t(f"gallery.choices.{each}")} for each in ("1", "2", "3", "4")]
    label = t("gallery.filters.choice")
    nothing, two = t("kit.filters.any"), t("kit.filters.chosen", count=2)
    made = [
        several_filter(name, label, rx.Var.create(chosen), _offers(choices), said, lambda _: rx.noop())
        for name, chosen, choices, said in (
            ("several", [], offered, nothing),
            ("chosen", ["1", "3"], offered, two),
            ("none", [], [], nothing),
        )
    ]
    return [rx.el.div(*made, class_name="stack", data_list="gallery-several")]


def _offers(choices: list[dict[str, Any]]) -> rx.Var[list[dict[str, str]]]:
    return rx.Var.create(choices).to(list[dict[str, str]])


def periods() -> list[Any]:
    """A period that is open, and one between two days."""
    ends = {"open": ("", ""), "chosen": ("2026-01-01", "2026-09-30")}
    made = [
        period_filter(
            (f"{name}[after]", f"{name}[before]"),
            t("kit.dates.chosen"),
            (rx.Var.create(first), rx.Var.create(last)),
            CHOSEN if first else "",
            False,
        )
        for name, (first, last) in ends.items()
    ]
    return [rx.el.div(*made, class_name="stack", data_list="gallery-periods")]


def charts() -> list[rx.Component]:
    """Each kind of chart, in the theme of the page."""
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
        figures=rx.Var.create(figures_of(f"{PREFIX}.{name}", chart, ROWS[name], unfinished=MONTHS[-1])).to(
            FigureByLanguage
        ),
        ready=rx.Var.create(True),
        numbers=rx.Var.create({"none": ""}),
        unfinished=rx.Var.create(MONTHS[-1]),
        span=rx.Var.create({"first": "2026-01-01", "last": "2026-09-30"}),
        on_take=rx.noop(),
    )


def maps() -> list[Any]:
    """Marks with a line between two of them, and the place of one record with a circle of 20 km around it."""
    lines = [["way", *POINTS[0][1:3], *POINTS[1][1:3]]]
    return [
        marks_map(
            t("kit.map.place"),
            rx.Var.create(POINTS).to(list[list[str]]),
            lines=rx.Var.create(lines).to(list[list[str]]),
        ),
        place_map(*POINTS[0][1:3], circle=",".join([*POINTS[0][1:3], "20000"])),
    ]
