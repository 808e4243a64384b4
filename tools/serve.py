"""`make run`: serve the built application on one port, pages and socket, without building anything (`make build` does).

`reflex run --env prod` does the same but builds at every start. HOST (127.0.0.1: this machine alone, for the
proxy on it; 0.0.0.0 in a container), PORT (3000), WEB_CONCURRENCY (workers; several need REFLEX_REDIS_URL) and the
ADMIN_* settings are read.
"""

import asyncio
import gc
import logging
import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import uvicorn
from starlette.types import ASGIApp
from uvicorn.supervisors import Multiprocess

from admin_app import VERSION, metrics
from admin_app.kit import logs, ready
from admin_app.kit.transfer import spool
from admin_app.patches import server
from admin_app.patches.names import get_redis
from admin_app.settings import DRAIN, Settings, load_or_exit
from tools import deployment, frontend, ports, traces
from tools.away import WithRedis
from tools.headers import Headers, PlainAddresses
from tools.policy import Policies

MESSAGE = 600_000
"""Bytes of one message of a socket; Reflex takes a million."""
MOST_REFUSED, ECHOED = 20, 100
"""Hosts that are named in the log, and characters of each."""
ALIVE = 10
"""Seconds between two signs that a socket is alive, and until the next one must have come."""
LOADING = 60
"""Seconds that a worker has to load the application, and to answer that it is there."""
GARBAGE = (20_000, 20, 20)
"""New objects before the collector looks at the youngest, and how often before it looks at older ones."""

log = logging.getLogger("admin_app.sockets")
start = logging.getLogger("tools.start")
_refused: set[str] = set()


def is_same_host(origin: str | None, request: dict[str, str]) -> bool:
    """Tell whether a socket is opened by a page that came from this very host (or the proxy before it).

    Another one is named in the log, once: with a proxy that does not pass on the Host it got, nobody can sign in.
    """
    hosts = {request.get("HTTP_HOST"), *request.get("HTTP_X_FORWARDED_HOST", "").replace(" ", "").split(",")} - {
        None,
        "",
    }
    page = _host_of(origin)
    if page in hosts:
        return True
    if page not in _refused and len(_refused) < MOST_REFUSED:
        _refused.add(page)
        here = ", ".join(sorted(map(str, hosts)))[:ECHOED]
        there = page.rpartition("@")[2][:ECHOED]
        log.warning("a page of %r may not open a socket: this is %r (docs/operations.md)", there, here)
    return False


def _host_of(origin: str | None) -> str:
    """The host and port of an origin; empty for none, or for what is none."""
    try:
        return urlsplit(origin or "").netloc
    except ValueError:
        return ""


def application() -> ASGIApp:
    """Make the ASGI application of one worker."""
    began = time.monotonic()
    app = server.application()
    # Reflex allows every origin, or a list that cannot know the address chosen by the deployment.
    if app.sio and not os.environ.get("REFLEX_CORS_ALLOWED_ORIGINS"):
        app.sio.eio.cors_allowed_origins = is_same_host
    settings = load_or_exit()
    logs.begin(settings.log_format)
    traces.begin()
    leave_what_is_loaded()
    start.info("a worker has loaded the application in %.1f s", time.monotonic() - began)
    served = Headers(PlainAddresses(app(), frontend.BUILT), Policies(frontend.BUILT, settings), settings)
    redis = get_redis()
    return WithRedis(served, redis) if redis else served


def leave_what_is_loaded() -> None:
    """Have the collector of garbage not look at what stays until the end: a million objects, and a pause for everybody.

    What comes and goes is looked at after more of it: an action makes some thousand objects and next to no circle.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def bound_messages() -> None:
    """Close a socket that sends more at once than an event of ours may be (admin_app/kit/sockets.py), unread."""
    os.environ.setdefault("REFLEX_SOCKET_MAX_HTTP_BUFFER_SIZE", str(MESSAGE))


def notice_a_line_that_is_cut() -> None:
    """Have page and server know within 20 s that nothing comes through any more; Reflex takes 145 s."""
    os.environ.setdefault("REFLEX_SOCKET_INTERVAL", str(ALIVE))
    os.environ.setdefault("REFLEX_SOCKET_TIMEOUT", str(ALIVE))


def keep_state_where_it_belongs() -> None:
    """Keep the tabs' state in memory, not in files, which would hold tokens; with Redis set, in Redis."""
    # Any value of this variable, even this one, keeps Reflex from using Redis.
    if not os.environ.get("REFLEX_REDIS_URL"):
        os.environ.setdefault("REFLEX_STATE_MANAGER_MODE", "memory")


def main() -> int:
    """Look at what it stands on, load the application and serve it until stopped; return the exit code."""
    try:
        port = ports.port_number("PORT", 3000)
    except ports.WrongNumberError as error:
        print(error, file=sys.stderr)
        return 2
    if found := ports.problems({"PORT": port}):
        print(*found, file=sys.stderr)
        return 2
    settings = load_or_exit()
    logs.begin(settings.log_format)
    if mistakes := deployment.wrong(os.environ):
        print(*mistakes, sep="\n", file=sys.stderr)
        return 2
    if not frontend.is_servable(demo=settings.demo):
        print(f"No pages are built for this start: make {'pages' if settings.demo else 'build'}", file=sys.stderr)
        return 2
    start.info("admin_app %s looks at what it stands on", VERSION)
    host = os.environ.get("HOST") or deployment.HOST
    for line in _doubts(settings, host):
        start.warning(line)
    keep_state_where_it_belongs()
    bound_messages()
    notice_a_line_that_is_cut()
    server.serve_what_is_built()
    try:
        spool.folder()
    except spool.SpoolUnavailable as error:
        print(f"ADMIN_SPOOL_PATH: {settings.spool_path} cannot be used ({error.cause})", file=sys.stderr)
        return 2
    _tell_prometheus(settings.metrics)
    start.info("loading the application")
    # Loaded here so that a mistake stops the start at once.
    server.application()
    start.info("serving on http://%s:%d", host, port)
    if _has_several_workers():
        logging.getLogger("uvicorn.error").setLevel(logging.INFO)  # of workers that die, and are begun anew
    _run(host, port)
    start.info("stopped")
    return 0


def _has_several_workers() -> bool:
    """Whether uvicorn begins workers beside this process."""
    return os.environ.get("WEB_CONCURRENCY", "1") != "1"


def _tell_prometheus(address: str) -> None:
    """Serve what is counted at an address of its own, where one is set."""
    if address:
        host, _, port = address.rpartition(":")
        metrics.serve(host, int(port), several=_has_several_workers())
        start.info("counts are told at http://%s/metrics", address)


def _doubts(settings: Settings, host: str) -> Iterator[str]:
    """One line for each thing that is wrong or unwise about this start."""
    if not frontend.is_built(demo=settings.demo):
        yield "the pages are older than what they are made of: make build"
    yield from deployment.warnings(settings, host, root=deployment.is_root())
    yield from deployment.unusable(asyncio.run(ready.found()))


def _run(host: str, port: int) -> None:
    """Serve with uvicorn and wsproto: an open tab costs half of what it does with Granian (docs/performance.md)."""
    config = uvicorn.Config(
        "tools.serve:application",
        factory=True,
        host=host,
        port=port,
        ws="wsproto",
        # A compressor costs a tab more memory than its state, and a list action is 13 kB.
        ws_per_message_deflate=False,
        # As much as Reflex takes; without it 16 MB are read before it says no.
        ws_max_size=server.largest_message(),
        access_log=False,
        log_config=None,
        server_header=False,
        # Uvicorn would believe X-Forwarded-For of any proxy on this machine, also of one that passes on what browsers
        # say. REFLEX_TRUSTED_PROXY_HOPS says whom to believe (docs/operations.md).
        proxy_headers=False,
        # No new connections, and so long for what is being sent; handlers have as long once more (process_takeover.py).
        timeout_graceful_shutdown=DRAIN,
        timeout_worker_healthcheck=LOADING,
    )
    alone = uvicorn.Server(config)
    with suppress(KeyboardInterrupt):
        if config.workers > 1:
            Workers(config, [config.bind_socket()]).run()
            return
        alone.run()
    if not alone.started:
        sys.exit(1)


class Workers(Multiprocess):
    """Workers whose port is shut when they are asked to stop: who came then would wait until the last has ended."""

    def terminate_all(self) -> None:
        """Ask them, and let go of the port, as each of them does."""
        super().terminate_all()
        for each in self.sockets:
            each.close()


if __name__ == "__main__":
    sys.exit(main())
