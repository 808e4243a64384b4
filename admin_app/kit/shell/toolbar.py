"""The toolbar: drawer, home, tools of features, search, and the menu of who is signed in (SHELL-2)."""

from collections.abc import Mapping

import reflex as rx

from admin_app import VERSION
from admin_app.kit.parts.cells import face
from admin_app.kit.parts.menu import ITEMS
from admin_app.kit.parts.widgets import (
    FOCUSED,
    anchor,
    button,
    button_link,
    closes,
    dialog,
    icon,
    icon_button,
    link,
    opens,
)
from admin_app.kit.screen import Shell
from admin_app.kit.session import Session
from admin_app.kit.session.permissions import RIGHTS
from admin_app.kit.shell.palette import palette_button
from admin_app.kit.shell.session_overlay import keeping
from admin_app.kit.words.languages import LANGUAGES
from admin_app.kit.words.locale import Locale, choose_language, t

ACCOUNT, KEYS = "account", "keys"
SPACE = "kit.keys.space"
_KEYS = {
    "/": "search",
    "↑ ↓": "rows",
    SPACE: "select",
    "A": "selection",
    "Ctrl S": "save",
    "Ctrl Z": "undo",
    "?": "keys",
}
"""What the kit's keys do, by the last part of a translation key."""


def toolbar(shell: Shell) -> rx.Component:
    """The bar above every screen but the sign-in."""
    return rx.el.header(
        anchor(t("kit.shell.skip"), href="#main", class_name="skip", custom_attrs={"data-goto": "main"}),
        _menu_button(),
        link(logo(), to="/", class_name="brand", aria_label=t("kit.shell.home")),
        rx.el.div(
            *[tool() for tool in shell.tools],
            palette_button(),
            *([shell.handy[0]()] if shell.handy else []),
            account_menu(shell),
            class_name="row",
        ),
        keeping(),
        class_name="toolbar",
    )


def _menu_button() -> rx.Component:
    """Opens and closes the menu; the script says which, since it alone knows (assets/kit/shell.js)."""
    names = {"data-opens-menu": t("kit.shell.open_menu"), "data-closes-menu": t("kit.shell.close_menu")}
    return icon_button("menu", t("kit.shell.menu"), "toggle-drawer", custom_attrs={"data-toggle-drawer": "", **names})


def logo() -> rx.Component:
    """The deployment's logo, else the mark of the product and the name of the platform."""
    # As attributes: Reflex makes a style of a size, which a page that was rendered before holds inline (the policy).
    own = rx.el.img(src=Session.links["logo"], alt="", class_name="logo", custom_attrs={"height": "28"})
    mark = rx.el.img(src="/favicon.svg", alt="", custom_attrs={"width": "28", "height": "28"})
    name = rx.el.span(mark, rx.el.span(platform()), class_name="logo")
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


def theme_switch(*, told: bool = False) -> rx.Component:
    """Both icons are there; the stylesheet shows the one that can be chosen. `told`: with its name beside."""
    label = t("kit.shell.dark_theme")
    return rx.el.button(
        icon("moon"),
        icon("sun"),
        *([rx.el.span(label)] if told else []),
        type="button",
        aria_label=label,
        title=label,
        class_name="button theme" if told else "icon-button theme",
        data_testid="action:theme",
        custom_attrs={"data-toggle-theme": ""},
    )


def account_menu(shell: Shell) -> rx.Component:
    """Who is signed in, and what is theirs: language, theme, rights, keys, the way out."""
    name = rx.cond(
        Session.given_name != "", f"{Session.given_name} {Session.short_family_name}", t("kit.shell.account")
    )
    chip = rx.el.button(
        face(Session.avatar, rx.Var.create(f"{Session.given_name} {Session.short_family_name}")),
        rx.el.span(name, class_name="user-name"),
        type="button",
        class_name="user-chip",
        aria_label=rx.Var.create(f"{name}, {t('kit.shell.account')}"),
        data_testid="user",
        custom_attrs={"popoverTarget": ACCOUNT},
    )
    panel = rx.el.div(
        rx.el.p(rx.el.strong(name), rx.el.span(Session.email), class_name="account-name"),
        rx.el.div(icon("languages"), rx.el.span(t("kit.shell.language")), language_switch(), class_name="account-line"),
        theme_switch(told=True),
        button_link(t("rights.title"), "my-rights", RIGHTS, symbol="key-round"),
        button(t("kit.keys.title"), "keys", symbol="keyboard", class_name="for-keys", custom_attrs=opens(KEYS)),
        button(
            t("kit.shell.sign_out"),
            "disconnect",
            symbol="log-out",
            on_click=Session.leave,
            custom_attrs={"data-asks-first": ""},
        ),
        rx.el.small(f"admin_app {VERSION}", class_name="quiet"),
        role="group",
        aria_label=t("kit.shell.account"),
        class_name="popup menu account",
        custom_attrs={"id": ACCOUNT, "popover": "auto", "data-menu": "", "data-roving": ITEMS},
    )
    # A key opens the dialog too: it stands outside of what is folded away.
    return rx.el.div(chip, panel, keys_dialog(shell.keys), class_name="menu-place")


def _caps(key: str) -> list[rx.Component]:
    """The caps of a key; the space bar alone has a name in each language."""
    return [rx.el.kbd(t(key))] if key == SPACE else [rx.el.kbd(part) for part in key.split(" ")]


def keys_dialog(more: Mapping[str, str]) -> rx.Component:
    """Every key of the product, the kit's own before those of features."""
    keys = {"Ctrl K": "kit.palette.title"} | {key: f"kit.keys.{name}" for key, name in _KEYS.items()} | dict(more)
    lines = [rx.el.div(rx.el.dt(*_caps(key)), rx.el.dd(t(label)), class_name="pair") for key, label in keys.items()]
    close = button(t("kit.actions.close"), "close-keys", custom_attrs=closes(KEYS) | FOCUSED)
    return dialog(KEYS, t("kit.keys.title"), rx.el.dl(*lines), rx.el.div(close, class_name="row end"))
