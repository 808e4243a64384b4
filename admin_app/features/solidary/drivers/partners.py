"""What partner platforms are asked, and what a driver of theirs is sent (content-points.yaml; JOURNEY-1, JOURNEY-2).

Pure. A partner that does not answer makes the whole search fail, and its text quotes keys: it is never shown.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from admin_app.features.solidary.drivers.journey import DAY_END, Asked, Hours, Point
from admin_app.features.solidary.week import DAYS, clock
from admin_app.kit.words.formats import is_day

PUNCTUAL, REGULAR = FREQUENCIES = ("1", "2")
WORD = {PUNCTUAL: "punctual", REGULAR: "regular"}
"""The server forwards words alone, and drops any other value (x-seed-conflicts)."""
WEEKDAYS: Mapping[str, str] = dict(
    zip(DAYS, ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"), strict=True)
)
MARGINS = ("15", "30", "60", "120")
"""Minutes around the hours of the request that a search may take in."""
MARGIN = "60"
"""What a form begins with."""
PASSENGER = 2
"""The role of whoever writes to a driver (JOURNEY-2)."""


class WrongDates(ValueError):
    """The first day of a search is after its last."""


@dataclass(frozen=True)
class Search:
    """One search, whole."""

    origin: Point
    destination: Point
    min_date: str
    """`YYYY-MM-DD`."""
    max_date: str
    days: Mapping[str, Hours]
    frequency: str = PUNCTUAL


def search(asked: Asked) -> Search | None:
    """What one way of a request asks of partners; None where it has no date, no hour or nowhere to go."""
    here, there = asked.origin, asked.destination
    if not (here and there and asked.first and asked.days) or here.spot == there.spot:
        return None
    last = asked.last or asked.first
    frequency = REGULAR if asked.regular else PUNCTUAL
    return Search(here, there, asked.first.isoformat(), last.isoformat(), asked.days, frequency)


def widened(wanted: Search, margin: int) -> Search:
    """A search that takes in so many minutes around each hour wished for, and the hours asked for at least."""
    days = {
        day: Hours(
            max(0, min(each.first, each.wish - margin)), each.wish, min(DAY_END, max(each.last, each.wish + margin))
        )
        for day, each in wanted.days.items()
    }
    return replace(wanted, days=days)


def first_form(ways: Mapping[str, Asked]) -> dict[str, str]:
    """What the form of a search begins with: the way there, or the way back where that alone can be searched; empty
    where neither can."""
    for way, one in ways.items():
        if wanted := search(one):
            dates = {"min_date": wanted.min_date, "max_date": wanted.max_date}
            return {"way": way, "frequency": wanted.frequency, **dates, "margin": MARGIN}
    return {}


def search_of(form: Mapping[str, str], ways: Mapping[str, Asked]) -> Search | None:
    """The search a form asks for; None for a way that cannot be searched, WrongDates where the first is the later."""
    way = form.get("way", "")
    wanted = search(ways[way]) if way in ways else None
    if wanted is None:
        return None
    first, last = form.get("min_date", ""), form.get("max_date", "")
    first, last = first if is_day(first) else wanted.min_date, last if is_day(last) else wanted.max_date
    if first > last:
        raise WrongDates
    frequency = form["frequency"] if form.get("frequency") in FREQUENCIES else PUNCTUAL
    margin = int(form["margin"]) if form.get("margin") in MARGINS else 0
    return widened(replace(wanted, min_date=first, max_date=last, frequency=frequency), margin)


def parameters(wanted: Search) -> dict[str, Any]:
    """Every parameter of a search, under the API's names."""
    days = {f"days_{WEEKDAYS[day]}": int(day in wanted.days) for day in DAYS}
    hours = {
        f"{WEEKDAYS[day]}_{name}time": f"{clock(moment)}:00"
        for day, each in wanted.days.items()
        for name, moment in (("min", each.first), ("max", each.last))
    }
    return {
        "from_latitude": f"{wanted.origin.latitude:.6f}",
        "from_longitude": f"{wanted.origin.longitude:.6f}",
        "to_latitude": f"{wanted.destination.latitude:.6f}",
        "to_longitude": f"{wanted.destination.longitude:.6f}",
        "outward_mindate": wanted.min_date,
        "outward_maxdate": wanted.max_date,
        "driver": 1,
        "passenger": 0,
        "frequency": WORD[wanted.frequency],
        **days,
        **hours,
    }


def connection(driver: Mapping[str, str], content: str) -> dict[str, Any]:
    """A message to the driver of a partner, who is a `provider`, a `carpooler` and a `journey`."""
    return {
        "carpoolerUuid": driver["carpooler"],
        "provider": driver["provider"],
        "journeysUuid": driver["journey"],
        "content": content,
        "role": PASSENGER,
    }
