"""The journeys that people of the demo data ask for: where to and why, on which days and at what hours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from random import Random
from typing import Any

from sqlalchemy import Row

from sandbox.clock import REFERENCE
from sandbox.datafiles import read_csv
from sandbox.grouping import grouped
from sandbox.seed.solidary_days import days_of
from sandbox.solidary.journey import CHOSEN_RETURN, columns_of
from sandbox.solidary.tables import DAYS

AHEAD, BEHIND = 50, 365
FIRST_DAYS = ("regularMinDate", "punctualOutwardMinDate", "punctualReturnDate")
LAST_DAYS = ("regularMaxDate", "punctualOutwardMaxDate")
ONCE = ("Cérémonie familiale", "Entretien d’embauche")
"""What nobody is driven to every week."""
IN_THE_MORNING = ("Marché du samedi",)
MORNING, AFTERNOON, EVENING = 2, 3, 4
# Until when a return was chosen that nobody would drive otherwise.
EARLY_ENOUGH = "17:00"


@dataclass(frozen=True)
class Errand:
    """Where somebody is driven to, and the subject that brings them there."""

    place: Mapping[str, str]
    label: str


@cache
def _places(structure: int) -> Sequence[Mapping[str, str]]:
    """Where people ask a structure to be driven to."""
    return grouped(read_csv("errands.csv", "|"), lambda row: int(row["structure"]))[structure]


def errand(town: str, structure: int, regular: bool, before: str | None, draw: Random, other: Random) -> Errand:
    """An errand in another town than where one lives, of the subject of the record it replaces where it can be."""
    place = draw.choice(_places(structure))
    drawn = Errand(place, draw.choice(place["subjects"].split(",")))
    everything = [Errand(each, label) for each in _places(structure) for label in each["subjects"].split(",")]
    fitting = [each for each in everything if each.place["town"] != town and not (regular and each.label in ONCE)]
    wanted = [each for each in fitting if each.label == (before or drawn.label)]
    return drawn if drawn in wanted else other.choice(wanted or fitting)


def wish(draw: Random, before: str | None) -> tuple[date, dict[str, Any]]:
    """What somebody would have chosen, and the first day, drawn for now: after the day of the record it replaces."""
    ahead = draw.random() < 0.36
    days = draw.randint(0, 30 if draw.random() < 0.75 else AHEAD) if ahead else -draw.randint(1, BEHIND)
    begins = (REFERENCE + timedelta(days=days)).date()
    if before:
        begins = date.fromisoformat(before) + timedelta(days=draw.randint(1, 5))
    # A flexible record that somebody matches cannot be read (trap 43): enough of them to see it, no more.
    kind = draw.choices(("punctual", "flexible", "regular"), (75, 3, 22))[0]
    return begins, _regular(draw) if kind == "regular" else _punctual(draw, flexible=kind == "flexible")


def _regular(draw: Random) -> dict[str, Any]:
    choice = draw.choices((1, 2, 3), (15, 45, 40))[0]
    lasts = {1: 7, 2: 30, 3: draw.randint(40, 150)}[choice]
    days = draw.choice((("mon", "thu"), ("tue",), ("tue", "fri"), ("wed",), ("mon", "wed", "fri"), DAYS[:5]))
    hour, back = draw.choice(("08:15", "09:00", "13:45", "14:00")), draw.choice((None, "12:00", "16:30", "17:15"))
    back = None if back and back < hour else back
    line = {day: day in days for day in DAYS} | {"outwardTime": hour, "returnTime": back}
    return {"regular": True, "lasts": lasts, "regularDateChoice": choice, "regularSchedules": [line]}


def _punctual(draw: Random, flexible: bool) -> dict[str, Any]:
    choice = draw.choice((2, 3, 4)) if flexible else 1
    back = draw.choices((1, 2, 3, 4, 5), (25, 15, 30, 15, 0 if flexible else 15))[0]
    return {
        "regular": False,
        "lasts": {2: 7, 3: 15, 4: 30}.get(choice, 0),
        "punctualOutwardDateChoice": choice,
        "punctualOutwardTimeChoice": draw.choices((1, MORNING, AFTERNOON, EVENING), (55, 25, 17, 3))[0],
        "punctualOutwardMinTime": draw.choice(("08:30", "09:00", "09:45", "10:30", "13:30", "14:15", "15:00")),
        "punctualReturnDateChoice": back,
        "punctualReturnTime": draw.choice(("16:30", "17:00", "18:00")),
    }


def fitted(wished: dict[str, Any], label: str, structure: int) -> tuple[dict[str, Any], Sequence[str]]:
    """A wish as the structure and the reason allow it, and the days of the week it may be on."""
    days = days_of(structure, label)
    if wished["regular"]:
        line = wished["regularSchedules"][0]
        days = [day for day in days if line[day]] or days[:1]
        return wished | {"regularSchedules": [line | {day: day in days for day in DAYS}]}, days
    part = MORNING if label in IN_THE_MORNING else wished["punctualOutwardTimeChoice"]
    # Nothing that people are driven to is open in the evening.
    return wished | {"punctualOutwardTimeChoice": AFTERNOON if part == EVENING else part}, days


def journey(wished: dict[str, Any], begins: date, structure: Row[Any]) -> dict[str, Any]:
    """The columns of a wish from a day on; one is back at an hour when the structure drives."""
    ends = begins + timedelta(days=wished["lasts"])
    sent: dict[str, Any] = (
        wished | dict.fromkeys(FIRST_DAYS, begins.isoformat()) | dict.fromkeys(LAST_DAYS, ends.isoformat())
    )
    columns = columns_of(sent, structure)
    while columns["return_time"] and not _drives(structure, columns["return_date"], columns["return_time"]):
        chosen = sent["punctualReturnDateChoice"]
        if chosen == CHOSEN_RETURN and sent["punctualReturnTime"] != EARLY_ENOUGH:
            sent["punctualReturnTime"] = EARLY_ENOUGH
        else:
            sent["punctualReturnDateChoice"] = chosen - 1
        columns = columns_of(sent, structure)
    return columns


def _drives(structure: Row[Any], day: str, clock: str) -> bool:
    held, week_day = structure._mapping, DAYS[date.fromisoformat(day).weekday()]
    return any(
        held[f"{part}_{week_day}"] and held[f"{part}_min_time"] <= clock <= held[f"{part}_max_time"] for part in "mae"
    )
