"""The card of what somebody gave to be accepted: each proof, the file it may hold, and what lacks."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.eligibility.person import PersonMixin
from admin_app.features.solidary.proof_viewer import lacking, open_button, proof_document, proof_value
from admin_app.kit.parts import badge, icon, spinner, titled_card
from admin_app.kit.words.locale import choice_label, pick_of, t

State = type[PersonMixin]
HEADING = "given-proofs"
Line = rx.Var[dict[str, str]]


def given_card(state: State, *actions: Any) -> rx.Component:
    """Proofs given and proofs that lack; `actions` stand below them."""
    listed = rx.el.ul(rx.foreach(state.given, lambda line: _given(state, line)), class_name="proofs", role="list")
    other = rx.el.p(icon("info", 15), t("eligibility.given_to", structure=state.given_to), class_name="hint")
    return titled_card(
        HEADING,
        t("eligibility.given"),
        rx.cond(state.given_to != "", other),
        rx.cond(state.given.length() > 0, listed, rx.el.p(t("eligibility.none_given"), class_name="quiet")),
        _lacks(state),
        *actions,
        data_testid="given",
        data_known=state.knowledge,
    )


def _lacks(state: State) -> Any:
    """What lacks, nothing, or that it is not known."""
    complete = rx.el.p(badge(t("eligibility.complete"), "good", icon("circle-check", 14)))
    unread = rx.el.p(icon("info", 15), choice_label("eligibility.knowledge", "unread"), class_name="hint")
    return rx.match(
        state.knowledge,
        ("known", rx.cond(state.lacks.length() > 0, lacking(t("eligibility.lacks"), state.lacks), complete)),
        ("unread", unread),
        rx.fragment(),
    )


def _given(state: State, line: Line) -> rx.Component:
    picture = t("eligibility.picture", name=line["label"])
    text = rx.el.span(rx.cond(line["value"] != "", line["value"], "—"))
    return rx.el.li(
        rx.el.span(line["label"], class_name="proof-label"),
        rx.el.div(proof_value(line, _file(state, line), text)),
        rx.cond(state.document == line["key"], proof_document(state, picture, "eligibility.open_pdf")),
        key=line["key"],
        data_testid="proof",
        data_kind=line["kind"],
    )


def _file(state: State, line: Line) -> rx.Component:
    opened = open_button(state, line, line["key"], "open-proof")
    size = rx.el.span(pick_of(line, "size"), class_name="quiet nowrap")
    return rx.el.div(
        opened, size, rx.cond(state.opening == line["key"], spinner(t("kit.words.loading"))), class_name="row"
    )
