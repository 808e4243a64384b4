"""A file of the API as a spreadsheet of the person opens it (EXPORT-15)."""

import csv
import io

import pytest

from admin_app.kit.exports.spreadsheet import ForPeople, Sheet
from admin_app.kit.exports.stream import RowCounter
from tests.support.proofs import proves

HEADS = {"telephone": "Téléphone", "createdDate": "Inscrit le", "newsSubscription": "Accepte les e-mails"}
KINDS = {"telephone": "phone", "createdDate": "date", "newsSubscription": "yes_no"}
FRENCH = Sheet("fr", HEADS, KINDS, "Oui", "Non")
ENGLISH = Sheet("en", {}, KINDS, "Yes", "No")
SENT = (
    "familyName,telephone,createdDate,newsSubscription\n"
    '"D\'Arcy, ""dit"" Ève",0639869266,2026-03-26T10:05:00+01:00,1\n'
    "Noël;fils,+33639869266,2026-03-26,0\n"
    '"=SUM(A1)\n+cmd",+32471123456,,\n'
    "Martin,,31-01-2025,x"
).encode()


def written(sheet: Sheet, content: bytes, size: int = 10_000) -> bytes:
    passing = ForPeople(sheet)
    parts = [passing.feed(content[start : start + size]) for start in range(0, len(content), size)]
    return b"".join([*parts, passing.finish()])


def rows(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))


@proves("EXPORT-15")
@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 10_000])
def test_a_file_opens_as_ours_do(size):
    content = written(FRENCH, SENT, size)
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.count(b"\xef\xbb\xbf") == 1
    assert rows(content) == [
        ["familyName", "Téléphone", "Inscrit le", "Accepte les e-mails"],
        ['D\'Arcy, "dit" Ève', "06 39 86 92 66", "26/03/2026 10:05", "Oui"],
        ["Noël;fils", "06 39 86 92 66", "26/03/2026", "Non"],
        ["'=SUM(A1)\n'+cmd", "'+32 471 12 34 56", "", ""],
        ["Martin", "", "31/01/2025", "Oui"],
    ]
    assert b"\r\n" in content


@proves("EXPORT-15")
def test_in_english_no_day_is_taken_for_a_month():
    _, first, second, *_, last = rows(written(ENGLISH, SENT))
    assert (first[2], second[2], last[2]) == ("2026-03-26 10:05", "2026-03-26", "2025-01-31")
    assert first[3] == "Yes"


@pytest.mark.parametrize("content", [b"\n", b"", b"id,name\n", b"id\n1\n2\n", b'id,name\n1,"a\nb"\n2,c'])
def test_its_rows_are_counted_like_those_of_the_server(content):
    sent, made = RowCounter(), RowCounter()
    sent.feed(content)
    made.feed(written(FRENCH, content))
    assert made.count == sent.count
    assert not made.broken


def test_bytes_that_are_no_utf_8_lose_no_row():
    assert rows(written(FRENCH, "id,name\n1,Noël\n".encode("cp1252")))[1] == ["1", "Noël"]


def test_the_decimals_of_a_column_are_left_to_the_server():
    """No column of these files is a number but for ids and ranks: nothing is taken for one by its looks."""
    assert rows(written(FRENCH, b"id,x\n1,48.5\n"))[1] == ["1", "48.5"]
