"""Whether records are one's own, under a rule of the API: what they say of themselves when they are read again.

An entity says in `Resource.own` how each rule is proven; a rule it does not name proves nothing (ACCESS-15).
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any

from admin_app.api.client import Api
from admin_app.kit.declare.fields import text_of
from admin_app.kit.declare.resource import Resource
from admin_app.kit.records.read_one import fetch

Item = Mapping[str, Any]
Proof = Callable[[Api, str, int], Awaitable[bool]]
"""`await proof(api, rule, person)` says whether a rule holds for the records at hand."""


async def owned(api: Api, resource: Resource, rule: str, person: int, items: Sequence[Item]) -> set[str]:
    """The ids of those of these records that are the person's own under a rule."""
    owns = resource.own.get(rule)
    return {text_of(each) for each in await owns(api, person, items)} if owns and items else set()


def of_record(resource: Resource, record_id: str) -> Proof:
    """The proof that one record is the person's own: it is read again, for what a tab knows may be made up."""

    async def proof(api: Api, rule: str, person: int) -> bool:
        if rule not in resource.own or not record_id:
            return False
        return record_id in await owned(api, resource, rule, person, [await fetch(api, resource, record_id)])

    return proof


def among(proof: Proof, ids: Collection[str], known: Collection[str]) -> Proof:
    """The proof that records belong to one that is the person's own: all of them are `known` to be in it."""

    async def both(api: Api, rule: str, person: int) -> bool:
        return set(ids) <= set(known) and await proof(api, rule, person)

    return both


async def proven(api: Api, rule: str, person: int) -> bool:
    """The proof of what was proven a moment ago, in the same act."""
    return True
