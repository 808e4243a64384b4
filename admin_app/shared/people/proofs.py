"""Identity proofs on the page of a person: the history, the document that waits, and what is decided about it.

The server checks `user_update` alone, and nothing at all for an acceptance by hand (users.yaml): that
`identity_proofs_manage` is asked as well is ours, at the door. A decision is final and deletes the document
(trap 8).
"""

from typing import Annotated, Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, MalformedAnswer, NotFound, Refused
from admin_app.kit import declare as d
from admin_app.kit.declare import project, text_of
from admin_app.kit.script import run
from admin_app.kit.session import (
    NotTaken,
    Session,
    SwitchedOff,
    failure_of,
    failure_text,
    notify,
    or_none,
    reports_errors,
    signed_in,
)
from admin_app.kit.shows import ShowMixin
from admin_app.kit.transfer import pictures, tickets
from admin_app.kit.values import Instant, Record
from admin_app.kit.words import LOCALES, file_size
from admin_app.kit.words.locale import language_of, say
from admin_app.settings import get_settings
from admin_app.shared.people.person import PSEUDONYMISED

ENDPOINT = "admin/identity_proofs"
MANAGE = "identity_proofs_manage"
FLAG = "hitchhiking"
PENDING, ACCEPTED, REFUSED = 1, 2, 3
MEANWHILE = {ACCEPTED: "accepted", REFUSED: "refused", 4: "replaced"}
"""What became of one that waits no more."""
TONES = {"1": "warn", "2": "good", "3": "bad"}
HEADING, DOCUMENT = "show-proofs", "proof-document"


class Proof(Record):
    """A document somebody sent to prove who they are (users.yaml, IdentityProof)."""

    status: Annotated[int | None, d.choice("users.identity", TONES)] = None
    file_name: str | None = None
    original_name: str | None = None
    size: int | None = None
    created_date: Annotated[Instant, d.date()] = None
    accepted_date: Annotated[Instant, d.date()] = None
    refused_date: Instant = None
    validator: str | None = None


def decided(proof: Proof) -> str:
    """When it was accepted or refused; empty for one that waits or was replaced."""
    return proof.accepted_date or proof.refused_date or ""


HISTORY = d.columns(Proof, "status", "created_date", d.but("accepted_date", value=decided), "validator", main="status")
"""What everybody who reads the person sees of a proof: never the document nor its name."""


def proofs_of(user: dict[str, Any]) -> list[Proof]:
    """The proofs of a user, newest first."""
    return [Proof.model_validate(each) for each in user.get("identityProofs") or []]


def pending_of(user: dict[str, Any]) -> Proof | None:
    """The proof that waits for a decision; there is one at most."""
    return next((proof for proof in proofs_of(user) if proof.status == PENDING), None)


def by_hand(user: dict[str, Any]) -> bool:
    """Whether an identity may be accepted without a document: a waiting one is decided upon instead."""
    return user.get("identityStatus") != ACCEPTED and all(
        proof.status not in (PENDING, ACCEPTED) for proof in proofs_of(user)
    )


def concerned(user: dict[str, Any]) -> bool:
    """Whose page speaks of identity: hitchhikers, and whoever sent a proof once; never a deleted account."""
    hitchhiker = user.get("hitchHikePassenger") or user.get("hitchHikeDriver")
    return user.get("status") not in PSEUDONYMISED and bool(hitchhiker or user.get("identityProofs"))


class ProofsMixin(ShowMixin, rx.State, mixin=True):
    """A show state with the proofs of the person shown."""

    goes_on: ClassVar[str] = HEADING
    """The id of the heading that has the focus once what was pressed is gone."""

    proofs_apply: bool = False
    proofs: list[dict[str, str]] = []
    proof: dict[str, str] = {}
    """The one that waits: `id`, `name`, `size`, and `lacking` when the kit could not be sent. Empty without the right
    to decide."""
    proof_kind: str = ""
    """What is on show of the document: `image`, `pdf`, or nothing until somebody asks."""
    proof_by_hand: bool = False
    opening_proof: bool = False
    deciding: bool = False

    @rx.event
    @reports_errors("users.proofs.unreadable", busy="opening_proof", about="title")
    async def open_proof(self):
        """Fetch the document that waits and lay it out for this browser, once."""
        self.opening_proof, self.proof_kind = True, ""
        yield
        async with self._moderator() as api:
            user = await api.get(self.resource.endpoint, self.shown_id)
            waiting = pending_of(user)
            if waiting is None or text_of(waiting.id) != self.proof.get("id"):
                before = _among(user, self.proof.get("id", ""))
                await self._reread(api)
                yield run("focusOn", self.goes_on)  # what was pressed is gone, or about another document
                raise _meanwhile(before)
            if not waiting.file_name:
                raise NotFound
            content = await api.file(waiting.file_name, tickets.MAX_FILE)
        kind = pictures.kind_of(content)
        if not kind:
            raise MalformedAnswer(cause="document")
        self.proof_kind = "pdf" if kind == "pdf" else "image"
        # Told to the page that asked, not kept: the address works once.
        yield run("showFile", DOCUMENT, tickets.offer(content, f"document.{kind}", shown=True))

    @rx.event
    def close_proof(self):
        """Its address has served: the next look asks for another."""
        self.proof_kind = ""

    @rx.event
    @reports_errors("errors.identity_proof.update_error", busy="deciding", about="title")
    async def decide_proof(self, proof_id: str, accept: bool):
        """Accept or refuse the document that waits, for good."""
        if self.deciding or not self.proof or proof_id != self.proof["id"]:
            return
        self.deciding = True
        yield
        async with self._moderator() as api:
            # It may have worked although it failed: the record tells afterwards (x-hitchhiker).
            problem = await failure_of(api.update(ENDPOINT, proof_id, {"validate": accept}))
            user = await self._reread(api)
        wanted = ACCEPTED if accept else REFUSED
        after = _among(user, proof_id)
        worked = after.status == wanted if user else problem is None
        # The server says no to a second decision; it fails over one that it has stored (trap 8).
        if after.status in MEANWHILE and (isinstance(problem, Refused) or not worked):
            problem, worked = _meanwhile(after), False
        try:
            await self._conclude("accepted" if accept else "refused", problem, worked)
        finally:
            if not self.proof:  # with it went what was pressed
                yield run("focusOn", self.goes_on)

    @rx.event
    @reports_errors("errors.identity_proof.create_error", busy="deciding", about="title")
    async def accept_by_hand(self):
        """Accept the identity without a document: it was shown at a desk (users.yaml)."""
        if self.deciding or not self.proof_by_hand:
            return
        self.deciding = True
        yield
        async with self._moderator() as api:
            user = await api.get(self.resource.endpoint, self.shown_id)
            if not by_hand(user):
                known = Proof(status=ACCEPTED if user.get("identityStatus") == ACCEPTED else None)
                await self._reread(api)
                yield run("focusOn", self.goes_on)
                raise _meanwhile(next((each for each in proofs_of(user) if each.status == ACCEPTED), known))
            problem = await failure_of(self._accepting(api, user))
            user = await self._reread(api)
        await self._conclude("by_hand", problem, user.get("identityStatus") == ACCEPTED if user else problem is None)
        yield run("focusOn", self.goes_on)

    def _accepting(self, api: Api, user: dict[str, Any]) -> Any:
        """POST fails for somebody who has any proof, whatever its status: the user is changed instead."""
        if user.get("identityProofs"):
            return api.update(self.resource.endpoint, self.shown_id, {"verifiedIdentity": True})
        return api.create(ENDPOINT, {"user": f"/users/{self.shown_id}"})

    async def _conclude(self, done: str, problem: ApiError | None, worked: bool) -> None:
        """Say what the record says, whatever the call answered."""
        if problem:
            problem.unsure = False
        if not worked:
            raise problem or Refused(say("users.proofs.changed", await language_of(self)))
        detail = await failure_text(self, problem) if problem else ""
        await notify(self, "success", f"users.proofs.done.{done}", detail, name=self.title)

    async def _reread(self, api: Api) -> dict[str, Any]:
        """Show the record as it is now, and answer it; empty when it cannot be read."""
        user = await or_none(self._show(api, self.shown_id))
        if user is None:
            self.proof, self.proof_by_hand = {}, False
        return user or {}

    async def _take_proofs(self, user: dict[str, Any]) -> None:
        """What the page says of a person's identity."""
        if not get_settings().flag(FLAG):
            return
        rows = [{**project(proof, HISTORY), "_key": text_of(proof.id), "_href": ""} for proof in proofs_of(user)]
        self.proofs, self.proofs_apply, self.proof_kind = rows, concerned(user), ""
        session = await self.get_state(Session)
        allowed = self.proofs_apply and {MANAGE, self.resource.may.update} <= set(session.permissions)
        waiting = pending_of(user) if allowed else None
        self.proof_by_hand = allowed and by_hand(user)
        self.proof = _shown(waiting, user) if waiting else {}

    def _clear(self) -> None:
        super()._clear()
        self.proofs, self.proofs_apply, self.proof, self.proof_kind, self.proof_by_hand = [], False, {}, "", False

    def _moderator(self) -> Any:
        """The door to decisions: the module must be on, and both permissions held."""
        if not get_settings().flag(FLAG):
            raise SwitchedOff
        return signed_in(self, MANAGE, self.resource.may.update or MANAGE)


def _among(user: dict[str, Any], proof_id: str) -> Proof:
    """One of the proofs of a user; a blank where it is not there any more."""
    return next((proof for proof in proofs_of(user) if text_of(proof.id) == proof_id), Proof())


def _meanwhile(proof: Proof) -> NotTaken:
    """That somebody else has decided, and who, as far as the API tells."""
    if proof.status not in MEANWHILE:
        return NotTaken("users.proofs.changed")
    key = f"users.proofs.meanwhile.{MEANWHILE[proof.status]}"
    return NotTaken(f"{key}_by", name=proof.validator) if proof.validator else NotTaken(key)


def _shown(proof: Proof, user: dict[str, Any]) -> dict[str, str]:
    """The waiting document in words; without birth date or address the kit cannot be sent (x-hitchhiker)."""
    complete = user.get("birthDate") and user.get("homeAddress")
    sizes = {f"size_{locale}": file_size(proof.size, locale) for locale in LOCALES}
    return sizes | {
        "id": text_of(proof.id),
        "name": proof.original_name or "",
        "sent": proof.created_date or "",
        "lacking": "" if complete else "true",
    }
