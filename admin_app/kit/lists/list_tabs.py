"""The lists that are asked for every day, as tabs: all of it, what its resource names, and the views of the person."""

from typing import Any
from urllib.parse import urlencode

import reflex as rx

from admin_app.kit.declare.resource import Shortcut
from admin_app.kit.lists.state import State
from admin_app.kit.parts.widgets import Text, link
from admin_app.kit.views.page import view_tabs
from admin_app.kit.words.locale import t


def list_tabs(state: State) -> rx.Component:
    """A link for each; none for a list inside a record."""
    resource = state.resource
    if not resource.route:
        return rx.fragment()
    whole = tab(t("kit.list.everything"), resource.route, state.filters.length() == 0, "everything")
    shortcuts = [_shortcut(state, each) for each in resource.shortcuts]
    views = view_tabs(resource.route, state.address)
    return rx.el.nav(whole, *shortcuts, views, aria_label=t("kit.list.shortcuts"), class_name="tabs list-tabs")


def _shortcut(state: State, each: Shortcut) -> rx.Component:
    resource = state.resource
    address = f"{resource.route}?{urlencode(each.filters)}"
    label = t(f"{resource.key}.shortcuts.{each.name}")
    return tab(label, address, state.shortcut == each.name, f"shortcut:{each.name}")


def tab(label: Text, to: Text, on: Any, action: str) -> rx.Component:
    """One list, which may be the one on show."""
    return link(label, to=to, aria_current=rx.cond(on, "true", "false"), data_testid=f"action:{action}")
