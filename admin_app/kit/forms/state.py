"""The state of a form: one for creation and edition, its values committed when it is submitted.

Inputs are uncontrolled, so typing costs no round trip (Reflex F17). Here stand the handlers that the page calls; what
a form holds and what a feature overrides is its host (host.py), and a save is told in save_flow.py.
"""

from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, SessionEnded
from admin_app.kit.declare.fields import LABEL, WANTED, ReferenceInput
from admin_app.kit.forms import validation
from admin_app.kit.forms.conflict import Reading
from admin_app.kit.forms.duplicates import TAKEN, DuplicateCheck, taken
from admin_app.kit.forms.formset_editor import Content, FormsetEditor
from admin_app.kit.forms.host import FormHost
from admin_app.kit.forms.save_flow import SaveFlow, Step, would_publish
from admin_app.kit.forms.submission import FILES, PRESSED, Submission, line_problems, lines_among, part_of
from admin_app.kit.forms.texts import problem
from admin_app.kit.forms.upload import WrongFile, reason
from admin_app.kit.forms.upload_flow import UploadFlow
from admin_app.kit.script import open_instead, run
from admin_app.kit.session import (
    InPlace,
    Session,
    drop_successes,
    here,
    open_upload,
    report,
    reports_errors,
    signed_in,
    signed_in_background,
)
from admin_app.kit.transfer import tickets
from admin_app.kit.words.locale import language_of, say
from admin_app.patches.names import FormData

CREATE = "create"


class FormMixin(FormHost, InPlace, rx.State, mixin=True):
    """One form of one resource; a concrete class writes `resource: ClassVar = ...`."""

    loading: bool = True

    # --- opening ----------------------------------------------------------------------------

    @rx.event(supersedes=True)
    @reports_errors("load_error", busy="loading", in_place=True)
    async def load(self):
        """Fill the form for the record of the address, or with the defaults of a creation."""
        wanted = "" if here(self).last == CREATE else here(self).record_id
        self.loading, self.problem, self.suggestions = True, "", {}
        self.errors, self.refused, self.failure, self.stored = {}, [], "", False
        self._wrong, self._failed = (), ""
        self.image.keep_pending(wanted == self.record_id)
        self.file.keep_pending(wanted == self.record_id)
        if wanted != self.record_id:
            self.title, self.picture = "", ""
        self.record_id, self.gone, self.files_lost, self._settled = wanted, False, False, False
        DuplicateCheck(self).forget()
        self._forget_lost()
        self.lost = "" if wanted or not self.creation_begun else "unknown"
        # The form of the last visit must be gone before anybody types in it: it is mounted anew.
        yield
        async with self._admitted() as api:
            self._closed = self.resource.closed_to((await self.get_state(Session)).permissions)
            await self._open(api)
        self._settled = True
        # A press before the form was filled anew is answered by nobody else.
        yield [run("answered"), *self._besides()]

    async def _open(self, api: Api) -> None:
        """Fetch the record and set every input; a feature may add run-time choices."""
        self.title, self.picture = "", ""
        item = await self._fetch(api) if self.record_id else None
        await self._fill(api, item)
        self.revision += 1

    @rx.event
    async def restore(self, data: dict[str, Any], was: dict[str, Any] | None = None):
        """Fill the form with a draft the browser kept; `was` is what the form held before anything was typed in it."""
        if not data:
            return None
        if self.record_id and was:
            self._begin_from(self._submitted(was))
        kept = self._submitted({name: text for name, text in data.items() if not name.endswith(WANTED)})
        self.values = {**self.values, **kept.values}
        self.lines = {**self.lines, **kept.lines}
        self.labels = {name: str(data.get(f"{name}{LABEL}", "")) for name in self.labels}
        self.image.alt = kept.alt
        self.files_lost = bool(data.get(FILES))
        self.revision += 1
        if kept.confirmed or data.get(PRESSED) == str(self.saves):
            await SaveFlow(self).tell_lost()
            return run("refused")
        return None

    def _begin_from(self, was: Submission) -> None:
        """A draft was begun from an earlier reading: that is what it changes, and what others changed since is seen."""
        # It comes from the browser: what could not have been read of a record is not taken.
        fine = {part.name for part in was.parts if not problem(part, was.values.get(part.name, ""))}
        wrong = any(line_problems(part, was.lines, part.name) for part in lines_among(was.parts))
        values = {name: text for name, text in was.values.items() if name in fine and name in self._base.values}
        lines = self._base.lines if wrong else {**self._base.lines, **was.lines}
        held = {**self._base.values, **values}
        body = self._comparable(Submission(was.parts, held, lines).body)
        self._base = Reading(held, lines, {**self._base.labels, **was.labels}, body)

    # --- saving -----------------------------------------------------------------------------

    @rx.event
    @reports_errors("update_error", busy="saving")
    async def save(self, data: FormData[str, Any]):
        """Check, send what changed, then the files (`SaveFlow`); every refusal leaves the inputs as they are."""
        if self.saving or not self._settled:
            return
        self.saving, self.failure, self.stored, self.saves = True, "", False, self.saves + 1
        await drop_successes(self)
        yield
        sent, flow = self._submitted(data), SaveFlow(self)
        self.image.alt, self.publishes = sent.alt, would_publish(self, sent.values)
        await self._show_errors(sent, self._problems(sent) | self._wrong_file(sent))
        if self.errors:
            await self._show_wrong(sent, (*self._wrong, *DuplicateCheck(self).known(sent)))
            self.saving = False  # with what moves the focus, not after it: the very next key may save again
            yield run("refused")
            return
        if self._creates():
            self.creation_begun = "true"
            yield
        try:
            async with self._admitted() as api:
                step = await self._save(api, sent)
            flow.settle_creation(known=not self.lost)
        except Exception as error:
            step = await flow.fail(sent, error)
        self.saving = False
        yield step

    async def _save(self, api: Api, sent: Submission) -> Step:
        """Save what was submitted and is well; a feature whose save is another one writes it here."""
        return await SaveFlow(self).run(api, sent)

    @rx.event
    def open_likely(self, record_id: str):
        """Go on with a record that is there already: what was typed is in it, so the draft goes."""
        if not self._creates() or record_id not in [each["id"] for each in self.likely]:
            return None
        self.record_id, self._settled = record_id, False
        return [run("saved"), open_instead(self._show_address())]

    # --- while it is typed in ---------------------------------------------------------------

    @rx.event
    async def check(self, left: dict[str, Any]):
        """Look again at one input that was left or corrected: `name` of it, and `data` of the form as it stands."""
        name, data = str(left.get("name", "")), left.get("data")
        if not self._settled or not isinstance(data, dict):
            return
        sent = self._submitted(data)
        # The click on "save" leaves an input too, and what looks at it may come after what the API said of it.
        if any(each.name == name and each.held == sent.values.get(name, "") for each in self._wrong):
            return
        # With it what is wrong elsewhere: an end may be right once its beginning is.
        again = {name} | {each.name for each in self._wrong if each.held != sent.values.get(each.name, "")}
        problems = {each: what for each, what in self._problems(sent).items() if each in again}
        now = validation.found(problems, sent.values)
        self._wrong = (*(each for each in self._wrong if each.name not in again), *now)
        others = {each: text for each, text in self.errors.items() if each not in again}
        self.errors = others | validation.messages(now, sent.parts, await language_of(self))

    @rx.event
    async def speak(self):
        """Say what is wrong in the language that was just chosen."""
        locale, parts = await language_of(self), tuple(self._parts())
        again = validation.messages(self._wrong, parts, locale)
        # What a feature has said in words of its own stays as it said it.
        self.errors = {name: again.get(name, text) for name, text in self.errors.items()}
        named = [each["name"] for each in self.refused]
        called = validation.listed(named, self.resource, Submission(parts, self.values, self.lines), locale)
        fields = {each["name"]: each["field"] for each in called}
        self.refused = [each | {"field": fields.get(each["name"], each["field"])} for each in self.refused]
        if self.failure and self._failed:
            self.failure = say(self._failed, locale)

    @rx.event(supersedes=True)
    @reports_errors("load_error")
    async def search(self, name: str, text: str):
        """Propose addresses or records for what is being typed into one input."""
        part = part_of(self._parts(), name)
        if part is None or len(text.strip()) < 2:
            self.suggestions = {each: found for each, found in self.suggestions.items() if each != name}
            return
        listed = part.target.permission if isinstance(part, ReferenceInput) and part.target else None
        async with signed_in(self, reads=(self._permission(), listed)) as api:
            self.suggestions = {**self.suggestions, name: await self._proposals(api, part, text.strip())}
        yield run("proposed", name, text)

    @rx.event(background=True, supersedes=True)
    async def look_for_duplicates(self, data: dict[str, Any]):
        """Look again for what has changed among the fields that tell a person; `data` are their texts by name."""
        check = DuplicateCheck(self)
        if check.declared is None:
            return
        async with self:
            wanted, values = check.to_look_for(data)
        if not wanted:
            return
        try:
            async with signed_in_background(self, self.resource.may.create, reads=check.declared.list) as api:
                found = await check.find(api, wanted, values)
        except SessionEnded as error:
            async with self:
                step = await report(self, error, "kit.duplicates.failed")
            yield step
            return
        except ApiError:
            return  # it is tried again before the save, and said there
        async with self:
            check.keep(wanted, values, found)
            # What the summary names is not corrected by what another record has.
            for name in {each["name"] for each in self.refused}.intersection(taken(wanted, found)):
                wrong = validation.Wrong(name, TAKEN, held=values[name])
                self._wrong = (*(each for each in self._wrong if each.name != name), wrong)
                self.errors = {**self.errors, name: say(wrong.key, await language_of(self))}

    # --- lines: `content` is what the form holds on the page, where steps can be undone -----

    @rx.event
    async def add_line(self, name: str, kind: str = "", content: Content = None):
        """Add an empty line at the end."""
        yield await FormsetEditor(self, content).add(name, kind)

    @rx.event
    async def insert_line(self, name: str, kind: str, after: str, content: Content):
        """Add an empty line after another: its full name, or that of the lines for the first place."""
        yield await FormsetEditor(self, content).add(name, kind, after)

    @rx.event
    def choose_line(self, name: str):
        """Open a line in place of the one that is open; none for no name."""
        self.open_line = name

    @rx.event
    async def remove_line(self, name: str, key: str, content: Content = None):
        """Take one line away."""
        yield await FormsetEditor(self, content).remove(name, key)

    @rx.event
    async def move_line(self, name: str, key: str, by: int, content: Content = None):
        """Move one line by one place."""
        yield await FormsetEditor(self, content).move(name, key, by)

    @rx.event
    async def drop_line(self, name: str, content: Content = None):
        """Take over the order of the page, where a line was dragged to another place."""
        yield await FormsetEditor(self, content).drop(name)

    @rx.event
    async def copy_line(self, name: str, key: str, content: Content = None):
        """Add a copy of a line after it."""
        yield await FormsetEditor(self, content).copy(name, key)

    @rx.event
    async def undo_step(self, content: Content = None):
        """Put the lines back as they stood before the last step."""
        yield await FormsetEditor(self, content).undo()

    @rx.event
    async def redo_step(self, content: Content = None):
        """Take the step again that was undone last."""
        yield await FormsetEditor(self, content).redo()

    # --- files ------------------------------------------------------------------------------

    @rx.event
    @reports_errors("image_error")
    async def prepare_image(self):
        """Give the browser a ticket for the image just chosen."""
        async with self._admitted():
            ticket, sending = await open_upload(self, "image")
            self.image.await_file(ticket)
            yield sending

    @rx.event
    @reports_errors("image_error")
    async def prepare_attached(self, name: str):
        """Give the browser a ticket for the picture just chosen for the line input of a full name, which keeps it."""
        async with self._admitted():
            part = part_of(self._parts(), name)
            if part and part.kind == "attached":
                yield (await open_upload(self, name))[1]

    @rx.event
    @reports_errors("load_error")
    async def prepare_file(self, name: str):
        """Give the browser a ticket for the file just chosen."""
        async with self._admitted():
            self.file.pending = False
            self._forgive_file()
            ticket, sending = await open_upload(self, "file")
            self.file.await_file(ticket, str(name))
            yield sending

    @rx.event
    async def check_file(self):
        """Say what is wrong with the file as soon as it is here."""
        try:
            self._checked(tickets.content_of(self.file.ticket))
        except (WrongFile, tickets.RefusedFile) as error:
            self.file.problem = reason(error, await language_of(self))

    @rx.event
    def drop_file(self):
        """Keep what is there: the chosen file is not sent."""
        self.file.forget()
        self.file.problem, self.file.pending = "", False
        self._forgive_file()

    def _forgive_file(self) -> None:
        """What the last save was refused for in the file goes with it."""
        files = {part.name for part in self._parts() if part.kind == "file"}
        self._wrong = tuple(each for each in self._wrong if each.name not in files)
        self.errors = {name: text for name, text in self.errors.items() if name not in files}

    @rx.event
    @reports_errors("image_error", busy="saving")
    async def retry_image(self):
        """Send again the image that was refused after its record had been saved."""
        if self.saving or not self.image.pending:
            return
        self.saving = True
        yield
        async with self._admitted() as api:
            if await UploadFlow(self).send_image(api):
                yield self._leave()

    @rx.event
    @reports_errors("update_error", busy="saving")
    async def retry_file(self):
        """Send again the file that was refused after its record had been saved."""
        if self.saving or not self.file.pending:
            return
        self.saving = True
        yield
        async with self._admitted() as api:
            if await UploadFlow(self).send_file(api):
                yield self._leave()


State = type[FormMixin]
"""What the components of a form are given."""
