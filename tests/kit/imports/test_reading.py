"""From bytes to lines: encodings, separators and headers of files as spreadsheets write them."""

import pytest

from admin_app.kit.imports import reading
from admin_app.kit.imports.declare import Intake, SheetColumn
from admin_app.kit.imports.reading import Unreadable, decoded
from admin_app.kit.transfer.csv import for_people

COLUMNS = (SheetColumn("email", "email"), SheetColumn("name"), SheetColumn("day", "date"), SheetColumn("note"))
INTAKE = Intake("x", "user", "", "", COLUMNS, "", "", ())
HEAD = "E-mail;Nom;Date de naissance;Note"
ROWS = "lea@example.org;Léa Thérèse;1991-04-17;à Nancy\npaul@example.org;Noël Béguin;1980-12-01;été, garçon\n"


def read(text: str | bytes, encoding: str = "utf-8"):
    return decoded(text if isinstance(text, bytes) else text.encode(encoding), INTAKE, ["E-mail", "Nom", "Note"])


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


def test_a_comma_in_every_description_misleads_nobody():
    assert read("a@b.fr;x, y, z;;t, u\nc@d.fr;1, 2;;3, 4\n").separator == ";"


@pytest.mark.parametrize(
    ("first", "header"),
    [
        (HEAD, True),
        ("email;name;day;note", True),
        ("Courriel;Personne;Naissance;Remarque", True),
        ("NOM;E-MAIL;x;NOTE", True),
        ("lea@example;Léa;1991-04-17;", False),
        ("lea@example.org;Léa;17 avril;", False),
        ("lea@example.org;;;", False),
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
    assert [len(line.cells) for line in found.lines] == [4, 5, 2]


def test_cells_put_in_shape_are_counted():
    assert read("a@b.fr;x;17/04/1991;n \nc@d.fr;x;1991-04-17;n\n").tidied == 1


def test_quoted_cells_hold_separators_and_line_breaks():
    found = read('a@b.fr;"x;y";1991-04-17;"one\ntwo"\nc@d.fr;"""q""";1991-04-17;\n')
    assert found.lines[0].cells == ["a@b.fr", "x;y", "1991-04-17", "one\ntwo"]
    assert found.lines[1].cells[1] == '"q"'


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"", "empty_file"),
        (b"\n;;;\n", "empty_file"),
        (b"PK\x03\x04rest", "workbook"),
        (b"\xd0\xcf\x11\xe0rest", "workbook"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not_text"),
        (b"a;b\x00c", "not_text"),
        (b"\xff\xfea", "not_text"),
        (b'a@b.fr;"' + b"x" * 200_000, "unclosed_quote"),
    ],
)
def test_what_is_no_table_is_refused_with_a_reason(content, name):
    with pytest.raises(Unreadable, match=f"^{name}$"):
        read(content)


def test_too_many_lines_are_refused(monkeypatch):
    monkeypatch.setattr(reading, "MAX_LINES", 3)
    assert len(read("a@b.fr;;;\n" * 3).lines) == 3
    with pytest.raises(Unreadable, match="too_many_lines"):
        read("a@b.fr;;;\n" * 5)


def test_what_was_handed_out_comes_back_as_it_was():
    cells = ["a@b.fr", "=1+1", "1991-04-17", "+33 6 12 34 56 78"]
    assert read(for_people([cells], "fr")).lines[0].cells == cells
