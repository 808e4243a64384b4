"""Icons of the catalogue, drawn: a pin with a simple picture, dashed for the variant of private relay points."""

import hashlib

from sandbox.datafiles import read_csv

PRIVATE = "private-"
# Lines in a square of 24.
LINES = {row["name"]: row["lines"] for row in read_csv("icons.csv")}


def drawn(name: str) -> str:
    """The SVG of an icon; one nobody drew is a plain pin."""
    public = name.removeprefix(PRIVATE)
    hue = hashlib.sha256(public.encode()).digest()[0] * 360 // 256
    dashed = ' stroke-dasharray="8 5"' if name.startswith(PRIVATE) else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="48" viewBox="0 0 100 100">'
        f'<path d="M50 97 21 64a38 38 0 1 1 58 0z" fill="hsl({hue},55%,36%)" stroke="#fff" stroke-width="4"{dashed}/>'
        f'<path d="{LINES.get(public, "")}" transform="translate(29 17) scale(1.75)" fill="none" stroke="#fff" '
        'stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>'
    )
