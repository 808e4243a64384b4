"""A button that was pressed twice acts once (NOTICE-24).

The second event waits for the first, which has put all that says "busy" back when its turn comes: only what was done a
moment ago tells.
"""

import json
import time
from typing import Any

import reflex as rx

DOUBLE = 2.0
"""Seconds within which the very same, done again, is one press that was made twice."""


class PressMixin(rx.State, mixin=True):
    """A state that knows for a moment what was done."""

    _presses: dict[str, float] = {}
    """What was done in the last moments, and when."""

    def _is_second_press(self, what: Any) -> bool:
        """Whether the very same was done a moment ago."""
        return time.time() - self._presses.get(json.dumps(what), 0) < DOUBLE

    def _note_press(self, what: Any) -> None:
        """Keep what was done, and when."""
        now = time.time()
        lately = {key: at for key, at in self._presses.items() if now - at < DOUBLE}
        self._presses = {**lately, json.dumps(what): now}
