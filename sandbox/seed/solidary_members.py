"""Beneficiaries and volunteers of the demo data: their structures, what they gave as proofs, their weeks."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import Connection, Row, select

from sandbox.clock import REFERENCE, days_before, read_stored, stored
from sandbox.grouping import grouped
from sandbox.seed.bulk import Batch, write_all
from sandbox.seed.solidary_people import Person, Span
from sandbox.seed.structures import STRUCTURES
from sandbox.solidary.memberships import ACCEPTED, PENDING
from sandbox.solidary.tables import DAYS, FLAGS, SLOTS, proofs, solidary_users, structure_proofs, user_structures
from sandbox.tables import users

WEEKDAYS = DAYS[:5]
# What a week of a volunteer looks like: slots of days, and how usual it is.
WEEKS: tuple[tuple[frozenset[str], int], ...] = (
    (frozenset(f"m_{day}" for day in WEEKDAYS), 20),
    (frozenset(f"{part}_{day}" for day in WEEKDAYS for part in "ma"), 16),
    (frozenset(f"{part}_{day}" for day in ("tue", "thu") for part in "ma"), 16),
    (frozenset(f"a_{day}" for day in ("mon", "tue", "thu", "fri")), 12),
    (frozenset(("m_mon", "m_wed", "m_fri")), 10),
    (frozenset(("m_sat", "a_sat")), 8),
    (frozenset((*(f"e_{day}" for day in WEEKDAYS), "m_sat", "a_sat")), 7),
    (frozenset(("m_wed", "a_wed", "m_sat")), 6),
    (frozenset(f"{part}_{day}" for day in DAYS for part in "ma"), 5),
)
OWN_TIMES = (
    ("08:30", "11:30", "14:00", "17:00", "18:00", "20:00"),
    ("09:00", "12:00", "13:30", "18:00", "18:00", "21:00"),
    ("07:00", "12:00", "12:00", "16:30", "18:00", "19:30"),
)
FUNDS = ("CARSAT Nord-Est", "MSA Lorraine", "AGIRC-ARRCO", "CNRACL", "SRE")
PENSION = "Caisse de retraite"
RETIRED, RETIRED_AT = "1", 64
OTHERWISE = ("2", "3", "4")
FILES = {
    "Attestation de quotient familial": ("quotient familial.pdf", 118_400),
    "Permis de conduire": ("permis recto verso.png", 845_120),
    "Attestation d’assurance": ("assurance.pdf", 64_300),
    "Bon de transport": ("bon de transport.pdf", 52_700),
}
OTHER_FILE = ("justificatif.pdf", 96_000)


def fill(connection: Connection, span: Span) -> None:
    """Write who solidary transport knows; ids are drawn in the order of the users'."""
    kinds = connection.execute(select(structure_proofs).order_by(structure_proofs.c.id))
    asked = grouped(kinds, lambda row: row.structure_id)
    known = users.c.id, users.c.created_date, users.c.birth_date
    joined = {row.id: row for row in connection.execute(select(*known).where(users.c.id <= span.last))}
    members = Batch(list)
    for person in filter(None, map(span.person, joined)):
        _add(members, person, joined[person.number], asked)
    write_all(connection, members)


def _add(members: Batch, person: Person, user: Any, asked: dict[int, list[Row[Any]]]) -> None:
    number = len(members[solidary_users]) + 1
    members[solidary_users].append({"id": number, "user_id": person.number} | _user(person))
    known = read_stored(user.created_date)
    for rank, structure in enumerate(filter(None, (person.structure, person.second))):
        status = person.status if rank == 0 else ACCEPTED
        link = len(members[user_structures]) + 1
        dates = _dates(status, known, person.draw(10 + rank))
        row = {"id": link, "solidary_user_id": number, "structure_id": structure, "status": status}
        members[user_structures].append(row | dates)
        members[proofs].extend(
            _proofs(person, _retired(user), link, status, asked.get(structure, ()), person.draw(20 + rank))
        )


def _dates(status: int, known: datetime, draw: Random) -> dict[str, str | None]:
    """Candidates have waited for two months at most; the others were decided on within three weeks."""
    since = max(known, REFERENCE - timedelta(days=60 if status == PENDING else 700))
    created = since + (REFERENCE - since) * (draw.random() * 0.97)
    decided = stored(min(created + timedelta(days=draw.uniform(0.1, 21)), REFERENCE))
    return {
        "created_date": stored(created),
        "accepted_date": decided if status == ACCEPTED else None,
        "refused_date": decided if status not in (PENDING, ACCEPTED) else None,
    }


def _user(person: Person) -> dict[str, Any]:
    draw = person.draw(6)
    row: dict[str, Any] = {
        "beneficiary": person.beneficiary,
        "volunteer": person.volunteer,
        "max_distance": draw.choice((10_000, 15_000, 20_000, 20_000, 25_000, 40_000)) if person.volunteer else None,
        "available_date": stored(REFERENCE - timedelta(days=draw.uniform(1, 300))) if person.volunteer else None,
    }
    if not person.volunteer:
        return row | dict.fromkeys((*FLAGS, *(f"{slot}_time" for slot in SLOTS)))
    # A few candidates have never opened their week: no day is set, not even to no.
    silent = person.status == PENDING and draw.random() < 0.25
    return row | _week(person, draw) | (dict.fromkeys(FLAGS) if silent else {})


def _week(person: Person, draw: Random) -> dict[str, Any]:
    week = draw.choices([slots for slots, _ in WEEKS], [weight for _, weight in WEEKS])[0]
    # One day out of six is taken by something else.
    taken = draw.choice((*DAYS, *[None] * 36))
    times = STRUCTURES[person.structure - 1].times if draw.random() < 0.6 else draw.choice(OWN_TIMES)
    flags = {flag: flag in week and not (taken and flag.endswith(taken)) for flag in FLAGS}
    return flags | {f"{slot}_time": time for slot, time in zip(SLOTS, times, strict=True)}


def _retired(user: Any) -> bool:
    return bool(user.birth_date) and date.fromisoformat(user.birth_date) <= days_before(RETIRED_AT * 365.25).date()


def _proofs(
    person: Person, retired: bool, link: int, status: int, asked: Sequence[Row[Any]], draw: Random
) -> Iterator[dict[str, Any]]:
    """Who was accepted gave what is mandatory; candidates lack something more often than not."""
    for proof in asked:
        wanted = person.beneficiary if proof.type == 1 else person.volunteer
        chance = 0.62 if status == PENDING else (1.0 if proof.mandatory else 0.6)
        if wanted and proof.activated and draw.random() < chance:
            given = _given(person, retired, proof, draw)
            if retired or proof.label != PENSION:
                yield {"user_structure_id": link, "structure_proof_id": proof.id} | given


def _given(person: Person, retired: bool, proof: Row[Any], draw: Random) -> dict[str, Any]:
    blank: dict[str, Any] = {"value": None, "file_name": None, "original_name": None, "size": None}
    if proof.file:
        name, size = FILES.get(proof.label, OTHER_FILE)
        suffix = name.rpartition(".")[2]
        file_name = f"{person.number}-{proof.id}-{draw.randrange(16**12):012x}.{suffix}"
        return blank | {"file_name": file_name, "original_name": name, "size": size + draw.randrange(90_000)}
    if proof.checkbox:
        return blank | {"value": "1"}
    if proof.input:
        return blank | {"value": draw.choice(FUNDS)}
    value = draw.choice(proof.accepted_values.split(";"))
    if proof.selectbox and (value == RETIRED) != retired:
        # People who work no more are retired, the others are not.
        value = RETIRED if retired else OTHERWISE[person.number % len(OTHERWISE)]
    return blank | {"value": value}
