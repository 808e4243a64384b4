"""What the lines of a file say about each other, as a page shows it: a map of their places, many mended at once."""

import asyncio

import reflex as rx

from admin_app.kit.imports.columns_state import ColumnsMixin
from admin_app.kit.imports.staging_state import FAILED, on_sheet
from admin_app.kit.imports.staging_table import Sheet
from admin_app.kit.script import run
from admin_app.kit.session import reports_errors
from admin_app.kit.values import whole


class RemarksMixin(ColumnsMixin, rx.State, mixin=True):
    """The places of a file, and what is odd about its lines."""

    places: list[list[str]] = []
    """Marks of a map (kit/parts/map.py): number of the line, latitude, longitude, what it is called, tone."""

    def _begin(self) -> None:
        super()._begin()
        self.places = []

    def _map(self, sheet: Sheet, at: int | None = None) -> None:
        spot = self.resource.spot
        if spot is None or (at is not None and at not in spot and not self.places):
            return
        label, named = self.resource.label, self.resource.named
        shown = [
            [str(number), f"{latitude:.6f}", f"{longitude:.6f}", f"{number} · {label(named(cells))}", tone]
            for number, cells, latitude, longitude, tone in sheet.places()
        ]
        # A cell that has nothing to do with the map sends none: it may have thousands of places.
        if shown != self.places:
            self.places = shown

    @rx.event
    @reports_errors(FAILED)
    @on_sheet
    async def exchange(self):
        """Exchange latitude and longitude where the place would be among the others then."""
        await self._mend(Sheet.exchange)

    @rx.event
    @reports_errors(FAILED)
    @on_sheet
    async def drop_twins(self):
        """Take out the lines that say the same as an earlier one."""
        await self._mend(Sheet.drop_twins)

    async def _mend(self, act) -> None:
        if self.task or self.stage != "check":
            return
        sheet = Sheet(self.sheet, self.resource)
        await asyncio.to_thread(act, sheet)
        self._show(self.page)
        self._map(sheet)

    @rx.event
    @reports_errors(FAILED)
    @on_sheet
    async def go_to(self, line: str):
        """Show a line that was chosen on the map."""
        sheet = Sheet(self.sheet, self.resource)
        if self.stage != "check" or (entry := sheet.one(whole(line, -1))) is None:
            return None
        self.view = ""
        self._show(1 + sheet.rank(entry.number, self.view) // self.size)
        at = min((int(name) for name in entry.faults if name.isdigit()), default=(self.resource.spot or (0, 0))[0])
        return run("focusOn", f"cell-{entry.number}-{at}")
