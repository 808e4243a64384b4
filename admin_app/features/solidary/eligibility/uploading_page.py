"""The dialog in which proofs of a beneficiary are chosen and sent, and the person accepted with them."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.criteria_inputs import criteria_inputs
from admin_app.features.solidary.eligibility.uploading import DIALOG, REMOVAL, UploadingMixin
from admin_app.features.solidary.proof_files import GIVE_PROOF
from admin_app.features.solidary.record import CREATE, creation
from admin_app.kit.parts import button, button_link, closes, dialog, entry, icon
from admin_app.kit.session import may
from admin_app.kit.words.locale import choice_label, t

State = type[UploadingMixin]


def proofs_button(
    state: State,
    person: rx.Var[str],
    structure: rx.Var[str],
    name: Any,
    *,
    words: str = "add",
    symbol: str = "file-up",
    tone: str = "plain",
) -> rx.Component:
    """What opens the dialog, for who may send proofs, in the words of `eligibility.<words>`."""
    opener = button(
        t(f"eligibility.{words}"),
        "add-proofs",
        symbol=symbol,
        tone=tone,
        aria_label=t(f"eligibility.{words}_of", name=name),
        on_click=state.open_proofs(person, structure),
    )
    return rx.cond(may(GIVE_PROOF), opener)


def proofs_dialog(state: State) -> rx.Component:
    """The files that are wanted, what accepting changes, and what was done when not all went well."""
    names = {"name": entry(state.decision, "name"), "structure": entry(state.decision, "where")}
    return dialog(
        DIALOG,
        t("eligibility.dialog", **names),
        rx.cond(state.obstacle != "", _obstacle(state), _inputs(state)),
        rx.cond(state.beside.length() > 0, _beside(state)),
        _done(state),
        rx.cond(_accepting(state), _consequences(state)),
        rx.cond(state.sending, rx.el.p(t("eligibility.sending"), role="status", class_name="quiet")),
        _buttons(state),
        class_name="wide",
    )


def _accepting(state: State) -> Any:
    return (state.obstacle == "") & (entry(state.decision, "accept") != "")


def _obstacle(state: State) -> rx.Component:
    create = button_link(t("eligibility.create_request"), "create-request", creation(state.user), symbol="plus")
    return rx.el.div(
        rx.el.p(icon("info", 16), choice_label("eligibility.obstacle", state.obstacle), class_name="side-note"),
        rx.cond((state.obstacle == "no_record") & may(CREATE), create),
    )


def _inputs(state: State) -> rx.Component:
    replaced = rx.el.p(
        icon("info", 15),
        rx.el.span(
            rx.cond(may(REMOVAL), t("eligibility.replaced"), t("eligibility.irreplaceable")),
            " ",
            _names(state.replaced),
        ),
        class_name="hint",
    )
    return rx.el.div(
        criteria_inputs(state.wanted, files=state), rx.cond(state.replaced.length() > 0, replaced), class_name="form"
    )


def _beside(state: State) -> rx.Component:
    return rx.el.p(icon("info", 15), rx.el.span(t("eligibility.beside"), " ", _names(state.beside)), class_name="hint")


def _names(names: rx.Var[list[str]]) -> rx.Component:
    return rx.el.strong(names.join(", "))


def _done(state: State) -> rx.Component:
    """What was done, then what was not: they may both be there."""
    stored = rx.el.p(
        *(icon("circle-check", 16), t("eligibility.so_far"), " ", _names(state.stored)),
        class_name="yes-no yes",
        data_testid="stored",
    )
    return rx.el.div(
        rx.cond(state.stored.length() > 0, stored),
        rx.el.p(
            state.refused, role="alert", class_name="field-error", tab_index=-1, custom_attrs={"id": "proofs-refused"}
        ),
    )


def _consequences(state: State) -> rx.Component:
    return rx.el.div(
        rx.el.p(t("eligibility.if_accepted"), class_name="quiet"),
        rx.el.ul(rx.foreach(state.consequences, lambda line: rx.el.li(line)), class_name="impacts"),
    )


def _buttons(state: State) -> rx.Component:
    """Sending alone, then sending and accepting; once all is sent, accepting alone is left."""
    alone = (state.stored.length() > 0) & (state.proof_files.length() == 0)
    send = button(
        t("eligibility.send"),
        "send-proofs",
        symbol="file-up",
        disabled=state.sending,
        on_click=state.send_proofs(False),
    )
    accept = button(
        rx.cond(alone, t("eligibility.accept_alone"), t("eligibility.send_and_accept")),
        "send-and-accept",
        symbol="circle-check",
        tone="primary",
        disabled=state.sending,
        on_click=state.send_proofs(True),
    )
    return rx.el.div(
        button(t("kit.actions.close"), "close-proofs", custom_attrs=closes(DIALOG), on_click=state.leave_proofs),
        rx.cond((state.obstacle == "") & ~alone, send),
        rx.cond(_accepting(state), accept),
        class_name="row end",
    )
