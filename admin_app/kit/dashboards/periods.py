"""Periods of a dashboard and what is counted in them: pandas on plain records, no Reflex, no API.

Days are the ones the API wrote: the offset of a value is never applied (DASH-3, API-6).
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

Json = dict[str, Any]
ChartRows = list[dict[str, str]]
"""The lines of a chart: `x` is a period (2026, 2026-03, 2026-03-14) or a category, the other keys its series."""

DEFAULT_PERIODICITY = "monthly"
"""The periodicity when the address names none (DASH-2)."""
PERIODICITIES = ("daily", "monthly", "yearly")
"""Those the server knows (session.yaml, get_analytic)."""
MOST_PERIODS = 400
"""Most periods one chart shows: a year of days and some."""
LEAST_PERIODS = 6
"""Fewer would make bars as wide as a hand."""
EARLIEST, LATEST = 1900, 2200
"""The years of an address: others pandas cannot count."""
EXCHANGED, CUT, UNUSED = "exchanged", "cut", "unused"
"""What may have been done to the dates of an address (`Window.note`)."""
MORE, LESS, SAME = "more", "less", "same"
"""Which way a number went (`way`)."""
_FREQUENCY = {"daily": "D", "monthly": "M", "yearly": "Y"}
_UNITS = {"daily": "days", "monthly": "months", "yearly": "years"}
_USUAL = {"daily": 90, "monthly": 12, "yearly": 10}
"""How many periods a dashboard shows when the address does not say."""


@dataclass(frozen=True)
class Window:
    """What a dashboard looks at: from one day to another, by day, month or year."""

    periodicity: str
    first: dt.date
    last: dt.date
    today: dt.date
    since: bool = False
    """Whether the first day was asked for; otherwise what is empty before the first record is left out."""
    note: str = ""
    """What was done to the dates of the address: EXCHANGED, CUT, UNUSED."""

    @property
    def periods(self) -> pd.PeriodIndex:
        """Every period, the one of the last day included."""
        return pd.period_range(self.first, self.last, freq=_FREQUENCY[self.periodicity])

    @property
    def unfinished(self) -> str:
        """The period that today is in, as a chart names it; empty where it is over, or today is not looked at."""
        now = pd.Period(self.today, freq=_FREQUENCY[self.periodicity])
        return str(now) if self.first <= self.today <= self.last and now.end_time.date() > self.today else ""

    @property
    def previous(self) -> "Window":
        """As many periods just before it, to compare with: an unfinished one stands against the same days of its like.

        A window that begins within a period has as many days before it instead.
        """
        before, periods = self.first - dt.timedelta(days=1), self.periods
        if periods[0].start_time.date() < self.first:
            return Window(self.periodicity, before - (self.last - self.first), before, before, True)
        shift = pd.DateOffset(**{_UNITS[self.periodicity]: len(periods)})
        first, last = (pd.DatetimeIndex([self.first, self.last]) - shift).date
        over = periods[-1].end_time.date() == self.last
        return Window(self.periodicity, first, before if over else last, before, True)


@dataclass(frozen=True)
class Figures:
    """What a source says: texts of numbers by name ("" is not known), lines by chart, the name of the record."""

    numbers: Mapping[str, str] = field(default_factory=dict)
    charts: Mapping[str, ChartRows] = field(default_factory=dict)
    name: str = ""


def read_window(given: Mapping[str, str], today: dt.date) -> Window:
    """The window of an address: `periodicity`, `after`, `before`; what is no date there is UNUSED."""
    asked = given.get("periodicity", "")
    periodicity = asked if asked in PERIODICITIES else DEFAULT_PERIODICITY
    days = {name: _day(text) for name in ("after", "before") if (text := given.get(name))}
    after, before, note = days.get("after"), days.get("before"), UNUSED if None in days.values() else ""
    if after and before and after > before:
        after, before, note = before, after, EXCHANGED
    last = before or max(today, after or today)
    usual = pd.period_range(end=last, periods=_USUAL[periodicity], freq=_FREQUENCY[periodicity])
    first = after or usual[0].start_time.date()
    window = Window(periodicity, first, last, today, bool(after), note)
    if len(window.periods) <= MOST_PERIODS:
        return window
    start = window.periods[-MOST_PERIODS].start_time.date()
    return Window(periodicity, start, last, today, True, UNUSED if note == UNUSED else CUT)


def _day(text: str) -> dt.date | None:
    """A day of the address; years that pandas cannot count are none."""
    try:
        day = dt.date.fromisoformat(text)
    except ValueError:
        return None
    return day if EARLIEST <= day.year <= LATEST else None


def dates(values: Iterable[Any]) -> pd.Series:
    """The days of API dates as they were written; what is none is missing."""
    written = pd.Series([value[:10] if isinstance(value, str) else None for value in values], dtype=object)
    return pd.to_datetime(written, format="%Y-%m-%d", errors="coerce").astype("datetime64[s]")


def within(days: pd.Series, window: Window) -> pd.Series:
    """Which of the days are among those that are looked at, the first and the last included."""
    return days.between(pd.Timestamp(window.first), pd.Timestamp(window.last))


def counted(days: pd.Series, window: Window) -> pd.Series:
    """How many days fall in each period; 0 where none does."""
    found = days.dropna().dt.to_period(window.periods.freqstr).value_counts()
    return found.reindex(window.periods, fill_value=0)


def standing(days: pd.Series, window: Window) -> pd.Series:
    """How many had come by the end of each period, those before the window included."""
    known = days.dropna().sort_values()
    return pd.Series(known.searchsorted((window.periods + 1).start_time, side="left"), index=window.periods)


def medians(values: pd.Series, days: pd.Series, window: Window) -> pd.Series:
    """The median of values by the period of their day; missing where there is none."""
    known = days.notna() & values.notna()
    grouped = values[known].groupby(days[known].dt.to_period(window.periods.freqstr))
    return grouped.median().reindex(window.periods)


def trimmed(frame: pd.DataFrame, window: Window) -> pd.DataFrame:
    """Without the empty periods before the first record, unless somebody asked for them; nothing when all are.

    A count says something when it is not 0, a median (a number with decimals) as soon as there is one.
    """
    said = pd.DataFrame({name: each.notna() if each.dtype.kind == "f" else each.ne(0) for name, each in frame.items()})
    rows = said.any(axis="columns")
    if not rows.any():
        return frame.iloc[:0]
    first = 0 if window.since else int(rows.to_numpy().argmax())
    return frame.iloc[min(first, max(0, len(frame) - LEAST_PERIODS)) :]


def by_period(window: Window, **series: pd.Series) -> ChartRows:
    """Lines of a chart over time; none when nothing happened."""
    return lines(trimmed(pd.DataFrame(series, index=window.periods), window))


def lines(frame: pd.DataFrame) -> ChartRows:
    """A frame as texts: its index is `x`; a missing number is an empty text."""
    return [
        {"x": str(x), **{str(name): number(value) for name, value in zip(frame.columns, values, strict=True)}}
        for x, values in zip(frame.index, frame.itertuples(index=False), strict=True)
    ]


def number(value: Any) -> str:
    """A number as a text: whole when it is, else with one decimal; "" when it is missing."""
    if value is None or pd.isna(value):
        return ""
    rounded = round(float(value), 1)
    return str(int(rounded)) if rounded.is_integer() else str(rounded)


def numbers(**values: Any) -> dict[str, str]:
    """Numbers by name, as the texts a dashboard holds."""
    return {name: number(value) for name, value in values.items()}


def way(now: str, before: str) -> str:
    """Which way a number went, by its texts; "" where one of them is not known."""
    if not now or not before:
        return ""
    gained = float(now) - float(before)
    return MORE if gained > 0 else LESS if gained < 0 else SAME


def ranked(frame: pd.DataFrame, others: str, most: int = 9, by: str = "") -> pd.DataFrame:
    """Categories with something in them, the biggest first, in total or in the column that is named; after the last
    place the rest is one together.
    """
    totals = frame.sum(axis="columns")
    sizes = (frame[by] if by else totals)[totals > 0]
    sorted_frame = frame.loc[sizes.sort_values(ascending=False, kind="stable").index]
    if len(sorted_frame) <= most:
        return sorted_frame
    rest = sorted_frame[most - 1 :].sum().to_frame(others).T
    return pd.concat([sorted_frame[: most - 1], rest])
