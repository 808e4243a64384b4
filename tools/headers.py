"""What Reflex leaves out when it serves built pages: lifetimes, security headers, addresses without a final slash."""

import re
from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from admin_app.settings import Settings
from tools.policy import Policies

# The bundler puts a hash of the content in these names, so their content never changes.
_HASHED = re.compile(r"^/assets/.+-[\w-]{8}\.\w+$")
_FOREVER = "public, max-age=31536000, immutable"
_UNUSED = (
    "accelerometer",
    "autoplay",
    "camera",
    "display-capture",
    "encrypted-media",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "publickey-credentials-get",
    "screen-wake-lock",
    "serial",
    "usb",
    "xr-spatial-tracking",
)
_SECURITY = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Addresses hold filters, which may name people: no other site is told.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{name}=()" for name in _UNUSED),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def cache_control(path: str, status: int) -> str:
    """Return how long a browser may keep this answer; without a hash in its name it always asks again."""
    return _FOREVER if status in (200, 304) and _HASHED.match(path) else "no-cache"


class Headers:
    """ASGI middleware that adds the headers above, where the application did not choose its own, and the policy."""

    def __init__(self, app: ASGIApp, policies: Policies, settings: Settings) -> None:
        self.app = app
        self.policies = policies
        seconds = settings.hsts_seconds
        self.always = _SECURITY | ({"Strict-Transport-Security": f"max-age={seconds}"} if seconds else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; sockets pass through."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Cache-Control", cache_control(scope["path"], message["status"]))
                for name, value in self.always.items():
                    headers.setdefault(name, value)
                media_type = headers.get("Content-Type", "")
                policy = self.policies.of(scope["path"], message["status"], media_type)
                headers.setdefault("Content-Security-Policy", policy)
            await send(message)

        await self.app(scope, receive, send_with_headers)


class PlainAddresses:
    """ASGI middleware that serves `/users` from `users/index.html` at once.

    Starlette would send the browser to `/users/` first: a round trip more on every bookmark, and behind a proxy that
    speaks TLS the new address begins with `http://`.
    """

    def __init__(self, app: ASGIApp, folder: Path) -> None:
        self.app = app
        self.pages = {f"/{page.parent.relative_to(folder).as_posix()}" for page in folder.rglob("*/index.html")}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request as if the slash had been there."""
        if scope["type"] == "http" and scope["path"] in self.pages:
            scope = {**scope, "path": scope["path"] + "/"}
        await self.app(scope, receive, send)
