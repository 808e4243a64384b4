"""`SolidaryEdition`: the form of a request, what it will do, and where it leads.

Opening it needs the whole record, which only a reading gives that may text drivers (trap 31): where the file of the
record was opened in this tab, what it holds is used; what is read here is given to the file, and so is the answer.
"""

from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, replace
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import MalformedAnswer
from admin_app.features.solidary.asking.from_record import form_of
from admin_app.features.solidary.asking.recap import recap, ride_line
from admin_app.features.solidary.asking.request_form import SCHEDULES, RequestForm, choices_of, typed_so_far
from admin_app.features.solidary.asking.schema import ASKING, IDENTITY, JOURNEY, SCHEDULES_INPUT, TIMES, Asked
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.desk.request_row import row_of
from admin_app.features.solidary.edition.consequences import Consequences, left_behind
from admin_app.features.solidary.edition.save_flow import EditionHost, EditionSave
from admin_app.features.solidary.edition.stored import StoredRequest
from admin_app.features.solidary.eligibility.structure_reader import STRUCTURE_READ, STRUCTURES
from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.features.solidary.file.state import fetched, this_instant
from admin_app.features.solidary.record import OPERATOR, READ, UPDATE, SolidaryRecord
from admin_app.features.solidary.statuses import EDITED
from admin_app.features.solidary.structure import Structure
from admin_app.kit import declare as d
from admin_app.kit.clock import today
from admin_app.kit.declare import Resource, text_of
from admin_app.kit.forms import Submission, blank
from admin_app.kit.parts import sketch_of
from admin_app.kit.script import run
from admin_app.kit.session import signed_in

EDITION = replace(ASKING, form=d.form(Asked, JOURNEY, TIMES, IDENTITY), duplicates=None, called=None)
"""The form: where and why, when and with what help, for whom. The structure of a record cannot change."""


class SolidaryEdition(EditionHost, rx.State):
    """The form of one request."""

    resource: ClassVar[Resource] = EDITION

    status: str = ""
    person: str = ""
    """Who it is for."""
    replaces: str = ""
    """The request this one replaced, and the one that replaced this one; empty where there is none."""
    replaced_by: str = ""
    drivers: list[dict[str, str]] = []
    """Who stays behind when it is replaced (`consequences.LeftBehind`)."""
    messages: int = 0
    as_is: list[dict[str, str]] = []
    """What the request says as it is stored: `kind`, and the sentence in each language."""
    sketch: list[list[str]] = []
    """Where it goes (`sketch_map`)."""
    _answer: tuple[dict[str, Any], ...] = ()
    """The record as the API answered it; in a tuple, inside which Reflex wraps nothing."""

    # --- opening ------------------------------------------------------------------------

    def _admitted(self) -> AbstractAsyncContextManager[Api]:
        """To open takes the right to read, of which the API is the judge; to save the proof that one operates its
        structure (OWN-16), without reading it again."""
        if not self._settled:
            return signed_in(self, reads=(UPDATE, READ, STRUCTURE_READ))
        return signed_in(self, UPDATE, reads=STRUCTURE_READ, own=self._operated)

    async def _operated(self, api: Api, rule: str, person: int) -> bool:
        file = await self.get_state(SolidaryFile)
        return rule == OPERATOR and await file._is_operated(self._answer[0] if self._answer else {})

    async def _open(self, api: Api) -> None:
        self._clear()
        (await self.get_state(EditionForesight))._clear()
        item = await self._read(api)
        try:
            record = SolidaryRecord.of(item)
        except ValueError:  # pydantic's too
            raise MalformedAnswer(cause="record") from None
        structure = Structure.of(await api.get(STRUCTURES, record.structure_id or 0))
        self._answer, self.status = (item,), text_of(record.status)
        self.person = record.name
        self.replaces, self.replaced_by = text_of(record.solidary_id), text_of(record.solidary_child_id)
        left = left_behind(record)
        self.drivers, self.messages = left.drivers, left.messages
        self._fill_in(record, structure)
        said = recap(self._stored[0].form, self._stored[0].choices, today(), record)
        self.as_is = [line for line in said if line["kind"] != "who"]
        row = row_of(item)
        self.sketch = [[*shape] for shape in sketch_of((row.start, row.end), (row.origin, row.destination))]
        await self._lay_over()
        told = RequestForm(self.values, self.lines[SCHEDULES])
        (await self.get_state(EditionForesight)).first_ride = ride_line(told)
        self.title = self.record_id
        self.revision += 1
        # Here, since arriving at an address ends the former edition (SHELL-4).
        (await self.get_state(CurrentStructure)).editing = self.status != EDITED

    def _clear(self) -> None:
        """Let go of the former request."""
        self._answer, self._stored, self._lost = (), (), ()
        self.title, self.picture, self.status, self.person = "", "", "", ""
        self.later, self.unsure = "", ""
        self.replaces, self.replaced_by, self.drivers, self.messages = "", "", [], 0
        self.as_is, self.sketch = [], []

    async def _read(self, api: Api) -> dict[str, Any]:
        """The record as this tab has it, or read once, for the file too."""
        file = await self.get_state(SolidaryFile)
        if known := file._kept.get(self.record_id):
            return known[0]
        item = await fetched(self, api, self.record_id)
        if text_of(item.get("id")) != self.record_id:
            raise MalformedAnswer(cause="record")
        file._kept = {**file._kept, self.record_id: (item, this_instant())}
        return item

    def _fill_in(self, record: SolidaryRecord, structure: Structure) -> None:
        """Every input as the record says it."""
        form = form_of(record, structure)
        self.values = {**{part.name: part.default for part in self._parts()}, **form.texts}
        places = {"origin": record.origin, "homeAddress": record.home_address}
        places["destination"] = None if record.destination_any else record.destination
        self.labels = {name: place.display if place else "" for name, place in places.items()}
        # An empty one, for a journey that becomes a weekly one.
        lines = [dict(line) for line in form.lines] or [{}]
        self.lines = {}
        self.lines = {SCHEDULES: [{**blank(SCHEDULES_INPUT, self._new_key()), **line} for line in lines]}
        self.choices = choices_of(structure)
        filled = replace(form, texts=dict(self.values))
        self._stored = (StoredRequest(record, filled, choices_of(structure), structure.slots),)

    async def _lay_over(self) -> None:
        """Put what was typed for the former request over this one, and say what saving it would do."""
        if not self._carrying or self._carrying[0].target != self.record_id or self.status == EDITED:
            self._carrying, self.carried_from = (), ""
            return
        (typed,) = self._carrying
        self.carried_from = typed.source
        self.values, self.labels = {**self.values, **typed.values}, {**self.labels, **typed.labels}
        if typed.lines:
            self.lines = {SCHEDULES: [{**line, "key": self._new_key()} for line in typed.lines]}
        await self._tell_consequences(self._consequences(Submission(tuple(self._parts()), self.values, self.lines)))

    @rx.event
    def drop_carried(self):
        """Give up the changes that were carried over, and fill the form with the request alone."""
        self._carrying = ()
        yield [run("saved"), type(self).load]

    # --- saving -------------------------------------------------------------------------

    def _problems(self, sent: Submission) -> dict[str, str]:
        return self._stored[0].problems(sent, today()) if self._stored else {}

    async def _save(self, api: Api, sent: Submission) -> Any:
        """Not as other forms: a request is not read again (decision 35), and may become another one."""
        return await EditionSave(self, api).run(sent)

    def _consequences(self, sent: Submission) -> Consequences:
        """What saving this would do."""
        return self._stored[0].consequences(sent, today()) if self._stored else Consequences()

    async def _tell_consequences(self, foreseen: Consequences) -> None:
        (await self.get_state(EditionForesight))._show(foreseen)


class EditionForesight(rx.State):
    """What saving would do, told while the form is typed in; a state of its own, so that the form is not drawn anew."""

    fate: str = ""
    wrong: str = ""
    reason: str = ""
    differences: list[dict[str, str]] = []
    first_ride: dict[str, str] = {}
    """When the first journey of a week is, in each language, where that is not its first day."""

    @rx.event(supersedes=True)
    async def follow(self, data: dict[str, Any]):
        """Say what saving the form would do, as it is now."""
        edition = await self.get_state(SolidaryEdition)
        if (sent := typed_so_far(edition._parts(), data, edition.lines)) is not None:
            self._show(edition._consequences(sent))
            self.first_ride = ride_line(RequestForm.of(sent))
        return run("followOn")

    def _show(self, foreseen: Consequences) -> None:
        for name, value in asdict(foreseen).items():
            if getattr(self, name) != value:
                setattr(self, name, value)

    def _clear(self) -> None:
        self.fate, self.wrong, self.reason, self.differences, self.first_ride = "", "", "", [], {}
