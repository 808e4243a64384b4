"""What stands around every screen, compiled once: each page refers to it, so that its code holds the screen alone."""

import reflex as rx

from admin_app.kit.screen import Screen, Shell
from admin_app.kit.shell.menu import bottom_bar, drawer
from admin_app.kit.shell.toolbar import toolbar


class Frame:
    """The toolbar and the menus of an application, each a component that is drawn anew only by what it reads."""

    def __init__(self, screens: tuple[Screen, ...], shell: Shell) -> None:
        """Name the components; what they hold is made when the first page asks for it."""

        @rx.memo
        def shell_toolbar() -> rx.Component:
            return toolbar(shell)

        @rx.memo
        def shell_menu(current: rx.Var[str]) -> rx.Component:
            return drawer(current, screens, shell)

        @rx.memo
        def shell_bar(current: rx.Var[str]) -> rx.Component:
            return bottom_bar(current, screens, shell)

        self._toolbar, self._menu, self._bar = shell_toolbar, shell_menu, shell_bar

    def around(self, screen: Screen, main: rx.Component) -> rx.Component:
        """A screen with what stands around it."""
        route = screen.route
        return rx.el.div(self._toolbar(), self._menu(current=route), main, self._bar(current=route), class_name="shell")
