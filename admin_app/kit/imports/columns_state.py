"""The columns of a file beside ours, as a page shows them, and choosing another one for each by hand."""

import asyncio

import reflex as rx

from admin_app.kit.imports import files
from admin_app.kit.imports.column_matching import Matching, matched
from admin_app.kit.imports.staging_state import FAILED, SheetMixin, on_sheet
from admin_app.kit.imports.staging_table import Sheet
from admin_app.kit.session import reports_errors
from admin_app.kit.values import whole


class ColumnsMixin(SheetMixin, rx.State, mixin=True):
    """What each column of the file fills."""

    headed: bool = False
    """Whether the first line holds the names of the columns."""
    named: bool = False
    """Whether columns were found by their names, rather than taken in their order."""
    columns: list[dict[str, str]] = []
    """Those of the file: `at`, its `number`, `name` (empty for one without), `sample`, and the `field` it fills."""
    matched: int = 0
    """How many of them fill one of ours."""
    unsure: bool = False
    """Whether the file, as it was read, had something about its columns that wants a look."""
    lacking: list[str] = []
    """Our columns that must be filled and that no column of the file fills."""

    def _begin(self) -> None:
        super()._begin()
        self.columns, self.lacking, self.matched = [], [], 0
        self.headed = self.named = self.unsure = False

    def _describe(self, sheet: Sheet) -> None:
        """Show how the columns are matched."""
        header, samples, matching = sheet.header(), sheet.samples(), sheet.matching()
        width = len(matching.fields)
        names = [each.strip() for each in header or []] + [""] * width
        samples += [""] * width
        self.headed, self.named = header is not None, matching.named
        self.columns = [
            {
                "at": str(at),
                "number": str(at + 1),
                "name": names[at],
                "field": field,
                "sample": samples[at][: files.SAMPLE],
            }
            for at, field in enumerate(matching.fields)
        ]
        required = (each.name for each in self.resource.columns if each.required)
        self.lacking = [name for name in required if name not in matching.fields]
        self.matched = sum(map(bool, matching.fields))
        self.unsure = self.unsure or not self.named or bool(self.lacking) or self.matched < width

    @rx.event
    @reports_errors(FAILED)
    @on_sheet
    async def set_headed(self, headed: bool):
        """Say whether the first line holds the names of the columns: they are matched anew."""
        if self.task or self.stage != "check":
            return
        sheet = Sheet(self.sheet, self.resource)
        await asyncio.to_thread(sheet.set_header, headed)
        await self._match(sheet, matched(self.resource, files.names(self.resource), sheet.header()))

    @rx.event
    @reports_errors(FAILED)
    @on_sheet
    async def match(self, at: str, field: str):
        """Choose what a column of the file fills; the one that filled it so far takes the former field."""
        sheet = Sheet(self.sheet, self.resource)
        fields, ours = len(sheet.matching().fields), [each.name for each in self.resource.columns]
        if self.task or self.stage != "check" or not 0 <= whole(at, -1) < fields or field not in ("", *ours):
            return
        await self._match(sheet, sheet.matching().change(whole(at, -1), field))

    async def _match(self, sheet: Sheet, matching: Matching) -> None:
        await asyncio.to_thread(sheet.match, matching)
        await self._refill(sheet)
        self.about = sheet.about()
        self._describe(sheet)
        self._show(self.page)
        self._map(sheet)

    async def _refill(self, sheet: Sheet) -> None:
        """Fill what the file does not decide about."""
