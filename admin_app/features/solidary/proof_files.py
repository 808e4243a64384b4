"""The files people give as proofs: a PDF or a picture, checked by its content, which waits behind a ticket to be sent.

A form may ask for several, one for each criterion of the kind `file`: each is known by the name of its input. The
server checks neither size nor type (solidary.yaml, upload_solidary_proof), so what is sent has passed here.
"""

from contextlib import AbstractAsyncContextManager
from typing import NamedTuple

import reflex as rx

from admin_app.api.client import Api
from admin_app.kit.forms import LONGEST_NAME, WrongFile, reason
from admin_app.kit.session import open_upload, reports_errors
from admin_app.kit.transfer import pictures, tickets
from admin_app.kit.words.locale import language_of

ENDINGS = (".pdf", ".png", ".jpg", ".jpeg")
PROOFS, GIVE_PROOF = "admin/proofs", "proof_create"
"""Where the file of a proof is sent, and what it takes."""
MEDIA_TYPES = {"pdf": "application/pdf", "png": "image/png", "jpg": "image/jpeg"}
"""What a proof may be, by what its content is (`kind_of`)."""


class ProofFile(NamedTuple):
    """A file that passed the checks, as `Api.upload` takes it."""

    name: str
    content: bytes
    media_type: str


def checked(ticket: str, name: str) -> ProofFile:
    """The file sent to a ticket. RefusedFile when it did not come, WrongFile when it is neither a PDF nor a picture."""
    content = tickets.content_of(ticket)
    kind = pictures.kind_of(content)
    if kind not in MEDIA_TYPES:
        raise WrongFile("criteria.wrong_file")
    return ProofFile(name or f"proof.{kind}", content, MEDIA_TYPES[kind])


async def send_proof(api: Api, record_id: int, criterion_id: int, file: ProofFile, seconds: int | None = None) -> None:
    """Send the file of a criterion, with the record it is given for (upload_solidary_proof)."""
    names = {"solidaryId": record_id, "proofId": criterion_id}
    await api.upload(PROOFS, names, {"file": file}, seconds=seconds)


class ProofFilesMixin(rx.State, mixin=True):
    """The files chosen in a form of criteria; a feature says in `_proof_door` who may choose them."""

    proof_files: dict[str, dict[str, str]] = {}
    """By the name of the input: `name` of the file, `problem` in the person's language."""
    _proof_tickets: dict[str, str] = {}

    @rx.event
    @reports_errors("criteria.file_error")
    async def prepare_proof(self, name: str, file_name: str):
        """Give the browser a ticket for the file just chosen in the input of a name."""
        async with self._proof_door():
            if name not in self._proof_inputs():
                return
            tickets.discard(self._proof_tickets.get(name, ""))
            ticket, sending = await open_upload(self, name)
            self._proof_tickets = {**self._proof_tickets, name: ticket}
            self._tell_proof(name, str(file_name)[:LONGEST_NAME], "")
            yield sending

    @rx.event
    async def check_proof(self, name: str):
        """Say what is wrong with a file as soon as it is here; one that is refused is not kept."""
        if name not in self._proof_tickets:
            return
        try:
            self._proof_file(name)
        except (WrongFile, tickets.RefusedFile) as error:
            problem = reason(error, await language_of(self))
            self._drop_proof_file(name)
            self._tell_proof(name, "", problem)

    @rx.event
    def drop_proof(self, name: str):
        """Give up the file chosen in the input of a name."""
        self._drop_proof_file(name)

    def _drop_proof_file(self, name: str) -> None:
        """Forget a file, and what was said of it."""
        tickets.discard(self._proof_tickets.get(name, ""))
        self._proof_tickets = {each: kept for each, kept in self._proof_tickets.items() if each != name}
        self.proof_files = {each: told for each, told in self.proof_files.items() if each != name}

    def _forget_proofs(self) -> None:
        """Give up every file, as a form is left or filled anew."""
        for ticket in self._proof_tickets.values():
            tickets.discard(ticket)
        self._proof_tickets, self.proof_files = {}, {}

    def _proof_file(self, name: str) -> ProofFile | None:
        """The file chosen in an input, None for none. RefusedFile or WrongFile for one that cannot be sent."""
        ticket = self._proof_tickets.get(name, "")
        return checked(ticket, self.proof_files.get(name, {}).get("name", "")) if ticket else None

    def _tell_proof(self, name: str, file_name: str, problem: str) -> None:
        self.proof_files = {**self.proof_files, name: {"name": file_name, "problem": problem}}

    # --- for a feature to say -----------------------------------------------------------

    def _proof_door(self) -> AbstractAsyncContextManager[Api]:
        """The door to the form that holds the criteria."""
        raise NotImplementedError

    def _proof_inputs(self) -> set[str]:
        """The names of the inputs that take a file (`Criterion.name`)."""
        raise NotImplementedError
