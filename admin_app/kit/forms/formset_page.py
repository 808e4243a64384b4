"""Lines of `rows` inputs on the page: side by side, or in order, nested, foldable and movable by keys and buttons.

What needs no round trip (folding, naming a line, asking before it goes) is done by the script, driven by the
`data-*` attributes written here. Nothing shown here is a controlled input: moving a line moves what is typed in it.
"""

from collections.abc import Callable
from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import LABEL, ChoiceInput, Input, LinesInput, ReferenceInput
from admin_app.kit.forms.formset_ordered import ordered_line
from admin_app.kit.forms.formset_view import Line, Rows, text_in
from admin_app.kit.forms.inputs import State, framed, required_mark
from admin_app.kit.forms.sortable import sortable
from admin_app.kit.parts.widgets import button, entry, icon, icon_button, link
from admin_app.kit.session.permissions import RIGHTS
from admin_app.kit.words.locale import choice_label, t


def rows(part: LinesInput, state: State) -> rx.Component:
    """The lines of an input of the form."""
    return _group(Rows(part, state, part.field, part.name))


def _group(here: Rows) -> rx.Component:
    part, state = here.part, here.state

    def shape(here: Rows, line: Line, index: rx.Var[int]) -> rx.Component:
        return ordered_line(here, line, index, _group) if part.ordered else _line(here, line)

    lines = rx.cond(
        state.lines.contains(here.name),
        rx.foreach(state.lines[here.name], _at_depth(here.depth, lambda line, index: shape(here, line, index))),
    )
    error = entry(state.errors, here.name)
    return rx.el.fieldset(
        rx.el.legend(here.label(), required_mark(bool(part.required), part.kind)),
        *_help(here),
        sortable(lines, lambda name: state.drop_line(name, here.typed())) if part.arranged else _list(part, lines),
        rx.el.p(error, class_name="field-error", custom_attrs={"id": f"f-{here.name}-error"}),
        *_adding(here),
        *_beyond(here),
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
                on_click=state.add_line(here.name, "", here.typed()),
                custom_attrs={"id": f"add-{here.name}"},
            )
        ]
    kinds = [
        rx.el.button(
            icon(variant.symbol, 20),
            rx.el.span(here.kind_label(kind)),
            type="button",
            on_click=state.add_line(here.name, kind, here.typed()),
            data_testid=f"action:add:{kind}",
            custom_attrs={"id": f"add-{here.name}"} if not rank else {},
        )
        for rank, (kind, variant) in enumerate((kind, each) for kind, each in part.variants.items() if each.offered)
    ]
    title = rx.el.p(t(f"{state.resource.key}.add.{here.key}"), custom_attrs={"id": f"palette-{here.name}"})
    return [rx.el.div(title, *kinds, role="group", class_name="palette", aria_labelledby=f"palette-{here.name}")]


def _beyond(here: Rows) -> list[rx.Component]:
    """The choices that this person may not take, by name, and why: a closed choice cannot be reached to tell it."""
    if not here.part.locks:
        return []
    limits = here.state.allowed
    shut = [
        rx.cond(
            limits.contains(key) & ~limits[key].contains(value), rx.el.li(choice_label(cell.choices, value), key=value)
        )
        for cell in here.cells
        if isinstance(cell, ChoiceInput)
        for key in (f"{here.part.name}.{cell.name}",)
        for value in cell.values
    ]
    told = rx.el.p(t(f"{here.part.locks}.why"), " ", link(t("rights.title"), to=RIGHTS))
    head = rx.el.summary(icon("chevron-right", 16), t(f"{here.part.locks}.beyond_title"))
    return [rx.el.details(head, told, rx.el.ul(*shut), class_name="beyond")]


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
    tools = [*(_steps(here) if here.part.arranged else ()), *([] if here.part.one_open else [_folding(here)])]
    aloud = rx.el.p(role="status", class_name="visually-hidden", custom_attrs={"data-aloud": ""})
    return [*hint, rx.el.div(*tools, class_name="row lines-tools"), *_drafts(here), aloud]


def _folding(here: Rows) -> rx.Component:
    """What folds every line, where there are several."""
    several = here.state.lines.contains(here.name) & (here.state.lines[here.name].length() > 1)
    return rx.cond(
        several,
        rx.fragment(
            button(
                t("kit.lines.fold_all"), "fold-all", symbol="chevrons-down-up", custom_attrs={"data-fold-all": "yes"}
            ),
            button(
                t("kit.lines.unfold_all"), "unfold-all", symbol="chevrons-up-down", custom_attrs={"data-fold-all": ""}
            ),
            rx.el.span(t("kit.lines.help"), class_name="hint"),
        ),
    )


def _drafts(here: Rows) -> list[rx.Component]:
    """Said by the script while some of the lines are drafts, with what puts them all online."""
    if here.mark is None:
        return []
    every = button(t("kit.publication.publish_whole"), "mark-all", symbol="globe", custom_attrs={"data-marks-all": ""})
    told = rx.el.span(t("kit.publication.drafts"), class_name="grows")
    return [
        rx.el.div(icon("eye-off"), told, every, hidden=True, class_name="published", custom_attrs={"data-drafts": ""})
    ]


def _steps(here: Rows) -> list[rx.Component]:
    """What undoes the steps and does them again; the keys press it, where they are not those of a text."""
    state = here.state
    since = state.steps_of == state.revision
    undo = {"data-undoes": "", "aria-keyshortcuts": "Control+Z"}
    redo = {"data-redoes": "", "aria-keyshortcuts": "Control+Shift+Z"}
    return [
        button(
            t(f"kit.lines.{name}"),
            name,
            symbol=f"{name}-2",
            on_click=handler(here.typed()),
            aria_disabled=rx.cond(since & possible, "false", "true"),
            custom_attrs=attributes,
        )
        for name, handler, possible, attributes in (
            ("undo", state.undo_step, state.undoable, undo),
            ("redo", state.redo_step, state.redoable, redo),
        )
    ]


# --- lines side by side ---------------------------------------------------------------


def _line(here: Rows, line: Line) -> rx.Component:
    """A line of a few short cells; a locked one is shown and sent back, but cannot be changed here."""
    locked = line["locked"] != ""
    cells = [rx.cond(locked, _shown(here, cell, line), framed(here.field(cell, line, locked))) for cell in here.cells]
    remove = icon_button(
        "trash-2", t("kit.actions.remove"), "remove-line", on_click=here.state.remove_line(here.name, line["key"])
    )
    lock = rx.el.span(t("kit.form.locked"), class_name="badge", custom_attrs={"data-tone": "quiet"})
    why = choice_label(here.part.locks, line["locked"]) if here.part.locks else ""
    return rx.el.li(
        *cells,
        rx.el.div(rx.cond(locked, lock, remove), class_name="line-end"),
        *([rx.cond(locked, rx.el.p(why, class_name="hint"))] if here.part.locks else []),
        *here.identity(line),
        key=line["key"],
        class_name="line",
        custom_attrs=here.handle(line),
    )


def _shown(here: Rows, cell: Input, line: Line) -> rx.Component:
    value, text = text_in(line, cell.name), text_in(line, f"{cell.name}{LABEL}")
    told = text if isinstance(cell, ReferenceInput) else value
    if isinstance(cell, ChoiceInput):
        told = choice_label(cell.choices, value)
    return rx.el.div(
        rx.el.span(here.label(cell.field), class_name="label"),
        rx.el.span(rx.cond(told != "", told, "—"), class_name="read-only"),
        class_name="field",
    )
