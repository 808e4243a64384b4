"""Who could drive, as a line of the table says it."""

from typing import Any

import pytest

from admin_app.features.solidary.drivers.candidates import Candidate, of_record
from admin_app.features.solidary.drivers.journey import OUTWARD
from admin_app.features.solidary.drivers.scoring import GOOD, Fit
from admin_app.features.solidary.drivers.wording import day_ranges, kilometres, row, span
from admin_app.features.solidary.record import SolidaryRecord, plain
from admin_app.features.solidary.week import DAYS

CARPOOL = {"matchingId": 991, "carpoolerId": 845, "frequency": 1}
HELPER = {"matchingId": 992, "volunteerId": 733}


def of(name: str, item: dict[str, Any]) -> Candidate:
    ways = {"outward": [item], "return": []}
    return of_record(SolidaryRecord.model_validate(plain({"id": 13, name: ways})))[0]


def candidate(**changes: Any) -> Candidate:
    return of("admincarpools", CARPOOL | changes)


def volunteer(**changes: Any) -> Candidate:
    return of("admintransporters", HELPER | changes)


def at(clock: str) -> str:
    return f"2026-03-18T{clock}:00+01:00"


def said(one: Candidate, *days: str) -> dict[str, str]:
    fit = Fit(GOOD, 0.0, days, 1, None, None)
    return row(1, {OUTWARD: (one, fit)}, [OUTWARD], taken=set(), written_to=(), longest=0)


@pytest.mark.parametrize(("exclusive", "told"), [(True, "true"), (False, ""), (None, "")])
def test_a_row_says_whether_an_offer_is_for_solidary_passengers_alone(exclusive, told):
    assert said(candidate(solidaryExclusive=exclusive))["exclusive"] == told


def test_a_driver_has_the_name_that_is_known_of_them():
    assert said(candidate(carpoolerGivenName="Hélène", carpoolerFamilyName=" Petit"))["name"] == "Hélène Petit"
    assert said(candidate(carpoolerGivenName=None, carpoolerFamilyName="Petit"))["name"] == "Petit"


@pytest.mark.parametrize(
    ("times", "told"),
    [
        ({"mon": at("08:00"), "tue": at("08:00")}, "Part lun., mar. 08:00"),
        ({"mon": at("08:30"), "tue": at("08:00")}, "Part lun., mar. 08:00–08:30"),
        ({"mon": at("09:00"), "tue": at("08:30"), "wed": at("08:00")}, "Part lun.–mer. 08:00–09:00"),
    ],
)
def test_who_leaves_at_several_hours_is_told_from_the_first_to_the_last(times, told):
    assert said(candidate(frequency=2, carpoolerSchedule=times), *times)["when_fr"] == told


@pytest.mark.parametrize(
    ("bounds", "told"),
    [
        (("08:00", "12:00", "12:00", "18:00"), "Libre lun. 08:00–18:00"),
        (("08:00", "12:00", "11:00", "18:00"), "Libre lun. 08:00–18:00"),
        (("08:00", "12:00", "12:01", "18:00"), "Libre lun. 08:00–12:00, 12:01–18:00"),
    ],
)
def test_slots_that_follow_each_other_are_one(bounds, told):
    names = ("mMinTime", "mMaxTime", "aMinTime", "aMaxTime")
    slots = dict(zip(names, map(at, bounds), strict=True))
    assert said(volunteer(volunteerSchedule={"mMon": True, "aMon": True}, **slots), "mon")["when_fr"] == told


def test_of_a_volunteer_who_is_free_otherwise_each_day_the_days_alone_are_told():
    slots = {"mMinTime": at("08:00"), "mMaxTime": at("12:00"), "aMinTime": at("14:00"), "aMaxTime": at("18:00")}
    assert said(volunteer(volunteerSchedule={"mMon": True, "aTue": True}, **slots), "mon", "tue")["when_fr"] == (
        "Libre lun., mar."
    )


@pytest.mark.parametrize(("minutes", "told"), [(59, "59 min"), (60, "1 h 00"), (125, "2 h 05")])
def test_a_length_of_time_is_said_in_hours_from_one_on(minutes, told):
    assert span(minutes, "fr") == told


@pytest.mark.parametrize(("value", "told"), [(0.34, "0,3 km"), (9.94, "9,9 km"), (10.0, "10 km"), (24.6, "25 km")])
def test_a_distance_has_a_decimal_under_ten_kilometres(value, told):
    assert kilometres(value, "fr") == told


@pytest.mark.parametrize(
    ("days", "french", "english"),
    [
        ("", "", ""),
        ("mon tue", "lun., mar.", "Mon, Tue"),
        ("sun mon someday", "lun., dim.", "Mon, Sun"),
        ("fri mon wed tue thu someday", "lun.–ven.", "Mon–Fri"),
        ("mon tue wed fri", "lun.–mer., ven.", "Mon–Wed, Fri"),
        ("mon tue thu fri sat", "lun., mar., jeu.–sam.", "Mon, Tue, Thu–Sat"),
        ("sun mon tue", "lun., mar., dim.", "Mon, Tue, Sun"),
        (" ".join(DAYS), "tous les jours", "every day"),
    ],
)
def test_three_days_that_follow_each_other_are_a_range(days, french, english):
    assert (day_ranges(days.split(), "fr"), day_ranges(days.split(), "en")) == (french, english)


@pytest.mark.parametrize(
    ("offset", "told"), [(1, " (+1 min)"), (5, " (+5 min)"), (-70, " (−1 h 10)"), (0, ""), (None, "")]
)
def test_how_far_beside_the_hour_somebody_leaves(offset, told):
    one = candidate(frequency=2, carpoolerSchedule={"mon": at("08:00")})
    fit = Fit(GOOD, 0.0, ("mon",), 1, offset, None)
    made = row(1, {OUTWARD: (one, fit)}, [OUTWARD], taken=set(), written_to=(), longest=0)
    assert made["when_fr"] == f"Part lun. 08:00{told}"


def test_nobody_is_told_to_take_less_than_a_minute():
    fit = Fit(GOOD, 0.0, (), 1, None, 0.1)
    made = row(1, {OUTWARD: (volunteer(), fit)}, [OUTWARD], taken=set(), written_to=(), longest=0)
    assert made["road_fr"] == "1 min · 0,1 km"
