"""The state of the screen that sends a campaign: saved, recipients, test, sending, each with its state.

What may be done is read from the API at each press, never from the page: another tab, Back, a reload or a replayed
event find a campaign that is further on, or a line of the register that stands in the way (`send_calls`).
"""

from contextlib import suppress
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.features.campaigns import blocks, checks, send_calls, send_steps
from admin_app.features.campaigns.copying import copied
from admin_app.features.campaigns.record import CAMPAIGNS, NOT_TESTED, SENT, TESTED, Campaign
from admin_app.features.campaigns.send_calls import MASS, TEST, Item, Mode, Outcome
from admin_app.features.campaigns.send_facts import facts, fewer_now, to_freeze, wrong
from admin_app.features.campaigns.send_host import READ, SENT_HEADING, Halt, Person
from admin_app.features.campaigns.target_state import TargetMixin, way_to
from admin_app.kit import audit
from admin_app.kit.declare import Resource, text_of
from admin_app.kit.records import Proof
from admin_app.kit.script import run
from admin_app.kit.session import NOBODY, Session, here, notify, reports_errors, signed_in
from admin_app.kit.words.locale import language_of
from admin_app.shared import handover
from admin_app.shared.mail_target import COMMUNITY, FILTERS, MailTarget, Unaddressable


class CampaignSend(TargetMixin, rx.State):
    """One campaign on its way."""

    resource: ClassVar[Resource] = CAMPAIGNS

    agreed: bool = False
    """Whether the person has taken note of what is owed to those who are written to, in this session."""
    received: bool = False
    """Whether the person says to have received and read the test."""
    tests: int = 0
    """Counts the tests of this tab: each wants to be read anew."""
    typed_problem: bool = False
    correcting: bool = False
    sound: bool = True
    """Whether nothing in its text stops a test."""
    page: str = ""
    """The mail, to stand in a frame."""
    _corrected: bool = False
    """A copy was made on this visit: the second of two presses makes none."""

    @rx.var
    def gone(self) -> bool:
        """Whether the mass mail has gone: the platform says so of one that is under way, too."""
        return self.sent_prod and not self._is_going()

    @rx.var
    def done_steps(self) -> list[str]:
        """The steps that are behind it."""
        known = {"addressed": self.associated, "tested": self.sent_test, "sent": self.gone}
        read = self.received or self._is_going()
        return [] if self.loading else send_steps.done_steps(sound=self.sound, read=read, **known)

    @rx.var
    def at_step(self) -> str:
        """The one that is next; none before the campaign is read."""
        return "" if self.loading else send_steps.step_at(self.done_steps)

    @rx.event(supersedes=True)
    @reports_errors("load_error", busy="loading", in_place=True)
    async def load(self):
        """Read where the campaign of the address stands; of what goes on in this tab nothing is lost."""
        wanted = here(self).record_id
        if wanted != self.record_id:
            self._clear(wanted)
        self.problem, self._corrected = "", False
        self._idle()
        yield
        async with signed_in(self, reads=READ) as api:
            item = await api.get(self.resource.endpoint, wanted)
            found = await facts(api, item)
            listed = "user_list" in (await self.get_state(Session)).permissions
            self.fewer = await fewer_now(api, item) if listed else 0
        self._show(found)
        self.loading = False
        yield await self._arrived(item)

    @rx.event
    @reports_errors("load_error")
    async def look(self):
        """Read the campaign again: the answer to a sending was lost, and its status tells."""
        if not self._idle():
            return
        async with signed_in(self, reads=READ) as api:
            item = await api.get(self.resource.endpoint, self.record_id)
            self._show(await facts(api, item))
        if self.standing.get("open"):
            self.told = {"step": "send", "tone": "warn", "key": "unknown_send", "detail": ""}
        elif self.told.get("key", "").startswith("unknown_"):
            self.told = {}

    @rx.event
    def agree(self):
        """Take note of what is owed to those who are written to; what was pressed is gone, its step is not."""
        self.agreed = True
        return run("focusOn", f"step-{self.at_step}")

    @rx.event
    def confirm_received(self, received: bool):
        """Say that the test was received and read, or not."""
        self.received = received and self.sent_test

    @rx.event(background=True)
    async def test(self):
        """Send the test, the first of which freezes text, subject and recipients (trap 13)."""
        async with self:
            if not self._may_send() or not self.associated or self.sent_prod:
                return
            self._begin("test")
            self.fewer = 0  # the server counts them anew
            self.received, self.tests = False, self.tests + 1
            person, way, seen = await self._person(), self._way(), self.seen
            watch = self._watch()
        yield watch

        async def act(api: Api, fresh: Item) -> Outcome:
            if str(fresh["status"]) not in (NOT_TESTED, TESTED):
                raise Halt("sent")  # one more test would make it look unsent (trap 16)
            return await _send_once(api, person, await _freeze(api, fresh, seen), TEST)

        yield (await self._carry_out(*way, act, "step-test"))[1]

    @rx.event(background=True)
    async def send(self, data: dict[str, Any]):
        """Send the mail to everybody it is for, once and for all; `number` is how many, as it was typed."""
        async with self:
            if not self._may_send() or not self.received:
                return
            typed = "".join(each for each in str(data.get("number") or "") if each.isdigit())
            self.typed_problem = not self.number or typed != str(self.number)
            if self.typed_problem:
                return
            self._begin("send")
            person, way, number = await self._person(), self._way(), self.number
            watch = self._watch()
        yield watch

        async def act(api: Api, fresh: Item) -> Outcome:
            if str(fresh["status"]) != TESTED:
                raise Halt("gone" if str(fresh["status"]) == SENT else "not_tested")
            if fresh.get("deliveryCount") != number:
                raise Halt("changed")
            return await _send_once(api, person, fresh, MASS)

        yield (await self._carry_out(*way, act, SENT_HEADING))[1]

    @rx.event
    @reports_errors("create_error", busy="correcting")
    async def correct(self, data: dict[str, Any]):
        """Copy a tested campaign, to be changed and tested anew; `delete` sends the old one away, if it never left."""
        if self.correcting or self._corrected or not self._idle():
            return
        self.correcting = True
        yield
        async with signed_in(self, CAMPAIGNS.may.create, reads=READ) as api:
            old = await api.get(self.resource.endpoint, self.record_id)
            made = await copied(api, self.record_id, await language_of(self))
            self.correcting, self._corrected = False, True
        await self._hand_on(old, text_of(made["id"]))
        await notify(self, "success", "campaign_send.corrected")
        yield rx.redirect(f"{self.resource.route}/{made['id']}")
        if data.get("delete"):
            yield self.__class__.delete_old(self.record_id)

    @rx.event
    @reports_errors("delete_error")
    async def delete_old(self, record_id: str):
        """Delete the campaign that was corrected, unless it was sent meanwhile."""
        async with signed_in(self, CAMPAIGNS.may.delete or NOBODY, reads=READ) as api:
            gone = await _delete_unsent(api, record_id)
        key = "errors.campaign.delete_success" if gone else "errors.campaign.delete_error"
        await notify(self, "success" if gone else "error", key)

    async def _hand_on(self, old: Item, made: str) -> None:
        """The recipients go on to the copy, as far as the API tells who they are: of chosen ones it says how many."""
        with suppress(Unaddressable):
            target = MailTarget.kept(old)
            if target and target.filter_type == FILTERS:
                await handover.give(self, target, self.number, made)

    def _is_going(self) -> bool:
        """Whether the mass mail of the campaign that is shown is under way in this tab."""
        return self.task == "send" and self.task_of == self.record_id

    def _may_send(self) -> bool:
        return self.agreed and self._idle() and not self.standing and here(self).record_id == self.record_id

    def _way(self) -> tuple[str, Proof | None]:
        """What the API asks of who writes to these people, and how it is proven that they are one's own."""
        source, community = self.shown.get("source"), self.shown.get("sourceId", "")
        return way_to(int(community) if source == str(COMMUNITY) and community else None)

    def _clear(self, wanted: str) -> None:
        """Let go of another campaign."""
        self.record_id, self.shown, self.number, self.whom, self.loading = wanted, {}, 0, [], True
        self.fewer = 0
        self.associated = self.sent_test = self.sent_prod = self.received = self.typed_problem = False
        self.standing, self.wrong, self.told, self.choosing, self.ours = {}, [], {}, "", -1
        self.sound, self.page, self.seen = True, "", ""
        self._forget()


async def _freeze(api: Api, fresh: Item, seen: str) -> Item:
    """The campaign with the text the mail provider is to have: patched once, before the first test, and as it was
    `seen` by who asks for it, for nothing takes that back."""
    campaign = Campaign.model_validate(fresh)
    if str(campaign.status) != NOT_TESTED:
        return fresh
    if to_freeze(campaign) != seen:
        raise Halt("rewritten")
    if checks.stops(wrong(campaign)):
        raise Halt("wrong")
    body = blocks.frozen(campaign.body)
    if body == campaign.body:
        return fresh
    return {**fresh, **await api.update(CAMPAIGNS.endpoint, fresh["id"], {"body": body})}


async def _send_once(api: Api, person: Person, fresh: Item, mode: Mode) -> Outcome:
    """One sending, written in the register before and after; nothing else of this campaign may be on its way."""
    try:
        target = MailTarget.kept(fresh)
    except Unaddressable:
        target = None
    if target is None:
        raise Halt("nobody")
    if await send_calls.standing(fresh):
        raise Halt("standing")
    line = await send_calls.register_beginning(person, fresh, mode)
    if line is None:
        raise Halt("under_way" if mode == TEST else "standing")
    outcome = await send_calls.send(api, fresh, target, mode)
    with suppress(audit.RegisterUnavailable):  # it is logged; a line that stays open stands in the way of another
        await send_calls.register_end(line, fresh, mode, outcome)
    return outcome


async def _delete_unsent(api: Api, record_id: str) -> bool:
    """Delete a campaign that never left; whether it is gone."""
    now = await api.get(CAMPAIGNS.endpoint, record_id)
    if str(now["status"]) not in (NOT_TESTED, TESTED) or await send_calls.standing(now):
        return False
    await api.delete(CAMPAIGNS.endpoint, record_id)
    return True
