"""The head of a record: the letter that its row has, and its numbers in words."""

import json

import pytest

from admin_app.features.communities.screens import CommunityShow
from admin_app.features.content.articles.screens import ArticleShow
from admin_app.features.relay_points.points import RelayPointShow
from admin_app.features.solidary.structures.show import StructureShow
from admin_app.kit.shows.head import head


def drawn(state) -> str:
    return json.dumps(head(state, (), (), {}).render(), default=str)


@pytest.mark.parametrize(
    ("state", "lettered"),
    [(CommunityShow, True), (StructureShow, True), (RelayPointShow, True), (ArticleShow, False)],
)
def test_a_thing_without_its_picture_has_its_first_letter_as_in_the_list(state, lettered):
    """Where a relay point has no type its row has a letter, too; that of an article nothing."""
    assert ("avatar portrait thing" in drawn(state)) is lettered


def test_a_number_of_the_head_is_told_as_what_it_counts():
    told = drawn(CommunityShow)
    assert ("Objectif" in told, "nbMembers" in told, "Objectif de membres" in told) == (True, True, False)
