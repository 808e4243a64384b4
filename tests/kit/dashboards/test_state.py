"""Dashboards: each source on its own, in pages, with a limit; what is refused is said and the rest stands."""

import asyncio
import contextlib
import csv
import io

import pytest

from admin_app.api.query import NOWHERE
from admin_app.features.hitchhikers.dashboard import HitchhikerDashboard
from admin_app.features.hitchhikers.screens import HitchhikerList
from admin_app.features.solidary.dashboard import SolidaryDashboard
from admin_app.kit.dashboards import state
from admin_app.kit.dashboards.periods import EXCHANGED
from admin_app.kit.dashboards.state import route_params
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.catalogue import LOCALES
from admin_app.kit.words.locale import Locale, say
from tests.support.forms import fetch_file
from tests.support.proofs import proves

ROUTE = "/hitchhikers/dashboard"
USERS = "admin/users"


@pytest.fixture(autouse=True)
def module_on(configure):
    configure(hitchhiking=True, community=True)


def shown(tab):
    return tab.view(HitchhikerDashboard)


@pytest.mark.parametrize(
    ("path", "params"),
    [
        ("/communities/12/dashboard/summary", {"record_id": "12", "target": "summary"}),
        ("/communities/12/dashboard", {"record_id": "12"}),
        ("/communities/dashboard/dashboard/summary", {"record_id": NOWHERE, "target": "summary"}),
    ],
)
def test_a_path_says_its_parameters(path, params):
    assert route_params("/communities/[record_id]/dashboard/[target]", path) == params


@proves("DASH-1")
async def test_a_dashboard_is_one_call_when_the_list_is_short(sign_in, upstream):
    tab = await sign_in("admin", ROUTE)
    calls = upstream.called("GET", USERS)
    assert [call.query for call in calls] == [
        {"order[id]": "asc", "page": "1", "perPage": "1000", "isHitchHiker": "true"}
    ]
    assert int(shown(tab).numbers["people"]) > 0
    assert (shown(tab).loading, shown(tab).seen, shown(tab).problems) == (False, ["people"], {})
    assert shown(tab).as_of.endswith("Z")


@proves("DASH-10")
async def test_the_arrow_beside_a_number_says_what_the_two_numbers_say(sign_in):
    tab = await sign_in("admin", f"{ROUTE}?after=2026-01-01")
    now, before = shown(tab).numbers["sent_in_all"], shown(tab).before["sent_in_all"]
    assert int(now) != int(before)
    assert shown(tab).ways == {"sent_in_all": "more" if int(now) > int(before) else "less"}


@proves("DASH-1")
async def test_long_lists_are_read_in_pages_with_progress_and_a_limit(sign_in, upstream, monkeypatch):
    monkeypatch.setattr(state, "PAGE", 4)
    tab = await sign_in("admin", ROUTE)
    total = int(shown(tab).numbers["people"])
    assert [call.query["page"] for call in upstream.called("GET", USERS)] == [
        str(page) for page in range(1, -(-total // 4) + 1)
    ]
    said = tab.sent(HitchhikerDashboard, "done")
    assert said[said.index(4) :] == [*range(4, total, 4), total]
    assert shown(tab).limits == {}
    (source,) = HitchhikerDashboard.resource.sources
    object.__setattr__(source, "most", 8)
    try:
        upstream.forget()
        await tab.send(HitchhikerDashboard.load)
    finally:
        object.__setattr__(source, "most", state.MOST)
    assert len(upstream.called("GET", USERS)) == 2
    assert shown(tab).limits == {"people": str(total)}
    assert shown(tab).numbers["people"] == "8"


@proves("DASH-2", "DASH-14")
async def test_the_address_says_what_is_looked_at(sign_in):
    tab = await sign_in("admin", f"{ROUTE}?periodicity=yearly&after=2026-05-01&before=2024-01-01&x=1")
    assert shown(tab).filters == {"periodicity": "yearly", "after": "2024-01-01", "before": "2026-05-01"}
    assert (shown(tab).span["first"], shown(tab).span["last"]) == ("2024-01-01", "2026-05-01")
    assert (shown(tab).named, shown(tab).note) == ("chosen", EXCHANGED)
    assert [line["x"] for line in shown(tab).charts["proofs"]] == ["2024", "2025", "2026"]
    await tab.open(ROUTE)
    assert (shown(tab).filters, shown(tab).named, shown(tab).note) == ({"periodicity": "monthly"}, "", "")


@proves("DASH-14")
async def test_days_that_were_cut_are_shown_as_they_are_used(sign_in):
    tab = await sign_in("admin", f"{ROUTE}?periodicity=daily&after=2010-01-01&before=2026-05-01")
    assert shown(tab).note == "cut"
    assert shown(tab).filters["before"] == "2026-05-01"
    assert shown(tab).filters["after"] == shown(tab).span["first"] > "2025"


@proves("DASH-14")
@pytest.mark.parametrize("query", ["after=garbage", "after=1899-01-01", "before=9999-12-31"])
async def test_a_day_that_cannot_be_used_gives_way_to_those_that_are(sign_in, query):
    tab = await sign_in("admin", f"{ROUTE}?{query}")
    assert (shown(tab).note, shown(tab).named) == ("unused", "chosen")
    days = {"after": shown(tab).span["first"], "before": shown(tab).span["last"]}
    assert shown(tab).filters == {"periodicity": "monthly", **days}


@proves("DASH-1")
async def test_a_refusal_of_the_api_is_said_in_place(sign_in, upstream):
    upstream.fail(USERS, 500)
    tab = await sign_in("admin", ROUTE)
    told = {each: say("errors.server", each) for each in LOCALES}
    assert shown(tab).problems == {"people": {**told, "fault": "failed"}}
    assert (shown(tab).loading, tab.view(Notices).items) == (False, [])
    upstream.heal()
    await tab.send(HitchhikerDashboard.load)
    assert shown(tab).problems == {}
    assert shown(tab).numbers["people"]


async def test_a_failed_refresh_keeps_the_figures(sign_in, upstream):
    tab = await sign_in("admin", ROUTE)
    before = dict(shown(tab).numbers)
    upstream.cut(USERS)
    await tab.send(HitchhikerDashboard.load)
    told = {each: say("errors.network", each) for each in LOCALES}
    assert shown(tab).problems == {"people": {**told, "fault": "failed"}}
    assert shown(tab).numbers == before


@pytest.mark.parametrize("account", ["editor", "communities"])
async def test_nobody_reads_without_the_right_of_the_screen(sign_in, upstream, account):
    tab = await sign_in(account, ROUTE)
    await tab.send(HitchhikerDashboard.load)
    assert not upstream.called("GET", USERS)
    assert (shown(tab).numbers, shown(tab).loading, tab.view(Notices).items) == ({}, False, [])


async def test_a_module_that_is_off_reads_nothing(sign_in, upstream, configure):
    configure(hitchhiking=False)
    tab = await sign_in("admin", ROUTE)
    assert not upstream.called("GET", USERS)
    assert shown(tab).loading is False


async def test_an_ended_session_leads_to_signing_in(sign_in, upstream):
    tab = await sign_in("admin", ROUTE)
    upstream.fail(USERS, 401)
    upstream.fail("token/refresh", 401)
    await tab.send(HitchhikerDashboard.load)
    assert shown(tab).loading is False
    assert tab.left_to is None or tab.left_to.startswith("/login")


async def test_a_newer_load_cancels_an_older_one(sign_in, upstream):
    tab = await sign_in("admin", ROUTE)
    with upstream.held("perPage=1000") as released:
        older = await tab.begin(f"{ROUTE}?periodicity=daily")
        newer = await tab.begin(f"{ROUTE}?periodicity=yearly")
        released.set()
        await newer.wait_all()
        with contextlib.suppress(asyncio.CancelledError):
            await older.wait_all()
    assert shown(tab).filters["periodicity"] == "yearly"
    assert tab.sent(HitchhikerDashboard, "loading")[-1] is False
    assert len(shown(tab).charts["proofs"][0]["x"]) == 4
    assert shown(tab).loading is False


@proves("LIST-5", "DASH-17")
async def test_figures_of_other_dates_stand_back_until_theirs_come(sign_in, upstream):
    tab = await sign_in("admin", ROUTE)
    assert shown(tab).stale == []
    before = dict(shown(tab).numbers)
    with upstream.held("perPage=1000") as released:
        reading = await tab.begin(f"{ROUTE}?after=2024-01-01&before=2024-01-31")
        await upstream.awaited("perPage=1000")
        assert (shown(tab).span["first"], shown(tab).numbers) == ("2024-01-01", before)
        assert shown(tab).stale == ["people"]
        released.set()
        await reading.wait_all()
    assert shown(tab).stale == []
    upstream.cut(USERS)
    await tab.open(ROUTE)
    assert shown(tab).stale == ["people"]  # they are still those of the other dates
    upstream.heal()
    await tab.send(HitchhikerDashboard.load)
    assert shown(tab).stale == []


async def test_figures_that_fail_are_told_and_nothing_stays_busy(sign_in, browser, monkeypatch):
    tab = await sign_in("admin", "/")
    (source,) = HitchhikerDashboard.resource.sources
    kept = source.figures
    object.__setattr__(source, "figures", lambda records, window: 1 / 0)
    try:
        await tab.open(ROUTE)
    finally:
        object.__setattr__(source, "figures", kept)
    assert [item["text"] for item in tab.view(Notices).items] == [say("kit.dashboard.load_error", "fr")]
    assert shown(tab).loading is False


@pytest.mark.parametrize("locale", ["fr", "en"])
async def test_the_figures_of_a_chart_are_taken_away_as_a_file(sign_in, locale):
    tab = await sign_in("admin", ROUTE)
    await tab.send(Locale.choose, locale=locale)
    chart = next(each for each in HitchhikerDashboard.resource.charts if shown(tab).charts[each.name])
    await tab.send(HitchhikerDashboard.take_chart, name=chart.name)
    (path,) = tab.went("fetchFile")
    assert path.endswith(f"-hitchhikers-dashboard-{chart.name.replace('_', '-')}-export.csv")
    answer = await fetch_file(path)
    head, *lines = csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline=""), delimiter=";")
    prefix = f"hitchhikers_dashboard.charts.{chart.name}"
    assert head[1:] == [say(f"{prefix}.series.{each.name}", locale) for each in (*chart.series, *chart.table_only)]
    assert len(lines) == len(shown(tab).charts[chart.name])


async def test_a_chart_there_is_not_gives_no_file(sign_in):
    tab = await sign_in("admin", ROUTE)
    await tab.send(HitchhikerDashboard.take_chart, name="nonsense")
    assert tab.went("fetchFile") == []


@proves("DASH-12")
async def test_a_figure_leads_only_to_the_list_of_what_it_counts(sign_in):
    tab = await sign_in("admin", ROUTE)
    numbers, behind = shown(tab).numbers, shown(tab).addresses
    assert set(behind) == {"people", "pending", "accepted", "to_post"}
    for name, address in behind.items():
        await tab.open(address)
        assert str(tab.view(HitchhikerList).total) == numbers[name]


@proves("DASH-12")
async def test_the_bar_of_a_category_leads_to_the_list_behind_it(sign_in, configure):
    configure(solidary=True)
    tab = await sign_in("admin", "/solidary/analytics/carpool")
    rows = tab.view(SolidaryDashboard).charts["status"]
    place = next(number for number, row in enumerate(rows) if row["x"] == "4")
    await tab.send(SolidaryDashboard.open_behind, name="status", points=[{"pointIndex": place, "x": 3}])
    span = tab.view(SolidaryDashboard).span
    days = f"fromDate%5Bafter%5D={span['first']}&fromDate%5Bbefore%5D={span['last']}"
    assert tab.redirects[-1] == f"/solidaryrecords?scope=every&{days}&status=4"


@proves("DASH-12")
@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("status", []),
        ("status", [{"pointIndex": 99}]),
        ("status", [{"pointIndex": -1}]),
        ("status", [{"pointIndex": "0"}]),
        ("requests", [{"pointIndex": 0}]),
        ("nonsense", [{"pointIndex": 0}]),
    ],
)
async def test_what_is_no_bar_with_a_list_leads_nowhere(sign_in, configure, name, points):
    configure(solidary=True)
    tab = await sign_in("admin", "/solidary/analytics/carpool")
    before = list(tab.redirects)
    await tab.send(SolidaryDashboard.open_behind, name=name, points=points)
    assert list(tab.redirects) == before


async def test_each_chart_has_a_figure_in_both_languages(sign_in):
    tab = await sign_in("admin", ROUTE)
    figures = shown(tab).figures
    assert figures.keys() == shown(tab).charts.keys()
    assert all(set(each) == set(LOCALES) and each["fr"]["data"] for each in figures.values())
