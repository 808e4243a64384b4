"""Records as marks on a map. Pure.

A mark is a short list of texts, `[id, latitude, longitude, name, tone]`, because a map holds many of them.
"""

import functools
from collections.abc import Iterable, Mapping
from typing import Any

from admin_app.kit.declare.fields import read, text_of
from admin_app.kit.declare.resource import Place, Resource
from admin_app.kit.values import readable

PER_CALL = 1000
"""Records one call brings for a map: it shows them with the table, then those of the calls that follow."""
MARKS = 5 * PER_CALL
"""Most marks of a map: it asks for those inside its bounds, so coming nearer shows the others."""
Mark = list[str]
Box = tuple[float, float, float, float]
"""West, north, east and south, in degrees, as the API's `bounds` filter has them (content-points.yaml)."""


def marks(resource: Resource, items: Iterable[Mapping[str, Any]]) -> list[Mark]:
    """The marks of the records that have coordinates."""
    found = readable(functools.partial(mark_of, resource), items)
    return [mark for mark in found if mark]


def mark_of(resource: Resource, item: Mapping[str, Any]) -> Mark | None:
    """The mark of one record; None where it has no coordinates, or none of this world."""
    if resource.place is None:
        return None
    record = resource.model.model_validate(item)
    spot = position(record, resource.place)
    return [text_of(item["id"]), *spot, resource.name(record), tone(record, resource.place)] if spot else None


def position(record: Any, place: Place) -> tuple[str, str] | None:
    """Latitude and longitude as texts."""
    latitude, longitude = text_of(read(record, place.latitude)), text_of(read(record, place.longitude))
    return (latitude, longitude) if _within(latitude, 90) and _within(longitude, 180) else None


def tone(record: Any, place: Place) -> str:
    """The tone of the column that a mark is drawn after."""
    column = place.mark
    return column.tones.get(text_of(read(record, column.field)), "quiet") if column else ""


def box(text: str) -> Box | None:
    """Bounds of an address; None for what cannot be meant."""
    parts = text.split(",")
    if len(parts) != 4 or not all(_within(part, most) for part, most in zip(parts, (180, 90, 180, 90), strict=True)):
        return None
    west, north, east, south = map(float, parts)
    return (west, north, east, south) if west < east and south < north else None


def _within(text: str, most: int) -> bool:
    try:
        return abs(float(text)) <= most
    except ValueError:
        return False
