"""The languages of the interface: a line each in `assets/kit/languages.json`, read by pages too; Babel knows the rest.

A further one is a line there and a folder of texts in `translations/`: nothing else names a language (WORDS-9). The
first is what a page shows before it knows better. A line holds: `tag`, the BCP 47 tag by which browsers write numbers
and moments; `name`, in the language itself; `day`, how pages write a day, and `typed`, how people and
spreadsheets do, both in the letters of CLDR; `clock`, what stands
between a day and its clock time; `first`, the first day of a month in words; `elided`, words that lose their last
letter before a vowel; `months` and `short`, their names, which are Babel's, since those of browsers differ from one to
the next. Pure.
"""

import json
from pathlib import Path
from typing import Any

from babel.dates import get_day_names
from babel.numbers import get_decimal_symbol, get_group_symbol

_FILE = Path(__file__).resolve().parents[3] / "assets" / "kit" / "languages.json"
LANGUAGES: dict[str, dict[str, Any]] = json.loads(_FILE.read_text("utf-8"))
"""Locale -> what its line says."""
LOCALES = tuple(LANGUAGES)


def decimal_mark(locale: str) -> str:
    """What stands before the decimals of a number: "," in French."""
    return get_decimal_symbol(locale)


def group_mark(locale: str) -> str:
    """What stands between the thousands of a number: a narrow space in French."""
    return get_group_symbol(locale)


def day_names(locale: str) -> list[str]:
    """The days of the week from Sunday on, as browsers and charts count."""
    names = get_day_names("wide", locale=locale)
    return [names[day] for day in (6, *range(6))]


def writes_months(locale: str) -> bool:
    """Whether a day has the name of its month, which a spreadsheet does not take for a day."""
    return "MMM" in LANGUAGES[locale]["typed"]
