"""The members of a community: listed, added, moderated, removed (communities-campaigns.yaml).

The server announces each change that ends at member or refused, even when nothing changed: a status that is already
there is never sent (trap 22).
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api, Page
from admin_app.api.errors import Invalid
from admin_app.api.query import Query, is_record_id, item
from admin_app.features.communities.member import (
    DATES,
    MEMBER,
    MEMBERS,
    MODERATOR,
    PENDING,
    REFUSED,
    STATUSES,
    USER,
    Member,
    full_name,
    part_of_date,
)
from admin_app.features.communities.member_failures import shows_what_is_stored
from admin_app.features.communities.member_search import SeekingMixin
from admin_app.features.communities.resource import BY_DOMAIN, COMMUNITIES, of_domain, told
from admin_app.features.users.resource import USERS
from admin_app.kit.declare import Resource, readable, text_of
from admin_app.kit.lists import Bulk, Refusals, deletion, one_by_one, opened
from admin_app.kit.records import autocomplete
from admin_app.kit.script import run
from admin_app.kit.session import (
    NOBODY,
    NotDue,
    assign,
    notify,
    or_none,
    reports_errors,
    signed_in,
)
from admin_app.kit.words.locale import language_of, say
from admin_app.shared.mail_target import Unaddressable
from admin_app.shared.mailing.dialog import MailMixin
from admin_app.shared.people.person import PEOPLE
from admin_app.shared.people.read_all import everybody

BULK_STATUS = {"accept": MEMBER, "refuse": REFUSED, "promote": MODERATOR, "suspend": PENDING}
"""The status that each action on a selection gives."""
SYMBOLS = {"accept": "user-check", "refuse": "user-x", "promote": "shield-plus", "suspend": "clock"}
ADD_DIALOG, REMOVE_DIALOG = "add-member", "remove-member"
WARNING = "add-member-warning"
CHANGE_DIALOG = "change-member"


def _change(name: str, status: str) -> Bulk:
    """Giving several members a status."""
    act = one_by_one(lambda api, record_id: api.update(MEMBERS.endpoint, record_id, {"status": int(status)}))
    labels, refused = f"community_members.bulk.{name}", name == "refuse"
    return Bulk(name, MEMBERS.may.update or NOBODY, act, SYMBOLS[name], labels, danger=refused)


@dataclass(frozen=True)
class Seen:
    """A member as they were read last."""

    status: str = ""
    name: str = ""
    user_id: str = ""
    given_name: str = ""
    family_name: str = ""
    owner_id: str = ""
    """The community they were read in: another one may be shown by the time they are looked for."""


class MemberList(MailMixin, SeekingMixin, rx.State):
    """The members of one community, of every status."""

    resource: ClassVar[Resource] = MEMBERS
    owner: ClassVar[Resource] = COMMUNITIES
    below: ClassVar[str] = "members"
    people: ClassVar[str] = "members"
    aims: ClassVar[str] = "community_membership"
    bulk: ClassVar[tuple[Bulk, ...]] = (
        *(_change(name, status) for name, status in BULK_STATUS.items()),
        deletion(MEMBERS, labels="community_members.bulk.remove", typed=False, weighed=True),
    )

    errors: dict[str, str] = {}
    """What is wrong with the addition, by input."""
    warning: str = ""
    """Why the addition wants a second thought."""
    warned: str = ""
    """About whom: to add somebody else wants a thought of its own."""
    refused: str = ""
    """Why the addition was not made."""
    additions: int = 0
    """Counts the additions: the dialog is empty again after each."""
    leaving: dict[str, str] = {}
    """The member about to be removed: `id`, `name`, and `answers` where they answer for the community."""
    changing: dict[str, str] = {}
    """The member who is about to have another status: `id`, `name` and that `status`."""
    saving: bool = False
    counts: dict[str, str] = {}
    """How many members there are (`all`), and how many of them wait for an answer (`pending`); empty until known."""
    _recount: bool = True
    """Whether something was done since they were counted, or their page was opened anew."""
    _seen: dict[str, Seen] = {}
    """Each member that was read, by id: what is selected may be on another page."""

    @rx.event(supersedes=True)
    @reports_errors("load_error")
    async def find(self, name: str, text: str):
        """Propose people to add."""
        if len(text.strip()) < 2:
            return
        async with signed_in(self, reads=USERS.may.list) as api:
            found = await autocomplete.records(api, PEOPLE, text.strip())
        self.suggestions = {**self.suggestions, name: found}
        yield run("proposed", name, text)

    @rx.event
    def forget_addition(self):
        """Give up an addition: the dialog is empty when it is opened again."""
        self.errors, self.warning, self.warned, self.refused, self.suggestions = {}, "", "", "", {}
        self.additions += 1

    @rx.event
    @reports_errors("create_error", busy="saving")
    @shows_what_is_stored(None)
    async def add(self, data: dict[str, Any]):
        """Add a person with a status; what is wrong is said on its field, and nothing chosen is lost."""
        if self.saving:
            return
        self.saving = True
        yield
        user_id, status = str(data.get(USER) or ""), str(data.get("status") or "")
        self.errors, self.refused = await self._wrong(user_id, status), ""
        if self.errors:
            yield run("focusOn", f"f-{USER}")  # what was pressed was shut meanwhile
            return
        async with signed_in(self, self.resource.may.create, reads=USERS.may.list, own=self._proof([])) as api:
            if data.get("confirmed") != user_id and await self._stranger(api, user_id):
                yield run("focusOn", WARNING)
                return
            try:
                body = {
                    "community": f"/communities/{self.owner_id}",
                    "user": f"/users/{user_id}",
                    "status": int(status),
                }
                await api.create(self.resource.endpoint, body)
            except Invalid as error:
                if any(each.property_path == USER for each in error.violations):
                    self.errors = {USER: await self._say("errors.already_member")}
                    yield run("focusOn", f"f-{USER}")
                    return
                raise
        self._recount = True
        await notify(self, "success", "errors.community_user.create_success")
        self.forget_addition()
        yield [run("closeDialog", ADD_DIALOG), self.__class__.turn]

    @rx.event
    def ask_to_change(self, member_id: str, status: str):
        """Say what a status that was chosen in a row does, before it is given: until then the row shows the former."""
        self.changing = {"id": member_id, "name": self._seen.get(member_id, Seen()).name, "status": status}
        return run("openDialog", CHANGE_DIALOG)

    @rx.event
    @reports_errors("update_error")
    @shows_what_is_stored(CHANGE_DIALOG)
    async def change_status(self, data: dict[str, Any]):
        """Give one member another status, unless somebody else did meanwhile (decision 40)."""
        member_id, status = str(data.get("id", "")), str(data.get("status", ""))
        former = self._seen.get(member_id, Seen())
        if not former.name or status not in STATUSES or status == former.status:
            return
        may = self.resource.may
        async with signed_in(self, may.update, reads=may.list, own=self._proof([member_id])) as api:
            now = await self._status_now(api, member_id, former)
            if now == former.status:
                await api.update(self.resource.endpoint, member_id, {"status": int(status)})
        self._recount = True
        if now == former.status:
            self._seen = {**self._seen, member_id: replace(former, status=status)}
            await notify(self, "success", f"community_members.changed.{status}", name=former.name)
        elif now == status:
            await notify(self, "success", f"community_members.changed_already.{status}", name=former.name)
        else:
            told = f"community_members.changed_meanwhile.{now or 'gone'}"
            await notify(self, "error", told, name=former.name)
        yield [run("closeDialog", CHANGE_DIALOG), self.__class__.turn]

    @rx.event
    @reports_errors("delete_error")
    async def ask_to_remove(self, member_id: str):
        """Name the member before the removal is confirmed, and say whether they answer for the community."""
        async with signed_in(self, self.resource.may.delete, own=self._proof([member_id])) as api:
            answers = await self._answering(api, [member_id])
        self.leaving = {
            "id": member_id,
            "name": self._seen.get(member_id, Seen()).name,
            "answers": "true" if answers else "",
        }
        yield run("openDialog", REMOVE_DIALOG)

    @rx.event
    @reports_errors("delete_error", busy="saving")
    @shows_what_is_stored(REMOVE_DIALOG)
    async def remove(self):
        """Remove the member that was named."""
        if self.saving or not self.leaving:
            return
        self.saving = True
        yield
        async with signed_in(self, self.resource.may.delete, own=self._proof([self.leaving["id"]])) as api:
            await api.delete(self.resource.endpoint, self.leaving["id"])
        self.leaving, self._recount = {}, True
        await notify(self, "success", "errors.community_user.delete_success")
        yield [run("closeDialog", REMOVE_DIALOG), self.__class__.turn]

    async def _batch(self, action: Bulk, ids: Sequence[str]) -> Refusals:
        """A status is given to who still has the one that was read, as in a row: what somebody else decided meanwhile
        is said and leaves nothing to do, and who has it already would be told once more (trap 22)."""
        status, now, seen = BULK_STATUS.get(action.name, ""), dict[str, str](), self._seen

        async def acts(api: Api, ids: Sequence[str]) -> Refusals:
            now.update({each: await self._status_now(api, each, seen.get(each, Seen())) for each in ids})
            decided = {
                each: NotDue(f"community_members.changed_meanwhile.{now[each] or 'gone'}", name=seen[each].name)
                for each in ids
                if now[each] not in (status, seen[each].status)
            }
            others = [each for each in ids if each not in decided and now[each] != status]
            return {**decided, **await action.acts(api, others)}

        refused = await super()._batch(replace(action, acts=acts) if status else action, ids)
        known = now | ({each: status for each in ids if each not in refused} if status else {})
        async with self:
            # What was said of somebody is known: who asks again decides otherwise than the other.
            self._seen = self._seen | {each: replace(seen[each], status=read) for each, read in known.items() if read}
            self._recount = True
        return refused

    async def _bulk_impacts(self, api: Api, action: Bulk, ids: Sequence[str]) -> list[str]:
        """Whether a removal takes who answers for the community."""
        answering = await self._answering(api, ids)
        return [await self._say("community_members.answers_named", name=answering)] if answering else []

    async def _answering(self, api: Api, ids: Sequence[str]) -> str:
        """The name of the one among members who answers for the community, as far as that can be read."""
        community = await or_none(api.get(self.owner.endpoint, self.owner_id)) or {}
        referrer = text_of(community.get("referrerId"))
        seen = [self._seen[each] for each in ids if each in self._seen]
        return next((each.name for each in seen if referrer and each.user_id == referrer), "")

    def _numbers(self) -> dict[str, str]:
        """The number of an account, as the list shows it: that of a membership is shown nowhere."""
        return {each: seen.user_id for each, seen in self._seen.items() if seen.user_id}

    def _filters(self) -> dict[str, Any]:
        filters = super()._filters()
        return {name: part_of_date(value) if name in DATES else value for name, value in filters.items()}

    def _read_address(self) -> None:
        former = self.owner_id
        super()._read_address()
        if self.owner_id != former:
            self.counts, self._recount = {}, True
            if former:
                self.forget_addition()

    async def _find_own(self, api: Api, items: list[dict[str, Any]]) -> None:
        await super()._find_own(api, items)
        self._opening = await opened(self, api, USERS, [{"id": each["userId"]} for each in items])

    async def _page_of(self, api: Api, query: Query) -> Page:
        found, counts = await asyncio.gather(super()._page_of(api, query), self._counted(api))
        if counts:
            members = counts.get("all", found.total) - counts["pending"] - counts["refused"]
            self.counts = {"members": str(members), "pending": str(counts["pending"])}
            self._recount = False
            await self._tell_page(str(members))
        members = readable(Member.model_validate, found.items)
        self._seen = {**self._seen, **{text_of(each.id): _seen(each, self.owner_id) for each in members}}
        return found

    async def _tell_page(self, members: str) -> None:
        """The page of the community counts them as this list does: what was read before an act is not true any more."""
        page = await self.get_state(self.around)
        if page.shown_id == self.owner_id:
            assign(page, shown={**page.get_value("shown"), "nbMembers": members})

    async def _status_now(self, api: Api, member_id: str, former: Seen) -> str:
        """The status of a member as it is stored, empty where they are a member no more: the API gives no membership
        alone, so it is looked for among those of the same name (communities-campaigns.yaml)."""
        names = {"givenName": former.given_name, "familyName": former.family_name}
        path = item(self.owner.endpoint, former.owner_id, self.below)
        found = await everybody(api, path, Query(sort=("id", False), filters=names))
        return next((text_of(each.get("status")) for each in found if text_of(each.get("id")) == member_id), "")

    async def _counted(self, api: Api) -> dict[str, int]:
        """Those who wait or were refused, and all where the list is filtered; asked anew once something was done."""
        if not self._recount:
            return {}
        path = item(self.owner.endpoint, self.owner_id, self.below)
        asked = {
            "pending": {"status": PENDING},
            "refused": {"status": REFUSED},
            **({"all": {}} if self._filters() else {}),
        }
        calls = (api.list(path, Query(1, 1, filters=each)) for each in asked.values())
        found = await or_none(asyncio.gather(*calls))  # the list itself says what is wrong
        return {name: each.total for name, each in zip(asked, found, strict=True)} if found else {}

    def _row(self, item: dict[str, Any]) -> dict[str, str]:
        user_id = text_of(item["userId"])
        return {**super()._row(item), "_href": f"{USERS.route}/show/{user_id}" if self._may_open(user_id) else ""}

    def _community(self) -> int | None:
        if not is_record_id(self.owner_id):
            raise Unaddressable("nobody")
        return int(self.owner_id)

    def _export_params(self) -> dict[str, Any]:
        """The members of this community, of every status (users.yaml, export_users)."""
        return {"community": int(self.owner_id)}

    async def _wrong(self, user_id: str, status: str) -> dict[str, str]:
        """What cannot be sent."""
        wrong = {"status": "kit.validation.choice"} if status not in STATUSES else {}
        if not is_record_id(user_id):
            wrong[USER] = "community_members.choose_person" if user_id else "kit.validation.required"
        return {name: await self._say(key) for name, key in wrong.items()}

    async def _stranger(self, api: Api, user_id: str) -> bool:
        """Whether the address of a person is of no domain of the community, which the server does not check."""
        community = await api.get(self.owner.endpoint, self.owner_id)
        if text_of(community.get("validationType")) != BY_DOMAIN or not community.get("domain"):
            return False
        email = text_of((await api.get(USERS.endpoint, user_id)).get("email"))
        stranger = not of_domain(email, community["domain"])
        self.warned = user_id if stranger else ""
        domain = told(community["domain"])
        self.warning = await self._say("community_members.stranger", domain=domain) if stranger else ""
        return stranger

    async def _say(self, key: str, **values: str) -> str:
        return say(key, await language_of(self), **values)


async def count_anew(state: rx.State) -> None:
    """The page of a community was opened: its members are counted again, for others act on them too."""
    (await state.get_state(MemberList))._recount = True


def _seen(member: Member, owner_id: str) -> Seen:
    name, user_id = full_name(member), text_of(member.user_id)
    return Seen(text_of(member.status), name, user_id, member.given_name, member.family_name, owner_id)
