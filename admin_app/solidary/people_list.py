"""What the lists of beneficiaries and of volunteers have in common: whom they show, and filters the API has not.

The API filters neither by structure nor by status, and takes a telephone as it is stored. What a list asks beyond names
is therefore looked for among everybody whom the API shows: all of its pages are read, and this list is a page of those
who fit. Without such a question one page is one call, as everywhere. Who works for several structures sees the people
of the current one (SHELL-3), which is such a question.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api, Page
from admin_app.api.query import Query
from admin_app.kit.declare.fields import text_of
from admin_app.kit.declare.narrowing import Filter
from admin_app.kit.lists.state import ListMixin
from admin_app.people.likeness import phone_spellings
from admin_app.solidary import memberships
from admin_app.solidary.current_structure import CurrentStructure
from admin_app.solidary.statuses import MEMBERSHIP, MEMBERSHIP_LABELS

CALL = 1000
"""People asked for at once."""
TOGETHER = 4
"""Calls made at the same time."""
STATUS = Filter("status", "status", "choice", choices=MEMBERSHIP_LABELS, values=MEMBERSHIP, always=True)
"""Whether a candidature was accepted, refused, or waits: no filter of the API."""
Item = Mapping[str, Any]
Fits = Callable[[Item], bool]


async def everybody(api: Api, endpoint: str, query: Query) -> list[dict[str, Any]]:
    """Everybody the API shows under a query, in its order, each once; the page of the query plays no part.

    A page without anybody is the last, whatever total the API tells.
    """
    first = await api.list(endpoint, replace(query, page=1, per_page=CALL))
    found, pages = [first.items], -(-first.total // CALL)
    while found[-1] and len(found) < pages:
        ahead = range(len(found) + 1, min(pages, len(found) + TOGETHER) + 1)
        asked = (api.list(endpoint, replace(query, page=number, per_page=CALL)) for number in ahead)
        found += [page.items for page in await asyncio.gather(*asked)]
    return list({text_of(item.get("id")): item for items in found for item in items}.values())


class PeopleListMixin(ListMixin, rx.State, mixin=True):
    """A list of people of solidary transport; `telephone` is what the API calls that filter here.

    A list with further filters of its own names them in `beyond` and adds to `_fits`.
    """

    telephone: ClassVar[str] = "telephone"
    beyond: ClassVar[tuple[str, ...]] = ()

    _structure: str = ""
    """The structure whose people are shown; empty for those of all."""

    async def _page_of(self, api: Api, query: Query) -> Page:
        """One page of the API's list, or of those of all its pages who fit."""
        structures = await self.get_state(CurrentStructure)
        self._structure = structures.structure if len(structures.structures) > 1 else ""
        if not self._structure and not any(self.filters.get(name) for name in (STATUS.param, *self._local())):
            return await api.list(self.resource.endpoint, query)
        fits = self._fits()
        found = [item for item in await self._everybody(api, query) if fits(item)]
        start = ((query.page or 1) - 1) * (query.per_page or CALL)
        return Page(found[start : start + (query.per_page or CALL)], len(found))

    async def _everybody(self, api: Api, query: Query) -> Sequence[dict[str, Any]]:
        """Those among whom the list looks: with a telephone, under each of the ways one may be written."""
        number = self.filters.get(self.telephone, "")
        if not number:
            return await everybody(api, self.resource.endpoint, query)
        asked = [replace(query, filters={**query.filters, self.telephone: each}) for each in phone_spellings(number)]
        found = await asyncio.gather(*(everybody(api, self.resource.endpoint, each) for each in asked))
        return list({text_of(item.get("id")): item for items in found for item in items}.values())

    def _fits(self) -> Fits:
        """Who is shown, of those the API shows."""
        status, structure = self.filters.get(STATUS.param, ""), self._structure

        def fits(item: Item) -> bool:
            within = memberships.within(item, structure) is not None if structure else True
            return within and (not status or memberships.standing(item, structure) == status)

        return fits

    def _local(self) -> tuple[str, ...]:
        """The filters that cannot be left to the API as they are."""
        return (self.telephone, *self.beyond)

    def _filters(self) -> dict[str, Any]:
        """What the API is asked: it would pass over the others in silence."""
        return {name: value for name, value in super()._filters().items() if name not in (STATUS.param, *self.beyond)}

    def _row(self, item: dict[str, Any]) -> dict[str, str]:
        """A row with the status in the structure shown."""
        return {**super()._row(item), STATUS.param: memberships.standing(item, self._structure)}
