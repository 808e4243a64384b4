"""The views of a list, in a dialog of its head, and those of the menu."""

import functools
import operator
from collections.abc import Callable
from typing import Any

import reflex as rx

from admin_app.kit.parts.widgets import Row, button, closes, dialog, icon, icon_button, link, opens
from admin_app.kit.session import Session
from admin_app.kit.views.registry import lists
from admin_app.kit.views.state import NAME_FIELD, Views
from admin_app.kit.views.store import LONGEST
from admin_app.kit.words.locale import number_var, t

DIALOG = "views"
_left = (Views.problem != "") | (Views.editing != "") | (Views.removing != "")


def views_button(route: str) -> rx.Component:
    """The button of a list's head that opens its views; nothing for what is no list of the menu's."""
    if route not in lists():
        return rx.fragment()
    return rx.fragment(
        icon_button(
            "bookmark",
            t("kit.views.open"),
            "views",
            # What was refused, or begun and left, when it was last open counts no more.
            on_click=rx.cond(_left, Views.turn_to("", ""), rx.noop()),
            custom_attrs=opens(DIALOG),
        ),
        _dialog(route),
    )


def pinned_views() -> rx.Component:
    """The views of the menu, with how many rows each has."""
    return _pinned(rx.el.div, "menu", "menu-group")


def pinned_card() -> rx.Component:
    """The same as a card of a page."""
    return _pinned(rx.el.section, "home", "card pinned")


def _pinned(around: Callable[..., rx.Component], place: str, class_name: str) -> rx.Component:
    entries = rx.el.ul(rx.foreach(Views.views, lambda view: _entry(view, place)))
    made = around(rx.el.h2(t("kit.views.title")), entries, class_name=class_name, data_testid=f"{place}:pinned-views")
    return rx.cond(Session.ready & (Views.pins > 0), made)


def view_tabs(route: str, address: rx.Var[str]) -> rx.Component:
    """The views of a list as its tabs; `address` is that of a view of what is shown."""

    def tab(view: Row) -> rx.Component:
        on = rx.cond(view["href"] == address, "true", "false")
        there = link(view["name"], _count(view), to=view["href"], aria_current=on, data_testid="tab:view")
        return rx.cond((view["route"] == route) & _held(view), rx.fragment(there, key=view["id"]))

    return rx.foreach(Views.views, tab)


def _count(view: Row) -> rx.Component:
    """How many rows it has, where that is known."""
    told = rx.el.span(
        rx.el.span(number_var(view["count"].to(int)), aria_hidden="true"),
        rx.el.span(t("kit.views.rows", count=view["count"].to(int)), class_name="visually-hidden"),
        class_name="counter",
    )
    return rx.cond(view["count"] != "", told)


def _entry(view: Row, place: str) -> rx.Component:
    item = rx.el.li(
        link(
            icon("bookmark", 20),
            rx.el.span(view["name"], class_name="view-name"),
            _count(view),
            to=view["href"],
            title=view["name"],
            data_testid=f"{place}:view",
        ),
        key=view["id"],
    )
    return rx.cond((view["pinned"] != "") & _held(view), item)


def _held(view: Row) -> rx.Var[bool]:
    """Whether the condition of the view's list holds, where it has one."""
    found = [(view["route"] != each.route) | each.condition.held for each in lists().values() if each.condition]
    return functools.reduce(operator.and_, found, rx.Var.create(True))


def _dialog(route: str) -> rx.Component:
    there = rx.el.ul(
        rx.foreach(Views.views, lambda view: rx.cond(view["route"] == route, _line(view))), class_name="views"
    )
    return dialog(
        DIALOG,
        t("kit.views.title"),
        *[
            rx.cond(why != "", rx.el.p(icon("circle-alert"), why, role="alert", class_name="refusal"))
            for why in (Views.problem, Views.away)
        ],
        rx.cond(
            Views.routes.contains(route),
            there,
            rx.cond(Views.away == "", rx.el.p(t("kit.views.none"), class_name="quiet")),
        ),
        _form(),
        rx.el.div(button(t("kit.actions.close"), "close-views", custom_attrs=closes(DIALOG)), class_name="row end"),
    )


def _line(view: Row) -> rx.Component:
    shown = rx.cond(
        Views.editing == view["id"],
        _renaming(view),
        rx.cond(Views.removing == view["id"], _removing(view), _tools(view)),
    )
    return rx.el.li(shown, key=view["id"], data_testid="view", data_id=view["id"])


def _tools(view: Row) -> rx.Component:
    """The view as a link, and what can be done with it by who may."""
    shared = rx.cond(
        view["shared"] != "",
        rx.el.span(icon("users", 15), rx.el.span(t("kit.views.shared")), class_name="shared"),
    )
    pinned = view["pinned"] != ""
    tools = rx.el.div(
        _tool(
            view,
            "pin",
            "pin-view",
            "pin",
            Views.pin(view["id"], ~pinned),
            label=rx.cond(pinned, t("kit.views.unpin", name=view["name"]), t("kit.views.pin", name=view["name"])),
            aria_pressed=rx.cond(pinned, "true", "false"),
        ),
        _tool(view, "arrow-up", "view-up", "up", Views.move(view["id"], False)),
        _tool(view, "arrow-down", "view-down", "down", Views.move(view["id"], True)),
        _tool(view, "pencil", "rename-view", "rename", Views.turn_to(view["id"], "")),
        _tool(view, "trash-2", "remove-view", "remove", Views.turn_to("", view["id"])),
        class_name="row-actions",
    )
    opened = link(view["name"], to=view["href"], data_testid="action:open-view", custom_attrs={"data-closes": ""})
    return rx.fragment(rx.el.div(opened, shared, class_name="view-name"), rx.cond(view["mine"] != "", tools))


def _tool(view: Row, symbol: str, action: str, word: str, does: Any, **props: Any) -> rx.Component:
    """A button of a view; the focus finds it by its `word` (kit/views/state.py)."""
    control = {"id": f"view-{word}-{view['id']}"}
    label = props.pop("label", t(f"kit.views.{word}", name=view["name"]))
    return icon_button(symbol, label, action, on_click=does, class_name="small", custom_attrs=control, **props)


def _renaming(view: Row) -> rx.Component:
    return rx.el.form(
        rx.el.input(type="hidden", name="id", value=view["id"]),
        rx.el.label(
            rx.el.span(t("kit.views.new_name", name=view["name"]), class_name="visually-hidden"),
            rx.el.input(name="name", default_value=view["name"], auto_focus=True, required=True, auto_complete="off"),
        ),
        button(t("kit.actions.save"), "save-name", tone="primary", type="submit"),
        button(t("kit.actions.cancel"), "cancel-name", on_click=Views.turn_to("", "")),
        on_submit=Views.rename,
        class_name="view-rename",
    )


def _removing(view: Row) -> rx.Component:
    named = {"name": view["name"]}
    return rx.el.div(
        rx.el.p(rx.cond(view["shared"] != "", t("kit.views.ask_shared", **named), t("kit.views.ask", **named))),
        rx.el.div(
            button(t("kit.actions.cancel"), "keep-view", on_click=Views.turn_to("", ""), auto_focus=True),
            button(t("kit.views.remove_it"), "really-remove", tone="danger", on_click=Views.remove(view["id"])),
            class_name="row",
        ),
        class_name="view-removal",
    )


def _form() -> rx.Component:
    """Keeps the list as it is now."""
    return rx.el.form(
        # Which of the forms, each empty at first, it is: pressed twice, one of them keeps one view.
        rx.el.input(type="hidden", name="form", default_value=Views.made.to_string()),
        rx.el.h3(t("kit.views.keep_title")),
        rx.el.p(t("kit.views.what"), class_name="quiet"),
        rx.el.label(
            rx.el.span(t("kit.views.name")),
            rx.el.input(
                name="name",
                required=True,
                auto_complete="off",
                aria_describedby="views-longest",
                custom_attrs={"id": NAME_FIELD},
            ),
            class_name="field",
        ),
        rx.el.p(t("kit.views.longest", count=LONGEST), class_name="quiet small", custom_attrs={"id": "views-longest"}),
        _box("pinned", t("kit.views.in_menu"), checked=True),
        rx.cond(Views.may_share, _box("everybody", t("kit.views.for_everybody"))),
        rx.el.div(button(t("kit.views.keep"), "keep", symbol="bookmark-plus", tone="primary", type="submit")),
        on_submit=Views.keep,
        key=Views.made,
        class_name="view-form",
    )


def _box(name: str, label: rx.Var[str], *, checked: bool = False) -> rx.Component:
    return rx.el.label(
        rx.el.input(type="checkbox", name=name, default_checked=checked), rx.el.span(label), class_name="check"
    )
