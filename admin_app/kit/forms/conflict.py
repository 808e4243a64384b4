"""What others have saved in a record while its form was open, and how it comes together with what is saved. Pure.

The record is read again before a change is sent (decision 40). Three versions of a field are held against each other:
as the form was filled, as it is stored now, as it stands in the form. What only the others changed stays theirs; what
both changed otherwise is the person's to decide, field by field.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from admin_app.kit.declare.fields import Input, LinesInput
from admin_app.kit.forms.formset import SEPARATOR, Lines
from admin_app.kit.forms.merging import Change, merged
from admin_app.kit.forms.submission import Submission, Texts

THEIRS = "theirs"
"""The answer that takes what another person has saved; any other keeps what stands in the form."""


LOSES = ("both", "removed_kept", "changed_removed")
"""What is done to lines that undoes what the others did to them."""


@dataclass(frozen=True)
class Reading:
    """A record as a form holds it: the texts of its inputs, the labels beside them, its lines, and all as sent."""

    values: Texts = field(default_factory=dict)
    lines: Lines = field(default_factory=dict)
    labels: Texts = field(default_factory=dict)
    body: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Difference:
    """An input whose value somebody else has changed."""

    part: Input
    both: bool
    """The person has changed it too, and otherwise: one of the two must go."""


@dataclass(frozen=True)
class Together:
    """A save, with what others have saved meanwhile."""

    sent: Submission
    now: Reading | None = None
    """The record as it is stored; None where it was not read again."""
    record: Any = None
    """The same as a model."""
    found: tuple[Difference, ...] = ()
    changes: tuple[Change, ...] = ()
    """What others did to lines that are known by an id: these come together by themselves."""

    @property
    def asks(self) -> bool:
        """Whether something of it is the person's to decide: both have changed one thing."""
        return any(each.both for each in self.found) or any(each.what in LOSES for each in self.changes)

    @property
    def overtaken(self) -> bool:
        """Whether anything of it is to be said."""
        return bool(self.found or self.changes)


def differences(parts: Iterable[Input], base: Reading, mine: Mapping[str, Any], now: Reading) -> list[Difference]:
    """What others have changed and the form has not in the same way; parts of a value count with the whole."""
    found = []
    for part in parts:
        was, stored = base.body.get(part.name), now.body.get(part.name)
        held = mine.get(part.name, was)
        if "." not in part.name and stored != was and stored != held:
            found.append(Difference(part, held != was))
    return found


def together(
    sent: Submission, base: Reading, now: Reading, found: Iterable[Difference], new_key: Callable[[], str]
) -> Together:
    """The save with what others have changed, and with theirs where the person has chosen so."""
    found = list(found)
    known = [each for each in found if isinstance(each.part, LinesInput) and each.part.identified]
    both = merged([each.part for each in known], base.lines, sent.lines, now.lines, new_key)  # pyright: ignore
    plain = tuple(each for each in found if each not in known)
    values, lines = dict(sent.values), both.lines
    for each in plain:
        if each.both and sent.choices.get(each.part.name) != THEIRS:
            continue
        if isinstance(each.part, LinesInput):
            lines = with_lines_of(lines, now.lines, each.part.name)
        values |= {name: text for name, text in now.values.items() if _within(name, each.part.name, ".")}
    return Together(replace(sent, values=values, lines=lines), now, None, plain, both.changes)


def with_lines_of(lines: Lines, others: Lines, name: str) -> Lines:
    """Lines with those of one input as others have them."""
    kept = {each: those for each, those in lines.items() if not _within(each, name, SEPARATOR)}
    return {**kept, **{each: those for each, those in others.items() if _within(each, name, SEPARATOR)}}


def _within(name: str, whole: str, separator: str) -> bool:
    return name == whole or name.startswith(whole + separator)
