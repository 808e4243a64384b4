"""What waits in each module, as links with a number (HOME-1)."""

import reflex as rx

from admin_app.features.home.waiting import WAITS, Waits
from admin_app.kit.parts import all_of, entry, icon, link
from admin_app.kit.records import Waiting
from admin_app.kit.session import may_read
from admin_app.kit.words.locale import choice_label, number_var, t

ICONS = {
    "requests_new": "hand-helping",
    "requests_soon": "clock-alert",
    "requests_silent": "hourglass",
    "requests_passed": "calendar-x",
    "candidates_beneficiary": "heart-handshake",
    "candidates_volunteer": "car",
    "identities": "id-card",
    "members": "users-round",
    "campaigns_untested": "mail",
    "campaigns_tested": "send",
    "articles_drafts": "newspaper",
    "relay_points": "map-pin",
}
"""What stands for each kind."""


def waiting_lines() -> rx.Component:
    """What waits in each module the person may work in, a line a kind."""
    return rx.el.section(
        rx.el.h2(t("home.waits")),
        rx.el.div(*[_module(each) for each in WAITS if each.kinds], class_name="counts"),
        class_name="waiting-for-me",
    )


def _module(module: Waiting) -> rx.Component:
    lines = rx.el.ul(*[_kind(module, kind, address) for kind, address in module.kinds.items()])
    failed = rx.el.p(icon("cloud-alert", 16), t("home.uncounted"), class_name="hint")
    made = rx.el.section(
        rx.el.h3(t(module.title), class_name="visually-hidden"),
        lines,
        rx.cond(Waits.failed.contains(module.key), failed),
        data_testid=f"waiting:{module.key}",
    )
    return rx.cond(all_of(map(may_read, module.permissions), module.flag), made)


def _kind(module: Waiting, kind: str, address: str) -> rx.Component:
    """How many of a kind, as a link to them; a dash where it is not known."""
    number = entry(Waits.counts, kind)
    known = rx.el.strong(number_var(number), custom_attrs={"data-none": rx.cond(number == "0", "true", "false")})
    untold = rx.el.strong("–", class_name="quiet")
    pending = rx.el.strong(rx.el.span(class_name="bar"))
    shown = rx.cond(Waits.counts.contains(kind), known, rx.cond(Waits.answered.contains(module.key), untold, pending))
    label = choice_label("home.waiting", rx.Var.create(kind))
    return rx.el.li(link(icon(ICONS[kind], 16), rx.el.span(label), shown, to=address, data_testid=f"waits:{kind}"))
