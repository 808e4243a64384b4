"""A browser tab without the browser: a socket client that speaks the protocol of Reflex 0.10.1.

As `utils/state.js` does, it sends the hydration event within the CONNECT packet, and one `on_load_internal` with the
new address for every navigation.
"""

import asyncio
import json
import uuid
from collections.abc import Callable
from typing import Any

import socketio
from reflex.state import OnLoadInternalState, State

from admin_app.features.account.login import Login
from admin_app.features.users.screens import UserList
from admin_app.kit.session import Session
from benchmarks.servers import PASSWORD

NAMESPACE = "/_event"
MARK = "_rx_state_"
HYDRATE = f"{State.get_full_name()}.hydrate_and_load"
NAVIGATE = f"{OnLoadInternalState.get_full_name()}.on_load_internal"
SIGN_IN = f"{Login.get_full_name()}.submit"
USERS, SESSION, ROOT = UserList.get_full_name(), Session.get_full_name(), State.get_full_name()
PATIENCE = 60
Delta = dict[str, dict[str, Any]]


class Tab:
    """One tab: its socket, and what it waits for. What is received is measured unless it is not to be `weighed`."""

    def __init__(self, base_url: str, weighed: bool = True) -> None:
        self.base_url, self.weighed = base_url, weighed
        self.messages = self.received = 0
        self._scripts: asyncio.Queue[str] = asyncio.Queue()
        self._wanted: tuple[Callable[[Delta], bool], asyncio.Future[None]] | None = None
        self._socket = socketio.AsyncClient(reconnection=False)
        self._socket.on("event", self._take, namespace=NAMESPACE)

    async def open(self) -> None:
        """Open the sign-in screen and wait until it is loaded."""
        arrived = self._expect(_hydrated)
        event = {"name": HYDRATE, "payload": {"vars": {}}, "router_data": _place("/login")}
        await self._socket.connect(
            f"{self.base_url}{NAMESPACE}/?token={uuid.uuid4()}",
            headers={"Origin": self.base_url},
            transports=["websocket"],
            namespaces=[NAMESPACE],
            socketio_path=NAMESPACE,
            auth={"event": event},
        )
        await arrived

    async def sign_in(self, account: str = "admin") -> None:
        """Send the form of the sign-in screen and wait for the token."""
        data = {"username": f"{account}@demo.test", "password": PASSWORD}
        done = self._expect(lambda delta: bool(_value(delta, SESSION, "token")))
        await self._send(SIGN_IN, _place("/login"), {"data": data})
        await done

    async def show_page(self, number: int, rows: int = 25) -> float:
        """Go to a page of the list of users; returns the seconds until its rows came."""
        loop = asyncio.get_running_loop()
        arrived = self._expect(lambda delta: _value(delta, USERS, "rows") is not None)
        started = loop.time()
        await self._send(NAVIGATE, _place("/users", {"page": str(number), "perPage": str(rows)}))
        await arrived
        return loop.time() - started

    async def export(self, listing: type[State], scope: str) -> None:
        """Send the form of the export of a list."""
        self._scripts = asyncio.Queue()
        await self._send(f"{listing.get_full_name()}.export", _place("/users"), {"data": {"scope": scope}})

    async def script(self, name: str, patience: float = 600) -> str:
        """Wait until the page is told to call a function of the script; the call."""
        while f"adminApp.{name}(" not in (code := await asyncio.wait_for(self._scripts.get(), patience)):
            pass
        return code

    async def close(self) -> None:
        """Close the tab."""
        await self._socket.disconnect()

    async def _send(self, name: str, place: dict[str, Any], payload: dict[str, Any] | None = None) -> None:
        await self._socket.emit("event", {"name": name, "payload": payload or {}, "router_data": place}, NAMESPACE)

    def _expect(self, wanted: Callable[[Delta], bool]) -> asyncio.Future[None]:
        future = asyncio.get_running_loop().create_future()
        self._wanted = wanted, future
        return asyncio.ensure_future(asyncio.wait_for(future, PATIENCE))

    async def _take(self, update: dict[str, Any]) -> None:
        self.messages += 1
        if self.weighed:
            self.received += len(json.dumps(update, separators=(",", ":")))
        for event in update.get("events") or []:
            self._scripts.put_nowait(json.dumps(event.get("payload")))
        if self._wanted and self._wanted[0](update.get("delta") or {}):
            _, future = self._wanted
            self._wanted = None
            future.set_result(None)


def _place(path: str, query: dict[str, str] | None = None) -> dict[str, Any]:
    """Where the tab stands, as the router of the page says it."""
    text = "&".join(f"{name}={value}" for name, value in (query or {}).items())
    return {"pathname": path, "asPath": f"{path}?{text}" if text else path, "query": query or {}}


def _value(delta: Delta, state: str, name: str) -> Any:
    return delta.get(state, {}).get(name + MARK)


def _hydrated(delta: Delta) -> bool:
    return _value(delta, ROOT, "is_hydrated") is True
