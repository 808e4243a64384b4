"""The head of a record: who or what it is, how it stands, what is needed of it at once, what can be done with it."""

from typing import Any

import reflex as rx

from admin_app.kit.declare.resource import Fact, Resource
from admin_app.kit.parts.cells import Cells, call, cell, portrait
from admin_app.kit.parts.menu import menu
from admin_app.kit.parts.permission_gate import granted
from admin_app.kit.parts.widgets import (
    anchor,
    button,
    button_link,
    confirmation,
    copy_button,
    entry,
    icon,
    icon_link,
    opens,
    spinner,
)
from admin_app.kit.session import may
from admin_app.kit.shows.state import ShowMixin, deletion_dialog
from admin_app.kit.words.locale import choice_label, t

State = type[ShowMixin]


def head(state: State, actions: tuple[Any, ...], more: tuple[Any, ...], cells: Cells) -> rx.Component:
    """The head; `actions` stand beside editing, `more` and the deletion in the menu behind it, `cells` for facts."""
    resource = state.resource
    return rx.el.header(
        _neighbours(state),
        _named(state, resource, (*_calls(state, resource), *actions, _edit(state, resource)), more, cells),
        rx.cond(state.frozen != "", _frozen(state, resource)) if resource.frozen else rx.fragment(),
    )


def _named(
    state: State, resource: Resource, actions: tuple[Any, ...], more: tuple[Any, ...], cells: Cells
) -> rx.Component:
    badges = [
        rx.cond(state.shown[column.name] != "", rx.el.span(cell(column, state.shown), data_field=column.name))
        for column in resource.badges
    ]
    known = state.shown.length() > 0
    unread = rx.cond(state.problem != "", t(f"{resource.key}.show"), t("kit.show.loading"))
    done = rx.el.div(*actions, _more(state, resource, more), class_name="record-actions")
    return rx.el.div(
        portrait(resource, state.title, state.picture),
        rx.el.div(
            rx.el.h1(rx.cond(state.title != "", state.title, unread), tab_index=-1),
            *([rx.cond(known, rx.el.div(*badges, class_name="row", data_testid="badges"))] if badges else []),
            class_name="record-name",
        ),
        rx.cond((state.problem == "") | (state.shown_id != ""), done),  # nothing to do with what could not be read
        *([_facts(state, resource, cells)] if resource.facts else []),
        class_name="record-head",
    )


def _facts(state: State, resource: Resource, cells: Cells) -> rx.Component:
    """A line of what people call, write or look for; what is not filled is left out."""
    lines = [_fact(state, resource, fact, cells) for fact in resource.facts]
    waiting = rx.el.div(rx.el.span(class_name="bar", aria_hidden="true"), class_name="facts")
    return rx.cond(
        state.shown.length() > 0,
        rx.el.ul(*lines, class_name="facts", role="list"),
        rx.cond(state.problem == "", waiting),
    )


def _fact(state: State, resource: Resource, fact: Fact, cells: Cells) -> rx.Component:
    """Its label is heard alone: what it is can be seen. A number needs none: it says what it counts."""
    name, field = fact.column.name, fact.column.field
    label, value = t(resource.label_of(fact.column)), state.shown[name]
    is_number = fact.column.kind == "number"
    if field in cells:
        shown = cells[field](state.shown)
    elif is_number:
        shown = t(f"{resource.key}.counted.{field}", count=value.to(int))
    else:
        shown = cell(fact.column, state.shown)
    made = rx.el.li(
        *([icon(fact.symbol, 16)] if fact.symbol else []),
        *([] if is_number else [rx.el.span(label, class_name="visually-hidden"), " "]),
        rx.el.span(shown, data_field=name),
        *([copy_button(value, t("kit.show.copy", name=label))] if fact.copied else []),
        custom_attrs={"data-fact": name},
    )
    return rx.cond(value != "", made)


def _calls(state: State, resource: Resource) -> list[rx.Component]:
    """A call comes first on what can make one."""
    numbers = [entry(state.shown, fact.column.name) for fact in resource.facts if fact.column.kind == "phone"]
    label = rx.el.span(t("kit.show.call"))
    return [
        rx.cond(number != "", anchor(icon("phone"), label, href=call(number), class_name="button only-phone"))
        for number in numbers
    ]


def _edit(state: State, resource: Resource) -> rx.Component:
    permission = resource.may.update
    if not permission:
        return rx.fragment()
    label = t("kit.actions.edit")
    there = button_link(label, "edit", f"{resource.route}/{state.shown_id}", symbol="pencil")
    return rx.cond(
        state.editable & (state.frozen == ""),
        granted(permission, there, label, "edit", state.owned.contains(permission)),
        rx.fragment(),
    )


def _more(state: State, resource: Resource, more: tuple[Any, ...]) -> rx.Component:
    """What is done now and then; what takes the record away comes last."""
    deletes = [_delete(state)] if resource.may.delete else []
    if not more and not deletes:
        return rx.fragment()
    return menu(f"{resource.key}-more", *more, *deletes)


def _frozen(state: State, resource: Resource) -> rx.Component:
    """Why nothing of the record can be changed any more."""
    told = choice_label(f"{resource.key}.frozen", state.frozen)
    return rx.el.p(
        icon("archive"), rx.el.span(told), class_name="remark", role="note", custom_attrs={"data-frozen": state.frozen}
    )


def _neighbours(state: State) -> rx.Component:
    """Which of its list it is, and the records before and after it, at the end of the line that leads back there."""
    before = icon_link("chevron-up", t("kit.show.previous_record"), "previous-record", state.previous)
    after = icon_link("chevron-down", t("kit.show.next_record"), "next-record", state.following)
    first = rx.cond(state.following != "", _way_end("chevron-up"))
    last = rx.cond(state.previous != "", _way_end("chevron-down"))
    place = rx.el.span(t("kit.show.place", place=state.place, total=state.among), class_name="quiet only-desk")
    return rx.el.span(
        rx.cond(state.place > 0, place),
        rx.cond(state.previous != "", before, first),
        rx.cond(state.following != "", after, last),
        class_name="row record-way",
    )


def _way_end(symbol: str) -> rx.Component:
    """Where the list goes no further: the other arrow keeps its place."""
    return rx.el.span(icon(symbol), class_name="icon-button way-end", aria_hidden="true")


def _delete(state: State) -> rx.Component:
    """The dialog names what goes and, once known, what goes with it; Cancel has the focus."""
    resource = state.resource
    dialog_id = deletion_dialog(resource)
    impacts = rx.cond(
        state.impacts_known,
        rx.el.ul(rx.foreach(state.impacts, lambda line: rx.el.li(line)), class_name="impacts"),
        spinner(t("kit.words.loading")),
    )
    asked = confirmation(
        dialog_id,
        "delete",
        t("kit.delete.title", name=state.title),
        rx.el.p(t("kit.delete.text")),
        impacts,
        answer=rx.cond(state.deleting, t("kit.delete.deleting"), t("kit.delete.confirm")),
        symbol="trash-2",
        does=state.delete,
        danger=True,
        disabled=state.deleting | ~state.impacts_known,
        stays=True,
    )
    ask = button(
        t("kit.actions.delete"),
        "delete",
        symbol="trash-2",
        tone="danger-plain",
        custom_attrs=opens(dialog_id),
        on_click=state.weigh_deletion,
    )
    allowed = may(resource.may.delete) | state.owned.contains(resource.may.delete)
    return rx.cond(allowed & (state.frozen == ""), rx.fragment(ask, asked))
