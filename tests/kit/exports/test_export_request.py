"""What may be asked for of an export, and the call that gets it (EXPORT-1, EXPORT-6)."""

import pytest

from admin_app.kit.declare.resource import Export
from admin_app.kit.exports.export_request import EVERY_ROW, Unwanted, told, wanted

PART = Export(
    "people",
    "admin/people/export",
    ("export",),
    "people.export",
    params={"hitch": "true"},
    detail={"ads": "true"},
    detail_filters={"q": "search"},
)
ORDER = ("id", True)


def test_the_filters_of_the_list_are_followed_but_those_that_are_always_sent():
    asked = wanted(PART, {"scope": "filtered"}, {"q": "a", "hitch": "false"})
    assert asked.filters == {"q": "a"}
    assert asked.counted
    assert dict(asked.call(ORDER, {"community": 5})) == {
        "order[id]": "desc",
        "page": "1",
        "perPage": str(EVERY_ROW),
        "q": "a",
        "hitch": "true",
        "community": "5",
    }


def test_a_selection_is_counted_here():
    asked = wanted(PART, {"scope": "selected", "ids": "7,7,x,0,11"}, {"q": "a"})
    assert asked.selected == 2
    assert dict(asked.call(ORDER, {}))["selected"] == "7,11"


def test_nothing_selected_is_nothing_to_export():
    with pytest.raises(Unwanted) as refusal:
        wanted(PART, {"scope": "selected", "ids": "x"}, {})
    assert refusal.value.unread == ()


def test_the_fuller_file_follows_the_filters_it_can_read():
    asked = wanted(PART, {"content": "detailed"}, {"q": "a"})
    assert not asked.counted
    assert asked.call(ORDER, {}) == [("search", "a"), ("hitch", "true"), ("ads", "true")]
    with pytest.raises(Unwanted) as refusal:
        wanted(PART, {"content": "detailed"}, {"q": "a", "gender": "1"})
    assert refusal.value.unread == ("gender",)


def test_everything_is_asked_for_without_filters():
    assert wanted(PART, {"scope": "everything"}, {"q": "a"}).filters == {}


def test_the_register_keeps_whom_a_file_is_about():
    assert told([("page", "1"), ("order[id]", "asc"), ("a[]", "1"), ("a[]", "2")]) == {"a[]": "1,2"}
