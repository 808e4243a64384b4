"""Commands on a record: a journal action, a driver retained, a message to him (solidary.yaml, update_solidary)."""

import re
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Row, select

from sandbox import related
from sandbox.clock import now_stored
from sandbox.context import Context
from sandbox.errors import masked
from sandbox.solidary import diary
from sandbox.solidary.actions import ACTIONS, DEEPLY_UPDATED, PROGRESSED
from sandbox.solidary.tables import matchings, solidaries, solidary_messages, solutions
from sandbox.tables import users

ASKED, CLOSED_FOR_EDITION = 0, 6
STAGES = {25: 1, 50: 2, 75: 3, 100: 4}
"""The status that a manual progress sets."""


def run(ctx: Context, record: Row[Any], sent: Mapping[str, Any]) -> bool:
    """Run the first command of a body, the rest of which is dropped (trap 28); False when there is none."""
    for name, command in (("animation", _animate), ("solution", _retain), ("message", _write_to)):
        if name in sent:
            if not isinstance(sent[name], Mapping):
                raise masked()
            command(ctx, record, sent[name])
            return True
    return False


def html_of(text: Any) -> str:
    """A text without tags, its line breaks as elements."""
    return re.sub(r"\r?\n", "<br />\n", re.sub(r"<[^>]*>", "", str(text)))


def _animate(ctx: Context, record: Row[Any], sent: Mapping[str, Any]) -> None:
    action, user = ACTIONS.get(sent.get("action") or 0), related.sent_row(ctx, users, sent.get("user"))
    if action is None:
        raise masked()
    asked = sent.get("progression")
    if asked is not None and (isinstance(asked, bool) or not isinstance(asked, int | float)):
        raise masked()
    progression = next((float(each) for each in (asked or 0, action.progression) if each > 0), record.progression)
    status = record.status
    if action.id == PROGRESSED:
        if asked not in STAGES:
            raise masked()
        status = STAGES[int(asked)]
    elif action.id == DEEPLY_UPDATED:
        status = CLOSED_FOR_EDITION
    elif action.type in (2, 3, 4):
        status = action.type
    comment = html_of(sent["comment"]) if sent.get("comment") is not None else None
    ctx.database.change(solidaries, record.id, status=status, progression=progression)
    diary.note(ctx, record.id, action.name, user.id, progression, comment)


def _retain(ctx: Context, record: Row[Any], sent: Mapping[str, Any]) -> None:
    """Retain a driver, on the way back too when he matches it; a matching is retained once, and each way is its own."""
    matching = related.sent_row(ctx, matchings, sent.get("matching"))
    driver = sent.get("carpooler") or sent.get("transporter")
    related.sent_row(ctx, users, driver)
    if _is_retained(ctx, matching):
        raise masked()
    for each in [matching, *_linked(ctx, matching)]:
        if not _is_retained(ctx, each):
            ctx.database.insert(solutions, solidary_id=matching.solidary_id, matching_id=each.id)


def _is_retained(ctx: Context, matching: Row[Any]) -> bool:
    return ctx.database.row(select(solutions.c.id).where(solutions.c.matching_id == matching.id)) is not None


def _linked(ctx: Context, matching: Row[Any]) -> list[Row[Any]]:
    """The matching of the same driver for the other way."""
    same = (matchings.c.solidary_id == matching.solidary_id, matchings.c.driver_id == matching.driver_id)
    other = (matchings.c.volunteer.is_(matching.volunteer), matchings.c.way != matching.way)
    return [*ctx.database.rows(select(matchings).where(*same, *other))]


def _write_to(ctx: Context, record: Row[Any], sent: Mapping[str, Any]) -> None:
    """A message in the driver's mailbox, from the beneficiary by the caller; the first one opens the solution's ask."""
    solution = related.sent_row(ctx, solutions, sent.get("solution"))
    if not sent.get("text"):
        raise masked()
    matching = related.sent_row(ctx, matchings, solution.matching_id)
    ctx.database.insert(
        solidary_messages,
        solidary_id=solution.solidary_id,
        solution_id=solution.id,
        driver_id=matching.driver_id,
        poster_id=record.user_id,
        delegate_id=ctx.access.user_id,
        text=html_of(sent["text"]),
        created_date=now_stored(),
    )
    if solution.ask_status is None:
        ctx.database.change(solutions, solution.id, ask_status=ASKED)
