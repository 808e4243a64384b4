"""Solidary records of the demo data: a year behind, a month and a half ahead, at every status, with their diaries."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from random import Random
from typing import Any

from sqlalchemy import Connection, Row, select

from sandbox.clock import REFERENCE, read_stored, stored
from sandbox.datafiles import read_csv
from sandbox.grouping import grouped
from sandbox.seed.bulk import Batch, next_id, write_all
from sandbox.seed.solidary_stories import TEXTS, Story, drivers_of, needs_of
from sandbox.solidary.journey import columns_of
from sandbox.solidary.matching import kilometres
from sandbox.solidary.tables import (
    DAYS,
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

CREATED, TAKEN, LOOKING, FOLLOWED, CLOSED, REPLACED = 0, 1, 2, 3, 4, 6
PROGRESSIONS = {CREATED: 0.0, TAKEN: 25.0, LOOKING: 50.0, FOLLOWED: 75.0, CLOSED: 100.0}
# What has become of a journey that is over, and of one that is to come.
PAST = ((CLOSED, 82), (FOLLOWED, 8), (LOOKING, 4), (CREATED, 1), (REPLACED, 5))
COMING = ((CREATED, 22), (TAKEN, 16), (LOOKING, 32), (FOLLOWED, 18), (CLOSED, 8), (REPLACED, 4))
AHEAD, BEHIND = 50, 365


@cache
def _errands() -> Mapping[int, Sequence[Mapping[str, str]]]:
    """Where people ask to be driven to, by structure."""
    return grouped(read_csv("errands.csv", "|"), lambda row: int(row["structure"]))


@dataclass
class Known:
    """What is there before the records: by structure, or by id; and the ids that come next."""

    first_address: int
    first_subject: int
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
        previous = _add(found, known, number, previous, last=number == count)
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
        first_subject=next_id(connection, structure_subjects),
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


def _add(found: Batch, known: Known, number: int, parent: dict[str, Any] | None, last: bool) -> dict[str, Any] | None:
    """Add a record; the answer is the record itself when the next one takes its place."""
    draw = Random(number * 15_485_863 + 7)
    member = _member_of(known, parent) if parent else draw.choice(known.members)
    journey, begins = _journey(draw, known.structures[member.structure_id], parent)
    chances = PAST if begins < REFERENCE.date() else COMING
    status = draw.choices([each for each, _ in chances], [weight for _, weight in chances])[0]
    if status == REPLACED and (last or parent):
        status = LOOKING
    created = _created(draw, begins, parent)
    operators = known.operators.get(member.structure_id)
    row: dict[str, Any] = {
        "id": number,
        "status": status,
        "progression": PROGRESSIONS.get(status, draw.choice((0.0, 25.0, 50.0))),
        "user_structure_id": member.id,
        "structure_id": member.structure_id,
        "user_id": member.user_id,
        "parent_id": parent["id"] if parent else None,
        "operator_id": draw.choice(operators) if operators and draw.random() < 0.85 else None,
        "created_date": stored(created),
        **journey,
        **_places(found, known, member, draw),
    }
    if parent:
        row["subject_id"] = parent["subject_id"]
    found[solidaries].append(row)
    found[solidary_needs].extend(needs_of(row, known.needs.get(member.structure_id, []), draw))
    story = Story(row, created, begins, draw)
    drivers_of(found, row, story, known.volunteers.get(member.structure_id, []), known.carpoolers)
    found[diaries].extend(story.entries())
    row["searched_date"] = story.last_date()
    return row if status == REPLACED else None


def _member_of(known: Known, parent: Mapping[str, Any]) -> Row[Any]:
    return next(row for row in known.members if row.id == parent["user_structure_id"])


def _created(draw: Random, begins: date, parent: Mapping[str, Any] | None) -> datetime:
    """Asked for two days to a month ahead, on the phone: within office hours."""
    day = min(begins - timedelta(days=draw.randint(2, 28)), (REFERENCE - timedelta(days=draw.randint(1, 20))).date())
    asked = datetime.combine(day, time(draw.randint(8, 16), draw.randrange(60)), UTC)
    if parent is None:
        return asked
    before = read_stored(parent["created_date"])
    return min(before + timedelta(days=draw.randint(0, 3), minutes=draw.randint(10, 300)), REFERENCE)


def _journey(draw: Random, structure: Row[Any], parent: Mapping[str, Any] | None) -> tuple[dict[str, Any], date]:
    """The columns of a journey, made from what somebody would have chosen."""
    ahead = draw.random() < 0.36
    days = draw.randint(0, 30 if draw.random() < 0.75 else AHEAD) if ahead else -draw.randint(1, BEHIND)
    begins = (REFERENCE + timedelta(days=days)).date()
    if parent:
        begins = date.fromisoformat(parent["from_date"]) + timedelta(days=draw.randint(1, 5))
    # Nobody goes to the doctor's on a Sunday.
    begins += timedelta(days=begins.weekday() == 6)
    # A flexible record that somebody matches cannot be read (trap 43): enough of them to see it, no more.
    kind = draw.choices(("punctual", "flexible", "regular"), (75, 3, 22))[0]
    sent = _regular(draw, begins) if kind == "regular" else _punctual(draw, begins, flexible=kind == "flexible")
    return columns_of(sent, structure), begins


def _regular(draw: Random, begins: date) -> dict[str, Any]:
    choice = draw.choices((1, 2, 3), (15, 45, 40))[0]
    lasts = {1: 7, 2: 30, 3: draw.randint(40, 150)}[choice]
    days = draw.choice((("mon", "thu"), ("tue",), ("tue", "fri"), ("wed",), ("mon", "wed", "fri"), DAYS[:5]))
    hour, back = draw.choice(("08:15", "09:00", "13:45", "14:00")), draw.choice((None, "12:00", "16:30", "17:15"))
    back = None if back and back < hour else back
    line = {day: day in days for day in DAYS} | {"outwardTime": hour, "returnTime": back}
    return {
        "regular": True,
        "regularDateChoice": choice,
        "regularMinDate": begins.isoformat(),
        "regularMaxDate": (begins + timedelta(days=lasts)).isoformat(),
        "regularSchedules": [line],
    }


def _punctual(draw: Random, begins: date, flexible: bool) -> dict[str, Any]:
    choice = draw.choice((2, 3, 4)) if flexible else 1
    back = draw.choices((1, 2, 3, 4, 5), (25, 15, 30, 15, 0 if flexible else 15))[0]
    return {
        "regular": False,
        "punctualOutwardDateChoice": choice,
        "punctualOutwardMinDate": begins.isoformat(),
        "punctualOutwardMaxDate": (begins + timedelta(days={2: 7, 3: 15, 4: 30}.get(choice, 0))).isoformat(),
        "punctualOutwardTimeChoice": draw.choices((1, 2, 3, 4), (55, 25, 17, 3))[0],
        "punctualOutwardMinTime": draw.choice(("08:30", "09:00", "09:45", "10:30", "13:30", "14:15", "15:00")),
        "punctualReturnDateChoice": back,
        "punctualReturnDate": begins.isoformat(),
        "punctualReturnTime": draw.choice(("16:30", "17:00", "18:00")),
    }


def _places(found: Batch, known: Known, member: Row[Any], draw: Random) -> dict[str, Any]:
    """From home to an errand that fits the subject; once in a while the subject is free, or the place any."""
    home = known.homes[member.user_id]._mapping
    kept = {column.name: home[column.name] for column in addresses.c if column.name not in ("id", "home")}
    errand = draw.choice(_errands()[member.structure_id])
    label = draw.choice(errand["subjects"].split(","))
    target = {
        **kept,
        "house_number": None,
        "street": errand["street"],
        "street_address": errand["street"],
        "postal_code": errand["postal_code"],
        "address_locality": errand["town"],
        "latitude": f"{float(errand['latitude']):.6f}",
        "longitude": f"{float(errand['longitude']):.6f}",
        "name": errand["place"],
    }
    subject = known.subjects[member.structure_id, label]
    if draw.random() < 0.03:
        subject = known.first_subject + len(found[structure_subjects])
        free = {"id": subject, "structure_id": member.structure_id, "label": draw.choice(TEXTS["free_subjects"])}
        found[structure_subjects].append(free | {"private": True})
    to_any = draw.random() < 0.02
    if to_any:
        target = dict(kept)
    number = known.first_address + len(found[addresses])
    found[addresses] += [kept | {"id": number, "home": None}, target | {"id": number + 1, "home": None}]
    ends = [(float(row["latitude"]), float(row["longitude"])) for row in (kept, target)]
    distance = round(kilometres(*ends) * 1.3, 1)
    places = {"origin_id": number, "destination_id": number + 1, "destination_any": to_any}
    return places | {"distance": distance, "subject_id": subject}
