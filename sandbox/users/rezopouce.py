"""RezoPouce membership of territories (users.yaml, RzpTerritoryStatus); the demo data knows some départements."""

from sqlalchemy import select

from sandbox.context import Context
from sandbox.tables import addresses

STATUSES = {
    "09": "working",
    "31": "working",
    "82": "working",
    "54": "working",
    "57": "ongoing",
    "88": "ongoing",
    "81": "pondering",
    "35": "pondering",
    "38": "unsuscribed",
}


def territory_status(ctx: Context, address_id: int | None) -> str:
    """Membership of the territory of an address; `unsuscribed` is spelt so upstream."""
    query = select(addresses.c.postal_code, addresses.c.address_locality).where(addresses.c.id == address_id)
    row = ctx.database.row(query) if address_id else None
    if row is None or not row.address_locality or not row.postal_code:
        return "notConsidered"
    return STATUSES.get(row.postal_code[:2], "notConsidered")
