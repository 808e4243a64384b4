"""What is wrong with a form, in the person's language: beside its field, in the summary, and where in which line."""

from collections.abc import Iterable, Mapping
from typing import Any

from admin_app.kit.declare.fields import Input, IntegerInput, LinesInput, TextInput
from admin_app.kit.declare.resource import Resource
from admin_app.kit.forms.submission import SEPARATOR, Line, Lines, name_of, part_of, rank_of
from admin_app.kit.words.locale import say

KNOWN = {
    "Cette valeur est déjà utilisée.": "used",
    "This value is already used.": "used",
    "Cette valeur ne doit pas être vide.": "required",
    "This value should not be blank.": "required",
    "Cette valeur n'est pas une adresse email valide.": "email",
    "This value is not a valid email address.": "email",
}
"""What the server says of a value, whose language is that of its deployment, and the name of what is wrong then."""


def messages(problems: Mapping[str, str], parts: Iterable[Input], locale: str) -> dict[str, str]:
    """The messages of what `Submission.problems` found, by input name."""
    parts = list(parts)
    return {name: say(_key(wrong), locale, **_limits(wrong, part_of(parts, name))) for name, wrong in problems.items()}


def in_lines(
    errors: Mapping[str, str], resource: Resource, parts: Iterable[Input], lines: Lines, locale: str
) -> list[dict[str, str]]:
    """The errors inside lines, each with where it is."""
    parts = list(parts)
    paths = {
        name: path_in_words(name, resource, parts, lines, locale)
        for name in errors
        if SEPARATOR in name and part_of(parts, name) is not None
    }
    return [
        {"name": name, "text": say("kit.form.error_of", locale, field=path, message=errors[name])}
        for name, path in paths.items()
    ]


def refusals(refused: Iterable[tuple[str, str]], parts: Iterable[Input], locale: str) -> dict[str, str]:
    """What the server refused, as pairs of its property and its words, on its fields; no field's goes to the summary.

    What it says often is said in the person's language; anything else is in the server's.
    """
    parts = list(parts)
    texts: dict[str, str] = {}
    for path, words in refused:
        where, text = input_of(path, parts), say(f"kit.validation.{KNOWN[words]}", locale) if words in KNOWN else words
        texts[where] = f"{texts[where]} {text}" if where in texts else text
    return texts


def input_of(path: str, parts: Iterable[Input]) -> str:
    """The input of a property that the server names, `_` where there is none."""
    field = path.split(".")[0].split("[")[0]
    return field if field in {part.name for part in parts} else "_"


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


def _limits(wrong: str, part: Input | None) -> dict[str, Any]:
    """The numbers a message names."""
    if wrong == "between" and isinstance(part, IntegerInput):
        return {"minimum": part.minimum, "maximum": part.maximum}
    return {"count": part.max_length} if wrong == "too_long" and isinstance(part, TextInput) else {}


def _key(wrong: str) -> str:
    """The key of what is wrong: the kit's own, or a feature's whole key."""
    return wrong if "." in wrong else f"kit.validation.{wrong}"
