"""Text without case nor accents, for searching and sorting as a French collation does."""

import unicodedata

_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "\u2019": "'"})


def fold(text: str | None) -> str | None:
    """The text in small letters without accents, None for None: `Éloïse` gives `eloise`."""
    if text is None or (text.isascii() and text.islower()):
        return text
    lowered = text.lower().translate(_LIGATURES)
    if lowered.isascii():
        return lowered
    return "".join(char for char in unicodedata.normalize("NFD", lowered) if not unicodedata.combining(char))


def name_key(given: str | None, family: str | None) -> str | None:
    """What people are searched by, whichever of their names comes first."""
    return fold(f"{given or ''} {family or ''} {given or ''}")


def words(text: str) -> list[str]:
    """The folded words of a text; quotes, commas and hyphens separate (session.yaml, search_points)."""
    folded = fold(text) or ""
    return "".join(char if char.isalnum() else " " for char in folded).split()
