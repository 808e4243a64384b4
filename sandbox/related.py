"""What records refer to: other rows by id, who created them, the territories their address lies in."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Row, Table, select

from sandbox import pictures
from sandbox.context import Context
from sandbox.database import within
from sandbox.errors import BLANK, ApiError, Violation, masked, violations
from sandbox.filters import Condition, Filter
from sandbox.params import reference_id, reference_ids
from sandbox.resource import Record
from sandbox.tables import address_territories, users
from sandbox.users.shape import short_family_name


def creators(ctx: Context, ids: Iterable[int | None]) -> dict[int, Record]:
    """`creator` and `creatorAvatar` of records, by the creator's id."""
    found = ctx.database.by_id(users, ids)
    avatars = pictures.avatars(ctx, found)
    return {
        row.id: {
            "creator": f"{row.given_name or ''} {short_family_name(row)}",
            "creatorAvatar": avatars[row.id],
        }
        for row in found.values()
    }


def referred(ctx: Context, name: str, reference: Any, iri: str, table: Table) -> Row[Any]:
    """The row that a property refers to, as /users/12 (API-16); a plain id, or an unknown one, is refused."""
    if reference is None:
        raise violations(Violation(name, BLANK))
    record_id = reference_id(reference) if isinstance(reference, str) else None
    if record_id is None or reference != f"{iri}/{record_id}":
        raise ApiError(f'Invalid IRI "{reference}".')
    row = ctx.database.get(table, record_id)
    if row is None:
        raise ApiError(f'Item not found for "{reference}".')
    return row


def known(ctx: Context, table: Table, record_id: int | None) -> Row[Any]:
    """The row of an id that was sent, or the masked failure."""
    row = ctx.database.get(table, record_id)
    if row is None:
        raise masked()
    return row


def sent_row(ctx: Context, table: Table, number: Any) -> Row[Any]:
    """The row of what was sent as an id, or the masked failure; a text is none."""
    if not isinstance(number, int) or isinstance(number, bool):
        raise masked()
    return known(ctx, table, number)


def check(ctx: Context, table: Table, record_id: int | None) -> None:
    """Refuse an id nothing has: upstream fails there, and production hides why."""
    if record_id is not None:
        known(ctx, table, record_id)


def inside(column: ColumnElement[Any], found: Iterable[int]) -> Condition:
    """The address lies in one of the territories."""
    linked = select(address_territories.c.address_id).where(within(address_territories.c.territory_id, found))
    return column.in_(linked)


def territory(name: str, column: ColumnElement[Any], bare: bool = True) -> Filter:
    """Records whose address lies in a territory, given by id or IRI; `bare` also reads the name without brackets."""

    def build(ctx: Context) -> Condition | None:
        texts = ctx.params.texts(name) if bare else ctx.params.lists.get(name, [])
        found = reference_ids(texts)
        return inside(column, found) if found else None

    return Filter((f"{name}[]",), build)
