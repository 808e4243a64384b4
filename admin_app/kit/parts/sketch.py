"""A sketch of where a place is, or of a way from one place to another, among the towns around: a picture, no map.

It is drawn in Python and read at a glance beside the same in words: nothing in it is pressed, and neither script nor
tiles are fetched for it. The towns and rivers are those of maps without tiles (decisions 65 and 66).
"""

import json
import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate, groupby, islice
from pathlib import Path
from typing import NamedTuple

import reflex as rx

from admin_app.kit.values import Point
from admin_app.kit.words.locale import t

_ASSETS = Path(__file__).resolve().parents[3] / "assets"

Shape = tuple[str, ...]
"""What is drawn and where, from the top left corner:

    rivers           the path of them all
    area             x, y, radius: how far a town reaches
    town             x, y
    after, before    x, y, words of a town, which begin or end at x
    west, east       x, y, words at an end of the way, which begin or end at x
    way              x, y, x, y
    from, to         x, y
"""
Spot = tuple[float, float]

WIDTH, HEIGHT = 480, 128
"""In pixels."""
SEEN = 280
"""A narrower frame cuts the sides off: this much of the middle is never cut, and holds all words."""
WAY_WIDTH, WAY_HEIGHT = 190, 68
"""What a way fills at most, so that it and its names are seen on a phone."""
NEAREST = 800.0
"""Pixels to a degree of latitude, at most: the picture is 65 km wide."""
AROUND_PLACE = 650.0
"""The same around a place alone."""
LETTER, LINE = 7.0, 15.0
"""How much room words take."""
METRE = 1 / 111_195
"""In degrees of latitude."""
AREAS = 20
"""Of as many towns it is drawn at most how far they reach, the greatest first."""
TOWNS = 5
"""As many are named at most, the greatest first."""
BESIDE = 7
"""From the dot of a town to its name."""


class Box(NamedTuple):
    """What something takes up."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Box") -> bool:
        """Whether the two share a spot."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def holds(self, other: "Box") -> bool:
        """Whether all of the other is inside."""
        across = self.left < other.left and other.right < self.right
        return across and self.top < other.top and other.bottom < self.bottom


def _box(x: float, y: float, wide: float, tall: float) -> Box:
    return Box(x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2)


_MIDDLE = _box(WIDTH / 2, HEIGHT / 2, SEEN, HEIGHT)
_AROUND = _box(WIDTH / 2, HEIGHT / 2, WIDTH + 120, HEIGHT + 120)


@cache
def _towns() -> Sequence[tuple[str, float, float, int]]:
    """Name, latitude, longitude and people, those with most people first."""
    return [(*each,) for each in json.loads((_ASSETS / "towns.json").read_text("utf-8"))]


@cache
def _rivers() -> Sequence[Sequence[Spot]]:
    """Longitude and latitude of their points, as the TopoJSON of the outlines holds them."""
    topology = json.loads((_ASSETS / "outlines.json").read_text("utf-8"))
    (east, north), (west, south) = topology["transform"]["scale"], topology["transform"]["translate"]
    steps = [zip(*map(accumulate, zip(*arc, strict=True)), strict=True) for arc in topology["arcs"]]
    arcs = [[(west + x * east, south + y * north) for x, y in each] for each in steps]
    return [arcs[max(at, ~at)] for line in topology["objects"]["rivers"]["arcs"] for at in line]


@lru_cache(maxsize=256)
def sketch_of(places: tuple[Point | None, ...], names: tuple[str, ...] = ()) -> Sequence[Shape]:
    """The shapes of a sketch of a place, or of the way from the first place to the second.

    `names` says what the ends of a way are called. Empty where no place is known.
    """
    ends = list(dict.fromkeys((round(each[0], 3), round(each[1], 3)) for each in places if each))
    if not ends:
        return ()
    north, east = (sum(each[axis] for each in ends) / len(ends) for axis in (0, 1))
    narrow = math.cos(math.radians(north))
    scale = AROUND_PLACE
    if len(ends) > 1:
        tall, wide = (abs(ends[0][axis] - ends[1][axis]) for axis in (0, 1))
        scale = min(NEAREST, WAY_HEIGHT / max(tall, 1e-9), WAY_WIDTH / max(wide * narrow, 1e-9))

    def at(latitude: float, longitude: float) -> Spot:
        across, up = (longitude - east) * narrow * scale, (latitude - north) * scale
        return round(WIDTH / 2 + across, 1), round(HEIGHT / 2 - up, 1)

    spots = [at(*each) for each in ends]
    way = [("way", *(str(axis) for spot in spots for axis in spot))] if len(spots) > 1 else []
    marks = [(kind, str(x), str(y)) for kind, (x, y) in zip(("from", "to")[-len(spots) :], spots, strict=True)]
    said = list(_said(spots, names))
    called = {words for *_, words in said}
    marked = [_box(*spot, 14, 14) for spot in spots]
    taken = [*map(room_of, said), *_along(spots)]
    towns: list[Shape] = []
    for name, latitude, longitude, _ in _towns():
        x, y = at(latitude, longitude)
        if name not in called and 0 < x < WIDTH and 0 < y < HEIGHT and (label := _free(name, x, y, marked, taken)):
            towns += [("town", str(x), str(y)), label]
            taken += [_dot(x, y), room_of(label)]
        if len(towns) == 2 * TOWNS:
            break
    return (_rivers_in_view(at), *islice(_areas(at, scale), AREAS), *towns, *way, *said, *marks)


def _rivers_in_view(at: Callable[[float, float], Spot]) -> Shape:
    """In one path, to a pixel, and a little beyond the picture."""
    path = []
    for river in _rivers():
        spots = (at(latitude, longitude) for longitude, latitude in river)
        for is_near, part in groupby(spots, lambda spot: _AROUND.overlaps(Box(*spot, *spot))):
            points = dict.fromkeys(f"{x:.0f},{y:.0f}" for x, y in part)
            if is_near and len(points) > 1:
                path.append("M" + " ".join(points))
    return "rivers", "".join(path)


def _areas(at: Callable[[float, float], Spot], scale: float) -> Iterator[Shape]:
    """How far the towns in view reach, by their people."""
    for _, latitude, longitude, people in _towns():
        x, y = at(latitude, longitude)
        radius = 8 * math.sqrt(people) * METRE * scale
        if -radius < x < WIDTH + radius and -radius < y < HEIGHT + radius:
            yield "area", str(x), str(y), f"{radius:.1f}"


def _said(spots: Sequence[Spot], names: Sequence[str]) -> Iterator[Shape]:
    """What the ends of a way are called: above the higher one, below the other, and towards the middle."""
    if len(spots) < 2:
        return
    highest, leftmost = min(spots, key=lambda spot: spot[1]), min(spots)
    for spot, name in zip(spots, names, strict=False):
        x, y = spot
        kind, begins = ("west", x - 6) if spot == leftmost else ("east", x + 6)
        yield kind, f"{begins:.1f}", f"{y - 12 if spot == highest else y + 21:.1f}", name


def _dot(x: float, y: float) -> Box:
    return _box(x, y, 10, 10)


def _free(name: str, x: float, y: float, ends: Sequence[Box], taken: Sequence[Box]) -> Shape | None:
    """The name of a town right beside its dot, where there is room for both; a place alone may hide the dot."""
    for kind, off in (("after", BESIDE), ("before", -BESIDE)):
        label = kind, f"{x + off:.1f}", f"{y + 4:.1f}", name
        room = room_of(label)
        is_free = not any(room.overlaps(other) for other in (*ends, *taken))
        if is_free and _MIDDLE.holds(room) and not any(_dot(x, y).overlaps(other) for other in taken):
            return label
    return None


def room_of(label: Shape) -> Box:
    """What the words of a shape take up."""
    kind, x, y, words = label
    wide = LETTER * len(words)
    left = float(x) - (0 if kind in ("west", "after") else wide)
    return Box(left, float(y) - LINE + 3, left + wide, float(y) + 3)


def _along(spots: Sequence[Spot]) -> Iterator[Box]:
    """What a way takes up, step by step."""
    if len(spots) < 2:
        return
    (x, y), (to_x, to_y) = spots
    yield from (_box(*spot, 24, 24) for spot in spots)
    steps = max(1, round(math.hypot(to_x - x, to_y - y) / 6))
    for step in range(steps + 1):
        yield _box(x + (to_x - x) * step / steps, y + (to_y - y) * step / steps, 6, 6)


def sketch_map(shapes: rx.Var[list[list[str]]]) -> rx.Component:
    """What `sketch_of` made, for the eye alone."""
    return rx.el.svg(
        # Whose the towns are (CC BY 4.0), where the eye asks for it.
        rx.el.svg.title(t("kit.map.towns")),
        rx.foreach(shapes, _shape),
        view_box=f"0 0 {WIDTH} {HEIGHT}",
        preserve_aspect_ratio="xMidYMid slice",
        aria_hidden="true",
        class_name="sketch-map",
    )


def _shape(each: rx.Var[list[str]], index: rx.Var[int]) -> rx.Component:
    kind = each[0]
    rivers = rx.el.svg.path(d=each[1], class_name="rivers")
    way = rx.el.svg.line(x1=each[1], y1=each[2], x2=each[3], y2=each[4], class_name="way")
    area = rx.el.svg.circle(cx=each[1], cy=each[2], r=each[3], class_name="area")
    town = rx.el.svg.circle(cx=each[1], cy=each[2], r="2.5", class_name="town")
    end = rx.el.svg.circle(cx=each[1], cy=each[2], r="5", class_name=kind)
    words = rx.el.svg.text(each[3], x=each[1], y=each[2], class_name=kind)
    drawn = rx.match(
        kind, ("rivers", rivers), ("area", area), ("way", way), ("town", town), ("from", end), ("to", end), words
    )
    return rx.fragment(drawn, key=index)
