"""What a request asks of a driver: days, hours and places of its way there and of its way back. Pure."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from admin_app.features.solidary import distance
from admin_app.features.solidary.record import SolidaryRecord
from admin_app.features.solidary.week import DAYS, is_clock_time, minutes
from admin_app.kit.values import Address

OUTWARD, RETURN = WAYS = ("outward", "return")
"""The API's names of the ways of a request."""
MARGIN = 15
"""Minutes around an hour that was said without a window: the API's own margin (x-choices)."""
DAY_END = 24 * 60 - 1


@dataclass(frozen=True)
class Point:
    """A place on the map."""

    latitude: float
    longitude: float
    name: str = ""

    @property
    def spot(self) -> tuple[float, float]:
        """Its latitude and its longitude."""
        return self.latitude, self.longitude


@dataclass(frozen=True)
class Hours:
    """When one wants to leave on a day, in minutes since midnight: at `wish`, not before `first` nor after `last`."""

    first: int
    wish: int
    last: int


@dataclass(frozen=True)
class Asked:
    """One way of a request. `days` are those one travels on, or one of which will do where the date is open."""

    way: str
    first: dt.date | None
    last: dt.date | None
    days: Mapping[str, Hours]
    origin: Point | None
    destination: Point | None
    home: Point | None
    """Where the request departs from, whichever the way: a volunteer's distance is counted from there."""
    regular: bool

    @property
    def open(self) -> bool:
        """Whether any one of the days will do: the journey is made once, within a window."""
        return not self.regular and len(self.days) > 1


def asked(record: SolidaryRecord) -> dict[str, Asked]:
    """The ways of a request; the way back is there where one is asked for."""
    here, there = point(record.origin), point(record.destination)
    ends = {OUTWARD: (here, there), RETURN: (there, here)}
    ways = {}
    for way in WAYS:
        first, last = _dates(record, way)
        days = _weekly(record, way) if record.regular else _once(record, way, first, last)
        if way == OUTWARD or (days and record.round_trip):
            ways[way] = Asked(way, first, last, days, *ends[way], here, record.regular)
    return ways


def point(address: Address | Mapping[str, Any] | None) -> Point | None:
    """Where an address is; None for one without coordinates."""
    if isinstance(address, Mapping):
        try:
            address = Address.model_validate(address)
        except ValueError:
            return None
    if address is None or address.latitude is None or address.longitude is None:
        return None
    name = address.address_locality or address.display
    return Point(float(address.latitude), float(address.longitude), name)


def kilometres(one: Point | None, other: Point | None) -> float | None:
    """The distance of two places as the crow flies; None where one of them is not known."""
    return distance.kilometres(one and one.spot, other and other.spot)


def date_of(text: object) -> dt.date | None:
    """The day an API date begins with; None for what is none."""
    try:
        return dt.date.fromisoformat(str(text or "")[:10])
    except ValueError:
        return None


def around(clock: str, first: str = "", last: str = "") -> Hours | None:
    """The hours of a day from `HH:mm` texts; the margin of the API where no window is said."""
    if not is_clock_time(clock):
        return None
    wish = minutes(clock)
    begin = minutes(first) if is_clock_time(first) else wish - MARGIN
    end = minutes(last) if is_clock_time(last) else wish + MARGIN
    return Hours(max(0, min(begin, wish)), wish, min(DAY_END, max(end, wish)))


def _dates(record: SolidaryRecord, way: str) -> tuple[dt.date | None, dt.date | None]:
    first = date_of(record.outward_date) or date_of(record.from_date)
    if way == RETURN and not record.regular:
        first = date_of(record.return_date) or first
    last = date_of(record.to_date)
    return first, last if first and last and last > first else first


def _weekly(record: SolidaryRecord, way: str) -> dict[str, Hours]:
    name = "outward_time" if way == OUTWARD else "return_time"
    lines = [(line, around(getattr(line, name))) for line in record.schedules]
    hours_of_day = {day: hours for line, hours in lines if hours for day in line.days}
    return {day: hours_of_day[day] for day in DAYS if day in hours_of_day}


def _once(record: SolidaryRecord, way: str, first: dt.date | None, last: dt.date | None) -> dict[str, Hours]:
    if way == OUTWARD:
        hours = around(record.outward_time, record.outward_min_time, record.outward_max_time)
    else:
        hours = around(record.return_time, record.return_min_time, record.return_max_time)
    if hours is None or first is None:
        return {}
    span = min(7, ((last or first) - first).days + 1)
    days = {DAYS[(first + dt.timedelta(days=each)).weekday()] for each in range(span)}
    return {day: hours for day in DAYS if day in days}
