"""Which lines of the register a text finds: by the words that are shown of them, which the store does not hold."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from sqlalchemy import func, select

from admin_app.features.register.words import line_in_words
from admin_app.kit import audit
from admin_app.kit.words import LOCALES, folded_words

BATCH = 1000


def every(where: Sequence[audit.Condition], order: tuple[str, bool] = ("at", True)) -> Iterator[audit.Act]:
    """All lines that meet some conditions, read in parts."""
    start = 0
    while entries := audit.read(where, BATCH, start, order):
        yield from entries
        start += BATCH


def says(text: str, among: Sequence[audit.Condition]) -> audit.Condition:
    """That a line, of those among which it is looked for, has a text or each of its words, in whatever language."""
    plain, words = text.replace("\u00a0", " ").casefold(), tuple(f" {word}" for word in folded_words(text))
    found = [line.id for line in every(among) if _has(line, plain, words)]
    return audit.LINE.id.in_(select(func.json_each(str(found)).table_valued("value").c.value))


def _has(line: audit.Act, plain: str, words: Sequence[str]) -> bool:
    shown, folded = _shown(line.kind, line.subject, tuple(line.filters.items()), line.outcome)
    who = line.who.casefold()
    if plain in who or plain in shown:
        return True
    return bool(words) and all(word in folded or word in f" {' '.join(folded_words(who))}" for word in words)


@lru_cache(20_000)
def _shown(kind: str, subject: str, filters: tuple[tuple[str, str], ...], outcome: str) -> tuple[str, str]:
    """What a line shows in all languages but its person, and its words as they are compared."""
    told = (line_in_words(kind, subject, dict(filters), outcome, locale) for locale in LOCALES)
    shown = "\n".join("\n".join(each) for each in told).replace("\u00a0", " ")
    return shown.casefold(), f" {' '.join(folded_words(shown))}"
