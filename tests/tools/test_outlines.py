"""What stands under maps without tiles: land, water, borders and the towns, small, and where they lie."""

import json
from collections.abc import Iterator
from itertools import accumulate

import pytest
import shapely

from tests.support.proofs import proves
from tools.outlines import LEAST, OUTLINES, TOWNS

TOPOLOGY = json.loads(OUTLINES.read_text("utf-8"))


def lines_of(value) -> Iterator[list[tuple[float, float]]]:
    """Every line of an object of the outlines, longitude before latitude."""
    (east, north), (west, south) = TOPOLOGY["transform"]["scale"], TOPOLOGY["transform"]["translate"]
    if isinstance(value, dict):
        yield from lines_of(value["arcs"])
    elif not isinstance(value[0], int):
        yield from (line for part in value for line in lines_of(part))
    else:
        line = []
        for at in value:
            steps = zip(*TOPOLOGY["arcs"][max(at, ~at)], strict=True)
            spots = [(west + x * east, south + y * north) for x, y in zip(*map(accumulate, steps), strict=True)]
            line += spots if at >= 0 else spots[::-1]
        yield line


SHAPES = {
    name: shapely.union_all([shapely.make_valid(shapely.Polygon(line)) for line in lines_of(TOPOLOGY["objects"][name])])
    for name in ("sea", "land", "lakes")
}
RIVERS = shapely.MultiLineString([*lines_of(TOPOLOGY["objects"]["rivers"])])


@proves("POINT-14")
@pytest.mark.parametrize(
    ("name", "longitude", "latitude"),
    [
        *[("land", 2.35, 48.86), ("land", 9.1, 42.2), ("land", -53, 4), ("land", 55.5, -21.1), ("land", 45.15, -12.83)],
        *[("lakes", 6.5, 46.42), ("sea", -3.5, 46), ("sea", 6.2, 42.9), ("sea", -61.9, 14.5)],
    ],
    ids=["Paris", "Corse", "Guyane", "Réunion", "Mayotte", "Léman", "Atlantique", "Méditerranée", "Antilles"],
)
def test_land_and_water_lie_where_they_do(name, longitude, latitude):
    place = shapely.Point(longitude, latitude)
    above = [each for each in SHAPES if shapely.contains(SHAPES[each], place)]
    assert above[-1] == name, "each is drawn above the one before"


@proves("POINT-14")
@pytest.mark.parametrize(
    ("longitude", "latitude"),
    [(1.338, 47.585), (4.830, 45.757), (6.170, 49.120), (1.439, 43.599), (-0.563, 44.838), (7.802, 48.574)],
    ids=["Blois", "Lyon", "Metz", "Toulouse", "Bordeaux", "Strasbourg"],
)
def test_a_river_flows_under_its_bridge(longitude, latitude):
    assert shapely.distance(RIVERS, shapely.Point(longitude, latitude)) < 0.015, "a kilometre or so"


@proves("POINT-14")
def test_the_outlines_are_small():
    assert OUTLINES.stat().st_size < 220_000


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
