"""The menu by permission and flag (ACCESS-5, SCREEN-22), the bar of a phone, and the breadcrumbs."""

import functools
import operator
from typing import Any

import reflex as rx

from admin_app.kit.parts.pending import pending
from admin_app.kit.parts.permission_gate import any_of
from admin_app.kit.parts.widgets import icon, icon_button, link
from admin_app.kit.screen import TOP, Menu, Screen, Shell, by_route
from admin_app.kit.session import Session, may_read
from admin_app.kit.views.page import pinned_views
from admin_app.kit.words.locale import t

HANDY = 2
"""How many ways stand before what is opened from any screen."""


class Folds(rx.State):
    """The groups of the menu that this person has folded."""

    folded: str = rx.LocalStorage("", name="admin_app.folded")
    """Their keys, each between spaces."""

    @rx.event
    def fold(self, group: str) -> None:
        """Fold a group, or unfold it: the browser has done so already, and it is remembered."""
        key = f" {str(group)[:40]} "
        self.folded = self.folded.replace(key, "") if key in self.folded else f"{self.folded}{key}"


def drawer(current: rx.Var[str], screens: tuple[Screen, ...], shell: Shell) -> rx.Component:
    """The menu, as it looks on the screen of a route."""
    groups = [_group(key, title, current, screens, shell) for key, title in {TOP: "", **shell.groups}.items()]
    return rx.el.nav(
        rx.el.div(*[tool() for tool in shell.tools], class_name="only-phone"),
        groups[0],
        pinned_views(),
        *groups[1:],
        icon_button(
            "x",
            t("kit.shell.close_menu"),
            "close-drawer",
            custom_attrs={"data-toggle-drawer": ""},
            class_name="only-phone",
        ),
        class_name="drawer",
        aria_label=t("kit.shell.main_menu"),
    )


def _group(key: str, title: str, current: rx.Var[str], screens: tuple[Screen, ...], shell: Shell) -> rx.Component:
    """The entries of a group by rank; a group without a visible entry shows nothing."""
    entries = sorted(
        ((each.menu, each) for each in screens if each.menu and each.menu.group == key), key=lambda e: e[0].rank
    )
    items = [_entry(menu, each, current) for menu, each in entries]
    if not items:
        return rx.fragment()
    made = rx.el.ul(*items)
    if not title:
        return made
    titled = rx.el.details(
        rx.el.summary(rx.el.h2(t(title)), icon("chevron-down", 16), on_click=Folds.fold(key)),
        made,
        open=~Folds.folded.contains(f" {key} "),
        class_name="menu-group",
        custom_attrs={"data-group": key},
    )
    return rx.cond(functools.reduce(operator.or_, (rx.Var.create(_shown(each)) for _, each in entries)), titled)


def _entry(menu: Menu, target: Screen, current: rx.Var[str]) -> rx.Component:
    item = rx.el.li(
        link(
            icon(menu.icon),
            rx.el.span(t(menu.label or target.title)),
            pending(target.route),
            to=f"{target.route}{menu.query}",
            aria_current=_current(target, current),
            data_testid=f"menu:{target.route}",
        )
    )
    shown = _shown(target)
    return item if shown is True else rx.cond(shown, item)


def bottom_bar(current: rx.Var[str], screens: tuple[Screen, ...], shell: Shell) -> rx.Component:
    """What a phone has at the bottom of the window: four ways of those that are open, and the whole menu."""
    routes = by_route(screens)
    ways = [_way(routes[route], label, current) for route, label in shell.first.items() if route in routes]
    if shell.handy:
        ways.insert(HANDY, shell.handy[1]())
    names = {"data-opens-menu": t("kit.shell.open_menu"), "data-closes-menu": t("kit.shell.close_menu")}
    more = rx.el.button(
        icon("menu", 20),
        rx.el.span(t("kit.shell.more")),
        type="button",
        class_name="more",
        data_testid="action:menu-of-phone",
        custom_attrs={"data-toggle-drawer": "", **names},
    )
    return rx.el.nav(*ways, more, class_name="bottom-bar", aria_label=t("kit.shell.quick"))


def _way(target: Screen, label: str, current: rx.Var[str]) -> rx.Component:
    """One of the ways, under a short name."""
    symbol = target.menu.icon if target.menu else "circle"
    made = link(
        icon(symbol, 20),
        rx.el.span(t(label)),
        pending(target.route),
        to=f"{target.route}{target.menu.query if target.menu else ''}",
        aria_current=_current(target, current),
        data_testid=f"bar:{target.route}",
    )
    shown = _shown(target)
    return made if shown is True else rx.cond(shown, made)


def _current(target: Screen, current: rx.Var[str]) -> Any:
    """Whether the screen is open, or one below it; every address is below home."""
    inside = "false" if target.route == "/" else rx.cond(current.startswith(f"{target.route}/"), "true", "false")
    return rx.cond(current == target.route, "page", inside)


def _shown(target: Screen) -> rx.Var[bool] | bool:
    """Whether a screen has its entry: its module is on, a permission of it is held, and its condition holds."""
    shown = any_of(target.menu_permissions())
    if target.menu and target.menu.unless:
        shown = shown & ~may_read(target.menu.unless)
    if target.condition:
        shown = target.condition.held & shown
    return Session.flags.contains(target.flag) & shown if target.flag else shown


def _step(above: Screen, handle: str) -> rx.Component:
    """The way back to a screen above, a list as it was left; its name alone for whoever may not open it."""
    to = above.route if above.address is None else above.address
    way = link(t(above.title), to=to, data_testid=f"action:{handle}")
    return rx.el.li(rx.cond(any_of(filter(None, (above.permission,))), way, rx.el.span(t(above.title))))


def breadcrumbs(screen: Screen, screens: dict[str, Screen]) -> rx.Component:
    """The way to a screen, its last step without a link; a list of the menu needs none."""
    if screen.parent is None:
        return rx.fragment()
    trail: list[Screen] = []
    above = screens.get(screen.parent)
    # Home is in the menu of every screen, and above all of them.
    while above and above.parent is not None:
        trail.insert(0, above)
        above = screens.get(above.parent)
    if not trail:
        return rx.fragment()
    last = t(screen.title)
    here, about = last, rx.fragment()
    if screen.name is not None and screen.record is not None:
        step = link(screen.name, to=screen.record, data_testid="action:up:record")
        about = rx.cond((screen.name != "") & (screen.state != "error"), rx.el.li(step))
    elif screen.name is not None:
        here = rx.cond(screen.name != "", screen.name, last)
    return rx.el.nav(
        rx.el.ol(
            *[_step(each, "up" if each is trail[-1] else f"up:{each.route}") for each in trail],
            about,
            rx.el.li(rx.el.span(here, aria_current="page")),
        ),
        aria_label=t("kit.shell.breadcrumb"),
        class_name="breadcrumbs",
    )
