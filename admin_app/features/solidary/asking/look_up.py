"""What became of a creation whose answer does not tell: the person and the record are looked for (decision 34).

Nothing here sends anything, and no record is read: that may write to drivers (trap 31).
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, Refused, SessionEnded
from admin_app.api.query import Query
from admin_app.features.solidary.asking.caller import MOST
from admin_app.features.solidary.record import ENDPOINT, Row, day_of
from admin_app.features.solidary.roles import BENEFICIARY
from admin_app.kit.values import Value
from admin_app.shared.people.similarity import phone_spellings, same_name, same_phone

Fate = Literal["done", "refused", "half", "unknown"]
"""Created; not created; the person is stored but no request; nobody knows."""


SECONDS = 180
"""So long an answer is waited for: the server routes the journey and looks for drivers before it gives one."""


class Mark(Value):
    """What a tab keeps of a creation until its fate is known, beyond our own death; nothing in it says for whom."""

    whose: str
    """A digest of whoever the form is for."""
    alike: list[int]
    """The users who looked like a new person before."""
    known: int = 0
    """The newest request there was before it, whoever's; what became of this one has a higher number."""
    until: int = 0
    """When it is over, whatever became of it, in seconds since 1970; 0 where the server is done with it."""

    def may_be_on_its_way(self) -> bool:
        """Whether it may still be stored, though it is not there yet."""
        return time.time() < self.until


@dataclass(frozen=True)
class Plan:
    """A record to be made, and what tells it from others."""

    body: dict[str, Any]
    names: dict[str, str]
    """`givenName` and `familyName`, by which the list of requests is searched."""
    user_id: int | None
    """The user it is for; None for a new person."""
    mark: Mark
    again: bool = False
    """It was begun before, and nobody knows what became of it: it is looked up before anything is sent."""


@dataclass(frozen=True)
class Outcome:
    """What became of a plan."""

    fate: Fate
    record_id: int = 0
    user_id: int | None = None
    """The person, where they are stored."""
    error: ApiError | None = None


async def look_up(api: Api, plan: Plan, *, lost: bool) -> Outcome:
    """Whether the person and the record of a plan are there; what is `lost` may still be on its way."""
    try:
        user_id = plan.user_id or await _stored_user(api, plan)
        record = await _stored_record(api, plan, user_id)
        if not record and not user_id:
            user_id = await _stored_requester(api, plan)
    except SessionEnded:
        raise
    except ApiError as error:
        return Outcome("unknown", error=error)
    if record:
        return Outcome("done", record.id or 0, record.user_id)
    if lost:
        return Outcome("unknown", user_id=user_id)
    return Outcome("half" if user_id and not plan.user_id else "refused", user_id=user_id)


async def _stored_user(api: Api, plan: Plan) -> int | None:
    """The new person of a plan: by the e-mail, which was nobody's before; else by telephone and names.

    Who lives in no territory of the structure's is not among the users one sees (permissions.yaml, row_scoping).
    """
    sent = plan.body["beneficiary"]
    if sent.get("email"):
        page = await api.list("admin/users/email", Query(filters={"email": sent["email"]}))
        return page.items[0]["id"] if page.total == 1 and page.items else None
    spellings = phone_spellings(sent.get("telephone", ""))
    page = await api.list("admin/users", Query(1, MOST, ("id", True), {"telephone": spellings}))
    return next((each["id"] for each in page.items if _is_new_person(plan, each, each.get("id"))), None)


async def _stored_requester(api: Api, plan: Plan) -> int | None:
    """The user behind the new person of a plan, among the requesters, who may have no home."""
    try:
        page = await api.list(BENEFICIARY.endpoint, Query(1, MOST, ("id", True), plan.names))
    except Refused:  # who may not see them goes on: that there is no record is known
        return None
    for each in page.items:
        if _is_new_person(plan, each):
            # A line of the list tells neither user nor birth date.
            item = await api.get(BENEFICIARY.endpoint, each["id"])
            if _is_new_person(plan, item, item.get("userId")):
                return item["userId"]
    return None


def _is_new_person(plan: Plan, item: Mapping[str, Any], user_id: int | None = None) -> bool:
    sent = plan.body["beneficiary"]
    return (
        user_id not in plan.mark.alike
        and same_phone(sent.get("telephone"), item.get("telephone"))
        and same_name(sent.get("familyName"), item.get("familyName"))
        and same_name(sent.get("givenName"), item.get("givenName"))
        and day_of(item.get("birthDate")) in ("", sent.get("birthDate"))
    )


async def _stored_record(api: Api, plan: Plan, user_id: int | None) -> Row | None:
    """A request of the person that was not there before, for the same day and from the same place.

    One tells whose it is, also where no list of people does.
    """
    page = await api.list(ENDPOINT, Query(1, MOST, ("id", True), plan.names))
    for row in map(Row.of, page.items):
        told = {"telephone": row.telephone, "familyName": row.family_name, "givenName": row.given_name}
        is_theirs = row.user_id == user_id if user_id else _is_new_person(plan, told, row.user_id)
        if is_theirs and (row.id or 0) > plan.mark.known and _is_same_journey(plan, row):
            return row
    return None


def _is_same_journey(plan: Plan, row: Row) -> bool:
    first = plan.body.get("punctualOutwardMinDate") or plan.body.get("regularMinDate")
    if row.origin is None or row.from_date != first:
        return False
    return _point(plan.body["origin"]) == _point(row.origin.to_api())


def _point(address: Mapping[str, Any]) -> tuple[float, float]:
    return round(float(address["latitude"] or 0), 4), round(float(address["longitude"] or 0), 4)
