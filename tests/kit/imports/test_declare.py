"""What becomes of lines is declared by each import: counted in order, marked, named, sent again or not."""

from dataclasses import replace

import pytest

from admin_app.features.relay_points.imports import RELAY_POINT_IMPORT
from admin_app.features.users.imports import COMMUNITY_IMPORT, USER_IMPORT
from admin_app.kit.imports.declare import SheetColumn
from admin_app.kit.words.locale import say

INTAKES = pytest.mark.parametrize(
    "intake", [USER_IMPORT, COMMUNITY_IMPORT, RELAY_POINT_IMPORT], ids=lambda each: each.key
)


def names(outcomes) -> list[str]:
    return [each.name for each in outcomes]


def test_an_import_counts_its_own_outcomes_among_those_of_all():
    assert names(USER_IMPORT.outlooks) == ["create", "exists", "duplicate", "unknown_community"]
    assert names(USER_IMPORT.outcomes) == [
        "added", "exists", "unknown_community", "duplicate", "refused", "failed", "uncertain", "unsent",
    ]  # fmt: skip
    assert names(RELAY_POINT_IMPORT.outlooks) == [
        "create", "overwritten", "exists", "duplicate", "unknown_type", "unknown_community",
    ]  # fmt: skip
    assert names(RELAY_POINT_IMPORT.outcomes) == [
        "added", "updated", "ignored", "unknown_type", "unknown_community",
        "duplicate", "replaced", "refused", "failed", "uncertain", "unsent",
    ]  # fmt: skip


def test_only_what_is_not_there_yet_is_sent_again():
    assert set(USER_IMPORT.missing) == {
        "", "unknown_community", "duplicate", "refused", "failed", "uncertain", "unsent",
    }  # fmt: skip
    assert set(RELAY_POINT_IMPORT.missing) == {*USER_IMPORT.missing, "unknown_type"}, "replaced is done with"


def test_a_line_has_as_many_cells_as_there_are_columns():
    cells = [str(place) for place, _ in enumerate(USER_IMPORT.columns)]
    assert USER_IMPORT.named(cells)[USER_IMPORT.columns[-1].name] == cells[-1]
    with pytest.raises(ValueError, match="shorter"):
        USER_IMPORT.named(cells[:-1])


def test_a_column_of_a_sheet_asks_for_nothing_that_it_does_not_say():
    column = SheetColumn("name")
    assert (column.required, column.longest, column.bytes, column.hint, column.listed) == (
        False,
        0,
        False,
        False,
        False,
    )


def test_a_place_is_there_where_an_import_has_one():
    assert replace(USER_IMPORT, columns=USER_IMPORT.columns[:3]).spot is None
    assert RELAY_POINT_IMPORT.spot == (RELAY_POINT_IMPORT.at("latitude"), RELAY_POINT_IMPORT.at("longitude"))


@INTAKES
def test_a_name_means_one_thing(intake):
    for each in (*intake.outlooks, *intake.outcomes):
        assert intake.tones[each.name] == each.tone


@INTAKES
@pytest.mark.parametrize("locale", ["fr", "en"])
def test_what_becomes_of_a_line_has_its_words(intake, locale):
    assert all(say(f"imports.outlooks.{each.name}", locale) for each in intake.outlooks)
    assert all(say(f"imports.{key}.{each.name}", locale) for key in ("outcomes", "counted") for each in intake.outcomes)
