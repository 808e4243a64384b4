"""The tabs of a list: the whole of it, the lists of every day, the views of the person."""

import json

from admin_app.features.communities.members import MemberList
from admin_app.features.content.articles.screens import ArticleList
from admin_app.kit.lists.page import list_tabs
from tests.support.proofs import proves


def drawn(component) -> str:
    return json.dumps(component.render(), default=str)


@proves("LIST-37")
def test_the_lists_of_every_day_are_its_tabs():
    tabs = drawn(list_tabs(ArticleList))
    for action in ("everything", "shortcut:online", "shortcut:drafts"):
        assert f"action:{action}" in tabs
    assert "/articles?status=0" in tabs
    assert "tab:view" in tabs


@proves("LIST-37")
def test_a_list_inside_a_record_has_none():
    assert "tab:view" not in drawn(list_tabs(MemberList))
