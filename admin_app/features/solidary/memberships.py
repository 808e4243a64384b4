"""Memberships of people in structures: what the API tells of them, and how a candidature is decided (BENEFICIARY-4).

A membership is the row that links a person to a structure. It has one status, whatever the person is there:
beneficiary, volunteer or both. The API decides upon the id of a membership and does not look whose it is (trap 30): it
is looked for here, in the person as read a moment before, and never taken from a page.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, SessionEnded
from admin_app.api.query import Query
from admin_app.features.solidary import list_cache
from admin_app.features.solidary.proof_lines import proofs_in
from admin_app.features.solidary.roles import BENEFICIARY, VOLUNTEER, Role
from admin_app.features.solidary.statuses import MEMBER, MEMBERSHIP, TURNED_DOWN
from admin_app.kit.declare import text_of
from admin_app.kit.session import or_none
from admin_app.kit.words.formats import said_number
from admin_app.kit.words.locale import say
from admin_app.shared.people.names import name_in

Item = Mapping[str, Any]


class Undecided(Exception):
    """A decision that is not sent, or that the API did not carry out; `reason` ends `memberships.undecided`, whose
    text has the `values`."""

    def __init__(self, reason: str, **values: str) -> None:
        super().__init__(reason)
        self.reason, self.values = reason, values


@dataclass(frozen=True)
class Membership:
    """A person in a structure."""

    structure: str
    """Id of the structure."""
    name: str
    """Of the structure."""
    status: str
    """One of `MEMBERSHIP` (statuses.py); empty where the API says nothing that we know."""
    id: str = ""
    """What a decision names (userStructureId); empty where the API does not tell it."""


def memberships(item: Item) -> list[Membership]:
    """The memberships of a person as the API tells them.

    Their ids are in `structures` for volunteers, in the proofs for beneficiaries: who gave none has no known id
    (solidary.yaml, x-seed-conflicts).
    """
    by_proof = {text_of(each.get("structureId")): text_of(each.get("userStructureId")) for each in proofs(item)}
    structures = [each for each in item.get("structures") or [] if isinstance(each, Mapping)]
    return [_membership(each, by_proof) for each in structures]


def proofs(item: Item) -> list[Item]:
    """What a person gave, as the API tells it: of somebody in several structures, to the last of them alone."""
    return proofs_in(item.get("proofs"))


def _membership(part: Item, by_proof: Mapping[str, str]) -> Membership:
    structure, status = text_of(part.get("id")), text_of(part.get("status"))
    known = text_of(part.get("userStructureId")) or by_proof.get(structure, "")
    status = status if status in MEMBERSHIP else ""
    return Membership(structure, text_of(part.get("name")) or said_number(structure), status, known)


def decision(item: Item, person: str, membership: Membership, *, accept: bool) -> dict[str, str]:
    """What is decided about somebody in a structure, as the page holds it until it is confirmed: `seen` is the status
    it is decided from."""
    return {
        "person": person,
        "structure": membership.structure,
        "name": person_name(item),
        "where": membership.name,
        "accept": "true" if accept else "",
        "seen": membership.status,
    }


def within(item: Item, structure: str) -> Membership | None:
    """The membership of a person in one structure."""
    return next((each for each in memberships(item) if each.structure == structure), None)


def standing(item: Item, structure: str) -> str:
    """The status that a list shows: in one structure or, where none is asked, what waits before what was decided."""
    if structure:
        membership = within(item, structure)
        return membership.status if membership else ""
    statuses = {each.status for each in memberships(item)}
    return next((each for each in MEMBERSHIP if each in statuses), "")


def last_structure(item: Item) -> str:
    """The structure whose diary and proofs the API tells: the last one of a person (get_solidary_beneficiary)."""
    given = next((text_of(each.get("structureId")) for each in proofs(item) if each.get("structureId")), "")
    joined = memberships(item)
    return given or (joined[-1].structure if joined else "")


def person_name(item: Item) -> str:
    """Given and family name, the number of somebody without any."""
    return name_in(item) or said_number(item.get("id"))


# --- deciding ------------------------------------------------------------------------------


def overtaken(item: Item, membership: Membership) -> Undecided:
    """Somebody else has decided upon a membership meanwhile: who it is about, and what was decided."""
    reason = {MEMBER: "accepted", TURNED_DOWN: "refused"}.get(membership.status, "changed")
    return Undecided(reason, name=person_name(item), structure=membership.name)


async def consequences(
    api: Api, role: Role, item: Item, structure: str, *, accept: bool, readable: Collection[str], locale: str
) -> list[str]:
    """What follows from a decision, in words, before it is made. `readable` are the permissions that may be read with.

    Asks one call at most: whether the person has the other role too, since both share the status (trap 30).
    """
    membership = within(item, structure)
    named = {"name": person_name(item), "structure": membership.name if membership else ""}
    verdict = "accept" if accept else "refuse"
    lines = [say(f"memberships.follows.{verdict}.{role.name}", locale, **named)]
    if not accept:
        others = [each.name for each in memberships(item) if each.status == MEMBER and each.structure != structure]
        # A beneficiary has the role from the first request on, a volunteer once accepted (solidary.yaml).
        held = role is BENEFICIARY or (membership and membership.status == MEMBER)
        if others or held:
            kept = "kept" if others else "lost"
            lines.append(say(f"memberships.follows.{kept}.{role.name}", locale, **named, others=", ".join(others)))
    if both := await _shared(api, role, item, structure, readable):
        lines.append(say(f"memberships.follows.{both}.{verdict}.{role.name}", locale, **named))
    if accept and role is VOLUNTEER:
        lines.append(say("memberships.follows.matched", locale, **named))
    return lines


async def _shared(api: Api, role: Role, item: Item, structure: str, readable: Collection[str]) -> str:
    """`both` where the person has the other role in the structure too, `maybe` where that cannot be known, or empty."""
    other = VOLUNTEER if role is BENEFICIARY else BENEFICIARY
    if other.list not in readable:
        return "maybe"
    others = await or_none(api.list(other.endpoint, Query(1, 2, filters={"id": text_of(item.get("id"))})))
    if others is None:
        return "maybe"
    return "both" if any(each.get("id") == item.get("id") and within(each, structure) for each in others.items) else ""


async def decide(api: Api, role: Role, decided: Mapping[str, str]) -> dict[str, Any]:
    """Carry out a `decision`: accept or refuse somebody in a structure; the person as they are afterwards.

    The person is read first: the membership must be theirs, and have the status that was `seen` when the question was
    asked. A call that failed may have worked all the same, since accepting a volunteer takes long: the person is then
    read again, and what they are counts. `Undecided` when nothing was sent, nothing changed, or nobody can tell; an
    ApiError else.
    """
    person, structure, accept = decided["person"], decided["structure"], bool(decided["accept"])
    item = await _read(api, role, person)
    membership = within(item, structure)
    if membership is None:
        raise Undecided("gone")
    if not membership.id.isdigit():
        raise Undecided("unknown")
    wanted = MEMBER if accept else TURNED_DOWN
    if membership.status != decided["seen"] or membership.status == wanted:
        raise overtaken(item, membership)
    try:
        body = {"validation": {"id": int(membership.id), "validate": accept}}
        after = await api.update(role.endpoint, person, body, keep_ids=("validation",))
    except SessionEnded:
        raise
    except ApiError:
        after = await or_none(_read(api, role, person))
        if after is None:
            raise Undecided("lost") from None
        if standing(after, structure) != wanted:
            raise
    finally:
        list_cache.forget(api)  # an answer that is lost has changed the lists as well
    if standing(after, structure) != wanted:
        raise Undecided("ignored")
    return after


async def _read(api: Api, role: Role, person: str) -> dict[str, Any]:
    """One person; `Undecided` where the API gives another."""
    item = await api.get(role.endpoint, person)
    if text_of(item.get("id")) != person:
        raise Undecided("gone")
    return item
