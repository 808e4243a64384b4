"""How well somebody fits one way of a request: what is in common, how far it is, and why it does not fit. Pure.

The server has matched them already; this says what an operator would work out by hand before calling.
Nobody is left out for fitting badly: the table says so, and the operator decides.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from admin_app.features.solidary.drivers.candidates import EXTERNAL, VOLUNTEER, Candidate
from admin_app.features.solidary.drivers.journey import RETURN, Asked, kilometres

GOOD, PART, BAD = VERDICTS = ("good", "part", "bad")
FAR = 5
"""Kilometres between the places of a driver and of the request from which the way is worth saying."""
LONG_DETOUR = 20
"""Minutes of detour from which it is worth saying."""
LATE = 60
"""Minutes beside the hours asked for from which somebody does not fit."""


@dataclass(frozen=True)
class Reason:
    """One thing that does not fit: `solidary_drivers.why.<key>`, with its values and the days it is about."""

    key: str
    days: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    hard: bool = False
    """Whether it rules somebody out."""


@dataclass(frozen=True)
class Fit:
    """What is in common; distances in kilometres, None where it cannot be known."""

    verdict: str
    cost: float
    """What ranks those of one verdict: minutes of waiting, detour and way, weighed together."""
    days: tuple[str, ...]
    wanted: int
    """How many days are asked for; one where any of them will do."""
    offset: int | None
    """Minutes a carpooler leaves after the hour wished for, on the worst of the days; negative before it."""
    distance: float | None
    """From the volunteer's home, or from where the driver starts, to where the request departs from."""
    reasons: tuple[Reason, ...] = ()


def fit(candidate: Candidate, asked: Asked) -> Fit:
    """How a candidate fits a way of a request."""
    days = _days(candidate, asked)
    reasons = [*_calendar(candidate, asked, days), *_clock(candidate, asked, days), *_places(candidate, asked)]
    if not candidate.drives:
        reasons.append(Reason("passenger", hard=True))
    if asked.way == RETURN and candidate.kind == EXTERNAL and not candidate.round_trip:
        reasons.append(Reason("one_way"))
    hard = any(each.hard for each in reasons)
    wanted = 1 if asked.open else len(asked.days)
    how = Fit(
        verdict=BAD if hard else PART if reasons else GOOD,
        cost=0,
        days=days,
        wanted=wanted,
        offset=_offset(candidate, asked, days),
        distance=kilometres(candidate.place, asked.home if candidate.home else asked.origin),
        reasons=tuple(reasons),
    )
    return replace(how, cost=_cost(candidate, how))


def ranked(fits: Iterable[tuple[Candidate, Fit]]) -> list[tuple[Candidate, Fit]]:
    """The best first: who fits, who fits in part, who does not; within each by what it costs."""
    return sorted(fits, key=lambda each: (VERDICTS.index(each[1].verdict), each[1].cost, each[0].name, each[0].key))


def _days(candidate: Candidate, asked: Asked) -> tuple[str, ...]:
    """The days in common; a driver who goes once only counts where that day is within the dates asked for."""
    if not candidate.regular and not _in_dates(candidate, asked):
        return ()
    offered = candidate.ranges if candidate.kind == VOLUNTEER else candidate.times
    return tuple(day for day in asked.days if day in offered and _free(candidate, asked, day))


def _free(candidate: Candidate, asked: Asked, day: str) -> bool:
    """Whether a volunteer is free within the hours asked for; a carpooler leaves when they leave."""
    hours = asked.days[day]
    in_part = any(min(last, hours.last) > max(first, hours.first) for first, last in candidate.ranges.get(day, []))
    return candidate.kind != VOLUNTEER or in_part or _covers(candidate, asked, day)


def _in_dates(candidate: Candidate, asked: Asked) -> bool:
    if candidate.first is None or asked.first is None:
        return True
    return asked.first <= candidate.first <= (asked.last or asked.first)


def _calendar(candidate: Candidate, asked: Asked, days: tuple[str, ...]) -> list[Reason]:
    """Dates and days that are not in common."""
    if not asked.days:
        return [Reason("no_hours")]
    if candidate.first and not candidate.regular and not _in_dates(candidate, asked):
        return [Reason("other_date", values={"date": candidate.first.isoformat()}, hard=True)]
    if candidate.regular and candidate.first and asked.last and candidate.first > asked.last:
        return [Reason("begins", values={"date": candidate.first.isoformat()}, hard=True)]
    if candidate.regular and candidate.last and asked.first and candidate.last < asked.first:
        return [Reason("ended", values={"date": candidate.last.isoformat()}, hard=True)]
    reasons = []
    if not days:
        reasons.append(Reason("no_day", tuple(candidate.ranges or candidate.times), hard=True))
    elif asked.regular and len(days) < len(asked.days):
        reasons.append(Reason("some_days", tuple(day for day in asked.days if day not in days)))
    if candidate.regular and asked.regular and candidate.last and asked.last and candidate.last < asked.last:
        reasons.append(Reason("until", values={"date": candidate.last.isoformat()}))
    return reasons


def _clock(candidate: Candidate, asked: Asked, days: tuple[str, ...]) -> list[Reason]:
    """Hours that are beside those asked for, on the worst of the days."""
    if candidate.kind == VOLUNTEER:
        partly = tuple(day for day in days if not _covers(candidate, asked, day))
        return [Reason("partly_free", partly)] if partly else []
    worst = (min if asked.open else max)((_beside(candidate, asked, day) for day in days), key=abs, default=0)
    if not worst:
        return []
    key = "late" if worst > 0 else "early"
    return [Reason(key, values={"minutes": abs(worst)}, hard=abs(worst) > LATE)]


def _covers(candidate: Candidate, asked: Asked, day: str) -> bool:
    """Whether a volunteer is free at the hour wished for."""
    return any(first <= asked.days[day].wish <= last for first, last in candidate.ranges.get(day, []))


def _beside(candidate: Candidate, asked: Asked, day: str) -> int:
    """Minutes after the hours asked for; negative before them, 0 within."""
    hours, at = asked.days[day], candidate.times[day]
    return at - hours.last if at > hours.last else min(0, at - hours.first)


def _places(candidate: Candidate, asked: Asked) -> list[Reason]:
    """Where they live or start, and where they go to."""
    if candidate.kind == VOLUNTEER:
        away = kilometres(candidate.home, asked.home)
        if away is None:
            return [Reason("no_home")]
        limit = candidate.radius / 1000
        return [Reason("too_far", values={"km": away, "limit": limit}, hard=True)] if limit and away > limit else []
    reasons = []
    for key, one, other in (
        ("starts_far", candidate.origin, asked.origin),
        ("ends_far", candidate.destination, asked.destination),
    ):
        away = kilometres(one, other)
        # Who was matched on the way passes by: the detour tells of it.
        if away is not None and away > FAR and candidate.detour is None:
            reasons.append(Reason(key, values={"km": away}))
    if candidate.detour_time is not None and candidate.detour_time > LONG_DETOUR * 60:
        reasons.append(Reason("detour", values={"minutes": candidate.detour_time // 60}))
    return reasons


def _offset(candidate: Candidate, asked: Asked, days: tuple[str, ...]) -> int | None:
    if candidate.kind == VOLUNTEER or not days:
        return None
    return max((candidate.times[day] - asked.days[day].wish for day in days), key=abs)


def _cost(candidate: Candidate, how: Fit) -> float:
    """The less the better: a day that lacks weighs as two hours, a kilometre as two minutes."""
    missing = max(0, how.wanted - len(how.days)) / max(1, how.wanted)
    cost = 120 * missing + abs(how.offset or 0) * 0.5
    cost += 2 * (how.distance or 0) if candidate.detour is None else 2 * candidate.detour / 1000
    cost += (candidate.detour_time or 0) / 60
    return cost + sum(100 for each in how.reasons if each.hard)
