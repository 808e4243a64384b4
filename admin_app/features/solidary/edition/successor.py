"""Whether another request has taken the place of one whose form is open, and which (SOLIDARY-27).

Reading a request may text drivers (trap 31), so the list is asked first: it has every request but those that were
replaced. Which one it was is read only where the list leaves a doubt.
"""

from collections.abc import Collection

from admin_app.api.client import Api
from admin_app.features.solidary.asking.caller import requests_of
from admin_app.features.solidary.file.state import ENDPOINT
from admin_app.features.solidary.record import SolidaryRecord, plain
from admin_app.features.solidary.statuses import EDITED
from admin_app.kit.declare import text_of

LONGEST_CHAIN = 5
"""Requests that are read one after the other: each may have been replaced too."""


async def successor(api: Api, record: SolidaryRecord) -> str | None:
    """The number of the request in the place of one; None while it is open, empty where it is gone without another."""
    person = {"id": record.user_id, "givenName": record.given_name, "familyName": record.family_name}
    listed = [row.id for row in await requests_of(api, person) if row.id is not None]
    if record.id in listed:
        return None
    newer = [number for number in listed if record.id is not None and number > record.id]
    if len(newer) == 1:
        return str(newer[0])
    return await end_of_chain(api, text_of(record.id), {str(number) for number in newer})


async def end_of_chain(api: Api, number: str, listed: Collection[str] = ()) -> str | None:
    """The same, by reading the request and those after it but for those that are `listed`, which are open."""
    latest = number
    for _ in range(LONGEST_CHAIN):
        if latest in listed:
            return latest
        item = plain(await api.get(ENDPOINT, latest))
        if text_of(item.get("status")) != EDITED:
            return None if latest == number else latest
        latest = text_of(item.get("solidaryChildId"))
        if not latest:
            break
    return latest
