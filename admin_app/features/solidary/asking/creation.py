"""Creating a record, which is not transactional: what failed half-way is looked up before anything is tried again.

A call that failed may have stored the person, and even the record (trap 32): an answer that was lost says nothing. So
after every failure the person and the record are looked for, and nothing is posted while that is not known
(decision 34).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from hashlib import sha256
from typing import Any, Literal

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, Busy, Refused, SessionEnded, Unreached
from admin_app.api.query import Query
from admin_app.features.solidary import list_cache
from admin_app.features.solidary.asking.caller import requests_of
from admin_app.features.solidary.asking.request_form import DAYS_AHEAD, RequestForm, day_of, period, window
from admin_app.features.solidary.asking.schema import ENDPOINT
from admin_app.features.solidary.proof_files import ProofFile
from admin_app.features.solidary.record import Row
from admin_app.features.solidary.statuses import CLOSED
from admin_app.kit.values import Value
from admin_app.shared.people.similarity import phone_spellings, same_name, same_phone

SECONDS = 180
"""The server routes the journey and looks for drivers before it answers."""
PROOFS = "admin/proofs"
NAMES = ("givenName", "familyName")
PERSON = (*NAMES, "birthDate", "telephone", "email")
Fate = Literal["done", "refused", "half", "unknown"]
"""Created; not created; the person is stored but no request; nobody knows."""


def doubles(past: Iterable[Row], form: RequestForm, today: date) -> list[Row]:
    """The open requests of the person that begin on a day of this one: the list tells no more of when they are."""
    days = _span(form, today)
    return [row for row in past if days and str(row.status) != CLOSED and days[0] <= row.day <= days[1]]


def _span(form: RequestForm, today: date) -> tuple[str, str] | None:
    if form.on("regular"):
        first, last = period(form)
        return (first.isoformat(), (last or first + timedelta(days=7)).isoformat()) if first else None
    if form.text("punctualOutwardDateChoice") in DAYS_AHEAD:
        return window(form.text("punctualOutwardDateChoice"), today)
    day = form.day("outwardDate")
    return (day.isoformat(), day.isoformat()) if day else None


class Mark(Value):
    """What a tab keeps of a creation until its fate is known, beyond our own death; nothing in it says for whom."""

    whose: str
    """A digest of whoever the form is for."""
    known: list[int]
    """The requests of the person that were there before."""
    alike: list[int]
    """The users who looked like a new person before."""

    @classmethod
    def read(cls, text: str, form: RequestForm) -> "Mark | None":
        """The mark a tab kept, if it is that of whoever the form is for; a browser may say anything."""
        try:
            mark = cls.model_validate_json(text)
        except ValueError:  # pydantic's too
            return None
        return mark if mark.whose == digest_of(form) else None


def digest_of(form: RequestForm) -> str:
    """What tells a person from others in a form, and tells nobody who that is."""
    return sha256("\0".join(form.text(name) for name in PERSON).encode()).hexdigest()


@dataclass(frozen=True)
class Plan:
    """A record to be made, and what tells it from others."""

    body: dict[str, Any]
    names: dict[str, str]
    """`givenName` and `familyName`, by which the list of requests is searched."""
    mark: Mark
    again: bool = False
    """It was begun before, and nobody knows what became of it: it is looked up before anything is sent."""

    @property
    def user_id(self) -> int | None:
        """The user it is for; None for a new person."""
        return self.body["beneficiary"].get("id")


@dataclass(frozen=True)
class Outcome:
    """What became of a plan."""

    fate: Fate
    record_id: int | None = None
    user_id: int | None = None
    """The person, where they are stored."""
    error: ApiError | None = None


async def make(api: Api, plan: Plan) -> Outcome:
    """Create the record once; what became of it, looked up where the answer does not tell, and first of all where it
    was begun before."""
    if plan.again:
        outcome = await look_up(api, plan, lost=False)
        if outcome.fate != "refused":
            return outcome
    try:
        answer = await api.create(ENDPOINT, plan.body, keep_ids=("beneficiary", "proofs"), seconds=SECONDS)
    except SessionEnded:
        raise
    except Unreached as error:
        return Outcome("refused", error=error)
    except ApiError as error:
        # A proxy that gave up says nothing of the server behind it.
        answered = isinstance(error, Refused | Busy) or error.status == 500
        return replace(await look_up(api, plan, lost=not answered), error=error)
    finally:
        list_cache.forget(api)
    number = answer.get("id")
    if isinstance(number, int):
        return Outcome("done", number, plan.user_id)
    return await look_up(api, plan, lost=True)


async def look_up(api: Api, plan: Plan, *, lost: bool) -> Outcome:
    """Whether the person and the record of a plan are there; what is `lost` may still be on its way."""
    try:
        person = {"id": plan.user_id} if plan.user_id else await _stored_person(api, plan)
        record = await _stored_record(api, plan, person) if person else None
    except SessionEnded:
        raise
    except ApiError as error:
        return Outcome("unknown", error=error)
    user_id = person["id"] if person else None
    if record:
        return Outcome("done", record.id, user_id)
    if lost:
        return Outcome("unknown", user_id=user_id)
    return Outcome("half" if user_id and not plan.user_id else "refused", user_id=user_id)


async def _stored_person(api: Api, plan: Plan) -> dict[str, Any] | None:
    """The new person of a plan: by the e-mail, which was nobody's before; else by telephone and names."""
    sent = plan.body["beneficiary"]
    if sent.get("email"):
        page = await api.list("admin/users/email", Query(filters={"email": sent["email"]}))
        return page.items[0] if page.total == 1 and page.items else None
    spellings = phone_spellings(sent.get("telephone", ""))
    page = await api.list("admin/users", Query(1, 100, ("id", True), {"telephone": spellings}))
    new = (each for each in page.items if each.get("id") not in plan.mark.alike)
    return next((each for each in new if _is_same_person(sent, each)), None)


def _is_same_person(sent: Mapping[str, Any], item: Mapping[str, Any]) -> bool:
    return (
        same_phone(sent.get("telephone"), item.get("telephone"))
        and same_name(sent.get("familyName"), item.get("familyName"))
        and same_name(sent.get("givenName"), item.get("givenName"))
        and day_of(item.get("birthDate")) in ("", sent.get("birthDate"))
    )


async def _stored_record(api: Api, plan: Plan, person: Mapping[str, Any]) -> Row | None:
    """A request of the person that was not there before, for the same day and from the same place."""
    rows = await requests_of(api, {**person, **plan.names})
    return next((row for row in rows if row.id not in plan.mark.known and _is_same_journey(plan, row)), None)


def _is_same_journey(plan: Plan, row: Row) -> bool:
    first = plan.body.get("punctualOutwardMinDate") or plan.body.get("regularMinDate")
    return row.day == first and row.origin is not None and _point(plan.body["origin"]) == _point(row.origin.to_api())


def _point(address: Mapping[str, Any]) -> tuple[float, float]:
    return round(float(address["latitude"] or 0), 4), round(float(address["longitude"] or 0), 4)


async def send_files(api: Api, record_id: int, files: Mapping[int, ProofFile]) -> dict[int, ApiError]:
    """Send each file of a record, one by one (SOLIDARY-8), and say why some failed, by criterion.

    One that was stored although its answer was lost is refused when it is sent again (trap 29): the record tells.
    """
    failed: dict[int, ApiError] = {}
    for criterion_id, file in files.items():
        try:
            names = {"solidaryId": record_id, "proofId": criterion_id}
            await api.upload(PROOFS, names, {"file": file.part}, seconds=SECONDS)
        except SessionEnded:
            raise
        except ApiError as error:
            if not await _is_stored(api, record_id, criterion_id, file):
                failed[criterion_id] = error
    return failed


async def _is_stored(api: Api, record_id: int, criterion_id: int, file: ProofFile) -> bool:
    """Whether a record shows the file of a criterion; no, where it cannot be read."""
    try:
        record = await api.get(ENDPOINT, record_id)
    except SessionEnded:
        raise
    except ApiError:
        return False
    proofs = ((each.get("structureProofId"), each.get("originalName")) for each in record.get("adminproofs") or [])
    return (criterion_id, file.name) in proofs
