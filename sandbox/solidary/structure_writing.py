"""Creating, changing and deleting structures (solidary.yaml, create_structure, update_structure, delete_structure)."""

from typing import Any

from sqlalchemy import Row, delete, select, update

from sandbox import store
from sandbox.context import Context
from sandbox.database import within
from sandbox.errors import BLANK, Violation, violations
from sandbox.relay_points import RELAY_POINTS
from sandbox.resource import Change
from sandbox.solidary.structure_lines import write_lists
from sandbox.solidary.tables import (
    diaries,
    matchings,
    operates,
    proofs,
    solidaries,
    solidary_messages,
    solidary_needs,
    solutions,
    structure_needs,
    structure_proofs,
    structure_subjects,
    structure_territories,
    texted,
    user_structures,
)
from sandbox.tables import relay_points
from sandbox.users.writing import BAD_EMAIL, EMAIL

CREATION: dict[str, Any] = {"beneficiary_auto_approval": True, "solidary_transport": True, "mode": 0}


def before(ctx: Context, change: Change) -> None:
    """Check a structure; the six slot times have no default, and a creation without them fails on the table."""
    found = []
    name, email = change.values.get("name"), change.values.get("email")
    if (change.creating or change.has("name")) and not (name or "").strip():
        found.append(Violation("name", BLANK))
    if email and not EMAIL.fullmatch(email):
        found.append(Violation("email", BAD_EMAIL))
    if found:
        raise violations(*found)
    if change.creating:
        change.columns = CREATION | change.columns
    if "beneficiary_auto_approval" in change.columns:
        # Whatever was sent (trap 48).
        change.columns["beneficiary_auto_approval"] = True


def after(ctx: Context, change: Change) -> None:
    """The lists that were sent, once the structure has an id."""
    write_lists(ctx, change.record_id, change.sent, change.creating)


def before_removal(ctx: Context, row: Row[Any]) -> None:
    """All that hangs on a structure goes with it, whatever `removable` says (trap 24)."""
    for point in ctx.database.rows(select(relay_points).where(relay_points.c.structure_id == row.id)):
        store.remove(ctx, RELAY_POINTS, point)
    _forget_records(ctx, ctx.database.values(select(solidaries.c.id).where(solidaries.c.structure_id == row.id)))
    members = ctx.database.values(select(user_structures.c.id).where(user_structures.c.structure_id == row.id))
    ctx.database.write(delete(proofs).where(within(proofs.c.user_structure_id, members)))
    lists = (structure_subjects, structure_needs, structure_proofs, structure_territories)
    for table in (user_structures, *lists, operates):
        ctx.database.delete(table, structure_id=row.id)


def _forget_records(ctx: Context, ids: list[int]) -> None:
    """Delete records with their diaries, drivers and threads: nothing else does it."""
    for table in (solidary_messages, solutions, matchings, solidary_needs, diaries, texted):
        ctx.database.write(delete(table).where(within(table.c.solidary_id, ids)))
    ctx.database.write(update(solidaries).where(within(solidaries.c.parent_id, ids)).values(parent_id=None))
    ctx.database.write(delete(solidaries).where(within(solidaries.c.id, ids)))
