"""The calls that write to people: each made once, and when its answer does not come, looked up (traps 13, 14 and 16).

Nothing here is ever repeated. What a failure means is decided in three ways: the request never left; the server
answered, so it is not at it any more; nobody knows. Then the campaign is read again, and its status tells.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from admin_app.api.client import Api, members
from admin_app.api.errors import (
    ApiError,
    MalformedAnswer,
    MissingPermission,
    NetworkError,
    SessionEnded,
    Unauthorized,
    Unreached,
)
from admin_app.features.campaigns.record import CAMPAIGNS, SENT, Campaign
from admin_app.kit import audit
from admin_app.shared.mail_target import SELECTION, MailTarget

TEST, MASS = 1, 2
"""Modes of send-campaign (CAMPAIGN-8)."""
Mode = Literal[1, 2]
PATIENCE = 1800
"""Seconds to wait for an answer: the server writes the list of all recipients to the mail provider first."""
LOST = timedelta(seconds=PATIENCE + 60)
"""After so long nobody waits for the answer to a test any more."""
GATEWAYS = (502, 503, 504)
"""Answers of what stands before the server, which may go on."""
Fate = Literal["done", "not_done", "unknown"]
Item = dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """What became of a call."""

    fate: Fate
    error: ApiError | None = None
    """Why it did not answer as it should."""


async def associate(api: Api, before: Item, target: MailTarget) -> Outcome:
    """Make a target the recipients of a campaign, once."""
    campaign_id = int(before["id"])

    def kept(now: Item) -> bool:
        same = _same(MailTarget.kept(now), target)
        # The ids of a selection are not told: that it was written is.
        return same and (target.filter_type != SELECTION or now.get("updatedDate") != before.get("updatedDate"))

    return await _once(api, target, "associate-campaign", target.association(campaign_id), campaign_id, kept)


async def send(api: Api, before: Item, target: MailTarget, mode: Mode) -> Outcome:
    """Send the test, or the mail itself, once."""
    campaign_id, status = int(before["id"]), str(before["status"])

    def went(now: Item) -> bool:
        reached = str(now.get("status"))
        # A test after a test leaves no trace; a mass sending always does.
        return reached == SENT if mode == MASS else reached != status

    return await _once(api, target, "send-campaign", target.sending(campaign_id, mode), campaign_id, went)


async def _once(
    api: Api,
    target: MailTarget,
    act: str,
    params: list[tuple[str, str]],
    campaign_id: int,
    done: Callable[[Item], bool],
) -> Outcome:
    try:
        answer = await api.call_get(f"{target.resource}/{act}", params, safe=False, seconds=PATIENCE)
        _check(answer)
        return Outcome("done")
    except ApiError as error:
        failure = error
    reach = reached(failure)
    if reach == "never":
        return Outcome("not_done", failure)
    try:
        now = await api.get(CAMPAIGNS.endpoint, campaign_id)
    except ApiError:
        return Outcome("unknown", failure)
    fate: Fate = "done" if done(now) else "not_done" if reach == "answered" else "unknown"
    failure.unsure = fate == "unknown"  # what was read says what it is
    return Outcome(fate, failure)


def reached(error: ApiError) -> Literal["never", "answered", "maybe"]:
    """How far a call that failed can have come."""
    if isinstance(error, (Unreached, SessionEnded, Unauthorized, MissingPermission)):
        return "never"
    if isinstance(error, (NetworkError, MalformedAnswer)) or error.status in GATEWAYS:
        return "maybe"
    return "answered"


def _check(answer: Any) -> None:
    """An answer is a count: the one member of the list, not its total (trap 18)."""
    found = members(answer)
    if len(found) != 1 or not isinstance(found[0], int):
        raise MalformedAnswer(cause="count")


def _same(one: MailTarget | None, other: MailTarget) -> bool:
    """Whether two targets mean the same people, as far as the API tells."""
    return one is not None and _told(one) == _told(other)


def _told(target: MailTarget) -> tuple[Any, ...]:
    filters = sorted((name.removesuffix("[]"), value) for name, value in target.filters)
    return target.source, target.filter_type, target.community_id, filters


# --- the register -----------------------------------------------------------------------


def identity(campaign: Mapping[str, Any], mode: Mode) -> dict[str, str]:
    """What tells this sending from any other in the register; ids alone come again where a platform starts anew."""
    return {"id": str(campaign["id"]), "mode": str(mode), "createdDate": str(campaign.get("createdDate") or "")}


async def register_beginning(person: audit.Person, campaign: Item, mode: Mode) -> int | None:
    """Write that a sending is about to happen; None when another of this campaign stands in its way."""
    if mode == TEST:
        await _give_up(await last(campaign, mode))
    act = identity(campaign, mode)
    return await audit.record_once(person, "mailing", CAMPAIGNS.key, act, _reached(campaign, mode), again=mode == TEST)


def _reached(campaign: Item, mode: Mode) -> int | None:
    """How many a sending goes to: a test to one person, whatever number the server answers (trap 16), the mail to the
    list that the first test froze; of that the answer counts only those who still accept e-mails, and so does the
    answer of another test (trap 13)."""
    return 1 if mode == TEST else campaign.get("deliveryCount")


async def _give_up(test: audit.Act | None) -> None:
    """Close a test whose server went away with it: another one does no harm."""
    if test and not test.outcome and datetime.now().astimezone() - datetime.fromisoformat(test.at) > LOST:
        await audit.complete(test.id, "interrupted", 0)


async def register_end(line: int, campaign: Item, mode: Mode, outcome: Outcome) -> None:
    """Write how a sending ended. One whose end nobody saw stays open: so the mail cannot go a second time."""
    if outcome.fate == "done":
        await audit.complete(line, "complete", _reached(campaign, mode) or 0)
    elif outcome.fate == "not_done":
        await audit.complete(line, "failed", 0)
    elif mode == TEST:
        await audit.complete(line, "interrupted", 0)


async def last(campaign: Item, mode: Mode) -> audit.Act | None:
    """The last sending of a campaign that this application knows of."""
    return await audit.last("mailing", CAMPAIGNS.key, identity(campaign, mode))


async def standing(campaign: Item) -> audit.Act | None:
    """The mass sending that stands in the way of another, after what the campaign tells of it now was written down."""
    act = await last(campaign, MASS)
    if act and not act.outcome and Campaign.model_validate(campaign).sent_prod:
        await audit.complete(act.id, "complete", act.expected or 0)
        act = await last(campaign, MASS)
    return act if act and act.outcome in ("", "complete") else None
