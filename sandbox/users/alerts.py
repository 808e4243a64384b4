"""Which notices a person gets, and by which medium (users.yaml, get_user_alerts; traps 50 and 51)."""

from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy import Row, select

from sandbox import http, store
from sandbox.context import Caller, Context
from sandbox.rows import ACTIONS, MESSAGE, SMS, alert_rows
from sandbox.tables import alert_lines
from sandbox.users.resource import USERS

router = APIRouter(tags=["users"])


@router.get("/users/{record_id}/alerts")
async def get_user_alerts(ctx: Caller, record_id: str) -> Response:
    """The lines of a person; it writes: who has none yet is given them, and so the notices."""
    row = store.opened(ctx, USERS, "read", record_id)
    return _answer(ctx, row)


@router.put("/users/{record_id}/alerts")
async def update_user_alerts(ctx: Caller, record_id: str) -> Response:
    """Switch the named lines; nobody looks whether they are this person's, and unknown ones are passed over."""
    row = store.opened(ctx, USERS, "update", record_id)
    named = (await http.json_body(ctx.request)).get("alerts")
    for line, active in (named if isinstance(named, dict) else {}).items():
        if line.isdecimal():
            ctx.database.change(alert_lines, int(line), active=bool(active))
    return _answer(ctx, row)


def _answer(ctx: Context, row: Row[Any]) -> Response:
    lines = _lines(ctx, row.id)
    if not lines:
        ctx.database.insert_all(alert_lines, alert_rows(row.id, sms=bool(row.phone_validated)))
        lines = _lines(ctx, row.id)
    ctx.database.commit()
    shown = _by_action([line for line in lines if line.medium != SMS or row.phone_validated])
    return ctx.item("User", {"@id": f"/users/{row.id}", "@type": "User", "alerts": shown or []})


def _lines(ctx: Context, user_id: int) -> Sequence[Row[Any]]:
    return ctx.database.rows(select(alert_lines).where(alert_lines.c.user_id == user_id).order_by(alert_lines.c.id))


def _by_action(lines: list[Row[Any]]) -> dict[str, Any]:
    """Lines keyed by their place among an action's media, which is an array where the places are 0, 1, 2…"""
    answer: dict[str, Any] = {}
    for action, (name, media) in ACTIONS.items():
        # Place 0 is the message inside the site, which few notices have.
        placed = {
            media.index(line.medium) + (MESSAGE not in media): {
                "medium": line.medium,
                "id": line.id,
                "active": line.active,
            }
            for line in lines
            if line.action == action
        }
        if placed:
            plain = list(placed) == list(range(len(placed)))
            alert = list(placed.values()) if plain else {str(place): line for place, line in placed.items()}
            answer[str(action)] = {"action": name, "alert": alert}
    return answer
