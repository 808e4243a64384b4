"""Tabs without a browser: events go through Reflex's own processor, answers are read as the page would.

A tab knows of the server only what deltas told it, so a value that never left the server is not seen by a test.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from uuid import uuid4

import reflex as rx
from reflex.compiler.utils import compile_client_storage
from reflex.event import Event
from reflex.istate.manager import StateManager
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.token import BaseStateToken
from reflex.state import OnLoadInternalState, StateUpdate, UpdateVarsInternalState
from reflex_base.event.processor import BaseStateEventProcessor, EventFuture
from reflex_base.utils.format import format_event_handler, json_dumps

from admin_app.admin_app import app
from admin_app.api.auth import Tokens
from admin_app.kit.session import connections

MARKER = "_rx_state_"
ORIGIN = "http://localhost:3000"
_SCRIPT = re.compile(r"window\.adminApp\.(\w+)\((.*)\)", re.DOTALL)
Deltas = dict[str, dict[str, Any]]


@cache
def _built() -> tuple[Deltas, dict[str, dict[str, Any]]]:
    """What a build writes once into every page: the state before the server has said anything, and what is stored."""
    state = rx.State(_reflex_internal_init=True).dict(initial=True)  # pyright: ignore
    return json.loads(json_dumps(state)), compile_client_storage(rx.State)["local_storage"]


def compiled() -> Deltas:
    """The state a page holds before the server has said anything; deltas put new values in place of these."""
    return {name: dict(values) for name, values in _built()[0].items()}


class View:
    """The variables of one state as a tab knows them."""

    def __init__(self, name: str, variables: dict[str, Any]) -> None:
        self._name = name
        self._variables = variables

    def __getattr__(self, name: str) -> Any:
        """The last value the server sent."""
        try:
            return self._variables[name + MARKER]
        except KeyError:
            raise AttributeError(f"{self._name} never sent {name}") from None

    def __iter__(self) -> Iterator[str]:
        """The names of the variables."""
        return iter(name.removesuffix(MARKER) for name in self._variables)


class Browser:
    """Tabs that share local storage, and the server they are connected to."""

    def __init__(self, manager: StateManager | None = None) -> None:
        self.storage: dict[str, str] = {}
        self.tabs: dict[str, Tab] = {}
        self.faults: list[Exception] = []
        self.manager = manager or StateManagerMemory()
        self.processor = BaseStateEventProcessor(middleware=app, backend_exception_handler=self.faults.append)
        self.processor.configure(state_manager=self.manager, event_namespace=self)  # pyright: ignore
        self._storage_keys = _built()[1]

    def tab(self) -> "Tab":
        """A new tab of this browser, with nothing open."""
        return Tab(self)

    def keep(self, tokens: Tokens) -> None:
        """Store the tokens of a sign-in."""
        self.storage["admin_app.token"] = tokens.token
        self.storage["admin_app.refresh_token"] = tokens.refresh_token
        self.storage["admin_app.last_activity"] = str(int(tokens.last_activity))

    async def emit_update(self, update: StateUpdate, token: str) -> None:
        """What the server sends to a tab, as text and back: what cannot be written as JSON fails here."""
        if tab := self.tabs.get(token):
            tab.receive(json.loads(json_dumps(update.delta)), list(update.events))

    def stored(self) -> dict[str, str]:
        """The stored values by the name of their variable, as a page sends them when it connects."""
        pairs = ((key, options.get("name") or key) for key, options in self._storage_keys.items())
        return {key: self.storage[name] for key, name in pairs if name in self.storage}

    def store(self, delta: Deltas) -> None:
        """Keep the values of variables that live in local storage; not before the page has said what it holds."""
        root = next((values for name, values in delta.items() if "." not in name), {})
        if root.get(f"is_hydrated{MARKER}") is False:
            return
        for state, values in delta.items():
            for name, value in values.items():
                if options := self._storage_keys.get(f"{state}.{name}"):
                    self.storage[options.get("name") or f"{state}.{name}"] = value

    def synced(self) -> dict[str, str | None]:
        """The variables that follow what other tabs store."""
        synced = {key: options for key, options in self._storage_keys.items() if options.get("sync")}
        return {key: self.storage.get(options.get("name") or key) for key, options in synced.items()}


class Tab:
    """One tab: opens addresses, sends events, and sees what the server answers."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.address = ""
        self._connect()

    def _connect(self) -> None:
        self.token = str(uuid4())
        self.connected = False
        self.deltas: list[Deltas] = []
        self.events: list[tuple[str, dict[str, Any]]] = []
        self._variables = compiled()
        self.browser.tabs[self.token] = self

    def receive(self, delta: Deltas, events: list[Event]) -> None:
        """What the page does with an update."""
        if delta:
            self.deltas.append(delta)
            for name, values in delta.items():
                self._variables[name].update(values)
            self.browser.store(delta)
        for event in events:
            payload = {key: _plain(value) for key, value in event.payload.items()}
            self.events.append((event.name, payload))
            if event.name == "_call_script" and "adminApp.leave(" in payload["javascript_code"]:
                self._left()

    def _left(self) -> None:
        """Leaving forgets the tokens, and the next page starts with a fresh server state."""
        for name in ("admin_app.token", "admin_app.refresh_token", "admin_app.last_activity", "admin_app.recent"):
            self.browser.storage.pop(name, None)
        self.connected = False

    # --- what a person does ---------------------------------------------------

    async def open(self, address: str) -> "Tab":
        """Go to an address: a full load the first time, a navigation inside the page afterwards."""
        self.address = address
        if self.connected:
            await self.send(OnLoadInternalState.on_load_internal)
        else:
            await self.load()
        return self

    async def begin(self, address: str) -> EventFuture:
        """Go to an address inside the page, without waiting for what it shows."""
        self.address = address
        return await self.start(OnLoadInternalState.on_load_internal)

    async def load(self) -> None:
        """Load the page of the address, as a reload does; the server keeps its state unless the tab has left."""
        if self.went("leave"):
            self._connect()
        self.connected = True
        self._variables = compiled()
        stored = self.browser.stored()
        await connections.settle(self.browser.manager, self.token, stored)
        await self.send(rx.State.hydrate_and_load, vars=stored)

    async def restart(self) -> None:
        """Load the page for a server that has forgotten this tab."""
        self._connect()
        await self.load()

    async def send(self, handler: Any, **payload: Any) -> None:
        """Send an event and wait for all that follows from it."""
        await (await self.start(handler, **payload)).wait_all()

    async def start(self, handler: Any, **payload: Any) -> EventFuture:
        """Send an event without waiting."""
        event = Event(name=format_event_handler(handler), payload=payload, router_data=self._where())
        return await self.browser.processor.enqueue(self.token, event)

    async def hear_other_tabs(self) -> None:
        """Take over what another tab stored, as the page does when it is told."""
        await self.send(UpdateVarsInternalState.update_vars_internal, vars=self.browser.synced())

    def _where(self) -> dict[str, Any]:
        parts = urlsplit(self.address)
        route = app.router(parts.path) or "404"
        return {
            "pathname": "/" + route.removeprefix("/"),
            "asPath": self.address,
            "query": dict(parse_qsl(parts.query)),
            "token": self.token,
            "sid": self.token,
            "headers": {"origin": ORIGIN},
            "ip": "127.0.0.1",
        }

    # --- what a person sees ---------------------------------------------------

    def view(self, state: type[rx.State]) -> Any:
        """A state as the page knows it."""
        return View(state.__name__, self._variables[state.get_full_name()])

    async def state(self, state: type[rx.State]) -> Any:
        """A state as the server holds it."""
        root = await self.browser.manager.get_state(BaseStateToken(ident=self.token, cls=state))
        return await root.get_state(state)

    @property
    def redirects(self) -> list[str]:
        """The addresses the server sent the tab to, inside the application, in the order it did."""
        found: list[str] = []
        for name, payload in self.events:
            call = _called(payload)
            if name == "_redirect":
                found.append(payload["path"])
            elif call and call[0] == "openInstead":
                found.append(call[1][0])
        return found

    @property
    def calls(self) -> list[tuple[str, list[Any]]]:
        """The functions of the script the server called, with their values."""
        return [call for _, payload in self.events if (call := _called(payload))]

    def went(self, function: str) -> list[Any]:
        """The values of the last call of a function of the script; empty when there was none."""
        return next((values for name, values in reversed(self.calls) if name == function), [])

    @property
    def left_to(self) -> str | None:
        """Where the tab was sent to sign in again."""
        return next(iter(self.went("leave")), None)

    def sent(self, state: type[rx.State], name: str) -> list[Any]:
        """Every value of a variable the server has sent, in order."""
        full, key = state.get_full_name(), name + MARKER
        return [delta[full][key] for delta in self.deltas if key in delta.get(full, {})]

    def forget(self) -> None:
        """Forget the deltas and events so far, not what the page shows."""
        self.deltas.clear()
        self.events.clear()


def _called(payload: dict[str, Any]) -> tuple[str, list[Any]] | None:
    """The function of the script that an event calls, with its values; None for another event."""
    match = _SCRIPT.fullmatch(str(payload.get("javascript_code", "")))
    return (match[1], json.loads(f"[{match[2]}]")) if match else None


def _plain(value: Any) -> Any:
    return getattr(value, "_var_value", value) if isinstance(value, rx.Var) else value
