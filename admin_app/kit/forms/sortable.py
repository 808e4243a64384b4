"""Lines that are dragged by their grip: SortableJS, fetched once such lines are on the page.

It moves the element at once; the state takes the new order over, and React
finds the elements where it would put them. Keys and buttons do the same without it (kit/forms/formset_page.py).
"""

from collections.abc import Callable
from typing import Any

import reflex as rx


class SortableLines(rx.Component):
    """An ordered list whose items have a `.line-grip`."""

    library = "$/public/kit/sortable.jsx"
    tag = "SortableLines"
    lib_dependencies: list[str] = ["sortablejs@1.15.7"]

    on_drop: rx.EventHandler[lambda name: [name]]


def sortable(lines: rx.Component | rx.Var, on_drop: Callable[[rx.Var[str]], Any]) -> rx.Component:
    """The list of lines; `on_drop` is told the full name of a line that was dragged to another place."""
    return SortableLines.create(lines, on_drop=on_drop)
