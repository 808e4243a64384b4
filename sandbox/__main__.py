"""`python -m sandbox`: serve the stand-in with uvicorn."""

import socket
from contextlib import closing

import uvicorn
from sqlalchemy.exc import SQLAlchemyError

from sandbox.app import build_app
from sandbox.seed.accounts import ACCOUNTS, PASSWORD
from sandbox.settings import SandboxSettings, read_settings


def main() -> None:
    """Check the settings and the port, seed, serve."""
    settings = read_settings()
    _check_port(settings)
    try:
        app = build_app(settings)
    except (OSError, SQLAlchemyError) as error:
        reason = str(error).splitlines()[0]
        raise SystemExit(f"sandbox: SANDBOX_DB: {settings.database}: {reason}") from None
    names = ", ".join(account.email for account in ACCOUNTS)
    print(f"sandbox: http://{settings.host}:{settings.port} (docs at /docs), password {PASSWORD}: {names}", flush=True)
    # No access log: query strings hold names and e-mails; GET /_sandbox/requests tells the last calls.
    uvicorn.run(app, host=settings.host, port=settings.port, access_log=False, log_level="warning")


def _check_port(settings: SandboxSettings) -> None:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            reason = error.strerror or "cannot be used"
            raise SystemExit(f"sandbox: {settings.host}:{settings.port}: {reason} (change SANDBOX_PORT)") from None


if __name__ == "__main__":
    main()
