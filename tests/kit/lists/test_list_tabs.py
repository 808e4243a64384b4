"""The tabs of a list: the whole of it, the lists of every day, the views of the person."""

import json
import re

from admin_app.features.communities.members import MemberList
from admin_app.features.content.articles.screens import ArticleList
from admin_app.features.solidary.desk.resource import RECORDS
from admin_app.features.solidary.desk.screens import SCREENS, RequestList
from admin_app.features.solidary.structures.screens import StructureList
from admin_app.kit.lists.page import list_body, list_tabs
from admin_app.kit.words.locale import say
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
def test_a_list_that_holds_less_without_filters_has_no_tab_of_all():
    """Above the requests "Tout" was current with the open ones, less than half of them."""
    assert "action:everything" not in drawn(list_tabs(RequestList))
    page = str(next(each for each in SCREENS if each.route == RECORDS.route).page())
    assert "action:everything" not in page
    assert "tab:view" in page


@proves("LIST-37")
def test_a_list_inside_a_record_has_none():
    assert "tab:view" not in drawn(list_tabs(MemberList))


@proves("LIST-38")
def test_who_may_create_nothing_is_not_asked_to_in_an_empty_list():
    shown = "".join(map(str, list_body(StructureList)))
    asked, told = say("structures.empty", "fr"), say("kit.list.none_open", "fr")
    assert re.search(
        rf'includes\("structure_create"\) \? \([^()]*{re.escape(asked)}"\) : \([^()]*{re.escape(told)}"\)', shown
    )
