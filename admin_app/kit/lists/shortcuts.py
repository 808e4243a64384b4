"""Above a list: the lists asked for every day, as links, and what must be known of the one shown."""

from urllib.parse import urlencode

import reflex as rx

from admin_app.kit.declare.resource import Resource, Shortcut
from admin_app.kit.lists.state import ListMixin
from admin_app.kit.parts.widgets import icon, link
from admin_app.kit.words.locale import choice_label, t

State = type[ListMixin]


def shortcut_bar(state: State) -> rx.Component:
    """A link per shortcut; following the one that is on leads back to the whole list."""
    resource = state.resource
    if not resource.shortcuts:
        return rx.fragment()
    links = [_shortcut(state, resource, each) for each in resource.shortcuts]
    return rx.el.nav(*links, aria_label=t("kit.list.shortcuts"), class_name="shortcuts")


def _shortcut(state: State, resource: Resource, each: Shortcut) -> rx.Component:
    on = state.shortcut == each.name
    return link(
        rx.cond(on, icon("check", 14), icon("list-filter", 14)),
        t(f"{resource.key}.shortcuts.{each.name}"),
        to=rx.cond(on, resource.route, f"{resource.route}?{urlencode(each.filters)}"),
        class_name="shortcut",
        aria_current=rx.cond(on, "true", "false"),
        data_testid=f"action:shortcut:{each.name}",
    )


def remark(state: State) -> rx.Component:
    """What must be known of a list with these filters, where the resource says so."""
    resource = state.resource
    if not resource.remarks:
        return rx.fragment()
    text = choice_label(f"{resource.key}.remarks", state.remark)
    return rx.cond(state.remark != "", rx.el.p(icon("info"), rx.el.span(text), class_name="remark", role="note"))
