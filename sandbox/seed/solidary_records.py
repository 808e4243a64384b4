"""Solidary records of the demo data: a year behind, a month and a half ahead, at every status, with their diaries."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from sqlalchemy import Connection, Row, select

from sandbox.clock import REFERENCE, stored
from sandbox.grouping import grouped
from sandbox.seed.bulk import Batch, next_id, write_all
from sandbox.seed.solidary_days import (
    CLOSED,
    CREATED,
    FOLLOWED,
    LOOKING,
    REPLACED,
    TAKEN,
    asked,
    on_one_of,
    settled,
    status_of_next,
)
from sandbox.seed.solidary_stories import Ends, Story, drivers_of, needs_of
from sandbox.seed.solidary_wishes import Errand, errand, fitted, journey, wish
from sandbox.solidary.matching import kilometres
from sandbox.solidary.tables import (
    diaries,
    operates,
    solidaries,
    solidary_needs,
    solidary_users,
    structure_needs,
    structure_subjects,
    structures,
    user_structures,
)
from sandbox.tables import addresses, users

PROGRESSIONS = {CREATED: 0.0, TAKEN: 25.0, LOOKING: 50.0, FOLLOWED: 75.0, CLOSED: 100.0}
# What has become of a journey that is over, and of one that is to come.
PAST = ((CLOSED, 82), (FOLLOWED, 8), (LOOKING, 4), (CREATED, 1), (REPLACED, 5))
COMING = ((CREATED, 22), (TAKEN, 16), (LOOKING, 32), (FOLLOWED, 18), (CLOSED, 8), (REPLACED, 4))
NEWEST = 0.95
"""From which part on records are the newest: they were asked for these weeks, whatever has become of them."""


@dataclass
class Known:
    """What is there before the records: by structure, or by id; and the ids that come next."""

    first_address: int
    members: Sequence[Any]
    structures: Mapping[int, Row[Any]]
    homes: Mapping[int, Row[Any]]
    subjects: Mapping[tuple[int, str], int]
    needs: Mapping[int, list[int]]
    operators: Mapping[int, list[int]]
    volunteers: Mapping[int, list[int]]
    carpoolers: Sequence[int]


def fill(connection: Connection, count: int) -> None:
    """Write so many records."""
    known = _known(connection)
    if not known.members or not count:
        return
    found = Batch(list)
    previous = None
    for number in range(1, count + 1):
        previous = _add(found, known, number, previous, count)
    write_all(connection, found)


def _known(connection: Connection) -> Known:
    links, people = user_structures.c, solidary_users.c
    joined = (
        select(links.id, links.structure_id, links.status, people.user_id, people.beneficiary, people.volunteer)
        .join(solidary_users, people.id == links.solidary_user_id)
        .order_by(links.id)
    )
    rows = connection.execute(joined).all()
    homes = select(users.c.id.label("user_id"), addresses).join(addresses, addresses.c.id == users.c.home_address_id)
    asked = homes.where(users.c.beneficiary.is_(True))
    others = select(users.c.id).where(users.c.beneficiary.is_(None), users.c.volunteer.is_(None), users.c.id > 20)
    return Known(
        first_address=next_id(connection, addresses),
        members=[row for row in rows if row.beneficiary and row.status != 2],
        structures={row.id: row for row in connection.execute(select(structures))},
        homes={row.user_id: row for row in connection.execute(asked)},
        subjects={(row.structure_id, row.label): row.id for row in connection.execute(select(structure_subjects))},
        needs=_by_structure(connection.execute(select(structure_needs).order_by(structure_needs.c.id)), "id"),
        operators=_by_structure(connection.execute(select(operates).order_by(operates.c.id)), "user_id"),
        volunteers=_by_structure((row for row in rows if row.volunteer and row.status == 1), "user_id"),
        carpoolers=list(connection.execute(others.order_by(users.c.id).limit(400)).scalars()),
    )


def _by_structure(rows: Iterable[Any], name: str) -> dict[int, list[int]]:
    found = grouped(rows, lambda row: row.structure_id)
    return {number: [row._mapping[name] for row in each] for number, each in found.items()}


def _add(found: Batch, known: Known, number: int, parent: dict[str, Any] | None, count: int) -> dict[str, Any] | None:
    """Add one of so many records; the answer is the record itself when the next one takes its place.

    A number that is drawn and not kept decided once about what is no more, and stays: without it every number after it
    would be another, and with them the drivers and diaries that tests know.
    """
    draw, other = Random(number * 15_485_863 + 7), Random(number * 32_452_843 + 11)
    member = _member_of(known, parent) if parent else draw.choice(known.members)
    structure = known.structures[member.structure_id]
    begins, wished = wish(draw, parent["from_date"] if parent else None)
    chances = PAST if begins < REFERENCE.date() else COMING
    status = draw.choices([each for each, _ in chances], [weight for _, weight in chances])[0]
    if status == REPLACED and (number == count or parent):
        status = LOOKING
    if parent:
        status = status_of_next(status, begins)
    called = draw.randint(2, 28), draw.randint(1, 20), draw.randint(8, 16), draw.randrange(60)
    if parent:
        draw.randint(0, 3)
        draw.randint(10, 300)
    progression = PROGRESSIONS.get(status, draw.choice((0.0, 25.0, 50.0)))
    operators = known.operators.get(structure.id, [])
    operator = draw.choice(operators) if operators and draw.random() < 0.85 else None
    town, before = known.homes[member.user_id].address_locality, parent["label"] if parent else None
    to = errand(town, structure.id, wished["regular"], before, draw, other)
    draw.random()
    draw.random()
    wished, days = fitted(wished, to.label, structure.id)
    if not parent:
        begins = settled(begins, wished["lasts"], status, number > count * NEWEST, other)
    begins = on_one_of(begins, wished["lasts"], days)
    places, ends = _places(found, known, member, to)
    row: dict[str, Any] = {
        "id": number,
        "status": status,
        "progression": progression,
        "user_structure_id": member.id,
        "structure_id": structure.id,
        "user_id": member.user_id,
        "subject_id": known.subjects[structure.id, to.label],
        "parent_id": parent["id"] if parent else None,
        "operator_id": operator,
        "created_date": stored(asked(begins, status, called, parent)),
        **journey(wished, begins, structure),
        **places,
    }
    found[solidaries].append(row)
    found[solidary_needs].extend(needs_of(row, known.needs.get(structure.id, []), draw))
    clerk = operator or (other.choice(operators) if operators else member.user_id)
    story = Story(row, begins, draw, clerk)
    drivers_of(found, story, ends, known.volunteers.get(structure.id, []), known.carpoolers)
    found[diaries].extend(story.entries())
    row["searched_date"] = story.last_date()
    return row | {"label": to.label} if status == REPLACED else None


def _member_of(known: Known, parent: Mapping[str, Any]) -> Row[Any]:
    return next(row for row in known.members if row.id == parent["user_structure_id"])


def _places(found: Batch, known: Known, member: Row[Any], to: Errand) -> tuple[dict[str, Any], Ends]:
    """The addresses of a journey from home to an errand, and its ends for the offers of carpoolers."""
    home = known.homes[member.user_id]._mapping
    kept = {column.name: home[column.name] for column in addresses.c if column.name not in ("id", "home")}
    target = {
        **kept,
        "house_number": None,
        "street": to.place["street"],
        "street_address": to.place["street"],
        "postal_code": to.place["postal_code"],
        "address_locality": to.place["town"],
        "latitude": f"{float(to.place['latitude']):.6f}",
        "longitude": f"{float(to.place['longitude']):.6f}",
        "name": to.place["place"],
    }
    number = known.first_address + len(found[addresses])
    found[addresses] += [kept | {"id": number, "home": None}, target | {"id": number + 1, "home": None}]
    ends = [(row["address_locality"], float(row["latitude"]), float(row["longitude"])) for row in (kept, target)]
    distance = round(kilometres(*(end[1:] for end in ends)) * 1.3, 1)
    places = {"origin_id": number, "destination_id": number + 1, "destination_any": False, "distance": distance}
    return places, ends
