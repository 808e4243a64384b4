"""Who may be there already, on the page of a creation: beside the fields that tell it, and again before the save."""

from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import Column, Input, wire
from admin_app.kit.declare.relations import Likeness
from admin_app.kit.declare.resource import Resource
from admin_app.kit.parts.cells import cell
from admin_app.kit.parts.permission_gate import offered
from admin_app.kit.parts.widgets import Row, button_link, icon, link, pressed_by_script
from admin_app.kit.script import from_script
from admin_app.kit.words.locale import t


def probe(state: Any) -> rx.Component:
    """Pressed by the script when a field that tells a person is left with another text."""
    return pressed_by_script("data-probe", state.look_for_duplicates(from_script("given")))


def probed_names(resource: Resource) -> str:
    """The inputs the script watches, joined with commas; empty where nothing is looked for."""
    guard = resource.duplicates
    names = {wire(field): None for each in guard.likenesses for field in each.fields} if guard else {}
    return ",".join(names)


def found_beside(part: Input, state: Any) -> rx.Component:
    """Who may be there already, below the last field of each likeness; nothing for other fields."""
    return rx.fragment(*(_beside(each, state) for each in _ending(part, state) if not each.refused))


def taken_by(part: Input, state: Any) -> tuple[rx.Component, ...]:
    """Whose a value is that the API gives to one record alone, inside its field and in reserved room: what is below
    stays where it is."""
    return tuple(_taken(each, state) for each in _ending(part, state) if each.refused)


def _ending(part: Input, state: Any) -> list[Likeness]:
    guard = state.resource.duplicates
    return [each for each in guard.likenesses if each.fields[-1] == part.field] if guard else []


def _found(likeness: Likeness, state: Any) -> rx.Var[list[dict[str, str]]]:
    name = likeness.name
    return rx.cond(state.duplicates.contains(name), state.duplicates[name], rx.Var.create([]))


def _taken(likeness: Likeness, state: Any) -> rx.Component:
    def told(row: Row) -> rx.Component:
        there = link(
            t("kit.duplicates.open"),
            rx.el.span(" ", row["_name"], class_name="visually-hidden"),
            to=row["_href"],
            data_testid="action:use-duplicate",
        )
        return rx.el.p(
            icon("circle-alert", 16),
            rx.el.span(t(likeness.taken, name=row["_name"]), title=row["_name"]),
            offered(there, state.resource.duplicates.read),
            key=row["_key"],
            data_id=row["_key"],
        )

    return rx.el.div(
        rx.foreach(_found(likeness, state), told),
        role="status",
        class_name="taken-by",
        data_testid=f"duplicates:{likeness.name}",
    )


def _beside(likeness: Likeness, state: Any) -> rx.Component:
    name, rows = likeness.name, _found(likeness, state)
    inside = rx.el.div(
        rx.el.p(
            icon(state.resource.duplicates.symbol, 16), rx.el.strong(t("kit.duplicates.found", what=t(likeness.label)))
        ),
        rx.el.ul(rx.foreach(rows, lambda row: _found_one(row, state))),
        class_name="lookalikes",
        data_testid=f"duplicates:{name}",
    )
    return rx.el.div(rx.cond(rows.length() > 0, inside), role="status")


def _found_one(row: Row, state: Any, *, why: bool = False) -> rx.Component:
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


def _telling(column: Column, row: Row, state: Any) -> rx.Component:
    """A value; a place speaks for itself, a date wants its label."""
    hidden = "visually-hidden" if column.kind == "text" else ""
    return rx.el.span(rx.el.span(t(state.resource.label(column.field)), " ", class_name=hidden), cell(column, row))


def found_again(state: Any) -> rx.Component:
    """The same in the question before the save, once each."""
    if not state.resource.duplicates:
        return rx.fragment()
    listed = rx.el.ul(rx.foreach(state.lookalikes, lambda row: _found_one(row, state, why=True)))
    return rx.cond(state.lookalikes.length() > 0, rx.el.div(listed, class_name="lookalikes"))
