"""What a structure asks to be proven in the form of a request, and what of it is there (SOLIDARY-17)."""

from typing import Any

import reflex as rx

from admin_app.features.solidary.asking.validation import needed_now
from admin_app.features.solidary.criteria import REQUESTER, Criterion
from admin_app.features.solidary.proof_files import ProofFilesMixin
from admin_app.features.solidary.structure import Structure


class AskedProofsMixin(ProofFilesMixin, rx.State, mixin=True):
    """The criteria of the structure with what answers them."""

    criteria: list[dict[str, Any]] = []
    """As `criteria_inputs` shows them, those first without which nothing is created."""
    proofs: dict[str, str] = {}
    """What is proven, by the name of its input."""
    files_given: dict[str, str] = {}
    """The files whoever asks gave before, by the name of the input."""
    _criteria: tuple[Criterion, ...] = ()  # what a state holds in lists is handed out wrapped, and models bear none

    @rx.var
    def files_later(self) -> list[str]:
        """The files the structure demands and does not have: nobody hands over a file on the telephone."""
        chosen = {name for name, file in self.proof_files.items() if file["name"]}
        demanded = [each for each in self._criteria if each.kind == "file" and each.mandatory]
        return [each.label for each in demanded if each.name not in {*self.files_given, *chosen}]

    def _ask_for(self, structure: Structure) -> None:
        """Ask what a structure asks of requesters."""
        self._criteria = tuple(sorted(structure.criteria(REQUESTER), key=needed_now, reverse=True))
        self.criteria = [{**each.model_dump(mode="json"), "mandatory": needed_now(each)} for each in self._criteria]

    def _proof_inputs(self) -> set[str]:
        return {each.name for each in self._criteria if each.kind == "file"}
