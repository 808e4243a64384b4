"""How candidatures are shown and decided upon: a card with a line per structure, and the question asked first."""

from functools import partial
from typing import Any

import reflex as rx

from admin_app.features.solidary.deciding import DIALOG, HEADING, DecisionMixin
from admin_app.features.solidary.eligibility.person import PersonMixin
from admin_app.features.solidary.statuses import (
    MEMBER,
    MEMBERSHIP_LABELS,
    MEMBERSHIP_TONES,
    TURNED_DOWN,
)
from admin_app.kit.parts import answers, badge, button, dialog, entry, icon, titled_card
from admin_app.kit.session import may
from admin_app.kit.styles import sheet
from admin_app.kit.words.locale import choice_label, t

State = type[DecisionMixin]
Line = rx.Var[dict[str, str]]
STYLESHEET = "/solidary-people.css"
"""The looks of people's standing, proofs and candidatures."""


def status_mark(status: rx.Var[str]) -> rx.Component:
    """A status as shape and word; a mark of its own where the API tells none."""
    known = badge(choice_label(MEMBERSHIP_LABELS, status), rx.match(status, *MEMBERSHIP_TONES.items(), "quiet"))
    return rx.cond(status != "", known, badge(t("memberships.no_status"), "quiet", icon("circle-help", 14)))


def eligibility_card(state: type[PersonMixin]) -> rx.Component:
    """The structures of the person shown, how they stand to each, and what may be decided there."""
    listed = rx.el.ul(
        rx.foreach(state.eligibility, lambda line: _line(state, line)), class_name="memberships", role="list"
    )
    return titled_card(
        HEADING,
        t("memberships.title"),
        sheet(STYLESHEET),
        rx.cond(state.eligibility.length() > 0, listed, rx.el.p(t("memberships.none"), class_name="quiet")),
        data_testid="eligibility",
    )


def _line(state: type[PersonMixin], line: Line) -> rx.Component:
    """How somebody stands to a structure, and what may be decided there but for what is so already."""
    status, who = line["status"], (state, state.shown_id, line["structure"], line["name"])
    # What waits for an answer calls; who was refused is seldom accepted after all.
    accept = accept_button(*who, tone=rx.cond(status == TURNED_DOWN, "plain", "primary"))
    buttons = rx.el.div(
        rx.cond(status != MEMBER, accept),
        rx.cond(status != TURNED_DOWN, refuse_button(*who)),
        class_name="row membership-actions",
    )
    reason = rx.el.p(icon("info", 15), choice_label("memberships.shut", line["shut"]), class_name="hint")
    return rx.el.li(
        rx.el.div(rx.el.strong(line["name"]), status_mark(status), class_name="membership-head"),
        rx.cond(line["shut"] != "", reason, rx.cond(may(state.role.update), buttons)),
        key=line["structure"],
        data_testid="membership",
        data_id=line["structure"],
        data_status=status,
    )


def accept_button(state: State, person: Any, structure: Any, name: Any, *, tone: Any = "plain") -> rx.Component:
    """Asks whether a candidate is to be accepted."""
    return button(
        t("memberships.accept"),
        "accept-candidate",
        symbol="circle-check",
        tone=tone,
        aria_label=t("memberships.accept_of", name=name),
        on_click=state.ask_decision(person, structure, True),
    )


def refuse_button(state: State, person: Any, structure: Any, name: Any) -> rx.Component:
    """Asks whether a candidate is to be refused."""
    return button(
        t("memberships.refuse"),
        "refuse-candidate",
        symbol="ban",
        aria_label=t("memberships.refuse_of", name=name),
        on_click=state.ask_decision(person, structure, False),
    )


def decision_dialog(state: State) -> rx.Component:
    """The question, with what follows from the answer; to do nothing has the focus."""
    asked = state.decision
    named = {"name": entry(asked, "name"), "structure": entry(asked, "where")}
    accepts = entry(asked, "accept") != ""
    decide = partial(button, action="confirm-decision", disabled=state.deciding, on_click=state.decide)
    confirm = rx.cond(
        accepts,
        decide(t("memberships.confirm_accept"), symbol="circle-check", tone="primary"),
        decide(t("memberships.confirm_refuse"), symbol="ban", tone="danger"),
    )
    return dialog(
        DIALOG,
        rx.cond(accepts, t("memberships.ask_accept", **named), t("memberships.ask_refuse", **named)),
        rx.el.ul(rx.foreach(state.consequences, lambda line: rx.el.li(line)), class_name="impacts"),
        rx.cond(state.deciding, rx.el.p(t("memberships.deciding"), role="status", class_name="quiet")),
        answers(DIALOG, "decision", confirm),
    )
