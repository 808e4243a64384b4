"""The lines of an import between the file and the server: the first line, the map."""

from dataclasses import replace

import pytest

from admin_app.features.relay_points.imports import RELAY_POINT_IMPORT
from admin_app.kit.imports import files
from admin_app.kit.imports.column_matching import matched
from admin_app.kit.imports.file_reader import decoded
from admin_app.kit.imports.line_view import detail_of, row_of
from admin_app.kit.imports.staging import StagingTable
from tests.support.proofs import proves

HEAD = "Nom;Type;Latitude;Longitude;Places"
THREE = (HEAD, "Nancy;1;48.69;6.18;4", "Toul;1;48.67;5.89;9", "Metz;1;49.12;6.17;4")
PLACES = RELAY_POINT_IMPORT.at("places")


def laid_out(*lines: str) -> StagingTable:
    """The table of a file of relay points."""
    names = files.names(RELAY_POINT_IMPORT)
    found = decoded("\n".join(lines).encode(), RELAY_POINT_IMPORT, names)
    matching = matched(RELAY_POINT_IMPORT, names, found.header and found.header.cells, found.width)
    return StagingTable.create(RELAY_POINT_IMPORT, found, matching, name="a.csv")


def options(**numbers: str) -> list[dict[str, str]]:
    """Records a column may refer to, as the API gives them to it."""
    return [{"value": number, "label": name} for name, number in numbers.items()]


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
        "G;90.5;6.18",
        "H;6.18;180.5",
    ]
    shown = laid_out("Nom;Latitude;Longitude", *places).places()
    assert sorted(entry.cells[0] for entry, _ in shown) == ["D", "Nancy", "Nouméa"]


@pytest.mark.parametrize("place", ["nan;6.18", "6.18;inf", "nord;6.18"])
def test_of_a_place_that_is_none_nothing_is_said(place):
    (line,) = laid_out("Nom;Latitude;Longitude", f"E;{place}").entries
    assert (line.spot, line.remark) == (None, "")


def three() -> StagingTable:
    """Three lines that are right, and known to be new."""
    table = laid_out(*THREE)
    table.foretell([(number, "create", "") for number in (2, 3, 4)], {each.number: each for each in table.entries})
    return table


def named(entries) -> list[str]:
    return [entry.cells[0] for entry in entries]


def test_a_table_comes_out_of_the_spool_as_it_went_in():
    for table in (three(), laid_out("Nancy;48.69;6.18")):
        again = StagingTable.load(RELAY_POINT_IMPORT, table.dump())
        assert (again.dump(), again.header, again.names) == (table.dump(), table.header, table.names)


def test_of_a_line_whose_cell_is_written_nothing_is_known_any_more():
    table = three()
    table.write(3, PLACES, "x")
    table.write(99, PLACES, "5")
    assert [entry.cells[PLACES] for entry in table.entries] == ["4", "x", "4"]
    assert [entry.outlook for entry in table.entries] == ["create", "", "create"]
    assert (named(table.view("faults")), table.one(3).faults) == (["Toul"], {str(PLACES): "count"})


def test_a_text_for_every_line_changes_those_that_say_another():
    table = three()
    table.fill("places", "4")
    assert [entry.cells[PLACES] for entry in table.entries] == ["4", "4", "4"]
    assert [entry.outlook for entry in table.entries] == ["create", "", "create"]


def test_a_line_with_another_width_is_taken_as_it_stands():
    table = laid_out(*THREE, "Épinal;1;48.17;6.45;2;x;y")
    odd = table.one(5)
    assert (odd.odd, odd.beyond, odd.faults) == (True, "x ; y", {"width": "width"})
    table.accept(5)
    table.accept(99)
    assert (odd.odd, odd.beyond, odd.faults) == (False, "", {})
    assert named(table.view("faults")) == []


def test_lines_that_say_the_same_are_twins_of_the_first():
    table = laid_out(*THREE, "Nancy bis;1;48.69;6.18;1", "Nancy ter;1;48.69;6.18;1")
    assert [entry.twin for entry in table.entries] == [None, None, None, 2, 2]
    assert table.remarks() == {"twin": 2}
    assert [tone for _, tone in table.places()] == ["warn", "warn", "good", "good", "good"]
    table.remove(2)
    table.compare()
    assert [entry.twin for entry in table.entries] == [None, None, None, 5]
    table.drop_twins()
    assert named(table.entries) == ["Toul", "Metz", "Nancy bis"]


@proves("IMPORT-31")
def test_the_names_of_columns_are_the_first_line_of_the_file_also_where_it_was_taken_out():
    table = laid_out(*THREE)
    first = min(entry.number for entry in table.entries)
    table.set_header(False)
    table.remove(table.entries[0].number)
    table.remove(first)
    table.set_header(True)
    assert (table.header.number, [entry.number for entry in table.entries]) == (1, [3, 4])
    assert [[entry.number for entry in step] for step in table.removed] == [[first]]
    table.set_header(False)
    assert [entry.number for entry in table.entries] == [1, 3, 4]
    table.put_back()
    assert [entry.number for entry in table.entries] == [1, 2, 3, 4]


@proves("IMPORT-31")
def test_a_line_that_was_taken_for_names_comes_back_before_those_put_back_meanwhile():
    table = laid_out(*THREE)
    table.remove(3)
    table.set_header(False)
    table.remove(1)
    table.set_header(True)
    assert [[entry.number for entry in step] for step in table.removed] == [[3]], "nothing is left to put back of it"
    table.put_back()
    table.set_header(False)
    assert [entry.number for entry in table.entries] == [1, 2, 3, 4]


@proves("IMPORT-31")
def test_lines_that_were_removed_follow_what_is_done_to_all_and_come_back_in_their_place():
    table = laid_out(*THREE, "Nancy bis;1;48.69;6.18;1", "Nancy ter;1;48.69;6.18;1")
    table.remove(99)
    table.remove(3)
    table.drop_twins()
    assert [[entry.number for entry in step] for step in table.removed] == [[3], [5, 6]]
    table.fill("places", "4")
    table = StagingTable.load(RELAY_POINT_IMPORT, table.dump())
    table.put_back()
    table.compare()
    assert [(entry.number, entry.twin) for entry in table.entries] == [(2, None), (4, None), (5, 2), (6, 2)]
    table.match(table.matching.change(0, ""))
    table.put_back()
    table.put_back()
    assert [entry.number for entry in table.entries] == [2, 3, 4, 5, 6]
    assert (table.one(3).cells[0], table.one(3).cells[PLACES], table.one(3).faults) == ("", "4", {"0": "required"})


def test_places_the_wrong_way_round_are_exchanged_alone():
    table = laid_out(*THREE, "Épinal;1;6.45;48.17;2")
    assert table.remarks() == {"swapped": 1}
    assert next((entry.cells[0], tone) for entry, tone in table.places()) == ("Épinal", "bad")
    table.exchange()
    assert [entry.cells[2:4] for entry in table.entries][2:] == [["49.12", "6.17"], ["48.17", "6.45"]]
    assert table.remarks() == {}


def test_after_the_last_fault_comes_the_first_again():
    table = laid_out(HEAD, "A;x;1;1;1", "B;1;1;1;1", "C;x;1;1;1")
    assert [table.faulty_after(number).number for number in (0, 2, 3, 4)] == [2, 4, 4, 2]
    assert three().faulty_after(0) is None


def test_a_name_becomes_the_number_of_the_one_record_that_has_it():
    table = laid_out(HEAD, "A;Parking;48.1;6.1;1", "B;2;48.2;6.2;1", "C;gare;48.3;6.3;1", "D;Abri;48.4;6.4;1")
    column, at = "relay_point_type_id", RELAY_POINT_IMPORT.at("relay_point_type_id")
    assert table.unresolved(column) == ["Parking", "gare", "Abri"]
    table.entries[1].outlook = "create"
    table.learn({column: options(parking="1") + options(Gare="2") + options(Gare="3") + [{"value": "4", "label": "2"}]})
    assert [entry.cells[at] for entry in table.entries] == ["1", "2", "gare", "Abri"]
    assert table.entries[1].outlook == "create", "a line that says a number is left alone"
    assert [table.number(column, text) for text in ("2", "PARKING", "gare")] == ["2", "1", "gare"]


@proves("IMPORT-24")
def test_a_name_that_several_records_have_wants_a_number():
    table = laid_out("Nom;Type;Latitude;Longitude;Communauté", "A;Gare;48.1;6.1;nancy", "B;Abri;48.2;6.2;Toul")
    kind, community = (str(RELAY_POINT_IMPORT.at(name)) for name in ("relay_point_type_id", "community_id"))
    table.learn({
        "relay_point_type_id": options(Gare="2") + options(gare="13"),
        "community_id": options(Nancy="3") + options(Nancy="12") + options(Toul="4"),
    })  # fmt: skip
    first, second = (row_of(table, entry) for entry in table.entries)
    assert (first[f"e{kind}"], second[f"e{kind}"]) == ("namesakes 2, 13", "record")
    assert first[f"e{community}"] == "namesakes 3, 12"
    assert first[f"e{community}_fr"] == "Plusieurs portent ce nom (n°\u00a03, 12)\u00a0: écrivez le numéro"
    assert "3, 12" in first[f"e{community}_en"]
    assert "2, 13" in detail_of(RELAY_POINT_IMPORT, table.entries[0], "fr")
    table.write(2, int(kind), "2")
    table.write(2, int(community), "12")
    assert table.one(2).faults == {}
    table.write(3, int(kind), "GARE")
    assert table.one(3).faults == {kind: "namesakes 2, 13"}
    table.learn({"relay_point_type_id": options(gare="14")})
    assert table.one(3).faults == {kind: "namesakes 2, 13, 14"}


@proves("IMPORT-24")
def test_a_number_that_no_record_of_a_short_list_has_is_a_fault():
    table = laid_out(HEAD, "A;99;48.1;6.1;1", "B;01;48.2;6.2;1", "C;99;48.3;6.3;1", "D;;48.4;6.4;1")
    column, at = "relay_point_type_id", str(RELAY_POINT_IMPORT.at("relay_point_type_id"))
    assert [entry.faults.get(at) for entry in table.entries] == [None, None, None, "required"], "nobody knows the list"
    table.entries[1].outlook = "create"
    table.learn({column: options(parking="1")})
    assert [entry.faults.get(at) for entry in table.entries] == ["unlisted", None, "unlisted", "required"]
    assert table.entries[1].outlook == "create"
    table.write(2, int(at), "98")
    assert table.one(2).faults == {at: "unlisted"}
    table.learn({column: options(gare="99")})
    assert [entry.faults.get(at) for entry in table.entries] == ["unlisted", None, None, "required"]
    assert laid_out(HEAD, "A;1;48.1;6.1;1").knows(RELAY_POINT_IMPORT.columns[int(at)], "1") is False


def test_a_number_of_a_long_list_is_not_looked_up():
    table = laid_out("Nom;Type;Latitude;Longitude;Communauté", "A;1;48.1;6.1;4242", "B;1;48.2;6.2;Nancy")
    table.learn({"community_id": options(Nancy="3")})
    at = RELAY_POINT_IMPORT.at("community_id")
    assert [(entry.cells[at], entry.faults) for entry in table.entries] == [("4242", {}), ("3", {})]


def test_what_will_become_of_a_line_is_not_said_of_one_that_changed_meanwhile():
    table = three()
    asked = {each.number: replace(each, cells=[*each.cells]) for each in table.entries}
    table.write(3, PLACES, "5")
    table.foretell([(2, "exists", "7"), (3, "exists", "8"), (99, "exists", "9")], asked)
    assert [(entry.outlook, entry.found) for entry in table.entries] == [("exists", "7"), ("", ""), ("create", "")]


def test_what_became_of_lines_leaves_those_that_are_not_there_yet():
    table = three()
    table.settle([(2, "added", "", "7"), (3, "refused", "why", ""), (99, "added", "", "")], "report")
    assert [(each.outcome, each.detail, each.found) for each in table.entries] == [
        ("added", "", "7"),
        ("refused", "why", ""),
        ("", "", ""),
    ]
    table.settle([(2, "updated", "", "")])
    assert (table.entries[0].found, table.about["stage"]) == ("7", "report"), "what is known of it stays"
    table.find({3: "8"})
    assert [each.found for each in table.entries] == ["7", "8", ""]
    assert named(table.view("missing")) == ["Toul", "Metz"]
    table.keep_refused()
    assert (named(table.entries), table.about["stage"]) == (["Toul", "Metz"], "check")
    assert {(each.outcome, each.outlook, each.found, each.detail) for each in table.entries} == {("", "", "", "")}


@proves("IMPORT-23")
def test_a_line_that_found_the_record_of_an_earlier_one_is_its_double():
    """The first of its twins may be one that was not sent."""
    table = laid_out(HEAD, *[f"{name};1;48.69;6.18;1" for name in ("A", "B", "C")])
    table.settle([(4, "ignored", "", "7"), (3, "added", "", "")])
    assert [(each.outcome, each.detail, each.found) for each in table.entries] == [
        ("", "", ""),
        ("added", "", ""),
        ("duplicate", "3", ""),
    ]
    table.keep_refused()
    table = StagingTable.load(RELAY_POINT_IMPORT, table.dump())
    table.compare()
    assert [(entry.number, entry.twin) for entry in table.entries] == [(2, 3), (4, 3)]


def test_a_line_is_doubtful_where_something_is_to_be_said_of_it():
    table = laid_out(*THREE, "Épinal;1;6.45;48.17;2", "Nancy bis;1;48.69;6.18;1")
    assert named(table.view("doubts")) == ["Épinal", "Nancy bis"]
    table.entries[0].outlook, table.entries[1].outlook = "create", "unknown_type"
    assert named(table.view("doubts")) == ["Toul", "Épinal", "Nancy bis"]
    assert len(table.view()) == 5


def test_a_column_shows_the_first_text_of_the_first_lines():
    table = laid_out(HEAD, *["A;;1;1"] * 20, "A;1;1;1;9")
    assert table.samples() == ["A", "", "1", "1"]
    assert laid_out(HEAD, *["A;;1;1"] * 19, "A; 1 ;1;1;9").samples() == ["A", "1", "1", "1", "9"]


def test_a_line_that_was_taken_as_it_stands_stays_so_when_a_column_is_matched_anew():
    table = laid_out(*THREE, "Épinal;1;48.17;6.45;2;x;y")
    table.accept(5)
    table.match(table.matching.change(4, ""))
    assert (table.one(5).odd, table.one(5).beyond) == (False, "")


def test_columns_that_are_matched_anew_are_read_again_and_what_was_mended_stays():
    table = three()
    table.write(2, 0, "Nancy centre")
    table.write(2, PLACES, "7")
    table.match(table.matching.change(4, ""))
    assert table.entries[0].cells[0] == "Nancy centre"
    assert [entry.cells[PLACES] for entry in table.entries] == ["", "", ""]
