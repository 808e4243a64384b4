"""A sketch of where a place is, or of a way from one place to another, among the towns around: a picture, no map.

It is drawn in Python and read at a glance beside the same in words: nothing in it is pressed, and neither script nor
tiles are fetched for it. The towns are those of maps without tiles (`docs/decisions/0065`).
"""

import json
import math
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import reflex as rx

from admin_app.kit.values import Point
from admin_app.kit.words.locale import t

_TOWNS = Path(__file__).resolve().parents[3] / "assets" / "towns.json"

Shape = list[str]
"""`town, x, y, radius`; `name` or what is at an end of the way (`west`, `east`), x, y, words; `way, x, y, x, y`; `from`
or `to`, x, y."""

WIDTH, HEIGHT, SEEN = 480, 128, 280
"""In pixels; what is narrower shows the middle, of which that much is seen everywhere, and holds all words."""
WAY_WIDTH, WAY_HEIGHT = 190, 68
"""What a way fills at most, so that it and its names are seen on a phone."""
NEAREST = 800.0
"""Pixels to a degree of latitude, at most: the picture is 65 km wide."""
AROUND_PLACE = 650.0
"""The same around a place alone."""
METRE = 1 / 111_195
"""In degrees of latitude."""
LETTER, LINE = 7.0, 15.0
"""How much room words take."""
TOWNS, NAMES = 60, 7
"""As many are drawn at most, and as many of them named."""


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "_Box") -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


@cache
def _towns() -> Sequence[tuple[str, float, float, int]]:
    """Name, latitude, longitude and people, those with most people first."""
    return [(*each,) for each in json.loads(_TOWNS.read_text("utf-8"))]


def sketch_of(places: Sequence[Point], names: Sequence[str] = ()) -> list[Shape]:
    """The shapes of a sketch of a place, or of the way from the first place to the second.

    `names` says what the ends of a way are called. Empty where there is no place.
    """
    ends = list(dict.fromkeys(places))
    if not ends:
        return []
    north, east = (sum(each[axis] for each in ends) / len(ends) for axis in (0, 1))
    narrow = math.cos(math.radians(north))
    scale = AROUND_PLACE
    if len(ends) > 1:
        tall, wide = (max(each[axis] for each in ends) - min(each[axis] for each in ends) for axis in (0, 1))
        scale = min(NEAREST, WAY_HEIGHT / max(tall, 1e-9), WAY_WIDTH / max(wide * narrow, 1e-9))

    def at(latitude: float, longitude: float) -> tuple[float, float]:
        across, up = (longitude - east) * narrow * scale, (latitude - north) * scale
        return round(WIDTH / 2 + across, 1), round(HEIGHT / 2 - up, 1)

    spots = [at(*each) for each in ends]
    said = list(_said(spots, names))
    taken = [_box(*spot, 14, 14) for spot in spots] + [_room(each) for each in said] + _along(spots)
    circles, named = [], []
    for name, latitude, longitude, people in _towns():
        x, y = at(latitude, longitude)
        radius = max(2.5, 14 * math.sqrt(people) * METRE * scale)
        if not (-radius < x < WIDTH + radius and -radius < y < HEIGHT + radius):
            continue
        circles.append(["town", str(x), str(y), f"{radius:.1f}"])
        if len(named) < NAMES and name not in names and (label := _free(name, x, y, taken)):
            named.append(label)
            taken.append(_room(label))
        if len(circles) == TOWNS:
            break
    way = [["way", *(str(axis) for spot in spots for axis in spot)]] if len(spots) > 1 else []
    marks = [[kind, str(x), str(y)] for kind, (x, y) in zip(("from", "to")[-len(spots) :], spots, strict=True)]
    return [*circles, *named, *way, *said, *marks]


def _said(spots: Sequence[tuple[float, float]], names: Sequence[str]) -> Iterator[Shape]:
    """What the ends of a way are called: off the way, and towards the middle."""
    if len(spots) < 2:
        return
    highest, leftmost = min(spots, key=lambda spot: spot[1]), min(spots)
    for (x, y), name in zip(spots, names, strict=False):
        is_left = (x, y) == leftmost
        above = (x, y) == highest
        yield [
            "west" if is_left else "east",
            f"{x - 6 if is_left else x + 6:.1f}",
            f"{y + (-12 if above else 21)}",
            name,
        ]


def _free(name: str, x: float, y: float, taken: Sequence[_Box]) -> Shape | None:
    """The name of a town where there is room for it: on it, above it or below."""
    for off in (4, -9, 17):
        label = ["name", str(x), f"{y + off:.1f}", name]
        room = _room(label)
        seen = _box(WIDTH / 2, HEIGHT / 2, SEEN, HEIGHT)
        inside = seen.left < room.left and room.right < seen.right and seen.top < room.top and room.bottom < seen.bottom
        if inside and not any(room.overlaps(other) for other in taken):
            return label
    return None


def _room(label: Shape) -> _Box:
    """What words take up: `name` stands around its spot, an end of the way begins or ends there."""
    kind, x, y, name = label
    wide = LETTER * len(name)
    left = float(x) - {"west": 0, "name": wide / 2}.get(kind, wide)
    return _Box(left, float(y) - LINE + 3, left + wide, float(y) + 3)


def _box(x: float, y: float, wide: float, tall: float) -> _Box:
    return _Box(x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2)


def _along(spots: Sequence[tuple[float, float]]) -> list[_Box]:
    """What a way takes up, step by step."""
    if len(spots) < 2:
        return []
    (x, y), (to_x, to_y) = spots
    steps = max(1, round(math.hypot(to_x - x, to_y - y) / 6))
    return [_box(x + (to_x - x) * n / steps, y + (to_y - y) * n / steps, 6, 6) for n in range(steps + 1)]


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
    way = rx.el.svg.line(x1=each[1], y1=each[2], x2=each[3], y2=each[4], class_name="way")
    town = rx.el.svg.circle(cx=each[1], cy=each[2], r=each[3], class_name="town")
    end = rx.el.svg.circle(cx=each[1], cy=each[2], r="5", class_name=kind)
    words = rx.el.svg.text(each[3], x=each[1], y=each[2], class_name=kind)
    return rx.fragment(rx.match(kind, ("way", way), ("town", town), ("from", end), ("to", end), words), key=index)
