"""The actions of a diary, and what is sent when one of them is noted (solidary.yaml, x-solidary-actions).

Pure. The API's catalogue says which there are; a manual progress is an action of its own that the catalogue hides.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

MANUAL_PROGRESS, HIDES_FOR_GOOD = 39, 105
"""The action of a manual progress, and the one that takes a record out of every list: never offered (trap 30)."""
STAGES = ("1", "2", "3", "4")
"""Types of actions, which are the stages of a request: each has a progress."""
FREE = "5"
"""The type of the action that changes neither status nor progress."""
GROUPS = (*STAGES, FREE)
PROGRESS: Mapping[str, int] = dict(zip(STAGES, (25, 50, 75, 100), strict=True))
"""What each stage brings the progress to; set by hand it is status 1, 2, 3 and 4 (SOLIDARY-16)."""
KEYS = "123456789GHKLMNOPQRST"
"""The keys that choose the actions of the open stage, in their order; C and J mean something else here."""
STAGE_KEYS: Mapping[str, str] = dict(zip(GROUPS, "ABDEF", strict=True))
"""The keys that open a stage."""
_NEXT = {"0": "1", "1": "2", "2": "2", "3": "3", "4": "4"}


class Unknown(ValueError):
    """What was chosen is none of the actions that are offered."""


@dataclass(frozen=True)
class Choice:
    """What may be chosen: an action of the catalogue, or a stage to go to by hand."""

    value: str
    """As the form has it: the action's id, or `progress-50`."""
    name: str
    """The action's code, for its label; empty for a manual progress."""
    number: str
    """The key that chooses it while its stage is open."""


class LostEntry(NamedTuple):
    """An entry whose answer was lost: how many the diary had before, what the server calls its action, its comment."""

    before: int = 0
    action: str = ""
    comment: str = ""

    def is_in(self, diary: Sequence[Mapping[str, str]]) -> bool:
        """Whether a diary, newest first, holds it among what has come since."""
        new = diary[: max(0, len(diary) - self.before)]
        return any((each["action"], each["comment"]) == (self.action, self.comment) for each in new)


def stage_of(status: str) -> str:
    """The stage whose actions are offered first at a status; none for a record that was replaced.

    Only a proposal: any action may be noted at any status, and the server says what becomes of it (SOLIDARY-11).
    """
    return _NEXT.get(status, "")


def choices(items: Iterable[Mapping[str, Any]]) -> dict[str, list[Choice]]:
    """What each stage offers, numbered in the API's order; the manual progress to a stage stands at its end."""
    offered: dict[str, list[tuple[str, str]]] = {group: [] for group in GROUPS}
    for item in items:
        group, number = str(item.get("type")), item.get("id")
        if group in offered and number not in (MANUAL_PROGRESS, HIDES_FOR_GOOD):
            offered[group].append((str(number), str(item.get("name") or "")))
    for stage in STAGES:
        offered[stage].append((f"progress-{PROGRESS[stage]}", ""))
    return {
        group: [Choice(*each, KEYS[place : place + 1]) for place, each in enumerate(rows)]
        for group, rows in offered.items()
    }


def entry_body(action: int, user: int, comment: str) -> dict[str, Any]:
    """An entry as it is sent: what was done, about which user, and what was written where anything was."""
    written = {"comment": comment.strip()} if comment.strip() else {}
    return {"action": action, "user": user, **written}


def animation(chosen: str, offered: Iterable[str], user: int, comment: str) -> dict[str, Any]:
    """The command that notes an action about a user (their user id, B.4 of the API's traps); Unknown for another one.

    A progress is sent with the manual action alone: beside an action of the catalogue it would set the progress and
    leave the status behind (x-status-machine).
    """
    if chosen not in set(offered):
        raise Unknown(chosen)
    by_hand = chosen.startswith("progress-")
    action = MANUAL_PROGRESS if by_hand else int(chosen)
    if action == HIDES_FOR_GOOD:
        raise Unknown(chosen)
    sent = entry_body(action, user, comment)
    if by_hand:
        sent["progression"] = int(chosen.removeprefix("progress-"))
    return {"animation": sent}
