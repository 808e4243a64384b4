"""The journey of a record: what is sent, what is stored, and back (solidary.yaml, JourneyInput, x-create-recipes).

Times and dates are wall clock. Whatever is wrong is a masked failure, but for a journey without any day.
"""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Row

from sandbox.errors import ApiError, masked
from sandbox.solidary.tables import DAYS

PUNCTUAL, REGULAR, FLEXIBLE = 1, 2, 3
FIXED_DATE, NO_RETURN, CHOSEN_RETURN = 1, 1, 5
# Choices 2, 3 and 4 of a time are the structure's slots.
PARTS = {2: "m", 3: "a", 4: "e"}
MARGIN = 15
CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
NO_DAY = "At least one day should be selected for a regular trip"
DATE_KEYS = (
    "punctualOutwardDateChoice",
    "punctualOutwardMinDate",
    "punctualOutwardMaxDate",
    "punctualOutwardTimeChoice",
    "punctualOutwardMinTime",
    "punctualReturnDateChoice",
    "punctualReturnDate",
    "punctualReturnTime",
    "regularMinDate",
    "regularMaxDate",
    "regularSchedules",
)
"""What changes when a journey takes place; `regularDateChoice` alone is ignored (update_solidary)."""
CHOICES = {
    "punctualOutwardDateChoice": "punctual_outward_date_choice",
    "punctualOutwardTimeChoice": "punctual_outward_time_choice",
    "punctualReturnDateChoice": "punctual_return_date_choice",
    "regularDateChoice": "regular_date_choice",
}
TIMES = tuple(f"{way}_{part}time" for way in ("outward", "return") for part in ("", "min_", "max_"))


def check_choices(sent: Mapping[str, Any]) -> None:
    """Refuse a journey that lacks the choices of its frequency; its dates are missed later, if at all (trap 45)."""
    if not isinstance(sent.get("regular"), bool):
        raise masked()
    if sent["regular"]:
        if not all(sent.get(name) for name in ("regularSchedules", "regularDateChoice")):
            raise masked()
        return
    for name in ("punctualOutwardDateChoice", "punctualOutwardTimeChoice"):
        if sent.get(name) not in (1, 2, 3, 4):
            raise masked()


def columns_of(sent: Mapping[str, Any], structure: Row[Any]) -> dict[str, Any]:
    """The columns of a journey's dates and times, every one of them."""
    columns: dict[str, Any] = dict.fromkeys((*CHOICES.values(), *TIMES, "to_date", "return_date", "schedules"))
    return columns | (_regular(sent) if sent["regular"] else _punctual(sent, structure))


def _regular(sent: Mapping[str, Any]) -> dict[str, Any]:
    lines = _lines(sent["regularSchedules"])
    if not any(line["outwardTime"] for line in lines):
        raise ApiError(NO_DAY)
    return {
        "frequency": REGULAR,
        "regular_date_choice": sent["regularDateChoice"],
        "from_date": _day(sent.get("regularMinDate")),
        "to_date": _day(sent.get("regularMaxDate")),
        "schedules": json.dumps(lines),
        "round_trip": any(line["returnTime"] for line in lines),
    }


def _lines(sent: Any) -> list[dict[str, Any]]:
    """The days that share their times, on one line each."""
    if not isinstance(sent, Sequence) or isinstance(sent, str):
        raise masked()
    days: dict[tuple[str | None, ...], list[str]] = {}
    for line in sent:
        # The key must be there, null or not.
        if not isinstance(line, Mapping) or "returnTime" not in line:
            raise masked()
        times = tuple(
            None if value is None else _clock(value) for value in (line.get("outwardTime"), line["returnTime"])
        )
        days.setdefault(times, []).extend(day for day in DAYS if line.get(day) is True)
    return [line_of(found, *times) for times, found in days.items() if found]


def line_of(found: Sequence[str], outward: str | None, back: str | None) -> dict[str, Any]:
    """A line of a schedule (RecordSchedule), its times as HH:MM."""
    return {day: day in found for day in DAYS} | {"outwardTime": outward, "returnTime": back}


def _punctual(sent: Mapping[str, Any], structure: Row[Any]) -> dict[str, Any]:
    choice, back = sent["punctualOutwardDateChoice"], sent.get("punctualReturnDateChoice")
    if back not in (1, 2, 3, 4, 5):
        raise masked()
    first = _day(sent.get("punctualOutwardMinDate"))
    flexible = choice != FIXED_DATE
    if flexible and back == CHOSEN_RETURN:
        raise ApiError(NO_DAY)
    columns: dict[str, Any] = {column: sent.get(name) for name, column in CHOICES.items()}
    columns |= {"regular_date_choice": None, "frequency": FLEXIBLE if flexible else PUNCTUAL, "from_date": first}
    columns["to_date"] = _day(sent.get("punctualOutwardMaxDate")) if flexible else None
    columns |= _outward(sent, structure)
    columns["round_trip"] = back != NO_RETURN
    if back == CHOSEN_RETURN:
        leaves = datetime.fromisoformat(
            f"{_day(sent.get('punctualReturnDate'))}T{_clock(sent.get('punctualReturnTime'))}"
        )
        columns |= _return(leaves)
    elif back != NO_RETURN:
        outward = datetime.fromisoformat(f"{first}T{columns['outward_time']}")
        columns |= _return(outward + timedelta(hours=back - 1))
    if flexible:
        columns["schedules"] = json.dumps([line_of(DAYS, columns["outward_time"], columns.get("return_time"))])
    return columns


def _outward(sent: Mapping[str, Any], structure: Row[Any]) -> dict[str, str]:
    part = PARTS.get(sent["punctualOutwardTimeChoice"])
    if part is None:
        at = _clock(sent.get("punctualOutwardMinTime"))
        return {"outward_time": at, "outward_min_time": moved(at, -MARGIN), "outward_max_time": moved(at, MARGIN)}
    first, last = structure._mapping[f"{part}_min_time"], structure._mapping[f"{part}_max_time"]
    half = (minutes(last) - minutes(first)) // 2
    return {"outward_time": moved(first, half), "outward_min_time": first, "outward_max_time": last}


def _return(leaves: datetime) -> dict[str, str]:
    at = leaves.strftime("%H:%M")
    return {
        "return_date": leaves.date().isoformat(),
        "return_time": at,
        "return_min_time": moved(at, -MARGIN),
        "return_max_time": moved(at, MARGIN),
    }


def minutes(clock: str) -> int:
    """Minutes since midnight of HH:MM."""
    return int(clock[:2]) * 60 + int(clock[3:])


def clock_of(moment: int) -> str:
    """HH:MM of minutes since midnight."""
    return f"{moment // 60:02d}:{moment % 60:02d}"


def moved(clock: str, by: int) -> str:
    """HH:MM so many minutes later, kept within the day."""
    return clock_of(max(0, min(24 * 60 - 1, minutes(clock) + by)))


def _clock(value: Any) -> str:
    """HH:MM exactly: with seconds it breaks (trap 32)."""
    if not isinstance(value, str) or not CLOCK.fullmatch(value):
        raise masked()
    return value


def _day(value: Any) -> str:
    try:
        return date.fromisoformat(value[:10]).isoformat()
    except (TypeError, ValueError):
        raise masked() from None


def as_stored(row: Row[Any]) -> dict[str, Any]:
    """The journey of a record as it would be sent: what an edition falls back to. A flexible one is stored weekly."""
    if row.frequency == PUNCTUAL:
        return as_punctual(row)
    return {
        "regular": True,
        "regularDateChoice": row.regular_date_choice,
        "regularMinDate": row.from_date,
        "regularMaxDate": row.to_date,
        "regularSchedules": json.loads(row.schedules),
    }


def as_punctual(row: Row[Any]) -> dict[str, Any]:
    """The choices, dates and times of a punctual or flexible record, as they would be sent."""
    sent = {name: row._mapping[column] for name, column in CHOICES.items() if name != "regularDateChoice"}
    return sent | {
        "regular": False,
        "punctualOutwardMinDate": row.from_date,
        "punctualOutwardMaxDate": row.to_date,
        "punctualOutwardMinTime": row.outward_time,
        "punctualReturnDate": row.return_date,
        "punctualReturnTime": row.return_time,
    }
