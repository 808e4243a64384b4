"""A list that is read whole and looked through here, because the API cannot be asked what people ask.

A feature says how its rows are read and which of them fit. They are put in the order of a column; a feature with an
order of its own writes `_selection`. Of thousands of rows that takes tenths of a second, in which nobody else would be
answered, so a thread does it.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import reflex as rx

from admin_app.api.client import Api, Page
from admin_app.api.query import Query
from admin_app.kit.lists.map_markers import MARKS, PER_CALL, marks
from admin_app.kit.lists.ordering import ordered, part
from admin_app.kit.lists.state import ListMixin
from admin_app.kit.session import signed_in

Fits = Callable[[Mapping[str, Any]], bool]
"""Whether a row is meant; like a `Selection` it runs in a thread, and asks no state."""
Selection = Callable[[Sequence[Any]], Sequence[Any]]
"""The rows that are meant, in their order, of all rows."""


class WholeListMixin(ListMixin, rx.State, mixin=True):
    """A list of a resource, each page of which is one of all the rows that are meant."""

    async def _page_of(self, api: Api, query: Query) -> Page:
        """One page of the rows that are meant."""
        rows = await self._read_whole(api)
        meant = await asyncio.to_thread(self._selection(query), rows)
        return Page([self._item(row) for row in part(meant, query)], len(meant))

    async def _read_whole(self, api: Api) -> Sequence[Any]:
        """All rows, as they are kept."""
        raise NotImplementedError

    def _selection(self, query: Query) -> Selection:
        """What finds the rows that a query means."""
        return partial(_fitting, self._fits(query), *(query.sort or ("id", False)))

    def _fits(self, query: Query) -> Fits:
        """What tells the rows that are meant."""
        raise NotImplementedError

    def _item(self, row: Any) -> dict[str, Any]:
        """A row as the API would have sent it."""
        return row

    async def _more_marks(self, total: int) -> list[list[str]]:
        """All behind the first call's at once: each page of them would look through everything again."""
        async with signed_in(self, reads=self.resource.may.list) as api:
            whole = await self._page_of(api, replace(self._query(), page=1, per_page=MARKS))
        return marks(self.resource, whole.items[PER_CALL:])


def _fitting(fits: Fits, field: str, down: bool, rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return ordered((each for each in rows if fits(each)), field, down)
