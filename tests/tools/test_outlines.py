"""What stands under maps without tiles: all départements and the towns, small, and where they lie."""

import json

import pytest

from tests.support.proofs import proves
from tools.outlines import LEAST, MENDED, OUTLINES, TOWNS

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
