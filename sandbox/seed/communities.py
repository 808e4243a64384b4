"""Communities of the demo data, their members over three years, images and security files."""

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

from sqlalchemy import Connection, Row, select

from sandbox import scenes
from sandbox.clock import REFERENCE, days_before, read_stored, stored
from sandbox.datafiles import read_toml, records
from sandbox.geography import around, communes_by_insee
from sandbox.rows import address_row, image_row
from sandbox.seed.bulk import Rows, next_id, write
from sandbox.seed.office import by_staff
from sandbox.seed.people import STAFF
from sandbox.seed.places import write_addresses
from sandbox.tables import addresses, communities, community_securities, images, memberships, role_assignments, users

VALIDATIONS = ("automatic", "manual", "by domain", "secured")
PENDING, MEMBER, MODERATOR, REFUSED = range(4)
MANAGER, ADMINISTRATOR = 2, 1
# How often each status is met, by the way of joining.
WEIGHTS = {
    "automatic": (0, 95, 1, 4),
    "manual": (12, 79, 1, 8),
    "by domain": (3, 93, 2, 2),
    "secured": (2, 94, 2, 2),
}


@dataclass(frozen=True)
class Community:
    """A community of the demo data: where it is, how one joins, how many joined, since how many days."""

    name: str
    insee: str
    text: str
    validation: str
    members: int
    age: int
    description: str
    domain: str | None = None
    file: str | None = None
    picture: str | None = None


COMMUNITIES = records("communities", Community)
MODERATED = 3
ADMINISTERED = 4
"""Communities up to this number are referred and moderated by the manager's account; the next, by the admin's."""


def fill(connection: Connection, count: int) -> None:
    """Write the communities with what belongs to them."""
    start = next_id(connection, addresses)
    numbered = list(enumerate(COMMUNITIES, start=1))
    places = [_place(start + number, number, each) for number, each in numbered]
    write_addresses(connection, places)
    texts = read_toml("communities.toml")["texts"]
    rows = [_community(number, each, start + number, count, texts) for number, each in numbered]
    write(connection, communities, rows)
    write(connection, images, [_image(number, each.picture) for number, each in numbered if each.picture])
    write(connection, community_securities, [_security(number, each) for number, each in numbered if each.file])
    joined: Rows = []
    for row, each in zip(rows, COMMUNITIES, strict=True):
        joined.extend(_members(connection, row, each, count))
    write(connection, memberships, joined)
    _give_roles(connection, joined)


def _place(address_id: int, number: int, each: Community) -> dict[str, Any]:
    commune = communes_by_insee()[each.insee]
    latitude, longitude = around(commune, Random(number), 0.01)
    return address_row(address_id, commune, latitude, longitude, home=None)


def _community(number: int, each: Community, address_id: int, count: int, texts: dict[str, str]) -> dict[str, Any]:
    return {
        "id": number,
        "name": each.name,
        "members_hidden": number % 5 == 0 or each.validation == "secured",
        "proposals_hidden": number % 7 == 0,
        "validation_type": VALIDATIONS.index(each.validation),
        "domain": each.domain,
        "description": each.description,
        "full_description": texts[each.text].format(name=each.name, town=communes_by_insee()[each.insee].name),
        "created_date": stored(by_staff(days_before(each.age))),
        "updated_date": stored(by_staff(days_before(min(each.age - 1, 200 - number * 7)))) if number % 3 else None,
        "address_id": address_id,
        "referrer_id": _referrer(number, count),
        "target": round(each.members * 1.3, -1) or 10 if number % 4 else None,
        "free_carpool": number % 6 == 0,
    }


def _referrer(number: int, count: int) -> int:
    if number <= ADMINISTERED:
        return MANAGER if number <= MODERATED else ADMINISTRATOR
    chosen = 20 + number * 3 % max(1, min(count, 100) - 19)
    return chosen - 1 if chosen in STAFF else chosen


def _image(number: int, kind: str | None) -> dict[str, Any]:
    return image_row("community", number, scenes.file_name(kind or "day", 500 + number))


def _security(number: int, each: Community) -> dict[str, Any]:
    sent = int(days_before(each.age / 2).timestamp())
    return {"community_id": number, "filename": f"{sent}-{number}", "original_name": each.file}


def _members(connection: Connection, row: dict[str, Any], each: Community, count: int) -> Rows:
    draw = Random(row["id"] * 101)
    others = [number for number in range(7, count + 1) if number != row["referrer_id"]]
    wanted = max(1, min(each.members - 1, len(others) - 13))
    referrer = _membership(row, row["referrer_id"], MODERATOR, each.age - 0.1, 0)
    found = select(users.c.id, users.c.created_date).where(users.c.id.in_(draw.sample(others, wanted)))
    return [referrer, *(_drawn(row, each, user, draw) for user in connection.execute(found.order_by(users.c.id)))]


def _drawn(row: dict[str, Any], each: Community, user: Row[Any, Any], draw: Random) -> dict[str, Any]:
    # Few join in the first months, more once the word has spread: the power piles dates up towards the present.
    # Nobody joins before having an account.
    known = (REFERENCE - read_stored(user.created_date)) / timedelta(days=1)
    days = max(0.2, min(known, each.age - 1) * (1 - draw.random() ** 0.75))
    weights = WEIGHTS[each.validation]
    status = draw.choices((PENDING, MEMBER, MODERATOR, REFUSED), weights)[0]
    if status == MODERATOR and user.id in STAFF:
        # The staff of the demonstration has the roles it was given, no other.
        status = MEMBER
    if status == PENDING:
        # Nobody waits for years: what is pending is recent.
        days = min(days, draw.uniform(0.1, 25))
    waiting = draw.uniform(0.2, 6) if each.validation == "manual" else 0
    return _membership(row, user.id, status, days, min(waiting, days / 2))


def _membership(row: dict[str, Any], user_id: int, status: int, days: float, waiting: float) -> dict[str, Any]:
    asked = days_before(days)
    decided = stored(by_staff(asked + timedelta(days=waiting), after=asked) if waiting else asked)
    return {
        "community_id": row["id"],
        "user_id": user_id,
        "status": status,
        "created_date": stored(asked),
        "accepted_date": decided if status in (MEMBER, MODERATOR) else None,
        "refused_date": decided if status == REFUSED else None,
    }


def _give_roles(connection: Connection, joined: Rows) -> None:
    """Referrers and moderators are managers, as the server makes them."""
    item = "ROLE_COMMUNITY_MANAGER_PUBLIC"
    held = set(connection.scalars(select(role_assignments.c.user_id).where(role_assignments.c.item == item)))
    wanted = sorted({row["user_id"] for row in joined if row["status"] == MODERATOR} - held)
    write(connection, role_assignments, [{"user_id": user_id, "item": item} for user_id in wanted])
