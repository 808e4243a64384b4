"""What is shown one way or the other is changed by one button: another in its place would not have the focus."""

import pytest

from admin_app.features.users.screens import UserList
from admin_app.kit.lists.page import _mask_toggle
from admin_app.kit.lists.table import density_switch
from tests.support.proofs import proves


@proves("PAGE-2")
@pytest.mark.parametrize("made", [density_switch, lambda: _mask_toggle(UserList)])
def test_a_toggle_is_one_button(made):
    button = made()
    assert button.tag == "button"
    assert "on_click" in button.event_triggers


def test_its_handle_says_what_it_does():
    [handle] = [each for each in _mask_toggle(UserList).render()["props"] if "data-testid" in each]
    assert "mask-all" in handle
    assert "reveal-all" in handle
