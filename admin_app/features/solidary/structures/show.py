"""The page of a structure: what it offers and asks, when, and who runs it; and its deletion (STRUCTURE-8)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import AccessDenied, ApiError, NotFound
from admin_app.api.query import Query
from admin_app.features.relay_points.points import RELAY_POINTS
from admin_app.features.solidary import roles, week
from admin_app.features.solidary.criteria import REQUESTER, VOLUNTEER
from admin_app.features.solidary.current_structure import read_again
from admin_app.features.solidary.structure import Structure
from admin_app.features.solidary.structures.resource import SHOWN
from admin_app.features.solidary.structures.shaping import called
from admin_app.features.users.resource import USERS
from admin_app.kit.crud import ShowMixin
from admin_app.kit.declare import Resource
from admin_app.kit.session import (
    Session,
    SwitchedOff,
    failure_text,
    report,
    reports_errors,
    signed_in,
    signed_in_background,
)
from admin_app.kit.words import folded
from admin_app.kit.words.locale import language_of, say
from admin_app.shared.people.names import name_in
from admin_app.shared.people.read_all import everybody

Item = Mapping[str, Any]
DELETE = "structure_delete"
DIALOG = "structure-deletion"


def _is_member(structure_id: str, person: Item) -> bool:
    """Whether somebody belongs to a structure, accepted or not."""
    return any(str(each.get("id")) == structure_id for each in person.get("structures") or [])


def _is_attached(structure_id: str, point: Item) -> bool:
    """Whether a relay point belongs to a structure."""
    return str(point.get("structureId")) == structure_id


COUNTED = {
    "beneficiaries": (roles.BENEFICIARY.endpoint, _is_member),
    "volunteers": (roles.VOLUNTEER.endpoint, _is_member),
    "points": (RELAY_POINTS.endpoint, _is_attached),
}
"""What a deletion takes that can be counted: `structures.impact.<name>`, where it is listed, and whose it is."""
UNCOUNTED = ("records", "roles")
"""What goes and no list of the API tells by structure."""


class StructureShow(ShowMixin, rx.State):
    """One structure."""

    resource: ClassVar[Resource] = SHOWN

    subjects: list[dict[str, str]] = []
    needs: list[dict[str, str]] = []
    requesters: list[dict[str, str]] = []
    volunteers: list[dict[str, str]] = []
    territories: list[str] = []
    operators: list[dict[str, str]] = []
    week: list[dict[str, str]] = []
    """When it works: see `week.rows_of`."""
    times: dict[str, str] = {}
    ranges: dict[str, str] = {}
    """When each slot begins and ends, and the widest a volunteer may make it: `HH:mm` by the API's name."""
    removable: bool = False
    """Nobody is attached to it."""
    impacts_problem: str = ""
    """Why it cannot be said what goes with it."""
    wrong_name: bool = False
    """What was typed is not the name of the structure."""
    _lists: dict[str, int] = {}
    _operated: bool = False
    """The person operates it: the API then lists all of its people, and else those it shares with others at most."""

    @rx.event(background=True, supersedes=True)
    async def weigh(self):
        """Say what goes with the structure, before its name is typed; the page can be used meanwhile."""
        async with self:
            self.wrong_name, self.impacts_known, self.impacts_problem = False, False, ""
            record_id, locale = self.shown_id, await language_of(self)
            known_people = self._operated or self.removable
            lists = [say(f"structures.impact.{name}", locale, count) for name, count in self._lists.items() if count]
        if not record_id:
            return
        try:
            async with signed_in_background(self, DELETE) as api:
                counted = await _counted(api, record_id, locale, known_people)
        except (ApiError, SwitchedOff) as error:
            async with self:
                if step := await report(self, error, f"errors.{self.resource.entity}.load_error"):
                    yield step
                self.impacts_problem = await failure_text(self, error)
            return
        async with self:
            if self.shown_id == record_id:
                self.impacts = [*counted, *(say(f"structures.impact.{name}", locale) for name in UNCOUNTED), *lists]
                self.impacts_known = True

    @rx.event
    @reports_errors("delete_error", busy="deleting")
    async def erase(self, data: dict[str, Any]):
        """Delete the structure whose name was typed, and go back to the list."""
        if self.deleting or self._gone:
            return
        self.deleting = True
        yield
        async for step in self._leave_deleted(self._erase_named(str(data.get("name") or "")), DIALOG):
            yield step

    async def _erase_named(self, name: str) -> bool:
        async with signed_in(self, DELETE) as api:
            self.wrong_name = not self.shown_id or folded(name) != folded(self.title)
            if self.wrong_name:
                return False
            try:
                await api.delete(self.resource.endpoint, self.shown_id)
            except NotFound:
                await read_again(self, api)
                raise
            await read_again(self, api)
        return True

    def _clear(self) -> None:
        super()._clear()
        self.subjects, self.needs, self.requesters, self.volunteers = [], [], [], []
        self.territories, self.operators, self.removable, self.wrong_name = [], [], False, False
        self.week, self.times, self.ranges = [], {}, {}

    async def _take(self, api: Api, item: dict[str, Any]) -> None:
        structure = Structure.of(item)
        self.subjects = [{"label": each.label, "used": _flag(not each.removable)} for each in structure.subjects]
        self.needs = [
            {"label": each.label, "volunteer": each.label_volunteer, "used": _flag(not each.removable)}
            for each in structure.needs
        ]
        self.requesters, self.volunteers = _asked(structure, REQUESTER), _asked(structure, VOLUNTEER)
        self.territories = [each.name for each in structure.territories]
        self.operators = [_operator(each) for each in item.get("operators") or []]
        self.week, self.times = week.rows_of(item), structure.slots
        self.ranges = {name: week.shown(item.get(name)) for name in week.RANGE_TIMES}
        self.removable = structure.removable
        person = (await self.get_state(Session)).user_id
        self._operated = any(each.id == person for each in structure.operators)
        self._lists = {
            "lists": len(structure.subjects) + len(structure.needs),
            "criteria": len(structure.structure_proofs),
            "operators": len(structure.operators),
        }


async def _counted(api: Api, record_id: str, locale: str, known_people: bool) -> list[str]:
    """What goes with a structure, which the server deletes without a word (trap 24), as far as it can be counted."""
    sentences = []
    for name, (endpoint, belongs) in COUNTED.items():
        number = await _count(api, endpoint, partial(belongs, record_id))
        # Lists hold the people of the structures one operates: none is no proof that there is nobody.
        whole = known_people or belongs is not _is_member
        if number is None or not (number or whole):
            sentences.append(say(f"structures.impact.{name}_unknown", locale))
        elif number:
            text = say(f"structures.impact.{name}", locale, number)
            sentences.append(text if whole else say("structures.impact.at_least", locale, text=text))
    return sentences


async def _count(api: Api, endpoint: str, belongs: Callable[[Item], bool]) -> int | None:
    """How many records of a list belong, since none is filtered by structure (solidary.yaml); None for somebody who
    may not read the list."""
    try:
        return sum(map(belongs, await everybody(api, endpoint, Query(sort=("id", False)))))
    except AccessDenied:
        return None


def _asked(structure: Structure, asked: int) -> list[dict[str, str]]:
    return [
        {
            "label": each.label,
            "kind": each.kind,
            "mandatory": _flag(each.mandatory),
            "activated": _flag(each.activated),
            "used": _flag(not each.removable),
            "choices": " · ".join(choice.label for choice in each.choices),
        }
        for each in structure.criteria(asked, all_of_them=True)
    ]


def _operator(each: dict[str, Any]) -> dict[str, str]:
    """Who has no name is called by the e-mail, which is then said once."""
    email = str(each.get("email") or "") if name_in(each) else ""
    href, since = f"{USERS.route}/show/{each.get('id')}", str(each.get("operatorDate") or "")
    return {"name": name_in(each) or called(each), "email": email, "href": href, "since": since}


def _flag(value: bool) -> str:
    return "true" if value else ""
