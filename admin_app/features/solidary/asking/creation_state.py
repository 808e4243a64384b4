"""The part of the wizard that creates the record and sends its files: in the background, once, and told in words.

What goes wrong stays on the page until it is taken up again: `told` names a text below `asking.told`.
"""

import asyncio
import time
from collections.abc import Mapping
from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, SessionEnded
from admin_app.api.paths import is_record_id
from admin_app.features.solidary.asking import caller_lookup, shaping, submitted_form
from admin_app.features.solidary.asking.creation import Mark, Outcome, Plan, make, send_files, whose
from admin_app.features.solidary.asking.schema import CREATE, ROUTE
from admin_app.features.solidary.criteria import Criterion
from admin_app.features.solidary.criteria_inputs import input_name
from admin_app.features.solidary.proof_files import ProofFile, ProofFilesMixin
from admin_app.features.solidary.record import Row
from admin_app.kit.forms.host import FormHost
from admin_app.kit.forms.submission import Submission
from admin_app.kit.forms.upload import WrongFile
from admin_app.kit.script import open_instead, run
from admin_app.kit.session import Session, failure_text, notify, report, signed_in_background
from admin_app.kit.transfer import tickets

DONE, FAILED = "errors.solidary.create_success", "errors.solidary.create_error"
UNKNOWN = "asking.told.unknown"
UNSENT = "errors.solidary.proof_error"
FILES = "proof_create"
NAMES = ("givenName", "familyName")


class MakingMixin(ProofFilesMixin, FormHost, rx.State, mixin=True):
    """What becomes of a request once its form is right."""

    made: str = ""
    """The id of the record, once it is there; nothing more is created then."""
    unsent: list[dict[str, str]] = []
    """The files the server has not taken: `name` of the input, `label` of the criterion, `problem`."""
    told: dict[str, str] = {}
    """What must be known of the last attempt: `key`, and its `detail`."""
    creating: bool = False
    """A creation, or the sending of its files, is under way."""
    elapsed: int = 0
    """Seconds since the creation began."""
    _structure_id: int = 0
    # Tuples: what a state holds in lists and objects is handed out wrapped, and models bear no wrapping.
    _asked: tuple[Criterion, ...] = ()
    """What the structure asks requesters to prove."""
    _plans: tuple[Plan, ...] = ()
    """What is to be created, if anything is."""
    _attempt: int = 0
    """Counts the creations and the forms: one that was left does not write into the next."""
    begun: str = rx.SessionStorage("")
    """The mark of an attempt whose fate is not known: it is looked up before anything is sent again (`Plan.mark`)."""
    _known: tuple[dict[str, Any], ...] = ()
    """The user it is for, as the API has them."""
    _past: tuple[Row, ...] = ()
    _given: dict[int, str] | None = None
    _stored: dict[str, str] = {}
    """A new person who was stored by an attempt that failed: `id`, and the names they were stored under."""

    @rx.event(background=True)
    async def create(self):
        """Create the record that was planned by a save, then send its files."""
        async with self:
            plans = self._plans
            if not plans or self.made or self.creating:
                return
            plan, files = plans[0], self._files()
            self._attempt += 1
            attempt = self._attempt
            self.creating, self.told, self.elapsed, self.begun = True, {}, 0, plan.mark
        outcome, caller, failed, step = None, None, {}, None
        try:
            async with signed_in_background(self, CREATE) as api:
                outcome = await self._waited(make(api, plan))
                if outcome.fate == "done":
                    failed = await send_files(api, outcome.record_id or 0, files)
                elif outcome.user_id:
                    caller = await self._met_again(api, outcome.user_id)
        except Exception as error:
            async with self:
                step = await report(self, error, FAILED if isinstance(error, ApiError) else UNKNOWN)
        async with self:
            if outcome and outcome.fate != "unknown" and self.begun == plan.mark:
                self.begun = ""
            if self._attempt != attempt:  # another request was begun meanwhile: this one has no page any more
                await self._told_elsewhere(outcome, failed)
                return
            self.creating, self._plans = False, ()
            if outcome and outcome.fate == "done":
                self.made = str(outcome.record_id)
                await self._tell_unsent(files, failed)
            if outcome:
                step = step or await self._told_of(plan, outcome, caller)
        yield step or run("answered")

    @rx.event(background=True)
    async def send_again(self):
        """Send the files that the server has not taken; the record is there."""
        async with self:
            if self.creating or not is_record_id(self.made) or not self.unsent:
                return
            failed: dict[int, ApiError] = {}
            self.creating, record_id, files = True, int(self.made), self._files()
        step = None
        try:
            async with signed_in_background(self, CREATE, FILES) as api:
                failed = await send_files(api, record_id, files)
        except Exception as error:
            async with self:
                step = await report(self, error, UNSENT)
        async with self:
            self.creating = False
            if not step:
                await self._tell_unsent(files, failed)
                step = await self._leave_made()
        yield step or run("answered")

    # --- for the wizard -----------------------------------------------------------------

    def _plan(self, sent: Submission) -> None:
        """What is to be created, of a form with which nothing is wrong."""
        held = submitted_form.held(sent)
        values = {each.id: self._proof_text(each) for each in self._asked if each.id is not None}
        user_id = self._person_id(sent)
        who = shaping.beneficiary(held, user_id, self._known[0] if self._known else None)
        proofs = shaping.proofs(self._asked, values, self._given if user_id else None)
        body = shaping.created(held, submitted_form.today(), self._structure_id, who, proofs)
        names = {name: held.text(name) for name in NAMES}
        mark = Mark.of(self.begun, held)
        known = mark.known if mark else [row.id for row in self._past if row.id is not None]
        alike = mark.alike if mark else self._alike_ids()
        self._plans = (Plan(body, names, tuple(known), tuple(alike), whose(held), again=bool(mark)),)

    def _person_id(self, sent: Submission) -> int | None:
        """The user it is for: the chosen one, or one who was stored by an attempt that failed."""
        chosen = sent.values.get("userId", "")
        same = self._stored and all(sent.values.get(name) == self._stored[name] for name in NAMES)
        found = chosen if is_record_id(chosen) else self._stored["id"] if same else ""
        return int(found) if found else None

    def _forget_made(self) -> None:
        """Nothing was tried yet."""
        self.creating, self._attempt = False, self._attempt + 1
        self.made, self.unsent, self.told, self.elapsed, self._plans = "", [], {}, 0, ()
        self._known, self._past, self._given, self._stored = (), (), None, {}
        self._forget_proofs()

    def _alike_ids(self) -> tuple[int, ...]:
        """The users who looked like this person before."""
        return ()

    def _proof_text(self, asked: Criterion) -> str:
        return ""

    # --- an attempt, step by step -------------------------------------------------------

    async def _waited(self, work: Any) -> Any:
        """Wait, and say each second how long; what was begun goes on when nobody waits any more."""
        task, since = asyncio.create_task(work), time.monotonic()
        while not (await asyncio.wait({task}, timeout=1))[0]:
            async with self:
                self.elapsed = int(time.monotonic() - since)
        return task.result()

    def _files(self) -> dict[int, ProofFile]:
        """The files that wait to be sent, by criterion; one that is gone by now is said to be missing."""
        found: dict[int, ProofFile] = {}
        missing: list[dict[str, str]] = []
        for each in self._asked:
            name = input_name(each.id)
            if each.kind != "file" or each.id is None or name not in self._proof_tickets:
                continue
            try:
                file = self._proof_file(name)
            except (tickets.RefusedFile, WrongFile):
                missing.append({"name": name, "label": each.label, "problem": ""})
                continue
            found |= {each.id: file} if file else {}
        self.unsent = missing
        return found

    async def _tell_unsent(self, files: Mapping[int, ProofFile], failed: Mapping[int, ApiError]) -> None:
        """Let go of the files that were sent, and say why the others were not."""
        labels = {each.id: each.label for each in self._asked}
        for number in files.keys() - failed.keys():
            self._drop_proof_file(input_name(number))
        told = [
            {"name": input_name(number), "label": labels.get(number, ""), "problem": await failure_text(self, error)}
            for number, error in failed.items()
        ]
        self.unsent = [*self.unsent, *told]

    async def _told_elsewhere(self, outcome: Outcome | None, failed: Mapping[int, ApiError]) -> None:
        """Say how a creation ended whose form was left; what was raised is told already."""
        if outcome:
            words = {"done": DONE, "unknown": UNKNOWN}.get(outcome.fate, FAILED)
            await notify(self, "success" if outcome.fate == "done" else "error", words)
        if failed:
            await notify(self, "error", UNSENT)

    async def _met_again(self, api: Api, user_id: int) -> caller_lookup.Caller | None:
        """The person as an attempt that failed has left them, as far as one may know."""
        async with self:
            structure_id, asked = self._structure_id, self._asked
            readable = set((await self.get_state(Session))._readable())
        try:
            # Not their requests: one that comes late must not be taken for one that was there before.
            return await caller_lookup.meet(api, user_id, structure_id, asked, readable - {caller_lookup.RECORDS})
        except SessionEnded:
            raise
        except ApiError:
            return None

    async def _told_of(self, plan: Plan, outcome: Outcome, caller: caller_lookup.Caller | None) -> Any:
        """Say what became of it; where to go, when it is done."""
        if outcome.fate == "done":
            return await self._leave_made()
        if outcome.user_id and not plan.user_id:
            self._stored = {"id": str(outcome.user_id), **plan.names}
        if caller:
            self._known, self._given = (caller.item,), caller.given
        unknown = outcome.fate == "unknown"
        detail = await failure_text(self, outcome.error) if outcome.error and not unknown else ""
        self.told = {"key": outcome.fate, "detail": detail}
        if not unknown:  # nobody knows yet that it failed: the page says so, and nothing says otherwise
            await notify(self, "error", FAILED, detail)
        return [run("answered"), run("arrived", "asking-told")]

    async def _leave_made(self) -> Any:
        """To the file of the record, once all is sent; else what is not sent is said. The draft goes in any case."""
        if self.unsent:
            await notify(self, "error", UNSENT)
            return [run("saved"), run("arrived", "asking-made")]
        self._forget_proofs()
        await notify(self, "success", DONE)
        return [run("saved"), open_instead(f"{ROUTE}/show/{self.made}")]
