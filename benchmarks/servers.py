"""The two servers as `make demo` runs them, with many users, and what their processes cost."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from tools import frontend, ports, services

USERS = 100_000
PASSWORD = "demo"
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
def running(users: int = USERS, **data: str) -> Iterator[Site]:
    """Build what changed, and start the sandbox (`data` adds SANDBOX_* variables) and the application on free ports."""
    frontend.ensure_built()
    api_port, app_port = ports.free_port(), ports.free_port()
    api = services.sandbox(api_port, users, **data)
    store = Path(tempfile.gettempdir()) / f"store-{app_port}.sqlite"
    app = services.application(app_port, **services.demo_settings(api_port), ADMIN_STORE_URL=f"sqlite:///{store}")
    try:
        for service in (api, app):
            service.start()
        # Seeding many users takes its time, once.
        services.wait_ready((api, app), timeout=300)
        yield Site(f"http://localhost:{app_port}", f"http://localhost:{api_port}", _pid(app), _pid(api))
    finally:
        for service in (app, api):
            service.stop()
        store.unlink(missing_ok=True)


def _pid(service: services.Service) -> int:
    assert service.process
    return service.process.pid


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


def cpu_seconds(pid: int) -> float:
    """Return the processor time that a process and its descendants have used."""
    return sum(int(fields[11]) + int(fields[12]) for each in family(pid) if (fields := _stat(each))) / _TICKS


def resident_kilobytes(pid: int) -> int:
    """Return the resident memory of a process and its descendants, in units of 1000 bytes."""
    page = os.sysconf("SC_PAGE_SIZE")
    return sum(int(fields[21]) for each in family(pid) if (fields := _stat(each))) * page // 1000


def load_average() -> str:
    """Say how busy the machine is."""
    return " ".join(f"{each:.2f}" for each in os.getloadavg())
