"""When the journeys of the demo data take place, and when they were asked for: what their status allows."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Any

from sandbox.clock import REFERENCE, SERVER_ZONE, read_stored
from sandbox.seed.office import at_work, worked
from sandbox.seed.structures import STRUCTURES
from sandbox.solidary.tables import DAYS

CREATED, TAKEN, LOOKING, FOLLOWED, CLOSED, REPLACED = 0, 1, 2, 3, 4, 6
EVER = 1_000
# The first and the last day that fit a status, counted from now, and those drawn from where a day does not; a few
# open ones have been forgotten for a fortnight.
FIT = {CREATED: (3, EVER), TAKEN: (2, EVER), LOOKING: (-14, EVER), FOLLOWED: (-6, EVER), CLOSED: (-EVER, -2)}
FIT_NEWEST = {**FIT, CLOSED: (-21, -2), REPLACED: (-21, EVER)}
SPANS = {CREATED: (3, 30), TAKEN: (2, 20), LOOKING: (-14, -1), FOLLOWED: (-6, 12), CLOSED: (-60, -2)}
SPANS_OF_NEWEST = {**SPANS, CLOSED: (-21, -2), REPLACED: (-21, -2)}
HELD_ON = {"Marché du samedi": ("sat",), "Cérémonie familiale": ("sat",)}
ALSO_ON_SATURDAYS = ("Courses",)


def days_of(structure: int, label: str) -> tuple[str, ...]:
    """The days on which somebody of a structure is driven for a reason: when it works, and the place is open."""
    works = STRUCTURES[structure - 1].days
    usual = DAYS[:6] if label in ALSO_ON_SATURDAYS else DAYS[:5]
    return tuple(day for day in HELD_ON.get(label, usual) if day in works)


def status_of_next(status: int, begins: date) -> int:
    """What has become of a record that took the place of another, whose day it keeps to."""
    ahead = (begins - REFERENCE.date()).days
    if ahead >= 0:
        return LOOKING if status in (CREATED, TAKEN, CLOSED) else status
    return CLOSED if ahead < FIT[LOOKING][0] else LOOKING if status in (CREATED, TAKEN) else status


def settled(begins: date, lasts: int, status: int, newest: bool, draw: Random) -> date:
    """The day that fits the status: what is closed is over, what is not is to come or was not long ago."""
    fit, spans = (FIT_NEWEST, SPANS_OF_NEWEST) if newest else (FIT, SPANS)
    first, last = fit.get(status, (-EVER, EVER))
    over = lasts if status == CLOSED else 0
    if first <= (begins - REFERENCE.date()).days + over <= last:
        return begins
    return REFERENCE.date() + timedelta(days=draw.randint(*spans[status]) - over)


def on_one_of(begins: date, lasts: int, days: Iterable[str]) -> date:
    """The next of these days; the last one of what is just over."""
    way = -1 if -7 <= (begins - REFERENCE.date()).days + lasts < 0 else 1
    near = (begins + timedelta(days=way * each) for each in range(7))
    return next((day for day in near if DAYS[day.weekday()] in days), begins)


def asked(begins: date, status: int, drawn: tuple[int, int, int, int], parent: Mapping[str, Any] | None) -> datetime:
    """When somebody called: two days to a month ahead, within office hours; a copy is made as its original is closed.

    Drawn are the days ahead, how many days ago it was at the latest, the hour and the minute. What nobody has looked
    at yet is of the last hours of work, one for each day drawn.
    """
    if parent:
        return read_stored(parent["searched_date"])
    lead, ago, hour, minute = drawn
    if status == CREATED:
        return at_work(worked(REFERENCE) - lead * 60 - minute)
    day = min(begins - timedelta(days=lead), REFERENCE.date() - timedelta(days=ago))
    return datetime.combine(day - timedelta(days=max(day.weekday() - 4, 0)), time(hour, minute), SERVER_ZONE)
