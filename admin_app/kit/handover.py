"""What one screen hands to another in the same tab. It stays on the server: no address and no page holds it."""

from typing import Any

import reflex as rx


class Handover(rx.State):
    """Values by name, each until it is taken or given anew."""

    _held: dict[str, Any] = {}


async def give(state: rx.State, name: str, value: Any) -> None:
    """Keep a frozen value for the screen that will take it; what was kept under the name goes."""
    held = await state.get_state(Handover)
    held._held = {**held._held, name: value}


async def take(state: rx.State, name: str) -> Any:
    """The value given under a name, once; None when there is none, or no more."""
    held = await state.get_state(Handover)
    value = held._held.get(name)
    held._held = {key: each for key, each in held._held.items() if key != name}
    return value
