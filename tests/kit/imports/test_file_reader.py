"""From bytes to lines: encodings, separators and headers of files as spreadsheets write them."""

import datetime as dt
import io
import tracemalloc
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from openpyxl import Workbook

from admin_app.kit.imports import file_reader, workbook_reader, workbooks
from admin_app.kit.imports.column_matching import laid, matched, names_of, tidied
from admin_app.kit.imports.declare import Intake, SheetColumn
from admin_app.kit.imports.file_reader import decoded
from admin_app.kit.transfer.csv import for_people
from admin_app.kit.transfer.tickets import RefusedFile
from admin_app.kit.words.locale import say
from tests.support.proofs import proves

COLUMNS = (SheetColumn("email", "email"), SheetColumn("name"), SheetColumn("day", "date"), SheetColumn("note"))
INTAKE = Intake("x", "user", "", "", COLUMNS, "", "", ())
HEAD = "E-mail;Nom;Date de naissance;Note"
ROWS = "lea@example.org;Léa Thérèse;1991-04-17;à Nancy\npaul@example.org;Noël Béguin;1980-12-01;été, garçon\n"


FILES = Path(__file__).parent / "files"
"""Made by xlwt, odfpy and msoffcrypto: a sheet of people as two other spreadsheets write it, one under a password."""


def saved(book: Workbook) -> bytes:
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def workbook(*rows: list[Any]) -> bytes:
    """A workbook with these rows on its first sheet, and a second one."""
    book = Workbook()
    for row in rows:
        book.active.append(row)
    book.create_sheet("Autre").append(["autre", "feuille"])
    return saved(book)


def hidden() -> bytes:
    """A workbook whose only sheet on show holds nothing."""
    book = Workbook()
    book.active.sheet_state = "hidden"
    book.active.append(["a@b.fr", "x"])
    book.create_sheet("Vue")
    return saved(book)


@dataclass
class Read:
    """A file as it was read, and its lines in the order of our columns."""

    header: file_reader.Line | None
    lines: list[Any]
    encoding: str
    separator: str
    sheet: str
    blank: int
    tidied: int


def read(text: str | bytes, encoding: str = "utf-8", intake: Intake = INTAKE) -> Read:
    names = names_of(intake, [["E-mail", "Nom", "Jour", "Note"]] if intake is INTAKE else [])
    found = decoded(text if isinstance(text, bytes) else text.encode(encoding), intake, names)
    matching = matched(intake, names, found.header and found.header.cells, found.width)
    lines = [
        SimpleNamespace(number=line.number, **vars(laid(intake, matching, line.cells, filled=bool(found.sheet))))
        for line in found.lines
    ]
    changed = sum(tidied(intake, matching, line.cells) for line in found.lines)
    return Read(found.header, lines, found.encoding, found.separator, found.sheet, found.blank, changed)


@proves("IMPORT-4")
@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        ("utf-8", "UTF-8"),
        ("utf-8-sig", "UTF-8"),
        ("utf-16", "UTF-16"),
        ("cp1252", "Windows-1252"),
        ("mac_roman", "Mac Roman"),
    ],
)
@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_files_of_every_kind_give_the_same_lines(encoding, name, separator, end):
    text = ROWS.replace("été, garçon", "été garçon").replace(";", separator).replace("\n", end)
    found = read(text, encoding)
    assert [line.cells for line in found.lines] == [
        ["lea@example.org", "Léa Thérèse", "1991-04-17", "à Nancy"],
        ["paul@example.org", "Noël Béguin", "1980-12-01", "été garçon"],
    ]
    assert (found.encoding, found.separator) == (name, separator)


@proves("IMPORT-32")
@pytest.mark.parametrize(
    ("text", "encoding", "name"),
    [
        ("Parking de la gare, Pont-à-Mousson", "cp1252", "Windows-1252"),
        ("Zoé Thérond", "cp1252", "Windows-1252"),
        ("MARIE-HÉLÈNE, ÎLE-DE-RÉ, ÇA", "cp1252", "Windows-1252"),
        ("Gare – Nord… l’été, 12 € «Œuvre»", "cp1252", "Windows-1252"),
        ("RÉMI", "cp1252", "Windows-1252"),
        ("MAÏS", "cp1252", "Windows-1252"),
        ("Søren", "cp1252", "Windows-1252"),
        ("Zoé Andrée", "mac_roman", "Mac Roman"),
        ("Zoé, Pont-à-Mousson", "cp850", "DOS 850"),
    ],
)
def test_what_is_no_unicode_is_that_of_windows_unless_much_speaks_for_another(text, encoding, name):
    found = read(f"a@b.fr;{text};;\n", encoding)
    assert (found.encoding, found.lines[0].cells[1]) == (name, text)


def test_a_comma_in_every_description_misleads_nobody():
    assert read("a@b.fr;x, y, z;;t, u\nc@d.fr;1, 2;;3, 4\n").separator == ";"


def test_names_of_columns_tell_the_separator_before_the_number_of_cells():
    assert read("Nom;E-mail\nx, y, z, t;a@b.fr\n1, 2, 3, 4;c@d.fr\n").separator == ";"


@pytest.mark.parametrize(
    ("first", "header"),
    [
        (HEAD, True),
        ("email;name;day;note", True),
        ("Courriel;Personne;Naissance;Remarque", True),
        ("NOM;E-MAIL;x;NOTE", True),
        ("Nom;E-mail;x", True),
        ("Nom;E-mail;;x;y", False),
        ("lea@example.org;Nom;Note;E-mail;x;y", True),
        ("Nom;x;1991-04-17;", False),
        ("lea@example;Léa;1991-04-17;", False),
        ("lea@example.org;Léa;17 avril;", False),
        ("lea@example.org;;;", False),
        ("lea@example;Léa;;", False),
        ("lea@example;Léa;x;", True),
    ],
)
def test_a_header_is_told_from_a_line(first, header):
    found = read(f"{first}\n{ROWS}")
    assert (found.header is not None) == header
    assert found.lines[0].number == (2 if header else 1)


def test_blank_lines_are_left_out_and_numbers_stay_those_of_the_spreadsheet():
    found = read(f"{HEAD}\n\nlea@example.org;;;\n;;;\n \npaul@example.org;;;\n")
    assert [line.number for line in found.lines] == [3, 6]
    assert found.blank == 3


def test_empty_cells_beyond_the_last_column_are_no_fault_others_are_kept():
    found = read("a@b.fr;x;1991-04-17;n;;\nc@d.fr;x;1991-04-17;n;more;\ne@f.fr;x\n")
    assert [(line.odd, line.beyond) for line in found.lines] == [(False, ""), (True, "more"), (True, "")]


def test_cells_put_in_shape_are_counted():
    assert read("a@b.fr;x;17/04/1991;n \nc@d.fr;x;1991-04-17;n\n").tidied == 1
    assert read('a@b.fr;"Gros\nLigne";1991-04-17;a  b\n').tidied == 2


def test_quoted_cells_hold_separators_and_line_breaks():
    found = read('a@b.fr;"x;y";1991-04-17;"one\ntwo"\nc@d.fr;"""q""";1991-04-17;\n')
    assert found.lines[0].cells == ["a@b.fr", "x;y", "1991-04-17", "one two"]
    assert found.lines[1].cells[1] == '"q"'


def test_a_quote_amid_a_cell_is_read_as_it_stands():
    (line,) = read('lea@example.org;"Léa" T.;1991-04-17;un "mot"\n').lines
    assert line.cells[1:] == ["Léa T.", "1991-04-17", 'un "mot"']


@proves("IMPORT-2")
@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"", "empty_file"),
        (b"\n;;;\n", "empty_file"),
        (b"PK\x03\x04rest", "workbook"),
        (b"\xd0\xcf\x11\xe0rest", "workbook"),
        ((FILES / "locked.xlsx").read_bytes(), "encrypted"),
        (workbook(), "empty_file"),
        (workbook([], ["", "  "]), "empty_file"),
        (hidden(), "empty_file"),
        (workbook()[:-200], "workbook"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not_text"),
        (b"a;b\x00c", "not_text"),
        (b"\xff\xfea", "not_text"),
        (b'a@b.fr;"' + b"x" * 200_000, "unclosed_quote"),
        (b'a@b.fr;"x\n', "unclosed_quote"),
    ],
)
def test_what_is_no_table_is_refused_with_a_reason(content, name):
    with pytest.raises(RefusedFile, match=f"^{name}$"):
        read(content)


TEN_MB = 10 * 1024**2
STALLING = {
    "blank lines": (lambda: b"\n" * TEN_MB, "too_many_blank"),
    "blank lines of UTF-16": (lambda: b"\xff\xfe" + b"\n\0" * (TEN_MB // 2), "too_many_blank"),
    "blank lines, then one": (lambda: b"\r\n" * (TEN_MB // 2) + b"a@b.fr;x;;\n", "too_many_blank"),
    "lines of separators": (lambda: b";;;\n" * (TEN_MB // 4), "too_many_blank"),
    "cells in one line": (lambda: b"ab;" * (TEN_MB // 3), "long_line"),
    "one cell": (lambda: "🚗".encode() * (TEN_MB // 4), "long_line"),
    "cells with line ends": (lambda: b'"a\n";' * (TEN_MB // 5), "unclosed_quote"),
    "lines": (lambda: b"a@b.fr;x;;\n" * (TEN_MB // 11), "too_many_lines"),
    "lines of Windows": (lambda: b"a@b.fr;\xe9;;\r\n" * (TEN_MB // 12), "too_many_lines"),
}
"""Files that are small enough to be sent, and ask for hundreds of times their size when all of them is looked at."""


@proves("IMPORT-16")
@pytest.mark.parametrize(("content", "name"), STALLING.values(), ids=STALLING)
def test_a_file_is_given_up_at_the_first_limit_it_passes(content, name):
    made = content()
    tracemalloc.start()
    with pytest.raises(RefusedFile, match=f"^{name}$"):
        read(made)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 25 * 1024**2


@proves("IMPORT-16")
@proves("IMPORT-16")
def test_the_limits_are_those_of_the_rule():
    limits = (file_reader.MAX_LINES, file_reader.MAX_BLANK, file_reader.MAX_LINE, file_reader.SECONDS)
    assert limits == (20_000, 50_000, 50_000, 20)


def test_so_many_blank_lines_are_passed_over_and_no_more(monkeypatch):
    monkeypatch.setattr(file_reader, "MAX_BLANK", 2)
    assert read(f"{HEAD}\n\n\n{ROWS}").blank == 2
    with pytest.raises(RefusedFile, match="too_many_blank"):
        read(f"{HEAD}\n\n\n\n{ROWS}")


def test_a_file_that_takes_too_long_is_given_up(monkeypatch):
    monkeypatch.setattr(file_reader, "SECONDS", -1)
    with pytest.raises(RefusedFile, match=r"^too_slow$"):
        read(ROWS)


@proves("IMPORT-16")
def test_of_cells_beyond_the_last_column_enough_are_kept_to_say_so():
    (line,) = read("a@b.fr;x;;;" + "y;" * 1000).lines
    assert len(line.beyond.split(" ; ")) == file_reader.MAX_BEYOND + 1
    assert line.beyond.endswith("…")
    (line,) = read("a@b.fr;x;;" + ";" * 1000).lines
    assert (line.cells, line.odd) == (["a@b.fr", "x", "", ""], False)


@proves("IMPORT-16")
@pytest.mark.parametrize(
    ("rows", "limit", "name"),
    [
        ([["a"]] * 6, {}, "too_many_lines"),
        ([["a", *[None] * 200, "b"]] * 5, {"LARGEST": 4000}, "workbook_limit"),
        ([["a"], *[[]] * 30, ["b"]], {}, ""),
    ],
)
def test_a_workbook_gives_no_more_than_may_be_imported(monkeypatch, rows, limit, name):
    monkeypatch.setattr(workbook_reader, "LARGEST", limit.get("LARGEST", workbook_reader.LARGEST))
    found = workbook_reader.read(workbook(*rows), 5)
    assert found.get("refused", "") == name
    if not name:
        assert found["rows"] == [(1, ["a"]), (32, ["b"])]


@proves("IMPORT-16")
@pytest.mark.parametrize("name", ["too_many_blank", "long_line", "too_slow", "too_many_lines", "unclosed_quote"])
@pytest.mark.parametrize("locale", ["fr", "en"])
def test_every_limit_has_its_words(name, locale):
    assert say(f"kit.upload.{name}", locale)


PEOPLE = [
    ["lea@example.org", "Léa Thérèse", "1991-04-17", "75001"],
    ["paul@example.org", "Noël Béguin", "1980-12-01", "48.5"],
]


@proves("IMPORT-2")
@pytest.mark.parametrize("kind", ["xlsx", "xls", "ods"])
def test_workbooks_of_every_kind_give_the_same_lines(kind):
    rows = [["E-mail", "Nom", "Date de naissance", "Note"]]
    rows += [[email, name, dt.date.fromisoformat(day), float(note)] for email, name, day, note in PEOPLE]
    content = workbook(*rows) if kind == "xlsx" else (FILES / f"people.{kind}").read_bytes()
    found = read(content)
    assert [line.cells for line in found.lines] == PEOPLE
    assert [line.number for line in found.lines] == [2, 3]
    assert found.header == file_reader.Line(1, ["E-mail", "Nom", "Date de naissance", "Note"])
    assert found.sheet == ("Sheet" if kind == "xlsx" else "Inscrits")
    assert (found.encoding, found.separator, found.blank) == ("", "", 0)


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (75001, "75001"),
        (75001.0, "75001"),
        (-3, "-3"),
        (48.692054, "48.692054"),
        (0.0000001, "0.0000001"),
        (33612345678, "33612345678"),
        (True, "1"),
        (False, "0"),
        (dt.datetime(1991, 4, 17), "1991-04-17"),
        (dt.datetime(1991, 4, 17, 9, 30), "1991-04-17 09:30:00"),
        (dt.time(9, 30), "09:30:00"),
        ("0612345678", "0612345678"),
        ("  17/04/1991 ", "17/04/1991"),
        ("a\nb", "a b"),
        ("=1+1", ""),
    ],
)
def test_a_cell_of_a_workbook_is_what_a_person_would_have_typed(cell, text):
    """A formula has no value until a spreadsheet has worked it out."""
    assert read(workbook(["a@b.fr", "x", "1991-04-17", cell])).lines[0].cells == ["a@b.fr", "x", "1991-04-17", text]


@pytest.mark.parametrize("day", [dt.date(1991, 4, 17), dt.datetime(1991, 4, 17), "17/04/1991", "1991-04-17"])
def test_a_day_of_a_workbook_is_written_as_its_column_wants_it(day):
    assert read(workbook(["a@b.fr", "x", day, "n"])).lines[0].cells[2] == "1991-04-17"


@pytest.mark.parametrize(("rule", "text"), [("longitude", "48.0"), ("latitude", "48.0"), ("text", "48")])
def test_a_round_coordinate_keeps_its_dot(rule, text):
    intake = Intake("x", "user", "", "", (SheetColumn("a"), SheetColumn("b", rule)), "", "", ())
    assert read(workbook(["n", 48.0]), intake=intake).lines[0].cells == ["n", text]


def test_lines_of_a_workbook_have_the_numbers_of_the_spreadsheet():
    book = Workbook()
    book.active["B3"], book.active["B6"] = "Léa", "Paul"
    found = read(saved(book))
    assert [(line.number, line.cells) for line in found.lines] == [(3, ["", "Léa", "", ""]), (6, ["", "Paul", "", ""])]
    assert found.blank == 4


def test_a_workbook_whose_cells_are_far_apart_stops_nothing_but_its_own_reading():
    book = Workbook()
    book.active["A1"], book.active["XFD1048576"] = "a@b.fr", "x"
    with pytest.raises(RefusedFile, match="workbook_limit"):
        read(saved(book))


def test_a_workbook_that_takes_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(workbooks, "_PATIENCE", 0.001)
    with pytest.raises(RefusedFile, match="workbook_limit"):
        read(workbook(["a@b.fr"]))


def test_a_line_may_be_as_long_as_the_longest(monkeypatch):
    monkeypatch.setattr(file_reader, "MAX_LINE", len(HEAD) + 1)
    longest = f"a@b.fr;{'x' * (len(HEAD) - 9)};;"
    assert len(read(f"{HEAD}\n{longest}\n").lines) == 1
    with pytest.raises(RefusedFile, match="long_line"):
        read(f"{HEAD}\n{longest}x\n")


def test_too_many_lines_are_refused(monkeypatch):
    monkeypatch.setattr(file_reader, "MAX_LINES", 3)
    assert len(read("a@b.fr;;;\n" * 3).lines) == 3
    with pytest.raises(RefusedFile, match="too_many_lines"):
        read("a@b.fr;;;\n" * 5)


@proves("EXPORT-14")
def test_what_was_handed_out_comes_back_as_it_was():
    cells = ["a@b.fr", "=1+1", "1991-04-17", "+33 6 12 34 56 78"]
    assert read(for_people([cells], "fr")).lines[0].cells == cells
