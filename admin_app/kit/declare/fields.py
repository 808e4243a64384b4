"""One property of a record in its places: a cell, a filter, an input; pure data and how its texts are read.

Properties are named in Python spelling (`given_name`); `wire()` gives the API's (`givenName`).
"""

import dataclasses
import functools
from collections.abc import Callable, Collection, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, ClassVar, Literal

from pydantic.alias_generators import to_camel

from admin_app.kit.declare.html import clean_html
from admin_app.kit.words import phones

ColumnKind = Literal[
    "text", "email", "phone", "url", "number", "date", "date_time", "yes_no", "choice", "image", "icon",
    "long_text", "rich_text", "illustration", "age", "journey",
]  # fmt: skip
InputKind = Literal[
    "text", "email", "phone", "url", "integer", "date", "day", "date_time", "time", "read_only",
    "select", "multi_select", "switch", "radio", "text_area", "rich_text", "address", "reference",
    "picture_choice", "latitude", "longitude", "image", "file", "rows", "color", "kept", "attached", "publication",
]  # fmt: skip
Operation = Literal["create", "edit"]
MAX_INTEGER = 2**31 - 1
DAY = len("1991-05-14")
WireType = Literal["text", "integer", "boolean"]

LABEL = "_label"
"""Ends the name of the text beside a reference, so that a draft knows what to show."""
KIND = "kind"
"""What a line is, where lines are of several kinds."""
ALT = "_alt"
"""Ends the name of the alternative text beside an image."""
TIME = "_time"
"""Ends the name of the time beside the day of a `date_time`."""
WANTED = "_wanted"
"""Ends the name of what the button of a save makes of a `publication`, beside what it is."""
DRAFT, ONLINE = "0", "1"
"""The two values of a `publication`."""


@functools.cache
def wire(name: str) -> str:
    """The API's spelling of a field path: `home_address.postal_code` is `homeAddress.postalCode`."""
    return ".".join(to_camel(part) for part in name.split("."))


@dataclass(frozen=True)
class Column:
    """One value of a record as a list cell or a line of the show page."""

    field: str
    kind: ColumnKind = "text"
    sort: bool = False
    choices: str = ""
    """Translation prefix of the labels of a `choice` value: `users.status` finds `users.status.1`."""
    tones: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Value to tone (`good`, `warn`, `bad`, `info`, `quiet`) of a `choice` badge."""
    icons: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Of a choice with tones: the icon by value."""
    hidden: bool = False
    """Left out until the person picks it in the column chooser."""
    main: bool = False
    """The cell that links to the record; one per list."""
    value: Callable[[Any], str] | None = None
    """Computes the text from the record where the field alone does not say it."""
    masked: bool | None = None
    """Whether a list hides it until asked; without a word, e-mails and telephones are hidden."""
    timed_by: str = ""
    """The switch that says whether the time of a `date_time` counts: off, the day is shown."""
    label: str = ""
    """The label of a cell that says more than its field does, by which it is called otherwise."""

    @functools.cached_property
    def name(self) -> str:
        """The API's name of the field, used for ordering and as the cell's handle."""
        return wire(self.field)

    @functools.cached_property
    def plain(self) -> bool:
        """Whether the text of its cell stays as it was read: most do, and 25 rows ask for 300."""
        return not self.timed_by and self.kind not in ("rich_text", "phone", *(("text",) if self.main else ()))

    @property
    def hides(self) -> bool:
        """Whether a list shows a mask in its place."""
        return self.kind in ("email", "phone") if self.masked is None else self.masked


@dataclass(frozen=True)
class Target:
    """Where a reference is searched: an endpoint, the filter that searches it, the field that names a result.
    A list short enough to be offered whole (`select`, `picture_choice`) needs no `search`."""

    endpoint: str
    search: str | Callable[[str], Mapping[str, Any]]
    """A filter, or what makes several of the words that were typed; none where they say too little."""
    label: str | Callable[[Mapping[str, Any]], str]
    """A field, or what makes a name of several."""
    permission: str = ""
    """What reading them takes; without it nothing is looked up (ACCESS-16)."""
    order: str = ""
    """Field that orders a list offered whole; without one it is asked for without parameters."""
    picture: str = ""
    variant: str = ""
    """Fields that hold the addresses of a result's picture, and of another that comes with it."""
    offers: Callable[[Mapping[str, Any]], bool] | None = None
    """Which results may be newly chosen; all of them when None."""

    def readable(self, permissions: Collection[str]) -> bool:
        """Whether it may be looked up with these permissions."""
        return not self.permission or self.permission in permissions

    def filters(self, text: str) -> dict[str, Any]:
        """The filters that search for a text."""
        return dict(self.search(text)) if callable(self.search) else {self.search: text}

    def name(self, item: Mapping[str, Any]) -> str:
        """What to call a result."""
        return self.label(item) if callable(self.label) else text_of(item.get(self.label))


@dataclass(frozen=True)
class Input:
    """One field of a form. A kind that needs options of its own has a class below."""

    kinds: ClassVar[tuple[str, ...]] = (
        *("day", "time", "switch", "address", "latitude", "longitude", "read_only"),
        *("color", "kept", "attached"),
    )  # fmt: skip
    field: str
    """Where the record has it; one of an address (`address.latitude`) is sent with the `address` input."""
    kind: InputKind
    _: KW_ONLY
    required: bool | Operation = False
    """True, or the one operation that asks for it: a record without it must stay editable."""
    required_by: str | None = None
    """The setting that asks for it, where the deployment decides."""
    nullable: bool = True
    """False where the API refuses null though the form takes an emptied value (users.yaml, nulls)."""
    default: str = ""
    """What a creation starts with, as the text of the input (`true` turns a switch on)."""
    type: WireType = "text"
    """What the API wants of a chosen value: types are strict on write (session.yaml)."""
    only: Operation | None = None
    flag: str | None = None
    """The setting that must be on for the input to exist."""
    shown_if: str = ""
    """What this one needs to be offered and sent: a field filled or switched on, or `field=value` for one choice."""
    hint: bool = False
    """A help text stands under the label, in `<resource>.hints.<field>`."""
    prompted: bool = False
    """The label stands in the empty field, as in a document, and not above it."""

    def __post_init__(self) -> None:
        if self.kind not in self.kinds:
            raise ValueError(f"{self.field}: {type(self).__name__} has no kind {self.kind!r}")

    @property
    def name(self) -> str:
        """The HTML name of the input: the API's field name."""
        return wire(self.field)

    @property
    def refuses_null(self) -> bool:
        """Whether an emptied value is not sent: what is always required is never emptied."""
        return self.required is True or not self.nullable


@dataclass(frozen=True)
class TextInput(Input):
    """Words that are typed."""

    kinds: ClassVar[tuple[str, ...]] = ("text", "email", "phone", "url", "text_area")
    kind: InputKind = "text"
    _: KW_ONLY
    max_length: int = 255
    blank_text: bool = False
    """An emptied value is sent as an empty text: null would leave the former one (content-points.yaml)."""


@dataclass(frozen=True)
class RichTextInput(Input):
    """A text with headings, lists and links."""

    kinds: ClassVar[tuple[str, ...]] = ("rich_text",)
    kind: InputKind = "rich_text"
    _: KW_ONLY
    chips: str = ""
    """Translation prefix of what can be put in for each reader; none without one."""
    chips_flag: str = ""
    """The setting that must be on for chips to be offered; those of a text stay in any case."""


@dataclass(frozen=True)
class IntegerInput(Input):
    """A whole number between two others."""

    kinds: ClassVar[tuple[str, ...]] = ("integer",)
    kind: InputKind = "integer"
    _: KW_ONLY
    minimum: int = -MAX_INTEGER
    maximum: int = MAX_INTEGER


@dataclass(frozen=True)
class ChoiceInput(Input):
    """One of a few values that are known here, or several."""

    kinds: ClassVar[tuple[str, ...]] = ("radio", "select", "multi_select", "publication")
    kind: InputKind = "radio"
    _: KW_ONLY
    choices: str = ""
    """Translation prefix of the labels, as in a column."""
    values: tuple[str, ...] = ()
    tones: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Value to tone where the choice is shown as a badge, as in a column."""


@dataclass(frozen=True)
class ReferenceInput(Input):
    """Another record: searched for, or one of a list short enough to be offered whole."""

    kinds: ClassVar[tuple[str, ...]] = ("reference", "select", "picture_choice")
    kind: InputKind = "reference"
    _: KW_ONLY
    target: Target | None = None
    named: str = ""
    """Field of the record that already names what is pointed at: no call is then made for it."""
    choices: str = ""
    """Translation prefix of the names, where they are codes."""

    @property
    def fetched(self) -> bool:
        """Whether the choices are a list of the API, read when the form opens: all but what is searched for."""
        return self.target is not None and self.kind != "reference"


@dataclass(frozen=True)
class DateInput(Input):
    """A day."""

    kinds: ClassVar[tuple[str, ...]] = ("date",)
    kind: InputKind = "date"
    _: KW_ONLY
    past: bool = False
    """The day somebody was born: not after today, and not before 1900."""
    coming: bool = False
    """A day of something to come: typed without a year, it is the next of its name."""


@dataclass(frozen=True)
class DateTimeInput(Input):
    """A day and a time; a day alone where its time does not count."""

    kinds: ClassVar[tuple[str, ...]] = ("date_time", "day")
    kind: InputKind = "date_time"
    _: KW_ONLY
    timed_by: str = ""
    """The switch that says whether the time counts: off, a day is enough."""


@dataclass(frozen=True)
class ImageInput(Input):
    """A picture, uploaded once the record is saved."""

    kinds: ClassVar[tuple[str, ...]] = ("image",)
    kind: InputKind = "image"
    _: KW_ONLY
    owner: str = ""
    """Owner of `admin/images` (`user` sends userId and userFile); without one, nothing is sent."""
    ratio: float = 0
    """Width by height it is cropped to; 0 sends it as it is."""
    described: bool = False
    """It is sent with an alternative text."""


@dataclass(frozen=True)
class FileInput(Input):
    """A file, sent once the record is saved (kit/forms)."""

    kinds: ClassVar[tuple[str, ...]] = ("file",)
    kind: InputKind = "file"
    _: KW_ONLY
    entity: str = ""
    """Prefix of the notices about it; without one, nothing is sent."""
    accept: str = ""
    """What the browser offers first (`.csv,text/csv`)."""


@dataclass(frozen=True)
class Variant:
    """One kind of line, called by `<resource>.variants.<kind>`."""

    cells: tuple[str, ...]
    """In the order they are shown; cells that no kind names are kept in every line."""
    symbol: str
    """Its icon."""
    offered: bool = True
    """Whether it can be added."""
    noted: bool = False
    """Something is said above its fields, in `<resource>.notes.<kind>`."""


@dataclass(frozen=True)
class LinesInput(Input):
    """Lines that the record holds; a cell that is a `LinesInput` nests others."""

    kinds: ClassVar[tuple[str, ...]] = ("rows",)
    kind: InputKind = "rows"
    _: KW_ONLY
    inputs: tuple[Input, ...] = ()
    """The cells of one line."""
    source: str = ""
    """The field they are read from, where the API names it otherwise than the one that is written."""
    ordered: str = ""
    """The field that keeps the place of a line, counted from 1 as shown: these lines can be moved and folded."""
    identified: bool = False
    """Lines have an id that is sent back, so that the server changes them instead of making others."""
    stays: bool = False
    """A line that the API has cannot be taken away, which the hint says: no button offers it."""
    named_by: str = ""
    """The cell whose text tells one line from another."""
    marked_by: str = ""
    """The cell whose choice is shown beside that text, so that a folded line tells it too."""
    variants: Mapping[str, Variant] = dataclasses.field(default_factory=dict)
    """What a line may be; a line says under `kind` which it is. Empty: all have every cell."""
    last: str = ""
    """The variant that others are added above, where it ends the lines."""
    arranged: bool = False
    """Lines can be dragged and copied too, and every step undone."""
    begun: bool = False
    """A new line above them comes with one of them, to write in."""
    one_open: bool = False
    """One line is open at a time, chosen in what the feature draws of them: its fields stand apart from the others."""
    locks: str = ""
    """Words for why a line is locked, by its `locked`, and why a choice may not be taken (`option`, `beyond`)."""
    written: Callable[[list[dict[str, Any]]], Any] | None = None
    """What the API gets of the lines, where that is no array."""

    def cells_of(self, kind: str) -> tuple[Input, ...]:
        """The cells of one kind of line; those of no kind are kept in every line."""
        if not self.variants:
            return self.inputs
        named = {name for variant in self.variants.values() for name in variant.cells}
        shown = self.variants[kind].cells if kind in self.variants else ()
        common = tuple(cell for cell in self.inputs if cell.field not in named)
        return (*(cell for name in shown for cell in self.inputs if cell.field == name), *common)


def takes_part(part: Input, operation: Operation) -> bool:
    """Whether an input exists in an operation."""
    return part.only in (None, operation)


def during(part: Input, operation: Operation) -> Input:
    """An input with `required` settled for an operation."""
    return replace(part, required=part.required in (True, operation))


def text_of(value: Any) -> str:
    """A JSON value as the text of a cell or input: booleans are `true`/`false`, null is empty."""
    if value is None or type(value) is str:
        return value or ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read(record: Any, path: str) -> Any:
    """Follow a dotted path through attributes; None from the first part that is missing."""
    if "." not in path:
        return getattr(record, path, None)
    for part in path.split("."):
        record = getattr(record, part, None)
    return record


def project(record: Any, columns: tuple[Column, ...]) -> dict[str, str]:
    """The texts of the columns of one record, keyed by API name; only these leave the server."""
    return {column.name: cell_text(record, column) for column in columns}


def cell_text(record: Any, column: Column) -> str:
    """The text of one cell. An address is its one line; the main cell, which is a link, is never empty."""
    value = column.value(record) if column.value else read(record, column.field)
    text = value if type(value) is str else text_of(getattr(value, "display", value))
    if column.plain:
        return text
    if column.timed_by and not read(record, column.timed_by):
        return text[:DAY]
    if column.kind == "rich_text":
        return clean_html(text)
    if column.main and column.kind == "text" and not text and (number := read(record, "id")) is not None:
        return f"#{number}"
    return phones.phone_text(text) if column.kind == "phone" else text
