"""What the page of a person tells of their eligibility: structures, what was given with its files, what lacks."""

from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, MalformedAnswer, NotFound, SessionEnded
from admin_app.features.solidary import memberships
from admin_app.features.solidary.deciding import DecisionMixin
from admin_app.features.solidary.eligibility import status
from admin_app.features.solidary.eligibility.structure_reader import STRUCTURE_READ, may_read_structures, structure_of
from admin_app.features.solidary.memberships import Item, Role
from admin_app.features.solidary.structure import Structure
from admin_app.kit.declare.fields import text_of
from admin_app.kit.script import run
from admin_app.kit.session import report, reports_errors, signed_in, signed_in_background
from admin_app.kit.shows.state import ShowMixin
from admin_app.kit.transfer import pictures, tickets

DOCUMENT = "given-document"
LARGEST = 4 * tickets.MAX_FILE
"""Bytes of a file that is opened: people may have sent larger ones elsewhere than are taken here."""
KEPT = ("id", "structures", "proofs")


class PersonMixin(DecisionMixin, ShowMixin, rx.State, mixin=True):
    """The page of somebody with a role in structures."""

    role: ClassVar[Role]

    eligibility: list[dict[str, str]] = []
    """A line per structure: see `DecisionMixin._eligibility`."""
    given: list[dict[str, str]] = []
    """A line per proof: see `knowing.given`."""
    given_to: str = ""
    """The structure that the proofs are of, where the person is in several: the API tells those of one."""
    given_id: str = ""
    """The id of the structure the proofs are of."""
    lacks: list[str] = []
    """The mandatory criteria that are not met."""
    knowledge: str = ""
    """A `knowing.Knowledge`; empty as long as the structure is not read."""
    document: dict[str, str] = {}
    """The file on show: `key` and `kind` (`image` or `pdf`)."""
    opening: str = ""
    """The key of the proof whose file is on its way."""
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
                self._weigh(structure)

    @rx.event
    @reports_errors("eligibility.unreadable", busy="opening")
    async def open_given(self, key: str):
        """Fetch the file of a proof and lay it out for this browser, once."""
        key = str(key)
        self.opening, self.document = key, {}
        yield
        async with signed_in(self, reads=self.resource.may.read) as api:
            address = status.file_of(await api.get(self.resource.endpoint, self.shown_id), key)
            if not address:
                raise NotFound
            content = await api.file(address, LARGEST)
        kind = pictures.kind_of(content)
        if not kind:
            raise MalformedAnswer(cause="document")
        self.document = {"key": key, "kind": "pdf" if kind == "pdf" else "image"}
        # Told to the page that asked, not kept: the address works once.
        yield run("showFile", DOCUMENT, tickets.offer(content, f"document.{kind}", shown=True))

    @rx.event
    def close_given(self):
        """Its address has served: the next look asks for another."""
        self.document = {}

    async def _take(self, api: Api, item: dict[str, Any]) -> None:
        await super()._take(api, item)
        await self._take_person(item)

    async def _take_person(self, item: Item) -> None:
        """Show somebody as they are."""
        self._person = {name: item.get(name) for name in KEPT}
        self.eligibility, self.knowledge, self.lacks, self.document = await self._eligibility(item), "", [], {}
        self._weigh(None)
        self.knowledge = ""

    async def _take_decision(self, item: Item, asked: dict[str, str]) -> None:
        if asked["person"] == self.shown_id:
            await self._take_person(item)

    def _lacking(self, person: str, structure: str) -> list[str]:
        return list(self.lacks) if (person, structure) == (self.shown_id, self.given_id) else []

    def _after_decision(self) -> list[Any]:
        return [self.__class__.load_criteria]

    def _weigh(self, structure: Structure | None) -> None:
        """Tell what was given and what lacks, as far as a structure is known."""
        asked = structure.criteria(status.asked_of(self.role), all_of_them=True) if structure else []
        self.given = status.given(self._person, asked)
        found = memberships.memberships(self._person)
        last = memberships.last_structure(self._person)
        self.given_to = next((each.name for each in found if each.structure == last), "") if len(found) > 1 else ""
        self.given_id = last
        self.knowledge = status.knowledge(self._person, last, structure)
        lacking = status.lacking(self._person, structure, self.role) if structure else []
        self.lacks = [text_of(each.label) for each in lacking]

    def _besides(self) -> list[Any]:
        return [*super()._besides(), self.__class__.load_criteria]

    def _decided_role(self) -> Role:
        return self.role

    def _clear(self) -> None:
        super()._clear()
        self.eligibility, self.given, self.lacks, self.document = [], [], [], {}
        self.given_to = self.given_id = self.knowledge = self.opening = ""
        self._person, self.decision, self.consequences = {}, {}, []
