"""Whoever could drive, told in one way: carpoolers, volunteers and drivers of partner platforms. Pure.

The API sends three shapes (solidary.yaml, Carpool and Transporter; content-points.yaml, ExternalJourney), and a partner
any type for a number. What cannot be read of one is left out; it makes no other disappear.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from admin_app.features.solidary.drivers.journey import WAYS, Point, date_of, point
from admin_app.features.solidary.record import REGULAR, SolidaryRecord
from admin_app.features.solidary.week import DAYS, SLOTS, flag, minutes, shown
from admin_app.kit.values import uploaded
from admin_app.shared.people.names import whole_name

CARPOOL, VOLUNTEER, EXTERNAL = KINDS = ("carpool", "volunteer", "external")
Item = Mapping[str, Any]


@dataclass(frozen=True)
class Candidate:
    """Somebody who could drive one way of a request."""

    key: str
    """Names it in the table, however the table is sorted."""
    kind: str
    way: str
    name: str
    user_id: int | None = None
    """The person, as a user of the platform; nobody of a partner is one."""
    matching: int | None = None
    """What a solution is made of."""
    provider: str = ""
    """The partner platform, with its number of the driver and of the journey."""
    carpooler: str = ""
    journey: str = ""
    drives: bool = True
    """False for somebody who looks for a seat."""
    round_trip: bool = False
    """Whether a journey of a partner comes back too."""
    regular: bool = field(kw_only=True)
    exclusive: bool = False
    """Whether the offer is for solidary passengers alone."""
    first: dt.date | None = None
    last: dt.date | None = None
    times: Mapping[str, int] = field(default_factory=dict)
    """When they leave on each of their days, in minutes since midnight."""
    ranges: Mapping[str, list[tuple[int, int]]] = field(default_factory=dict)
    """When a volunteer is free on each of their days."""
    origin: Point | None = None
    destination: Point | None = None
    home: Point | None = None
    radius: int = 0
    """Metres a volunteer goes from home; 0 where they have not said."""
    detour: int | None = None
    """Metres, and seconds, the passenger costs a carpooler."""
    detour_time: int | None = None
    length: int | None = None
    """Metres of a partner's journey, which its answer calls a detour (content-points.yaml, ExternalJourney)."""
    avatar: str = ""
    """The address of a picture; empty where there is none."""

    @property
    def place(self) -> Point | None:
        """Where they set out from."""
        return self.home or self.origin


def of_record(record: SolidaryRecord) -> list[Candidate]:
    """The carpoolers and volunteers that a record came with, on both ways."""
    drivers: list[Candidate] = []
    for way, name in zip(WAYS, ("outward", "return_"), strict=True):
        drivers += [candidate for each in getattr(record.carpools, name) if (candidate := _carpool(each, way))]
        drivers += [candidate for each in getattr(record.transporters, name) if (candidate := _volunteer(each, way))]
    return drivers


def of_partners(items: list[Any], way: str) -> list[Candidate]:
    """The journeys that partners answered a search with."""
    return [candidate for each in items if isinstance(each, Mapping) and (candidate := _external(each, way))]


def retained(record: SolidaryRecord) -> set[int]:
    """The matchings that are solutions already: a second one of the same would break the call (solidary.yaml)."""
    return {number for each in record.solutions.drivers if (number := _whole(each.get("matchingId"))) is not None}


def ways_of_solutions(record: SolidaryRecord, candidates: Iterable[Candidate]) -> dict[str, str]:
    """Which way each solution is of, by its id: that of its matching."""
    ways = {each.matching: each.way for each in candidates if each.matching is not None}
    pairs = [(each.get("id"), ways.get(_whole(each.get("matchingId")))) for each in record.solutions.drivers]
    return {str(number): way for number, way in pairs if way}


def _carpool(item: Item, way: str) -> Candidate | None:
    matching, person = _whole(item.get("matchingId")), _whole(item.get("carpoolerId"))
    if item.get("external") or matching is None or person is None:
        return None
    regular = item.get("frequency") == REGULAR
    first, last = date_of(item.get("carpoolerFromDate")), date_of(item.get("carpoolerToDate"))
    weekly = item.get("carpoolerSchedule") or item.get("schedule")
    times = _weekly(weekly) if regular else _once(first, item.get("carpoolerFromTime"))
    return Candidate(
        f"{CARPOOL}-{matching}",
        CARPOOL,
        way,
        _name(item, "carpooler"),
        person,
        matching,
        drives=item.get("driver") is not False,
        regular=regular,
        exclusive=bool(item.get("solidaryExclusive")),
        first=first,
        last=last,
        times=times,
        origin=point(item.get("origin")),
        destination=point(item.get("destination")),
        detour=_whole(item.get("detourDistance")),
        detour_time=_whole(item.get("detourDuration")),
        avatar=_text(uploaded(item.get("carpoolerAvatar"))),
    )


def _volunteer(item: Item, way: str) -> Candidate | None:
    matching, person = _whole(item.get("matchingId")), _whole(item.get("volunteerId"))
    if matching is None or person is None:
        return None
    week, times = _object(item.get("volunteerSchedule")), _slots(item)
    ranges = {
        day: [times[slot] for slot in SLOTS if week.get(flag(slot, day)) and slot in times]
        for day in DAYS
        if any(week.get(flag(slot, day)) for slot in SLOTS)
    }
    return Candidate(
        f"{VOLUNTEER}-{matching}",
        VOLUNTEER,
        way,
        _name(item, "volunteer"),
        person,
        matching,
        regular=True,
        ranges=ranges,
        home=point(_object(item.get("centerPoint"))),
        radius=_whole(item.get("maxDistance")) or 0,
        avatar=_text(uploaded(item.get("volunteerAvatar"))),
    )


def _external(item: Item, way: str) -> Candidate | None:
    provider, journey, carpooler = (_text(item.get(name)) for name in ("externalProvider", "journeyId", "carpoolerId"))
    if not (provider and journey and carpooler):
        return None  # nobody could be written to
    regular = _whole(item.get("frequency")) == REGULAR
    first = date_of(item.get("fromDate"))
    return Candidate(
        f"{EXTERNAL}-{way}-{provider}-{journey}-{carpooler}",
        EXTERNAL,
        way,
        _name(item, "carpooler") or provider,
        provider=provider,
        carpooler=carpooler,
        journey=journey,
        drives=_whole(item.get("driver")) != 0,
        round_trip=item.get("type") == "roundtrip",
        regular=regular,
        first=first,
        times=_weekly(item.get("schedule")) if regular else _once(first, item.get("fromTime")),
        origin=point(_object(item.get("origin"))),
        destination=point(_object(item.get("destination"))),
        length=_whole(item.get("detourDistance")),
    )


def _weekly(times: Any) -> dict[str, int]:
    """Per day the time of departure; false is a day without."""
    known = _object(times)
    return {day: minutes(clock) for day in DAYS if (clock := shown(known.get(day)))}


def _once(day: dt.date | None, time: Any) -> dict[str, int]:
    clock = shown(time)
    return {DAYS[day.weekday()]: minutes(clock)} if day and clock else {}


def _slots(item: Item) -> dict[str, tuple[int, int]]:
    """When each slot of a volunteer begins and ends; a slot without both is left out."""
    bounds = {slot: (shown(item.get(f"{slot}MinTime")), shown(item.get(f"{slot}MaxTime"))) for slot in SLOTS}
    return {slot: (minutes(first), minutes(last)) for slot, (first, last) in bounds.items() if first and last}


def _name(item: Item, who: str) -> str:
    return whole_name(*(_text(item.get(f"{who}{part}")) for part in ("GivenName", "FamilyName")))


def _text(value: Any) -> str:
    return str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _whole(value: Any) -> int | None:
    """A whole number, be it a text as some partners send it; None for what is none."""
    try:
        return int(float(value))
    except (TypeError, ValueError, OverflowError):
        return None
