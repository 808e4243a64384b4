"""The toolbar: drawer, home, the tools of features, language, theme, who is signed in, the way out (SHELL-2)."""

from collections.abc import Callable, Sequence

import reflex as rx

from admin_app import VERSION
from admin_app.kit.parts.widgets import anchor, icon, icon_button, link
from admin_app.kit.session import Session
from admin_app.kit.session.permissions import RIGHTS
from admin_app.kit.shell.palette import palette_button
from admin_app.kit.shell.session_overlay import keeping
from admin_app.kit.words.languages import LANGUAGES
from admin_app.kit.words.locale import Locale, choose_language, t


def toolbar(tools: Sequence[Callable[[], rx.Component]]) -> rx.Component:
    """The bar above every screen but the sign-in."""
    return rx.el.header(
        anchor(t("kit.shell.skip"), href="#main", class_name="skip", custom_attrs={"data-goto": "main"}),
        _menu_button(),
        link(_logo(), to="/", class_name="brand", aria_label=t("kit.shell.home")),
        rx.el.div(
            palette_button(),
            *[tool() for tool in tools],
            language_switch(),
            theme_switch(),
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
        keeping(),
        class_name="toolbar",
    )


def _menu_button() -> rx.Component:
    """Opens and closes the menu; the script says which, since it alone knows (assets/kit/shell.js)."""
    names = {"data-opens-menu": t("kit.shell.open_menu"), "data-closes-menu": t("kit.shell.close_menu")}
    return icon_button("menu", t("kit.shell.menu"), "toggle-drawer", custom_attrs={"data-toggle-drawer": "", **names})


def _logo() -> rx.Component:
    """The deployment's logo, else the name of the platform."""
    own = rx.el.img(src=Session.links["logo"], alt="", height="28", class_name="logo")
    name = rx.el.span(icon("car-front", 22), rx.el.span(platform()), class_name="logo")
    return rx.cond(Session.links.contains("logo") & (Session.links["logo"] != ""), own, name)


def platform() -> rx.Var[str]:
    """What people call the platform, where the deployment says it."""
    named = Session.links.contains("platform") & (Session.links["platform"] != "")
    return rx.cond(named, Session.links["platform"], t("kit.shell.title"))


def language_switch() -> rx.Component:
    """The languages; nothing is loaded anew."""

    def choice(locale: str) -> rx.Component:
        return rx.el.button(
            locale.upper(),
            type="button",
            aria_pressed=rx.cond(Locale.locale == locale, "true", "false"),
            aria_label=LANGUAGES[locale]["name"],
            on_click=choose_language(locale),
            data_testid=f"action:language-{locale}",
            lang=locale,
        )

    return rx.el.div(
        *map(choice, LANGUAGES),
        class_name="segmented",
        role="group",
        aria_label=t("kit.shell.language"),
    )


def theme_switch() -> rx.Component:
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
            title=rx.Var.create(f"{t('rights.title')} (admin_app {VERSION})"),
            data_testid="user",
        ),
    )
