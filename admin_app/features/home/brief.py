"""The brief of the morning: how much presses, and who comes first, each with what they ask about (HOME-1)."""

from functools import reduce
from operator import or_

import reflex as rx

from admin_app.features.home.waiting import WAITS, Waits
from admin_app.kit.parts import (
    anchor,
    avatar,
    badge,
    button,
    call,
    drawn_journey,
    face,
    icon,
    link,
    picture,
    sketch_map,
)
from admin_app.kit.words.formats import ANYWHERE
from admin_app.kit.words.locale import choice_label, date_var, pick_of, t

DATED = ("request_soon", "request_silent")
"""What presses because of a day."""
THINGS = {"campaign": "mail", "article": "newspaper", "relay_point": "map-pin"}
"""What waits and is nobody, so that it presses nobody, by what it waits for, and what stands for it."""


def _is_partial() -> rx.Var[bool]:
    """Whether something that may wait could not be counted."""
    return reduce(or_, [Waits.failed.contains(each.key) for each in WAITS if each.kinds])


def told() -> rx.Component:
    """How many of what press and that the first of them follow, or that nothing does and how many wait; nothing is said
    to be calm that could not be counted."""
    people = Waits.people.length()
    first = rx.cond(Waits.pressing > people, rx.fragment(" ", t("home.first_of_them", count=people)))
    some = rx.fragment(t("home.pressing"), " ", rx.el.strong(pick_of(Waits.presses)), ".", first)
    calm = rx.cond(Waits.waiting > 0, t("home.unhurried", count=Waits.waiting), t("home.calm"))
    is_partial = _is_partial()
    partial = rx.fragment(
        t("home.partial"), " ", button(t("kit.actions.retry"), "recount", tone="link", on_click=Waits.again)
    )
    sentence = rx.cond(Waits.pressing > 0, rx.fragment(some, " "), rx.cond(is_partial, "", calm))
    told = rx.fragment(sentence, rx.cond(is_partial, partial))
    return rx.el.p(rx.cond(Waits.complete, told, t("home.counting")), role="status")


def brief() -> rx.Component:
    """Who comes first, each as far as a list tells of them, with the key that opens their record; a calm day too."""
    calm = rx.el.div(class_name="empty", aria_hidden="true")
    return rx.cond(
        Waits.people.length() > 0,
        rx.el.ul(rx.foreach(Waits.people, _person), class_name="decide", aria_label=t("home.first")),
        rx.cond(Waits.complete & (Waits.waiting == 0) & ~_is_partial(), calm),
    )


def _person(each: rx.Var[dict[str, str]], index: rx.Var[int]) -> rx.Component:
    """Their face and what they ask for, why that presses, what was done last, and the ways to them."""
    key = (index.to(int) + 1).to_string()  # pyright: ignore
    there = link(
        rx.el.span(choice_label("home.open", each["what"])),
        rx.el.kbd(key, aria_hidden="true"),
        to=each["href"],
        # Blue where it presses.
        class_name=rx.cond((index == 0) & (Waits.pressing > 0), "button primary", "button plain"),
        aria_label=t("home.of", what=choice_label("home.open", each["what"]), name=each["name"]),
        aria_keyshortcuts=key,
        data_testid="action:first",
    )
    return rx.el.li(
        rx.el.header(
            _face(each),
            rx.el.div(
                rx.el.h2(each["name"]),
                rx.cond(
                    (each["telephone"] != "") | (each["detail"] != ""),
                    rx.el.p(
                        rx.cond(each["telephone"] != "", rx.el.span(each["telephone"], class_name="number")),
                        rx.cond(each["detail"] != "", rx.el.span(each["detail"], class_name="quiet")),
                    ),
                ),
                rx.el.p(_pressing(each)),
            ),
        ),
        _thing(each),
        _trip(each),
        _done(each),
        rx.el.div(there, _call(each), class_name="row"),
        class_name="person",
        key=each["key"],
    )


def _face(each: rx.Var[dict[str, str]]) -> rx.Component:
    """Their picture or initials; of a thing, what it is."""
    things = [
        (what, rx.el.span(icon(symbol, 22), class_name="avatar", aria_hidden="true")) for what, symbol in THINGS.items()
    ]
    sign = rx.match(each["what"], *things, avatar(each["name"], "thumbnail"))
    return face(each["picture"], each["name"], "thumbnail", sign)


def _thing(each: rx.Var[dict[str, str]]) -> rx.Component:
    """What is asked about, as far as a list shows it: the way or the place, a picture, a document that came, a text."""
    shapes = Waits.sketches[each["key"]]
    looked_at = rx.el.p(
        icon("id-card", 28),
        rx.el.span(t("home.received", date=date_var(each["received"], "date"))),
        class_name="received",
    )
    is_written = (each["what"] == "campaign") | (each["what"] == "article")
    unwritten = rx.cond(is_written, rx.el.blockquote(t("home.unwritten"), class_name="quiet"))
    text = rx.cond(each["quote"] != "", rx.el.blockquote(each["quote"]), unwritten)
    other = rx.cond(
        each["received"] != "", looked_at, rx.cond(each["image"] != "", picture(each["image"], "seen"), text)
    )
    return rx.cond(shapes.length() > 0, sketch_map(shapes), other)


def _trip(each: rx.Var[dict[str, str]]) -> rx.Component:
    """From where to where, in words; a sketch that names both ends is told whether they come back."""
    is_drawn = (Waits.sketches[each["key"]].length() > 0) & (each["destination"] != ANYWHERE)
    back = rx.cond(each["back"] != "", t("home.both_ways"), t("home.one_way"))
    words = rx.el.span(drawn_journey(each["route"]), class_name=rx.cond(is_drawn, "visually-hidden", ""))
    return rx.cond(
        each["route"] != "",
        rx.el.p(
            words,
            rx.cond(is_drawn, rx.el.span(back, aria_hidden="true")),
            class_name=rx.cond(is_drawn, "trip drawn", "trip"),
        ),
    )


def _pressing(each: rx.Var[dict[str, str]]) -> rx.Component:
    """Why they come first, with the day it is for; in a word where that is near."""
    day, date = each["day"], date_var(each["day"], "date")
    when = rx.cond(each["near"] != "", choice_label("home.near", each["near"]), t("home.on", date=date))
    dated = [(what, t(f"home.dated.{what}", when=when)) for what in DATED]
    why = choice_label("home.next", each["what"])
    said = rx.el.time(badge(rx.match(each["what"], *dated, why), "warn"), date_time=day, title=date)
    # What is only to be finished presses nobody, as the sentence above has it.
    tone = rx.match(each["what"], *((what, "none") for what in THINGS), "warn")
    return rx.cond(day != "", said, badge(why, tone))


def _call(each: rx.Var[dict[str, str]]) -> rx.Component:
    """A call, where a list tells their telephone."""
    number = each["telephone"]
    said = t("home.of", what=t("home.call", name=each["name"]), name=number)
    there = anchor(
        icon("phone", 16),
        rx.el.span(t("kit.show.call")),
        href=call(number),
        class_name="button plain",
        aria_label=said,
        data_testid="action:call",
    )
    return rx.cond(number != "", there)


def _done(each: rx.Var[dict[str, str]]) -> rx.Component:
    """What was done last, and when; else since when they are there."""
    date = date_var(each["since"], "date")
    when = rx.el.time(t("home.on", date=date), date_time=each["since"])
    since = rx.cond(each["what"] == "member", t("home.asked", date=date), t("home.came", date=date))
    came = rx.el.p(rx.el.time(since, date_time=each["since"]), class_name="quiet")
    done = rx.el.p(choice_label("solidary_actions.name", each["said"]), " ", when, class_name="quiet")
    return rx.cond(each["said"] != "", done, rx.cond(each["since"] != "", came))
