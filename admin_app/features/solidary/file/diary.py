"""The diary of a record: the actions that may be noted, and one that is (SOLIDARY-12, SOLIDARY-16).

What is typed stays where it is until the API has answered with the entry: a refused or lost call takes nothing away.
"""

import time
from dataclasses import asdict
from typing import Any

import reflex as rx
from reflex.event import EventSpec

from admin_app.api.errors import ApiError
from admin_app.features.solidary.file import action_choices
from admin_app.features.solidary.file.action_choices import LostEntry
from admin_app.features.solidary.file.state import RecordMixin, Texts
from admin_app.features.solidary.record import ENDPOINT, LIST, READ, UPDATE
from admin_app.kit.script import run
from admin_app.kit.session import (
    NotTaken,
    failure_text,
    notify,
    report,
    reports_errors,
    signed_in,
    signed_in_background,
)
from admin_app.kit.values import whole
from admin_app.kit.words.locale import language_of, say

ADD, COMMENT = "diary-add", "diary-comment"
"""Ids of what opens the box, and of the comment in it."""
ANSWERS = {"yes": "51", "no": "50", "voicemail": "72"}
"""What notes a driver's answer on the telephone (x-solidary-actions): he drives, he does not, a message was left."""
ANSWER_KEYS = {"yes": "O", "no": "N", "voicemail": "R"}
"""The key of each, for the driver whose line has the focus, else the first (solidary-drivers.css)."""
TAKES = "progress-25"
"""The progress that takes a request into account, by hand."""
FRESH = 1800
"""Seconds the catalogue of actions is kept: it changes with the platform, not with a request."""


class DiaryMixin(RecordMixin, rx.State, mixin=True):
    """A file whose diary is written on."""

    actions: dict[str, list[Texts]] = {group: [] for group in action_choices.GROUPS}
    """What each stage offers: `value`, `name`, `number` (action_choices.py)."""
    actions_problem: str = ""
    stage: str = ""
    """The stage whose actions are offered first."""
    noting: bool = False
    unsure: bool = False
    """Whether the answer to the last entry was lost: it may be written."""
    missing: bool = False
    """Whether an entry was sent without an action."""
    overtaken: bool = False
    """Whether an entry was stopped because others had changed the record: pressed again, it is noted."""
    draft: Texts = {}
    """What the box begins with: what is to be noted by a press, or a draft of this tab."""
    revision: int = 0
    _chosen: str = ""
    """The action that is chosen in the box: it stays in sight whatever becomes of the record's stage."""
    _lost: LostEntry = LostEntry()
    """The entry whose answer was lost."""
    _found: bool = False
    """Whether it was found when the request was read again."""
    _actions_at: float = 0

    @rx.event(background=True)
    async def load_actions(self):
        """Read the catalogue of actions, unless it was read a while ago."""
        async with self:
            if self._actions_at and time.monotonic() - self._actions_at < FRESH:
                return
        try:
            async with signed_in_background(self, reads=(READ, LIST)) as api:
                items = await api.members(f"{ENDPOINT}/actions")
            choices = action_choices.choices(each for each in items if isinstance(each, dict))
        except ApiError as error:
            async with self:
                self.actions_problem = await failure_text(self, error)
                ended = await report(self, error, "solidary_file.actions.load_error")
            yield ended
            return
        async with self:
            self.actions = {group: [asdict(each) for each in rows] for group, rows in choices.items()}
            self.actions_problem, self._actions_at = "", time.monotonic()
            self._show_stage()  # of what was filled in before they came

    @rx.event
    @reports_errors("solidary_file.diary.failed", busy="noting")
    async def add_entry(self, data: dict[str, Any]):
        """Note an action, with a comment and about whom; the answer is the record, others' entries included."""
        if self.noting or not self._is_changeable():
            return
        offered = {each["value"] for rows in self.actions.values() for each in rows}
        comment, action = str(data.get("comment") or ""), str(data.get("action") or "")
        try:
            body = action_choices.animation(action, offered, self._about(data), comment)
        except action_choices.Unknown:
            self.missing = True
            yield run("answered")
            return
        self.noting, self.unsure, self.missing, self.overtaken = True, False, False, False
        self._chosen = action
        yield
        try:
            async with signed_in(self, UPDATE, own=await self._proof()) as api:
                noted = await self._command(api, body, lambda: self._lost.is_in(self.diary))
        except ApiError as error:
            yield run("answered")
            if isinstance(error, NotTaken):
                self.overtaken = True
                self._show_stage()
            if not error.unsure:
                raise
            # The box says so, and offers to look: no second sentence (NOTICE-25).
            self.unsure, self._lost = True, self._lost_entry(body["animation"])
            return
        self._begin_entry()
        if not noted:
            await notify(self, "success", "solidary_file.diary.come")
        yield [run("saved"), run("focusOn", ADD)]

    @rx.event
    def note_step(self, by_hand: bool, typed: dict[str, Any] | None = None):
        """Open the box for what is next; `by_hand` for the progress of a request that was taken into account. `typed`
        is what stands in the box."""
        if by_hand:
            return self._prefill(TAKES, "", "", typed)
        return self._prefill(self.step.get("action", ""), self.step.get("user", ""), "", typed)

    @rx.event
    async def note_answer(self, answer: str, user: str, typed: dict[str, Any] | None = None):
        """Open the box for what a driver said on the telephone, a key of ANSWERS."""
        voicemail = say("solidary_file.diary.voicemail", await language_of(self))
        comment = voicemail if answer == "voicemail" else ""
        own = str((typed or {}).get("comment") or "").rstrip().removesuffix(voicemail)  # of another answer before
        return self._prefill(ANSWERS.get(answer, ""), user, comment, {"comment": own})

    @rx.event
    def restore(self, data: dict[str, Any]):
        """Fill the box with a draft that this browser kept."""
        if data:
            self._begin_entry({name: str(data.get(name) or "") for name in ("action", "user", "comment")})

    @rx.event
    def choose_action(self, action: str):
        """An action was chosen in the box, where the browser holds it."""
        if any(each["value"] == action for rows in self.actions.values() for each in rows):
            self._chosen = action

    @rx.event
    def give_up(self):
        """A draft was discarded: the box that a press had filled is empty and shut with it. What was typed into another
        one since is no part of the draft."""
        if not self.draft:
            return None
        self._begin_entry()
        return run("focusOn", ADD)

    def _prefill(self, action: str, user: str, comment: str, typed: dict[str, Any] | None) -> EventSpec | None:
        """Open the box with an action, whom it is about, and a comment to go on with, below what was `typed` there;
        nothing for no action."""
        if not action or not self._is_open():
            return None
        before = str((typed or {}).get("comment") or "").rstrip()
        if comment in before:
            comment = ""
        self._begin_entry({"action": action, "user": user, "comment": "\n".join(filter(None, (before, comment)))})
        return run("focusOn", COMMENT)

    def _begin_entry(self, draft: Texts | None = None) -> None:
        """An empty box, or one that begins with what is to be noted, in sight."""
        self.draft, self.unsure, self.missing, self.overtaken = draft or {}, False, False, False
        self._chosen = self.draft.get("action", "")
        self.revision += 1
        self._show_stage()

    def _show_stage(self) -> None:
        """Offer the actions of the stage of what is chosen, else of the record's."""
        offering = (group for group, rows in self.actions.items() for each in rows if each["value"] == self._chosen)
        self.stage = next(offering, action_choices.stage_of(self.shown.get("status", "")))

    def _about(self, data: dict[str, Any]) -> int:
        """The user an entry is about: the beneficiary, or one of the drivers that were retained."""
        beneficiary = whole(self.shown["userId"], 0)
        known = {each["userId"] for each in self.drivers}
        chosen = str(data.get("user") or "")
        return whole(chosen, beneficiary) if chosen in known else beneficiary

    def _lost_entry(self, entry: dict[str, Any]) -> LostEntry:
        """An entry that was sent and may be in the diary, by what the server calls its action."""
        value = str(entry["action"])
        action = next((each["name"] for rows in self.actions.values() for each in rows if each["value"] == value), "")
        return LostEntry(len(self.diary), action, str(entry.get("comment") or ""))

    def _show_entry(self) -> None:
        """Empty the box where its lost entry is in the diary of a record that is shown."""
        self._found = self.unsure and self._lost.is_in(self.diary)
        if self._found:
            self._begin_entry()
        else:
            self._show_stage()

    def _draft_events(self) -> list[Any]:
        """What was typed is in the diary where its lost entry was found: the browser's draft of it goes."""
        found, self._found = self._found, False
        return [run("saved")] if found else []
