"""`SolidaryFile`: the state of the screen, with everything that is done on it."""

from typing import Any, ClassVar

import reflex as rx

from admin_app.api.errors import MalformedAnswer
from admin_app.kit.script import run
from admin_app.kit.session import reports_errors, signed_in
from admin_app.kit.transfer import pictures, tickets
from admin_app.solidary.current_structure import CurrentStructure
from admin_app.solidary.drivers.contact import ContactMixin
from admin_app.solidary.file.shaping import Texts
from admin_app.solidary.file.state import READ, Subject
from admin_app.solidary.statuses import ACCEPTED

DOCUMENT = "proof-document"


class SolidaryFile(ContactMixin, rx.State):
    """The file of one record."""

    resource: ClassVar[Subject] = Subject()

    document: str = ""
    """The proof whose file is on show; empty until somebody asks for one."""
    document_kind: str = ""
    """`image` or `pdf`."""
    opening: str = ""
    """The proof whose file is being fetched."""

    sheet: Texts = {}
    """The driver of the printed sheet, by the names of `drivers`; empty where none was retained."""
    structure_telephone: str = ""
    """Whom to call about the journey; known of the structures of the person alone."""

    @rx.event
    def choose_driver(self, solution_id: str):
        """Print the sheet for another of the drivers who were retained."""
        self.sheet = next((each for each in self.drivers if each["id"] == solution_id), self.sheet)

    @rx.event
    @reports_errors("solidary_file.proofs.unreadable")
    async def open_proof(self, proof_id: str):
        """Fetch the file of a proof and lay it out for this browser, once."""
        address = self._address_of(proof_id)
        if not self._is_open() or not address:
            return
        self.opening, self.document, self.document_kind = proof_id, "", ""
        yield
        try:
            async with signed_in(self, reads=READ) as api:
                content = await api.file(address, tickets.MAX_FILE)
        finally:
            self.opening = ""
        kind = pictures.kind_of(content)
        if not kind:
            raise MalformedAnswer(cause="document")
        self.document, self.document_kind = proof_id, "pdf" if kind == "pdf" else "image"
        # Told to the page that asked, not kept: the address works once.
        yield run("showFile", DOCUMENT, tickets.offer(content, f"document.{kind}", shown=True))

    @rx.event
    def close_proof(self):
        """Put the file away."""
        self.document = self.document_kind = ""

    def _address_of(self, proof_id: str) -> str:
        """Where the file of a proof is; it is kept here, and the page never has it."""
        found = (each for each in self._answer().get("adminproofs") or [] if str(each.get("proofId")) == proof_id)
        return next((str(each.get("fileName") or "") for each in found), "")

    async def _show(self, item: dict[str, Any], at: str) -> None:
        await super()._show(item, at)
        agreed = [each for each in self.drivers if each["status"] == ACCEPTED]
        same = [each for each in self.drivers if each["id"] == self.sheet.get("id")]
        self.sheet = dict(next(iter([*same, *agreed, *self.drivers]), {}))
        current = await self.get_state(CurrentStructure)
        known = {each["id"]: each["telephone"] for each in current.structures}
        self.structure_telephone = known.get(self.shown["structureId"], "")

    def _clear(self) -> None:
        super()._clear()
        self.document = self.document_kind = self.opening = self.structure_telephone = ""
        self.sheet = {}
