"""Who calls: what was typed, where it is looked for, and who is found. Pure.

A caller says a telephone number, a name or an e-mail address. People are looked for where they may be: in the requests
that are kept, among the users, who have an id that a request is made for, and among the requesters, who may live
outside the territories one sees the users of (permissions.yaml, row_scoping).
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from admin_app.api.query import Query
from admin_app.features.solidary.desk.request_row import RequestRow, dialled, spaced
from admin_app.features.solidary.roles import BENEFICIARY
from admin_app.kit.words import phones
from admin_app.kit.words.formats import folded, said_number
from admin_app.shared.people import person_search
from admin_app.shared.people.names import whole_name
from admin_app.shared.people.similarity import SHORTEST as TELLING
from admin_app.shared.people.similarity import same_email, same_phone, search_word, told

SHORTEST = 2
"""Letters from which on something is looked for."""
MOST = 12
"""People that are proposed; more have to be narrowed down."""
ALIKE = 100
"""People that are looked through where a part of a name alone was asked for."""
USERS = "admin/users"
ASKS = {USERS: "user_list", BENEFICIARY.endpoint: BENEFICIARY.list}
"""What looking for callers asks for beside the list of requests; without one, that list is left out."""
Item = Mapping[str, Any]


@dataclass(frozen=True)
class Caller:
    """Somebody who may be calling."""

    user_id: int
    """0 while only the requester is known: reading them tells it."""
    requester_id: int
    given_name: str = ""
    family_name: str = ""
    telephone: str = ""
    email: str = ""
    town: str = ""
    requests: int = 0
    """How many open ones there are."""

    @property
    def name(self) -> str:
        """What they are called; a number without a name."""
        return whole_name(self.given_name, self.family_name) or said_number(self.user_id or self.requester_id)

    @property
    def key(self) -> str:
        """What tells one from another among those found."""
        return f"user:{self.user_id}" if self.user_id else f"requester:{self.requester_id}"


class Sought(person_search.Typed):
    """What was typed, as what it is; nobody calls with the number of a record."""

    @property
    def short(self) -> bool:
        """Whether it is too little of anything."""
        return self.kind in ("incomplete", "number") or len(folded(self.text)) < SHORTEST

    def questions(self, permissions: Collection[str]) -> list[tuple[str, Query]]:
        """The calls that find them: among the users, and the requesters, whose filters take one spelling each."""
        users = (USERS, person_search.filters_of_users(self.text))
        requesters = [(BENEFICIARY.endpoint, each) for each in person_search.questions(self)]
        return _of_lists([users, *requesters], permissions, MOST + 1)

    def otherwise(self, permissions: Collection[str]) -> list[tuple[str, Query]]:
        """The calls for a name that may be parted otherwise, as N'Diaye is of `ndiaye`: by what each spelling holds."""
        parts = [_held(word) for word in told(self.text) if len(word) >= TELLING]
        if self.kind != "name" or not parts:
            return []
        asked = [(USERS, {"familyName": parts}), (BENEFICIARY.endpoint, {"familyName": max(parts, key=len)})]
        both = [(USERS, {"givenName": parts, "familyName": parts})] if len(parts) > 1 else []
        return _of_lists([*both, *asked], permissions, ALIKE)

    def matches(self, each: Caller) -> bool:
        """Whether somebody the API gave is meant: its own filters forgive less, or more."""
        known = {"givenName": each.given_name, "familyName": each.family_name}
        return self.fits({**known, "telephone": each.telephone, "email": each.email})


def _of_lists(
    asked: Iterable[tuple[str, Mapping[str, Any]]], permissions: Collection[str], most: int
) -> list[tuple[str, Query]]:
    """Questions to the lists that may be asked."""
    return [(where, Query(1, most, None, each)) for where, each in asked if ASKS[where] in permissions]


def _held(word: str) -> str:
    """What every spelling of a word holds, a particle or one letter being stuck to it perhaps."""
    found = search_word(word)
    return word[1:] if found == word and len(word) > TELLING else found


def from_requests(rows: Iterable[RequestRow], sought: Sought) -> list[Caller]:
    """Those whose requests are kept; an e-mail address is told by no list."""
    if sought.kind == "email":
        return []
    digits = dialled(sought.text) if sought.kind == "telephone" else ""
    people: dict[int, Caller] = {}
    for each in rows:
        if not each.user_id or (digits and digits != each.dialled):
            continue
        known = people.get(each.user_id) or Caller(
            each.user_id, 0, each.given_name, each.family_name, each.telephone, town=each.origin
        )
        if digits or sought.matches(known):
            people[each.user_id] = replace(known, requests=known.requests + each.open)
    return [*people.values()]


def from_user(item: Item) -> Caller:
    """A user of the API."""
    return _caller(item, item["id"], 0)


def from_requester(item: Item) -> Caller:
    """A requester of the API: a line of the list has no user, the item has."""
    return _caller(item, item.get("userId") or 0, item["id"])


def _caller(item: Item, user_id: Any, requester_id: Any) -> Caller:
    told = {**item, "town": (item.get("homeAddress") or {}).get("addressLocality")}
    names = ("givenName", "familyName", "telephone", "email", "town")
    return Caller(int(user_id), int(requester_id), *(str(told.get(name) or "") for name in names))


@dataclass
class PeopleFound:
    """The people found, each once."""

    people: list[Caller] = field(default_factory=list)

    def add(self, others: Iterable[Caller]) -> None:
        """Add people; one who is there already is completed."""
        for other in others:
            place = next((rank for rank, each in enumerate(self.people) if _same(each, other)), None)
            if place is None:
                self.people.append(other)
            else:
                self.people[place] = _joined(self.people[place], other)

    def ranked(self) -> list[Caller]:
        """Those with open requests first, then by name."""
        return sorted(self.people, key=lambda each: (-each.requests, spaced(each.family_name), spaced(each.given_name)))


def _same(one: Caller, other: Caller) -> bool:
    """Whether two of what different lists give are one person."""
    if one.user_id and other.user_id:
        return one.user_id == other.user_id
    if one.requester_id and other.requester_id:
        return one.requester_id == other.requester_id
    alike = spaced(one.name) == spaced(other.name)
    return alike and (same_email(one.email, other.email) or same_phone(one.telephone, other.telephone))


def _joined(one: Caller, other: Caller) -> Caller:
    return Caller(
        one.user_id or other.user_id,
        one.requester_id or other.requester_id,
        one.given_name or other.given_name,
        one.family_name or other.family_name,
        one.telephone or other.telephone,
        one.email or other.email,
        other.town if not one.email and other.town else one.town,
        max(one.requests, other.requests),
    )


def in_turn(requests: Iterable[RequestRow]) -> list[RequestRow]:
    """The requests of somebody: the open ones by their day of travel, then the others, the latest first."""
    mine = list(requests)
    coming = sorted((each for each in mine if each.open), key=lambda each: (each.from_date or "9", each.id))
    past = sorted((each for each in mine if not each.open), key=lambda each: (each.from_date, each.id), reverse=True)
    return [*coming, *past]


def person_texts(each: Caller) -> dict[str, str]:
    """Somebody as the page has them."""
    return {
        "key": each.key,
        "name": each.name,
        "telephone": phones.phone_text(each.telephone),
        "email": each.email,
        "town": each.town,
        "requests": str(each.requests),
        "user": str(each.user_id or ""),
        "requester": str(each.requester_id or ""),
    }


def request_texts(each: RequestRow) -> dict[str, str]:
    """A request as the page has it."""
    return {
        "id": str(each.id),
        "subject": each.subject,
        "journey": each.journey,
        "date": each.from_date,
        "status": each.status,
        "action": each.last_action,
        "acted": each.last_action_date,
        "open": "true" if each.open else "",
    }
