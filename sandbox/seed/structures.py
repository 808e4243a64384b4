"""Solidary structures of the demo data, with what they ask for and who operates them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from sandbox.clock import days_before, stored
from sandbox.datafiles import read_toml, records
from sandbox.seed.bulk import Batch, Rows, write_all
from sandbox.solidary.structure_lines import PROOF_KINDS
from sandbox.solidary.tables import (
    DAYS,
    SLOTS,
    operates,
    structure_needs,
    structure_proofs,
    structure_subjects,
    structure_territories,
    structures,
)

SLOT_TIMES = ("06:00", "12:00", "12:00", "18:00", "18:00", "23:00")


@dataclass(frozen=True)
class Structure:
    """A structure of the demo data; `operators` are ids of users, left out when there are fewer users."""

    name: str
    territories: Sequence[int]
    operators: Sequence[int]
    subjects: Sequence[str]
    days: Sequence[str]
    proofs: Sequence[str]
    # How many of the needs it offers.
    needs: int
    telephone: str | None = None
    email: str | None = None
    signature: str | None = None
    mode: int = 0
    # Whether people ask on the public site to be helped, and wait for an answer.
    candidates: bool = True
    transport: bool = True
    times: Sequence[str] = SLOT_TIMES
    ranges: Sequence[str | None] = (None,) * 6
    free_subject: str | None = None


STRUCTURES = records("structures", Structure)


def fill(connection: Connection, users: int) -> None:
    """Write the structures and everything that belongs to them."""
    batch = Batch(list)
    for number, each in enumerate(STRUCTURES, start=1):
        batch[structures].append(_structure(number, each))
        batch[structure_subjects].extend(_subjects(number, each))
        batch[structure_needs].extend(_needs(number, each))
        batch[structure_proofs].extend(_proofs(number, each))
        batch[structure_territories].extend(_territories(number, each))
        batch[operates].extend(_operators(number, each, users))
    write_all(connection, batch)


def _structure(number: int, each: Structure) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": number,
        "name": each.name,
        "email": each.email,
        "telephone": each.telephone,
        "signature": each.signature,
        "beneficiary_auto_approval": True,
        "mode": each.mode,
        "solidary_transport": each.transport,
    }
    row |= {f"{name}_time": time for name, time in zip(SLOTS, each.times, strict=True)}
    row |= {f"{name}_range_time": time for name, time in zip(SLOTS, each.ranges, strict=True)}
    # Nobody works in the evening of a Saturday or a Sunday.
    row |= {f"{part}_{day}": day in each.days and (part != "e" or day in DAYS[:5]) for part in "mae" for day in DAYS}
    return row


def _subjects(number: int, each: Structure) -> Rows:
    labels = [(label, False) for label in each.subjects]
    if each.free_subject:
        labels.insert(1, (each.free_subject, True))
    return [{"structure_id": number, "label": label, "private": private} for label, private in labels]


def _needs(number: int, each: Structure) -> Rows:
    offered = read_toml("structures.toml")["needs"][: each.needs]
    return [{"structure_id": number, "private": False} | need for need in offered]


def _proofs(number: int, each: Structure) -> Rows:
    known = read_toml("structures.toml")["proofs"]
    rows: Rows = []
    for kind in (1, 2):
        asked = (known[name] for name in each.proofs if known[name]["type"] == kind)
        rows.extend({"structure_id": number, "position": rank} | _proof(**proof) for rank, proof in enumerate(asked, 1))
    return rows


def _proof(kind: str, **columns: Any) -> dict[str, Any]:
    """The columns of a proof, which are given in the file where they are not the usual ones."""
    usual = {"mandatory": True, "activated": True, "options": None, "accepted_values": None}
    return usual | columns | {each: each == kind for each in PROOF_KINDS}


def _territories(number: int, each: Structure) -> Rows:
    return [{"structure_id": number, "territory_id": territory} for territory in each.territories]


def _operators(number: int, each: Structure, users: int) -> Rows:
    since = stored(days_before(400 - number * 30))
    known = (user_id for user_id in each.operators if user_id <= users)
    return [{"structure_id": number, "user_id": user_id, "created_date": since} for user_id in known]
