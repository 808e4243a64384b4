"""The views of the signed-in person, and how many rows those of the menu have.

They are read beside the page, at most once a minute, so that neither the store nor the API keeps anybody waiting; what
fails leaves the rest as it is. Views are of the person whose account the API gave when it accepted the token
(SESSION-2); what a view shows is asked for at the list's own door.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, ClassVar

import reflex as rx
from reflex.event import EventSpec

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, SessionEnded
from admin_app.kit.script import run
from admin_app.kit.session import (
    AccountMixin,
    PressMixin,
    Session,
    here,
    report,
    reports_errors,
    signed_in,
    signed_in_background,
)
from admin_app.kit.session.permissions import Standing
from admin_app.kit.store.database import StoreUnavailable
from admin_app.kit.values import whole
from admin_app.kit.views import store as view_store
from admin_app.kit.views.registry import Listed, lists, shares
from admin_app.kit.views.store import EVERYBODY, Unkept, View
from admin_app.kit.words.locale import language_of, say
from admin_app.settings import get_settings

LIFETIME = 60
"""Seconds after which views and their counters are read again, when a page is opened."""
MOST_COUNTED = 12
"""Views of the menu that have a counter: each is a call."""
AT_ONCE = 4
"""Calls under way together."""
NAME_FIELD = "view-name"
"""The id of the field for a new view's name; a view's buttons have `view-rename-` and the like, and its id."""
logger = logging.getLogger(__name__)


class Views(PressMixin, AccountMixin, rx.State):
    """The views of the lists that the person may open."""

    arrives: ClassVar[bool] = True

    views: list[dict[str, str]] = []
    """In the order of the menu: `id name href route shared pinned count mine`; what is not so is empty."""
    routes: list[str] = []
    """The lists that have one."""
    pins: int = 0
    """How many stand in the menu."""
    may_share: bool = False
    problem: str = ""
    """Why what was asked for last was not done."""
    away: str = ""
    """Why there is no view: the store could not be read."""
    editing: str = ""
    """The view whose name is being changed."""
    removing: str = ""
    """The view that is about to be removed."""
    made: int = 0
    """How many were kept from this tab: the form is empty again after each."""
    _read_at: float = 0
    _counts: dict[str, tuple[int, float]] = {}
    """Rows by address, and when they were counted."""

    def _arrive(self) -> EventSpec | None:
        """At each address: read them again when they are old."""
        if time.time() - self._read_at < LIFETIME:
            return None
        event: EventSpec = Views.refresh  # pyright: ignore[reportAssignmentType]
        return event

    @rx.event(background=True, supersedes=True)
    async def refresh(self):
        """Read the views, show them, and count the rows of those in the menu."""
        try:
            async with signed_in_background(self) as api:
                async with self:
                    self._read_at = time.time()
                    session = await self.get_state(Session)
                    person, readable = session.user_id, session._readable()
                    self.may_share = session._standing(shares()) is Standing.FULL
                    locale = await language_of(self)
                try:
                    found = await asyncio.to_thread(view_store.of, person)
                except StoreUnavailable as error:
                    async with self:
                        self.away = say(f"errors.{error.kind}", locale)
                    return
                opened = _opened(readable)
                async with self:
                    self._show([each for each in found if each.route in opened])
                    wanted = self._uncounted(opened)
                counted = await _counted(api, wanted)
                async with self:
                    self._count(counted)
        except SessionEnded as error:
            async with self:
                step = await report(self, error, "kit.views.failed")
            yield step
        except ApiError as error:
            logger.info("views are not read: %s", error)

    @rx.event
    @reports_errors("kit.views.failed")
    async def keep(self, data: dict[str, Any]):
        """Keep the list at hand under a name: what it shows is known here, not what a page says of it.

        `data` has `name`, `pinned` and `everybody` where they are ticked, and `form`, which tells a second press from a
        name that is typed again.
        """
        listed = lists().get(here(self).path)
        if listed is None:
            return None
        async with signed_in(self, reads=listed.permission):
            owner = await self._owner(bool(data.get("everybody")))
            query = (await self.get_state(listed.state))._view_query()
        name, pinned = data.get("name", ""), bool(data.get("pinned"))
        press = [owner, name, listed.route, query, str(data.get("form"))]
        if await self._done(lambda: view_store.add(owner, name, listed.route, query, pinned), press):
            self.made += 1
            return [run("focusOn", NAME_FIELD), Views.refresh]
        return None

    @rx.event
    @reports_errors("kit.views.failed")
    async def rename(self, data: dict[str, Any]):
        """Give the view `id` the name `name`."""
        view_id, name = whole(data.get("id"), 0), data.get("name", "")
        owners = await self._owners()
        if await self._done(lambda: view_store.rename(view_id, owners, name)):
            self.editing = ""
            return run("focusOn", f"view-rename-{view_id}")
        return None

    @rx.event
    @reports_errors("kit.views.failed")
    async def pin(self, view_id: str, pinned: bool):
        """Put a view in the menu, or take it out."""
        number, owners = whole(view_id, 0), await self._owners()
        return Views.refresh if await self._done(lambda: view_store.pin(number, owners, bool(pinned))) else None

    @rx.event
    @reports_errors("kit.views.failed")
    async def move(self, view_id: str, down: bool):
        """Move a view before the one above it, or behind the one below."""
        number, owners = whole(view_id, 0), await self._owners()
        if await self._done(lambda: view_store.move(number, owners, bool(down))):
            # What is put elsewhere on a page loses the focus.
            return run("focusOn", f"view-{'down' if down else 'up'}-{number}")
        return None

    @rx.event
    @reports_errors("kit.views.failed")
    async def remove(self, view_id: str):
        """Keep a view no more."""
        number, owners = whole(view_id, 0), await self._owners()
        if await self._done(lambda: view_store.remove(number, owners), number):
            self.removing = ""
            return run("focusOn", NAME_FIELD)
        return None

    @rx.event
    def turn_to(self, editing: str, removing: str):
        """Begin to rename a view or to remove one, or give that up."""
        left = f"view-rename-{self.editing}" if self.editing else f"view-remove-{self.removing}"
        given_up = bool(self.editing or self.removing) and not (editing or removing)
        self.editing, self.removing, self.problem = editing, removing, ""
        return run("focusOn", left) if given_up else None

    # --- who may -------------------------------------------------------------------------------

    async def _owners(self) -> tuple[view_store.Owner, ...]:
        """Whose views the person may change. An ApiError for nobody."""
        async with signed_in(self):
            session = await self.get_state(Session)
            if session._standing(shares()) is Standing.FULL:
                return (session.user_id, EVERYBODY)
            return (session.user_id,)

    async def _owner(self, everybody: bool) -> view_store.Owner:
        """Whose a new view is."""
        if not everybody:
            return (await self.get_state(Session)).user_id
        async with signed_in(self, shares()):
            return EVERYBODY

    # --- what is shown -------------------------------------------------------------------------

    async def _done(self, act: Callable[[], None], press: Any = None) -> bool:
        """Do something to the store and read it again; whether it was done. Of two of the same `press` the second does
        nothing, unless the first was refused (NOTICE-24)."""
        session, locale = await self.get_state(Session), await language_of(self)
        try:
            async with self._once(press) if press else nullcontext(True) as wanted:
                if not wanted:
                    return False
                await asyncio.to_thread(act)
            found = await asyncio.to_thread(view_store.of, session.user_id)
        except Unkept as error:
            self.problem = say(
                f"kit.views.refusals.{error.why}", locale, longest=view_store.LONGEST, most=view_store.MOST
            )
            return False
        except StoreUnavailable as error:
            self.problem = say(f"errors.{error.kind}", locale)
            return False
        self.problem, self._read_at = "", 0
        opened = _opened(session._readable())
        self._show([each for each in found if each.route in opened])
        return True

    def _show(self, found: list[View]) -> None:
        """Everybody's before one's own, list by list in the order of the menu."""
        order = {route: place for place, route in enumerate(lists())}
        rows = [self._row(each) for each in sorted(found, key=lambda each: (order[each.route], each.owner_id or 0))]
        if self.views != rows:
            self.views = rows
            self.routes = list(dict.fromkeys(each.route for each in found))
            self.pins = sum(each.pinned for each in found)
        self.away = ""

    def _row(self, view: View) -> dict[str, str]:
        href, shared = _href(view), view.owner_id is EVERYBODY
        return {
            "id": str(view.id),
            "name": view.name,
            "href": href,
            "route": view.route,
            "shared": _flag(shared),
            "pinned": _flag(view.pinned),
            "count": str(self._counts[href][0]) if view.pinned and href in self._counts else "",
            "mine": _flag(not shared or self.may_share),
        }

    def _uncounted(self, opened: dict[str, Listed]) -> list[tuple[Listed, str]]:
        """The views of the menu whose rows are to be counted, as a list and the address of the view."""
        old = time.time() - LIFETIME
        pinned = [each for each in self.views if each["pinned"] and opened[each["route"]].count][:MOST_COUNTED]
        stale = [each for each in pinned if self._counts.get(each["href"], (0, 0.0))[1] <= old]
        return [(opened[each["route"]], each["href"]) for each in stale]

    def _count(self, counted: dict[str, int]) -> None:
        """Write counters where they are; one that could not be read is not shown."""
        now = time.time()
        known = {href: each for href, each in self._counts.items() if each[1] > now - LIFETIME}
        self._counts = {**known, **{href: (count, now) for href, count in counted.items()}}
        rows = [
            {**each, "count": str(self._counts[each["href"]][0])}
            if each["pinned"] and each["href"] in self._counts
            else {**each, "count": ""}
            for each in self.views
        ]
        if rows != self.views:
            self.views = rows


def _opened(readable: list[str]) -> dict[str, Listed]:
    """The lists that an account with these permissions may open here."""
    settings = get_settings()
    return {route: each for route, each in lists().items() if each.permission in readable and settings.flag(each.flag)}


async def _counted(api: Api, wanted: list[tuple[Listed, str]]) -> dict[str, int]:
    """Rows by address; what fails is left out, and touches nothing else."""
    places = asyncio.Semaphore(AT_ONCE)
    found: dict[str, int] = {}

    async def one(listed: Listed, href: str) -> None:
        async with places:
            try:
                assert listed.count
                found[href] = await listed.count(api, href.partition("?")[2])
            except SessionEnded:
                raise
            except ApiError as error:
                logger.info("a view of %s has no counter: %s", listed.route, error)

    await asyncio.gather(*(one(listed, href) for listed, href in wanted))
    return found


def _href(view: View) -> str:
    return f"{view.route}?{view.query}" if view.query else view.route


def _flag(on: bool) -> str:
    return "1" if on else ""
