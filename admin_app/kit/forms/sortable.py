"""Lines that are dragged by their grip (assets/kit/sortable.jsx)."""

import reflex as rx


class SortableLines(rx.Component):
    """An ordered list whose items have a `.line-grip`; `on_drop` is told the full name of a line that was dragged."""

    library = "$/public/kit/sortable.jsx"
    tag = "SortableLines"
    lib_dependencies: list[str] = ["sortablejs@1.15.7"]

    on_drop: rx.EventHandler[lambda name: [name]]
