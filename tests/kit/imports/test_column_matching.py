"""Columns of files found by their names, in any order; what is sent keeps the order of the API."""

import pytest

from admin_app.features.relay_points.imports import RELAY_POINT_IMPORT
from admin_app.features.users.imports import COMMUNITY_IMPORT, USER_IMPORT
from admin_app.kit.imports import files
from admin_app.kit.imports.column_matching import Matching, laid, matched, named
from admin_app.kit.imports.file_reader import decoded
from tests.support.proofs import proves

POINTS = files.names(RELAY_POINT_IMPORT)
USERS = files.names(USER_IMPORT)


def fields(header: list[str], intake=RELAY_POINT_IMPORT) -> tuple[str, ...]:
    return matched(intake, files.names(intake), header, len(header or ())).fields


@proves("IMPORT-19")
@pytest.mark.parametrize(
    ("cell", "column"),
    [
        ("Latitude", "latitude"),
        ("LATITUDE *", "latitude"),
        ("latitude (WGS 84)", "latitude"),
        ("Ylat", "latitude"),
        ("relayPointTypeId", "relay_point_type_id"),
        ("relay_point_type_id", "relay_point_type_id"),
        ("Type number", "relay_point_type_id"),
        ("TYPE", "relay_point_type_id"),
        ("nb. places", "places"),
        ("Places PMR", "places_disabled"),
        ("Sécurise", "secured"),
        ("horaires", ""),
        ("", ""),
    ],
)
def test_a_column_is_known_by_its_names_in_both_languages_and_those_of_the_api(cell, column):
    assert named(POINTS, cell) == column


@pytest.mark.parametrize(
    ("cell", "column"),
    [
        ("Courriel", "email"),
        ("PRENOM", "given_name"),
        ("Date de naissance (JJ/MM/AAAA)", "birth_date"),
        ("birthDate", "birth_date"),
        ("N° de téléphone", "telephone"),
        ("N°", "house_number"),
        ("CP", "postal_code"),
        ("Family name", "family_name"),
    ],
)
def test_a_file_of_people_may_say_it_in_its_own_words(cell, column):
    assert named(USERS, cell) == column


@proves("GUARD-9")
def test_a_long_text_names_no_column():
    assert named(USERS, "CP" + " " * 198) == "postal_code"
    assert named(USERS, "CP" + " " * 199) == ""


@proves("IMPORT-19")
def test_columns_are_found_in_any_order_and_others_are_left_out():
    assert fields(["longitude", "horaires", "latitude", "Type", "Nom"]) == (
        "longitude", "", "latitude", "relay_point_type_id", "name",
    )  # fmt: skip


def test_a_column_that_comes_twice_fills_once():
    assert fields(["Nom", "Latitude", "lat"]) == ("name", "latitude", "")


@pytest.mark.parametrize("header", [None, ["a", "b", "c"]])
def test_without_known_names_the_order_decides_and_it_is_said(header):
    ours = tuple(each.name for each in RELAY_POINT_IMPORT.columns)
    for width in (3, len(ours), 30):
        found = matched(RELAY_POINT_IMPORT, POINTS, header, width)
        assert (found.named, found.fields) == (False, ours[:width])
    assert matched(RELAY_POINT_IMPORT, POINTS, ["Nom", "b", "c"], 3).named


def test_a_name_that_says_nothing_keeps_its_place_where_all_others_are_in_theirs():
    ours = [each.name for each in RELAY_POINT_IMPORT.columns]
    assert fields([*ours[:7], "Payant ?", *ours[8:]]) == tuple(ours)
    assert fields([ours[1], ours[0], *ours[2:7], "Payant ?", *ours[8:]])[7] == ""


def test_a_column_chosen_by_hand_is_exchanged_with_the_one_that_had_it():
    found = Matching(("latitude", "longitude", ""), named=True)
    assert found.change(0, "longitude").fields == ("longitude", "latitude", "")
    assert found.change(2, "name").fields == ("latitude", "longitude", "name")
    assert found.change(1, "").fields == ("latitude", "", "")
    assert found.change(0, "latitude") == found


def test_a_line_is_laid_out_in_the_order_of_the_api():
    matching = Matching(("longitude", "", "latitude", "name"), named=True)
    found = laid(RELAY_POINT_IMPORT, matching, ["6,24", "8h-19h", "48", " Aire "])
    assert found.cells[:5] == ["Aire", "", "48.0", "6.24", ""]
    assert len(found.cells) == len(RELAY_POINT_IMPORT.columns)
    assert not found.odd


@pytest.mark.parametrize("intake", [USER_IMPORT, COMMUNITY_IMPORT, RELAY_POINT_IMPORT], ids=lambda each: each.key)
def test_every_name_means_one_column(intake):
    """A label of one column that is another name of a second would be found at the wrong one."""
    said = [files.labels(intake, locale) for locale in ("fr", "en")]
    labels = {(label, column.name) for each in said for label, column in zip(each, intake.columns, strict=True)}
    names = files.names(intake)
    assert {label for label, column in labels if named(names, label) != column} == set()
    assert {also for column in intake.columns for also in column.also if named(names, also) != column.name} == set()


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
def test_the_separator_of_a_file_with_other_columns_is_found_by_their_names(separator):
    text = (
        separator.join(["Longitude", "Latitude", "Nom", "Horaires"]) + "\n" + separator.join(["6.1", "48.1", "A", ""])
    )
    found = decoded(text.encode(), RELAY_POINT_IMPORT, POINTS)
    assert (found.separator, found.header and found.header.cells[0]) == (separator, "Longitude")
