"""The periods that have names, such as the last 7 days, as seen from a day. Pure."""

import datetime as dt
from calendar import monthrange
from collections.abc import Sequence

CHOSEN = "chosen"
"""What two other days are called."""
NAMES = ("today", "yesterday", "last_7", "last_30", "this_month", "last_month", "this_year", "last_year")
"""In the order of the menu; keys of `kit.dates.presets`."""
COMING = ("today", "next_7", "next_30", "this_month", "next_month", "this_year", "last_month", "last_year")
"""The same where one looks ahead first."""


def usual_periods(today: dt.date) -> dict[str, tuple[str, str]]:
    """The first and the last day of each, by its name."""

    def ago(days: int) -> dt.date:
        return today - dt.timedelta(days=days)

    last_month = today.replace(day=1) - dt.timedelta(days=1)
    next_month = today.replace(day=1) + dt.timedelta(days=32)
    days = {
        "today": (today, today),
        "yesterday": (ago(1), ago(1)),
        "last_7": (ago(6), today),
        "last_30": (ago(29), today),
        "this_month": _month_of(today),
        "last_month": _month_of(last_month),
        "this_year": _year(today.year),
        "last_year": _year(today.year - 1),
        "next_7": (today, ago(-6)),
        "next_30": (today, ago(-29)),
        "next_month": _month_of(next_month),
    }
    return {name: (first.isoformat(), last.isoformat()) for name, (first, last) in days.items()}


def usual_name(first: str, last: str, today: dt.date, names: Sequence[str] = NAMES) -> str:
    """What two days are called in a menu of these names, nothing where there is neither."""
    if not first and not last:
        return ""
    periods = usual_periods(today)
    return next((name for name in names if periods[name] == (first, last)), CHOSEN)


def _month_of(day: dt.date) -> tuple[dt.date, dt.date]:
    return day.replace(day=1), day.replace(day=monthrange(day.year, day.month)[1])


def _year(year: int) -> tuple[dt.date, dt.date]:
    return dt.date(year, 1, 1), dt.date(year, 12, 31)
