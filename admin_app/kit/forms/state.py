"""The state of a form: one for creation and edition, its values committed when it is submitted.

Inputs are uncontrolled, so typing costs no round trip (Reflex F17). A save sends what changed only, then the new
image; what fails is said beside its field and nothing typed is lost. Lines, uploads and the duplicate guard are parts
of their own, which know their host alone (kit/forms/host.py).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, Invalid, NetworkError, SessionEnded, Unauthorized
from admin_app.kit.declare.fields import LABEL, ONLINE, WANTED, Input, ReferenceInput, wire
from admin_app.kit.forms import prefill, submission
from admin_app.kit.forms.conflict import Reading
from admin_app.kit.forms.conflict_state import MeanwhileMixin
from admin_app.kit.forms.create_retry_state import LostMixin
from admin_app.kit.forms.duplicates import Guard
from admin_app.kit.forms.duplicates_state import DuplicatesMixin
from admin_app.kit.forms.formset import id_names, known_ids, part_of
from admin_app.kit.forms.submission import Submission
from admin_app.kit.forms.upload_state import UploadMixin
from admin_app.kit.forms.validation_state import TellingMixin
from admin_app.kit.records.read_one import fetch
from admin_app.kit.script import run
from admin_app.kit.session import InPlace, Session, here, notify, report, reports_errors, signed_in
from admin_app.kit.session.permissions import Standing
from admin_app.kit.words.locale import language_of, say
from admin_app.patches.names import FormData

CREATE = "create"


class FormMixin(TellingMixin, MeanwhileMixin, LostMixin, UploadMixin, DuplicatesMixin, InPlace, rx.State, mixin=True):
    """One form of one resource; a concrete class writes `resource: ClassVar = ...`."""

    suggestions: dict[str, list[dict[str, str]]] = {}
    question: str = ""
    """What must be confirmed before this save, in the person's language."""
    asked: str = ""
    """The name of what the resource asks about it (`Resource.asks`)."""
    publishes: bool = False
    """This save would show the public what it does not see yet."""
    title: str = ""
    picture: str = ""
    loading: bool = True

    @rx.event(supersedes=True)
    @reports_errors("load_error", busy="loading", in_place=True)
    async def load(self):
        """Fill the form for the record of the address, or with the defaults of a creation."""
        wanted = "" if here(self).last == CREATE else here(self).record_id
        self.loading, self.problem, self.suggestions = True, "", {}
        self._clear_errors()
        self.image.keep_pending(wanted == self.record_id)
        self.file.keep_pending(wanted == self.record_id)
        if wanted != self.record_id:
            self.title, self.picture = "", ""
        self.record_id, self._settled = wanted, False
        self._forget_duplicates()
        self._forget_lost()
        self.lost = "" if wanted or not self.creation_begun else "unknown"
        # The form of the last visit must be gone before anybody types in it: it is mounted anew.
        yield
        async with self._admitted() as api:
            self._closed = self.resource.closed_to((await self.get_state(Session)).permissions)
            await self._open(api)
        self._settled = True
        yield self._besides()

    @rx.event
    @reports_errors("update_error", busy="saving")
    async def save(self, data: FormData[str, Any]):
        """Check, send what changed, then the image; every refusal leaves the inputs as they are."""
        if self.saving or not self._settled:
            return
        self.saving, self.failure = True, ""
        yield
        sent = self._submitted(data)
        self.image.alt, self.publishes = sent.alt, self._published(sent.values)
        await self._show_errors(sent, {**self._problems(sent), **self._wrong_file(sent)})
        if not self.errors:
            try:
                if not self.record_id:
                    self.creation_begun = "true"
                    yield
                async with self._admitted() as api:
                    step = await self._saved(api, sent)
                self._settle_creation(known=not self.lost)
                yield step
                return
            except Invalid as error:
                self._settle_creation(known=True)
                await self._show_refusal(sent, error)
            except Exception as error:
                unsure = isinstance(error, ApiError) and error.unsure
                self._settle_creation(known=not unsure)
                yield run("answered")
                if not unsure:  # that is said in the form alone
                    yield await report(self, error, self._notice("error"))
                if isinstance(error, SessionEnded | Unauthorized):
                    return
                await self._show_failure(error)
        yield run("refused")

    @rx.event(supersedes=True)
    @reports_errors("load_error")
    async def search(self, name: str, text: str):
        """Propose addresses or records for what is being typed into one input."""
        part = part_of(self._parts(), name)
        if part is None or len(text.strip()) < 2:
            self.suggestions = {**self.suggestions, name: []}
            return
        async with signed_in(self, reads=(self._permission(), _looks_in(part))) as api:
            self.suggestions = {**self.suggestions, name: await self._proposals(api, part, text.strip())}
        yield run("proposed", name)

    @rx.event
    def restore(self, data: dict[str, Any], was: dict[str, Any] | None = None):
        """Fill the form with a draft the browser kept; `was` is what the form held before anything was typed in it."""
        if not data:
            return
        if self.record_id and was:
            self._begin_from(self._submitted(was))
        kept = self._submitted({name: text for name, text in data.items() if not name.endswith(WANTED)})
        self.values = {**self.values, **kept.values}
        self.lines = {**self.lines, **kept.lines}
        self.labels = {name: str(data.get(f"{name}{LABEL}", "")) for name in self.labels}
        self.image.alt = kept.alt
        self.revision += 1

    # --- for a feature to say more ----------------------------------------------------------

    def _besides(self) -> list[Any]:
        """The events that read what else a feature shows, once the form stands: slow calls keep nobody waiting."""
        return []

    async def _open(self, api: Api) -> None:
        """Fetch the record and set every input; a feature may add run-time choices."""
        self.title, self.picture = "", ""
        item = await fetch(api, self.resource, self.record_id) if self.record_id else None
        await self._fill(api, item)
        self.revision += 1

    async def _fill(self, api: Api, item: dict[str, Any] | None) -> None:
        """Set the inputs from a record of the API, or from the defaults."""
        record, parts = self.resource.model.model_validate(item or {}), self._parts()
        read = await self._reading(api, item)
        values = dict(read.values)
        self.values, self.lines, self._read_ids = values, dict(read.lines), known_ids(dict(read.lines))
        readable = (await self.get_state(Session))._readable()
        self.labels = await prefill.labels(api, parts, values, record, readable)
        self.choices = await prefill.choices(api, parts, values, record, readable)
        if item:
            self.title = self.resource.name(record)
            self.picture = self.resource.picture(record)
        self._base, self._before = replace(read, labels=dict(self.labels)), dict(read.body)

    async def _proposals(self, api: Api, part: Input, text: str) -> list[dict[str, str]]:
        """Options of a search: `value` goes into the input, `label` is read."""
        return await prefill.proposed(api, part, text)

    async def _own_question(self, sent: Submission) -> str:
        """What the resource asks about this save, in the person's language."""
        self.asked = self.resource.asks(self._before, sent.body) if self.resource.asks else ""
        return say(f"{self.resource.key}.asks.{self.asked}", await language_of(self)) if self.asked else ""

    async def _shaped(self, api: Api, body: dict[str, Any]) -> dict[str, Any]:
        """Last word of a feature on what is sent."""
        return body

    # --- a save, step by step ---------------------------------------------------------------

    async def _saved(self, api: Api, sent: Submission) -> Any:
        """Save with what others have saved meanwhile; ask first where that, or anything else, must be known."""
        both = await self._met(api, sent)
        unseen = await self._unseen(api, both)
        if await self._must_ask(api, both.sent) or unseen:
            return run("askToSave")
        self._take_over(both)
        if both.overtaken:
            await self._show_errors(both.sent, self._problems(both.sent))
            if self.errors:
                return run("refused")
        return await self._send(api, both.sent)

    async def _must_ask(self, api: Api, sent: Submission) -> bool:
        """Whether this save waits for an answer; the question is then in `question`."""
        guard = None if self.record_id else Guard.of(self.resource)
        own = await self._own_question(sent)
        alike = await self._duplicated(api, guard, sent) if guard else ""
        self.question = " ".join(text for text in (own, alike) if text)
        return bool(alike or (own and not sent.confirmed))

    async def _send(self, api: Api, sent: Submission) -> Any:
        """Save the record, then its files; answer where to go next."""
        after = await self._shaped(api, await self._signed(self._comparable(sent.body)))
        created = not self.record_id
        changed = submission.creation(after) if created else submission.changes(sent.parts, self._before, after)
        if created:
            made = await self._make(api, sent, changed)
            if not made:
                lost = NetworkError()
                lost.unsure = True
                await self._show_failure(lost)
                return run("askToSave")
            self.record_id = made
        elif changed:
            await api.update(self.resource.endpoint, self.record_id, changed, keep_ids=id_names(sent.parts))
        self._before, self._base = after, Reading(dict(sent.values), dict(sent.lines), dict(self.labels))
        self.values = {**self.values, **self._publication(sent.values)}
        return await self._after_save(api, created, bool(changed))

    def _publication(self, values: Mapping[str, str]) -> dict[str, str]:
        """What these values say of who sees the record."""
        return {part.name: values.get(part.name, "") for part in self._parts() if part.kind == "publication"}

    def _published(self, values: Mapping[str, str]) -> bool:
        now, before = self._publication(values), self._publication(self.values)
        return any(now[name] == ONLINE != before[name] for name in now)

    async def _signed(self, body: dict[str, Any]) -> dict[str, Any]:
        """With the signed-in person as the creator of a new record, where it has one."""
        if self.record_id or not self.resource.creator_field:
            return body
        return {**body, wire(self.resource.creator_field): (await self.get_state(Session)).user_id}

    async def _after_save(self, api: Api, created: bool, changed: bool) -> Any:
        """Send the files of a saved record and say what was done."""
        has_files = bool(self.image.ticket or self.file.ticket)
        sent = await self._send_uploads(api)
        self._settled = not (sent or created)
        if not sent:
            return [run("saved"), rx.redirect(await self._where_left(), replace=True)] if created else run("refused")
        if changed or has_files:
            operation = "create_success" if created else "update_success"
            await notify(self, "success", f"errors.{self.resource.entity}.{operation}", await self._kept_of_others())
        else:
            await notify(self, "success", "kit.form.nothing_to_save")
        return self._leave()

    def _notice(self, outcome: str) -> str:
        return f"errors.{self.resource.entity}.{'update' if self.record_id else 'create'}_{outcome}"

    async def _where_left(self) -> str:
        """Where a new record whose image was refused can be mended, or else seen."""
        session = await self.get_state(Session)
        may_edit = session._standing(self._permission()) is not Standing.ABSENT
        return f"{self.resource.route}/{self.record_id}" if may_edit else self._show_address()


def _looks_in(part: Input) -> str | None:
    """What a search for an input takes beside the right to fill it."""
    return part.target.permission if isinstance(part, ReferenceInput) and part.target else None


State = type[FormMixin]
"""What the components of a form are given."""
