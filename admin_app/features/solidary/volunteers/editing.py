"""The form of a volunteer: the week, and nothing else, since the API writes nothing else (solidary.yaml,
update_solidary_volunteer).
"""

from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.eligibility.structure_reader import STRUCTURES, may_read_structures
from admin_app.features.solidary.people_list import PersonFormMixin
from admin_app.features.solidary.volunteers import shaping
from admin_app.features.solidary.volunteers.record import VOLUNTEERS
from admin_app.kit.declare import Resource
from admin_app.kit.forms import Submission
from admin_app.kit.session import or_none


class VolunteerForm(PersonFormMixin, rx.State):
    """The week of a volunteer."""

    resource: ClassVar[Resource] = VOLUNTEERS

    ranges: dict[str, str] = {}
    """How wide the structure lets slots be: `HH:mm` by the name of the slot's bound."""

    async def _open(self, api: Api) -> None:
        self.ranges = {}
        await super()._open(api)
        structure = (await self.get_state(CurrentStructure)).current.get("id", "")
        if structure and await may_read_structures(self):  # nothing is held against anybody else
            self.ranges = shaping.ranges_of(await or_none(api.get(STRUCTURES, structure)) or {})

    def _problems(self, sent: Submission) -> dict[str, str]:
        return {**shaping.problems(self._base.values, sent.values, self.ranges), **super()._problems(sent)}

    def _comparable(self, body: dict[str, Any]) -> dict[str, Any]:
        return shaping.as_sent(body)
