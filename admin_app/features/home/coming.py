"""What happens next, below who comes first: the days ahead of those whose requests are open (HOME-1)."""

import reflex as rx

from admin_app.features.home.waiting import Waits
from admin_app.features.solidary.statuses import RECORD_ICONS, RECORD_LABELS, RECORD_TONES
from admin_app.kit.parts import drawn_journey, link, status_badge
from admin_app.kit.words.locale import choice_label, date_var, t


def coming() -> rx.Component:
    """The next to leave, a line each; nothing where nobody does."""
    lines = rx.el.section(
        rx.el.h2(t("home.coming")),
        rx.el.ul(rx.foreach(Waits.coming, _line)),
        class_name="coming",
    )
    return rx.cond(Waits.coming.length() > 0, lines)


def _line(each: rx.Var[dict[str, str]]) -> rx.Component:
    near, date = each["near"], date_var(each["day"], "date")
    return rx.el.li(
        rx.el.time(
            rx.cond(near != "", choice_label("home.near", near), date),
            date_time=each["day"],
            title=date,
            # Seen once, heard in every line.
            class_name=rx.cond(each["again"] != "", "visually-hidden", ""),
        ),
        link(each["name"], to=each["href"]),
        rx.el.p(drawn_journey(each["route"]), class_name="quiet"),
        status_badge(RECORD_LABELS, each["state"], RECORD_TONES, RECORD_ICONS),
        key=each["href"],
        data_near=near,
    )
