"""Who calls, as the platform knows them: the user, what they asked for before, what they have proven.

Nothing here reads a record by itself: that may write to drivers (SOLIDARY-13, trap 31). The list tells enough.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, SessionEnded
from admin_app.api.query import Query
from admin_app.features.solidary.asking.schema import ENDPOINT
from admin_app.features.solidary.criteria import Criterion, accepted
from admin_app.features.solidary.record import Proof, Row
from admin_app.shared.people.person_search import Typed

BENEFICIARIES = "admin/solidary_beneficiaries"
MOST = 100
"""Most requests of one person that are looked through."""
USER, RECORDS, PROVEN = "user_read", "solidary_list", "solidary_beneficiary_list"
"""What it takes to know somebody, what they asked for, and what they have proven; the last two can be done without."""


@dataclass(frozen=True)
class Caller:
    """Somebody who has an account."""

    item: dict[str, Any]
    """The user."""
    past: list[Row] = field(default_factory=list)
    """What they asked for, the latest day of travel first."""
    given: dict[int, str] | None = None
    """What they have proven in this structure, by criterion, as the text of an input; None where that is not known."""
    files: dict[int, str] = field(default_factory=dict)
    """The names of the files they gave."""


def identity(typed: str) -> dict[str, str]:
    """What somebody new was looked for by, as the form takes it: a number, an e-mail, or names, the given one first."""
    sought = Typed.of(typed)
    if sought.kind in ("telephone", "email"):
        return {sought.kind: sought.shown}
    given, _, family = sought.text.rpartition(" ") if sought.kind == "name" else ("", "", "")
    return {"givenName": given.title(), "familyName": family.title()} if family else {}


async def meet(
    api: Api, user_id: int, structure_id: int, asked: Sequence[Criterion], readable: Collection[str]
) -> Caller:
    """Read somebody by the id of the user; what else is known of them as far as one may know it."""
    item = await api.get("admin/users", user_id)
    past = await requests_of(api, item) if RECORDS in readable else []
    given, files = None, {}
    if asked and PROVEN in readable:
        try:
            given, files = await _proven(api, item, structure_id, asked)
        except SessionEnded:
            raise
        except ApiError:
            pass  # everything is asked anew, and what was given before is left as it is
    return Caller(item, past, given, files)


async def requests_of(api: Api, item: dict[str, Any]) -> list[Row]:
    """The requests of a user, in one call: the list has no filter on whose they are."""
    names = {name: str(item.get(name) or "") for name in ("givenName", "familyName")}
    found = await api.list(ENDPOINT, Query(1, MOST, ("fromDate", True), names))
    rows = [Row.of(each) for each in found.items]
    return [row for row in rows if row.user_id == item.get("id")]


def anywhere(row: Row) -> bool:
    """Whether any destination did: it is then where one departs from (SOLIDARY-10)."""
    here, there = row.origin, row.destination
    if here is None or there is None:
        return False
    return (here.latitude, here.longitude, here.display) == (there.latitude, there.longitude, there.display)


async def _proven(
    api: Api, item: dict[str, Any], structure_id: int, asked: Sequence[Criterion]
) -> tuple[dict[int, str], dict[int, str]]:
    """What somebody has proven, and the files they gave; nothing of somebody who is no beneficiary yet."""
    email = str(item.get("email") or "")
    found = (await api.list(BENEFICIARIES, Query(1, MOST, filters={"email": email}))).items if email else []
    same = next((each for each in found if str(each.get("email") or "").casefold() == email.casefold()), None)
    if same is None:
        return {}, {}
    read = await api.get(BENEFICIARIES, same["id"])
    proofs = [Proof.model_validate(each) for each in read.get("proofs") or []]
    by_id = {each.id: each for each in asked if each.id is not None}
    given, files = {}, {}
    for proof in proofs:
        criterion = by_id.get(proof.structure_proof_id)
        if criterion is None or proof.structure_id != structure_id:
            continue
        if criterion.kind == "file":
            files |= {criterion.id: proof.original_name or proof.label} if proof.file_name else {}
        else:
            given[criterion.id] = text_of(criterion, proof)
    return given, files


def text_of(asked: Criterion, proof: Proof) -> str:
    """A proof as the text of its input: `true`, a text, or the accepted value of an option."""
    if asked.kind == "checkbox":
        return "true" if proof.value is True or str(proof.value).lower() in ("1", "true") else ""
    return accepted(asked, proof.value) if asked.choices else str(proof.value or "")
