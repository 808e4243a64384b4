"""Build the pages with Reflex, once for each state of their sources."""

import fcntl
import hashlib
import os
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SERVED = ROOT / ".web" / "public"
"""Where Reflex puts a copy of `assets/`, for Vite."""
BUILT = ROOT / ".web" / "build" / "client"
# Beside the built pages: Reflex removes the folder when it builds by itself, and the stamp goes with it.
STAMP = ROOT / ".web" / "build" / "fingerprint"
SOURCES = ("admin_app", "assets", "translations", "rxconfig.py", "requirements.txt", "tools/prune.py")
# Reflex writes the versions it resolved there, so they are read after a build, not before.
LOCK = ("reflex.lock",)
# Pages are a million objects that stay until the end: to look for garbage among them is a fifth of a build.
_REFLEX = "import gc; gc.disable(); from reflex.reflex import cli; cli()"
# Links that Reflex makes itself, and what Python and editors leave behind.
_IGNORED_FOLDERS = {"__pycache__", "external"}
_IGNORED_SUFFIXES = {".pyc", ".swp", ".tmp"}


def environment(**extra: str) -> dict[str, str]:
    """Return the environment of every process we start: the node of this virtual environment, nobody told."""
    scripts = sysconfig.get_path("scripts")
    # Containers often set it; to compile the sources anew in each process is seconds of every change.
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {
        **inherited,
        "PATH": os.pathsep.join((scripts, os.environ.get("PATH", ""))),
        "REFLEX_USE_NPM": "true",
        "REFLEX_TELEMETRY_ENABLED": "false",
        "REFLEX_CHECK_LATEST_VERSION": "false",
        # Two calls of npm to the registry that no build needs.
        "NPM_CONFIG_AUDIT": "false",
        "NPM_CONFIG_FUND": "false",
        # Npm would write into the lock where it got each package from, which differs from place to place.
        "NPM_CONFIG_OMIT_LOCKFILE_REGISTRY_RESOLVED": "true",
        **extra,
    }


def _files(names: Iterable[str]) -> list[Path]:
    """List the files under these names, in a stable order."""
    found: list[Path] = []
    for path in (ROOT / name for name in names):
        found.extend(path.rglob("*") if path.is_dir() else [path])
    return sorted(path for path in found if path.is_file() and not _ignored(path.relative_to(ROOT)))


def _ignored(path: Path) -> bool:
    """Tell whether a file has no say in the built pages."""
    return bool(_IGNORED_FOLDERS.intersection(path.parts)) or path.suffix in _IGNORED_SUFFIXES


def fingerprint(names: Iterable[str]) -> str:
    """Hash the names and contents of these files and folders."""
    digest = hashlib.sha256()
    for path in _files(names):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _stamp(sources: str, demo: bool) -> str:
    return f"{sources} {fingerprint(LOCK)}{' demo' * demo}"


def is_built(*, demo: bool) -> bool:
    """Tell whether the built pages are those of the present sources, with or without those of the demo."""
    return BUILT.is_dir() and STAMP.is_file() and STAMP.read_text() == _stamp(fingerprint(SOURCES), demo)


def is_servable(*, demo: bool) -> bool:
    """Tell whether there are built pages with or without those of the demo, be they of former sources."""
    return BUILT.is_dir() and STAMP.is_file() and STAMP.read_text().endswith(" demo") == demo


@contextmanager
def _alone() -> Iterator[None]:
    """Let one process at a time build, be it of make, of a test or of a demo; the others wait for it."""
    lock = ROOT / ".run" / "build.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def ensure_built(*, demo: bool) -> None:
    """Build the pages unless nothing changed since the last time; leave with an error when they do not build.

    One build serves every configuration but that of the demo, which alone has the gallery.
    """
    with _alone():
        if not is_built(demo=demo):
            _build(demo)


def _build(demo: bool) -> None:
    sources, started = fingerprint(SOURCES), time.monotonic()
    # The hot-reload server leaves this for its own next start; an export would take it for itself and compile nothing.
    (ROOT / ".web" / "nocompile").unlink(missing_ok=True)
    print("Building the pages (a minute or two the first time) ...", flush=True)
    command = [sys.executable, "-c", _REFLEX, "export", "--frontend-only", "--no-zip", "--loglevel", "warning"]
    # No demo without an API on this machine: which one it is has no say in the pages.
    settings = {"ADMIN_DEMO": "true", "ADMIN_API_URL": ""} if demo else {"ADMIN_DEMO": ""}
    if subprocess.run(command, cwd=ROOT, env=environment(**settings), check=False).returncode:
        sys.exit("The pages do not build: the reason is above.")
    STAMP.write_text(_stamp(sources, demo))
    print(f"Built in {time.monotonic() - started:.0f} s.", flush=True)


if __name__ == "__main__":
    ensure_built(demo="demo" in sys.argv[1:])
