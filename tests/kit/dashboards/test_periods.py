"""Periods of dashboards: what an address asks for, gaps, days as written (DASH-2, DASH-3, API-6)."""

import datetime as dt

import pandas as pd
import pytest

from admin_app.kit.dashboards import PERIODICITIES
from admin_app.kit.dashboards.periods import (
    CUT,
    EXCHANGED,
    MOST_PERIODS,
    UNUSED,
    Window,
    by_period,
    counted,
    dates,
    lines,
    medians,
    number,
    ranked,
    read_window,
    standing,
    way,
    within,
)
from admin_app.kit.words.locale import say
from tests.support.proofs import proves

TODAY = dt.date(2026, 11, 20)


@pytest.mark.parametrize("locale", ["fr", "en"])
@pytest.mark.parametrize("periodicity", PERIODICITIES)
def test_the_usual_period_is_called_by_what_it_is(periodicity, locale):
    periods = len(read_window({"periodicity": periodicity}, TODAY).periods)
    assert str(periods) in say(f"kit.dates.usual_{periodicity}", locale)


def window(first="2026-01-01", last="2026-04-30", periodicity="monthly", since=True) -> Window:
    return Window(periodicity, dt.date.fromisoformat(first), dt.date.fromisoformat(last), TODAY, since)


@proves("DASH-2")
@pytest.mark.parametrize(
    ("given", "periodicity", "first", "last"),
    [
        ({}, "monthly", "2025-12-01", "2026-11-20"),
        ({"periodicity": "daily"}, "daily", "2026-08-23", "2026-11-20"),
        ({"periodicity": "yearly"}, "yearly", "2017-01-01", "2026-11-20"),
        ({"periodicity": "hourly"}, "monthly", "2025-12-01", "2026-11-20"),
        ({"after": "2026-02-03"}, "monthly", "2026-02-03", "2026-11-20"),
        ({"before": "2025-12-31"}, "monthly", "2025-01-01", "2025-12-31"),
        ({"after": "2027-02-03"}, "monthly", "2027-02-03", "2027-02-03"),
    ],
)
def test_an_address_says_what_is_looked_at(given, periodicity, first, last):
    read = read_window(given, TODAY)
    assert (read.periodicity, str(read.first), str(read.last), read.note) == (periodicity, first, last, "")


@proves("DASH-14")
@pytest.mark.parametrize(
    ("given", "first", "last"),
    [
        ({"after": "31/12/2026", "before": "😀" * 5000}, "2025-12-01", "2026-11-20"),
        ({"after": "0001-01-01", "before": "9999-12-31"}, "2025-12-01", "2026-11-20"),
        ({"after": "2026-02-30", "before": "2026-05-01"}, "2025-06-01", "2026-05-01"),
        ({"after": "1990-01-01", "before": "nonsense", "periodicity": "daily"}, "2025-10-17", "2026-11-20"),
    ],
)
def test_dates_that_cannot_be_used_are_said(given, first, last):
    read = read_window(given, TODAY)
    assert (str(read.first), str(read.last), read.note) == (first, last, UNUSED)


@proves("DASH-3")
def test_dates_the_wrong_way_round_are_exchanged_and_said():
    read = read_window({"after": "2026-05-01", "before": "2026-02-01"}, TODAY)
    assert (str(read.first), str(read.last), read.note) == ("2026-02-01", "2026-05-01", EXCHANGED)


def test_as_many_periods_as_a_chart_shows_are_not_cut():
    first = TODAY - dt.timedelta(days=MOST_PERIODS - 1)
    read = read_window({"periodicity": "daily", "after": first.isoformat()}, TODAY)
    assert (read.first, len(read.periods), read.note) == (first, MOST_PERIODS, "")


def test_a_period_of_one_day_is_not_the_wrong_way_round():
    read = read_window({"after": "2026-05-01", "before": "2026-05-01"}, TODAY)
    assert (read.first, read.last, read.note) == (dt.date(2026, 5, 1), dt.date(2026, 5, 1), "")


@pytest.mark.parametrize(
    ("after", "counts"), [("1900-01-01", True), ("1899-12-31", False), ("2200-12-31", True), ("2201-01-01", False)]
)
def test_years_that_cannot_be_counted_are_none(after, counts):
    read = read_window({"periodicity": "yearly", "after": after, "before": after}, TODAY)
    assert (str(read.last) == after) is counts


def test_more_periods_than_a_chart_shows_are_cut_at_the_start_and_said():
    read = read_window({"periodicity": "daily", "after": "1990-01-01"}, TODAY)
    assert (len(read.periods), read.last, read.note) == (400, TODAY, CUT)
    assert read.since, "what is left of it is shown from its first day"


@proves("DASH-3")
def test_days_are_those_that_were_written():
    """In Paris it is already March, in Greenwich it is not."""
    days = dates(["2026-03-01T00:30:00+01:00", "2026-02-28T23:30:00-05:00", None, "", "demain", 7, "2026-02-30"])
    assert [str(day.date()) for day in days[:2]] == ["2026-03-01", "2026-02-28"]
    assert days[2:].isna().all()


@proves("DASH-3")
def test_gaps_are_filled():
    days = dates(["2026-01-05", "2026-01-31T23:59:59+01:00", "2026-04-01"])
    assert counted(days, window()).tolist() == [2, 0, 0, 1]


def test_what_came_before_the_window_still_stands():
    days = dates(["2019-05-05", "2026-02-28", "2026-03-01", None, "2027-01-01"])
    assert standing(days, window()).tolist() == [1, 2, 3, 3]


def test_medians_are_missing_where_there_is_nothing():
    days, values = dates(["2026-01-05", "2026-01-06", "2026-03-01", None]), pd.Series([2.0, 5.0, None, 9.0])
    assert medians(values, days, window()).tolist()[0] == 3.5
    assert medians(values, days, window()).isna().tolist() == [False, True, True, True]


def test_lines_are_texts_with_gaps():
    made = by_period(window(), sent=pd.Series([1, 0, 2, 0], index=window().periods))
    assert made == [{"x": f"2026-0{month}", "sent": text} for month, text in zip((1, 2, 3, 4), "1020", strict=True)]
    assert lines(pd.DataFrame({"days": [1.25, None]}, index=["a", "b"])) == [
        {"x": "a", "days": "1.2"},
        {"x": "b", "days": ""},
    ]


def test_what_is_empty_before_the_first_record_is_left_out_unless_asked_for():
    year = window(last="2026-12-31", since=False)
    late = counted(dates(["2026-03-01"]), year)
    assert by_period(year, a=late)[0]["x"] == "2026-03"
    assert len(by_period(window(last="2026-12-31"), a=late)) == 12


def test_some_periods_are_always_there():
    year = window(last="2026-12-31", since=False)
    assert len(by_period(year, a=counted(dates(["2026-12-05"]), year))) == 6


def test_fewer_periods_than_that_are_all_there():
    short = window(last="2026-02-28", since=False)
    assert [each["x"] for each in by_period(short, a=counted(dates(["2026-02-05"]), short))] == ["2026-01", "2026-02"]


def test_a_median_of_nothing_waited_is_a_figure_and_a_count_of_nothing_is_none():
    days = dates(["2026-02-01"])
    assert by_period(window(), days=medians(pd.Series([0]), days, window()))[1] == {"x": "2026-02", "days": "0"}
    assert by_period(window(), a=counted(dates([]), window())) == []


@pytest.mark.parametrize("since", [True, False])
def test_nothing_makes_no_lines(since):
    nothing = counted(dates([]), window())
    assert by_period(window(since=since), a=nothing, b=nothing) == []


@pytest.mark.parametrize(("periodicity", "x"), [("daily", "2026-01-01"), ("monthly", "2026-01"), ("yearly", "2026")])
def test_periods_are_written_by_their_length(periodicity, x):
    read = window(last="2026-01-01", periodicity=periodicity)
    assert by_period(read, a=counted(dates(["2026-01-01"]), read))[0]["x"] == x


@pytest.mark.parametrize(("value", "text"), [(3, "3"), (3.0, "3"), (2.46, "2.5"), (None, ""), (float("nan"), "")])
def test_numbers_are_texts(value, text):
    assert number(value) == text


def test_the_biggest_come_first_and_the_last_together():
    frame = pd.DataFrame({"a": [1, 5, 2, 1], "b": [0, 0, 2, 0]}, index=["w", "x", "y", "z"])
    assert list(ranked(frame, "others").index) == ["x", "y", "w", "z"]
    assert list(ranked(frame, "others", most=4).index) == ["x", "y", "w", "z"], "one that is left over is itself"
    many = pd.DataFrame({"a": range(1, 12)}, index=[*"abcdefghijk"])
    assert list(ranked(many, "others").index) == [*"kjihgfed", "others"]
    frame.loc["v"] = [0, 0]
    assert list(ranked(frame, "others", most=3).index) == ["x", "y", "others"], "nothing of what has nothing"
    assert lines(ranked(frame, "others", most=3))[-1] == {"x": "others", "a": "2", "b": "0"}


@proves("DASH-11")
@pytest.mark.parametrize(
    ("given", "today", "period"),
    [
        ({}, dt.date(2026, 11, 22), "2026-11"),
        ({}, dt.date(2026, 11, 30), ""),
        ({"after": "2026-11-22"}, dt.date(2026, 11, 22), "2026-11"),
        ({"periodicity": "yearly"}, dt.date(2026, 11, 22), "2026"),
        ({"periodicity": "daily"}, dt.date(2026, 11, 22), ""),
        ({"before": "2026-10-31"}, dt.date(2026, 11, 22), ""),
        ({"after": "2026-12-01", "before": "2027-02-01"}, dt.date(2026, 11, 22), ""),
    ],
)
def test_a_period_that_is_not_over_is_known(given, today, period):
    assert read_window(given, today).unfinished == period


@proves("DASH-10")
@pytest.mark.parametrize(
    ("periodicity", "days", "before"),
    [
        # The same days of the months before, whole months where it has whole months.
        ("monthly", ("2026-11-01", "2026-11-22"), ("2026-10-01", "2026-10-22")),
        ("monthly", ("2025-12-01", "2026-11-22"), ("2024-12-01", "2025-11-22")),
        ("monthly", ("2026-01-01", "2026-06-30"), ("2025-07-01", "2025-12-31")),
        ("monthly", ("2026-03-01", "2026-03-30"), ("2026-02-01", "2026-02-28")),
        ("yearly", ("2026-01-01", "2026-11-22"), ("2025-01-01", "2025-11-22")),
        ("daily", ("2026-11-05", "2026-11-22"), ("2026-10-18", "2026-11-04")),
    ],
)
def test_a_window_is_compared_with_as_many_periods_before_it(periodicity, days, before):
    given = {"periodicity": periodicity, "after": days[0], "before": days[1]}
    window = read_window(given, dt.date(2026, 11, 22))
    found = window.previous
    assert (str(found.first), str(found.last)) == before
    assert found.unfinished == ""
    assert found.since, "what is empty in it is a figure too"


@proves("DASH-10")
def test_a_window_that_begins_within_a_month_is_compared_with_as_many_days_before_it():
    before = read_window({"after": "2026-11-05", "before": "2026-11-22"}, dt.date(2026, 11, 22)).previous
    assert (before.first, before.last) == (dt.date(2026, 10, 18), dt.date(2026, 11, 4))


def test_days_within_a_window_are_its_first_and_its_last_too():
    window = read_window({"after": "2026-11-01", "before": "2026-11-03"}, dt.date(2026, 11, 22))
    days = dates(["2026-10-31", "2026-11-01", "2026-11-03", "2026-11-04", None])
    assert within(days, window).tolist() == [False, True, True, False, False]


@proves("DASH-10")
@pytest.mark.parametrize(
    ("now", "before", "went"),
    [
        ("126", "38", "more"),
        ("11", "10", "more"),
        ("9", "10", "less"),
        ("38.4", "38.4", "same"),
        ("0", "0", "same"),
        ("5", "", ""),
        ("", "5", ""),
    ],
)
def test_a_number_went_where_the_two_that_are_shown_say(now, before, went):
    """They are texts: \"126\" stands before \"38\" in a dictionary."""
    assert way(now, before) == went
