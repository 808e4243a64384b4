"""Lines in order on the page: each has a head that names, folds, moves and removes it, over its fields and the lines
below it.
"""

from collections.abc import Callable
from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import KIND, Input, LinesInput
from admin_app.kit.forms.formset_view import Line, Rows, text_in
from admin_app.kit.forms.inputs import Text, framed, publication_menu
from admin_app.kit.forms.submission import lines_among
from admin_app.kit.parts.widgets import FOCUSED, button, closes, dialog, icon, icon_button
from admin_app.kit.words.locale import t

_ABSENT = rx.Var("undefined")
Group = Callable[[Rows], rx.Component]


def ordered_line(here: Rows, line: Line, index: rx.Var[int], group: Group) -> rx.Component:
    """A line with a head that names, folds, moves and removes it, over its fields and the lines below it."""
    label = here.line_label(index.to(int) + 1)
    one, full = here.part.one_open, here.full(line)
    folded = here.state.open_line != full if one else text_in(line, "folded") == "true"
    return rx.el.li(
        _head(here, line, label, folded),
        rx.el.div(
            *([_title(here, line, label)] if one else []),
            _body(here, line),
            *_below(here, line, group),
            class_name="line-body",
            custom_attrs={"id": f"body-{here.full(line)}"},
        ),
        *here.identity(line),
        key=line["key"],
        class_name="line",
        **({"on_focus": here.state.choose_line(full)} if one else {}),
        custom_attrs={**here.handle(line), "data-folded": rx.cond(folded, "", _ABSENT)},
    )


def _title(here: Rows, line: Line, label: rx.Var[str]) -> rx.Component:
    """What the open line is, over its fields, which stand apart from its head; and what shuts it."""
    shut = icon_button("x", t("kit.actions.close"), "shut-line", on_click=here.state.choose_line(""))
    return rx.el.p(*_told(here, line, label), shut, class_name="line-title")


def _body(here: Rows, line: Line) -> rx.Component:
    """The fields of a line: of its kind, where lines are of several."""
    part = here.part

    def fields(shown: list[Input]) -> rx.Component:
        typed = [cell for cell in shown if cell.kind != "kept" and not isinstance(cell, LinesInput)]
        made = [framed(here.field(cell, line, False), here.hint(cell)) for cell in typed]
        return rx.el.div(*made, class_name="fields") if made else rx.fragment()

    kept = [_kept(here, line, cell.name) for cell in part.inputs if cell.kind == "kept"]
    if not part.variants:
        return rx.fragment(*kept, fields([cell for cell in here.cells if cell is not here.mark]))
    cases = [(kind, fields([*part.cells_of(kind)])) for kind in part.variants]
    told = [(kind, rx.el.p(here.note(kind), class_name="hint")) for kind, each in part.variants.items() if each.noted]
    notes = [rx.match(text_in(line, KIND), *told, rx.fragment())] if told else []
    return rx.fragment(_kept(here, line, KIND), *kept, *notes, rx.match(text_in(line, KIND), *cases, rx.fragment()))


def _below(here: Rows, line: Line, group: Group) -> list[Any]:
    """The lines below a line: those of its kind, where lines are of several."""
    part = here.part
    if not part.variants:
        return [group(here.inner(cell, line)) for cell in lines_among(part.inputs)]
    groups = {
        kind: [cell for cell in lines_among(part.inputs) if cell in part.cells_of(kind)] for kind in part.variants
    }
    cases = [
        (kind, rx.fragment(*[group(here.inner(cell, line)) for cell in cells]))
        for kind, cells in groups.items()
        if cells
    ]
    return [rx.match(text_in(line, KIND), *cases, rx.fragment())] if cases else []


def _kept(here: Rows, line: Line, cell: str) -> rx.Component:
    """A text that goes with the line, unseen (Reflex F22)."""
    return rx.el.input(type="text", hidden=True, name=here.full(line, cell), default_value=text_in(line, cell))


def _named(here: Rows, line: Line, full: Text) -> Text | rx.Var[str]:
    """The name of the cell whose text tells one line from another: the first that is words, where kinds differ."""
    part = here.part
    if not part.variants:
        return f"{full}:{part.named_by}"
    words = {
        kind: next((cell.name for cell in part.cells_of(kind) if cell.kind in ("text", "text_area", "rich_text")), "")
        for kind in part.variants
    }
    return rx.Var.create(f"{full}:{rx.match(text_in(line, KIND), *words.items(), '')}")


def _head(here: Rows, line: Line, label: rx.Var[str], folded: rx.Var[bool]) -> rx.Component:
    part, full = here.part, here.full(line)
    heading = (rx.el.h3, rx.el.h4, rx.el.h5)[here.depth]
    fold = rx.el.button(
        icon("chevron-down"),
        *_told(here, line, label),
        rx.el.span(class_name="line-name", custom_attrs={"data-names": _named(here, line, full)}),
        type="button",
        aria_expanded=rx.cond(folded, "false", "true"),
        aria_controls=f"body-{full}",
        class_name="fold",
        **_opening(here, full),
    )
    grip = rx.el.span(icon("grip-vertical"), class_name="line-grip", aria_hidden="true")
    copy = icon_button(
        "copy-plus",
        t("kit.lines.copy", line=label),
        "copy-line",
        on_click=here.state.copy_line(here.name, line["key"], here.typed()),
    )
    return rx.el.div(
        *([grip] if part.arranged else []),
        heading(fold),
        *_mark(here, line, label),
        rx.el.div(
            _mover(here, line, label, "up", -1),
            _mover(here, line, label, "down", 1),
            *([copy] if part.arranged else []),
            icon_button(
                "trash-2",
                t("kit.lines.remove", line=label),
                "remove-line",
                on_click=here.state.remove_line(here.name, line["key"], here.typed()),
                custom_attrs={"data-removes": ""},
            ),
            class_name="line-actions",
        ),
        class_name="line-head",
    )


def _opening(here: Rows, full: Text) -> dict[str, Any]:
    """What a press on the head of a line does: fold it, or open it alone and go to what is drawn of it elsewhere."""
    if not here.part.one_open:
        return {"custom_attrs": {"data-folds": ""}}
    return {"on_click": here.state.choose_line(full), "custom_attrs": {"data-goto": f"drawn-{full}"}}


def _mark(here: Rows, line: Line, label: rx.Var[str]) -> list[rx.Component]:
    """Whether the line is online, as a menu that looks like its badge: it is changed where it is read."""
    cell = here.mark
    if cell is None:
        return []
    shown = here.field(cell, line)
    name = t("kit.publication.state_of", label=shown.label, line=label)
    return [publication_menu(shown, aria_label=name, aria_describedby=_ABSENT)]


def _told(here: Rows, line: Line, label: rx.Var[str]) -> list[rx.Component]:
    """What a line is: its kind with its mark, or its place."""
    part = here.part
    if not part.variants:
        return [rx.el.span(label, class_name="line-label")]
    kind = text_in(line, KIND)
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
        on_click=here.state.move_line(here.name, line["key"], by, here.typed()),
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
            button(t("kit.actions.cancel"), "cancel-remove-line", custom_attrs=closes("remove-line") | FOCUSED),
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
