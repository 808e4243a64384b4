"""What keyboards inputs ask a phone for."""

import json

import pytest
import reflex as rx

from admin_app.kit.forms.field import Field
from admin_app.kit.forms.inputs import framed
from admin_app.kit.forms.page import mirrors
from admin_app.kit.gallery.specimens import DEMO
from tests.support.proofs import proves


def drawn(name: str) -> str:
    """An input of the gallery, with what it is made of."""
    part = next(each for each in DEMO.inputs() if each.field == name)
    state = type("State", (), {"resource": DEMO, "errors": rx.Var.create({"text": ""})})
    return json.dumps(framed(Field(part, state, name, "", "", name)).render(), default=str)


@proves("FORM-36", "POINT-3")
@pytest.mark.parametrize("name", ["latitude", "longitude"])
def test_a_coordinate_may_be_negative_on_every_keyboard(name):
    assert "inputMode" not in drawn(name), "an iPhone has no minus among its figures"
    assert "data-degrees" in drawn(name), "it is told of on leaving it (assets/kit/forms.js)"
    assert "numeric" in drawn("integer")


def test_what_is_mirrored_of_an_input_is_what_is_read_of_it():
    """A mirror names an input that the form has: a day is held in another one than it is written in."""
    assert mirrors("date") != mirrors("date", "day")
    for name, kind in (("text", ""), ("date", "day")):
        assert f'name:\\"{mirrors(name, kind)["data-mirror"]}\\"' in drawn(name), name
