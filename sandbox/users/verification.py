"""GETs that write to a person: the mail that validates an address, the code that validates a telephone (trap 50)."""

from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy import Row

from sandbox import http, store
from sandbox.context import Caller, Context
from sandbox.users.resource import USERS

router = APIRouter(tags=["users"])
DELETED = 4


@router.get("/users/{record_id}/sendValidationEmail")
async def send_user_validation_email(ctx: Caller, record_id: str) -> Response:
    """Write a mail at each call; nothing for a deleted account, with the same answer."""
    row = store.opened(ctx, USERS, "update", record_id)
    if row.status != DELETED:
        ctx.sandbox.mail(row.email, "Validez votre adresse e-mail", "Cliquez sur le lien pour valider votre adresse.")
    return _account(ctx, row)


@router.get("/users/{record_id}/generate_phone_token")
async def generate_user_phone_token(ctx: Caller, record_id: str) -> Response:
    """Send a new code by SMS at each call; without a telephone nothing is sent, with the same answer."""
    row = store.opened(ctx, USERS, "update", record_id)
    if row.telephone:
        ctx.sandbox.mail(row.telephone, "Votre code", "Votre code de validation : ****", "sms")
    return _account(ctx, row)


def _account(ctx: Context, row: Row[Any]) -> Response:
    """The public form of the account, without the tokens that a server would tell."""
    ctx.database.commit()
    return ctx.item("User", http.head("User", "/users", row.id))
