"""Who else has the record open: a line below the way to it, on every page of a record that is watched."""

import reflex as rx

from admin_app.kit.parts.widgets import Row, icon
from admin_app.kit.session.presence import Presence
from admin_app.kit.words.locale import instant_var, t


def somebody_here() -> rx.Component:
    """The names of the others, since when, and when they saved; said aloud where it changes."""
    people = rx.el.ul(rx.foreach(Presence.others, _other))
    return rx.el.div(rx.cond(Presence.others.length() > 0, people), role="status", class_name="somebody-here")


def _other(each: Row) -> rx.Component:
    since = t("kit.presence.since", name=each["name"], time=instant_var(each["since"]))
    saved = t("kit.presence.saved", name=each["name"], time=instant_var(each["saved"]))
    return rx.el.li(icon("users", 16), rx.cond(each["saved"] != "", saved, since), data_testid="somebody-here")
