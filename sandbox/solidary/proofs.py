"""Proofs that people gave, and how they are sent (solidary.yaml, ProofView)."""

from typing import Any

from sqlalchemy import Row, select

from sandbox.context import Context
from sandbox.resource import Record
from sandbox.solidary.structure_lines import PROOF_KINDS
from sandbox.solidary.tables import proofs, structure_proofs
from sandbox.users.proofs import readable_size

FOLDER = "upload/solidary/proofs"
DEFINITION = tuple(structure_proofs.c[name] for name in ("label", *PROOF_KINDS, "options", "accepted_values"))


def of_membership(ctx: Context, membership: Row[Any], of_volunteer: bool = False) -> list[Record]:
    """The proofs of a membership as they are sent; a volunteer's lack their ids. It has the structure's name."""
    query = (
        select(proofs, *DEFINITION)
        .join(structure_proofs, structure_proofs.c.id == proofs.c.structure_proof_id)
        .where(proofs.c.user_structure_id == membership.id)
        .order_by(proofs.c.id)
    )
    records = []
    for row in ctx.database.rows(query):
        ids = {} if of_volunteer else {"proofId": row.id}
        ids |= {"structure": membership.name, "structureId": membership.structure_id}
        if not of_volunteer:
            ids["structureProofId"] = row.structure_proof_id
        records.append(
            {
                **ids,
                "userStructureId": membership.id,
                "status": membership.status,
                "label": row.label,
                **{kind: row._mapping[kind] for kind in PROOF_KINDS},
                "value": _value(row),
                "originalName": row.original_name,
                "fileName": f"{ctx.public_url}/{FOLDER}/{row.file_name}" if row.file_name else None,
                "fileSize": readable_size(row.size) if row.size else None,
            }
        )
    return records


def _value(row: Row[Any]) -> str | bool | None:
    """A choice is sent as the label of its option, but the first one as its raw value (ProofView, value)."""
    if row.checkbox:
        return row.value == "1"
    if row.file:
        return None
    if row.radio or row.selectbox:
        values, labels = (row.accepted_values or "").split(";"), (row.options or "").split(";")
        place = values.index(row.value) if row.value in values else 0
        return labels[place] if 0 < place < len(labels) else row.value
    return row.value
