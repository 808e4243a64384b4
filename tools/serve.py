"""`make run`: serve the built application on one port, pages and socket, without building anything again.

`reflex run --env prod` does the same but builds at every start. HOST (127.0.0.1 in the demo, every address
otherwise), PORT (3000), GRANIAN_WORKERS (several need REFLEX_REDIS_URL) and the ADMIN_* settings are read.
"""

import os
import sys
from urllib.parse import urlsplit

from reflex.app import App
from reflex.istate.manager import reset_disk_state_manager
from reflex.utils import exec as reflex_server
from reflex.utils import prerequisites
from reflex_base import constants
from reflex_base.config import get_config
from reflex_base.environment import environment
from starlette.types import ASGIApp

from admin_app.settings import load_or_exit
from tools import frontend, ports
from tools.headers import Headers, PlainAddresses


def is_same_host(origin: str | None, request: dict[str, str]) -> bool:
    """Tell whether a socket is opened by a page that came from this very host (or the proxy before it)."""
    hosts = {request.get("HTTP_HOST"), *request.get("HTTP_X_FORWARDED_HOST", "").replace(" ", "").split(",")}
    return bool(origin) and urlsplit(origin).netloc in hosts - {None, ""}


def application() -> ASGIApp:
    """Make the ASGI application of one worker."""
    app: App = prerequisites.get_app().app
    # Reflex allows every origin, or a list that cannot know the address chosen by the deployment.
    if app.sio and not os.environ.get("REFLEX_CORS_ALLOWED_ORIGINS"):
        app.sio.eio.cors_allowed_origins = is_same_host
    return Headers(PlainAddresses(app(), frontend.BUILT))


def _prepare() -> None:
    """Tell Reflex, as its own production mode does, to serve what is built."""
    environment.REFLEX_ENV_MODE.set(constants.Env.PROD)
    environment.REFLEX_SKIP_COMPILE.set(True)
    environment.REFLEX_MOUNT_FRONTEND_COMPILED_APP.set(True)
    keep_state_where_it_belongs()
    reset_disk_state_manager()


def keep_state_where_it_belongs() -> None:
    """Keep the tabs' state in memory, not in files, which would hold tokens; with Redis set, in Redis."""
    # Any value of this variable, even this one, keeps Reflex from using Redis.
    if not os.environ.get("REFLEX_REDIS_URL"):
        os.environ.setdefault("REFLEX_STATE_MANAGER_MODE", "memory")


def main() -> int:
    """Build if something changed, then serve until stopped; return the exit code."""
    try:
        port = ports.port_number("PORT", 3000)
    except ports.WrongNumberError as error:
        print(error, file=sys.stderr)
        return 2
    if found := ports.problems({"PORT": port}):
        print(*found, file=sys.stderr)
        return 2
    load_or_exit()
    frontend.ensure_built()
    _prepare()
    # Loaded here so that a mistake stops the start at once; workers are forked and share it.
    prerequisites.get_app()
    host = os.environ.get("HOST") or "0.0.0.0"
    print(f"Serving on http://localhost:{port}", flush=True)
    level = get_config().loglevel.subprocess_level()
    reflex_server.run_granian_backend_prod(host, port, level, app_target="tools.serve:application")
    return 0


if __name__ == "__main__":
    sys.exit(main())
