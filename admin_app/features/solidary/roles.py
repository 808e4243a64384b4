"""What somebody may be in a structure: a beneficiary, who travels, or a volunteer, who drives."""

from dataclasses import dataclass

from admin_app.features.solidary import criteria


@dataclass(frozen=True)
class Role:
    """Where the API has such people, and what reading and deciding takes."""

    name: str
    endpoint: str
    route: str
    list: str
    read: str
    update: str
    asked: int
    """Whom a structure asks, in its own code."""


BENEFICIARY = Role(
    "beneficiary",
    "admin/solidary_beneficiaries",
    "/solidarybeneficiaries",
    *(f"solidary_beneficiary_{verb}" for verb in ("list", "read", "update")),
    asked=criteria.REQUESTER,
)
VOLUNTEER = Role(
    "volunteer",
    "admin/solidary_volunteers",
    "/solidaryvolunteers",
    *(f"solidary_volunteer_{verb}" for verb in ("list", "read", "update")),
    asked=criteria.VOLUNTEER,
)
ROLES = {role.name: role for role in (BENEFICIARY, VOLUNTEER)}
