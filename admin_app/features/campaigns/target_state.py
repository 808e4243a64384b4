"""The recipients of a campaign: taken from a list by hand-over or chosen here, counted, then associated by one press.

Counting writes nothing. `associate-campaign` writes, so it is called by its button alone, once for each press, and
never by a page that loads (trap 14).
"""

from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import SessionEnded
from admin_app.features.campaigns import audience, send_calls
from admin_app.features.campaigns.record import NOT_TESTED
from admin_app.features.campaigns.send_calls import Item, Outcome
from admin_app.features.campaigns.send_host import UPDATE, Halt, SendHost
from admin_app.features.campaigns.target_lists import RecipientMembers, RecipientUsers
from admin_app.kit.records import Proof, of_record
from admin_app.kit.script import run
from admin_app.kit.session import here, report, reports_errors, signed_in, signed_in_background, timed
from admin_app.kit.words.locale import language_of, say
from admin_app.shared import handover
from admin_app.shared.mail_target import COMMUNITY as A_COMMUNITY
from admin_app.shared.mail_target import MailTarget, Unaddressable
from admin_app.shared.mailing.counting import count
from admin_app.shared.targets import COMMUNITIES

USERS, MEMBERS = "users", "members"
LISTS = {USERS: RecipientUsers, MEMBERS: RecipientMembers}
PROPOSAL = "proposal"
"""The element that tells whom a mail would reach."""


class TargetMixin(SendHost, rx.State, mixin=True):
    """The step of the recipients."""

    choosing: str = ""
    """The list to choose from that is open: `users` or `members`; empty for none."""
    aim_problem: str = ""
    proposed: bool = False
    """Whether there is a target that is not associated yet."""
    counts: dict[str, int] = {}
    """`Count.numbers` of that target; empty before it is counted."""
    names: list[str] = []
    lines: list[dict[str, str]] = []
    """Whom that target means, in words."""
    done: int = 0
    goal: int = 0
    """Of how many people it is known whether they accept e-mails, where that has to be read."""
    ours: int = -1
    """How many we counted for what was associated last; -1 when nothing was."""
    asked: dict[str, str] = {}
    """What the list that proposed it was asked: its `people` and the `scope`; empty for one that was handed over."""
    asked_filters: dict[str, str] = {}
    """What that list was filtered by then."""
    _proposal: MailTarget | None = None

    @rx.event
    def choose(self, people: str):
        """Open one of the lists to choose from; the one that is open stays as it is."""
        if people not in LISTS or people == self.choosing:
            return None
        if self.asked:
            self._forget()  # another list chooses others
        self.choosing, self.aim_problem = people, ""
        return LISTS[people].load

    @rx.event
    @reports_errors("load_error")
    async def aim(self, data: dict[str, Any]):
        """Take what a list asks for (`AimMixin._aimed`): its `people`, `scope` and `ids`."""
        people = LISTS.get(str(data.get("people")))
        if people is None or not self._idle():
            return
        async with signed_in(self, UPDATE, reads=people.aims):
            listed = await self.get_state(people)
        try:
            target = listed._aimed(data)
        except Unaddressable as error:
            self.aim_problem = say(f"mailing.refused.{error.reason}", await language_of(self))
            return
        self._propose(target)
        self.asked = {"people": people.people, "scope": str(data.get("scope"))}
        self.asked_filters = dict(listed.filters)
        yield [self.__class__.weigh, run("focusOn", PROPOSAL)]

    @rx.event(background=True)
    async def weigh(self):
        """Count the proposed target: nothing is written."""
        async with self:
            target, record_id, locale = self._proposal, self.record_id, await language_of(self)
            if target is None or not self._idle():
                return
            self._begin("count")
            self.counts, self.names, self.lines, self.done, self.goal = {}, [], [], 0, 0
        step, counted, lines = None, None, []
        try:
            reads = "community_read" if target.source == A_COMMUNITY else "user_list"
            async with signed_in_background(self, UPDATE, reads=reads) as api:
                counted = await timed(self, count(api, target, self._progress), self._set_elapsed)
                lines = await audience.told(api, target, await _community(api, target))
        except Exception as error:
            async with self:
                step = await report(self, error, "errors.user.load_error")
                if not isinstance(error, SessionEnded):
                    self.aim_problem = say("mailing.not_counted", locale)
        async with self:
            self.task = ""
            if counted and self._proposal == target and self.record_id == record_id:
                self.counts, self.names, self.lines = counted.numbers(), counted.names, lines
        if step:
            yield step

    @rx.event
    def withdraw(self):
        """Forget the proposed target, unless it is being associated."""
        if self.task != "associate":
            self._forget()

    @rx.event
    def take_back(self):
        """Forget a target that a list of this page proposed, or why it proposed none, now that it chooses others; one
        that was handed over stays."""
        self.aim_problem = ""
        if self.asked:
            self.withdraw()

    @rx.event(background=True)
    async def associate(self, data: dict[str, Any] | None = None):
        """Make the proposed target the recipients of this campaign: one press, one call.

        `data` has the `ids` that are ticked by now: where the list means others than were counted, nothing is written,
        and those are counted.
        """
        async with self:
            target, expected = self._proposal, self.counts.get("reached", 0)
            if target is None or not expected or not self._idle():
                return
            if others := await self._means_others(target, data or {}):
                onward = self.__class__.weigh
            else:
                self._begin("associate")
                self._proposal = None  # a second press, or a replayed one, finds nothing to do
                onward = self._watch()
        yield onward
        if others:
            return

        async def act(api: Api, fresh: Item) -> Outcome:
            if str(fresh["status"]) != NOT_TESTED:
                raise Halt("frozen")
            return await send_calls.associate(api, fresh, target)

        outcome, onward = await self._carry_out(*way_to(target.community_id), act, "step-test")
        async with self:
            if outcome and outcome.fate == "done":
                self._forget()
                self.choosing, self.ours = "", expected
            else:
                self._proposal = target
        yield onward

    async def _means_others(self, target: MailTarget, data: dict[str, Any]) -> bool:
        """Whether the list that proposed this target chooses others by now, who are proposed in their place."""
        if not self.asked:
            return False
        listed, locale = await self.get_state(LISTS[self.asked["people"]]), await language_of(self)
        problem = say("campaign_send.recipients.others", locale)
        try:
            now = listed._aimed({**self.asked, "ids": data.get("ids")})
        except Unaddressable as error:
            now, problem = None, say(f"mailing.refused.{error.reason}", locale)
        if now == target:
            return False
        asked, filters = self.asked, dict(listed.filters)
        self._forget()
        if now is not None:
            self._propose(now)
            self.asked, self.asked_filters = asked, filters
        self.aim_problem = problem
        return True

    async def _progress(self, done: int, total: int) -> None:
        async with self:
            self.done, self.goal = done, total

    def _propose(self, target: MailTarget) -> None:
        self._forget()
        self._proposal, self.proposed = target, True

    def _forget(self) -> None:
        self._proposal, self.proposed, self.counts, self.names, self.lines = None, False, {}, [], []
        self.aim_problem, self.asked, self.asked_filters = "", {}, {}

    async def _arrived(self, item: Item) -> list[Any]:
        """What follows the reading of a campaign: the target a list gave for it is taken, else the list that the
        address names is opened.

        A campaign that is frozen takes no target, and what was given for it is for no other.
        """
        given = await handover.take(self, self.record_id)
        if str(item["status"]) != NOT_TESTED:
            self.choosing = ""
            self._forget()
            return []
        if given:
            self._propose(given)
            return [self.__class__.weigh]
        key = here(self).fragment.partition("?")[0]
        for people, listed in LISTS.items():
            if key == listed.resource.key:
                self.choosing = people
        return [LISTS[self.choosing].load] if self.choosing else []


def way_to(community_id: int | None) -> tuple[str, Proof | None]:
    """The permission to write to users, or to members: who moderates a community proves it."""
    if community_id is None:
        return RecipientUsers.aims, None
    return RecipientMembers.aims, of_record(RecipientMembers.owner, str(community_id))


async def _community(api: Api, target: MailTarget) -> str:
    """The name of the community of a target."""
    if target.community_id is None:
        return ""
    return COMMUNITIES.name(await api.get(COMMUNITIES.endpoint, target.community_id))
