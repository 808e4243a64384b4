"""The language of the interface: chosen by the person, kept in the browser.

`t` gives a Var that holds every language, so that switching costs one variable and no round trip. Plurals, numbers and
dates are written in the browser too, by the same rules as `kit/words/catalogue.py` and `kit/words/formats.py`. Text
made on the server (a notice, a file) is `say(key, locale)`.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, cast

import reflex as rx

from admin_app.kit.words.catalogue import PLACEHOLDER, catalogue, elided, message, value_of, written
from admin_app.kit.words.languages import LOCALES
from admin_app.patches.language import DocumentLanguage, assign, field_of
from admin_app.patches.names import EventCallback, FunctionVar
from admin_app.patches.vars import VarData, expression, hook, imported, is_number, is_text, merged
from admin_app.settings import get_settings

Value: TypeAlias = rx.Var[Any] | str | float | None
DateKind = Literal["date", "date_time", "time", "typed"]

STORAGE = "locale"
"""Name of the choice in the browser's local storage."""


class Locale(rx.State):
    """The language this browser chose, shared by its tabs; the deployment's own until it chooses."""

    locale: str = rx.LocalStorage(get_settings().default_locale, name=STORAGE, sync=True)

    @rx.event
    def choose(self, locale: str) -> None:
        """Change the language; any other value than a known language is ignored."""
        if locale in LOCALES:
            self.locale = locale


async def language_of(state: rx.State) -> str:
    """The language of the tab of a state, for texts made on the server."""
    return (await state.get_state(Locale)).locale


_FUNCTIONS = "$/public/kit/locale.js"
_FIGURE, _NUMBER, _FORM = "ui_figure", "ui_number", "ui_form"
"""Functions of locale.js that a text with a value or a count calls."""
_CHOSEN = cast("rx.Var[str]", Locale.locale)
# What storage holds is not always a language we know, hence the test rather than the value itself.
_KNOWN = json.dumps(LOCALES)
_LANGUAGE = hook(f"const ui_locale = {_KNOWN}.includes({_CHOSEN!s}) ? {_CHOSEN!s} : {json.dumps(LOCALES[0])}", _CHOSEN)
_DOCUMENT = DocumentLanguage.create(
    state=Locale.get_full_name(), field=field_of(_CHOSEN), storage=STORAGE, languages=list(LOCALES)
)
# Any translated text brings the effects with it, so that no layout can forget them.
_TEXT = merged(_LANGUAGE, VarData(app_wraps=[(80, _DOCUMENT)]))


def choose_language(locale: str) -> list[FunctionVar | EventCallback]:
    """Return what a button does to switch: the page changes at once, then the server is told."""
    return [assign(Locale, _CHOSEN, locale), Locale.choose(locale)]


def t(key: str, /, count: Value = None, **values: Value) -> rx.Var[str]:
    """Return a text of the catalogue in the person's language, for a child, an attribute or a condition.

    Counts and values may be Vars: `t("users.selected", count=State.total)`. Numbers are written with the
    language's separators; give an identifier as text (`State.record_id.to_string()`). An unknown key, or a
    placeholder without a value, fails when the module is imported.
    """
    given = values if count is None else {**values, "count": count}
    return _in_each({locale: _text(key, locale, count, given) for locale in LOCALES}, *given.values())


def say(key: str, /, locale: str, count: float | None = None, **values: object) -> str:
    """Return a text of the catalogue made on the server; an unknown language is the deployment's own."""
    return message(key, known(locale), count, **values)


def known(locale: str) -> str:
    """Return the language itself if we speak it, the deployment's own otherwise."""
    return locale if locale in LOCALES else get_settings().default_locale


def pick(texts: Mapping[str, Value]) -> rx.Var[str]:
    """Return one of several texts by language: `pick({"fr": "Bonjour", "en": State.greeting})`."""
    return _in_each({locale: _shown(texts[locale], locale) for locale in LOCALES}, *texts.values())


def pick_of(row: Mapping[str, Value], name: str = "") -> rx.Var[str]:
    """Return what a row of a state says in each language: `pick_of(row, "size")` is its `size_fr` or `size_en`.

    Without a name, a row that is nothing but one text: its `fr` or `en`.
    """
    return pick({locale: row[f"{name}_{locale}" if name else locale] for locale in LOCALES})


def choice_label(prefix: str, value: Value) -> rx.Var[str]:
    """Return the label of a choice: `choice_label("users.status", row["status"])` reads `users.status.1`.

    A value without a label is shown as it is, None as nothing.
    """
    labels = {locale: catalogue().choices(prefix, locale) for locale in LOCALES}
    name = "choices_" + re.sub(r"\W", "__", prefix)
    labels_of = hook(f"const {name} = ({_json(labels)})[ui_locale]", _TEXT)
    return expression(f"({name}[{_js(value)}] ?? {_js(value)} ?? '')", value, data=labels_of)


def date_var(value: Value, kind: DateKind = "date") -> rx.Var[str]:
    """Return an API date as `kit/words/formats.py` writes it, rewritten in the browser when the language changes.

    The written clock time is kept: the browser's time zone plays no part.
    """
    return _written("ui_date", value, kind)


def dates_var(first: Value, last: Value) -> rx.Var[str]:
    """Return the days from one to another, without what they share: `7–30 déc. 2026`."""
    return _written("ui_dates", first, last)


def days_var(first: Value, last: Value) -> rx.Var[str]:
    """Return a period in words, one of its ends possibly empty: `entre le 1er et le 30 octobre 2026`."""
    shared = _written("ui_day", first, last)
    begins, ends = _written("ui_day", first, ""), _written("ui_day", last, "")
    return cast(
        "rx.Var[str]",
        rx.cond(
            first == last,
            t("kit.dates.on", first=begins),
            rx.cond(
                last == "",
                t("kit.dates.since", first=begins),
                rx.cond(first == "", t("kit.dates.until", last=ends), t("kit.dates.between", first=shared, last=ends)),
            ),
        ),
    )


def period_var(value: Value) -> rx.Var[str]:
    """Return a year, a month or a day as `formats.period` writes it; another text as it is."""
    return _written("ui_period", value)


def instant_var(value: Value) -> rx.Var[str]:
    """Return an instant of ours (UTC, with its Z) as the clock of the person's own machine shows it."""
    return _written("ui_instant", value)


def number_var(value: Value) -> rx.Var[str]:
    """Return a number, or the text of one, with the separators of the person's language; another text as it is."""
    return _written("ui_number", value)


def _written(function: str, value: Value, *options: Value) -> rx.Var[str]:
    """Return what a function of locale.js writes in the person's language."""
    given = ", ".join([*map(_js, (value, *options)), "ui_locale"])
    return expression(f"{function}({given})", _TEXT, value, *options, data=imported(_FUNCTIONS, function))


def _text(key: str, locale: str, count: Value, values: Mapping[str, Value]) -> str:
    """Write one language of a text as a JavaScript expression, choosing the plural form if need be."""
    if not isinstance(count, rx.Var):
        number = count if isinstance(count, int | float) else None
        return _filled(catalogue().text(key, locale, number), key, locale, values)
    forms = catalogue().forms(key, locale)
    filled = {form: _filled(text, key, locale, values) for form, text in forms.items()}
    if "" in filled:
        return filled[""]
    each = ", ".join(f"{form}: {text}" for form, text in filled.items())
    return f"{_FORM}({_js(count)}, {_json(locale)}, {{{each}}})"


def _filled(text: str, key: str, locale: str, values: Mapping[str, Value]) -> str:
    """Write a text and its placeholders as a JavaScript expression; plain values are written right now."""
    parts, literal = [], ""
    for index, piece in enumerate(PLACEHOLDER.split(text)):
        value = value_of(piece, values, key) if index % 2 else piece
        if isinstance(value, rx.Var):
            parts += _behind(literal, _shown(value, locale), locale)
            literal = ""
        else:
            literal += written(value, locale)
    if literal or not parts:
        parts.append(_json(literal))
    return parts[0] if len(parts) == 1 else f"({' + '.join(parts)})"


def _behind(literal: str, shown: str, locale: str) -> list[str]:
    """A text and the value behind it, whose last word is elided before a vowel as `catalogue.message` does."""
    word = re.search(r"\b([A-Za-z]+) $", literal)
    short = elided(word[1], locale) if word else ""
    if not word or not short:
        return [_json(literal), shown]
    choice = f'/^[aeiouæœ]/i.test(`${{{shown}}}`.normalize("NFD")) ? {_json(short)} : {_json(word[0])}'
    return [_json(literal[: word.start()]), f"({choice})", shown]


def _shown(value: Value, locale: str) -> str:
    """Write a value as a JavaScript expression: a number with separators, None as nothing."""
    if not isinstance(value, rx.Var):
        return _json(written(value, locale))
    if is_text(value):
        return f"({_js(value)} ?? '')"
    return f"{_NUMBER if is_number(value) else _FIGURE}({_js(value)}, {_json(locale)})"


def _in_each(texts: Mapping[str, str], *values: Value) -> rx.Var[str]:
    """Choose among texts by language, where they differ."""
    chosen = texts[LOCALES[0]]
    for locale in LOCALES[1:]:
        if texts[locale] != texts[LOCALES[0]]:
            chosen = f"(ui_locale === {_json(locale)} ? {texts[locale]} : {chosen})"
    used = [each for each in (_FIGURE, _NUMBER, _FORM) if f"{each}(" in chosen]
    return expression(chosen, _TEXT, *values, data=imported(_FUNCTIONS, *used) if used else None)


def _js(value: Value) -> str:
    return f"({value!s})" if isinstance(value, rx.Var) else _json(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
