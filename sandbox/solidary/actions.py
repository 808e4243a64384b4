"""The catalogue of journal actions, and the call that lists those an operator may record (list_solidary_actions)."""

from dataclasses import dataclass

from fastapi import APIRouter, Response

from sandbox import http
from sandbox.context import Caller

router = APIRouter(tags=["admin/solidaries"])
CREATED, PROGRESSED, DEEPLY_UPDATED = "solidary_create", 39, 105
KEEP = -1.0
"""The progression of an action that leaves the record's as it is."""


@dataclass(frozen=True)
class Action:
    """A journal action: its type is the status it sets, if that is 2, 3 or 4 (solidary.yaml, x-solidary-actions)."""

    id: int
    name: str
    type: int
    progression: float = KEEP


_BY_TYPE: dict[tuple[int, float], str] = {
    (0, KEEP): "33:user_create 34:user_accepted 35:user_refused 36:user_update 37:create 38:update "
    "39:update_progress_manually",
    (1, 25.0): "40:more_infos_sms 41:more_infos_message 71:more_infos_call",
    (2, 50.0): "43:contact_sms 44:contact_message 72:contact_call 46:reminder_sms 47:reminder_message 73:reminder_call "
    "49:link 50:carpool_refusal 106:external_driver_contact",
    (3, 75.0): "51:carpool_ongoing 52:follow_up_ask 53:follow_up_reminder 54:witness_ask 55:witness_reminder",
    (4, 100.0): "56:punctual_carpool 57:regular_carpool 58:other_transport_solutions 59:ask_drop 60:too_late "
    "61:closed_association 62:no_solution 63:no_available_carpooler 64:carpool_no_response 65:off_topic "
    "107:external_carpool",
    (5, KEEP): "90:free",
    (6, KEEP): "105:deeply_updated",
}
ACTIONS: dict[int, Action] = {
    int(number): Action(int(number), f"solidary_{name}", kind, progression)
    for (kind, progression), words in _BY_TYPE.items()
    for number, name in (word.split(":") for word in words.split())
}


@router.get("/admin/solidaries/actions")
async def list_solidary_actions(ctx: Caller) -> Response:
    """The actions of types 1 to 5, all of them, by type."""
    ctx.allow("solidary_list")
    listed = [action for action in ACTIONS.values() if 1 <= action.type <= 5]
    records = [
        {
            **http.head("Action", "/actions", each.id),
            "name": each.name,
            "type": each.type,
            "progression": f"{each.progression:.2f}",
        }
        for each in listed
    ]
    return ctx.collection("Solidary", "/solidaries", records)
