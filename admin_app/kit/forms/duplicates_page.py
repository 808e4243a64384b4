"""Who may be there already, on the page of a creation: beside the fields that tell it, and again before the save."""

from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import Column, Input, wire
from admin_app.kit.declare.relations import Likeness
from admin_app.kit.declare.resource import Resource
from admin_app.kit.parts.cells import cell
from admin_app.kit.parts.granted import offered
from admin_app.kit.parts.widgets import button_link, icon
from admin_app.kit.script import told
from admin_app.kit.words.locale import t


def probe(state: Any) -> rx.Component:
    """Pressed by the script when a field that tells a person is left with another text."""
    return rx.el.button(
        type="button",
        hidden=True,
        custom_attrs={"data-probe": ""},
        on_click=state.look_for_duplicates(told("probed")),
    )


def probed_names(resource: Resource) -> str:
    """The inputs the script watches, joined with commas; empty where nothing is looked for."""
    guard = resource.duplicates
    names = {wire(field): None for each in guard.likenesses for field in each.fields} if guard else {}
    return ",".join(names)


def found_beside(part: Input, state: Any) -> rx.Component:
    """Who may be there already, below the last field of each likeness; nothing for other fields."""
    guard = state.resource.duplicates
    ending = [each for each in guard.likenesses if each.fields[-1] == part.field] if guard else []
    return rx.fragment(*(_beside(each, state) for each in ending))


def _beside(likeness: Likeness, state: Any) -> rx.Component:
    name = likeness.name
    rows = rx.cond(state.duplicates.contains(name), state.duplicates[name], rx.Var.create([]))
    inside = rx.el.div(
        rx.el.p(icon("users-round", 16), rx.el.strong(t("kit.duplicates.found", what=t(likeness.label)))),
        rx.el.ul(rx.foreach(rows, lambda row: _found_one(row, state))),
        class_name="lookalikes",
        data_testid=f"duplicates:{name}",
    )
    return rx.el.div(rx.cond(rows.length() > 0, inside), role="status")


def _found_one(row: rx.Var[dict[str, str]], state: Any, *, why: bool = False) -> rx.Component:
    """A record by its name and what tells it from another, with the way to it for those who may open it."""
    guard = state.resource.duplicates
    tells = [_telling(column, row, state) for column in guard.tells]
    use = button_link(t("kit.duplicates.use"), "use-duplicate", row["_href"], symbol="arrow-right")
    return rx.el.li(
        rx.el.div(
            rx.el.strong(row["_name"]), *([rx.el.span(row["_why"])] if why else []), *tells, class_name="lookalike"
        ),
        offered(use, guard.read),
        key=row["_key"],
        data_id=row["_key"],
    )


def _telling(column: Column, row: rx.Var[dict[str, str]], state: Any) -> rx.Component:
    """A value; a place speaks for itself, a date wants its label."""
    hidden = "visually-hidden" if column.kind == "text" else ""
    return rx.el.span(rx.el.span(t(state.resource.label(column.field)), " ", class_name=hidden), cell(column, row))


def found_again(state: Any) -> rx.Component:
    """The same in the question before the save, once each."""
    if not state.resource.duplicates:
        return rx.fragment()
    listed = rx.el.ul(rx.foreach(state.lookalikes, lambda row: _found_one(row, state, why=True)))
    return rx.cond(state.lookalikes.length() > 0, rx.el.div(listed, class_name="lookalikes"))
