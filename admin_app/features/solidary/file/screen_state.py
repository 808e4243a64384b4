"""`SolidaryFile`: the state of the screen, with everything that is done on it."""

from typing import Any, ClassVar

import reflex as rx

from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.file.driver_contact import ContactMixin
from admin_app.features.solidary.file.shaping import Texts
from admin_app.features.solidary.file.state import Subject
from admin_app.features.solidary.statuses import ACCEPTED


class SolidaryFile(ContactMixin, rx.State):
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

    async def _show(self, item: dict[str, Any], at: str) -> None:
        await super()._show(item, at)
        agreed = [each for each in self.drivers if each["status"] == ACCEPTED]
        same = [each for each in self.drivers if each["id"] == self.sheet.get("id")]
        self.sheet = dict(next(iter([*same, *agreed, *self.drivers]), {}))
        current = await self.get_state(CurrentStructure)
        known = {each["id"]: each["telephone"] for each in current.structures}
        self.structure_telephone = known.get(self.shown["structureId"], "")

    def _clear(self) -> None:
        super()._clear()
        self.sheet, self.structure_telephone = {}, ""
