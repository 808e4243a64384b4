"""What the platform writes to somebody whose account is created here, told before it is saved (trap 9)."""

from typing import Any

import reflex as rx

from admin_app.kit.parts import icon
from admin_app.kit.words.locale import t


def welcome_note(form: type[Any]) -> rx.Component:
    """In the form of a new person: who is created is written to at once."""
    told = rx.el.p(icon("send"), rx.el.span(t("users.written_to")), class_name="remark", role="note")
    return rx.cond(form.record_id == "", told)
