"""Days, times, numbers and sizes as people write them, what they type read, and their words compared. Pure.

The API's times are wall clock: what was typed is what is shown, so the offset of a value is never applied, and no time
zone plays a part (WORDS-4, API-6). A value nobody understands is shown as it came; nothing here raises. A day is typed
as 07/06/1977, 7/6/77, 07061977 or 7 juin 1977, a clock time as 8h30, 0830 or 8:30 pm.
"""

import datetime as dt
import re
import unicodedata
from calendar import monthrange
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation

from babel.dates import format_date, get_day_names
from babel.numbers import format_decimal
from babel.units import format_unit

from admin_app.kit.clock import today
from admin_app.kit.words.languages import LANGUAGES

EARLIEST = "1900-01-01"
"""Nobody was born before."""
DAY = len("1991-05-14")
_STAMP = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d))?")
_MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])")
_CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
YEARS_AHEAD = 20
"""How far ahead a year of two figures may lie, where days may be to come."""
_NUMBERED = re.compile(r"(?:#|№|n[°ºo]\.?)\s*([0-9]+)", re.IGNORECASE)
_ISO = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)")
_DAYS = (
    re.compile(r"(\d\d)(\d\d)(\d\d|\d{4})"),
    re.compile(r"(\d{1,2})[ /.,-]+(\d{1,2})(?:[ /.,-]+(\d\d|\d{4}))?"),
    re.compile(r"(\d{1,2})(?:er|st|nd|rd|th)?[ /.-]+(?:of )?([^\W\d_]+)\.?(?:[ /.,-]+(\d\d|\d{4}))?"),
)
"""Day, month and year: in figures alone, in figures with marks between, with the month in words."""
_CLOCKS = (
    re.compile(r"(\d{1,2})(\d\d)()"),
    re.compile(r"(\d{1,2})(?: ?[h:. ] ?(\d\d)?)? ?(am|pm|a\.m\.|p\.m\.)?", re.IGNORECASE),
)
"""Hour, minute and half of the day."""
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ı": "i"})
_SIZES = (("gigabyte", 1024**3), ("megabyte", 1024**2), ("kilobyte", 1024))


# --- written -----------------------------------------------------------------------------------


def date(value: str | None, locale: str, form: str = "day") -> str:
    """Write the day of an API date: "2024-05-14T09:30:00+02:00" gives 14 mai 2024; 14/05/2024 in the `typed` form."""
    day, _ = _read(value)
    if not day:
        return value or ""
    pattern = LANGUAGES[locale][form]
    if day.day == 1:
        pattern = re.sub(r"\bd\b", f"'{LANGUAGES[locale]['first']}'", pattern)
    return format_date(day, pattern, locale=locale)


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
    if text > today().isoformat():  # texts of one length are in the order of their days
        return "date_past"
    return "date_early" if text < EARLIEST else ""


def date_time(value: str | None, locale: str, form: str = "day") -> str:
    """Write the day and the clock time as the API sent them; the day alone when there is no time."""
    day, clock = _read(value)
    if not day or not clock:
        return date(value, locale, form)
    return f"{date(value, locale, form)}{LANGUAGES[locale]['clock']}{clock}"


def period(value: str | None, locale: str, form: str = "day") -> str:
    """Write a year, a month or a day by how much of it is given: "2026-03" gives "mars 2026" or "March 2026"."""
    month = _MONTH.fullmatch(value or "")
    return f"{LANGUAGES[locale]['months'][int(month[2]) - 1]} {month[1]}" if month else date(value, locale, form)


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


THERE, BACK = " →\u00a0", " ⇄\u00a0"
"""What `journey` writes between two places; a page draws it (`drawn_journey`)."""
ANYWHERE = "…"
"""The end of a journey to any destination, in every language; a page says it in words."""


def journey(origin: str, destination: str, *, back: bool) -> str:
    """From where to where, one way or there and back; empty where neither is known.

    A line may end before the arrow, not after it.
    """
    return f"{origin or '?'}{BACK if back else THERE}{destination or '?'}" if origin or destination else ""


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


# --- typed -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reading:
    """What was typed as the API writes it (1991-05-14, 08:30), or the `fault` that says why it is none.

    A fault is a key of `kit.dates`, whose values are `named`. A day outside its bounds has both.
    """

    value: str = ""
    fault: str = ""
    named: Mapping[str, str | int] = field(default_factory=dict[str, "str | int"])


def read_day(given: str, today: str, first: str = "", last: str = "", *, coming: bool = False) -> Reading:
    """Read a day between two others, written 1900-01-01; one without a year is this year's, where it may be to come.

    Where only days to come make sense, `coming`, it is the next of its name.
    """
    text = given.strip()
    parts = _parts(_spaced(given))
    if parts is None or not (parts[2] or not last):
        return Reading(fault="form", named={"text": text})
    day, month, year_text = parts
    if month > 12 >= day:
        swapped = "/".join((f"{month:02}", f"{day:02}", *([year_text] if year_text else [])))
        return Reading(fault="swapped", named={"suggestion": swapped})
    gone = coming and not year_text and f"{month:02}-{day:02}" < today[5:]
    year = _year(year_text or today[:4], month, day, today, last) + gone
    if not (1 <= month <= 12 and 1 <= day <= 31 and year):
        return Reading(fault="form", named={"text": text})
    days = monthrange(year, month)[1]
    if day > days:
        return Reading(fault="impossible", named={"text": text, "year": year, "month": month, "days": days})
    return _bounded(f"{year:04}-{month:02}-{day:02}", first, last)


def read_time(given: str) -> Reading:
    """Read a clock time of 24 hours, or of twelve and their half."""
    text = re.sub(r"(?i) (?=h|min)|min$", "", _spaced(given))
    found = next((match for pattern in _CLOCKS if (match := pattern.fullmatch(text))), None)
    wrong = Reading(fault="time_form", named={"text": given.strip()})
    if found is None:
        return wrong
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "")[:1].lower()
    if half and not 1 <= hour <= 12:
        return wrong
    hour = hour % 12 + 12 * (half == "p") if half else hour
    return Reading(f"{hour:02}:{minute:02}") if hour < 24 and minute < 60 else wrong


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _parts(text: str) -> tuple[int, int, str] | None:
    """Day, month (0 for a word that begins none) and the figures of the year, empty where there are none."""
    if iso := _ISO.fullmatch(text):
        return int(iso[3]), int(iso[2]), iso[1]
    found = next((match for pattern in _DAYS if (match := pattern.fullmatch(text))), None)
    if found is None:
        return None
    return int(found[1]), int(found[2]) if found[2].isdecimal() else _month(found[2]), found[3] or ""


def _month(word: str) -> int:
    """The month that a word begins, in any of our languages; `ju`, of juin and juillet, begins none."""
    begun = folded(word)
    names = [each[width] for each in LANGUAGES.values() for width in ("months", "short")]
    found = {
        month
        for each in names
        for month, name in enumerate(each, 1)
        if len(begun) > 2 and folded(name).startswith(begun)
    }
    return found.pop() if len(found) == 1 else 0


def _year(text: str, month: int, day: int, today: str, last: str) -> int:
    """A year of two figures is the latest that is not after the last day, or else not too far ahead."""
    if len(text) != 2:
        return int(text)
    now = int(today[:4])
    year = now // 100 * 100 + int(text)
    late = f"{year}-{month:02}-{day:02}" > last if last else year > now + YEARS_AHEAD
    return year - 100 * late


def _bounded(value: str, first: str, last: str) -> Reading:
    if last and value > last:
        return Reading(value, "late")
    if first and value < first:
        return Reading(value, "early", {"first": first})
    return Reading(value)


# --- compared: without what people forgive when they read: accents, case, marks between words ---


def folded_words(text: str | None) -> list[str]:
    """The words of a text without accents nor case: `Jean-Noël D’Arcy` gives jean, noel, d, arcy."""
    lowered = (text or "").lower().translate(_LIGATURES)
    plain = "".join(char for char in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(char))
    return "".join(char if char.isalnum() else " " for char in plain).split()


def folded(text: str | None) -> str:
    """A text as one word: `E-mail` and `é mail` are both email."""
    return "".join(folded_words(text))


def said_number(number: object) -> str:
    """The number of a record as a text of any language holds it: 46 gives "n° 46"; a page has words of its own."""
    return f"n°\u00a0{number}"


def numbered(text: str | None) -> str:
    """The number of a record that a text is, as it is written here or elsewhere: `n° 42`, `no. 42`, `#42`; else ""."""
    found = _NUMBERED.fullmatch((text or "").strip())
    return found[1] if found else ""


def has_words(name: str, words: Iterable[str]) -> bool:
    """Whether a folded name has every one of some folded words, in any order."""
    return all(word in name for word in words)
