"""What a property is, said once, beside it: `status: Annotated[int | None, choice("events.status", ...)] = None`.

A kind is a cell and an input that wait for the name of their property. `columns`, `filters`, `form` and `show`
(kit/declare/views.py) name properties; what they make of a name is the cell, or the input, of its kind. A property
without a kind is shown as what its type says: a number, a yes or no, or a text; it is not typed in.
"""

import functools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import UnionType
from typing import Any, TypedDict, Union, Unpack, get_args, get_origin

from pydantic import BaseModel

from admin_app.kit.declare.fields import (
    DRAFT,
    MAX_INTEGER,
    ONLINE,
    ChoiceInput,
    Column,
    ColumnKind,
    DateInput,
    DateTimeInput,
    FileInput,
    ImageInput,
    Input,
    IntegerInput,
    LinesInput,
    Operation,
    ReferenceInput,
    RichTextInput,
    Target,
    TextInput,
    Variant,
)

Model = type[BaseModel]


class Undeclared(ValueError):
    """A name that a declaration cannot use: it stops the start."""

    def __init__(self, model: Model, name: str, why: str) -> None:
        super().__init__(f"{model.__module__}: {name!r} {why} of {model.__name__}")


class Typed(TypedDict, total=False):
    """What may be said of a property of any kind that is typed in: see `Input`."""

    required: bool | Operation
    required_by: str
    nullable: bool
    default: str
    only: Operation
    flag: str
    shown_if: str
    hint: bool
    prompted: bool


@dataclass(frozen=True)
class Kind:
    """How a property is read, and typed in."""

    cell: Column
    input: Input | None = None
    listed: ColumnKind | None = None
    """How a list shows it, where that is shorter."""
    values: tuple[str, ...] = ()
    """What a filter by it offers."""
    cells: tuple[str, ...] = ()
    """The properties of one line, of a property that is lines."""

    def computed(self, value: Callable[[Any], str]) -> "Kind":
        """The same, shown as a text made of the record."""
        return replace(self, cell=replace(self.cell, value=value))


def shown(cell: ColumnKind = "text") -> Kind:
    """Something that is read only: `email`, `icon`, `illustration`..."""
    return Kind(Column("", cell))


def read_only(**options: Unpack[Typed]) -> Kind:
    """A text that a form shows."""
    return Kind(Column(""), Input("", "read_only", **options))


def text(*, max_length: int = 255, blank_text: bool = False, **options: Unpack[Typed]) -> Kind:
    """A few words."""
    return Kind(Column(""), TextInput("", max_length=max_length, blank_text=blank_text, **options))


def text_area(max_length: int = 255, **options: Unpack[Typed]) -> Kind:
    """A text of several lines; a list shows it on one."""
    return Kind(Column("", "long_text"), TextInput("", "text_area", max_length=max_length, **options), listed="text")


def rich_text(*, chips: str = "", chips_flag: str = "", **options: Unpack[Typed]) -> Kind:
    """A text with headings, lists and links; `chips` is the prefix of what is put in for each reader."""
    return Kind(Column("", "rich_text"), RichTextInput("", chips=chips, chips_flag=chips_flag, **options))


def email(**options: Unpack[Typed]) -> Kind:
    """An e-mail address."""
    return Kind(Column("", "email"), TextInput("", "email", **options))


def phone(**options: Unpack[Typed]) -> Kind:
    """A telephone number."""
    return Kind(Column("", "phone"), TextInput("", "phone", **options))


def web_address(**options: Unpack[Typed]) -> Kind:
    """An address of the web."""
    return Kind(Column("", "url"), TextInput("", "url", **options))


def integer(minimum: int = -MAX_INTEGER, maximum: int = MAX_INTEGER, **options: Unpack[Typed]) -> Kind:
    """A whole number between two others."""
    return Kind(Column("", "number"), IntegerInput("", minimum=minimum, maximum=maximum, **options))


def switch(**options: Unpack[Typed]) -> Kind:
    """Yes or no."""
    return Kind(Column("", "yes_no"), Input("", "switch", **options))


def date(*, past: bool = False, coming: bool = False, **options: Unpack[Typed]) -> Kind:
    """A day, sent as one; `past` is for birth dates, which no day to come is, `coming` for what is to be planned."""
    return Kind(Column("", "date"), DateInput("", past=past, coming=coming, **options))


def day(**options: Unpack[Typed]) -> Kind:
    """A day, sent as its midnight."""
    return Kind(Column("", "date"), Input("", "day", **options))


def date_time(*, timed_by: str = "", listed: ColumnKind | None = None, **options: Unpack[Typed]) -> Kind:
    """A day and a time; `timed_by` is the switch that says whether the time counts."""
    cell = Column("", "date_time", timed_by=timed_by)
    return Kind(cell, DateTimeInput("", timed_by=timed_by, **options), listed)


def address(**options: Unpack[Typed]) -> Kind:
    """A postal address: one line to read, searched for when typed."""
    return Kind(Column(""), Input("", "address", **options))


def choice(
    choices: str,
    tones: Mapping[str, str] | None = None,
    values: tuple[str, ...] = (),
    icons: Mapping[str, str] | None = None,
) -> Kind:
    """A code that is read; `choices` is the prefix of its labels, `tones` its badges, `values` what a filter offers.

    `icons` are the marks of the badges; without, the mark follows the tone.
    """
    return Kind(Column("", "choice", choices=choices, tones=tones or {}, icons=icons or {}), values=values)


def radio(
    choices: str,
    values: tuple[str, ...],
    tones: Mapping[str, str] | None = None,
    **options: Unpack[Typed],
) -> Kind:
    """One of a few values, all of them in sight."""
    part = ChoiceInput("", choices=choices, values=values, tones=tones or {}, **options)
    return replace(choice(choices, tones, values), input=part)


def select(choices: str, values: tuple[str, ...], **options: Unpack[Typed]) -> Kind:
    """One of some values, in a menu."""
    part = ChoiceInput("", "select", choices=choices, values=values, **options)
    return replace(choice(choices, values=values), input=part)


def publication(choices: str, tones: Mapping[str, str]) -> Kind:
    """Whether the public sees it: a draft at first. Buttons beside the save change it (kit/forms/page.py); the
    lines of a record have a menu each."""
    values = (ONLINE, DRAFT)
    part = ChoiceInput("", "publication", choices=choices, values=values, tones=tones, default=DRAFT, required=True)
    return replace(choice(choices, tones, values), input=part)


def reference(target: Target, *, named: str = "", **options: Unpack[Typed]) -> Kind:
    """The id of another record, searched for; `named` is the property that says what it is called."""
    return Kind(Column(""), ReferenceInput("", target=target, named=named, **options))


def one_of(target: Target, *, named: str = "", **options: Unpack[Typed]) -> Kind:
    """The id of one of a few records, in a menu."""
    return Kind(Column(""), ReferenceInput("", "select", target=target, named=named, **options))


def picture_choice(target: Target, choices: str, **options: Unpack[Typed]) -> Kind:
    """The id of one of a few records that are chosen by their looks."""
    return Kind(Column(""), ReferenceInput("", "picture_choice", target=target, choices=choices, **options))


def picture() -> Kind:
    """The address of a picture: small in a list, large on the page."""
    return Kind(Column("", "illustration"), listed="image")


def image(owner: str, *, ratio: float = 0, described: bool = False, **options: Unpack[Typed]) -> Kind:
    """A picture to upload; `owner` is what `admin/images` calls the record."""
    return Kind(Column(""), ImageInput("", owner=owner, ratio=ratio, described=described, **options))


def color(**options: Unpack[Typed]) -> Kind:
    """A colour, `#rrggbb`."""
    return Kind(Column(""), Input("", "color", **options))


def kept() -> Kind:
    """A text that a form neither shows nor changes, and sends back."""
    return Kind(Column(""), Input("", "kept"))


def attached(**options: Unpack[Typed]) -> Kind:
    """A picture of a line, uploaded by the feature once the record is saved (kit/forms/image_input.py)."""
    return Kind(Column(""), Input("", "attached", **options))


def file(entity: str, accept: str, **options: Unpack[Typed]) -> Kind:
    """A file to upload; `entity` is the prefix of its notices."""
    return Kind(Column(""), FileInput("", entity=entity, accept=accept, **options))


class Lines(Typed, total=False):
    """What may be said of lines: see `LinesInput`."""

    ordered: str
    identified: bool
    stays: bool
    named_by: str
    marked_by: str
    variants: Mapping[str, Variant]
    last: str
    arranged: bool
    begun: bool
    one_open: bool
    locks: str
    written: Callable[[list[dict[str, Any]]], Any]


def lines(*cells: str, sent_as: str = "", **options: Unpack[Lines]) -> Kind:
    """A list of records: `cells` are the properties of one, `sent_as` the name it is written by if that is another."""
    return Kind(Column("", "number"), LinesInput(sent_as, **options), cells=cells)


# --- the kind of a property -----------------------------------------------------------


def types_of(annotation: Any) -> Iterator[Any]:
    """What a value may be, None aside; of a list, what it holds."""
    for each in get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,):
        if get_origin(each) is list:
            yield from types_of(get_args(each)[0])
        elif each is not type(None):
            yield each


@functools.cache
def kind_of(model: Model, path: str) -> tuple[Kind, tuple[Any, ...]]:
    """The kind of a property, or of a part of one (`address.postal_code`), and what its value may be."""
    head, _, rest = path.partition(".")
    info = model.model_fields.get(head)
    if info is None:
        raise Undeclared(model, path, "is no property")
    types = tuple(types_of(info.annotation))
    if rest:
        inner = next((each for each in types if isinstance(each, type) and issubclass(each, BaseModel)), None)
        if inner is None:
            raise Undeclared(model, path, "leads nowhere, it is no property")
        return kind_of(inner, rest)
    declared = next((each for each in info.metadata if isinstance(each, Kind)), None)
    return declared or shown("yes_no" if bool in types else "number" if int in types else "text"), types


def column_of(model: Model, path: str, *, listed: bool = False) -> Column:
    """The cell of a property."""
    kind, _ = kind_of(model, path)
    return replace(kind.cell, field=path, kind=(listed and kind.listed) or kind.cell.kind)


def input_of(model: Model, path: str) -> Input:
    """The input of a property; what the API wants of a value that is chosen is what the property holds."""
    kind, types = kind_of(model, path)
    part = kind.input
    if part is None:
        raise Undeclared(model, path, "is not typed in: its kind has no input; it is a property")
    if isinstance(part, LinesInput):
        cells = tuple(input_of(types[0], cell) for cell in kind.cells)
        return replace(part, field=part.field or path, source=path if part.field else "", inputs=cells)
    chosen = isinstance(part, ChoiceInput | ReferenceInput)
    wanted = "integer" if int in types else "boolean" if bool in types else "text"
    return replace(part, field=path, type=wanted if chosen else part.type)
