"""Query parameters, written as upstream reads them."""

from datetime import date

import pytest

from admin_app.api.query import Joined, Query, encode
from tests.support.proofs import proves


def test_an_empty_query_sends_nothing():
    assert Query().params() == []


@proves("CALL-2")
def test_order_page_size_and_filters():
    query = Query(page=2, per_page=50, sort=("createdDate", True), filters={"familyName": "dur"})
    assert query.params() == [
        ("order[createdDate]", "desc"),
        ("page", "2"),
        ("perPage", "50"),
        ("familyName", "dur"),
    ]


def test_an_ascending_order():
    assert Query(sort=("name", False)).params() == [("order[name]", "asc")]


@proves("CALL-2")
@pytest.mark.parametrize("empty", [None, "", [], (), set(), [None, ""], Joined(), Joined(("", None))])
def test_empty_filters_are_left_out(empty):
    assert Query(filters={"q": empty}).params() == []


@proves("CALL-2")
@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("rezoKit", False, [("rezoKit", "false")]),
        ("isHitchHiker", True, [("isHitchHiker", "true")]),
        ("gender", 0, [("gender", "0")]),
        ("range", 1.5, [("range", "1.5")]),
        ("createdDate[after]", date(2026, 3, 2), [("createdDate[after]", "2026-03-02")]),
        ("territory", [3, 7], [("territory[]", "3"), ("territory[]", "7")]),
        ("territory", (0, None), [("territory[]", "0")]),
        ("id[]", [1, 2], [("id[]", "1"), ("id[]", "2")]),
        ("a[b]", ["x"], [("a[b]", "x")]),
        ("selected", Joined((4, 5)), [("selected", "4,5")]),
        ("flags", [True, False], [("flags[]", "true"), ("flags[]", "false")]),
    ],
)
def test_values(name, value, expected):
    assert encode({name: value}) == expected
