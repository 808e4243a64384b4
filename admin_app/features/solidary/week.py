"""A week of solidary transport: days, slots, and times as the API writes them (solidary.yaml, SlotTimes, DayFlags).

Pure. Times are wall clock: their literal characters count, whatever zone stands behind them.
"""

import re
from collections.abc import Collection, Mapping
from typing import Any

from babel.dates import get_day_names

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
"""The API's names of the days of a week, in order."""
SLOTS = ("m", "a", "e")
"""The API's letters of morning, afternoon and evening."""
SLOT_LABELS = "solidary.slot"
"""The prefix of their labels."""
BOUNDS = ("Min", "Max")
SLOT_TIMES = tuple(f"{slot}{bound}Time" for slot in SLOTS for bound in BOUNDS)
"""`mMinTime`, `mMaxTime`, ...: when each slot begins and ends."""
RANGE_TIMES = tuple(f"{slot}{bound}RangeTime" for slot in SLOTS for bound in BOUNDS)
"""The widest a volunteer of a structure may make each slot."""
DEFAULT_SLOTS: Mapping[str, str] = dict(
    zip(SLOT_TIMES, ("06:00", "12:00", "12:00", "18:00", "18:00", "23:00"), strict=True)
)
"""What a structure begins with (STRUCTURE-5)."""
CLOCK_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


def flag(slot: str, day: str) -> str:
    """The API's name of one slot of one day: `mMon` (VOLUNTEER-2)."""
    return f"{slot}{day.capitalize()}"


FLAGS = tuple(flag(slot, day) for day in DAYS for slot in SLOTS)
"""The 21 slots of a week, day by day."""


def day_names(days: Collection[str], locale: str) -> list[str]:
    """Days of the week as one says them, in their order."""
    names = get_day_names("wide", locale=locale)
    return [names[rank] for rank, day in enumerate(DAYS) if day in days]


def is_clock_time(text: str) -> bool:
    """Whether a text is a time of day, `HH:mm`."""
    return CLOCK_TIME.fullmatch(text) is not None


def shown(time: object) -> str:
    """`HH:mm` of a date-time of the API or of a time of day; empty for what is none (false stands for a free day)."""
    text = str(time or "")
    clock = text[11:16] if "T" in text else text[:5]
    return clock if is_clock_time(clock) else ""


def sent(time: str) -> str:
    """A slot's `HH:mm` as the API wants it (STRUCTURE-5); ValueError for what is no time of day."""
    if not is_clock_time(time):
        raise ValueError("not a time of day")
    return f"1970-01-01T{time}:00+00:00"


def slots_of(item: Mapping[str, Any], otherwise: Mapping[str, str] = DEFAULT_SLOTS) -> dict[str, str]:
    """The bounds of the slots of a structure or a volunteer, `HH:mm` by name; `otherwise` where it has none."""
    return {name: shown(item.get(name)) or otherwise.get(name, "") for name in SLOT_TIMES}


def rows_of(item: Mapping[str, Any]) -> list[dict[str, str]]:
    """A week as pages show it, a row a day: `day`, and `true` or nothing under the letter of each slot."""
    return [{"day": day, **{slot: "true" if item.get(flag(slot, day)) else "" for slot in SLOTS}} for day in DAYS]


def clock(moment: int) -> str:
    """`HH:mm` of minutes since midnight."""
    return f"{moment // 60:02d}:{moment % 60:02d}"


def minutes(time: str) -> int:
    """Minutes since midnight of an `HH:mm`; ValueError for what is no time of day."""
    if not is_clock_time(time):
        raise ValueError("not a time of day")
    return int(time[:2]) * 60 + int(time[3:])
