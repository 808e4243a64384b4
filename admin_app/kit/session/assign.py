"""Changing the values of a state."""

from typing import Any

import reflex as rx


def assign(state: rx.State, **values: Any) -> None:
    """Assign what differs: Reflex sends what is assigned to the page, which renders it, though it be the same (F30)."""
    for name, value in values.items():
        if state.get_value(name) != value:
            setattr(state, name, value)
