"""A save of a form, told once: what is met, asked and sent, and where it leads. `SaveFlow.run` is the story.

The record is read again before a change is sent, so that nothing of others is overwritten unseen (decision 40); a
creation is sent once, whatever becomes of its answer (decisions 34 and 40); files follow the record.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import (
    ApiError,
    Busy,
    Invalid,
    MalformedAnswer,
    NetworkError,
    NotFound,
    Refused,
    SessionEnded,
    Unauthorized,
    Unreached,
)
from admin_app.kit.declare.fields import ONLINE, text_of, wire
from admin_app.kit.forms import submission
from admin_app.kit.forms.conflict import Merge, Reading, differences, merge
from admin_app.kit.forms.conflict_words import ConflictWords
from admin_app.kit.forms.create_retry import LostCreation
from admin_app.kit.forms.duplicates import DuplicateCheck
from admin_app.kit.forms.host import FormHost
from admin_app.kit.forms.submission import Submission, id_names, known_ids
from admin_app.kit.forms.upload_flow import UploadFlow
from admin_app.kit.script import run
from admin_app.kit.session import Session, note_save, notify, report
from admin_app.kit.session.permissions import Standing

Step = Any
"""What the page does next: an event, several of them, or None."""


class SaveFlow:
    """One save of one form; what the form must keep of it is in its variables."""

    def __init__(self, form: FormHost) -> None:
        self.form = form
        self.resource = form.resource

    async def run(self, api: Api, sent: Submission) -> Step:
        """Save what was submitted, unless something must be answered or mended first; the next step of the page.

        `ApiError` where the API refuses it, or nobody knows whether it was done: `fail` tells the person.
        """
        form, created = self.form, self.form._creates()
        form.their_changes, form.their_lines = [], []
        merged = None if created else await self._with_others(api, sent)
        sent = merged.sent if merged else sent
        if (instead := await form._before_save(api, sent)) is not None:
            return instead
        unseen = merged is not None and await ConflictWords(form).show(api, merged)
        if await self._question(api, sent) or unseen:
            return run("askToSave")
        if merged:
            self._take_over(merged)
            await form._show_errors(sent, form._problems(sent))
            if form.errors:  # told now: the next save holds theirs as its own
                form.failure, form.unconfirmed = await ConflictWords(form).others_changes(), False
                return run("refused")
        body, changed = form._comparable(sent.body), True
        if created and self.resource.creator_field:
            body = {**body, wire(self.resource.creator_field): (await form.get_state(Session)).user_id}
        body = await form._shaped(api, body)
        if created:
            if not (made := await self._create(api, sent, submission.creation(body))):
                await self.tell_lost()
                return run("askToSave")
            form.record_id = made
        elif changed := bool(changes := submission.changes(sent.parts, form._base.body, body)):
            with self._missed():
                await api.update(self.resource.endpoint, form.record_id, changes, keep_ids=id_names(sent.parts))
        form._base = Reading(dict(sent.values), dict(sent.lines), dict(form.labels), dict(body))
        form.values = {**form.values, **publication(form, sent.values)}
        return await self._finish(api, sent, created=created, changed=changed)

    @contextmanager
    def _missed(self) -> Iterator[None]:
        """Note that it is the record itself that is not found: a save asks for other things too, and a module that is
        off (SwitchedOff) is refused before."""
        try:
            yield
        except NotFound:
            self.form.gone = True
            raise

    async def _with_others(self, api: Api, sent: Submission) -> Merge | None:
        """The save with what others have saved since, where they have; read where something is sent, and only then."""
        form = self.form
        mine = form._comparable(sent.body)
        if not sent.parts or all(value == form._base.body.get(name) for name, value in mine.items()):
            return None
        with self._missed():
            item = await form._fetch(api)
        form._look_at(item)
        now = await form._reading(api, item)
        if now.body == form._base.body:
            return None
        base = form._base
        merged = merge(sent, base, now, differences(sent.parts, base, mine, now), form._new_key)
        return replace(merged, record=self.resource.model.model_validate(item)) if merged.overtaken else None

    def _take_over(self, merged: Merge) -> None:
        """The form holds both from now on, and what differs from the record as it is stored is what is saved."""
        form = self.form
        form._base = merged.now
        form._read_ids = known_ids(merged.now.lines)
        form.values, form.lines = {**form.values, **merged.sent.values}, merged.sent.lines
        form.labels = {**form.labels, **merged.sent.labels}
        form.revision += 1

    async def _question(self, api: Api, sent: Submission) -> str:
        """What must be confirmed before this save, and was not; empty where nothing must."""
        own = await self.form._own_question(sent)
        alike = await DuplicateCheck(self.form).question(api, sent) if self.form._creates() else ""
        self.form.question = " ".join(text for text in (own, alike) if text)
        return alike or ("" if sent.confirmed else own)

    async def _create(self, api: Api, sent: Submission, body: dict[str, Any]) -> str:
        """Create the record and answer its id; empty where an attempt without an answer is to be looked at first."""
        form = self.form
        if form.lost and await LostCreation(form).look_before_another(api, sent, body):
            return ""
        try:
            answer = await api.create(self.resource.endpoint, body, keep_ids=id_names(sent.parts))
            if not (record_id := text_of(answer.get("id"))):
                raise MalformedAnswer(cause="no id")
        except (SessionEnded, Unauthorized, Busy, Refused, Unreached):
            raise  # nothing was made
        except ApiError as error:
            error.unsure = True
            if await LostCreation(form).look_after_failure(api, sent, body):
                return ""
            raise
        form._forget_lost()
        return record_id

    async def _finish(self, api: Api, sent: Submission, *, created: bool, changed: bool) -> Step:
        """Once the record is saved: send its files and say what was done."""
        form = self.form
        form.stored = True
        has_files = bool(form.image.ticket or form.file.ticket)
        await form._after_write(api)
        complete = await UploadFlow(form).send_all(api) if has_files else True
        complete = await form._send_attachments(api) and complete
        form._settled = not (complete or created)
        if not complete and created:
            # First of all nobody leaves any more who wanted to: something is still to be sent.
            return [run("answered"), run("saved"), rx.redirect(await self._where_left(), replace=True)]
        if not complete:
            return run("refused")
        if changed and not created:
            await note_save(form)
        if changed or has_files:
            theirs = await ConflictWords(form).others_changes() if form.their_changes or form.their_lines else ""
            told = "kit.publication.saved" if form.publishes else self._notice("success", created=created)
            await notify(form, "success", told, theirs)
        elif not sent.further:  # who only goes on needs not be told
            await notify(form, "success", "kit.form.nothing_to_save")
        return form._leave(created=created)

    async def _where_left(self) -> str:
        """Where a new record whose image was refused can be mended, or else seen."""
        form, session = self.form, await self.form.get_state(Session)
        may_edit = session._standing(form._permission()) is not Standing.ABSENT
        return f"{self.resource.route}/{form.record_id}" if may_edit else form._show_address()

    # --- where it was not done, or nobody knows ---------------------------------------------

    async def fail(self, sent: Submission, error: Exception) -> list[Step]:
        """Say why nothing was saved, or that it may have been; what was typed stays."""
        form, asks_again = self.form, isinstance(error, SessionEnded | Unauthorized)
        if form.lost and isinstance(error, ApiError) and not (asks_again or isinstance(error, Refused)):
            error.unsure = True  # of the attempt before: this one did not find out
        unsure = isinstance(error, ApiError) and error.unsure
        self.settle_creation(known=not (unsure or form.lost))
        if isinstance(error, Invalid):
            await form._show_refusal(sent, error)
            return [run("refused")]
        steps: list[Step] = [run("answered")]
        if not unsure:  # that is said in the form alone
            steps.append(await report(form, error, self._notice("error", created=form._creates())))
        if not asks_again:
            await form._show_failure(error)
            steps.append(run("refused"))
        return [step for step in steps if step is not None]

    async def tell_lost(self) -> None:
        """Say that the server, or nobody, may have done what was asked: no answer came to it."""
        lost = NetworkError()
        lost.unsure = True
        await self.form._show_failure(lost)

    def settle_creation(self, *, known: bool) -> None:
        """The tab need not remember a creation whose fate is known."""
        if known and self.form.creation_begun:
            self.form.creation_begun = ""

    def _notice(self, outcome: str, *, created: bool) -> str:
        """The key of what is said of a save: `success` or `error`."""
        return f"errors.{self.resource.entity}.{'create' if created else 'update'}_{outcome}"


def publication(form: FormHost, values: Mapping[str, str]) -> dict[str, str]:
    """What these values say of who sees the record."""
    return {part.name: values.get(part.name, "") for part in form._parts() if part.kind == "publication"}


def would_publish(form: FormHost, values: Mapping[str, str]) -> bool:
    """Whether a save of these values shows the public what it does not see yet."""
    now, before = publication(form, values), publication(form, form.values)
    return any(now[name] == ONLINE != before[name] for name in now)
