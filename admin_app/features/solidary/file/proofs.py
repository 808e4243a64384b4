"""What the person of a record gave as proofs: options by their labels, files that are fetched when one is opened."""

import reflex as rx

from admin_app.api.errors import ApiError, NotFound
from admin_app.features.solidary.criteria import REQUESTER, Criterion, missing
from admin_app.features.solidary.eligibility.structure_reader import STRUCTURE_READ, STRUCTURES
from admin_app.features.solidary.file.state import RecordMixin, Texts
from admin_app.features.solidary.proof_lines import proof_lines, proofs_in
from admin_app.features.solidary.proof_viewer import LARGEST, ProofViewerMixin
from admin_app.features.solidary.record import READ
from admin_app.features.solidary.structure import Structure
from admin_app.kit.session import signed_in, signed_in_background


class ProofsMixin(ProofViewerMixin, RecordMixin, rx.State, mixin=True):
    """A file whose proofs can be looked at."""

    proofs: list[Texts] = []
    """A line per proof: see `proof_lines`."""
    proofs_lacking: list[str] = []
    """What the structure needs that nobody gave yet, a file that was to come later for one."""
    _criteria: dict[str, tuple[Criterion, ...]] = {}
    """What each structure that was read asks of requesters."""
    _unread: str = ""
    """The structure that was not to be had."""

    @rx.event(background=True)
    async def load_criteria(self):
        """Read what the structure asks, once: the first option of a criterion comes as its raw value (ProofView)."""
        async with self:
            structure = self.shown.get("structureId", "")
            if not structure or structure in self._criteria:
                return
        try:
            async with signed_in_background(self, reads=(READ, STRUCTURE_READ)) as api:
                item = await api.get(STRUCTURES, structure)
                criteria = tuple(Structure.of(item).criteria(REQUESTER, all_of_them=True))
            known = {structure: criteria}
        except (ApiError, ValueError):
            known = {}  # who may not read it, or cannot now, sees the values as they came
        async with self:
            self._criteria = {**self._criteria, **known}
            self._unread = "" if known else structure
            self._show_proofs()

    async def _proof_content(self, proof_id: str) -> bytes:
        """The file of a proof of the record on show; its address is kept here, and the page never has it."""
        proofs = proofs_in(self._answer().get("adminproofs"))
        address = next((str(each.get("fileName") or "") for each in proofs if str(each.get("proofId")) == proof_id), "")
        if not self._is_open() or not address:
            raise NotFound
        async with signed_in(self, reads=READ) as api:
            return await api.file(address, LARGEST)

    def _show_proofs(self) -> None:
        """Show an option by what people read, and what is still to be given, where the structure is known."""
        structure = self.shown.get("structureId", "")
        asked, awaited = self._criteria.get(structure, ()), structure not in (*self._criteria, self._unread, "")
        proofs = proofs_in(self._answer().get("adminproofs"))
        self.proofs = proof_lines(proofs, None if awaited else asked)
        self.proofs_lacking = [each.label for each in missing([each for each in asked if each.activated], proofs)]

    def _clear_proofs(self) -> None:
        self.document = self.document_kind = self.opening = ""
        self.proofs, self.proofs_lacking = [], []
