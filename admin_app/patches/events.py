"""What comes in from sockets, before Reflex handles it: handlers by name, tabs by socket, and how one is forgotten."""

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import reflex as rx
from reflex.event import Event, EventSpec
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.token import BaseStateToken
from reflex.state import StateUpdate
from reflex_base.constants import CompileVars
from reflex_base.registry import RegistrationContext

from admin_app.patches.check import has, takes
from admin_app.patches.states import S, stored_state

FIRST_EVENT = CompileVars.CONNECT_AUTH_EVENT
"""Where a connection brings the first event of its page."""
Handler = Callable[..., Awaitable[Any]]


class Incoming:
    """The sockets of an application, as those need them who stand before its handlers."""

    def __init__(self, app: rx.App) -> None:
        assert app.event_namespace
        self._app = app
        self._namespace: Any = app.event_namespace

    def stand_before(self, gate: Callable[[Handler], Handler]) -> None:
        """Have all that sockets send go through what `gate` makes of the handler of it."""
        self._namespace.trigger_event = gate(self._namespace.trigger_event)

    def is_handler(self, name: str) -> bool:
        """Whether an event of this name has a handler."""
        return name in self._app._registration_context.event_handlers

    def key(self, sid: str) -> str:
        """What the states of a socket's tab are kept under; empty when it has none."""
        return self._namespace.sid_to_token.get(sid, "")

    def is_there(self, key: str) -> bool:
        """Whether a socket of this process is of a tab."""
        return key in self._namespace.token_to_sid

    async def close(self, sid: str) -> None:
        """Close a socket."""
        await self._namespace.disconnect(sid)

    async def tell(self, key: str, spec: EventSpec) -> None:
        """Send an event to the page of a tab."""
        await self._namespace.emit_update(StateUpdate(events=Event.from_event_type([spec])), key)

    async def state(self, key: str, kind: type[S]) -> S:
        """One state of a tab."""
        with self._app.set_contexts():
            return await stored_state(self._app.state_manager, key, kind)

    def is_left(self, key: str) -> bool:
        """Whether states are kept of a tab in the memory of this process that no socket is of and no event works on.

        Redis drops them an hour after the last event.
        """
        manager, token = self._app.state_manager, _token(key)
        if not isinstance(manager, StateManagerMemory) or token.cache_key not in manager.states:
            return False
        lock = manager._states_locks.get(token.lock_key)
        return key not in self._namespace.token_to_sid and not (lock and lock.locked())

    def forget(self, key: str) -> None:
        """Drop the states of a tab that is left."""
        manager = self._app.state_manager
        assert isinstance(manager, StateManagerMemory)
        manager._purge_token(_token(key))


def _token(key: str) -> BaseStateToken:
    return BaseStateToken(ident=key, cls=rx.State)


def check() -> None:
    """The names are there, and the manager of states in memory keeps them as we forget them."""
    has(rx.App, "event_namespace", "set_contexts", "state_manager")
    has(RegistrationContext.ensure_context(), "event_handlers")
    if "_registration_context" not in rx.App.__dataclass_fields__:
        raise AttributeError("App has no _registration_context")
    manager = StateManagerMemory()
    has(manager, "states", "_states_locks")
    takes(StateManagerMemory._purge_token, "self", "token")
    has(_token("a"), "cache_key", "lock_key")
    if inspect.iscoroutinefunction(StateManagerMemory._purge_token):
        raise TypeError("_purge_token waits")
