"""The next thirty days of a volunteer: free days, and what begins on them, without reading any request (trap 31)."""

import datetime as dt

import pytest
from sqlalchemy import update

from admin_app.features.solidary import list_cache
from admin_app.features.solidary.desk.request_row import row_of
from admin_app.features.solidary.volunteers.planning import AHEAD, Reach, free_days, numbered, requests_by_day
from admin_app.features.solidary.volunteers.planning_page import planning_tab
from admin_app.features.solidary.volunteers.showing import VolunteerShow
from admin_app.kit import clock
from sandbox.solidary.tables import solidaries, solidary_users
from tests.support.proofs import proves

MONDAY = dt.date(2026, 11, 23)
ENDPOINT = "admin/solidary_volunteers"


@pytest.fixture(autouse=True)
def _on(configure):
    configure(solidary=True, solidary_transport=True)
    list_cache.clear()


def request(number, day, *, progression=0, **more):
    return row_of(
        {"id": number, "status": 0, "progression": progression, "adminfromDate": f"{day}T00:00:00+01:00", **more}
    )


def test_the_days_on_which_somebody_is_free_with_the_week_that_begins():
    rows = numbered(free_days({"mTue": True, "eTue": True, "aSun": True, "mMon": None, "aMon": False}, MONDAY))
    assert rows[:3] == [
        {"date": "2026-11-24", "day": "tue", "week": "48", "m": "true", "a": "", "e": "true"},
        {"date": "2026-11-29", "day": "sun", "week": "", "m": "", "a": "true", "e": ""},
        {"date": "2026-12-01", "day": "tue", "week": "49", "m": "true", "a": "", "e": "true"},
    ]
    assert [row["date"] for row in rows][-1] == "2026-12-22"
    assert all(row["date"] < (MONDAY + dt.timedelta(days=AHEAD)).isoformat() for row in rows)


def test_today_counts_and_nobody_is_free_who_never_said_so():
    assert free_days({"mMon": True}, MONDAY)[0]["date"] == "2026-11-23"
    assert free_days({}, MONDAY) == []


def test_weeks_are_numbered_over_the_turn_of_the_year():
    weeks = [row["week"] for row in numbered(free_days({"mThu": True}, dt.date(2026, 12, 28)))]
    assert weeks == ["53", "1", "2", "3"]


@proves("VOLUNTEER-8")
def test_what_begins_on_a_free_day_is_named_and_what_is_closed_is_not():
    lines = [
        request(1, "2026-11-24", adminsubject="Courses", progression=50),
        request(2, "2026-11-24", adminsubject="Rendez-vous médical", admingivenName="Odette"),
        request(3, "2026-11-24", progression=100),
        request(4, "2026-11-25"),
        row_of({"id": 5, "status": 0, "progression": 0, "adminfromDate": None}),
    ]
    found = requests_by_day(lines, {"2026-11-24", "2026-12-01"}, Reach())
    assert list(found) == ["2026-11-24"]
    assert [each["id"] for each in found["2026-11-24"]] == ["2", "1"]
    assert found["2026-11-24"][0]["name"] == "Odette"


@proves("VOLUNTEER-8")
def test_what_begins_beyond_reach_concerns_nobody():
    """As far as anybody knows: who never said how far they drive, or where they live, is shown all of it."""
    home = {"latitude": 48.59, "longitude": 6.50}
    near, far = {"latitude": 48.60, "longitude": 6.55}, {"latitude": 48.69, "longitude": 6.18}
    lines = [
        request(1, "2026-11-24", adminorigin=near),
        request(2, "2026-11-24", adminorigin=far),
        request(3, "2026-11-24"),
    ]

    def shown(**item):
        found = requests_by_day(lines, {"2026-11-24"}, Reach.of(item))
        return [(each["id"], each["away"]) for each in found["2026-11-24"]]

    assert shown(homeAddress=home, maxDistance=10_000) == [("1", "4"), ("3", "")]
    assert shown(homeAddress=home, maxDistance=None) == [("1", "4"), ("2", "26"), ("3", "")]
    assert [number for number, _ in shown(homeAddress=None, maxDistance=10_000)] == ["1", "2", "3"]


# --- the page -----------------------------------------------------------------------------


@pytest.fixture
def always(upstream):
    """A volunteer of the first structure who is free at any time."""
    week = {f"{slot}_{day}": True for slot in "mae" for day in ("mon", "tue", "wed", "thu", "fri", "sat", "sun")}
    people = solidary_users.c
    upstream.sandbox.database.write(update(solidary_users).where(people.id == 7).values(**week))
    upstream.sandbox.database.commit()
    return "/solidaryvolunteers/show/7"


@proves("VOLUNTEER-8")
async def test_the_page_reads_the_list_of_requests_and_none_of_them(sign_in, upstream, always):
    # Those of the seed begin around one day, whatever day it is.
    tomorrow = (clock.today() + dt.timedelta(days=1)).isoformat()
    upstream.sandbox.database.write(update(solidaries).values(from_date=tomorrow))
    upstream.sandbox.database.commit()
    tab = await sign_in("solidary", always)
    shown = tab.view(VolunteerShow)
    assert len(shown.planning) == AHEAD
    assert shown.requests_known is True
    assert list(shown.requests) == [tomorrow]
    assert shown.planned == len(shown.requests[tomorrow]) > 1, "the tab counts requests, as the others count entries"
    assert "planned_rx_state_" in str(planning_tab().count)
    assert [row["date"] for row in shown.days] == [tomorrow], "the other free days concern nobody yet"
    assert not [call for call in upstream.calls if call.path.startswith("/admin/solidaries/")]
    assert len(upstream.called("GET", "admin/solidaries")) == 1
    assert upstream.called("GET", "admin/solidaries")[0].query["progression"] == "100"


async def test_requests_are_not_asked_for_without_the_permission(upstream, sign_in, always):
    upstream.grant("nobody@demo.test", "access_admin", "solidary_volunteer_list", "solidary_volunteer_read")
    tab = await sign_in("nobody", always)
    assert not upstream.called("GET", "admin/solidaries")
    assert tab.view(VolunteerShow).requests_problem == ""
    assert len(tab.view(VolunteerShow).days) == tab.view(VolunteerShow).planned == AHEAD


async def test_requests_that_cannot_be_read_are_told_in_their_place(upstream, sign_in, always):
    upstream.fail("admin/solidaries", 500, times=1)
    tab = await sign_in("solidary", always)
    shown = tab.view(VolunteerShow)
    assert (shown.problem, shown.requests_known) == ("", False)
    assert shown.requests_problem
    await tab.send(VolunteerShow.load_requests)
    assert (tab.view(VolunteerShow).requests_problem, tab.view(VolunteerShow).requests_known) == ("", True)
