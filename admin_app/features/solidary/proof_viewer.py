"""Looking at the file of a proof: it is fetched when somebody asks, and laid out for their browser once."""

from typing import Any

import reflex as rx

from admin_app.api.errors import MalformedAnswer
from admin_app.kit.parts import Text, button, document, icon
from admin_app.kit.script import run
from admin_app.kit.session import reports_errors
from admin_app.kit.transfer import pictures, tickets
from admin_app.kit.words.locale import choice_label, t

DOCUMENT = "proof-document"
"""The id of what shows the file of a proof."""
LARGEST = 4 * tickets.MAX_FILE
"""Bytes of a file that is opened: people may have sent larger ones elsewhere than are taken here."""


class ProofViewerMixin(rx.State, mixin=True):
    """A page on which the files of proofs are looked at, one at a time."""

    document: str = ""
    """The proof whose file is on show; empty until somebody asks for one."""
    document_kind: str = ""
    """`image` or `pdf`."""
    opening: str = ""
    """The proof whose file is being fetched."""

    @rx.event
    @reports_errors("eligibility.unreadable")
    async def open_proof(self, proof_id: str):
        """Fetch the file of a proof and lay it out for this browser, once."""
        self.opening = str(proof_id)
        self.document = self.document_kind = ""
        yield
        try:
            content = await self._proof_content(str(proof_id))
        finally:
            self.opening = ""
        kind = pictures.kind_of(content)
        if not kind:
            raise MalformedAnswer(cause="document")
        self.document, self.document_kind = str(proof_id), "pdf" if kind == "pdf" else "image"
        # Told to the page that asked, not kept: the address works once.
        yield run("showFile", DOCUMENT, tickets.offer(content, f"document.{kind}", shown=True))

    @rx.event
    def close_proof(self):
        """Its address has served: the next look asks for another."""
        self.document = self.document_kind = ""

    async def _proof_content(self, proof_id: str) -> bytes:
        """The file of a proof, for a feature to fetch; NotFound where there is none."""
        raise NotImplementedError


def proof_document(state: type[ProofViewerMixin], picture: Text, pdf: str) -> rx.Component:
    """The file on show; `picture` says what is seen, `pdf` is the key of what opens a PDF."""
    return document(state.document_kind, picture, t(pdf), control_id=DOCUMENT, on_open=state.close_proof)


def open_button(
    state: type[ProofViewerMixin], proof: rx.Var[dict[str, str]], number: rx.Var[str], action: str
) -> rx.Component:
    """The name of a file, which opens it by the `number` that `_proof_content` takes."""
    return button(
        proof["name"],
        action,
        tone="link",
        class_name="file-name",
        aria_label=t("eligibility.open_of", name=proof["label"]),
        on_click=state.open_proof(number),
        disabled=state.opening != "",
    )


def proof_value(proof: rx.Var[dict[str, str]], file: rx.Component, text: rx.Component) -> Any:
    """What was given as one line of `proof_lines`: `file` shows a file, `text` any value that is no yes or no."""
    return rx.match(
        proof["kind"],
        ("file", file),
        ("lost", rx.el.span(t("eligibility.lost"), class_name="quiet")),
        ("awaited", rx.el.span(class_name="bar")),
        ("yes_no", rx.el.span(choice_label("kit.yes_no", proof["value"]))),
        text,
    )


def lacking(title: Text, labels: rx.Var[list[str]]) -> rx.Component:
    """The proofs that nobody gave yet, by the labels of their criteria."""
    return rx.el.div(
        rx.el.p(icon("triangle-alert", 16), rx.el.strong(title)),
        rx.el.ul(rx.foreach(labels, lambda label: rx.el.li(t("kit.words.quoted", text=label), data_testid="lack"))),
        class_name="lacks",
    )
