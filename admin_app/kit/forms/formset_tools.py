"""What stands around the lines of a `rows` input: what adds, folds, undoes and publishes them, and their hints."""

from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import ChoiceInput
from admin_app.kit.forms.formset_rows import Rows
from admin_app.kit.parts.widgets import button, icon, link
from admin_app.kit.session.permissions import RIGHTS
from admin_app.kit.words.locale import choice_label, t


def adding(here: Rows) -> rx.Component:
    """A button that adds a line, or one for each kind of line."""
    part, state, title = here.part, here.state, here.words("add")
    first = {"id": f"add-{here.name}"}
    if not part.variants:
        add = state.add_line(here.name, "", here.typed())
        return button(title, f"add:{part.name}", symbol="plus", on_click=add, custom_attrs=first)
    offered = [(kind, each) for kind, each in part.variants.items() if each.offered]
    kinds = [
        rx.el.button(
            icon(variant.symbol, 20),
            rx.el.span(here.words("variants", kind)),
            type="button",
            on_click=state.add_line(here.name, kind, here.typed()),
            data_testid=f"action:add:{kind}",
            custom_attrs={"data-adds": ""} | ({} if rank else first),
        )
        for rank, (kind, variant) in enumerate(offered)
    ]
    name = f"palette-{here.name}"
    head = rx.el.p(title, custom_attrs={"id": name})
    return rx.el.div(head, *kinds, role="group", class_name="palette", aria_labelledby=name)


def beyond(here: Rows) -> list[rx.Component]:
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
    why = rx.el.p(t(f"{here.part.locks}.why"), " ", link(t("rights.title"), to=RIGHTS))
    head = rx.el.summary(icon("chevron-right", 16), t(f"{here.part.locks}.beyond_title"))
    return [rx.el.details(head, why, rx.el.ul(*shut), class_name="beyond")]


def help_of(here: Rows) -> list[Any]:
    """The hint of the input and, at the top of an outline, its keys and what the script says aloud."""
    hint_id = {"id": f"f-{here.name}-hint"}
    keys = rx.el.span(" ", t("kit.form.arrows"), class_name="for-keys") if here.has_boxes else rx.fragment()
    hint = [rx.el.p(here.words("hints"), keys, class_name="hint", custom_attrs=hint_id)] if here.part.hint else []
    if here.depth or not here.part.ordered:
        return hint
    tools = [*(_steps(here) if here.part.arranged else ()), *([] if here.part.one_open else [_folding(here)])]
    aloud = rx.el.p(role="status", class_name="visually-hidden", custom_attrs={"data-aloud": ""})
    return [*hint, rx.el.div(*tools, class_name="row lines-tools"), *_drafts(here), aloud]


def _folding(here: Rows) -> rx.Component:
    """What folds every line, where there are several."""
    several = here.state.lines.contains(here.name) & (here.state.lines[here.name].length() > 1)
    fold, unfold = {"data-fold-all": "yes"}, {"data-fold-all": ""}
    return rx.cond(
        several,
        rx.fragment(
            button(t("kit.lines.fold_all"), "fold-all", symbol="chevrons-down-up", custom_attrs=fold),
            button(t("kit.lines.unfold_all"), "unfold-all", symbol="chevrons-up-down", custom_attrs=unfold),
            rx.el.span(t("kit.lines.help"), class_name="hint for-keys"),
        ),
    )


def _drafts(here: Rows) -> list[rx.Component]:
    """Said while some of the lines are drafts (assets/styles/lines.css), with what puts them all online."""
    if here.mark is None:
        return []
    every = button(t("kit.publication.publish_whole"), "mark-all", symbol="globe", custom_attrs={"data-marks-all": ""})
    said = rx.el.span(t("kit.publication.drafts"), class_name="grows")
    return [rx.el.div(icon("eye-off"), said, every, class_name="published", custom_attrs={"data-drafts": ""})]


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
