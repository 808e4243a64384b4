"""Whom a mail would reach, told before anything is written: nobody is cut off, and memory does not grow with them."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from admin_app.api.client import Api
from admin_app.api.query import Joined, Query, grouped
from admin_app.kit.declare import readable
from admin_app.shared.mail_target import COMMUNITY, SELECTION, MailTarget
from admin_app.shared.people.names import name_in
from admin_app.shared.people.person import Person, full_name

USERS = "admin/users"
SAMPLE = 8
"""Most names that are shown."""
PART = 1000
"""Members read at once."""
ACCEPTED = ("1", "2")
"""Statuses of a membership that gets mail (communities-campaigns.yaml, associate_campaign_with_members)."""
AN_ADDRESS = "@"
"""Part of every e-mail address: finds who has one."""
Told = Callable[[int, int], Awaitable[None]]
"""Is told how many were read, and of how many."""


@dataclass
class Count:
    """How many were chosen, and why some of them get nothing."""

    chosen: int = 0
    opted_out: int = 0
    """Do not accept e-mails, or never said so (only a yes counts)."""
    without_email: int | None = None
    """Accept them and have no address; None where the API does not tell."""
    outside: int = 0
    """Of the members: not accepted yet, refused, or gone."""
    not_members: int = 0
    """In the list, and not chosen: all of a community are those it has accepted."""
    reached: int = 0
    names: list[str] = field(default_factory=list)
    """Some of those who would get it."""

    def numbers(self) -> dict[str, int]:
        """What is known, by name."""
        known = {"chosen": self.chosen, "opted_out": self.opted_out, "outside": self.outside, "reached": self.reached}
        known |= {"not_members": self.not_members} if self.not_members else {}
        return known if self.without_email is None else {**known, "without_email": self.without_email}


async def count(api: Api, target: MailTarget, told: Told | None = None) -> Count:
    """Count a target: users by three calls that bring a few of them, members by reading them part by part."""
    if target.source == COMMUNITY:
        return await _members(api, target, told)
    chosen = target.filter_type == SELECTION
    return await _users(api, {"selected": Joined(target.ids)} if chosen else grouped(target.filters))


async def _users(api: Api, filters: Mapping[str, Any]) -> Count:
    accepting = {**filters, "newsSubscription": filters.get("newsSubscription", "true")}
    reachable = {"email": AN_ADDRESS, **accepting}
    whole, accepted, reached = await asyncio.gather(
        api.list(USERS, Query(1, 1, filters=filters)),
        api.list(USERS, Query(1, 1, filters=accepting)),
        api.list(USERS, Query(1, SAMPLE, filters=reachable)),
    )
    if accepting["newsSubscription"] != "true":
        return Count(whole.total, opted_out=whole.total, without_email=0)
    return Count(
        whole.total,
        opted_out=whole.total - accepted.total,
        without_email=accepted.total - reached.total,
        reached=reached.total,
        names=readable(lambda each: full_name(Person.model_validate(each)), reached.items),
    )


async def _members(api: Api, target: MailTarget, told: Told | None) -> Count:
    """No filter of members says who accepts e-mails (trap 23): they are read, and forgotten part by part."""
    path = f"admin/communities/{target.community_id}/members"
    counting, wanted, page = Count(), set(target.ids), 1
    while True:
        found = await api.list(path, Query(page, PART, ("id", False), dict(target.filters)))
        _add(counting, wanted, found.items, chosen_one_by_one=target.filter_type == SELECTION)
        if told:
            await told(min(page * PART, found.total), found.total)
        chosen_all = target.filter_type == SELECTION and not wanted
        if chosen_all or not found.items or page * PART >= found.total:
            break
        page += 1
    counting.chosen += len(wanted)
    counting.outside += len(wanted)
    return counting


def _add(counting: Count, wanted: set[int], members: Iterable[Mapping[str, Any]], *, chosen_one_by_one: bool) -> None:
    """Count some members; those that were wanted and found are wanted no more."""
    for member in members:
        if chosen_one_by_one:
            if member["id"] not in wanted:
                continue
            wanted.discard(member["id"])
        accepted = str(member.get("status")) in ACCEPTED
        if not accepted and not chosen_one_by_one:
            counting.not_members += 1
            continue
        counting.chosen += 1
        if not accepted:
            counting.outside += 1
        elif member.get("newsSubscription") is not True:
            counting.opted_out += 1
        else:
            counting.reached += 1
            if len(counting.names) < SAMPLE:
                counting.names.append(_called(member))


def _called(member: Mapping[str, Any]) -> str:
    return name_in(member) or str(member.get("username") or f"#{member['id']}")
