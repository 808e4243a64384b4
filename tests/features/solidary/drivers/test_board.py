"""Finding drivers: one table of all of them, and the one that is retained (SOLIDARY-14, trap 28)."""

import datetime as dt
import time

import pytest
import reflex as rx

from admin_app.features.solidary.desk import baskets
from admin_app.features.solidary.drivers import table
from admin_app.features.solidary.drivers.scoring import VERDICTS
from admin_app.features.solidary.file.driver_search_page import finder, fitting
from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.kit.session import double_press
from admin_app.kit.words.locale import t
from tests.features.solidary.conftest import ENDPOINT, notices, view
from tests.features.solidary.drivers.conftest import CHOSEN, CLOSED, OPEN, patches
from tests.support.proofs import proves


@proves("DRIVER-1")
async def test_everybody_who_could_drive_stands_in_one_table(at):
    tab = await at(OPEN)
    found = view(tab)
    assert {each["kind"] for each in found.board} == {"volunteer"}
    assert {(each["outward"] != "none", each["return"] != "none") for each in found.board} == {(True, True)}
    assert (found.board_count, found.board_whole) == (4, 4)
    verdicts = [VERDICTS.index(each["verdict"]) for each in found.board]
    assert verdicts == sorted(verdicts)
    # Departure, destination, and the home of each, by the number of the row.
    assert [each["rank"] for each in found.board] == ["1", "2", "3", "4"]
    assert [each[0] for each in found.marks] == ["origin", "destination", "1", "2", "3", "4"]
    assert [each[0] for each in found.map_lines] == ["trip", *(f"detour detour-{number}" for number in range(1, 5))]


@proves("DRIVER-10")
async def test_a_mark_of_the_map_leads_to_its_row(at):
    tab = await at(OPEN)
    await tab.send(SolidaryFile.point_at, mark="2")
    assert tab.went("focusOn") == ["act-2"]
    await tab.send(SolidaryFile.point_at, mark="origin")
    assert tab.went("focusOn") == ["act-2"]


@proves("DRIVER-1")
async def test_the_table_is_narrowed_by_way_and_kind_without_a_call(at, upstream):
    tab = await at(OPEN)
    upstream.forget()
    await tab.send(SolidaryFile.choose_way, way="return")
    assert {(each["outward"], each["return"] != "none") for each in view(tab).board} == {("", True)}
    await tab.send(SolidaryFile.choose_kind, kind="carpool")
    assert (view(tab).board, view(tab).board_count, view(tab).board_whole) == ([], 0, 4)
    await tab.send(SolidaryFile.choose_kind, kind="nonsense")
    await tab.send(SolidaryFile.choose_way, way="")
    assert view(tab).board_count == 4
    assert upstream.calls == []


async def test_those_that_fit_worse_are_a_press_away(at, monkeypatch):
    monkeypatch.setattr(table, "LENGTH", 1)
    tab = await at(OPEN)
    assert (len(view(tab).board), view(tab).board_count) == (1, 4)
    await tab.send(SolidaryFile.show_all_drivers)
    assert len(view(tab).board) == 4


@proves("SOLIDARY-33", "DRIVER-2")
async def test_a_driver_who_is_chosen_becomes_a_solution_on_both_ways(at, upstream):
    tab = await at(OPEN)
    first = view(tab).board[0]
    upstream.forget()
    await tab.send(SolidaryFile.retain, key=first["key"])
    [sent] = patches(upstream)
    assert set(sent) == {"solution"}
    assert set(sent["solution"]) == {"matching", "transporter"}
    assert sent["solution"]["matching"] == int(first["key"].split("-")[1])
    # The answer is the record: nothing is read again, which could text drivers.
    assert not upstream.called("GET", f"{ENDPOINT}/")
    now = view(tab)
    assert (len(now.drivers), now.retaining) == (2, False)
    assert tab.went("focusOn") == [f"call-solution-{now.drivers[0]['id']}"], "a call is next"
    assert first["name"] not in {each["name"] for each in now.board}
    assert (now.board_count, now.board_whole) == (3, 3)
    assert [each[0] for each in now.marks] == ["origin", "destination", "kept-1", "1", "2", "3"]
    [one] = now.chosen
    assert (one["name"], one["outward"], one["return"]) == (first["name"], "0", "0")
    assert notices(tab) == [("success", f"Conducteur retenu pour l’aller et pour le retour\u00a0: {first['name']}.")]


@proves("DRIVER-2")
async def test_a_second_choice_of_the_same_is_not_even_sent(at, upstream):
    tab = await at(OPEN)
    key = view(tab).board[0]["key"]
    await tab.send(SolidaryFile.retain, key=key)
    upstream.forget()
    await tab.send(SolidaryFile.retain, key=key)
    assert upstream.calls == []


@proves("DRIVER-12")
async def test_a_press_that_is_repeated_does_not_choose_who_slides_under_the_finger(at, upstream, monkeypatch):
    tab = await at(OPEN)
    first, second = view(tab).board[:2]
    await tab.send(SolidaryFile.retain, key=first["key"])
    upstream.forget()
    assert view(tab).board[0]["key"] == second["key"], "the next one stands where the first one stood"
    await tab.send(SolidaryFile.retain, key=second["key"])
    assert upstream.calls == []
    assert [each["name"] for each in view(tab).chosen] == [first["name"]]
    refused = f"Un seul conducteur vient d’être retenu. Pour retenir aussi {second['name']}, appuyez de nouveau."
    assert notices(tab)[-1] == ("error", refused)
    assert not view(tab).retaining
    assert tab.went("focusOn") == ["act-1"]
    now = time.time()
    monkeypatch.setattr(double_press.time, "time", lambda: now + double_press.DOUBLE + 1)
    await tab.send(SolidaryFile.retain, key=second["key"])
    assert [each["name"] for each in view(tab).chosen] == [first["name"], second["name"]]


@proves("DRIVER-12")
async def test_after_a_refusal_another_may_be_chosen_at_once(at, upstream):
    tab = await at(OPEN)
    first, second = view(tab).board[:2]
    upstream.fail(ENDPOINT, 400, "PATCH")
    await tab.send(SolidaryFile.retain, key=first["key"])
    upstream.heal()
    await tab.send(SolidaryFile.retain, key=second["key"])
    assert [each["name"] for each in view(tab).chosen] == [second["name"]]


@proves("SOLIDARY-33")
@pytest.mark.parametrize("status", [400, 500])
async def test_who_could_not_be_chosen_is_named_and_has_the_focus_again(at, upstream, status):
    """The button is shut while the answer is awaited, and the focus was lost with it."""
    tab = await at(OPEN)
    second = view(tab).board[1]
    upstream.fail(ENDPOINT, status, "PATCH")
    await tab.send(SolidaryFile.retain, key=second["key"])
    assert view(tab).retaining is False
    assert view(tab).drivers == []
    [(kind, text)] = notices(tab)
    assert (kind, "retenu" in text) == ("error", True)
    assert (status == 500) is ("peut-être fait" in text) is (second["name"] in text)
    assert tab.went("focusOn") == [f"act-{second['rank']}"]


@proves("DRIVER-2")
async def test_who_was_retained_by_a_colleague_meanwhile_is_shown_so(at, browser, upstream):
    tab = await at(OPEN)
    first = view(tab).board[0]
    there = await browser.tab().open(f"/solidaryrecords/show/{OPEN}")
    await there.send(SolidaryFile.retain, key=first["key"])
    await tab.send(SolidaryFile.retain, key=first["key"])
    now = view(tab)
    assert [each["name"] for each in now.chosen] == [first["name"]]
    assert first["name"] not in {each["name"] for each in now.board}
    assert notices(tab) == [("success", f"{first['name']} fait déjà partie des conducteurs retenus.")]
    assert tab.went("focusOn") == [f"call-solution-{now.chosen[0]['id']}"]


async def test_the_button_that_was_pressed_says_so_alone(at, upstream):
    tab = await at(OPEN)
    key = view(tab).board[1]["key"]
    with upstream.held(f"{ENDPOINT}/{OPEN}"):
        pressed = await tab.start(SolidaryFile.retain, key=key)
        await upstream.awaited(f"{ENDPOINT}/{OPEN}")
        assert (view(tab).retaining, view(tab).retained_key) == (True, key)
    await pressed.wait_all()
    assert not view(tab).retaining


@pytest.mark.parametrize("key", ["", "carpool-999999", "volunteer-1", "external-outward-a-b-c"])
async def test_nobody_is_chosen_who_is_not_in_the_table(at, upstream, key):
    tab = await at(OPEN)
    upstream.forget()
    await tab.send(SolidaryFile.retain, key=key)
    assert upstream.calls == []


@proves("DRIVER-2")
async def test_who_is_retained_stands_above_alone(at):
    tab = await at(CHOSEN)
    kept = {each["name"] for each in view(tab).chosen}
    assert kept
    assert kept.isdisjoint(each["name"] for each in view(tab).board)
    marks = [each for each in view(tab).marks if each[0].startswith("kept")]
    assert {each[3] for each in marks} <= kept


async def test_another_record_begins_anew(at):
    tab = await at(OPEN)
    await tab.send(SolidaryFile.choose_way, way="return")
    await tab.open(f"/solidaryrecords/show/{CHOSEN}")
    assert view(tab).board_way == ""
    assert view(tab).board_count


@proves("DRIVER-11")
@pytest.mark.parametrize("key", ["close", "closed"])
async def test_of_a_trip_that_is_past_nobody_is_on_show_until_somebody_asks(at, monkeypatch, key):
    later = baskets.now() + dt.timedelta(days=30)
    monkeypatch.setattr(baskets, "now", lambda: later)
    tab = await at(OPEN if key == "close" else CLOSED)
    assert (view(tab).step["key"], view(tab).board) == (key, [])
    fitting, count = view(tab).board_fitting["some"], view(tab).board_count
    assert fitting > 0
    assert {each[0].split("-")[0] for each in view(tab).marks} <= {"origin", "destination", "kept", "gone"}
    await tab.send(SolidaryFile.show_all_drivers)
    assert len(view(tab).board) == fitting
    await tab.send(SolidaryFile.choose_way, way="return")
    await tab.send(SolidaryFile.choose_way, way="")
    assert len(view(tab).board) == fitting, "it stays unfolded"
    await tab.send(SolidaryFile.show_all_drivers)
    assert len(view(tab).board) == count


@proves("DRIVER-11")
def test_what_is_on_show_and_what_is_a_press_away_are_as_many_as_the_heading_says():
    """Who fits no way is counted apart: the heading tells of those who fit."""
    page, some, shown = str(finder()), fitting("some"), rx.Var.create(SolidaryFile.board).length()
    others = t("solidary_drivers.find.more", count=some - shown)
    unfit = t("solidary_drivers.find.and_unfit", count=SolidaryFile.board_count - some)
    assert str(others) in page
    assert str(unfit) in page
