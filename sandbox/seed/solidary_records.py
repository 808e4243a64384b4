"""Solidary records of the demo data: a year behind, a month and a half ahead, at every status, with their diaries."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cache
from random import Random
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, select

from sandbox.clock import REFERENCE, stored
from sandbox.geography import DATA
from sandbox.seed.bulk import Rows, next_id, write
from sandbox.seed.solidary_stories import Story, drivers_of, needs_of
from sandbox.solidary.journey import columns_of
from sandbox.solidary.matching import kilometres
from sandbox.solidary.tables import (
    DAYS,
    diaries,
    matchings,
    operates,
    solidaries,
    solidary_messages,
    solidary_needs,
    solidary_users,
    solutions,
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
# Free subjects, and who asks for them once in a while.
FREE_SUBJECTS = ("Obsèques d'un proche", "Retrait d'un colis", "Contrôle chez l'opticien", "Fête de famille")


class Errand(NamedTuple):
    """Somewhere people ask to be driven to."""

    place: str
    street: str
    postal_code: str
    town: str
    latitude: float
    longitude: float
    subjects: tuple[str, ...]


@cache
def errands() -> Mapping[int, tuple[Errand, ...]]:
    """Where people go, by structure."""
    found: dict[int, list[Errand]] = {}
    with (DATA / "errands.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="|"):
            texts = (row["place"], row["street"], row["postal_code"], row["town"])
            point = (float(row["latitude"]), float(row["longitude"]))
            errand = Errand(*texts, *point, tuple(row["subjects"].split(",")))
            found.setdefault(int(row["structure"]), []).append(errand)
    return {number: tuple(each) for number, each in found.items()}


@dataclass
class Known:
    """What is there before the records: by structure, or by id."""

    members: Sequence[Any]
    structures: Mapping[int, Row[Any]]
    homes: Mapping[int, Row[Any]]
    subjects: Mapping[tuple[int, str], int]
    needs: Mapping[int, list[int]]
    operators: Mapping[int, list[int]]
    volunteers: Mapping[int, list[int]]
    carpoolers: Sequence[int]


@dataclass
class Records:
    """Rows of records and of everything that hangs on them; ids are given here, since they refer to each other."""

    first_address: int
    first_subject: int
    addresses: Rows = field(default_factory=list)
    subjects: Rows = field(default_factory=list)
    records: Rows = field(default_factory=list)
    needs: Rows = field(default_factory=list)
    diaries: Rows = field(default_factory=list)
    matchings: Rows = field(default_factory=list)
    solutions: Rows = field(default_factory=list)
    messages: Rows = field(default_factory=list)


def fill(connection: Connection, count: int) -> None:
    """Write so many records."""
    known = _known(connection)
    if not known.members or not count:
        return
    found = Records(next_id(connection, addresses), next_id(connection, structure_subjects))
    previous = None
    for number in range(1, count + 1):
        previous = _add(found, known, number, previous, last=number == count)
    for table, rows in (
        (addresses, found.addresses),
        (structure_subjects, found.subjects),
        (solidaries, found.records),
        (solidary_needs, found.needs),
        (diaries, found.diaries),
        (matchings, found.matchings),
        (solutions, found.solutions),
        (solidary_messages, found.messages),
    ):
        write(connection, table, rows)


def _known(connection: Connection) -> Known:
    links, people = user_structures.c, solidary_users.c
    joined = (
        select(links.id, links.structure_id, links.status, people.user_id, people.beneficiary, people.volunteer)
        .join(solidary_users, people.id == links.solidary_user_id)
        .order_by(links.id)
    )
    rows = connection.execute(joined).all()
    needs, operators, volunteers = {}, {}, {}
    for row in connection.execute(select(structure_needs).order_by(structure_needs.c.id)):
        needs.setdefault(row.structure_id, []).append(row.id)
    for row in connection.execute(select(operates).order_by(operates.c.id)):
        operators.setdefault(row.structure_id, []).append(row.user_id)
    for row in rows:
        if row.volunteer and row.status == 1:
            volunteers.setdefault(row.structure_id, []).append(row.user_id)
    homes = select(users.c.id.label("user_id"), addresses).join(addresses, addresses.c.id == users.c.home_address_id)
    asked = homes.where(users.c.beneficiary.is_(True))
    others = select(users.c.id).where(users.c.beneficiary.is_(None), users.c.volunteer.is_(None), users.c.id > 20)
    return Known(
        members=[row for row in rows if row.beneficiary and row.status != 2],
        structures={row.id: row for row in connection.execute(select(structures))},
        homes={row.user_id: row for row in connection.execute(asked)},
        subjects={(row.structure_id, row.label): row.id for row in connection.execute(select(structure_subjects))},
        needs=needs,
        operators=operators,
        volunteers=volunteers,
        carpoolers=list(connection.execute(others.order_by(users.c.id).limit(400)).scalars()),
    )


def _add(found: Records, known: Known, number: int, parent: dict[str, Any] | None, last: bool) -> dict[str, Any] | None:
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
    found.records.append(row)
    found.needs.extend(needs_of(row, known.needs.get(member.structure_id, []), draw))
    story = Story(row, created, begins, draw)
    drivers_of(found, row, story, known.volunteers.get(member.structure_id, []), known.carpoolers)
    found.diaries.extend(story.entries())
    row["searched_date"] = story.last_date()
    return row if status == REPLACED else None


def _member_of(known: Known, parent: Mapping[str, Any]) -> Row[Any]:
    return next(row for row in known.members if row.id == parent["user_structure_id"])


def _created(draw: Random, begins: date, parent: Mapping[str, Any] | None) -> datetime:
    """Asked for two days to a month ahead, on the phone: within office hours."""
    day = min(begins - timedelta(days=draw.randint(2, 28)), (REFERENCE - timedelta(days=draw.randint(1, 20))).date())
    asked = datetime(day.year, day.month, day.day, draw.randint(8, 16), draw.randrange(60), tzinfo=REFERENCE.tzinfo)
    if parent is None:
        return asked
    before = datetime.fromisoformat(parent["created_date"]).replace(tzinfo=REFERENCE.tzinfo)
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


def _places(found: Records, known: Known, member: Row[Any], draw: Random) -> dict[str, Any]:
    """From home to an errand that fits the subject; once in a while the subject is free, or the place any."""
    home = known.homes[member.user_id]._mapping
    kept = {column.name: home[column.name] for column in addresses.c if column.name not in ("id", "home")}
    errand = draw.choice(errands()[member.structure_id])
    label = draw.choice(errand.subjects)
    target = {
        **kept,
        "house_number": None,
        "street": errand.street,
        "street_address": errand.street,
        "postal_code": errand.postal_code,
        "address_locality": errand.town,
        "latitude": f"{errand.latitude:.6f}",
        "longitude": f"{errand.longitude:.6f}",
        "name": errand.place,
    }
    subject = known.subjects[member.structure_id, label]
    if draw.random() < 0.03:
        subject = found.first_subject + len(found.subjects)
        found.subjects.append(
            {"id": subject, "structure_id": member.structure_id, "label": draw.choice(FREE_SUBJECTS), "private": True}
        )
    to_any = draw.random() < 0.02
    if to_any:
        target = dict(kept)
    number = found.first_address + len(found.addresses)
    for row in (kept, target):
        found.addresses.append(row | {"id": found.first_address + len(found.addresses), "home": None})
    ends = [(float(row["latitude"]), float(row["longitude"])) for row in (kept, target)]
    distance = round(kilometres(*ends) * 1.3, 1)
    places = {"origin_id": number, "destination_id": number + 1, "destination_any": to_any}
    return places | {"distance": distance, "subject_id": subject}
