"""What is known of somebody's eligibility: what they gave, what they lack, since when they wait.

Of a person in several structures the API tells diary and proofs of the last one alone (get_solidary_beneficiary): for
the others nothing is known, which is not the same as nothing being there.
"""

from collections.abc import Sequence
from typing import Literal

from admin_app.features.solidary import memberships
from admin_app.features.solidary.criteria import Criterion, missing
from admin_app.features.solidary.memberships import Item
from admin_app.features.solidary.proof_lines import proof_lines
from admin_app.features.solidary.record import day_of
from admin_app.features.solidary.roles import Role
from admin_app.features.solidary.structure import Structure
from admin_app.kit.declare import text_of

Knowledge = Literal["known", "elsewhere", "unread"]
"""Whether what somebody lacks is known; `elsewhere` where the API tells another structure's proofs, `unread` where the
structure could not be read."""


def knowledge(item: Item, structure_id: str, structure: Structure | None) -> Knowledge:
    """Whether what a person lacks in a structure can be told."""
    if structure is None:
        return "unread"
    return "known" if memberships.last_structure(item) == structure_id else "elsewhere"


def lacking(item: Item, structure: Structure, role: Role) -> list[Criterion]:
    """The mandatory criteria of a structure that a person has not met; to be asked where that is `known`."""
    return missing(structure.criteria(role.asked), memberships.proofs(item))


def telling(item: Item, structure: Structure, role: Role) -> list[dict[str, str]]:
    """What somebody gave of what a role is asked, a line per proof, but for the boxes ticked and the files that all who
    lack nothing gave."""
    asked = structure.criteria(role.asked, all_of_them=True)
    due = {each.label: each.mandatory and each.activated for each in asked}
    met = {("file", ""), ("yes_no", "true")}
    lines = [each for each in proof_lines(memberships.proofs(item), asked) if each["label"] in due]
    return [each for each in lines if not due[each["label"]] or (each["kind"], each["value"]) not in met]


def is_met(criterion_id: int, item: Item) -> bool:
    """Whether a beneficiary gave the file of a criterion."""
    proofs = memberships.proofs(item)
    return any(each.get("structureProofId") == criterion_id and bool(each.get("fileName")) for each in proofs)


def proof_ids(item: Item) -> dict[int, int]:
    """The proofs a beneficiary gave, by the criterion each meets: their ids, by which they are removed."""
    numbers = [(each.get("structureProofId"), each.get("proofId")) for each in memberships.proofs(item)]
    return {criterion: proof for criterion, proof in numbers if isinstance(criterion, int) and isinstance(proof, int)}


def since(item: Item) -> str:
    """The day of the oldest entry of a diary; empty for who has none, as volunteers never have."""
    days = [day_of(each.get("date")) for each in item.get("diaries") or [] if isinstance(each, dict)]
    return min(filter(None, days), default="")


def record_for(item: Item, structure_id: str, ids: Sequence[str]) -> str:
    """The record to which a proof for a structure may be sent, among the ids of a person's records; empty for none.

    Lists do not say of which structure a record is, and reading one may text drivers (trap 31). Whoever is in one
    structure has records in it alone; else the diary names those of the structure whose diary is told.
    """
    if len(memberships.memberships(item)) > 1:
        if memberships.last_structure(item) != structure_id:
            return ""
        in_diary = {text_of(each.get("solidary")) for each in item.get("diaries") or [] if isinstance(each, dict)}
        ids = [each for each in ids if each in in_diary]
    return ids[0] if ids else ""


def file_of(item: Item, key: str) -> str:
    """Where the file of a line of `proof_lines` is; empty where it has none, or none any more."""
    files = {str(place): text_of(proof.get("fileName")) for place, proof in enumerate(memberships.proofs(item))}
    return files.get(key, "")
