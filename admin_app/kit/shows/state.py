"""The state of a show page: one record as texts, its neighbours in the list, and its deletion."""

from collections.abc import AsyncGenerator, Awaitable
from contextlib import AbstractAsyncContextManager, suppress
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, MissingPermission, NotFound, Refused, SessionEnded, Unreached
from admin_app.kit import audit
from admin_app.kit.declare.fields import Column, project, wire
from admin_app.kit.declare.relations import Related
from admin_app.kit.declare.resource import Resource, Section
from admin_app.kit.lists.state import ListMixin
from admin_app.kit.records.ownership import fetch, of_record, owned
from admin_app.kit.script import run
from admin_app.kit.session import (
    InPlace,
    Session,
    SwitchedOff,
    failure_text,
    here,
    notify,
    report,
    reports_errors,
    signed_in,
    signed_in_background,
)
from admin_app.kit.session.permissions import NOBODY
from admin_app.kit.shows.related import Rows, rows_of
from admin_app.settings import get_settings


def deletion_dialog(resource: Resource) -> str:
    """The id of the dialog that asks before a record is deleted."""
    return f"{resource.key}-delete"


class ShowMixin(InPlace, rx.State, mixin=True):
    """One record of one resource; a concrete class writes `resource`, and `crud_screens` the state of its list."""

    resource: ClassVar[Resource]
    siblings: ClassVar[type[Any]]

    shown: dict[str, str] = {}
    shown_id: str = ""
    blanks: int = 0
    """How many properties are empty, of the sections this person sees."""
    hrefs: dict[str, str] = {}
    """Where the records are that properties name, by the API's name of the property."""
    editable: bool = True
    """Whether something leads to the form of the record (`Resource.editable`)."""
    frozen: str = ""
    """Why the record is there to be read alone: a name below `<key>.frozen`; empty for most."""
    title: str = ""
    picture: str = ""
    impacts: list[str] = []
    """What a deletion would also touch, in the person's language; filled when the dialog opens."""
    impacts_known: bool = False
    related_rows: dict[str, Rows] = {}
    """What belongs to the record, by the key of a `Related`; nothing for one that is not read yet."""
    related_problems: dict[str, str] = {}
    related_unread: dict[str, int] = {}
    """How many of them the API did not give as it describes them; they are in no row."""
    owned: list[str] = []
    """The permissions held for one's own records alone that this record is proven to be one of (ACCESS-15)."""
    previous: str = ""
    following: str = ""
    place: int = 0
    """Which of its list it is, from 1 on; 0 where it is in none."""
    among: int = 0
    """How many that list has."""
    back: str = ""
    loading: bool = True
    deleting: bool = False
    _gone: bool = False
    """Whether the record was deleted: a second click finds nothing to do."""

    @rx.event(supersedes=True)
    @reports_errors("load_error", busy="loading", in_place=True)
    async def load(self):
        """Read the record of the address; what another record showed goes first."""
        wanted = here(self).record_id
        if wanted != self.shown_id:
            self.shown, self.title, self.picture, self.shown_id, self.loading = {}, "", "", "", True
            self.owned, self.blanks, self.hrefs, self.frozen = [], 0, {}, ""
            self._clear()
        self.problem, self.impacts, self.impacts_known, self._gone = "", [], False, False
        await self._find_neighbours(wanted)
        yield
        async with signed_in(self, reads=self.resource.may.read) as api:
            await self._know_own(api, await self._show(api, wanted))
        yield [*self._besides(), *([type(self).load_related] if self.resource.related else [])]

    @rx.event(background=True, supersedes=True)
    async def load_related(self):
        """Read what belongs to the record shown, beside whatever else is done on the page."""
        async with self:
            record_id, shown = self.shown_id, dict(self.shown)
            self.related_problems = {}
        if not record_id:
            return
        for related in self.resource.related:
            step = await self._load_one(related, record_id, shown)
            if step:
                yield step
                return

    @rx.event(supersedes=True)
    @reports_errors("load_error")
    async def weigh_deletion(self):
        """Say what the deletion would touch, before it is confirmed."""
        async with self._deleting() as api:
            if not self.shown_id:
                return
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
        async for step in self._leave_deleted(self._erase_shown(), deletion_dialog(self.resource)):
            yield step

    def _clear(self) -> None:
        """Let go of what another record showed; a feature that shows more adds its own."""
        self.related_rows, self.related_problems, self.related_unread = {}, {}, {}

    async def _load_one(self, related: Related, record_id: str, shown: dict[str, str]) -> Any:
        """Read one list; a failure stands in its place. Answers where to go when the session has ended."""
        rows, unread, problem = None, 0, ""
        try:
            if not get_settings().flag(related.flag):
                raise SwitchedOff
            async with signed_in_background(self, reads=(self.resource.may.read, related.permission)) as api:
                items = await related.fetch(api, record_id, shown)
                rows = rows_of(related, items)
                unread = len(items) - len(rows)
        except (MissingPermission, SwitchedOff):
            return None  # the table is not there
        except SessionEnded as error:
            async with self:
                return await report(self, error, f"errors.{self.resource.entity}.load_error")
        except ApiError as error:
            async with self:
                problem = await failure_text(self, error)
        async with self:
            if self.shown_id != record_id:
                return None
            if rows is not None:
                self.related_rows = {**self.related_rows, related.key: rows}
                self.related_unread = {**self.related_unread, **({related.key: unread} if unread else {})}
            else:
                self.related_problems = {**self.related_problems, related.key: problem}
        return None

    def _deleting(self) -> AbstractAsyncContextManager[Api]:
        """The door to deleting the record shown."""
        return signed_in(self, self.resource.may.delete or NOBODY, own=of_record(self.resource, self.shown_id))

    async def _know_own(self, api: Api, item: dict[str, Any]) -> None:
        """Find out whether the record is the person's own, where it may be changed or deleted only then."""
        session = await self.get_state(Session)
        narrowed = {
            name: session.own.get(name or "", "") for name in (self.resource.may.update, self.resource.may.delete)
        }
        rules = sorted({rule for rule in narrowed.values() if rule})
        proofs = {rule: await owned(api, self.resource, rule, session.user_id, [item]) for rule in rules}
        self.owned = sorted(name for name, rule in narrowed.items() if name and self.shown_id in proofs.get(rule, ()))

    async def _leave_deleted(self, erasing: Awaitable[bool], dialog: str) -> AsyncGenerator[Any]:
        """Wait for a deletion, which answers whether it was done, and lead back to the list; a record that was gone
        already is as good as deleted."""
        done = f"errors.{self.resource.entity}.delete_success"
        try:
            if not await erasing:
                return
        except ApiError as error:
            # What is not found may also be somebody else's deletion, or one of ours that got no answer.
            if isinstance(error, SwitchedOff) or not isinstance(error, NotFound):
                # What is told of it lies under the dialog, where nobody reads or hears it.
                yield run("closeDialog", dialog)
                raise
            done = "kit.delete.gone"
        self._gone = True
        await notify(self, "success", done, name=self.title)
        yield rx.redirect(self.back or self.resource.route)

    async def _erase_shown(self) -> bool:
        async with self._deleting() as api:
            if not self.shown_id:
                return False
            await self._erase(api)
        return True

    async def _erase(self, api: Api) -> None:
        """Delete the record; that of a person is written in the register first, or not deleted at all."""
        if not self.resource.personal:
            return await api.delete(self.resource.endpoint, self.shown_id)
        session = await self.get_state(Session)
        line = await audit.record(session, "erasure", self.resource.key, {"id": self.shown_id}, 1)
        outcome: audit.Outcome = "interrupted"  # nobody knows, where an answer is lost
        try:
            await api.delete(self.resource.endpoint, self.shown_id)
            outcome = "complete"
        except (Refused, Unreached):
            outcome = "failed"
            raise
        finally:
            with suppress(audit.RegisterUnavailable):  # it is logged; the line of the act says that it began
                await audit.complete(line, outcome, int(outcome == "complete"))

    async def _show(self, api: Api, record_id: str) -> dict[str, Any]:
        """Fetch the record and project it; answers it as the API sent it."""
        item = await fetch(api, self.resource, record_id)
        record = self.resource.model.model_validate(item)
        await self._take(api, item)
        sections = await self._open_sections()
        columns = tuple(column for section in sections for column in section.parts)
        spots = [Column(f"{each.map}.{axis}") for each in sections if each.map for axis in ("latitude", "longitude")]
        pins = (self.resource.pin,) if self.resource.pin and spots else ()
        self.shown = project(record, (*self.resource.head(), *columns, *spots, *pins))
        self.blanks = sum(not self.shown[column.name] for column in columns)
        self.hrefs = {wire(name): link.to(record) for name, link in self.resource.links.items()}
        self.frozen = self.resource.frozen(record) if self.resource.frozen else ""
        self.editable = self.resource.editable(record) if self.resource.editable else True
        self.title = self.resource.name(record)
        self.picture = self.resource.picture(record)
        self.shown_id = record_id
        return item

    async def _open_sections(self) -> list[Section]:
        """The sections this person sees: nothing else leaves the server."""
        held = (await self.get_state(Session))._readable()
        settings = get_settings()
        return [
            section
            for section in self.resource.show
            if settings.flag(section.flag) and (not section.permission or section.permission in held)
        ]

    async def _take(self, api: Api, item: dict[str, Any]) -> None:
        """What a feature shows besides the columns."""

    def _besides(self) -> list[Any]:
        """The events that read what else a feature shows, once the record stands: slow calls keep nobody waiting."""
        return []

    async def _impacts(self, api: Api, record_id: str) -> list[str]:
        """Lines about what else a deletion touches; none unless a feature knows some."""
        return []

    async def _find_neighbours(self, record_id: str) -> None:
        """Its place in the list it was opened from, the records beside it there, and the address of that list."""
        siblings: ListMixin = await self.get_state(self.siblings)
        hrefs = [row["_href"] for row in siblings.rows]
        own = f"{self.resource.route}/show/{record_id}"
        at = hrefs.index(own) if own in hrefs else -1
        self.previous = hrefs[at - 1] if at > 0 else ""
        self.following = hrefs[at + 1] if 0 <= at < len(hrefs) - 1 else ""
        self.place, self.among = (siblings.first + at, siblings.total) if at >= 0 else (0, 0)
        self.back = siblings.address or self.resource.route
