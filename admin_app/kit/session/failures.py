"""Why a call could not be made, and what to tell the person about a failure."""

import reflex as rx

from admin_app.api.errors import ApiError, MissingPermission, NotFound, SessionEnded
from admin_app.kit.session.permissions import named
from admin_app.kit.words.locale import known, language_of, say


class SignedOut(SessionEnded):
    """Nobody is signed in."""

    kind = "signed_out"


class PersonChanged(SessionEnded):
    """Somebody else signed in, in another tab, since what this handler began with was read."""


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


async def failure_text(state: rx.State, error: ApiError) -> str:
    """What to tell the person, in the language of the page."""
    return reason_of(error, await language_of(state))


def reason_of(error: ApiError, locale: str) -> str:
    """The server's words for a failure, else ours for its kind."""
    if isinstance(error, NotOwn):
        rule = say(f"rights.rule.{error.rule}", locale)
        return say("errors.not_own", locale, permission=named(error.permission, known(locale)), rule=rule)
    if isinstance(error, MissingPermission):
        name = error.permission
        return say("errors.missing_permission", locale, permission=named(name, known(locale)), name=name)
    return error.text or say(f"errors.{error.kind}", locale)
