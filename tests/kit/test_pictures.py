"""Whose picture is shown, and what stands for it otherwise (session.yaml, upload_image)."""

import pytest

from admin_app.kit.values import uploaded
from admin_app.shared.people.person import Person
from sandbox.faces import drawn, portrait

MADE = "https://api.example.org/upload/users/images/versions/250-9b1c-1.jpg"


@pytest.mark.parametrize("default", ["https://api.example.org/upload/default/a.svg", "/images/avatar.svg", "", None])
def test_the_picture_of_the_platform_is_none_of_a_person(default):
    """Who sent none is told by initials, in a list and on the page alike."""
    assert uploaded(MADE) == MADE
    assert uploaded(default) is None
    assert Person.model_validate({"avatar": default}).avatar is None
    assert Person.model_validate({"avatar": MADE}).avatar == MADE


def test_a_face_is_drawn_by_its_name_and_a_strange_one_is_not():
    kept = portrait(2, "1944-01-16", 214)
    assert kept == "man-old-214"
    assert (drawn(f"250-face-{kept}.svg") or "").startswith('<svg xmlns="http://www.w3.org/2000/svg" width="250"')
    assert drawn("250-face-cat-1.svg") is None
