"""The page of a volunteer: the week at a glance, who it is, candidatures and what was given for them (VOLUNTEER-1)."""

from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.kit.crud import ShowMixin
from admin_app.kit.declare.resource import Resource
from admin_app.solidary import week
from admin_app.solidary.deciding import DecisionMixin
from admin_app.solidary.memberships import VOLUNTEER, Item, Role
from admin_app.solidary.volunteers.record import VOLUNTEERS


class VolunteerShow(DecisionMixin, ShowMixin, rx.State):
    """One volunteer."""

    resource: ClassVar[Resource] = VOLUNTEERS

    week: list[dict[str, str]] = []
    """A row per day: `day`, and by letter of the slot whether they are free (`true` or empty)."""
    times: dict[str, str] = {}
    """When each slot begins and ends, `HH:mm` by the API's name; empty where that was never said."""
    user: str = ""
    """The id of their account."""
    eligibility: list[dict[str, str]] = []

    async def _take(self, api: Api, item: dict[str, Any]) -> None:
        self.week = [
            {"day": day, **{slot: "true" if item.get(week.flag(slot, day)) else "" for slot in week.SLOTS}}
            for day in week.DAYS
        ]
        self.times = week.slots_of(item, {})
        self.user = str(item.get("userId") or "")
        self.eligibility = await self._eligibility(item)

    async def _show(self, api: Api, record_id: str) -> dict[str, Any]:
        item = await super()._show(api, record_id)
        home = item.get("homeAddress") or {}
        spot = {f"homeAddress.{axis}": str(home.get(axis) or "") for axis in ("latitude", "longitude")}
        self.shown = {**self.shown, **spot}  # for the map: degrees are no lines of the page
        return item

    def _clear(self) -> None:
        super()._clear()
        self.week, self.times, self.user, self.eligibility = [], {}, "", []

    def _decided_role(self) -> Role:
        return VOLUNTEER

    async def _take_decision(self, item: Item, asked: dict[str, str]) -> None:
        if asked["person"] == self.shown_id:
            self.eligibility = await self._eligibility(item)
