"""What the page of a person tells of their eligibility: structures, what was given with its files, what lacks."""

from collections.abc import Mapping
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, NotFound, SessionEnded
from admin_app.features.solidary import memberships
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.deciding import DecisionMixin
from admin_app.features.solidary.eligibility import status
from admin_app.features.solidary.eligibility.structure_reader import STRUCTURE_READ, may_read_structures, structure_of
from admin_app.features.solidary.memberships import Item
from admin_app.features.solidary.people_list import STATUS
from admin_app.features.solidary.proof_lines import proof_lines
from admin_app.features.solidary.proof_viewer import LARGEST, ProofViewerMixin
from admin_app.features.solidary.roles import Role
from admin_app.features.solidary.structure import Structure
from admin_app.kit.declare import text_of
from admin_app.kit.session import report, signed_in, signed_in_background
from admin_app.kit.shows import ShowMixin

KEPT = ("id", "structures", "proofs")


class PersonMixin(ProofViewerMixin, DecisionMixin, ShowMixin, rx.State, mixin=True):
    """The page of somebody with a role in structures."""

    role: ClassVar[Role]

    eligibility: list[dict[str, str]] = []
    """A line per structure: see `DecisionMixin._membership_lines`."""
    given: list[dict[str, str]] = []
    """A line per proof: see `proof_lines`."""
    given_to: str = ""
    """The structure that the proofs are of, where the person is in several: the API tells those of one."""
    given_id: str = ""
    """The id of the structure the proofs are of."""
    lacks: list[str] = []
    """The mandatory criteria that are not met."""
    knowledge: str = ""
    """A `status.Knowledge`; empty as long as the structure is not read."""
    _person: dict[str, Any] = {}

    @rx.event(background=True, supersedes=True)
    async def load_criteria(self):
        """Read what the structure asks, beside the page: then it can be told what lacks and what options mean."""
        async with self:
            person, shown = dict(self._person), self.shown_id
            readable = await may_read_structures(self)
        structure, step = None, None
        try:
            if readable and person:
                async with signed_in_background(self, reads=(self.resource.may.read, STRUCTURE_READ)) as api:
                    structure = await structure_of(api, memberships.last_structure(person))
        except ApiError as error:
            async with self:
                step = await report(self, error, "memberships.failed") if isinstance(error, SessionEnded) else None
            if step:
                yield step
            return
        async with self:
            if self.shown_id == shown:
                self._show_proofs(structure)

    async def _proof_content(self, proof_id: str) -> bytes:
        """The file of a line of `given`, whose address is asked for anew."""
        async with signed_in(self, reads=self.resource.may.read) as api:
            address = status.file_of(await api.get(self.resource.endpoint, self.shown_id), proof_id)
            if not address:
                raise NotFound
            return await api.file(address, LARGEST)

    async def _show(self, api: Api, record_id: str) -> dict[str, Any]:
        item = await super()._show(api, record_id)
        await self._show_standing(item)
        return item

    async def _show_standing(self, item: Item) -> None:
        """Beside the name: how they stand to the current structure."""
        current = (await self.get_state(CurrentStructure)).structure
        self.shown = {**self.shown, STATUS.param: memberships.standing(item, current)}

    async def _take(self, api: Api, item: dict[str, Any]) -> None:
        await super()._take(api, item)
        await self._show_person(item)

    async def _show_person(self, item: Item) -> None:
        """Show somebody as they are."""
        self._person = {name: item.get(name) for name in KEPT}
        self.eligibility = await self._membership_lines(item)
        self.close_proof()
        self._show_proofs(None)
        self.knowledge = ""

    async def _show_decided(self, item: Item, decision: Mapping[str, str]) -> None:
        if decision["person"] == self.shown_id:
            await self._show_person(item)
            await self._show_standing(item)

    def _shown_status(self, person: str, structure: str) -> str | None:
        lines = self.eligibility if person == self.shown_id else []
        return next((line["status"] for line in lines if line["structure"] == structure), None)

    def _known_lacks(self, person: str, structure: str) -> list[str]:
        return list(self.lacks) if (person, structure) == (self.shown_id, self.given_id) else []

    def _after_decision(self) -> list[Any]:
        return [self.__class__.load_criteria]

    def _read_again(self) -> list[Any]:
        return [self.__class__.load]

    def _show_proofs(self, structure: Structure | None) -> None:
        """Tell what was given and what lacks, as far as a structure is known."""
        asked = structure.criteria(self.role.asked, all_of_them=True) if structure else []
        self.given = proof_lines(memberships.proofs(self._person), asked)
        joined = memberships.memberships(self._person)
        last = memberships.last_structure(self._person)
        self.given_to = next((each.name for each in joined if each.structure == last), "") if len(joined) > 1 else ""
        self.given_id = last
        self.knowledge = status.knowledge(self._person, last, structure)
        lacking = status.lacking(self._person, structure, self.role) if structure else []
        self.lacks = [text_of(each.label) for each in lacking]

    def _besides(self) -> list[Any]:
        return [*super()._besides(), self.__class__.load_criteria]

    def _role(self) -> Role:
        return self.role

    def _clear(self) -> None:
        super()._clear()
        self.close_proof()
        self.eligibility, self.given, self.lacks = [], [], []
        self.given_to = self.given_id = self.knowledge = self.opening = ""
        self._person, self.decision, self.consequences = {}, {}, []
