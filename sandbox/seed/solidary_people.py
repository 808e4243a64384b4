"""Who of the users solidary transport knows, where they live and what they are; always the same for a user."""

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from sandbox.clock import days_before
from sandbox.geography import USUAL_STREETS, around, villages
from sandbox.rows import address_row
from sandbox.seed.structures import STRUCTURES
from sandbox.solidary.memberships import ACCEPTED, PENDING, REFUSED

# Of every fifty users, counted from the first, those in these places; one of them is both.
BENEFICIARIES = (8, 13, 18, 23, 27, 28, 33, 38, 43, 48, *(n for n in range(1, 51) if n % 5 in (1, 2, 4)))
VOLUNTEERS = (11, 28, 46, *(n for n in range(1, 51) if n % 5 == 0))
FIFTY = 50
# Ordinary accounts that other demo data counts on keep their names and addresses.
STAFF_UNTIL = 7


@dataclass(frozen=True)
class Person:
    """What the demo data says of somebody whom a structure knows, drawn from the number alone."""

    number: int
    beneficiary: bool
    volunteer: bool

    def draw(self, salt: int) -> Random:
        """A generator of its own for each matter, so that one never moves the others."""
        return Random(self.number * 104_729 + salt)

    @cached_property
    def structure(self) -> int:
        """The number of the structure; nobody drives for the last one, which has no transport."""
        weights = (52, 26, 22, 0) if self.volunteer else (48, 24, 20, 8)
        return self.draw(1).choices((1, 2, 3, 4), weights)[0]

    @cached_property
    def second(self) -> int | None:
        """Another structure nearby that knows the person too."""
        return 3 - self.structure if self.structure < 3 and self.draw(2).random() < 0.06 else None

    @cached_property
    def status(self) -> int:
        """Of the candidature: pending, accepted or refused."""
        if not STRUCTURES[self.structure - 1].candidates and not self.volunteer:
            return self.draw(3).choices((ACCEPTED, REFUSED), (97, 3))[0]
        return self.draw(3).choices((PENDING, ACCEPTED, REFUSED), (16, 78, 6))[0]

    def roles(self) -> list[str]:
        """The roles that follow from it."""
        if self.status == REFUSED:
            return []
        candidate = "_CANDIDATE" if self.status == PENDING else ""
        held = (("ROLE_SOLIDARY_BENEFICIARY", self.beneficiary), ("ROLE_SOLIDARY_VOLUNTEER", self.volunteer))
        return [role + candidate for role, holds in held if holds]

    def home(self, address_id: int) -> dict[str, Any]:
        """The home address, in a village of the structure's."""
        draw = self.draw(4)
        towns = villages()[self.structure]
        town = draw.choices(towns, [each.population**0.4 for each in towns])[0]
        latitude, longitude = around(town, draw, 0.012)
        return address_row(address_id, town, latitude, longitude, draw.choice(USUAL_STREETS), str(draw.randint(1, 98)))

    def known_as(self, row: dict[str, Any]) -> dict[str, Any]:
        """What differs from any other user: older, often with a landline, some with an address the structure made."""
        draw = self.draw(5)
        changes: dict[str, Any] = {"beneficiary": self.beneficiary, "volunteer": self.volunteer}
        if self.number > FIFTY:
            changes |= self._older(draw, row)
        return changes

    def _older(self, draw: Random, row: dict[str, Any]) -> dict[str, Any]:
        mean, spread = (65, 7) if self.volunteer else (74, 13)
        age = max(19.0, min(98.0, draw.gauss(mean, spread)))
        changes: dict[str, Any] = {"birth_date": days_before(age * 365.25).date().isoformat(), "status": 1}
        structure = STRUCTURES[self.structure - 1]
        if self.beneficiary and draw.random() < 0.55:
            changes["telephone"] = f"{'05' if self.structure > 2 else '03'}{draw.randrange(10**8):08d}"
        elif row["telephone"] is None:
            changes["telephone"] = f"06{draw.randrange(10**8):08d}"
        if self.beneficiary and not self.volunteer and structure.email and draw.random() < 0.3:
            local, _, domain = structure.email.partition("@")
            changes["email"] = f"{local}+{self.number:06d}@{domain}"
        return changes


@dataclass(frozen=True)
class Span:
    """Which users are beneficiaries and volunteers: so many of every fifty, up to the last one."""

    last: int
    beneficiaries: int
    volunteers: int
    records: int

    @classmethod
    def of(cls, users: int, records: int) -> "Span":
        """Two beneficiaries for three records, a volunteer for five; at most 33 and 10 of fifty users."""
        last = min(users, records * 10 // 3)
        if not last:
            return cls(0, 0, 0, 0)
        return cls(last, min(33, -(-records * 100 // (3 * last))), min(10, -(-records * 10 // last)), records)

    def person(self, number: int) -> Person | None:
        """What solidary transport knows of a user, None when it is nothing."""
        if number > self.last or number < STAFF_UNTIL:
            return None
        place = (number - 1) % FIFTY + 1
        beneficiary = place in BENEFICIARIES[: self.beneficiaries]
        volunteer = place in VOLUNTEERS[: self.volunteers]
        return Person(number, beneficiary, volunteer) if beneficiary or volunteer else None
