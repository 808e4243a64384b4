"""Why a call could not be made, and what to tell the person about a failure."""

import math
from collections.abc import Awaitable
from typing import Literal, TypeVar

import reflex as rx

from admin_app.api.errors import (
    AccessDenied,
    ApiError,
    Busy,
    IdleTimeout,
    MissingPermission,
    NotFound,
    Refused,
    SessionEnded,
    SessionExpired,
    Unauthorized,
)
from admin_app.kit.session.permissions import permission_name
from admin_app.kit.words.catalogue import LOCALES
from admin_app.kit.words.locale import known, language_of, say

Fault = Literal["missing", "refused", "frozen", "failed"]
"""What kind of failure stands in place of what was asked for: it is not there, not open to the person, there to be read
alone, or may pass."""

Answer = TypeVar("Answer")

REASONS = (IdleTimeout.kind, SessionExpired.kind, SessionEnded.kind)
"""Why a session ends without its person wanting it: they may go on with what they did, once they sign in again."""


class TypedIn(rx.State, mixin=True):
    """A state whose page holds what was typed: when the session ends, the password is asked for over it."""

    saving: bool = False
    """Whether it is being saved: that goes on once the password was given."""


class InPlace(rx.State, mixin=True):
    """What a load that failed leaves on its state: shown where the content would be (kit/parts/error_panel.py)."""

    problem: str = ""
    """Why there is nothing to show, in the language it was met in; empty while there is."""
    problem_in: dict[str, str] = {}
    """The same in each language; it counts while there is a problem."""
    fault: str = ""
    """Of `Fault`; it counts while there is a problem."""

    async def _stop(self, error: ApiError) -> None:
        """Say in place of the content why there is none."""
        self.problem, self.problem_in, self.fault = await failure_text(self, error), in_each(error), fault_of(error)


class SignedOut(SessionEnded):
    """Nobody is signed in."""

    kind = "signed_out"


class PersonChanged(SessionEnded):
    """Somebody else signed in, in another tab, since what this handler began with was read."""


class NotTaken(Refused):
    """What the API gave is not taken on our side: `key` is the translation that says why, with `values`."""

    def __init__(self, key: str, **values: str) -> None:
        super().__init__()
        self.key, self.values = key, values


class NotDue(NotTaken):
    """There is nothing to do about a record: somebody else decided, or it is not its turn. To try again is no use."""


class Frozen(NotTaken):
    """A record that is to be changed is there to be read alone (`Resource.frozen`)."""


class SwitchedOff(NotFound):
    """The module of what was asked for is off in this deployment."""


class NoAccess(SessionEnded):
    """The account lacks access_admin (SESSION-4)."""

    kind = "no_access"


class NotOwn(MissingPermission):
    """The permission is held for one's own records alone, and nothing proves that this is one."""

    def __init__(self, permission: str, rule: str) -> None:
        super().__init__(permission)
        self.rule = rule


def reason_to_leave(error: ApiError) -> str:
    """Why somebody has to sign in again, as the sign-in screen and the password over the page say it."""
    return SessionEnded.kind if isinstance(error, Unauthorized) else "" if isinstance(error, SignedOut) else error.kind


def fault_of(error: ApiError) -> Fault:
    """Which kind of failure an error is, for whoever waits for one record or one list."""
    if isinstance(error, NotFound):
        return "missing"
    if isinstance(error, Frozen):
        return "frozen"
    return "refused" if isinstance(error, AccessDenied) else "failed"


def in_each(error: ApiError) -> dict[str, str]:
    """What to tell the person in each language: the server's words are the same in all."""
    return {each: reason_of(error, each) for each in LOCALES}


async def or_none(asked: Awaitable[Answer]) -> Answer | None:
    """An answer that can be done without: None where the API does not give it. SessionEnded where the session has."""
    try:
        return await asked
    except SessionEnded:
        raise
    except ApiError:
        return None


async def failure_of(asked: Awaitable[object]) -> ApiError | None:
    """Why the API did not do what was asked, to be looked at; None where it did. SessionEnded where the session has."""
    try:
        await asked
    except SessionEnded:
        raise
    except ApiError as error:
        return error
    return None


async def failure_text(state: rx.State, error: ApiError) -> str:
    """What to tell the person, in the language of the page."""
    return reason_of(error, await language_of(state))


def reason_of(error: ApiError, locale: str) -> str:
    """The server's words for a failure, else ours for its kind."""
    if error.unsure:
        return say("errors.unsure", locale)
    if isinstance(error, NotTaken):
        return say(error.key, locale, **error.values)
    if isinstance(error, NotOwn):
        rule = say(f"rights.rule.{error.rule}", locale)
        return say("errors.not_own", locale, permission=permission_name(error.permission, known(locale)), rule=rule)
    if isinstance(error, MissingPermission):
        name = error.permission
        return say("errors.missing_permission", locale, permission=permission_name(name, known(locale)), name=name)
    if isinstance(error, Busy) and error.seconds is not None:
        return say("errors.busy_for", locale, count=max(1, math.ceil(error.seconds)))
    return error.text or say(f"errors.{error.kind}", locale)
