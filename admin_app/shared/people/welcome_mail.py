"""What the platform writes to somebody whose account is created here, told before it is saved (trap 9)."""

from typing import Any

import reflex as rx

from admin_app.kit.forms import Around
from admin_app.kit.parts import icon
from admin_app.kit.words.locale import t


def welcome_note(form: type[Any]) -> Around:
    """In the form of a new person: who is created is written to at once. It stands beside what creates them, above the
    form where the bar has no room for it."""
    told = rx.el.p(icon("send"), rx.el.span(t("users.written_to")), class_name="remark with-save", role="note")
    note = (rx.cond(form.record_id == "", told),)
    return Around(above=note, bar=note)
