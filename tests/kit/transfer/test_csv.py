"""Files of lines: what people open, what the API reads, and what never becomes a formula."""

import csv
import io
from decimal import Decimal

import pytest

from admin_app.kit.transfer import csv as csv_module
from admin_app.kit.transfer.csv import Passing, for_api, for_people, guarded, unguarded
from tests.support.proofs import proves

MARK = b"\xef\xbb\xbf"
HOSTILE = ["=1+1", "+33 6 12 34 56 78", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", " =1+1", "\u00a0@x", "＝1+1", "－x"]
AMID = {
    "a,=cmd|' /C calc'!A0": "a,'=cmd|' /C calc'!A0",
    "a;@SUM(1)": "a;'@SUM(1)",
    "a\n-1+cmd": "a\n'-1+cmd",
    "a\t+1,=2": "a\t+1,'=2",
    "\t=1": "'\t'=1",
    "\r=1": "'\r'=1",
    "\n=1": "'\n'=1",
    "=1,=2": "'=1,'=2",
    "a,'=1": "a,''=1",
    "a,＝1": "a,'＝1",
}
"""Formulas to a spreadsheet whose separator is another one than ours."""


def opened(content: bytes) -> list[list[str]]:
    """The cells a spreadsheet shows."""
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))


def test_people_get_what_a_double_click_opens():
    assert for_people([["Âge", "a;b"], ["é", 'c"d']], "fr") == MARK + 'Âge;"a;b"\r\né;"c""d"\r\n'.encode()


@proves("IMPORT-4")
def test_the_server_gets_every_cell_as_it_stands():
    assert for_api([["é;1", 'a"b', "x\ny"]]) == '"é;1";"a""b";"x\ny"\n'.encode()
    assert for_api([["+33612345678", "-1"]]) == b"+33612345678;-1\n"


@proves("EXPORT-14", "GUARD-12")
@pytest.mark.parametrize("text", HOSTILE)
def test_a_cell_that_looks_like_a_formula_is_a_text(text):
    assert guarded(text) == f"'{text}"
    assert opened(for_people([[text, "Léa"]], "fr")) == [[f"'{text}", "Léa"]]


@proves("EXPORT-14")
@pytest.mark.parametrize(("text", "written"), AMID.items())
def test_nor_does_a_part_of_it_whatever_ends_a_cell(text, written):
    assert guarded(text) == written
    assert unguarded(written) == text


@proves("EXPORT-14")
@pytest.mark.parametrize("text", ["de 8 h à 12 h,-20 %", "a;+33 6 12 34 56 78", "48,5;-1,5", "a - b", "x=1,y=2", "1,-"])
def test_numbers_amid_a_text_stay_as_they_are(text):
    assert guarded(text) == text


@pytest.mark.parametrize("text", [*HOSTILE, *AMID, "Léa", "", "'", "O'Connor", "'Léa", "''", "'=1", "''=1"])
def test_a_guard_goes_as_it_came(text):
    assert unguarded(guarded(text)) == text


@proves("EXPORT-10")
@pytest.mark.parametrize(
    ("chunk", "passed"),
    [
        (b"a;b\nc", b"a;b\n"),
        (b'a;"b\nc', b""),
        (b'a;b\n"c\nd";e', b"a;b\n"),
        (b'a;"b\nc"\n"d\n', b'a;"b\nc"\n'),
        (b'a\n"b";c', b"a\n"),
    ],
)
def test_what_passes_is_cut_between_two_rows_and_waits_for_no_more(chunk, passed):
    assert Passing().feed(chunk) == passed


@proves("EXPORT-10")
def test_a_quote_stays_open_from_one_part_to_the_next():
    passing = Passing()
    assert [Passing().feed(b"\n"), passing.feed(b"a"), passing.feed(b"\n")] == [b"\n", b"", b"a\n"]
    assert [passing.feed(chunk) for chunk in (b'"a', b"b\nc", b'd";e\nf')] == [b"", b"", b'"ab\ncd";e\n']


@proves("EXPORT-10")
@pytest.mark.parametrize(
    ("chunks", "passed"),
    [
        ((b"n;a\nx;=1,2,3,4\n",), b"n;a\nx;'=1,2,3,4\n"),
        ((b"n,a\n", b"x,=1;2;3\n"), b"n,a\nx,'=1;2;3\n"),
        ((b'n;m\n"a;b";=1\n',), b'n;m\n"a;b";\'=1\n'),
        ((b"n,a\n", b'"a,b",=1;2;3;4\n'), b'n,a\n"a,b",\'=1;2;3;4\n'),
        ((b"n;", b"a\nx;=1,2\n"), b"n;a\nx;'=1,2\n"),
        ((b"n\ta\r\n", b"x\t-1\r\n", b"y\t@a"), b"n\ta\r\nx\t-1\r\ny\t'@a\n"),
        ((b"x;1\n", b"\n", b"y;2"), b"x;1\n\ny;2"),
    ],
)
def test_what_passes_has_the_separator_of_its_first_row(chunks, passed):
    passing = Passing()
    assert b"".join([*map(passing.feed, chunks), passing.finish()]) == passed


@pytest.mark.parametrize("longest", [3, 4])
def test_a_row_that_does_not_end_is_given_up(monkeypatch, longest):
    monkeypatch.setattr(csv_module, "LONGEST_ROW", longest)
    if longest == 4:
        assert Passing().feed(b"abcd") == b""
    else:
        with pytest.raises(ValueError, match="without an end"):
            Passing().feed(b"abcd")


@pytest.mark.parametrize("text", ['a"b;c', "é🚗", "a\nb", "1-2", "a=b", "l@m.fr"])
def test_other_texts_are_left_alone(text):
    assert opened(for_people([[text]], "en")) == [[text]]


@pytest.mark.parametrize(
    ("number", "french", "english"),
    [(3, "3", "3"), (-3, "-3", "-3"), (-2.5, "-2,5", "-2.5"), (Decimal("0.10"), "0,10", "0.10"), (None, "", "")],
)
def test_numbers_are_those_of_the_language_and_no_formula(number, french, english):
    assert opened(for_people([["x", number]], "fr")) == [["x", french]]
    assert opened(for_people([["x", number]], "en")) == [["x", english]]
