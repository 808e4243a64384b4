"""Communities: how people join, the security file that follows the save, what a deletion takes (COMMUNITY-1)."""

import json

import pytest
import reflex as rx

from admin_app.features.communities import relay_point_list
from admin_app.features.communities.resource import COMMUNITIES, domains, of_domain
from admin_app.features.communities.screens import PORTRAIT, CommunityForm, CommunityList, CommunityShow
from admin_app.features.communities.security_file import checked
from admin_app.kit.forms.field import Field
from admin_app.kit.forms.inputs import mark_of, says_optional
from admin_app.kit.forms.upload import WrongFile
from admin_app.kit.session.notices import Notices
from admin_app.kit.transfer import tickets
from admin_app.kit.words.locale import say
from tests.support.forms import choose_image, image, send_file, submitted
from tests.support.proofs import proves

TOWN = {"streetAddress": "1 place Stanislas", "postalCode": "54000", "addressLocality": "Nancy", "latitude": "48.69"}
NEW = {
    "name": "Cyclistes de Toul",
    "description": "Du vélo au covoiturage.",
    "fullDescription": "<p>Les jours de pluie, on partage.</p>",
    "address": json.dumps(TOWN),
    "validationType": "1",
    "target": "120",
    "referrerId": "20",
}
GOOD = b"A1;secret\nB2;mot-de-passe\n"
ADMINS, MANAGERS, TOULOUSE = "4", "1", "9"
"""Communities of the demonstration: the administrator's, the manager's, and a secured one of somebody else."""


@pytest.fixture(autouse=True)
def _on(configure):
    configure(community=True, event=True)


def writes(upstream):
    return [call for call in upstream.writes() if call.path != "/login"]


def notices(tab):
    return [(each["kind"], each["text"]) for each in tab.view(Notices).items]


async def choose_file(tab, content, name="identifiants.csv"):
    await tab.send(CommunityForm.prepare_file, name=name)
    ticket = tab.view(CommunityForm).file["ticket"]
    assert tab.went("sendFile")[:2] == [tickets.PATH.format(ticket=ticket), "file"]
    assert await send_file(ticket, content) == 204
    await tab.send(CommunityForm.check_file)


async def save(tab, **changes):
    await tab.send(CommunityForm.save, data=submitted(tab, CommunityForm, **changes))


# --- pure ------------------------------------------------------------------------


@proves("COMMUNITY-4")
def test_domains_are_read_however_they_are_written():
    assert domains("@a.fr; B.org ;;") == ["a.fr", "b.org"]
    assert of_domain("lea@B.org", "@a.fr;b.org")
    assert not of_domain("lea@sub.b.org", "b.org")
    assert not of_domain("", "b.org")


@proves("COMMUNITY-5")
def test_a_good_file_is_sent_in_utf_8_without_the_mark_of_spreadsheets():
    assert checked(GOOD) == GOOD
    assert checked("\ufeffLéa;été\r\n\r\n".encode()) == "Léa;été\r\n\r\n".encode()
    assert checked("Léa;été\n".encode("cp1252")) == "Léa;été\n".encode()


@proves("COMMUNITY-5")
@pytest.mark.parametrize(
    ("content", "key", "values"),
    [
        (b"", "no_line", {}),
        (b"\n \n", "no_line", {}),
        (b"PK\0\1", "not_text", {}),
        (b"a;b\nc\n", "columns", {"line": "2"}),
        (b"a;b;c\n", "columns", {"line": "1"}),
        (b"a;b\n\n;c\n", "empty_cell", {"line": "3"}),
        (b'a;""\n', "empty_cell", {"line": "1"}),
        (b"a,b\n", "columns", {"line": "1"}),
    ],
)
def test_a_wrong_file_is_told_by_its_line_and_never_by_what_it_holds(content, key, values):
    with pytest.raises(WrongFile) as caught:
        checked(content)
    assert (caught.value.key, caught.value.values) == (f"communities.wrong.{key}", values)


# --- the form --------------------------------------------------------------------


@proves("COMMUNITY-1")
@pytest.mark.parametrize(("locale", "words"), [
    ("fr", ("garde", "rôle", "adhésion", "retirez")),
    ("en", ("keeps", "role", "membership", "remove them")),
])  # fmt: skip
def test_a_former_referrer_keeps_role_and_membership_and_that_is_said(locale, words):
    """The server takes nothing from who is replaced (trap 21)."""
    told = say("communities.hints.referrer_id", locale)
    assert [each for each in words if each not in told] == []


@proves("COMMUNITY-1", "COMMUNITY-2")
async def test_a_creation_sends_integers_and_its_address_whole(sign_in, upstream):
    tab = await sign_in("admin", "/communities/create")
    await save(tab, **NEW)
    body = upstream.called("POST", "admin/communities")[0].body
    assert (body["target"], body["validationType"], body["referrerId"]) == (120, 1, 20)
    assert (body["membersHidden"], body["proposalsHidden"], body["freeCarpool"]) == (False, False, False)
    assert body["address"]["addressLocality"] == "Nancy"
    assert body["address"]["street"] is None
    assert {"domain", "newFile", "newImage", "referrer"}.isdisjoint(body)
    assert tab.redirects[-1].startswith("/communities/show/")


@proves("COMMUNITY-2", "COMMUNITY-3", "COMMUNITY-7")
@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"name": ""}, {"name"}),
        ({"name": "x" * 256}, {"name"}),
        ({"description": "é" * 10_000}, {"description"}),
        ({"fullDescription": ""}, {"fullDescription"}),
        ({"fullDescription": f"<p>{'é' * 40_000}</p>"}, {"fullDescription"}),
        ({"target": "beaucoup"}, {"target"}),
        ({"target": "-1"}, {"target"}),
        ({"validationType": None}, {"validationType"}),
        ({"validationType": "4"}, {"validationType"}),
        ({"validationType": "2"}, {"domain"}),
        ({"validationType": "2", "domain": "pas un domaine"}, {"domain"}),
        ({"validationType": "2", "domain": "a.fr;<script>"}, {"domain"}),
        ({"validationType": "3"}, {"newFile"}),
        ({"referrerId": "", "referrerId_label": "quelqu’un"}, {"referrerId"}),
        ({"referrerId": "?"}, {"referrerId"}),
        ({"address": ""}, {"address"}),
    ],
)
async def test_what_is_wrong_is_said_on_its_field(sign_in, upstream, changes, wrong):
    tab = await sign_in("admin", "/communities/create")
    await save(tab, **(NEW | changes))
    assert set(tab.view(CommunityForm).errors) == wrong
    assert not writes(upstream)


@proves("COMMUNITY-4")
async def test_domains_are_sent_for_that_way_in_alone_and_without_spaces(sign_in, upstream):
    tab = await sign_in("admin", "/communities/create")
    await save(tab, **NEW, domain="a.fr")
    assert "domain" not in upstream.called("POST", "admin/communities")[0].body
    upstream.forget()
    await tab.open("/communities/create")
    await save(tab, **(NEW | {"name": "Autre", "validationType": "2"}), domain="@a.fr ; b.org")
    assert upstream.called("POST", "admin/communities")[0].body["domain"] == "a.fr;b.org"


async def test_a_name_that_is_taken_is_said_on_the_name(sign_in):
    tab = await sign_in("admin", "/communities/create")
    await save(tab, **(NEW | {"name": "CHRU de Nancy"}))
    assert set(tab.view(CommunityForm).errors) == {"name"}


async def test_an_edition_sends_what_changed(sign_in, upstream):
    tab = await sign_in("admin", f"/communities/{MANAGERS}")
    assert tab.view(CommunityForm).labels["referrerId"]
    await save(tab, membersHidden="true", target="")
    assert upstream.called("PATCH")[0].body == {"membersHidden": True, "target": None}


async def test_who_may_not_look_for_people_keeps_the_moderator(sign_in, upstream):
    upstream.grant("communities@demo.test", "access_admin", "community_update", "community_manage", "community_read")
    tab = await sign_in("communities", f"/communities/{MANAGERS}")
    await save(tab, referrerId="40", membersHidden="true")
    assert upstream.called("PATCH")[0].body == {"membersHidden": True}


async def test_the_moderator_is_searched_by_name_with_an_apostrophe(sign_in, upstream):
    tab = await sign_in("admin", "/communities/create")
    upstream.forget()
    await tab.send(CommunityForm.search, name="referrerId", text="marie d'a")
    assert upstream.calls[-1].query == {"page": "1", "perPage": "10", "q": "marie", "familyName": "d'a"}
    await tab.send(CommunityForm.search, name="referrerId", text="martin")
    found = tab.view(CommunityForm).suggestions["referrerId"]
    assert found
    assert all("@" not in each["label"] for each in found)


# --- the security file -----------------------------------------------------------


@proves("COMMUNITY-6")
async def test_a_file_is_asked_about_and_follows_the_save(sign_in, upstream):
    tab = await sign_in("admin", "/communities/create")
    await choose_file(tab, GOOD)
    await save(tab, **(NEW | {"validationType": "3"}))
    assert tab.calls[-1] == ("askToSave", [])
    assert "retour" in tab.view(CommunityForm).question or "revenir" in tab.view(CommunityForm).question
    assert not writes(upstream)
    await save(tab, **(NEW | {"validationType": "3", "_confirmed": "yes"}))
    assert [call.path for call in writes(upstream)] == ["/admin/communities", "/admin/community_securities"]
    assert b'filename="identifiants.csv"' in writes(upstream)[1].content
    assert [kind for kind, _ in notices(tab)] == ["success", "success"]
    await tab.open(tab.redirects[-1])
    assert tab.view(CommunityShow).shown["communitySecurities"] == "identifiants.csv"


@proves("NOTICE-15", "FORM-40")
async def test_a_wrong_file_is_told_at_once_and_stops_the_save(sign_in, upstream):
    """Saved without its file, a secured community lets nobody in."""
    tab = await sign_in("admin", "/communities/create")
    await choose_file(tab, b"a;b\nc\n")
    assert "ligne 2" in tab.view(CommunityForm).file["problem"]
    await save(tab, **(NEW | {"validationType": "3"}))
    assert writes(upstream) == []
    assert set(tab.view(CommunityForm).errors) == {"newFile"}
    await choose_file(tab, GOOD)
    await save(tab, **(NEW | {"validationType": "3", "_confirmed": "yes"}))
    assert [call.path for call in writes(upstream)] == ["/admin/communities", "/admin/community_securities"]


@proves("COMMUNITY-17")
def test_the_security_file_is_never_called_optional():
    part = COMMUNITIES.file
    field = Field(part, CommunityForm, part.name, *[rx.Var.create("")] * 3)
    assert says_optional(COMMUNITIES), "what may stay empty is marked in this form"
    assert "facultatif" not in str(mark_of(field))


@proves("COMMUNITY-17")
async def test_what_was_said_of_a_file_goes_with_it(sign_in, upstream):
    tab = await sign_in("admin", "/communities/create")
    secured = NEW | {"validationType": "3"}
    await save(tab, **(secured | {"name": ""}))
    assert tab.view(CommunityForm).errors["newFile"] == say("communities.wrong.no_file", "fr")
    await choose_file(tab, b"a;b\nc\n")
    assert set(tab.view(CommunityForm).errors) == {"name"}, "the file says itself what is wrong with it"
    await save(tab, **secured)
    assert set(tab.view(CommunityForm).errors) == {"newFile"}
    await tab.send(CommunityForm.drop_file)
    assert tab.view(CommunityForm).errors == {}
    await save(tab, **secured)
    assert tab.view(CommunityForm).errors == {"newFile": say("communities.wrong.no_file", "fr")}
    assert not writes(upstream)


@proves("COMMUNITY-4")
async def test_domains_are_shown_where_they_let_somebody_in(sign_in, upstream):
    upstream.put("communities", 3, domain="a.fr;sous.b-c.org")
    tab = await sign_in("admin", "/communities/show/3")
    assert tab.view(CommunityShow).shown["domain"] == "", "once secured, they let nobody in any more"
    upstream.put("communities", 2, domain="a.fr;sous.b-c.org")
    await tab.open("/communities/show/2")
    assert tab.view(CommunityShow).shown["domain"] == "a.fr, sous.b-c.org"


@proves("FORM-40")
async def test_a_wrong_file_does_not_matter_for_another_way_in(sign_in, upstream):
    tab = await sign_in("admin", "/communities/create")
    await choose_file(tab, b"a;b\nc\n")
    await save(tab, **NEW)
    assert [call.path for call in writes(upstream)] == ["/admin/communities"]


@proves("COMMUNITY-6")
async def test_a_file_the_server_refuses_is_sent_again_alone(sign_in, upstream):
    upstream.fail("admin/community_securities", 500)
    tab = await sign_in("admin", "/communities/create")
    await choose_file(tab, GOOD)
    await save(tab, **(NEW | {"validationType": "3", "_confirmed": "yes"}))
    await tab.open(tab.redirects[-1])
    assert tab.view(CommunityForm).file["pending"]
    await tab.send(CommunityForm.retry_file)
    assert tab.view(CommunityForm).file["pending"]
    upstream.heal()
    upstream.forget()
    await tab.send(CommunityForm.retry_file)
    assert [call.path for call in writes(upstream)] == ["/admin/community_securities"]
    assert not tab.view(CommunityForm).file["pending"]
    assert tab.redirects[-1].startswith("/communities/show/")
    await tab.send(CommunityForm.retry_file)
    assert len(writes(upstream)) == 1


@proves("COMMUNITY-4")
async def test_another_way_in_does_not_secure_the_community(sign_in, upstream):
    tab = await sign_in("admin", "/communities/create")
    await choose_file(tab, GOOD)
    await save(tab, **NEW)
    assert [call.path for call in writes(upstream)] == ["/admin/communities"]


async def test_a_file_and_an_image_both_follow(sign_in, upstream):
    tab = await sign_in("admin", "/communities/create")
    await choose_image(tab, CommunityForm, image())
    await choose_file(tab, GOOD)
    await save(tab, **(NEW | {"validationType": "3", "_confirmed": "yes", "newImage_alt": "Un vélo"}))
    assert [call.path for call in writes(upstream)] == [
        "/admin/communities",
        "/admin/images",
        "/admin/community_securities",
    ]


async def test_a_file_that_was_given_up_is_not_sent(sign_in, upstream):
    tab = await sign_in("admin", "/communities/3")
    assert tab.view(CommunityForm).file["stored"] == "matricules-2026.csv"
    await choose_file(tab, GOOD)
    await tab.send(CommunityForm.drop_file)
    await save(tab, name="Un autre nom")
    assert [call.method for call in writes(upstream)] == ["PATCH"]


@proves("COMMUNITY-6")
async def test_replacing_a_file_says_what_becomes_of_the_former_one(sign_in, upstream):
    tab = await sign_in("admin", "/communities/3")
    await choose_file(tab, GOOD)
    await save(tab)
    assert "anciens identifiants" in tab.view(CommunityForm).question
    assert not writes(upstream)


# --- list and show ---------------------------------------------------------------


@proves("COMMUNITY-8")
async def test_the_list_asks_as_the_contract_says(sign_in, upstream):
    address = "/communities?name=nancy&validationType=1&territory%5B%5D=1&createdDate%5Bafter%5D=2020-01-01&sort=name"
    tab = await sign_in("admin", address)
    query = upstream.called("GET", "admin/communities")[0].query
    assert (query["name"], query["validationType"], query["order[name]"]) == ("nancy", "1", "asc")
    assert (query["territory[]"], query["createdDate[after]"]) == ("1", "2020-01-01")
    assert tab.view(CommunityList).problem == ""


@proves("COMMUNITY-8")
async def test_those_one_moderates_are_paged_and_filtered_like_the_others(sign_in, upstream):
    tab = await sign_in("admin", "/communities?moderated=me")
    assert [row["id"] for row in tab.view(CommunityList).rows] == [ADMINS]
    assert upstream.called("GET", "admin/communities")[-1].query["id[]"] == ADMINS
    await tab.open("/communities?moderated=me&name=nancy")
    assert tab.view(CommunityList).rows == []


@proves("COMMUNITY-8")
async def test_who_moderates_nothing_is_not_shown_everything(sign_in, upstream):
    upstream.answer(
        "GET", "/admin/communities/moderated".removeprefix("/"), {"hydra:member": [], "hydra:totalItems": 0}
    )
    tab = await sign_in("admin", "/communities?moderated=me")
    assert (tab.view(CommunityList).rows, tab.view(CommunityList).total) == ([], 0)


@proves("COMMUNITY-11")
async def test_who_only_moderates_lists_their_own(sign_in):
    tab = await sign_in("communities", "/communities")
    assert {row["id"] for row in tab.view(CommunityList).rows} == {"1", "2", "3"}


@proves("LIST-26", "COMMUNITY-9")
async def test_the_text_of_a_row_is_read_in_place_and_cannot_run(sign_in, upstream):
    tab = await sign_in("admin", "/communities")
    row = tab.view(CommunityList).rows[0]
    await tab.send(CommunityList.read_text, record_id=row["id"])
    assert tab.view(CommunityList).reading["name"] == row["_name"]
    assert tab.view(CommunityList).reading["text"].startswith("<")
    assert tab.went("openDialog")
    tab.forget()
    await tab.send(CommunityList.read_text, record_id="999999")
    assert not tab.calls


@proves("COMMUNITY-14")
async def test_the_list_shows_the_picture_of_the_main_moderator(sign_in):
    rows = (await sign_in("admin", "/communities")).view(CommunityList).rows
    seen = {row["id"]: row[PORTRAIT] for row in rows}
    assert all(address.startswith("http") for address in seen.values() if address)
    number = next(number for number, address in seen.items() if address)
    shown = (await sign_in("admin", f"/communities/show/{number}")).view(CommunityShow)
    assert shown.referrer["picture"] == seen[number]


@proves("COMMUNITY-10")
async def test_a_deletion_says_what_it_takes(sign_in, upstream):
    """Members are counted as the page counts them: who only asked, or was refused, is told apart."""
    tab = await sign_in("admin", f"/communities/show/{MANAGERS}")
    await tab.send(CommunityShow.weigh_deletion)
    total = upstream.called("GET", f"admin/communities/{MANAGERS}/members")[-1]
    assert total.query == {"page": "1", "perPage": "1"}
    shown = tab.view(CommunityShow)
    counted = int(shown.shown["nbMembers"])
    everybody = 182
    assert shown.impacts[:2] == [
        say("communities.impact.members", "fr", counted),
        say("communities.impact.others", "fr", everybody - counted),
    ]
    assert any("gestionnaire" in line for line in shown.impacts)
    assert not any(line.startswith("0 ") for line in shown.impacts)
    await tab.send(CommunityShow.delete)
    assert writes(upstream)[-1].path == f"/admin/communities/{MANAGERS}"


@proves("COMMUNITY-10")
async def test_a_deletion_never_says_that_nothing_goes(sign_in, monkeypatch):
    """No line is about none of something, and a community without members says so in words."""

    async def none(*_):
        return [], True

    monkeypatch.setattr(relay_point_list, "relay_points", none)
    tab = await sign_in("admin", f"/communities/show/{MANAGERS}")
    state = await tab.state(CommunityShow)
    state.shown = {**state.shown, "nbMembers": "0"}
    await tab.send(CommunityShow.weigh_deletion)
    impacts = tab.view(CommunityShow).impacts
    assert impacts[0] == say("communities.impact.nobody", "fr")
    assert not [line for line in impacts if "0 " in line[:3] or "point" in line]


@proves("COMMUNITY-10")
async def test_a_deletion_counts_what_it_may_not_list(sign_in, upstream):
    upstream.grant("admin@demo.test", "access_admin", "community_read", "community_manage")
    tab = await sign_in("admin", f"/communities/show/{TOULOUSE}")
    await tab.send(CommunityShow.weigh_deletion)
    members, points, *_ = tab.view(CommunityShow).impacts
    counted = tab.view(CommunityShow).shown["nbMembers"]
    assert members.startswith(counted)
    assert "points relais seront supprimés\u00a0;" in points


async def test_the_relay_points_are_looked_for_on_demand(sign_in, upstream):
    tab = await sign_in("admin", f"/communities/show/{MANAGERS}")
    assert not upstream.called("GET", "admin/relaypoints")
    await tab.send(CommunityShow.find_points)
    shown = tab.view(CommunityShow)
    found = upstream.called("GET", "admin/relaypoints")
    assert len(found) == 1
    assert shown.points_known
    assert not shown.searching
    assert all(each["href"].startswith("/relaypoints/show/") for each in shown.points)
    await tab.open(f"/communities/show/{ADMINS}")
    assert not shown.points_known


@proves("BULK-2")
async def test_deleting_several_says_what_goes_with_all_of_them(sign_in, upstream):
    tab = await sign_in("admin", "/communities")
    upstream.forget()
    await tab.send(CommunityList.weigh_bulk, data={"action": "delete", "ids": "1,4"})
    members, points, role = tab.view(CommunityList).bulk_impacts
    assert [call.path for call in upstream.calls] == ["/admin/communities", "/admin/relaypoints"]
    counted = {row["id"]: int(row["nbMembers"]) for row in tab.view(CommunityList).rows}
    assert members.startswith(str(counted["1"] + counted["4"]))
    assert points.split()[0].isdigit()
    assert "gestionnaire" in role


@proves("COMMUNITY-15")
async def test_its_events_stand_behind_a_tab_newest_first(sign_in, upstream):
    tab = await sign_in("admin", "/communities/show/5")
    rows = tab.view(CommunityShow).related_rows["events"]
    assert rows
    assert [row["fromDate"] for row in rows] == sorted((row["fromDate"] for row in rows), reverse=True)
    assert rows[0]["_href"].startswith("/events/show/")
    asked = upstream.called("GET", "admin/events")[-1].query
    assert (asked["community.id"], asked["order[fromDate]"]) == ("5", "desc")


@proves("COMMUNITY-16")
@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"nbMembers": "81", "target": "110"}, [81, 110]),
        ({"nbMembers": "0", "target": "110"}, [0, 110]),
        ({"nbMembers": "81", "target": ""}, []),
        ({"nbMembers": "81", "target": "0"}, []),
        ({"nbMembers": "", "target": "110"}, []),
    ],
)
async def test_how_far_a_community_is_from_its_aim(sign_in, told, expected):
    tab = await sign_in("admin", "/communities/show/3")
    state = await tab.state(CommunityShow)
    state.shown = {**state.shown, **told}
    assert state.goal == expected
