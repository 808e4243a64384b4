"""`make dev`: the demo that follows what you edit, within seconds.

Reflex starts its server anew after a change of Python, compiles, and Vite brings what came of it to the browser. Three
things are added to that. Only the pages that were opened last are compiled (PAGES=/events,/users names others). Texts
count as Python, which they are compiled into. A file of `assets/` is copied to where Vite sees it, and nothing else
happens.

Exit codes: 0 stopped by the user, 1 something failed, 2 a wrong or taken port.
"""

import os
import shutil
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path

import watchfiles

from tools import demo, services
from tools.frontend import ROOT, SERVED

STARTING = ROOT / ".run" / "dev"
"""What makes the server start anew when it changes, beside `admin_app/`."""
PAGES = STARTING / "pages.list"
TEXTS = STARTING / "texts.list"
FIRST_PAGES = ("/login", "/")
LIBRARIES = (
    "aiohttp, alembic, babel.dates, email_validator, httpx_aiohttp, jwt, narwhals, pandas, phonenumbers, PIL.Image,"
    " plotly.graph_objects, prometheus_client, pydantic_settings, redis.asyncio, reflex.app, reflex.compiler.compiler,"
    " requests, socketio, sqlalchemy"
)
"""Loaded once: the server is a copy of a process that has them (fork), and loads the application alone."""
ENDS_AT_ONCE = """
import os, signal
os.register_at_fork(after_in_child=lambda: signal.signal(signal.SIGTERM, signal.SIG_DFL))
"""
"""A copy that still loads ends at once when the next change comes: the handler it was copied with would only note it,
and the server wait for two seconds before it kills."""
_REFLEX = f"""
import gc, {LIBRARIES}
from reflex.reflex import cli
{ENDS_AT_ONCE}
# To look for garbage among what stays until the end is a quarter of the time an application takes to load.
gc.freeze()
gc.set_threshold(100_000)
cli()
"""


def choose_pages(asked: str) -> None:
    """Write down the pages to compile first: those asked for, else those of the last time."""
    STARTING.mkdir(parents=True, exist_ok=True)
    if asked or not PAGES.is_file():
        PAGES.write_text("\n".join(asked.replace(",", " ").split() or FIRST_PAGES))


def application(chosen: demo.Ports, host: str) -> services.Service:
    """Describe Reflex's two servers: that of the pages, which the browser opens, and that of the socket."""
    command = [sys.executable, "-c", _REFLEX, "run", "--backend-host", host]
    command += ["--frontend-port", str(chosen.app), "--backend-port", str(chosen.backend)]
    app = services.Service("The application", command, f"http://localhost:{chosen.app}")
    app.env = services.demo_settings(chosen.sandbox) | {
        "DEV_PAGES": str(PAGES),
        "REFLEX_HOT_RELOAD_OVERRIDE_PATHS": f"{ROOT / 'admin_app'}{os.pathsep}{STARTING}",
        # As in production: a tab whose server was started anew loads its account again.
        "REFLEX_STATE_MANAGER_MODE": "memory",
    }
    return app


def follow(changes: Iterable[Path]) -> None:
    """Say what changed, bring assets to the browser, and have the server start anew for texts, as for Python."""
    for file in sorted(each for each in changes if not each.is_dir()):
        print(f"Changed: {file.relative_to(ROOT)}", flush=True)
        if file.is_relative_to(ROOT / "assets"):
            _bring(file, file.relative_to(ROOT / "assets"))
        elif file.suffix == ".json":
            TEXTS.write_text(str(time.time()))


def _bring(file: Path, name: Path) -> None:
    """Copy a file of `assets/` to where Vite sees it, or remove the copy."""
    copy = SERVED / name
    if file.is_file():
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
    else:
        copy.unlink(missing_ok=True)


def _watch() -> None:
    watched = [ROOT / name for name in ("admin_app", "assets", "translations")]
    for changes in watchfiles.watch(*watched, step=50, debounce=200):
        follow({Path(file) for _, file in changes})


def main() -> int:
    """Run until stopped; return the exit code."""
    choose_pages(os.environ.get("PAGES", ""))
    threading.Thread(target=_watch, daemon=True).start()
    return demo.main(application, reloading=True)


if __name__ == "__main__":
    sys.exit(main())
