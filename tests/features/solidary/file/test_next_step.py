"""What is next with a request, told from the record alone."""

import datetime as dt

import pytest

from admin_app.features.solidary.file.next_step import ACTIONS, Step, action_of, next_step, urgency
from admin_app.features.solidary.record import SolidaryRecord
from admin_app.kit.words.catalogue import message
from tests.support.proofs import proves

NOW = dt.datetime(2026, 11, 22, 9, 0, tzinfo=dt.UTC)
MATCH = {"outward": [{"carpoolerId": 5, "matchingId": 1}], "return": [{"carpoolerId": 5, "matchingId": 2}]}


def driver(status=0, contacted=False, user=7, name="Henri"):
    return {"id": user, "userId": user, "status": status, "contacted": contacted, "givenName": name}


def entry(action, user=7):
    return {"action": action, "userId": user}


def record(**given):
    values = {
        "id": 13,
        "status": 2,
        "progression": 0 if given.get("status") == 0 else 50,
        "fromDate": "2026-11-26T00:00:00+01:00",
    }
    values |= {"lastActionDate": "2026-11-21T10:00:00+01:00", **given}
    if "drivers" in values:
        values["solutions"] = {"drivers": values.pop("drivers"), "threads": []}
    return SolidaryRecord.model_validate(values)


STEPS = [
    ({"status": 6, "solidaryChildId": 14}, Step("replaced")),
    ({"status": 6}, Step("hidden")),
    ({"status": 4}, Step("closed")),
    ({"status": 4, "fromDate": "2026-01-01T00:00:00+01:00"}, Step("closed")),
    ({"fromDate": "2026-11-21T00:00:00+01:00"}, Step("close")),
    ({"fromDate": "2026-11-22T00:00:00+01:00"}, Step("search")),
    ({"fromDate": "2026-11-20T00:00:00+01:00", "toDate": "2026-12-20T00:00:00+01:00"}, Step("search")),
    ({"fromDate": "2026-11-20T00:00:00+01:00", "returnDate": "2026-11-23T00:00:00+01:00"}, Step("search")),
    ({"fromDate": None}, Step("search")),
    ({"status": 0}, Step("take")),
    ({"status": 0, "carpools": MATCH}, Step("take")),
    ({"status": 1, "carpools": MATCH}, Step("choose")),
    ({"transporters": {"outward": [{"volunteerId": 8}, {"volunteerId": 9}], "return": []}}, Step("choose")),
    ({"drivers": [driver()]}, Step("contact", "Henri", user="7")),
    ({"status": 0, "drivers": [driver()]}, Step("contact", "Henri", user="7")),
    ({"drivers": [driver(contacted=True)]}, Step("wait", "Henri", user="7")),
    ({"drivers": [driver(), driver(contacted=True, user=8, name="Anne")]}, Step("wait", "Anne", user="8")),
    (
        {"drivers": [driver(contacted=True)], "lastActionDate": "2026-11-18T10:00:00+01:00"},
        Step("remind", "Henri", user="7"),
    ),
    (
        {"drivers": [driver(contacted=True)], "lastActionDate": "2026-11-19T09:00:00+00:00"},
        Step("wait", "Henri", user="7"),
    ),
    ({"drivers": [driver(contacted=True)], "lastActionDate": None}, Step("wait", "Henri", user="7")),
    ({"drivers": [driver(1, True)], "carpools": MATCH}, Step("refused")),
    ({"drivers": [driver(1, True), driver(5, True, 8)]}, Step("refused")),
    ({"drivers": [driver(1, True), driver(user=8, name="Anne")]}, Step("contact", "Anne", user="8")),
    ({"drivers": [driver(6, True)]}, Step("link", "Henri", user="7")),
    ({"status": 3, "drivers": [driver(6, True)]}, Step("travel", "Henri")),
    ({"status": 3}, Step("travel")),
    # What the diary tells, which the server leaves out of status and "contacted".
    ({"status": 0, "progression": 25}, Step("search")),
    ({"status": 0, "progression": 0, "diary": [entry("solidary_more_infos_call", 2)]}, Step("search")),
    ({"drivers": [driver()], "diary": [entry("solidary_contact_call")]}, Step("wait", "Henri", user="7")),
    ({"drivers": [driver()], "diary": [entry("solidary_contact_call", 8)]}, Step("contact", "Henri", user="7")),
    (
        {"drivers": [driver()], "diary": [entry("solidary_carpool_refusal")], "carpools": MATCH},
        Step("refused"),
    ),
    ({"drivers": [driver()], "diary": [entry("solidary_carpool_ongoing")]}, Step("travel", "Henri", user="7")),
    ({"drivers": [driver(6)], "diary": [entry("solidary_link")]}, Step("travel", "Henri", user="7")),
    ({"drivers": [driver(6)], "diary": [entry("solidary_carpool_refusal")]}, Step("refused")),
    ({"status": 3, "fromDate": "2026-11-01T00:00:00+01:00"}, Step("close")),
]


@proves("SOLIDARY-36")
@pytest.mark.parametrize(("given", "expected"), STEPS)
def test_what_is_next(given, expected):
    assert next_step(record(**given), NOW) == expected


def test_each_step_but_the_last_leads_somewhere():
    keys = {expected.key for _, expected in STEPS}
    assert {key for key in keys if not Step(key).place} == {"hidden", "closed"}


@pytest.mark.parametrize("frequency", [1, 2])
def test_what_notes_a_step_is_an_action_of_the_catalogue(frequency):
    noted = {key: action_of(Step(key), record(frequency=frequency)) for key in ACTIONS}
    assert noted == ACTIONS | ({"close": "57"} if frequency == 2 else {})
    assert action_of(Step("choose"), record()) == ""


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"fromDate": "2026-11-24", "outwardTime": "1970-01-01T07:00:00+01:00"}, ("hours", 46)),
        ({"fromDate": "2026-11-25", "outwardTime": "1970-01-01T09:00:00+01:00"}, ("hours", 72)),
        ({"fromDate": "2026-11-25", "outwardTime": "1970-01-01T09:01:00+01:00"}, ("days", 3)),
        ({"fromDate": "2026-11-22", "outwardTime": "1970-01-01T09:20:00+01:00"}, ("hours", 1)),
        ({"fromDate": "2026-11-22", "outwardTime": "1970-01-01T09:00:00+01:00"}, ("running", 0)),
        ({"fromDate": "2026-11-24"}, ("days", 2)),
        ({"fromDate": "2026-11-27", "outwardTime": "1970-01-01T07:00:00+01:00"}, ("days", 5)),
        ({"fromDate": "2026-12-06", "outwardTime": "1970-01-01T09:00:00+01:00"}, ("days", 14)),
        ({"fromDate": "2026-12-06", "outwardTime": "1970-01-01T09:01:00+01:00"}, ("", 0)),
        ({"fromDate": "2027-01-27"}, ("", 0)),
        ({"fromDate": "2027-01-27", "status": 0}, ("new", 0)),
        ({"fromDate": None, "status": 0}, ("new", 0)),
        ({"fromDate": "2026-11-20", "toDate": "2026-12-20"}, ("running", 0)),
        ({"fromDate": "2026-11-20"}, ("over", 0)),
        ({"fromDate": "2026-11-20", "status": 4}, ("", 0)),
        ({"fromDate": "2026-11-24", "status": 3}, ("", 0)),
        ({"fromDate": "2026-11-24", "drivers": [driver(6)]}, ("", 0)),
        ({"fromDate": "2026-11-24", "drivers": [driver(6)], "diary": [entry("solidary_carpool_refusal")]}, ("days", 2)),
    ],
)
def test_why_a_request_waits(given, expected):
    assert urgency(record(**given), NOW) == expected


@pytest.mark.parametrize(
    ("first", "line", "expected"),
    [
        ("2026-11-23", {"mon": True, "outwardTime": "08:15"}, ("hours", 23)),
        ("2026-11-23", {"tue": True, "thu": True, "outwardTime": "08:15"}, ("hours", 47)),
        ("2026-11-23", {"wed": True, "outwardTime": "08:15"}, ("hours", 71)),
        ("2026-11-23", {"tue": True, "returnTime": "18:00"}, ("days", 2)),
        ("2026-11-21", {"mon": True, "outwardTime": "08:15"}, ("hours", 23)),
        ("2026-11-23", {}, ("days", 1)),
    ],
)
def test_a_weekly_journey_departs_on_the_first_of_its_days(first, line, expected):
    weekly = record(
        frequency=2, fromDate=f"{first}T00:00:00+01:00", toDate="2026-12-23T00:00:00+01:00", schedules=[line]
    )
    assert urgency(weekly, NOW) == expected


def test_one_driver_who_refused_is_one():
    assert message("solidary_file.next.refused", "fr", 1).startswith("le conducteur retenu a refusé")
    assert message("solidary_file.next.refused", "fr", 2).startswith("les 2 conducteurs retenus ont refusé")
