"""`SolidaryFile`: the state of the screen, with everything that is done on it."""

from typing import Any, ClassVar

import reflex as rx

from admin_app.features.solidary.desk.resource import RECORDS
from admin_app.features.solidary.file.diary import DiaryMixin
from admin_app.features.solidary.file.driver_contact import ContactMixin
from admin_app.features.solidary.file.proofs import ProofsMixin
from admin_app.features.solidary.file.shaping import AGREED, REFUSED, Texts
from admin_app.kit.declare import Resource


class SolidaryFile(ContactMixin, DiaryMixin, ProofsMixin, rx.State):
    """The file of one record."""

    resource: ClassVar[Resource] = RECORDS

    sheet: Texts = {}
    """The driver of the printed sheet, by the names of `drivers`; empty where there is none."""
    sheet_drivers: list[Texts] = []
    """Whom the sheet may be printed for: the people who were retained and have not refused, those who agreed first."""
    structure_telephone: str = ""
    """Whom to call about the journey; known of the structures of the person alone."""
    _picked: str = ""
    """The user id of the driver somebody chose for the sheet."""

    @rx.event
    def choose_driver(self, solution_id: str):
        """Print the sheet for another of the drivers."""
        self.sheet = next((each for each in self.sheet_drivers if each["id"] == solution_id), self.sheet)
        self._picked = self.sheet.get("userId", "")

    async def _show_parts(self, *, another: bool) -> None:
        self._show_proofs()
        self._show_entry()
        if another:
            self._begin_partners_form()
        self._rank_drivers()
        self._show_contact()
        self._show_sheet()
        self.structure_telephone = (await self._structure()).get("telephone", "")

    def _show_sheet(self) -> None:
        """Who drives: the one that was chosen, else who agreed to one of the ways, else the first who may still."""
        agreed = {each["userId"] for each in self.drivers if each["settled"] == AGREED}
        people = [each for each in self.chosen if each["settled"] != REFUSED]
        self.sheet_drivers = sorted(people, key=lambda each: each["userId"] not in agreed)
        same = [each for each in people if each["userId"] == self._picked]
        self.sheet = dict(next(iter([*same, *self.sheet_drivers]), {}))

    def _clear_parts(self) -> None:
        self._clear_proofs()
        self._begin_entry()
        self._clear_drivers()
        self._clear_messages()
        self._clear_contact()
        self.sheet, self.sheet_drivers, self.structure_telephone, self._picked = {}, [], "", ""

    def _events_beside(self) -> list[Any]:
        return [SolidaryFile.load_criteria, SolidaryFile.load_actions, *self._draft_events()]
