"""How close the rows of lists stand: 44 px, or 36 with one line each. Chosen once for all, kept in the browser."""

import reflex as rx

from admin_app.kit.parts.widgets import icon_button
from admin_app.kit.words.locale import t
from admin_app.patches.language import assign

COMPACT = "compact"


class Density(rx.State):
    """The choice of this browser, shared by its tabs."""

    density: str = rx.LocalStorage("", name="admin_app.density", sync=True)
    """Empty for rows of two lines (assets/styles/tables.css)."""

    @rx.event
    def choose(self, density: str) -> None:
        """Change it; what is no choice is ignored."""
        if density in ("", COMPACT):
            self.density = density


def density_switch() -> rx.Component:
    """The button that draws the rows together, or apart; where there is no room for columns nothing is gained by it."""

    def choice(symbol: str, key: str, density: str) -> rx.Component:
        acts = [assign(Density, Density.density, density), Density.choose(density)]
        return icon_button(symbol, t(f"kit.list.{key}"), "density", on_click=acts, class_name="framed only-desk")

    return rx.cond(Density.density == COMPACT, choice("rows-3", "roomy", ""), choice("rows-4", "compact", COMPACT))
