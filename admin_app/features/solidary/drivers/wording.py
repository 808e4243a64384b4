"""A row of the table of drivers in words, in each language. Pure: the page picks the person's."""

from collections.abc import Iterable
from typing import Any

from admin_app.features.solidary.drivers.candidates import EXTERNAL, VOLUNTEER, Candidate
from admin_app.features.solidary.drivers.scoring import Fit, Reason
from admin_app.features.solidary.week import DAYS
from admin_app.kit.words.catalogue import LOCALES, message
from admin_app.kit.words.formats import date, number

Texts = dict[str, str]
WORDS = "solidary_drivers"


def row(candidate: Candidate, fit: Fit, *, taken: bool, both: bool, written: bool) -> Texts:
    """What the table shows of somebody, with what its buttons name.

    `taken`: they are retained already. `both`: they match the other way, too. `written`: this tab has written to them.
    """
    said = {
        f"{name}_{locale}": write(candidate, fit, locale)
        for name, write in (("when", _when), ("way_cost", _road), ("why", _why))
        for locale in LOCALES
    }
    place = candidate.home or candidate.origin
    return {
        "key": candidate.key,
        "kind": candidate.kind,
        "way": candidate.way,
        "name": candidate.name,
        "verdict": fit.verdict,
        "provider": candidate.provider,
        "place": place.name if place else "",
        "to": candidate.destination.name if candidate.destination else "",
        "exclusive": "true" if candidate.exclusive else "",
        "taken": "true" if taken else "",
        "both": "true" if both else "",
        "written": "true" if written else "",
        **said,
    }


def days_of(days: Iterable[str], locale: str) -> str:
    """Days of the week, short, with commas; all seven are `every day`."""
    known = [day for day in DAYS if day in set(days)]
    if len(known) == len(DAYS):
        return message(f"{WORDS}.every_day", locale)
    return ", ".join(message(f"solidary.day_short.{day}", locale) for day in known)


def clock(moment: int) -> str:
    """`HH:mm` of minutes since midnight."""
    return f"{moment // 60:02d}:{moment % 60:02d}"


def kilometres(value: float, locale: str) -> str:
    """A distance as it is said: with a decimal under ten kilometres."""
    return f"{number(round(value, 1) if value < 10 else round(value), locale)} km"


def span(minutes: int, locale: str) -> str:
    """A length of time as it is said: 45 min, 2 h 05."""
    if minutes < 60:
        return message(f"{WORDS}.minutes", locale, minutes=minutes)
    return message(f"{WORDS}.hours", locale, hours=minutes // 60, minutes=f"{minutes % 60:02d}")


def _when(candidate: Candidate, fit: Fit, locale: str) -> str:
    """The days and the hours in common."""
    if not fit.days:
        return message(f"{WORDS}.nothing_common", locale)
    if candidate.kind == VOLUNTEER:
        free = message(f"{WORDS}.common", locale, span=span(fit.overlap, locale)) if fit.overlap else ""
        return " · ".join(filter(None, (days_of(fit.days, locale), free)))
    hours = sorted({candidate.times[day] for day in fit.days})
    at = clock(hours[0]) if len(hours) == 1 else f"{clock(hours[0])}–{clock(hours[-1])}"
    return f"{days_of(fit.days, locale)} {at}{_beside(fit.offset, locale)}"


def _beside(offset: int | None, locale: str) -> str:
    """How far from the hour wished for."""
    if not offset:
        return ""
    sign = "+" if offset > 0 else "−"
    return f" ({sign}{span(abs(offset), locale)})"


def _road(candidate: Candidate, fit: Fit, locale: str) -> str:
    """Detour, length and distance, as far as each is known."""
    parts = []
    if candidate.detour is not None:
        time = (candidate.detour_time or 0) // 60
        way = kilometres(candidate.detour / 1000, locale)
        parts.append(message(f"{WORDS}.detour", locale, km=way, span=span(time, locale)))
    if candidate.kind == EXTERNAL and candidate.length:
        parts.append(message(f"{WORDS}.length", locale, km=kilometres(candidate.length / 1000, locale)))
    if fit.distance is not None:
        km = kilometres(fit.distance, locale)
        home = message(f"{WORDS}.from_home", locale, km=km) if candidate.home else ""
        parts.append(home or message(f"{WORDS}.from_start", locale, km=km))
    return " · ".join(parts)


def _why(candidate: Candidate, fit: Fit, locale: str) -> str:
    """Why somebody does not fit, one sentence a line; empty where nothing is in the way."""
    return "\n".join(_reason(each, locale) for each in fit.reasons)


def _reason(reason: Reason, locale: str) -> str:
    values: dict[str, Any] = dict(reason.values)
    if "km" in values:
        values["km"] = kilometres(values["km"], locale)
    if "limit" in values:
        values["limit"] = kilometres(values["limit"], locale)
    if "minutes" in values:
        values["span"] = span(values.pop("minutes"), locale)
    if "date" in values:
        values["date"] = date(values["date"], locale)
    return message(f"{WORDS}.why.{reason.key}", locale, days=days_of(reason.days, locale), **values)
