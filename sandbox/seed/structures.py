"""Solidary structures of the demo data, with what they ask for and who operates them."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from sandbox.clock import days_before, stored
from sandbox.folding import fold
from sandbox.seed.bulk import Rows, write
from sandbox.solidary.tables import (
    DAYS,
    operates,
    structure_needs,
    structure_proofs,
    structure_subjects,
    structure_territories,
    structures,
)

SLOT_TIMES = ("06:00", "12:00", "12:00", "18:00", "18:00", "23:00")
SLOT_NAMES = ("m_min", "m_max", "a_min", "a_max", "e_min", "e_max")
PROOF_KINDS = ("checkbox", "radio", "input", "file", "selectbox")
NEEDS = (
    ("Besoin d'aide pour monter en voiture", "Aider à monter en voiture"),
    ("Fauteuil roulant pliant", "Transporter un fauteuil roulant pliant"),
    ("Accompagnement jusqu'au guichet", "Accompagner la personne jusqu'au guichet"),
    ("Chien guide", "Accepter un chien guide"),
    ("Siège enfant", "Disposer d'un siège enfant"),
)


@dataclass(frozen=True)
class Proof:
    """A proof asked from beneficiaries (type 1) or volunteers (type 2)."""

    label: str
    type: int
    kind: str
    mandatory: bool = True
    activated: bool = True
    options: str | None = None
    accepted_values: str | None = None


NO_CAR = Proof("Je ne dispose pas d'une voiture", 1, "checkbox")
SITUATION = Proof(
    "Situation",
    1,
    "selectbox",
    mandatory=False,
    options="Retraité;Demandeur d'emploi;Bénéficiaire du RSA;Autre",
    accepted_values="1;2;3;4",
)
PAYER = Proof("Caisse de retraite", 1, "input", mandatory=False)
MOBILITY = Proof("Marche sans aide", 1, "radio", options="Oui;Non;Avec une canne", accepted_values="1;0;2")
INCOME = Proof("Attestation de quotient familial", 1, "file")
VOUCHER = Proof("Bon de transport", 1, "file", mandatory=False, activated=False)
LICENCE = Proof("Permis de conduire", 2, "file")
INSURANCE = Proof("Attestation d'assurance", 2, "file")
CHARTER = Proof("J'accepte la charte du conducteur bénévole", 2, "checkbox")


@dataclass(frozen=True)
class Structure:
    """A structure of the demo data; `operators` are ids of users, left out when there are fewer users."""

    name: str
    telephone: str | None
    email: str | None
    signature: str | None
    territories: tuple[int, ...]
    operators: tuple[int, ...]
    subjects: tuple[str, ...]
    needs: int
    proofs: tuple[Proof, ...]
    days: tuple[str, ...] = DAYS[:5]
    mode: int | None = 0
    # Whether people ask on the public site to be helped, and wait for an answer.
    candidates: bool = True
    transport: bool = True
    times: tuple[str, ...] = SLOT_TIMES
    ranges: tuple[str | None, ...] = (None,) * 6
    # A free subject of one record, among those that are offered: makes an object of their array (get_structure).
    free_subject: str | None = None


STRUCTURES = (
    Structure(
        "Entraide Mobilité Lunévillois",
        "03 53 01 00 11",
        "contact@entraide-lunevillois.example.org",
        "L'équipe Entraide Mobilité, au 03 53 01 00 11 du lundi au vendredi",
        territories=(1,),
        operators=(3,),
        subjects=("Rendez-vous médical", "Courses", "Démarches administratives", "Visite à un proche", "Loisirs"),
        needs=5,
        proofs=(NO_CAR, SITUATION, MOBILITY, PAYER, INCOME, LICENCE, INSURANCE, CHARTER),
        ranges=("05:00", "12:30", "11:30", "18:30", "17:30", "23:30"),
    ),
    Structure(
        "Mobilité solidaire du Saintois",
        "03 53 01 00 42",
        "contact@mobilite-saintois.example.org",
        "Mobilité solidaire du Saintois, 10 place de l'Hôtel de Ville, Vézelise",
        territories=(1, 20),
        operators=(3, 10),
        subjects=("Rendez-vous médical", "Courses", "Formation"),
        needs=3,
        proofs=(NO_CAR, SITUATION, VOUCHER, LICENCE),
        days=DAYS[:6],
        candidates=False,
        free_subject="Obsèques d'un proche",
    ),
    Structure(
        "Transport solidaire du Couserans",
        "05 36 49 00 27",
        "bonjour@couserans-solidaire.example.org",
        None,
        territories=(8,),
        operators=(50,),
        subjects=("Consultation à l'hôpital", "Marché du samedi", "Recherche d'emploi", "Cérémonie familiale"),
        needs=4,
        proofs=(SITUATION, MOBILITY, LICENCE, INSURANCE),
        times=("07:30", "12:30", "13:30", "17:30", "17:30", "20:00"),
        days=DAYS,
    ),
    Structure(
        "Accompagnement à la mobilité, CCAS de Toulouse",
        None,
        None,
        None,
        territories=(6, 7),
        operators=(50,),
        subjects=("Rendez-vous médical", "Entretien d'embauche"),
        needs=0,
        proofs=(),
        mode=1,
        transport=False,
        candidates=False,
    ),
)


def fill(connection: Connection, users: int) -> None:
    """Write the structures and everything that belongs to them."""
    numbered = tuple(enumerate(STRUCTURES, start=1))
    write(connection, structures, [_structure(number, each) for number, each in numbered])
    for table, rows in (
        (structure_subjects, [row for number, each in numbered for row in _subjects(number, each)]),
        (structure_needs, [row for number, each in numbered for row in _needs(number, each)]),
        (structure_proofs, [row for number, each in numbered for row in _proofs(number, each)]),
        (structure_territories, [row for number, each in numbered for row in _territories(number, each)]),
        (operates, [row for number, each in numbered for row in _operators(number, each, users)]),
    ):
        write(connection, table, rows)


def _structure(number: int, each: Structure) -> dict[str, Any]:
    row: dict[str, Any] = {
        "id": number,
        "name": each.name,
        "name_key": fold(each.name),
        "email": each.email,
        "telephone": each.telephone,
        "signature": each.signature,
        "beneficiary_auto_approval": True,
        "mode": each.mode,
        "solidary_transport": each.transport,
    }
    row |= {f"{name}_time": time for name, time in zip(SLOT_NAMES, each.times, strict=True)}
    row |= {f"{name}_range_time": time for name, time in zip(SLOT_NAMES, each.ranges, strict=True)}
    # Nobody works in the evening of a Saturday or a Sunday.
    row |= {f"{part}_{day}": day in each.days and (part != "e" or day in DAYS[:5]) for part in "mae" for day in DAYS}
    return row


def _subjects(number: int, each: Structure) -> Rows:
    labels = [(label, False) for label in each.subjects]
    if each.free_subject:
        labels.insert(1, (each.free_subject, True))
    return [{"structure_id": number, "label": label, "private": private} for label, private in labels]


def _needs(number: int, each: Structure) -> Rows:
    needs = NEEDS[: each.needs]
    return [
        {"structure_id": number, "label": label, "label_volunteer": other, "private": False} for label, other in needs
    ]


def _proofs(number: int, each: Structure) -> Rows:
    rows = []
    for kind in (1, 2):
        asked = (proof for proof in each.proofs if proof.type == kind)
        rows.extend(_proof(number, position, proof) for position, proof in enumerate(asked, start=1))
    return rows


def _proof(number: int, position: int, proof: Proof) -> dict[str, Any]:
    return {
        "structure_id": number,
        "label": proof.label,
        "type": proof.type,
        "position": position,
        "mandatory": proof.mandatory,
        "activated": proof.activated,
        "options": proof.options,
        "accepted_values": proof.accepted_values,
        **{kind: kind == proof.kind for kind in PROOF_KINDS},
    }


def _territories(number: int, each: Structure) -> Rows:
    return [{"structure_id": number, "territory_id": territory} for territory in each.territories]


def _operators(number: int, each: Structure, users: int) -> Rows:
    since = stored(days_before(400 - number * 30))
    known = (user_id for user_id in each.operators if user_id <= users)
    return [{"structure_id": number, "user_id": user_id, "created_date": since} for user_id in known]
