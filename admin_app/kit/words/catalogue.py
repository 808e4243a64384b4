"""The words of the interface, read from `translations/<locale>/<feature>.json` (i18next JSON v4).

A key is the file's name, then the path inside it: `users.title` is "title" in `users.json`. A key with
plural forms is written once per form, `count_one` and `count_other`, and asked for as `count`.
Nothing here knows Reflex: `kit/words/locale.py` builds on this for components, server-made text calls `message`.
"""

import functools
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from babel import Locale as BabelLocale
from babel.numbers import format_decimal
from babel.plural import PluralRule

from admin_app.kit.words.formats import folded
from admin_app.kit.words.languages import LANGUAGES, LOCALES
from admin_app.settings import TRANSLATIONS

PLACEHOLDER = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_PLACE = re.compile(rf"(?:\b([A-Za-z]{{1,5}}) )?{PLACEHOLDER.pattern}")
"""A placeholder, with the word before it where that is a short one."""

_PLURAL_SUFFIX = re.compile(r"(.+)_(zero|one|two|few|many|other)")

Forms = Mapping[str, str]
"""The texts of one key: one per CLDR plural form, or a single one under ""."""


@dataclass(frozen=True)
class Catalogue:
    """Every text of every language: locale -> key -> plural form -> text."""

    folder: Path
    texts: Mapping[str, Mapping[str, Forms]]

    @classmethod
    def load(cls, folder: Path) -> "Catalogue":
        """Read every file of every language under `folder`."""
        return cls(folder, {locale: _read_language(folder / locale) for locale in LOCALES})

    def forms(self, key: str, locale: str) -> Forms:
        """Return the texts of a key, or raise a KeyError that names the key and the file it should be in."""
        try:
            return self.texts[locale][key]
        except KeyError:
            raise KeyError(f"translation {key!r} is missing from {self.file_of(key, locale)}") from None

    def text(self, key: str, locale: str, count: float | None) -> str:
        """Return the text of a key with its placeholders, in the plural form of `count`."""
        forms = self.forms(key, locale)
        if "" in forms:
            return forms[""]
        if count is None:
            raise KeyError(f"translation {key!r} has plural forms in {self.file_of(key, locale)}: give it a count")
        return forms.get(_plural_rule(locale)(count), forms["other"])

    def choices(self, prefix: str, locale: str) -> dict[str, str]:
        """Return the texts right under a key: `users.status` gives {"1": "Actif", ...}."""
        found = self._choices[locale].get(prefix)
        if not found:
            raise KeyError(f"no translation starts with {f'{prefix}.'!r} in {self.file_of(prefix, locale)}")
        return dict(found)

    @functools.cached_property
    def _choices(self) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
        """Locale -> prefix -> the texts right under it by the last part of their key."""
        found: dict[str, dict[str, dict[str, str]]] = {}
        for locale, texts in self.texts.items():
            below = found[locale] = {}
            for key, forms in texts.items():
                prefix, _, last = key.rpartition(".")
                if "" in forms:
                    below.setdefault(prefix, {})[last] = forms[""]
        return found

    def file_of(self, key: str, locale: str) -> str:
        """Name the file a key belongs to, as a person would look for it."""
        return f"{self.folder.name}/{locale}/{key.split('.')[0]}.json"


@functools.cache
def catalogue() -> Catalogue:
    """Return the application's own catalogue, read once."""
    return Catalogue.load(TRANSLATIONS)


def message(key: str, /, locale: str, count: float | None = None, **values: object) -> str:
    """Return the text of a key, filled in: numbers are written the way the language writes them."""
    text = catalogue().text(key, locale, count)
    given = values if count is None else {**values, "count": count}
    return _PLACE.sub(lambda match: _after(match[1], written(value_of(match[2], given, key), locale), locale), text)


def _after(word: str | None, value: str, locale: str) -> str:
    """A value behind its word: `de` and `Anastasie` give `d’Anastasie`, `de` and `Lunéville` stay apart (WORDS-10)."""
    if not word:
        return value
    short = elided(word, locale)
    return short + value if short and folded(value[:1]).startswith(tuple("aeiou")) else f"{word} {value}"


def elided(word: str, locale: str) -> str:
    """What a word is before a vowel: `De` is `D’`; empty for one that stays as it is."""
    short = LANGUAGES[locale]["elided"].get(word.lower(), "")
    return short.capitalize() if word[:1].isupper() else short


def value_of(name: str, values: Mapping[str, object], key: str) -> object:
    """Return the value of a placeholder, or raise a KeyError that names it and its key."""
    if name not in values:
        raise KeyError(f"translation {key!r} needs a value for {{{{{name}}}}}")
    return values[name]


def written(value: object, locale: str) -> str:
    """Write a placeholder's value: 1248 is "1 248" in French and "1,248" in English."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return format_decimal(value, locale=locale)
    return "" if value is None else str(value)


@functools.cache
def _plural_rule(locale: str) -> PluralRule:
    """The CLDR plural form of a count: in French 0 and 1 are "one", in English only 1 is."""
    return BabelLocale.parse(locale).plural_form


def _read_language(folder: Path) -> dict[str, Forms]:
    keys: dict[str, Forms] = {}
    for file in sorted(folder.glob("*.json")):
        flat = dict(_flatten(file.stem, json.loads(file.read_text(encoding="utf-8"))))
        keys.update(_group_plurals(flat))
    return keys


def _flatten(prefix: str, node: Mapping[str, object] | str) -> Iterator[tuple[str, str]]:
    if isinstance(node, str):
        yield prefix, node
    elif isinstance(node, Mapping):
        for name, child in node.items():
            yield from _flatten(f"{prefix}.{name}", child)  # pyright: ignore[reportArgumentType]
    else:
        raise TypeError(f"translation {prefix!r} must be a text or an object, not {node!r}")


def _group_plurals(flat: Mapping[str, str]) -> dict[str, Forms]:
    grouped: dict[str, dict[str, str]] = {}
    for key, text in flat.items():
        stem, form = _plural_parts(key, flat)
        grouped.setdefault(stem, {})[form] = text
    return dict(grouped)


def _plural_parts(key: str, flat: Mapping[str, str]) -> tuple[str, str]:
    """Split `count_one` into its stem and form; `gender_other` alone is an ordinary key."""
    match = _PLURAL_SUFFIX.fullmatch(key)
    if match and f"{match[1]}_one" in flat and f"{match[1]}_other" in flat:
        return match[1], match[2]
    return key, ""
