"""The two servers as `make demo` runs them, with many users, and what their processes cost."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from tools import frontend, ports, services

USERS = 100_000
PASSWORD = "demo"
LOADED = "a worker has loaded"
"""What a worker writes into the log (tools/serve.py)."""
NONE: Mapping[str, str] = {}
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Site:
    """The addresses of the running application and of its API, and the processes behind them."""

    base_url: str
    api_url: str
    app_pid: int
    api_pid: int

    def token(self) -> str:
        """Sign in with the API itself and return the token."""
        body = {"username": "admin@demo.test", "password": PASSWORD}
        return httpx.post(f"{self.api_url}/login", json=body, timeout=30).raise_for_status().json()["token"]

    def forget_calls(self) -> None:
        """Make the API forget the calls it got."""
        httpx.delete(f"{self.api_url}/_sandbox/requests", timeout=30).raise_for_status()

    def calls(self) -> list[str]:
        """Return the calls the API got since (200 at most), as method and path."""
        answer = httpx.get(f"{self.api_url}/_sandbox/requests", timeout=30).raise_for_status()
        return [f"{each['method']} {each['path']}" for each in answer.json()]


@contextmanager
def running(users: int = USERS, data: Mapping[str, str] = NONE, settings: Mapping[str, str] = NONE) -> Iterator[Site]:
    """Build what changed, and start the sandbox and the application on free ports.

    `data` are SANDBOX_* variables, `settings` those of the application beside the demo's.
    """
    frontend.ensure_built(demo=True)
    port = ports.free_port()
    api = services.sandbox(port, users, **data)
    try:
        api.start()
        # Seeding many users takes its time, once.
        services.wait_ready([api], timeout=300)
        with _application(f"http://localhost:{port}", _pid(api), frontend.ROOT, settings) as site:
            yield site
    finally:
        api.stop()


@contextmanager
def beside(site: Site, folder: Path) -> Iterator[Site]:
    """Start the application of another checkout, whose pages are built, before the same sandbox."""
    with _application(site.api_url, site.api_pid, folder, NONE) as other:
        yield other


@contextmanager
def _application(api_url: str, api_pid: int, folder: Path, settings: Mapping[str, str]) -> Iterator[Site]:
    port = ports.free_port()
    store = Path(tempfile.gettempdir()) / f"store-{port}.sqlite"
    own = {**services.demo_settings(urlsplit(api_url).port or 0), "ADMIN_STORE_URL": f"sqlite:///{store}", **settings}
    app = services.application(port, **own)
    app.folder, app.log = folder, services.LOGS / f"application-{port}.log"
    try:
        app.start()
        services.wait_ready([app])
        if workers := settings.get("WEB_CONCURRENCY"):
            wait_loaded(app, int(workers))
        yield Site(f"http://localhost:{port}", api_url, _pid(app), api_pid)
    finally:
        app.stop()
        store.unlink(missing_ok=True)
        app.log.unlink(missing_ok=True)
        shutil.rmtree(app.env["ADMIN_SPOOL_PATH"], ignore_errors=True)


def _pid(service: services.Service) -> int:
    assert service.process
    return service.process.pid


def wait_loaded(service: services.Service, workers: int, patience: float = 300) -> None:
    """Wait until all workers of an application say that they have loaded: before, the first has all the sockets."""
    assert service.log
    end = time.monotonic() + patience
    while service.log.read_text(errors="replace").count(LOADED) < workers:
        if time.monotonic() > end:
            raise TimeoutError(f"{service.name}: not all of {workers} workers have loaded in {patience:.0f} s")
        time.sleep(0.2)


def family(pid: int) -> list[int]:
    """List a process and its descendants."""
    found, children = [pid], _children()
    for each in found:
        found.extend(children.get(each, []))
    return found


def _children() -> dict[int, list[int]]:
    """Map every process of this machine to its children."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and (fields := _stat(int(folder.name))):
            children.setdefault(int(fields[1]), []).append(int(folder.name))
    return children


def _stat(pid: int) -> list[str]:
    """Return the fields of /proc/<pid>/stat after the name: state, parent, ...; nothing when the process is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def ticks(pid: int, gone: bool = False) -> int:
    """Return the processor time of one process in ticks; with `gone`, that of the children it has buried as well."""
    return sum(map(int, _stat(pid)[11 : 15 if gone else 13]))


def cpu_seconds(pid: int) -> float:
    """Return the processor time that a process and its descendants have used."""
    return sum(map(ticks, family(pid))) / _TICKS


def resident_kilobytes(pid: int) -> int:
    """Return the resident memory of a process and its descendants, in units of 1000 bytes."""
    page = os.sysconf("SC_PAGE_SIZE")
    return sum(int(fields[21]) for each in family(pid) if (fields := _stat(each))) * page // 1000


def load_average() -> str:
    """Say how busy the machine is."""
    return " ".join(f"{each:.2f}" for each in os.getloadavg())
