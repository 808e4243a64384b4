"""The page of a volunteer: the week at a glance, who it is, candidatures and what was given for them (VOLUNTEER-1)."""

from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, MissingPermission, SessionEnded
from admin_app.features.solidary import week
from admin_app.features.solidary.desk import cache
from admin_app.features.solidary.eligibility.person import PersonMixin
from admin_app.features.solidary.record import LIST
from admin_app.features.solidary.roles import VOLUNTEER, Role
from admin_app.features.solidary.volunteers import planning
from admin_app.features.solidary.volunteers.planning import Reach
from admin_app.features.solidary.volunteers.record import VOLUNTEERS
from admin_app.kit.clock import today
from admin_app.kit.declare import Resource
from admin_app.kit.session import SwitchedOff, failure_text, report, signed_in_background


class VolunteerShow(PersonMixin, rx.State):
    """One volunteer."""

    resource: ClassVar[Resource] = VOLUNTEERS
    role: ClassVar[Role] = VOLUNTEER

    week: list[dict[str, str]] = []
    """When they are free: see `week.rows_of`."""
    times: dict[str, str] = {}
    """When each slot begins and ends, `HH:mm` by the API's name; empty where that was never said."""
    user: str = ""
    """The id of their account."""
    planning: list[dict[str, str]] = []
    """The days of the next thirty on which they are free: see `planning.free_days`."""
    days: list[dict[str, str]] = []
    """Those of them that are shown: on which something begins, or all for who may not list requests."""
    requests: dict[str, list[dict[str, str]]] = {}
    """By day, the open requests that begin then: see `planning.requests_by_day`."""
    requests_known: bool = False
    requests_problem: str = ""
    _reach: Reach = Reach()

    @rx.var
    def planned(self) -> int:
        """What the days hold: the requests, or the free days themselves for who may not list requests."""
        return sum(len(each) for each in self.requests.values()) if self.requests_known else len(self.days)

    @rx.event(background=True, supersedes=True)
    async def load_requests(self):
        """Read the list of requests beside the page, in one reading that the desk shares; never a request (trap 31)."""
        async with self:
            record_id, reach, dates = self.shown_id, self._reach, {row["date"] for row in self.planning}
            self.requests_problem = ""
        requests, problem, step = {}, "", None
        try:
            async with signed_in_background(self, reads=(self.resource.may.read, LIST)) as api:
                requests = planning.requests_by_day((await cache.read(api)).rows, dates, reach)
        except (MissingPermission, SwitchedOff):
            async with self:
                self.days = planning.numbered(self.planning)
            return
        except ApiError as error:
            async with self:
                if isinstance(error, SessionEnded):
                    step = await report(self, error, "errors.solidary.load_error")
                else:
                    problem = await failure_text(self, error)
        if step:
            yield step
            return
        async with self:
            if self.shown_id == record_id:
                self.requests, self.requests_problem, self.requests_known = requests, problem, not problem
                self.days = planning.numbered(row for row in self.planning if row["date"] in requests)

    async def _take(self, api: Api, item: dict[str, Any]) -> None:
        await super()._take(api, item)
        self.week = week.rows_of(item)
        self.times = week.slots_of(item, {})
        self.user = str(item.get("userId") or "")
        self.planning, self.days = planning.free_days(item, today()), []
        self._reach = Reach.of(item)
        self.requests, self.requests_known, self.requests_problem = {}, False, ""

    def _besides(self) -> list[Any]:
        return [*super()._besides(), type(self).load_requests]

    async def _show(self, api: Api, record_id: str) -> dict[str, Any]:
        item = await super()._show(api, record_id)
        metres = str(item.get("maxDistance") or "")
        spot = [self.shown[f"homeAddress.{axis}"] for axis in ("latitude", "longitude")]
        self.shown = {**self.shown, "homeAddress.circle": ",".join([*spot, metres]) if metres else ""}
        return item

    def _clear(self) -> None:
        super()._clear()
        self.week, self.times, self.user = [], {}, ""
        self.planning, self.days, self.requests, self.requests_known, self.requests_problem = [], [], {}, False, ""
