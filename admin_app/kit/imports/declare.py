"""Declarations of an import: its columns, what is looked up before it is sent, what may become of its lines.

Plain frozen data like `kit/declare/resource.py`: no Reflex, no HTTP. What a cell must hold is in `rules.py`, how
answers are read in `result_parser.py`. Labels: `<key>.fields.<column>`, `<key>.hints.<column>`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from admin_app.kit.declare.fields import Target
from admin_app.kit.declare.resource import Resource

Cells = Mapping[str, str]
"""One line by the names of the columns."""
Params = list[tuple[str, str]]
Rule = Literal["text", "email", "gender", "date", "telephone", "identifier", "count", "latitude", "longitude", "flag"]
Tone = Literal["good", "warn", "bad", "quiet"]


LATITUDES, LONGITUDES = ("lat", "ylat", "y"), ("lon", "lng", "long", "xlong", "x")
"""What files call degrees; `Ylat` and `Xlong` are those of the national register of carpool areas."""
POSTAL_CODES = ("cp", "code postal", "zip", "zip code", "postcode")
LOCALITIES = ("ville", "localité", "com_lieu", "city", "town", "locality")


@dataclass(frozen=True)
class Outcome:
    """What becomes of a line, and how that is marked.

    Its words are `imports.outlooks.<name>` while it is foreseen, `imports.outcomes.<name>` and `imports.counted.<name>`
    once it is known. An import declares its own, beside those that every import has.
    """

    name: str
    tone: Tone = "warn"
    there: bool = True
    """Whether the record of the line is there then."""
    unchanged: bool = False
    """Whether the record was there before and is left as it was."""


CREATE = Outcome("create", "good")
DUPLICATE = Outcome("duplicate", there=False)
"""The line says the same as an earlier one of the file, whose record is there alone."""
REPLACED = Outcome("replaced", there=False)
"""A later line of the file overwrote the record of this one: taken up again, it would overwrite that one in turn."""
ADDED = Outcome("added", "good")
UPDATED = Outcome("updated", "good")
EXISTS = Outcome("exists", unchanged=True)
REFUSED = Outcome("refused", "bad", there=False)
FAILED = Outcome("failed", "bad", there=False)
"""The server says something nobody knows."""
UNCERTAIN = Outcome("uncertain", there=False)
"""No answer came: the record may be there, and sending the line again does no harm."""
UNSENT = Outcome("unsent", "quiet", there=False)
"""What a line is that nothing happened to; its sheet keeps it without a name."""


def unknown(what: str) -> Outcome:
    """A line that names something that is not there: `imports.outcomes.unknown_<what>`."""
    return Outcome(f"unknown_{what}", "bad", there=False)


@dataclass(frozen=True)
class SheetColumn:
    """One column of the file, in its place; `longest` is what the server's database takes."""

    name: str
    rule: Rule = "text"
    required: bool = False
    longest: int = 0
    bytes: bool = False
    """Whether the length is counted in bytes, as the checks of the server do; its database counts characters."""
    hint: bool = False
    """Whether `<key>.hints.<name>` says what to write."""
    example: str = ""
    also: tuple[str, ...] = ()
    """What files call it besides: found whatever its case, accents and punctuation."""
    record: Target | None = None
    """What its number refers to: a file may have the name."""
    listed: bool = False
    """Whether there are few of them: they are shown, and offered in the cells."""


@dataclass(frozen=True)
class Lookup:
    """Something the API is asked about the lines before they are sent, many lines per call."""

    endpoint: str
    permission: str
    """What reading that list takes; without it nothing is looked up."""
    of_line: Callable[[Cells], str]
    """What is looked up for a line; empty when there is nothing to."""
    params: Callable[[Sequence[str]], Params]
    """The filters that find a group of values."""
    of_record: Callable[[Mapping[str, Any]], str]
    """The value a record stands for."""
    present: Outcome | None = None
    """What becomes of a line whose value is found."""
    absent: Outcome | None = None
    """What becomes of a line whose value is not found."""
    size: int = 50
    """Values per call; 0 asks for all of them at once, page by page."""


@dataclass(frozen=True)
class Answer:
    """A message of the server about one line: what it looks like and what it means."""

    pattern: re.Pattern[str]
    outcome: Outcome


@dataclass(frozen=True)
class Follow:
    """What is offered for lines of one outcome once the import is over, one record after the other.

    Its words are `<key>.follow.*`.
    """

    outcome: Outcome
    permission: str
    owner: Resource
    """Of which resource the chosen record is: with a permission for one's own, it must be."""
    endpoint: str
    body: Callable[[Cells, str], Mapping[str, Any]]
    """What is created there for a line and the id of its record."""
    done: Outcome
    already: Outcome
    """What a line is where the API says, of the property `unique`, that this is there."""
    unique: str
    failed: Outcome
    """What a line is where the API refuses for another reason."""


@dataclass(frozen=True)
class Intake:
    """One import. `permission` is what the server checks, whatever the screen asks for."""

    key: str
    entity: str
    endpoint: str
    permission: str
    columns: tuple[SheetColumn, ...]
    records: str
    """The list the records are in: one of them is at `<records>/show/<id>`."""
    reads: str
    """The permission that opens one of them."""
    answers: tuple[Answer, ...]
    lookups: tuple[Lookup, ...] = ()
    same: tuple[Callable[[Cells], str], ...] = ()
    """What two lines may not both say: the server takes the second for the first. Empty where a line says nothing."""
    replaces: tuple[Callable[[Cells], str], ...] = ()
    """What two lines may not both say either: the server overwrites the record of the first with the second. Its words
    are `<key>.replaces`."""
    label: Callable[[Cells], str] = lambda cells: ""
    """What a line is called in the report."""
    flag: str | None = None
    chosen: str = ""
    """The column that is filled from the address of the page, with a record of `target`."""
    target: Target | None = None
    follow: Follow | None = None

    def named(self, cells: Sequence[str]) -> dict[str, str]:
        """The cells of a line by the names of their columns."""
        return dict(zip((column.name for column in self.columns), cells, strict=True))

    def at(self, name: str) -> int:
        """The place of a column."""
        return [column.name for column in self.columns].index(name)

    @property
    def spot(self) -> tuple[int, int] | None:
        """Where latitude and longitude are, for an import that has them; none has one alone."""
        rules = [column.rule for column in self.columns]
        return (rules.index("latitude"), rules.index("longitude")) if "latitude" in rules else None

    @property
    def outlooks(self) -> tuple[Outcome, ...]:
        """What may be foreseen, in the order it is counted on the page."""
        present = (lookup.present for lookup in self.lookups if lookup.present)
        absent = (lookup.absent for lookup in self.lookups if lookup.absent)
        return (CREATE, *present, DUPLICATE, *absent)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What may become of a line, in the order it is counted on the page."""
        follow = self.follow
        followed = (follow.done, follow.already, follow.failed) if follow else ()
        twins = (DUPLICATE, REPLACED) if self.replaces else (DUPLICATE,)
        return (*(each.outcome for each in self.answers), *followed, *twins, REFUSED, FAILED, UNCERTAIN, UNSENT)

    @property
    def tones(self) -> dict[str, Tone]:
        """How what becomes of a line is marked, by its name."""
        return {each.name: each.tone for each in (*self.outlooks, *self.outcomes)}

    @property
    def missing(self) -> tuple[str, ...]:
        """What a sheet notes of lines that are not there yet: they can be mended and sent again."""
        return ("", *(each.name for each in self.outcomes if not each.there and each is not REPLACED))
