"""How well a driver fits: days and minutes in common, distances, and why not, in words."""

import datetime as dt
from typing import Any

import pytest

from admin_app.features.solidary.drivers.candidates import of_partners, of_record, retained, ways_of_solutions
from admin_app.features.solidary.drivers.journey import OUTWARD, RETURN, around, asked, kilometres, point
from admin_app.features.solidary.drivers.scoring import BAD, GOOD, PART, fit, ranked
from admin_app.features.solidary.drivers.table import LENGTH, Filters, table_of
from admin_app.features.solidary.drivers.wording import row
from admin_app.features.solidary.record import SolidaryRecord, plain
from tests.support.proofs import proves

LUNEVILLE = {"addressLocality": "Lunéville", "latitude": "48.591130", "longitude": "6.496560"}
NANCY = {"addressLocality": "Nancy", "latitude": "48.692054", "longitude": "6.184417"}
BACCARAT = {"addressLocality": "Baccarat", "latitude": "48.449000", "longitude": "6.740000"}
# A Thursday.
DAY = "2026-03-26T00:00:00+01:00"


def at(clock: str) -> str:
    return f"2026-03-18T{clock}:00+01:00"


def slot(clock: str) -> str:
    return f"1970-01-01T{clock}:00+01:00"


def a_record(**changes: Any) -> SolidaryRecord:
    """A record as the API sends it: on a Thursday at nine, back at eleven."""
    item = {
        "id": 318,
        "status": 2,
        "adminorigin": LUNEVILLE,
        "admindestination": NANCY,
        "adminproposalType": "roundtrip",
        "adminfrequency": 1,
        "adminfromDate": DAY,
        "adminoutwardDate": DAY,
        "adminreturnDate": DAY,
        "adminoutwardTime": at("09:00"),
        "adminoutwardMinTime": at("08:00"),
        "adminoutwardMaxTime": at("10:00"),
        "adminreturnTime": at("11:00"),
        "adminschedules": [],
    }
    return SolidaryRecord.model_validate(plain(item | changes))


WEEKLY = {
    "adminfrequency": 2,
    "admintoDate": "2026-04-26T00:00:00+01:00",
    "adminoutwardTime": None,
    "adminreturnTime": None,
    "adminschedules": [
        {"mon": True, "thu": True, "outwardTime": at("08:15"), "returnTime": at("12:00")},
        {"tue": True, "outwardTime": at("14:00"), "returnTime": None},
    ],
}


def a_carpool(**changes: Any) -> dict[str, Any]:
    return {
        "external": False,
        "matchingId": 991,
        "carpoolerId": 845,
        "carpoolerGivenName": "Hélène",
        "carpoolerFamilyName": "Petit",
        "frequency": 1,
        "type": "roundtrip",
        "driver": True,
        "solidaryExclusive": None,
        "carpoolerFromDate": DAY,
        "carpoolerFromTime": at("09:20"),
        "origin": LUNEVILLE,
        "destination": NANCY,
        "detourDuration": 300,
        "detourDistance": 4000,
    } | changes


def a_volunteer(*flags: str, **changes: Any) -> dict[str, Any]:
    return {
        "matchingId": 1004,
        "volunteerId": 733,
        "volunteerGivenName": "Henri",
        "volunteerFamilyName": "Lefèvre",
        "mMinTime": slot("08:00"),
        "mMaxTime": slot("12:00"),
        "aMinTime": slot("13:00"),
        "aMaxTime": slot("18:00"),
        "centerPoint": {**LUNEVILLE, "latitude": "48.592000"},
        "maxDistance": 20000,
        "type": "oneway",
        "volunteerSchedule": dict.fromkeys(flags or ("mThu",), True),
    } | changes


def a_journey(**changes: Any) -> dict[str, Any]:
    return {
        "external": True,
        "externalProvider": "covoit-est",
        "journeyId": "15246",
        "carpoolerId": 354,
        "carpoolerGivenName": "Doriane B.",
        "carpoolerFamilyName": None,
        "frequency": 1,
        "type": "oneway",
        "driver": 1,
        "fromDate": "2026-03-26",
        "fromTime": "2026-03-26T08:30:00+00:00",
        "origin": LUNEVILLE,
        "destination": NANCY,
        "detourDuration": "2479",
        "detourDistance": "55000",
    } | changes


def fits(record: SolidaryRecord, way: str = OUTWARD):
    """The fit of the only candidate of a record on one way."""
    [one] = [each for each in of_record(record) if each.way == way]
    return fit(one, asked(record)[way])


def of_carpool(way: str = OUTWARD, record: dict[str, Any] | None = None, **changes: Any):
    ways = {"outward": [], "return": []} | {way: [a_carpool(**changes)]}
    return fits(a_record(admincarpools=ways, **(record or {})), way)


def of_volunteer(*flags: str, record: dict[str, Any] | None = None, **changes: Any):
    ways = {"outward": [a_volunteer(*flags, **changes)], "return": []}
    return fits(a_record(admintransporters=ways, **(record or {})))


def of_journey(record: dict[str, Any] | None = None, way: str = OUTWARD, **changes: Any):
    made = asked(a_record(**(record or {})))
    return fit(of_partners([a_journey(**changes)], way)[0], made[way])


def keys(found) -> list[str]:
    return [each.key for each in found.reasons]


# --- what is asked ---


def test_a_punctual_request_asks_for_one_day_and_its_hours():
    ways = asked(a_record())
    assert list(ways) == [OUTWARD, RETURN]
    there, back = ways[OUTWARD], ways[RETURN]
    assert {day: (each.first, each.wish, each.last) for day, each in there.days.items()} == {"thu": (480, 540, 600)}
    # Without a window, the API's own margin.
    assert {day: (each.first, each.wish, each.last) for day, each in back.days.items()} == {"thu": (645, 660, 675)}
    assert (there.origin.name, back.origin.name, back.home.name) == ("Lunéville", "Nancy", "Lunéville")


def test_a_regular_request_asks_for_each_day_of_its_week():
    ways = asked(a_record(**WEEKLY))
    assert {day: each.wish for day, each in ways[OUTWARD].days.items()} == {"mon": 495, "tue": 840, "thu": 495}
    assert {day: each.wish for day, each in ways[RETURN].days.items()} == {"mon": 720, "thu": 720}
    assert ways[OUTWARD].last == dt.date(2026, 4, 26)


def test_a_request_within_a_window_asks_for_any_of_its_days():
    window = asked(a_record(adminfrequency=3, admintoDate="2026-04-02T00:00:00+01:00"))[OUTWARD]
    assert (window.open, len(window.days)) == (True, 7)
    assert not asked(a_record())[OUTWARD].open, "the only day is the one"


@pytest.mark.parametrize(
    ("texts", "hours"),
    [
        (("09:00",), (525, 540, 555)),
        (("09:00", "08:00", "10:00"), (480, 540, 600)),
        (("09:00", "09:30", "08:00"), (540, 540, 540)),
        (("00:05",), (0, 5, 20)),
        (("23:50",), (1415, 1430, 1439)),
    ],
)
def test_an_hour_has_the_margin_of_the_api_within_its_day(texts, hours):
    found = around(*texts)
    assert found is not None
    assert (found.first, found.wish, found.last) == hours


def test_an_hour_that_is_none_has_no_hours():
    assert around("morning") is None


def test_a_window_goes_on_from_its_first_day():
    window = asked(a_record(adminfrequency=3, admintoDate="2026-03-27T00:00:00+01:00"))[OUTWARD]
    assert (window.open, list(window.days)) == (True, ["thu", "fri"])


def test_the_way_back_is_on_its_own_day_but_for_a_week():
    back = asked(a_record(adminreturnDate="2026-03-27T00:00:00+01:00"))[RETURN]
    assert (back.first, list(back.days)) == (dt.date(2026, 3, 27), ["fri"])
    assert asked(a_record(adminreturnDate=None))[RETURN].first == dt.date(2026, 3, 26)
    weekly = asked(a_record(**WEEKLY, adminreturnDate="2026-03-27T00:00:00+01:00"))[RETURN]
    assert weekly.first == dt.date(2026, 3, 26)


def test_one_way_asks_for_no_way_back():
    assert list(asked(a_record(adminproposalType="oneway"))) == [OUTWARD]


def test_distances_are_those_of_a_crow():
    assert kilometres(point(LUNEVILLE), point(NANCY)) == pytest.approx(25.6, abs=0.3)
    assert kilometres(point(LUNEVILLE), point({"addressLocality": "?"})) is None
    assert point({"latitude": "nord", "longitude": "6"}) is None


# --- carpoolers ---


def test_a_carpooler_within_the_hours_fits():
    found = of_carpool()
    assert (found.verdict, found.days, found.offset, found.reasons) == (GOOD, ("thu",), 20, ())


@pytest.mark.parametrize(
    ("clock", "verdict", "key", "minutes"),
    [
        ("10:01", PART, "late", 1),
        ("10:40", PART, "late", 40),
        ("11:00", PART, "late", 60),
        ("11:01", BAD, "late", 61),
        ("11:30", BAD, "late", 90),
        ("07:30", PART, "early", 30),
        ("07:00", PART, "early", 60),
    ],
)
def test_a_carpooler_beside_the_hours_is_told_by_how_much(clock, verdict, key, minutes):
    found = of_carpool(carpoolerFromTime=at(clock))
    assert (found.verdict, keys(found), found.reasons[0].values["minutes"]) == (verdict, [key], minutes)


def test_a_carpooler_of_another_day_does_not_fit():
    found = of_carpool(carpoolerFromDate="2026-03-27T00:00:00+01:00")
    assert (found.verdict, keys(found), found.days) == (BAD, ["other_date"], ())


def test_a_regular_carpooler_is_told_the_days_that_lack():
    week = {"mon": at("08:20"), "tue": False, "thu": at("08:20"), "fri": at("08:20")}
    found = of_carpool(record=WEEKLY, frequency=2, carpoolerSchedule=week, carpoolerToDate="2026-12-31T00:00:00+01:00")
    assert (found.verdict, found.days, found.wanted) == (PART, ("mon", "thu"), 3)
    assert [(each.key, each.days) for each in found.reasons] == [("some_days", ("tue",))]
    none = of_carpool(record=WEEKLY, frequency=2, carpoolerSchedule={"fri": at("08:20")})
    assert [(each.key, each.days) for each in none.reasons] == [("no_day", ("fri",))]


def test_within_a_window_the_best_day_counts_and_in_a_week_the_worst():
    week = {"frequency": 2, "carpoolerSchedule": {"mon": at("09:00"), "tue": at("10:30")}}
    window = {"adminfrequency": 3, "admintoDate": "2026-04-02T00:00:00+01:00"}
    assert of_carpool(record=window, **week).verdict == GOOD
    every = {"mon": True, "tue": True, "outwardTime": at("09:00")}
    worst = of_carpool(record={**WEEKLY, "adminschedules": [every]}, **week)
    assert (worst.offset, [(each.key, each.values) for each in worst.reasons]) == (90, [("late", {"minutes": 75})])


@pytest.mark.parametrize(
    ("changes", "verdict", "said"),
    [
        ({"carpoolerFromDate": "2026-05-01T00:00:00+01:00"}, BAD, ["begins"]),
        ({"carpoolerFromDate": "2026-04-26T00:00:00+01:00"}, GOOD, []),
        ({"carpoolerToDate": "2026-03-01T00:00:00+01:00"}, BAD, ["ended"]),
        ({"carpoolerToDate": "2026-03-26T00:00:00+01:00"}, PART, ["until"]),
        ({"carpoolerToDate": "2026-04-10T00:00:00+01:00"}, PART, ["until"]),
        ({"carpoolerToDate": "2026-04-26T00:00:00+01:00"}, GOOD, []),
    ],
)
def test_a_regular_carpooler_has_dates_of_his_own(changes, verdict, said):
    week = dict.fromkeys(("mon", "tue", "thu"), at("08:15")) | {"tue": at("14:00")}
    found = of_carpool(
        record=WEEKLY,
        frequency=2,
        carpoolerSchedule=week,
        **{"carpoolerFromDate": "2026-01-01T00:00:00+01:00", **changes},
    )
    assert (found.verdict, keys(found)) == (verdict, said)


@proves("DRIVER-1")
def test_the_more_days_in_common_the_better():
    costs = []
    for days in (("mon",), ("mon", "thu"), ("mon", "tue", "thu")):
        week = {day: at("14:00" if day == "tue" else "08:15") for day in days}
        costs.append(of_carpool(record=WEEKLY, frequency=2, carpoolerSchedule=week).cost)
    assert costs == sorted(costs, reverse=True)
    assert len(set(costs)) == 3


@proves("DRIVER-1")
@pytest.mark.parametrize(
    ("changes", "cost"),
    [
        ({}, 10 + 8 + 5),
        ({"detourDuration": None}, 10 + 8),
        ({"detourDuration": None, "detourDistance": None}, 10),
        ({"carpoolerFromTime": at("11:30")}, 75 + 8 + 5 + 100),
        ({"carpoolerFromDate": "2026-03-27"}, 120 + 8 + 5 + 100),
    ],
)
def test_waiting_weighs_half_a_detour_its_minutes_and_twice_its_kilometres(changes, cost):
    assert of_carpool(**changes).cost == pytest.approx(cost)


@proves("DRIVER-1")
def test_the_way_of_a_volunteer_weighs_as_a_detour():
    found = of_volunteer(centerPoint=BACCARAT, maxDistance=0)
    assert found.reasons == ()
    assert found.cost == pytest.approx(2 * found.distance)
    week = {**WEEKLY, "adminschedules": [{"mon": True, "thu": True, "outwardTime": at("09:00")}]}
    assert of_volunteer(record=week, centerPoint=BACCARAT, maxDistance=0).cost == pytest.approx(60 + 2 * found.distance)


def test_a_week_without_a_first_day_is_anybodys():
    undated = {**WEEKLY, "adminoutwardDate": None, "adminfromDate": None}
    assert of_carpool(record=undated).days == ("thu",)


@proves("DRIVER-1")
def test_a_day_that_lacks_weighs_more_than_three_hours_of_waiting():
    late, another_day = of_carpool(carpoolerFromTime=at("12:00")), of_carpool(carpoolerFromDate="2026-03-27")
    assert (late.verdict, another_day.verdict) == (BAD, BAD)
    assert late.cost < another_day.cost


def test_a_long_detour_is_worth_saying():
    [reason] = of_carpool(detourDuration=1530).reasons
    assert (reason.key, reason.values) == ("detour", {"minutes": 25})
    assert of_carpool(detourDuration=1500).reasons[0].values == {"minutes": 25}
    assert keys(of_carpool(detourDuration=1200)) == []
    assert keys(of_carpool(detourDuration=1201)) == ["detour"]


def test_who_looks_for_a_seat_does_not_drive():
    found = of_carpool(driver=False)
    assert (found.verdict, keys(found)) == (BAD, ["passenger"])


# --- volunteers ---


def test_a_volunteer_who_is_free_and_near_fits():
    found = of_volunteer()
    assert (found.verdict, found.days) == (GOOD, ("thu",))
    assert found.distance == pytest.approx(0.1, abs=0.05)


def test_a_volunteer_who_is_not_free_does_not_fit():
    found = of_volunteer("aThu", "mFri")
    assert (found.verdict, keys(found)) == (BAD, ["no_day"])


@pytest.mark.parametrize(
    ("begins", "ends", "verdict"),
    [("09:00", "12:00", GOOD), ("08:00", "09:00", GOOD), ("06:00", "08:00", BAD), ("10:00", "12:00", BAD)],
)
def test_a_volunteer_is_free_at_the_hour_up_to_its_minute(begins, ends, verdict):
    assert of_volunteer(mMinTime=slot(begins), mMaxTime=slot(ends)).verdict == verdict


def test_a_volunteer_who_is_free_beside_the_hour_fits_in_part():
    found = of_volunteer(mMinTime=slot("09:30"))
    assert (found.verdict, keys(found)) == (PART, ["partly_free"])


@proves("DRIVER-1")
def test_a_volunteer_who_lives_too_far_is_told_how_far():
    found = of_volunteer(centerPoint=BACCARAT, maxDistance=15000)
    assert (found.verdict, keys(found)) == (BAD, ["too_far"])
    assert (round(found.reasons[0].values["km"]), found.reasons[0].values["limit"]) == (24, 15)


def test_the_distance_is_counted_to_the_departure_on_the_way_back_too():
    ways = {"outward": [], "return": [a_volunteer("mThu", type="roundtrip")]}
    found = fits(a_record(admintransporters=ways), RETURN)
    assert (found.verdict, round(found.distance, 1)) == (GOOD, 0.1)


def test_a_volunteer_without_a_home_is_to_be_checked():
    found = of_volunteer(centerPoint={})
    assert (found.verdict, keys(found), found.distance) == (PART, ["no_home"], None)


def test_a_volunteer_for_any_day_of_a_window_needs_one():
    window = {"adminfrequency": 3, "admintoDate": "2026-04-02T00:00:00+01:00"}
    found = of_volunteer(record=window)
    assert (found.verdict, found.days, found.wanted) == (GOOD, ("thu",), 1)


# --- partners ---


def test_a_journey_of_a_partner_fits_by_its_hour_and_its_ends():
    found = of_journey()
    assert (found.verdict, found.offset) == (GOOD, -30)


def test_a_journey_of_a_partner_that_starts_far_is_told_how_far():
    found = of_journey(origin=BACCARAT)
    assert (found.verdict, keys(found)) == (PART, ["starts_far"])
    for degrees, said in ((0.04, []), (0.05, ["starts_far"])):  # 4.4 and 5.6 km
        assert keys(of_journey(origin={**LUNEVILLE, "latitude": str(48.59113 + degrees)})) == said


@pytest.mark.parametrize(("kind", "said"), [("oneway", ["one_way"]), ("roundtrip", [])])
def test_a_journey_of_a_partner_that_does_not_come_back_is_told_on_the_way_back(kind, said):
    ends = {"origin": NANCY, "destination": LUNEVILLE, "fromTime": "2026-03-26T11:00:00+00:00"}
    assert keys(of_journey(way=RETURN, type=kind, **ends)) == said
    assert keys(of_journey(type=kind)) == []


def test_a_driver_of_a_partner_without_a_name_is_called_by_the_partner():
    (one,) = of_partners([a_journey(carpoolerGivenName=None)], OUTWARD)
    assert one.name == "covoit-est"


@pytest.mark.parametrize("lacks", [{"external": True}, {"matchingId": None}, {"carpoolerId": "x"}, {"matchingId": ""}])
def test_a_carpooler_who_cannot_be_retained_is_none(lacks):
    assert of_record(a_record(admincarpools={"outward": [a_carpool(**lacks)], "return": []})) == []


@pytest.mark.parametrize("lacks", [{"matchingId": None}, {"volunteerId": None}])
def test_nor_is_a_volunteer(lacks):
    assert of_record(a_record(admintransporters={"outward": [a_volunteer(**lacks)], "return": []})) == []


def test_a_slot_that_has_no_end_is_none():
    ways = {"outward": [a_volunteer("mThu", "aThu", aMaxTime=None)], "return": []}
    (one,) = of_record(a_record(admintransporters=ways))
    assert one.ranges == {"thu": [(480, 720)]}


def test_a_solution_is_of_the_way_of_its_matching():
    drivers = [{"id": 77, "matchingId": 992}, {"id": 78, "matchingId": 1}, {"id": 79, "matchingId": None}]
    record = a_record(
        admincarpools={"outward": [a_carpool()], "return": [a_carpool(matchingId=992)]},
        adminsolutions={"drivers": drivers, "threads": []},
    )
    candidates = [*of_record(record), *of_partners([a_journey()], OUTWARD)]
    assert ways_of_solutions(record, candidates) == {"77": RETURN}


def test_a_regular_journey_of_a_partner_has_days():
    found = of_journey(WEEKLY, frequency=2, schedule={"mon": "2026-03-16T08:15:00+00:00", "tue": False})
    assert (found.verdict, found.days) == (PART, ("mon",))


def test_what_a_partner_sent_is_taken_whatever_its_type():
    [one] = of_partners([a_journey(), "nothing", {}, a_journey(journeyId=None)], OUTWARD)
    assert (one.carpooler, one.journey, one.length, one.detour) == ("354", "15246", 55000, None)
    [odd] = of_partners([a_journey(detourDistance="far", origin=None, fromTime=None, schedule=3)], OUTWARD)
    assert (odd.length, odd.origin, odd.times) == (None, None, {})


@pytest.mark.parametrize(("metres", "said"), [("55500", "Trajet de 56 km"), (None, "Distance inconnue")])
def test_of_a_journey_of_a_partner_the_length_is_said(metres, said):
    [one] = of_partners([a_journey(detourDistance=metres, origin=None)], OUTWARD)
    made = row(1, {OUTWARD: (one, of_journey(origin=None))}, [OUTWARD], taken=set(), written_to=(), longest=80)
    assert made["road_fr"] == said


# --- the table ---


@proves("DRIVER-1")
def test_the_best_stands_first():
    record = a_record(
        admincarpools={
            "outward": [a_carpool(matchingId=1, carpoolerId=1, carpoolerFromTime=at("11:30")), a_carpool()],
            "return": [],
        },
        admintransporters={"outward": [a_volunteer(mMinTime=slot("09:30"))], "return": []},
    )
    rows = table_of(record, of_record(record), Filters(way=OUTWARD, whole=True)).rows
    assert [each["verdict"] for each in rows] == [GOOD, PART, BAD]
    ways = asked(record)
    found = ranked((each, fit(each, ways[each.way])) for each in of_record(record))
    assert [(each.matching, how.verdict) for each, how in found] == [(991, GOOD), (1004, PART), (1, BAD)]


def test_a_driver_is_retained_by_the_matching():
    drivers = [{"id": 77, "matchingId": 991, "userId": 845}, {"id": 78, "matchingId": None}]
    assert retained(a_record(adminsolutions={"drivers": drivers, "threads": []})) == {991}


@proves("DRIVER-1")
def test_a_row_says_it_in_both_languages():
    record = a_record(admintransporters={"outward": [a_volunteer(centerPoint=BACCARAT)], "return": []})
    match = of_record(record)[0], of_volunteer(centerPoint=BACCARAT, maxDistance=15000)
    made = row(3, {OUTWARD: match}, [OUTWARD, RETURN], taken=set(), written_to=(), longest=80)
    assert (made["rank"], made["outward"], made["return"], made["verdict"]) == ("3", BAD, "none", BAD)
    assert made["why_fr"] == "Habite à 24 km du départ, et ne va pas au-delà de 15 km."
    assert made["why_en"] == "Lives 24 km from the departure and goes no further than 15 km."
    assert made["when_fr"] == "Libre jeu. 08:00–12:00"
    assert made["road_fr"] == "41 min · 24 km"
    assert made["share"] == "51"


def _matched(outward: dict[str, Any], back: dict[str, Any] | None) -> dict[str, Any]:
    ways = {"outward": [a_carpool(**outward)], "return": [a_carpool(**back)] if back is not None else []}
    return table_of(record := a_record(admincarpools=ways), of_record(record), Filters(), ()).rows[0]


@proves("DRIVER-10")
def test_one_row_says_both_ways():
    both = _matched({}, {"matchingId": 992, "carpoolerFromTime": at("11:00")})
    assert (both["outward"], both["return"], both["verdict"]) == (GOOD, GOOD, GOOD)
    assert both["when_fr"] == "Aller\u00a0: Part jeu. 09:20 (+20 min)\nRetour\u00a0: Part jeu. 11:00"
    assert both["road_fr"] == "5 min · 4 km", "what is the same of both is said once"
    late = _matched({}, {"matchingId": 992, "carpoolerFromTime": at("11:35")})
    assert (late["return"], late["verdict"]) == (PART, PART)
    assert late["why_en"] == "Return: Leaves 20 min too late."
    assert _matched({}, None)["return"] == "none"


def test_a_detour_that_takes_no_time_says_so():
    assert _matched({"detourDuration": 0, "detourDistance": 300}, None)["road_fr"] == "0 min · 0,3 km"


@proves("DRIVER-10")
def test_who_drives_both_ways_stands_before_who_drives_one():
    there = [a_carpool(), a_carpool(matchingId=995, carpoolerId=846, detourDuration=60, detourDistance=100)]
    record = a_record(
        admincarpools={"outward": there, "return": [a_carpool(matchingId=992, carpoolerFromTime=at("11:00"))]}
    )
    found = table_of(record, of_record(record), Filters(), ())
    assert [each["key"] for each in found.rows] == ["carpool-991", "carpool-995"]
    assert (found.count, found.total) == (2, 2)
    one_way = table_of(record, of_record(record), Filters(way=OUTWARD), ())
    assert [each["key"] for each in one_way.rows] == ["carpool-995", "carpool-991"]
    assert {each["return"] for each in one_way.rows} == {""}


def test_the_first_are_shown_and_all_of_them_where_that_is_asked():
    there = [a_carpool(matchingId=each, carpoolerId=each) for each in range(LENGTH + 1)]
    record = a_record(admincarpools={"outward": there, "return": []})
    for whole, shown in ((False, 9), (True, LENGTH + 1)):
        found = table_of(record, of_record(record), Filters(whole=whole), ())
        assert (len(found.rows), found.count) == (shown, LENGTH + 1)
        assert [each["rank"] for each in found.rows] == [str(number) for number in range(1, shown + 1)]


@pytest.mark.parametrize(("kind", "ways"), [("roundtrip", {"77": OUTWARD}), ("oneway", {})])
def test_the_way_of_a_solution_is_told_where_there_are_two(kind, ways):
    record = a_record(
        adminproposalType=kind,
        admincarpools={"outward": [a_carpool()], "return": []},
        adminsolutions={"drivers": [{"id": 77, "matchingId": 991}], "threads": []},
    )
    assert table_of(record, of_record(record), Filters(), ()).ways == ways


@proves("DRIVER-10")
def test_the_map_draws_the_trip_and_the_way_of_each_to_it():
    record = a_record(admintransporters={"outward": [a_volunteer(centerPoint=BACCARAT)], "return": []})
    found = table_of(record, of_record(record), Filters(whole=True))
    assert [(each[0], each[5]) for each in found.marks] == [
        ("origin", "Lunéville"),
        ("destination", "Nancy"),
        ("1", "1"),
    ]
    assert [each[4] for each in found.marks[:2]] == ["origin", "destination north"]
    assert found.lines == [
        ["trip", "48.59113", "6.49656", "48.692054", "6.184417"],
        ["detour detour-1", "48.449", "6.74", "48.59113", "6.49656"],
    ]
    nowhere = table_of(bare := a_record(admindestination=None), of_record(bare), Filters(), ())
    assert nowhere.lines == []
    anywhere = a_record(admindestination=LUNEVILLE)
    assert anywhere.destination_any
    found = table_of(anywhere, of_record(anywhere), Filters(), ())
    assert [each[5] for each in found.marks if not each[0].isdigit()] == ["Lunéville"]


@proves("DRIVER-11")
def test_who_fits_no_way_is_counted_and_shown_on_demand_alone():
    there = [a_carpool(), a_carpool(matchingId=2, carpoolerId=2, carpoolerFromTime=at("11:30"))]
    back = [a_carpool(matchingId=3, carpoolerId=3, carpoolerFromTime=at("11:00"))]
    record = a_record(admincarpools={"outward": there, "return": back})
    found = table_of(record, of_record(record), Filters())
    assert found.count == 3
    assert found.fitting == {"some": 2, "all": 0, "outward": 1, "return": 1}
    assert {each["key"] for each in found.rows} == {"carpool-991", "carpool-3"}
    assert len(table_of(record, of_record(record), Filters(whole=True)).rows) == 3
    assert table_of(record, of_record(record), Filters(over=True)).rows == []


@proves("DRIVER-2")
def test_who_refused_has_a_cross_on_the_map_and_no_way_to_the_trip():
    drivers = [{"id": 77, "matchingId": 991, "userId": 845}]
    record = a_record(
        admincarpools={"outward": [a_carpool()], "return": []}, adminsolutions={"drivers": drivers, "threads": []}
    )
    (one,) = of_record(record)
    for refused, mark, drawn in (([], ("kept-1", "✓"), 2), ([one.user_id], ("gone-1", "×"), 1)):
        found = table_of(record, [one], Filters(), (), refused)
        assert (found.marks[-1][0], found.marks[-1][5]) == mark
        assert len(found.lines) == drawn


def test_how_far_beside_the_hours_somebody_leaves_is_one_number():
    late = _matched({"carpoolerFromTime": at("10:20")}, None)
    assert (late["when_fr"], late["why_fr"]) == ("Part jeu. 10:20", "Part 20 min trop tard.")
