"""Requests of solidary transport, and who asks for them, in the search over everything (SEARCH-1)."""

import asyncio
from collections.abc import Sequence

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.features.solidary.beneficiaries import BENEFICIARIES, Beneficiary
from admin_app.features.solidary.desk.resource import RECORDS
from admin_app.features.solidary.record import LIST, READ, SHOW, Row
from admin_app.kit.declare import readable
from admin_app.kit.records import LOOKED_THROUGH, MOST, Finder, Found
from admin_app.kit.values import whole
from admin_app.kit.words import numbered, phone_text
from admin_app.shared.people.person_search import Typed, questions

LONGEST_NUMBER = 7
"""Digits: a telephone has more."""


async def _requests(api: Api, text: str) -> Sequence[Found]:
    """A request by its number, without reading it: a reading may text drivers (trap 31); those of somebody by name."""
    number = numbered(text) or text.strip()
    if number.isascii() and number.isdigit() and len(number) <= LONGEST_NUMBER:
        return [_request(whole(number, 0), f"# {number}", "")]
    if Typed.of(text).kind != "name":
        return []
    # The list can be asked for nothing else: `Odette Martin`, or the family name.
    given, _, family = text.rpartition(" ")
    filters = {"givenName": given, "familyName": family}
    items = (await api.list(RECORDS.endpoint, Query(1, MOST, ("fromDate", True), filters))).items
    rows = readable(Row.of, items)
    return [_request(row.id or 0, row.name, f"# {row.id} · {row.subject}") for row in rows]


def _request(number: int, label: str, detail: str) -> Found:
    return Found(f"{SHOW}/{number}", label, detail)


async def _beneficiaries(api: Api, text: str) -> Sequence[Found]:
    """Who asks, by the rule of their list; filters take one text each, so there are as many questions as texts."""
    typed = Typed.of(text)
    asked = (api.list(BENEFICIARIES.endpoint, Query(1, LOOKED_THROUGH, filters=each)) for each in questions(typed))
    pages = await asyncio.gather(*asked)
    people = {item["id"]: item for page in pages for item in page.items if typed.fits(item)}
    return readable(lambda item: _beneficiary(Beneficiary.model_validate(item)), [*people.values()][:MOST])


def _beneficiary(person: Beneficiary) -> Found:
    detail = " · ".join(filter(None, (phone_text(person.telephone), person.email)))
    return Found(f"{BENEFICIARIES.route}/show/{person.id}", BENEFICIARIES.name(person), detail)


FINDERS = (
    Finder(RECORDS.key, f"{RECORDS.key}.title", (LIST, READ), _requests, RECORDS.flag),
    Finder(
        BENEFICIARIES.key,
        f"{BENEFICIARIES.key}.title",
        tuple(filter(None, (BENEFICIARIES.may.list, BENEFICIARIES.may.read))),
        _beneficiaries,
        BENEFICIARIES.flag,
    ),
)
