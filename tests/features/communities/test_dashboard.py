"""The dashboard of a community against the API: few calls, parts on their own, the server's dashboard in a frame."""

import jwt
import pytest
from sqlalchemy import select

from admin_app.features.communities.dashboard import CommunityDashboard, CommunityFrame
from admin_app.features.communities.members import MemberList
from admin_app.features.content.events import EventList
from admin_app.kit.dashboards.embedded import frame_address
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.catalogue import LOCALES
from admin_app.kit.words.locale import say
from sandbox.tables import memberships
from tests.support.proofs import proves

ROUTE = "/communities/4/dashboard/summary"
FRAMED = "http://localhost:8001"
"""Where the sandbox has its dashboards."""


@pytest.fixture(autouse=True)
def modules_on(configure):
    configure(community=True, analytics=True, frame_hosts=FRAMED)


def shown(tab):
    return tab.view(CommunityDashboard)


def frame(tab):
    return tab.view(CommunityFrame)


@proves("COMMUNITY-13")
async def test_a_dashboard_takes_four_calls(sign_in, upstream):
    tab = await sign_in("admin", ROUTE)
    paths = [call.path for call in upstream.called("GET", "admin")]
    assert paths == [
        "/admin/communities/4",
        "/admin/communities/4/members",
        "/admin/events",
        "/admin/relaypoints",
    ]
    assert upstream.called("GET", "admin/events")[0].query["community.id"] == "4"
    assert shown(tab).title == "Eurométropole de Metz en covoiturage"
    assert (shown(tab).problems, shown(tab).loading) == ({}, False)


@proves("COMMUNITY-12")
async def test_the_figures_are_those_of_the_data(sign_in, upstream):
    tab = await sign_in("admin", ROUTE)
    stored = upstream.sandbox.database.values(select(memberships.c.status).where(memberships.c.community_id == 4))
    assert shown(tab).numbers["members"] == str(stored.count(1) + stored.count(2))
    assert shown(tab).numbers["pending"] == str(stored.count(0))
    last = shown(tab).charts["members"][-1]
    assert [last[name] for name in ("members", "moderators", "refused")] == [str(stored.count(n)) for n in (1, 2, 3)]


@proves("ACCESS-13", "DASH-1")
async def test_a_part_that_is_refused_leaves_the_others(sign_in, upstream):
    """A secured community shows its members to its own people, administrators of the platform are none (trap 20)."""
    tab = await sign_in("admin", "/communities/9/dashboard/summary")
    assert {name: told["fr"] for name, told in shown(tab).problems.items()} == {
        "members": say("errors.access_denied", "fr")
    }
    # Nothing to try again.
    assert shown(tab).problems["members"]["fault"] == "refused"
    assert shown(tab).title == "Airbus – sites de Toulouse et Blagnac"
    assert "points" in shown(tab).numbers
    assert tab.view(Notices).items == []


@proves("COMMUNITY-13")
@pytest.mark.parametrize("record_id", ["999", "0", "abc", "1e3", "..%2Fusers"])
async def test_a_community_that_does_not_exist(sign_in, upstream, record_id):
    tab = await sign_in("admin", f"/communities/{record_id}/dashboard/summary")
    assert (shown(tab).problem, shown(tab).fault) == (say("errors.not_found", "fr"), "missing")
    assert (shown(tab).title, shown(tab).numbers) == ("", {})
    assert len(upstream.called("GET", "admin/communities")) <= 1
    assert not [call for call in upstream.calls if "users" in call.path and "dashboard" in call.path]


@proves("COMMUNITY-13", "NOTICE-19")
@pytest.mark.parametrize(("account", "record_id"), [("editor", 1), ("communities", 9)])
async def test_of_a_community_that_is_refused_nothing_else_is_read(sign_in, upstream, account, record_id):
    """The API answers its members and its events all the same."""
    tab = await sign_in(account, f"/communities/{record_id}/dashboard/summary")
    assert [call.path for call in upstream.called("GET", "admin")] == [f"/admin/communities/{record_id}"]
    assert (shown(tab).fault, shown(tab).problem) == ("refused", say("errors.access_denied", "fr"))
    assert (shown(tab).title, shown(tab).numbers, shown(tab).charts) == ("", {}, {})
    assert tab.view(Notices).items == []


async def test_figures_of_another_community_go_first(sign_in, upstream):
    tab = await sign_in("admin", ROUTE)
    upstream.fail("admin/communities/5", 500)
    await tab.open("/communities/5/dashboard/summary")
    assert (shown(tab).title, set(shown(tab).problems)) == ("", {"community", "members"})
    assert "members" not in shown(tab).numbers


async def test_a_manager_sees_a_community_of_his(sign_in):
    tab = await sign_in("communities", "/communities/1/dashboard/summary")
    assert shown(tab).problems == {}
    await tab.send(CommunityFrame.show, dark=False)
    assert frame(tab).address.startswith("http://")
    await tab.open("/communities/6/dashboard/summary")
    await tab.send(CommunityFrame.show, dark=False)
    assert frame(tab).problem_in["fr"] == say("errors.server", "fr")
    assert "community" in shown(tab).problems


@proves("DASH-7")
async def test_the_frame_is_asked_for_by_theme_and_periodicity(sign_in, upstream):
    tab = await sign_in("admin", f"{ROUTE}?periodicity=yearly")
    await tab.send(CommunityFrame.show, dark=True)
    call = upstream.called("GET", "admin/analytics")[-1]
    assert call.path == "/admin/analytics/summary"
    assert call.query == {"periodicity": "yearly", "darkTheme": "1", "communityId": "4"}
    assert frame(tab).address.endswith("&theme=night")
    await tab.open(ROUTE)
    await tab.send(CommunityFrame.show, dark=False)
    assert upstream.called("GET", "admin/analytics")[-1].query == {"periodicity": "monthly", "communityId": "4"}
    token = frame(tab).address.rpartition("/")[2].partition("#")[0]
    claims = jwt.decode(token, options={"verify_signature": False})
    assert claims["params"]["idcommunityoperational"] == "demo_4"


@proves("DASH-12")
async def test_a_figure_leads_only_to_the_list_of_what_it_counts(sign_in, configure):
    configure(community=True, event=True)
    tab = await sign_in("admin", ROUTE)
    numbers, behind = shown(tab).numbers, shown(tab).addresses
    assert set(behind) == {"pending", "events"}
    assert (numbers["pending"], numbers["events"]) != ("0", "0")
    for name, listed in (("pending", MemberList), ("events", EventList)):
        await tab.open(behind[name])
        assert str(tab.view(listed).total) == numbers[name]


async def test_the_way_back_to_the_community_is_known(sign_in):
    tab = await sign_in("admin", ROUTE)
    assert shown(tab).whose == "4"


@proves("DASH-7")
async def test_the_frame_is_asked_for_with_the_address_the_page_sends(sign_in, upstream):
    """A page that is opened by a link asks before its events say where it stands."""
    tab = await sign_in("admin", "/communities/show/2")
    await tab.send(CommunityFrame.show, dark=False, at="/communities/2/dashboard/summary?periodicity=daily")
    asked = {"periodicity": "daily", "communityId": "2"}
    assert upstream.called("GET", "admin/analytics")[-1].query == asked
    await tab.send(CommunityFrame.again)
    assert [call.query for call in upstream.called("GET", "admin/analytics")] == [asked, asked]


@proves("DASH-7")
@pytest.mark.parametrize("at", ["/communities/show/2", "/communities/0/dashboard/summary", "//[", "?"])
async def test_no_frame_is_asked_for_of_nowhere(sign_in, upstream, at):
    tab = await sign_in("admin", "/communities/show/2")
    await tab.send(CommunityFrame.show, dark=False, at=at)
    assert not upstream.called("GET", "admin/analytics")
    assert frame(tab).problem == say("errors.not_found", "fr")


@proves("COMMUNITY-12")
@pytest.mark.parametrize(
    ("target", "calls", "told"),
    [
        ("solidary", 1, ""),
        ("nothing", 1, "errors.server"),
        ("../users", 0, "errors.not_found"),
        ("x" * 65, 0, "errors.not_found"),
    ],
)
async def test_the_target_is_the_key_of_the_servers_dashboard(sign_in, upstream, target, calls, told):
    tab = await sign_in("admin", f"/communities/4/dashboard/{target}")
    await tab.send(CommunityFrame.show, dark=False)
    assert len(upstream.called("GET", "admin/analytics")) == calls
    assert frame(tab).problem == (say(told, "fr") if told else "")
    assert bool(frame(tab).address) is not bool(told)
    assert frame(tab).loading is False


@proves("DASH-18")
async def test_a_dashboard_that_the_server_has_for_no_such_step_is_no_failure(sign_in):
    tab = await sign_in("admin", "/communities/4/dashboard/solidary?periodicity=daily")
    await tab.send(CommunityFrame.show, dark=False)
    assert frame(tab).problem_in == {each: say("kit.embedded.no_step", each) for each in LOCALES}
    assert (frame(tab).fault, frame(tab).loading, tab.view(Notices).items) == ("missing", False, [])


async def test_what_else_the_server_says_against_a_dashboard_is_said_in_its_words(sign_in, upstream):
    told = {"hydra:title": "An error occurred", "hydra:description": "Not this one"}
    upstream.answer("GET", "admin/analytics/summary", told, 400)
    tab = await sign_in("admin", ROUTE)
    await tab.send(CommunityFrame.show, dark=False)
    assert (frame(tab).problem_in["fr"], frame(tab).fault) == ("Not this one", "failed")
    assert [item["text"] for item in tab.view(Notices).items] == [say("kit.embedded.load_error", "fr")]


@proves("DASH-8")
async def test_the_frame_asks_for_its_own_right_and_module(sign_in, upstream, configure):
    upstream.grant("editor@demo.test", "access_admin", "community_read", "community_manage")
    tab = await sign_in("editor", ROUTE)
    await tab.send(CommunityFrame.show, dark=False)
    assert "analytic_read" in frame(tab).problem_in["fr"]
    configure(community=True, analytics=False)
    other = await sign_in("admin", ROUTE)
    await other.send(CommunityFrame.show, dark=False)
    assert other.view(CommunityFrame).address == ""
    assert not upstream.called("GET", "admin/analytics")


@proves("DASH-7")
@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "data:text/html,<script>1</script>",
        "//evil.example.org",
        "/users",
        "",
        None,
        7,
        "http://localhost:3000/users",
    ],
)
async def test_only_another_sites_page_may_be_framed(sign_in, upstream, address):
    upstream.answer("GET", "admin/analytics/summary", {"url": address})
    tab = await sign_in("admin", ROUTE)
    await tab.send(CommunityFrame.show, dark=False)
    upstream.contract.violations.clear()
    assert (frame(tab).address, frame(tab).problem_in["fr"]) == ("", say("errors.malformed", "fr"))


@proves("BROWSER-4")
async def test_a_frame_of_a_host_that_the_settings_do_not_name_is_said(sign_in, configure):
    """The browser would show nothing, and say so to nobody (BROWSER-4)."""
    configure(frame_hosts="https://metabase.example.org")
    tab = await sign_in("admin", ROUTE)
    await tab.send(CommunityFrame.show, dark=False)
    assert frame(tab).address == ""
    told = say("kit.embedded.other_host", "fr", host="localhost:8001")
    assert (frame(tab).problem, frame(tab).problem_in["fr"]) == (told, told)
    assert frame(tab).problem_in["en"] == say("kit.embedded.other_host", "en", host="localhost:8001")


def test_an_address_is_framed_as_it_came():
    address = "https://metabase.example.org/embed/dashboard/eyJ#bordered=false&titled=false&theme=night"
    assert frame_address({"url": address}, "http://localhost:3000/communities/4/dashboard/summary") == address
