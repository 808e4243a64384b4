"""The order of rows that are all at hand."""

import pytest

from admin_app.api.query import Query
from admin_app.kit.lists.ordering import ordered, part


def test_a_text_among_numbers_does_not_fall_between_them():
    rows = [{"n": 1}, {"n": "a"}, {"n": 0.5}, {"n": None}]
    assert [row["n"] for row in ordered(rows, "n", down=False)] == ["a", 0.5, 1, None]


@pytest.mark.parametrize(
    ("page", "size", "there"), [(1, 2, "ab"), (2, 2, "cd"), (3, 2, "e"), (4, 2, ""), (None, 2, "ab")]
)
def test_a_page_is_a_part_of_all_rows(page, size, there):
    assert part("abcde", Query(page, size, None, {})) == there


def test_without_a_size_all_rows_are_one_page():
    assert part("abcde", Query(1, 0, None, {})) == "abcde"


def test_rows_are_in_the_order_people_read():
    rows = [{"n": "Zoé"}, {"n": "épi"}, {"n": ""}, {"n": "Émile"}, {"n": None}, {"n": "–"}]
    assert [row["n"] for row in ordered(rows, "n", down=False)][-2:] == ["", None]
    assert [row["n"] for row in ordered(rows, "n", down=True)][-2:] == ["", None]
    assert [row["n"] for row in ordered(rows[:2] + rows[3:4], "n", down=False)] == ["Émile", "épi", "Zoé"]
