"""The board of candidates: who waits for the current structure, the longest first, and what they lack.

The API has no such list, and tells no date of a candidature. Who waits is looked for among everybody it shows; they
stand in the order in which they were registered, which is that of the numbers of memberships, or of people where not
all of these are told. What somebody gave is told by reading them one by one: as many as are on show, no more.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from urllib.parse import parse_qs

import reflex as rx
from reflex.event import EventSpec

from admin_app.api.client import Api
from admin_app.api.errors import ApiError
from admin_app.api.query import Query
from admin_app.features.solidary import memberships
from admin_app.features.solidary.beneficiaries import BENEFICIARIES
from admin_app.features.solidary.current_structure import TRANSPORT, CurrentStructure
from admin_app.features.solidary.deciding import HEADING
from admin_app.features.solidary.desk.request_row import town
from admin_app.features.solidary.eligibility import status as eligibility_status
from admin_app.features.solidary.eligibility.structure_reader import may_read_structures, structure_of
from admin_app.features.solidary.eligibility.uploading import UploadingMixin
from admin_app.features.solidary.memberships import Item
from admin_app.features.solidary.roles import BENEFICIARY, ROLES, VOLUNTEER, Role
from admin_app.features.solidary.statuses import WAITING
from admin_app.features.solidary.structure import Structure
from admin_app.kit.declare import Resource, text_of
from admin_app.kit.script import run
from admin_app.kit.session import (
    InPlace,
    Session,
    here,
    or_none,
    report,
    reports_errors,
    signed_in,
    signed_in_background,
)
from admin_app.settings import get_settings
from admin_app.shared.people.read_all import everybody

ROUTE = "/solidarycandidates"
PAGE = 20
"""Candidates shown at first, and each time more are asked for."""
TOGETHER = 5
"""People read at the same time."""


def page_end(total: int, shown: int) -> int:
    """How many are on show with a page more; a rest of less than a quarter of one comes at once."""
    end = shown + PAGE
    return end if total - end >= PAGE / 4 else total


async def _people(api: Api, role: Role) -> Sequence[Item]:
    """Everybody of a role: the API has no filter for who waits."""
    return await everybody(api, role.endpoint, Query(sort=("id", False)))


def in_order(items: Sequence[Item], structure: str) -> list[Item]:
    """Who waits, the oldest candidature first as far as numbers tell; `structure` empty is any."""
    waiting = [each for each in items if memberships.standing(each, structure) == WAITING]
    numbers = {text_of(each.get("id")): _membership(each, structure) for each in waiting}
    numbered = all(numbers.values())
    return sorted(waiting, key=lambda each: numbers[text_of(each.get("id"))] if numbered else int(each.get("id") or 0))


def _membership(item: Item, structure: str) -> int:
    """The number of the membership somebody waits in; 0 where it is not told."""
    if structure:
        membership = memberships.within(item, structure)
        numbers = [membership.id] if membership else []
    else:
        numbers = [each.id for each in memberships.memberships(item) if each.status == WAITING]
    return min(map(int, numbers)) if numbers and all(each.isdigit() for each in numbers) else 0


class Candidates(UploadingMixin, InPlace, rx.State):
    """The candidates of one role."""

    resource: ClassVar[Resource] = BENEFICIARIES

    role: str = BENEFICIARY.name
    """Of `ROLES`, as the address says."""
    rows: list[dict[str, str]] = []
    """Who is shown: `id`, `name`, `href`, `structure`, `where`; `place`, `since` and `known` once they are read."""
    lacks: dict[str, list[str]] = {}
    """The labels of the mandatory criteria each of them does not meet, by id."""
    given: dict[str, list[dict[str, str]]] = {}
    """What those of whom that is known gave, by id: `eligibility_status.telling`."""
    total: int = 0
    totals: dict[str, int] = {}
    """How many of each role wait in the structure, as far as that was read."""
    elsewhere: int = 0
    """How many more, of every role, wait in other structures alone: a number of menu or home would count them too."""
    ready: bool = False
    """Only the `ready_ids` are shown; the address says so."""
    closed: bool = False
    """Whether the structure has no volunteers."""
    loading: bool = True
    looking: bool = False
    """Whether people are being read."""
    _waiting: list[dict[str, str]] = []
    _structure: str = ""
    _anywhere: dict[str, list[str]] = {}
    """Who of each role waits in any structure, by id, as far as that was read."""
    _next: str = ""
    """Who stands after the one who was decided upon last."""

    @rx.var
    def ready_ids(self) -> list[str]:
        """Of whom it is known that nothing mandatory is missing."""
        return [row["id"] for row in self.rows if row["known"] == "known" and not self.lacks.get(row["id"])]

    @rx.var
    def unready_ids(self) -> list[str]:
        """Of whom something is missing, or could not be told; who is being read is of neither."""
        ready = set(self.ready_ids)
        return [row["id"] for row in self.rows if row["id"] not in ready and (row["known"] or not self.looking)]

    @rx.event(supersedes=True)
    @reports_errors("load_error", busy="loading", in_place=True)
    async def load(self):
        """Find out who waits; what they lack is read behind that."""
        asked = parse_qs(here(self).query)
        role = ROLES.get(asked.get("role", [""])[0], BENEFICIARY)
        current = await self.get_state(CurrentStructure)
        self.loading, self.problem = True, ""
        self.rows, self.lacks, self.given, self.total, self.elsewhere, self._waiting = [], {}, {}, 0, 0, []
        if self._structure != current.structure:
            self.totals = {}
        self.ready = asked.get("ready") == ["true"]
        self.role, self._structure = role.name, current.structure
        transports = get_settings().flag(TRANSPORT) and bool(current.current.get("solidaryTransport"))
        self.closed = role is VOLUNTEER and not transports
        yield
        if self.closed:
            return
        readable = (await self.get_state(Session))._readable()
        offered = (BENEFICIARY, *([VOLUNTEER] if get_settings().flag(TRANSPORT) else []))
        # The other tab says how many it has before it is opened; where there is none, home counts them all the same.
        others = [each for each in offered if each is not role and each.list in readable]
        async with signed_in(self, reads=(role.list, *(each.list for each in others))) as api:
            people, *rest = await asyncio.gather(_people(api, role), *(or_none(_people(api, each)) for each in others))
        answers = zip((role, *others), (people, *rest), strict=True)
        found = {each.name: items for each, items in answers if items is not None}
        self.totals = {name: len(in_order(items, self._structure)) for name, items in found.items()}
        self._anywhere = {name: [text_of(one["id"]) for one in in_order(items, "")] for name, items in found.items()}
        self._waiting = [self._row(each, role) for each in in_order(people, self._structure)]
        self.total = len(self._waiting)
        self._count_elsewhere()
        self.rows = self._waiting[: page_end(self.total, 0)]
        yield Candidates.look_closer

    def _count_elsewhere(self) -> None:
        self.elsewhere = sum(len(ids) - self.totals.get(role, 0) for role, ids in self._anywhere.items())

    @rx.event
    def more(self):
        """Show further candidates."""
        if self.looking:
            return None
        shown = len(self.rows)
        self.rows = [*self.rows, *self._waiting[shown : page_end(self.total, shown)]]
        return Candidates.look_closer

    @rx.event(background=True, supersedes=True)
    async def look_closer(self):
        """Read those who are not known yet, a few at a time; they are shown together: nobody moves under a hand."""
        async with self:
            role, place = self._role(), self._structure
            ids = [row["id"] for row in self.rows if not row["known"]]
            wanted = {row["structure"] for row in self.rows} if await may_read_structures(self) else ()
            self.looking = bool(ids)
        step = None
        items: dict[str, Item | None] = {}
        structures: dict[str, Structure | None] = {}
        try:
            async with signed_in_background(self, reads=role.read) as api:
                structures = {each: await structure_of(api, each) for each in wanted}
                for start in range(0, len(ids), TOGETHER):
                    part = ids[start : start + TOGETHER]
                    read = await asyncio.gather(*(or_none(api.get(role.endpoint, each)) for each in part))
                    items |= zip(part, read, strict=True)
        except ApiError as error:
            async with self:
                step = await report(self, error, "errors.beneficiary.load_error")
        async with self:
            if (self.role, self._structure) != (role.name, place):
                return
            self._show_people(items, structures, role)
            self.looking = False
            # Those who are ready are known only once they are read: on, until a page of them is there.
            further = self.ready and len(self.ready_ids) < PAGE and len(self.rows) < self.total and not step
        if step or further:
            yield step or Candidates.more

    def _show_people(
        self, items: Mapping[str, Item | None], structures: Mapping[str, Structure | None], role: Role
    ) -> None:
        """Show what was read of some people."""
        rows, lacks, given = [], dict(self.lacks), dict(self.given)
        for row in self.rows:
            if row["id"] not in items:
                rows.append(row)
                continue
            item, structure = items[row["id"]], structures.get(row["structure"])
            known = eligibility_status.knowledge(item, row["structure"], structure) if item else "unread"
            since = eligibility_status.since(item) if item else ""
            place = town(item.get("homeAddress")) if item else ""
            rows.append({**row, "known": known, "since": since, "place": place})
            if item and structure and known == "known":
                lacks[row["id"]] = [each.label for each in eligibility_status.lacking(item, structure, role)]
                given[row["id"]] = eligibility_status.telling(item, structure, role)
        self.rows, self.lacks, self.given = rows, lacks, given

    def _row(self, item: Item, role: Role) -> dict[str, str]:
        """A candidate before they are read."""
        candidatures = [each for each in memberships.memberships(item) if each.status == WAITING]
        place = next((each for each in candidatures if each.structure == self._structure), candidatures[0])
        record_id, name = text_of(item.get("id")), memberships.person_name(item)
        return {
            "id": record_id,
            "name": name,
            "href": f"{role.route}/show/{record_id}",
            "structure": place.structure,
            "where": place.name,
            "place": "",
            "since": "",
            "known": "",
        }

    def _role(self) -> Role:
        return ROLES.get(self.role, BENEFICIARY)

    def _shown_status(self, person: str, structure: str) -> str | None:
        there = any((row["id"], row["structure"]) == (person, structure) for row in self.rows)
        return WAITING if there else None

    def _known_lacks(self, person: str, structure: str) -> list[str]:
        return list(self.lacks.get(person, []))

    def _after_decision(self) -> list[Any]:
        return [Candidates.look_closer]

    def _read_again(self) -> list[Any]:
        return [Candidates.load]

    async def _show_decided(self, item: Item, decision: Mapping[str, str]) -> None:
        """Who was decided upon waits no more; of who still waits it is told anew what lacks."""
        person = self._next = decision["person"]
        if memberships.standing(item, decision["structure"]) == WAITING:
            self.rows = [{**row, "known": ""} if row["id"] == person else row for row in self.rows]
            return
        shown = [*self.ready_ids, *([] if self.ready else self.unready_ids)]
        at = shown.index(person) if person in shown else 0
        self._next = next(iter([*shown[at + 1 :], *reversed(shown[:at])]), "")
        self._waiting = [row for row in self._waiting if row["id"] != person]
        self.rows = [row for row in self.rows if row["id"] != person]
        # Whatever somebody is in a structure, it is one membership: who waited as both waits as neither.
        both = [role for role, ids in self._anywhere.items() if person in ids]
        self.totals = {role: number - (role in both) for role, number in self.totals.items()}
        self.total = len(self._waiting)
        if memberships.standing(item, "") != WAITING:
            self._anywhere = {role: [each for each in ids if each != person] for role, ids in self._anywhere.items()}
        self._count_elsewhere()

    def _focus_after(self) -> EventSpec:
        there = f'[data-testid="candidate"][data-id="{self._next}"] .candidate-actions button'
        return run("focusFirst", there) if self._next else run("focusOn", HEADING)
