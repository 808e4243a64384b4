"""Identity proofs as the API sends them inside users and alone (users.yaml, IdentityProof)."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, select

from sandbox.context import Context
from sandbox.fields import of_table
from sandbox.resource import Record, Resource
from sandbox.tables import identity_proofs, users

PENDING, ACCEPTED, REFUSED = 1, 2, 3
PROOFS = Resource(
    path="admin/identity_proofs",
    type_name="IdentityProof",
    iri="/identity_proofs",
    table=identity_proofs,
    # Read inside users, written by calls of their own.
    permissions={},
    fields=(
        *of_table(identity_proofs, "status", "fileName", "originalName", "size", "mimeType"),
        *of_table(identity_proofs, "createdDate", "updatedDate", "acceptedDate", "refusedDate"),
    ),
)


def shaped_proofs(ctx: Context, rows: Sequence[Row[Any]], as_item: bool) -> list[Record]:
    """The proofs of a user; in an item the file of a pending one is an address and its size readable."""
    return [_in_user(ctx, shaped_proof(ctx, row), row) if as_item else shaped_proof(ctx, row) for row in rows]


def shaped_proof(ctx: Context, row: Row[Any]) -> Record:
    """One proof with raw file name."""
    return PROOFS.plain(row) | {"fileSize": None, "validator": _validator(ctx, row.validator_id)}


def _in_user(ctx: Context, record: Record, row: Row[Any]) -> Record:
    pending = row.status == PENDING and row.file_name
    record["fileName"] = f"{ctx.public_url}/upload/users/proofs/{row.file_name}" if pending else None
    record["fileSize"] = readable_size(row.size) if row.size else None
    return record


def readable_size(size: float) -> str:
    """A number of bytes as upstream writes it: 470.81kB."""
    for unit in ("B", "kB", "MB"):
        if size < 1024:
            return f"{size:.2f}{unit}"
        size /= 1024
    return f"{size:.2f}GB"


def _validator(ctx: Context, user_id: int | None) -> str | None:
    if user_id is None:
        return None
    row = ctx.database.row(select(users.c.given_name, users.c.family_name).where(users.c.id == user_id))
    return f"{row.given_name} {(row.family_name or '')[:1]}." if row else None
