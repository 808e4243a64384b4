"""The head of a record: told by what its row is told by."""

import json

import pytest

from admin_app.features.communities.screens import CommunityShow
from admin_app.features.content.articles.screens import ArticleShow
from admin_app.features.relay_points.points import RelayPointShow
from admin_app.kit.shows.head import head


def drawn(state, cells=None) -> str:
    return json.dumps(head(state, (), (), cells or {}).render(), default=str)


@pytest.mark.parametrize(("state", "lettered"), [(CommunityShow, True), (RelayPointShow, False), (ArticleShow, False)])
def test_a_thing_without_its_picture_has_its_first_letter_as_in_the_list(state, lettered):
    """The row of a relay point has the icon of its type, that of an article nothing."""
    assert ("avatar portrait thing" in drawn(state)) is lettered


def test_a_number_of_the_head_can_be_told_with_another():
    told = drawn(CommunityShow, {"nb_members": lambda row: f"81 of {row['target']}"})
    assert "81 of " in told
    assert "Objectif" not in told
    assert told.count(" membre") < drawn(CommunityShow).count(" membre"), "not said twice"
