"""What a handler raises becomes a notice, or the way to the sign-in screen (NOTICE-13, Reflex F7)."""

import functools
import inspect
import logging
from collections.abc import AsyncGenerator, Callable
from typing import Any

import reflex as rx
from reflex.event import EventSpec

from admin_app import metrics
from admin_app.api.errors import ApiError, MalformedAnswer, MissingPermission, SessionEnded, Unauthorized
from admin_app.kit.declare.lenient_lists import ODD
from admin_app.kit.script import run
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
from admin_app.kit.session.location import leave
from admin_app.kit.session.notices import notify
from admin_app.kit.session.state import Session

logger = logging.getLogger(__name__)


async def report(state: rx.State, error: Exception, key: str, *, in_place: bool = False) -> EventSpec | None:
    """Tell the person about a failed call; an ended session leads to the sign-in screen instead.

    `in_place` puts the failure where the content would be: for a load only, since it hides what was typed. What is
    missing or refused is then said there alone: a notice would say it twice, and outlive the page.
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
            return None
    if error.unsure:
        # Neither done nor not done is known: nothing else is said.
        await notify(state, "error", "errors.unsure", reference=error.request)
    else:
        # Where the server has words of its own, or it is no failure, nobody need look into the logs.
        reference = "" if error.text or fault_of(error) != "failed" else error.request
        await notify(state, "error", key, in_each(error), reference=reference)
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
    notice: str, busy: str | None = None, *, in_place: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Turn what an async handler raises into a notice, and always release its busy flag, if it has one
    (Reflex F7).

    `notice` is a translation key, or the part of one below the entity of the state's resource (`load_error`).
    """

    def decorate(handler: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(handler)
        async def run_handler(self: Any, *args: Any, **kwargs: Any) -> AsyncGenerator[Any]:
            try:
                with metrics.action(f"{self.__class__.__name__}.{handler.__name__}"):
                    if inspect.isasyncgenfunction(handler):
                        async for step in handler(self, *args, **kwargs):
                            yield step
                    else:
                        yield await handler(self, *args, **kwargs)
            except Exception as error:
                key = notice if "." in notice else f"errors.{self.resource.entity}.{notice}"
                yield await report(self, error, key, in_place=in_place)
            finally:
                if busy:
                    setattr(self, busy, False)

        return run_handler

    return decorate
