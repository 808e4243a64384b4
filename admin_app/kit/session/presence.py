"""Who else has the same record open, and whether they saved: said beside the way to it (decision 62).

A tab that arrives at a record is kept with its person's name, in Redis where there is one, for all workers; else in
this process. One task of each process says every `BEAT` seconds that its tabs are still there, and has the page of a
tab look again where that changed. Who says nothing for `SILENCE` seconds is gone. Nothing of a record is read for it.
"""

import asyncio
import datetime as dt
import json
import logging
import time
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, replace
from typing import ClassVar

import reflex as rx
from redis.asyncio import Redis
from reflex.event import EventSpec

from admin_app.api.query import is_record_id
from admin_app.kit.session.account import AccountMixin
from admin_app.kit.session.shared import Shared
from admin_app.kit.session.state import Session
from admin_app.kit.session.tab import assign, here
from admin_app.patches.events import Incoming

BEAT, SILENCE = 15, 40
"""Seconds between two signs of a tab that is there, and after which one that gives none is gone."""
_PREFIX = "admin_app.open."
_permissions: dict[str, frozenset[str]] = {}
"""Of the lists whose records are watched, by route: the permissions of which one opens a record."""
logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Opening:
    """A record that a tab has open."""

    person: int
    name: str
    since: str
    """An instant of ours, as is `saved`."""
    saved: str = ""
    """When they last saved it; empty where they did not."""
    at: float = 0
    """When the tab last gave a sign, in seconds of `time.time()`."""


Openings = dict[str, Opening]
"""By tab."""


class Here:
    """The openings of this process."""

    def __init__(self) -> None:
        self._kept: dict[str, Openings] = {}

    async def say(self, record: str, tab: str, opening: Opening) -> Openings:
        """Keep that a tab has a record open; all that have."""
        there = {**_fresh(self._kept.get(record, {})), tab: opening}
        self._kept[record] = there
        return there

    async def leave(self, record: str, tab: str) -> None:
        """Forget that a tab has a record open."""
        there = {each: opening for each, opening in self._kept.pop(record, {}).items() if each != tab}
        if there:
            self._kept[record] = there


class Everywhere:
    """The same in Redis."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def say(self, record: str, tab: str, opening: Opening) -> Openings:
        """Keep that a tab has a record open; all that have."""
        name = f"{_PREFIX}{record}"
        async with self._redis.pipeline() as pipeline:
            pipeline.hset(name, tab, json.dumps(asdict(opening)))
            pipeline.expire(name, SILENCE)
            pipeline.hgetall(name)
            *_, there = await pipeline.execute()
        return _fresh({str(key): Opening(**json.loads(value)) for key, value in there.items()})

    async def leave(self, record: str, tab: str) -> None:
        """Forget that a tab has a record open."""
        async with self._redis.pipeline() as pipeline:
            pipeline.hdel(f"{_PREFIX}{record}", tab)
            await pipeline.execute()


_openings = Shared[Here | Everywhere](Here(), Everywhere, "who has a record open is known of this process alone")
_tabs: dict[str, tuple[str, Opening]] = {}
"""The tabs of this process that have a record open."""
_seen: dict[str, list[dict[str, str]]] = {}
"""What the page of each of them says of others."""


def use(permissions: Mapping[str, Collection[str]]) -> None:
    """Set whose records are watched: the permissions of which one opens a record, by the route of its list."""
    _permissions.update({route: frozenset(each) for route, each in permissions.items()})


class Presence(AccountMixin, rx.State):
    """Who else has the record of this tab open."""

    arrives: ClassVar[bool] = True

    others: list[dict[str, str]] = []
    """`name`, `since` and `saved` of each person, the longest there first."""
    _refused: str = ""
    """The record that this tab was not shown, because it is not there or not open to its person."""

    def _arrive(self) -> EventSpec | None:
        """Look who is there, at a record that is watched; elsewhere nobody is."""
        assign(self, others=[], _refused="")
        look: EventSpec = Presence.look  # pyright: ignore[reportAssignmentType]
        leave: EventSpec = Presence.leave  # pyright: ignore[reportAssignmentType]
        if _record(here(self).path):
            return look
        return leave if self.router.session.client_token in _tabs else None

    @rx.event
    async def look(self):
        """Say that this tab has its record open, and show who else has."""
        record, tab = _record(here(self).path), self.router.session.client_token
        session = await self.get_state(Session)
        if not record or record == self._refused or not _may(session, record):
            return
        before, opening = _tabs.get(tab, ("", None))
        if opening is None or before != record or opening.person != session.user_id:
            await _forget(tab)
            name = f"{session.given_name} {session.short_family_name}".strip()
            opening = Opening(session.user_id, name, _now())
        self.others = await _say(record, tab, opening)

    @rx.event
    async def leave(self):
        """Forget the record this tab had open."""
        await _forget(self.router.session.client_token)


async def note_refusal(state: rx.State) -> None:
    """What a state was to show its person is not there or not open to them: they do not have that record open."""
    record = _record(here(state).path)
    # A list inside a record is refused alone.
    if record and getattr(getattr(state, "resource", None), "route", _list_of(record)) == _list_of(record):
        tab = await state.get_state(Presence)
        assign(tab, others=[], _refused=record)
        await _forget(state.router.session.client_token)


async def note_save(state: rx.State) -> None:
    """The person of a state saved the record that is open: the others are told."""
    tab = state.router.session.client_token
    if tab in _tabs:
        record, opening = _tabs[tab]
        await _say(record, tab, replace(opening, saved=_now()))


@asynccontextmanager
async def watched(app: rx.App) -> AsyncIterator[None]:
    """While the application runs, keep the openings of its tabs, and have their pages follow."""
    beating = asyncio.create_task(_beat(Incoming(app)))
    yield
    beating.cancel()


async def _beat(incoming: Incoming) -> None:
    while True:
        await asyncio.sleep(BEAT)
        for tab, (record, opening) in [*_tabs.items()]:
            try:
                await _sign(incoming, tab, record, opening)
            except Exception as error:  # one tab keeps no other from being seen
                logger.warning("who has a record open is not followed: %s", type(error).__name__)


async def _sign(incoming: Incoming, tab: str, record: str, opening: Opening) -> None:
    """A tab is still there, and its page is told where others came, saved or left; or it has closed."""
    if not incoming.is_there(tab):
        await _forget(tab)
    elif (before := _seen.get(tab)) != await _say(record, tab, opening) and before is not None:
        await incoming.tell(tab, Presence.look())


async def _say(record: str, tab: str, opening: Opening) -> list[dict[str, str]]:
    """Keep that a tab has a record open; who else has, each person once, the longest there first."""
    _tabs[tab] = record, opening
    signed = replace(opening, at=time.time())
    there = await _openings.act(lambda openings: openings.say(record, tab, signed))
    people: dict[int, Opening] = {}
    for each in sorted(there.values(), key=lambda one: one.since):
        if each.person != opening.person:
            first = people.setdefault(each.person, each)
            people[each.person] = replace(first, saved=max(first.saved, each.saved))
    _seen[tab] = [{"name": each.name, "since": each.since, "saved": each.saved} for each in people.values()]
    return _seen[tab]


async def _forget(tab: str) -> None:
    """A tab has its record open no more."""
    _seen.pop(tab, None)
    if tab in _tabs:
        record, _ = _tabs.pop(tab)
        await _openings.act(lambda openings: openings.leave(record, tab))


def _record(path: str) -> str:
    """The record of an address, the same for its page and its form; empty where none is watched."""
    above, _, last = path.rpartition("/")
    route = above.removesuffix("/show")
    return f"{route}/{last}" if route in _permissions and is_record_id(last) else ""


def _may(session: Session, record: str) -> bool:
    """Whether a person may open records of that list at all."""
    asked = _permissions[_list_of(record)]
    return not {*asked}.isdisjoint(session._readable())


def _list_of(record: str) -> str:
    return record.rpartition("/")[0]


def _fresh(openings: Openings) -> Openings:
    return {tab: each for tab, each in openings.items() if time.time() - each.at < SILENCE}


def _now() -> str:
    return f"{dt.datetime.now(dt.UTC):%Y-%m-%dT%H:%M:%SZ}"
