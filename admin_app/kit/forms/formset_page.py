"""Lines of `rows` inputs on the page: side by side, or in order, nested, foldable and movable by keys and buttons.

What needs no round trip (folding, naming a line, asking before it goes) is done by the script, driven by the
`data-*` attributes written here. Nothing shown here is a controlled input: moving a line moves what is typed in it.
Lines that are arranged are dragged by their grip too (SortableJS, fetched once such lines are on the page): it moves
the element at once, the state takes the new order over, and React finds the elements where it would put them.
"""

from collections.abc import Callable, Iterable
from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import KIND, LABEL, ChoiceInput, Input, LinesInput, ReferenceInput
from admin_app.kit.forms.formset_rows import Line, Rows
from admin_app.kit.forms.formset_tools import adding, beyond, help_of
from admin_app.kit.forms.inputs import State, Text, framed, publication_menu, required_mark
from admin_app.kit.forms.submission import ID, lines_among
from admin_app.kit.parts.widgets import ABSENT, badge, entry, held_input, icon, icon_button
from admin_app.kit.words.locale import choice_label, t


class SortableLines(rx.Component):
    """An ordered list whose items have a `.line-grip`; `on_drop` is told the full name of a line that was dragged."""

    library = "$/public/kit/sortable.jsx"
    tag = "SortableLines"
    lib_dependencies: list[str] = ["sortablejs@1.15.7"]

    on_drop: rx.EventHandler[lambda name: [name]]


def rows(part: LinesInput, state: State, mark_of: Callable[[Text], rx.Component] | None = None) -> rx.Component:
    """The lines of an input of the form."""
    return _group(Rows(part, state, part.field, part.name, mark_of=mark_of))


def _group(here: Rows) -> rx.Component:
    part, state = here.part, here.state

    def shape(line: Line, index: rx.Var[int]) -> rx.Component:
        return (_ordered if part.ordered else _side_by_side)(here, line, index)

    lines = rx.cond(state.lines.contains(here.name), rx.foreach(state.lines[here.name], _at_depth(here.depth, shape)))
    if part.arranged:
        listed = SortableLines.create(lines, on_drop=lambda name: state.drop_line(name, here.typed()))
    else:
        listed = (rx.el.ol if part.ordered else rx.el.ul)(lines, class_name="lines")
    # Above lines of a fixed height each, what adds one stands still under the pointer.
    above, below = ([adding(here)], []) if part.one_open else ([], [adding(here)])
    return rx.el.fieldset(
        rx.el.legend(here.label(), required_mark(bool(part.required), part.kind)),
        *help_of(here),
        *above,
        listed,
        rx.el.p(entry(state.errors, here.name), class_name="field-error", custom_attrs={"id": f"f-{here.name}-error"}),
        *below,
        *beyond(here),
        class_name="field rows outline" if part.ordered else "field rows",
        data_kind="rows",
        aria_describedby=f"f-{here.name}-error f-{here.name}-hint",
        custom_attrs={"id": f"f-{here.name}"} | ({"data-roving": ".fold"} if part.one_open else {}),  # focus opens it
    )


def _at_depth(depth: int, make: Callable[..., rx.Component]) -> Callable[..., rx.Component]:
    """A function for `rx.foreach` whose parameters have names of their own: the page calls its variables after them,
    so that an inner loop would hide the line of the outer one."""
    return (
        lambda line, index: make(line, index),
        lambda line_below, index_below: make(line_below, index_below),
        lambda line_inside, index_inside: make(line_inside, index_inside),
    )[depth]


# --- lines side by side ---------------------------------------------------------------


def _side_by_side(here: Rows, line: Line, index: rx.Var[int]) -> rx.Component:
    """A line of a few short cells; a locked one is shown and sent back, but cannot be changed here.

    One that boxes make higher than a row has a name above it, where there are several.
    """
    locked = line["locked"] != ""
    several = here.state.lines[here.name].length() > 1
    name = here.words("lines", position=index.to(int) + 1)
    title = [rx.cond(several, rx.el.p(name, class_name="line-title"))] if here.has_boxes else []
    cells = [rx.cond(locked, _shown(here, cell, line), framed(here.field(cell, line, locked))) for cell in here.cells]
    take = here.state.remove_line(here.name, line["key"])
    remove = icon_button("trash-2", t("kit.lines.remove", line=name), "remove-line", on_click=take)
    remove = rx.cond(entry(line, ID) == "", remove) if here.part.stays else remove
    lock = badge(t("kit.form.locked"), "quiet", icon("lock", 14))
    end = rx.el.div(rx.cond(locked, lock, remove), class_name="line-end")
    if not here.part.locks:
        return here.item(line, *title, *cells, end)
    why = rx.el.p(choice_label(here.part.locks, line["locked"]), class_name="hint")
    return here.item(line, *title, *cells, end, rx.cond(locked, why))


def _shown(here: Rows, cell: Input, line: Line) -> rx.Component:
    text = entry(line, f"{cell.name}{LABEL}" if isinstance(cell, ReferenceInput) else cell.name)
    if isinstance(cell, ChoiceInput):
        text = choice_label(cell.choices, text)
    label = rx.el.span(here.label(cell.field), class_name="label")
    return rx.el.div(
        rx.cond(text != "", rx.fragment(label, rx.el.span(text, class_name="read-only"))), class_name="field"
    )


# --- lines in order -------------------------------------------------------------------


def _ordered(here: Rows, line: Line, index: rx.Var[int]) -> rx.Component:
    """A line with a head that names, folds, moves and removes it, over its fields and the lines below it."""
    label, full = here.words("lines", position=index.to(int) + 1), here.full(line)
    one, choose = here.part.one_open, here.state.choose_line
    folded = here.state.open_line != full if one else entry(line, "folded") == "true"
    # Of a line that is open alone, the fields stand apart from its head: they say what they are, and how they are shut.
    shut = icon_button("x", t("kit.actions.close"), "shut-line", on_click=choose("")) if one else None
    title = [rx.el.p(*_told(here, line, label), shut, class_name="line-title")] if one else []
    body = rx.el.div(
        *title, _body(here, line), *_below(here, line), class_name="line-body", custom_attrs={"id": f"body-{full}"}
    )
    opened = {"on_focus": choose(full)} if one else {}
    data = {"data-folded": rx.cond(folded, "", ABSENT)}
    head = _head(here, line, label, folded)
    # What is done with a part of a line comes after what it says: so it is drawn (assets/document.css).
    inside = (body, head) if here.depth and here.part.arranged else (head, body)
    return here.item(line, *inside, custom_attrs=data, **opened)


def _body(here: Rows, line: Line) -> rx.Component:
    """The fields of a line: of its kind, where lines are of several."""
    part = here.part

    def fields(shown: Iterable[Input]) -> rx.Component:
        typed = [cell for cell in shown if cell.kind != "kept" and not isinstance(cell, LinesInput)]
        hints = [here.words("hints", f"{here.key}_{cell.field}") if cell.hint else None for cell in typed]
        made = [framed(here.field(cell, line), hint) for cell, hint in zip(typed, hints, strict=True)]
        return rx.el.div(*made, class_name="fields") if made else rx.fragment()

    kept = [_kept(here, line, cell.name) for cell in part.inputs if cell.kind == "kept"]
    if not part.variants:
        return rx.fragment(*kept, fields(cell for cell in here.cells if cell is not here.mark))
    noted = [kind for kind, each in part.variants.items() if each.noted]
    notes = [(kind, rx.el.p(here.words("notes", kind), class_name="hint")) for kind in noted]
    cases = [(kind, fields(part.cells_of(kind))) for kind in part.variants]
    told_first = [here.by_kind(line, notes)] if notes else []
    return rx.fragment(_kept(here, line, KIND), *kept, *told_first, here.by_kind(line, cases))


def _below(here: Rows, line: Line) -> list[Any]:
    """The lines below a line: those of its kind, where lines are of several."""
    part = here.part
    if not part.variants:
        return [_group(here.inner(cell, line)) for cell in lines_among(part.inputs)]
    groups = {kind: lines_among(part.cells_of(kind)) for kind in part.variants}
    cases = [(kind, [_group(here.inner(cell, line)) for cell in cells]) for kind, cells in groups.items() if cells]
    return [here.by_kind(line, ((kind, rx.fragment(*those)) for kind, those in cases))] if cases else []


def _kept(here: Rows, line: Line, cell: str) -> rx.Component:
    """A text that goes with the line, unseen (Reflex F22)."""
    return held_input(here.full(line, cell), entry(line, cell))


def _head(here: Rows, line: Line, label: rx.Var[str], folded: rx.Var[bool]) -> rx.Component:
    part, state, full = here.part, here.state, here.full(line)
    # A press folds the line, or opens it alone and goes to what is drawn of it elsewhere.
    pressed: dict[str, Any] = {"custom_attrs": {"data-folds": ""}}
    if part.one_open:
        pressed = {"on_click": state.choose_line(full), "custom_attrs": {"data-goto": f"drawn-{full}"}}
    fold = rx.el.button(
        icon("chevron-down"),
        *_told(here, line, label),
        rx.el.span(class_name="line-name", custom_attrs={"data-names": _named(here, line, full)}),
        *([here.mark_of(full)] if here.mark_of else []),
        type="button",
        aria_expanded=rx.cond(folded, "false", "true"),
        aria_controls=f"body-{full}",
        class_name="fold",
        **pressed,
    )

    def act(symbol: str, word: str, action: str, handler: Any, **attributes: str) -> rx.Component:
        name = t(f"kit.lines.{word}", line=label)
        return icon_button(symbol, name, action, on_click=handler, custom_attrs=attributes)

    def move(way: str, by: int) -> rx.Component:
        moves = {"data-moves": str(by), "aria-keyshortcuts": f"Alt+Arrow{way.capitalize()}"}
        return act(f"arrow-{way}", way, f"move-{way}", state.move_line(*this, by, here.typed()), **moves)

    this = here.name, line["key"]
    copy = act("copy-plus", "copy", "copy-line", state.copy_line(*this, here.typed()))
    remove = act("trash-2", "remove", "remove-line", state.remove_line(*this, here.typed()), **{"data-removes": ""})
    actions = [move("up", -1), move("down", 1), *([copy] if part.arranged else []), remove]
    return rx.el.div(
        *([rx.el.span(icon("grip-vertical"), class_name="line-grip", aria_hidden="true")] if part.arranged else []),
        (rx.el.h3, rx.el.h4, rx.el.h5)[here.depth](fold),
        rx.el.div(*actions, class_name="line-actions"),
        *_mark(here, line, label),
        class_name="line-head",
    )


def _told(here: Rows, line: Line, label: rx.Var[str]) -> list[rx.Component]:
    """What a line is: its kind with its mark, or its place."""
    variants = here.part.variants
    if not variants:
        return [rx.el.span(label, class_name="line-label")]
    marks = [(kind, icon(variant.symbol)) for kind, variant in variants.items()]
    names = [(kind, here.words("variants", kind)) for kind in variants]
    return [
        rx.el.span(here.by_kind(line, marks), class_name="line-symbol"),
        rx.el.span(here.by_kind(line, names, label), class_name="line-label"),
    ]


def _named(here: Rows, line: Line, full: Text) -> Text | rx.Var[str]:
    """The name of the cell whose text tells one line from another: the first that is words, where kinds differ."""
    part = here.part
    if not part.variants:
        return f"{full}:{part.named_by}"
    words = {
        kind: next((cell.name for cell in part.cells_of(kind) if cell.kind in ("text", "text_area", "rich_text")), "")
        for kind in part.variants
    }
    return rx.Var.create(f"{full}:{here.by_kind(line, words.items(), '')}")


def _mark(here: Rows, line: Line, label: rx.Var[str]) -> list[rx.Component]:
    """Whether the line is online, as a menu that looks like its badge: it is changed where it is read."""
    if here.mark is None:
        return []
    shown = here.field(here.mark, line)
    name = t("kit.publication.state_of", label=shown.label, line=label)
    return [publication_menu(shown, aria_label=name, aria_describedby=ABSENT)]
