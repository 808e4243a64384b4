"""Nothing is looked up without the permission of its list, and nothing is asked about no record (ACCESS-16)."""

import pytest

from admin_app.features.communities.dashboard import CommunityDashboard
from admin_app.features.communities.members import MemberList
from admin_app.features.content.articles.screens import ArticleShow
from admin_app.features.content.events import EventForm, EventList
from admin_app.features.relay_points.points import RelayPointForm
from admin_app.features.users.screens import UserForm, UserList, UserShow
from tests.support.forms import submitted
from tests.support.proofs import proves

TERRITORIES, TYPES = "admin/territories", "admin/relaypoint_types"


@pytest.fixture(autouse=True)
def _on(configure):
    configure(community=True, event=True, campaign=True, event_community=True)


def only(upstream, *permissions: str) -> None:
    upstream.grant("nobody@demo.test", "access_admin", *permissions)


@proves("ACCESS-16")
@pytest.mark.parametrize(
    ("state", "payload", "address", "held", "path"),
    [
        (UserList, {"name": "homeAddressTerritory"}, "/users", "user_list", TERRITORIES),
        (UserList, {"name": "community"}, "/users", "user_list", "admin/communities"),
        (EventList, {"name": "territory[]"}, "/events", "event_manage", TERRITORIES),
        (EventForm, {"name": "communityId"}, "/events/create", "event_create", "admin/communities"),
        (UserForm, {"name": "rolesTerritory:1:territory"}, "/users/create", "user_create", TERRITORIES),
        (MemberList, {"name": "user"}, "/communities/show/1", "community_read", "admin/users"),
    ],
)
async def test_a_look_up_takes_the_permission_of_its_list(sign_in, upstream, state, payload, address, held, path):
    needed = {TERRITORIES: "territory_list", "admin/communities": "community_list", "admin/users": "user_list"}
    handler = state.find if state is MemberList else state.search
    for permissions, asked in (([held], 0), ([held, needed[path]], 1)):
        only(upstream, *permissions, "community_read_details")
        tab = await sign_in("nobody", address)
        upstream.forget()
        await tab.send(handler, **payload, text="na")
        assert len([call for call in upstream.calls if call.path == f"/{path}"]) == asked


@proves("ACCESS-16")
async def test_names_that_may_not_be_read_stay_numbers(sign_in, upstream):
    only(upstream, "user_list", "relay_point_update", "relay_point_read", "user_read")
    upstream.give(7, "ROLE_USER")
    tab = await sign_in("nobody", "/users?homeAddressTerritory=1")
    assert tab.view(UserList).filter_labels == {}
    await tab.open("/relaypoints/1")
    assert tab.view(RelayPointForm).problem == ""
    assert len(tab.view(RelayPointForm).choices["relayPointTypeId"]) == 1
    await tab.open("/users/show/7")
    assert tab.view(UserShow).roles
    assert not [call for call in upstream.calls if call.path in (f"/{TERRITORIES}", f"/{TERRITORIES}/1", f"/{TYPES}")]


@proves("ACCESS-16")
async def test_a_dashboard_says_what_it_may_not_read(sign_in, upstream):
    only(upstream, "community_read", "community_manage", "event_list")
    tab = await sign_in("nobody", "/communities/4/dashboard/summary")
    assert set(tab.view(CommunityDashboard).problems) == {"relay_points"}
    assert "relay_point_list" in tab.view(CommunityDashboard).problems["relay_points"]["fr"]
    assert not upstream.called("GET", "admin/relaypoints")
    assert upstream.called("GET", "admin/events")


@proves("ACCESS-16")
async def test_a_mail_is_counted_by_who_may_list_users(sign_in, upstream):
    only(upstream, "campaign_create")
    tab = await sign_in("nobody")
    tab.address = "/users"
    upstream.forget()
    await tab.send(UserList.count_mail, data={"scope": "everybody"})
    assert not upstream.calls
    assert tab.view(UserList).mail_counts == {}


@proves("ACCESS-16")
async def test_nothing_is_asked_about_no_record(sign_in, upstream):
    tab = await sign_in("admin")
    upstream.forget()
    for show in (UserShow, ArticleShow):
        await tab.send(show.weigh_deletion)
        await tab.send(show.delete)
        assert not tab.view(show).impacts_known
    for handler in (MemberList.select_all, MemberList.load, MemberList.turn, UserList.select_all):
        await tab.send(handler)
    await tab.send(UserList.weigh_bulk, data={"action": "delete", "ids": ""})
    assert not upstream.calls


async def test_a_form_of_no_record_is_not_saved(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    data = submitted(tab, UserForm, givenName="Personne")
    (await tab.state(UserForm))._settled = False
    upstream.forget()
    await tab.send(UserForm.save, data=data)
    assert not upstream.calls
