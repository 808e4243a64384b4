"""The page of one record: who or what it is, what can be done with it, its sections, and its deletion."""

from typing import Any

import reflex as rx

from admin_app.kit.declare.fields import Column, wire
from admin_app.kit.declare.resource import Section
from admin_app.kit.parts.cells import cell
from admin_app.kit.parts.granted import granted, offered
from admin_app.kit.parts.map import place_map
from admin_app.kit.parts.stopped import failed_card, unless_closed
from admin_app.kit.parts.widgets import (
    button,
    button_link,
    closes,
    dialog,
    entry,
    icon_link,
    opens,
    spinner,
)
from admin_app.kit.session import may
from admin_app.kit.shows.related import related_card
from admin_app.kit.shows.state import ShowMixin
from admin_app.kit.words.locale import t

State = type[ShowMixin]


def show_page(
    state: State,
    *,
    actions: tuple[Any, ...] = (),
    lead: tuple[Any, ...] = (),
    aside: tuple[Any, ...] = (),
    below: tuple[Any, ...] = (),
) -> rx.Component:
    """A record of `state.resource`; a feature adds actions to the head, cards before and after the sections, and
    what goes below them over the whole width."""
    resource = state.resource
    cards = [_section(state, section) for section in resource.show]
    tables = [related_card(resource, related, state) for related in resource.related]
    problem = failed_card(state, t("kit.pages.error_title"), state.load)
    page = rx.el.article(
        _head(state, actions),
        rx.cond(
            state.problem != "",
            problem,
            rx.fragment(rx.el.div(*lead, *cards, *aside, *tables, class_name="cards"), *below),
        ),
        class_name="show",
    )
    return unless_closed(state, page, state.back)


def _head(state: State, actions: tuple[Any, ...]) -> rx.Component:
    resource = state.resource
    portrait = rx.cond(
        state.picture != "",
        rx.el.img(
            src=state.picture, alt="", class_name="portrait", referrer_policy="no-referrer", width="64", height="64"
        ),
    )
    edit = button_link(
        t("kit.actions.edit"), "edit", f"{resource.route}/{state.shown_id}", symbol="pencil", tone="primary"
    )
    unread = rx.cond(state.problem != "", t(f"{resource.key}.show"), t("kit.show.loading"))
    return rx.el.header(
        button_link(t("kit.actions.back_to_list"), "back", state.back, symbol="arrow-left", tone="link"),
        rx.el.div(
            *([portrait] if resource.pictures else []),
            rx.el.h1(rx.cond(state.title != "", state.title, unread), tab_index=-1),
            rx.cond(
                (state.problem == "") | (state.shown_id != ""),  # nothing to do with what could not be read
                rx.el.div(
                    _neighbours(state),
                    *actions,
                    _delete(state) if resource.may.delete else rx.fragment(),
                    granted(
                        resource.may.update,
                        edit,
                        t("kit.actions.edit"),
                        "edit",
                        state.owned.contains(resource.may.update),
                    )
                    if resource.may.update
                    else rx.fragment(),
                    class_name="row",
                ),
            ),
            class_name="page-head",
        ),
    )


def _neighbours(state: State) -> rx.Component:
    before = icon_link("chevron-left", t("kit.show.previous_record"), "previous-record", state.previous)
    after = icon_link("chevron-right", t("kit.show.next_record"), "next-record", state.following)
    return rx.el.span(rx.cond(state.previous != "", before), rx.cond(state.following != "", after), class_name="row")


def _section(state: State, section: Section) -> rx.Component:
    made = rx.el.section(
        rx.el.h2(t(f"{state.resource.key}.sections.{section.key}"), custom_attrs={"id": f"show-{section.key}"}),
        rx.el.dl(*[_line(state, column) for column in section.parts]),
        _map(state, section.map) if section.map else rx.fragment(),
        class_name="card",
        aria_labelledby=f"show-{section.key}",
    )
    return offered(made, section.permission, section.flag)


def _map(state: State, field: str) -> rx.Component:
    spot = [wire(f"{field}.{part}") for part in ("latitude", "longitude")]
    return place_map(*(entry(state.shown, name) for name in spot))


def _line(state: State, column: Column) -> rx.Component:
    value = rx.cond(state.shown.length() == 0, rx.el.span(class_name="bar"), cell(column, state.shown))
    return rx.el.div(
        rx.el.dt(t(state.resource.label(column.field))),
        rx.el.dd(value, data_field=column.name),
        class_name="pair",
    )


def _delete(state: State) -> rx.Component:
    """The dialog names what goes and, once known, what goes with it; Cancel has the focus."""
    resource = state.resource
    dialog_id = f"{resource.key}-delete"
    impacts = rx.cond(
        state.impacts_known,
        rx.el.ul(rx.foreach(state.impacts, lambda line: rx.el.li(line)), class_name="impacts"),
        spinner(t("kit.words.loading")),
    )
    asked = dialog(
        dialog_id,
        t("kit.delete.title", name=state.title),
        rx.el.p(t("kit.delete.text")),
        impacts,
        rx.el.div(
            button(t("kit.actions.cancel"), "cancel-delete", custom_attrs=closes(dialog_id), auto_focus=True),
            button(
                rx.cond(state.deleting, t("kit.delete.deleting"), t("kit.delete.confirm")),
                "confirm-delete",
                symbol="trash-2",
                tone="danger",
                disabled=state.deleting | ~state.impacts_known,
                on_click=state.delete,
            ),
            class_name="row end",
        ),
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
    return rx.cond(allowed, rx.fragment(ask, asked))
