"""The record of a file as the API last answered it, and the commands it is given.

Reading a record makes the server look for drivers, some of whom it may text (trap 31). So the page reads it once, when
its address is opened: neither a reconnection, which runs `load` again, nor going back to it in this tab reads it anew;
that takes a press of `read_again`. What a command answers is the whole record, and is used.

Once a carpooler is retained, or when dates are flexible and somebody matches, the server fails at every reading and
writing of a request, after it stored what was asked (trap 43). Its list still has it: that is shown instead.
"""

import asyncio
import datetime as dt
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, MalformedAnswer, NotFound, ServerError
from admin_app.api.query import NOWHERE, is_record_id
from admin_app.features.solidary import list_cache, statuses
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.desk import baskets
from admin_app.features.solidary.desk import cache as desk
from admin_app.features.solidary.file import shaping
from admin_app.features.solidary.file.shaping import Texts
from admin_app.features.solidary.record import ENDPOINT, LIST, OPERATOR, READ, SolidaryRecord
from admin_app.features.solidary.requests_of_person import requests_of
from admin_app.kit.declare import text_of
from admin_app.kit.records import Proof
from admin_app.kit.session import (
    InPlace,
    NotTaken,
    PressMixin,
    Session,
    here,
    note_save,
    or_none,
    report,
    signed_in_background,
    unsure,
    was_just_now,
)
from admin_app.kit.words import phone_text

KEPT = 4
"""How many records of a tab are kept to come back to."""
LISTED = ("name", "status", "journey", "from_date", "subject", "telephone", "dialled")
"""What the list tells of a record that cannot be read."""
_readings: dict[tuple[str, ...], asyncio.Task[dict[str, Any]]] = {}
"""The readings of this process that are under way, by tab, person and record."""


class Unreadable(ApiError):
    """The server failed at a record: it does so at numbers nobody has, too (solidary.yaml, get_solidary)."""

    kind = "unreadable_record"


class RecordMixin(PressMixin, InPlace, rx.State, mixin=True):
    """One record as it was last answered. `SolidaryFile` says what the parts of its page make of it."""

    record_id: str = ""
    shown: Texts = {}
    """Facts by name (shaping.py); empty until the record is there."""
    needs: list[str] = []
    schedules: list[Texts] = []
    drivers: list[Texts] = []
    """The drivers that were retained, with the status of each ask."""
    diary: list[Texts] = []
    """Its entries, newest first, as the server says them."""
    step: Texts = {}
    """What is next: `key`, `name`, `place`, `action`, `user`, `created` (shaping.py)."""
    listed: Texts = {}
    """What the list says of a record that could not be read, by `LISTED`; empty where it says nothing."""
    owned: bool = False
    """Whether the record is of a structure the person operates, which does for who may change these alone."""
    read_at: str = ""
    """When the API last answered it, an instant of ours."""
    loading: bool = True
    reading: bool = False
    """Whether it is being read again, by a press."""
    _held: tuple[dict[str, Any], ...] = ()
    """The record without anything left out; in a tuple, inside which Reflex wraps nothing."""
    _kept: dict[str, tuple[dict[str, Any], str]] = {}
    """The records of this tab that were read, with the time: going back to one does not read it again."""
    _overtaken: tuple[float, str, str] = (0, "", "")
    """When a command was stopped because others had changed the record, with the text that said so and who it was."""
    _lost_body: dict[str, Any] = {}
    """The command whose answer was lost: the record is not known to be as it is shown, until it is read again."""
    _outdated: bool = False
    """Whether the record is to be read when it is opened next, because of that."""

    @rx.event(background=True)
    async def load(self):
        """Show the record of the address; read it if this tab has not, or does not know what became of a command, and
        else only where somebody asks for it."""
        async with self:
            wanted = here(self).record_id
            if wanted != self.record_id or wanted == NOWHERE:
                await self._turn_to(wanted)
            outdated, self._outdated = self._outdated, False
            onward = self._onward() if (self._held and not outdated) or self.problem else None
        yield await self._read(wanted) if onward is None else onward

    @rx.event(background=True)
    async def read_again(self):
        """Read the record anew, because somebody wants it: the server looks for drivers again (trap 31)."""
        async with self:
            wanted = self.record_id
            if not wanted or self.reading or here(self).record_id != wanted:
                return
            self.reading, self.loading, self.problem = True, not self._held, ""
        yield await self._read(wanted)

    # --- for the parts of the file ---------------------------------------------------------------

    async def _command(self, api: Api, body: dict[str, Any], come: Callable[[], bool]) -> bool:
        """Give the record one command, and show its answer, which is the whole record; never several keys in one
        (trap 28). Whether it was given: it is not where its answer was lost before, and the record, which is read anew,
        shows that it had `come`."""
        async with self._once([self.record_id, body]) as wanted:
            if not wanted:
                return True
            if await self._hear_of_others(api, body, come):
                return False
            try:
                answer = await api.update(ENDPOINT, self.record_id, body)
            except ApiError as error:
                if error.unsure:
                    self._lost_body, self._outdated = body, True
                    self._kept = {key: kept for key, kept in self._kept.items() if key != self.record_id}
                raise
            finally:
                list_cache.forget(api)  # an answer that is lost has changed the list as well
            await self._take(answer)
            await note_save(self)
        return True

    async def _hear_of_others(
        self, api: Api, body: dict[str, Any] | None = None, come: Callable[[], bool] = lambda: False
    ) -> bool:
        """Before a command: NotTaken where the status on show is the record's no more, which is shown as it is now
        (SOLIDARY-39). Nothing is sent then; whoever presses again has seen it. Whether the command had `come`, where
        its answer was lost: an error says once more that nobody knows, where the record cannot be read (SOLIDARY-34).

        The list tells without a side effect. The record is read only where that says otherwise, or an answer was lost:
        for the diary, and at no other price than the command's, whose answer is a reading as well (trap 31).
        """
        at, key, name = self._overtaken
        if was_just_now(at):
            raise NotTaken(key, name=name)
        status, known, lost = self.shown["status"], len(self.diary), self._lost_body
        if lost and await self._look_again(api):
            if lost == body and come():
                return True
        elif lost and lost == body:
            raise unsure()
        elif not await self._is_changed(api, status):
            return False
        if self.shown["status"] == status:  # the list leaves out a record for other reasons, too
            return False
        new = self.diary[: max(0, len(self.diary) - known)]
        who = next((each["author"] for each in new if each["progression"]), "")
        how = {statuses.CLOSED: "closed", statuses.EDITED: "replaced"}.get(self.shown["status"], "changed")
        key = f"solidary_file.meanwhile.{how}{'_by' if who else ''}"
        session = await self.get_state(Session)
        if lost and who.startswith(f"{session.given_name} {session.short_family_name.rstrip('.')}"):
            key = "solidary_file.meanwhile.own"
        self._overtaken = (time.time(), key, who)
        raise NotTaken(key, name=who)

    async def _look_again(self, api: Api) -> bool:
        """Read the record, of whose last command nobody knows what became, and show it; whether it could be read."""
        answer = await or_none(fetched(self, api, self.record_id))
        if answer:
            await self._take(answer)
        return bool(answer)

    async def _is_changed(self, api: Api, status: str) -> bool:
        """Whether the list says another status than the one on show; the record is shown then as it is now."""
        held = self._record()
        named = held.user_id and (held.given_name or held.family_name)
        if not named or LIST not in (await self.get_state(Session))._readable():
            return False
        rows = await or_none(requests_of(api, held.user_id, held.given_name, held.family_name))
        row = next((each for each in rows or () if text_of(each.get("id")) == self.record_id), {})
        if rows is None or text_of(row.get("status")) == status:
            return False
        reading = fetched(self, api, self.record_id)
        answer = await or_none(reading) if row else await reading
        await self._take(answer or {**self._answer(), **{name: row.get(name) for name in ("status", "progression")}})
        return True

    async def _proof(self) -> Proof:
        """The proof that the record is of a structure the person operates, without reading it again (decision 35)."""
        owned = await self._is_operated(self._answer())

        async def proof(api: Api, rule: str, person: int) -> bool:
            return rule == OPERATOR and owned

        return proof

    def _answer(self) -> dict[str, Any]:
        """The record as the API answered it; empty while there is none."""
        return self._held[0] if self._held else {}

    def _record(self) -> SolidaryRecord:
        """The record as a model."""
        return SolidaryRecord.of(self._answer())

    def _is_open(self) -> bool:
        """Whether the record is there, and is the one of the page that asks."""
        return bool(self._held) and here(self).record_id == self.record_id

    def _is_changeable(self) -> bool:
        """Whether the record is there and has not been replaced by another."""
        return self._is_open() and self.shown["status"] != statuses.EDITED

    async def _structure(self) -> Texts:
        """What is kept of the record's structure; empty where it is none of the person's."""
        current, wanted = await self.get_state(CurrentStructure), str(self._answer().get("adminstructureId") or "")
        return next((each for each in current.structures if each["id"] == wanted), {})

    async def _take(self, answer: dict[str, Any]) -> None:
        """Show what the API has just answered; MalformedAnswer where that is no record."""
        await self._show(answer, this_instant())

    # --- for the file to say ---------------------------------------------------------------------

    async def _show_parts(self, *, another: bool) -> None:
        """Let the parts of the page show the record, which may be `another` one than before."""

    def _clear_parts(self) -> None:
        """Let the parts of the page let go of the record."""

    def _events_beside(self) -> list[Any]:
        """The events that read what else the page shows, once the record stands."""
        return []

    # --- reading ---------------------------------------------------------------------------------

    async def _turn_to(self, wanted: str) -> None:
        """Let go of the record that was shown, and show what is kept of the wanted one."""
        self._clear()
        self.record_id, self.loading, self.reading = wanted, True, False
        if wanted in self._kept:
            await self._show(*self._kept[wanted])

    async def _read(self, wanted: str) -> list[Any]:
        """Read a record, in the background; the events that follow."""
        item, failure, step, listed = None, None, None, {}
        try:
            async with signed_in_background(self, reads=READ) as api:
                item = await fetched(self, api, wanted)
        except Unreadable as error:
            failure, listed = error, await self._find_in_list(wanted)
        except Exception as error:
            failure = error
        async with self:
            if self.record_id != wanted:
                return []
            try:
                if item is not None:
                    await self._take(item)
            except ApiError as error:
                failure = error
            self.listed = listed
            if isinstance(failure, Unreadable) and not self._held:  # said by the page alone, once
                await self._stop(failure)
            elif failure:
                step = await report(self, failure, "errors.solidary.load_error", in_place=not self._held)
            self.loading = self.reading = False
            return [*([step] if step else []), *self._onward()]

    async def _find_in_list(self, wanted: str) -> Texts:
        """What the list knows of a record that could not be read; nothing where that fails, too."""
        try:
            async with signed_in_background(self, reads=(READ, LIST)) as api:
                rows = (await desk.read(api, closed=True)).rows
        except ApiError:
            return {}
        row = next((each for each in rows if str(each.id) == wanted), None)
        if row is None:
            return {}
        return {name: str(getattr(row, name)) for name in LISTED} | {"telephone": phone_text(row.telephone)}

    def _onward(self) -> list[Any]:
        """What is read next: what stands beside the record, where it is there."""
        return self._events_beside() if self._held else []

    async def _show(self, item: dict[str, Any], at: str) -> None:
        """Show a record that was answered at an instant, and keep it to come back to."""
        try:
            # Wall clock: what the API calls nine o'clock is compared with nine o'clock here.
            texts = shaping.shown(item, baskets.now())
            if not is_record_id(texts.shown["id"]):
                raise ValueError("no id")
        except ValueError:  # pydantic's too
            raise MalformedAnswer(cause="record") from None
        for name, value in asdict(texts).items():
            setattr(self, name, value)
        another = str(self._answer().get("id")) != texts.shown["id"]
        self.record_id, self._held, self.read_at = texts.shown["id"], (item,), at
        self.owned = await self._is_operated(item)
        self.loading, self.problem, self._lost_body, self._outdated = False, "", {}, False
        others = {key: kept for key, kept in self._kept.items() if key != self.record_id}
        self._kept = dict([*others.items(), (self.record_id, (item, at))][-KEPT:])
        await self._show_parts(another=another)

    def _clear(self) -> None:
        """Let go of a record."""
        self.shown, self.step, self.needs, self.listed = {}, {}, [], {}
        self.schedules, self.drivers, self.diary = [], [], []
        self._held, self.read_at, self.problem, self.owned = (), "", "", False
        self._overtaken, self._lost_body, self._outdated = (0, "", ""), {}, False
        self._clear_parts()

    async def _is_operated(self, item: dict[str, Any]) -> bool:
        """Whether a record is of a structure the person operates: who operates some is listed exactly those
        (list_structures); who operates none is listed all, and operates none of them."""
        session, current = await self.get_state(Session), await self.get_state(CurrentStructure)
        known = {each["id"] for each in current.structures}
        return bool(session.operates) and str(item.get("adminstructureId") or "") in known


def this_instant() -> str:
    """When an answer came, as the API writes an instant."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


async def fetched(state: rx.State, api: Api, record_id: str) -> dict[str, Any]:
    """One reading, and no other call to find out why it failed.

    A reconnection cancels what loads the page (Reflex), though not what the server has begun: who comes then waits for
    the reading that is under way.
    """
    if record_id == NOWHERE:
        raise NotFound
    key = (state.router.session.client_token, api.auth.tokens.token, record_id)
    if key not in _readings:
        task = asyncio.create_task(api.get(ENDPOINT, record_id))
        _readings[key] = task
        task.add_done_callback(lambda done: _over(key, done))
    try:
        return await asyncio.shield(_readings[key])
    except ServerError as error:
        raise Unreadable(status=error.status) from None


def _over(key: tuple[str, ...], done: asyncio.Task[Any]) -> None:
    """A reading has ended, whether or not anybody waits for it still."""
    _readings.pop(key, None)
    if not done.cancelled():
        done.exception()
