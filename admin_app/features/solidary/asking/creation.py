"""How the wizard creates a request, from a form with which nothing is wrong to the file of its record (SOLIDARY-31).

`Creation` is the story; what it asks of the API stands below it. It runs in the background, once. Creating is not
transactional: a call that failed may have stored the person, and even the record (trap 32). So after every failure both
are looked for (look_up.py), and nothing is posted while that is not known (decision 34).
"""

import time
from collections.abc import Collection, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import replace
from hashlib import sha256
from typing import Any

import reflex as rx
from pydantic import TypeAdapter

from admin_app.api.client import Api
from admin_app.api.errors import AccessDenied, ApiError, Busy, Refused, SessionEnded, Unauthorized, Unreached
from admin_app.api.query import Query, is_record_id
from admin_app.features.solidary import list_cache
from admin_app.features.solidary.asking import request_form
from admin_app.features.solidary.asking.caller import Caller, read_caller
from admin_app.features.solidary.asking.look_up import SECONDS, Mark, Outcome, Plan, look_up
from admin_app.features.solidary.asking.request_form import RequestForm
from admin_app.features.solidary.criteria import Criterion
from admin_app.features.solidary.opening import opens, way_to
from admin_app.features.solidary.proof_files import GIVE_PROOF, ProofFile, ProofFilesMixin, send_proof
from admin_app.features.solidary.record import CREATE, ENDPOINT, LIST, SHOW
from admin_app.kit.clock import today
from admin_app.kit.crud import FormMixin
from admin_app.kit.forms import Submission, WrongFile
from admin_app.kit.script import open_instead, run
from admin_app.kit.session import (
    Session,
    failure_text,
    here,
    notify,
    or_none,
    report,
    signed_in,
    signed_in_background,
    timed,
)
from admin_app.kit.transfer import tickets

NAMES = ("givenName", "familyName")
PERSON = (*NAMES, "birthDate", "telephone", "email")
CREATED, FAILED = "errors.solidary.create_success", "errors.solidary.create_error"
UNKNOWN = "asking.outcome.unknown"
UNSENT = "errors.solidary.proof_error"
MARKS = TypeAdapter(list[Mark])
ROOM = 255
"""Characters of them that are taken over from the tab (GUARD-2)."""
Files = list[tuple[Criterion, ProofFile]]


def digest_of(form: RequestForm) -> str:
    """What tells a person from others in a form, and tells nobody who that is: short, for a tab keeps several."""
    return sha256("\0".join(form.text(name) for name in PERSON).encode()).hexdigest()[:16]


def marks_of(text: str) -> list[Mark]:
    """The marks a tab keeps, the latest first; a browser may say anything."""
    try:
        return MARKS.validate_json(text)
    except ValueError:  # pydantic's too
        return []


def mark_of(text: str, form: RequestForm) -> Mark | None:
    """The mark among them of whoever the form is for."""
    return next((each for each in marks_of(text) if each.whose == digest_of(form)), None)


class CreationHost(ProofFilesMixin, FormMixin, rx.State, mixin=True):
    """What a creation reads of the wizard, and what it tells its page."""

    proofs: dict[str, str] = {}
    """What is proven, by the name of its input."""
    made: str = ""
    """The id of the record, once it is there; nothing more is created then."""
    unsent: list[dict[str, str]] = []
    """The files the server has not taken: `name` of the input, `label` of the criterion, `problem`."""
    perhaps_sent: bool = False
    """Nobody knows of one of them whether it was taken."""
    outcome: dict[str, str] = {}
    """How the last attempt ended that made no record: `key` of a text below `asking.outcome`, and its `detail`."""
    creating: bool = False
    """A creation, or the sending of its files, is under way."""
    elapsed: int = 0
    """Seconds since the creation began."""
    creation_mark: str = rx.SessionStorage("")
    """The marks of the attempts whose fate is not known, one for a person as drafts are (FORM-50): each is looked up
    before anything is sent again for them (`Mark`)."""
    resumed: bool = False
    """The page was loaded anew while its request was being created, and waits for it still."""
    _address: str = ""
    """Where the form stands."""
    _begun: float = 0
    """When the last creation began."""
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
    _told_of: str = ""
    """A digest of whoever was said to be known already, perhaps: that is asked once."""
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

    def _proof_door(self) -> AbstractAsyncContextManager[Api]:
        return signed_in(self, CREATE)

    def _proof_inputs(self) -> set[str]:
        return {each.name for each in self._criteria if each.kind == "file"}

    def _goes_on(self) -> bool:
        """Whether the page was loaded anew in the middle of a creation: it waits for that, as long as it may take.

        At another address it is for somebody else, and begins anew.
        """
        before, self._address = self._address, here(self).text
        self.resumed = self.creating and before == self._address and time.time() < self._begun + SECONDS
        return self.resumed

    def _keep_mark(self, mark: Mark) -> None:
        """Have the tab keep a mark beside those of others, of which the oldest go where there is no room."""
        self._forget_mark(mark)
        marks = [mark, *marks_of(self.creation_mark)]
        while len(MARKS.dump_json(marks)) > ROOM and len(marks) > 1:
            marks.pop()
        self.creation_mark = MARKS.dump_json(marks).decode()

    def _forget_mark(self, mark: Mark) -> None:
        """What became of an attempt is known, or it is marked anew."""
        others = [each for each in marks_of(self.creation_mark) if each.whose != mark.whose]
        self.creation_mark = MARKS.dump_json(others).decode() if others else ""

    def _forget_creation(self) -> None:
        """Nothing was tried yet, for nobody."""
        self.creating, self.resumed, self._attempt = False, False, self._attempt + 1
        self.made, self.unsent, self.outcome, self.elapsed, self._plans = "", [], {}, 0, ()
        self._callers, self._stored, self._told_of, self.proofs = (), {}, "", {}
        self._forget_proofs()


class Creation:
    """One request on its way: planned by a save, then created with its files, then told."""

    def __init__(self, host: CreationHost) -> None:
        self.host = host

    def plan(self, sent: Submission) -> None:
        """Say what is to be created, of a form with which nothing is wrong."""
        host, form, caller, user_id = self.host, RequestForm.of(sent), self.host._caller(), self.host._user_id(sent)
        proofs = request_form.proofs(host._criteria, host.proofs, caller.proven if caller and user_id else None)
        person = request_form.beneficiary(form, user_id, caller.item if caller else None)
        body = request_form.creation_body(form, today(), host._structure_id, person, proofs)
        alike = {row["_key"] for rows in host.duplicates.values() for row in rows}
        new = Mark(whose=digest_of(form), alike=[int(key) for key in alike if key.isdigit()])
        mark = mark_of(host.creation_mark, form)
        names = {name: form.text(name) for name in NAMES}
        host._plans = (Plan(body, names, user_id, mark or new, again=bool(mark)),)
        host._begun = time.time()

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
        outcome, caller, failed, step = None, None, {}, None
        try:
            async with signed_in_background(host, CREATE) as api:
                outcome = await timed(host, self._make(api, plan), self._set_elapsed)
                if outcome.fate == "done":
                    failed = await send_files(api, outcome.record_id, files)
                elif outcome.user_id:
                    caller = await self._read_again(api, outcome.user_id)
        except Exception as error:
            async with host:
                step = await report(host, error, FAILED if isinstance(error, ApiError) else UNKNOWN)
        async with host:
            if outcome and outcome.fate != "unknown":
                host._forget_mark(plan.mark)
            if host._attempt != attempt:  # another request was begun meanwhile: this one has no page any more
                await self._notify_only(outcome, failed)
                return None
            host.creating, host._plans = False, ()
            if host.resumed and not (outcome and outcome.fate == "done"):
                # The draft was held back: drawn anew, the form offers it.
                host.resumed, host.revision = False, host.revision + 1
            if outcome and outcome.fate == "done":
                host.made = str(outcome.record_id)
                step = step or await self._open_record(files, failed)
            elif outcome:
                step = step or await self._tell_failure(plan, outcome, caller)
        return step or run("answered")

    async def send_again(self) -> Any:
        """Send the files that the server has not taken; the record is there."""
        host = self.host
        async with host:
            if host.creating or not is_record_id(host.made) or not host.unsent:
                return None
            host.creating, record_id, files = True, int(host.made), self._files()
        failed, step = {}, None
        try:
            async with signed_in_background(host, CREATE, GIVE_PROOF) as api:
                failed = await send_files(api, record_id, files)
        except Exception as error:
            async with host:
                step = await report(host, error, UNSENT)
        async with host:
            host.creating = False
            step = step or await self._open_record(files, failed)
        return step or run("answered")

    # --- step by step -------------------------------------------------------------------

    async def _make(self, api: Api, plan: Plan) -> Outcome:
        """Create the record once; what became of it, looked up where the answer does not tell, and first of all where
        it was begun before. The tab has its mark before anything is sent."""
        if plan.again:
            outcome = await look_up(api, plan, lost=plan.mark.may_be_on_its_way())
            if outcome.fate != "refused":
                return outcome
        try:
            plan = await marked(api, plan)
        except SessionEnded:
            raise
        except ApiError as error:
            return Outcome("refused", error=error)
        await self._keep_mark(plan.mark)
        try:
            answer = await api.create(ENDPOINT, plan.body, keep_ids=("beneficiary", "proofs"), seconds=SECONDS)
        except SessionEnded:
            await self._keep_mark(plan.mark.model_copy(update={"until": 0}))  # it was refused at the door
            raise
        except Unreached as error:
            return Outcome("refused", error=error)
        except ApiError as error:
            # A proxy that gave up says nothing of the server behind it.
            answered = isinstance(error, Refused | Busy | Unauthorized) or error.status == 500
            if answered:
                await self._keep_mark(plan.mark.model_copy(update={"until": 0}))
            outcome = await look_up(api, plan, lost=not answered)
            error.unsure = outcome.fate == "unknown"  # what was looked up is known
            return replace(outcome, error=error)
        finally:
            list_cache.forget(api)
        number = answer.get("id")
        if isinstance(number, int):
            return Outcome("done", number, plan.user_id)
        return await look_up(api, plan, lost=True)

    async def _keep_mark(self, mark: Mark) -> None:
        async with self.host:
            self.host._keep_mark(mark)

    def _files(self) -> Files:
        """The files that wait to be sent; one that is gone by now is told as unsent."""
        files: Files = []
        self.host.unsent, self.host.perhaps_sent = [], False
        for criterion in self.host._criteria:
            try:
                file = self.host._proof_file(criterion.name)
            except (tickets.RefusedFile, WrongFile):
                self._add_unsent(criterion, "")
            else:
                files += [(criterion, file)] if file else []
        return files

    def _set_elapsed(self, seconds: int) -> None:
        self.host.elapsed = seconds

    async def _read_again(self, api: Api, user_id: int) -> Caller | None:
        """The person as an attempt that failed has left them, as far as one may know."""
        async with self.host:
            structure_id, criteria = self.host._structure_id, self.host._criteria
            readable = set((await self.host.get_state(Session))._readable())
        # Not their requests: one that comes late must not be taken for one that was there before.
        return await or_none(read_caller(api, user_id, structure_id, criteria, readable - {LIST}))

    def _add_unsent(self, criterion: Criterion, problem: str) -> None:
        file = {"name": criterion.name, "label": criterion.label, "problem": problem}
        self.host.unsent = [*self.host.unsent, file]

    # --- how it ends --------------------------------------------------------------------

    async def _open_record(self, files: Files, failed: Mapping[int | None, ApiError]) -> Any:
        """To the file of the record, once all is sent, where it opens; else what is not sent is said. The draft goes in
        any case."""
        host = self.host
        host.perhaps_sent = any(error.unsure for error in failed.values())
        for criterion, _ in files:
            if error := failed.get(criterion.id):
                self._add_unsent(criterion, await failure_text(host, error))
            else:
                host._drop_proof_file(criterion.name)
        if not host.unsent:
            host._forget_proofs()
            await notify(host, "success", CREATED)
        elif not host.perhaps_sent:  # that is said on the page, and nothing says otherwise
            await notify(host, "error", UNSENT)
        session = await host.get_state(Session)
        stays = host.unsent or not await opens(host)  # its page says what was made
        onward = run("focusOn", "asking-made") if stays else open_instead(f"{SHOW}/{host.made}")
        # By its name: a page that was loaded anew meanwhile may not have drawn the form yet.
        return [run("saved", f"{session.user_id}:{host.resource.key}:{host.record_id}"), onward]

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

    async def _notify_only(self, outcome: Outcome | None, failed: Collection[Any]) -> None:
        """Say how a creation ended whose form was left; what was raised is told already."""
        if outcome:
            text = {"done": CREATED, "unknown": UNKNOWN}.get(outcome.fate, FAILED)
            done = outcome.fate == "done"
            made = await way_to(self.host, outcome.record_id) if done else ""
            await notify(self.host, "success" if done else "error", text, to=made)
        if failed:
            await notify(self.host, "error", UNSENT)


# --- what the API is asked ----------------------------------------------------------------


async def marked(api: Api, plan: Plan) -> Plan:
    """The plan with the mark of a creation that begins now.

    ApiError where the requests do not come: what was asked for before could then be taken for it. Who may not see
    them is told nothing of them afterwards either.
    """
    known = 0
    with suppress(AccessDenied):
        newest = await api.list(ENDPOINT, Query(1, 1, ("id", True)))
        known = max((item["id"] for item in newest.items), default=0)
    mark = plan.mark.model_copy(update={"known": known, "until": int(time.time()) + SECONDS})
    return replace(plan, mark=mark)


async def send_files(api: Api, record_id: int, files: Files) -> dict[int | None, ApiError]:
    """Send each file of a record, one by one (SOLIDARY-8), and say why some failed, by criterion.

    One that was stored although its answer was lost is refused when it is sent again (trap 29): the record tells.
    """
    failed: dict[int | None, ApiError] = {}
    for criterion, file in files:
        try:
            await send_proof(api, record_id, criterion.id or 0, file, SECONDS)
        except SessionEnded:
            raise
        except ApiError as error:
            record = await or_none(api.get(ENDPOINT, record_id))
            proofs = (record or {}).get("adminproofs") or ()
            if (criterion.id, file.name) in [
                (each.get("structureProofId"), each.get("originalName")) for each in proofs
            ]:
                continue
            # A server that has answered is done with it; what is on its way behind a proxy may still come.
            error.unsure = error.unsure and (record is None or error.status != 500)
            failed[criterion.id] = error
    return failed
