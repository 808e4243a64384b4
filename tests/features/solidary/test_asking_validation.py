"""What is wrong with the days and times of a request, before the server fails over it (trap 32)."""

import json
from datetime import date

import pytest

from admin_app.features.solidary.asking.request_form import DAYS_AHEAD, RequestForm
from admin_app.features.solidary.asking.schema import ASKING
from admin_app.features.solidary.asking.validation import (
    JUDGED,
    WRONG,
    identity_problems,
    journey_problems,
    needs_problems,
    proof_problems,
    start_problems,
    time_problems,
    typed_problems,
)
from admin_app.features.solidary.criteria import Choice, Criterion
from admin_app.features.solidary.edition.state import EDITION
from admin_app.features.solidary.week import DEFAULT_SLOTS
from admin_app.kit.forms import Submission
from admin_app.kit.forms.inputs import says_optional
from admin_app.kit.words.catalogue import catalogue
from tests.support.proofs import proves

TODAY = date(2026, 3, 20)
HOME = {"addressLocality": "Lunéville", "latitude": "48.591130", "longitude": "6.496560"}
TOWN = {"addressLocality": "Nancy", "latitude": "48.692054", "longitude": "6.184417"}
ONCE = {
    "punctualOutwardDateChoice": "1",
    "outwardDate": "2026-03-26",
    "punctualOutwardTimeChoice": "2",
    "punctualReturnDateChoice": "1",
}
BACK = {"punctualReturnDateChoice": "5", "returnDate": "2026-03-26", "returnTime": "18:00"}


def once(**texts):
    return time_problems(RequestForm({**ONCE, **texts}), TODAY, DEFAULT_SLOTS)


def weekly(*lines, **texts):
    basis = {"regular": "true", "fromDate": "2026-03-23", "regularDateChoice": "2"}
    keyed = [{**each, "key": str(key)} for key, each in enumerate(lines)]
    return time_problems(RequestForm({**basis, **texts}, keyed), TODAY)


def line(days="mon", out="08:15", back=""):
    return {"days": days, "outwardTime": out, "returnTime": back}


@pytest.mark.parametrize(
    "texts",
    [
        {},
        {"outwardDate": "2026-03-20"},
        {"punctualOutwardTimeChoice": "1", "outwardTime": "23:59"},
        BACK,
        {**BACK, "returnDate": "2026-03-27", "returnTime": "00:10"},
        *({"punctualOutwardDateChoice": choice, "outwardDate": ""} for choice in DAYS_AHEAD),
    ],
)
def test_nothing_is_wrong_with_what_is_right(texts):
    assert once(**texts) == {}


@proves("SOLIDARY-15")
@pytest.mark.parametrize(
    ("texts", "wrong"),
    [
        ({"outwardDate": ""}, {"outwardDate": "required"}),
        ({"outwardDate": "26/03/2026"}, {"outwardDate": "date"}),
        ({"outwardDate": "2026-03-19"}, {"outwardDate": f"{WRONG}.past"}),
        ({"punctualOutwardDateChoice": ""}, {"punctualOutwardDateChoice": "required"}),
        ({"punctualOutwardDateChoice": "9"}, {"punctualOutwardDateChoice": "required"}),
        ({"punctualOutwardTimeChoice": "x" * 10_000}, {"punctualOutwardTimeChoice": "required"}),
        ({"punctualOutwardTimeChoice": "1"}, {"outwardTime": "required"}),
        ({"punctualOutwardTimeChoice": "1", "outwardTime": "09:30:00"}, {"outwardTime": "time"}),
        ({"punctualReturnDateChoice": "🚗"}, {"punctualReturnDateChoice": "required"}),
        ({"punctualReturnDateChoice": "5"}, {"returnDate": "required", "returnTime": "required"}),
        ({**BACK, "returnDate": "2026-03-25"}, {"returnDate": f"{WRONG}.return_before"}),
        ({**BACK, "returnTime": "06:00"}, {"returnTime": f"{WRONG}.return_before"}),
        (
            {**BACK, "punctualOutwardTimeChoice": "1", "outwardTime": "18:00"},
            {"returnTime": f"{WRONG}.return_before"},
        ),
        (
            {**BACK, "punctualOutwardDateChoice": "2"},
            {"punctualReturnDateChoice": f"{WRONG}.return_needs_a_day"},
        ),
    ],
)
def test_what_is_wrong_is_said_at_its_input(texts, wrong):
    assert once(**texts) == wrong


@proves("SOLIDARY-10")
def test_a_journey_to_where_it_begins_is_refused_and_not_stored_as_one_to_anywhere():
    there = {**HOME, "addressLocality": "Lunéville (54300)", "latitude": 48.59113}
    same = {"subject": "9999", "origin": json.dumps(HOME), "destination": json.dumps(there)}
    assert journey_problems(RequestForm(same), {}) == {"destination": f"{WRONG}.same_place"}
    assert journey_problems(RequestForm({**same, "destinationAny": "true"}), {}) == {}
    assert journey_problems(RequestForm({**same, "destination": json.dumps(TOWN)}), {}) == {}


def test_a_day_that_has_passed_is_left_alone_where_nothing_is_asked_of_it():
    assert time_problems(RequestForm({**ONCE, "outwardDate": "2020-01-01"}), None) == {}


@pytest.mark.parametrize(
    ("texts", "wrong"),
    [
        ({"outwardDate": "2027-03-28", "outwardTime": "02:30"}, ["outwardTime"]),
        ({"outwardDate": "2027-03-28", "outwardTime": "01:59"}, []),
        ({"outwardDate": "2027-03-28", "outwardTime": "03:00"}, []),
        ({"outwardDate": "2027-03-29", "outwardTime": "02:30"}, []),
        ({"outwardDate": "2027-10-31", "outwardTime": "02:30"}, []),
        ({"outwardDate": "2027-03-27", **BACK, "returnDate": "2027-03-28", "returnTime": "02:30"}, ["returnTime"]),
    ],
)
def test_an_hour_that_the_clock_jumps_over_is_none(texts, wrong):
    found = once(**{"punctualOutwardTimeChoice": "1", "outwardTime": "09:00", **texts})
    assert found == dict.fromkeys(wrong, f"{WRONG}.no_such_time")


def test_two_slots_of_different_days_are_right():
    assert weekly(line("mon,thu", "08:15", "12:00"), line("tue", "", "18:00")) == {}
    assert weekly(line(), regularDateChoice="3", toDate="2026-12-24") == {}
    assert weekly(line(), regularDateChoice="3", toDate="2026-03-23") == {}, "a week may be one day"


@pytest.mark.parametrize(
    ("lines", "texts", "wrong"),
    [
        ([], {}, {"regularSchedules": f"{WRONG}.no_outward"}),
        ([line("")], {}, {"regularSchedules:0:days": f"{WRONG}.no_day"}),
        ([line("yesterday")], {}, {"regularSchedules:0:days": f"{WRONG}.no_day"}),
        ([line("mon,tue"), line("tue,wed")], {}, {"regularSchedules:1:days": f"{WRONG}.day_twice"}),
        ([line(out="")], {}, {"regularSchedules:0:outwardTime": "required"}),
        ([line(out="8:15")], {}, {"regularSchedules:0:outwardTime": "time"}),
        ([line(back="08:00")], {}, {"regularSchedules:0:returnTime": f"{WRONG}.return_before"}),
        ([line(back="08:15")], {}, {"regularSchedules:0:returnTime": f"{WRONG}.return_before"}),
        ([line(out="", back="18:00")], {}, {"regularSchedules": f"{WRONG}.no_outward"}),
        ([line()], {"fromDate": ""}, {"fromDate": "required"}),
        ([line()], {"regularDateChoice": ""}, {"regularDateChoice": "required"}),
        ([line()], {"regularDateChoice": "3"}, {"toDate": "required"}),
        ([line()], {"regularDateChoice": "3", "toDate": "2026-03-21"}, {"toDate": f"{WRONG}.ends_before"}),
        ([line()], {"regularDateChoice": "3", "toDate": "2026-03-01"}, {"toDate": f"{WRONG}.ends_before"}),
        (
            [line("tue")],
            {"regularDateChoice": "3", "toDate": "2026-03-23"},
            {"regularSchedules": f"{WRONG}.no_day_in_period"},
        ),
        (
            [line("sun")],
            {"regularDateChoice": "3", "toDate": "2026-03-25"},
            {"regularSchedules": f"{WRONG}.no_day_in_period"},
        ),
    ],
)
def test_what_is_wrong_with_schedules_is_said_at_its_line(lines, texts, wrong):
    assert weekly(*lines, **texts) == wrong


@pytest.mark.parametrize(
    ("texts", "wrong"),
    [
        ({}, {}),
        ({"origin": json.dumps(HOME | {"longitude": None})}, {"origin": "address"}),
        ({"origin": json.dumps(HOME | {"latitude": ""})}, {"origin": "address"}),
        ({"destination": "[]"}, {"destination": "address"}),
        ({"destination": "nowhere"}, {}),
        ({"destination": "[]", "destinationAny": "true"}, {}),
        ({"subject": ""}, {"subject": "required"}),
        ({"subject": "42"}, {"subject": "choice"}),
    ],
)
def test_an_address_has_a_point_and_a_subject_is_offered(texts, wrong):
    basis = {"origin": json.dumps(HOME), "destination": json.dumps(TOWN), "subject": "41"}
    assert journey_problems(RequestForm({**basis, **texts}), {"subject": [{"value": "41"}]}) == wrong


@pytest.mark.parametrize(
    ("kind", "text", "wrong"),
    [
        ("input", "x" * 255, None),
        ("input", "x" * 256, f"{WRONG}.too_long"),
        ("input", " ", "required"),
        ("file", "x" * 256, None),
        ("file", "", None),
    ],
)
def test_an_answer_is_there_and_can_be_kept_but_a_file_may_come_later(kind, text, wrong):
    asked = Criterion(id=21, label="Autre", mandatory=True, kind=kind)
    assert proof_problems([asked], {asked.name: text}) == ({asked.name: wrong} if wrong else {})


@pytest.mark.parametrize(("text", "wrong"), [("1", None), ("", None), ("3", "choice")])
def test_an_answer_that_is_chosen_is_one_that_is_offered(text, wrong):
    asked = Criterion(id=21, kind="radio", choices=[Choice(label="Oui", value="1"), Choice(label="Non", value="2")])
    assert proof_problems([asked], {asked.name: text}) == ({asked.name: wrong} if wrong else {})


@pytest.mark.parametrize(("text", "wrong"), [("", {}), ("12", {}), ("12,13", {}), ("12,90", {"needs": "choice"})])
def test_needs_are_those_of_the_structure(text, wrong):
    offered = {"needs": [{"value": "12"}, {"value": "13"}]}
    assert needs_problems(RequestForm({"needs": text}), offered) == wrong
    assert needs_problems(RequestForm({"needs": "12"}), {}) == {"needs": "choice"}


@pytest.mark.parametrize(
    ("day", "wrong"),
    [
        ("", False),
        ("2008-03-20", False),
        ("2008-03-21", True),
        ("1906-03-20", False),
        ("1905-03-20", True),
        ("2030-01-01", True),
    ],
)
def test_who_asks_is_eighteen_and_alive(day, wrong):
    form = RequestForm({"birthDate": day, "email": "a@b.fr"})
    found = {"birthDate": f"{WRONG}.age"} if wrong else {}
    assert identity_problems(form, TODAY, birth_date=None, generic_email=False) == found
    assert identity_problems(form, TODAY, birth_date="1950-05-09", generic_email=False) == found
    assert identity_problems(form, TODAY, birth_date=day, generic_email=False) == {}, "a date that stays is left alone"


@pytest.mark.parametrize(
    ("email", "birth_date", "generic", "needed"),
    [
        ("", None, False, True),
        ("", None, True, False),
        ("", "1950-05-09", False, False),
        ("", "", False, False),
        ("a@b.fr", None, False, False),
    ],
)
def test_somebody_new_has_an_email_unless_one_can_be_made(email, birth_date, generic, needed):
    found = identity_problems(RequestForm({"email": email}), TODAY, birth_date=birth_date, generic_email=generic)
    assert found == ({"email": f"{WRONG}.email_needed"} if needed else {})


@pytest.mark.parametrize("locale", ["fr", "en"])
def test_each_of_these_has_its_words(locale):
    names = {"past", "return_before", "return_needs_a_day", "ends_before", "no_day", "day_twice", "no_outward"}
    assert {f"{WRONG}.{name}" for name in (*names, "no_day_in_period")} <= set(catalogue().texts[locale])


@pytest.mark.parametrize(("day", "wrong"), [("2026-03-20", {}), ("2026-03-19", {"fromDate": f"{WRONG}.past"})])
def test_a_weekly_journey_begins_today_at_the_earliest(day, wrong):
    assert start_problems(RequestForm({"regular": "true", "fromDate": day}), TODAY) == wrong
    assert start_problems(RequestForm({"regular": "", "fromDate": day}), TODAY) == {}


@proves("FORM-43")
def test_both_forms_say_what_may_stay_empty():
    assert all(says_optional(each) for each in (ASKING, EDITION))


def test_what_is_required_of_a_journey_is_asked_where_it_is_shown():
    """A journey that is made once lacks the days of a weekly one, and nobody is told."""
    found = Submission(tuple(ASKING.inputs("create")), {}).problems
    names = list(found)
    assert found["fromDate"] == "required"
    assert (
        JUDGED & {*names, "outwardDate", "returnDate", "returnTime", "outwardTime", "toDate", "regularSchedules"}
        == JUDGED
    )
    assert not JUDGED & typed_problems(found, names).keys()
    assert typed_problems({"regularSchedules:1:days": "required", "origin": "address"}, ["origin"]) == {
        "origin": "address"
    }
    assert typed_problems({"outwardTime": "time"}, ["outwardTime"]) == {"outwardTime": "time"}
