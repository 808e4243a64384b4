"""What waits for the signed-in person, module by module, who comes first, and what is ahead (HOME-1).

Counted behind the page, one cheap call a module, and kept for a minute; a module that does not answer says so in its
own place. How many events wait is not known: the API has no filter by their status (content-points.yaml).
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import timedelta
from itertools import product

import reflex as rx
from babel.lists import format_list

from admin_app.api.errors import ApiError, SessionEnded
from admin_app.features.campaigns.record import CAMPAIGNS_WAITING
from admin_app.features.communities.resource import COMMUNITIES_WAITING
from admin_app.features.content.articles.record import ARTICLES_WAITING
from admin_app.features.content.editorials import FRONT_PAGE
from admin_app.features.content.events import EVENTS_AHEAD
from admin_app.features.hitchhikers.resource import HITCHHIKERS_WAITING
from admin_app.features.relay_points.points import RELAY_POINTS_WAITING
from admin_app.features.solidary.waiting import SOLIDARY_WAITING
from admin_app.kit import clock
from admin_app.kit.parts import Pending, sketch_of
from admin_app.kit.records import AHEAD, FEW, QUOTED, Next, Told, Waiting
from admin_app.kit.session import Session, here, report, signed_in_background
from admin_app.kit.words import LOCALES
from admin_app.kit.words.formats import journey
from admin_app.kit.words.locale import say
from admin_app.kit.words.phones import phone_text
from admin_app.settings import get_settings

WAITS: tuple[Waiting, ...] = (
    *SOLIDARY_WAITING,
    HITCHHIKERS_WAITING,
    COMMUNITIES_WAITING,
    CAMPAIGNS_WAITING,
    ARTICLES_WAITING,
    RELAY_POINTS_WAITING,
    EVENTS_AHEAD,
    FRONT_PAGE,
)
"""In the order of their urgency."""
LIFETIME = 60
"""Seconds after which it is counted again; at once, where the person wrote something meanwhile."""
KEPT = 300
"""The same for the menu, on whatever screen: nobody looks at it to begin with."""
NEAR = ("today", "tomorrow")
"""Days that a word tells sooner than a date."""
AT_ONCE = 3
"""Calls under way together: the page comes first."""


class Waits(rx.State):
    """What the modules of WAITS have told."""

    counts: dict[str, str] = {}
    """How many wait, by kind; one that is missing is not known yet, or cannot be told."""
    answered: list[str] = []
    """The modules that have told what they know, or failed to."""
    failed: list[str] = []
    complete: bool = False
    """Whether all of them have: nothing is said of the whole before."""
    people: list[dict[str, str]] = []
    """Who comes first, of all modules (`Next`)."""
    sketches: dict[str, list[list[str]]] = {}
    """Where they are or go, by their address (`sketch_map`)."""
    coming: dict[str, list[dict[str, str]]] = {each.key: [] for each in WAITS}
    """What happens next (`Next`), by module and without who comes first; `again` where the line above said the day."""
    waiting: int = 0
    """How many wait, of every kind that is known; some are of several kinds."""
    pressing: int = 0
    """How many of them come first."""
    presses: dict[str, str] = dict.fromkeys(LOCALES, "")
    """Of what kinds these are, and how many of each, in each language."""
    _told: dict[str, Told | None] = {}
    """By the modules that are read for this person, in the order of WAITS; None while one has not answered."""
    _read_at: float = 0

    @rx.event(background=True, supersedes=True)
    async def load(self):
        """Count what is old, module by module; each shows as soon as it is there."""
        try:
            # Nobody may be known yet: a background handler does not wait for the one that finds out (Session.enter).
            async with signed_in_background(self), self:
                session = await self.get_state(Session)
                held = set(session._readable())
                # One that was begun anew while it counted has ended that before its end.
                if self.complete and not session.wrote and time.time() - self._read_at < LIFETIME:
                    return
                self._read_at = time.time()
                asked = [each for each in WAITS if get_settings().flag(each.flag) and held.issuperset(each.permissions)]
                self._told = {each.key: self._told.get(each.key) for each in asked}
            ahead = asyncio.Semaphore(AT_ONCE)
            async with asyncio.TaskGroup() as counting:
                for each in asked:
                    counting.create_task(self._read(each, ahead))
            async with self:
                session = await self.get_state(Session)
                session.wrote = session._wrote_at > self._read_at
        except Exception as error:
            async with self:
                self._read_at = 0
                found = error.exceptions[0] if isinstance(error, ExceptionGroup) else error
                ended = await report(self, found, "home.waiting_error")
            yield ended

    @rx.event
    async def follow(self):
        """Count again where home was opened once, if that was long ago or the person wrote something since.

        Home counts by itself: a second run would end the first.
        """
        session = await self.get_state(Session)
        if self._read_at and here(self).path != "/" and (time.time() - self._read_at > KEPT or session.wrote):
            return Waits.load

    @rx.event
    def again(self):
        """Count all of it again, at once: something could not be."""
        self._read_at = 0
        return Waits.load

    async def _read(self, module: Waiting, ahead: asyncio.Semaphore) -> None:
        async with ahead:
            try:
                async with signed_in_background(self, reads=module.permissions) as api:
                    told = await module.read(api)
            except SessionEnded:
                raise
            except ApiError:
                told = None
        async with self:
            if told and module.opens and not await module.opens(self):
                told = told.unopened(module.pressing)
            others = [each for each in self.failed if each != module.key]
            self.failed = others if told else [*others, module.key]
            self._told = {**self._told, module.key: told or Told({})}
            self._show()
            pending = await self.get_state(Pending)
            pending.by_address, pending.quiet = self._pending()

    def _answers(self) -> list[tuple[Waiting, Told]]:
        """The modules that have answered, and what they told."""
        return [(each, found) for each in WAITS if (found := self._told.get(each.key))]

    def _show(self) -> None:
        """What the modules have told so far, put together."""
        told = self._answers()
        self.answered = [each.key for each, _ in told]
        self.complete = None not in self._told.values()
        self.counts = {
            kind: str(found.counts[kind]) for each, found in told for kind in each.kinds if kind in found.counts
        }
        self.waiting = sum(int(number) for number in self.counts.values())
        pressing = {each.key: found.counts.get(each.pressing, 0) for each, found in told}
        self.pressing = sum(pressing.values())
        self.presses = {locale: _presses(pressing, locale) for locale in LOCALES}
        first = self._in_turn()[:FEW]
        self.people = [_line(each) for each in first]
        self.sketches = {
            each.key: [[*shape] for shape in sketch_of(each.places, (each.origin, each.destination))] for each in first
        }
        shown = {each.key for each in first}
        ahead = {each.key: [one for one in found.coming if one.key not in shown][:AHEAD] for each, found in told}
        self.coming = {**self.coming, **{key: _lines(those) for key, those in ahead.items()}}

    def _pending(self) -> tuple[dict[str, str], list[str]]:
        """How many there are by address, and which of these the menu leaves out (`Pending`)."""
        told = self._answers()
        kinds = [(each, kind) for each, _ in told for kind in each.kinds if kind in self.counts]
        lists = [(each.route, each.in_list(found.counts)) for each, found in told if each.kinds and found.counts]
        numbers = {each.kinds[kind]: self.counts[kind] for each, kind in kinds}
        numbers |= {route: str(sum(number for there, number in lists if there == route)) for route, _ in lists}
        return numbers, [each.kinds[kind] for each, kind in kinds if each.in_menu not in ("", kind)]

    def _in_turn(self) -> list[Next]:
        """Who comes first of each module in turn, for who works in several; of what presses before the rest.

        As far as it is known: nobody comes before somebody who is shown already.
        """
        first: list[Next] = []
        modules = [each for each in WAITS if each.key in self._told]
        for presses, rank, module in product((True, False), range(FEW), modules):
            if bool(module.pressing) is presses:
                if (told := self._told[module.key]) is None:
                    break
                first += told.first[rank : rank + 1]
        return first


def _presses(pressing: Mapping[str, int], locale: str) -> str:
    """How many press, by module: the menu counts each of them otherwise, all that it has to answer."""
    said = [say(f"home.presses.{key}", locale, count=number) for key, number in pressing.items() if number]
    return format_list(said, locale=locale)


def _lines(those: Sequence[Next]) -> list[dict[str, str]]:
    """One after the other: a day is said once."""
    days = ["", *(each.day for each in those)]
    return [_line(each) | {"again": "true" if each.day == day else ""} for each, day in zip(those, days, strict=False)]


def _line(each: Next) -> dict[str, str]:
    """Somebody as the page shows them."""
    route = journey(each.origin, each.destination, back=bool(each.back))
    told = {name: text for name, text in asdict(each).items() if name != "places"}
    telephone, quote = phone_text(each.telephone), each.quote[:QUOTED]
    return told | {"telephone": telephone, "near": near(each.day), "route": route, "quote": quote}


def near(day: str) -> str:
    """Which of NEAR a day is at the clock of France, `2026-03-26`; empty for a later one, and for an earlier one."""
    today = clock.today()
    return {str(today + timedelta(days=ahead)): name for ahead, name in enumerate(NEAR)}.get(day, "")
