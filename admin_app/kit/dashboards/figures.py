"""The figure of a chart, as Plotly draws it: pure, from the lines of a chart and the words of one language.

Colours are the theme's (chart_theme.py), so a figure is made once for both. Colour is not the only sign: lines
have a dash by their place, bars side by side a step of lightness, the parts of one bar a pattern too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import plotly.graph_objects as go

from admin_app.kit.dashboards.declare import Chart
from admin_app.kit.dashboards.periods import ChartRows
from admin_app.kit.words import formats
from admin_app.kit.words.catalogue import catalogue, message
from admin_app.kit.words.languages import decimal_mark, group_mark

DASHES = ("solid", "dash", "dot", "dashdot")
SIGNS = ("circle", "square", "diamond", "triangle-up")
PATTERNS = ("", "/", ".", "\\")
SPARSE = {".": {"size": 7, "solidity": 0.08}, "\\": {"size": 8, "solidity": 0.12}}
"""Patterns of the lightest parts, which would be restless as thick as the first (its size: chart_theme.py)."""
STEPS = {"daily": 86_400_000, "monthly": "M1", "yearly": "M12"}
MIDDLES = {"daily": "{} 12:00", "monthly": "{}-15", "yearly": "{}-07-01"}
"""The middle of a period, where its bar and its point stand."""
ENDS = {"daily": "{} 23:59", "monthly": "{}-28", "yearly": "{}-12-31"}
"""About the end of one."""
SHORT = {"daily": "%-d %b\n%Y", "monthly": "%b\n%Y", "yearly": "%Y"}
"""What stands at a period on the axis; the year beneath it where it is another one."""
LONG = {"daily": "%-d %b %Y", "monthly": "%B %Y", "yearly": "%Y"}
LONGEST = 26
"""Characters of a category's name beside its bar."""
SPIKE, FEW = 4, 4
"""A bar this many times as long as the next would make lines of all the others, where there are some."""
UNDER_WAY = 2
"""The same for a period that is not over yet: nobody compares it."""
REST = "others"
"""The category of all that have no bar of their own: as long as it is, it makes no lines of those that have."""
LITTLE = 2
"""Points that are read sooner than drawn."""
THICK = {"bars": 0.06, "wide": 0.045, "ranked": 0.074}
"""How much of the plot one bar takes: some 20 to 40 px by its width."""
MANY = 40
"""Points of a line beyond which it has no signs."""
FIVE = 5
"""The highest number up to which each one has its line."""
_FIXED = {"fixedrange": True, "automargin": True}
_GAP = {"ticks": "outside", "ticklen": 6, "tickcolor": "rgba(0,0,0,0)"}
"""Between an axis and its names."""
_NOTCH = {"type": "line", "ysizemode": "pixel", "line": {"width": 3}}
"""The gap in a bar that goes on beyond the scale."""
SHELVES = 7
"""Categories there is always room for: a few are no thicker, and no further apart, than those of the chart beside."""
ROOM = 6
"""Periods that are all named on their axis, on a phone too; of more of them Plotly names some, by the room it has."""


@dataclass(frozen=True)
class Drawing:
    """A chart with its lines, in one language; `prefix` is that of its labels."""

    chart: Chart
    prefix: str
    rows: ChartRows
    locale: str
    periodicity: str = "monthly"
    unfinished: str = ""
    """The period that is not over yet."""

    def figure(self) -> dict[str, Any]:
        """Data and layout, without colours."""
        traces = [self._trace(place, each.name) for place, each in enumerate(self.chart.series)]
        axes = self._categories() if self.ranked else self._periods()
        layout = go.Layout(
            template={},
            autosize=True,
            showlegend=False,
            dragmode=False,
            barmode="stack" if self.chart.stacked else "group",
            bargap=self._gap,
            # Else a bar covers the edge of the one before it.
            bargroupgap=0 if self.chart.stacked else 0.1,
            margin=self._margin,
            hovermode="y unified" if self.ranked else "x unified",
            separators=decimal_mark(self.locale) + group_mark(self.locale),
            **axes,
        )
        figure = {"data": [each.to_plotly_json() for each in traces], "layout": layout.to_plotly_json()}
        return figure | {"few": self.few}

    @property
    def _gap(self) -> float:
        """How much of its place stays free around a bar: a few are no wider than many."""
        beside = 1 if self.chart.stacked else len(self.chart.series)
        share = THICK["ranked" if self.ranked else "wide" if self.chart.wide else "bars"]
        return max(0.28, 1 - max(len(self.rows), SHELVES if self.ranked else 0) * beside * share)

    @property
    def _margin(self) -> dict[str, int]:
        """The room around the plot, with that for what is said of single bars."""
        if self.ranked:
            beside = 8 * len(self._beyond) if self._named else 28 if self._says_numbers else 0
            return {"l": 44, "r": 14 + beside, "t": 6, "b": 6 if self._says_numbers else 24}
        cut = self.chart.kind == "bars" and self._end is not None
        return {"l": 44, "r": 14, "t": 10 + 15 * self._is_under_way + 15 * cut, "b": 36}

    @cached_property
    def few(self) -> list[str]:
        """What there is in words, where a chart would be drawn for next to nothing (DASH-16)."""
        known = {row["x"]: {each.name: row.get(each.name, "") for each in self.chart.series} for row in self.rows}
        texts = [text for values in known.values() for text in values.values()]
        # Where something may be missing, such as a median, nothing is a value.
        silent = ("",) if "" in texts else ("", "0")
        said = {x: {name: text for name, text in values.items() if text not in silent} for x, values in known.items()}
        points = {x: values for x, values in said.items() if values}
        if "0" in texts and all(text in ("", "0") for text in texts):
            return [message("kit.charts.zero", self.locale)]
        if len(points) > LITTLE:
            return []
        return [self._in_words(x, values) for x, values in points.items()]

    def _in_words(self, x: str, values: Mapping[str, str]) -> str:
        """One point: its period or category, and what each series has there."""
        where = self._name(x) if self.chart.axis == "category" else formats.period(x, self.locale)
        if x == self.unfinished:
            where = f"{where} ({message('kit.charts.underway', self.locale)})"
        said = []
        for name, text in values.items():
            series = message(f"{self.prefix}.series.{name}", self.locale).lower()
            value = formats.number(_number(text) or 0, self.locale)
            named = series if len(self.chart.series) > 1 else where
            said.append(message("kit.charts.point", self.locale, name=named, value=value))
        words = ", ".join([where, *said] if len(self.chart.series) > 1 else said)
        return words[:1].upper() + words[1:]

    @property
    def ranked(self) -> bool:
        """Whether bars lie, the biggest category first."""
        return self.chart.kind == "ranked"

    @property
    def _says_numbers(self) -> bool:
        """Whether each bar says its number, which makes an axis of them superfluous; not where bars are too thin."""
        return self.ranked and len(self.chart.series) == 1

    @property
    def _is_under_way(self) -> bool:
        return not self.ranked and any(row["x"] == self.unfinished for row in self.rows)

    @cached_property
    def places(self) -> list[str]:
        """Where each line stands: a period, or the name of a category, which is no markup to Plotly."""
        return [_plain(self._name(row["x"])) if self.ranked else row["x"] for row in self.rows]

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return catalogue().choices(self.chart.choices, self.locale) if self.chart.axis == "category" else {}

    def _name(self, category: str) -> str:
        return self._names.get(category, category)

    def _trace(self, place: int, name: str) -> go.Bar | go.Scatter:
        """One line, or the bars of one colour."""
        values = [_number(row.get(name, "")) for row in self.rows]
        label = message(f"{self.prefix}.series.{name}", self.locale)
        # A period's point stands in its middle, where its name is.
        middle = {"x": self.places, "xperiod": STEPS[self.periodicity], "xperiodalignment": "middle"}
        if self.chart.kind == "lines":
            return go.Scatter(
                name=label,
                y=values,
                **middle,
                mode="lines" if len(values) > MANY else "lines+markers",
                connectgaps=False,
                line={"width": 2.5, "dash": DASHES[place]},
                # Where there is none, signs would lie on the axis; of several sizes they would be bubbles.
                marker={
                    "symbol": SIGNS[place],
                    "size": [7 if value else 0 for value in values],
                    "opacity": 1,
                    "line": {"width": 0},
                },
                hovertemplate=self._said("y"),
            )
        # A period that is not over yet stands back, and is said to be under way: it is no decline.
        opacity = [0.45 if row["x"] == self.unfinished else 1 for row in self.rows]
        shape = PATTERNS[place] if self.chart.stacked else ""
        pattern = {"shape": shape, **SPARSE.get(shape, {})}
        # What is nothing has no edge either.
        marker = {"opacity": opacity, "pattern": pattern, "line": {"width": [1 if value else 0 for value in values]}}
        if self.ranked:
            lying = {"x": values, "y": self.places, "orientation": "h"}
            return go.Bar(name=label, **lying, **self._numbers(values), marker=marker, hovertemplate=self._said("x"))
        return go.Bar(name=label, y=values, **middle, marker=marker, hovertemplate=self._said("y"))

    def _numbers(self, values: Sequence[float | None]) -> dict[str, Any]:
        """The number at the end of each bar that lies; what goes beyond the scale says its own."""
        if not self._says_numbers:
            return {}
        end = self._named or self._most
        texts = ["" if value is None or value > end else formats.number(value, self.locale) for value in values]
        return {"text": texts, "textposition": "outside", "constraintext": "none", "cliponaxis": False}

    def _said(self, way: str) -> str:
        """What is said of a bar or a point one is on."""
        said = message("kit.charts.point", self.locale, name="%{fullData.name}", value=f"<b>%{{{way}}}</b>")
        return f"{said}<extra></extra>"

    def _categories(self) -> dict[str, Any]:
        """The axes of bars that lie."""
        names = {"type": "category", "showgrid": False, "range": [max(len(self.rows), SHELVES) - 0.5, -0.5]}
        counts = self._counts(self._named or self._most) | {"visible": not self._says_numbers}
        labels = {"tickvals": self.places, "ticktext": [_plain(_cut(self._name(row["x"]))) for row in self.rows]}
        axes: dict[str, Any] = {"xaxis": counts, "yaxis": {**_FIXED, **names, **labels, **_GAP}}
        if self._named:
            counts["range"] = [0, self._named]
            # A category is called by its place, so that a name may be a number.
            last = len(self.rows) - 1
            outside = {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 6, "y": last, "showarrow": False}
            axes["annotations"] = [outside | {"text": self._beyond}]
            along = {"xsizemode": "pixel", "xanchor": self._named, "x0": -14, "x1": -8}
            axes["shapes"] = [{**_NOTCH, **along, "yanchor": last, "y0": -20, "y1": 20}]
        return axes

    @cached_property
    def _beyond(self) -> str:
        """How much each bar is that goes beyond the scale of categories."""
        (rest,) = [place for place, row in enumerate(self.rows) if row["x"] == REST]
        known = [self._tops[rest]] if self.chart.stacked else self._values[rest]
        return "→ " + " · ".join(formats.number(each, self.locale) for each in known if each > (self._named or 0))

    def _periods(self) -> dict[str, Any]:
        """The axes of what changes over time, and what is said of single periods."""
        end = self._end if self.chart.kind == "bars" else None
        counts = self._counts(end or self._most)
        if end:
            counts["range"] = [0, end]
        periods = {
            **_FIXED,
            "type": "date",
            "showgrid": False,
            "tickformat": SHORT[self.periodicity],
            "hoverformat": LONG[self.periodicity],
            "tickangle": 0,
            **_GAP,
            "spikethickness": 1,
            "spikedash": "solid",
            **({} if self.periodicity == "daily" else {"ticklabelmode": "period"}),
            # What is left free at the end is no place for the name of a period that nothing is told of.
            "autorangeoptions": {"clipmax": ENDS[self.periodicity].format(self.places[-1])} if self.places else {},
            **({"dtick": STEPS[self.periodicity]} if len(self.rows) <= ROOM else {}),
        }
        cut = [place for place, top in zip(self.places, self._tops, strict=True) if end and top > end]
        up = {**_NOTCH, "yanchor": end, "y0": -12, "y1": -6}
        notches = [{**up, "x0": each, "x1": ENDS[self.periodicity].format(each)} for each in cut]
        return {"xaxis": periods, "yaxis": counts, "annotations": self._notes(cut), "shapes": notches}

    def _counts(self, most: float) -> dict[str, Any]:
        """The axis of numbers: whole ones, from nothing on."""
        ticks: dict[str, Any] = {"dtick": 1} if most <= FIVE else {"nticks": 7}
        return {**_FIXED, "rangemode": "tozero", "separatethousands": True, **ticks}

    @cached_property
    def _values(self) -> list[list[float]]:
        """What each line has of each series; nothing where it is not known."""
        return [[_number(row.get(each.name, "")) or 0 for each in self.chart.series] for row in self.rows]

    @cached_property
    def _tops(self) -> list[float]:
        """How high the bars of each line are."""
        return [sum(values) if self.chart.stacked else max(values) for values in self._values]

    @property
    def _most(self) -> float:
        return max(map(max, self._values), default=0)

    @cached_property
    def _named(self) -> float | None:
        """Where the scale of categories ends, if the rest is far beyond each of them: its bar is cut, and says how much
        it is."""
        most = max((top for row, top in zip(self.rows, self._tops, strict=True) if row["x"] != REST), default=0)
        return most * 1.25 if 0 < UNDER_WAY * most < max(self._tops) else None

    @property
    def _end(self) -> float | None:
        """Where the scale ends, if one bar goes far beyond the others: its top is cut, and says how much it is."""
        tops = sorted((top for top in self._tops if top > 0), reverse=True)
        under_way = [top for row, top in zip(self.rows, self._tops, strict=True) if row["x"] == self.unfinished]
        spike = UNDER_WAY if tops[:1] == under_way else SPIKE
        return tops[1] * 1.4 if len(tops) >= FEW and tops[0] >= spike * tops[1] else None

    def _notes(self, cut: Sequence[str]) -> list[dict[str, Any]]:
        """What is said above single periods: how much a bar is that is cut, and which is under way."""
        note = {"y": 1, "yref": "paper", "yanchor": "bottom", "showarrow": False}
        tops = dict(zip(self.places, self._tops, strict=True))
        found = [{**note, **self._above(each), "text": f"↑ {formats.number(tops[each], self.locale)}"} for each in cut]
        if self._is_under_way:
            above = 15 if self.unfinished in cut else 0
            said = message("kit.charts.underway", self.locale)
            found.insert(0, {**note, **self._above(self.unfinished), "yshift": above, "text": said})
        return found

    def _above(self, place: str) -> dict[str, str]:
        """In the middle above a period; above the last one as far left as words are from the end of the axis."""
        if place == self.places[-1]:
            return {"x": ENDS[self.periodicity].format(place), "xanchor": "right"}
        return {"x": MIDDLES[self.periodicity].format(place), "xanchor": "center"}


def _number(text: str) -> float | None:
    """A value of a line; None where it is not known."""
    value = float(text) if text else None
    return int(value) if value is not None and value.is_integer() else value


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _plain(text: str) -> str:
    """Plotly reads tags in texts; a name is only a name."""
    return text.replace("&", "&amp;").replace("<", "&lt;")
