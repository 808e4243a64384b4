"""What stands before every call: the journal of the last calls and the faults asked for (SANDBOX-8)."""

import httpx
from fastapi import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandbox.context import Sandbox
from sandbox.errors import MASKED, ApiError
from sandbox.http import encoded, error_reply

TEXTS = {500: MASKED, 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout"}


class FaultsAndJournal:
    """ASGI middleware around the application; calls below /_sandbox are left alone."""

    def __init__(self, app: ASGIApp, sandbox: Sandbox) -> None:
        self.app = app
        self.sandbox = sandbox

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Note the call, delay it, refuse it or cut it, else let it through."""
        if scope["type"] != "http" or scope["path"].startswith("/_sandbox"):
            await self.app(scope, receive, send)
            return
        entry = {"method": scope["method"], "path": scope["path"], "query": scope["query_string"].decode("latin-1")}

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                await faults.wait(faults.held_back(scope["path"]))
                self.sandbox.journal.append({**entry, "status": message["status"]})
            await send(message)

        faults = self.sandbox.faults
        await faults.wait(faults.latency_ms / 1000)
        lost = faults.loses(scope["path"])
        if lost or faults.drops(scope["path"]):
            if lost:
                await self.app(scope, receive, _unheard)
            self.sandbox.journal.append({**entry, "status": 0})
            await _cut(scope, send)
            return
        status = faults.failure(scope["method"], scope["path"])
        answer = self.app if status is None else _refusal(scope, receive, status)
        await answer(scope, receive, noted)


async def _unheard(message: Message) -> None:
    """Take an answer that goes nowhere."""


def _refusal(scope: Scope, receive: Receive, status: int) -> ASGIApp:
    """The answer of a failing call, in the shape its real failure would have."""
    if status == 401:
        return encoded({"code": 401, "message": "Invalid JWT Token"}, 401, "application/json")
    request = Request(scope, receive)
    error = ApiError(TEXTS.get(status, "Error asked for by the sandbox's faults."), status=status)
    return error_reply(request, error, strict=False, plain=request.url.path.endswith("/export"))


async def _cut(scope: Scope, send: Send) -> None:
    """Break the connection: a server closes it when an answer stays incomplete; in process the client sees an error."""
    if "spec_version" not in scope.get("asgi", {}):
        raise httpx.ReadError("The connection was cut by the sandbox's faults.")
    headers = [(b"content-type", b"application/json"), (b"content-length", b"1024")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"{", "more_body": True})
