"""The import of relay points: what exists at the same place, types and communities, overwriting (IMPORT-13)."""

import pytest
from sqlalchemy import select

from admin_app.features.relay_points.imports import RelayPointImport, bounds, spot
from admin_app.features.users.imports import UserImport
from admin_app.kit.imports import dry_run, files
from admin_app.kit.imports.file_facts_page import about_file
from admin_app.kit.imports.staging import StagingTable
from admin_app.kit.transfer import spool
from admin_app.kit.words.locale import say
from sandbox.tables import communities, relay_point_types, relay_points
from tests.features.imports.conftest import spreadsheet
from tests.support.proofs import proves

IMPORT = "admin/imports/relaypoints"
COLUMNS = [column.name for column in RelayPointImport.resource.columns]


def point(name: str, latitude: str, longitude: str, **cells: str) -> str:
    """One line of a file of relay points."""
    line = dict.fromkeys(COLUMNS, "") | {"name": name, "relay_point_type_id": "1"}
    return ";".join((line | {"latitude": latitude, "longitude": longitude} | cells).values())


def known(upstream):
    query = select(relay_points).where(relay_points.c.latitude.is_not(None)).order_by(relay_points.c.id)
    return upstream.sandbox.database.row(query)


def another_type(upstream) -> int:
    """The number of a type that no relay point has."""
    return upstream.sandbox.database.insert(relay_point_types, name="Halte", name_key="halte")


def delete_type(upstream, number: int) -> None:
    """Delete a type, as a colleague does."""
    upstream.sandbox.database.delete(relay_point_types, id=number)


async def test_what_stayed_behind_is_imported_again_as_it_was(sign_in, bring):
    tab = await sign_in("admin", "/relaypoints/import")
    lines = [
        point("Quai", "47.218371", "-1.553621", relay_point_type_id="99", external_id="=1+1", places="+3"),
        point("Ailleurs", "nord", "-1.553621"),
    ]
    view = await bring(tab, RelayPointImport, "\n".join(lines))
    before = [{**row, "line": ""} for row in view.lines]
    assert view.lines[0]["c10"] == "=1+1"
    state = await tab.state(RelayPointImport)
    kept = StagingTable.load(state.resource, spool.get(state.sheet, spool.SHEET))
    content = files.refused_lines(state.resource, "fr", kept.entries)
    assert b"47,218371;-1,553621;'+3;" in content
    await bring(tab, RelayPointImport, content)
    assert [{**row, "line": ""} for row in tab.view(RelayPointImport).lines] == before


@proves("IMPORT-6", "IMPORT-13")
async def test_the_forecast_tells_what_the_import_will_do(sign_in, upstream, bring):
    there, gone = known(upstream), another_type(upstream)
    lines = [
        point("Nouvelle aire", "48.111111", "6.222222", external_id="X-1"),
        point("Déjà là", f"{there.latitude:.6f}", f"{there.longitude:.6f}", external_id="Y-1"),
        point("Autre type", "48.333333", "6.444444", relay_point_type_id=str(gone)),
        point("Autre communauté", "48.555555", "6.666666", community_id="4242"),
        point("Encore", "48,1111111", "6.2222222", external_id="X-1"),
        point("Sans identifiant", f"{there.latitude:.6f}", f"{there.longitude:.6f}"),
    ]
    tab = await sign_in("admin", "/relaypoints/import")
    view = await bring(tab, RelayPointImport, "\n".join(lines))
    assert (view.total, view.faulty, view.headed) == (6, 0, False)
    delete_type(upstream, gone)
    upstream.forget()
    await tab.send(RelayPointImport.foresee)
    assert [row["outlook"] for row in view.lines] == [
        "create", "overwritten", "unknown_type", "unknown_community", "duplicate", "exists",
    ]  # fmt: skip
    assert view.lines[1]["found"] == str(there.id)
    assert [call.path for call in upstream.called("GET", "admin")] == [
        "/admin/relaypoints", "/admin/relaypoints", "/admin/relaypoint_types", "/admin/communities",
    ]  # fmt: skip
    await tab.send(RelayPointImport.send)
    assert [row["outcome"] for row in view.lines] == [
        "replaced", "ignored", "unknown_type", "unknown_community", "added", "ignored",
    ]  # fmt: skip
    assert view.missing == 2, "what a later line replaced is not among them"


async def test_a_point_at_the_place_of_an_earlier_line_is_a_double_of_it(sign_in, bring):
    lines = [point(name, "48.111111", "6.222222", external_id=name) for name in ("X-1", "X-2")]
    tab = await sign_in("admin", "/relaypoints/import")
    view = await bring(tab, RelayPointImport, "\n".join(lines))
    await tab.send(RelayPointImport.send)
    assert [(row["outcome"], row["detail_fr"]) for row in view.lines] == [
        ("added", ""),
        ("duplicate", "Même que la ligne 1"),
    ]
    assert (view.lines[1]["found"], view.missing) == ("", 1)


@proves("IMPORT-13", "IMPORT-23")
async def test_a_line_with_the_external_id_of_an_earlier_one_replaces_it_and_the_report_says_so(
    sign_in, upstream, bring
):
    lines = [
        point("Parking A", "48.111111", "6.222222", external_id="P-1"),
        point("Parking B", "48.333333", "6.444444", external_id="P-1"),
    ]
    tab = await sign_in("admin", "/relaypoints/import")
    view = await bring(tab, RelayPointImport, "\n".join(lines))
    assert view.remarks == {"twin": 1, "replaces": 1}
    await tab.send(RelayPointImport.send)
    row = upstream.sandbox.database.row(select(relay_points).where(relay_points.c.external_id == "P-1"))
    assert row.name == "Parking B"
    assert [(row["outcome"], row["detail_fr"]) for row in view.lines] == [("replaced", "Par la ligne 2"), ("added", "")]
    assert ([each["found"] for each in view.lines], view.outcomes) == (["", str(row.id)], {"replaced": 1, "added": 1})
    assert (view.missing, view.lines[0]["line"]) == (0, "1")
    await tab.send(RelayPointImport.mend_refused)
    assert view.stage == "report", "taken up as it is, the earlier line would overwrite the later one"
    await tab.send(RelayPointImport.show, view="missing")
    assert view.lines == []


@proves("IMPORT-23")
def test_the_page_tells_apart_what_is_replaced_and_what_is_passed_over():
    told = "seule la dernière resterait"
    assert told in str(about_file(RelayPointImport))
    assert told not in str(about_file(UserImport)), "of people the first stays"


@proves("IMPORT-13")
@pytest.mark.parametrize(("locale", "kept"), [
    ("fr", ("identifiant externe", "auteur externe", "communauté", "créateur")),
    ("en", ("external identifier", "external author", "community", "creator")),
])  # fmt: skip
def test_what_an_overwritten_point_keeps_is_said(locale, kept):
    sentence = say("relay_point_import.impact", locale).rpartition(":")[2]
    assert [each for each in kept if each not in sentence] == []


async def test_every_page_of_what_is_there_is_read(sign_in, upstream, bring, monkeypatch):
    monkeypatch.setattr(dry_run, "PER_PAGE", 3)
    query = select(relay_points).where(relay_points.c.latitude.is_not(None)).order_by(relay_points.c.id).limit(8)
    there = upstream.sandbox.database.rows(query)
    lines = [point(f"Aire {row.id}", f"{row.latitude:.6f}", f"{row.longitude:.6f}") for row in there]
    tab = await sign_in("admin", "/relaypoints/import")
    view = await bring(tab, RelayPointImport, "\n".join(lines))
    await tab.send(RelayPointImport.foresee)
    assert {row["outlook"] for row in view.lines} == {"exists"}
    assert len(upstream.called("GET", "admin/relaypoints")) > 2


@proves("IMPORT-13")
async def test_a_point_of_the_same_origin_is_overwritten_empty_cells_included(sign_in, upstream, bring):
    tab = await sign_in("admin", "/relaypoints/import")
    first = point("Aire", "48.111111", "6.222222", external_id="X-1", places="40", description="Bitume")
    await bring(tab, RelayPointImport, first)
    await tab.send(RelayPointImport.send)
    await tab.send(RelayPointImport.restart)
    view = await bring(tab, RelayPointImport, point("Aire", "48.111111", "6.222222", external_id="X-1"))
    await tab.send(RelayPointImport.send)
    assert view.outcomes == {"updated": 1}
    row = upstream.sandbox.database.row(select(relay_points).where(relay_points.c.external_id == "X-1"))
    assert (row.places, row.description) == (0, None)


@proves("IMPORT-14")
async def test_the_screen_opens_without_the_permission_of_the_server_but_nothing_goes(sign_in, upstream):
    upstream.grant("editor@demo.test", "access_admin", "relay_point_update")
    tab = await sign_in("editor", "/relaypoints/import")
    await tab.send(RelayPointImport.prepare)
    assert tab.went("sendFile") == []


@pytest.mark.parametrize(("latitude", "expected"), [("48.1", "48.100000,6.000000"), (None, ""), ("x", "")])
def test_a_place_is_compared_by_six_decimals(latitude, expected):
    assert spot(latitude, 6) == expected


def test_all_places_of_a_file_are_asked_for_in_one_rectangle():
    assert bounds(["48.100000,6.000000", "47.000000,7.500000"]) == [("bounds", "5.999990,48.100010,7.500010,46.999990")]


# --- columns in another order -------------------------------------------------------

TURNED = "Longitude;Commune;Horaires;Latitude;Type;Nom\n6,245310;Toul;8h-19h;48,631520;1;Aire de Toul\n"


def named_cells(row: dict[str, str]) -> dict[str, str]:
    return {name: row[f"c{at}"] for at, name in enumerate(COLUMNS) if row[f"c{at}"]}


@proves("IMPORT-19")
async def test_columns_are_found_by_their_names_and_sent_in_the_order_of_the_api(sign_in, upstream, bring):
    tab = await sign_in("admin", "/relaypoints/import")
    view = await bring(tab, RelayPointImport, TURNED)
    assert (view.total, view.faulty, view.headed, view.named, view.matched) == (1, 0, True, True, 5)
    assert named_cells(view.lines[0]) == {
        "name": "Aire de Toul", "relay_point_type_id": "1", "latitude": "48.631520", "longitude": "6.245310",
        "address_locality": "Toul",
    }  # fmt: skip
    assert [(each["name"], each["sample"]) for each in view.columns if not each["field"]] == [("Horaires", "8h-19h")]
    await tab.send(RelayPointImport.send)
    (call,) = upstream.called("POST", IMPORT)
    assert b"Aire de Toul;1;48.631520;6.245310;;" in call.content
    row = upstream.sandbox.database.row(select(relay_points).where(relay_points.c.name == "Aire de Toul"))
    assert (round(row.latitude, 4), round(row.longitude, 4)) == (48.6315, 6.2453)


@proves("IMPORT-19")
async def test_a_column_is_chosen_by_hand_and_corrections_of_the_others_stay(sign_in, bring):
    tab = await sign_in("admin", "/relaypoints/import")
    view = await bring(tab, RelayPointImport, TURNED.replace("Nom", "Intitulé"))
    assert (view.lacking, view.faulty) == (["name"], 1)
    await tab.send(RelayPointImport.commit, line="2", column="17", text="Foug")
    await tab.send(RelayPointImport.match, at="5", field="name")
    assert (view.lacking, view.faulty) == ([], 0)
    assert named_cells(view.lines[0])["name"] == "Aire de Toul"
    assert named_cells(view.lines[0])["address_locality"] == "Foug"
    await tab.send(RelayPointImport.match, at="0", field="latitude")
    assert named_cells(view.lines[0])["latitude"] == "6.245310"
    assert [each["field"] for each in view.columns] == [
        "latitude", "address_locality", "", "longitude", "relay_point_type_id", "name",
    ]  # fmt: skip


@proves("IMPORT-32")
async def test_which_encoding_was_guessed_is_said_and_chosen_and_corrections_stay(sign_in, bring):
    tab = await sign_in("admin", "/relaypoints/import")
    file = "Nom;Type;Latitude;Longitude;Résumé\nGare;1;48,905;6,054;Pont-à-Mousson\nAire;1;48,9;6,05;Café\n"
    view = await bring(tab, RelayPointImport, file.encode("cp1252"))
    assert (view.encodings, view.about["encoding"]) == (["Windows-1252", "Mac Roman", "DOS 850"], "Windows-1252")
    assert (view.lines[0]["c13"], view.matched) == ("Pont-à-Mousson", 5)
    await tab.send(RelayPointImport.commit, line="3", column="0", text="Aire à moi")
    await tab.send(RelayPointImport.read_as, encoding="Mac Roman")
    assert (view.lines[0]["c13"], view.matched) == ("Pont-‡-Mousson", 5)
    await tab.send(RelayPointImport.read_as, encoding="DOS 850")
    assert (view.about["encoding"], view.matched) == ("DOS 850", 4)
    await tab.send(RelayPointImport.read_as, encoding="latin-1")
    await tab.send(RelayPointImport.read_as, encoding="Windows-1252")
    assert (view.lines[0]["c13"], view.lines[1]["c0"], view.lines[1]["c13"]) == ("Pont-à-Mousson", "Aire à moi", "Café")
    assert (await bring(tab, RelayPointImport, file)).encodings == []


async def test_nonsense_chooses_no_column(sign_in, bring):
    tab = await sign_in("admin", "/relaypoints/import")
    view = await bring(tab, RelayPointImport, TURNED)
    before = [dict(each) for each in view.columns]
    for at, field in (("99", "name"), ("x", "name"), ("-1", "name"), ("0", "password")):
        await tab.send(RelayPointImport.match, at=at, field=field)
    assert [dict(each) for each in view.columns] == before


@proves("IMPORT-20")
async def test_without_names_the_order_is_taken_and_said(sign_in, bring):
    tab = await sign_in("admin", "/relaypoints/import")
    view = await bring(tab, RelayPointImport, point("Aire", "48.1", "6.1"))
    assert (view.headed, view.named, view.unsure, view.faulty) == (False, False, True, 0)
    await tab.send(RelayPointImport.set_headed, headed=True)
    assert (view.total, view.headed, view.named) == (0, True, False)
    await tab.send(RelayPointImport.set_headed, headed=False)
    assert (view.total, view.faulty) == (1, 0)
    view = await bring(tab, RelayPointImport, "a;b;c\nx;y;z\n")
    assert (view.matched, [each["field"] for each in view.columns]) == (3, ["name", "relay_point_type_id", "latitude"])
    assert (view.lacking, "ewidth" in view.lines[0]) == (["longitude"], False)


async def test_a_header_that_is_said_to_be_a_line_becomes_one(sign_in, bring):
    tab = await sign_in("admin", "/relaypoints/import")
    view = await bring(tab, RelayPointImport, TURNED)
    await tab.send(RelayPointImport.set_headed, headed=False)
    assert (view.total, view.headed, view.named) == (2, False, False)
    assert view.lines[0]["c0"] == "Longitude"
    assert (len(view.columns), "ewidth" in view.lines[0]) == (6, False)
    await tab.send(RelayPointImport.set_headed, headed=True)
    assert (view.total, view.faulty, view.named) == (1, 0, True)


@proves("IMPORT-19")
@pytest.mark.parametrize("kind", ["xlsx", "ods"])
async def test_workbooks_may_have_any_order_too(sign_in, bring, kind):
    rows = [["Longitude", "Nom", "Latitude", "Horaires", "Type"], [6.24531, "Aire de Toul", 48, "", 1]]
    tab = await sign_in("admin", "/relaypoints/import")
    view = await bring(tab, RelayPointImport, spreadsheet(kind, rows), f"aires.{kind}")
    assert (view.total, view.faulty, view.named) == (1, 0, True)
    assert named_cells(view.lines[0]) == {
        "name": "Aire de Toul", "relay_point_type_id": "1", "latitude": "48.0", "longitude": "6.24531",
    }  # fmt: skip


# --- what the file says against itself ----------------------------------------------


def remarks_of(view) -> list[str]:
    return [row["remark"] or row["twin"] for row in view.lines]


@proves("IMPORT-22")
async def test_exchanged_degrees_are_told_and_exchanged_in_one_click(sign_in, upstream, bring):
    lines = [point(f"Aire {at}", f"{48.1 + at / 100:.2f}", f"{6.1 + at / 100:.2f}") for at in range(6)]
    lines += [point("Inversée", "6.2", "48.2"), point("Lointaine", "12.5", "-2.2")]
    tab = await sign_in("admin", "/relaypoints/import")
    view = await bring(tab, RelayPointImport, "\n".join(lines))
    assert remarks_of(view) == [*[""] * 6, "swapped", "far"]
    assert (view.remarks, view.doubts, view.faulty) == ({"swapped": 1, "far": 1}, 2, 0)
    assert [(mark[0], mark[4]) for mark in view.places[:3]] == [("7", "bad"), ("8", "bad"), ("1", "good")]
    await tab.send(RelayPointImport.exchange)
    assert (view.lines[6]["c2"], view.lines[6]["c3"]) == ("48.2", "6.2")
    assert view.remarks == {"far": 1}
    assert [mark[1:3] for mark in view.places if mark[0] == "7"] == [["48.200000", "6.200000"]]
    await tab.send(RelayPointImport.commit, line="8", column="2", text="48,3")
    assert view.remarks == {}


async def test_a_whole_file_the_other_way_round_is_told(sign_in, bring):
    lines = [point(f"Aire {at}", f"{6.1 + at / 100:.2f}", f"{48.1 + at / 100:.2f}") for at in range(6)]
    tab = await sign_in("admin", "/relaypoints/import")
    view = await bring(tab, RelayPointImport, "\n".join(lines))
    assert view.remarks == {"swapped": 6}
    await tab.send(RelayPointImport.exchange)
    assert (view.remarks, view.lines[0]["c2"]) == ({}, "48.10")


@proves("IMPORT-23")
async def test_lines_that_come_twice_are_told_when_the_file_is_read(sign_in, upstream, bring):
    lines = [
        point("Aire", "48.1", "6.1", external_id="X-1"),
        point("Même endroit", "48.1000000", "6,1"),
        point("Même origine", "48.2", "6.2", external_id="X-1"),
        point("Autre", "48.3", "6.3"),
    ]
    tab = await sign_in("admin", "/relaypoints/import")
    upstream.forget()
    view = await bring(tab, RelayPointImport, "\n".join(lines))
    assert (remarks_of(view), view.remarks) == (["", "1", "1", ""], {"twin": 2, "replaces": 1})
    assert not upstream.called("GET", "admin/relaypoints")
    await tab.send(RelayPointImport.commit, line="2", column="2", text="48.15")
    assert view.remarks == {"twin": 1, "replaces": 1}
    await tab.send(RelayPointImport.drop_twins)
    assert ([row["line"] for row in view.lines], view.remarks) == (["1", "2", "4"], {})


@proves("IMPORT-27")
async def test_a_mark_of_the_map_leads_to_its_line(sign_in, bring):
    lines = [point(f"Aire {at}", f"{48 + at / 100:.4f}", f"{6 + at / 100:.4f}") for at in range(40)]
    tab = await sign_in("admin", "/relaypoints/import")
    view = await bring(tab, RelayPointImport, "\n".join(lines))
    await tab.send(RelayPointImport.go_to, line="37")
    assert (view.page, tab.went("focusOn")) == (2, ["cell-37-2"])
    await tab.send(RelayPointImport.go_to, line="nonsense")
    assert view.page == 2


# --- types and communities by name --------------------------------------------------


@proves("IMPORT-24")
async def test_types_and_communities_are_written_by_name_or_number(sign_in, upstream, bring):
    kind = upstream.sandbox.database.row(select(relay_point_types).order_by(relay_point_types.c.id.desc()))
    community = upstream.sandbox.database.row(select(communities).order_by(communities.c.id))
    tab = await sign_in("admin", "/relaypoints/import")
    view = tab.view(RelayPointImport)
    assert (str(kind.id), kind.name) in [(each["value"], each["label"]) for each in view.records["relay_point_type_id"]]
    lines = [
        point("Aire", "48.1", "6.1", relay_point_type_id=kind.name.upper(), community_id=community.name),
        point("Numéro", "48.2", "6.2", relay_point_type_id=str(kind.id)),
        point("Inconnu", "48.3", "6.3", relay_point_type_id="Téléphérique"),
    ]
    await bring(tab, RelayPointImport, "\n".join(lines))
    assert [row["c1"] for row in view.lines] == [str(kind.id), str(kind.id), "Téléphérique"]
    assert (view.lines[0]["c12"], view.lines[0]["n12"]) == (str(community.id), community.name)
    assert [row.get("n1") for row in view.lines] == [kind.name, kind.name, None]
    assert (view.faulty, view.lines[2]["e1"]) == (1, "record")
    await tab.send(RelayPointImport.commit, line="3", column="1", text=kind.name)
    assert (view.faulty, view.lines[2]["c1"], view.lines[2]["n1"]) == (0, str(kind.id), kind.name)
    await tab.send(RelayPointImport.commit, line="3", column="12", text=community.name.lower())
    assert view.lines[2]["c12"] == str(community.id)
    await tab.send(RelayPointImport.send)
    assert view.outcomes == {"added": 3}


@proves("IMPORT-24")
async def test_a_number_no_type_has_is_a_fault_until_a_type_has_it(sign_in, upstream, bring):
    tab = await sign_in("admin", "/relaypoints/import")
    number = str(upstream.sandbox.database.next_id(relay_point_types))
    lines = [point(name, f"48.{at}", f"6.{at}", relay_point_type_id=number) for at, name in enumerate(("A", "B"), 1)]
    view = await bring(tab, RelayPointImport, "\n".join(lines))
    assert ([row.get("e1") for row in view.lines], view.faulty) == (["unlisted", "unlisted"], 2)
    await tab.send(RelayPointImport.commit, line="1", column="1", text="77777")
    assert (view.lines[0]["c1"], view.lines[0]["e1"]) == ("77777", "unlisted")
    assert another_type(upstream) == int(number)
    await tab.send(RelayPointImport.commit, line="1", column="1", text=number)
    assert ([row.get("n1") for row in view.lines], view.faulty) == (["Halte", "Halte"], 0)


async def test_a_number_is_left_to_the_server_where_types_may_not_be_read(sign_in, upstream, bring):
    upstream.grant("editor@demo.test", "access_admin", "relay_point_update", "relay_point_create")
    tab = await sign_in("editor", "/relaypoints/import")
    view = await bring(tab, RelayPointImport, point("Aire", "48.1", "6.1", relay_point_type_id="99"))
    assert view.faulty == 0
    await tab.send(RelayPointImport.commit, line="1", column="1", text="98")
    assert (view.lines[0]["c1"], view.faulty) == ("98", 0)
    await tab.send(RelayPointImport.send)
    assert view.outcomes == {"unknown_type": 1}


async def test_names_stay_to_be_mended_where_types_may_not_be_read(sign_in, upstream, bring):
    upstream.grant("editor@demo.test", "access_admin", "relay_point_update", "relay_point_create")
    tab = await sign_in("editor", "/relaypoints/import")
    view = await bring(tab, RelayPointImport, point("Aire", "48.1", "6.1", relay_point_type_id="Parking"))
    assert (view.records, view.faulty, view.lines[0]["e1"]) == ({}, 1, "record")
    assert not upstream.called("GET", "admin/relaypoint_types")


@proves("IMPORT-25")
async def test_the_report_leads_to_what_was_created_and_updated(sign_in, upstream, bring):
    there, gone = known(upstream), another_type(upstream)
    lines = [
        point("Nouvelle", "48.111111", "6.222222", external_id="X-1"),
        point("Déjà là", f"{there.latitude:.6f}", f"{there.longitude:.6f}", external_id="Y-1"),
        point("Autre type", "48.333333", "6.444444", relay_point_type_id=str(gone)),
    ]
    tab = await sign_in("admin", "/relaypoints/import")
    view = await bring(tab, RelayPointImport, "\n".join(lines))
    delete_type(upstream, gone)
    await tab.send(RelayPointImport.send)
    made = upstream.sandbox.database.value(select(relay_points.c.id).where(relay_points.c.external_id == "X-1"))
    assert [(row["outcome"], row["found"]) for row in view.lines] == [
        ("added", str(made)), ("ignored", str(there.id)), ("unknown_type", ""),
    ]  # fmt: skip
    assert (view.stage, view.task) == ("report", "")
