"""Roles that the server gives and takes by itself (permissions.yaml, roles)."""

from sqlalchemy import select

from sandbox.context import Context
from sandbox.tables import role_assignments

COMMUNITY_MANAGER = "ROLE_COMMUNITY_MANAGER_PUBLIC"


def give(ctx: Context, user_id: int, role: str) -> None:
    """Give a role everywhere, once."""
    held = role_assignments.c
    query = select(held.id).where(held.user_id == user_id, held.item == role, held.territory_id.is_(None))
    if ctx.database.row(query) is None:
        ctx.database.insert(role_assignments, user_id=user_id, item=role)


def take(ctx: Context, user_id: int, role: str) -> None:
    """Take a role back."""
    ctx.database.delete(role_assignments, user_id=user_id, item=role)
