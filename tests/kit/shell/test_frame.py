"""What stands around every screen is there once, and each screen has code of its own."""

import reflex as rx
from reflex.components.component import Component

from admin_app.admin_app import app
from admin_app.kit.screen import by_route
from admin_app.kit.shell.frame import Frame
from admin_app.screens import SCREENS, SHELL
from tests.support.proofs import proves


def around(route: str) -> list[Component]:
    """What a frame puts before the screen of a route."""
    framed = Frame(SCREENS, SHELL).around(by_route(SCREENS)[route], rx.el.main())
    return [each for each in framed.children if isinstance(each, Component)]


@proves("BUDGET-12")
def test_the_toolbar_and_the_menu_are_the_same_components_everywhere():
    names = [[(each.tag, each.library) for each in around(route)[:2]] for route in ("/", "/users")]
    assert names[0] == names[1]
    assert [library for _, library in names[0]] == ["$/app_components/admin_app/kit/shell/frame"] * 2


def test_the_menu_is_told_which_screen_is_open():
    assert 'current:"/users"' in str(around("/users")[1])


@proves("BUDGET-12")
def test_each_page_has_a_file_of_its_own():
    """Pages of one module would load each other's code (Reflex F10)."""
    pages = [page.component for route, page in app._unevaluated_pages.items() if route != "404"]
    modules = [page.__module__ for page in pages]
    assert len(modules) == len(SCREENS)
    assert len(set(modules)) == len(modules)
