"""Links are plain elements: nothing of a list is drawn again because the address changed (SCREEN-27)."""

import pytest

from admin_app.kit.parts.widgets import link
from admin_app.kit.screen import Screen
from admin_app.screens import SCREENS
from tests.support.proofs import proves

LISTS = [screen for screen in SCREENS if screen.resource and screen.route == screen.resource.route]


@proves("SCREEN-27")
@pytest.mark.parametrize("screen", LISTS, ids=lambda screen: screen.route)
def test_no_part_of_a_list_listens_to_the_address(screen: Screen):
    assert "react-router" not in screen.page()._get_all_imports()


@proves("SCREEN-27")
def test_a_link_is_a_plain_element_that_the_script_follows():
    made = link("Ada", to="/users/show/7", custom_attrs={"data-closes": ""})
    assert made.tag == "a"
    assert made.custom_attrs == {"data-route": "", "data-closes": ""}
