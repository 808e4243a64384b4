"""What a permission under a rule opens: one's own records, proven to be so, and nothing of others (ACCESS-15)."""

import dataclasses
import re

import jwt
import pytest
from sqlalchemy import select, update

from admin_app.api.auth import login
from admin_app.api.client import http_client
from admin_app.api.errors import MissingPermission
from admin_app.features.account.rights import asked_by
from admin_app.features.communities.members import MemberList, Seen
from admin_app.features.communities.screens import CommunityForm, CommunityList, CommunityShow
from admin_app.features.content.events import EventForm, EventList, EventShow
from admin_app.features.solidary.candidates.state import Candidates
from admin_app.features.solidary.structures.show import StructureShow
from admin_app.features.solidary.volunteers.editing import VolunteerForm
from admin_app.features.solidary.volunteers.showing import VolunteerShow
from admin_app.features.users.resource import USERS
from admin_app.features.users.screens import UserForm, UserList, UserShow
from admin_app.kit.records.ownership import among, of_record, proven
from admin_app.kit.session import NotOwn, Session, signed_in
from admin_app.kit.session.notices import Notices
from admin_app.kit.session.permissions import Standing, known_permissions
from admin_app.screens import SCREENS
from sandbox.content_tables import events
from sandbox.solidary.tables import solidary_users
from sandbox.tables import communities, memberships
from tests.support.forms import submitted
from tests.support.proofs import proves
from tests.support.sources import ROOT, constants, texts

ACCOUNTS = ("admin", "communities", "solidary", "hitchhiking", "hitchhiking-admin", "editor")
"""Those who may enter; the seventh, nobody@demo.test, may not."""
WATCHER, REFERENT = 4, 2
MODERATED, STRANGE = "1", "9"
"""A community that communities@demo.test moderates, and one of somebody else's."""
ASKED = {
    *("user_read", "user_update", "user_delete", "event_update", "event_delete", "community_read"),
    *("community_manage", "community_update", "community_delete", "community_membership"),
    *("solidary_read", "solidary_update", "structure_read"),
    *("solidary_volunteer_read", "solidary_volunteer_update", "proof_create", "proof_delete"),
}
"""The permissions under a rule that some screen asks for; the others open nothing."""


@pytest.fixture(autouse=True)
def _on(configure):
    configure(community=True, event=True, hitchhiking=True, solidary=True)


def limited() -> dict[str, tuple[str, ...]]:
    """The permissions that some role gives under a rule, with these rules."""
    return {name: tuple(each.limited) for name, each in known_permissions().items() if each.limited}


def told(tab) -> list[str]:
    return [f"{each['text']} {each['detail']}" for each in tab.view(Notices).items if each["kind"] == "error"]


def writes(upstream) -> list:
    """What may have changed a record: the bulk deletion is a GET (trap 1)."""
    bulk = upstream.called("GET", "admin/users/delete")
    return [*bulk, *(call for call in upstream.writes() if call.path not in ("/login", "/token/refresh"))]


def make_author(upstream, event_id: int, user_id: int) -> None:
    """Let an event be somebody's."""
    database = upstream.sandbox.database
    database.change(events, event_id, creator_id=user_id)
    database.commit()


def make_referrer(upstream, community: str, user_id: int) -> None:
    """Let somebody answer for a community: that is not to moderate it."""
    database = upstream.sandbox.database
    database.change(communities, int(community), referrer_id=user_id)
    database.commit()


def members_of(upstream, community: str, status: int = 1) -> list[str]:
    """Ids of memberships of a community."""
    table = memberships.c
    query = select(table.id).where(table.community_id == int(community), table.status == status).limit(3)
    return [str(row.id) for row in upstream.sandbox.database.rows(query)]


# --- the table of docs/rules.md -----------------------------------------------------------


@proves("ACCESS-15")
def test_the_table_names_each_permission_with_its_rule():
    lines = re.findall(r"^\| OWN-\d+ \| (.+?) \|", (ROOT / "docs" / "rules.md").read_text(encoding="utf-8"), re.M)
    named: dict[str, tuple[str, ...]] = {}
    for line in lines:
        head = line.partition(":")[0]
        found = re.findall(r"`(\w+)`", head)
        rules = tuple(each for each in found if each[0].isupper())
        named |= {name: rules for name in found if name[0].islower()}
    assert named == limited()


@proves("OWN-11", "OWN-12", "OWN-13", "OWN-14", "OWN-19", "OWN-20", "OWN-21", "OWN-22")
def test_what_no_screen_asks_for_opens_nothing():
    """Whoever builds on one of these says here and in the table what it opens."""
    unasked = limited().keys() - ASKED
    assert unasked
    assert not unasked & {permission for screen in SCREENS for permission in asked_by(screen)}
    # The label of a dashboard is called so, too.
    assert not {name: where for name, where in constants().items() if name in unasked - {"community_dashboard"}}


@proves("ACCESS-15")
def test_only_one_place_decides():
    """Pages ask `may` and `may_read`, handlers the door: nobody else looks a permission up."""
    direct = re.compile(r"Session\.(permissions|own)\b|\.permissions\.contains|in session\.permissions")
    allowed = {"kit/session/permission_vars.py", "features/account/rights.py"}
    found = {path for path, text in texts().items() if direct.search(text)}
    assert found <= allowed


@proves("ACCESS-15")
@pytest.mark.parametrize("account", ACCOUNTS)
async def test_menus_buttons_rights_and_the_door_agree(sign_in, upstream, account):
    tab = await sign_in(account)
    told_of, state = tab.view(Session), await tab.state(UserList)
    upstream.forget()
    for name in sorted({name for screen in SCREENS for name in asked_by(screen)}):
        acts, sees = name in told_of.permissions, name in told_of.permissions or name in told_of.own
        assert (await passes(state, name), await passes(state, reads=name)) == (acts, sees), name
    assert not upstream.calls


async def passes(state, *acts, **options) -> bool:
    try:
        async with signed_in(state, *acts, **options):
            return True
    except MissingPermission:
        return False


# --- the door ------------------------------------------------------------------------------------


@proves("ACCESS-15")
@pytest.mark.parametrize(("record", "expected"), [(str(WATCHER), ""), ("7", "UserSelf"), ("", "UserSelf")])
async def test_what_is_held_for_oneself_alone_takes_the_proof(sign_in, upstream, record, expected):
    tab = await sign_in("hitchhiking")
    state = await tab.state(UserShow)
    upstream.forget()
    try:
        async with signed_in(state, "user_update", own=of_record(USERS, record)):
            rule = ""
    except NotOwn as error:
        rule = error.rule
    assert rule == expected
    assert {call.path for call in upstream.calls} <= {f"/admin/users/{record}"}


@proves("ACCESS-15")
async def test_a_rule_that_an_entity_does_not_name_proves_nothing(sign_in, upstream):
    tab = await sign_in("hitchhiking")
    state = await tab.state(Session)
    api = state._api()
    upstream.forget()
    assert not await of_record(USERS, str(WATCHER))(api, "EventAuthor", WATCHER)
    assert not upstream.calls
    assert await of_record(USERS, str(WATCHER))(api, "UserSelf", WATCHER)
    assert await among(proven, ["1"], ["1", "2"])(api, "UserSelf", WATCHER)
    assert not await among(proven, ["1", "3"], ["1", "2"])(api, "UserSelf", WATCHER)


async def test_the_roles_of_a_token_that_was_made_up_decide_nothing(upstream, browser):
    """The account is read with the token that the API took, be it renewed by that very call."""
    tokens = await login(http_client(), "hitchhiking@demo.test", "demo")
    claims = jwt.decode(tokens.token, options={"verify_signature": False})
    made_up = jwt.encode({**claims, "roles": ["ROLE_SUPER_ADMIN"], "exp": 1}, "x" * 32)
    browser.keep(dataclasses.replace(tokens, token=made_up))
    tab = await browser.tab().open("/")
    session = await tab.state(Session)
    assert session._standing("user_delete") is Standing.OWN
    assert session._standing("user_list") is Standing.FULL
    assert session._standing("article_delete") is Standing.ABSENT


# --- users: UserSelf ------------------------------------------------------------------------------


@proves("OWN-3")
async def test_several_users_are_not_deleted_by_who_may_delete_oneself(sign_in, upstream):
    """The API lists `user_delete` for everybody, and deletes before it asks (trap 2)."""
    tab = await sign_in("hitchhiking", "/users")
    upstream.forget()
    for ids in ("7,8", f"7,{WATCHER}", str(WATCHER)):
        data = {"action": "delete", "ids": ids, "typed": str(len(ids.split(",")))}
        await tab.send(UserList.weigh_bulk, data=data)
        await tab.send(UserList.run_bulk, data=data)
    assert not upstream.calls
    assert {upstream.user(each).status for each in (7, 8, WATCHER)} == {1}
    assert "Seulement pour votre propre compte." in told(tab)[0]


@proves("OWN-3")
async def test_another_user_is_neither_deleted_nor_weighed(sign_in, upstream):
    tab = await sign_in("hitchhiking", "/users/show/7")
    assert tab.view(UserShow).owned == []
    upstream.forget()
    await tab.send(UserShow.weigh_deletion)
    await tab.send(UserShow.delete)
    assert {call.path for call in upstream.calls} <= {"/admin/users/7"}
    assert not writes(upstream)
    assert upstream.user(7).status == 1
    assert not tab.view(UserShow).impacts_known


@proves("OWN-3")
async def test_ones_own_account_may_be_deleted(sign_in, upstream):
    tab = await sign_in("hitchhiking", f"/users/show/{WATCHER}")
    assert tab.view(UserShow).owned == ["user_delete", "user_update"]
    await tab.send(UserShow.weigh_deletion)
    assert tab.view(UserShow).impacts_known
    await tab.send(UserShow.delete)
    assert upstream.user(WATCHER).status == 4


@proves("OWN-2")
async def test_another_user_is_not_changed(sign_in, upstream):
    tab = await sign_in("hitchhiking", f"/users/{WATCHER}")
    data = submitted(tab, UserForm, givenName="Prise")
    (await tab.state(UserForm)).record_id = "7"
    await tab.send(UserForm.save, data=data)
    assert not writes(upstream)
    await tab.open("/users/8")
    assert "Seulement pour votre propre compte." in tab.view(UserForm).problem
    assert tab.view(UserForm).title == ""


@proves("OWN-2")
async def test_ones_own_account_may_be_changed(sign_in, upstream):
    tab = await sign_in("hitchhiking", f"/users/{WATCHER}")
    assert tab.view(UserForm).problem == ""
    await tab.send(UserForm.save, data=submitted(tab, UserForm, givenName="Nolwenn-Marie"))
    assert [(call.method, call.path) for call in writes(upstream)] == [("PATCH", f"/admin/users/{WATCHER}")]


@proves("OWN-1")
async def test_the_api_decides_which_users_are_read(sign_in, upstream):
    """Only reading is left to the API: it looks at each record before it answers."""
    upstream.give(6, "access_admin")
    tab = await sign_in("nobody", "/users/show/6")
    assert tab.view(UserShow).title == "Jean Sansdroit"
    await tab.open("/users/show/7")
    assert (tab.view(UserShow).title, tab.view(UserShow).shown) == ("", {})
    assert tab.view(UserShow).problem


@proves("OWN-15")
async def test_the_api_decides_which_structures_are_read(sign_in, upstream):
    """Who operates none of them is given none; who operates some may change these, which takes no rule (OWN-15)."""
    tab = await sign_in("solidary", "/solidarystructures/show/1")
    assert tab.view(StructureShow).title == "Entraide Mobilité Lunévillois"
    assert (await tab.state(Session)).own["structure_read"] == "StructureOperator"
    await tab.open("/solidarystructures/show/3")
    assert (tab.view(StructureShow).title, tab.view(StructureShow).shown) == ("", {})
    assert tab.view(StructureShow).problem
    assert not writes(upstream)


@proves("OWN-2")
async def test_only_ones_own_row_leads_to_its_form(sign_in):
    tab = await sign_in("hitchhiking", "/users?sort=id&perPage=100")
    assert tab.view(UserList).own_ids == [str(WATCHER)]
    tab = await sign_in("admin", "/users?sort=id&perPage=100")
    assert tab.view(UserList).own_ids == []


# --- events: EventAuthor -------------------------------------------------------------------------


@proves("OWN-4", "OWN-5")
async def test_ones_own_event_may_be_changed_and_deleted(sign_in, upstream):
    make_author(upstream, 3, REFERENT)
    tab = await sign_in("communities", "/events/3")
    await tab.send(EventForm.save, data=submitted(tab, EventForm, name="Rebaptisée"))
    assert [(call.method, call.path) for call in writes(upstream)] == [("PATCH", "/admin/events/3")]
    await tab.open("/events/show/3")
    assert tab.view(EventShow).owned == ["event_delete", "event_update"]
    await tab.send(EventShow.weigh_deletion)
    await tab.send(EventShow.delete)
    assert [call.path for call in upstream.called("DELETE")] == ["/admin/events/3"]


@proves("OWN-4", "OWN-5")
async def test_the_event_of_another_is_neither_changed_nor_deleted(sign_in, upstream):
    make_author(upstream, 3, REFERENT)
    tab = await sign_in("communities", "/events/3")
    data = submitted(tab, EventForm, name="Prise")
    (await tab.state(EventForm)).record_id = "4"
    await tab.send(EventForm.save, data=data)
    await tab.open("/events/4")
    assert "les événements que vous avez créés" in tab.view(EventForm).problem
    assert tab.view(EventForm).fault == "refused"
    await tab.open("/events/show/4")
    assert tab.view(EventShow).title
    assert tab.view(EventShow).owned == []
    await tab.send(EventShow.delete)
    await tab.send(EventList.run_bulk, data={"action": "delete", "ids": "3", "typed": ""})
    assert not writes(upstream)


# --- communities: CommunityManagerSelf and CommunityJoined ---------------------------------------------


@proves("OWN-7")
async def test_the_list_of_communities_is_what_the_api_gives(sign_in):
    tab = await sign_in("communities", "/communities")
    assert sorted(row["id"] for row in tab.view(CommunityList).rows) == ["1", "2", "3"]
    assert tab.view(CommunityList).own_ids == ["1", "2", "3"]


@proves("OWN-8", "OWN-9")
async def test_a_community_one_moderates_may_be_changed_and_deleted(sign_in, upstream):
    tab = await sign_in("communities", f"/communities/{MODERATED}")
    await tab.send(CommunityForm.save, data=submitted(tab, CommunityForm, name="Rebaptisée"))
    assert [(call.method, call.path) for call in writes(upstream)] == [("PATCH", f"/admin/communities/{MODERATED}")]
    await tab.open(f"/communities/show/{MODERATED}")
    assert tab.view(CommunityShow).owned == ["community_delete", "community_update"]
    await tab.send(CommunityShow.weigh_deletion)
    await tab.send(CommunityShow.delete)
    assert [call.path for call in upstream.called("DELETE")] == [f"/admin/communities/{MODERATED}"]


@proves("OWN-8")
async def test_to_refer_a_community_is_not_to_moderate_it(sign_in, upstream):
    make_referrer(upstream, "5", REFERENT)
    tab = await sign_in("communities", "/communities")
    assert "5" in [row["id"] for row in tab.view(CommunityList).rows]
    assert tab.view(CommunityList).own_ids == ["1", "2", "3"]


@proves("OWN-8", "OWN-9")
async def test_the_community_of_another_is_neither_changed_nor_deleted(sign_in, upstream):
    tab = await sign_in("communities", f"/communities/{MODERATED}")
    data = submitted(tab, CommunityForm, name="Prise")
    (await tab.state(CommunityForm)).record_id = STRANGE
    await tab.send(CommunityForm.save, data=data)
    await tab.open(f"/communities/show/{MODERATED}")
    (await tab.state(CommunityShow)).shown_id = STRANGE
    await tab.send(CommunityShow.weigh_deletion)
    await tab.send(CommunityShow.delete)
    assert not writes(upstream)


@proves("OWN-9")
async def test_several_communities_take_the_full_permission(sign_in, upstream):
    tab = await sign_in("communities", "/communities")
    upstream.forget()
    data = {"action": "delete", "ids": "1,2", "typed": "2"}
    await tab.send(CommunityList.weigh_bulk, data=data)
    await tab.send(CommunityList.run_bulk, data=data)
    assert not upstream.calls
    assert "les communautés que vous modérez" in told(tab)[0]


@proves("OWN-8")
async def test_a_moderator_treats_the_members_of_the_community(sign_in, upstream):
    tab = await sign_in("communities", f"/communities/show/{MODERATED}")
    assert tab.view(MemberList).owned == ["community_membership", "community_update"]
    first, second, third = [row["id"] for row in tab.view(MemberList).rows if row["status"] == "1"][:3]
    upstream.forget()
    await tab.send(MemberList.run_bulk, data={"action": "suspend", "ids": f"{first},{second}"})
    # One proof for the run, whatever the number of members, and one for the rows that are read again.
    assert len(upstream.called("GET", "admin/communities/moderated")) == 2
    await tab.send(MemberList.ask_to_remove, member_id=third)
    await tab.send(MemberList.remove)
    assert {call.path for call in writes(upstream)} == {
        f"/admin/community_members/{each}" for each in (first, second, third)
    }


@proves("OWN-10")
async def test_a_moderator_adds_somebody(sign_in, upstream):
    tab = await sign_in("communities", f"/communities/show/{MODERATED}")
    await tab.send(MemberList.add, data={"user": "1", "status": "1"})
    assert [call.body["community"] for call in writes(upstream)] == [f"/communities/{MODERATED}"]


@proves("OWN-8", "OWN-10")
async def test_the_members_of_another_community_are_left_alone(sign_in, upstream):
    tab = await sign_in("communities", f"/communities/show/{MODERATED}")
    (stranger, *_) = members_of(upstream, STRANGE)
    mine = tab.view(MemberList).rows[0]["id"]
    for ids in (stranger, f"{mine},{stranger}"):
        for action in ("accept", "suspend", "delete"):
            await tab.send(MemberList.run_bulk, data={"action": action, "ids": ids})
    state = await tab.state(MemberList)
    state._seen = {**state._seen, stranger: Seen("0", "Quelqu’un")}
    await tab.send(MemberList.change_status, data={"id": stranger, "status": "1"})
    await tab.send(MemberList.ask_to_remove, member_id=stranger)
    await tab.send(MemberList.remove)
    (await tab.state(MemberList)).owner_id = STRANGE
    await tab.send(MemberList.add, data={"user": "1", "status": "1"})
    assert not writes(upstream)


@proves("OWN-8")
async def test_the_members_of_the_last_community_do_not_count_in_the_next(sign_in, upstream):
    tab = await sign_in("communities", f"/communities/show/{MODERATED}")
    former = tab.view(MemberList).rows[0]["id"]
    await tab.open("/communities/show/2")
    await tab.send(MemberList.run_bulk, data={"action": "suspend", "ids": former})
    assert not writes(upstream)


@proves("OWN-6")
async def test_the_api_decides_whose_members_are_read(sign_in):
    """A secured community shows them to its own people alone, whoever else asks (trap 20)."""
    tab = await sign_in("admin", f"/communities/show/{STRANGE}")
    assert tab.view(CommunityShow).title
    assert tab.view(MemberList).closed


# --- volunteers: SolidaryVolunteerSelf ------------------------------------------------------------


@proves("OWN-17")
async def test_a_volunteer_neither_reads_nor_changes_a_week(sign_in, upstream, configure):
    """The item asks for the permission of the list (get_solidary_volunteer), which volunteers lack: no proof either."""
    configure(solidary=True, solidary_transport=True)
    people = solidary_users.c
    person = upstream.sandbox.database.rows(select(people.id, people.user_id).where(people.volunteer))[0]
    upstream.sandbox.database.write(update(solidary_users).where(people.id == person.id).values(user_id=WATCHER))
    upstream.give(WATCHER, "ROLE_SOLIDARY_VOLUNTEER_CANDIDATE")
    tab = await sign_in("hitchhiking", f"/solidaryvolunteers/show/{person.id}")
    assert tab.view(Session).own["solidary_volunteer_update"] == "SolidaryVolunteerSelf"
    assert tab.view(VolunteerShow).problem
    assert tab.view(VolunteerShow).shown == {}
    await tab.open(f"/solidaryvolunteers/{person.id}")
    await tab.send(VolunteerForm.save, data={"mMon": "true"})
    await tab.send(VolunteerShow.ask_decision, person=str(person.id), structure="1", accept=True)
    assert not writes(upstream)


# --- proofs: ProofOwner ----------------------------------------------------------------------------


@proves("OWN-18")
async def test_who_may_send_ones_own_proofs_sends_none_here(sign_in, upstream, configure):
    """A candidate holds proof_create for the own ones: nothing is opened, chosen or sent on the board (OWN-18)."""
    configure(solidary=True)
    held = ("access_admin", "solidary_beneficiary_list", "solidary_beneficiary_read", "solidary_list")
    upstream.grant("hitchhiking@demo.test", *held)
    upstream.give(WATCHER, "ROLE_SOLIDARY_BENEFICIARY_CANDIDATE")
    tab = await sign_in("hitchhiking", "/solidarycandidates")
    assert tab.view(Session).own["proof_create"] == "ProofOwner"
    upstream.forget()
    await tab.send(Candidates.open_proofs, person="44", structure="1")
    await tab.send(Candidates.prepare_proof, name="proofs:5", file_name="a.pdf")
    await tab.send(Candidates.send_proofs, accept=False)
    assert (upstream.calls, tab.went("sendFile")) == ([], [])
