"""Notices on the page: the snackbar and its live region."""

import reflex as rx

from admin_app.kit.parts.widgets import icon_button, link
from admin_app.kit.session import Notices
from admin_app.kit.words.catalogue import LOCALES
from admin_app.kit.words.locale import pick, t


def notice(item: rx.Var[dict[str, str]]) -> rx.Component:
    """One notice; the browser script closes it when the animation of its time line ends."""
    reference = rx.el.small(t("errors.reference"), " ", rx.el.code(item["reference"]))
    return rx.el.li(
        rx.icon(tag="circle-check", size=20, class_name="notice-icon only-success", aria_hidden="true"),
        rx.icon(tag="circle-alert", size=20, class_name="notice-icon only-error", aria_hidden="true"),
        rx.el.div(
            rx.el.strong(pick({each: item[f"text_{each}"] for each in LOCALES})),
            rx.cond(item["detail"] != "", rx.el.p(pick({each: item[f"detail_{each}"] for each in LOCALES}))),
            rx.cond(item["to"], rx.el.p(link(t("kit.actions.show"), to=item["to"], data_testid="action:told"))),
            rx.cond(item["reference"], rx.fragment(" ", reference)),
            class_name="notice-text",
        ),
        icon_button("x", t("kit.actions.close"), "close-notice", on_click=Notices.dismiss(item["id"])),
        rx.el.span(class_name="notice-life", aria_hidden="true"),
        class_name="notice",
        data_testid="notice",
        data_kind=item["kind"],
        key=item["id"],
    )


def notice_area() -> rx.Component:
    """The live region every notice is announced from; it outlives page changes."""
    return rx.el.div(
        rx.el.ul(rx.foreach(Notices.items, notice), class_name="notices"),
        role="log",
        aria_live="polite",
        aria_label=t("kit.shell.notices"),
    )
