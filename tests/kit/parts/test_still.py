"""A page is drawn once, and no part of it again because the address changed (SCREEN-27)."""

import pytest
import reflex as rx

from admin_app.admin_app import app
from admin_app.kit.app import _overlay
from admin_app.kit.parts.still import Still
from admin_app.kit.parts.widgets import link
from admin_app.kit.screen import Screen
from admin_app.kit.words.locale import t
from admin_app.screens import SCREENS, SHELL
from tools.pieces import _part, is_piece

LISTS = [screen for screen in SCREENS if screen.resource and screen.route == screen.resource.route]


@pytest.mark.parametrize("route", ["users", "users/show/[record_id]", "login"])
def test_a_page_and_what_is_around_it_stand_still(route: str):
    made = app._unevaluated_pages[route].component
    assert callable(made)
    assert isinstance(made(), Still)
    assert isinstance(_overlay(SHELL).children[0], Still)


@pytest.mark.parametrize("screen", LISTS, ids=lambda screen: screen.route)
def test_no_part_of_a_list_listens_to_the_address(screen: Screen):
    assert "react-router" not in screen.page()._get_all_imports()


def test_a_link_is_a_plain_element_that_the_script_follows():
    made = link("Ada", to="/users/show/7", custom_attrs={"data-closes": ""})
    assert made.tag == "a"
    assert made.custom_attrs == {"data-route": "", "data-closes": ""}


def test_what_stands_still_is_no_part_of_what_reads_a_state():
    words = [rx.el.p(t("kit.actions.back")), rx.el.p(t("kit.actions.edit"))]
    assert is_piece(_part(rx.el.div(*words), {}))
    assert not is_piece(_part(Still.create(*words), {}))
    assert not is_piece(_part(rx.el.div(Still.create(*words)), {}))
