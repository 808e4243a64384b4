"""What the parts of a list may count on: they read their host, and nothing of each other (decision 20)."""

from collections.abc import Sequence
from typing import Any, ClassVar

import reflex as rx

from admin_app.kit.declare.resource import Resource
from admin_app.kit.lists.list_query import DEFAULT_PAGE_SIZE, Asked
from admin_app.kit.records.ownership import Proof
from admin_app.kit.values import whole


class ListHost(rx.State, mixin=True):
    """A list, as its bulk actions, its masks and its export see it."""

    resource: ClassVar[Resource]
    load: ClassVar[Any]
    """The handler that reads the list again."""

    rows: list[dict[str, str]] = []
    page: int = 1
    page_size: str = rx.LocalStorage("")
    sort: str = ""
    filters: dict[str, str] = {}
    view: str = ""
    """`map` where the list is shown on one."""
    _columns: tuple[str, ...] = ()
    """The columns the address names."""
    owned: list[str] = []
    """The permissions held for one's own records alone that are proven to hold for all of this list (ACCESS-15)."""

    def _asked(self) -> Asked:
        """What is shown."""
        size, filters = whole(self.page_size, DEFAULT_PAGE_SIZE), dict(self.get_value("filters"))
        return Asked(self.resource, self.page, size, self.sort, filters, self.view, columns=self._columns)

    def _kept(self, columns: str) -> str:
        """What is shown, as the query of a view (`Asked.kept`)."""
        return self._asked().kept(columns)

    def _proof(self, ids: Sequence[str]) -> Proof | None:
        """What proves that these records are the person's own: nothing, where a list cannot tell."""
        return None

    def _filters(self) -> dict[str, Any]:
        """The filters as the API wants them; a feature may add or rewrite some."""
        return self._asked().sent()
