"""The state of the file of a record: the one record as the API last answered it, and the commands it is given.

Reading a record makes the server look for drivers, some of whom it may text (trap 31). So the page reads it once, when
its address is opened: neither a reconnection, which runs `load` again, nor going back to it in this tab reads it anew;
that takes a press of `read_again`. What a command answers is the whole record, and is used.
"""

import asyncio
import datetime as dt
from dataclasses import asdict, dataclass
from typing import Any

import reflex as rx

from admin_app.api.client import Api
from admin_app.api.errors import ApiError, MalformedAnswer, NotFound, ServerError
from admin_app.api.paths import NOWHERE, is_record_id
from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.desk import cache as desk
from admin_app.features.solidary.file.shaping import Texts, shown
from admin_app.kit.records.ownership import Proof
from admin_app.kit.session import InPlace, PressMixin, Session, here, report, signed_in_background
from admin_app.kit.values import CLOCK

ENDPOINT = "admin/solidaries"
ROUTE = "/solidaryrecords"
SHOW = f"{ROUTE}/show"
READ, UPDATE, LIST = "solidary_read", "solidary_update", "solidary_list"
OPERATOR = "SolidaryOperator"
"""The rule under which operators hold the permissions (permissions.yaml): the record is of a structure they operate."""
KEPT = 4
"""How many records of a tab are kept to come back to."""
_readings: dict[tuple[str, ...], asyncio.Task[dict[str, Any]]] = {}
"""The readings of this process that are under way, by tab, person and record."""


@dataclass(frozen=True)
class Subject:
    """What the session asks of a state's entity: its module and its notices."""

    entity: str = "solidary"
    flag: str = "solidary"


class Unreadable(ApiError):
    """The server failed at a record: it does so at numbers nobody has, too (solidary.yaml, get_solidary)."""

    kind = "unreadable_record"


class FileMixin(PressMixin, InPlace, rx.State, mixin=True):
    """One record as it was last answered."""

    record_id: str = ""
    shown: Texts = {}
    """Facts by name (shaping.py); empty until the record is there."""
    needs: list[str] = []
    proofs: list[Texts] = []
    schedules: list[Texts] = []
    drivers: list[Texts] = []
    """The drivers that were retained, with the status of each ask."""
    diary: list[Texts] = []
    """Its entries, newest first, as the server says them."""
    step: Texts = {}
    """What is next: `key`, `name`, `count`, `place` (next_step.py)."""
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

    @rx.event(background=True)
    async def load(self):
        """Show the record of the address; read it if this tab has not, and else only where somebody asks for it."""
        async with self:
            wanted = here(self).record_id
            if wanted != self.record_id or wanted == NOWHERE:
                await self._turn_to(wanted)
            there = bool(self._held or self.problem)
        if not there:
            yield await self._read(wanted)
        async with self:
            onward = self._besides() if self._held else self._instead()
        yield onward

    @rx.event(background=True)
    async def read_again(self):
        """Read the record anew, because somebody wants it: the server looks for drivers again (trap 31)."""
        async with self:
            wanted = self.record_id
            if not wanted or self.reading or here(self).record_id != wanted:
                return
            self.reading, self.loading, self.problem = True, not self._held, ""
        yield await self._read(wanted)
        async with self:
            onward = self._besides() if self._held else self._instead()
        yield onward

    # --- for the parts of the file ---------------------------------------------------------------

    async def _command(self, api: Api, body: dict[str, Any]) -> dict[str, Any]:
        """Give the record one command, and take its answer, which is the whole record; never several keys in one
        (trap 28)."""
        async with self._once([self.record_id, body]) as wanted:
            if not wanted:
                return self._answer()
            try:
                answer = await api.update(ENDPOINT, self.record_id, body)
            finally:
                desk.forget(api)  # an answer that is lost has changed the list as well
            await self._take(answer)
        return answer

    async def _proof(self) -> Proof:
        """The proof that the record is of a structure the person operates, without reading it again (decision 35)."""
        owned = await self._is_operated(self._answer())

        async def proof(api: Api, rule: str, person: int) -> bool:
            return rule == OPERATOR and owned

        return proof

    def _answer(self) -> dict[str, Any]:
        """The record as the API answered it; empty while there is none. `shaping.read` makes a model of it."""
        return self._held[0] if self._held else {}

    def _is_open(self) -> bool:
        """Whether the record is there, and is the one of the page that asks."""
        return bool(self._held) and here(self).record_id == self.record_id

    async def _take(self, answer: dict[str, Any]) -> None:
        """Show what the API answered; MalformedAnswer where that is no record."""
        await self._show(answer, dt.datetime.now(dt.UTC).isoformat(timespec="seconds").replace("+00:00", "Z"))

    def _besides(self) -> list[Any]:
        """The events that read what else the page shows, once the record stands."""
        return []

    def _instead(self) -> list[Any]:
        """The events that look for what else can be said, where the record could not be read."""
        return []

    def _clear(self) -> None:
        """Let go of another record."""
        self.shown, self.step, self.needs = {}, {}, []
        self.proofs, self.schedules, self.drivers, self.diary = [], [], [], []
        self._held, self.read_at, self.problem, self.owned = (), "", "", False

    # --- reading ---------------------------------------------------------------------------------

    async def _turn_to(self, wanted: str) -> None:
        """Let go of the record that was shown, and show what is kept of the wanted one."""
        self._clear()
        self.record_id, self.loading = wanted, True
        if wanted in self._kept:
            await self._show(*self._kept[wanted])

    async def _read(self, wanted: str) -> Any:
        """Read a record, in the background; the event that follows where the session has ended."""
        item, failure, step = None, None, None
        try:
            async with signed_in_background(self, reads=READ) as api:
                item = await fetched(api, self.router.session.client_token, wanted)
        except Exception as error:
            failure = error
        async with self:
            try:
                if item is not None and self.record_id == wanted:
                    await self._take(item)
            except ApiError as error:
                failure = error
            if failure and self.record_id == wanted:
                step = await report(self, failure, "errors.solidary.load_error", in_place=not self._held)
            if self.record_id == wanted:
                self.loading = self.reading = False
        return step

    async def _show(self, item: dict[str, Any], at: str) -> None:
        try:
            # Wall clock: what the API calls nine o'clock is compared with nine o'clock here.
            found = shown(item, dt.datetime.now(CLOCK))
            if not is_record_id(found.shown["id"]):
                raise ValueError("no id")
        except ValueError:  # pydantic's too
            raise MalformedAnswer(cause="record") from None
        for name, value in asdict(found).items():
            setattr(self, name, value)
        self.record_id, self._held, self.read_at = found.shown["id"], (item,), at
        self.owned = await self._is_operated(item)
        self.loading, self.problem = False, ""
        others = {key: kept for key, kept in self._kept.items() if key != self.record_id}
        self._kept = dict([*others.items(), (self.record_id, (item, at))][-KEPT:])

    async def _is_operated(self, item: dict[str, Any]) -> bool:
        """Whether a record is of a structure the person operates: who operates some is listed exactly those
        (list_structures); who operates none is listed all, and operates none of them."""
        session, current = await self.get_state(Session), await self.get_state(CurrentStructure)
        known = {each["id"] for each in current.structures}
        return bool(session.operates) and str(item.get("adminstructureId") or "") in known


async def fetched(api: Api, tab: str, record_id: str) -> dict[str, Any]:
    """One reading, and no other call to find out why it failed.

    A reconnection cancels what loads the page (Reflex), though not what the server has begun: who comes then waits for
    the reading that is under way.
    """
    if record_id == NOWHERE:
        raise NotFound
    key = (tab, api.auth.tokens.token, record_id)
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
