"""Days and clock times as people type them: 07/06/1977, 7/6/77, 07061977, 7 juin 1977; 8h30, 0830, 8:30 pm. Pure.

The written clock is all there is: no time zone plays a part.
"""

import re
from calendar import monthrange
from collections.abc import Mapping
from dataclasses import dataclass, field

from admin_app.kit.words.folding import folded
from admin_app.kit.words.languages import LANGUAGES

YEARS_AHEAD = 20
"""How far ahead a year of two figures may lie, where days may be to come."""
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


@dataclass(frozen=True)
class Reading:
    """What was typed as the API writes it (1991-05-14, 08:30), or the `fault` that says why it is none.

    A fault is a key of `kit.dates`, whose values are `named`. A day outside its bounds has both.
    """

    value: str = ""
    fault: str = ""
    named: Mapping[str, str | int] = field(default_factory=dict[str, "str | int"])


def read_day(given: str, today: str, first: str = "", last: str = "") -> Reading:
    """Read a day between two others, written 1900-01-01; one without a year is this year's, where it may be to come."""
    text = given.strip()
    parts = _parts(_spaced(given))
    if parts is None or not (parts[2] or not last):
        return Reading(fault="form", named={"text": text})
    day, month, year_text = parts
    if month > 12 >= day:
        swapped = "/".join((f"{month:02}", f"{day:02}", *([year_text] if year_text else [])))
        return Reading(fault="swapped", named={"suggestion": swapped})
    year = _year(year_text or today[:4], month, day, today, last)
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
