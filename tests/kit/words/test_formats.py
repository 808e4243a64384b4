"""What people read: the written wall clock, never the browser's or the server's time zone."""

import datetime as dt

import pytest

from admin_app.kit import clock
from admin_app.kit.words import formats
from admin_app.kit.words.formats import Reading, folded, folded_words, numbered, read_day, read_time, said_number
from tests.support.proofs import proves

NARROW = "\u202f"


@proves("WORDS-4")
@pytest.mark.parametrize(
    ("value", "french", "english"),
    [
        ("2024-05-04T09:30:00+02:00", "4 mai 2024", "4 May 2024"),
        ("1991-05-14", "14 mai 1991", "14 May 1991"),
        ("1948-06-01", "1er juin 1948", "1 Jun 1948"),
        ("2024-12-31T23:59:59-05:00", "31 déc. 2024", "31 Dec 2024"),
        ("2024-02-30", "2024-02-30", "2024-02-30"),
        ("2024-13-01T10:00:00", "2024-13-01T10:00:00", "2024-13-01T10:00:00"),
        ("bientôt", "bientôt", "bientôt"),
        ("", "", ""),
        (None, "", ""),
    ],
)
def test_date(value, french, english):
    assert (formats.date(value, "fr"), formats.date(value, "en")) == (french, english)


@proves("WORDS-4")
@pytest.mark.parametrize(
    ("value", "french", "english"),
    [
        ("2024-05-04T23:30:00-05:00", "4 mai 2024 23:30", "4 May 2024, 23:30"),
        ("2024-05-04 09:05:00", "4 mai 2024 09:05", "4 May 2024, 09:05"),
        ("2024-05-04", "4 mai 2024", "4 May 2024"),
        ("2024-05-04T27:00:00", "4 mai 2024", "4 May 2024"),
        (None, "", ""),
    ],
)
def test_date_time(value, french, english):
    assert (formats.date_time(value, "fr"), formats.date_time(value, "en")) == (french, english)


@proves("WORDS-4")
@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("1970-01-01T06:00:00+00:00", "06:00"),
        ("2024-05-04T18:45:00+02:00", "18:45"),
        ("06:00", "06:00"),
        ("06:00:00", "06:00"),
        ("25:00", "25:00"),
        ("matin", "matin"),
        (None, ""),
    ],
)
def test_time(value, shown):
    assert formats.time(value) == shown


@proves("WORDS-5")
@pytest.mark.parametrize(
    ("value", "french", "english"),
    [
        (1248, f"1{NARROW}248", "1,248"),
        (1248.5, f"1{NARROW}248,5", "1,248.5"),
        ("1248.5", f"1{NARROW}248,5", "1,248.5"),
        (0, "0", "0"),
        ("NaN?", "NaN?", "NaN?"),
        ("", "", ""),
        (None, "", ""),
    ],
)
def test_number(value, french, english):
    assert (formats.number(value, "fr"), formats.number(value, "en")) == (french, english)


@proves("WORDS-5")
@pytest.mark.parametrize(
    ("size", "french", "english"),
    [
        (3 * 1024**3, f"3{NARROW}Go", "3 GB"),
        (1_073_741_824, f"1{NARROW}Go", "1 GB"),
        (1_048_576, f"1{NARROW}Mo", "1 MB"),
        (1024, f"1{NARROW}ko", "1 kB"),
        (1023, f"1{NARROW}023{NARROW}o", "1,023 byte"),
        (2 * 1024**2, f"2{NARROW}Mo", "2 MB"),
        (1536, f"1,5{NARROW}ko", "1.5 kB"),
        (12, f"12{NARROW}o", "12 byte"),
        (None, "", ""),
    ],
)
def test_file_size(size, french, english):
    assert (formats.file_size(size, "fr"), formats.file_size(size, "en")) == (french, english)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("1991-05-14", True),
        ("2024-02-29", True),
        ("2023-02-29", False),
        ("1991-05-14T09:30", False),
        ("19910514", False),
        ("2026-W20-2", False),
        ("\u0661\u0669\u0669\u0661-05-14", False),
        ("hier", False),
        ("", False),
    ],
)
def test_is_day(text, day):
    assert formats.is_day(text) is day


@proves("FORM-29")
def test_a_birth_is_neither_before_1900_nor_to_come():
    today = clock.today()
    days = ["1899-12-31", "1900-01-01", today.isoformat(), (today + dt.timedelta(days=1)).isoformat()]
    assert [formats.birth_fault(day) for day in days] == ["date_early", "", "", "date_past"]


@proves("WORDS-4")
def test_a_day_is_written_as_one_says_it():
    first, other = dt.date(2099, 3, 1), dt.date(2099, 3, 26)
    assert formats.spoken_date(first, "fr") == "dimanche 1er mars 2099"
    assert formats.spoken_date(other, "fr", year=False) == "jeudi 26 mars"
    assert formats.spoken_date(first, "en", year=False) == "Sunday 1 March"


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
        ("05/12/1977", "1977-12-05"),
    ],
)
def test_a_day_is_read_in_any_spelling(text: str, day: str) -> None:
    assert read_day(text, TODAY) == Reading(day)


def test_a_day_without_a_year_is_this_year_s_where_days_may_be_to_come() -> None:
    assert read_day("7/6", TODAY).value == "2026-06-07"
    assert read_day("7/6", TODAY, *BIRTH).fault == "form"


def test_a_day_without_a_year_is_the_next_of_its_name_where_only_days_to_come_make_sense() -> None:
    """TODAY is the 25th of November."""
    told = {text: read_day(text, TODAY, coming=True).value for text in ("31/1", "24 nov", "25/11", "31/12", "29/1/26")}
    assert told == {
        "31/1": "2027-01-31",
        "24 nov": "2027-11-24",
        "25/11": TODAY,
        "31/12": "2026-12-31",
        "29/1/26": "2026-01-29",
    }
    assert read_day("29/02", "2027-11-25", coming=True).value == "2028-02-29"


def test_a_year_of_two_figures_is_the_latest_that_can_be() -> None:
    assert read_day("01/01/26", TODAY, *BIRTH).value == "2026-01-01"
    assert read_day("01/01/27", TODAY, *BIRTH).value == "1927-01-01"
    assert read_day("01/01/27", TODAY).value == "2027-01-01"
    assert read_day("01/01/46", TODAY).value == "2046-01-01"
    assert read_day("01/01/47", TODAY).value == "1947-01-01"
    assert read_day("25/11/26", TODAY, *BIRTH).value == TODAY
    assert read_day("26/11/26", TODAY, *BIRTH).value == "1926-11-26"


def test_what_is_no_day_says_why() -> None:
    missing = read_day("31/02/2026", TODAY)
    assert (missing.fault, missing.value) == ("impossible", "")
    assert missing.named == {"text": "31/02/2026", "year": 2026, "month": 2, "days": 28}
    assert read_day("31042026", TODAY).named["days"] == 30
    assert read_day("05/14/1991", TODAY) == Reading("", "swapped", {"suggestion": "14/05/1991"})
    assert read_day("12/13/1991", TODAY).named == {"suggestion": "13/12/1991"}
    assert read_day("05/14", TODAY).named == {"suggestion": "14/05"}
    for text in (
        "x",
        "14",
        "14/05/199",
        "32/01/2026",
        "0/1/2026",
        "14/13/2026",
        "ju 2026",
        "7 ju 1977",
        "7 fé 1977",
        "1/1/0000",
        "",
    ):
        assert read_day(text, TODAY).fault == "form", text


def test_a_day_outside_its_bounds_is_told_and_held() -> None:
    assert read_day("01/01/2999", TODAY, *BIRTH) == Reading("2999-01-01", "late")
    assert read_day("01/01/1900", TODAY, *BIRTH) == Reading("1900-01-01")
    assert read_day("25/11/2026", TODAY, *BIRTH) == Reading(TODAY)
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
        ("1 pm", "13:00"),
        ("12pm", "12:00"),
        ("8h30min", "08:30"),
        ("0h00", "00:00"),
        ("23h59", "23:59"),
        ("1 am", "01:00"),
    ],
)
def test_a_time_is_read_as_it_is_said(text: str, time: str) -> None:
    assert read_time(text) == Reading(time)


@proves("FORM-27")
def test_what_is_no_time_is_told() -> None:
    for text in ("24:00", "8h60", "13 pm", "0 am", "x", "8h3", "12345"):
        assert read_time(text) == Reading("", "time_form", {"text": text})


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Jean-Noël D’Arcy", ["jean", "noel", "d", "arcy"]),
        ("  ŒUVRARD-Ñuñez ", ["oeuvrard", "nunez"]),
        ("Anne\u00a0Lise", ["anne", "lise"]),
        ("Zoé 🚗", ["zoe"]),
        ("محمد", ["محمد"]),
        ("", []),
        (None, []),
    ],
)
def test_words(name, found):
    assert folded_words(name) == found


@pytest.mark.parametrize(
    ("words", "found"), [(["jean"], True), (["noel", "jean"], True), (["jean", "paul"], False), ([], True)]
)
def test_a_name_is_found_by_words_in_any_order(words, found):
    assert formats.has_words("jeannoel", words) is found


@pytest.mark.parametrize(
    ("value", "until", "french"),
    [
        ("2026-03-01", "2026-03-28", "1er"),
        ("2026-03-26", "2026-04-02", "26 mars"),
        ("2026-03-26", "2027-03-28", "26 mars 2026"),
        ("2026-12-26", "2027-01-02", "26 décembre 2026"),
        ("2026-03-26", "", "26 mars 2026"),
        ("bientôt", "2026-03-28", "bientôt"),
        (None, "", ""),
    ],
)
def test_a_day_is_said_without_what_it_shares_with_the_last(value, until, french):
    assert formats.long_date(value, "fr", until) == french


@pytest.mark.parametrize(
    ("value", "said"), [("2026", "2026"), ("2026-03", "mars 2026"), ("2026-03-26", "26 mars 2026"), (None, "")]
)
def test_a_period_is_said_by_how_much_of_it_is_given(value, said):
    assert formats.period(value, "fr") == said


@proves("GUARD-12")
@pytest.mark.parametrize(
    ("text", "word"),
    [("E-mail", "email"), (" É Mail ", "email"), ("N° de rue", "nderue"), ("Cœur", "coeur"), ("ıI", "ii"), ("", "")],
)
def test_a_text_as_one_word(text, word):
    assert folded(text) == word


@proves("SEARCH-2")
@pytest.mark.parametrize(
    ("text", "number"),
    [
        *((text, "2002") for text in ("#2002", "# 2002", "n° 2002", "N°2002", "n°\u00a02002", "nº 2002", "no. 2002")),
        *((text, "2002") for text in ("No 2002", "№ 2002", " n° 2002 ")),
        *((text, "") for text in ("2002", "#", "n° 20a", "n° 20 02", "nono 2002", "#２０", "", None)),
    ],
)
def test_the_number_of_a_record_is_known_as_it_is_written(text, number):
    assert numbered(text) == number


def test_a_number_is_read_as_it_is_written():
    assert (said_number(46), numbered(said_number(46))) == ("n°\u00a046", "46")
