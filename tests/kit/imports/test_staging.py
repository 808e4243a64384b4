"""The lines of an import between the file and the server: the first line, the map."""

import pytest

from admin_app.features.relay_points.imports import RELAY_POINT_IMPORT
from admin_app.kit.imports import files
from admin_app.kit.imports.column_matching import matched
from admin_app.kit.imports.file_reader import decoded
from admin_app.kit.imports.staging import StagingTable


def laid_out(*lines: str) -> StagingTable:
    """The table of a file of relay points."""
    names = files.names(RELAY_POINT_IMPORT)
    found = decoded("\n".join(lines).encode(), RELAY_POINT_IMPORT, names)
    matching = matched(RELAY_POINT_IMPORT, names, found.header and found.header.cells)
    return StagingTable.create(RELAY_POINT_IMPORT, found, matching, name="a.csv")


def test_the_first_line_is_one_of_names_or_like_the_others_however_often_it_is_said():
    table = laid_out("Nom;Latitude;Longitude", "Nancy;48.69;6.18")
    for headed, numbers in ((True, [2]), (False, [1, 2]), (False, [1, 2]), (True, [2]), (True, [2])):
        table.set_header(headed)
        assert ([entry.number for entry in table.entries], table.header is not None) == (numbers, headed)


def test_a_file_without_a_line_has_no_column_to_show_a_sample_of():
    table = laid_out("Nom;Latitude;Longitude", "Nancy;48.69;6.18")
    assert table.samples() == ["Nancy", "48.69", "6.18"]
    table.entries.clear()
    assert table.samples() == []


@pytest.mark.parametrize(
    ("name", "sheet", "sent"), [("a.csv", "", "a.csv"), ("a.tsv", "", "a.tsv"), ("a.b.xlsx", "Feuille 1", "a.b.csv")]
)
def test_a_workbook_goes_out_as_csv(name, sheet, sent):
    table = laid_out("Nom;Latitude;Longitude", "Nancy;48.69;6.18")
    table.about |= {"name": name, "sheet": sheet}
    assert table.csv_name == sent


def test_the_map_shows_every_place_that_is_on_earth():
    places = [
        "Nouméa;-22.27;166.44",
        "Nancy;48.69;6.18",
        "A;6.18;200",
        "B;100;6.18",
        "C;nord;6.18",
        "D;-90;-180",
        "E;nan;6.18",
        "F;6.18;inf",
    ]
    shown = laid_out("Nom;Latitude;Longitude", *places).places()
    assert sorted(entry.cells[0] for entry, _ in shown) == ["D", "Nancy", "Nouméa"]
