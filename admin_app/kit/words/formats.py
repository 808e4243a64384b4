"""Dates, numbers and sizes, written for people.

The API's times are wall clock: what was typed is what is shown, so the offset of a value is never applied
(WORDS-4, API-6). A value nobody understands is shown as it came; nothing here raises.
"""

import datetime as dt
import re
from decimal import Decimal, InvalidOperation

from babel.dates import format_date, get_day_names
from babel.numbers import format_decimal
from babel.units import format_unit

from admin_app.kit.words.languages import LANGUAGES

EARLIEST = "1900-01-01"
"""Nobody was born before."""
DAY = len("1991-05-14")
_STAMP = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d))?")
_MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])")
_CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
_SIZES = (("gigabyte", 1024**3), ("megabyte", 1024**2), ("kilobyte", 1024))


def date(value: str | None, locale: str) -> str:
    """Write the day of an API date: "2024-05-14T09:30:00+02:00" gives 14/05/2024 or 14 May 2024."""
    day, _ = _read(value)
    return format_date(day, LANGUAGES[locale]["day"], locale=locale) if day else value or ""


def long_date(value: str | None, locale: str, until: str = "") -> str:
    """Write a day in words: "14 mai 1991"; without what it shares with the day it lasts `until`: "1er", "28 mars"."""
    day, _ = _read(value)
    end, _ = _read(until)
    if not day:
        return value or ""
    number = LANGUAGES[locale]["first"] if day.day == 1 else str(day.day)
    if end and (day.year, day.month) == (end.year, end.month):
        return number
    month = f"{number} {LANGUAGES[locale]['months'][day.month - 1]}"
    return month if end and day.year == end.year else f"{month} {day.year}"


def spoken_date(day: dt.date, locale: str, *, year: bool = True) -> str:
    """Write a day as one says it: "dimanche 1er mars 2099"."""
    weekday = get_day_names("wide", locale=locale)[day.weekday()]
    written = long_date(day.isoformat(), locale)
    return f"{weekday} {written if year else written.removesuffix(f' {day.year}')}"


def is_day(text: str) -> bool:
    """Whether a text is a day as the API and the date inputs of browsers write it: 1991-05-14 and nothing beside."""
    return len(text) == DAY and text.isascii() and _read(text)[0] is not None


def birth_fault(text: str) -> str:
    """What is wrong with a day as a day of birth: `date_past` for one to come, `date_early` before 1900; empty else."""
    if text > dt.date.today().isoformat():  # texts of one length are in the order of their days
        return "date_past"
    return "date_early" if text < EARLIEST else ""


def date_time(value: str | None, locale: str) -> str:
    """Write the day and the clock time as the API sent them; the day alone when there is no time."""
    day, clock = _read(value)
    if not day or not clock:
        return date(value, locale)
    return f"{date(value, locale)}{LANGUAGES[locale]['clock']}{clock}"


def period(value: str | None, locale: str) -> str:
    """Write a year, a month or a day by how much of it is given: "2026-03" gives "mars 2026" or "March 2026"."""
    month = _MONTH.fullmatch(value or "")
    return f"{LANGUAGES[locale]['months'][int(month[2]) - 1]} {month[1]}" if month else date(value, locale)


def time(value: str | None) -> str:
    """Write the clock time of a slot: "1970-01-01T06:00:00+00:00" and "06:00:00" both give 06:00."""
    day, clock = _read(value)
    if day and clock:
        return clock
    bare = _CLOCK.match(value or "")
    return bare[0] if bare else value or ""


def number(value: float | Decimal | str | None, locale: str) -> str:
    """Write a number with the language's separators: 1248.5 gives "1 248,5" or "1,248.5"."""
    if value is None or value == "":
        return ""
    try:
        return format_decimal(Decimal(str(value)), locale=locale)
    except (InvalidOperation, ValueError):
        return str(value)


def file_size(size: int | None, locale: str) -> str:
    """Write a number of bytes: 2097152 gives "2 Mo" or "2 MB"."""
    if size is None:
        return ""
    unit, weight = next(((unit, weight) for unit, weight in _SIZES if size >= weight), ("byte", 1))
    return format_unit(round(size / weight, 1), unit, length="short", locale=locale)


def _read(value: str | None) -> tuple[dt.date | None, str]:
    """Read the written day and clock time of an API date; (None, "") when it is not one."""
    match = _STAMP.match(value or "")
    if not match:
        return None, ""
    try:
        day = dt.date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None, ""
    return day, match[4] if match[4] and _CLOCK.fullmatch(match[4]) else ""
