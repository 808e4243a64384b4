"""Faces drawn for the demo data, of people who do not exist; the number decides on skin, hair and clothes."""

import re
from functools import lru_cache
from random import Random

WOMAN, MAN = "woman", "man"
LONG_AGO = "1966"
_NAME = re.compile(rf"(?:(\d{{1,4}})-)?face-({WOMAN}|{MAN})-(old-)?(\d{{1,5}})\.svg")
_GROUNDS = ("#dbe6e6", "#e8dfe0", "#e0e8de", "#d9e6e2", "#dfe5e9", "#e9dfd2", "#e4e2ec")
_SKINS = ("#f3d2bb", "#eec2a2", "#eabf9f", "#f0cfb6", "#d9a37c", "#b67c56", "#7b4b32")
_CLOTHES = ("#2c4a52", "#55606e", "#1f5c58", "#6b5a86", "#5c6b3f", "#b0703a", "#8a4b4b", "#3c5a86")
_HAIR = ("#1e1916", "#5b3b25", "#6a3a22", "#8a6a45", "#c28a3c", "#2a211c")
_GREY = ("#dcdcd8", "#b9bab6", "#8f9290")
_LONG = '<path d="M20 34c0-13 8-21 20-21s20 8 20 21c0 10 3 20 4 26H16c1-6 4-16 4-26z" fill="{0}"/>'
_BUN = '<circle cx="40" cy="14" r="8" fill="{0}"/><ellipse cx="40" cy="31" rx="18" ry="17" fill="{0}"/>'
_BOB = '<path d="M21 34c0-13 7-20 19-20s19 7 19 20v14c0 4-4 5-8 5H29c-4 0-8-1-8-5z" fill="{0}"/>'
_PARTED = '<path d="M24 36c0-11 6-18 16-18s16 7 16 18c-6-3-10-7-12-12-4 6-11 10-20 12z" fill="{0}"/>'
_SHORT = '<path d="M23 34c-2-13 6-20 17-20s19 7 17 20c-1-5-3-8-6-10-7 2-15 2-22 0-3 2-5 5-6 10z" fill="{0}"/>'
_THIN = '<path d="M23.5 36c-1-6 0-11 3-14-1 5 0 9-.5 14zM56.5 36c1-6 0-11-3-14 1 5 0 9 .5 14z" fill="{0}"/>'
_BEARD = (
    '<path d="M25 42c1 12 7 18 15 18s14-6 15-18c-3 4-5 5-8 5-4-2-10-2-14 0-3 0-5-1-8-5z" fill="{0}"/>'
    '<path d="M36 48h8" stroke="#f3d2bb" stroke-width="1.5" stroke-linecap="round"/>'
)
_GLASSES = (
    '<g fill="none" stroke="#2b2f33" stroke-width="1.6"><circle cx="33" cy="38" r="5"/>'
    '<circle cx="47" cy="38" r="5"/><path d="M38 37.5c1-.8 3-.8 4 0"/></g>'
)
_MOUTH = '<path d="M35 47.5c3 2.6 7 2.6 10 0" fill="none" stroke="#6a4034" stroke-width="1.5" stroke-linecap="round"/>'


def portrait(gender: int | None, born: str | None, number: int) -> str:
    """What a user keeps to be drawn by: of a woman or a man, grey for who was born long ago."""
    old = "old-" if (born or "9999") < LONG_AGO else ""
    return f"{MAN if gender == 2 else WOMAN}-{old}{number}"


@lru_cache(maxsize=512)
def drawn(name: str) -> str | None:
    """The SVG of a face, as wide as the version that is asked for; None when the name is no such one."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    width, who, old, number = match.groups()
    draw = Random(f"{who}{number}")
    ground, skin, clothes = draw.choice(_GROUNDS), draw.choice(_SKINS), draw.choice(_CLOTHES)
    hair = draw.choice(_GREY if old else _HAIR[:3] if skin in _SKINS[-2:] else _HAIR)
    behind = draw.choice((_LONG, _BOB, _BUN) if who == WOMAN else ("",))
    before = _PARTED if who == WOMAN else draw.choice((_SHORT, _THIN) if old else (_SHORT,))
    beard = _BEARD if who == MAN and draw.random() < 0.35 else _MOUTH
    glasses = _GLASSES if draw.random() < (0.5 if old else 0.15) else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width or 800}" height="{width or 800}" viewBox="0 0 80 80">'
        f'<rect width="80" height="80" fill="{ground}"/>{behind.format(hair)}'
        f'<path d="M10 84c1-16 12-22 30-22s29 6 30 22z" fill="{clothes}"/>'
        f'<path d="M33 52h14v10c0 4-3 7-7 7s-7-3-7-7z" fill="{skin}"/>'
        f'<ellipse cx="40" cy="37" rx="16" ry="19.5" fill="{skin}"/>{before.format(hair)}'
        '<g fill="#3a2a22"><circle cx="33.5" cy="38" r="1.5"/><circle cx="46.5" cy="38" r="1.5"/></g>'
        f"{beard.format(hair)}{glasses}</svg>"
    )
