"""In which encoding a text was written that is no Unicode: a guess, and the same bytes read in another. Pure."""

from collections import Counter
from collections.abc import Sequence

CODECS = {"Windows-1252": "cp1252", "Mac Roman": "mac_roman", "DOS 850": "cp850"}
"""What spreadsheets in western Europe write, when they do not write UTF-8; that of Windows first."""
_LETTERS, _RARE = frozenset("àáâãäåæçèéêëìíîïñòóôõöøùúûüýÿß"), frozenset("ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸœŒÆ")
_MARKS = frozenset("’…–—“”•«»€°")
"""What else people write; in the others it may be a capital of Windows."""
_HALF = 128
"""Bytes below are the same in all of them."""


def readings(content: bytes) -> list[str]:
    """The names of the encodings that have all of its characters, the one it is read in first: that of Windows, unless
    another gives twice as much of what people write here."""
    found = Counter(content.translate(None, bytes(range(_HALF))))
    able = [name for name, codec in CODECS.items() if not any(_character(byte, codec) == "" for byte in found)]
    windows = _sense(found, "cp1252")
    best = max(able, key=lambda name: _sense(found, CODECS[name]))
    if "Windows-1252" not in able or _sense(found, CODECS[best]) >= 2 * windows:
        return sorted(able, key=lambda name: name != best)
    return able


def read_again(texts: Sequence[str], former: str, now: str) -> list[str]:
    """Texts that were read in one encoding, as they are in another."""
    return [text.encode(CODECS[former], "replace").decode(CODECS[now], "replace") for text in texts]


def _character(byte: int, codec: str) -> str:
    return bytes([byte]).decode(codec, "ignore")


def _sense(found: Counter[int], codec: str) -> int:
    """How much of it is what people write here; capitals are rarer."""
    read = ((_character(byte, codec), count) for byte, count in found.items())
    usual = _LETTERS | _MARKS if codec == "cp1252" else _LETTERS
    return sum(count * (2 * (char in usual) + (char in _RARE)) for char, count in read)
