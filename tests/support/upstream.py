"""The sandbox in process: every request and answer is checked against the API's description and remembered."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

import httpx
from fastapi import FastAPI
from sqlalchemy import select

from sandbox.campaigns.tables import campaigns
from sandbox.context import Sandbox
from sandbox.database import MEMORY
from sandbox.faults import FailRule, Faults
from sandbox.settings import SandboxSettings
from sandbox.tables import outbox, role_assignments, users
from tests.contract.validator import ContractTransport
from tests.support.sandboxes import borrow, renew

USERS = 200


@dataclass(frozen=True)
class Call:
    """One call of the application: `body` is the JSON sent, or None."""

    method: str
    path: str
    params: tuple[tuple[str, str], ...]
    body: Any
    content: bytes
    status: int

    @property
    def query(self) -> dict[str, str]:
        """The parameters; one that is repeated keeps its last value."""
        return dict(self.params)


class Upstream(httpx.AsyncBaseTransport):
    """The API the application talks to during a test.

    One application serves all tests: `reset` puts the data back, which takes less than a millisecond.
    """

    def __init__(self, files: str) -> None:
        self.app: FastAPI = borrow(SandboxSettings(users=USERS, db=MEMORY, files=files))
        self.sandbox: Sandbox = self.app.state.sandbox
        self.reset()

    def reset(self) -> None:
        """The data as seeded, no faults, no calls."""
        renew(self.sandbox, self.sandbox.settings)
        self.calls: list[Call] = []
        self._held: list[tuple[str, asyncio.Event]] = []
        self._waiting: list[str] = []
        self._awaited: list[tuple[str, asyncio.Event]] = []
        self._unreachable: list[str] = []
        self._garbled: list[tuple[str, int]] = []
        # Kept and not raised: the application turns whatever a call raises into a notice.
        self.contract = ContractTransport(_Stubs(httpx.ASGITransport(app=self.app)), raises=False)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Answer a call, after whoever holds it back has let it go."""
        content = await request.aread()
        for part, released in list(self._held):
            if part in (call := f"{request.url} {request.method}"):
                self._waiting.append(call)
                for wanted, arrived in self._awaited:
                    if wanted in call:
                        arrived.set()
                await released.wait()
        if any(request.url.path.startswith(path) for path in self._unreachable):
            raise httpx.ConnectError("nobody there", request=request)
        status = 0
        try:
            response = await self.contract.handle_async_request(request)
            status = response.status_code
            return self._spoilt(request) or response
        finally:
            self.calls.append(_call(request, content, status))

    def called(self, method: str, path: str = "") -> list[Call]:
        """The calls of a method whose path begins so."""
        return [call for call in self.calls if call.method == method and call.path.startswith(f"/{path}")]

    def writes(self) -> list[Call]:
        """The calls that may have changed a record."""
        return [call for call in self.calls if call.method in ("POST", "PATCH", "PUT", "DELETE")]

    def forget(self) -> None:
        """Forget the calls so far."""
        self.calls.clear()

    def fail(self, path: str, status: int = 500, method: str | None = None, times: int | None = None) -> None:
        """Answer a status to the calls whose path begins so."""
        rule = FailRule(path=f"/{path}", status=status, method=method, times=times)
        self.sandbox.faults.fail.append(rule)

    def answer(self, method: str, path: str, body: Any, status: int = 200) -> None:
        """Answer a call oneself: for what the sandbox does not serve, or not so. A list is answered one by one."""
        self.contract.inner.answers[method, f"/{path}"] = body, status  # pyright: ignore[reportAttributeAccessIssue]

    def cut(self, path: str = "") -> None:
        """Give no answer at all to the calls whose path begins so."""
        self.sandbox.faults.drop.append(f"/{path}")

    def unplug(self, path: str = "") -> None:
        """Let no connection come about for the calls whose path begins so."""
        self._unreachable.append(f"/{path}")

    def lose(self, path: str) -> None:
        """Carry out the calls whose path begins so, and give no answer."""
        self.sandbox.faults.lose.append(f"/{path}")

    def garble(self, path: str, status: int = 0) -> None:
        """Carry out the next POST whose path begins so, and answer it badly: not at all, an empty 201, or a page."""
        self._garbled.append((f"/{path}", status))

    def _spoilt(self, request: httpx.Request) -> httpx.Response | None:
        wanted = [each for each in self._garbled if request.method == "POST" and request.url.path.startswith(each[0])]
        if not wanted:
            return None
        self._garbled.remove(wanted[0])
        if not (status := wanted[0][1]):
            raise httpx.ReadError("cut", request=request)
        return httpx.Response(status, content=b"" if status == 201 else b"<html>Gateway</html>", request=request)

    async def awaited(self, part: str) -> None:
        """Wait until a call whose address and method contain a text is held back."""
        arrived = asyncio.Event()
        self._awaited.append((part, arrived))
        if not any(part in each for each in self._waiting):
            await arrived.wait()

    def put(self, name: str, record_id: int | str, **columns: Any) -> None:
        """Write columns of a record of a table behind the application's back."""
        table = users.metadata.tables[name]
        self.sandbox.database.change(table, int(record_id), **columns)
        self.sandbox.database.commit()

    def remove(self, name: str, record_id: int | str) -> None:
        """Remove a record of a table behind the application's back."""
        table = users.metadata.tables[name]
        self.sandbox.database.delete(table, id=int(record_id))
        self.sandbox.database.commit()

    def set_campaign(self, campaign_id: int, **columns: Any) -> None:
        """Write columns of a campaign behind the application's back."""
        self.put("campaigns", campaign_id, **columns)

    def campaign(self, campaign_id: int) -> Any:
        """The row of a campaign."""
        return self.sandbox.database.get(campaigns, campaign_id)

    def heal(self) -> None:
        """End every fault."""
        self.sandbox.faults = Faults()
        self._unreachable.clear()

    @contextlib.contextmanager
    def held(self, part: str) -> Iterator[asyncio.Event]:
        """Hold back the calls whose address and method contain a text, `/users/41 GET`, until the event is set."""
        entry = (part, asyncio.Event())
        self._held.append(entry)
        try:
            yield entry[1]
        finally:
            entry[1].set()
            self._held.remove(entry)

    def grant(self, email: str, *permissions: str) -> None:
        """Leave an account nothing but these permissions, and that of asking which ones it has."""
        database = self.sandbox.database
        user_id = database.value(select(users.c.id).where(users.c.email == email))
        database.delete(role_assignments, user_id=user_id)
        items = ("check_permission", *permissions)
        database.insert_all(role_assignments, [{"user_id": user_id, "item": item} for item in items])
        database.commit()

    def give(self, user_id: int, item: str) -> None:
        """Give an account a role or permission behind the application's back."""
        self.sandbox.database.insert(role_assignments, user_id=user_id, item=item)
        self.sandbox.database.commit()

    def take_roles(self, user_id: int) -> None:
        """Take everything an account was given."""
        self.sandbox.database.delete(role_assignments, user_id=user_id)
        self.sandbox.database.commit()

    def change(self, user_id: int, **columns: Any) -> None:
        """Write columns of a user behind the application's back."""
        self.put("users", user_id, **columns)

    def user(self, user_id: int) -> Any:
        """The row of a user."""
        return self.sandbox.database.get(users, user_id)

    def roles(self, user_id: int) -> list[tuple[str, int | None]]:
        """What a user was given, and on which territory."""
        table = role_assignments.c
        rows = self.sandbox.database.rows(select(table.item, table.territory_id).where(table.user_id == user_id))
        return [(row.item, row.territory_id) for row in rows]

    def outbox(self) -> list[tuple[str, str]]:
        """Channel and recipient of the messages sent."""
        return [(row.channel, row.recipient) for row in self.sandbox.database.rows(select(outbox))]


class _Stubs(httpx.AsyncBaseTransport):
    """Answers given by a test, before those of the sandbox; the contract checks both."""

    def __init__(self, inner: httpx.AsyncBaseTransport) -> None:
        self.inner = inner
        self.answers: dict[tuple[str, str], Any] = {}

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The test's answer, else the sandbox's."""
        body, status = self.answers.get((request.method, request.url.path), (None, 0))
        if body is None:
            return await self.inner.handle_async_request(request)
        body = body.pop(0) if isinstance(body, list) else body
        return httpx.Response(status, json=body, headers={"Content-Type": "application/ld+json; charset=utf-8"})


def _call(request: httpx.Request, content: bytes, status: int) -> Call:
    is_json = "json" in request.headers.get("Content-Type", "")
    body = json.loads(content) if content and is_json else None
    params = tuple(parse_qsl(request.url.query.decode(), keep_blank_values=True))
    return Call(request.method, request.url.path, params, body, content, status)
