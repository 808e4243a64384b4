"""Hitchhikers of the demo data and their identity proofs (users.yaml, x-hitchhiker)."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any

from sandbox.clock import REFERENCE, days_before, read_stored, stored
from sandbox.seed.office import by_staff

FILES = (
    ("carte-identite.png", "image/png"),
    ("passeport.pdf", "application/pdf"),
    ("cni recto verso.png", "image/png"),
)


def hitchhiker(row: dict[str, Any], draw: Random) -> None:
    """Make a user a hitchhiker: a passenger, sometimes a driver too."""
    passenger = draw.random() < 0.85
    row["hitch_hike_passenger"] = passenger
    row["hitch_hike_driver"] = not passenger or draw.random() < 0.3
    row["identity_status"] = draw.choices((None, 0, 1, 2, 3, 4), (8, 17, 25, 40, 8, 2))[0]
    if row["identity_status"] == 2:
        row |= _followed_up(draw)
    if draw.random() < 0.12:
        row["birth_date"] = days_before(16.5 * 365.25 + draw.randint(0, 400)).date().isoformat()
        row["legal_guardian_email"] = f"parent{row['id']}@example.org"
        row["parental_consent_date"] = row["created_date"] if draw.random() < 0.5 else None


def _followed_up(draw: Random) -> dict[str, Any]:
    """Where the kit and the letter of an accepted person are; what nobody has touched yet is null."""
    if draw.random() < 0.08:
        return {}  # accepted while the welcome service was away (users.yaml, on_identity_accepted)
    row: dict[str, Any] = {"rezo_kit": draw.random() < 0.9, "card_letter": draw.random() < 0.85}
    if row["card_letter"]:
        row["card_letter_posted"] = draw.choices((True, False, None), (55, 15, 30))[0]
    return row


def proofs_of(row: dict[str, Any], draw: Random) -> Iterator[dict[str, Any]]:
    """The proofs that explain a hitchhiker's identity status, the newest last."""
    status = row["identity_status"]
    if row["hitch_hike_passenger"] is None or not status:
        return
    sent = read_stored(row["created_date"]) + timedelta(days=draw.randint(0, 20))
    if draw.random() < 0.15:
        yield _proof(row["id"], draw.choice((3, 4)), sent - timedelta(hours=5), draw)
    latest = REFERENCE - timedelta(days=draw.randint(0, 12), hours=draw.randint(1, 8))
    yield _proof(row["id"], status, latest if status == 1 else min(sent, latest), draw)


def _proof(user_id: int, status: int, sent: datetime, draw: Random) -> dict[str, Any]:
    name, mime_type = draw.choice(FILES)
    decided = stored(by_staff(sent + timedelta(days=draw.randint(1, 4)), after=sent))
    return {
        "user_id": user_id,
        "status": status,
        "file_name": f"{user_id}-{int(sent.timestamp())}",
        "original_name": name,
        "size": draw.randint(90_000, 3_900_000),
        "mime_type": mime_type,
        "created_date": stored(sent),
        "updated_date": decided if status != 1 else None,
        "accepted_date": decided if status == 2 else None,
        "refused_date": decided if status == 3 else None,
        "validator_id": 1 if status in (2, 3) else None,
    }
