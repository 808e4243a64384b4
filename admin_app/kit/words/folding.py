"""Texts without what people forgive when they read: accents, case, marks between words. Pure."""

import unicodedata
from collections.abc import Iterable

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ı": "i"})


def folded_words(text: str | None) -> list[str]:
    """The words of a text without accents nor case: `Jean-Noël D’Arcy` gives jean, noel, d, arcy."""
    lowered = (text or "").lower().translate(_LIGATURES)
    plain = "".join(char for char in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(char))
    return "".join(char if char.isalnum() else " " for char in plain).split()


def folded(text: str | None) -> str:
    """A text as one word: `E-mail` and `é mail` are both email."""
    return "".join(folded_words(text))


def has_words(name: str, words: Iterable[str]) -> bool:
    """Whether a folded name has every one of some folded words, in any order."""
    return all(word in name for word in words)
