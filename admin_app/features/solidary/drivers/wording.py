"""A row of the table of drivers in words, in each language. Pure: the page picks the person's."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from admin_app.features.solidary.drivers.candidates import VOLUNTEER, Candidate
from admin_app.features.solidary.drivers.journey import WAYS
from admin_app.features.solidary.drivers.scoring import GOOD, PART, Fit, Reason
from admin_app.features.solidary.week import DAYS, clock
from admin_app.kit.words.catalogue import LOCALES, message
from admin_app.kit.words.formats import date, number

Texts = dict[str, str]
Match = tuple[Candidate, Fit]
"""Somebody on one way of a request, and how they fit it."""
WORDS = "solidary_drivers"
MINUTES_A_KILOMETRE = 1.7
"""What a kilometre as the crow flies takes by road, about: 1.3 km at 45 km/h. No router is asked."""
TAKEN, UNMATCHED = "taken", "none"
"""What a row says of a way beside a verdict: they are retained for it, or do not match it."""


def row(
    rank: int,
    person: Mapping[str, Match],
    wanted: Sequence[str],
    *,
    taken: Collection[int],
    written_to: Collection[str],
    longest: float,
) -> Texts:
    """What the table shows of a person, whose matches are by way, with what its buttons name.

    `rank` is the number of the row, on the map and on the keyboard, `wanted` the ways that are looked for, `taken` the
    matchings that are solutions (not all of theirs), `written_to` the keys this tab has written to, `longest` the
    longest detour on show.
    """
    one = next(each for each, _ in person.values() if each.matching not in taken)
    said = {
        f"{name}_{locale}": _by_way(person, write, locale)
        for name, write in (("when", _times), ("road", _detour), ("why", _reasons))
        for locale in LOCALES
    }
    return {
        "rank": str(rank),
        "key": one.key,
        "kind": one.kind,
        "name": one.name,
        "avatar": one.avatar,
        "verdict": _verdict(person, wanted),
        "provider": one.provider,
        "place": one.place.name if one.place else "",
        "to": one.destination.name if one.destination else "",
        "exclusive": "true" if one.exclusive else "",
        "written": "true" if one.key in written_to else "",
        "share": str(round(100 * effort(person) / longest)) if longest else "",
        **{way: _standing(person.get(way), taken) if way in wanted else "" for way in WAYS},
        **said,
    }


def effort(person: Mapping[str, Match]) -> float:
    """Minutes a person drives for it, as far as that is known: the detour, or from home to the departure."""
    return max((each for match in person.values() if (each := _minutes(*match)) is not None), default=0)


def _verdict(person: Mapping[str, Match], wanted: Sequence[str]) -> str:
    """The worst of the ways that match; nobody fits well who does not match them all."""
    found = {how.verdict for _, how in person.values()}
    if len(found) == 1:
        return found.pop() if len(person) == len(wanted) or GOOD not in found else PART
    return PART


def _standing(match: Match | None, taken: Collection[int]) -> str:
    """How it stands with one way: a verdict, TAKEN or UNMATCHED."""
    if match is None:
        return UNMATCHED
    return TAKEN if match[0].matching in taken else match[1].verdict


def day_ranges(days: Iterable[str], locale: str) -> str:
    """Days of the week, short, with commas; three that follow each other are a range, all seven are `every day`."""
    known = [at for at, day in enumerate(DAYS) if day in set(days)]
    if len(known) == len(DAYS):
        return message(f"{WORDS}.every_day", locale)
    said: list[str] = []
    for _, group in groupby(enumerate(known), key=lambda each: each[1] - each[0]):
        names = [message(f"solidary.day_short.{DAYS[at]}", locale) for _, at in group]
        said += names if len(names) < 3 else [f"{names[0]}–{names[-1]}"]
    return ", ".join(said)


def kilometres(value: float, locale: str) -> str:
    """A distance as it is said: with a decimal under ten kilometres."""
    return f"{number(round(value, 1) if value < 10 else round(value), locale)} km"


def span(minutes: int, locale: str) -> str:
    """A length of time as it is said: 45 min, 2 h 05."""
    if minutes < 60:
        return message(f"{WORDS}.minutes", locale, minutes=minutes)
    return message(f"{WORDS}.hours", locale, hours=minutes // 60, minutes=f"{minutes % 60:02d}")


def _by_way(person: Mapping[str, Match], write: Callable[[Candidate, Fit, str], str], locale: str) -> str:
    """What is said of each way; once, where it is the same of all."""
    texts = {way: write(*match, locale) for way, match in person.items()}
    if len(set(texts.values())) == 1:
        return next(iter(texts.values()))
    words = {way: message(f"{WORDS}.way.{way}", locale) for way in texts}
    lines = [message(f"{WORDS}.of_way", locale, way=words[way], text=text) for way, text in texts.items() if text]
    return "\n".join(lines)


def _times(candidate: Candidate, fit: Fit, locale: str) -> str:
    """The days and the hours in common; nothing where there are none, which is then a reason."""
    if not fit.days:
        return ""
    days = day_ranges(fit.days, locale)
    if candidate.kind == VOLUNTEER:
        hours = {
            ", ".join(f"{clock(first)}–{clock(last)}" for first, last in _joined(candidate, day)) for day in fit.days
        }
        spans = hours.pop() if len(hours) == 1 else ""
        return message(f"{WORDS}.free", locale, when=" ".join(filter(None, (days, spans))))
    moments = sorted({candidate.times[day] for day in fit.days})
    at = clock(moments[0]) if len(moments) == 1 else f"{clock(moments[0])}–{clock(moments[-1])}"
    # How far beside the hours is a reason of its own: one number says it.
    beside = "" if any(each.key in ("late", "early") for each in fit.reasons) else _beside(fit.offset, locale)
    return message(f"{WORDS}.leaves", locale, when=f"{days} {at}{beside}")


def _joined(candidate: Candidate, day: str) -> list[tuple[int, int]]:
    """When a volunteer is free on a day; slots that follow each other are one."""
    spans: list[tuple[int, int]] = []
    for first, last in sorted(candidate.ranges[day]):
        begins = spans.pop()[0] if spans and spans[-1][1] >= first else first
        spans.append((begins, last))
    return spans


def _beside(offset: int | None, locale: str) -> str:
    """How far from the hour wished for."""
    if not offset:
        return ""
    sign = "+" if offset > 0 else "−"
    return f" ({sign}{span(abs(offset), locale)})"


def _minutes(candidate: Candidate, fit: Fit) -> float | None:
    """The detour of a carpooler; else about how long the way to the departure takes; None where nothing tells."""
    if candidate.detour is not None:
        return (candidate.detour_time or 0) / 60
    return None if fit.distance is None else fit.distance * MINUTES_A_KILOMETRE


def _detour(candidate: Candidate, fit: Fit, locale: str) -> str:
    """Minutes and kilometres of the detour, or from home to the departure; of a partner the length of the journey."""
    minutes = _minutes(candidate, fit)
    if candidate.detour is not None:
        km = kilometres(candidate.detour / 1000, locale)
        return message(f"{WORDS}.road", locale, km=km, span=span(round(minutes or 0), locale))
    parts = []
    if minutes is not None and fit.distance is not None:
        km = kilometres(fit.distance, locale)
        parts.append(message(f"{WORDS}.road", locale, km=km, span=span(max(1, round(minutes)), locale)))
    if candidate.length:
        parts.append(message(f"{WORDS}.length", locale, km=kilometres(candidate.length / 1000, locale)))
    return "\n".join(parts) or message(f"{WORDS}.unknown", locale)


def _reasons(_: Candidate, fit: Fit, locale: str) -> str:
    """Why somebody does not fit, a sentence each; empty where nothing is in the way."""
    return " ".join(_reason(each, locale) for each in fit.reasons)


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
    return message(f"{WORDS}.why.{reason.key}", locale, days=day_ranges(reason.days, locale), **values)
