"""People in structures: who sees them, how they are sent, and what accepting or refusing one changes (trap 30)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Table, select

from sandbox import filters
from sandbox.clock import now_stored
from sandbox.context import Context
from sandbox.database import within
from sandbox.errors import masked
from sandbox.filters import Condition
from sandbox.grouping import grouped
from sandbox.related import known
from sandbox.resource import Record
from sandbox.solidary.operators import operated
from sandbox.solidary.tables import solidary_users, structures, user_structures
from sandbox.tables import LISTED_USERS, users
from sandbox.users import roles

PENDING, ACCEPTED, REFUSED = range(3)
BENEFICIARY, VOLUNTEER = "ROLE_SOLIDARY_BENEFICIARY", "ROLE_SOLIDARY_VOLUNTEER"


def of_user(column: ColumnElement[Any], table: Table = solidary_users) -> ColumnElement[Any]:
    """A column of the user behind a solidary user, or a record, for filters and orders."""
    return select(column).where(users.c.id == table.c.user_id).scalar_subquery()


NAME_FILTERS = (
    filters.number("id", solidary_users.c.id),
    filters.contains("givenName", of_user(users.c.given_name_key)),
    filters.contains("familyName", of_user(users.c.family_name_key)),
)
NAMED = select(user_structures, structures.c.name).join(structures, structures.c.id == user_structures.c.structure_id)
"""Memberships with the name of each structure."""
NAME_ORDERS = {
    "id": solidary_users.c.id,
    "givenName": of_user(users.c.given_name_key),
    "familyName": of_user(users.c.family_name_key),
}


def scope(ctx: Context) -> list[Condition]:
    """Nobody pseudonymised; of the structures the caller operates, unless he is an administrator and no operator."""
    listed = solidary_users.c.user_id.in_(select(users.c.id).where(LISTED_USERS))
    if ctx.access.has_role("ROLE_ADMIN") and not ctx.access.has_role("ROLE_SOLIDARY_OPERATOR"):
        return [listed]
    links = user_structures.c
    members = select(links.solidary_user_id).where(links.structure_id.in_(operated(ctx)))
    return [listed, solidary_users.c.id.in_(members)]


def by_person(ctx: Context, ids: Iterable[int]) -> dict[int, list[Row[Any]]]:
    """The memberships of solidary users with the name of each structure, the oldest first."""
    links = user_structures.c
    query = NAMED.where(within(links.solidary_user_id, ids)).order_by(links.id)
    return grouped(ctx.database.rows(query), lambda row: row.solidary_user_id)


def shaped(rows: Sequence[Row[Any]]) -> list[Record]:
    """Memberships as they are sent inside a person: `id` is the structure's, `userStructureId` their own."""
    return [{"id": row.structure_id, "userStructureId": row.id, "name": row.name, "status": row.status} for row in rows]


def decide(ctx: Context, validation: Any, role: str) -> Row[Any]:
    """Accept or refuse the membership that is named, whoever it belongs to; only `true` accepts.

    Answers the membership as it is now. What is missing or unknown is a masked failure.
    """
    if not isinstance(validation, Mapping) or "validate" not in validation:
        raise masked()
    if not isinstance(validation.get("id"), int):
        raise masked()
    row = known(ctx, user_structures, validation["id"])
    accepted = validation["validate"] is True
    dates = {"accepted_date": now_stored() if accepted else None, "refused_date": None if accepted else now_stored()}
    status = ACCEPTED if accepted else REFUSED
    ctx.database.change(user_structures, row.id, status=status, **dates)
    _give_or_take(ctx, row.solidary_user_id, role, accepted)
    return ctx.database.held(user_structures, row.id)


def _give_or_take(ctx: Context, solidary_user_id: int, role: str, accepted: bool) -> None:
    user_id = ctx.database.value(select(solidary_users.c.user_id).where(solidary_users.c.id == solidary_user_id))
    if accepted:
        roles.give(ctx, user_id, role)
        roles.take(ctx, user_id, f"{role}_CANDIDATE")
        return
    links = user_structures.c
    still = select(links.id).where(links.solidary_user_id == solidary_user_id, links.status == ACCEPTED)
    if ctx.database.row(still) is None:
        roles.take(ctx, user_id, role)
