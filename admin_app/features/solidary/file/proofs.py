"""What the person of a record gave as proofs: options by their labels, files that are fetched when one is opened."""

from typing import Any

import reflex as rx

from admin_app.api.errors import ApiError, MalformedAnswer
from admin_app.features.solidary.criteria import REQUESTER, Criterion, missing
from admin_app.features.solidary.file.state import READ
from admin_app.features.solidary.file.unreadable import UnreadableMixin
from admin_app.features.solidary.structure import Structure
from admin_app.features.solidary.structures.resource import STRUCTURES
from admin_app.kit.script import run
from admin_app.kit.session import reports_errors, signed_in, signed_in_background
from admin_app.kit.transfer import pictures, tickets

DOCUMENT = "proof-document"
"""The id of what shows the file of a proof."""
READ_STRUCTURE = "structure_read"


class GivenMixin(UnreadableMixin, rx.State, mixin=True):
    """A file whose proofs can be looked at."""

    document: str = ""
    """The proof whose file is on show; empty until somebody asks for one."""
    document_kind: str = ""
    """`image` or `pdf`."""
    opening: str = ""
    """The proof whose file is being fetched."""
    proofs_lacking: list[str] = []
    """What the structure needs that nobody gave yet, a file that was to come later for one."""
    _criteria: dict[str, tuple[Criterion, ...]] = {}
    """What each structure that was read asks of requesters."""

    @rx.event(background=True)
    async def load_criteria(self):
        """Read what the structure asks, once: the first option of a criterion comes as its raw value (ProofView)."""
        async with self:
            structure = self.shown.get("structureId", "")
            if not structure or structure in self._criteria:
                return
        try:
            async with signed_in_background(self, reads=(READ, READ_STRUCTURE)) as api:
                item = await api.get(STRUCTURES.endpoint, structure)
                found = tuple(Structure.of(item).criteria(REQUESTER, all_of_them=True))
        except (ApiError, ValueError):
            return  # who may not read it, or cannot now, sees the values as they came
        async with self:
            self._criteria = {**self._criteria, structure: found}
            self._show_criteria()

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

    def _show_criteria(self) -> None:
        """Show an option by what people read, and what is still to be given, where the structure is known."""
        asked = self._criteria.get(self.shown["structureId"], ())
        known = {str(each.id): {option.value: option.label for option in each.choices} for each in asked}
        lacking = missing([each for each in asked if each.activated], self._answer().get("adminproofs") or [])
        self.proofs_lacking = [each.label for each in lacking]
        self.proofs = [
            {**each, "value": known.get(each["criterion"], {}).get(each["value"], each["value"])}
            for each in self.proofs
        ]

    async def _show(self, item: dict[str, Any], at: str) -> None:
        await super()._show(item, at)
        self._show_criteria()

    def _clear(self) -> None:
        super()._clear()
        self.document = self.document_kind = self.opening = ""
        self.proofs_lacking = []

    def _besides(self) -> list[Any]:
        return [*super()._besides(), self.__class__.load_criteria]
