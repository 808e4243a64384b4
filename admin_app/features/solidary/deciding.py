"""Accepting or refusing somebody from a page: what follows is told first, then one call is made (BENEFICIARY-4).

For the pages of beneficiaries and volunteers and for the board of candidates alike. A page names a person and a
structure, nothing else: who they are, their status and their membership are read when the question is asked, and once
more before it is carried out.
"""

from collections.abc import Mapping
from typing import Any

import reflex as rx
from reflex.event import EventSpec

from admin_app.api.client import Api
from admin_app.features.solidary import memberships
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.memberships import Item, Membership, Undecided
from admin_app.features.solidary.roles import BENEFICIARY, Role
from admin_app.kit.script import run
from admin_app.kit.session import NotTaken, Session, notify, report, reports_errors, signed_in, signed_in_background
from admin_app.kit.words.locale import language_of, say

DIALOG = "decision"
HEADING = "eligibility"
"""The heading that is focused after a decision: the button that was pressed may be gone."""


class DecisionMixin(rx.State, mixin=True):
    """A page on which candidatures are decided."""

    decision: dict[str, str] = {}
    """What is asked: `person`, `structure` (ids), their names `name` and `where`, `accept` (`true` or empty) and
    the status that was `seen`."""
    consequences: list[str] = []
    """What follows from it, in the person's language."""
    deciding: bool = False

    @rx.event(supersedes=True)
    @reports_errors("memberships.failed")
    async def ask_decision(self, person: str, structure: str, accept: bool):
        """Say what accepting or refusing somebody in a structure would change; nothing is decided yet."""
        self.decision, self.consequences = {}, []
        role, accept = self._role(), bool(accept)
        try:
            async with signed_in(self, role.update, reads=role.read) as api:
                item, membership = await self._membership(api, role, str(person), str(structure))
                self.consequences = await self._foresee(api, role, item, membership.structure, accept=accept)
        except Undecided as error:
            yield await self._give_way(error)
            return
        if accept and (lacks := self._known_lacks(str(person), membership.structure)):
            first = say("memberships.follows.lacks", await language_of(self), lacks=", ".join(lacks))
            self.consequences = [first, *self.consequences]
        self.decision = memberships.decision(item, str(person), membership, accept=accept)
        yield run("openDialog", DIALOG)

    @rx.event(background=True)
    async def decide(self):
        """Carry out what was asked; it may take long, so that nothing else of the tab waits for it."""
        async with self:
            decision, role = dict(self.decision), self._role()
            if self.deciding or not decision:
                return
            self.deciding = True
        step = None
        try:
            async with signed_in_background(self, role.update, reads=role.read) as api:
                item = await memberships.decide(api, role, decision)
        except Exception as error:
            async with self:
                self.deciding = False
                lost = isinstance(error, Undecided) and error.reason == "lost"
                notice = "memberships.uncertain" if lost else "memberships.failed"
                step = await report(self, self._in_words(error), notice)
            # What could not be read just now is not asked for once more.
            again = self._read_again() if isinstance(error, Undecided) and not lost else []
            yield [run("closeDialog", DIALOG), *([step] if step else []), *again]
            return
        async with self:
            self.deciding, self.decision = False, {}
            await self._show_decided(item, decision)
            verdict, names = "accepted" if decision["accept"] else "refused", self._names(decision)
            await notify(self, "success", f"memberships.{verdict}", **names)
        yield [run("closeDialog", DIALOG), self._focus_after(), *self._after_decision()]

    # --- the steps -----------------------------------------------------------------------------

    async def _membership(self, api: Api, role: Role, person: str, structure: str) -> tuple[dict[str, Any], Membership]:
        """A person as the API gives them now, with their membership of a structure one may decide in; Refused else.

        Undecided where somebody else has decided since the page was read: it asks about what it shows (BENEFICIARY-12).
        """
        item = await api.get(role.endpoint, person)
        membership = memberships.within(item, structure)
        if membership is None or not await self._is_operated(membership.structure):
            raise Undecided("gone")
        if self._shown_status(person, structure) not in (None, membership.status):
            raise memberships.overtaken(item, membership)
        return item, membership

    async def _give_way(self, error: Undecided) -> list[Any]:
        """Say what somebody else has decided, and show it."""
        step = await report(self, self._in_words(error), "memberships.failed")
        return [*([step] if step else []), run("focusOn", HEADING), *self._read_again()]

    async def _foresee(self, api: Api, role: Role, item: Item, structure: str, *, accept: bool) -> list[str]:
        """What follows from a decision, in the person's language."""
        readable, locale = (await self.get_state(Session))._readable(), await language_of(self)
        return await memberships.consequences(
            api, role, item, structure, accept=accept, readable=readable, locale=locale
        )

    def _names(self, decision: Mapping[str, str]) -> dict[str, str]:
        """Who was decided upon and where, as notices name them."""
        return {"name": decision["name"], "structure": decision["where"]}

    def _in_words(self, error: Exception) -> Exception:
        """What was not done, in words that a notice can show."""
        if isinstance(error, Undecided):
            return NotTaken(f"memberships.undecided.{error.reason}", **error.values)
        return error

    async def _is_operated(self, structure: str) -> bool:
        """Whether the structure is one of the person's: the API does not ask, we do. All are where none is known."""
        known = {each["id"] for each in (await self.get_state(CurrentStructure)).structures}
        return not known or structure in known

    # --- for a page to say ---------------------------------------------------------------------

    def _role(self) -> Role:
        """As what people are decided upon here."""
        return BENEFICIARY

    def _shown_status(self, person: str, structure: str) -> str | None:
        """The status that the page shows of somebody in a structure; None where it shows none."""
        return None

    def _known_lacks(self, person: str, structure: str) -> list[str]:
        """What is known to lack of somebody who is to be accepted."""
        return []

    async def _show_decided(self, item: Item, decision: Mapping[str, str]) -> None:
        """Show the person as they are after a decision."""

    def _focus_after(self) -> EventSpec:
        """Where the focus goes after a decision."""
        return run("focusOn", HEADING)

    def _after_decision(self) -> list[Any]:
        """The events that read what else is shown of a person who was decided upon."""
        return []

    def _read_again(self) -> list[Any]:
        """The events that read the page anew, once somebody else turned out to have decided."""
        return []

    async def _membership_lines(self, item: Item) -> list[dict[str, str]]:
        """A line per structure of a person: `structure`, `name`, `status`, and `shut`, why nothing is decided there."""
        lines = []
        for each in memberships.memberships(item):
            shut = "" if each.id else "unknown"
            shut = shut if await self._is_operated(each.structure) else "foreign"
            lines.append({"structure": each.structure, "name": each.name, "status": each.status, "shut": shut})
        return lines
