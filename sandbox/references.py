"""Relations written as IRIs, such as /users/12 (API-16)."""

from typing import Any

from sqlalchemy import Row, Table

from sandbox.context import Context
from sandbox.errors import BLANK, ApiError, Violation, violations
from sandbox.params import reference_id


def referred(ctx: Context, name: str, reference: Any, iri: str, table: Table) -> Row[Any]:
    """The row that a property refers to; a plain id, or an unknown one, is refused."""
    if reference is None:
        raise violations(Violation(name, BLANK))
    record_id = reference_id(reference) if isinstance(reference, str) else None
    if record_id is None or reference != f"{iri}/{record_id}":
        raise ApiError(f'Invalid IRI "{reference}".')
    row = ctx.database.get(table, record_id)
    if row is None:
        raise ApiError(f'Item not found for "{reference}".')
    return row
