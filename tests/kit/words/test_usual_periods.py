"""The periods that have names are whole days by the calendar."""

import datetime as dt

import pytest

from admin_app.kit.words.usual_periods import CHOSEN, COMING, NAMES, usual_name, usual_periods
from tests.support.proofs import proves

FIRST_OF_MARCH = dt.date(2026, 3, 1)


@proves("LIST-27")
@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        ("today", "2026-03-01", "2026-03-01"),
        ("yesterday", "2026-02-28", "2026-02-28"),
        ("last_7", "2026-02-23", "2026-03-01"),
        ("last_30", "2026-01-31", "2026-03-01"),
        ("this_month", "2026-03-01", "2026-03-31"),
        ("last_month", "2026-02-01", "2026-02-28"),
        ("this_year", "2026-01-01", "2026-12-31"),
        ("last_year", "2025-01-01", "2025-12-31"),
        ("next_7", "2026-03-01", "2026-03-07"),
        ("next_30", "2026-03-01", "2026-03-30"),
        ("next_month", "2026-04-01", "2026-04-30"),
    ],
)
def test_a_usual_period_is_two_days_which_are_called_by_its_name(name, first, last):
    assert usual_periods(FIRST_OF_MARCH)[name] == (first, last)
    assert usual_name(first, last, FIRST_OF_MARCH, NAMES if name in NAMES else COMING) == name


def test_last_and_next_month_may_be_of_another_year():
    assert usual_periods(dt.date(2026, 1, 31))["last_month"] == ("2025-12-01", "2025-12-31")
    assert usual_periods(dt.date(2025, 12, 31))["next_month"] == ("2026-01-01", "2026-01-31")


def test_what_is_no_usual_period_is_called_so():
    assert usual_name("2020-02-03", "", FIRST_OF_MARCH) == CHOSEN
    assert usual_name("", "", FIRST_OF_MARCH) == ""
    assert usual_name("2026-03-01", "2026-03-07", FIRST_OF_MARCH) == CHOSEN, "no menu has what it does not offer"
    assert set(usual_periods(FIRST_OF_MARCH)) == {*NAMES, *COMING}
