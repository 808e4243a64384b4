"""Rows of records and of what hangs on them."""

from collections.abc import Sequence

from sqlalchemy import delete, update

from sandbox.context import Context
from sandbox.database import within
from sandbox.solidary.tables import (
    diaries,
    matchings,
    solidaries,
    solidary_messages,
    solidary_needs,
    solutions,
    texted,
)


def forget_records(ctx: Context, ids: Sequence[int]) -> None:
    """Delete records with their diaries, drivers and threads: only a structure that goes does it (trap 24)."""
    for table in (solidary_messages, solutions, matchings, solidary_needs, diaries, texted):
        ctx.database.write(delete(table).where(within(table.c.solidary_id, ids)))
    ctx.database.write(update(solidaries).where(within(solidaries.c.parent_id, ids)).values(parent_id=None))
    ctx.database.write(delete(solidaries).where(within(solidaries.c.id, ids)))
