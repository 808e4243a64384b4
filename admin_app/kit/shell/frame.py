"""What stands around every screen, compiled once: each page refers to it, so that its code holds the screen alone."""

import reflex as rx

from admin_app.kit.screen import Screen, Shell
from admin_app.kit.shell.menu import drawer
from admin_app.kit.shell.toolbar import toolbar


class Frame:
    """The toolbar and the menu of an application, each a component that is drawn anew only by what it reads."""

    def __init__(self, screens: tuple[Screen, ...], shell: Shell) -> None:
        """Name both components; what they hold is made when the first page asks for it."""

        @rx.memo
        def shell_toolbar() -> rx.Component:
            return toolbar(shell.tools)

        @rx.memo
        def shell_menu(current: rx.Var[str]) -> rx.Component:
            return drawer(current, screens, shell)

        self._toolbar, self._menu = shell_toolbar, shell_menu

    def around(self, screen: Screen, main: rx.Component) -> rx.Component:
        """A screen with what stands around it."""
        return rx.el.div(self._toolbar(), self._menu(current=screen.route), main, class_name="shell")
