"""A list that is read whole and worked out here, because the API cannot be asked what people ask.

What was read is kept for a moment (list_cache.py). A feature says how its rows are read, and which of them are meant in
which order; of thousands that takes tenths of a second, in which nobody else would be answered, so a thread does it.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import reflex as rx

from admin_app.api.client import Api, Page
from admin_app.api.query import Query
from admin_app.kit.lists import ListMixin
from admin_app.shared.ordering import part

Selection = Callable[[Sequence[Any]], Sequence[Any]]
"""The rows that are meant, in their order, of all rows; it runs in a thread, and asks no state."""


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
        raise NotImplementedError

    def _item(self, row: Any) -> dict[str, Any]:
        """A row as the API would have sent it."""
        return row
