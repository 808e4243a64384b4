"""Serving what is built without building it again, as Reflex's own production mode would."""

import reflex as rx
from reflex.istate.manager import reset_disk_state_manager
from reflex.utils import prerequisites
from reflex_base import constants
from reflex_base.environment import environment

from admin_app.patches.check import has


def application() -> rx.App:
    """The application, imported the first time."""
    return prerequisites.get_app().app


def serve_what_is_built() -> None:
    """Have Reflex serve the pages as they are, and forget the states of former processes."""
    environment.REFLEX_ENV_MODE.set(constants.Env.PROD)
    environment.REFLEX_SKIP_COMPILE.set(True)
    environment.REFLEX_MOUNT_FRONTEND_COMPILED_APP.set(True)
    reset_disk_state_manager()


def largest_message() -> int:
    """Bytes of one message of a socket that are read."""
    return environment.REFLEX_SOCKET_MAX_HTTP_BUFFER_SIZE.get()


def check() -> None:
    """The variables are there."""
    has(
        environment,
        "REFLEX_ENV_MODE",
        "REFLEX_SKIP_COMPILE",
        "REFLEX_MOUNT_FRONTEND_COMPILED_APP",
        "REFLEX_SOCKET_MAX_HTTP_BUFFER_SIZE",
    )
    has(constants.Env, "PROD")
