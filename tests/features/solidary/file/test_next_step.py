"""What is next with a request, told from the record alone."""

import datetime as dt

import pytest

from admin_app.features.solidary.file.next_step import Step, next_step
from admin_app.features.solidary.record import SolidaryRecord

NOW = dt.datetime(2026, 11, 22, 9, 0, tzinfo=dt.UTC)
MATCH = {"outward": [{"carpoolerId": 5, "matchingId": 1}], "return": [{"carpoolerId": 5, "matchingId": 2}]}


def driver(status=0, contacted=False, user=7, name="Henri"):
    return {"id": user, "userId": user, "status": status, "contacted": contacted, "givenName": name}


def record(**given):
    values = {"id": 13, "status": 2, "progression": 50, "fromDate": "2026-11-26T00:00:00+01:00"}
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
    ({"status": 1, "carpools": MATCH}, Step("choose", count=1)),
    ({"transporters": {"outward": [{"volunteerId": 8}, {"volunteerId": 9}], "return": []}}, Step("choose", count=2)),
    ({"drivers": [driver()]}, Step("contact", "Henri")),
    ({"status": 0, "drivers": [driver()]}, Step("contact", "Henri")),
    ({"drivers": [driver(contacted=True)]}, Step("wait", "Henri")),
    ({"drivers": [driver(), driver(contacted=True, user=8, name="Anne")]}, Step("wait", "Anne")),
    ({"drivers": [driver(contacted=True)], "lastActionDate": "2026-11-18T10:00:00+01:00"}, Step("remind", "Henri")),
    ({"drivers": [driver(contacted=True)], "lastActionDate": None}, Step("wait", "Henri")),
    ({"drivers": [driver(1, True)], "carpools": MATCH}, Step("refused", count=1)),
    ({"drivers": [driver(1, True), driver(5, True, 8)]}, Step("refused")),
    ({"drivers": [driver(1, True), driver(user=8, name="Anne")]}, Step("contact", "Anne")),
    ({"drivers": [driver(6, True)]}, Step("link", "Henri")),
    ({"status": 3, "drivers": [driver(6, True)]}, Step("travel", "Henri")),
    ({"status": 3}, Step("travel")),
    ({"status": 3, "fromDate": "2026-11-01T00:00:00+01:00"}, Step("close")),
]


@pytest.mark.parametrize(("given", "expected"), STEPS)
def test_what_is_next(given, expected):
    assert next_step(record(**given), NOW) == expected


def test_each_step_but_the_last_leads_somewhere():
    keys = {expected.key for _, expected in STEPS}
    assert {key for key in keys if not Step(key).place} == {"hidden", "closed"}
