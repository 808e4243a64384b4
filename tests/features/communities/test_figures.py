"""Figures of a community, by hand (COMMUNITY-12)."""

import datetime as dt

import pytest

from admin_app.features.communities.figures import (
    MEMBERSHIP,
    community,
    events,
    members,
    relay_points,
    take_membership,
    take_point,
)
from admin_app.kit.dashboards.periods import Window
from tests.support.proofs import proves

WINDOW = Window("monthly", dt.date(2026, 8, 1), dt.date(2026, 11, 20), dt.date(2026, 11, 20), since=True)
PENDING, MEMBER, MODERATOR, REFUSED = range(4)


def row(status: int | None, asked: str | None, accepted: str | None = None, refused: str | None = None) -> dict:
    return dict(zip(MEMBERSHIP, (status, asked, accepted, refused), strict=True))


def column(found, chart: str, name: str) -> list[str]:
    return [line[name] for line in found.charts[chart]]


@proves("DASH-6")
def test_no_person_is_kept():
    sent = {**row(1, "2026-01-01"), "givenName": "Léa", "userId": 7, "avatar": "https://x"}
    assert take_membership(sent, {}) == row(1, "2026-01-01")


@proves("COMMUNITY-12", "MEMBER-2")
def test_members_stand_where_their_dates_say():
    found = members(
        [
            row(MEMBER, "2026-07-15", "2026-07-20"),
            row(MODERATOR, "2026-08-30T23:50:00+02:00", "2026-09-02T08:00:00+02:00"),
            row(REFUSED, "2026-08-05", None, "2026-10-05"),
            row(PENDING, "2026-11-01"),
        ],
        WINDOW,
    )
    assert [line["x"] for line in found.charts["members"]] == ["2026-08", "2026-09", "2026-10", "2026-11"]
    assert column(found, "members", "members") == ["1", "1", "1", "1"]
    assert column(found, "members", "moderators") == ["0", "1", "1", "1"]
    assert column(found, "members", "refused") == ["0", "0", "1", "1"]
    assert column(found, "members", "pending") == ["2", "1", "0", "1"]
    numbers = found.numbers
    assert [numbers[name] for name in ("members", "moderators", "pending", "refused")] == ["2", "1", "1", "1"]
    assert (numbers["gained"], numbers["oldest"]) == ("1", "19")


@proves("COMMUNITY-12")
def test_requests_and_answers_are_counted_in_their_own_month():
    found = members([row(MEMBER, "2026-08-31", "2026-10-01"), row(REFUSED, "2026-10-02", None, "2026-10-03")], WINDOW)
    assert column(found, "requests", "asked") == ["1", "0", "1", "0"]
    assert column(found, "requests", "accepted") == ["0", "0", "1", "0"]
    assert column(found, "requests", "refused") == ["0", "0", "1", "0"]
    assert found.numbers["asked"] == "2"


@proves("COMMUNITY-12")
def test_a_delay_is_in_days_and_missing_where_nothing_was_decided():
    found = members(
        [
            row(MEMBER, "2026-09-01", "2026-09-04"),
            row(MEMBER, "2026-09-01", "2026-09-02"),
            row(REFUSED, "2026-09-10", None, "2026-11-09"),
            row(MEMBER, "2026-11-03", "2026-11-01"),
            row(MEMBER, "2020-01-01", "2021-01-01"),
        ],
        WINDOW,
    )
    assert column(found, "delay", "days") == ["", "2", "", "30"]
    assert (found.numbers["delay"], found.numbers["slowest"], found.numbers["decisions"]) == ("2", "60", "4")


@pytest.mark.parametrize(
    ("records", "members_at_end"),
    [
        ([row(MEMBER, None, "2026-09-01")], "1"),
        ([row(MEMBER, "2026-09-01", None)], "1"),
        ([row(MEMBER, "2026-09-01", "2026-09-02", "2026-10-01")], "1"),
        ([row(REFUSED, "2026-09-01", "2026-09-02", "2026-10-01")], "0"),
        ([row(PENDING, "2026-09-01", "2026-09-02")], "0"),
        ([row(PENDING, "2026-09-01", None, "2026-09-02")], "0"),
    ],
)
def test_dates_that_are_missing_or_left_over(records, members_at_end):
    found = members(records, WINDOW)
    assert column(found, "members", "members")[-1] == members_at_end
    waits = records[0]["status"] == PENDING
    assert column(found, "members", "pending")[-1] == ("1" if waits else "0")


def test_a_membership_without_any_date_is_counted_but_on_no_curve():
    found = members([row(MEMBER, None), row(None, "pas une date")], WINDOW)
    assert (found.numbers["members"], found.numbers["delay"]) == ("1", "")
    assert found.charts == {"members": [], "requests": [], "delay": []}


def test_a_community_without_members():
    found = members([], WINDOW)
    assert (found.numbers["members"], found.numbers["delay"], found.numbers["oldest"]) == ("0", "", "")
    assert found.charts == {"members": [], "requests": [], "delay": []}


@pytest.mark.parametrize(
    ("target", "joined", "share"), [(520, 400, "77"), (None, 400, ""), (0, 3, ""), (10, None, "0"), (10, 25, "250")]
)
def test_how_far_the_target_is(target, joined, share):
    found = community([{"name": "Ariège en pouce", "target": target, "nbMembers": joined}], WINDOW)
    assert (found.numbers["share"], found.name) == (share, "Ariège en pouce")


def test_relay_points_of_the_community_alone():
    sent = [
        {"communityId": 4, "status": 1, "relayPointTypeName": "Gare routière"},
        {"communityId": 4, "status": 0, "relayPointTypeName": ""},
        {"communityId": 5, "status": 1, "relayPointTypeName": "Gare routière"},
        {"communityId": None, "status": 1},
        {},
    ]
    kept = [small for each in sent if (small := take_point(each, {"record_id": "4"}))]
    found = relay_points(kept, WINDOW)
    assert found.charts["relay_points"] == [
        {"x": "Gare routière", "active": "1", "pending": "0", "inactive": "0"},
        {"x": "none", "active": "0", "pending": "1", "inactive": "0"},
    ]
    assert (found.numbers["points"], found.numbers["points_active"], found.numbers["points_pending"]) == ("2", "1", "1")
    assert relay_points([], WINDOW).charts == {"relay_points": []}


def test_events_by_month_and_those_to_come():
    found = events(
        [
            {"fromDate": "2026-09-12T10:00:00+00:00", "toDate": "2026-09-13"},
            {"fromDate": "2026-11-19", "toDate": "2026-11-20"},
            {"fromDate": "2027-02-01", "toDate": None},
            {"fromDate": None, "toDate": None},
        ],
        WINDOW,
    )
    assert column(found, "events", "held") == ["0", "1", "0", "1"]
    assert (found.numbers["events"], found.numbers["upcoming"], found.numbers["held"]) == ("4", "2", "2")
    assert events([], WINDOW).numbers == {"events": "0", "upcoming": "0", "held": "0"}
