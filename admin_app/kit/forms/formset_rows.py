"""A `rows` input as it stands on the page: its names, its words, its cells, and the element of each line."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import KIND, LABEL, ChoiceInput, Input, LinesInput
from admin_app.kit.forms.field import Field
from admin_app.kit.forms.inputs import State, Text
from admin_app.kit.forms.submission import ID
from admin_app.kit.parts.widgets import entry
from admin_app.kit.script import from_script
from admin_app.kit.words.locale import t

Line = rx.Var[dict[str, str]]


@dataclass(frozen=True)
class Rows:
    """A `rows` input as it stands on the page: `path` is made of fields, `name` of API names and keys."""

    part: LinesInput
    state: State
    path: str
    name: Text
    depth: int = 0
    mark_of: Callable[[Text], rx.Component] | None = None
    """What a feature shows beside the name of a line, by its full name."""

    @property
    def key(self) -> str:
        """The last part of its translation keys."""
        return self.path.replace(".", "_")

    def words(self, group: str, name: str = "", **values: Any) -> rx.Var[str]:
        """A text of the resource about these lines, or about a cell or a kind of them."""
        return t(f"{self.state.resource.key}.{group}.{name or self.key}", **values)

    def label(self, cell: str = "") -> rx.Var[str]:
        """The label of the lines, or of a cell of them."""
        return t(self.state.resource.label(f"{self.path}.{cell}" if cell else self.path))

    def typed(self) -> rx.Var[Any] | None:
        """What the form holds on the page, where steps can be undone: what lines go with."""
        return from_script("content") if self.part.arranged else None

    def inner(self, cell: LinesInput, line: Line) -> "Rows":
        """The lines below one line."""
        name = rx.Var.create(f"{self.name}:{line['key']}:{cell.name}")
        return replace(self, part=cell, path=f"{self.path}.{cell.field}", name=name, depth=self.depth + 1)

    @property
    def cells(self) -> list[Input]:
        """What is typed in a line, the lines below it aside."""
        return [cell for cell in self.part.inputs if not isinstance(cell, LinesInput)]

    @property
    def has_boxes(self) -> bool:
        """Whether a line has boxes to tick."""
        return any(cell.kind == "multi_select" for cell in self.part.inputs)

    @property
    def mark(self) -> ChoiceInput | None:
        """The cell that is shown beside the name of a line."""
        found = (cell for cell in self.part.inputs if cell.name == self.part.marked_by)
        return next((cell for cell in found if isinstance(cell, ChoiceInput)), None)

    def full(self, line: Line, cell: str = "") -> rx.Var[str]:
        """The full name of a line, or of a cell of it."""
        return rx.Var.create(f"{self.name}:{line['key']}:{cell}" if cell else f"{self.name}:{line['key']}")

    def field(self, cell: Input, line: Line, locked: rx.Var[bool] | bool = False) -> Field:
        """A cell of a line, as an input of the page."""
        held, text = entry(line, cell.name), entry(line, f"{cell.name}{LABEL}")
        allowed, label = f"{self.part.name}.{cell.name}", self.label(cell.field)
        beyond = t(f"{self.part.locks}.option") if self.part.locks else None
        name = self.full(line, cell.name)
        return Field(cell, self.state, name, held, text, label, disabled=locked, allowed=allowed, beyond=beyond)

    def by_kind(self, line: Line, cases: Iterable[tuple[str, Any]], otherwise: Any = None) -> Any:
        """What belongs to the kind of a line; nothing, or something else, for other kinds."""
        return rx.match(entry(line, KIND), *cases, rx.fragment() if otherwise is None else otherwise)

    def item(self, line: Line, *inside: Any, **attributes: Any) -> rx.Component:
        """A line as the script finds it; its id goes with it, so that a draft knows it too."""
        number = rx.el.input(type="hidden", name=self.full(line, ID), default_value=entry(line, ID))
        found = {"id": f"line-{self.full(line)}", "data-line": "", **attributes.pop("custom_attrs", {})}
        shown = (*inside, *([number] if self.part.identified else []))
        return rx.el.li(*shown, key=line["key"], class_name="line", custom_attrs=found, **attributes)
