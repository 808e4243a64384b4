"""The sketch of a place or a way: pure, drawn from the towns of maps without tiles."""

import re

import pytest
import reflex as rx

from admin_app.kit.parts import sketch
from admin_app.kit.parts.sketch import HEIGHT, WIDTH, sketch_of

TANTONVILLE, NANCY, PARIS, MARSEILLE = (48.47, 6.14), (48.69, 6.18), (48.85, 2.35), (43.3, 5.38)


def of(shapes, *kinds):
    return [each for each in shapes if each[0] in kinds]


def spot(shape):
    return float(shape[1]), float(shape[2])


def test_there_is_none_where_no_place_is_known():
    assert sketch_of(()) == sketch_of((None,)) == ()


@pytest.mark.parametrize("ends", [(TANTONVILLE, NANCY), (NANCY, TANTONVILLE), (PARIS, MARSEILLE)])
def test_a_way_begins_and_ends_where_it_does(ends):
    shapes = sketch_of(ends, ("here", "there"))
    [way], [begin], [end] = (of(shapes, kind) for kind in ("way", "from", "to"))
    assert way[1:] == begin[1:] + end[1:]
    assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in map(spot, (begin, end)))
    # North is up, east is right.
    (x, y), (to_x, to_y) = spot(begin), spot(end)
    assert (y > to_y) is (ends[0][0] < ends[1][0])
    assert (x < to_x) is (ends[0][1] < ends[1][1])
    assert {each[3] for each in of(shapes, "west", "east")} == {"here", "there"}


def test_one_place_is_in_the_middle_and_so_are_two_that_are_the_same():
    for places in ((NANCY,), (NANCY, NANCY), (NANCY, (48.69001, 6.18001)), (None, NANCY)):
        shapes = sketch_of(places)
        assert [spot(each) for each in of(shapes, "to", "from")] == [(WIDTH / 2, HEIGHT / 2)]
        assert not of(shapes, "way")


def test_towns_are_named_where_nothing_else_is_said():
    shapes = sketch_of((TANTONVILLE, NANCY), ("Tantonville", "Nancy"))
    words = of(shapes, "after", "before", "west", "east")
    assert {"Toul", "Lunéville"} <= {each[3] for each in words}
    assert [each[3] for each in words].count("Nancy") == 1
    rooms = [sketch.room_of(each) for each in words]
    assert not [one for at, one in enumerate(rooms) for other in rooms[:at] if one.overlaps(other)]
    dots = [spot(each) for each in of(shapes, "town")]
    names = [spot(each) for each in of(shapes, "after", "before")]
    assert len(dots) == len(names) <= sketch.TOWNS, "each dot has its name beside it"
    beside = [(abs(x - to_x), abs(y - to_y)) for (x, y), (to_x, to_y) in zip(dots, names, strict=True)]
    assert all(away == pytest.approx((sketch.BESIDE, 4), abs=0.1) for away in beside)


def test_a_place_alone_has_the_name_of_its_town():
    for places in ((NANCY, None), (NANCY, NANCY)):
        assert "Nancy" in {each[3] for each in of(sketch_of(places, ("Nancy", "Nancy")), "after", "before")}


def test_a_long_way_does_not_name_every_town():
    assert 1 < len(of(sketch_of((PARIS, MARSEILLE)), "town")) <= sketch.TOWNS


def test_rivers_flow_below_everything_else():
    [rivers] = of(shapes := sketch_of((TANTONVILLE, NANCY)), "rivers")
    assert shapes[0] == rivers
    lines = [[tuple(map(int, point.split(","))) for point in line.split()] for line in rivers[1].split("M")[1:]]
    assert all(len(line) > 1 for line in lines)
    assert all(-60 <= x <= WIDTH + 60 and -60 <= y <= HEIGHT + 60 for line in lines for x, y in line)
    (_, low), (_, high) = (spot(*of(shapes, kind)) for kind in ("from", "to"))
    assert any(high < y < low for line in lines for _, y in line), "the Moselle is between the two"


def test_towns_reach_as_far_as_their_people_below_everything_else():
    shapes = sketch_of((TANTONVILLE, NANCY), ("Tantonville", "Nancy"))
    areas = of(shapes, "area")
    assert shapes[1 : 1 + len(areas)] == tuple(areas)
    assert len(of(shapes, "town")) < len(areas) <= sketch.AREAS
    reach = [float(radius) for *_, radius in areas]
    assert reach == sorted(reach, reverse=True), "those with most people first"
    rounded = 0.1
    for (x, y), far in zip(map(spot, areas), reach, strict=True):
        assert -far - rounded < x < WIDTH + far + rounded
        assert -far - rounded < y < HEIGHT + far + rounded
    assert spot(areas[0]) == pytest.approx(spot(*of(shapes, "to")), abs=4), "Nancy has its own, and the most people"
    assert len(of(sketch_of((PARIS, MARSEILLE)), "area")) == sketch.AREAS


def test_the_reach_of_a_town_is_in_metres(monkeypatch):
    monkeypatch.setattr(sketch, "_towns", lambda: [("Nancy", *NANCY, 10_000), ("Marseille", *MARSEILLE, 900_000)])
    [area] = of(sketch_of.__wrapped__((NANCY,)), "area")  # what it keeps is of the real towns
    assert area == ("area", str(WIDTH / 2), str(HEIGHT / 2), f"{800 / 111_195 * sketch.AROUND_PLACE:.1f}")


def test_an_area_is_drawn_with_its_radius():
    drawn = str(sketch.sketch_map(rx.Var.create([["area", "1", "2", "3"]])).render())
    [props] = re.findall(r"\[([^\[]*className:\"area\".*?\?\.at\?\.\(3\))", drawn)
    assert "r:each" in props
