"""Where files on their way lie, a folder or a bucket (`ADMIN_SPOOL_URL`), so that any instance finds what another took.

Everything that belongs to a ticket lies under its name, part by part: what was sent, who sent it, what is handed out.
What nobody uses any more is removed by age, by the clock of the storage itself. Of a folder: it is no name that
everybody knows in the system's temporary one, which on a shared machine another account could make first, or read.
"""

import asyncio
import contextlib
import errno
import logging
import os
import re
import stat
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError
from obstore.store import LocalStore, ObjectStore, from_url
from redis import Redis

from admin_app.api.errors import ApiError
from admin_app.settings import get_settings

LIFETIME = 3600
"""Seconds a file that was sent waits to be taken, or an import to be gone on with."""
LEAVING = 600
"""Seconds what a tab sent waits for it to come back, once it has closed: after a reload, a lost connection."""
SOON = 60
"""Seconds what is fetched at once waits: an offer holds personal data, an order a token."""
PATIENCE = 20
"""Seconds that a bucket has for an answer; it is asked anew within as many."""
SWEEP = 30
"""Seconds between two sweeps."""
FILE, SHEET, OFFER, ORDER, NAME, TAKEN, USED = "file", "sheet", "offer", "order", "name", "taken", "used"
OF, LEFT = "of.", "left."
"""How the part begins that says whose a file is, and from which tab: one that is there, or has closed."""
_CLOCK = "clock"
_HELD = 60
"""Seconds after which what one process alone may do is free for others, should it have died."""
_here = threading.Lock()
logger = logging.getLogger(__name__)


class SpoolUnavailable(ApiError):
    """The storage cannot be used: `cause` says why. What needs it does not happen."""

    kind = "spool"


@dataclass(frozen=True)
class Part:
    """A part of what lies behind a ticket: how large it is, and when it was written, by the storage's clock."""

    ticket: str
    name: str
    size: int
    at: datetime


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


@lru_cache(maxsize=4)
def _opened(address: str) -> ObjectStore:
    """A bucket by its address, whose keys are in the variables AWS_*; a folder by its path."""
    if "://" not in address:
        return LocalStore(address, automatic_cleanup=True)
    patience = timedelta(seconds=PATIENCE)
    return from_url(address, client_options={"timeout": patience}, retry_config={"retry_timeout": patience})


@contextmanager
def _storage() -> Iterator[ObjectStore]:
    """The storage; SpoolUnavailable where it fails, whose log says how. FileNotFoundError for what is not there."""
    try:
        yield _opened(get_settings().spool_url or str(folder()))
    except (FileNotFoundError, AlreadyExistsError):
        raise
    except (BaseError, OSError) as error:
        cause = _cause(error)
        logger.error("files on their way cannot be kept: %s", cause)
        raise SpoolUnavailable(cause=cause) from None


def _cause(error: Exception) -> str:
    """The name of a failure, and the system's for it (ENOSPC: a full disk); its text may hold a path or an address."""
    found = re.search(r"os error (\d+)", str(error))
    number = int(found[1]) if found else getattr(error, "errno", None)
    return errno.errorcode.get(number or 0, type(error).__name__)


def put(ticket: str, part: str, content: bytes = b"") -> None:
    """Keep a part, in place of the former one: whoever reads sees the one or the other."""
    with _storage() as storage:
        obstore.put(storage, f"{ticket}/{part}", content)


def is_first(ticket: str, part: str) -> bool:
    """Make a part that is empty; whether nobody has before: of several who try, in any process, one is."""
    try:
        with _storage() as storage:
            obstore.put(storage, f"{ticket}/{part}", b"", mode="create")
    except AlreadyExistsError:
        return False
    return True


def get(ticket: str, part: str) -> bytes:
    """The content of a part. FileNotFoundError."""
    with _storage() as storage:
        return obstore.get(storage, f"{ticket}/{part}").bytes().to_bytes()


def parts(ticket: str = "") -> list[Part]:
    """All parts, or those of one ticket."""
    with _storage() as storage:
        found = obstore.list(storage, ticket or None).collect()
    places = ((each, *each["path"].rpartition("/")[::2]) for each in found)
    return [Part(owner, name, each["size"], each["last_modified"]) for each, owner, name in places if owner]


def remove(ticket: str, *names: str) -> None:
    """Remove parts of a ticket, or all of it."""
    with _storage() as storage:
        for name in names or [each.name for each in parts(ticket)]:
            with contextlib.suppress(FileNotFoundError):  # somebody else did
                obstore.delete(storage, f"{ticket}/{name}")


@lru_cache(maxsize=1)
def _redis() -> Redis | None:
    """Redis, where there is one."""
    address = os.environ.get("REFLEX_REDIS_URL")
    return Redis.from_url(address) if address else None


@contextmanager
def alone(ticket: str) -> Iterator[None]:
    """Lock what lies behind a ticket: nobody else changes it meanwhile, here, or anywhere where there is Redis."""
    redis = _redis()
    with redis.lock(f"admin_app.alone.{ticket}", timeout=_HELD) if redis else _here:
        yield


def try_writing() -> None:
    """Write a part and remove it. SpoolUnavailable where that cannot be done: a full disk, for example."""
    name = f"{os.getpid()}"
    put(_CLOCK, name, b"0" * 4096)
    remove(_CLOCK, name)


def _lifetime(names: set[str]) -> float:
    """Seconds what has these parts may wait since one of them was written."""
    if names & {OFFER, ORDER}:
        return SOON
    return LEAVING if any(each.startswith(LEFT) for each in names) else LIFETIME


def sweep() -> None:
    """Remove what nobody took or used for long."""
    put(_CLOCK, "now")
    behind: dict[str, list[Part]] = {}
    for each in parts():
        behind.setdefault(each.ticket, []).append(each)
    now = max(each.at for each in behind.pop(_CLOCK))
    for ticket, found in behind.items():
        age = now - max(each.at for each in found)
        if age.total_seconds() > _lifetime({each.name for each in found}):
            remove(ticket)


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
        with contextlib.suppress(SpoolUnavailable):  # whoever needs it is told
            await asyncio.to_thread(sweep)
        await asyncio.sleep(SWEEP)
