"""The two layouts: sign-in, and the shell with menu, toolbar and breadcrumbs around every other screen.

What a page shows is decided here from what the server said of the account: the page itself, the not-found page when
its module is off, or the page that names the missing permission. This only spares a useless call: `signed_in` is
what refuses data.
"""

from typing import Any

import reflex as rx

from admin_app.kit.parts.error_panel import said
from admin_app.kit.parts.presence import somebody_here
from admin_app.kit.parts.widgets import button, button_link, error_card, message
from admin_app.kit.screen import Screen, by_route
from admin_app.kit.script import SCRIPT
from admin_app.kit.session import Session, may_read
from admin_app.kit.session.permissions import (
    RIGHTS,
    in_each_language,
    known_permissions,
    permission_holders,
    permission_name,
)
from admin_app.kit.shell.frame import Frame
from admin_app.kit.shell.menu import breadcrumbs
from admin_app.kit.shell.recent import noted
from admin_app.kit.shell.session_overlay import follower
from admin_app.kit.shell.toolbar import language_switch, logo, theme_switch
from admin_app.kit.words.locale import pick, t
from admin_app.patches.vars import expression, hook, imported, merged


def page(screen: Screen, screens: tuple[Screen, ...], frame: Frame) -> rx.Component:
    """A screen in its layout."""
    return _login_layout(screen) if screen.public else frame.around(screen, _main(screen, screens))


def _login_layout(screen: Screen) -> rx.Component:
    """Two halves: whose platform it is, and where one signs in."""
    promise = rx.el.div(t("kit.shell.promise"), rx.el.small(t("kit.shell.promise_text")))
    # The page is sent with its form, which answers once its code is there.
    state = rx.cond(rx.State.is_hydrated, "ready", "loading")
    return rx.el.div(
        rx.el.header(rx.el.span(logo(), class_name="brand"), promise, class_name="login-art"),
        rx.el.main(screen.page(), data_screen="login", data_state=state, class_name="login-main"),
        rx.el.footer(language_switch(), theme_switch(), follower(), class_name="login-tools"),
        class_name="login-layout",
    )


def _main(screen: Screen, screens: tuple[Screen, ...]) -> rx.Component:
    state = screen.state if screen.state is not None else "ready"
    return rx.el.main(
        breadcrumbs(screen, by_route(screens)),
        rx.cond(state != "error", somebody_here()) if screen.route.endswith("[record_id]") else rx.fragment(),
        _verdict(
            screen,
            loading=waiting(),
            missing=not_found(),
            forbidden=forbidden(screen),
            failed=_failed(screen),
            unmet=_unmet(screen),
            allowed=rx.fragment(screen.page(), *_noted(screen)),
        ),
        custom_attrs={"id": "main"},
        tab_index=-1,
        data_screen=_verdict(
            screen,
            loading=screen.route,
            missing="not-found",
            forbidden="forbidden",
            failed="error",
            unmet="unmet",
            allowed=screen.route,
        ),
        data_state=_verdict(
            screen, loading="loading", missing="ready", forbidden="ready", failed="error", unmet="ready", allowed=state
        ),
    )


def _noted(screen: Screen) -> list[rx.Component]:
    """The page of a record is remembered among those opened last, once it is there."""
    if screen.name is None or screen.state is None or "/show/" not in screen.route:
        return []
    return [rx.cond(screen.state == "ready", noted(screen.name))]


# What a page holds stays where it is while its session ended and the password is asked for over it.
KNOWN = Session.ready & ((Session.token != "") | Session.locked)
"""Whether it is known who is there."""
_CALM = expression(
    "ui_known",
    data=merged(hook(f"const ui_known = useCalmly({KNOWN!s})", KNOWN), imported(SCRIPT, "useCalmly")),
    kind=bool,
)
"""The same, as soon as there is time to draw the page (assets/kit/bridge.jsx)."""


def _verdict(
    screen: Screen, *, loading: Any, missing: Any, forbidden: Any, failed: Any, unmet: Any, allowed: Any
) -> Any:
    """One of six, by what is known of the account."""
    shown = allowed
    if screen.condition:
        shown = rx.cond(screen.condition.held, shown, unmet)
    if screen.permission:
        shown = rx.cond(may_read(screen.permission), shown, forbidden)
    shown = rx.cond(Session.problem != "", failed, shown)
    if screen.flag:
        shown = rx.cond(Session.flags.contains(screen.flag), shown, missing)
    return rx.cond(_CALM, shown, loading)


def waiting() -> rx.Component:
    """What stands in place of a page whose account is being read."""
    return rx.el.div(
        rx.el.span(t("kit.pages.loading"), class_name="visually-hidden", role="status"),
        rx.el.span(class_name="bar wide"),
        rx.el.span(class_name="bar"),
        rx.el.span(class_name="bar"),
        class_name="skeleton waiting",
    )


def not_found() -> rx.Component:
    """What an unknown address, or one whose module is off, shows."""
    return _message("map-pin-off", t("kit.pages.not_found_title"), t("kit.pages.not_found_text"))


def forbidden(screen: Screen) -> rx.Component:
    """What an account without the permission of a screen sees instead of it."""
    if not screen.permission:
        return rx.fragment()
    return _message(
        "lock",
        t("kit.pages.forbidden_title"),
        t("kit.pages.forbidden_text", permission=pick(in_each_language(permission_name, screen.permission))),
        rx.el.p(t("rights.ask_whom"), class_name="whom"),
        _givers(screen.permission),
        way_on=button_link(t("rights.title"), "rights", RIGHTS, symbol="key-round", tone="primary"),
    )


def _givers(permission: str) -> rx.Component:
    """The roles that give a permission, a small line for who is asked."""
    found = known_permissions().get(permission)
    if not found or not found.roles:
        return rx.el.p(pick(in_each_language(permission_holders, permission)))
    roles = [rx.el.li(t(f"rights.role.{number}")) for number in found.roles]
    return rx.el.div(rx.el.p(t("rights.givers")), rx.el.ul(*roles), class_name="givers")


def _unmet(screen: Screen) -> rx.Component:
    """What stands in place of a page whose condition does not hold."""
    if not screen.condition:
        return rx.fragment()
    return _message("ban", t(screen.condition.title), t(screen.condition.text))


def _failed(screen: Screen) -> rx.Component:
    retry = button(t("kit.actions.retry"), "retry", symbol="rotate-cw", on_click=[Session.enter, *screen.on_load])
    return error_card(t("kit.pages.error_title"), said(Session), retry, whole_page=True)


def _message(symbol: str, title: Any, text: Any, *more: Any, way_on: rx.Component | None = None) -> rx.Component:
    """A message in place of a page: `way_on` is what helps, and the way home stands after it."""
    home = button_link(t("kit.pages.go_home"), "home", "/", symbol="house", tone="plain" if way_on else "primary")
    ways = [home] if way_on is None else [way_on, home]
    return message(symbol, title, rx.el.p(text), *more, way_on=rx.el.div(*ways, class_name="row"))


def not_found_page(frame: Frame) -> rx.Component:
    """The page of addresses that do not exist, in the shell, so that one can go on from there."""
    main = rx.el.main(
        rx.cond(Session.ready, not_found(), waiting()),
        custom_attrs={"id": "main"},
        tab_index=-1,
        data_screen="not-found",
        data_state=rx.cond(Session.ready, "ready", "loading"),
    )
    return frame.around(Screen("", "kit.pages.not_found_title", not_found), main)
