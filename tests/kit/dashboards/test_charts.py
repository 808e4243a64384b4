"""What a chart is drawn with: texts, colours of the theme, words of the language."""

import json
import re
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
import reflex as rx

from admin_app.features.communities.dashboard import DASHBOARD
from admin_app.kit.dashboards import charts, figures
from admin_app.kit.dashboards.declare import Chart, Kind, Series
from admin_app.kit.dashboards.figures import Drawing
from admin_app.kit.dashboards.periods import ChartRows
from admin_app.kit.dashboards.state import Dashboard
from admin_app.kit.words.locale import say
from admin_app.screens import SCREENS
from tests.support.proofs import proves

SERIES = (Series("sent"), Series("refused", "bad"))
PREFIX = "gallery.charts.bars"
ROWS = [{"x": "2026-01", "sent": "4", "refused": ""}, {"x": "2026-02", "sent": "0", "refused": "2.5"}]


def drawn(
    kind: Kind = "bars", rows: ChartRows = ROWS, stacked: bool = False, locale: str = "fr", **more: Any
) -> tuple[list[dict], dict]:
    """The traces and the layout of a chart."""
    ranked = kind == "ranked"
    chart = Chart(
        "c", "p", kind, SERIES, axis="category" if ranked else "period", choices="gallery.choices", stacked=stacked
    )
    made = Drawing(chart, PREFIX, rows, locale, **more).figure()
    assert json.loads(json.dumps(made)) == made, "as it goes to the page"
    return made["data"], made["layout"]


@proves("DASH-5")
def test_bars_have_the_colours_of_the_page_and_a_pattern_each():
    (sent, refused), layout = drawn()
    chart = Chart("c", "p", "bars", SERIES)
    assert figures.colors(chart, "light") == ["#1f6a70", "#b0212b"]
    assert figures.colors(chart, "dark") == ["#7cc5c7", "#ffa29c"]
    assert sent["marker"]["pattern"]["shape"] != refused["marker"]["pattern"]["shape"]
    assert (sent["x"], sent["y"], refused["y"]) == (["2026-01", "2026-02"], [4, 0], [None, 2.5])
    assert (layout["barmode"], layout["showlegend"]) == ("group", False)


NAMES = {"accent": "figure", "good": "done", "warn": "waits-mark", "quiet": "text-quiet", "strong": "line-strong"}


@proves("SHELL-13", "DASH-5")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_colours_are_those_of_the_stylesheet(theme: str):
    sheet = Path("assets/styles/base.css").read_text()
    told = dict(
        re.findall(r"--([\w-]+): (#\w+);", sheet[sheet.index(f'[data-theme="{theme}"] {{') :].partition("}")[0])
    )
    assert figures.THEMES[theme] == {name: told[NAMES.get(name, name)] for name in figures.THEMES[theme]}


@proves("DASH-5")
def test_french_numbers_and_months_are_french():
    assert drawn()[1]["separators"] == ",\u202f"
    assert drawn(locale="en")[1]["separators"] == ".,"
    config = figures.CONFIGS["fr"]
    assert (config["locale"], config["locales"]["fr"]["format"]["shortMonths"][0]) == ("fr", "janv.")


@proves("DASH-5")
def test_nothing_moves_and_nothing_holds_the_finger_that_scrolls():
    _, layout = drawn()
    for config in figures.CONFIGS.values():
        assert (layout["dragmode"], config["scrollZoom"], config["displayModeBar"]) == (False, False, False)
    assert layout["xaxis"]["fixedrange"] is layout["yaxis"]["fixedrange"] is True
    assert "transition" not in layout


def test_lines_have_a_dash_each_and_leave_gaps_open():
    (sent, refused), _ = drawn("lines")
    assert sent["line"]["dash"] != refused["line"]["dash"]
    assert (refused["connectgaps"], refused["y"]) == (False, [None, 2.5])


def test_categories_are_named_in_the_language_of_the_page():
    rows = [{"x": "2", "sent": "3", "refused": "1"}, {"x": "D" * 60, "sent": "1", "refused": "0"}]
    (sent, _), layout = drawn("ranked", rows, stacked=True)
    assert (sent["orientation"], sent["x"], sent["y"]) == ("h", [3, 1], ["En attente", "D" * 60])
    assert layout["yaxis"]["ticktext"] == ["En attente", f"{'D' * 25}…"]
    assert layout["barmode"] == "stack"


@pytest.mark.parametrize(("periodicity", "step"), [("daily", 86_400_000), ("monthly", "M1"), ("yearly", "M12")])
def test_bars_and_points_stand_in_the_middle_of_their_period_where_its_name_is(periodicity, step):
    for kind in ("bars", "lines"):
        (sent, _), layout = drawn(kind, periodicity=periodicity)
        assert (sent["xperiod"], sent["xperiodalignment"]) == (step, "middle")
        assert layout["xaxis"]["dtick"] == step


def test_counts_have_no_half_ticks():
    assert drawn()[1]["yaxis"]["dtick"] == 1
    assert "dtick" not in drawn(rows=[{"x": "2026-01", "sent": "400", "refused": "1"}])[1]["yaxis"]
    ones = [{"x": f"2026-0{month}", "sent": "7" if month == 9 else "1", "refused": ""} for month in range(1, 10)]
    cut = drawn(rows=ones)[1]["yaxis"]
    assert (cut["range"][1] < 2, cut["dtick"]) == (True, 1), "nor where a bar goes beyond the scale"


def test_the_rest_of_the_categories_makes_no_lines_of_those_that_are_named():
    rows = [{"x": x, "sent": sent, "refused": ""} for x, sent in (("1", "18"), ("2", "12"), ("others", "1234"))]
    _, layout = drawn("ranked", rows)
    (note,) = layout.get("annotations", [])
    assert (layout["xaxis"]["range"][1] < 30, note["text"]) == (True, "1\u202f234 →")
    for others in ([*rows[:2], rows[2] | {"sent": "30"}], rows[2:], []):
        assert not drawn("ranked", others)[1].get("annotations")


def test_words_of_people_are_no_markup():
    """Plotly reads <b> and <a> in texts."""
    rows = [{"x": "<b>Moselle</b> <a href='https://x'>", "sent": "1", "refused": "0"}]
    _, layout = drawn("ranked", rows)
    assert layout["yaxis"]["ticktext"] == ["&lt;b>Moselle&lt;/b> &lt;a href='h…"]


def declared() -> list[Dashboard]:
    """Every dashboard of the application."""
    pages = [screen for screen in SCREENS if "/dashboard" in screen.route]
    return [sys.modules[screen.page.__module__].DASHBOARD for screen in pages]


@pytest.mark.parametrize("dashboard", declared(), ids=lambda each: each.key)
def test_charts_and_numbers_depend_on_sources_that_exist(dashboard):
    sources = {source.name for source in dashboard.sources}
    assert {each.part for each in (*dashboard.numbers, *dashboard.charts)} <= sources
    for chart in dashboard.charts:
        assert len(chart.series) <= 4, "more than four lines have no dash or pattern of their own"


def test_the_table_of_a_chart_has_its_heads_its_numbers_and_its_gaps():
    chart = next(each for each in DASHBOARD.charts if each.name == "requests")
    rows = [{"x": "2026-01", "asked": "4", "accepted": "", "refused": "2.5"}]
    prefix = f"{DASHBOARD.key}.charts.requests"
    heads = [say(f"{prefix}.series.{name}", "fr") for name in ("asked", "accepted", "refused")]
    assert list(charts.table_of(prefix, chart, rows, "fr")) == [
        [say("kit.charts.period", "fr"), *heads],
        ["janvier 2026", 4, None, Decimal("2.5")],
    ]


def test_the_table_of_categories_names_those_that_have_a_label():
    chart = next(each for each in DASHBOARD.charts if each.axis == "category")
    rows = [{"x": "=cmd", "active": "1"}]
    head, line = charts.table_of(f"{DASHBOARD.key}.charts.{chart.name}", chart, rows, "en")
    assert head[0] == say(f"{DASHBOARD.key}.charts.{chart.name}.category", "en")
    assert line == ["=cmd", 1, None, None]


@proves("DASH-11")
def test_a_period_that_is_not_over_stands_back_and_says_so():
    (sent, _), layout = drawn(unfinished="2026-02")
    assert sent["marker"]["opacity"] == [1, 0.45]
    [note] = layout["annotations"]
    assert (note["x"], note["text"]) == ("2026-02-15", "en cours")
    (sent, _), layout = drawn(unfinished="2026-03")
    assert sent["marker"]["opacity"] == [1, 1]
    assert "annotations" not in layout


MONTHS = [f"2026-{month:02}" for month in range(1, 9)]


def of(*counts: int) -> list[dict[str, str]]:
    return [{"x": month, "sent": str(count), "refused": ""} for month, count in zip(MONTHS, counts, strict=False)]


@proves("DASH-15")
def test_one_spike_does_not_flatten_the_rest():
    _, layout = drawn(rows=of(10, 12, 9, 900, 11, 10))
    (note,) = layout.get("annotations", [])
    assert layout["yaxis"]["range"][1] < 20
    assert (note["x"], note["text"]) == ("2026-04-15", "↑ 900")


@proves("DASH-15")
def test_a_period_under_way_is_cut_sooner():
    _, layout = drawn(rows=of(10, 12, 9, 30), unfinished="2026-04")
    assert layout["yaxis"]["range"][1] < 20
    _, layout = drawn(rows=of(10, 12, 9, 20), unfinished="2026-04")
    assert "range" not in layout["yaxis"]


@proves("DASH-15")
@pytest.mark.parametrize("counts", [(10, 12, 9, 40, 11, 10), (0, 0, 5), (1, 900), (3, 3, 3, 3)])
def test_a_scale_is_not_cut_without_need(counts):
    _, layout = drawn(rows=of(*counts))
    assert "range" not in layout["yaxis"]
    assert "annotations" not in layout


@proves("DASH-15")
def test_bars_of_nothing_say_so():
    (sent, refused), layout = drawn(rows=of(0, 0, 0))
    assert (sent["text"], refused["text"]) == (["0", "0", "0"], ["", "", ""])
    assert layout["yaxis"]["range"] == [0, 1]


@proves("DASH-15")
def test_an_empty_chart_says_of_which_days():
    chart = next(each for each in DASHBOARD.charts if each.name == "events")
    span = rx.Var("state.span").to(dict[str, str])
    said = str(charts._nothing(chart, span))
    assert "Rien entre le" in said
    assert "Nothing between" in said
    points = next(each for each in DASHBOARD.charts if each.name == "relay_points")
    assert "entre le" not in str(charts._nothing(points, span))
