"""The state of a show page: one record as texts, its neighbours in the list, and its deletion."""

from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.kit.lists import NOBODY, ListMixin
from admin_app.kit.notices import notify
from admin_app.kit.records import fetch
from admin_app.kit.resource import Resource, project
from admin_app.kit.session import here, reports_errors, signed_in


class ShowMixin(rx.State, mixin=True):
    """One record of one resource; a concrete class writes `resource` and `siblings`, the state of its list."""

    resource: ClassVar[Resource]
    siblings: ClassVar[type[Any]]

    shown: dict[str, str] = {}
    shown_id: str = ""
    title: str = ""
    picture: str = ""
    impacts: list[str] = []
    """What a deletion would also touch, in the person's language; filled when the dialog opens."""
    impacts_known: bool = False
    previous: str = ""
    following: str = ""
    back: str = ""
    loading: bool = True
    deleting: bool = False
    problem: str = ""
    _gone: bool = False
    """Whether the record was deleted: a second click finds nothing to do."""

    @rx.event(supersedes=True)
    @reports_errors("load_error", in_place=True)
    async def load(self):
        """Read the record of the address; what another record showed goes first."""
        wanted = here(self).last
        if wanted != self.shown_id:
            self.shown, self.title, self.picture, self.shown_id, self.loading = {}, "", "", "", True
        self.problem, self.impacts, self.impacts_known, self._gone = "", [], False, False
        await self._find_neighbours(wanted)
        yield
        async with signed_in(self, self.resource.may.read) as api:
            await self._show(api, wanted)
        yield self._besides()

    @rx.event(supersedes=True)
    @reports_errors("load_error")
    async def weigh_deletion(self):
        """Say what the deletion would touch, before it is confirmed."""
        async with signed_in(self, self.resource.may.delete or NOBODY) as api:
            self.impacts = await self._impacts(api, self.shown_id)
        self.impacts_known = True
        yield

    @rx.event
    @reports_errors("delete_error", busy="deleting")
    async def delete(self):
        """Delete the record and go back to the list it was opened from."""
        if self.deleting or self._gone:
            return
        self.deleting = True
        yield
        async with signed_in(self, self.resource.may.delete or NOBODY) as api:
            await api.delete(self.resource.endpoint, self.shown_id)
        self._gone = True
        await notify(self, "success", f"errors.{self.resource.entity}.delete_success")
        yield rx.redirect(self.back or self.resource.route)

    async def _show(self, api: Api, record_id: str) -> None:
        """Fetch the record and project it."""
        item = await fetch(api, self.resource, record_id)
        await self._take(api, item)
        record = self.resource.model.model_validate(item)
        self.shown = project(record, self.resource.shown())
        self.title = self.resource.name(record)
        self.picture = self.resource.picture(record) if self.resource.picture else ""
        self.shown_id = record_id

    async def _take(self, api: Api, item: dict[str, Any]) -> None:
        """What a feature shows besides the columns."""

    def _besides(self) -> list[Any]:
        """The events that read what else a feature shows, once the record stands: slow calls keep nobody waiting."""
        return []

    async def _impacts(self, api: Api, record_id: str) -> list[str]:
        """Lines about what else a deletion touches; none unless a feature knows some."""
        return []

    async def _find_neighbours(self, record_id: str) -> None:
        """Previous and next record of the list this one was opened from, and the address of that list."""
        siblings: ListMixin = await self.get_state(self.siblings)
        hrefs = [row["_href"] for row in siblings.rows]
        own = f"{self.resource.route}/show/{record_id}"
        at = hrefs.index(own) if own in hrefs else -1
        self.previous = hrefs[at - 1] if at > 0 else ""
        self.following = hrefs[at + 1] if 0 <= at < len(hrefs) - 1 else ""
        self.back = siblings.address or self.resource.route
