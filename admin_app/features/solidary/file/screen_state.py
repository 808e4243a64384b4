"""`SolidaryFile`: the state of the screen, with everything that is done on it."""

from typing import Any, ClassVar

import reflex as rx

from admin_app.features.solidary.file.diary import DiaryMixin
from admin_app.features.solidary.file.driver_contact import ContactMixin
from admin_app.features.solidary.file.proofs import ProofsMixin
from admin_app.features.solidary.file.shaping import Texts
from admin_app.features.solidary.file.state import Subject
from admin_app.features.solidary.statuses import ACCEPTED


class SolidaryFile(ContactMixin, DiaryMixin, ProofsMixin, rx.State):
    """The file of one record."""

    resource: ClassVar[Subject] = Subject()

    sheet: Texts = {}
    """The driver of the printed sheet, by the names of `drivers`; empty where none was retained."""
    structure_telephone: str = ""
    """Whom to call about the journey; known of the structures of the person alone."""

    @rx.event
    def choose_driver(self, solution_id: str):
        """Print the sheet for another of the drivers who were retained."""
        self.sheet = next((each for each in self.drivers if each["id"] == solution_id), self.sheet)

    async def _show_parts(self, *, another: bool) -> None:
        self._show_criteria()
        self._show_stage()
        if another:
            self._begin_partners_form()
        self._rank_drivers()
        self._show_contact()
        agreed = [each for each in self.drivers if each["status"] == ACCEPTED]
        same = [each for each in self.drivers if each["id"] == self.sheet.get("id")]
        self.sheet = dict(next(iter([*same, *agreed, *self.drivers]), {}))
        self.structure_telephone = (await self._structure()).get("telephone", "")

    def _clear_parts(self) -> None:
        self._clear_proofs()
        self._clear_entry()
        self._clear_drivers()
        self._clear_messages()
        self._clear_contact()
        self.sheet, self.structure_telephone = {}, ""

    def _events_beside(self) -> list[Any]:
        return [SolidaryFile.load_criteria, SolidaryFile.load_actions, *self._draft_events()]
