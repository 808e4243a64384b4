"""Lists that are read whole and looked through here: filtered, put in order and paged without another call."""

import pytest

from admin_app.api.query import Query
from admin_app.kit.lists import WholeListMixin
from tests.support.proofs import proves

ROWS = [
    {"id": 1, "name": "Zoé", "age": 40},
    {"id": 2, "name": "élodie", "age": None},
    {"id": 3, "name": "Ahmed", "age": 7},
    {"id": 4, "name": "Max", "age": 7},
]


class Few:
    """What a list of this kind says of itself, without a tab."""

    _page_of = WholeListMixin._page_of
    _selection = WholeListMixin._selection
    _item = WholeListMixin._item

    async def _read_whole(self, api):
        return ROWS

    def _fits(self, query):
        return lambda row: not query.filters or row["age"] == query.filters["age"]


@proves("LIST-29")
@pytest.mark.parametrize(
    ("query", "found", "total"),
    [
        (Query(), [1, 2, 3, 4], 4),
        (Query(sort=("name", False)), [3, 2, 4, 1], 4),
        (Query(sort=("name", True)), [1, 4, 2, 3], 4),
        (Query(sort=("age", False)), [3, 4, 1, 2], 4),
        (Query(sort=("age", True)), [1, 3, 4, 2], 4),
        (Query(1, 3, ("id", True)), [4, 3, 2], 4),
        (Query(2, 3, ("id", True)), [1], 4),
        (Query(1, 1, None, {"age": 7}), [3], 2),
        (Query(filters={"age": 8}), [], 0),
    ],
)
async def test_a_page_is_one_of_the_rows_that_are_meant(query, found, total):
    page = await Few()._page_of(None, query)
    assert ([row["id"] for row in page.items], page.total) == (found, total)
