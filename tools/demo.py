"""`make demo`: the whole product on this machine, with made-up data; `make dev` (tools/dev.py) starts it through this.

Exit codes: 0 stopped by the user, 1 something failed, 2 a wrong or taken port.
"""

import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from types import FrameType
from typing import NamedTuple

from tools import frontend, ports, services

ACCOUNTS = {
    "admin@demo.test": "every permission",
    "communities@demo.test": "communities only",
    "solidary@demo.test": "the solidary module",
    "hitchhiking@demo.test": "watches the hitchhikers",
    "hitchhiking-admin@demo.test": "creates and edits hitchhikers",
    "editor@demo.test": "articles and editorials",
    "nobody@demo.test": "no access to the back office",
}
PASSWORD = "demo"
_LONGEST_START = 120.0


class Ports(NamedTuple):
    """Where the application and the sandbox listen; `backend` is the socket's port with hot reload."""

    app: int
    sandbox: int
    backend: int


def read_ports() -> Ports:
    """Read PORT, SANDBOX_PORT and BACKEND_PORT."""
    return Ports(
        ports.port_number("PORT", 3000),
        ports.port_number("SANDBOX_PORT", 8001),
        ports.port_number("BACKEND_PORT", 8000),
    )


def welcome(chosen: Ports, seconds: float) -> str:
    """Return what a newcomer needs to sign in."""
    width = max(map(len, ACCOUNTS))
    accounts = "\n".join(f"  {account:<{width}}  {role}" for account, role in ACCOUNTS.items())
    return f"""
Ready in {seconds:.0f} s: http://localhost:{chosen.app}   (API: http://localhost:{chosen.sandbox})

Sign in with the password `{PASSWORD}` as:
{accounts}

Stop with Ctrl-C.
"""


def data_day(now: datetime) -> str:
    """Return the day the data is of: the current one once its 9:00 UTC is over, so that nothing is yet to come."""
    return os.environ.get("SANDBOX_TODAY") or (now - timedelta(hours=9)).date().isoformat()


def _stop_on_signal(number: int, frame: FrameType | None) -> None:
    """Turn a polite kill into the same path as Ctrl-C."""
    raise KeyboardInterrupt


def run(running: Sequence[services.Service], chosen: Ports, timeout: float | None) -> None:
    """Start the servers, print the address, and keep them until Ctrl-C or until one of them stops."""
    started = time.monotonic()
    try:
        for service in running:
            service.start()
        services.wait_ready(running, timeout)
        print(welcome(chosen, time.monotonic() - started), flush=True)
        while True:
            time.sleep(0.5)
            for service in running:
                service.check()
    finally:
        # A second Ctrl-C must not leave a server behind.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for service in reversed(running):
            service.stop()


def built(chosen: Ports, host: str) -> services.Service:
    """Build what changed, and describe the server of the application."""
    frontend.ensure_built(demo=True)
    return services.application(chosen.app, host, **services.demo_settings(chosen.sandbox))


def check_ports(*, reloading: bool) -> Ports:
    """Return the ports to use; raise WrongNumberError when one is wrong or taken."""
    chosen = read_ports()
    wanted = {"PORT": chosen.app, "SANDBOX_PORT": chosen.sandbox}
    if reloading:
        wanted["BACKEND_PORT"] = chosen.backend
    if found := ports.problems(wanted):
        raise ports.WrongNumberError("\n".join(found))
    return chosen


def main(application: Callable[[Ports, str], services.Service], *, reloading: bool = False) -> int:
    """Run the sandbox and the application that is described until stopped; return the exit code.

    One that is `reloading` compiles as it starts, and is waited for as long as it lives.
    """
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _stop_on_signal)
    try:
        chosen = check_ports(reloading=reloading)
        users = ports.whole_number("SANDBOX_USERS", 2000, 1, 1_000_000)
        host = os.environ.get("HOST") or "127.0.0.1"
        sandbox = services.sandbox(chosen.sandbox, users, host, SANDBOX_TODAY=data_day(datetime.now(UTC)))
        run([sandbox, application(chosen, host)], chosen, None if reloading else _LONGEST_START)
    except ports.WrongNumberError as error:
        print(error, file=sys.stderr)
        return 2
    except services.ServiceError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped.")
    return 0


if __name__ == "__main__":
    sys.exit(main(built))
