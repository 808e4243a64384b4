"""E-mails and telephones of lists: hidden until somebody asks for them, one row or the whole list at a time.

What is hidden stays on the server: the browser holds a mask that was made there. So a screen that is looked at over
a shoulder, projected or photographed shows nobody's address (decision 10).
"""

from collections.abc import Mapping
from typing import ClassVar

import reflex as rx

from admin_app.kit.declare.resource import Resource
from admin_app.kit.script import run
from admin_app.kit.session import reports_errors, signed_in

MASKED = "_masked"
"""Key of a row: filled while what the row hides is hidden."""
DOTS = "•••"
Row = dict[str, str]


def mask(text: str, kind: str) -> str:
    """What is shown instead: enough to tell two rows apart, too little to write or call."""
    if kind == "email" and "@" in text:
        name, _, host = text.rpartition("@")
        return f"{name[:1]}{DOTS}@{DOTS}.{host.rpartition('.')[2]}" if "." in host else f"{name[:1]}{DOTS}@{DOTS}"
    digits = "".join(each for each in text if each.isdigit())
    return f"{DOTS} {digits[-2:]}" if kind == "phone" and len(digits) > 4 else DOTS


def masked_row(row: Row, hidden: Mapping[str, str], kinds: Mapping[str, str]) -> Row:
    """A row with masks in place of what it hides."""
    return {**row, **{name: mask(text, kinds[name]) for name, text in hidden.items()}, MASKED: "yes" if hidden else ""}


class MaskMixin(rx.State, mixin=True):
    """What a list hides, and showing it."""

    resource: ClassVar[Resource]
    rows: list[dict[str, str]]

    unmasked: bool = False
    """Whether the whole list is shown; until it is masked again or the tab is closed."""
    _hidden: dict[str, dict[str, str]] = {}
    """What each row hides, by id and column: never sent."""

    @rx.event
    @reports_errors("errors.refused")
    async def reveal(self, record_id: str, column: str):
        """Show what one row hides, to whoever may read the list; the focus stays where it was."""
        async with signed_in(self, self.resource.may.list):
            found = self._hidden.get(record_id, {})
            self.rows = [{**row, **found, MASKED: ""} if row["id"] == record_id else row for row in self.rows]
        if column in found:
            yield run("focusFirst", f'[data-id="{record_id}"] [data-col="{column}"] a')

    @rx.event
    @reports_errors("errors.refused")
    async def toggle_masks(self):
        """Show what the whole list hides, or hide it again."""
        async with signed_in(self, self.resource.may.list):
            self.unmasked = not self.unmasked
            self.rows = [self._veiled(row) for row in self.rows]

    def _cover(self, rows: list[Row]) -> list[Row]:
        """Keep what fresh rows hide and give them their masks."""
        self._hidden = {row["id"]: self._secret(row) for row in rows}
        return [self._veiled(row) for row in rows] if any(self._hidden.values()) else rows

    def _replace(self, row: Row) -> None:
        """Put a row that was written in its place; what had been revealed of it stays so."""
        self._hidden = {**self._hidden, row["id"]: self._secret(row)}
        bare = any(each["id"] == row["id"] and not each.get(MASKED) for each in self.rows)
        fresh = {**row, MASKED: ""} if bare else self._veiled(row)
        self.rows = [fresh if each["id"] == row["id"] else each for each in self.rows]

    def _secret(self, row: Row) -> Row:
        """What a fresh row hides."""
        names = [column.name for column in self.resource.columns if column.hides]
        return {name: row[name] for name in names if row[name]}

    def _veiled(self, row: Row) -> Row:
        """A row as the list shows it now."""
        hidden = self._hidden.get(row["id"], {})
        if self.unmasked:
            return {**row, **hidden, MASKED: ""}
        return masked_row(row, hidden, {column.name: column.kind for column in self.resource.columns})

    def _plain(self, record_id: str, column: str) -> str:
        """What a row hides, for a handler that acts on it."""
        return self._hidden.get(record_id, {}).get(column, "")
