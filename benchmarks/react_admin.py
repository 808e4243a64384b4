"""A minimal react-admin list on the same API, built from npm in a temporary folder and served with gzip."""

import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Browser
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from benchmarks import size
from benchmarks.servers import Site
from tools import ports
from tools.frontend import environment

SOURCE = Path(__file__).parent / "react_admin_app"
ROW = "tbody tr.RaDatagrid-row"
NEXT = 'button[aria-label="Aller à la prochaine page"]'


@contextmanager
def served(site: Site) -> Iterator[str]:
    """Build the list and serve it; yields its address."""
    with tempfile.TemporaryDirectory(prefix="react_admin_") as scratch:
        folder = Path(scratch) / "app"
        shutil.copytree(SOURCE, folder)
        _npm(folder, site, "install", "--no-audit", "--no-fund", "--loglevel=error")
        _npm(folder, site, "run", "build", "--silent", "--", "--logLevel=error")
        with _server(folder / "dist") as address:
            yield address


def _npm(folder: Path, site: Site, *arguments: str) -> None:
    env = environment(VITE_API_URL=site.api_url)
    subprocess.run(["npm", *arguments], cwd=folder, env=env, check=True, stdout=subprocess.DEVNULL)


@contextmanager
def _server(folder: Path) -> Iterator[str]:
    """Serve a folder from a thread, compressed as any web server would."""
    gzip = Middleware(GZipMiddleware, compresslevel=9)
    app = Starlette(routes=[Mount("/", StaticFiles(directory=folder, html=True))], middleware=[gzip])
    port = ports.free_port()
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://localhost:{port}"
    server.should_exit = True
    thread.join()


def storage(address: str, token: str) -> Any:
    """Return the storage of a browser that is already signed in there."""
    return {"cookies": [], "origins": [{"origin": address, "localStorage": [{"name": "token", "value": token}]}]}


def weight(browser: Browser, address: str, token: str) -> float:
    """Return the kB transferred until the first rows are there."""
    return size.total(size.first_visit(browser, address, ROW, storage_state=storage(address, token)))
