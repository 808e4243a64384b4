"""How far somebody has to read to follow a flow: the modules of the application that it enters, counted.

`python -m tools.trips` walks the flows of tests/test_trips.py, each as a state test does it, and prints the table of
docs/trips.md; `--modules` names the modules too. A module counts once, a function once; a move is an entry into
another module than the one before. A coroutine that goes on after it waited is an entry too.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = str(ROOT / "admin_app") + "/"
INSIDE = ("<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>", "<lambda>")
"""Entered as functions are, read as lines of the one they stand in."""


class Trip:
    """Where one flow has been."""

    def __init__(self) -> None:
        self.functions: set[tuple[str, str]] = set()
        self.moves = 0
        self._last = ""

    @property
    def modules(self) -> list[str]:
        """The modules that were entered, by path below admin_app."""
        return sorted({module for module, _ in self.functions})

    def note(self, frame: FrameType, event: str, _arg: object) -> None:
        """Note the function that is entered, as a profile function of `sys`."""
        code = frame.f_code
        if event != "call" or code.co_name in INSIDE or not code.co_filename.startswith(OURS):
            return
        module = code.co_filename.removeprefix(OURS)
        self.moves += module != self._last
        self._last = module
        self.functions.add((module, code.co_qualname))


TRIPS: dict[str, Trip] = {}
"""The trips that were walked by this process, by the name of the flow."""


@contextmanager
def followed(flow: str) -> Iterator[Trip]:
    """Note what this thread enters meanwhile, as the trip of a flow."""
    TRIPS[flow] = trip = Trip()
    sys.setprofile(trip.note)
    try:
        yield trip
    finally:
        sys.setprofile(None)


def table(trips: dict[str, Trip]) -> str:
    """The figures of trips, as a table of Markdown."""
    rows = [f"| {flow} | {len(each.modules)} | {len(each.functions)} | {each.moves} |" for flow, each in trips.items()]
    return "\n".join(("| flow | modules | functions | moves |", "|---|---|---|---|", *rows))


def main() -> int:
    """Walk the flows and print what they enter; the exit code of the tests."""
    status = pytest.main(["-q", str(ROOT / "tests" / "test_trips.py")])
    # The tests have imported this module by its name: what they noted is there.
    walked = sys.modules["tools.trips"].TRIPS
    print(table(walked))
    for flow, trip in walked.items() if "--modules" in sys.argv else ():
        print(f"\n{flow}", *trip.modules, sep="\n  ")
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
