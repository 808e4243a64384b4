"""Whether the places of a file can be meant: those whose degrees stand the other way round, those far from all others.
Pure.
"""

from collections.abc import Sequence
from statistics import quantiles

Spot = tuple[float, float]
"""Latitude and longitude, in degrees."""
Area = tuple[float, float, float, float]
"""South, west, north, east."""
HOME: tuple[Area, ...] = (
    (41.0, -6.0, 51.8, 10.2),
    (14.0, -62.2, 18.3, -60.5),
    (1.8, -55.0, 6.2, -51.2),
    (-21.8, 54.8, -20.5, 56.2),
    (-13.4, 44.7, -12.3, 45.6),
)
"""France with the towns across its borders; the Antilles, Guyane, La Réunion, Mayotte."""
ENOUGH = 4
"""Places that show where a file is at home; fewer tell nothing."""
ROOM = 2.0
"""Degrees around the middle half of a file's places that still belong to it, at the least."""
SWAPPED, FAR = "swapped", "far"


def spot_of(cells: Sequence[str], at: tuple[int, int] | None) -> Spot | None:
    """The place of a line whose degrees are there in it; None where they are none of the earth."""
    if at is None:
        return None
    try:
        latitude, longitude = (float(cells[each]) for each in at)
    except ValueError:
        return None
    return (latitude, longitude) if abs(latitude) <= 90 and abs(longitude) <= 180 else None


def area(spots: Sequence[Spot]) -> Area | None:
    """Where the places of a file are: their middle half with twice its width on each side, so that a few odd
    ones do not count."""
    if len(spots) < ENOUGH:
        return None
    south, north = _middle([latitude for latitude, _ in spots])
    west, east = _middle([longitude for _, longitude in spots])
    return south, west, north, east


def _middle(values: Sequence[float]) -> tuple[float, float]:
    low, _, high = quantiles(values, n=4, method="inclusive")
    room = max(ROOM, 2 * (high - low))
    return low - room, high + room


def remark(spot: Spot | None, around: Area | None) -> str:
    """`swapped` for a place that would be at home, or among the others, the other way round; `far` for one that is
    neither; empty for one nothing is to be said about."""
    if spot is None or _at_home(spot):
        return ""
    turned = spot[1], spot[0]
    among = around is not None and _within(spot, around)
    if _at_home(turned) or (around is not None and not among and _within(turned, around)):
        return SWAPPED
    return "" if among else FAR


def is_exchanged(spot: Spot) -> bool:
    """Whether one place, of which nobody knows the others, would be at home the other way round."""
    return remark(spot, None) == SWAPPED


def _at_home(spot: Spot) -> bool:
    return any(_within(spot, each) for each in HOME)


def _within(spot: Spot, around: Area) -> bool:
    south, west, north, east = around
    return south <= spot[0] <= north and west <= spot[1] <= east
