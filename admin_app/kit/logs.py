"""What is written in the logs: where something went wrong and how often, never what somebody typed, sent or is called.

Reflex and what it stands on write the browser's events, the addresses of sockets and the texts of errors, as many
times as a socket likes; so do errors of our own, whose texts hold the values they stumbled over. While the application
serves, every line passes here: of another's line the place in its code is kept, of an error its kind and the way to
it, and of one place so many lines a minute.
"""

import errno
import json
import logging
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

OURS = ("admin_app", "tools")
"""Whose lines are written as they stand: they name states and kinds of errors (NOTICE-12)."""
MOST, WINDOW = 10, 60.0
"""Lines of one place of the code in so many seconds; those beyond are counted, and the next one says how many."""
FRAMES = 4
"""Steps of the way to an error that are told, the last one first."""


class Lines(logging.Formatter):
    """A line with its time (UTC), level, worker (process) and logger."""

    converter = time.gmtime

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(process)d %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ")


class JsonLines(Lines):
    """The same as JSON, one object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The object; its names are those that programs which read logs look for."""
        told = {"time": self.formatTime(record, self.datefmt), "level": record.levelname, "worker": record.process}
        return json.dumps({**told, "logger": record.name, "message": record.getMessage()}, ensure_ascii=False)


def begin(form: str) -> None:
    """Have this process write warnings and errors on stderr as `text` or as `json`, those of libraries too."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == "json" else Lines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for each in map(logging.getLogger, list(logging.root.manager.loggerDict)):
        if each.propagate:  # what a library has of its own would write the line twice
            each.handlers.clear()
    logging.getLogger("tools").setLevel(logging.INFO)  # what a start comes to


def told(error: BaseException) -> str:
    """An error for the logs: its kind, the kinds it came from, and the way to it; never its text."""
    kinds, cause = [_kind(error)], error
    while len(kinds) < FRAMES and (cause := cause.__cause__ or cause.__context__):
        kinds.append(_kind(cause))
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    way = " < ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames[::-1])
    return f"{' from '.join(kinds)} at {way}" if way else " from ".join(kinds)


class Discreet(logging.Filter):
    """Takes out of lines what must not be written, and leaves out those that are too many."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether the line is written, as it is now."""
        more = self._more(record)
        if more is None:
            return False
        texts = [_text(record), *([f"({more} more like it before)"] if more else [])]
        if record.exc_info and record.exc_info[1]:
            texts.append(told(record.exc_info[1]))
        record.msg, record.args = ": ".join(texts), ()
        record.exc_info = record.exc_text = record.stack_info = None
        return True

    def _more(self, record: logging.LogRecord) -> int | None:
        """How many lines of this place were left out before this one; None when this one is left out, too."""
        place, now = (record.name, record.lineno), time.monotonic()
        start, count = self._seen.get(place, (now, 0))
        if now - start > WINDOW:
            self._seen[place] = (now, 1)
            return max(0, count - MOST)
        self._seen[place] = (start, count + 1)
        return 0 if count < MOST else None


def _text(record: logging.LogRecord) -> str:
    """The text of a line of ours, the place of another's: theirs is made of what came in."""
    if record.name.partition(".")[0] in OURS:
        return record.getMessage()
    return f"{record.module}:{record.lineno} {record.funcName}"


def _kind(error: BaseException) -> str:
    """The class of an error, and of one of the system its name there: a full disk is an OSError ENOSPC."""
    code = error.errno if isinstance(error, OSError) else None
    return f"{type(error).__name__} {errno.errorcode[code]}" if code in errno.errorcode else type(error).__name__


@contextmanager
def discreet() -> Iterator[None]:
    """Have every line of every logger pass through one filter, until the end.

    A filter of a logger sees its own lines only, and loggers come later; handlers belong to whoever runs the process.
    """
    each_line, call_handlers = Discreet(), logging.Logger.callHandlers

    def call_discreetly(self: logging.Logger, record: logging.LogRecord) -> None:
        if each_line.filter(record):
            call_handlers(self, record)

    logging.Logger.callHandlers = call_discreetly
    try:
        yield
    finally:
        logging.Logger.callHandlers = call_handlers
