"""Specimen documents for the identity proofs of the demo data: a small picture and a one-page PDF."""

import io
from functools import cache

from PIL import Image, ImageDraw

PAPER, PHOTO, INK = (228, 236, 246), (160, 178, 200), (70, 92, 120)


@cache
def document(kind: str) -> bytes:
    """A drawn identity card, a photograph on the left and lines of text on the right, as `PNG` or as `PDF`."""
    card = Image.new("RGB", (320, 200), PAPER)
    draw = ImageDraw.Draw(card)
    draw.rectangle((20, 45, 99, 154), fill=PHOTO)
    draw.text((20, 12), "SPECIMEN", fill=INK, font_size=20)
    for y in range(50, 170, 22):
        draw.rectangle((120, y, 299, y + 2), fill=INK)
    content = io.BytesIO()
    card.save(content, kind)
    return content.getvalue()
