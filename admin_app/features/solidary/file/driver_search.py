"""Who could drive: one ranked table of carpoolers, volunteers and partners, and the one that is retained.

It is worked out anew from every answer of the API; what partners answered is kept beside, for the record it was asked
about alone.
"""

from collections.abc import Mapping
from typing import Any

import reflex as rx

from admin_app.api.client import members
from admin_app.api.errors import ApiError, MissingPermission, SessionEnded
from admin_app.api.query import encode
from admin_app.features.solidary.drivers import candidates, partners
from admin_app.features.solidary.drivers.candidates import KINDS, VOLUNTEER, Candidate
from admin_app.features.solidary.drivers.journey import WAYS, asked
from admin_app.features.solidary.drivers.providers import FLAG
from admin_app.features.solidary.drivers.table import Filters, table_of
from admin_app.features.solidary.file import shaping
from admin_app.features.solidary.file.next_step import OVER
from admin_app.features.solidary.file.state import RecordMixin, Texts
from admin_app.features.solidary.record import UPDATE
from admin_app.kit.script import run
from admin_app.kit.session import SwitchedOff, notify, report, reports_errors, signed_in, signed_in_background
from admin_app.kit.values import whole
from admin_app.settings import get_settings

SEARCH = "external_journey_list"
JOURNEYS = "admin/external_journeys"
SOLUTION = "solution"
"""What begins the key of a driver who was retained."""
PATIENCE = 120
"""Seconds to wait for partners, who are asked one after the other without a limit (search_external_journeys)."""


class DriverSearchMixin(RecordMixin, rx.State, mixin=True):
    """A file whose drivers are looked for."""

    board: list[Texts] = []
    """The drivers of the chosen way and kind, a person each, the best first (wording.py)."""
    board_count: int = 0
    """How many there are, those that are not shown included."""
    board_whole: int = 0
    """How many there are whatever the filters."""
    board_fitting: dict[str, int] = {}
    """How many of them fit: `some` way, each that is looked for, `all` of these (table.py)."""
    board_way: str = ""
    """The way that is shown; empty for all."""
    board_kind: str = ""
    board_all: bool = False
    """Whether those that fit worse are shown, too."""
    board_unfolded: bool = False
    """Whether those of a trip that is past are shown: nobody is looked for any more."""
    marks: list[list[str]] = []
    """The places of the map, and what is drawn between them (table.py)."""
    map_lines: list[list[str]] = []
    chosen: list[Texts] = []
    """The drivers that were retained, one line a person (shaping.py)."""
    retaining: bool = False
    retained_key: str = ""
    """Who is being retained, or was last."""
    partners_form: Texts = {}
    """What a search of partners begins with; empty where the request does not say enough for one."""
    partners_found: Texts = {}
    """How many journeys the last search found: `way`, `count`."""
    partners_problem: str = ""
    """`failed`, `forbidden` or `dates`: never a partner's own text, which quotes keys."""
    searching: bool = False
    _partners: dict[str, list[Any]] = {}
    """What partners answered, by way."""
    _written_to: list[str] = []
    """The drivers of partners that were written to: nothing tells of it but this tab and the diary."""

    @rx.event
    def choose_way(self, way: str):
        """Show the drivers of one way, or of both."""
        self.board_way, self.board_all = way if way in WAYS else "", False
        self._rank_drivers()

    @rx.event
    def choose_kind(self, kind: str):
        """Show carpoolers, volunteers or partners alone, or all of them."""
        self.board_kind, self.board_all = kind if kind in KINDS else "", False
        self._rank_drivers()

    @rx.event
    def show_all_drivers(self):
        """Show those that fit worse, too; of a trip that is past first those that fit, if any do."""
        folded = self._is_over() and not self.board_unfolded
        self.board_unfolded, self.board_all = True, not folded or not self.board_fitting["some"]
        self._rank_drivers()

    @rx.event
    @reports_errors("solidary_drivers.retain_failed", busy="retaining")
    async def retain(self, key: str):
        """Make a driver a solution; the server adds the other way where it is linked (SolidarySolutionPatch).

        Once one is, a press on another within two seconds is the first one repeated (DRIVER-12): their row has moved
        under the finger, and no solution can be taken off again (update_solidary).
        """
        chosen = self._candidate(key)
        if self.retaining or not self._is_changeable() or chosen is None or chosen.matching is None:
            return
        if chosen.matching in candidates.retained(self._record()):
            return
        self.retaining, self.retained_key = True, key
        yield
        before = {each["id"] for each in self.drivers}
        try:
            async with self._once([self.record_id, "solution"]) as wanted:
                ours = wanted and await self._retain(chosen)
        except ApiError as error:
            yield self._focus_row(key)
            if not error.unsure:
                raise
            await notify(self, "error", "solidary_drivers.retain_unsure", reference=error.request, name=chosen.name)
            return
        if not wanted:
            await notify(self, "error", "solidary_drivers.retained_another", name=chosen.name)
            yield self._focus_row(key)
            return
        new = [each["id"] for each in self.drivers if each["id"] not in before]
        ways = ("both" if len(new) > 1 else "one") if ours else "already"
        await notify(self, "success", f"solidary_drivers.retained_{ways}", name=chosen.name)
        one = next((each for each in self.chosen if each["userId"] == str(chosen.user_id)), None)
        if new and one:  # the button that had the focus is gone, and who is retained is called next
            way = "call" if one["telephone"] else "write"
            yield run("focusOn", f"{way}-{SOLUTION}-{one['id']}")

    def _focus_row(self, key: str) -> Any:
        """Back to the button that was pressed, which was shut meanwhile; its row may stand elsewhere by now."""
        self.retaining = False
        rank = next((each["rank"] for each in self.board if each["key"] == key), "")
        return run("focusOn", f"act-{rank}") if rank else None

    async def _retain(self, chosen: Candidate) -> bool:
        """Whether it is by us that a driver is a solution now: a colleague may have been first."""
        who = "transporter" if chosen.kind == VOLUNTEER else "carpooler"

        def is_there() -> bool:
            return chosen.matching in candidates.retained(self._record())

        body = {"solution": {"matching": chosen.matching, who: chosen.user_id}}
        async with signed_in(self, UPDATE, own=await self._proof()) as api:
            try:
                return await self._command(api, body, is_there)
            except ApiError as error:
                # The server fails where a colleague was first, and says nothing: the record tells.
                if not error.unsure or not await self._look_again(api) or not is_there():
                    raise
                return False

    @rx.event(background=True)
    async def search_partners(self, data: dict[str, Any]):
        """Ask partners for journeys of one way; they may fail, and nothing else changes then."""
        async with self:
            record_id, search = self.record_id, self._begin_search(data)
        if search is None:
            return
        journeys, problem, step = None, "", None
        try:
            journeys = await self._ask_partners(search)
        except Exception as error:
            problem = "forbidden" if isinstance(error, MissingPermission) else "failed"
            async with self:
                if isinstance(error, SessionEnded) or not isinstance(error, ApiError):
                    step = await report(self, error, "solidary_drivers.partners.failed")
        async with self:
            self.searching = False
            if self.record_id == record_id:
                self.partners_problem = problem
                self._show_journeys(str(data["way"]), journeys)
        yield step

    def _begin_search(self, data: Mapping[str, Any]) -> partners.Search | None:
        """The search a form asks for, which is under way now; None where there is none to begin."""
        if self.searching or not self._is_open():
            return None
        form = {name: str(data.get(name) or "") for name in self.partners_form}
        try:
            search = partners.search_of(form, asked(self._record()))
        except partners.WrongDates:
            self.partners_form, self.partners_problem = form, "dates"
            return None
        if search:
            self.partners_form, self.partners_problem, self.partners_found = form, "", {}
            self.searching = True
        return search

    async def _ask_partners(self, search: partners.Search) -> list[Any]:
        if not get_settings().flag(FLAG):
            raise SwitchedOff
        async with signed_in_background(self, reads=SEARCH) as api:
            return members(await api.call_get(JOURNEYS, encode(partners.parameters(search)), seconds=PATIENCE))

    def _show_journeys(self, way: str, journeys: list[Any] | None) -> None:
        """Put what partners answered into the table, in the place of what they answered before."""
        if journeys is None:
            return
        self._partners = {**self._partners, way: journeys}
        # What somebody looked for is on show, however well it fits.
        self.board_unfolded = self.board_all = True
        self.partners_found = {"way": way, "count": str(len(candidates.of_partners(journeys, way)))}
        self._rank_drivers()

    def _candidates(self) -> list[Candidate]:
        """Everybody who could drive, whichever the way."""
        if not self._held:
            return []
        of_partners = [each for way, items in self._partners.items() for each in candidates.of_partners(items, way)]
        return [*candidates.of_record(self._record()), *of_partners]

    def _candidate(self, key: str) -> Candidate | None:
        return next((each for each in self._candidates() if each.key == key), None)

    def _rank_drivers(self) -> None:
        """Work the table out anew."""
        over = self._is_over() and not self.board_unfolded
        filters = Filters(self.board_way, self.board_kind, self.board_all, over)
        refused = {whole(each["userId"], 0) for each in self.drivers if each["settled"] == shaping.REFUSED}
        table = table_of(self._record(), self._candidates(), filters, self._written_to, refused)
        self.board, self.board_count, self.board_whole = table.rows, table.count, table.total
        self.board_fitting = dict(table.fitting)
        self.marks, self.map_lines = table.marks, table.lines
        self.chosen = shaping.retained(self.drivers, table.ways)

    def _is_over(self) -> bool:
        return self.step.get("key") in OVER

    @rx.event
    def point_at(self, mark: str):
        """Bring the row of a mark of the map to whoever pressed it."""
        return run("focusOn", f"act-{mark}") if mark.isdigit() else None

    def _begin_partners_form(self) -> None:
        """What a search of partners begins with, for the record on show."""
        self.partners_form = partners.first_form(asked(self._record()))

    def _clear_drivers(self) -> None:
        self.board, self.marks, self.map_lines, self.chosen = [], [], [], []
        self.board_count, self.board_whole, self.board_fitting = 0, 0, {}
        self.board_way = self.board_kind = self.partners_problem = ""
        self.board_all = self.board_unfolded = False
        self.partners_form, self.partners_found, self._partners, self._written_to = {}, {}, {}, []
