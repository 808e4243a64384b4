"""The members of a community: listed inside it, added, moderated, removed (MEMBER-1 to MEMBER-9)."""

from urllib.parse import quote

import pytest
import reflex as rx

from admin_app.api.errors import MalformedAnswer
from admin_app.features.communities.member import part_of_date
from admin_app.features.communities.member_failures import shows_what_is_stored
from admin_app.features.communities.member_page import members_of
from admin_app.features.communities.members import ADD_DIALOG, CHANGE_DIALOG, REMOVE_DIALOG, MemberList
from admin_app.features.communities.screens import CommunityForm, CommunityShow
from admin_app.features.users.screens import UserList
from admin_app.kit.exports import state as exports_module
from admin_app.kit.exports import stream
from admin_app.kit.session import Session
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from admin_app.shared.mail_target import Unaddressable
from tests.support.exports import ended, export
from tests.support.forms import fetch_file, submitted
from tests.support.proofs import proves

MANUAL, DOMAIN, AUTOMATIC, SECURED, OTHER = "1", "2", "4", "3", "9"
"""Communities of the demonstration, by how people join; the last is secured too, and of nobody who signs in here."""
SHOW, EDIT = "/communities/show", "/communities"


@pytest.fixture(autouse=True)
def _on(configure):
    configure(community=True)


def writes(upstream):
    return [call for call in upstream.writes() if call.path != "/login"]


def notices(tab):
    return [(each["kind"], each["text"]) for each in tab.view(Notices).items]


def listed(upstream):
    """The query of the last page that was asked for; counts ask for one row."""
    return [
        call
        for call in upstream.called("GET", "admin/")
        if call.path.endswith("/members") and call.query["perPage"] != "1"
    ][-1].query


def member(tab, status):
    return next(row for row in tab.view(MemberList).rows if row["status"] == status)


@proves("MEMBER-3")
@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("04/2026", "2026-04"),
        ("3/4/2026", "2026-04-03"),
        ("03.04.2026", "2026-04-03"),
        ("2026-04", "2026-04"),
        (" n’importe quoi ", "n’importe quoi"),
    ],
)
def test_a_date_is_sent_as_the_server_writes_it(typed, sent):
    assert part_of_date(typed) == sent


def outcomes(tab):
    return {each["id"]: each["outcome"] for each in tab.view(MemberList).bulk_report}


async def bulk(tab, action, *rows):
    ids = ",".join(row["id"] for row in rows)
    await tab.send(MemberList.run_bulk, data={"action": action, "ids": ids})


# --- the list inside the record ----------------------------------------------------


@proves("MEMBER-1")
async def test_the_members_stand_below_the_community_with_one_call_each(sign_in, upstream):
    """And two that count those who wait and those who were refused."""
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    paths = [call.path for call in upstream.called("GET", "admin/")]
    assert [path for path in paths if "communities" in path] == [
        f"/admin/communities/{MANUAL}",
        f"/admin/communities/{MANUAL}/members",
        f"/admin/communities/{MANUAL}/members",
        f"/admin/communities/{MANUAL}/members",
    ]
    shown = tab.view(MemberList)
    assert (shown.owner_id, shown.total, len(shown.rows)) == (MANUAL, 182, 25)
    assert listed(upstream) == {"order[createdDate]": "desc", "page": "1", "perPage": "25"}
    assert shown.rows[0]["_href"].startswith("/users/show/")


@proves("LIST-21")
async def test_one_box_finds_a_member_by_either_name(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    row = tab.view(MemberList).rows[3]
    given, _, family = row["familyName"].partition(" ")
    for typed in (family, given, f"{family} {given}", f"{given} {family[:2]}"):
        await tab.open(f"{SHOW}/{MANUAL}#community_members?q={quote(typed)}")
        shown = tab.view(MemberList)
        assert row["id"] in [each["id"] for each in shown.rows], typed
        assert all(typed.split()[0].casefold() in each["familyName"].casefold() for each in shown.rows)
        assert shown.total == len(shown.rows) < 182
    assert {call.path for call in upstream.called("GET", "admin/users")} == set()


@proves("LIST-21")
async def test_a_member_is_found_by_telephone_and_e_mail_through_the_users(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    row = tab.view(MemberList).rows[3]
    user_id = int(row["_href"].rsplit("/", 1)[1])
    upstream.change(user_id, telephone="+33639869266")
    for typed in ("06 39 86 92 66", upstream.user(user_id).email):
        await tab.open(f"{SHOW}/{MANUAL}#community_members?q={quote(typed)}")
        assert [each["id"] for each in tab.view(MemberList).rows] == [row["id"]], typed
    status = "0" if row["status"] != "0" else "1"
    await tab.open(f"{SHOW}/{MANUAL}#community_members?q=0639869266&status={status}")
    assert tab.view(MemberList).rows == []


@proves("LIST-21")
async def test_who_may_not_list_users_is_told_to_search_by_name(sign_in, upstream):
    held = {"access_admin", "community_manage", "community_read"}
    upstream.grant("admin@demo.test", *held)
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}#community_members?q=06 39 86 92 66")
    shown = tab.view(MemberList)
    assert (shown.obstacle, shown.rows, shown.problem) == ("names_only", [], "")
    assert upstream.called("GET", "admin/users") == []


@proves("LIST-22")
async def test_what_the_box_finds_is_no_target_of_a_mail(sign_in, upstream):
    """The API targets members by status alone: a name left out would write to all of them (traps 11 and 18)."""
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}#community_members?q=mar")
    state = await tab.state(MemberList)
    with pytest.raises(Unaddressable):
        state._aimed({"scope": "filtered"})


@proves("LIST-15", "MEMBER-3")
async def test_their_filters_and_pages_are_behind_the_hash(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}#community_members?status=0&createdDate=10%2F2026&sort=familyName")
    query = listed(upstream)
    assert (query["status"], query["createdDate"], query["order[familyName]"]) == ("0", "2026-10", "asc")
    shown = tab.view(MemberList)
    assert {row["status"] for row in shown.rows} == {"0"}
    assert shown.hrefs["reset"] == "#community_members?sort=familyName"
    assert shown.hrefs["without:status"].startswith("#community_members?")


@proves("MEMBER-11")
async def test_they_are_counted_and_so_are_those_who_wait_whatever_is_listed(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    before = tab.view(MemberList).counts
    assert before["members"] == tab.view(CommunityShow).shown["nbMembers"] != "182"
    assert int(before["pending"]) > 0
    await tab.open(f"{SHOW}/{MANUAL}#community_members?status=0")
    assert str(tab.view(MemberList).total) == before["pending"]
    waiting = member(tab, "0")
    await tab.send(MemberList.change_status, data={"id": waiting["id"], "status": "1"})
    await tab.send(MemberList.load)
    assert tab.view(MemberList).counts == {
        "members": str(int(before["members"]) + 1), "pending": str(int(before["pending"]) - 1),
    }  # fmt: skip
    upstream.forget()
    await tab.send(MemberList.load)
    assert len(upstream.called("GET", "admin/communities")) == 1


@proves("MEMBER-11")
@pytest.mark.parametrize("again", ["reload", "back"])
async def test_they_are_counted_anew_when_their_community_is_opened_again(sign_in, upstream, again):
    """What a colleague did meanwhile, or an act whose answer was lost, is in the rows: the counts go with them."""
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    before = tab.view(MemberList).counts
    upstream.put("memberships", member(tab, "0")["id"], status=1)
    if again == "reload":
        await tab.load()
    else:
        await tab.open("/communities")
        await tab.open(f"{SHOW}/{MANUAL}")
    members = str(int(before["members"]) + 1)
    assert tab.view(MemberList).counts == {"members": members, "pending": str(int(before["pending"]) - 1)}
    assert tab.view(CommunityShow).shown["nbMembers"] == members


@proves("MEMBER-11", "MEMBER-15")
@pytest.mark.parametrize("act", ["add", "change", "remove"])
async def test_after_an_act_whose_answer_was_lost_the_list_shows_what_is_stored(sign_in, upstream, act):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    before, waiting = tab.view(MemberList).counts, member(tab, "0")
    by = {"add": (1, 0), "change": (1, -1), "remove": (0, -1)}[act]
    await tab.send(MemberList.ask_to_remove, member_id=waiting["id"])
    upstream.lose("admin/community_members")
    if act == "add":
        await tab.send(MemberList.add, data={"user": "1", "status": "1"})
    elif act == "change":
        await tab.send(MemberList.change_status, data={"id": waiting["id"], "status": "1"})
    else:
        await tab.send(MemberList.remove)
    assert notices(tab) == [("error", say("errors.unsure", "fr"))]
    closed = {"add": [], "change": [CHANGE_DIALOG], "remove": [REMOVE_DIALOG]}[act]
    assert tab.went("closeDialog") == closed, "what was typed stays; the list and what is told lie under a question"
    if act == "remove":
        await tab.send(MemberList.remove)
        assert len(upstream.called("DELETE")) == 1, "what was asked is over"
    assert tab.view(MemberList).counts == {
        name: str(int(before[name]) + more) for name, more in zip(("members", "pending"), by, strict=True)
    }
    assert tab.view(MemberList).total == 182 + {"add": 1, "change": 0, "remove": -1}[act]


@pytest.mark.parametrize("closes", [None, CHANGE_DIALOG])
async def test_a_failure_that_is_told_as_it_came_keeps_its_cause(sign_in, closes):
    """The log tells it; only a refusal that is exchanged for what staff are told of it has none."""
    failure = MalformedAnswer(cause="ValueError")

    @shows_what_is_stored(closes)
    async def act(_):
        raise failure from ValueError("what was read")
        yield

    state = await (await sign_in("admin", f"{SHOW}/{MANUAL}")).state(MemberList)
    with pytest.raises(MalformedAnswer) as raised:
        _ = [step async for step in act(state)]
    assert raised.value is failure
    assert isinstance(failure.__cause__, ValueError)


@proves("MEMBER-15")
@pytest.mark.parametrize(
    ("act", "method", "dialog"), [("change", "PATCH", CHANGE_DIALOG), ("remove", "DELETE", REMOVE_DIALOG)]
)
async def test_a_refusal_is_told_under_no_question(sign_in, upstream, act, method, dialog):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    waiting = member(tab, "0")
    await tab.send(MemberList.ask_to_remove, member_id=waiting["id"])
    upstream.contract.allow = (403,)
    upstream.fail("admin/community_members", 403, method=method)
    if act == "change":
        await tab.send(MemberList.change_status, data={"id": waiting["id"], "status": "1"})
    else:
        await tab.send(MemberList.remove)
    assert [kind for kind, _ in notices(tab)] == ["error"]
    assert tab.went("closeDialog") == [dialog]


@proves("MEMBER-5", "OWN-10")
async def test_why_somebody_is_not_added_is_said_in_the_dialog(sign_in, upstream):
    """The notice stands behind it."""
    tab = await sign_in("communities", f"{SHOW}/{MANUAL}")
    data = {"user": "7", "status": "1"}
    await tab.send(MemberList.add, data=data)
    assert upstream.called("POST", "admin/community_members"), "the API refuses it"
    assert tab.view(MemberList).refused == say("community_members.add_refused", "fr")
    assert [each["detail"] for each in tab.view(Notices).items] == [tab.view(MemberList).refused], "both say the same"
    assert tab.went("focusOn") == ["f-user"]
    upstream.fail("admin/community_members", 500, method="POST")
    await tab.send(MemberList.add, data=data)
    assert tab.view(MemberList).refused == say("errors.unsure", "fr")
    assert not tab.went("closeDialog")
    await tab.send(MemberList.forget_addition)
    assert tab.view(MemberList).refused == ""


@proves("MEMBER-11")
async def test_counts_are_never_those_of_another_community(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    upstream.fail("admin/communities/2/members", 500)
    await tab.open(f"{SHOW}/{DOMAIN}")
    assert tab.view(MemberList).counts == {}


@proves("LIST-15")
async def test_turning_their_pages_leaves_the_record_alone(sign_in, upstream):
    tab = await sign_in("admin", f"{EDIT}/{MANUAL}")
    revision = tab.view(CommunityForm).revision
    upstream.forget()
    tab.address = f"{EDIT}/{MANUAL}#community_members?page=2"
    await tab.send(MemberList.turn)
    assert [call.path for call in upstream.calls] == [f"/admin/communities/{MANUAL}/members"]
    assert (tab.view(MemberList).first, tab.view(CommunityForm).revision) == (26, revision)


async def test_a_page_that_is_no_more_leads_to_the_last(sign_in):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}#community_members?page=99")
    assert tab.went("turn") == ["#community_members?page=8"]


@pytest.mark.parametrize(
    "fragment", ["community_members?status=9&page=-1&sort=nothing", "elsewhere?status=0", "%%%", "community_members"]
)
async def test_anything_may_stand_behind_the_hash(sign_in, upstream, fragment):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}#{fragment}")
    assert tab.view(MemberList).total == 182
    assert tab.view(MemberList).problem == ""


@proves("MEMBER-1")
async def test_another_community_never_shows_the_rows_of_the_last(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    await tab.open(f"{SHOW}/{AUTOMATIC}")
    assert tab.view(MemberList).owner_id == AUTOMATIC
    assert upstream.calls[-1].path == f"/admin/communities/{AUTOMATIC}/members"


@proves("MEMBER-9")
async def test_a_secured_community_says_why_its_members_are_not_shown(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{OTHER}")
    shown = tab.view(MemberList)
    assert "sécurisée" in shown.closed
    assert (shown.rows, shown.problem, notices(tab)) == ([], "", [])
    assert tab.view(CommunityShow).title
    await tab.open(f"{SHOW}/{MANUAL}")
    assert tab.view(MemberList).closed == ""


@proves("MEMBER-9")
def test_where_members_are_not_shown_no_button_opens_a_dialog_that_is_not_there():
    buttons, dialogs = set(), set()
    parts = [*members_of(rx.Var.create("3"))]
    while parts:
        part = parts.pop()
        if MemberList.closed._js_expr in str(getattr(part, "cond", "")):
            continue  # one way or the other: what is always there must be whole by itself
        attributes = getattr(part, "custom_attrs", {})
        buttons.add(attributes.get("commandfor"))
        dialogs.add(attributes.get("id"))
        parts += part.children
    assert ADD_DIALOG in dialogs
    assert buttons <= {*dialogs, None}


@proves("MEMBER-9")
async def test_its_own_moderator_sees_the_members_of_a_secured_community(sign_in):
    tab = await sign_in("communities", f"{SHOW}/{SECURED}")
    assert tab.view(MemberList).closed == ""
    assert tab.view(MemberList).rows


async def test_a_failure_is_said_in_place_and_can_be_tried_again(sign_in, upstream):
    upstream.fail(f"admin/communities/{MANUAL}/members", 500)
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    assert tab.view(MemberList).problem
    upstream.heal()
    await tab.send(MemberList.load)
    assert (tab.view(MemberList).problem, tab.view(MemberList).total) == ("", 182)


# --- one member ---------------------------------------------------------------------


@proves("CALL-4", "MEMBER-4")
async def test_accepting_tells_the_person_once(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}#community_members?status=0")
    row = member(tab, "0")
    sent = len(upstream.outbox())
    await tab.send(MemberList.change_status, data={"id": row["id"], "status": "1"})
    (call,) = writes(upstream)
    assert (call.path, call.body) == (f"/admin/community_members/{row['id']}", {"status": 1})
    assert len(upstream.outbox()) == sent + 1
    assert notices(tab) == [
        ("success", f"{row['_name']} fait partie de la communauté\u00a0; la plateforme l’en informe.")
    ]
    await tab.send(MemberList.change_status, data={"id": row["id"], "status": "1"})
    assert len(writes(upstream)) == 1


@proves("MEMBER-12")
async def test_a_status_that_was_chosen_is_asked_about(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}#community_members?status=0")
    row = member(tab, "0")
    await tab.send(MemberList.ask_to_change, member_id=row["id"], status="1")
    assert tab.view(MemberList).changing == {"id": row["id"], "name": row["_name"], "status": "1"}
    assert tab.went("openDialog") == [CHANGE_DIALOG]
    assert not writes(upstream)
    await tab.send(MemberList.change_status, data={"id": row["id"], "status": "1"})
    assert tab.went("closeDialog") == [CHANGE_DIALOG]


@proves("MEMBER-13")
@pytest.mark.parametrize(("theirs", "kind", "told"), [(3, "error", "a refusé"), (1, "success", "déjà partie")])
async def test_what_somebody_else_decided_meanwhile_is_not_overwritten(sign_in, upstream, theirs, kind, told):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}#community_members?status=0")
    row = member(tab, "0")
    upstream.put("memberships", row["id"], status=theirs)
    await tab.send(MemberList.change_status, data={"id": row["id"], "status": "1"})
    assert not writes(upstream)
    ((said, text),) = notices(tab)
    assert (said, told in text, row["_name"] in text) == (kind, True, True)
    await tab.send(MemberList.load)
    assert row["id"] not in [each["id"] for each in tab.view(MemberList).rows]


@proves("MEMBER-13")
async def test_who_was_removed_meanwhile_is_not_changed(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    row = member(tab, "0")
    upstream.remove("memberships", row["id"])
    await tab.send(MemberList.change_status, data={"id": row["id"], "status": "1"})
    assert not writes(upstream)
    assert notices(tab) == [("error", f"{row['_name']} ne figure plus parmi les membres. Rien n’a été envoyé.")]


@proves("MEMBER-4")
@pytest.mark.parametrize("data", [{"status": "1"}, {"status": "7"}, {"status": ""}, {"id": "999999", "status": "3"}])
async def test_what_changes_nothing_is_not_sent(sign_in, upstream, data):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}#community_members?status=1")
    await tab.send(MemberList.change_status, data={"id": member(tab, "1")["id"], **data})
    assert not writes(upstream)
    assert not notices(tab)


async def test_a_refused_change_says_so_and_keeps_the_row(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}#community_members?status=0")
    rows = tab.view(MemberList).rows
    upstream.fail("admin/community_members", 500)
    await tab.send(MemberList.change_status, data={"id": rows[0]["id"], "status": "3"})
    assert notices(tab)[0][0] == "error"
    assert tab.view(MemberList).rows == rows


@proves("NOTICE-16", "MEMBER-7")
async def test_a_removal_names_the_member_and_is_done_once(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    row = tab.view(MemberList).rows[3]
    await tab.send(MemberList.ask_to_remove, member_id=row["id"])
    assert tab.view(MemberList).leaving["name"] == row["_name"]
    assert tab.went("openDialog") == ["remove-member"]
    await tab.send(MemberList.remove)
    await tab.send(MemberList.remove)
    assert [call.path for call in writes(upstream)] == [f"/admin/community_members/{row['id']}"]
    assert tab.went("closeDialog") == ["remove-member"]
    assert tab.view(MemberList).total == 181


@proves("MEMBER-8")
@pytest.mark.parametrize(
    ("handler", "payload"),
    [
        (MemberList.change_status, {"data": {"status": "3"}}),
        (MemberList.remove, {}),
        (MemberList.add, {"data": {"user": "60", "status": "1"}}),
        (MemberList.find, {"name": "user", "text": "martin"}),
    ],
)
async def test_each_act_asks_for_its_permission(sign_in, upstream, handler, payload):
    upstream.grant("admin@demo.test", "access_admin", "community_read", "community_read_details")
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    row = tab.view(MemberList).rows[0]
    await tab.send(MemberList.ask_to_remove, member_id=row["id"])
    if "data" in payload:
        payload = {"data": {"id": row["id"], **payload["data"]}}
    upstream.forget()
    await tab.send(handler, **payload)
    assert not upstream.calls


# --- adding ------------------------------------------------------------------------------


@proves("MEMBER-5")
async def test_adding_sends_a_status_and_asks_nobody(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    sent = len(upstream.outbox())
    await tab.send(MemberList.add, data={"user": "1", "status": "2"})
    (call,) = writes(upstream)
    assert call.body == {"community": "/communities/1", "user": "/users/1", "status": 2}
    assert len(upstream.outbox()) == sent
    assert tab.went("closeDialog") == ["add-member"]
    assert tab.view(MemberList).additions == 1
    assert tab.view(MemberList).total == 183


@proves("NOTICE-5", "MEMBER-5")
async def test_a_member_twice_is_said_on_the_field(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    user_id = tab.view(MemberList).rows[0]["_href"].rpartition("/")[2]
    await tab.send(MemberList.add, data={"user": user_id, "status": "1"})
    assert tab.view(MemberList).errors == {"user": "Cette personne est déjà membre."}
    assert not tab.went("closeDialog")
    assert tab.view(MemberList).additions == 0
    await tab.send(MemberList.forget_addition)
    assert (tab.view(MemberList).errors, tab.view(MemberList).additions) == ({}, 1)
    assert not notices(tab)


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        ({"user": "", "status": "1"}, {"user"}),
        ({"user": "?", "status": "1"}, {"user"}),
        ({"user": "1", "status": "8"}, {"status"}),
        ({}, {"user", "status"}),
    ],
)
async def test_an_addition_that_cannot_be_sent_is_not(sign_in, upstream, data, wrong):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    await tab.send(MemberList.add, data=data)
    assert set(tab.view(MemberList).errors) == wrong
    if data.get("user") == "?":
        assert tab.view(MemberList).errors["user"] == say("community_members.choose_person", "fr")
    assert not writes(upstream)


@proves("MEMBER-6")
async def test_somebody_of_another_domain_is_warned_about(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{DOMAIN}")
    await tab.send(MemberList.add, data={"user": "1", "status": "1"})
    assert "chru-nancy" in tab.view(MemberList).warning
    assert tab.went("focusOn") == ["add-member-warning"], "what was pressed was shut meanwhile"
    assert not writes(upstream)
    warned = tab.view(MemberList).warned
    await tab.send(MemberList.add, data={"user": "4", "status": "1", "confirmed": warned})
    assert not writes(upstream)
    await tab.send(MemberList.add, data={"user": "1", "status": "1", "confirmed": warned})
    assert writes(upstream)[0].body["user"] == "/users/1"


@proves("MEMBER-6")
async def test_somebody_of_the_domain_is_not(sign_in, upstream):
    upstream.change(20, email="lea@etudiant.chru-nancy.example.org")
    tab = await sign_in("admin", f"{SHOW}/{DOMAIN}")
    await tab.send(MemberList.add, data={"user": "20", "status": "1"})
    assert tab.view(MemberList).warning == ""
    assert writes(upstream)


@proves("MEMBER-6", "MEMBER-16")
async def test_an_addition_that_was_begun_is_of_its_community(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{DOMAIN}")
    await tab.send(MemberList.add, data={"user": "1", "status": "1"})
    begun = tab.view(MemberList).additions
    assert tab.view(MemberList).warning
    await tab.open(f"{SHOW}/{MANUAL}")
    shown = tab.view(MemberList)
    assert (shown.warning, shown.warned, shown.errors) == ("", "", {})
    assert shown.additions > begun, "the form is empty again"
    await tab.send(MemberList.add, data={"user": "", "status": "1"})
    assert tab.view(MemberList).errors
    upstream.put("communities", int(AUTOMATIC), validation_type=2, domain="exemple.fr")
    await tab.open(f"{SHOW}/{AUTOMATIC}")
    assert tab.view(MemberList).errors == {}
    await tab.send(MemberList.add, data={"user": "1", "status": "1"})
    assert "exemple.fr" in tab.view(MemberList).warning
    assert not writes(upstream)


@proves("MEMBER-16")
async def test_an_addition_stays_while_its_community_is_read_again(sign_in):
    tab = await sign_in("admin", f"{SHOW}/{DOMAIN}")
    await tab.send(MemberList.add, data={"user": "1", "status": "1"})
    warning = tab.view(MemberList).warning
    await tab.send(MemberList.turn)
    assert warning == tab.view(MemberList).warning != ""
    await tab.send(MemberList.forget_addition)
    assert (tab.view(MemberList).warning, tab.view(MemberList).warned) == ("", "")


@proves("MEMBER-16")
def test_escape_forgets_an_addition_as_cancel_does():
    adding = next(each for each in members_of(CommunityForm.record_id) if f"{ADD_DIALOG}-title" in str(each))
    assert "onCancel" in str(adding)
    assert str(adding).count("forget_addition") == 2


async def test_people_are_proposed_and_the_form_beside_is_left_alone(sign_in, upstream):
    tab = await sign_in("admin", f"{EDIT}/{MANUAL}")
    data = submitted(tab, CommunityForm, name="En cours de saisie")
    await tab.send(MemberList.find, name="user", text="mar")
    assert tab.view(MemberList).suggestions["user"]
    await tab.send(MemberList.find, name="user", text="m")
    await tab.send(CommunityForm.save, data=data)
    assert writes(upstream)[-1].body == {"name": "En cours de saisie"}


# --- several at once ------------------------------------------------------------------------


@proves("MEMBER-4")
async def test_several_are_accepted_and_each_is_told_once(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    rows = [member(tab, "0"), member(tab, "1")]
    ids = ",".join(row["id"] for row in rows)
    sent = len(upstream.outbox())
    await tab.send(MemberList.run_bulk, data={"action": "accept", "ids": ids})
    assert [(call.path, call.body) for call in writes(upstream)] == [
        (f"/admin/community_members/{rows[0]['id']}", {"status": 1})
    ]
    assert len(upstream.outbox()) == sent + 1
    assert {(each["name"], each["outcome"]) for each in tab.view(MemberList).bulk_report} == {
        (row["_name"], "done") for row in rows
    }
    await tab.send(MemberList.run_bulk, data={"action": "accept", "ids": ids})
    assert len(writes(upstream)) == 1


@proves("MEMBER-13", "MEMBER-4")
async def test_of_several_who_was_accepted_meanwhile_is_not_told_twice(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}#community_members?status=0")
    first, second = tab.view(MemberList).rows[:2]
    upstream.put("memberships", first["id"], status=1)
    await bulk(tab, "accept", first, second)
    assert [call.path for call in writes(upstream)] == [f"/admin/community_members/{second['id']}"]
    assert outcomes(tab) == {first["id"]: "done", second["id"]: "done"}


@proves("MEMBER-13")
@pytest.mark.parametrize(
    ("action", "theirs", "told"), [("accept", 3, "a refusé"), ("accept", 2, "modérateur"), ("refuse", 1, "a accepté")]
)
async def test_of_several_what_somebody_else_decided_meanwhile_is_not_overwritten(
    sign_in, upstream, action, theirs, told
):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}#community_members?status=0")
    first, second = tab.view(MemberList).rows[:2]
    upstream.put("memberships", first["id"], status=theirs)
    await bulk(tab, action, first, second)
    assert [call.path for call in writes(upstream)] == [f"/admin/community_members/{second['id']}"]
    assert outcomes(tab) == {first["id"]: "aside", second["id"]: "done"}
    reason = tab.view(MemberList).bulk_report[0]["reason"]
    assert (told in reason, first["_name"] in reason) == (True, True)
    assert tab.went("selected") == ["community_members", []], "nothing is left to do"
    assert tab.went("openDialog") == ["community_members-report"]
    # Who asks again has read what the other decided.
    await bulk(tab, action, first)
    assert outcomes(tab) == {first["id"]: "done"}


@proves("MEMBER-13")
async def test_of_several_who_was_taken_for_a_member_is_looked_for_too(sign_in, upstream):
    """No more is said of them than what is so."""
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}#community_members?status=1")
    first, second = tab.view(MemberList).rows[:2]
    upstream.put("memberships", first["id"], status=3)
    upstream.remove("memberships", second["id"])
    await bulk(tab, "accept", first, second)
    assert not writes(upstream)
    assert outcomes(tab) == {first["id"]: "aside", second["id"]: "aside"}
    assert "ne figure plus" in tab.view(MemberList).bulk_report[1]["reason"]


@proves("MEMBER-4", "MEMBER-13")
async def test_after_a_lost_answer_the_others_are_treated_and_nobody_is_told_twice(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}#community_members?status=0")
    first, second = tab.view(MemberList).rows[:2]
    sent = len(upstream.outbox())
    upstream.lose("admin/community_members")
    await bulk(tab, "accept", first, second)
    assert outcomes(tab) == {first["id"]: "uncertain", second["id"]: "skipped"}
    upstream.heal()
    await bulk(tab, "accept", first, second)
    assert outcomes(tab) == {first["id"]: "done", second["id"]: "done"}
    assert len(upstream.outbox()) == sent + 2


@proves("MEMBER-13")
async def test_several_are_looked_for_where_they_are_whatever_is_shown_meanwhile(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}#community_members?status=0")
    rows = tab.view(MemberList).rows[:2]
    data = {"action": "accept", "ids": ",".join(row["id"] for row in rows)}
    with upstream.held(f"/community_members/{rows[0]['id']} PATCH"):
        running = await tab.start(MemberList.run_bulk, data=data)
        await upstream.awaited(f"/community_members/{rows[0]['id']} PATCH")
        await tab.open(f"{SHOW}/{AUTOMATIC}")
    await running.wait_all()
    assert [call.path for call in writes(upstream)] == [f"/admin/community_members/{row['id']}" for row in rows]


@proves("MEMBER-4")
async def test_a_report_has_the_number_that_the_list_shows(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    first = next(row for row in tab.view(MemberList).rows if row["id"] != row["userId"])
    await bulk(tab, "suspend", first)
    assert [(each["id"], each["number"]) for each in tab.view(MemberList).bulk_report] == [
        (first["id"], first["userId"])
    ]
    await tab.send(MemberList.download_report)
    content = await fetch_file(tab.went("fetchFile")[0])
    assert f"\n{first['userId']};" in content.text


async def test_a_refusal_among_several_is_reported_by_its_name(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    first, second = tab.view(MemberList).rows[:2]
    upstream.fail(f"admin/community_members/{first['id']}", 500)
    await tab.send(MemberList.run_bulk, data={"action": "delete", "ids": f"{first['id']},{second['id']}"})
    report = {each["name"]: each["outcome"] for each in tab.view(MemberList).bulk_report}
    assert report == {first["_name"]: "uncertain", second["_name"]: "done"}
    assert tab.went("selected") == ["community_members", [first["id"]]]
    await tab.open(f"{SHOW}/{AUTOMATIC}")
    assert tab.view(MemberList).bulk_report == []


@proves("MEMBER-8")
async def test_several_ask_for_the_permission_too(sign_in, upstream):
    upstream.grant("admin@demo.test", "access_admin", "community_read", "community_read_details")
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    for action in ("accept", "refuse", "promote", "suspend", "delete"):
        await tab.send(MemberList.run_bulk, data={"action": action, "ids": tab.view(MemberList).rows[0]["id"]})
    assert not writes(upstream)


@proves("MEMBER-11")
async def test_the_page_of_the_community_counts_them_after_each_act(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")

    def counted():
        return int(tab.view(CommunityShow).shown["nbMembers"])

    before, target = counted(), tab.view(CommunityShow).shown["target"]
    await tab.send(MemberList.add, data={"user": "1", "status": "1"})
    assert counted() == before + 1
    waiting = member(tab, "0")["id"]
    await tab.send(MemberList.change_status, data={"id": waiting, "status": "1"})
    assert counted() == before + 2
    await tab.send(MemberList.ask_to_remove, member_id=waiting)
    await tab.send(MemberList.remove)
    assert counted() == before + 1
    await tab.send(MemberList.run_bulk, data={"action": "accept", "ids": member(tab, "0")["id"]})
    assert counted() == before + 2
    assert tab.view(CommunityShow).shown["target"] == target
    assert tab.view(CommunityShow).goal == ([before + 2, int(target)] if target else [])
    await tab.open(f"{EDIT}/{AUTOMATIC}")
    assert counted() == before + 2, "the page that was left is of another community"


@proves("MEMBER-14")
async def test_the_removal_of_who_answers_for_the_community_says_so(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    first, other = tab.view(MemberList).rows[:2]
    upstream.put("communities", int(MANUAL), referrer_id=int(first["_href"].rpartition("/")[2]))
    await tab.send(MemberList.ask_to_remove, member_id=first["id"])
    assert tab.view(MemberList).leaving == {"id": first["id"], "name": first["_name"], "answers": "true"}
    await tab.send(MemberList.ask_to_remove, member_id=other["id"])
    assert tab.view(MemberList).leaving["answers"] == ""
    for ids, told in (([first["id"], other["id"]], [first["_name"]]), ([other["id"]], [])):
        await tab.send(MemberList.weigh_bulk, data={"action": "delete", "ids": ",".join(ids)})
        shown = tab.view(MemberList)
        assert shown.bulk_impacts == [say("community_members.answers_named", "fr", name=name) for name in told]
        assert shown.bulk_weighed


async def test_a_community_that_cannot_be_read_keeps_nobody_from_being_removed(sign_in, upstream):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    upstream.fail("admin/communities", 500)
    await tab.send(MemberList.ask_to_remove, member_id=tab.view(MemberList).rows[0]["id"])
    assert tab.went("openDialog") == ["remove-member"]


# --- the export --------------------------------------------------------------------------------


@pytest.fixture
def _exports(configure, monkeypatch):
    configure(community=True, export=True)
    monkeypatch.setattr(stream, "STEP", 0)
    monkeypatch.setattr(exports_module, "POLL", 0.01)


@proves("EXPORT-2", "EXPORT-4")
@pytest.mark.parametrize("data", [{}, {"scope": "selected", "ids": "1,2"}, {"scope": "filtered"}])
@pytest.mark.usefixtures("_exports")
async def test_the_export_is_of_this_community_and_whole(sign_in, upstream, data):
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}#community_members?status=0")
    answer = await export(tab, MemberList.export, **data)
    assert answer
    (call,) = upstream.called("GET", "admin/users/export")
    assert call.query == {"exportType": "1", "community": MANUAL}
    assert ended(tab)[0] == "complete"
    assert tab.went("saveFile")[1].endswith("-community-members-export.csv")


@pytest.mark.usefixtures("_exports")
async def test_the_export_asks_for_its_permissions(sign_in, upstream):
    tab = await sign_in("communities", f"{SHOW}/{MANUAL}")
    assert await export(tab, MemberList.export) is None
    assert not upstream.called("GET", "admin/users/export")


@proves("OWN-1")
async def test_names_lead_to_nobody_whom_the_api_would_not_open(sign_in):
    """Of all members their own account alone."""
    tab = await sign_in("communities", f"{SHOW}/{MANUAL}#community_members?perPage=100")
    mine = str((await tab.state(Session)).user_id)
    hrefs = {row["userId"]: row["_href"] for row in tab.view(MemberList).rows}
    assert len(hrefs) > 10
    assert {href for user_id, href in hrefs.items() if user_id != mine} == {""}
    tab = await sign_in("admin", f"{SHOW}/{MANUAL}")
    assert all(row["_href"] == f"/users/show/{row['userId']}" for row in tab.view(MemberList).rows)


@proves("OWN-1")
async def test_of_all_users_their_own_name_alone_leads_to_its_account(sign_in):
    tab = await sign_in("communities", "/users?perPage=100")
    mine = str((await tab.state(Session)).user_id)
    assert len(tab.view(UserList).rows) > 10
    assert {row["id"] for row in tab.view(UserList).rows if row["_href"]} <= {mine}
    await tab.open(f"/users?q=%23{mine}")
    assert [row["_href"] for row in tab.view(UserList).rows] == [f"/users/show/{mine}"]
