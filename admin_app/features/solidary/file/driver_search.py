"""Who could drive: one ranked table of carpoolers, volunteers and partners, and the one that is retained.

It is worked out anew from every answer of the API; what partners answered is kept beside, for the record it was asked
about alone.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import reflex as rx

from admin_app.api.client import Api, members
from admin_app.api.errors import ApiError, MissingPermission, SessionEnded
from admin_app.api.query import encode
from admin_app.features.solidary import statuses
from admin_app.features.solidary.drivers import candidates, partners
from admin_app.features.solidary.drivers.candidates import KINDS, VOLUNTEER, Candidate
from admin_app.features.solidary.drivers.journey import WAYS, Asked, asked
from admin_app.features.solidary.drivers.providers import FLAG
from admin_app.features.solidary.drivers.scoring import BAD, GOOD, PART, fit, ranked
from admin_app.features.solidary.drivers.wording import row
from admin_app.features.solidary.file.diary import DiaryMixin
from admin_app.features.solidary.file.shaping import Texts, read
from admin_app.features.solidary.file.state import UPDATE
from admin_app.kit.script import run
from admin_app.kit.session import SwitchedOff, notify, report, reports_errors, signed_in, signed_in_background
from admin_app.kit.words.formats import is_day
from admin_app.settings import get_settings

SEARCH = "external_journey_list"
JOURNEYS = "admin/external_journeys"
SOLUTION = "solution"
"""What begins the key of a driver who was retained."""
PATIENCE = 120
"""Seconds to wait for partners, who are asked one after the other without a limit (search_external_journeys)."""
SHOWN = 12
"""How many drivers stand in the table before one asks for the others."""
TONES = {GOOD: "good", PART: "warn", BAD: "bad"}


class BoardMixin(DiaryMixin, rx.State, mixin=True):
    """A file whose drivers are looked for."""

    board: list[Texts] = []
    """The drivers of the chosen way and kind, the best first (wording.py)."""
    board_count: int = 0
    """How many there are, those that are not shown included."""
    board_whole: int = 0
    """How many there are whatever the filters."""
    board_way: str = ""
    """The way that is shown; empty for all."""
    board_kind: str = ""
    board_all: bool = False
    marks: list[list[str]] = []
    """The places of the map: id, latitude, longitude, name, tone."""
    driver_ways: Texts = {}
    """Which way each retained driver goes, by solution, where there are two (of volunteers the API says none)."""
    retaining: bool = False
    partners_form: Texts = {}
    """What a search of partners begins with; empty where the request does not say enough for one."""
    partners_found: Texts = {}
    """How many journeys the last search found: `way`, `count`."""
    partners_problem: str = ""
    """`failed`, `forbidden` or `dates`: never a partner's own text, which quotes keys."""
    searching: bool = False
    _partners: dict[str, list[Any]] = {}
    """What partners answered, by way."""
    _written: list[str] = []
    """The drivers of partners that were written to: nothing tells of it but this tab and the diary."""

    @rx.event
    def choose_way(self, way: str):
        """Show the drivers of one way, or of both."""
        self.board_way, self.board_all = way if way in WAYS else "", False
        self._arrange()

    @rx.event
    def choose_kind(self, kind: str):
        """Show carpoolers, volunteers or partners alone, or all of them."""
        self.board_kind, self.board_all = kind if kind in KINDS else "", False
        self._arrange()

    @rx.event
    def show_all_drivers(self):
        """Show those that fit worse, too."""
        self.board_all = True
        self._arrange()

    @rx.event
    @reports_errors("solidary_drivers.retain_failed", busy="retaining")
    async def retain(self, key: str):
        """Make a driver a solution; the server adds the other way where it is linked (SolidarySolutionPatch)."""
        chosen = self._candidate(key)
        if self.retaining or not self._is_changeable() or chosen is None or chosen.matching is None:
            return
        if chosen.matching in candidates.retained(read(self._answer())):
            return
        self.retaining = True
        yield
        before = {each["id"] for each in self.drivers}
        who = "transporter" if chosen.kind == VOLUNTEER else "carpooler"
        async with signed_in(self, UPDATE, own=await self._proof()) as api:
            await self._command(api, {"solution": {"matching": chosen.matching, who: chosen.user_id}})
        new = [each["id"] for each in self.drivers if each["id"] not in before]
        await notify(
            self,
            "success",
            "solidary_drivers.retained_both" if len(new) > 1 else "solidary_drivers.retained_one",
            name=chosen.name,
        )
        if new:  # the button that had the focus is gone
            yield run("focusOn", f"write-{SOLUTION}-{new[0]}")

    @rx.event(background=True)
    async def search_partners(self, data: dict[str, Any]):
        """Ask partners for journeys of one way; they may fail, and nothing else changes then."""
        async with self:
            way, made = self._wanted(data)
            if self.searching or not self._is_open() or made is None:
                return
            self.searching, self.partners_problem, self.partners_found = True, "", {}
            record_id = self.record_id
        found, problem, step = None, "", None
        try:
            found = await self._ask_partners(made)
        except Exception as error:
            problem = "forbidden" if isinstance(error, MissingPermission) else "failed"
            async with self:
                if isinstance(error, SessionEnded) or not isinstance(error, ApiError):
                    step = await report(self, error, "solidary_drivers.partners.failed")
        async with self:
            self.searching = False
            if self.record_id == record_id:
                self.partners_problem = problem
                self._keep_partners(way, found)
        yield step

    async def _ask_partners(self, made: partners.Search) -> list[Any]:
        if not get_settings().flag(FLAG):
            raise SwitchedOff
        async with signed_in_background(self, reads=SEARCH) as api:
            return await _journeys(api, made)

    def _keep_partners(self, way: str, found: list[Any] | None) -> None:
        if found is None:
            return
        self._partners = {**self._partners, way: found}
        self.partners_found = {"way": way, "count": str(len(candidates.of_partners(found, way)))}
        self._arrange()

    def _wanted(self, data: Mapping[str, Any]) -> tuple[str, partners.Search | None]:
        """The search a form asks for; None, with the reason on the page, for one that makes no sense."""
        way = str(data.get("way") or "")
        ways = asked(read(self._answer())) if self._held else {}
        made = partners.search(ways[way]) if way in ways else None
        if made is None:
            return way, None
        dates = [str(data.get(name) or "") for name in ("min_date", "max_date")]
        first, last = (
            given if is_day(given) else own for given, own in zip(dates, (made.min_date, made.max_date), strict=True)
        )
        self.partners_form = {**self.partners_form, **{name: str(data.get(name) or "") for name in self.partners_form}}
        if first > last:
            self.partners_problem = "dates"
            return way, None
        frequency, margin = str(data.get("frequency") or ""), str(data.get("margin") or "")
        made = replace(
            made,
            min_date=first,
            max_date=last,
            frequency=frequency if frequency in partners.FREQUENCIES else partners.PUNCTUAL,
        )
        return way, partners.widened(made, int(margin) if margin in partners.MARGINS else 0)

    def _is_changeable(self) -> bool:
        """Whether the record is there and has not been replaced by another."""
        return self._is_open() and self.shown["status"] != statuses.EDITED

    # --- what is shown -----------------------------------------------------------------------------

    def _candidates(self) -> list[Candidate]:
        if not self._held:
            return []
        of_partners = [each for way, items in self._partners.items() for each in candidates.of_partners(items, way)]
        return [*candidates.of_record(read(self._answer())), *of_partners]

    def _candidate(self, key: str) -> Candidate | None:
        return next((each for each in self._candidates() if each.key == key), None)

    def _arrange(self) -> None:
        """Rank those of the chosen way and kind, and mark the places of those that are shown."""
        record = read(self._answer())
        ways, every = asked(record), self._candidates()
        known = [each for each in every if each.way in ways]
        chosen = [each for each in known if self.board_way in ("", each.way) and self.board_kind in ("", each.kind)]
        found = ranked((each, fit(each, ways[each.way])) for each in chosen)
        shown = found if self.board_all else found[:SHOWN]
        taken, both = candidates.retained(record), candidates.on_both_ways(known)
        self.board = [
            row(
                each,
                how,
                taken=each.matching in taken,
                both=(each.kind, each.user_id) in both,
                written=each.key in self._written,
            )
            for each, how in shown
        ]
        self.board_count, self.board_whole = len(found), len(known)
        self.driver_ways = candidates.ways_of_solutions(record, known) if len(ways) > 1 else {}
        self.marks = [*_ends(ways), *(mark for each, how in shown if (mark := _mark(each, TONES[how.verdict])))]

    async def _show(self, item: dict[str, Any], at: str) -> None:
        new = str(item.get("id")) != str(self._answer().get("id"))
        await super()._show(item, at)
        if new:
            self.partners_form = _form(asked(read(item)))
        self._arrange()

    def _clear(self) -> None:
        super()._clear()
        self.driver_ways = {}
        self.board, self.marks, self.board_count, self.board_whole = [], [], 0, 0
        self.board_way = self.board_kind = self.partners_problem = ""
        self.board_all = False
        self.partners_form, self.partners_found, self._partners, self._written = {}, {}, {}, []


async def _journeys(api: Api, made: partners.Search) -> list[Any]:
    return members(await api.call_get(JOURNEYS, encode(partners.parameters(made)), seconds=PATIENCE))


def _form(ways: Mapping[str, Asked]) -> Texts:
    """What a search begins with: the way there, or the way back where that alone can be searched."""
    found = {way: made for way in ways if (made := partners.search(ways[way]))}
    if not found:
        return {}
    way, made = next(iter(found.items()))
    return {
        "way": way,
        "frequency": made.frequency,
        "min_date": made.min_date,
        "max_date": made.max_date,
        "margin": "60",
    }


def _ends(ways: Mapping[str, Asked]) -> list[list[str]]:
    """Where the request departs from and goes to."""
    outward = ways[WAYS[0]]
    points = (("origin", outward.origin), ("destination", outward.destination))
    return [[name, str(each.latitude), str(each.longitude), each.name, ""] for name, each in points if each]


def _mark(candidate: Candidate, tone: str) -> list[str] | None:
    place = candidate.home or candidate.origin
    return place and [candidate.key, str(place.latitude), str(place.longitude), candidate.name, tone]
