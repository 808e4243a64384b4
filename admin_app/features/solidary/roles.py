"""What somebody may be in a structure: a beneficiary, who travels, or a volunteer, who drives."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Role:
    """Where the API has such people, and what reading and deciding takes."""

    name: str
    endpoint: str
    route: str
    list: str
    read: str
    update: str


BENEFICIARY = Role(
    "beneficiary",
    "admin/solidary_beneficiaries",
    "/solidarybeneficiaries",
    *(f"solidary_beneficiary_{verb}" for verb in ("list", "read", "update")),
)
VOLUNTEER = Role(
    "volunteer",
    "admin/solidary_volunteers",
    "/solidaryvolunteers",
    *(f"solidary_volunteer_{verb}" for verb in ("list", "read", "update")),
)
ROLES = {role.name: role for role in (BENEFICIARY, VOLUNTEER)}
