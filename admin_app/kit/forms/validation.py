"""What is wrong with a form, in the person's language: beside its field, in the summary, and where in which line.

It is found in texts.py (`problem`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from admin_app.api.errors import Violation
from admin_app.kit.clock import today
from admin_app.kit.declare.fields import DateInput, Input, IntegerInput, LinesInput, TextInput
from admin_app.kit.declare.resource import Resource
from admin_app.kit.forms.submission import SEPARATOR, Line, Lines, Submission, name_of, part_of, rank_of
from admin_app.kit.parts.dates import fault_words
from admin_app.kit.words.formats import read_day
from admin_app.kit.words.locale import say

NO_DAY = "kit.validation.date"

KNOWN = {
    "Cette valeur est déjà utilisée.": "used",
    "This value is already used.": "used",
    "Cette valeur ne doit pas être vide.": "required",
    "This value should not be blank.": "required",
    "Cette valeur n'est pas une adresse email valide.": "email",
    "This value is not a valid email address.": "email",
}
"""What the server says of a value, whose language is that of its deployment, and the name of what is wrong then."""


@dataclass(frozen=True)
class Wrong:
    """One thing that is wrong with an input: known by what it is called, so that another language says it anew."""

    name: str
    """The input, `_` for none."""
    key: str = ""
    """The translation that says it; empty where only the server has words for it."""
    words: str = ""
    held: str | None = None
    """What stood there when the server refused it: as long as it stands there, the refusal does."""
    typed: str = ""
    """What was typed there."""


def found(problems: Mapping[str, str], typed: Mapping[str, str]) -> tuple[Wrong, ...]:
    """What `Submission.problems` found in what was typed: by the kit's own names, or by whole keys of a feature."""
    return tuple(
        Wrong(name, each if "." in each else f"kit.validation.{each}", typed=typed.get(name, ""))
        for name, each in problems.items()
    )


def refused(violations: Iterable[Violation], sent: Submission) -> tuple[Wrong, ...]:
    """What the server refused, at the inputs it names."""
    names = {part.name for part in sent.parts}
    wrong = []
    for each in violations:
        field = each.property_path.split(".")[0].split("[")[0]
        name, known = field if field in names else "_", KNOWN.get(each.message)
        key = f"kit.validation.{known}" if known else ""
        wrong.append(Wrong(name, key, each.message, sent.values.get(name, "")))
    return tuple(wrong)


def messages(wrong: Iterable[Wrong], parts: Iterable[Input], locale: str) -> dict[str, str]:
    """The messages, by input name; what is wrong with no input goes to the summary alone."""
    parts = list(parts)
    texts: dict[str, str] = {}
    for each in wrong:
        part = part_of(parts, each.name)
        said = say(each.key, locale, **_limits(each.key, part)) if each.key else each.words
        text = (_no_day(part, each.typed, locale) if each.key == NO_DAY else "") or said
        texts[each.name] = f"{texts[each.name]} {text}" if each.name in texts else text
    return texts


def listed(names: Iterable[str], resource: Resource, sent: Submission, locale: str) -> list[dict[str, str]]:
    """The inputs of these names, in the order of the form: `name`, and `field`, what it is called and where it is."""
    order = [part.name for part in sent.parts]
    own = [name for name in names if part_of(sent.parts, name) is not None]
    own.sort(key=lambda name: order.index(name.split(SEPARATOR)[0]))
    called = {each: path_in_words(each, resource, sent.parts, sent.lines, locale) for each in own}
    return [{"name": each, "field": before_colon(text)} for each, text in called.items()]


def before_colon(label: str) -> str:
    """A label as it stands before a colon: a question without its mark."""
    return label.rstrip("? \u00a0\u202f")


def path_in_words(name: str, resource: Resource, parts: Iterable[Input], lines: Lines, locale: str) -> str:
    """The way to a line or to one of its cells: `Section 2 · Paragraphe 1 · Texte`."""
    return " · ".join(
        say(f"{resource.key}.lines.{path.replace('.', '_')}", locale, position=rank)
        if rank
        else say(resource.label(path), locale)
        for path, rank in trail(parts, lines, name)
    )


def trail(parts: Iterable[Input], lines: Mapping[str, list[Line]], name: str) -> list[tuple[str, int]]:
    """The way to a line or cell: the field path of each step and the rank of its line, 0 for a cell at the end."""
    pieces = name.split(SEPARATOR)
    steps: list[tuple[str, int]] = []
    fields: list[str] = []
    for at in range(0, len(pieces), 2):
        part = next(part for part in parts if part.name == pieces[at])
        fields.append(part.field)
        those = lines.get(name_of(*pieces[: at + 1]), [])
        steps.append((".".join(fields), rank_of(those, pieces[at + 1]) if at + 1 < len(pieces) else 0))
        parts = part.inputs if isinstance(part, LinesInput) else ()
    return steps


def _no_day(part: Input | None, typed: str, locale: str) -> str:
    """Why it is no day, as it is said where it was typed."""
    coming = isinstance(part, DateInput) and part.coming
    return fault_words(read_day(typed.partition("T")[0], today().isoformat(), coming=coming), locale) if typed else ""


def _limits(key: str, part: Input | None) -> dict[str, Any]:
    """The numbers a message names."""
    if key == "kit.validation.between" and isinstance(part, IntegerInput):
        return {"minimum": part.minimum, "maximum": part.maximum}
    return {"count": part.max_length} if key == "kit.validation.too_long" and isinstance(part, TextInput) else {}
