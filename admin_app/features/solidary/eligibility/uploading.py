"""A proof sent for a candidate, and the candidate accepted in one go (FILE-8).

The API takes the file of a proof with the number of a record of the person, not with the person: one is looked for in
the list. To send and to accept are two calls. The first may succeed and the second fail: what was done is said, and
what was not done stays to be pressed again, alone. The API only ever adds: a proof that was given is removed before
another file takes its place (trap 29), which is said where that file then does not arrive.
"""

from collections.abc import Mapping
from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, SessionEnded
from admin_app.features.solidary import memberships
from admin_app.features.solidary.deciding import DecisionMixin
from admin_app.features.solidary.eligibility.status import is_met, lacking, proof_ids, record_for
from admin_app.features.solidary.eligibility.structure_reader import STRUCTURE_READ, structure_of
from admin_app.features.solidary.memberships import Item, Undecided
from admin_app.features.solidary.proof_files import GIVE_PROOF, ProofFile, ProofFilesMixin, send_proof
from admin_app.features.solidary.record import LIST as RECORDS
from admin_app.features.solidary.requests_of_person import requests_of
from admin_app.features.solidary.roles import BENEFICIARY
from admin_app.features.solidary.statuses import MEMBER
from admin_app.kit.declare import text_of
from admin_app.kit.forms import WrongFile, reason
from admin_app.kit.script import run
from admin_app.kit.session import (
    Session,
    Standing,
    failure_text,
    notify,
    report,
    reports_errors,
    signed_in,
    signed_in_background,
)
from admin_app.kit.transfer import tickets
from admin_app.kit.words.locale import language_of, say

GIVEN, REMOVAL = "proofs", "proof_delete"
DIALOG = "send-proofs"


class UploadingMixin(DecisionMixin, ProofFilesMixin, rx.State, mixin=True):
    """A page on which proofs of beneficiaries are sent; those of volunteers the API takes from nobody here."""

    wanted: list[dict[str, Any]] = []
    """The criteria a file may be sent for, as `criteria_inputs` shows them."""
    replaced: list[str] = []
    """Those that were given already: what is sent takes their place, for who may remove them."""
    beside: list[str] = []
    """The mandatory criteria that are no files: they are answered in a request."""
    obstacle: str = ""
    """Why nothing can be sent: the end of a key below `eligibility.obstacle`."""
    user: str = ""
    """The user the person is: a request may be created for them."""
    stored: list[str] = []
    """The proofs that were sent while the dialog is open."""
    refused: str = ""
    """What did not go well, in the person's language."""
    sending: bool = False
    _record: str = ""
    """The record of the person that proofs are sent with; empty while none is known."""
    _removed: str = ""
    """What the proof is called that was removed for another file, which has not arrived yet."""

    @rx.event(supersedes=True)
    @reports_errors("eligibility.unopened")
    async def open_proofs(self, person: str, structure: str):
        """Find out what is wanted of a beneficiary and where it is sent; what accepting them changes is told too."""
        self._forget_proofs()
        self.wanted, self.replaced, self.beside, self.stored = [], [], [], []
        self.obstacle = self.refused = self.user = ""
        self.decision, self.consequences, self._record, self._removed = {}, [], "", ""
        try:
            async with signed_in(self, GIVE_PROOF, reads=(BENEFICIARY.read, STRUCTURE_READ, RECORDS)) as api:
                item, membership = await self._membership(api, BENEFICIARY, str(person), str(structure))
                await self._prepare(api, item, membership.structure)
                accepting = await self._holds(BENEFICIARY.update) and membership.status != MEMBER and membership.id
                if accepting:
                    self.consequences = await self._foresee(api, BENEFICIARY, item, membership.structure, accept=True)
        except Undecided as error:
            yield await self._give_way(error)
            return
        self.decision = memberships.decision(item, str(person), membership, accept=bool(accepting))
        yield run("openDialog", DIALOG)

    @rx.event(background=True)
    async def send_proofs(self, accept: bool):
        """Send the files that were chosen, then accept the candidate where that is asked; each once."""
        async with self:
            if self.sending or self.deciding or not self.decision or not self._record or self.obstacle:
                return
            self.sending, self.refused = True, ""
            decision, record, files = dict(self.decision), self._record, await self._chosen_files()
            if files is None or (not files and not self.stored):
                self.sending = False
                self.refused = self.refused or say("eligibility.no_file", await language_of(self))
                return
        accept = accept and bool(decision["accept"])
        acts = (BENEFICIARY.update,) if accept else ()
        try:
            async with signed_in_background(self, GIVE_PROOF, *acts, reads=BENEFICIARY.read) as api:
                await self._send_all(api, decision["person"], record, files)
                if accept:
                    item = await memberships.decide(api, BENEFICIARY, decision)
                else:
                    item = await api.get(BENEFICIARY.endpoint, decision["person"])
        except Exception as error:
            async with self:
                self.sending = False
                step = await self._show_failure(error, accept=accept)
            if step:
                yield step
            return
        async with self:
            self.sending = False
            await self._show_success(item, decision, accepted=accept)
        yield [run("closeDialog", DIALOG), *([self._focus_after()] if accept else []), *self._after_decision()]

    @rx.event
    def leave_proofs(self):
        """Give up the files that were chosen and not sent."""
        if not self.sending:
            self._forget_proofs()

    async def _prepare(self, api: Api, item: Item, structure_id: str) -> None:
        """What may be sent, and to which record."""
        structure = await structure_of(api, structure_id)
        if structure is None:
            self.obstacle = "unread"
            return
        criteria = structure.criteria(BENEFICIARY.asked)
        files = [each for each in criteria if each.kind == "file" and each.id]
        given = [each for each in files if is_met(each.id, item)]
        replaces = await self._holds(REMOVAL)
        self.wanted = [each.model_dump() for each in files if replaces or each not in given]
        self.replaced = [each.label for each in given]
        self.beside = [each.label for each in lacking(item, structure, BENEFICIARY) if each.kind != "file"]
        self.user, *names = (text_of(item.get(name)) for name in ("userId", "givenName", "familyName"))
        ids = [str(each.get("id")) for each in await requests_of(api, self.user, *names)]
        self._record = record_for(item, structure_id, ids)
        if not self.wanted:
            self.obstacle = "all_given" if given else "no_file_asked"
        elif not self._record:
            self.obstacle = "several" if ids else "no_record"

    async def _holds(self, permission: str) -> bool:
        """Whether the person holds a permission for whomever it is about."""
        return (await self.get_state(Session))._standing(permission) is Standing.FULL

    async def _chosen_files(self) -> dict[str, ProofFile] | None:
        """The files to send by the name of their input; None where one cannot be sent, which is then said."""
        files: dict[str, ProofFile] = {}
        for name in sorted(self._proof_inputs()):
            try:
                file = self._proof_file(name)
            except (WrongFile, tickets.RefusedFile) as error:
                self.refused = reason(error, await language_of(self))
                return None
            if file:
                files[name] = file
        return files

    async def _send_all(self, api: Api, person: str, record: str, files: Mapping[str, ProofFile]) -> None:
        """Send the files, each in the place of the one the person gave before."""
        given = proof_ids(await api.get(BENEFICIARY.endpoint, person)) if files else {}
        for name, file in files.items():
            await self._send_one(api, record, name, file, given)

    async def _send_one(self, api: Api, record: str, name: str, file: ProofFile, given: dict[int, int]) -> None:
        """Send one file, in the place of the one that was given; it is not sent again when another fails."""
        criterion = int(name.rpartition(":")[2])
        label = next((str(each["label"]) for each in self.wanted if each["id"] == criterion), "")
        if criterion in given:
            async with signed_in_background(self, REMOVAL) as remover:
                await remover.delete(GIVEN, given[criterion])
            async with self:
                self._removed = label
        await send_proof(api, int(record), criterion, file)
        async with self:
            self.stored, self._removed = [*self.stored, label], ""
            self._drop_proof_file(name)

    async def _show_failure(self, error: Exception, *, accept: bool) -> Any:
        """Say what was done and what was not; the dialog stays, for the rest."""
        error, locale = self._in_words(error), await language_of(self)
        if isinstance(error, SessionEnded) or not isinstance(error, ApiError):
            return await report(self, error, "eligibility.failed")
        detail = await failure_text(self, error)
        left = bool(self._proof_tickets)
        key = "removed" if self._removed else "unsent" if left else "unaccepted" if accept else "unread_after"
        self.refused = f"{say(f'eligibility.{key}', locale, name=self._removed)} {detail}".strip()
        return run("focusOn", "proofs-refused")

    async def _show_success(self, item: dict[str, Any], decision: dict[str, str], *, accepted: bool) -> None:
        """Say what was done, and show the person as they are."""
        names = self._names(decision)
        if self.stored:
            await notify(self, "success", "eligibility.stored", ", ".join(self.stored), len(self.stored), **names)
        if accepted:
            await notify(self, "success", "memberships.accepted", **names)
        self.stored, self.decision = [], {}
        await self._show_decided(item, decision)

    def _tell_proof(self, name: str, file_name: str, problem: str) -> None:
        """What went wrong before another file was chosen is over."""
        self.refused = ""
        super()._tell_proof(name, file_name, problem)

    def _proof_door(self) -> Any:
        return signed_in(self, GIVE_PROOF, reads=BENEFICIARY.read)

    def _proof_inputs(self) -> set[str]:
        return {each["name"] for each in self.wanted} if not self.obstacle else set()
