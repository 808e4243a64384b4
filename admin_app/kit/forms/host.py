"""What a form holds, and what a feature may say otherwise of it: all that the flows of a form read and write.

The flows are plain objects over this host: a save (save_flow.py), lines (formset_editor.py), files (upload.py), a
creation without an answer (create_retry.py), who is there already (duplicates.py). The handlers that begin them are in
state.py.
"""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, Invalid
from admin_app.kit.declare.fields import Input, LinesInput, ReferenceInput
from admin_app.kit.declare.resource import Resource
from admin_app.kit.forms import prefill, submission, validation
from admin_app.kit.forms.conflict import Reading
from admin_app.kit.forms.formset import Steps
from admin_app.kit.forms.submission import Lines, Submission, known_ids, lines_among, stored_lines
from admin_app.kit.forms.texts import text_for
from admin_app.kit.forms.upload import Upload
from admin_app.kit.forms.validation import Wrong
from admin_app.kit.records import autocomplete
from admin_app.kit.records.ownership import fetch, of_record
from admin_app.kit.script import open_instead, run
from admin_app.kit.session import Frozen, Session, TypedIn, failure_text, signed_in
from admin_app.kit.session.permissions import NOBODY
from admin_app.kit.words.locale import language_of, say
from admin_app.patches.names import FormData
from admin_app.settings import get_settings


def pairs_of(data: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Names and values of a form as it was sent: of several values of one name, each."""
    return data.multi_items() if isinstance(data, FormData) else list(data.items())


class FormHost(TypedIn, rx.State, mixin=True):
    """The variables of one form of one resource, and what a feature overrides."""

    resource: ClassVar[Resource]

    record_id: str = ""
    """Empty for a creation."""
    title: str = ""
    picture: str = ""
    revision: int = 0
    """Counts the times the inputs were filled anew; the form is mounted again at each."""
    gone: bool = False
    """The record was deleted since it was read: what was typed can only become a new one."""
    files_lost: bool = False
    """Whether they were filled from a draft that could not keep a file that had been chosen."""
    _settled: bool = False
    """Whether the inputs are those of the record: not before it is read, and no more once it is saved."""
    _closed: tuple[str, ...] = ()
    """The fields of sections whose permission the person lacks: neither shown, nor checked, nor sent."""

    # The inputs.
    values: dict[str, str] = {}
    """The texts of the inputs as they were filled."""
    labels: dict[str, str] = {}
    """What to call the record behind a reference, or an address, by input name."""
    choices: dict[str, list[dict[str, str]]] = {}
    """The choices of inputs whose list comes from the API: `value`, `label`, `picture`."""
    allowed: dict[str, list[str]] = {}
    """Values a select may offer where that is only known at run time, by `<input>` or `<rows>.<cell>`."""
    suggestions: dict[str, list[dict[str, str]]] = {}
    """What was found for what is typed, by input name: none where nothing was, no name where nothing was looked for."""

    # The lines of `rows` inputs (formset.py).
    lines: dict[str, list[dict[str, str]]] = {}
    """By full name; each line has `key`, a text per cell, `<cell>_label`, `locked`."""
    open_line: str = ""
    """The full name of the line that is open, of lines of which one is at a time."""
    undoable: bool = False
    redoable: bool = False
    steps_of: int = -1
    """The revision of the form that `undoable` and `redoable` are about."""
    _steps: Steps = Steps()
    _next_line: int = 0
    _removed: tuple[str, ...] = ()
    """Full names of the lines that were taken away: a page that has not drawn it yet submits them once more."""
    _read_ids: dict[str, set[str]] = {}
    """The ids that were read last, by the path of their lines: no other is sent."""

    # What is wrong (validation.py): kept by name, so that a correction takes it away and another language says it anew.
    errors: dict[str, str] = {}
    refused: list[dict[str, str]] = []
    """What the last save was refused for, listed in the summary until the next: `name` of the input, and `field`, what
    it is called and where it stands."""
    stored: bool = False
    """The record was saved all the same: what is listed is of what follows it, a picture above all."""
    failure: str = ""
    """Why the last save failed; empty once another one begins."""
    saves: int = 0
    """How many saves of this form came here: a press that is none of them was lost on its way."""
    unconfirmed: bool = False
    """Nobody knows whether it failed (`ApiError.unsure`)."""
    _wrong: tuple[Wrong, ...] = ()
    _failed: str = ""
    """The kind of the failure, where its words are ours."""

    # What must be answered before a save.
    question: str = ""
    """What must be confirmed before this save, in the person's language."""
    asked: str = ""
    """The name of what the resource asks about it (`Resource.asks`)."""
    publishes: bool = False
    """This save would show the public what it does not see yet."""

    # What others have saved meanwhile (conflict.py).
    their_changes: list[dict[str, str]] = []
    """What others have changed, a field each: `name`, `label`, `before`, `theirs`, `mine`, and `both` where the person
    has changed it too."""
    their_lines: list[str] = []
    """What they did to lines that come together by themselves, in words."""
    _base: Reading = Reading()
    """The record as it was read: what differs from its `body` is what a save changes."""
    _seen: dict[str, Any] = {}
    """What others had saved when it was last shown: an answer is about that, and nothing later."""

    # A creation that got no answer (create_retry.py).
    lost: str = ""
    """What is known of a creation without an answer: `found`, `none` yet, or `unknown` where nobody could look."""
    creation_begun: str = rx.SessionStorage("")
    """Set in the tab while it is not known what became of a creation: our own process may die before the answer."""
    likely: list[dict[str, str]] = []
    """The records it may have made: `id` and `name`."""
    _likely_ids: list[str] = []
    """Those that were shown: an answer is about them, and no other."""
    _warned: bool = False
    """It was said that nobody here can look."""

    # Who may be there already (duplicates.py).
    duplicates: dict[str, list[dict[str, str]]] = {}
    """The records found, by likeness."""
    lookalikes: list[dict[str, str]] = []
    """All of them once each, for the question before a save."""
    _probed: dict[str, str] = {}
    """What was looked for last, by likeness."""
    _shown_ids: list[str] = []
    """Who was in the question that was asked last."""

    # Files, sent once the record is saved (upload.py).
    image: Upload = Upload()
    file: Upload = Upload()

    # --- for a feature to say more: who may, and what the form has --------------------------

    def _permission(self) -> str:
        """What a save asks for."""
        may = self.resource.may
        return (may.update if self.record_id else may.create) or NOBODY

    def _creates(self) -> bool:
        """Whether a save makes a new record."""
        return not self.record_id

    def _admitted(self) -> AbstractAsyncContextManager[Api]:
        """The door to a save of this record, and to all that leads to it."""
        own = of_record(self.resource, self.record_id) if self.record_id else None
        return signed_in(self, self._permission(), own=own)

    def _parts(self) -> list[Input]:
        """The inputs of this form now: some exist in creation or edition alone, some if the deployment says so."""
        settings = get_settings()
        asked = self.resource.inputs("edit" if self.record_id else "create")
        return [
            replace(part, required=part.required or (part.required_by is not None and settings.flag(part.required_by)))
            for part in asked
            if settings.flag(part.flag) and part.field not in self._closed
        ]

    def _besides(self) -> list[Any]:
        """The events that read what else a feature shows, once the form stands: slow calls keep nobody waiting."""
        return []

    async def _proposals(self, api: Api, part: Input, text: str) -> list[dict[str, str]]:
        """Options of a search: `value` goes into the input, `label` is read."""
        if part.kind == "address":
            return await autocomplete.addresses(api, text)
        target = part.target if isinstance(part, ReferenceInput) else None
        return await autocomplete.records(api, target, text) if target else []

    # --- for a feature to say more: from a record to the inputs, and back -------------------

    async def _reading(self, api: Api, item: dict[str, Any] | None) -> Reading:
        """A record, or a new one, as the form holds it; what is called what is looked up later."""
        record, parts = self.resource.model.model_validate(item or {}), self._parts()
        plain = [part for part in parts if not isinstance(part, LinesInput)]
        values = {part.name: text_for(part, record) if item else part.default for part in plain}
        lines = await self._lines_of(api, parts, item)
        body = self._comparable(Submission(tuple(parts), values, lines).body) if item else {}
        return Reading(values, lines, {}, body)

    async def _lines_of(self, api: Api, parts: list[Input], item: dict[str, Any] | None) -> Lines:
        """The lines of a record, as they are stored, or of a new one."""
        record, lines = self.resource.model.model_validate(item or {}), {}
        for part in lines_among(parts):
            lines |= stored_lines(part, record, self._new_key)
        return lines

    def _submitted(self, data: Mapping[str, Any]) -> Submission:
        """What a form or a draft holds."""
        left = [(name, text) for name, text in pairs_of(data) if not name.startswith(self._removed)]
        return submission.read(self._parts(), left, self.lines, self._read_ids)

    def _new_key(self) -> str:
        """A key that no line of this form has, or has had."""
        taken = {line["key"] for those in self.lines.values() for line in those}
        self._next_line += 1
        while str(self._next_line) in taken:
            self._next_line += 1
        return str(self._next_line)

    def _problems(self, sent: Submission) -> dict[str, str]:
        """What is wrong between the inputs, then what is wrong with each."""
        between = self.resource.rules(dict(sent.values)) if self.resource.rules else {}
        wrong = {**between, **sent.problems, **sent.not_offered(self.allowed, self.values)}
        lacks = not (self.file.ticket or self.file.stored)
        return wrong | {
            part.name: "required" for part in sent.taking_part if lacks and part.required and part.kind == "file"
        }

    def _comparable(self, body: dict[str, Any]) -> dict[str, Any]:
        """A body as it is held against the record: what the API takes and gives in different shapes in one of them."""
        return body

    def _look_at(self, item: dict[str, Any]) -> None:
        """What a feature must know of the record as it is stored when a change of it is saved."""

    async def _own_question(self, sent: Submission) -> str:
        """What the resource asks about this save, in the person's language."""
        self.asked = self.resource.asks(self._base.body, sent.body) if self.resource.asks else ""
        return say(f"{self.resource.key}.asks.{self.asked}", await language_of(self)) if self.asked else ""

    # --- for a feature to say more: the steps of a save (save_flow.py) ----------------------

    async def _before_save(self, api: Api, sent: Submission) -> Any:
        """The next step of the page where a feature does not save this, or not yet; None to go on."""
        return None

    async def _shaped(self, api: Api, body: dict[str, Any]) -> dict[str, Any]:
        """Last word of a feature on what is sent."""
        return body

    async def _after_write(self, api: Api) -> None:
        """What a feature does once the record is saved, before its files are sent."""

    async def _send_attachments(self, api: Api) -> bool:
        """Send what a feature has beside the image and the file; False where some of it could not be sent."""
        return True

    def _checked(self, content: bytes) -> bytes:
        """The content of the file as it is to be sent; a feature raises WrongFile for what the API would refuse."""
        return content

    async def _upload_file(self, api: Api, content: bytes) -> None:
        """Send the file of the saved record where the feature's API wants it."""

    def _show_address(self) -> str:
        """Where the record is shown."""
        return f"{self.resource.route}/show/{self.record_id}"

    def _leave(self, *, created: bool = False) -> list[Any]:
        """All is sent: the draft goes, and the record is shown; it may have been `created` by this save."""
        return [run("saved"), open_instead(self._show_address())]

    # --- filling ----------------------------------------------------------------------------

    async def _fetch(self, api: Api) -> dict[str, Any]:
        """The record as it is stored; Frozen where it is there to be read alone (FORM-44)."""
        item = await fetch(api, self.resource, self.record_id)
        why = self.resource.frozen(self.resource.model.model_validate(item)) if self.resource.frozen else ""
        if why:
            raise Frozen(f"{self.resource.key}.frozen.{why}")
        return item

    async def _fill(self, api: Api, item: dict[str, Any] | None) -> None:
        """Set the inputs from a record of the API, or from the defaults."""
        record, parts = self.resource.model.model_validate(item or {}), self._parts()
        read = await self._reading(api, item)
        self.values, self.lines, self._read_ids = dict(read.values), dict(read.lines), known_ids(read.lines)
        readable = (await self.get_state(Session))._readable()
        self.labels = await prefill.labels(api, parts, read.values, record, readable)
        self.choices = await prefill.choices(api, parts, read.values, record, readable)
        if item:
            self.title = self.resource.name(record)
            self.picture = self.resource.picture(record)
        self._base = replace(read, labels=dict(self.labels))

    # --- what is wrong ----------------------------------------------------------------------

    async def _show_errors(self, sent: Submission, wrong: Mapping[str, str]) -> None:
        """Say what is wrong beside each field, and for lines where it is; nothing any more where nothing is."""
        if not wrong:
            self._wrong, self.errors, self.refused = (), {}, []
            return
        unknown = {name for name, found in self.suggestions.items() if not found}
        wrong = {name: f"no_{each}" if each == "address" and name in unknown else each for name, each in wrong.items()}
        await self._show_wrong(sent, validation.found(wrong, sent.values))

    async def _show_refusal(self, sent: Submission, error: Invalid) -> None:
        """Say what the API refused beside its fields."""
        await self._show_wrong(sent, validation.refused(error.violations, sent))

    async def _show_wrong(self, sent: Submission, wrong: tuple[Wrong, ...]) -> None:
        self._wrong = wrong
        await self._refuse(sent, validation.messages(wrong, sent.parts, await language_of(self)))

    async def _refuse(self, sent: Submission, errors: dict[str, str]) -> None:
        """Say why a save is refused, by the names of the inputs: beside each, and in the summary."""
        self.errors = errors
        self.refused = validation.listed(errors, self.resource, sent, await language_of(self))

    async def _show_failure(self, error: Exception) -> None:
        """Say in the form until the next save that nothing was saved, and why; or that it may have been."""
        shown = error if isinstance(error, ApiError) else ApiError()
        self.failure, self.unconfirmed = await failure_text(self, shown), shown.unsure
        own = "errors.unsure" if shown.unsure else f"errors.{shown.kind}"
        self._failed = own if self.failure == say(own, await language_of(self)) else ""

    def _forget_lost(self) -> None:
        """No creation of this form is without an answer."""
        self.lost, self.likely, self._likely_ids, self._warned = "", [], [], False

    def _wrong_file(self, sent: Submission) -> dict[str, str]:
        """A chosen file that is known to be refused stops the save: the record would be left without one."""
        wrong = self.file.problem and self.file.name
        return {part.name: "kit.upload.wrong_file" for part in sent.taking_part if wrong and part.kind == "file"}
