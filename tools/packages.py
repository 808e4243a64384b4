"""Fetches the packages of npm while the pages are compiled: Reflex begins when they are (Reflex F52)."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from reflex.plugins import Plugin

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "reflex.lock"
PLACE = ROOT / ".web" / "node_modules"
FETCHED = ROOT / ".web.packages"
"""Where they are put meanwhile, on the same disk: Reflex makes the other folder anew when it begins."""
# As Reflex asks for them; what the lock names and nothing else.
_COMMAND = ("npm", "ci", "--legacy-peer-deps", "--loglevel=error")
_running: list[subprocess.Popen[bytes]] = []


def begin() -> None:
    """Start fetching what the lock names, unless packages are there; `put` waits for it."""
    if PLACE.is_dir() or not LOCK.is_dir():
        return
    shutil.rmtree(FETCHED, ignore_errors=True)
    shutil.copytree(LOCK, FETCHED)
    _running.append(subprocess.Popen(_COMMAND, cwd=FETCHED, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))


def put() -> None:
    """Put what was fetched where Reflex looks for it; where that failed, Reflex fetches by itself and says why not."""
    if not _running:
        return
    fetched = FETCHED / "node_modules"
    if _running.pop().wait() == 0 and not PLACE.exists() and fetched.is_dir():
        fetched.rename(PLACE)
    shutil.rmtree(FETCHED, ignore_errors=True)


class PackagesPlugin(Plugin):
    """Hands over the packages when Reflex asks for those of its plugins, before it installs any."""

    def get_frontend_development_dependencies(self, **_: Any) -> set[str]:
        """None beside those of the components."""
        put()
        return set()
