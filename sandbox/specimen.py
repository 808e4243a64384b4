"""Specimen documents for the identity proofs of the demo data: a small picture and a one-page PDF."""

import struct
import zlib
from functools import cache

WIDTH, HEIGHT = 320, 200
PAPER, PHOTO, INK = (228, 236, 246), (160, 178, 200), (70, 92, 120)


def _colour(x: int, y: int) -> tuple[int, int, int]:
    """A card with a photograph on the left and lines of text on the right."""
    if 20 <= x < 100 and 45 <= y < 155:
        return PHOTO
    if 120 <= x < 300 and y % 22 in (6, 7, 8) and 40 <= y < 170:
        return INK
    return PAPER


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


@cache
def png() -> bytes:
    """A drawn identity card."""
    lines = (b"\0" + b"".join(bytes(_colour(x, y)) for x in range(WIDTH)) for y in range(HEIGHT))
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    body = _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(b"".join(lines))) + _chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


@cache
def pdf() -> bytes:
    """A page that says it is a specimen."""
    text = b"BT /F1 28 Tf 60 380 Td (SPECIMEN) Tj ET"
    objects = (
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(text), text),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    )
    document, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(document))
        document += b"%d 0 obj%sendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    end = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, len(document))
    return document + b"xref\n0 %d\n0000000000 65535 f \n" % size + table + end
