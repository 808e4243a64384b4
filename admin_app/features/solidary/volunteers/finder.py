"""Who is free on Tuesday morning within 15 km of Lunéville: worked out over all volunteers, since the API has no filter
on days or places (solidary.yaml, list_solidary_volunteers). Pure.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from admin_app.features.solidary.distance import kilometres
from admin_app.features.solidary.week import DAYS, SLOTS, flag
from admin_app.kit.lists.map_markers import Box, box
from admin_app.kit.lists.ordering import in_order, reading_key
from admin_app.kit.records.addresses import place
from admin_app.kit.values import Point, point_of
from admin_app.kit.words.formats import folded_words

DAY, SLOT, NEAR, WITHIN, BOUNDS = LOCAL = ("day", "slot", "near", "within", "bounds")
"""The filters that the API does not know: they stay in the address and never go to it."""
DISTANCES = ("2", "5", "10", "15", "20", "30", "50")
"""Kilometres around a place."""
NEAREST = "near"
"""The order of a list that nobody sorted: the nearest first, where a place is chosen, then by name."""
DISTANCE = "distance"
"""What is added to a volunteer: kilometres from the place that is asked for, None where that is not known."""
TOWN = "homeAddress.addressLocality"
Item = Mapping[str, Any]


@dataclass(frozen=True)
class Wanted:
    """What is asked of volunteers, beside what every list of people asks."""

    flags: frozenset[str] = frozenset()
    """Free at one of these, as named by the API (`mTue`)."""
    near: Point | None = None
    most: float | None = None
    """Kilometres from there."""
    area: Box | None = None

    @classmethod
    def of(cls, filters: Mapping[str, str]) -> "Wanted":
        """What an address asks; what cannot be meant is not asked."""
        point = place(filters.get(NEAR, ""))
        near = point_of({"latitude": point["lat"], "longitude": point["lgt"]}) if point else None
        most = filters.get(WITHIN, "")
        return cls(
            free_at(filters.get(DAY, ""), filters.get(SLOT, "")),
            near,
            float(most) if near and most in DISTANCES else None,
            box(filters.get(BOUNDS, "")),
        )

    @property
    def circle(self) -> str:
        """What a map draws of it (`MapArea`): `latitude,longitude,metres`; empty for no distance around a place."""
        return f"{self.near[0]},{self.near[1]},{self.most * 1000:g}" if self.near and self.most else ""

    def holds(self, item: Item) -> bool:
        """Whether a volunteer is one of those that are looked for."""
        if self.flags and not any(item.get(each) is True for each in self.flags):
            return False
        if self.most is not None:
            far = self.distance(item)
            if far is None or far > self.most:
                return False
        return self.area is None or _inside(point_of(item.get("homeAddress")), self.area)

    def distance(self, item: Item) -> float | None:
        """Kilometres from the place that is asked for, to a hundred metres."""
        far = kilometres(point_of(item.get("homeAddress")), self.near)
        return None if far is None else round(far, 1)


def free_at(day: str, slot: str) -> frozenset[str]:
    """The flags of a day, of a slot of every day, or of one slot of one day; none where neither is asked."""
    if day not in DAYS and slot not in SLOTS:
        return frozenset()
    days = [day] if day in DAYS else DAYS
    slots = [slot] if slot in SLOTS else SLOTS
    return frozenset(flag(each, one) for one in days for each in slots)


def ordered(items: Iterable[Item], sort: str) -> list[dict[str, Any]]:
    """Volunteers by a column (`-familyName` descends), then by name; those without a value come last."""
    field, descends = sort.lstrip("-"), sort.startswith("-")
    by_name = sorted((dict(each) for each in items), key=_name)
    return in_order(by_name, lambda each: _value(each, field), descends)


def _value(item: Item, field: str) -> Any:
    """What a volunteer is ordered by; None for none, and for a column that orders nobody."""
    if field in (DISTANCE, NEAREST):
        return reading_key(item, DISTANCE)
    if field == TOWN:
        return reading_key(item.get("homeAddress") or {}, "addressLocality")
    return reading_key(item, field) if field in ("id", "familyName", "givenName") else None


def _name(item: Item) -> tuple[list[str], list[str]]:
    return folded_words(item.get("familyName")), folded_words(item.get("givenName"))


def _inside(home: Point | None, area: Box) -> bool:
    west, north, east, south = area
    return home is not None and south <= home[0] <= north and west <= home[1] <= east
