"""The list of volunteers: who is free when, and near where (VOLUNTEER-1; SCREEN-15)."""

from dataclasses import replace
from typing import ClassVar

import reflex as rx

from admin_app.api.client import Api, Page
from admin_app.api.query import Query
from admin_app.kit.declare.resource import Resource
from admin_app.kit.lists.marks import CALL, MARKS, marks
from admin_app.kit.session import signed_in
from admin_app.solidary import memberships
from admin_app.solidary.people_list import STATUS, PeopleListMixin
from admin_app.solidary.volunteers import finder
from admin_app.solidary.volunteers.guard import transporting
from admin_app.solidary.volunteers.record import VOLUNTEERS


class VolunteerList(PeopleListMixin, rx.State):
    """Volunteers of the current structure, always looked for among all of them: the nearest come first."""

    resource: ClassVar[Resource] = VOLUNTEERS
    telephone: ClassVar[str] = "user.telephone"
    beyond: ClassVar[tuple[str, ...]] = finder.LOCAL

    async def _page_of(self, api: Api, query: Query) -> Page:
        """A page of those who fit, in the order of the list."""
        self._structure = await transporting(self)
        wanted, fits = finder.Wanted.of(self.filters), self._fits()
        everybody = await self._everybody(api, replace(query, sort=("id", False)))
        found = [
            {
                **each,
                finder.DISTANCE: wanted.distance(each),
                STATUS.param: memberships.standing(each, self._structure),
            }
            for each in everybody
            if fits(each) and wanted.holds(each)
        ]
        start, size = ((query.page or 1) - 1) * (query.per_page or CALL), query.per_page or CALL
        return Page(finder.ordered(found, self.sort)[start : start + size], len(found))

    async def _more_marks(self, total: int) -> list[list[str]]:
        """All behind the first call's at once: each page of them would read everybody again."""
        async with signed_in(self, reads=self.resource.may.list) as api:
            whole = await self._page_of(api, replace(self._query(), page=1, per_page=MARKS))
        return marks(self.resource, whole.items[CALL:])
