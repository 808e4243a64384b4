"""Who is free on Tuesday morning within 15 km of Lunéville, without any call (VOLUNTEER-1, VOLUNTEER-2)."""

import json

import pytest

from admin_app.features.solidary.distance import kilometres
from admin_app.features.solidary.volunteers.finder import DISTANCES, Wanted, free_at, ordered
from admin_app.features.solidary.week import FLAGS
from admin_app.kit.values import point_of
from tests.support.proofs import proves

LUNEVILLE, NANCY, EPINAL = (48.5911, 6.4966), (48.6921, 6.1844), (48.1724, 6.4497)
NEAR = json.dumps({"lat": LUNEVILLE[0], "lgt": LUNEVILLE[1], "name": "Lunéville"})


def volunteer(number, home=None, *free, **more):
    place = {"latitude": f"{home[0]:.6f}", "longitude": f"{home[1]:.6f}"} if home else None
    return {"id": number, "homeAddress": place, **dict.fromkeys(FLAGS), **dict.fromkeys(free, True), **more}


def found(filters, *people):
    wanted = Wanted.of(filters)
    return [each["id"] for each in people if wanted.holds(each)]


# --- distances ----------------------------------------------------------------------------


@proves("VOLUNTEER-4")
@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (LUNEVILLE, NANCY, 25.5),
        (LUNEVILLE, EPINAL, 46.7),
        (LUNEVILLE, LUNEVILLE, 0.0),
        ((48.8566, 2.3522), (43.2965, 5.3698), 660.5),
        ((0.0, 179.9), (0.0, -179.9), 22.2),
        ((90.0, 0.0), (-90.0, 0.0), 20015.1),
    ],
)
def test_a_distance_is_as_the_crow_flies(one, other, expected):
    assert kilometres(one, other) == pytest.approx(expected, abs=0.3)
    assert kilometres(other, one) == pytest.approx(kilometres(one, other))


NOWHERE = (
    *(None, {}, {"latitude": "48.5"}, {"latitude": None, "longitude": "6"}, {"latitude": "x", "longitude": "6"}),
    *({"latitude": "91", "longitude": "6"}, {"latitude": "nan", "longitude": "6"}, {"latitude": [], "longitude": "6"}),
)


@pytest.mark.parametrize("address", NOWHERE)
def test_an_address_without_a_place_has_none(address):
    assert point_of(address) is None


# --- what is asked ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("latitude", "longitude", "there"), [(90, -180, True), (-90, "180", True), (90.5, 0, False), (0, 180.5, False)]
)
def test_the_world_ends_at_its_edges(latitude, longitude, there):
    assert (point_of({"latitude": latitude, "longitude": longitude}) is not None) is there


def test_a_day_and_a_slot_are_one_flag():
    assert free_at("tue", "m") == {"mTue"}
    assert free_at("tue", "") == {"mTue", "aTue", "eTue"}
    assert free_at("", "e") == {flag for flag in FLAGS if flag.startswith("e")}
    assert free_at("", "") == frozenset()
    assert free_at("someday", "noon") == frozenset()


@proves("VOLUNTEER-4")
def test_free_on_tuesday_morning():
    people = volunteer(1, None, "mTue"), volunteer(2, None, "aTue", "mMon"), volunteer(3)
    assert found({"day": "tue", "slot": "m"}, *people) == [1]
    assert found({"day": "tue"}, *people) == [1, 2]
    assert found({"slot": "m"}, *people) == [1, 2]
    assert found({}, *people) == [1, 2, 3]


@proves("VOLUNTEER-2")
def test_a_flag_that_was_never_set_or_is_no_truth_value_is_not_free():
    people = [{"id": 1, "mTue": None}, {"id": 2}, {"id": 3, "mTue": "true"}, {"id": 4, "mTue": False}]
    assert found({"day": "tue", "slot": "m"}, *people) == []


@proves("VOLUNTEER-4")
def test_within_so_many_kilometres():
    people = volunteer(1, LUNEVILLE), volunteer(2, NANCY), volunteer(3, EPINAL), volunteer(4)
    assert found({"near": NEAR, "within": "15"}, *people) == [1]
    assert found({"near": NEAR, "within": "30"}, *people) == [1, 2]
    assert found({"near": NEAR, "within": "50"}, *people) == [1, 2, 3]
    assert found({"near": NEAR}, *people) == [1, 2, 3, 4]


def test_the_map_draws_the_circle_of_a_distance_around_a_place_alone():
    assert Wanted.of({"near": NEAR, "within": "15"}).circle == f"{LUNEVILLE[0]},{LUNEVILLE[1]},15000"
    assert Wanted.of({"near": NEAR}).circle == Wanted.of({"within": "15"}).circle == ""


@pytest.mark.parametrize("filters", [{"within": "15"}, {"near": "Lunéville", "within": "15"}])
def test_a_distance_from_nowhere_filters_nothing(filters):
    assert found(filters, volunteer(1, EPINAL), volunteer(2)) == [1, 2]


@pytest.mark.parametrize("within", ["9999", "-1", "1e9", "quinze", ""])
def test_a_distance_that_is_not_offered_filters_nothing(within):
    assert within not in DISTANCES
    assert found({"near": NEAR, "within": within}, volunteer(1, EPINAL)) == [1]


def test_within_the_bounds_of_a_map():
    people = volunteer(1, LUNEVILLE), volunteer(2, NANCY), volunteer(3)
    assert found({"bounds": "6.3,48.7,6.6,48.5"}, *people) == [1]
    for edges in ("6.4966,48.7,6.6,48.5911", "6.3,48.5911,6.4966,48.5"):
        assert found({"bounds": edges}, *people) == [1], "those on its edges too"
    assert found({"bounds": "nonsense"}, *people) == [1, 2, 3]


def test_the_distance_is_told_to_a_hundred_metres():
    wanted = Wanted.of({"near": NEAR})
    assert wanted.distance(volunteer(1, NANCY)) == 25.5
    assert wanted.distance(volunteer(1)) is None
    assert Wanted.of({}).distance(volunteer(1, NANCY)) is None


# --- the order ----------------------------------------------------------------------------


def person(number, family, given, distance, town=None):
    home = {"addressLocality": town} if town else None
    return {"id": number, "familyName": family, "givenName": given, "distance": distance, "homeAddress": home}


PEOPLE = [
    person(1, "Étienne", "Zoé", None, "Toul"),
    person(2, "Dupuis", "Lucas", 12.0),
    person(3, "etienne", "Anne", 3.5, "Étain"),
    person(4, None, "Marc", 12.0),
]


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("near", [3, 4, 2, 1]),
        ("distance", [3, 4, 2, 1]),
        ("-distance", [4, 2, 3, 1]),
        ("familyName", [2, 3, 1, 4]),
        ("-familyName", [3, 1, 2, 4]),
        ("givenName", [3, 2, 4, 1]),
        ("id", [1, 2, 3, 4]),
        ("-id", [4, 3, 2, 1]),
        ("homeAddress.addressLocality", [3, 1, 4, 2]),
        ("nonsense", [4, 2, 3, 1]),
    ],
)
def test_the_order_says_nothing_of_accents_and_puts_what_is_unknown_last(sort, expected):
    assert [each["id"] for each in ordered(PEOPLE, sort)] == expected
