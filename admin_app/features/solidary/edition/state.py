"""`SolidaryEdition`: the form of a request, what it will do, and where it leads.

Opening it needs the whole record, which only a reading gives that may text drivers (trap 31): where the file of the
record was opened in this tab, what it holds is used; what is read here is given to the file, and so is the answer.
"""

import datetime as dt
import json
from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, replace
from typing import Any, ClassVar

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, MalformedAnswer, NetworkError, ServerError, SessionEnded
from admin_app.api.query import Query
from admin_app.features.solidary.asking import shaping, submitted_form
from admin_app.features.solidary.asking.field_groups import PARTS
from admin_app.features.solidary.asking.from_record import held_of
from admin_app.features.solidary.asking.request_form import Held, day_of
from admin_app.features.solidary.asking.schema import ASKING, IDENTITY, JOURNEY, TIMES, Asked
from admin_app.features.solidary.asking.submitted_form import SCHEDULES
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.desk import cache as desk
from admin_app.features.solidary.desk.resource import OPERATOR, RECORDS
from admin_app.features.solidary.edition.carry_over import Carried, carried
from admin_app.features.solidary.edition.consequences import REPLACED, WRONG, Foresight, behind, foresee, reason_of
from admin_app.features.solidary.edition.successor import end_of_chain, successor
from admin_app.features.solidary.edition.summary_diff import said
from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.features.solidary.file.state import LIST, READ, UPDATE, fetched
from admin_app.features.solidary.record import FLEXIBLE, SolidaryRecord, plain
from admin_app.features.solidary.statuses import EDITED
from admin_app.features.solidary.structure import Structure
from admin_app.kit import declare as d
from admin_app.kit.crud import FormMixin
from admin_app.kit.declare.fields import Input, LinesInput, text_of
from admin_app.kit.declare.resource import Resource
from admin_app.kit.forms import submission
from admin_app.kit.forms.formset import blank
from admin_app.kit.forms.submission import Submission
from admin_app.kit.script import open_instead, run
from admin_app.kit.session import Session, notify, signed_in
from admin_app.kit.words.locale import language_of, say

STRUCTURE = "structure_read"
USERS = "user_list"
"""What it takes to find out whose e-mail address one is; without it, the server is the one who refuses."""
MOST = 200_000
"""Characters of a form that are looked at while it is typed in."""
EDITION = replace(
    ASKING,
    form=d.form(Asked, JOURNEY, TIMES, IDENTITY),
    may=RECORDS.may,
    duplicates=None,
    called=None,
)
"""The form: where and why, when and with what help, for whom. The structure of a record cannot change."""
KEPT = tuple(name for name in shaping.IDENTITY if name != "newsSubscription")
"""What of a person cannot be emptied: the server takes no null for it (update_solidary_beneficiary)."""

UNKNOWN = frozenset((name, "required") for name in shaping.IDENTITY)
LOST = (NetworkError, ServerError)
"""After these nobody knows whether the server has done what it was asked."""
OPEN, UNKNOWN_FATE, GONE = UNSURE = ("open", "unknown", "gone")
"""What is known of a request after a save that was not confirmed: it is there still, or nobody could look; and of one
that has left the list, without another in its place."""


class SolidaryEdition(FormMixin, rx.State):
    """The form of one request."""

    resource: ClassVar[Resource] = EDITION

    structure_name: str = ""
    status: str = ""
    replaces: str = ""
    """The request this one replaced, and the one that replaced this one; empty where there is none."""
    replaced_by: str = ""
    drivers: list[dict[str, str]] = []
    """Who stays behind when it is replaced (`foresight.Behind`)."""
    messages: int = 0
    later: str = ""
    """The request that somebody put in the place of this one while its form was open: a save carries over to it."""
    unsure: str = ""
    """One of `UNSURE`."""
    carried_from: str = ""
    """The request in whose form the changes were typed that are laid over this one; empty where there are none."""
    _carrying: tuple[Carried, ...] = ()
    _held: tuple[dict[str, Any], ...] = ()
    """The record as the API answered it; in a tuple, inside which Reflex wraps nothing."""
    _offered: submitted_form.Choices = {}
    _slots: dict[str, str] = {}
    _texts: dict[str, str] = {}
    """What the form held when it was filled, by input: nothing of it is a change."""
    _rows: list[dict[str, str]] = []
    _lost: tuple[dict[str, Any], ...] = ()
    """What a save sent that was not confirmed: the request may be another one by now."""

    # --- opening ------------------------------------------------------------------------

    def _admitted(self) -> AbstractAsyncContextManager[Api]:
        """To open takes the right to read, of which the API is the judge; to save the proof that one operates its
        structure (OWN-16), without reading it again."""
        if not self._settled:
            return signed_in(self, reads=(UPDATE, READ, STRUCTURE))
        return signed_in(self, UPDATE, reads=STRUCTURE, own=self._operated)

    async def _operated(self, api: Api, rule: str, person: int) -> bool:
        file = await self.get_state(SolidaryFile)
        return rule == OPERATOR and await file._is_operated(self._held[0] if self._held else {})

    async def _open(self, api: Api) -> None:
        self._empty()
        (await self.get_state(EditionForesight))._clear()
        item = await self._record(api)
        record = _read(item)
        structure = Structure.of(await api.get("admin/structures", record.structure_id or 0))
        self._held, self.structure_name, self.status = (item,), structure.name, text_of(record.status)
        self.replaces, self.replaced_by = text_of(record.solidary_id), text_of(record.solidary_child_id)
        left = behind(record)
        self.drivers, self.messages = left.drivers, left.messages
        self._offered, self._slots = submitted_form.offered(structure), structure.slots
        await self._fill_from(record, structure)
        await self._lay_over()
        self.title = self.record_id
        self.revision += 1
        # Here, since arriving at an address ends the former edition (SHELL-4).
        (await self.get_state(CurrentStructure)).editing = self.status != EDITED

    async def _record(self, api: Api) -> dict[str, Any]:
        """The record as this tab has it, or read once, for the file too."""
        file = await self.get_state(SolidaryFile)
        if known := file._kept.get(self.record_id):
            return known[0]
        item = await fetched(api, self.router.session.client_token, self.record_id)
        if text_of(item.get("id")) != self.record_id:
            raise MalformedAnswer(cause="record")
        file._kept = {**file._kept, self.record_id: (item, _now())}
        return item

    async def _fill_from(self, record: SolidaryRecord, structure: Structure) -> None:
        """Every input as the record says it."""
        found = held_of(record, structure)
        home = record.home_address
        person = {name: text_of(plain(self._held[0]).get(name)) for name in shaping.IDENTITY if name != "homeAddress"}
        person["birthDate"] = day_of(record.birth_date)
        person["newsSubscription"] = "true" if record.news_subscription else ""
        person["homeAddress"] = json.dumps(home.to_api(), ensure_ascii=False) if home else ""
        flags = {name: found.texts.get(name) or "false" for name in ("destinationAny", "regular")}
        self.values = {**{part.name: part.default for part in self._parts()}, **found.texts, **flags, **person}
        ends = {"origin": record.origin, "homeAddress": home}
        ends["destination"] = None if record.destination_any else record.destination
        self.labels = {name: place.display if place else "" for name, place in ends.items()}
        self.lines = {}
        part = PARTS["regular_schedules"]
        assert isinstance(part, LinesInput)
        # An empty one, for a journey that becomes a weekly one.
        rows = [dict(line) for line in found.lines] or [{}]
        self.lines = {SCHEDULES: [{**blank(part, self._new_key()), **line} for line in rows]}
        self._texts, self._rows = dict(self.values), [dict(line) for line in found.lines]
        self.choices = dict(self._offered)

    def _empty(self) -> None:
        self._held, self._offered, self._slots, self._texts, self._rows = (), {}, {}, {}, []
        self.title, self.picture, self.structure_name, self.status, self._lost = "", "", "", "", ()
        self.later, self.unsure = "", ""
        self.replaces, self.replaced_by, self.drivers, self.messages = "", "", [], 0

    # --- what it will do ------------------------------------------------------------------

    def _foresee(self, sent: Submission) -> Foresight:
        """What saving this would do."""
        if not self._held:
            return Foresight()
        if self._wrong(sent):
            return Foresight(WRONG)
        today = submitted_form.today()
        before, after = (said(each, self._offered, today) for each in (self._stored(), submitted_form.held(sent)))
        return foresee(_read(self._held[0]), self._changes(sent), before, after)

    def _stored(self) -> Held:
        return Held(self._texts, self._rows)

    def _changes(self, sent: Submission) -> dict[str, Any]:
        """The keys that are sent: those that differ alone (traps 26 and 27), and what a copy would lose."""
        record, today = _read(self._held[0]), submitted_form.today()
        before, after = (shaping.written(each, today, record) for each in (self._stored(), submitted_form.held(sent)))
        found = shaping.changes(before, after)
        known = shaping.beneficiary(self._stored())
        person = {
            name: value
            for name, value in shaping.beneficiary(submitted_form.held(sent)).items()
            if value != known.get(name)
        }
        found |= {"beneficiary": person} if person else {}
        if not reason_of(record, found):
            return found
        return shaping.said_again(found, after, flexible=record.frequency == FLEXIBLE)

    def _wrong(self, sent: Submission) -> dict[str, str]:
        """What is wrong, by input name; a day that has passed may stay as it is."""
        days = ("outwardDate", "toDate", "punctualOutwardDateChoice", "regularDateChoice", "fromDate")
        same = all(sent.values.get(name, "") == self._texts.get(name, "") for name in days)
        day = None if same else submitted_form.today()
        found = {**submitted_form.wrong_journey(sent, self.choices), **submitted_form.wrong_needs(sent, self.choices)}
        found |= submitted_form.wrong_when(sent, day, self._slots)
        found |= submitted_form.wrong_identity(
            sent, submitted_form.today(), known=self._texts.get("birthDate", ""), generic=True
        )
        # What is not known of a person keeps nobody from changing the journey; what is cannot be taken away.
        typed = {name: text for name, text in sent.problems.items() if (name, text) not in UNKNOWN}
        emptied = [name for name in KEPT if self._texts.get(name) and not sent.values.get(name, "").strip()]
        return {**found, **typed, **dict.fromkeys(emptied, "required")}

    # --- saving -----------------------------------------------------------------------------

    def _problems(self, sent: Submission) -> dict[str, str]:
        return self._wrong(sent)

    def _compared(self, parts: Iterable[Input]) -> list[Input]:
        """None: a request is not read again (decision 35)."""
        return []

    async def _saved(self, api: Api, sent: Submission) -> Any:
        """Look first whether another request took the place of this one: what is typed then goes on to that."""
        if self.later:
            return self._carry(sent)
        if self.unsure:
            sent = replace(sent, confirmed=False)  # what was agreed to may be done
        self.unsure, body = "", self._changes(sent)
        if body and (later := await self._successor(api)) is not None:
            return await self._gone_to(later) if later and self._lost == (body,) else self._overtake(later)
        return await super()._saved(api, sent)

    async def _must_ask(self, api: Api, sent: Submission) -> bool:
        """Whether this save closes the request and was not agreed to."""
        found = self._foresee(sent)
        (await self.get_state(EditionForesight))._take(found)
        if found.fate != REPLACED or sent.confirmed:
            return False
        self.question = say("solidary_edition.asks", await language_of(self), number=self.record_id)
        return True

    async def _send(self, api: Api, sent: Submission) -> Any:
        """Send what changed, and go on with the id of the answer (trap 26)."""
        body, old = self._changes(sent), self.record_id
        if not body:
            await notify(self, "success", "kit.form.nothing_to_save")
            return self._leave()
        email = body.get("beneficiary", {}).get("email")
        if email and await self._is_taken(api, email):
            await self._show_errors(sent, {"email": "solidary_edition.email_taken"})
            return run("refused")
        try:
            answer = await api.update(EDITION.endpoint, old, body)
        except LOST:
            return await self._look_up(api, body)
        finally:
            desk.forget(api)
        if text_of(answer.get("id")) == old and text_of(answer.get("status")) == EDITED:
            return self._overtake(text_of(answer.get("adminsolidaryChildId")))
        self._settled, self._carrying, self.carried_from = False, (), ""
        new = await self._follow(api, answer)
        if new == old:
            await notify(self, "success", "errors.solidary.update_success")
        else:
            await notify(self, "success", "solidary_edition.replaced", number=old, other=new)
        return self._leave()

    async def _follow(self, api: Api, answer: dict[str, Any]) -> str:
        """Take the answer, which is the request as it is now, or the one that took its place."""
        old, new = self.record_id, text_of(answer.get("id")) or self.record_id
        file = await self.get_state(SolidaryFile)
        file._kept = {key: kept for key, kept in file._kept.items() if key != old}
        if answer.get("id"):
            if file.record_id != new:
                await file._turn_to(new)
            await file._take(answer)
        self.record_id = new
        return new

    async def _successor(self, api: Api) -> str | None:
        """The request in the place of this one, None while it is open. Who may not list is told after a save alone:
        this takes a reading, which may text drivers (trap 31)."""
        if LIST in (await self.get_state(Session))._readable():
            return await successor(api, _read(self._held[0]))
        return await end_of_chain(api, self.record_id) if self._lost else None

    async def _look_up(self, api: Api, body: dict[str, Any]) -> Any:
        """After a save that was not confirmed: a 500 may come once everything is stored (trap 43)."""
        self._lost, self.unsure = (body,), OPEN
        try:
            later = await self._successor(api)
        except SessionEnded:
            raise
        except ApiError:
            later, self.unsure = None, UNKNOWN_FATE
        if later and reason_of(_read(self._held[0]), body):
            return await self._gone_to(later)
        return run("refused") if later is None else self._overtake(later)

    async def _gone_to(self, other: str) -> Any:
        """The save that was not confirmed was done: go on with what it made."""
        await notify(self, "success", "solidary_edition.replaced", number=self.record_id, other=other)
        self.record_id, self._settled, self._carrying, self.carried_from = other, False, (), ""
        return self._leave()

    # --- replaced by somebody else ------------------------------------------------------------

    @rx.event
    def drop_carried(self):
        """Give up the changes that were carried over, and fill the form with the request alone."""
        self._carrying = ()
        yield [run("saved"), type(self).load]

    def _overtake(self, later: str) -> Any:
        """Say that nothing was saved, and what may be done with it."""
        self.later, self.unsure = later, "" if later else GONE
        return run("refused")

    def _carry(self, sent: Submission) -> Any:
        """Go on with the new request, whose form takes what was typed here."""
        self._carrying = (carried(self.record_id, self.later, self._texts, self._rows, sent),)
        self._settled = False
        return [run("saved"), open_instead(f"{EDITION.route}/{self.later}")]

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
        sent = Submission(tuple(self._parts()), self.values, self.lines)
        (await self.get_state(EditionForesight))._take(self._foresee(sent))

    async def _is_taken(self, api: Api, email: str) -> bool:
        """Whether somebody else has an address: the server fails half-way with it (trap 32)."""
        if USERS not in (await self.get_state(Session))._readable():
            return False
        found = await api.list("admin/users/email", Query(filters={"email": email}))
        return any(text_of(each.get("id")) != text_of(plain(self._held[0]).get("userId")) for each in found.items)


class EditionForesight(rx.State):
    """What saving would do, told while the form is typed in; a state of its own, so that the form is not drawn anew."""

    fate: str = ""
    reason: str = ""
    differences: list[dict[str, str]] = []

    @rx.event(supersedes=True)
    async def follow(self, data: dict[str, Any]):
        """Say what saving the form would do, as it is now."""
        if sum(len(str(each)) for each in data.values()) <= MOST:
            edition = await self.get_state(SolidaryEdition)
            pairs = [(str(name), str(text)) for name, text in data.items()]
            self._take(edition._foresee(submission.read(edition._parts(), pairs, edition.lines)))
        yield run("followed")

    def _take(self, found: Foresight) -> None:
        for name, value in asdict(found).items():
            if getattr(self, name) != value:
                setattr(self, name, value)

    def _clear(self) -> None:
        self.fate, self.reason, self.differences = "", "", []


def _read(item: dict[str, Any]) -> SolidaryRecord:
    try:
        return SolidaryRecord.of(item)
    except ValueError:  # pydantic's too
        raise MalformedAnswer(cause="record") from None


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
