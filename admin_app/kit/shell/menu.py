"""The menu by permission and flag (ACCESS-5, SCREEN-22), and the breadcrumbs."""

import functools
import operator

import reflex as rx

from admin_app.kit.parts.permission_gate import any_of
from admin_app.kit.parts.widgets import icon, icon_button, link
from admin_app.kit.screen import TOP, Menu, Screen, Shell
from admin_app.kit.session import Session, may_read
from admin_app.kit.views.page import pinned_views
from admin_app.kit.words.locale import t


def drawer(current: rx.Var[str], screens: tuple[Screen, ...], shell: Shell) -> rx.Component:
    """The menu, as it looks on the screen of a route."""
    groups = [_group(key, title, current, screens) for key, title in {TOP: "", **shell.groups}.items()]
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


def _group(key: str, title: str, current: rx.Var[str], screens: tuple[Screen, ...]) -> rx.Component:
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
    titled = rx.el.div(rx.el.h2(t(title)), made, class_name="menu-group")
    return rx.cond(functools.reduce(operator.or_, (rx.Var.create(_shown(each)) for _, each in entries)), titled)


def _entry(menu: Menu, target: Screen, current: rx.Var[str]) -> rx.Component:
    # Every address is below home.
    inside = "false" if target.route == "/" else rx.cond(current.startswith(f"{target.route}/"), "true", "false")
    item = rx.el.li(
        link(
            icon(menu.icon, 20),
            rx.el.span(t(target.title)),
            to=target.route,
            aria_current=rx.cond(current == target.route, "page", inside),
            data_testid=f"menu:{target.route}",
        )
    )
    shown = _shown(target)
    return item if shown is True else rx.cond(shown, item)


def _shown(target: Screen) -> rx.Var[bool] | bool:
    """Whether a screen has its entry: its module is on, a permission of it is held, and its condition holds."""
    shown = any_of(target.menu_permissions())
    if target.menu and target.menu.unless:
        shown = shown & ~may_read(target.menu.unless)
    if target.condition:
        shown = target.condition.held & shown
    return Session.flags.contains(target.flag) & shown if target.flag else shown


def breadcrumbs(screen: Screen, screens: dict[str, Screen]) -> rx.Component:
    """The way to a screen, its last step without a link."""
    if screen.parent is None:
        return rx.fragment()
    trail: list[Screen] = []
    above = screens.get(screen.parent)
    while above:
        trail.insert(0, above)
        above = screens.get(above.parent) if above.parent else None
    last = t(screen.title)
    here = rx.cond(screen.name != "", screen.name, last) if screen.name is not None else last
    return rx.el.nav(
        rx.el.ol(
            *[rx.el.li(link(t(each.title), to=each.route if each.address is None else each.address)) for each in trail],
            rx.el.li(rx.el.span(here, aria_current="page")),
        ),
        aria_label=t("kit.shell.breadcrumb"),
        class_name="breadcrumbs",
    )
