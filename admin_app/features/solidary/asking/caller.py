"""Who calls, as the platform knows them: the user, what they asked for before, what they have proven.

Nothing here reads a record by itself: that may write to drivers (SOLIDARY-13, trap 31). The list tells enough.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.features.solidary.asking.request_form import OTHER, address_text
from admin_app.features.solidary.asking.schema import caller_name
from admin_app.features.solidary.criteria import Criterion, accepted, is_ticked
from admin_app.features.solidary.record import LIST, Proof, Row, day_of
from admin_app.features.solidary.requests_of_person import requests_of
from admin_app.features.solidary.roles import BENEFICIARY
from admin_app.kit.declare import text_of
from admin_app.kit.session import or_none
from admin_app.kit.values import Address
from admin_app.shared.people.person_search import Typed

MOST = 100
"""Most lines of a list, of people or of requests, that are looked through for one person."""
USER = "user_read"
"""What it takes to know somebody; what they have proven, and their requests, can be done without."""
Texts = dict[str, str]
TAKEN_OVER = ("subject", "additionalSubject", "destinationAny", "origin", "destination")
"""The inputs that say why and where, as a former request fills them (`journey_again`)."""


@dataclass(frozen=True)
class Caller:
    """Somebody who has an account."""

    item: dict[str, Any]
    """The user."""
    past: list[Row] = field(default_factory=list)
    """What they asked for, the newest request first."""
    proven: Texts | None = None
    """What they have proven in this structure, as texts by input; None where that is not known."""
    files: Texts = field(default_factory=dict)
    """The names of the files they gave, by input."""

    @property
    def birth_date(self) -> str:
        """Their day of birth, `1948-05-17`; empty where it is not known."""
        return day_of(self.item.get("birthDate"))

    @property
    def home(self) -> Address | None:
        """Where they live."""
        return Address.model_validate(self.item["homeAddress"]) if self.item.get("homeAddress") else None

    def identity(self) -> Texts:
        """The texts of the inputs that say who they are, but for their address."""
        names = ("givenName", "familyName", "telephone", "email", "gender")
        texts = {name: text_of(self.item.get(name)) for name in names}
        news = "true" if self.item.get("newsSubscription") else ""
        return {**texts, "birthDate": self.birth_date, "newsSubscription": news, "userId": text_of(self.item.get("id"))}

    def card(self) -> Texts:
        """What the page says of them: `id`, `name`, `requests`, and of the newest of these `last_day` (of travel),
        `last_subject`, `last_from`, `last_to` (empty for any destination)."""
        card = {"id": text_of(self.item.get("id")), "name": caller_name(self.item), "requests": str(len(self.past))}
        if not self.past:
            return card
        last = self.past[0]
        origin, destination = (place.display if place else "" for place in (last.origin, last.destination))
        to = "" if last.destination_any else destination
        return {**card, "last_day": last.from_date, "last_subject": last.subject, "last_from": origin, "last_to": to}


def identity_typed(typed: str) -> Texts:
    """What somebody new was looked for by, as the form takes it: a number, an e-mail and names, in any order.

    The given name comes first, unless one of the names alone is in capitals: `GARNIER Simone`.
    """
    words = typed.split()
    digits = " ".join(word for word in words if any(each.isdigit() for each in word) and "@" not in word)
    found = (Typed.of(each) for each in (digits, *(word for word in words if "@" in word)))
    texts = {each.kind: each.shown for each in found if each.kind in ("telephone", "email")}
    names = [word for word in words if word.replace("-", "").replace("’", "").replace("'", "").isalpha()]
    family = [word for word in names if word.isupper()]
    if not family or len(family) == len(names):
        family = names[-1:]
    given = [word for word in names if word not in family]
    written = {"givenName": " ".join(given).title(), "familyName": " ".join(family).title()}
    return texts | {name: text for name, text in written.items() if text}


def journey_again(last: Row, subjects: Mapping[str, str]) -> tuple[Texts, Texts]:
    """The texts and the labels of the inputs that ask for the same as a former request: why and where.

    `subjects` are the ids of what the structure offers, by their label; another subject is a free text.
    """
    texts = {"subject": subjects.get(last.subject, OTHER) if last.subject else ""}
    texts["additionalSubject"] = "" if last.subject in subjects else last.subject
    texts["destinationAny"] = "true" if last.destination_any else "false"
    places = {"origin": last.origin, "destination": None if last.destination_any else last.destination}
    known = {name: place for name, place in places.items() if place}
    texts |= {name: address_text(place) for name, place in known.items()}
    return texts, {name: place.display for name, place in known.items()}


async def read_caller(
    api: Api, user_id: int, structure_id: int, criteria: Sequence[Criterion], readable: Collection[str]
) -> Caller:
    """Read somebody by the id of the user; what else is known of them as far as one may know it."""
    item = await api.get("admin/users", user_id)
    past = await _past(api, item) if LIST in readable else []
    # Where it cannot be read, everything is asked anew, and what was given before is left as it is.
    told = criteria and BENEFICIARY.list in readable and await or_none(_read_proofs(api, item, structure_id, criteria))
    return Caller(item, past, *(told or (None, {})))


async def _past(api: Api, item: Mapping[str, Any]) -> list[Row]:
    """The requests of a user, the newest first."""
    found = await requests_of(api, *(text_of(item.get(name)) for name in ("id", "givenName", "familyName")))
    return [Row.model_validate(each) for each in found]


async def _read_proofs(
    api: Api, item: Mapping[str, Any], structure_id: int, criteria: Sequence[Criterion]
) -> tuple[Texts, Texts]:
    """What somebody has proven, and the files they gave; nothing of somebody who is no beneficiary yet."""
    email = str(item.get("email") or "")
    listed = (await api.list(BENEFICIARY.endpoint, Query(1, MOST, filters={"email": email}))).items if email else []
    same = next((each for each in listed if str(each.get("email") or "").casefold() == email.casefold()), None)
    if same is None:
        return {}, {}
    beneficiary = await api.get(BENEFICIARY.endpoint, same["id"])
    by_id = {each.id: each for each in criteria if each.id is not None}
    proven, files = {}, {}
    for proof in (Proof.model_validate(each) for each in beneficiary.get("proofs") or []):
        criterion = by_id.get(proof.structure_proof_id)
        if criterion is None or proof.structure_id != structure_id:
            continue
        if criterion.kind == "file":
            files |= {criterion.name: proof.original_name or proof.label} if proof.file_name else {}
        else:
            proven[criterion.name] = proof_text(criterion, proof)
    return proven, files


def proof_text(criterion: Criterion, proof: Proof) -> str:
    """A proof as the text of its input: `true`, a text, or the accepted value of an option."""
    if criterion.kind == "checkbox":
        return "true" if is_ticked(proof.value) else ""
    return accepted(criterion, proof.value) if criterion.choices else str(proof.value or "")
