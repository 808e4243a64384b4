"""What follows where an act on one member fails: what the dialog says, and what the list shows of it."""

import functools
from collections.abc import AsyncGenerator, Callable
from typing import Any

from admin_app.api.errors import AccessDenied, ApiError, MissingPermission, SessionEnded
from admin_app.features.communities.member import USER
from admin_app.kit.script import run
from admin_app.kit.session import NotTaken, failure_text

Act = Callable[..., AsyncGenerator[Any]]


def shows_what_is_stored(closes: str | None) -> Callable[[Act], Act]:
    """For an act on one member: where its answer was lost, whether it was done is seen in the list, read again.

    `closes` is the dialog of a question, over what is told of a failure; one that was typed in stays, and says it.
    """

    def wrap(handler: Act) -> Act:
        @functools.wraps(handler)
        async def run_handler(self: Any, *args: Any, **kwargs: Any) -> AsyncGenerator[Any]:
            try:
                async for step in handler(self, *args, **kwargs):
                    yield step
            except ApiError as error:
                refusal: NotTaken | None = None
                if closes:
                    self.leaving, self.changing = {}, {}
                    yield run("closeDialog", closes)
                elif not isinstance(error, SessionEnded):
                    refusal = _refusal(error)
                    self.refused = await failure_text(self, refusal or error)
                    yield run("focusOn", f"f-{USER}")  # what was pressed was shut meanwhile
                if error.unsure:
                    self._recount = True
                    yield self.__class__.turn
                if refusal:
                    raise refusal from None
                raise

        return run_handler

    return wrap


def _refusal(error: ApiError) -> NotTaken | None:
    """Why the API refused an addition, of which it says no more than that it does (OWN-10); None for other failures."""
    denied = isinstance(error, AccessDenied) and not isinstance(error, MissingPermission)
    return NotTaken("community_members.add_refused") if denied else None
