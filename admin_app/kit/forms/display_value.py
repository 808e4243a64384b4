"""The value of an input in words, for whoever must choose between two of them."""

import re
from collections.abc import Mapping
from html import unescape

from admin_app.kit.declare.fields import (
    KIND,
    LABEL,
    ChoiceInput,
    Input,
    IntegerInput,
    LinesInput,
    ReferenceInput,
)
from admin_app.kit.forms.conflict import Reading
from admin_app.kit.words import formats, phones
from admin_app.kit.words.catalogue import catalogue
from admin_app.kit.words.locale import known, say

LONGEST = 240
"""Characters of a text that are shown."""


def worded(part: Input, held: Reading, locale: str) -> str:
    """What an input holds, in words; empty for nothing."""
    if isinstance(part, LinesInput):
        return cut("\n".join(_line(part, line, locale) for line in held.lines.get(part.name, [])))
    return cut(_text(part, held.values.get(part.name, ""), held.labels.get(part.name, ""), locale))


def cut(text: str) -> str:
    """A text, no longer than one reads at a glance."""
    text = text.strip()
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"


def _line(part: LinesInput, line: Mapping[str, str], locale: str) -> str:
    cells = [cell for cell in part.cells_of(line.get(KIND, "")) if not isinstance(cell, LinesInput)]
    texts = (_text(cell, line.get(cell.name, ""), line.get(f"{cell.name}{LABEL}", ""), locale) for cell in cells)
    return " · ".join(text for text in texts if text)


def _text(part: Input, text: str, label: str, locale: str) -> str:
    if part.kind == "switch":
        return say("kit.words.yes" if text == "true" else "kit.words.no", locale)
    if part.kind in ("address", "reference") or isinstance(part, ReferenceInput):
        return label or text
    if isinstance(part, ChoiceInput):
        labels = catalogue().choices(part.choices, known(locale))
        return ", ".join(labels.get(each, each) for each in text.split(",") if each)
    if isinstance(part, IntegerInput):
        return formats.number(text, locale)
    if part.kind in ("date", "day", "date_time"):
        return formats.date_time(text, locale)
    if part.kind == "rich_text":
        return unescape(re.sub(r"\s+", " ", re.sub(r"<[^<>]*>", " ", text)))
    return phones.phone_text(text) if part.kind == "phone" else text
