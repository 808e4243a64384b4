"""One build for every port: the built pages open their socket where they came from."""

from typing import Any

from reflex.plugins import Plugin

STATE_JS = "utils/state.js"
_ANCHOR = """      endpoint.port = ""; // Assume websocket is on https port via load balancer.
    }
"""
_ADDED = """    if (import.meta.env.PROD) endpoint.port = window.location.port;
"""


def follow_page_port(source: str) -> str:
    """Make getBackendURL use the page's own port in a production build; running it twice changes nothing."""
    if _ANCHOR + _ADDED in source:
        return source
    if source.count(_ANCHOR) != 1:
        raise ValueError(f"{STATE_JS} of this Reflex version differs from what tools/same_origin.py knows")
    return source.replace(_ANCHOR, _ANCHOR + _ADDED)


class SameOriginPlugin(Plugin):
    """Reflex bakes the backend's port into the build; this lets the port be chosen when the app starts."""

    def pre_compile(self, **context: Any) -> None:
        """Patch the client's state.js, which knows the backend's address."""
        context["add_modify_task"](STATE_JS, follow_page_port)
