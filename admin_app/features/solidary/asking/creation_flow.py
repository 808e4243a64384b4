"""How the wizard creates a request, from a form with which nothing is wrong to the file of its record (SOLIDARY-31).

`Creation` is the story; what it asks of the API is in creation.py, and what the page says of it is in its host. It
runs in the background, once. What goes wrong stays on the page until it is taken up again.
"""

import asyncio
import time
from collections.abc import Awaitable, Mapping
from dataclasses import replace
from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, SessionEnded
from admin_app.api.query import is_record_id
from admin_app.features.solidary.asking import request_form
from admin_app.features.solidary.asking.caller import RECORDS, Caller, read_caller
from admin_app.features.solidary.asking.creation import NAMES, Mark, Outcome, Plan, digest_of, make, send_files
from admin_app.features.solidary.asking.request_form import RequestForm, today
from admin_app.features.solidary.asking.schema import CREATE, ROUTE
from admin_app.features.solidary.criteria import Criterion, input_name
from admin_app.features.solidary.proof_files import ProofFile, ProofFilesMixin
from admin_app.kit.crud import FormMixin
from admin_app.kit.forms import Submission, WrongFile
from admin_app.kit.script import open_instead, run
from admin_app.kit.session import Session, failure_text, notify, report, signed_in_background
from admin_app.kit.transfer import tickets

CREATED, FAILED = "errors.solidary.create_success", "errors.solidary.create_error"
UNKNOWN = "asking.outcome.unknown"
UNSENT = "errors.solidary.proof_error"
FILES = "proof_create"
"""What it takes to send a file."""


class CreationHost(ProofFilesMixin, FormMixin, rx.State, mixin=True):
    """What a creation reads of the wizard, and what it tells its page."""

    proofs: dict[str, str] = {}
    """What is proven, by the name of its input."""
    made: str = ""
    """The id of the record, once it is there; nothing more is created then."""
    unsent: list[dict[str, str]] = []
    """The files the server has not taken: `name` of the input, `label` of the criterion, `problem`."""
    outcome: dict[str, str] = {}
    """How the last attempt ended that made no record: `key` of a text below `asking.outcome`, and its `detail`."""
    creating: bool = False
    """A creation, or the sending of its files, is under way."""
    elapsed: int = 0
    """Seconds since the creation began."""
    creation_mark: str = rx.SessionStorage("")
    """The mark of an attempt whose fate is not known: it is looked up before anything is sent again (`Mark`)."""
    _structure_id: int = 0
    # Tuples: what a state holds in lists and objects is handed out wrapped, and models bear no wrapping.
    _criteria: tuple[Criterion, ...] = ()
    """What the structure asks requesters to prove."""
    _callers: tuple[Caller, ...] = ()
    """Whoever has an account and asks, as the API has them."""
    _plans: tuple[Plan, ...] = ()
    """What is to be created, if anything is."""
    _attempt: int = 0
    """Counts the creations and the forms: one that was left does not write into the next."""
    _stored: dict[str, str] = {}
    """A new person who was stored by an attempt that failed: `id`, and the names they were stored under."""

    def _caller(self) -> Caller | None:
        """Whoever has an account and asks."""
        return self._callers[0] if self._callers else None

    def _user_id(self, sent: Submission) -> int | None:
        """The user it is for: the chosen one, or one who was stored by an attempt that failed."""
        chosen = sent.values.get("userId", "")
        same = self._stored and all(sent.values.get(name) == self._stored[name] for name in NAMES)
        number = chosen if is_record_id(chosen) else self._stored["id"] if same else ""
        return int(number) if number else None

    def _forget_creation(self) -> None:
        """Nothing was tried yet, for nobody."""
        self.creating, self._attempt = False, self._attempt + 1
        self.made, self.unsent, self.outcome, self.elapsed, self._plans = "", [], {}, 0, ()
        self._callers, self._stored = (), {}
        self._forget_proofs()


class Creation:
    """One request on its way: planned by a save, then created with its files, then told."""

    def __init__(self, host: CreationHost) -> None:
        self.host = host

    def plan(self, sent: Submission) -> None:
        """Say what is to be created, of a form with which nothing is wrong."""
        host, form, caller, user_id = self.host, RequestForm.of(sent), self.host._caller(), self.host._user_id(sent)
        texts = {each.id: host.proofs.get(input_name(each.id), "") for each in host._criteria if each.id is not None}
        proofs = request_form.proofs(host._criteria, texts, caller.proven if caller and user_id else None)
        person = request_form.beneficiary(form, user_id, caller.item if caller else None)
        body = request_form.creation_body(form, today(), host._structure_id, person, proofs)
        names = {name: form.text(name) for name in NAMES}
        mark = Mark.read(host.creation_mark, form)
        past = [row.id for row in (caller.past if caller else ()) if row.id is not None]
        new = Mark(whose=digest_of(form), known=past, alike=self._lookalike_ids())
        host._plans = (Plan(body, names, mark or new, again=bool(mark)),)

    async def run(self) -> Any:
        """Create the record, then send its files; the answer is what the page does next."""
        host = self.host
        async with host:
            if not host._plans or host.made or host.creating:
                return None
            plan, files = host._plans[0], self._files()
            host._attempt += 1
            attempt = host._attempt
            host.creating, host.outcome, host.elapsed = True, {}, 0
            host.creation_mark = mark = plan.mark.model_dump_json()
        outcome, caller, failed, step = None, None, {}, None
        try:
            async with signed_in_background(host, CREATE) as api:
                outcome = await self._counted(make(api, plan))
                if outcome.fate == "done":
                    failed = await send_files(api, outcome.record_id or 0, files)
                elif outcome.user_id:
                    caller = await self._read_again(api, outcome.user_id)
        except Exception as error:
            async with host:
                step = await report(host, error, FAILED if isinstance(error, ApiError) else UNKNOWN)
        async with host:
            if outcome and outcome.fate != "unknown" and host.creation_mark == mark:
                host.creation_mark = ""
            if host._attempt != attempt:  # another request was begun meanwhile: this one has no page any more
                await self._notify_only(outcome, failed)
                return None
            host.creating, host._plans = False, ()
            if outcome and outcome.fate == "done":
                host.made = str(outcome.record_id)
                await self._tell_unsent(files, failed)
                step = step or await self._open_record()
            elif outcome:
                step = step or await self._tell_failure(plan, outcome, caller)
        return step or run("answered")

    async def send_again(self) -> Any:
        """Send the files that the server has not taken; the record is there."""
        host = self.host
        async with host:
            if host.creating or not is_record_id(host.made) or not host.unsent:
                return None
            failed: dict[int, ApiError] = {}
            host.creating, record_id, files = True, int(host.made), self._files()
        step = None
        try:
            async with signed_in_background(host, CREATE, FILES) as api:
                failed = await send_files(api, record_id, files)
        except Exception as error:
            async with host:
                step = await report(host, error, UNSENT)
        async with host:
            host.creating = False
            if not step:
                await self._tell_unsent(files, failed)
                step = await self._open_record()
        return step or run("answered")

    # --- step by step -------------------------------------------------------------------

    def _lookalike_ids(self) -> list[int]:
        """The users who look like the new person."""
        rows = (row for rows in self.host.duplicates.values() for row in rows)
        return [int(row["_key"]) for row in rows if row["_key"].isdigit()]

    async def _counted(self, work: Awaitable[Outcome]) -> Outcome:
        """Wait, and say each second how long; what was begun goes on when nobody waits any more."""
        task, since = asyncio.ensure_future(work), time.monotonic()
        while not (await asyncio.wait({task}, timeout=1))[0]:
            async with self.host:
                self.host.elapsed = int(time.monotonic() - since)
        return task.result()

    async def _read_again(self, api: Api, user_id: int) -> Caller | None:
        """The person as an attempt that failed has left them, as far as one may know."""
        async with self.host:
            structure_id, criteria = self.host._structure_id, self.host._criteria
            readable = set((await self.host.get_state(Session))._readable())
        try:
            # Not their requests: one that comes late must not be taken for one that was there before.
            return await read_caller(api, user_id, structure_id, criteria, readable - {RECORDS})
        except SessionEnded:
            raise
        except ApiError:
            return None

    def _files(self) -> dict[int, ProofFile]:
        """The files that wait to be sent, by criterion; one that is gone by now is told as unsent."""
        files: dict[int, ProofFile] = {}
        self.host.unsent = []
        for criterion in self.host._criteria:
            name = input_name(criterion.id)
            try:
                file = self.host._proof_file(name)
            except (tickets.RefusedFile, WrongFile):
                self._add_unsent(criterion.id, "")
            else:
                files |= {criterion.id: file} if file and criterion.id else {}
        return files

    async def _tell_unsent(self, files: Mapping[int, ProofFile], failed: Mapping[int, ApiError]) -> None:
        """Let go of the files that were sent, and say why the others were not."""
        for criterion_id in files.keys() - failed.keys():
            self.host._drop_proof_file(input_name(criterion_id))
        for criterion_id, error in failed.items():
            self._add_unsent(criterion_id, await failure_text(self.host, error))

    def _add_unsent(self, criterion_id: int | None, problem: str) -> None:
        label = next((each.label for each in self.host._criteria if each.id == criterion_id), "")
        file = {"name": input_name(criterion_id), "label": label, "problem": problem}
        self.host.unsent = [*self.host.unsent, file]

    # --- how it ends --------------------------------------------------------------------

    async def _open_record(self) -> Any:
        """To the file of the record, once all is sent; else what is not sent is said. The draft goes in any case."""
        if self.host.unsent:
            await notify(self.host, "error", UNSENT)
            return [run("saved"), run("focusOn", "asking-made")]
        self.host._forget_proofs()
        await notify(self.host, "success", CREATED)
        return [run("saved"), open_instead(f"{ROUTE}/show/{self.host.made}")]

    async def _tell_failure(self, plan: Plan, outcome: Outcome, caller: Caller | None) -> Any:
        """Say on the page what became of it; whoever it has stored is known from now on."""
        host = self.host
        if outcome.user_id and not plan.user_id:
            host._stored = {"id": str(outcome.user_id), **plan.names}
        if caller:
            before = host._caller()
            host._callers = (replace(caller, past=before.past if before else []),)
        unknown = outcome.fate == "unknown"
        detail = await failure_text(host, outcome.error) if outcome.error and not unknown else ""
        host.outcome = {"key": outcome.fate, "detail": detail}
        if not unknown:  # nobody knows yet that it failed: the page says so, and nothing says otherwise
            await notify(host, "error", FAILED, detail)
        return [run("answered"), run("focusOn", "asking-outcome")]

    async def _notify_only(self, outcome: Outcome | None, failed: Mapping[int, ApiError]) -> None:
        """Say how a creation ended whose form was left; what was raised is told already."""
        if outcome:
            text = {"done": CREATED, "unknown": UNKNOWN}.get(outcome.fate, FAILED)
            await notify(self.host, "success" if outcome.fate == "done" else "error", text)
        if failed:
            await notify(self.host, "error", UNSENT)
