"""Declarations of an entity: plain frozen data, no Reflex, no HTTP.

A `Resource` says what the API calls a record, what may be done with it and what its screens show.
Labels are found by convention in `translations/`: `<key>.fields.<field>`, `<key>.filters.<filter>`,
`<key>.sections.<section>`.
"""

import dataclasses
import functools
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel

from admin_app.kit.declare.fields import (
    ChoiceInput,
    Column,
    FileInput,
    ImageInput,
    Input,
    LinesInput,
    Operation,
    ReferenceInput,
    Target,
    cell_text,
    during,
    read,
    takes_part,
    text_of,
)
from admin_app.kit.declare.filters import Filter
from admin_app.kit.declare.relations import Duplicates, Link, Related

Owns = Callable[[Any, int, Sequence[Mapping[str, Any]]], Awaitable[Collection[Any]]]
"""`await owns(api, person, items)` gives the ids of those of these records of the API that are the person's own."""


@dataclass(frozen=True)
class May:
    """The permission each operation needs (ACCESS-14); None where the entity has no such operation."""

    list: str
    create: str | None = None
    read: str | None = None
    update: str | None = None
    delete: str | None = None

    def to_see(self) -> tuple[str, ...]:
        """Those of who has to do with its records: to list, read or change them."""
        return tuple(filter(None, (self.list, self.read, self.update)))


def crud(name: str) -> May:
    """The permissions of an entity that has the five the API usually makes: `event_manage`, `event_create`..."""
    return May(*(f"{name}_{verb}" for verb in ("manage", "create", "read", "update", "delete")))


@dataclass(frozen=True)
class Shortcut:
    """A list that is asked for every day: some filters under a name, `<resource>.shortcuts.<name>`."""

    name: str
    filters: Mapping[str, str]


@dataclass(frozen=True)
class Place:
    """Where a record is, for maps: two fields in degrees, and the `area` filter that keeps a list within bounds."""

    latitude: str
    longitude: str
    bounds: str
    mark: Column | None = None
    """The choice whose tones the marks of a list follow."""


@dataclass(frozen=True)
class Who:
    """The first cell of a row: its picture, what the record is called, and a quiet line that tells namesakes apart.

    Its parts are columns of the list. They have no cell of their own, save what is hidden until somebody picks it; the
    list can be ordered by each of them all the same.
    """

    of: tuple[str, ...]
    """What the name is made of."""
    second: tuple[str, ...] = ()
    """What stands below the name."""
    picture: str = ""
    person: bool = False
    """Who has no picture is told by initials."""
    initial: bool = False
    """What never has a picture is told by its first letter."""
    beside: tuple[str, ...] = ()
    """What a phone shows beside it, two at most; what is left is in the record. Without a word: the first state.

    What is `second` too has a cell of its own, but on a phone, where it is part of the quiet line. Of what is no person
    and has such a line the state stands at its end.
    """


@dataclass(frozen=True)
class Exported:
    """One column of a file of the API."""

    label: str
    """The translation key of its head."""
    kind: Literal["text", "phone", "date", "yes_no"] = "text"


@dataclass(frozen=True)
class Export:
    """A CSV file that the API makes of the records of a list (EXPORT-1); offered by a button, see kit/exports."""

    name: str
    """Its part of the file's name: `2026-11-20-users-export.csv` (EXPORT-2)."""
    endpoint: str
    permissions: tuple[str, ...]
    """All of them are needed."""
    words: str
    """Prefix of its texts: `<words>.note` says whom the file holds; `standard` and `detailed` name two files."""
    params: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Always sent."""
    detail: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Sent beside for a fuller file; empty when there is but one."""
    detail_filters: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """The filters of the list that the fuller file follows, and the parameter each is sent as."""
    paged: bool = True
    """The API gives one page of rows, so that a cut can be found; the fuller file never is."""
    flag: str = "export"
    """The module that must be on."""
    columns: Mapping[str, Exported] = dataclasses.field(default_factory=dict, hash=False)
    """What the API's columns hold, by their names in the file; the others are texts and keep their names."""
    whole: bool = False
    """The API reads neither filters nor a selection of this list: all of it is given."""


@dataclass(frozen=True)
class Section:
    """A titled group of inputs (form) or of columns (show)."""

    key: str
    parts: tuple[Any, ...]
    permission: str | None = None
    map: str = ""
    """The field whose `latitude` and `longitude` stand in the section, to be shown, or moved, on a map."""
    flag: str | None = None
    """The setting that must be on for the section to exist."""
    folded: bool = False
    """Of a form: nobody needs to fill it, and it is folded while it is empty; lines are counted where it is shut."""
    side: bool = False
    """Of a page: it stands in the narrow column; others in the main one. A section never changes its column."""
    note: bool = False
    """Whether `<key>.notes.<section>` says something below its title that nobody chooses."""
    chapter: bool = False
    """Of a long form: a group of sections begins with it."""


@dataclass(frozen=True)
class Fact:
    """A property that stands below the name of a record, where it is filled."""

    column: Column
    symbol: str = ""
    """An icon before it."""

    @property
    def copied(self) -> bool:
        """Whether a button copies it: what people take along to a call or a mail."""
        return self.column.kind in ("email", "phone") or self.column.field == "id"


@dataclass(frozen=True)
class Resource:
    """All a list, a form and a show page need to know of an entity."""

    key: str
    """Prefix of the labels in `translations/` and name of the translation file."""
    entity: str
    """Prefix of the notices in `translations/*/errors.json` (NOTICE-4)."""
    route: str
    """Where its screens are; empty for one that is listed inside another's (kit/lists/embedded_list.py)."""
    endpoint: str
    model: type[BaseModel]
    may: May
    columns: tuple[Column, ...]
    form: tuple[Section, ...] = ()
    show: tuple[Section, ...] = ()
    badges: tuple[Column, ...] = ()
    """What stands beside its name: the choices that say how it stands."""
    facts: tuple[Fact, ...] = ()
    links: Mapping[str, Link] = dataclasses.field(default_factory=dict, hash=False)
    """The properties of its page that name another record, and where that is."""
    frozen: Callable[[Any], str] | None = None
    """Why a record is there to be read alone: the name of a text below `<key>.frozen`, empty for most."""
    editable: Callable[[Any], bool] | None = None
    """Whether a record may still be edited, where that ends one day: then nothing leads to its form."""
    related: tuple[Related, ...] = ()
    filters: tuple[Filter, ...] = ()
    apart: tuple[tuple[tuple[str, ...], ...], ...] = ()
    """Groups of filters that the API does not take together: of each choice of groups, one at a time."""
    filter_note: bool = False
    """What its filters cannot do is said below them, in `<key>.filter_note`."""
    shortcuts: tuple[Shortcut, ...] = ()
    remarks: Callable[[Mapping[str, str]], str] | None = None
    """What must be known of a list with these filters: the name of a text below `<key>.remarks`, empty for none."""
    flag: str | None = None
    """The module that must be on (ACCESS-6); None is always on."""
    who: Who | None = None
    """What stands in the cell of the main column, where that is more than its value."""
    called: Callable[[Any], str] | None = None
    """How a person calls one record, where its main column does not say it."""
    pictures: tuple[str, ...] = ()
    """The properties that hold the address of its picture; the first that is filled is shown."""
    layout: Literal["table", "cards", "tiles"] = "table"
    """How a few rows are drawn where there is room (assets/styles/cards.css); tiles are a picture and its name."""
    default_sort: str = "-id"
    duplicates: Duplicates | None = None
    place: Place | None = None
    """Offers the list as a map."""
    export: Export | None = None
    """Offers the list as a file."""
    selectable: bool = True
    """Rows can be chosen, for what is done to several at once."""
    personal: bool = False
    """Its records are people: deleting them is written in the register of erasures first (kit/audit.py)."""
    unknown_fails: bool = False
    """Reading an unknown id is a server error upstream, not a "not found" (content-points.yaml, x-seed-conflicts)."""
    creator_field: str = ""
    """What a creation sends with the id of the signed-in person (`creator_id`); empty for nothing."""
    own: Mapping[str, Owns] = dataclasses.field(default_factory=dict, hash=False)
    """How one's own records are known, by the rule of the API that narrows a permission to them (ACCESS-15)."""
    rules: Callable[[Mapping[str, str]], Mapping[str, str]] | None = None
    """Problems between inputs: from the texts by input name to the name of what is wrong with which input."""
    asks: Callable[[Mapping[str, Any], Mapping[str, Any]], str] | None = None
    """What must be confirmed before a save: from the values before (empty when creating) and after, as sent, to the
    name of a question below `<key>.asks`, empty for none."""

    @property
    def image(self) -> ImageInput | None:
        """The input of the picture that is sent after a save."""
        return next((part for part in self.inputs() if isinstance(part, ImageInput) and part.owner), None)

    @property
    def file(self) -> FileInput | None:
        """The input of the file that is sent after a save."""
        return next((part for part in self.inputs() if isinstance(part, FileInput) and part.entity), None)

    @functools.cached_property
    def publication(self) -> ChoiceInput | None:
        """The input that says whether the public sees a record."""
        found = (part for part in self.inputs() if isinstance(part, ChoiceInput) and part.kind == "publication")
        return next(found, None)

    def name(self, record: Any) -> str:
        """What to call a record in titles, dialogs and breadcrumbs: what its link says, or its number."""
        return self.called(record) if self.called else cell_text(record, self._main)

    @functools.cached_property
    def _main(self) -> Column:
        """The cell that links to a record."""
        return next(column for column in self.columns if column.main)

    @functools.cached_property
    def identity(self) -> Who:
        """What the first cell of a row is made of."""
        return self.who or Who((self._main.field,))

    @functools.cached_property
    def pin(self) -> Column | None:
        """The icon that its records are known by, also where a map shows one."""
        known = (column for column in self.columns if column.field == self.identity.picture and column.kind == "icon")
        return next(known, None)

    @functools.cached_property
    def cells(self) -> tuple[Column, ...]:
        """The columns that have a cell of their own, the main one among them."""
        who = self.identity
        inside = {*who.of, who.picture, *who.second} - {self._main.field}
        kept = {*(column.field for column in self.columns if column.hidden), *who.beside} & set(who.second)
        return tuple(column for column in self.columns if column.field not in inside or column.field in kept)

    @functools.cached_property
    def beside(self) -> frozenset[str]:
        """The columns that a phone shows beside the first cell."""
        states = [column.field for column in self.columns if column.tones and not column.hidden]
        return frozenset(self.identity.beside or states[:1]) - set(self.identity.second)

    def column(self, field: str) -> Column:
        """One of the columns."""
        return next(column for column in self.columns if column.field == field)

    def picture(self, record: Any) -> str:
        """The address of the picture of a record, empty when it has none."""
        return next((text for each in self.pictures if (text := text_of(read(record, each)))), "")

    def inputs(self, operation: Operation | None = None) -> tuple[Input, ...]:
        """Every input of the form, section by section; for one operation, as it is in it."""
        parts = tuple(part for section in self.form for part in section.parts)
        if operation is None:
            return parts
        return tuple(during(part, operation) for part in parts if takes_part(part, operation))

    def targets(self) -> tuple[Target, ...]:
        """Where its filters and its inputs look records up, those of lines too."""
        looked_up = (*self.filters, *(each for each in every_input(self.inputs()) if isinstance(each, ReferenceInput)))
        return tuple(each.target for each in looked_up if each.target)

    def closed_to(self, permissions: Collection[str]) -> tuple[str, ...]:
        """The fields of the form's sections that ask for a permission which is not among these."""
        shut = [each for each in self.form if each.permission and each.permission not in permissions]
        return tuple(part.field for section in shut for part in section.parts)

    def shown(self) -> tuple[Column, ...]:
        """Every column of the show page, section by section."""
        return tuple(part for section in self.show for part in section.parts)

    def head(self) -> tuple[Column, ...]:
        """What stands beside and below the name of a record."""
        return (*self.badges, *(fact.column for fact in self.facts))

    def label(self, name: str) -> str:
        """The translation key of a field's label."""
        return f"{self.key}.fields.{name.replace('.', '_')}"

    def label_of(self, column: Column) -> str:
        """The translation key of the label of a cell, which may say more than its field."""
        return self.label(column.label or column.field)


def every_input(inputs: Iterable[Input]) -> Iterator[Input]:
    """Inputs, each followed by those of its lines, and of the lines below them."""
    for part in inputs:
        yield part
        if isinstance(part, LinesInput):
            yield from every_input(part.inputs)
