"""A button that was pressed twice acts once (NOTICE-24).

The second event waits for the first, which has put all that says "busy" back when its turn comes: only what was done a
moment ago tells.
"""

import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import reflex as rx

from admin_app.api.errors import ApiError, NetworkError

DOUBLE = 2.0
"""Seconds within which the very same, done again, is one press that was made twice."""


class PressMixin(rx.State, mixin=True):
    """A state that knows for a moment what was done."""

    _presses: dict[str, tuple[float, bool]] = {}
    """What was done in the last moments: when, and whether its answer was lost."""

    @asynccontextmanager
    async def _once(self, what: Any) -> AsyncIterator[bool]:
        """Whether to do something: not where the very same was done a moment ago.

        Where the answer to that was lost, the same is not known of the second press, which is told the same. The moment
        begins when the whole handler has ended (`_end_press`): until then the second press waits.
        """
        at, lost = self._presses.get(json.dumps(what), (0, False))
        second = was_just_now(at)
        if second and lost:
            raise unsure()
        try:
            yield not second
        except ApiError as error:
            if error.unsure:
                self._note(what, lost=True)
            raise
        if not second:
            self._note(what)

    def _note(self, what: Any, *, lost: bool = False) -> None:
        self._presses = {**self._presses, json.dumps(what): (time.time(), lost)}

    def _end_press(self, began: float) -> None:
        """A handler that began then has ended: what it did was done now, and what is long past is forgotten."""
        if self._presses:
            now = time.time()
            ended = {key: (now if at >= began else at, lost) for key, (at, lost) in self._presses.items()}
            self._presses = {key: each for key, each in ended.items() if was_just_now(each[0])}


def was_just_now(at: float) -> bool:
    """Whether that was a moment ago: what comes now is the second of two presses."""
    return time.time() - at < DOUBLE


def unsure() -> ApiError:
    """A call of which nobody knows whether it was done."""
    error = NetworkError(cause="second press")
    error.unsure = True
    return error
