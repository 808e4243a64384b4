"""What is told of a target before anything is written: how many get the mail, how many do not and why, a few names."""

import reflex as rx

from admin_app.kit.parts import icon
from admin_app.kit.words.locale import t

Numbers = rx.Var[dict[str, int]]


def told(numbers: Numbers, names: rx.Var[list[str]]) -> rx.Component:
    """The numbers of a `Count`, and some of its names."""
    lines = [_line(numbers, name) for name in ("opted_out", "without_email", "outside", "not_members")]
    unknown = rx.el.li(icon("circle-help", 16), t("mailing.counts.email_unknown"), class_name="quiet")
    more = (_number(numbers, "reached") - names.length()).to(int)
    some = rx.el.p(
        t("mailing.counts.among"),
        " ",
        rx.foreach(names, lambda name: rx.el.span(name, class_name="name", title=name)),
        rx.cond(more > 0, rx.el.span(t("mailing.counts.more", count=more), class_name="quiet")),
        class_name="mail-names",
    )
    return rx.el.div(
        rx.el.p(rx.el.strong(t("mailing.counts.reached", count=_number(numbers, "reached")))),
        rx.el.ul(
            rx.el.li(t("mailing.counts.chosen", count=_number(numbers, "chosen"))),
            *lines,
            rx.cond(numbers.contains("without_email"), rx.fragment(), unknown),
            class_name="mail-counts",
        ),
        rx.cond(names.length() > 0, some),
        data_testid="mail-counts",
        data_reached=_number(numbers, "reached").to_string(),
    )


def _line(numbers: Numbers, name: str) -> rx.Component:
    number = _number(numbers, name)
    return rx.cond(number > 0, rx.el.li(t(f"mailing.counts.{name}", count=number)))


def _number(numbers: Numbers, name: str) -> rx.vars.NumberVar:
    return rx.cond(numbers.contains(name), numbers[name], 0).to(int)
