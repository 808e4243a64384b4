"""One record read, and whether records are one's own under a rule of the API: what they say when they are read again.

An entity says in `Resource.own` how each rule is proven; a rule it does not name proves nothing (ACCESS-15).
"""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any

from admin_app.api.client import Api
from admin_app.api.errors import MalformedAnswer, NotFound, ServerError
from admin_app.api.query import Query
from admin_app.kit.declare.fields import text_of
from admin_app.kit.declare.resource import Resource

Item = Mapping[str, Any]
Proof = Callable[[Api, str, int], Awaitable[bool]]
"""`await proof(api, rule, person)` says whether a rule holds for the records at hand."""


async def fetch(api: Api, resource: Resource, record_id: str) -> dict[str, Any]:
    """One record. NotFound too where an unknown id makes the API fail, as long as its list can be read.

    MalformedAnswer for anything but this record: a list, one without an id, another one. A form would save into it.
    """
    try:
        item = await api.get(resource.endpoint, record_id)
        if text_of(item.get("id")) != record_id.lstrip("0"):
            raise MalformedAnswer(cause="another record")
        return item
    except ServerError:
        if not resource.unknown_fails:
            raise
        await api.list(resource.endpoint, Query(page=1, per_page=1))
        raise NotFound from None


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
