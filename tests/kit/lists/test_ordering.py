"""The order of rows that are all at hand."""

from admin_app.kit.lists.ordering import ordered


def test_a_text_among_numbers_does_not_fall_between_them():
    rows = [{"n": 1}, {"n": "a"}, {"n": 0.5}, {"n": None}]
    assert [row["n"] for row in ordered(rows, "n", down=False)] == ["a", 0.5, 1, None]
