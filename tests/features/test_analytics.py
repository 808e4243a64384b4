"""The dashboards of the server: what is asked for, by whom, and what is said when nothing comes (ANALYTICS-1, -2)."""

import pytest
from sqlalchemy import select

from admin_app.features.analytics import Analytics
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from sandbox.tables import users
from tests.support.proofs import proves

FRAMED = "http://localhost:8001"
"""Where the sandbox has its dashboards."""


@pytest.fixture(autouse=True)
def modules_on(configure):
    configure(analytics=True, community=True, frame_hosts=FRAMED)


def asked(upstream):
    return upstream.called("GET", "admin/analytics")[-1]


def told(tab):
    return [(each["text"], each["detail"]) for each in tab.view(Notices).items if each["kind"] == "error"]


def shown(tab):
    return tab.view(Analytics)


@proves("ANALYTICS-1")
async def test_the_platforms_dashboard_is_asked_for(sign_in, upstream):
    tab = await sign_in("admin", "/analytics")
    await tab.send(Analytics.show, dark=False)
    assert asked(upstream).path == "/admin/analytics/summary"
    assert asked(upstream).query == {"periodicity": "monthly"}
    assert shown(tab).address.startswith(f"{FRAMED}/")
    assert (shown(tab).type, shown(tab).problem, shown(tab).loading) == ("1", "", False)


@proves("DASH-9")
async def test_it_is_narrowed_to_a_territory_and_a_community(sign_in, upstream):
    tab = await sign_in("admin", "/analytics?periodicity=yearly&territoryId=2&communityId=4")
    await tab.send(Analytics.show, dark=True)
    assert asked(upstream).query == {
        "periodicity": "yearly",
        "darkTheme": "1",
        "territoryId": "2",
        "communityId": "4",
    }
    assert shown(tab).labels["communityId=4"] == "Eurométropole de Metz en covoiturage"
    assert shown(tab).labels["territoryId=2"] != "2"


@pytest.mark.parametrize(
    "query", ["territoryId=abc&communityId=../users", "periodicity=weekly&type=9", "communityId=0x1"]
)
async def test_what_an_address_cannot_mean_is_left_out(sign_in, upstream, query):
    tab = await sign_in("admin", f"/analytics?{query}")
    await tab.send(Analytics.show, dark=False)
    assert asked(upstream).query == {"periodicity": "monthly"}


@pytest.fixture
async def manager(sign_in, upstream):
    """A tab of somebody who manages communities; no role of theirs has the list of dashboards."""
    account = select(users.c.id).where(users.c.email == "communities@demo.test")
    upstream.give(upstream.sandbox.database.value(account), "analytic_list")
    return await sign_in("communities", "/analytics")


@proves("DASH-9", "ANALYTICS-2")
async def test_a_manager_of_communities_may_look_at_theirs_alone(manager, upstream):
    """community_dashboard_self gives type 2: the server chooses the first of theirs, until one is chosen."""
    assert shown(manager).type == "1"
    await manager.open("/analytics?type=2&territoryId=2")
    await manager.send(Analytics.show, dark=False)
    assert asked(upstream).query == {
        "periodicity": "monthly",
        "forceDefaultCommunityId": "1",
        "forceDefaultTerritoryId": "1",
    }
    assert shown(manager).address
    offered = [each["value"] for each in shown(manager).communities]
    assert offered
    await manager.open(f"/analytics?type=2&communityId={offered[-1]}")
    await manager.send(Analytics.show, dark=False)
    assert asked(upstream).query == {"periodicity": "monthly", "communityId": offered[-1]}
    assert shown(manager).address


async def test_a_community_of_others_is_refused_by_the_server_in_words(manager):
    await manager.open("/analytics?type=2&communityId=6")
    await manager.send(Analytics.show, dark=False)
    assert (shown(manager).address, shown(manager).problem_in["fr"]) == ("", say("errors.server", "fr"))
    assert told(manager) == [(say("kit.embedded.load_error", "fr"), say("errors.server", "fr"))]


@proves("NOTICE-4")
async def test_a_search_that_fails_is_told(sign_in, upstream):
    tab = await sign_in("admin", "/analytics")
    upstream.fail("admin/communities", 500)
    await tab.send(Analytics.search, name="communityId", text="metz")
    assert told(tab) == [(say("kit.embedded.load_error", "fr"), say("errors.server", "fr"))]


HELD = ("access_admin", "analytic_list", "analytic_read", "community_dashboard_self", "community_list")


@proves("ANALYTICS-4")
async def test_what_the_server_does_not_narrow_is_not_shown(sign_in, upstream):
    """It narrows for one role alone; anybody else with the permission would see the whole platform."""
    upstream.grant("communities@demo.test", *HELD)
    tab = await sign_in("communities", "/analytics")
    await tab.send(Analytics.show, dark=False)
    assert shown(tab).type == "2"
    assert (shown(tab).address, shown(tab).problem_in["fr"]) == ("", say("analytics.not_narrowed", "fr"))


@proves("ANALYTICS-2")
async def test_who_holds_neither_is_told_what_it_takes(sign_in, upstream):
    upstream.grant("editor@demo.test", "access_admin", "analytic_list", "analytic_read")
    tab = await sign_in("editor", "/analytics")
    await tab.send(Analytics.show, dark=False)
    assert not upstream.called("GET", "admin/analytics")
    assert "dashboard_read" in shown(tab).problem_in["fr"]


@proves("NOTICE-4")
async def test_communities_that_cannot_be_read_leave_the_frame(manager, upstream):
    upstream.fail("admin/communities/moderated", 500)
    await manager.open("/analytics?type=2")
    await manager.send(Analytics.show, dark=False)
    assert shown(manager).unreadable == say("errors.server", "fr")
    assert told(manager) == [(say("kit.embedded.load_error", "fr"), say("errors.server", "fr"))]
    assert shown(manager).address


async def test_territories_and_communities_are_searched_for(sign_in, upstream):
    tab = await sign_in("admin", "/analytics")
    await tab.send(Analytics.search, name="communityId", text="metz")
    assert "4" in [each["value"] for each in shown(tab).suggestions["communityId"]]
    calls = len(upstream.calls)
    await tab.send(Analytics.search, name="userId", text="metz")
    await tab.send(Analytics.search, name="communityId", text=" m ")
    assert len(upstream.calls) == calls
    assert tab.view(Notices).items == []


@proves("ANALYTICS-5")
async def test_the_address_of_the_frame_is_in_no_log(sign_in, caplog):
    caplog.set_level("DEBUG")
    tab = await sign_in("admin", "/analytics")
    await tab.send(Analytics.show, dark=False)
    token = shown(tab).address.rpartition("/")[2].partition("#")[0]
    assert len(token) > 40
    assert token not in caplog.text
