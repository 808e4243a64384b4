"""The application as staff see it: the built pages, the real server, the sandbox behind it."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx

from tests.support.leaks import leaks
from tools import ports, services

USERS = 300
PASSWORD = "demo"
SLOW = int(os.environ.get("SLOW") or 1)
"""How many times slower than this machine the pages are; the API too, when it is not 1."""
LATENCY = 200 if SLOW > 1 else 0
"""Milliseconds that the API waits before each answer."""
HELD = 60_000
"""Milliseconds that no test waits: what is held back is let go by the next `set_faults`."""


@dataclass(frozen=True)
class Site:
    """The addresses of one running application and of its API, and what a test may ask of that API."""

    base_url: str
    api_url: str
    folder: Path
    """Where its servers keep their data, temporary files and words."""

    def set_faults(self, **faults: Any) -> None:
        """Make the API slow or faulty: latency_ms, fail, token_ttl, drop; without argument, well again."""
        self._call("PUT", "faults", json={"latency_ms": LATENCY, **faults})

    def requests_seen(self) -> list[dict[str, Any]]:
        """Return the last requests the API got (200 at most), oldest first: method, path, query, status."""
        return self._call("GET", "requests").json()

    def forget_requests(self) -> None:
        """Make the API forget the requests it got."""
        self._call("DELETE", "requests")

    def reset_data(self) -> None:
        """Put the API's data back as they were; everyone has to sign in again."""
        self._call("POST", "reset")

    def tokens(self, account: str) -> dict[str, str]:
        """Sign an account in without a browser: what the application keeps in local storage then."""
        identity = {"username": account if "@" in account else f"{account}@demo.test", "password": PASSWORD}
        pair = httpx.post(f"{self.api_url}/login", json=identity, timeout=10).raise_for_status().json()
        return {
            "admin_app.token": pair["token"],
            "admin_app.refresh_token": pair["refreshToken"],
            "admin_app.last_activity": str(int(time.time())),
        }

    def stored(self, account: str = "", **kept: str) -> dict[str, str]:
        """What the local storage of a browser holds: an account that is signed in, `theme`, `drawer` ..."""
        values = self.tokens(account) if account else {}
        return values | {name if name == "locale" else f"admin_app.{name}": each for name, each in kept.items() if each}

    def _call(self, method: str, name: str, **options: Any) -> httpx.Response:
        answer = httpx.request(method, f"{self.api_url}/_sandbox/{name}", timeout=10, **options)
        return answer.raise_for_status()


def check_log(service: services.Service) -> None:
    """Fail when the log of a server names anybody or holds a token, whatever the tests did to it."""
    assert service.log
    lines = service.log.read_text(errors="replace").splitlines()
    # The sandbox begins with the accounts to sign in with.
    found = leaks("\n".join(line for line in lines if not line.startswith("sandbox: ")))
    assert not found, f"{service.name} wrote: {found[:10]}"


@contextmanager
def beside(site: Site, **settings: str) -> Iterator[tuple[Site, services.Service]]:
    """Start a second application on the same API, with these settings alone; its process may be stopped and started."""
    port = ports.free_port()
    service = services.application(
        port,
        ADMIN_API_URL=site.api_url,
        # Of the same build: another one would be made in its place.
        ADMIN_DEMO="true",
        **(_own(site.folder) | {"ADMIN_SPOOL_PATH": str(site.folder / "second-spool")} | settings),
    )
    service.log = site.folder / "second.log"
    try:
        service.start()
        services.wait_ready([service])
        yield replace(site, base_url=f"http://localhost:{port}"), service
    finally:
        service.stop()
    check_log(service)


@contextmanager
def running(folder: Path) -> Iterator[Site]:
    """Start the sandbox and the application on free ports, as `make demo` does, with a folder that nobody shares."""
    api_port, app_port = ports.free_port(), ports.free_port()
    data = {"SANDBOX_DB": str(folder / "sandbox.sqlite"), "SANDBOX_FILES": str(folder / "files")}
    both = [
        services.sandbox(api_port, USERS, **data),
        services.application(app_port, **services.demo_settings(api_port), **_own(folder)),
    ]
    try:
        for service in both:
            service.log = folder / f"{service.name.lower().replace(' ', '_')}.log"
            service.start()
        services.wait_ready(both)
        site = Site(f"http://localhost:{app_port}", f"http://localhost:{api_port}", folder)
        site.set_faults()
        yield site
        for service in both:
            service.check()
    finally:
        for service in reversed(both):
            service.stop()
    for service in both:
        check_log(service)


def _own(folder: Path) -> dict[str, str]:
    """Settings of an application that shares no file with those of other processes."""
    return {
        "ADMIN_REGISTER_PATH": str(folder / "register.sqlite"),
        "ADMIN_SPOOL_PATH": str(folder / "spool"),
        "TMPDIR": str(folder),
    }
