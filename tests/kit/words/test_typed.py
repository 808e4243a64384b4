"""What people type for days and times, and what is said of what is neither."""

import pytest

from admin_app.kit.words.typed import Reading, read_day, read_time
from tests.support.proofs import proves

TODAY = "2026-11-25"
BIRTH = ("1900-01-01", TODAY)


@proves("FORM-26")
@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("14/05/1991", "1991-05-14"),
        ("7/6/1977", "1977-06-07"),
        ("07061977", "1977-06-07"),
        ("070677", "1977-06-07"),
        ("7/6/77", "1977-06-07"),
        ("7-6-1977", "1977-06-07"),
        ("7.6.1977", "1977-06-07"),
        ("7 6 1977", "1977-06-07"),
        ("7 juin 1977", "1977-06-07"),
        ("1er août 1977", "1977-08-01"),
        ("1 aout 1977", "1977-08-01"),
        ("7 June 1977", "1977-06-07"),
        ("7 Jun 1977", "1977-06-07"),
        ("7th of June 1977", "1977-06-07"),
        ("14 févr. 2026", "2026-02-14"),
        (" 1977-06-07 ", "1977-06-07"),
        ("29/02/2024", "2024-02-29"),
    ],
)
def test_a_day_is_read_in_any_spelling(text: str, day: str) -> None:
    assert read_day(text, TODAY) == Reading(day)


def test_a_day_without_a_year_is_this_year_s_where_days_may_be_to_come() -> None:
    assert read_day("7/6", TODAY).value == "2026-06-07"
    assert read_day("7/6", TODAY, *BIRTH).fault == "form"


def test_a_year_of_two_figures_is_the_latest_that_can_be() -> None:
    assert read_day("01/01/26", TODAY, *BIRTH).value == "2026-01-01"
    assert read_day("01/01/27", TODAY, *BIRTH).value == "1927-01-01"
    assert read_day("01/01/27", TODAY).value == "2027-01-01"
    assert read_day("01/01/56", TODAY).value == "1956-01-01"


def test_what_is_no_day_says_why() -> None:
    missing = read_day("31/02/2026", TODAY)
    assert (missing.fault, missing.value) == ("impossible", "")
    assert missing.named == {"text": "31/02/2026", "year": 2026, "month": 2, "days": 28}
    assert read_day("31042026", TODAY).named["days"] == 30
    assert read_day("05/14/1991", TODAY) == Reading("", "swapped", {"suggestion": "14/05/1991"})
    for text in (
        "x",
        "14",
        "14/05/199",
        "32/01/2026",
        "0/1/2026",
        "14/13/2026",
        "ju 2026",
        "7 ju 1977",
        "1/1/0000",
        "",
    ):
        assert read_day(text, TODAY).fault == "form", text


def test_a_day_outside_its_bounds_is_told_and_held() -> None:
    assert read_day("01/01/2999", TODAY, *BIRTH) == Reading("2999-01-01", "late")
    assert read_day("31/12/1899", TODAY, *BIRTH) == Reading("1899-12-31", "early", {"first": "1900-01-01"})


@proves("FORM-26")
@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("8h30", "08:30"),
        ("8 h 30", "08:30"),
        ("8h", "08:00"),
        ("8", "08:00"),
        ("830", "08:30"),
        ("0830", "08:30"),
        ("08:30", "08:30"),
        ("20.15", "20:15"),
        ("8:30 pm", "20:30"),
        ("12 am", "00:00"),
        ("12pm", "12:00"),
        ("8h30min", "08:30"),
        ("0h00", "00:00"),
    ],
)
def test_a_time_is_read_as_it_is_said(text: str, time: str) -> None:
    assert read_time(text) == Reading(time)


@proves("FORM-27")
def test_what_is_no_time_is_told() -> None:
    for text in ("24:00", "8h60", "13 pm", "x", "8h3", "12345"):
        assert read_time(text) == Reading("", "time_form", {"text": text})
