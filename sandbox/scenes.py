"""Landscapes drawn for the demo data, so that lists and pages have pictures without any file being shipped.

A record whose image is called `scene-<kind>-<number>.svg` shows one; the number decides on hills, houses and clouds.
"""

import math
import re
from functools import lru_cache
from random import Random

WIDTH, HEIGHT = 1200, 800
KINDS = ("day", "dusk", "winter", "night", "autumn", "coast")
_NAME = re.compile(rf"(?:(\d{{1,4}})-)?scene-({'|'.join(KINDS)})-(\d{{1,5}})\.svg")
# Sky above, sky below, sun, far hills, near hills, foreground.
_COLOURS = {
    "day": ("#6fb7e9", "#dff1fb", "#fff3c4", "#9cc5a1", "#5f9d6b", "#3f7d53"),
    "dusk": ("#5b5b9b", "#f6b17a", "#ffe0a3", "#8a6d93", "#5d4a72", "#3b3054"),
    "winter": ("#9fb8cf", "#eef4f8", "#ffffff", "#c6d6e2", "#dfe9f0", "#ffffff"),
    "night": ("#101b3b", "#33467c", "#f4f1da", "#253a6b", "#1b2c55", "#12203f"),
    "autumn": ("#a9c6d8", "#f7e6c6", "#fff1d0", "#c9a36a", "#b5713a", "#8c4f2b"),
    "coast": ("#58b3d8", "#e4f6f7", "#fff6d6", "#7fc4d6", "#3f9fbf", "#e9d8a6"),
}
_ROOFS = ("#b5523b", "#a24a36", "#7d6b5d", "#8f5a3c")
_CARS = ("#d64545", "#2f6db5", "#f2c14e", "#ffffff")


def file_name(kind: str, number: int) -> str:
    """The name of a picture, to be stored as an image's."""
    return f"scene-{kind}-{number}.svg"


@lru_cache(maxsize=256)
def drawn(name: str) -> str | None:
    """The SVG of a picture, as wide as the version that is asked for; None when the name is no such one."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    kind, draw = match[2], Random(f"{match[2]}{match[3]}")
    width = min(int(match[1] or WIDTH), WIDTH)
    high, low, sun, far, near, front = _COLOURS[kind]
    parts = [
        f'<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="{high}"/>'
        f'<stop offset="1" stop-color="{low}"/></linearGradient></defs>',
        f'<path d="M0 0H{WIDTH}V{HEIGHT}H0z" fill="url(#s)"/>',
        _circle(draw.randint(200, 1000), draw.randint(120, 260), draw.randint(45, 80), sun),
        *(_cloud(draw) for _ in range(0 if kind == "night" else draw.randint(2, 4))),
        _hills(draw, 430, 90, far),
        _hills(draw, 540, 60, near),
        *(_house(draw, 120 + 190 * place) for place in sorted(draw.sample(range(6), 4))),
        _hills(draw, 640, 25, front),
        _road(draw),
    ]
    size = f'width="{width}" height="{width * HEIGHT // WIDTH}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
    return head + "".join(parts) + "</svg>"


def _circle(x: int, y: int, radius: int, colour: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{colour}"/>'


def _hills(draw: Random, base: int, swing: int, colour: str) -> str:
    first, second, pace = draw.uniform(0, 6), draw.uniform(0, 6), draw.uniform(0.8, 1.6)
    points = [
        f"{x} {base + swing * (math.sin(x / 190 * pace + first) + 0.5 * math.sin(x / 83 + second)) / 1.5:.0f}"
        for x in range(0, WIDTH + 1, 40)
    ]
    return f'<path d="M0 {HEIGHT}L{"L".join(points)}L{WIDTH} {HEIGHT}z" fill="{colour}"/>'


def _cloud(draw: Random) -> str:
    x, y = draw.randint(60, 1050), draw.randint(60, 300)
    puffs = ((0, 0, 38), (44, -16, 48), (92, 0, 36))
    circles = "".join(f'<circle cx="{x + dx}" cy="{y + dy}" r="{r}"/>' for dx, dy, r in puffs)
    return f'<g fill="#fff" opacity=".65">{circles}</g>'


def _house(draw: Random, x: int) -> str:
    width, height, base = draw.randint(70, 120), draw.randint(60, 110), 668
    top = base - height
    ridge = f"M{x - 10} {top}L{x + width // 2} {top - 50}L{x + width + 10} {top}z"
    roof = f'<path d="{ridge}" fill="{draw.choice(_ROOFS)}"/>'
    panes = "".join(f'<path d="M{x + 14 + 34 * pane} {top + 18}h18v24h-18z" fill="#ffdf8e"/>' for pane in range(2))
    return f'<path d="M{x} {top}h{width}v{height}h-{width}z" fill="#f3ead9"/>{roof}{panes}'


def _road(draw: Random) -> str:
    at = draw.randint(150, 800)
    return (
        f'<path d="M0 720H{WIDTH}V{HEIGHT}H0z" fill="#4a4f57"/>'
        f'<path d="M0 760H{WIDTH}" stroke="#f4f1e6" stroke-width="6" stroke-dasharray="60 40"/>'
        f'<g transform="translate({at} 668)"><path d="M0 40q4-22 40-24l26-24h78l34 26q42 2 46 22v22H0z" '
        f'fill="{draw.choice(_CARS)}"/><path d="M48 14l22-18h34v18zM112 14v-18h28l24 18z" fill="#cfe6f2"/>'
        '<circle cx="52" cy="62" r="21" fill="#20242b"/><circle cx="174" cy="62" r="21" fill="#20242b"/>'
        '<circle cx="52" cy="62" r="9" fill="#c9ced6"/><circle cx="174" cy="62" r="9" fill="#c9ced6"/></g>'
    )
