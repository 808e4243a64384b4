"""What stands under maps without tiles: all départements, the rivers and the towns, small, and where they lie."""

import json
import math
from itertools import pairwise

import pytest

from tests.support.proofs import proves
from tools.outlines import LEAST, MENDED, OUTLINES, RIVER_LINES, TOWNS

TOPOLOGY = json.loads(OUTLINES.read_text("utf-8"))
SHAPES = {each["properties"]["name"]: each for each in TOPOLOGY["objects"]["departements"]["geometries"]}


def arcs(value) -> list[int]:
    return [value] if isinstance(value, int) else [each for part in value for each in arcs(part)]


def points(shape) -> list[tuple[float, float]]:
    """Latitude and longitude of every point."""
    found = []
    (by, down), (left, low) = TOPOLOGY["transform"]["scale"], TOPOLOGY["transform"]["translate"]
    for index in arcs(shape["arcs"]):
        x = y = 0
        for dx, dy in TOPOLOGY["arcs"][index if index >= 0 else ~index]:
            x, y = x + dx, y + dy
            found.append((low + y * down, left + x * by))
    return found


@proves("POINT-14")
def test_every_departement_has_its_name_and_a_shape():
    assert len(SHAPES) == 101
    assert not SHAPES.keys() & MENDED.keys()
    assert {"Meurthe-et-Moselle", "Seine-et-Marne", "Haut-Rhin", "Guyane", "La Réunion", "Mayotte"} <= SHAPES.keys()
    assert OUTLINES.stat().st_size < 60_000


@pytest.mark.parametrize(
    ("name", "inside"),
    [("Meurthe-et-Moselle", (48.7, 6.2)), ("Guyane", (4.0, -53.0)), ("La Réunion", (-21.1, 55.5))],
)
def test_a_departement_lies_where_it_is(name, inside):
    latitudes, longitudes = zip(*points(SHAPES[name]), strict=True)
    assert min(latitudes) < inside[0] < max(latitudes)
    assert min(longitudes) < inside[1] < max(longitudes)


@proves("POINT-14")
@pytest.mark.parametrize(
    "bridge",
    [(47.585, 1.338), (45.767, 4.837), (49.120, 6.170), (43.599, 1.439), (44.838, -0.566), (48.574, 7.803)],
    ids=["Blois", "Lyon", "Metz", "Toulouse", "Bordeaux", "Strasbourg"],
)
def test_a_river_flows_where_it_is_to_a_kilometre(bridge):
    lines = json.loads(RIVER_LINES.read_text("utf-8"))["coordinates"]
    assert min(beside(bridge, one, other) for line in lines for one, other in pairwise(line)) < 1
    assert RIVER_LINES.stat().st_size < 140_000


def beside(place, one, other) -> float:
    """Kilometres from a place to the line between two spots."""
    latitude, longitude = place
    (x, y), (to_x, to_y) = (
        ((east - longitude) * math.cos(math.radians(latitude)) * 111.2, (north - latitude) * 111.2)
        for east, north in (one, other)
    )
    along = (to_x - x) ** 2 + (to_y - y) ** 2 or 1
    at = min(1, max(0, -(x * (to_x - x) + y * (to_y - y)) / along))
    return math.hypot(x + at * (to_x - x), y + at * (to_y - y))


@proves("POINT-14")
def test_the_towns_are_communes_those_with_most_people_first():
    towns = json.loads(TOWNS.read_text("utf-8"))
    people = [each[3] for each in towns]
    assert people == sorted(people, reverse=True)
    assert people[-1] >= LEAST
    found = {name: (latitude, longitude) for name, latitude, longitude, _ in reversed(towns)}
    assert found["Nancy"] == pytest.approx((48.69, 6.18), abs=0.02)
    assert {"Paris", "Dunkerque", "Lunéville", "Saint-Denis", "Fort-de-France"} <= found.keys()
    assert not [name for name in found if any(letter.isdigit() for letter in name)]
    assert TOWNS.stat().st_size < 130_000
