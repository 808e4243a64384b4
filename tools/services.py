"""Start, watch and stop the two servers: the sandbox and the application."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tools.frontend import ROOT, environment

LOGS = ROOT / ".run"
FLAGS = (
    "ANALYTICS",
    "HITCHHIKING",
    "CAMPAIGN",
    "COMMUNITY",
    "EVENT",
    "EDITORIAL",
    "SOLIDARY",
    "SOLIDARY_TRANSPORT",
    "EXTERNAL_JOURNEYS",
    "EXPORT",
    "MINOR_PROTECTION",
)
_GRACE = 8.0


class ServiceError(RuntimeError):
    """A server did not start, or stopped by itself; the message says which and shows its last lines."""


@dataclass
class Service:
    """One server: the command that starts it, in which checkout, and the address that answers once it is ready."""

    name: str
    command: Sequence[str]
    ready_url: str
    env: dict[str, str] = field(default_factory=dict)
    log: Path | None = None
    folder: Path = ROOT
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server in its own process group, so that stopping it stops its workers too."""
        output = None
        if self.log:
            self.log.parent.mkdir(parents=True, exist_ok=True)
            output = self.log.open("wb")
        self.process = subprocess.Popen(
            self.command,
            cwd=self.folder,
            env=environment(**self.env),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT if output else None,
            start_new_session=True,
        )
        if output:
            output.close()

    def check(self) -> None:
        """Raise ServiceError when the server is gone."""
        code = self.process.poll() if self.process else None
        if code is not None:
            raise ServiceError(f"{self.name} stopped by itself (exit code {code}).{self._last_lines()}")

    def is_ready(self) -> bool:
        """Tell whether the server answers at all; an error status is an answer."""
        try:
            with urllib.request.urlopen(self.ready_url, timeout=5):
                return True
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False

    def stop(self) -> None:
        """Ask the server's process group to stop, and end it when it does not."""
        if self.process is None:
            return
        _signal_group(self.process.pid, signal.SIGTERM)
        try:
            self.process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            pass
        finally:
            # Also after a clean exit: a worker may have outlived its parent.
            _signal_group(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def _last_lines(self, count: int = 25) -> str:
        """Return the end of the log, for a message."""
        if not self.log or not self.log.is_file():
            return ""
        lines = self.log.read_text(errors="replace").splitlines()[-count:]
        return "\n" + "\n".join(f"  {line}" for line in lines)


def _signal_group(pid: int, number: signal.Signals) -> None:
    """Send a signal to a whole process group, if it still exists."""
    try:
        os.killpg(pid, number)
    except ProcessLookupError:
        return


def sandbox(port: int, users: int, host: str = "127.0.0.1", **env: str) -> Service:
    """Describe the stand-in API; `env` adds SANDBOX_* variables."""
    url = f"http://localhost:{port}"
    own = {"SANDBOX_PORT": str(port), "SANDBOX_HOST": host, "SANDBOX_USERS": str(users), "SANDBOX_BASE_URL": url}
    # What it keeps stays in this checkout: another one on this machine has data of its own.
    own["TMPDIR"] = str(LOGS)
    return Service("The sandbox", [sys.executable, "-m", "sandbox"], url, own | env, LOGS / "sandbox.log")


def application(port: int, host: str = "127.0.0.1", **env: str) -> Service:
    """Describe the built application on one port; `env` adds ADMIN_* variables."""
    own = {"PORT": str(port), "HOST": host, "ADMIN_SPOOL_PATH": str(LOGS / f"spool-{port}")}
    # Reflex looks at it as it is loaded, and then checks no more that each name that is assigned was declared.
    own["REFLEX_ENV_MODE"] = "prod"
    command = [sys.executable, "-m", "tools.serve"]
    return Service("The application", command, f"http://localhost:{port}/ping", own | env, LOGS / "application.log")


def demo_settings(sandbox_port: int) -> dict[str, str]:
    """Return the application's settings for the demo: the sandbox behind it and every module on."""
    flags = {f"ADMIN_{flag}": "true" for flag in FLAGS}
    sandbox = f"http://localhost:{sandbox_port}"
    named = {"ADMIN_PLATFORM_NAME": "Covoiturage pour tous", "ADMIN_MAP_AREA": "4.8,47.6,8.2,49.6"}
    return {"ADMIN_API_URL": sandbox, "ADMIN_FRAME_HOSTS": sandbox, "ADMIN_DEMO": "true", **named, **flags}


def wait_ready(services: Sequence[Service], timeout: float | None = 120.0) -> None:
    """Wait until every server answers, at most that many seconds; raise ServiceError when one stops or takes longer."""
    started = time.monotonic()
    for service in services:
        while not service.is_ready():
            for other in services:
                other.check()
            if timeout is not None and time.monotonic() > started + timeout:
                raise ServiceError(f"{service.name} does not answer at {service.ready_url} after {timeout:.0f} s.")
            time.sleep(0.1)
        service.check()
