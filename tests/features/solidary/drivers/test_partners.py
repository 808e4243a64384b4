"""Partner platforms: what they are asked, what their answers become, and that they may fail (JOURNEY-1, JOURNEY-3)."""

import asyncio
from typing import Any

import pytest

from admin_app.features.solidary.drivers.journey import OUTWARD, RETURN, asked
from admin_app.features.solidary.drivers.partners import WrongDates, first_form, parameters, search, search_of, widened
from admin_app.features.solidary.drivers.providers import Providers, names_of
from admin_app.features.solidary.file.screen_state import SolidaryFile
from admin_app.kit.session import Session
from tests.features.solidary.conftest import notices, view
from tests.features.solidary.drivers.conftest import OPEN
from tests.features.solidary.drivers.test_scoring import LUNEVILLE, WEEKLY, a_record
from tests.support.proofs import proves

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
NAMES = {"from_latitude", "from_longitude", "to_latitude", "to_longitude", "outward_mindate", "outward_maxdate"}
JOURNEYS = "admin/external_journeys"
FORM = {"way": "outward", "frequency": "1", "min_date": "", "max_date": "", "margin": "60"}


def query(way: str = OUTWARD, **changes: Any) -> dict[str, Any]:
    made = search(asked(a_record(**changes))[way])
    assert made is not None
    return parameters(made)


# --- what is asked ---


@proves("JOURNEY-1")
def test_a_search_is_of_drivers_for_a_punctual_journey_by_default():
    found = query()
    assert (found["driver"], found["passenger"], found["frequency"]) == (1, 0, "punctual")
    assert (found["from_latitude"], found["from_longitude"]) == ("48.591130", "6.496560")
    assert (found["to_latitude"], found["to_longitude"]) == ("48.692054", "6.184417")
    assert (found["outward_mindate"], found["outward_maxdate"]) == ("2026-03-26", "2026-03-26")
    assert {day: found[f"days_{day}"] for day in DAYS} == dict.fromkeys(DAYS, 0) | {"thursday": 1}
    assert (found["thursday_mintime"], found["thursday_maxtime"]) == ("08:00:00", "10:00:00")
    hours = {"thursday_mintime", "thursday_maxtime"}
    assert set(found) == {*NAMES, "driver", "passenger", "frequency", *(f"days_{day}" for day in DAYS), *hours}


@proves("JOURNEY-1")
def test_a_search_of_a_regular_journey_has_the_hours_of_each_day():
    found = query(**WEEKLY)
    assert found["frequency"] == "regular"
    assert [day for day in DAYS if found[f"days_{day}"]] == ["monday", "tuesday", "thursday"]
    assert (found["tuesday_mintime"], found["tuesday_maxtime"]) == ("13:45:00", "14:15:00")
    assert (found["monday_mintime"], found["monday_maxtime"]) == ("08:00:00", "08:30:00")
    assert (found["outward_mindate"], found["outward_maxdate"]) == ("2026-03-26", "2026-04-26")


@pytest.mark.parametrize(("margin", "last"), [("120", "11:00:00"), ("90", "10:00:00"), ("x", "10:00:00")])
def test_a_search_takes_in_the_minutes_around_that_the_form_offers_and_no_others(margin, last):
    made = search_of({"way": OUTWARD, "margin": margin}, asked(a_record()))
    assert made is not None
    assert parameters(made)["thursday_maxtime"] == last


@pytest.mark.parametrize(
    ("first", "last", "asked_for"),
    [
        ("", "", ("2026-03-26", "2026-03-26")),
        ("2026-03-24", "2026-03-30", ("2026-03-24", "2026-03-30")),
        ("2026-03-24", "demain", ("2026-03-24", "2026-03-26")),
        ("24/03/2026", "2026-03-30", ("2026-03-26", "2026-03-30")),
        ("2026-03-30", "2026-03-30", ("2026-03-30", "2026-03-30")),
    ],
)
def test_a_search_is_between_two_days_of_the_form_or_of_the_request(first, last, asked_for):
    made = search_of({"way": OUTWARD, "min_date": first, "max_date": last}, asked(a_record()))
    assert made is not None
    found = parameters(made)
    assert (found["outward_mindate"], found["outward_maxdate"]) == asked_for


def test_a_search_does_not_end_before_it_begins():
    with pytest.raises(WrongDates):
        search_of({"way": OUTWARD, "min_date": "2026-03-27"}, asked(a_record()))


def test_a_way_that_cannot_be_searched_is_not():
    assert search_of({"way": "there"}, asked(a_record())) is None
    assert search_of({"way": RETURN}, asked(a_record(admindestination=LUNEVILLE))) is None


def test_the_way_back_is_searched_from_the_destination():
    found = query(RETURN)
    assert (found["from_latitude"], found["to_latitude"]) == ("48.692054", "48.591130")
    assert found["thursday_mintime"] == "10:45:00"


@pytest.mark.parametrize(("clock", "first", "last"), [("00:30", 0, 10 * 60), ("23:30", 8 * 60, 23 * 60 + 59)])
def test_hours_are_widened_within_the_day(clock, first, last):
    made = search(asked(a_record(adminoutwardTime=f"2026-03-18T{clock}:00+01:00"))[OUTWARD])
    assert made is not None
    hours = widened(made, 60).days["thu"]
    assert (hours.first, hours.last) == (first, last)


@pytest.mark.parametrize(
    "changes",
    [
        {"admindestination": LUNEVILLE},
        {"admindestination": {"addressLocality": "?"}},
        {"adminoutwardTime": None},
        {"adminoutwardDate": None, "adminfromDate": None},
    ],
)
def test_there_is_nothing_to_search_without_a_date_an_hour_and_a_destination(changes):
    assert search(asked(a_record(**changes))[OUTWARD]) is None


@pytest.mark.parametrize(
    ("changes", "way"),
    [({}, OUTWARD), ({"adminoutwardTime": None}, RETURN), ({"admindestination": LUNEVILLE}, None)],
)
def test_the_form_begins_with_the_first_way_that_can_be_searched(changes, way):
    assert first_form(asked(a_record(**changes))).get("way") == way


# --- the search ---


@proves("JOURNEY-1")
async def test_what_partners_answer_stands_in_the_same_table(at, upstream):
    tab = await at(OPEN)
    before = view(tab).board_count
    assert view(tab).partners_form["frequency"] == "1"
    await tab.send(SolidaryFile.search_partners, data=FORM)
    [call] = upstream.called("GET", JOURNEYS)
    assert (call.query["driver"], call.query["passenger"], call.query["frequency"]) == ("1", "0", "punctual")
    assert upstream.contract.violations == []
    now = view(tab)
    found = int(now.partners_found["count"])
    assert found
    assert (now.board_count, now.partners_found["way"]) == (before + found, "outward")
    assert {each["provider"] for each in now.board if each["kind"] == "external"} == {"covoit-est", "mobi-lorraine"}
    assert (now.searching, now.partners_problem) == (False, "")
    # The length of their journey is not told as a detour.
    assert all("+" not in each["road_fr"] for each in now.board if each["kind"] == "external")


async def test_the_form_narrows_the_search(at, upstream):
    tab = await at(OPEN)
    await tab.send(
        SolidaryFile.search_partners,
        data={"way": "return", "frequency": "2", "min_date": "2026-12-01", "max_date": "2026-12-24", "margin": "15"},
    )
    [call] = upstream.called("GET", JOURNEYS)
    assert (call.query["frequency"], call.query["outward_mindate"]) == ("regular", "2026-12-01")
    assert call.query["outward_maxdate"] == "2026-12-24"
    found = [each for each in view(tab).board if each["kind"] == "external"]
    assert {(each["outward"], each["return"] != "none") for each in found} == {("none", True)}


async def test_dates_that_are_exchanged_are_told_and_not_sent(at, upstream):
    tab = await at(OPEN)
    await tab.send(SolidaryFile.search_partners, data=FORM | {"min_date": "2026-12-24", "max_date": "2026-12-01"})
    assert view(tab).partners_problem == "dates"
    assert view(tab).partners_form["min_date"] == "2026-12-24"
    assert not upstream.called("GET", JOURNEYS)


@proves("JOURNEY-1")
@pytest.mark.parametrize("fault", ["partner", "server", "cut", "unplugged", "nonsense"])
async def test_a_search_that_fails_leaves_the_rest_and_quotes_nobody(at, upstream, fault, caplog):
    tab = await at(OPEN)
    await tab.send(SolidaryFile.search_partners, data=FORM)
    before = view(tab).board_count
    if fault == "partner":
        upstream.sandbox.faults.providers.append("mobi-lorraine")
    elif fault == "server":
        upstream.fail(JOURNEYS, 500)
    elif fault == "cut":
        upstream.cut(JOURNEYS)
    elif fault == "unplugged":
        upstream.unplug(JOURNEYS)
    else:
        upstream.answer("GET", JOURNEYS, {"what": "is this"})
    await tab.send(SolidaryFile.search_partners, data=FORM)
    upstream.contract.violations.clear()
    now = view(tab)
    assert (now.partners_problem, now.searching) == ("failed", False)
    assert (now.board_count, now.problem) == (before, "")
    shown = f"{now._variables} {tab.events} {caplog.text} {notices(tab)}"
    assert "apikey" not in shown
    assert "signature=" not in shown


async def test_one_search_at_a_time_and_for_its_own_record(at, upstream):
    tab = await at(OPEN)
    with upstream.held(JOURNEYS):
        first = await tab.start(SolidaryFile.search_partners, data=FORM)
        await upstream.awaited(JOURNEYS)
        assert view(tab).searching
        await asyncio.wait_for(tab.send(SolidaryFile.search_partners, data=FORM), 5)
        await tab.open("/solidaryrecords/show/19")
    await first.wait_all()
    assert len(upstream.called("GET", JOURNEYS)) == 1
    assert all(each["kind"] != "external" for each in view(tab).board)
    assert (view(tab).searching, view(tab).partners_found) == (False, {})


async def test_without_the_module_partners_are_not_asked(at, upstream, configure):
    configure(external_journeys=False)
    tab = await at(OPEN)
    await tab.send(SolidaryFile.search_partners, data=FORM)
    assert not upstream.called("GET", JOURNEYS)
    assert not upstream.called("GET", "admin/external_journey_providers")


async def test_without_the_right_partners_are_not_asked(at, upstream):
    tab = await at(OPEN)
    session = await tab.state(Session)
    session.permissions = [each for each in session.permissions if each != "external_journey_list"]
    await tab.send(SolidaryFile.search_partners, data=FORM)
    assert view(tab).partners_problem == "forbidden"
    assert not upstream.called("GET", JOURNEYS)


# --- who they are ---


@proves("JOURNEY-3")
async def test_their_names_are_kept_with_the_person(at, upstream):
    tab = await at(OPEN)
    assert tab.view(Providers).names == ["covoit-est", "mobi-lorraine"]
    assert len(upstream.called("GET", "admin/external_journey_providers")) == 1
    await tab.send(Session.leave)
    assert (await tab.state(Providers)).names == []


async def test_names_that_cannot_be_read_keep_nobody_out(at, upstream):
    upstream.fail("admin/external_journey_providers", 500)
    tab = await at(OPEN)
    assert tab.view(Providers).names == []
    assert view(tab).board


@proves("JOURNEY-3")
@pytest.mark.parametrize(
    ("answer", "names"),
    [
        ({"hydra:member": [{"name": "a", "api_key": "secret"}, {"url": "https://b"}]}, ["a"]),
        ({"covoit-est": {"url": "https://a", "api_key": "secret"}, "b": {"api_key": "x"}}, ["covoit-est", "b"]),
        ({"hydra:member": {"covoit-est": {"api_key": "secret"}}}, ["covoit-est"]),
        ([{"name": "a"}, "b", None], ["a"]),
        ("nonsense", []),
        (None, []),
    ],
)
def test_nothing_but_names_is_taken_of_providers(answer, names):
    assert names_of(answer) == names
