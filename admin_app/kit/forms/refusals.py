"""What is wrong with a form, in the person's language: beside its field, in the summary, and where in which line."""

from collections.abc import Iterable, Mapping
from typing import Any

from admin_app.api.errors import Invalid
from admin_app.kit.declare.fields import Input, IntegerInput, TextInput
from admin_app.kit.declare.resource import Resource
from admin_app.kit.forms.lines import SEPARATOR, Lines, part_of, trail
from admin_app.kit.words.locale import say


def told(problems: Mapping[str, str], parts: Iterable[Input], locale: str) -> dict[str, str]:
    """The messages of what `Submission.problems` found, by input name."""
    parts = list(parts)
    return {name: say(_key(wrong), locale, **_limits(wrong, part_of(parts, name))) for name, wrong in problems.items()}


def located(
    errors: Mapping[str, str], resource: Resource, parts: Iterable[Input], lines: Lines, locale: str
) -> list[dict[str, str]]:
    """The errors inside lines, each with where it is."""
    parts = list(parts)
    return [
        {
            "name": name,
            "text": say("kit.form.error_of", locale, field=way(name, resource, parts, lines, locale), message=text),
        }
        for name, text in errors.items()
        if SEPARATOR in name
    ]


def placed(error: Invalid, parts: Iterable[Input]) -> dict[str, str]:
    """The server's violations on their fields; those of no field go to the summary alone."""
    names = {part.name for part in parts}
    found: dict[str, str] = {}
    for violation in error.violations:
        field = violation.property_path.split(".")[0].split("[")[0]
        place = field if field in names else "_"
        found[place] = f"{found[place]} {violation.message}" if place in found else violation.message
    return found


def way(name: str, resource: Resource, parts: Iterable[Input], lines: Lines, locale: str) -> str:
    """The way to a line or to one of its cells: `Section 2 · Paragraphe 1 · Texte`."""
    return " · ".join(
        say(f"{resource.key}.lines.{path.replace('.', '_')}", locale, position=rank)
        if rank
        else say(resource.label(path), locale)
        for path, rank in trail(parts, lines, name)
    )


def _limits(wrong: str, part: Input | None) -> dict[str, Any]:
    """The numbers a message names."""
    if wrong == "between" and isinstance(part, IntegerInput):
        return {"minimum": part.minimum, "maximum": part.maximum}
    return {"count": part.max_length} if wrong == "too_long" and isinstance(part, TextInput) else {}


def _key(wrong: str) -> str:
    """The key of what is wrong: the kit's own, or a feature's whole key."""
    return wrong if "." in wrong else f"kit.validation.{wrong}"
