"""Lines of `rows` inputs on the page: side by side, or in order, nested, foldable and movable by keys and buttons.

What needs no round trip (folding, naming a line, asking before it goes) is done by the script, driven by the
`data-*` attributes written here. Nothing shown here is a controlled input: moving a line moves what is typed in it.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import KIND, LABEL, ChoiceInput, Input, LinesInput, ReferenceInput
from admin_app.kit.forms.inputs import Field, State, Text, framed, required_mark
from admin_app.kit.forms.lines import ID, nested
from admin_app.kit.forms.sortable import sortable
from admin_app.kit.parts.widgets import button, closes, dialog, entry, icon, icon_button
from admin_app.kit.script import told
from admin_app.kit.words.locale import choice_label, t

_ABSENT = rx.Var("undefined")


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

    def inner(self, cell: LinesInput, line: rx.Var[dict[str, str]]) -> "Rows":
        """The lines below one line."""
        name = rx.Var.create(f"{self.name}:{line['key']}:{cell.name}")
        return replace(self, part=cell, path=f"{self.path}.{cell.field}", name=name, depth=self.depth + 1)


Line = rx.Var[dict[str, str]]


def rows(part: LinesInput, state: State) -> rx.Component:
    """The lines of an input of the form."""
    return _group(Rows(part, state, part.field, part.name))


def _group(here: Rows) -> rx.Component:
    part, state = here.part, here.state
    shape = _ordered_line if part.ordered else _line
    lines = rx.cond(
        state.lines.contains(here.name),
        rx.foreach(state.lines[here.name], _at_depth(here.depth, lambda line, index: shape(here, line, index))),
    )
    error = entry(state.errors, here.name)
    return rx.el.fieldset(
        rx.el.legend(here.label(), required_mark(bool(part.required), part.kind)),
        *_help(here),
        sortable(lines, step=here.name) if part.arranged else _list(part, lines),
        rx.el.p(error, class_name="field-error", custom_attrs={"id": f"f-{here.name}-error"}),
        *_adding(here),
        class_name="field rows outline" if part.ordered else "field rows",
        data_kind="rows",
        aria_describedby=f"f-{here.name}-error f-{here.name}-hint",
        custom_attrs={"id": f"f-{here.name}"},
    )


def _list(part: LinesInput, lines: rx.Component) -> rx.Component:
    return (rx.el.ol if part.ordered else rx.el.ul)(lines, class_name="lines")


def _adding(here: Rows) -> list[rx.Component]:
    """A button that adds a line, or one for each kind of line."""
    part, state = here.part, here.state
    if not part.variants:
        return [
            button(
                t(f"{state.resource.key}.add.{here.key}"),
                f"add:{part.name}",
                symbol="plus",
                on_click=state.add_line(here.name, ""),
                custom_attrs={"id": f"add-{here.name}"},
            )
        ]
    kinds = [
        rx.el.button(
            icon(variant.symbol, 20),
            rx.el.span(here.kind_label(kind)),
            type="button",
            on_click=state.add_line(here.name, kind),
            data_testid=f"action:add:{kind}",
            custom_attrs={"id": f"add-{here.name}"} if not rank else {},
        )
        for rank, (kind, variant) in enumerate((kind, each) for kind, each in part.variants.items() if each.offered)
    ]
    title = rx.el.p(t(f"{state.resource.key}.add.{here.key}"), custom_attrs={"id": f"palette-{here.name}"})
    return [rx.el.div(title, *kinds, role="group", class_name="palette", aria_labelledby=f"palette-{here.name}")]


def _at_depth(depth: int, make: Callable[..., rx.Component]) -> Callable[..., rx.Component]:
    """A function for `rx.foreach` whose parameters have names of their own: the page calls its variables after them,
    so that an inner loop would hide the line of the outer one.
    """
    return (
        lambda line, index: make(line, index),
        lambda line_below, index_below: make(line_below, index_below),
        lambda line_inside, index_inside: make(line_inside, index_inside),
    )[depth]


def _help(here: Rows) -> list[Any]:
    """The hint of the input and, at the top of an outline, its keys and what the script says aloud."""
    key = here.state.resource.key
    hint_id = {"id": f"f-{here.name}-hint"}
    hint = [rx.el.p(t(f"{key}.hints.{here.key}"), class_name="hint", custom_attrs=hint_id)] if here.part.hint else []
    if here.depth or not here.part.ordered:
        return hint
    folding = rx.el.div(
        *(_steps(here) if here.part.arranged else ()),
        button(t("kit.lines.fold_all"), "fold-all", symbol="chevrons-down-up", custom_attrs={"data-fold-all": "yes"}),
        button(t("kit.lines.unfold_all"), "unfold-all", symbol="chevrons-up-down", custom_attrs={"data-fold-all": ""}),
        class_name="row lines-tools",
    )
    aloud = rx.el.p(role="status", class_name="visually-hidden", custom_attrs={"data-aloud": ""})
    return [*hint, rx.el.p(t("kit.lines.help"), class_name="hint"), folding, aloud]


def _steps(here: Rows) -> list[rx.Component]:
    """What undoes the steps of the page and does them again; the script knows them (assets/kit/steps.js)."""
    undo = {"data-undoes": "", "aria-keyshortcuts": "Control+Z"}
    redo = {"data-redoes": "", "aria-keyshortcuts": "Control+Shift+Z"}
    texts = {f"data-{did}": t(f"kit.lines.{did}") for did in ("undone", "redone")}
    return [
        button(t("kit.lines.undo"), "undo", symbol="undo-2", custom_attrs=undo),
        button(t("kit.lines.redo"), "redo", symbol="redo-2", custom_attrs=redo),
        rx.el.button(
            type="button",
            hidden=True,
            custom_attrs={"data-arranges": "", **texts},
            on_click=here.state.arrange(told("step")),
        ),
    ]


# --- lines side by side ---------------------------------------------------------------


def _line(here: Rows, line: Line, index: rx.Var[int]) -> rx.Component:
    """A line of a few short cells; a locked one is shown and sent back, but cannot be changed here."""
    locked = line["locked"] == "true"
    cells = [
        rx.cond(locked, _shown(here, cell, line), framed(_field(here, cell, line, locked))) for cell in _cells(here)
    ]
    remove = icon_button(
        "trash-2", t("kit.actions.remove"), "remove-line", on_click=here.state.remove_line(here.name, line["key"])
    )
    lock = rx.el.span(t("kit.form.locked"), class_name="badge", custom_attrs={"data-tone": "quiet"})
    return rx.el.li(
        *cells,
        rx.cond(locked, lock, remove),
        *_identity(here, line),
        key=line["key"],
        class_name="line",
        custom_attrs=_handle(here, line),
    )


def _shown(here: Rows, cell: Input, line: Line) -> rx.Component:
    value, text = _value(line, cell.name), _value(line, f"{cell.name}{LABEL}")
    told = text if isinstance(cell, ReferenceInput) else value
    if isinstance(cell, ChoiceInput):
        told = choice_label(cell.choices, value)
    return rx.el.div(
        rx.el.span(here.label(cell.field), class_name="label"),
        rx.el.span(rx.cond(told != "", told, "—")),
        class_name="field",
    )


# --- lines in order -------------------------------------------------------------------


def _ordered_line(here: Rows, line: Line, index: rx.Var[int]) -> rx.Component:
    """A line with a head that names, folds, moves and removes it, over its fields and the lines below it."""
    folded = _value(line, "folded") == "true"
    return rx.el.li(
        _head(here, line, here.line_label(index.to(int) + 1), folded),
        rx.el.div(_body(here, line), *_below(here, line), class_name="line-body", custom_attrs=_body_id(here, line)),
        *_identity(here, line),
        key=line["key"],
        class_name="line",
        custom_attrs={**_handle(here, line), "data-folded": rx.cond(folded, "", _ABSENT)},
    )


def _body(here: Rows, line: Line) -> rx.Component:
    """The fields of a line: of its kind, where lines are of several."""
    part = here.part

    def fields(cells: list[Input]) -> rx.Component:
        typed = [cell for cell in cells if cell.kind != "kept" and not isinstance(cell, LinesInput)]
        shown = [framed(_field(here, cell, line, False), here.hint(cell)) for cell in typed]
        return rx.el.div(*shown, class_name="fields") if shown else rx.fragment()

    kept = [_kept(here, line, cell.name) for cell in part.inputs if cell.kind == "kept"]
    if not part.variants:
        return rx.fragment(*kept, fields(_cells(here)))
    cases = [(kind, fields([*part.cells_of(kind)])) for kind in part.variants]
    told = [(kind, rx.el.p(here.note(kind), class_name="hint")) for kind, each in part.variants.items() if each.noted]
    notes = [rx.match(_value(line, KIND), *told, rx.fragment())] if told else []
    return rx.fragment(_kept(here, line, KIND), *kept, *notes, rx.match(_value(line, KIND), *cases, rx.fragment()))


def _below(here: Rows, line: Line) -> list[Any]:
    """The lines below a line: those of its kind, where lines are of several."""
    part = here.part
    if not part.variants:
        return [_group(here.inner(cell, line)) for cell in nested(part)]
    groups = {kind: [cell for cell in nested(part) if cell in part.cells_of(kind)] for kind in part.variants}
    cases = [
        (kind, rx.fragment(*[_group(here.inner(cell, line)) for cell in cells]))
        for kind, cells in groups.items()
        if cells
    ]
    return [rx.match(_value(line, KIND), *cases, rx.fragment())] if cases else []


def _kept(here: Rows, line: Line, cell: str) -> rx.Component:
    """A text that goes with the line, unseen (Reflex F22)."""
    return rx.el.input(
        type="text", hidden=True, name=f"{here.name}:{line['key']}:{cell}", default_value=_value(line, cell)
    )


def _named(here: Rows, line: Line, full: Text) -> Text | rx.Var[str]:
    """The name of the cell whose text tells one line from another: the first that is words, where kinds differ."""
    part = here.part
    if not part.variants:
        return f"{full}:{part.named_by}"
    words = {
        kind: next((cell.name for cell in part.cells_of(kind) if cell.kind in ("text", "text_area", "rich_text")), "")
        for kind in part.variants
    }
    return rx.Var.create(f"{full}:{rx.match(_value(line, KIND), *words.items(), '')}")


def _head(here: Rows, line: Line, label: rx.Var[str], folded: rx.Var[bool]) -> rx.Component:
    part, full = here.part, f"{here.name}:{line['key']}"
    tones = next((cell.tones for cell in _choices(here) if cell.name == part.marked_by), {})
    told = {"data-tells": f"{full}:{part.marked_by}", "data-tones": json.dumps(dict(tones))}
    mark = rx.el.span(class_name="badge line-mark", custom_attrs=told)
    heading = (rx.el.h3, rx.el.h4, rx.el.h5)[here.depth]
    fold = rx.el.button(
        icon("chevron-down"),
        *_told(here, line, label),
        rx.el.span(class_name="line-name", custom_attrs={"data-names": _named(here, line, full)}),
        *([mark] if part.marked_by else []),
        type="button",
        aria_expanded=rx.cond(folded, "false", "true"),
        aria_controls=f"body-{full}",
        class_name="fold",
        custom_attrs={"data-folds": ""},
    )
    grip = rx.el.span(icon("grip-vertical"), class_name="line-grip", aria_hidden="true")
    copy = icon_button("copy-plus", t("kit.lines.copy", line=label), "copy-line", custom_attrs={"data-copies": full})
    return rx.el.div(
        *([grip] if part.arranged else []),
        heading(fold),
        rx.el.div(
            _mover(here, line, label, "up", -1),
            _mover(here, line, label, "down", 1),
            *([copy] if part.arranged else []),
            icon_button(
                "trash-2",
                t("kit.lines.remove", line=label),
                "remove-line",
                on_click=here.state.remove_line(here.name, line["key"]),
                custom_attrs={"data-removes": ""},
            ),
            class_name="line-actions",
        ),
        class_name="line-head",
    )


def _told(here: Rows, line: Line, label: rx.Var[str]) -> list[rx.Component]:
    """What a line is: its kind with its mark, or its place."""
    part = here.part
    if not part.variants:
        return [rx.el.span(label, class_name="line-label")]
    kind = _value(line, KIND)
    marks = [(each, icon(variant.symbol)) for each, variant in part.variants.items()]
    names = [(each, here.kind_label(each)) for each in part.variants]
    return [
        rx.el.span(rx.match(kind, *marks, rx.fragment()), class_name="line-symbol"),
        rx.el.span(rx.match(kind, *names, label), class_name="line-label"),
    ]


def _mover(here: Rows, line: Line, label: rx.Var[str], way: str, by: int) -> rx.Component:
    return icon_button(
        f"arrow-{way}",
        t(f"kit.lines.{way}", line=label),
        f"move-{way}",
        on_click=here.state.move_line(here.name, line["key"], by),
        custom_attrs={"data-moves": str(by), "aria-keyshortcuts": f"Alt+Arrow{way.capitalize()}"},
    )


def removal_dialog() -> rx.Component:
    """Asked before a line that holds something goes: the script says which, with what is below it."""
    return dialog(
        "remove-line",
        t("kit.lines.remove_title"),
        rx.el.p(t("kit.lines.remove_text")),
        rx.el.p(rx.el.strong(custom_attrs={"data-what": ""})),
        rx.el.ul(class_name="impacts", custom_attrs={"data-goes": ""}),
        rx.el.div(
            button(t("kit.actions.cancel"), "cancel-remove-line", custom_attrs=closes("remove-line"), auto_focus=True),
            button(
                t("kit.lines.remove_confirm"),
                "confirm-remove-line",
                symbol="trash-2",
                tone="danger",
                value="remove",
                custom_attrs=closes("remove-line"),
            ),
            class_name="row end",
        ),
    )


# --- shared ---------------------------------------------------------------------------


def _cells(here: Rows) -> list[Input]:
    return [cell for cell in here.part.inputs if not isinstance(cell, LinesInput)]


def _choices(here: Rows) -> list[ChoiceInput]:
    return [cell for cell in here.part.inputs if isinstance(cell, ChoiceInput)]


def _field(here: Rows, cell: Input, line: Line, locked: rx.Var[bool] | bool) -> Field:
    name = rx.Var.create(f"{here.name}:{line['key']}:{cell.name}")
    value, text = _value(line, cell.name), _value(line, f"{cell.name}{LABEL}")
    allowed = f"{here.part.name}.{cell.name}"
    return Field(cell, here.state, name, value, text, here.label(cell.field), disabled=locked, allowed=allowed)


def _value(line: Line, name: str) -> rx.Var[str]:
    return entry(line, name)


def _identity(here: Rows, line: Line) -> list[rx.Component]:
    """The id goes with the line, so that a draft knows it too."""
    if not here.part.identified:
        return []
    return [rx.el.input(type="hidden", name=f"{here.name}:{line['key']}:id", default_value=_value(line, ID))]


def _handle(here: Rows, line: Line) -> dict[str, Any]:
    return {"id": f"line-{here.name}:{line['key']}", "data-line": ""}


def _body_id(here: Rows, line: Line) -> dict[str, Any]:
    return {"id": f"body-{here.name}:{line['key']}"}
