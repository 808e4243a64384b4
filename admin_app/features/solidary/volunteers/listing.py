"""The list of volunteers: who is free when, and near where (VOLUNTEER-1; SCREEN-15)."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.query import Query
from admin_app.features.solidary import memberships
from admin_app.features.solidary.current_structure import TRANSPORT, CurrentStructure
from admin_app.features.solidary.people_list import STATUS, PeopleListMixin
from admin_app.features.solidary.volunteers import finder
from admin_app.features.solidary.volunteers.record import VOLUNTEERS
from admin_app.kit.declare import Resource
from admin_app.kit.lists import Fits, Selection
from admin_app.kit.session import SwitchedOff
from admin_app.settings import get_settings


class VolunteerList(PeopleListMixin, rx.State):
    """Volunteers of the current structure, always looked for among all of them: the nearest come first."""

    resource: ClassVar[Resource] = VOLUNTEERS
    telephone: ClassVar[str] = "user.telephone"
    email: ClassVar[str] = "user.email"
    beyond: ClassVar[tuple[str, ...]] = finder.LOCAL

    async def _structure_shown(self) -> str:
        """The current structure, if it transports (SCREEN-15); SwitchedOff else, or where the deployment has none."""
        current = (await self.get_state(CurrentStructure)).current
        if not get_settings().flag(TRANSPORT) or not current.get("solidaryTransport"):
            raise SwitchedOff
        return current["id"]

    def _is_one_question(self) -> bool:
        return False

    def _selection(self, query: Query) -> Selection:
        wanted = finder.Wanted.of(self.filters)
        self.circle = wanted.circle
        return partial(_selected, wanted, self._fits(query), self._structure, self.sort)


def _selected(
    wanted: finder.Wanted, fits: Fits, structure: str, sort: str, people: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Those who fit, in order, each with the distance and the status in a structure."""
    known = [
        {**each, finder.DISTANCE: wanted.distance(each), STATUS.param: memberships.standing(each, structure)}
        for each in people
        if fits(each) and wanted.holds(each)
    ]
    return finder.ordered(known, sort)
