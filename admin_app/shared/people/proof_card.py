"""The card of identity proofs on a show page: see, decide after having been asked, look back."""

from typing import Any

import reflex as rx

from admin_app.kit.parts import (
    anchor,
    button,
    confirmation,
    document,
    entry,
    icon,
    offered,
    opens,
    spinner,
    titled_card,
)
from admin_app.kit.shows import record_table
from admin_app.kit.words.locale import date_var, pick_of, t
from admin_app.shared.people.proofs import DOCUMENT, FLAG, HEADING, HISTORY, ProofsMixin

State = type[ProofsMixin]
WAITING, KEY = "waiting-proof", "V"
"""The document that waits on the page, and the key that leads there."""


def waiting_proof(state: Any) -> rx.Component:
    """Said below the head of a record, while a document waits, with the way there for a click or one key."""
    there = anchor(
        t("users.proofs.check"),
        rx.el.kbd(KEY, aria_hidden="true"),
        href=f"#{HEADING}",
        data_testid="action:to-proof",
        custom_attrs={"data-goto": WAITING, "aria-keyshortcuts": KEY},
    )
    told = rx.el.p(
        icon("file-clock"),
        rx.el.span(t("users.proofs.waiting", date=date_var(state.proof["sent"])), " ", there),
        class_name="remark waits",
    )
    return offered(rx.cond(state.proof.length() > 0, told), None, FLAG)


def proof_card(state: Any) -> rx.Component:
    """Identity on the page of a person; nothing for those whom it does not concern."""
    none = rx.el.p(t("users.proofs.none"), class_name="quiet")
    history = rx.cond(state.proofs.length() > 0, _history(state), none)
    return _part(state, _waiting(state), history, accept_by_hand(state))


def proof_below(state: Any) -> rx.Component:
    """The same where the page itself says how the newest proof stands: the document that waits, one key away, and the
    history as soon as there is more than one."""
    earlier = rx.el.details(
        rx.el.summary(icon("chevron-right", 16), t("users.proofs.history", count=state.proofs.length())),
        _history(state),
        class_name="beyond",
        key=state.shown_id,
    )
    return _part(state, _waiting(state, KEY), rx.cond(state.proofs.length() > 1, earlier))


def proof_decision(state: Any) -> rx.Component:
    """When the newest proof was decided upon, and by whom, to be read after its status."""
    newest = state.proofs[0]
    day = date_var(newest["acceptedDate"])
    told = rx.cond(
        newest["validator"] != "",
        t("users.proofs.decided_by", date=day, name=newest["validator"]),
        t("users.proofs.decided", date=day),
    )
    settled = (state.proofs.length() > 0) & (newest["status"] == entry(state.shown, "identityStatus"))
    return rx.cond(settled & (newest["acceptedDate"] != ""), rx.fragment(" ", told))


def accept_by_hand(state: Any) -> rx.Component:
    """The identity accepted without a document, where that may be done."""
    return rx.cond(state.proof_by_hand, _by_hand(state))


def _part(state: State, *parts: rx.Component) -> rx.Component:
    card = titled_card(HEADING, t("users.sections.proofs"), *parts)
    return offered(rx.cond(state.proofs_apply, card), None, FLAG)


def _history(state: State) -> rx.Component:
    heads = {column.field: t(f"users.proof_fields.{column.field}") for column in HISTORY}
    return record_table(HISTORY, state.proofs, heads, HEADING)


def _waiting(state: State, key: str = "") -> rx.Component:
    """The document that waits; it is fetched when somebody asks to see it, not before."""
    proof = state.proof
    label = rx.fragment(t("users.proofs.see"), rx.el.kbd(key, aria_hidden="true")) if key else t("users.proofs.see")
    see = button(
        label,
        "see-proof",
        symbol="eye",
        on_click=state.open_proof,
        disabled=state.opening_proof,
        custom_attrs={"aria-keyshortcuts": key} if key else {},
    )
    document_waits = rx.el.div(
        rx.el.div(
            icon("file-clock"),
            rx.el.div(
                rx.el.p(rx.el.strong(t("users.proofs.waiting", date=date_var(proof["sent"])))),
                rx.el.p(proof["name"], " · ", pick_of(proof, "size"), class_name="quiet"),
                rx.cond(proof["lacking"] != "", rx.el.p(t("users.proofs.lacking"), class_name="hint")),
            ),
            class_name="told",
        ),
        rx.cond(state.proof_kind != "", _document(state)),
        rx.cond(state.opening_proof, spinner(t("kit.words.loading"))),
        rx.el.div(
            rx.cond(state.proof_kind == "", see),
            _ask("accept", "badge-check", "primary"),
            _ask("refuse", "ban", "danger-plain"),
            class_name="row",
        ),
        _decision(state, "accept", accept=True),
        _decision(state, "refuse", accept=False),
        class_name="waits-band",
        custom_attrs={"id": WAITING},
    )
    return rx.cond(proof.length() > 0, document_waits)


def _document(state: State) -> rx.Component:
    return document(
        state.proof_kind,
        t("users.proofs.picture"),
        t("users.proofs.open_pdf"),
        control_id=DOCUMENT,
        on_open=state.close_proof,
    )


def _ask(name: str, symbol: str, tone: str) -> rx.Component:
    return button(
        t(f"users.proofs.{name}"), f"{name}-proof", symbol=symbol, tone=tone, custom_attrs=opens(f"proof-{name}")
    )


def _decision(state: State, name: str, *, accept: bool) -> rx.Component:
    """Asked before what cannot be taken back."""
    return confirmation(
        f"proof-{name}",
        name,
        t(f"users.proofs.{name}_title", name=state.title),
        rx.el.p(t(f"users.proofs.{name}_text")),
        *([rx.el.p(t("users.proofs.accept_follows"))] if accept else []),
        rx.el.p(t("users.proofs.final")),
        answer=rx.cond(state.deciding, t("users.proofs.deciding"), t(f"users.proofs.{name}")),
        does=state.decide_proof(state.proof["id"], accept),
        danger=not accept,
        disabled=state.deciding,
        stays=True,
    )


def _by_hand(state: State) -> rx.Component:
    return rx.fragment(
        button(t("users.proofs.by_hand"), "by-hand-proof", symbol="badge-check", custom_attrs=opens("proof-by-hand")),
        confirmation(
            "proof-by-hand",
            "by-hand",
            t("users.proofs.accept_title", name=state.title),
            rx.el.p(t("users.proofs.by_hand_text")),
            rx.el.p(t("users.proofs.accept_follows")),
            answer=rx.cond(state.deciding, t("users.proofs.deciding"), t("users.proofs.accept")),
            does=state.accept_by_hand,
            disabled=state.deciding,
            stays=True,
        ),
    )
