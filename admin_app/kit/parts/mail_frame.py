"""A mail shown as its readers get it: wide or on a phone, in a simulated dark look, without pictures.

It stands in a frame where nothing runs: the `sandbox` attribute allows no script, form, popup or navigation, a policy
of its own forbids whatever is no picture or style, and links do nothing. It may be of our origin, because no script of
it can use that: the page puts the mail in (mail_frame.jsx).
"""

from collections.abc import Callable
from typing import Any

import reflex as rx

from admin_app.kit.parts.widgets import ABSENT, icon
from admin_app.kit.styles import built
from admin_app.kit.words.locale import t
from admin_app.patches.vars import expression

_POLICY = "default-src 'none'; img-src http: https: data: blob:; style-src 'self' 'unsafe-inline'"
_EMPTY = f"""<!doctype html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}"><base target="_blank">
<link rel="stylesheet" href="{built("/mail.css")}"></head><body></body></html>"""


class MailLook(rx.State):
    """How this tab shows mails."""

    phone: bool = False
    dark: bool = False
    pictures: bool = True

    @rx.event
    def fit_to_phone(self, phone: bool) -> None:
        """As narrow as a phone, or as wide as on a desk."""
        self.phone = bool(phone)

    @rx.event
    def turn_dark(self) -> None:
        """As a reader's dark theme would show it, or no longer."""
        self.dark = not self.dark

    @rx.event
    def turn_pictures(self) -> None:
        """As a reader sees it who lets no picture come, or no longer."""
        self.pictures = not self.pictures


class MailFrame(rx.Component):
    """The frame; `empty` is its document before anything is put in."""

    library = "$/public/kit/mail_frame.jsx"
    tag = "MailFrame"

    html: rx.Var[str]
    title: rx.Var[str]
    empty: rx.Var[str]
    dark: rx.Var[bool]
    pictures: rx.Var[bool]


def waiting_picture(ticket: rx.Var[str]) -> rx.Var[str]:
    """The address of a picture that this browser alone has (assets/kit/files.js)."""
    return expression(f"window.adminApp.pictureOf({ticket!s})", ticket)


def mail_frame(html: rx.Var[str], *tools: Any) -> rx.Component:
    """Show a whole page of HTML; `tools` stand beside the buttons."""
    frame = MailFrame.create(
        html=html, title=t("kit.mail.title"), empty=_EMPTY, dark=MailLook.dark, pictures=MailLook.pictures
    )
    return rx.el.div(
        rx.el.div(*look_switches(_toggle), *tools, class_name="row mail-tools"),
        rx.cond(MailLook.dark, rx.el.p(t("kit.mail.simulated"), class_name="hint")),
        rx.el.div(frame, class_name="mail-desk"),
        class_name="mail-frame",
        custom_attrs={
            "data-phone": rx.cond(MailLook.phone, "", ABSENT),
            "data-dark": rx.cond(MailLook.dark, "", ABSENT),
        },
    )


LOOKS = {"desktop": "monitor", "phone": "smartphone", "dark": "moon", "pictures": "image-off"}
"""The signs of what changes how mails are seen."""


def look_switches(toggle: Callable[[str, Any, Any], rx.Component]) -> tuple[rx.Component, ...]:
    """What changes how mails are seen, in two groups; `toggle` draws one by its name, its `aria-pressed`, its event."""
    groups = {
        "width": {
            "desktop": (~MailLook.phone, MailLook.fit_to_phone(False)),
            "phone": (MailLook.phone, MailLook.fit_to_phone(True)),
        },
        "looks": {
            "dark": (MailLook.dark, MailLook.turn_dark),
            "pictures": (~MailLook.pictures, MailLook.turn_pictures),
        },
    }
    return tuple(
        rx.el.fieldset(
            *[toggle(name, rx.cond(on, "true", "false"), turn) for name, (on, turn) in switches.items()],
            class_name="segmented",
            aria_label=t(f"kit.mail.{group}"),
        )
        for group, switches in groups.items()
    )


def _toggle(name: str, pressed: Any, turn: Any) -> rx.Component:
    return rx.el.button(
        icon(LOOKS[name], 16),
        t(f"kit.mail.{name}"),
        type="button",
        aria_pressed=pressed,
        on_click=turn,
        data_testid=f"action:preview-{name}",
    )
