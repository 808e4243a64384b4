"""What every handler passes: its tab must be known, its person signed in and permitted, and what fails is told.

`reload_forgotten` comes before each event. `signed_in` is the one door to the API, where permissions are enforced
(ACCESS-2): whoever comes says what they do. What is named first is done to records, and takes the permission in full or
the proof that the records are one's own (`own`); what is named in `reads` only reads, where the API itself narrows what
it gives to whoever holds a permission for some records (ACCESS-15, decision 23). `reports_errors` makes of what a
handler raises a notice, or the way to the sign-in screen (NOTICE-13, Reflex F7).
"""

import asyncio
import functools
import inspect
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Any, TypeVar

import reflex as rx
from reflex.event import EventSpec

from admin_app import metrics
from admin_app.api.client import Api
from admin_app.api.errors import ApiError, MalformedAnswer, MissingPermission, SessionEnded, Unauthorized
from admin_app.kit.records.ownership import Proof
from admin_app.kit.script import run
from admin_app.kit.session.double_press import PressMixin
from admin_app.kit.session.failures import (
    InPlace,
    NotOwn,
    PersonChanged,
    SignedOut,
    SwitchedOff,
    TypedIn,
    fault_of,
    in_each,
    reason_to_leave,
)
from admin_app.kit.session.notices import notify
from admin_app.kit.session.presence import note_refusal
from admin_app.kit.session.state import Names, Session
from admin_app.kit.session.tab import leave
from admin_app.kit.values import ODD
from admin_app.settings import get_settings

_handler_owner: ContextVar[str] = ContextVar("handler_owner")
"""Whose a background handler is since its first call: each runs in a task, and so in a context, of its own."""
Answer = TypeVar("Answer")
logger = logging.getLogger(__name__)


# --- before each event -----------------------------------------------------------------------


async def reload_forgotten(state: Any) -> EventSpec | None:
    """Have the page loaded anew where the server has forgotten its tab, before its event does anything; what the
    person may have asked for is told then (`take_over`)."""
    session = await state.get_state(Session)
    if session._server:
        return None
    session._interrupted = True
    return run("reload")


# --- the door to the API ---------------------------------------------------------------------


@asynccontextmanager
async def signed_in(
    state: rx.State, *acts: str | None, reads: str | Names | None = (), own: Proof | None = None
) -> AsyncIterator[Api]:
    """Hand out the API client to a handler, or raise: SignedOut, SessionEnded, MissingPermission, NetworkError.

    SwitchedOff when the module of the state's resource is off. All the permissions must be held: those of `acts` in
    full, or for one's own records with `own` to prove it (NotOwn else); those of `reads` in either way.

    This is where permissions are enforced: every public handler can be called by any socket client (Reflex F8).
    """
    _refuse_switched_off(state)
    session = await state.get_state(Session)
    read = _several(reads)
    async with session._door(acts, read, typed=isinstance(state, TypedIn)) as api:
        await _prove(api, session._asked(acts, read), session.user_id, own)
        yield api


@asynccontextmanager
async def signed_in_background(
    state: rx.State, *acts: str | None, reads: str | Names | None = (), own: Proof | None = None
) -> AsyncIterator[Api]:
    """The same for a background handler: the tab's lock is held before and after the calls, never during them.

    PersonChanged or SignedOut also where the person left meanwhile: the handler must not show its answer to the next,
    nor go on for them with what it began, so that it is one person's from its first call to its last. Calls that go out
    side by side are tasks of their own: a handler that begins with such comes through here once before them.
    """
    _refuse_switched_off(state)
    refusal: ApiError | None = None
    async with state:
        session = await state.get_state(Session)
        api = session._api()
        asked: dict[str, str] = {}
        try:
            asked = await session._admit(api, acts, _several(reads))
        except PersonChanged as error:
            refusal = error
        except SessionEnded as error:
            refusal = error
            await session._end(error, typed=isinstance(state, TypedIn))
        except ApiError as error:
            refusal = error  # raised outside: what an exception leaves by is not kept (Reflex F31)
        owner, person = session._owner, session.user_id
        if not refusal and _handler_owner.get(owner) != owner:
            refusal = PersonChanged()
        _handler_owner.set(owner)
    if refusal:
        raise refusal
    ended: SessionEnded | None = None
    left = False
    try:
        await _prove(api, asked, person, own)
        yield api
    except SessionEnded as error:
        ended = error
        raise
    finally:
        async with state:
            session = await state.get_state(Session)
            left = session._owner != owner
            known = bool(session._owner)
            if ended and not left:
                await session._end(ended, typed=isinstance(state, TypedIn))
            session._keep(api.auth)
        if left:
            raise PersonChanged if known else SignedOut


async def timed(state: rx.State, work: Awaitable[Answer], tell: Callable[[int], None]) -> Answer:
    """Wait in a background handler and tell each second how many it took; work goes on when nobody waits any more."""
    task, since = asyncio.ensure_future(work), time.monotonic()
    while not (await asyncio.wait({task}, timeout=1))[0]:
        async with state:
            tell(int(time.monotonic() - since))
    return task.result()


def _several(reads: str | Names | None) -> Names:
    return (reads,) if isinstance(reads, str) else reads or ()


async def _prove(api: Api, asked: dict[str, str], person: int, own: Proof | None) -> None:
    for permission, rule in asked.items():
        if own is None or not await own(api, rule, person):
            raise NotOwn(permission, rule)


def _refuse_switched_off(state: rx.State) -> None:
    resource = getattr(state, "resource", None)
    if resource and not get_settings().flag(resource.flag):
        raise SwitchedOff


# --- failures told ---------------------------------------------------------------------------


async def report(
    state: rx.State, error: Exception, key: str, *, in_place: bool = False, **values: str
) -> EventSpec | None:
    """Tell the person about a failed call; an ended session leads to the sign-in screen instead.

    `in_place` puts the failure where the content would be: for a load only, since it hides what was typed. What is
    missing or refused is then said there alone: a notice would say it twice, and outlive the page. `values` fill in
    the words of `key`.
    """
    if isinstance(error, PersonChanged):
        return run("reload")
    if isinstance(error, SessionEnded | Unauthorized):
        return await _ask_again(state, error, in_place=in_place)
    absent = isinstance(error, MissingPermission | SwitchedOff) and not isinstance(error, NotOwn)
    if absent and key.endswith(".load_error"):
        return None  # refused here, not by the API: the page itself says why
    if not isinstance(error, ApiError):
        logger.error("a handler of %s failed: %s", type(state).__name__, type(error).__name__, exc_info=error)
        # What a load stumbles over is what the API gave.
        error = MalformedAnswer() if in_place and isinstance(error, ODD) else ApiError()
    if in_place:
        assert isinstance(state, InPlace)
        await state._stop(error)
        if state.fault != "failed":
            await note_refusal(state)
            return None
    if error.unsure:
        # Neither done nor not done is known: nothing else is said.
        await notify(state, "error", "errors.unsure", reference=error.request)
    else:
        # Where the server has words of its own, or it is no failure, nobody need look into the logs.
        reference = "" if error.text or fault_of(error) != "failed" else error.request
        await notify(state, "error", key, in_each(error), reference=reference, **values)
    return None


async def _ask_again(state: rx.State, error: SessionEnded | Unauthorized, *, in_place: bool) -> EventSpec | None:
    """What follows where the session has ended: the password over the page, or the sign-in screen and the way back."""
    session = await state.get_state(Session)
    if isinstance(error, SignedOut) and not (session.ready and not session.locked):
        return None  # `enter` has sent the person away and said why, or the page asks already
    if isinstance(error, Unauthorized) and session._owner:
        session._lock(reason_to_leave(error), error.text or "")
    if not session.locked:
        return leave(session._login_address(reason_to_leave(error) or session.ended))
    if in_place:
        session._again = state.get_full_name()
    return run("signInAgain", isinstance(state, TypedIn) and state.saving)


def reports_errors(
    notice: str, busy: str | None = None, *, in_place: bool = False, about: str = ""
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Turn what an async handler raises into a notice, and always release its busy flag, if it has one
    (Reflex F7). A second press counts from then on (NOTICE-24).

    `notice` is a translation key, or the part of one below the entity of the state's resource (`load_error`).
    `about` is the variable of the state that holds the `name` in it: what was pressed is about whom it named then.
    """

    def decorate(handler: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(handler)
        async def run_handler(self: Any, *args: Any, **kwargs: Any) -> AsyncGenerator[Any]:
            began, values = time.time(), {"name": str(getattr(self, about))} if about else {}
            try:
                with metrics.action(f"{self.__class__.__name__}.{handler.__name__}"):
                    if inspect.isasyncgenfunction(handler):
                        async for step in handler(self, *args, **kwargs):
                            yield step
                    else:
                        yield await handler(self, *args, **kwargs)
            except Exception as error:
                key = notice if "." in notice else f"errors.{self.resource.entity}.{notice}"
                yield await report(self, error, key, in_place=in_place, **values)
            finally:
                if isinstance(self, PressMixin):
                    self._end_press(began)
                if busy and getattr(self, busy):  # an assignment is sent, also of the same value (Reflex F30)
                    setattr(self, busy, False)

        return run_handler

    return decorate
