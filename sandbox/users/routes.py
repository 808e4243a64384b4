"""Calls on users beside the generic ones (users.yaml)."""

from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy import Row, select

from sandbox import http, store
from sandbox.context import Caller
from sandbox.errors import ApiError, masked
from sandbox.folding import fold
from sandbox.paging import conditions_of
from sandbox.routes import query_parameter
from sandbox.tables import LISTED_USERS, addresses, users
from sandbox.users.deletion import pseudonymise
from sandbox.users.resource import USERS

router = APIRouter(tags=["admin/users"])
NO_SELECTION = "A selection or at least one known filter is required."
REZOPOUCE = {
    **dict.fromkeys(("09", "31", "54", "82"), "working"),
    **dict.fromkeys(("57", "88"), "ongoing"),
    **dict.fromkeys(("35", "81"), "pondering"),
    "38": "unsuscribed",
}
"""Membership of the départements that the demo data knows, spelt as upstream does (users.yaml, RzpTerritoryStatus)."""


@router.get("/admin/users/email", openapi_extra={"parameters": [query_parameter("email", required=True)]})
async def find_user_by_email(ctx: Caller) -> Response:
    """The user with this very e-mail, as a list of none or one."""
    store.allow(ctx, USERS, "list")
    email = ctx.params.text("email")
    if email is None:
        raise masked()
    rows = ctx.database.rows(select(users).where(users.c.email_key == fold(email), LISTED_USERS))
    return ctx.collection("User", "/users", USERS.shaped(ctx, rows, "item"))


@router.get("/admin/users/delete")
async def delete_users(ctx: Caller) -> Response:
    """Delete the selected or filtered users; refused when no known filter is present (trap 1).

    As upstream it acts first and asks for the permission afterwards (trap 2): whoever is refused has deleted them.
    """
    conditions = conditions_of(ctx, USERS)
    if not conditions:
        store.allow(ctx, USERS, "delete")
        raise ApiError(NO_SELECTION)
    for row in ctx.database.rows(select(users).where(LISTED_USERS, *conditions)):
        pseudonymise(ctx, row)
    ctx.database.commit()
    store.allow(ctx, USERS, "delete")
    return ctx.collection("User", "/users", [])


@router.get("/admin/users/{record_id}/rzpTerritoryStatus")
async def rzp_territory_status(ctx: Caller, record_id: str) -> Response:
    """RezoPouce membership of the territory of the user's home."""
    row = store.opened(ctx, USERS, "read", record_id)
    content = http.head("User", "/users", row.id)
    content["rzpTerritoryStatus"] = _territory_status(ctx.database.get(addresses, row.home_address_id))
    return ctx.item("User", content)


def _territory_status(home: Row[Any] | None) -> str:
    if home is None or not home.address_locality or not home.postal_code:
        return "notConsidered"
    return REZOPOUCE.get(home.postal_code[:2], "notConsidered")
