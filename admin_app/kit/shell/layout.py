"""The two layouts: sign-in, and the shell with menu, toolbar and breadcrumbs around every other screen.

What a page shows is decided here from what the server said of the account: the page itself, the not-found page when
its module is off, or the page that names the missing permission. This only spares a useless call: `signed_in` is
what refuses data.
"""

from collections.abc import Iterable
from typing import Any

import reflex as rx

from admin_app.kit.parts.widgets import button, button_link, error_card, icon, icon_button, link
from admin_app.kit.screen import Menu, MenuGroup, Screen, by_route
from admin_app.kit.session.permissions import RIGHTS, holders, in_both, named
from admin_app.kit.session.state import Session
from admin_app.kit.words.locale import Locale, choose_language, pick, t

GROUPS: tuple[MenuGroup, ...] = ("top", "solidary", "settings")


def any_of(permissions: Iterable[str]) -> rx.Var[bool] | bool:
    """Whether the person holds one of these permissions; True when none is asked."""
    held = [Session.permissions.contains(permission) for permission in permissions]
    if not held:
        return True
    first, *others = held
    for other in others:
        first = first | other
    return first


def offered(made: rx.Component, permission: str | None, flag: str | None = None) -> rx.Component:
    """What is there only for those who hold a permission, in a deployment that has the module."""
    made = rx.cond(Session.permissions.contains(permission), made) if permission else made
    return rx.cond(Session.flags.contains(flag), made) if flag else made


def page(screen: Screen, screens: tuple[Screen, ...]) -> rx.Component:
    """A screen in its layout."""
    return _login_layout(screen) if screen.public else _dashboard_layout(screen, screens)


def _login_layout(screen: Screen) -> rx.Component:
    return rx.el.div(
        rx.el.header(_language(), _theme(), _follow(), class_name="login-tools"),
        rx.el.main(screen.page(), data_screen="login", data_state="ready", class_name="login-main"),
        class_name="login-layout",
    )


def _dashboard_layout(screen: Screen, screens: tuple[Screen, ...]) -> rx.Component:
    return _shell(screen, screens, _main(screen, screens))


def _shell(screen: Screen, screens: tuple[Screen, ...], main: rx.Component) -> rx.Component:
    return rx.el.div(
        _toolbar(),
        _drawer(screen, screens),
        main,
        class_name="shell",
    )


def _main(screen: Screen, screens: tuple[Screen, ...]) -> rx.Component:
    state = screen.state if screen.state is not None else "ready"
    return rx.el.main(
        _breadcrumbs(screen, by_route(screens)),
        _verdict(
            screen,
            loading=waiting(),
            missing=not_found(),
            forbidden=forbidden(screen),
            failed=_failed(screen),
            allowed=screen.page(),
        ),
        custom_attrs={"id": "main"},
        tab_index=-1,
        data_screen=_verdict(
            screen,
            loading=screen.route,
            missing="not-found",
            forbidden="forbidden",
            failed="error",
            allowed=screen.route,
        ),
        data_state=_verdict(
            screen, loading="loading", missing="ready", forbidden="ready", failed="error", allowed=state
        ),
    )


def _verdict(screen: Screen, *, loading: Any, missing: Any, forbidden: Any, failed: Any, allowed: Any) -> Any:
    """One of five, by what is known of the account."""
    shown = allowed
    if screen.permission:
        shown = rx.cond(Session.permissions.contains(screen.permission), shown, forbidden)
    shown = rx.cond(Session.problem != "", failed, shown)
    if screen.flag:
        shown = rx.cond(Session.flags.contains(screen.flag), shown, missing)
    return rx.cond(Session.ready & (Session.token != ""), shown, loading)


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
        t("kit.pages.forbidden_text", permission=pick(in_both(named, screen.permission)), name=screen.permission),
        rx.el.p(pick(in_both(holders, screen.permission))),
        rx.el.p(t("kit.pages.forbidden_help")),
        button_link(t("rights.title"), "rights", RIGHTS, symbol="key-round"),
    )


def _failed(screen: Screen) -> rx.Component:
    retry = button(t("kit.actions.retry"), "retry", symbol="rotate-cw", on_click=[Session.enter, *screen.on_load])
    return error_card(t("kit.pages.error_title"), Session.problem, retry, whole_page=True)


def _message(symbol: str, title: Any, text: Any, *more: Any) -> rx.Component:
    home = button_link(t("kit.pages.go_home"), "home", "/", symbol="house", tone="primary")
    return rx.el.div(icon(symbol, 48), rx.el.h1(title, tab_index=-1), rx.el.p(text), *more, home, class_name="message")


def not_found_page(screens: tuple[Screen, ...]) -> rx.Component:
    """The page of addresses that do not exist, in the shell, so that one can go on from there."""
    main = rx.el.main(
        rx.cond(Session.ready, not_found(), waiting()),
        custom_attrs={"id": "main"},
        tab_index=-1,
        data_screen="not-found",
        data_state=rx.cond(Session.ready, "ready", "loading"),
    )
    return _shell(Screen("", "kit.pages.not_found_title", not_found), screens, main)


def _toolbar() -> rx.Component:
    return rx.el.header(
        rx.el.a(t("kit.shell.skip"), href="#main", class_name="skip", custom_attrs={"data-goto": "main"}),
        icon_button("menu", t("kit.shell.open_menu"), "toggle-drawer", custom_attrs={"data-toggle-drawer": ""}),
        link(_logo(), to="/", class_name="brand", aria_label=t("kit.shell.home")),
        rx.el.div(
            _structure(),
            _language(),
            _theme(),
            _chip(),
            icon_button(
                "log-out",
                t("kit.shell.sign_out"),
                "disconnect",
                on_click=Session.leave,
                custom_attrs={"data-asks-first": ""},
            ),
            class_name="row",
        ),
        _follow(),
        class_name="toolbar",
    )


def _follow() -> rx.Component:
    """Pressed by the script when another tab signed in or out."""
    return rx.el.button(type="button", hidden=True, on_click=Session.follow, custom_attrs={"data-follow": ""})


def _logo() -> rx.Component:
    """The deployment's logo, else the name of the product."""
    own = rx.el.img(src=Session.links["logo"], alt="", height="28", class_name="logo")
    name = rx.el.span(icon("car-front", 22), rx.el.span(t("kit.shell.title")), class_name="logo")
    return rx.cond(Session.links.contains("logo") & (Session.links["logo"] != ""), own, name)


def _structure() -> rx.Component:
    """The structure selector: only for several structures, shut while a solidary item is edited (SPEC 2)."""
    options = rx.foreach(Session.solidary_structures, lambda each: rx.el.option(each["name"], value=each["id"]))
    selector = rx.el.label(
        rx.el.span(t("kit.shell.structure"), class_name="visually-hidden"),
        rx.el.select(
            options,
            value=Session.structure,
            disabled=Session.solidary_edit,
            on_change=Session.choose_structure,
            title=rx.cond(Session.solidary_edit, t("kit.shell.structure_locked"), ""),
            data_testid="action:structure",
        ),
        class_name="structure",
    )
    return rx.cond(Session.solidary_structures.length() > 1, selector)


def _language() -> rx.Component:
    def choice(locale: str, label: str, name: Any) -> rx.Component:
        return rx.el.button(
            label,
            type="button",
            aria_pressed=rx.cond(Locale.locale == locale, "true", "false"),
            aria_label=name,
            on_click=choose_language(locale),
            data_testid=f"action:language-{locale}",
            lang=locale,
        )

    return rx.el.div(
        choice("fr", "FR", t("kit.shell.french")),
        choice("en", "EN", t("kit.shell.english")),
        class_name="segmented",
        role="group",
        aria_label=t("kit.shell.language"),
    )


def _theme() -> rx.Component:
    """Both icons are there; the stylesheet shows the one that can be chosen."""
    return rx.el.button(
        icon("moon"),
        icon("sun"),
        type="button",
        aria_label=t("kit.shell.dark_theme"),
        title=t("kit.shell.dark_theme"),
        class_name="icon-button theme",
        data_testid="action:theme",
        custom_attrs={"data-toggle-theme": ""},
    )


def _chip() -> rx.Component:
    """Who is signed in; leads to what they may do."""
    name = f"{Session.given_name} {Session.short_family_name}"
    return rx.cond(
        Session.given_name != "",
        link(
            icon("circle-user-round"),
            rx.el.span(name),
            to=RIGHTS,
            class_name="user-chip",
            aria_label=rx.Var.create(f"{name}, {t('rights.title')}"),
            title=t("rights.title"),
            data_testid="user",
        ),
    )


def _drawer(screen: Screen, screens: tuple[Screen, ...]) -> rx.Component:
    groups = [_group(group, screen, screens) for group in GROUPS]
    return rx.el.nav(
        rx.el.div(_structure(), class_name="only-phone"),
        *groups,
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


def _group(group: MenuGroup, screen: Screen, screens: tuple[Screen, ...]) -> rx.Component:
    """The entries of a group by rank; a group without a visible entry shows nothing."""
    entries = sorted(
        ((each.menu, each) for each in screens if each.menu and each.menu.group == group), key=lambda e: e[0].rank
    )
    items = [_entry(menu, each, screen) for menu, each in entries]
    if not items:
        return rx.fragment()
    made = rx.el.ul(*items)
    if group == "top":
        return made
    titled = rx.el.div(rx.el.h2(t(f"kit.shell.{group}")), made, class_name="menu-group")
    shown = any_of(permission for _, each in entries for permission in each.menu_permissions())
    return rx.cond(shown, titled)


def _entry(menu: Menu, target: Screen, screen: Screen) -> rx.Component:
    inside = screen.route == target.route or (target.route != "/" and screen.route.startswith(f"{target.route}/"))
    item = rx.el.li(
        link(
            icon(menu.icon, 20),
            rx.el.span(t(target.title)),
            to=target.route,
            aria_current="page" if screen.route == target.route else ("true" if inside else "false"),
            data_testid=f"menu:{target.route}",
        )
    )
    shown = any_of(target.menu_permissions())
    if target.flag:
        shown = Session.flags.contains(target.flag) & shown
    return item if shown is True else rx.cond(shown, item)


def _breadcrumbs(screen: Screen, screens: dict[str, Screen]) -> rx.Component:
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
            *[rx.el.li(link(t(each.title), to=each.route)) for each in trail],
            rx.el.li(rx.el.span(here, aria_current="page")),
        ),
        aria_label=t("kit.shell.breadcrumb"),
        class_name="breadcrumbs",
    )
