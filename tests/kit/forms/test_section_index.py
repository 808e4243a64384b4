"""The index of a long form, and the sections that fold (FORM-25)."""

import json

from admin_app.features.relay_points.types import RELAY_POINT_TYPES
from admin_app.features.users.resource import USERS
from admin_app.features.users.screens import UserForm
from admin_app.kit.forms.section_index import parts_of, section_card, section_index
from admin_app.shared.people.person import STATE
from tests.support.proofs import proves


def drawn(component) -> str:
    return json.dumps(component.render(), default=str)


@proves("FORM-25")
def test_a_long_form_has_an_index_of_the_sections_it_has():
    index = drawn(section_index(USERS, "create"))
    assert all(f"#section-{section.key}" in index for section in USERS.form if section.key != STATE.key)
    assert f"#section-{STATE.key}" not in index, "what a new account has no say in"
    assert section_index(RELAY_POINT_TYPES, "edit") is None


@proves("FORM-25")
def test_a_section_nobody_needs_to_fill_is_folded_while_it_is_empty():
    section = next(each for each in USERS.form if each.key == "preferences")
    made = drawn(section_card(UserForm, section, parts_of(section, "edit")))
    assert "details" in made
    assert "musicFavorites" in made, "whether it is open depends on what is filled"
    other = next(each for each in USERS.form if not each.folded)
    assert "details" not in drawn(section_card(UserForm, other, parts_of(other, "edit")))
