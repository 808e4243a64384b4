"""The part of a list that shows what it hides, a row or the whole of it at a time (kit/lists/masking.py)."""

from collections.abc import Mapping

import reflex as rx

from admin_app.kit.lists.host import ListHost
from admin_app.kit.lists.masking import MASKED, Row, bare, hiding, secret, veiled
from admin_app.kit.script import run
from admin_app.kit.session import reports_errors, signed_in


class MaskMixin(ListHost, rx.State, mixin=True):
    """What a list hides, and showing it."""

    unmasked: bool = False
    """Whether the whole list is shown; until it is masked again or the tab is closed."""
    _hidden: dict[str, dict[str, str]] = {}
    """What each row hides, by id and column: never sent."""

    @rx.event
    @reports_errors("errors.refused")
    async def reveal(self, record_id: str, column: str):
        """Show what one row hides, to whoever may read the list; the focus stays where it was."""
        async with signed_in(self, reads=self.resource.may.list):
            found = self._hidden.get(record_id, {})
            self.rows = [bare(row, found) if row["id"] == record_id else row for row in self.rows]
        if column in found:
            yield run("focusFirst", f'[data-id="{record_id}"] [data-col="{column}"] a')

    @rx.event
    @reports_errors("errors.refused")
    async def toggle_masks(self):
        """Show what the whole list hides, or hide it again."""
        async with signed_in(self, reads=self.resource.may.list):
            self.unmasked = not self.unmasked
            self.rows = self._worn(self.get_value("rows"), self.get_value("_hidden"))

    def _cover(self, rows: list[Row]) -> list[Row]:
        """Keep what fresh rows hide and give them their masks."""
        kinds = hiding(self.resource.columns)
        self._hidden = hidden = {row["id"]: secret(row, kinds) for row in rows}
        return self._worn(rows, hidden) if any(hidden.values()) else rows

    def _replace(self, row: Row) -> None:
        """Put a row that was written in its place; what had been revealed of it stays so."""
        self._hidden = hidden = {**self._hidden, row["id"]: secret(row, hiding(self.resource.columns))}
        seen = any(each["id"] == row["id"] and not each.get(MASKED) for each in self.rows)
        fresh = bare(row, {}) if seen else self._worn([row], hidden)[0]
        self.rows = [fresh if each["id"] == row["id"] else each for each in self.rows]

    def _worn(self, rows: list[Row], hidden: Mapping[str, Row]) -> list[Row]:
        """Rows as the list shows them now; both are plain values, as Reflex wraps each access to its own."""
        kinds = hiding(self.resource.columns)
        if self.unmasked:
            return [bare(row, hidden.get(row["id"], {})) for row in rows]
        return [veiled(row, hidden.get(row["id"], {}), kinds) for row in rows]

    def _plain(self, record_id: str, column: str) -> str:
        """What a row hides, for a handler that acts on it."""
        return self._hidden.get(record_id, {}).get(column, "")
