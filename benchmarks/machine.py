"""What the figures are taken on, and who else works there meanwhile."""

import ctypes
import os
import platform
import subprocess
import time
from contextlib import suppress
from datetime import date
from pathlib import Path

from benchmarks.servers import family, load_average, ticks
from tools import chromium
from tools.frontend import environment

CROWDED = 0.15
"""Cores that others may use while times are taken."""
_TICKS = os.sysconf("SC_CLK_TCK")
_CHILD_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of prctl(2)."""


def cores() -> int:
    """Count the cores this process may use."""
    return len(os.sched_getaffinity(0))


def described() -> str:
    """Say what the figures are taken on."""
    versions = ", ".join((_version("node"), _version(chromium.ensure())))
    return f"{date.today()}, {cores()} cores, Python {platform.python_version()}, {versions}, load {load_average()}"


def _version(command: str) -> str:
    answer = subprocess.run([command, "--version"], env=environment(), capture_output=True, text=True, check=True)
    name = "Node " if command == "node" else ""
    return name + answer.stdout.strip().split(" built")[0]


def adopt() -> None:
    """Become the parent of what our processes leave behind: a browser whose starter has ended is none of the others."""
    with suppress(OSError, AttributeError):  # no Linux
        ctypes.CDLL(None).prctl(_CHILD_SUBREAPER, 1, 0, 0, 0)


class Others:
    """How much of the machine is used by processes that are not ours, from when this is made."""

    def __init__(self) -> None:
        self._began, self._used = time.monotonic(), _everybody() - _ours()

    def cores(self) -> float:
        """Return the cores others used since, on average."""
        spent = (_everybody() - _ours() - self._used) / _TICKS
        return max(0.0, spent / max(time.monotonic() - self._began, 0.01))

    def verdict(self) -> str:
        """Say in words whether times taken since count."""
        return said(self.cores())


def said(used: float) -> str:
    """Say whether times count while others use so many cores."""
    end = "times count" if used <= CROWDED else "TOO BUSY: the times do not count, ratios of pairs at most"
    return f"others used {used:.2f} cores meanwhile: {end}"


def _everybody() -> int:
    """The ticks all processors were taken: user, nice, system, interrupts and other machines, not idle or waiting."""
    fields = [int(each) for each in Path("/proc/stat").read_text().splitlines()[0].split()[1:]]
    return sum(fields[:3]) + sum(fields[5:8])


def _ours() -> int:
    """The ticks of this process, of all it started, and of those that are gone."""
    return sum(ticks(each, gone=True) for each in family(os.getpid()))
