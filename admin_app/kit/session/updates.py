"""What a tab is told, in as few messages as it takes: a click on the next page of a list is answered by one.

Reflex 0.10.1 sends three: where the page is, which the page knows and none of ours reads (Reflex F36); the rows; and
that everything was loaded. Each is encoded, written to the socket, and renders the page once more.
"""

import asyncio
import weakref
from collections.abc import Mapping
from typing import Any

import reflex as rx
from engineio.async_socket import AsyncSocket
from engineio.exceptions import QueueEmpty
from engineio.packet import Packet
from reflex.state import OnLoadInternalState, StateUpdate
from reflex_base.constants import CompileVars
from reflex_base.constants.state import FIELD_MARKER
from reflex_base.vars.base import DynamicRouteVar

LATEST = 0.05
"""Seconds after which what was kept back goes, should what it waits for not come: it is the next thing in the queue."""
LOADED = f"{OnLoadInternalState.get_full_name()}.set_is_hydrated"
"""The event behind all that an address loads."""
ROOT = rx.State.get_full_name()
HYDRATED = CompileVars.IS_HYDRATED + FIELD_MARKER
WHERE = tuple(f"rx_router_{name}{FIELD_MARKER}" for name in ("page", "url", "route_id"))
"""Where the tab stands, as Reflex says it to the page."""
CONNECTION = f"rx_router_session{FIELD_MARKER}"
"""Stands in what a page is told when it connects: the whole of its states, which goes as it is."""
Delta = Mapping[str, Mapping[str, Any]]


def needed(delta: Delta) -> Delta:
    """What of a delta the page does not know; a page that has just gone elsewhere set `is_hydrated` by itself."""
    root = delta.get(ROOT)
    if root is None or CONNECTION in root:
        return delta
    kept = {name: value for name, value in root.items() if name not in WHERE}
    if kept.get(HYDRATED) is False:
        del kept[HYDRATED]
        if not any(kept.get(name) for name in _parameters()):
            # A page without parameters reads none of them.
            kept = {name: value for name, value in kept.items() if name not in _parameters()}
    others = {name: values for name, values in delta.items() if name != ROOT}
    return {ROOT: kept, **others} if kept else others


def together(first: StateUpdate | None, then: StateUpdate) -> StateUpdate:
    """Two updates as one; of what both say the later holds."""
    if first is None:
        return then
    delta = {name: dict(values) for name, values in first.delta.items()}
    for name, values in then.delta.items():
        delta.setdefault(name, {}).update(values)
    return StateUpdate(delta=delta, events=[*first.events, *then.events])


def _parameters() -> tuple[str, ...]:
    """The variables of the parameters of addresses."""
    found = rx.State.computed_vars.items()
    return tuple(name + FIELD_MARKER for name, each in found if isinstance(each, DynamicRouteVar))


class Once:
    """A message that is let go of when it is written: engine.io's writer keeps the last one until the next is due.

    Of a page of a list that is 46 kB, as text and encoded, for each tab.
    """

    __slots__ = ("_packet",)

    def __init__(self, packet: Packet) -> None:
        self._packet: Packet | None = packet

    def encode(self, b64: bool = False) -> Any:
        """The message as it goes over the wire, once."""
        packet, self._packet = self._packet, None
        assert packet
        return packet.encode(b64)


def let_go(socket: AsyncSocket) -> None:
    """Have a socket keep nothing of what it has written."""
    itself = weakref.ref(socket)

    async def polled() -> list[Once]:
        held = itself()
        return [Once(packet) for packet in await _waiting(held.queue)] if held else []

    socket.poll = polled


async def _waiting(queue: asyncio.Queue[Packet | None]) -> list[Packet]:
    """What a socket is to write next; nothing once it is to be closed.

    engine.io's own `poll` looks at the clock as well, with a task and a timer for each message: whoever reads the
    socket does so too, and closes it for both.
    """
    try:
        first = await queue.get()
    except asyncio.CancelledError:
        raise QueueEmpty from None  # as `poll` says it
    queue.task_done()
    found = [first] if first else []
    while found and not queue.empty():
        packet = queue.get_nowait()
        queue.task_done()
        if packet is None:
            queue.put_nowait(None)
            break
        found.append(packet)
    return found
