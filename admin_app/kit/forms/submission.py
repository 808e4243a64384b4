"""A form as it was submitted: read once a save, then asked what is wrong with it, what it sends and replaces. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from admin_app.kit.declare.fields import ALT, LABEL, TIME, WANTED, DateTimeInput, ImageInput, Input, LinesInput, wire
from admin_app.kit.forms.formset import (
    Lines,
    line_problems,
    lines_among,
    name_of,
    typed_lines,
    values_of,
    with_locked,
    without_unknown_ids,
)
from admin_app.kit.forms.texts import problem, value_for

CONFIRMED = "_confirmed"
"""Name of the hidden input that says the person has confirmed a save."""
CHOSEN = "_of:"
"""Begins the name of the answer to whose value of an input is kept; the name of that input ends it."""
PRESSED = "_pressed"
"""Name of the hidden input that says which save of this form was asked for last (`FormHost.saves`)."""
FURTHER = "_further"
"""Name of the hidden input that says where a save leads, in a form with two buttons for it."""
NOT_SENT = ("image", "read_only")
"""Kinds that are no part of what is saved: images are uploaded after it."""
Texts = Mapping[str, str]
Pairs = list[tuple[str, str]]


@dataclass(frozen=True)
class Submission:
    """The inputs of a form and what they hold; everything that is computed of it is computed once."""

    parts: tuple[Input, ...]
    values: Texts
    """The text of each plain input, by its name."""
    lines: Lines = field(default_factory=dict)
    alt: str = ""
    """The alternative text of the image to send."""
    confirmed: bool = False
    further: bool = False
    """The person wants to go on once it is saved, rather than to stay."""
    labels: Texts = field(default_factory=dict)
    """What is called what, beside references and addresses."""
    choices: Texts = field(default_factory=dict)
    """Whose value is kept where two people have changed one, by input (kit/forms/conflict.py)."""

    @cached_property
    def rows(self) -> list[LinesInput]:
        """The inputs that hold lines."""
        return lines_among(self.parts)

    @cached_property
    def asked(self) -> tuple[Input, ...]:
        """The inputs that take part, given what the others hold; a `date_time` whose time does not count is a `day`."""
        return tuple(
            replace(part, kind="day") if isinstance(part, DateTimeInput) and not self._holds(part.timed_by) else part
            for part in self.parts
            if self._holds(part.shown_if)
        )

    @cached_property
    def problems(self) -> dict[str, str]:
        """The name of what is wrong, by input name; a cell of a line has its full name."""
        found: dict[str, str] = {}
        for part in self.asked:
            if isinstance(part, LinesInput):
                found |= line_problems(part, self.lines, part.name)
            elif wrong := problem(part, self.values.get(part.name, "")):
                found[part.name] = wrong
        return found

    @cached_property
    def body(self) -> dict[str, Any]:
        """Every value of the form as the API wants it; nothing for the kinds of `NOT_SENT`."""
        sent = {
            part.name: values_of(part, self.lines)
            if isinstance(part, LinesInput)
            else value_for(part, self.values.get(part.name, ""))
            for part in self.asked
            if part.kind not in NOT_SENT
        }
        return _nested(sent)

    def not_offered(self, allowed: Mapping[str, list[str]], stored: Texts) -> dict[str, str]:
        """Choices that are not open to this person, whatever the browser sent; locked lines were not chosen here.

        `allowed` are the values that may be chosen, by `<input>` or `<rows>.<cell>`; what is `stored` may stay.
        """
        found: dict[str, str] = {}
        for limited, offered in allowed.items():
            name, _, cell = limited.partition(".")
            free = [line for line in self.lines.get(name, []) if not line.get("locked")]
            chosen = {name_of(name, line["key"], cell): line.get(cell, "") for line in free}
            if not cell:
                chosen = {name: self.values.get(name, "")} if self.values.get(name) != stored.get(name) else {}
            found |= {place: "choice" for place, text in chosen.items() if text and text not in offered}
        return found

    def _holds(self, condition: str) -> bool:
        """Whether an input is filled or switched on (`field`), or holds one choice (`field=value`)."""
        name, _, wanted = condition.partition("=")
        value = self.values.get(wire(name), "")
        return not name or (value == wanted if wanted else value != "")


def read(
    parts: Iterable[Input],
    pairs: Pairs,
    stored: Lines | None = None,
    known: Mapping[str, set[str]] | None = None,
) -> Submission:
    """The submission of the pairs a browser sends, or keeps as a draft.

    Of the `stored` lines those that are locked stand as they are; a line keeps no id but a `known` one.
    """
    parts, lines = tuple(parts), {}
    for part in lines_among(parts):
        lines |= with_locked(without_unknown_ids(typed_lines(part, pairs), known or {}), stored or {})
    texts = dict(pairs)
    alt = next((str(texts.get(part.name + ALT) or "").strip() for part in parts if isinstance(part, ImageInput)), "")
    return Submission(
        parts,
        collected(parts, pairs),
        lines,
        alt,
        bool(texts.get(CONFIRMED)),
        bool(texts.get(FURTHER)),
        {part.name: str(texts[part.name + LABEL]) for part in parts if texts.get(part.name + LABEL)},
        {name.removeprefix(CHOSEN): str(text) for name, text in texts.items() if name.startswith(CHOSEN)},
    )


def collected(parts: Iterable[Input], pairs: Pairs) -> dict[str, str]:
    """The submitted text of each plain input; several values of a name are joined with commas."""
    found: dict[str, list[str]] = {}
    for name, text in pairs:
        if text:
            found.setdefault(name, []).append(str(text))
    return {part.name: _text(part, found) for part in parts if not isinstance(part, LinesInput)}


def _text(part: Input, found: Mapping[str, list[str]]) -> str:
    if part.kind == "publication" and found.get(part.name + WANTED):
        return found[part.name + WANTED][-1]
    text = ",".join(found.get(part.name, []))
    clock = ",".join(found.get(part.name + TIME, [])) if part.kind == "date_time" else ""
    return f"{text}T{clock}" if clock else text


def _nested(sent: Mapping[str, Any]) -> dict[str, Any]:
    """Parts of a value (`address.latitude`) inside it; without the whole they are not sent."""
    whole = {name: value for name, value in sent.items() if "." not in name}
    for name, value in sent.items():
        head, _, part = name.partition(".")
        if part and whole.get(head):
            whole[head] = {**whole[head], part: value}
    return whole


def changes(parts: Iterable[Input], before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The merge-patch of what changed (RFC 7396): null clears; what the API refuses as null is left out."""
    refuses_null = {part.name for part in parts if part.refuses_null}
    return {
        name: value
        for name, value in after.items()
        if value != before.get(name) and not (value is None and name in refuses_null)
    }


def creation(after: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a creation: what was left empty is not sent."""
    return {name: value for name, value in after.items() if value is not None}
