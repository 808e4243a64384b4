"""Requests of solidary transport, and who asks for them, in the search over everything (SEARCH-1)."""

import asyncio
from collections.abc import Callable, Sequence

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.features.solidary.beneficiaries import BENEFICIARIES, Beneficiary
from admin_app.features.solidary.desk import cache
from admin_app.features.solidary.desk.baskets import filtered, now
from admin_app.features.solidary.desk.caller_search import in_turn
from admin_app.features.solidary.desk.request_row import RequestRow, dialled
from admin_app.features.solidary.desk.resource import NUMBER, RECORDS, searched
from admin_app.features.solidary.opening import opens
from admin_app.features.solidary.record import LIST, READ, SHOW
from admin_app.features.solidary.roles import BENEFICIARY
from admin_app.kit.declare import readable
from admin_app.kit.records import LOOKED_THROUGH, MOST, Finder, Found
from admin_app.kit.words import numbered, phone_text
from admin_app.kit.words.formats import said_number
from admin_app.shared.people.person_search import Typed, named, questions


async def _requests(api: Api, text: str) -> Sequence[Found]:
    """A request by its number, those of somebody by name or telephone: in the list that the desk keeps, for the API
    knows no number in it, and reading one may text drivers (trap 31)."""
    meant = _meant(text)
    if meant is None:
        return []
    rows: Sequence[RequestRow] = cache.kept_open(api)
    if not (NUMBER.fullmatch(_number(text)) and any(map(meant, rows))):
        rows = (await cache.read(api, closed=True)).rows
    found = in_turn(filter(meant, rows))
    return [*map(_request, found[:MOST]), *(_all(text, rows) if len(found) > MOST else ())]


def _all(text: str, rows: Sequence[RequestRow]) -> list[Found]:
    """The way to the list of all that the text finds there (SEARCH-8)."""
    total = len(filtered(rows, {"q": text}, now()))
    return [Found(searched(text), total=total)]


def _number(text: str) -> str:
    return numbered(text) or text.strip()


def _meant(text: str) -> Callable[[RequestRow], bool] | None:
    """Which request is looked for; None where no list tells it."""
    typed, number = Typed.of(text), _number(text)
    if NUMBER.fullmatch(number):
        return lambda each: str(each.id) == number
    if typed.kind == "telephone":
        digits = dialled(typed.text)
        return lambda each: each.dialled == digits
    return (lambda each: named(typed.text, each.given_name, each.family_name)) if typed.kind == "name" else None


def _request(row: RequestRow) -> Found:
    number = said_number(row.id)
    return Found(f"{SHOW}/{row.id}", row.name or number, f"{number} · {row.subject}")


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
    Finder(RECORDS.key, f"{RECORDS.key}.title", (LIST, READ), _requests, RECORDS.flag, opens=opens),
    Finder(
        BENEFICIARIES.key,
        f"{BENEFICIARIES.key}.title",
        (BENEFICIARY.list, BENEFICIARY.read),
        _beneficiaries,
        BENEFICIARIES.flag,
    ),
)
