"""Deleting users, in fact pseudonymising them: what it touches besides, and doing it to many (USER-15, USER-16).

The bulk call acts before the permission is checked and does not know the limits of the list
(trap 2): so only users whom the person's own list shows are ever sent to it. It answers nothing, so the list is read
again to see who is gone; whoever is not is asked for alone, for the API's own words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, NetworkError, NotFound, Refused, SessionEnded
from admin_app.api.query import Joined, Query, Selected
from admin_app.kit.clock import today
from admin_app.kit.declare import Resource, text_of
from admin_app.kit.lists import Bulk, Refusals, deletion, one_by_one
from admin_app.kit.session import Session, failure_of, or_none
from admin_app.kit.words.locale import language_of, say
from admin_app.settings import get_settings
from admin_app.shared.people.person import PEOPLE, PSEUDONYMISED

BATCH = 50
"""Users per call: the server writes to the partners of each before it answers, and addresses have a limit."""
SECONDS = 180
"""Longest wait for one batch."""
READ = 500
"""Users per call that only reads."""
WHOLE = 1000
"""Most communities or events looked through for those of several users."""
NAMED = 10
"""Most names one line of an impact spells out."""
Item = Mapping[str, Any]


class NotShown(Refused):
    """Somebody whom the person's list does not show, though nobody says that they are no more (trap 2)."""

    kind = NotFound.kind


def deleting(users: Resource, **changes: Any) -> Bulk:
    """The bulk deletion of a list of users, or of some of them."""
    return deletion(users, acts=erase, batch=BATCH, weighed=True, labels="users.bulk.delete", **changes)


async def erase(api: Api, ids: Sequence[str]) -> Refusals:
    """Delete these users in one call; why the others were not, by id."""
    try:
        mine = {each["id"] for each in await _listed(api, ids)}
    except SessionEnded:
        raise
    except ApiError as error:
        return dict.fromkeys(ids, error)
    unseen = {record_id: await _why_unseen(api, record_id) for record_id in ids if int(record_id) not in mine}
    selected = Selected.of(int(record_id) for record_id in ids if record_id not in unseen)
    return {**unseen, **(await _erase(api, selected) if selected else {})}


async def _why_unseen(api: Api, record_id: str) -> ApiError:
    """The account of somebody who was deleted before is still read, without its person."""
    account = await or_none(api.get(PEOPLE.endpoint, record_id)) or {}
    return NotFound() if account.get("status") in PSEUDONYMISED else NotShown()


async def _erase(api: Api, selected: Selected) -> Refusals:
    failure = await failure_of(api.delete_users(selected, seconds=SECONDS))
    left = [text_of(each["id"]) for each in await _listed(api, [str(each) for each in selected.ids])]
    if isinstance(failure, NetworkError):
        return dict.fromkeys(left, failure)  # the server may still be at it: asking again would not help
    return await one_by_one(lambda one, record_id: one.delete(PEOPLE.endpoint, record_id))(api, left)


async def _listed(api: Api, ids: Sequence[str]) -> list[dict[str, Any]]:
    """Those of these users whom the person's list shows."""
    found: list[dict[str, Any]] = []
    for start in range(0, len(ids), READ):
        some = ids[start : start + READ]
        query = Query(1, len(some), filters={"selected": Joined(some)})
        found += (await api.list(PEOPLE.endpoint, query)).items
    return found


# --- what else a deletion touches ----------------------------------------------------


@dataclass(frozen=True)
class Looker:
    """Who asks what a deletion touches: only what he may read is looked into."""

    user_id: int
    permissions: Sequence[str]
    locale: str

    def may(self, permission: str, flag: str) -> bool:
        """Whether it can be read here."""
        return permission in self.permissions and get_settings().flag(flag)

    def say(self, name: str, count: int | None = None, **values: str) -> str:
        """A line of the impacts."""
        return say(f"users.impact.{name}", self.locale, count, **values)

    def names(self, found: Sequence[str]) -> str:
        """Some names, and how many more there are."""
        more = len(found) - NAMED
        return ", ".join([*found[:NAMED], *([self.say("more", more)] if more > 0 else [])])


async def looker(state: rx.State) -> Looker:
    """Who asks what a deletion touches."""
    session = await state.get_state(Session)
    return Looker(session.user_id, session._readable(), await language_of(state))


async def impacts_of_one(api: Api, record_id: str, looker: Looker) -> list[str]:
    """What the user owns, which nothing on the server protects (trap 6): three calls at most."""
    user = await api.get(PEOPLE.endpoint, record_id)
    owned = {kind: list(names) for entry in user.get("ownership") or [] for kind, names in entry.items() if names}
    lines = [looker.say(kind, names=looker.names(owned[kind])) for kind in ("events", "communities") if kind in owned]
    return [
        looker.say("final"),
        looker.say("stays"),
        *([looker.say("self")] if record_id == str(looker.user_id) else []),
        *(await or_none(_ads(api, record_id, looker)) or ()),
        *lines,
        *(await or_none(_memberships(api, record_id, looker)) or ()),
        *_roles([user], looker, alone=True),
    ]


async def impacts_of_many(api: Api, ids: Sequence[str], looker: Looker) -> list[str]:
    """The same in sums, for any number of users: their list, then communities and events read whole once."""
    users = await _listed(api, ids)
    mine = {text_of(each["id"]) for each in users}
    unseen = len(ids) - len(mine)
    ads = sum(bool(each.get("adType")) for each in users)
    return [
        looker.say("stays"),
        *([looker.say("self_among")] if str(looker.user_id) in mine else []),
        *([looker.say("unseen", unseen)] if unseen else []),
        *([looker.say("ads", ads)] if ads else []),
        *(await or_none(_owned(api, mine, looker, "events")) or ()),
        *(await or_none(_owned(api, mine, looker, "communities")) or ()),
        *_roles(users, looker, alone=False),
    ]


async def _ads(api: Api, record_id: str, looker: Looker) -> list[str]:
    """Active ads are told by the list alone (users.yaml, adType)."""
    if "user_list" not in looker.permissions:
        return []
    (user,) = await _listed(api, [record_id]) or [{}]
    return [looker.say("has_ads")] if user.get("adType") else []


async def _memberships(api: Api, record_id: str, looker: Looker) -> list[str]:
    if not looker.may("community_list", "community"):
        return []
    found = await api.list("admin/communities", Query(1, WHOLE, filters={"communityUsers.user.id": record_id}))
    names = [text_of(each.get("name")) for each in found.items]
    return [looker.say("member", names=looker.names(names))] if names else []


async def _owned(api: Api, ids: set[str], looker: Looker, kind: str) -> list[str]:
    """Communities the users refer, or events to come they created: neither list has a filter for several."""
    permission, flag, endpoint, owner = {
        "events": ("event_list", "event", "admin/events", "creatorId"),
        "communities": ("community_list", "community", "admin/communities", "referrerId"),
    }[kind]
    if not looker.may(permission, flag):
        return []
    filters = {"toDate[after]": today()} if kind == "events" else {}
    found = await api.list(endpoint, Query(1, WHOLE, filters=filters))
    names = [text_of(each.get("name")) for each in found.items if text_of(each.get(owner)) in ids]
    return [looker.say(kind, names=looker.names(names))] if names else []


def _roles(users: Sequence[Item], looker: Looker, *, alone: bool) -> list[str]:
    """Administrators, and people of the solidary transport, by their roles: no further call is needed."""
    lines: list[str] = []
    for name, roles in {"administrators": {1, 2}, "solidary": {11, 12, 171, 172}}.items():
        held = [user for user in users if roles & {each.get("role") for each in user.get("rolesTerritory") or []}]
        if held:
            lines += [looker.say(f"is_{name}")] if alone else [looker.say(name, len(held))]
    return lines
