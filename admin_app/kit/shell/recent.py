"""What a person opened last, as links; and what notes that a record was opened."""

import reflex as rx

from admin_app.kit.parts.widgets import Row, link
from admin_app.kit.session import Recent


def noted(name: rx.Var[str]) -> rx.Component:
    """Remembers the record on show, once its name is known."""
    seen = rx.el.span(key=name, hidden=True, on_mount=Recent.note(name))
    return rx.cond(name != "", seen)


def recent_list() -> rx.Component:
    """Links to what the person opened last."""
    return rx.el.ul(rx.foreach(Recent.opened, _line), custom_attrs={"data-recent": ""})


def _line(each: Row) -> rx.Component:
    return rx.el.li(link(each["label"], to=each["address"]), key=each["address"])
