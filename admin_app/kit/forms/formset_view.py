"""A `rows` input as it stands on the page: its words, and what its lines of either shape share."""

from dataclasses import dataclass, replace
from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import LABEL, ChoiceInput, Input, LinesInput
from admin_app.kit.forms.field import Field
from admin_app.kit.forms.inputs import State, Text
from admin_app.kit.forms.submission import ID
from admin_app.kit.parts.widgets import entry
from admin_app.kit.script import told
from admin_app.kit.words.locale import t

Line = rx.Var[dict[str, str]]


def text_in(line: Line, name: str) -> rx.Var[str]:
    """What a line holds under a name, empty for nothing."""
    return entry(line, name)


@dataclass(frozen=True)
class Rows:
    """A `rows` input as it stands on the page: `path` is made of fields, `name` of API names and keys."""

    part: LinesInput
    state: State
    path: str
    name: Text
    depth: int = 0

    @property
    def key(self) -> str:
        """The last part of its translation keys."""
        return self.path.replace(".", "_")

    def label(self, cell: str = "") -> rx.Var[str]:
        """The label of the lines, or of a cell of them."""
        return t(self.state.resource.label(f"{self.path}.{cell}" if cell else self.path))

    def line_label(self, position: Any) -> rx.Var[str]:
        """What one line is called: `Section 2`."""
        return t(f"{self.state.resource.key}.lines.{self.key}", position=position)

    def hint(self, cell: Input) -> rx.Var[str] | None:
        """The help under the label of a cell."""
        return t(f"{self.state.resource.key}.hints.{self.key}_{cell.field}") if cell.hint else None

    def note(self, kind: str) -> rx.Var[str]:
        """What is said above the fields of a kind of line."""
        return t(f"{self.state.resource.key}.notes.{kind}")

    def kind_label(self, kind: str) -> rx.Var[str]:
        """What a kind of line is called."""
        return t(f"{self.state.resource.key}.variants.{kind}")

    def typed(self) -> rx.Var[Any] | None:
        """What the form holds on the page, where steps can be undone: what lines go with."""
        return told("content") if self.part.arranged else None

    def inner(self, cell: LinesInput, line: Line) -> "Rows":
        """The lines below one line."""
        name = rx.Var.create(f"{self.name}:{line['key']}:{cell.name}")
        return replace(self, part=cell, path=f"{self.path}.{cell.field}", name=name, depth=self.depth + 1)

    @property
    def cells(self) -> list[Input]:
        """What is typed in a line, the lines below it aside."""
        return [cell for cell in self.part.inputs if not isinstance(cell, LinesInput)]

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
        held, text = text_in(line, cell.name), text_in(line, f"{cell.name}{LABEL}")
        allowed, label = f"{self.part.name}.{cell.name}", self.label(cell.field)
        beyond = t(f"{self.part.locks}.option") if self.part.locks else None
        name = self.full(line, cell.name)
        return Field(cell, self.state, name, held, text, label, disabled=locked, allowed=allowed, beyond=beyond)

    def identity(self, line: Line) -> list[rx.Component]:
        """The id goes with the line, so that a draft knows it too."""
        if not self.part.identified:
            return []
        return [rx.el.input(type="hidden", name=self.full(line, ID), default_value=text_in(line, ID))]

    def handle(self, line: Line) -> dict[str, Any]:
        """Attributes by which the script finds a line."""
        return {"id": f"line-{self.full(line)}", "data-line": ""}
