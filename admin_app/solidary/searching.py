"""Requests of solidary transport in the search over everything (SEARCH-1)."""

from collections.abc import Sequence

from admin_app.api.client import Api
from admin_app.api.query import Query
from admin_app.kit.records.finding import MOST, Finder, Found
from admin_app.people.finding import of_people
from admin_app.solidary.desk.resource import RECORDS
from admin_app.solidary.record import Row
from admin_app.values import whole

LONGEST_NUMBER = 7
"""Digits: a telephone has more."""


async def look(api: Api, text: str) -> Sequence[Found]:
    """A request by its number, without reading it: a reading may text drivers (trap 31); those of somebody by name."""
    number = text.removeprefix("#").strip()
    if number.isascii() and number.isdigit() and len(number) <= LONGEST_NUMBER:
        return [_found(whole(number, 0), f"# {number}", "")]
    filters = of_people(text)
    if "familyName" not in filters:
        return []
    items = (await api.list(RECORDS.endpoint, Query(1, MOST, ("fromDate", True), filters))).items
    rows = [Row.of(item) for item in items]
    return [_found(row.id or 0, f"{row.given_name} {row.family_name}", f"# {row.id} · {row.subject}") for row in rows]


def _found(number: int, label: str, detail: str) -> Found:
    return Found(f"{RECORDS.route}/show/{number}", label, detail)


FINDER = Finder(RECORDS.key, f"{RECORDS.key}.title", ("solidary_list", "solidary_read"), look, RECORDS.flag)
