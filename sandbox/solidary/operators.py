"""Who operates which structure, and what follows from it (permissions.yaml, row_scoping)."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, Select, select

from sandbox import http
from sandbox.context import Context
from sandbox.solidary.tables import operates, structure_territories, structures


def operated(ctx: Context) -> Select[Any]:
    """Ids of the structures that the caller operates."""
    return select(operates.c.structure_id).where(operates.c.user_id == ctx.access.user_id)


def operates_any(ctx: Context) -> bool:
    """Whether the caller operates a structure at all."""
    return ctx.database.row(operated(ctx).limit(1)) is not None


def is_operator(ctx: Context, structure_id: int) -> bool:
    """Whether the caller operates a structure."""
    query = operated(ctx).where(operates.c.structure_id == structure_id)
    return ctx.database.row(query) is not None


def visible(ctx: Context, row: Row[Any]) -> bool:
    """Who is no administrator finds only the structures he operates, to read them and to change them."""
    return ctx.access.has_role("ROLE_ADMIN") or is_operator(ctx, row.id)


def operated_territories(ctx: Context) -> set[int]:
    """Territories of the structures that the caller operates."""
    links = structure_territories.c
    query = select(links.territory_id).where(links.structure_id.in_(operated(ctx)))
    return set(ctx.database.values(query))


def of_current_user(ctx: Context) -> dict[str, Any]:
    """What users/me says of them (session.yaml, CurrentUser operates, solidaryStructures)."""
    query = (
        select(operates.c.id.label("link_id"), structures)
        .join(structures, structures.c.id == operates.c.structure_id)
        .where(operates.c.user_id == ctx.access.user_id)
        .order_by(operates.c.id)
    )
    rows: Sequence[Row[Any]] = ctx.database.rows(query)
    return {
        "operates": [f"/operates/{row.link_id}" for row in rows],
        "solidaryStructures": [_structure(row) for row in rows],
    }


def _structure(row: Row[Any]) -> dict[str, Any]:
    return {
        **http.head("Structure", "/structures", row.id),
        "name": row.name,
        "email": row.email,
        "telephone": row.telephone,
        "signature": row.signature,
    }
