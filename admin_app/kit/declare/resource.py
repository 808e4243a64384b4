"""Declarations of an entity: plain frozen data, no Reflex, no HTTP.

A `Resource` says what the API calls a record, what may be done with it and what its screens show.
Fields are named in Python spelling (`given_name`); `wire()` gives the API's (`givenName`). Labels are found by
convention in `translations/`: `<key>.fields.<field>`, `<key>.filters.<filter>`, `<key>.sections.<section>`.
"""

import dataclasses
import functools
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.alias_generators import to_camel

from admin_app.kit.declare.html import clean_html
from admin_app.kit.declare.relations import Duplicates, Related
from admin_app.kit.words.formats import phone_pairs

ColumnKind = Literal[
    "text", "email", "phone", "url", "number", "date", "date_time", "yes_no", "choice", "image", "icon",
    "long_text", "rich_text", "illustration",
]  # fmt: skip
InputKind = Literal[
    "text", "email", "phone", "url", "integer", "date", "day", "date_time", "time", "read_only",
    "select", "multi_select", "switch", "radio", "text_area", "rich_text", "address", "reference",
    "picture_choice", "latitude", "longitude", "image", "file", "rows",
]  # fmt: skip
FilterKind = Literal["text", "choice", "date", "number", "reference", "record", "place", "area"]
"""A `record` is one of a list short enough to be offered whole; a `reference` is searched for."""
Operation = Literal["create", "edit"]
MAX_INTEGER = 2**31 - 1
WireType = Literal["text", "integer", "boolean"]


@functools.cache
def wire(name: str) -> str:
    """The API's spelling of a field path: `home_address.postal_code` is `homeAddress.postalCode`."""
    return ".".join(to_camel(part) for part in name.split("."))


@dataclass(frozen=True)
class May:
    """The permission each operation needs (SPEC 2); None where the entity has no such operation."""

    list: str
    create: str | None = None
    read: str | None = None
    update: str | None = None
    delete: str | None = None


@dataclass(frozen=True)
class Column:
    """One value of a record as a list cell or a line of the show page."""

    field: str
    kind: ColumnKind = "text"
    sort: bool = False
    choices: str = ""
    """Translation prefix of the labels of a `choice` value: `users.status` finds `users.status.1`."""
    tones: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Value to tone (`good`, `warn`, `bad`, `quiet`) of a `choice` badge."""
    hidden: bool = False
    """Left out until the person picks it in the column chooser."""
    main: bool = False
    """The cell that links to the record; one per list."""
    named: bool = False
    """Part of what the record is called: on a phone it stands beside the main cell, on top of the card."""
    value: Callable[[Any], str] | None = None
    """Computes the text from the record where the field alone does not say it."""
    masked: bool | None = None
    """Whether a list hides it until asked; without a word, e-mails and telephones are hidden."""

    @property
    def name(self) -> str:
        """The API's name of the field, used for ordering and as the cell's handle."""
        return wire(self.field)

    @property
    def hides(self) -> bool:
        """Whether a list shows a mask in its place."""
        return self.kind in ("email", "phone") if self.masked is None else self.masked


@dataclass(frozen=True)
class Target:
    """Where a reference is searched: an endpoint, the filter that searches it, the field that names a result.

    A list short enough to be offered whole (`select`, `picture_choice`) needs no `search`.
    """

    endpoint: str
    search: str | Callable[[str], Mapping[str, str]]
    """A filter, or what makes several of the words that were typed."""
    label: str | Callable[[Mapping[str, Any]], str]
    """A field, or what makes a name of several."""
    order: str = ""
    """Field that orders a list offered whole; without one it is asked for without parameters."""
    picture: str = ""
    """Field that holds the address of a result's picture."""
    offers: Callable[[Mapping[str, Any]], bool] | None = None
    """Which results may be newly chosen; all of them when None."""

    def filters(self, text: str) -> dict[str, str]:
        """The filters that search for a text."""
        return dict(self.search(text)) if callable(self.search) else {self.search: text}

    def name(self, item: Mapping[str, Any]) -> str:
        """What to call a result."""
        return self.label(item) if callable(self.label) else text_of(item.get(self.label))


@dataclass(frozen=True)
class Filter:
    """One filter of a list, sent under the API's own parameter name (`createdDate[after]`)."""

    param: str
    label: str
    """Last part of the label's key, below `<resource>.filters.`."""
    kind: FilterKind = "text"
    choices: str = ""
    values: tuple[str, ...] = ()
    target: Target | None = None
    always: bool = False
    """Shown without opening "more filters"."""


@dataclass(frozen=True)
class Shortcut:
    """A list that is asked for every day: some filters under a name, `<resource>.shortcuts.<name>`."""

    name: str
    filters: Mapping[str, str]


@dataclass(frozen=True)
class Input:
    """One field of a form."""

    field: str
    """Where the record has it; one of an address (`address.latitude`) is sent with the `address` input."""
    kind: InputKind = "text"
    required: bool | Operation = False
    """True, or the one operation that asks for it: a record without it must stay editable."""
    choices: str = ""
    values: tuple[str, ...] = ()
    default: str = ""
    """What a creation starts with, as the text of the input (`true` turns a switch on)."""
    max_length: int = 255
    minimum: int = -MAX_INTEGER
    maximum: int = MAX_INTEGER
    """Between which an `integer` must be."""
    only: Operation | None = None
    target: Target | None = None
    named: str = ""
    """Field of the record that already names what a reference points at: no call is then made for it."""
    inputs: tuple["Input", ...] = ()
    """The cells of one line of a `rows` input; a cell of kind `rows` nests lines."""
    ordered: str = ""
    """The field that keeps the place of a line, counted from 1 as shown: these lines can be moved and folded."""
    identified: bool = False
    """Lines have an id that is sent back, so that the server changes them instead of making others."""
    named_by: str = ""
    """The cell whose text tells one line from another."""
    marked_by: str = ""
    """The cell whose choice is shown beside that text, so that a folded line tells it too."""
    tones: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Value to tone of a choice where it is shown as a badge, as in a column."""
    source: str = ""
    """The field it is read from, where the API names it otherwise than the one that is written."""
    blank_text: bool = False
    """An emptied value is sent as an empty text: null would leave the former one (content-points.yaml)."""
    type: WireType = "text"
    """What the API wants of a chosen value: types are strict on write (upstream/session.yaml)."""
    nullable: bool = True
    """False where the API refuses null: an emptied value is then not sent (upstream/users.yaml, nulls)."""
    auto_complete: str = "off"
    ratio: float = 0
    """Width by height of the pictures an `image` is cropped to; 0 sends them as they are."""
    accept: str = ""
    """The kinds of a `file` that the browser offers first (`.csv,text/csv`)."""
    described: bool = False
    """An `image` is sent with an alternative text."""
    flag: str | None = None
    """The setting that must be on for the input to exist."""
    required_by: str | None = None
    """The setting that asks for it, where the deployment decides."""
    shown_if: str = ""
    """What this one needs to be offered and sent: a field filled or switched on, or `field=value` for one choice."""
    timed_by: str = ""
    """The switch that says whether the time of a `date_time` counts: off, a day is enough."""
    hint: bool = False
    """A help text stands under the label, in `<resource>.hints.<field>`."""

    @property
    def name(self) -> str:
        """The HTML name of the input: the API's field name."""
        return wire(self.field)

    @property
    def fetched(self) -> bool:
        """Whether the choices are a list of the API, read when the form opens."""
        return self.target is not None and self.kind in ("select", "picture_choice")


@dataclass(frozen=True)
class Place:
    """Where a record is, for maps: two fields in degrees, and the `area` filter that keeps a list within bounds."""

    latitude: str
    longitude: str
    bounds: str
    mark: Column | None = None
    """The choice whose tones the marks of a list follow."""


@dataclass(frozen=True)
class Export:
    """A CSV file that the API makes of the records of a list (SPEC 7); offered by a button, see kit/exports."""

    name: str
    """Its part of the file's name: `2026-11-20-users-export.csv` (SPEC 9)."""
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


@dataclass(frozen=True)
class Resource:
    """All a list, a form and a show page need to know of an entity."""

    key: str
    """Prefix of the labels in `translations/` and name of the translation file."""
    entity: str
    """Prefix of the notices in `translations/*/errors.json` (SPEC 8)."""
    route: str
    """Where its screens are; empty for one that is listed inside another's (kit/lists/inner.py)."""
    endpoint: str
    model: type[BaseModel]
    may: May
    columns: tuple[Column, ...]
    form: tuple[Section, ...] = ()
    show: tuple[Section, ...] = ()
    related: tuple[Related, ...] = ()
    filters: tuple[Filter, ...] = ()
    shortcuts: tuple[Shortcut, ...] = ()
    remarks: Callable[[Mapping[str, str]], str] | None = None
    """What must be known of a list with these filters: the name of a text below `<key>.remarks`, empty for none."""
    flag: str | None = None
    """The module that must be on (SPEC 1); None is always on."""
    name: Callable[[Any], str] = str
    """How a person calls one record: shown in titles, dialogs and breadcrumbs."""
    picture: Callable[[Any], str] | None = None
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
    """Reading an unknown id is a server error upstream, not a "not found" (content-points.yaml x-seed-conflicts)."""
    image_owner: str = ""
    """Owner of `admin/images` (`user` sends userId and userFile); empty when the entity has no image."""
    image_field: str = "new_image"
    file_field: str = ""
    """The input of the file sent after a save (kit/forms/file_state.py); empty when there is none."""
    file_entity: str = ""
    """Prefix of the notices about that file."""
    creator_field: str = ""
    """What a creation sends with the id of the signed-in person (`creator_id`); empty for nothing."""
    rules: Callable[[Mapping[str, str]], Mapping[str, str]] | None = None
    """Problems between inputs: from the texts by input name to the name of what is wrong with which input."""
    asks: Callable[[Mapping[str, Any], Mapping[str, Any]], str] | None = None
    """What must be confirmed before a save: from the values before (empty when creating) and after, as sent, to the
    name of a question below `<key>.asks`, empty for none."""

    def inputs(self, operation: Operation | None = None) -> tuple[Input, ...]:
        """Every input of the form, section by section; for one operation, as it is in it."""
        parts = tuple(part for section in self.form for part in section.parts)
        return (
            parts
            if operation is None
            else tuple(during(part, operation) for part in parts if takes_part(part, operation))
        )

    def closed_to(self, permissions: Collection[str]) -> tuple[str, ...]:
        """The fields of the form's sections that ask for a permission which is not among these."""
        shut = [each for each in self.form if each.permission and each.permission not in permissions]
        return tuple(part.field for section in shut for part in section.parts)

    def shown(self) -> tuple[Column, ...]:
        """Every column of the show page, section by section."""
        return tuple(part for section in self.show for part in section.parts)

    def label(self, name: str) -> str:
        """The translation key of a field's label."""
        return f"{self.key}.fields.{name.replace('.', '_')}"


def takes_part(part: Input, operation: Operation) -> bool:
    """Whether an input exists in an operation."""
    return part.only in (None, operation)


def during(part: Input, operation: Operation) -> Input:
    """An input with `required` settled for an operation."""
    return replace(part, required=part.required in (True, operation))


def text_of(value: Any) -> str:
    """A JSON value as the text of a cell or input: booleans are `true`/`false`, null is empty."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def read(record: Any, path: str) -> Any:
    """Follow a dotted path through attributes; None as soon as a part is missing."""
    for part in path.split("."):
        record = getattr(record, part, None)
        if record is None:
            return None
    return record


def project(record: Any, columns: tuple[Column, ...]) -> dict[str, str]:
    """The texts of the columns of one record, keyed by API name; only these leave the server."""
    return {column.name: _text(record, column) for column in columns}


def _text(record: Any, column: Column) -> str:
    text = column.value(record) if column.value else text_of(read(record, column.field))
    if column.kind == "rich_text":
        return clean_html(text)
    return phone_pairs(text) if column.kind == "phone" else text
