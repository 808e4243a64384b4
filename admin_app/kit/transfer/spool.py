"""The folder of files on their way: of this instance alone, closed to everybody else, and swept.

It is `ADMIN_SPOOL_PATH`, not a name everybody knows in the system's temporary folder: on a shared machine another
account could make that first, or read what it holds. One instance owns it, whose workers share it.
"""

import asyncio
import contextlib
import fcntl
import os
import stat
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path

from admin_app.api.errors import ApiError
from admin_app.settings import get_settings

LIFETIME = 3600
"""Seconds a file that was sent waits to be taken, or an import to be gone on with."""
LEAVING = 600
"""Seconds what a tab sent waits for it to come back, once it has closed: after a reload, a lost connection."""
SOON = 60
"""Seconds what is fetched at once waits: an offer holds personal data, an order a token."""
SWEEP = 30
"""Seconds between two sweeps."""
ORDER, OFFER, SHOWN, NAME, TAKEN, PART = ".order", ".offer", ".shown", ".name", ".taken", ".part"
TAKEN_ONCE = tuple(end + taken for end in (ORDER, OFFER, SHOWN, NAME) for taken in ("", TAKEN))
"""How names end of what is fetched once, before and after."""
_LOCK, _WORKER = ".instance", ".worker"


class SpoolUnavailable(ApiError):
    """The folder cannot be used: `cause` says why. What needs it does not happen."""

    kind = "spool"


def folder() -> Path:
    """The folder, made when it is not there. SpoolUnavailable when it is a link, another account's, or open to one."""
    path = Path(get_settings().spool_path)
    try:
        found = path.lstat()
    except FileNotFoundError:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = path.lstat()
    if not stat.S_ISDIR(found.st_mode):
        raise SpoolUnavailable(cause="no folder")
    if found.st_uid != os.geteuid():
        raise SpoolUnavailable(cause="owned by another account")
    if found.st_mode & 0o022:
        raise SpoolUnavailable(cause="others may write in it")
    if stat.S_IMODE(found.st_mode) != 0o700:
        path.chmod(0o700)
    return path


def try_writing() -> None:
    """Write a file and remove it. SpoolUnavailable or OSError where that cannot be done: a full disk, for example."""
    with tempfile.TemporaryFile(dir=folder()) as file:
        file.write(b"0" * 4096)
        file.flush()


def claim() -> int:
    """Take the folder for this instance until it ends; the open lock. SpoolUnavailable when another one has it."""
    try:
        lock = os.open(folder() / _LOCK, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SpoolUnavailable(cause="used by another instance") from None
    except OSError as error:
        raise SpoolUnavailable(cause=type(error).__name__) from None
    return lock


@contextlib.asynccontextmanager
async def inhabited(process: str) -> AsyncIterator[None]:
    """Show that a worker of this instance lives, as long as it does: however it ends, the system lets go of its lock.

    Without the folder it does not show; what needs the folder is refused with words.
    """
    try:
        path = folder() / f"{process}{_WORKER}"
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except (SpoolUnavailable, OSError):
        yield
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(lock)


def lives(process: str) -> bool:
    """Whether a worker of this instance is still there."""
    try:
        with (folder() / f"{process}{_WORKER}").open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except (SpoolUnavailable, OSError):
        pass
    return False


def lifetime(path: Path) -> float:
    """Seconds a file may wait."""
    return SOON if path.name.endswith(TAKEN_ONCE) else LIFETIME


def sweep() -> None:
    """Remove what nobody took."""
    for path in folder().iterdir():
        with contextlib.suppress(FileNotFoundError):  # somebody else took it
            old = time.time() - path.stat().st_mtime > lifetime(path)
            if old and path.name != _LOCK and not (path.suffix == _WORKER and lives(path.stem)):
                path.unlink()


@contextlib.asynccontextmanager
async def swept() -> AsyncIterator[None]:
    """Sweep now and then, beside the event loop, as long as the application runs."""
    task = asyncio.create_task(_sweep_on())
    try:
        yield
    finally:
        task.cancel()


async def _sweep_on() -> None:
    while True:
        with contextlib.suppress(SpoolUnavailable, OSError):  # whoever needs the folder is told
            await asyncio.to_thread(sweep)
        await asyncio.sleep(SWEEP)
