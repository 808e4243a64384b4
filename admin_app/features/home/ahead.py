"""What is ahead, below who comes first: departures, events, the communities where somebody asks to join, and what the
public reads on the home page (HOME-1)."""

import reflex as rx

from admin_app.features.communities.resource import COMMUNITIES_WAITING
from admin_app.features.content.editorials import FRONT_PAGE
from admin_app.features.content.events import EVENTS
from admin_app.features.content.events import TONES as EVENT_TONES
from admin_app.features.home.waiting import Waits
from admin_app.features.solidary.desk.resource import RECORDS
from admin_app.features.solidary.statuses import RECORD_ICONS, RECORD_LABELS, RECORD_TONES
from admin_app.kit.parts import badge, drawn_journey, icon, link, picture, status_badge
from admin_app.kit.words.locale import choice_label, date_var, dates_var, t

PUBLISHED = "1"
"""The usual status of an event, of which nothing is said."""


def departures() -> rx.Component:
    """The next to leave, a line each; nothing where nobody does."""
    return _section(RECORDS.key, "home.coming", rx.el.ul(rx.foreach(Waits.coming[RECORDS.key], _departure)))


def events() -> rx.Component:
    """The next to be held, a line each."""
    return _section(EVENTS.key, "home.events", rx.el.ul(rx.foreach(Waits.coming[EVENTS.key], _event)))


def communities() -> rx.Component:
    """The communities of the person where somebody asks to join, a line each."""
    those = rx.el.ul(rx.foreach(Waits.coming[COMMUNITIES_WAITING.key], _community))
    return _section(COMMUNITIES_WAITING.key, "home.communities", those)


def front_page() -> rx.Component:
    """What the public reads on the home page, and the way to it."""
    return _section(FRONT_PAGE.key, "home.front_page", rx.foreach(Waits.coming[FRONT_PAGE.key], _front))


def _section(key: str, title: str, those: rx.Component) -> rx.Component:
    """What a module told of what is ahead; nothing where there is nothing, and that it did not where it failed."""
    failed = rx.el.p(icon("cloud-alert", 16), t("home.unread"), class_name="hint")
    is_failed = Waits.failed.contains(key)
    shown = rx.el.section(rx.el.h2(t(title)), rx.cond(is_failed, failed, those), class_name=f"coming {key}")
    return rx.cond((Waits.coming[key].length() > 0) | is_failed, shown)


def _departure(each: rx.Var[dict[str, str]]) -> rx.Component:
    near, date = each["near"], date_var(each["day"], "date")
    return rx.el.li(
        rx.el.time(
            rx.cond(near != "", choice_label("home.near", near), date),
            date_time=each["day"],
            title=date,
            # Seen once, heard in every line.
            class_name=rx.cond(each["again"] != "", "visually-hidden", ""),
        ),
        rx.cond(each["href"] != "", link(each["name"], to=each["href"]), rx.el.strong(each["name"])),
        rx.el.p(drawn_journey(each["route"]), class_name="quiet"),
        status_badge(RECORD_LABELS, each["state"], RECORD_TONES, RECORD_ICONS),
        key=each["key"],
        data_near=near,
    )


def _event(each: rx.Var[dict[str, str]]) -> rx.Component:
    tone = rx.match(each["state"], *EVENT_TONES.items(), "quiet")
    day, until = each["day"], each["until"]
    return rx.el.li(
        rx.el.time(rx.cond(day == until, date_var(day, "date"), dates_var(day, until)), date_time=day),
        link(each["name"], to=each["href"]),
        rx.el.p(each["detail"], class_name="quiet"),
        rx.cond(each["state"] != PUBLISHED, badge(choice_label("events.status", each["state"]), tone)),
        key=each["href"],
    )


def _community(each: rx.Var[dict[str, str]]) -> rx.Component:
    none = rx.el.span(each["name"][:1], class_name="avatar square", aria_hidden="true")
    return rx.el.li(
        rx.cond(each["picture"] != "", picture(each["picture"], "thumbnail square small"), none),
        link(each["name"], to=each["href"]),
        rx.el.p(each["detail"], class_name="quiet"),
        badge(t("home.asking", count=each["count"].to(int)), "warn"),
        key=each["href"],
    )


def _front(each: rx.Var[dict[str, str]]) -> rx.Component:
    return rx.el.article(
        rx.cond(each["image"] != "", picture(each["image"], "seen")),
        rx.el.h3(link(each["name"], to=each["href"])),
        rx.el.p(each["quote"], class_name="quiet"),
        key=each["href"],
    )
