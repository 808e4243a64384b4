"""The list of volunteers: who is free when, and near where (VOLUNTEER-1; SCREEN-15)."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api, Page
from admin_app.api.query import Query
from admin_app.features.solidary import memberships
from admin_app.features.solidary.people_list import STATUS, Fits, PeopleListMixin
from admin_app.features.solidary.volunteers import finder
from admin_app.features.solidary.volunteers.guard import transporting
from admin_app.features.solidary.volunteers.record import VOLUNTEERS
from admin_app.kit.declare.resource import Resource
from admin_app.kit.lists import CALL, MARKS, marks
from admin_app.kit.session import signed_in


class VolunteerList(PeopleListMixin, rx.State):
    """Volunteers of the current structure, always looked for among all of them: the nearest come first."""

    resource: ClassVar[Resource] = VOLUNTEERS
    telephone: ClassVar[str] = "user.telephone"
    email: ClassVar[str] = "user.email"
    beyond: ClassVar[tuple[str, ...]] = finder.LOCAL

    async def _page_of(self, api: Api, query: Query) -> Page:
        """A page of those who fit, in the order of the list."""
        self._structure = await transporting(self)
        everybody = await self._everybody(api)
        looked = partial(_found, everybody, finder.Wanted.of(self.filters), self._fits(), self._structure, self.sort)
        # Of five thousand people it takes some tenths of a second, in which nobody else would be answered.
        found = await asyncio.to_thread(looked)
        start, size = ((query.page or 1) - 1) * (query.per_page or CALL), query.per_page or CALL
        return Page(found[start : start + size], len(found))

    async def _more_marks(self, total: int) -> list[list[str]]:
        """All behind the first call's at once: each page of them would read everybody again."""
        async with signed_in(self, reads=self.resource.may.list) as api:
            whole = await self._page_of(api, replace(self._query(), page=1, per_page=MARKS))
        return marks(self.resource, whole.items[CALL:])


def _found(
    people: Sequence[Mapping[str, Any]], wanted: finder.Wanted, fits: Fits, structure: str, sort: str
) -> list[dict[str, Any]]:
    """Those who fit, in order, each with the distance and the status in a structure."""
    known = [
        {**each, finder.DISTANCE: wanted.distance(each), STATUS.param: memberships.standing(each, structure)}
        for each in people
        if fits(each) and wanted.holds(each)
    ]
    return finder.ordered(known, sort)
