"""Lines that are dragged by their grip: SortableJS, fetched once such lines are on the page.

It moves the element at once; the script then has the state take the new order over (assets/kit/steps.js), and React
finds the elements where it would put them. Keys and buttons do the same without it (kit/forms/lines_page.py).
"""

import reflex as rx

from admin_app.kit.parts.widgets import Text


class SortableLines(rx.Component):
    """An ordered list whose items have a `.line-grip`."""

    library = rx.asset("sortable.jsx", shared=True).importable_path
    tag = "SortableLines"
    lib_dependencies: list[str] = ["sortablejs@1.15.7"]

    step: rx.Var[str]


def sortable(lines: rx.Component | rx.Var, step: Text) -> rx.Component:
    """The list of lines; `step` is the full name of their input, whose steps the script keeps."""
    return SortableLines.create(lines, step=step)
