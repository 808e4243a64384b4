"""What the steps of a sending share: where the campaign stands, and how one thing at a time is carried out.

What takes long runs in the background, is awaited second by second, and is never given up: the page says how long.
"""

import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any, ClassVar

import reflex as rx
from reflex.event import EventSpec

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, MissingPermission
from admin_app.features.campaigns.record import CAMPAIGNS
from admin_app.features.campaigns.send_calls import Item, Outcome
from admin_app.features.campaigns.send_facts import Facts, facts
from admin_app.kit.declare import Resource
from admin_app.kit.records import Proof
from admin_app.kit.script import run
from admin_app.kit.session import InPlace, Session, failure_text, notify, report, signed_in_background, timed

UPDATE, READ = "campaign_update", "campaign_read"
SENT_HEADING = "step-sent"
"""Where the focus goes after the sending: the heading that says what went, which is there from then on."""
STEP_OF = {"associate": "recipients", "test": "test", "send": "send"}
"""Where what is under way is told."""
STALE = 30
"""Seconds without a sign of life after which what ran is known to be gone with its server."""
Act = Callable[[Api, Item], Coroutine[Any, Any, Outcome]]


class Halt(Exception):
    """What was asked cannot be done with the campaign as it is now; told as `campaign_send.told.halt_<reason>`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Person:
    """Who acts, for the register."""

    user_id: int
    email: str


class SendHost(InPlace, rx.State, mixin=True):
    """A campaign on its way."""

    resource: ClassVar[Resource]

    record_id: str = ""
    shown: dict[str, str] = {}
    number: int = 0
    fewer: int = 0
    """How many fewer accept e-mails by now than a test has frozen (`fewer_now`)."""
    whom: list[dict[str, str]] = []
    """Whom it is for, a line each, in each language."""
    associated: bool = False
    sent_test: bool = False
    sent_prod: bool = False
    standing: dict[str, str] = {}
    wrong: list[dict[str, str]] = []
    seen: str = ""
    """What the page shows of what a test freezes, in a few signs."""
    loading: bool = True
    task: str = ""
    """What is under way: `count`, `associate`, `test` or `send`; empty when nothing is."""
    task_of: str = ""
    """The campaign it is about, which need not be the one that is shown."""
    elapsed: int = 0
    """Seconds since it began."""
    told: dict[str, str] = {}
    """What must be known of the last act: `step`, `tone`, `key` below `campaign_send.told`, and its `detail`."""
    _beat: float = 0

    def _show(self, found: Facts) -> None:
        for name, value in asdict(found).items():
            setattr(self, name, value)

    def _idle(self) -> bool:
        """Whether nothing is under way; what a server took with it does not count."""
        if self.task and time.time() - self._beat > STALE:
            self.task = ""
        return not self.task

    def _begin(self, task: str) -> None:
        self.task, self.task_of, self.elapsed, self.told = task, self.record_id, 0, {}
        self._beat = time.time()

    def _watch(self) -> EventSpec:
        """To where it is told what was begun: what was pressed is shut as long as it is under way."""
        return run("focusOn", f"step-{STEP_OF[self.task]}")

    async def _person(self) -> Person:
        session = await self.get_state(Session)
        return Person(session.user_id, session.email)

    def _set_elapsed(self, seconds: int) -> None:
        if self.task:  # nothing is, where the person has left
            self.elapsed, self._beat = seconds, time.time()

    async def _carry_out(
        self, permission: str, own: Proof | None, act: Act, heading: str
    ) -> tuple[Outcome | None, EventSpec | None]:
        """Do what was begun with the campaign as it is now; what became of it, and where to go from here: to sign in,
        or to the step that is next, or of this one: what was pressed is shut meanwhile, or gone."""
        outcome, found, step, halted = None, None, None, ""
        async with self:
            task, record_id = self.task, self.task_of
        try:
            async with signed_in_background(self, UPDATE, permission, reads=READ, own=own) as api:
                await _still_held(api, UPDATE, permission)
                try:
                    outcome = await timed(
                        self, act(api, await api.get(CAMPAIGNS.endpoint, record_id)), self._set_elapsed
                    )
                except Halt as halt:
                    halted = halt.reason
                with suppress(ApiError):  # what was done is told all the same; the next look shows the rest
                    found = await facts(api, await api.get(CAMPAIGNS.endpoint, record_id))
        except Exception as error:
            async with self:
                step = await report(self, error, f"errors.campaign.{task}_error")
        async with self:
            self.task = ""
            if step:  # somebody else may be there by now
                return None, step
            if halted:
                self.told = {"step": task, "tone": "warn", "key": f"halt_{halted}", "detail": ""}
            if outcome:
                await self._tell(task, outcome)
            is_here = self.record_id == record_id
            if found and is_here:
                self._show(found)
            stays = SENT_HEADING if self.sent_prod else f"step-{STEP_OF[task]}"
        onward = heading if outcome and outcome.fate == "done" else stays
        return outcome, run("focusOn", onward) if is_here else None

    async def _tell(self, task: str, outcome: Outcome) -> None:
        """A notice, and what has to stay on the page: how something that did not go by the book ended."""
        # What is done, or not known, must not be tried again, as the words for a lost connection propose.
        known = outcome.fate != "unknown"
        detail = await failure_text(self, outcome.error) if outcome.error and outcome.fate == "not_done" else ""
        if outcome.fate == "done":
            await notify(self, "success", f"errors.campaign.{task}_success")
        else:
            await notify(self, "error", f"errors.campaign.{task}_{'error' if known else 'unknown'}", detail)
        if outcome.error:
            tone = "good" if outcome.fate == "done" else "warn"
            self.told = {"step": task, "tone": tone, "key": f"{outcome.fate}_{task}", "detail": detail}


async def _still_held(api: Api, *permissions: str) -> None:
    """Ask again what the person may do: the server writes before it looks at the right to the list (trap 14)."""
    held = {str(each) for each in await api.members("permissions")}
    for permission in permissions:
        if permission not in held:
            raise MissingPermission(permission)
