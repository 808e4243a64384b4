"""A mail shown as its readers get it: wide or on a phone, in a simulated dark look, without pictures.

It stands in a frame where nothing runs: the `sandbox` attribute allows no script, form, popup or navigation, a policy
of its own forbids whatever is no picture or style, and links do nothing. It may be of our origin, because no script of
it can use that: the page puts in what differs, and the frame keeps the place where one reads (mail_frame.jsx).
"""

from typing import Any

import reflex as rx

from admin_app.kit.words.locale import t

TICKET = "ticket:"
"""Begins the address of a picture that this browser alone has; what follows is its ticket."""


class MailFrame(rx.Component):
    """The frame, and what changes how it is seen."""

    library = "$/public/kit/mail_frame.jsx"
    tag = "MailFrame"

    html: rx.Var[str]
    texts: rx.Var[dict[str, str]]


def mail_frame(html: rx.Var[str], *tools: Any) -> rx.Component:
    """Show a whole page of HTML; `tools` stand beside the buttons."""
    names = ("title", "width", "desktop", "phone", "looks", "dark", "pictures", "simulated")
    return MailFrame.create(*tools, html=html, texts={name: t(f"kit.mail.{name}") for name in names})
