"""What beneficiaries and volunteers have in common: whom their lists show, filters the API has not, and their forms.

The API filters neither by structure nor by status, knows no filter for both names, and takes a telephone as it is
stored. What a list asks beyond that is looked for among everybody whom the API shows under the questions it has: all
of their pages are read and kept for a moment (list_cache.py), and this list is a page of those who fit. Without such a
question one page is one call, as everywhere. Who works for several structures sees the people of the current one
(SHELL-3), which is such a question.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api, Page
from admin_app.api.query import Query
from admin_app.features.solidary import list_cache, memberships
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.statuses import MEMBERSHIP, MEMBERSHIP_LABELS
from admin_app.kit.crud import FormMixin
from admin_app.kit.declare import Column, Filter, project, text_of
from admin_app.kit.forms import Step, Submission
from admin_app.kit.lists import Fits, WholeListMixin
from admin_app.kit.words.formats import said_number
from admin_app.shared.people.names import whole_name
from admin_app.shared.people.person_search import Typed, questions
from admin_app.shared.people.read_all import everybody, together

STATUS = Filter("status", "status", "choice", choices=MEMBERSHIP_LABELS, values=MEMBERSHIP, always=True)
"""Whether a candidature was accepted, refused, or waits: no filter of the API."""
BOX = "q"
Item = Mapping[str, Any]


class PeopleListMixin(WholeListMixin, rx.State, mixin=True):
    """A list of people of solidary transport; `telephone` and `email` are what the API calls these filters here.

    A list with further filters of its own names them in `beyond` and adds to `_fits`.
    """

    telephone: ClassVar[str] = "telephone"
    email: ClassVar[str] = "email"
    beyond: ClassVar[tuple[str, ...]] = ()

    _structure: str = ""
    """The structure whose people are shown; empty for those of all."""

    async def _page_of(self, api: Api, query: Query) -> Page:
        """One page of the API's list, or of those of all its pages who fit."""
        self._structure = await self._structure_shown()
        questions = self._questions()
        if self._is_one_question() and len(questions) == 1:
            return await api.list(self.resource.endpoint, replace(query, filters=questions[0]))
        return await super()._page_of(api, query)

    async def _structure_shown(self) -> str:
        """The structure whose people are shown; empty for those of all, for who works for one alone."""
        current = await self.get_state(CurrentStructure)
        return current.structure if len(current.structures) > 1 else ""

    def _is_one_question(self) -> bool:
        """Whether the API can answer all that is asked beside what was typed."""
        return not self._structure and not any(self.filters.get(name) for name in self._local())

    async def _read_whole(self, api: Api) -> Sequence[dict[str, Any]]:
        """Those among whom the list looks; where everybody was read a moment ago, nobody is asked again."""
        whole = list_cache.known(api, self._key(self._plain()))
        if whole and self._tells():
            return whole.rows
        return together(*await asyncio.gather(*(self._read(api, each) for each in self._questions())))

    async def _read(self, api: Api, filters: Mapping[str, Any]) -> Sequence[dict[str, Any]]:
        """Everybody under one question, in the order of numbers."""
        key, query = self._key(filters), Query(sort=("id", False), filters=filters)
        reading = list_cache.known(api, key)
        if reading is None:
            reading = list_cache.keep(api, key, await everybody(api, self.resource.endpoint, query))
        return reading.rows

    def _key(self, filters: Mapping[str, Any]) -> tuple[str, str]:
        return self.resource.endpoint, json.dumps(filters, sort_keys=True)

    def _questions(self) -> list[dict[str, Any]]:
        """The filters under which the API together shows at least those who are meant."""
        plain, typed = self._plain(), self._typed()
        asked = questions(typed, email=self.email, telephone=self.telephone) if typed else ()
        return [{**plain, **each} for each in asked] or [plain]

    def _typed(self) -> Typed | None:
        """What is looked for by the box, or by the filter by telephone of old addresses."""
        number = self.filters.get(self.telephone, "")
        text = self.filters.get(BOX, "")
        return Typed(number, "telephone") if number else Typed.of(text) if text else None

    def _tells(self) -> bool:
        """Whether the list tells by itself who is meant by what was typed: volunteers come without a telephone."""
        typed = self._typed()
        return typed is None or typed.kind != "telephone"

    def _fits(self, query: Query) -> Fits:
        """Who is shown, of those the API shows."""
        status, structure = self.filters.get(STATUS.param, ""), self._structure
        typed = Typed.of(self.filters[BOX]) if BOX in self.filters else None
        # A telephone was asked for as it is stored.
        judged = typed if typed and typed.kind != "telephone" else None

        def fits(item: Item) -> bool:
            within = memberships.within(item, structure) is not None if structure else True
            meant = judged is None or judged.fits(item)
            return within and meant and (not status or memberships.standing(item, structure) == status)

        return fits

    def _local(self) -> tuple[str, ...]:
        """The filters that are no question to the API."""
        return (STATUS.param, *self.beyond)

    def _plain(self) -> dict[str, Any]:
        """What the API is asked beside what was typed: it would pass over the others in silence."""
        apart = (BOX, self.telephone, *self._local())
        return {name: value for name, value in self.filters.items() if name not in apart}

    def _row(self, item: dict[str, Any]) -> dict[str, str]:
        """A row with the status in the structure shown."""
        return {**super()._row(item), STATUS.param: memberships.standing(item, self._structure)}


class PersonFormMixin(FormMixin, rx.State, mixin=True):
    """A form of somebody of solidary transport."""

    person: dict[str, str] = {}
    """Who it is, as read: what their page and their row tell, and the account behind."""

    async def _open(self, api: Api) -> None:
        """The structure stays as it is while somebody is edited (SHELL-3)."""
        (await self.get_state(CurrentStructure)).editing = True
        self.person = {}
        await super()._open(api)

    async def _fill(self, api: Api, item: dict[str, Any] | None) -> None:
        await super()._fill(api, item)
        resource, known = self.resource, item or {}
        record = resource.model.model_validate(known)
        spots = [
            Column(f"{each.map}.{axis}") for each in resource.show if each.map for axis in ("latitude", "longitude")
        ]
        told = project(record, (*resource.columns, *resource.shown(), *resource.head(), *spots))
        current = (await self.get_state(CurrentStructure)).structure
        status = {STATUS.param: memberships.standing(known, current)}
        self.person = told | status | {"userId": text_of(known.get("userId"))}

    async def _save(self, api: Api, sent: Submission) -> Step:
        """Send it; an answer that is lost has changed the list as well."""
        try:
            return await super()._save(api, sent)
        finally:
            list_cache.forget(api)


def full_name(person: Any) -> str:
    """Given and family name, the number of somebody without any."""
    return whole_name(person.given_name, person.family_name) or said_number(person.id)
