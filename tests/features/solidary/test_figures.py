"""Figures of solidary requests, by hand and against the demo data counted another way (ANALYTICS-3)."""

import datetime as dt
import json
from collections import Counter

import pytest
from sqlalchemy import select

from admin_app.features.solidary.dashboard import SolidaryDashboard, SolidaryFrame
from admin_app.features.solidary.desk.screens import RequestList
from admin_app.features.solidary.figures import FOUND, UNANSWERED, figures, take
from admin_app.kit.dashboards.periods import Window
from admin_app.kit.words.catalogue import LOCALES
from admin_app.kit.words.locale import say
from sandbox.solidary.tables import diaries, solidaries
from tests.support.proofs import proves

WINDOW = Window("monthly", dt.date(2026, 9, 1), dt.date(2026, 11, 20), dt.date(2026, 11, 20), since=True)
FRAMED = "http://localhost:8001"
ROUTE = "/solidary/analytics/carpool"


def request(day: str | None, progression: float = 0, action: str = "solidary_create", **more) -> dict:
    return {
        "id": 1,
        "status": 4 if progression == 100 else 2,
        "progression": progression,
        "admingivenName": "Odette",
        "adminfamilyName": "Martin",
        "admintelephone": "0601020304",
        "adminlastAction": action,
        "adminfromDate": f"{day}T00:00:00+01:00" if day else None,
        "adminorigin": {"streetAddress": "12 rue des Carmes", "addressLocality": "Lunéville"},
        "adminsubject": "Courses",
        "adminproposalType": "oneway",
    } | more


def made(*requests: dict, window: Window = WINDOW):
    return figures([take(each, {}) for each in requests], window)


@proves("ANALYTICS-3")
def test_nothing_that_names_a_person_is_kept():
    kept = str(take(request("2026-10-01"), {}))
    assert not any(text in kept for text in ("Odette", "Martin", "0601020304", "Carmes"))


def test_requests_are_counted_by_the_period_of_their_travel_and_what_became_of_them():
    rows = made(
        request("2026-09-05", 100, FOUND[0]),
        request("2026-09-06", 100, UNANSWERED[0]),
        request("2026-09-06", 100, "solidary_free"),
        request("2026-11-19", 50),
        request("2026-11-25", 50),
    ).charts["requests"]
    assert rows == [
        {"x": "2026-09", "answered": "1", "unanswered": "1", "unknown": "1", "open": "0"},
        {"x": "2026-10", "answered": "0", "unanswered": "0", "unknown": "0", "open": "0"},
        {"x": "2026-11", "answered": "0", "unanswered": "0", "unknown": "0", "open": "1"},
    ]


@proves("ANALYTICS-3")
def test_the_share_counts_only_what_is_known():
    numbers = made(
        request("2026-09-05", 100, FOUND[0]),
        request("2026-09-06", 100, FOUND[1]),
        request("2026-09-06", 100, UNANSWERED[3]),
        request("2026-09-06", 100, "solidary_free"),
        request("2026-09-30", 75),
    ).numbers
    assert (numbers["answered"], numbers["told"], numbers["share"]) == ("2", "3", "66.7")
    assert (numbers["ended"], numbers["ended_unknown"], numbers["open"], numbers["late"]) == ("4", "1", "1", "1")
    assert made(request("2026-09-30", 75)).numbers["share"] == ""


def test_what_is_outside_the_window_is_told_apart():
    numbers = made(request("2026-08-31"), request("2026-11-21"), request(None), request("2026-11-20")).numbers
    assert (numbers["requests"], numbers["ahead"], numbers["undated"]) == ("1", "1", "1")
    assert numbers["late"] == "0"


def test_categories_are_ranked_and_what_is_not_given_has_a_name():
    charts = made(
        request("2026-09-05"),
        request("2026-09-05", adminsubject=None, adminorigin=None),
        request("2026-09-05", 100, UNANSWERED[1]),
    ).charts
    assert charts["subjects"] == [{"x": "Courses", "requests": "2"}, {"x": "none", "requests": "1"}]
    assert charts["communes"] == [{"x": "Lunéville", "requests": "2"}, {"x": "none", "requests": "1"}]
    assert charts["reasons"] == [{"x": UNANSWERED[1], "requests": "1"}]
    assert charts["status"] == [{"x": "2", "requests": "2"}, {"x": "4", "requests": "1"}]


def test_nothing_at_all():
    found = made()
    assert found.numbers["requests"] == "0"
    assert found.charts["requests"] == found.charts["status"] == []


@pytest.fixture
def modules_on(configure):
    configure(solidary=True, analytics=True, frame_hosts=FRAMED)


@proves("ANALYTICS-3")
async def test_the_figures_are_those_of_the_data(sign_in, upstream, modules_on):
    """Counted here from the sandbox's own tables: the newest entry of each diary, the day of each journey."""
    tab = await sign_in("admin", f"{ROUTE}?after=2025-01-01&before=2027-12-31")
    database = upstream.sandbox.database
    last = {}
    for row in database.rows(select(diaries).order_by(diaries.c.created_date, diaries.c.id)):
        last[row.solidary_id] = row.action
    rows = [row for row in database.rows(select(solidaries)) if row.status != 6 and row.from_date]
    ended = [last.get(row.id) for row in rows if row.progression >= 100]
    view = tab.view(SolidaryDashboard)
    assert view.problems == {}
    assert len(rows) > 50
    assert view.numbers["requests"] == str(len(rows))
    assert view.numbers["ended"] == str(len(ended))
    assert view.numbers["answered"] == str(sum(each in FOUND for each in ended))
    months = Counter(str(row.from_date)[:7] for row in rows)
    drawn = {
        line["x"]: sum(int(line[name]) for name in ("answered", "unanswered", "unknown", "open"))
        for line in view.charts["requests"]
    }
    assert {month: count for month, count in drawn.items() if count} == dict(months)
    assert json.dumps(view.charts["status"]).count('"x"') == len({row.status for row in rows})


async def test_who_may_not_read_the_list_sees_the_reason_and_the_frame(sign_in, upstream, modules_on):
    upstream.grant("editor@demo.test", "access_admin", "dashboard_read", "analytic_read")
    tab = await sign_in("editor", ROUTE)
    assert "solidary_list" in tab.view(SolidaryDashboard).problems["requests"]["fr"]
    await tab.send(SolidaryFrame.show, dark=False)
    assert tab.view(SolidaryFrame).address.startswith(FRAMED)


async def test_an_operator_sees_figures_and_is_told_why_there_is_no_frame(sign_in, upstream, modules_on):
    held = ("access_admin", "dashboard_read", "solidary_list")
    upstream.grant("solidary@demo.test", *held)
    tab = await sign_in("solidary", ROUTE)
    assert int(tab.view(SolidaryDashboard).numbers["requests"]) > 0
    await tab.send(SolidaryFrame.show, dark=False)
    assert all("analytic_read" in tab.view(SolidaryFrame).problem_in[each] for each in LOCALES)


@proves("ANALYTICS-1")
async def test_the_frame_is_that_of_a_setting(sign_in, upstream, configure):
    configure(solidary=True, analytics=True, frame_hosts=FRAMED)
    tab = await sign_in("admin", ROUTE)
    await tab.send(SolidaryFrame.show, dark=True)
    call = upstream.called("GET", "admin/analytics")[-1]
    assert (call.path, call.query) == ("/admin/analytics/solidary", {"periodicity": "monthly", "darkTheme": "1"})
    configure(solidary=True, analytics=True, frame_hosts=FRAMED, solidary_dashboard="entraide")
    await tab.send(SolidaryFrame.show, dark=True)
    assert upstream.called("GET", "admin/analytics")[-1].path == "/admin/analytics/entraide"
    assert tab.view(SolidaryFrame).problem_in == {each: say("errors.server", each) for each in LOCALES}


@proves("DASH-10")
async def test_numbers_are_compared_with_those_of_the_month_before(sign_in, upstream, modules_on):
    """Counted here from the sandbox's own table, day by day."""
    tab = await sign_in("admin", f"{ROUTE}?after=2026-10-01&before=2026-10-31")
    view = tab.view(SolidaryDashboard)
    assert view.span == {
        "first": "2026-10-01",
        "last": "2026-10-31",
        "first_before": "2026-09-01",
        "last_before": "2026-09-30",
    }
    rows = upstream.sandbox.database.rows(select(solidaries))
    days = [str(row.from_date)[:10] for row in rows if row.status != 6 and row.from_date]
    assert view.numbers["requests"] == str(sum("2026-10-01" <= day <= "2026-10-31" for day in days))
    assert view.before["requests"] == str(sum("2026-09-01" <= day <= "2026-09-30" for day in days))
    assert set(view.before) == {"requests", "share", "ended"}


@proves("DASH-12")
async def test_a_figure_leads_to_the_list_behind_it(sign_in, modules_on):
    tab = await sign_in("admin", ROUTE)
    view = tab.view(SolidaryDashboard)
    days = f"fromDate%5Bafter%5D={view.span['first']}&fromDate%5Bbefore%5D={view.span['last']}"
    assert view.addresses["open"] == f"/solidaryrecords?{days}"
    assert view.addresses["ended"] == f"/solidaryrecords?scope=closed&{days}"


@proves("DASH-12")
@pytest.mark.parametrize("name", ["requests", "open", "ended"])
async def test_the_list_behind_a_figure_holds_as_many_as_it_says(sign_in, modules_on, name):
    tab = await sign_in("admin", f"{ROUTE}?after=2026-10-05&before=2026-12-31")
    view = tab.view(SolidaryDashboard)
    said, behind = view.numbers[name], view.addresses[name]
    await tab.open(behind)
    assert str(tab.view(RequestList).total) == said != "0"
