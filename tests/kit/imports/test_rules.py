"""Rules of imports: what passes here passes on the server (session.yaml x-csv)."""

import itertools
import re

import pytest

from admin_app.features.relay_points.imports import RELAY_POINT_IMPORT
from admin_app.features.users.imports import USER_IMPORT
from admin_app.kit.imports.declare import SheetColumn
from admin_app.kit.imports.result_parser import TEXTS
from admin_app.kit.imports.rules import fault, faults, tidy
from admin_app.kit.words.locale import say
from sandbox.imports import checks, reading
from tests.support.proofs import proves

VALUES = (
    *("", "0", "1", "2", "4", "-1", "1.5", "007", "²", "oui", "x" * 16, "x" * 46, "x" * 101, "x" * 256, "é" * 130),
    *("lea@example.org", "lea@example", "lea example@x.org", "léa@example.org", "@", "a@b.c", "A.B+c@d-e.fr"),
    *("1991-04-17", "1991-02-30", "17/04/1991", "1991-4-17", "91-04-17", "17/4/91", "32/13/1991"),
    *("2999-01-01", "01/01/1850"),
    *("48.692054", "48,692054", "-90", "90.1", "180", "-180.000001", "181", "1e3", "48.", ".5", "12345", "32768"),
    *("0612345678", "+33 6 12 34 56 78", "=1+1", "<b>x</b>", "🚗", "a;b", 'a"b', "a\nb"),
)
KINDS = ((USER_IMPORT, checks.USER_COLUMNS), (RELAY_POINT_IMPORT, checks.RELAY_POINT_COLUMNS))


@proves("IMPORT-5")
@pytest.mark.parametrize(("intake", "server"), KINDS, ids=["users", "relay points"])
def test_what_passes_here_passes_on_the_server(intake, server):
    assert len(intake.columns) == len(server)
    lax = [
        f"{column.name}: {text!r}"
        for (column, check), value in itertools.product(zip(intake.columns, server, strict=True), VALUES)
        if not fault(column, text := tidy(column, value)) and check(reading._dotted(text))
    ]
    assert lax == []


@proves("IMPORT-3")
def test_both_imports_have_the_columns_of_the_contract_in_their_order():
    assert [column.name for column in USER_IMPORT.columns if column.required] == [
        "email", "given_name", "family_name", "gender", "birth_date", "telephone",
    ]  # fmt: skip
    required = [column.name for column in RELAY_POINT_IMPORT.columns if column.required]
    assert required == ["name", "relay_point_type_id", "latitude", "longitude"]
    assert (len(USER_IMPORT.columns), len(RELAY_POINT_IMPORT.columns)) == (15, 19)


@pytest.mark.parametrize(
    ("column", "written", "sent"),
    [
        (SheetColumn("birth_date", "date"), " 17/04/1991 ", "1991-04-17"),
        (SheetColumn("birth_date", "date"), "7/4/1991", "1991-04-07"),
        (SheetColumn("birth_date", "date"), "01/01/80", "1980-01-01"),
        (SheetColumn("birth_date", "date"), "1er mars 48", "1948-03-01"),
        (SheetColumn("birth_date", "date"), "17/13/1991", "17/13/1991"),
        (SheetColumn("birth_date", "date"), "04/17/1991", "04/17/1991"),
        (SheetColumn("birth_date", "date"), "17/04", "17/04"),
        (SheetColumn("birth_date", "date"), "17/04/2999", "2999-04-17"),
        (SheetColumn("birth_date", "date"), "1991-04-17", "1991-04-17"),
        (SheetColumn("latitude", "latitude"), "48,69", "48.69"),
        (SheetColumn("name"), " 48,69 ", "48,69"),
        (SheetColumn("name"), "Gros\r\nBourg\t du   Lac\u2028Nord\n", "Gros Bourg du Lac Nord"),
        (SheetColumn("name"), "Dit\u00a0: oui", "Dit\u00a0: oui"),
        (SheetColumn("gender", "gender"), "Mme\n", "1"),
        (SheetColumn("latitude", "latitude"), "48", "48.0"),
        (SheetColumn("telephone", "telephone"), "06 12.34-56 78", "0612345678"),
        (SheetColumn("telephone", "telephone"), "+33 (0)6 12 34 56 78", "+33612345678"),
        (SheetColumn("telephone", "telephone"), "612345678", "0612345678"),
        (SheetColumn("telephone", "telephone"), "33612345678", "+33612345678"),
        (SheetColumn("telephone", "telephone"), "12345", "12345"),
        (SheetColumn("gender", "gender"), "Mme", "1"),
        (SheetColumn("gender", "gender"), "Homme", "2"),
        (SheetColumn("free", "flag"), "Oui", "1"),
        (SheetColumn("free", "flag"), "peut-être", "peut-être"),
    ],
)
def test_cells_are_put_in_shape(column, written, sent):
    assert tidy(column, written) == sent


@proves("IMPORT-21")
@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("telephone", "12345", "telephone"),
        ("telephone", "061234", "telephone"),
        ("telephone", "0612345678", ""),
        ("telephone", "+32471123456", ""),
        ("latitude", "95.2", "latitude"),
        ("latitude", "nord", "latitude_form"),
        ("longitude", "est", "longitude_form"),
        ("longitude", "-180.5", "longitude"),
        ("email", "amélie.noël@example.org", "email_accents"),
        ("email", "amelie@example", "email"),
    ],
)
def test_what_the_server_takes_and_nobody_could_use_is_wrong_with_its_own_words(name, text, wrong):
    column = USER_IMPORT.columns[USER_IMPORT.at(name)]
    assert fault(column, tidy(column, text)) == wrong


@pytest.mark.parametrize("locale", ["fr", "en"])
def test_every_fault_has_its_words(locale):
    columns = (*USER_IMPORT.columns, *RELAY_POINT_IMPORT.columns)
    names = {fault(column, tidy(column, value)) for column in columns for value in VALUES} - {""}
    assert {"required", "email", "date", "longest_15", "longest_45", "longest_100", "longest_255"} <= names
    for name in (*names, *TEXTS.values(), "width"):
        assert say(f"imports.faults.{name}", locale)


@pytest.mark.parametrize(
    ("column", "text", "wrong"),
    [
        (SheetColumn("name", longest=3), "é" * 3, ""),
        (SheetColumn("name", longest=3), "é" * 4, "longest_3"),
        (SheetColumn("name", longest=6, bytes=True), "é" * 3, ""),
        (SheetColumn("name", longest=6, bytes=True), "é" * 4, "longest_6"),
        (SheetColumn("name", longest=0), "é" * 999, ""),
    ],
)
def test_a_cell_is_as_long_as_its_column_in_characters_or_bytes(column, text, wrong):
    assert fault(column, text) == wrong


def test_a_line_with_another_width_is_wrong_whatever_its_cells():
    right = ["a@b.fr", "Léa", "T", "1", "1991-04-17", "0612345678", *[""] * 9]
    assert faults(USER_IMPORT, right, odd=True) == {"width": "width"}
    assert faults(USER_IMPORT, right) == {}


@proves("IMPORT-29")
@pytest.mark.parametrize(
    ("text", "wrong"), [("2999-01-01", "date_past"), ("0202-05-14", "date_early"), ("1991-05-14", ""), ("x", "date")]
)
def test_nobody_was_born_tomorrow_or_before_1900(text, wrong):
    assert fault(SheetColumn("birth_date", "date"), text) == wrong


@pytest.mark.parametrize(("locale", "most"), [("fr", "32\u202f767"), ("en", "32,767")])
def test_both_ends_of_a_number_of_places_are_told(locale, most):
    """Of -3 it was said that it is to be 32,767 at most, which it is."""
    assert [fault(SheetColumn("places", "count"), text) for text in ("-3", "x", "32768", "0")] == ["count"] * 3 + [""]
    assert re.findall(r"[\d\u202f,]+", say("imports.faults.count", locale)) == ["0", most]
