"""What people read: the written wall clock, never the browser's or the server's time zone."""

import datetime as dt

import pytest

from admin_app.kit.words import formats
from tests.support.proofs import proves

NARROW = "\u202f"


@proves("WORDS-4")
@pytest.mark.parametrize(
    ("value", "french", "english"),
    [
        ("2024-05-04T09:30:00+02:00", "04/05/2024", "4 May 2024"),
        ("1991-05-14", "14/05/1991", "14 May 1991"),
        ("2024-12-31T23:59:59-05:00", "31/12/2024", "31 Dec 2024"),
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
        ("2024-05-04T23:30:00-05:00", "04/05/2024 23:30", "4 May 2024, 23:30"),
        ("2024-05-04 09:05:00", "04/05/2024 09:05", "4 May 2024, 09:05"),
        ("2024-05-04", "04/05/2024", "4 May 2024"),
        ("2024-05-04T27:00:00", "04/05/2024", "4 May 2024"),
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


@proves("WORDS-4")
def test_a_day_is_written_as_one_says_it():
    first, other = dt.date(2099, 3, 1), dt.date(2099, 3, 26)
    assert formats.spoken_date(first, "fr") == "dimanche 1er mars 2099"
    assert formats.spoken_date(other, "fr", year=False) == "jeudi 26 mars"
    assert formats.spoken_date(first, "en", year=False) == "Sunday 1 March"
