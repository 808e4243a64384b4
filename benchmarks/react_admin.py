"""A minimal react-admin list on the same API, built from npm and served with gzip."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from benchmarks import packages
from benchmarks.browser import Target
from benchmarks.servers import Site
from tools import ports

SOURCE = Path(__file__).parent / "react_admin_app"
ROW = "tbody tr.RaDatagrid-row"
NEXT = 'button[aria-label="Aller à la prochaine page"]'


@contextmanager
def served(site: Site) -> Iterator[Target | None]:
    """Build the list and serve it, for somebody who is signed in; nothing where npm cannot be reached."""
    folder = packages.installed(SOURCE, ("run", "build", "--silent", "--", "--logLevel=error"))
    if folder is None:
        yield None
        return
    with _server(folder / "dist") as address:
        yield Target("react-admin", address, _storage(address, site), ROW, NEXT)


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


def _storage(address: str, site: Site) -> Any:
    """Return the storage of a browser that is already signed in there and knows where the API is."""
    kept = {"token": site.token(), "api": site.api_url}
    local = [{"name": name, "value": value} for name, value in kept.items()]
    return {"cookies": [], "origins": [{"origin": address, "localStorage": local}]}
