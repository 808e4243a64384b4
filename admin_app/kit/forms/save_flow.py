"""A save of a form, told once: what is met, asked and sent, and where it leads. `SaveFlow.run` is the story.

The record is read again before a change is sent, so that nothing of others is overwritten unseen (decision 40); a
creation is sent once, whatever becomes of its answer (decisions 34 and 40); files follow the record.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, Invalid, NetworkError, SessionEnded, Unauthorized
from admin_app.kit.declare.fields import ONLINE, wire
from admin_app.kit.forms import conflict_words, prefill, submission
from admin_app.kit.forms.conflict import Reading, Together, differences, together
from admin_app.kit.forms.create_retry import CreateOnce
from admin_app.kit.forms.duplicates import DuplicateCheck
from admin_app.kit.forms.host import FormHost
from admin_app.kit.forms.submission import Submission, id_names, known_ids
from admin_app.kit.forms.upload_flow import UploadFlow
from admin_app.kit.records.ownership import fetch
from admin_app.kit.script import run
from admin_app.kit.session import Session, note_save, notify, report
from admin_app.kit.session.permissions import Standing
from admin_app.kit.words.locale import language_of

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
        form = self.form
        both = await self._with_others(api, sent)
        if (instead := await form._before_save(api, both.sent)) is not None:
            return instead
        conflict = await self._unseen_conflict(api, both)
        if await self._question(api, both.sent) or conflict:
            return run("askToSave")
        if both.overtaken:
            self._take_over(both)
            await form._show_errors(both.sent, form._problems(both.sent))
            if form.errors:
                return run("refused")
        body = await form._shaped(api, await self._with_creator(form._comparable(both.sent.body)))
        created, changed = not form.record_id, True
        if created:
            if not (record_id := await CreateOnce(form).create(api, both.sent, submission.creation(body))):
                return await self._ask_about_lost()
            form.record_id = record_id
        else:
            changes = submission.changes(both.sent.parts, form._before, body)
            changed = bool(changes)
            if changed:
                kept = id_names(both.sent.parts)
                await api.update(self.resource.endpoint, form.record_id, changes, keep_ids=kept)
        self._keep(both.sent, body)
        return await self.finish(api, created=created, changed=changed)

    async def finish(self, api: Api, *, created: bool, changed: bool) -> Step:
        """Once the record is saved: send its files and say what was done."""
        form = self.form
        has_files = bool(form.image.ticket or form.file.ticket)
        await form._after_write(api)
        complete = all([await UploadFlow(form).send_all(api), await form._send_attachments(api)])
        form._settled = not (complete or created)
        if not complete:
            return [run("saved"), rx.redirect(await self._where_left(), replace=True)] if created else run("refused")
        if changed and not created:
            await note_save(form)
        if changed or has_files:
            await notify(form, "success", self.notice("success", created=created), await self._kept_of_others())
        else:
            await notify(form, "success", "kit.form.nothing_to_save")
        return form._leave(created=created)

    async def fail(self, sent: Submission, error: Exception) -> list[Step]:
        """Say why nothing was saved, or that it may have been; what was typed stays."""
        form, unsure = self.form, isinstance(error, ApiError) and error.unsure
        self.settle_creation(known=not unsure)
        if isinstance(error, Invalid):
            await form._show_refusal(sent, error)
            return [run("refused")]
        steps: list[Step] = [run("answered")]
        if not unsure:  # that is said in the form alone
            steps.append(await report(form, error, self.notice("error", created=not form.record_id)))
        if not isinstance(error, SessionEnded | Unauthorized):
            await form._show_failure(error)
            steps.append(run("refused"))
        return [step for step in steps if step is not None]

    def settle_creation(self, *, known: bool) -> None:
        """The tab need not remember a creation whose fate is known."""
        if known and self.form.creation_begun:
            self.form.creation_begun = ""

    def notice(self, outcome: str, *, created: bool) -> str:
        """The key of what is said of a save: `success` or `error`."""
        return f"errors.{self.resource.entity}.{'create' if created else 'update'}_{outcome}"

    # --- what others have saved meanwhile ---------------------------------------------------

    async def _with_others(self, api: Api, sent: Submission) -> Together:
        """The save with what others have saved since; read where something is sent, and only then."""
        form = self.form
        mine = form._comparable(sent.body)
        form.their_changes, form.their_lines = [], []
        if not (form.record_id and sent.parts) or all(value == form._before.get(name) for name, value in mine.items()):
            return Together(sent)
        item = await fetch(api, self.resource, form.record_id)
        form._look_at(item)
        now = await form._reading(api, item)
        base = Reading(form._base.values, form._base.lines, form._base.labels, form._before)
        both = together(sent, base, now, differences(sent.parts, base, mine, now), form._new_key)
        return replace(both, record=self.resource.model.model_validate(item))

    async def _unseen_conflict(self, api: Api, both: Together) -> bool:
        """Show what others have changed; whether something of it waits for an answer, and exactly this had none yet."""
        form = self.form
        if not both.overtaken or both.now is None:
            return False
        known = both.sent.confirmed and form._seen == both.now.body
        form._seen = dict(both.now.body)
        await self._show_conflict(api, both, both.now)
        return both.asks and not known

    async def _show_conflict(self, api: Api, both: Together, now: Reading) -> None:
        form, locale = self.form, await language_of(self.form)
        readable = (await form.get_state(Session))._readable()
        parts = [each.part for each in both.found]
        named = await prefill.labels(api, parts, now.values, both.record, readable)
        before = conflict_words.with_labels(form._base, form.choices, form._base.labels)
        theirs = conflict_words.with_labels(now, form.choices, named)
        mine = conflict_words.with_labels(both.sent, form.choices, both.sent.labels)
        form.their_changes = conflict_words.versions_in_words(self.resource, both.found, before, theirs, mine, locale)
        form.their_lines = conflict_words.changes_in_words(self.resource, both.changes, locale)

    async def _kept_of_others(self) -> str:
        form = self.form
        if not (form.their_changes or form.their_lines):
            return ""
        return conflict_words.kept_in_words(form.their_changes, form.their_lines, await language_of(form))

    def _take_over(self, both: Together) -> None:
        """The form holds both from now on, and what differs from the record as it is stored is what is saved."""
        form = self.form
        assert both.now is not None
        form._base, form._before = both.now, dict(both.now.body)
        form._read_ids = known_ids(both.now.lines)
        form.values, form.lines = {**form.values, **both.sent.values}, both.sent.lines
        form.labels = {**form.labels, **both.sent.labels}
        form.revision += 1

    # --- what is asked before ---------------------------------------------------------------

    async def _question(self, api: Api, sent: Submission) -> str:
        """What must be confirmed before this save, and was not; empty where nothing must."""
        own = await self.form._own_question(sent)
        alike = "" if self.form.record_id else await DuplicateCheck(self.form).question(api, sent)
        self.form.question = " ".join(text for text in (own, alike) if text)
        return alike or ("" if sent.confirmed else own)

    async def _ask_about_lost(self) -> Step:
        """An attempt that got no answer may have created the record: that is shown before another one."""
        await self._show_lost()
        return run("askToSave")

    async def tell_lost(self) -> Step:
        """Save was pressed, and no such save came here: the server that the page had may have done it, or nobody."""
        await self._show_lost()
        return run("refused")

    async def _show_lost(self) -> None:
        lost = NetworkError()
        lost.unsure = True
        await self.form._show_failure(lost)

    # --- what is sent, and kept -------------------------------------------------------------

    async def _with_creator(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """The body with the signed-in person as the creator of a new record, where it has one."""
        if self.form.record_id or not self.resource.creator_field:
            return dict(body)
        return {**body, wire(self.resource.creator_field): (await self.form.get_state(Session)).user_id}

    def _keep(self, sent: Submission, body: Mapping[str, Any]) -> None:
        """What was saved is what the form is compared with from now on."""
        form = self.form
        form._before, form._base = dict(body), Reading(dict(sent.values), dict(sent.lines), dict(form.labels))
        form.values = {**form.values, **publication(form, sent.values)}

    async def _where_left(self) -> str:
        """Where a new record whose image was refused can be mended, or else seen."""
        form, session = self.form, await self.form.get_state(Session)
        may_edit = session._standing(form._permission()) is not Standing.ABSENT
        return f"{self.resource.route}/{form.record_id}" if may_edit else form._show_address()


def publication(form: FormHost, values: Mapping[str, str]) -> dict[str, str]:
    """What these values say of who sees the record."""
    return {part.name: values.get(part.name, "") for part in form._parts() if part.kind == "publication"}


def would_publish(form: FormHost, values: Mapping[str, str]) -> bool:
    """Whether a save of these values shows the public what it does not see yet."""
    now, before = publication(form, values), publication(form, form.values)
    return any(now[name] == ONLINE != before[name] for name in now)
