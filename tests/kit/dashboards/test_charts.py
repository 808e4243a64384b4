"""What a chart is drawn with: texts, colours of the theme, words of the language."""

import json
import re
import sys
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import reflex as rx

from admin_app.features.communities.dashboard import DASHBOARD
from admin_app.kit.dashboards import chart_theme, charts, figures
from admin_app.kit.dashboards.declare import Chart, Kind, Series
from admin_app.kit.dashboards.figures import Drawing
from admin_app.kit.dashboards.periods import ChartRows
from admin_app.kit.dashboards.state import Dashboard
from admin_app.kit.words.locale import say
from admin_app.screens import SCREENS
from tests.kit.test_contrast import contrast
from tests.support.proofs import proves

SERIES = (Series("sent"), Series("refused", "waits"))
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
def test_bars_have_the_colours_of_the_page():
    (sent, refused), layout = drawn()
    chart = Chart("c", "p", "bars", SERIES)
    assert chart_theme.colors(chart, "light") == ["#1f6a70", "#fdeee0"]
    assert chart_theme.colors(chart, "dark") == ["#7cc5c7", "#3a2717"]
    assert chart_theme.colors(replace(chart, kind="lines"), "light") == ["#1f6a70", "#d9661a"], "a tint is no line"
    assert (sent["x"], sent["y"], refused["y"]) == (["2026-01", "2026-02"], [4, 0], [None, 2.5])
    assert sent["marker"]["line"]["width"] == [1, 0], "nothing has no edge"
    assert (layout["barmode"], layout["showlegend"]) == ("group", False)


@proves("DASH-5")
def test_the_parts_of_one_bar_have_a_pattern_each():
    (sent, refused), _ = drawn(stacked=True)
    assert sent["marker"]["pattern"]["shape"] != refused["marker"]["pattern"]["shape"]
    assert [each["marker"]["pattern"]["shape"] for each in drawn()[0]] == ["", ""], "thin bars would flicker"
    sheet = Path("assets/charts.css").read_text()
    assert len({*figures.PATTERNS}) == len(figures.PATTERNS) == 4, "lightness alone tells none from another"
    for place, shape in enumerate(figures.PATTERNS):
        assert (f'[data-shape="part"][data-place="{place}"]' in sheet) == bool(shape), "the key shows it"


NAMES = {
    "full": "figure",
    "soft": "figure-soft",
    "hollow": "sheet",
    "waits": "waits-mark",
    "quiet": "text-quiet",
    "strong": "line-strong",
}


@proves("SHELL-13", "DASH-5")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_colours_are_those_of_the_stylesheet(theme: str):
    sheet = Path("assets/styles/base.css").read_text()
    told = dict(
        re.findall(r"--([\w-]+): (#\w+);", sheet[sheet.index(f'[data-theme="{theme}"] {{') :].partition("}")[0])
    )
    ink = chart_theme.THEMES[theme]
    assert ink == {name: told[NAMES.get(name, name)] for name in ink if name != "middle"} | {"middle": ink["middle"]}
    parts = [(int(ink[name][at : at + 2], 16) for at in (1, 3, 5)) for name in ("middle", "full", "hollow")]
    assert all(abs(middle - (0.7 * full + 0.3 * sheet)) <= 1 for middle, full, sheet in zip(*parts, strict=True))
    assert "var(--figure) 70%, var(--sheet)" in Path("assets/charts.css").read_text()


@proves("DASH-5")
def test_french_numbers_and_months_are_french():
    assert drawn()[1]["separators"] == ",\u202f"
    assert drawn(locale="en")[1]["separators"] == ".,"
    config = chart_theme.CONFIGS["fr"]
    assert (config["locale"], config["locales"]["fr"]["format"]["shortMonths"][0]) == ("fr", "janv.")


@proves("DASH-5")
def test_nothing_moves_and_nothing_holds_the_finger_that_scrolls():
    _, layout = drawn()
    for config in chart_theme.CONFIGS.values():
        assert (layout["dragmode"], config["scrollZoom"], config["displayModeBar"]) == (False, False, False)
    assert layout["xaxis"]["fixedrange"] is layout["yaxis"]["fixedrange"] is True
    assert "transition" not in layout


def test_lines_have_a_dash_each_and_leave_gaps_open():
    (sent, refused), _ = drawn("lines")
    assert sent["marker"]["size"] == [7, 0], "no sign lies on the axis"
    assert sent["line"]["dash"] != refused["line"]["dash"]
    assert (refused["connectgaps"], refused["y"]) == (False, [None, 2.5])


def test_no_period_is_named_after_the_last():
    for kind in ("bars", "lines"):
        assert drawn(kind)[1]["xaxis"]["autorangeoptions"] == {"clipmax": "2026-02-28"}


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
    assert (layout["xaxis"]["range"][1] < 30, note["text"]) == (True, "→ 1\u202f234")
    # It stands beside the bar, which has a gap before it goes on.
    assert (note["x"], note["xanchor"], note["y"]) == (1, "left", 2)
    assert layout["margin"]["r"] > 8 * len(note["text"])
    (notch,) = layout["shapes"]
    assert (notch["xanchor"], notch["yanchor"], notch["x1"] < 0) == (layout["xaxis"]["range"][1], 2, True)
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


@proves("DASH-5")
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("dashboard", declared(), ids=lambda each: each.key)
def test_a_chart_is_read_without_colour(dashboard, theme):
    """A line and the edge of a bar are seen on the sheet; bars side by side are a step of lightness apart."""
    ink = chart_theme.THEMES[theme]
    for chart in dashboard.charts:
        assert len(chart.series) <= 4, "more than four lines have no dash of their own"
        bars = chart_theme.template(chart, theme)["data"]["bar"]
        colours = chart_theme.colors(chart, theme)
        edges = [each["marker"]["line"]["color"] for each in bars]
        assert all(contrast(each, ink["hollow"]) >= 3 for each in (colours if chart.kind == "lines" else edges))
        if chart.kind != "lines" and not chart.stacked:
            assert all(contrast(*pair) >= 1.5 for pair in pairwise(colours))


def test_the_table_of_a_chart_has_its_heads_its_numbers_and_its_gaps():
    chart = next(each for each in DASHBOARD.charts if each.name == "requests")
    rows = [{"x": "2026-01", "asked": "4", "accepted": "", "refused": "2.5"}]
    prefix = f"{DASHBOARD.key}.charts.requests"
    heads = [say(f"{prefix}.series.{name}", "fr") for name in ("asked", "accepted", "refused")]
    assert list(charts.table_of(prefix, chart, rows, "fr")) == [
        [say("kit.charts.period", "fr"), *heads],
        ["janvier 2026", 4, None, Decimal("2.5")],
    ]


@proves("DASH-4")
def test_what_would_flatten_a_chart_is_in_its_table_alone():
    chart = Chart("requests", "p", "bars", (Series("asked"),), table_only=(Series("refused"),))
    rows = [{"x": "2026-01", "asked": "4", "refused": "60"}, {"x": "2026-02", "asked": "3", "refused": ""}]
    prefix = f"{DASHBOARD.key}.charts.requests"
    (drawn_alone,) = Drawing(chart, prefix, rows, "fr").figure()["data"]
    assert drawn_alone["name"] == say(f"{prefix}.series.asked", "fr")
    _, *lines = charts.table_of(prefix, chart, rows, "fr")
    assert lines == [["janvier 2026", 4, 60], ["février 2026", 3, None]]


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
    assert (note["x"], note["xanchor"], note["text"]) == ("2026-02-28", "right", "en cours"), "not beyond the chart"
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
    assert (note["x"], note["y"], note["yanchor"], note["text"]) == ("2026-04-15", 1, "bottom", "↑ 900")
    (notch,) = layout["shapes"]
    assert (notch["x0"], notch["x1"], notch["y1"] < 0) == ("2026-04", "2026-04-28", True)
    assert notch["yanchor"] == layout["yaxis"]["range"][1]


@proves("DASH-15")
def test_a_period_under_way_is_cut_sooner():
    _, layout = drawn(rows=of(10, 12, 9, 30), unfinished="2026-04")
    assert layout["yaxis"]["range"][1] < 20
    assert [(each["text"], each.get("yshift", 0)) for each in layout["annotations"]] == [("en cours", 15), ("↑ 30", 0)]
    _, layout = drawn(rows=of(10, 12, 9, 20), unfinished="2026-04")
    assert "range" not in layout["yaxis"]


@proves("DASH-15")
@pytest.mark.parametrize("counts", [(10, 12, 9, 40, 11, 10), (0, 0, 5), (1, 900), (3, 3, 3, 3)])
def test_a_scale_is_not_cut_without_need(counts):
    _, layout = drawn(rows=of(*counts))
    assert "range" not in layout["yaxis"]
    assert "annotations" not in layout


@proves("DASH-16")
def test_what_is_read_sooner_than_drawn_is_said():
    def said(rows: ChartRows, locale: str = "fr", **more: Any) -> list[str]:
        chart = Chart("c", "p", "bars", SERIES, **more)
        return Drawing(chart, PREFIX, rows, locale, unfinished="2026-02").figure()["few"]

    def counts(*each: int) -> ChartRows:
        return [row | {"refused": "0"} for row in of(*each)]

    assert said(counts(3, 0, 0)) == ["Janvier 2026, reçus\u00a0: 3"]
    both = [{"x": "2026-01", "sent": "0", "refused": "2.5"}, {"x": "2026-02", "sent": "1234", "refused": "0"}]
    assert said(both, "en") == ["January 2026, refused: 2.5", "February 2026 (in progress), received: 1,234"]
    assert said([{"x": "2", "sent": "1", "refused": "0"}], axis="category", choices="gallery.choices") == [
        "En attente, reçus\u00a0: 1"
    ]
    assert said(counts(3, 1, 1)) == said([]) == []
    assert said(counts(0, 0)) == [say("kit.charts.zero", "fr")]
    # Where a value may be missing, nothing is one.
    assert said([{"x": "2026-01", "sent": "0", "refused": ""}, {"x": "2026-02", "sent": "2", "refused": "0"}]) == [
        "Janvier 2026, reçus\u00a0: 0",
        "Février 2026 (en cours), reçus\u00a0: 2, refusés\u00a0: 0",
    ]


@proves("DASH-5")
def test_bars_that_lie_say_their_number_in_place_of_an_axis():
    rows = [{"x": x, "sent": sent} for x, sent in (("1", "1234"), ("2", "3"), ("others", "90000"))]
    chart = Chart("c", "p", "ranked", SERIES[:1], axis="category", choices="gallery.choices")
    made = Drawing(chart, PREFIX, rows, "fr").figure()
    assert made["data"][0]["text"] == ["1\u202f234", "3", ""], "the rest is told beside its cut"
    assert made["layout"]["xaxis"]["visible"] is False
    assert made["layout"]["yaxis"]["range"] == [6.5, -0.5], "three bars are as thick as seven"
    (sent, _), layout = drawn("ranked", [rows[0] | {"refused": "1"}])
    assert (sent.get("text"), layout["xaxis"]["visible"]) == (None, True), "bars side by side are too thin for it"


@proves("DASH-15")
def test_an_empty_chart_says_of_which_days():
    chart = next(each for each in DASHBOARD.charts if each.name == "events")
    span = rx.Var("state.span").to(dict[str, str])
    said = str(charts._nothing(chart, span))
    assert "Rien entre le" in said
    assert "Nothing between" in said
    points = next(each for each in DASHBOARD.charts if each.name == "relay_points")
    assert "entre le" not in str(charts._nothing(points, span))
