"""A PostgreSQL for a while, where the machine has Debian's package: no port, no rights, gone at the end."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
from psycopg import sql

ACCOUNTS = ("postgres", "nobody")
"""Who it runs as where the tests run as root, which it refuses to."""


def programs() -> Path | None:
    """Where initdb and pg_ctl are: the newest version of Debian's, or those of the PATH."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda each: int(each.parts[4]))
    if found:
        return found[-1].parent
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


class Cluster:
    """A server on a socket in a folder of its own; `database()` makes an empty database and gives its address."""

    def __init__(self, folder: Path, bin_: Path, account: str) -> None:
        self.folder, self._bin, self._account = folder, bin_, account
        self._numbers = count()

    def address(self, name: str) -> str:
        """What ADMIN_STORE_URL says for a database."""
        return f"postgresql://{self._account}:secret@/{name}?host={self.folder}"

    def database(self) -> str:
        """The address of a new one."""
        name = f"store{next(self._numbers)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self.address(name)

    def start(self) -> None:
        """Start, until it answers."""
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c fsync=off"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-l", log, "-o", options, "start")

    def stop(self) -> None:
        """Stop at once, whoever is connected; nothing where it has stopped."""
        if (self.folder / "data" / "postmaster.pid").exists():
            self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-m", "immediate", "stop")

    def make(self) -> None:
        """Make its files."""
        self._run("initdb", "-D", str(self.folder / "data"), "-U", self._account, "-A", "trust", "-E", "UTF8", "-N")

    def _run(self, program: str, *arguments: str) -> None:
        account = self._account if os.geteuid() == 0 else None
        command = [str(self._bin / program), *arguments]
        subprocess.run(command, check=True, user=account, cwd="/", stdout=subprocess.DEVNULL, timeout=60)


@contextmanager
def cluster(bin_: Path) -> Iterator[Cluster]:
    """A server that runs until the end of the block."""
    # Not below the folder of pytest, which nobody else may enter; a socket's path is short.
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
    account = pwd.getpwuid(os.geteuid()).pw_name
    if os.geteuid() == 0:
        account = next(each for each in ACCOUNTS if _exists(each))
        shutil.chown(folder, account)
    made = Cluster(folder, bin_, account)
    try:
        made.make()
        made.start()
        try:
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _exists(account: str) -> bool:
    try:
        pwd.getpwnam(account)
    except KeyError:
        return False
    return True
