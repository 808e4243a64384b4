"""Show pages: one record, the way back, what a deletion touches (SHOW-1 to SHOW-7)."""

import pytest

from admin_app.features.content.events import EventList, EventShow
from admin_app.features.users.screens import UserList, UserShow
from admin_app.kit.session.notices import Notices
from admin_app.kit.words.locale import say
from sandbox.tables import communities
from tests.support.proofs import proves


def told(tab) -> list[tuple[str, str, str]]:
    return [(item["kind"], item["text"], item["detail"]) for item in tab.view(Notices).items]


def show(tab):
    return tab.view(UserShow)


@proves("SHOW-1", "USER-1")
async def test_a_record_is_shown_as_texts(sign_in, upstream):
    tab = await sign_in("admin", "/users/show/7")
    row = upstream.user(7)
    shown = show(tab).shown
    assert show(tab).title == "Camille Lefebvre"
    assert shown["email"] == row.email
    assert shown["gender"] == "1"
    assert shown["id"] == "7"
    assert shown["createdDate"][:10] <= row.created_date[:10] or shown["createdDate"]
    assert all(isinstance(value, str) for value in shown.values())
    open_sections = [section for section in UserShow.resource.show if not section.flag]
    head = {column.name for column in UserShow.resource.head()}
    spot = {"homeAddress.latitude", "homeAddress.longitude"}  # of the map
    assert set(shown) == head | spot | {column.name for section in open_sections for column in section.parts}
    assert (show(tab).loading, show(tab).problem, show(tab).shown_id) == (False, "", "7")


@proves("SHOW-1")
async def test_a_section_that_is_switched_off_never_leaves_the_server(sign_in, upstream, configure):
    upstream.change(7, legal_guardian_email="parent@example.org")
    tab = await sign_in("admin", "/users/show/7")
    assert "legalGuardianEmail" not in show(tab).shown
    assert "parent@example.org" not in str(tab.deltas)
    configure(minor_protection=True)
    await tab.open("/users/show/7")
    assert show(tab).shown["legalGuardianEmail"] == "parent@example.org"


async def test_a_phone_is_written_in_pairs(sign_in, upstream):
    upstream.change(7, telephone="0612345678")
    tab = await sign_in("admin", "/users/show/7")
    assert show(tab).shown["telephone"].replace("\u00a0", " ").replace("\u202f", " ") == "06 12 34 56 78"


async def test_texts_of_people_are_texts(sign_in):
    tab = await sign_in("admin", "/users/show/8")
    assert show(tab).title == "<b>Léo</b> <script>alert('x')</script>"


async def test_an_empty_record_is_shown(sign_in):
    tab = await sign_in("admin", "/users/show/13")
    assert show(tab).title == "#13"
    assert show(tab).shown["telephone"] == ""


@proves("USER-5")
@pytest.mark.parametrize("status", [3, 4])
async def test_an_account_without_a_name_any_more_shows_its_number(sign_in, upstream, status):
    upstream.change(21, status=status)
    tab = await sign_in("admin", "/users/show/21")
    assert show(tab).title == "#21"
    assert show(tab).shown["status"] == str(status)
    assert show(tab).shown["givenName"] == ""
    assert show(tab).shown["familyName"] in ("", "#21")


@proves("SHOW-10")
async def test_what_is_empty_is_counted(sign_in, upstream):
    upstream.change(7, nationality=None, driving_licence_number=None)
    tab = await sign_in("admin", "/users/show/7")
    before = show(tab).blanks
    upstream.change(7, nationality="FR")
    await tab.send(UserShow.load)
    assert show(tab).blanks == before - 1
    # The section of the guardian is switched off: nothing of it is counted.
    empty = [name for name, text in show(tab).shown.items() if not text]
    assert len(empty) == before - 1
    assert "legalGuardianEmail" not in show(tab).shown
    await tab.open("/users/show/99999")
    assert show(tab).blanks == 0


@proves("SHOW-11")
@pytest.mark.parametrize(("status", "reason"), [(1, ""), (2, ""), (3, "anonymised"), (4, "pseudonymised")])
async def test_an_account_that_is_gone_says_that_it_cannot_be_changed(sign_in, upstream, status, reason):
    upstream.change(21, status=status)
    tab = await sign_in("admin", "/users/show/21")
    assert show(tab).frozen == reason
    await tab.open("/users/show/7")
    assert show(tab).frozen == ""


@proves("SHOW-12")
async def test_the_records_a_record_names_are_known_by_their_addresses(sign_in, upstream, configure):
    configure(event=True, community=True)
    tab = await sign_in("admin", "/events?community.id=5")
    await tab.open(tab.view(EventList).rows[0]["_href"])
    assert tab.view(EventShow).hrefs["communityName"] == "/communities/show/5"
    assert tab.view(EventShow).hrefs["creator"].removeprefix("/users/show/").isdigit()
    await tab.open("/events")
    alone = next(row for row in tab.view(EventList).rows if not row["communityName"])
    await tab.open(alone["_href"])
    assert tab.view(EventShow).hrefs["communityName"] == ""


@proves("NOTICE-19", "SHOW-3")
@pytest.mark.parametrize("record_id", ["99999", "abc", "0", "-1", "1e3"])
async def test_a_record_that_does_not_exist_is_said(sign_in, upstream, record_id):
    tab = await sign_in("admin", f"/users/show/{record_id}")
    assert show(tab).problem == say("errors.not_found", "fr")
    assert show(tab).loading is False
    assert show(tab).shown == {}
    assert show(tab).fault == "missing"
    assert told(tab) == [], "said where the record would be, and there alone"


@proves("NOTICE-19")
@pytest.mark.parametrize(("status", "body"), [(400, {"hydra:description": "Access Denied."}), (403, {})])
async def test_a_record_that_is_refused_is_said_once(sign_in, upstream, status, body):
    tab = await sign_in("admin", "/")
    upstream.answer("GET", "admin/users/7", body, status)
    await tab.open("/users/show/7")
    upstream.contract.violations.clear()
    assert (show(tab).problem, show(tab).fault) == (say("errors.access_denied", "fr"), "refused")
    assert told(tab) == []


async def test_a_record_that_could_not_be_read_is_told_in_a_notice_too(sign_in, upstream):
    tab = await sign_in("admin", "/")
    upstream.fail("admin/users/7", 500)
    await tab.open("/users/show/7")
    assert (show(tab).problem, show(tab).fault) == (say("errors.server", "fr"), "failed")
    assert [kind for kind, _, _ in told(tab)] == ["error"]


@proves("SHOW-4")
async def test_what_another_record_showed_goes_first(sign_in, upstream):
    tab = await sign_in("admin", "/users/show/7")
    upstream.fail("admin/users/8", 500)
    tab.forget()
    await tab.open("/users/show/8")
    assert tab.sent(UserShow, "title")[0] == ""
    assert show(tab).shown == {}
    assert show(tab).title == ""
    assert show(tab).problem


@proves("NOTICE-18", "SHOW-4")
async def test_a_failed_reload_keeps_what_was_shown(sign_in, upstream):
    tab = await sign_in("admin", "/users/show/7")
    upstream.fail("admin/users/7", 500, times=1)
    await tab.send(UserShow.load)
    assert show(tab).problem == say("errors.server", "fr")
    assert show(tab).title == "Camille Lefebvre"
    await tab.send(UserShow.load)
    assert show(tab).problem == ""


# --- neighbours ------------------------------------------------------------------------


@proves("SHOW-2")
async def test_neighbours_are_those_of_the_list_it_was_opened_from(sign_in):
    tab = await sign_in("admin", "/users?sort=id&perPage=10&gender=1")
    rows = tab.view(UserList).rows
    await tab.open(rows[3]["_href"])
    assert (show(tab).previous, show(tab).following) == (rows[2]["_href"], rows[4]["_href"])
    assert show(tab).back == "/users?sort=id&perPage=10&gender=1"
    assert (show(tab).place, show(tab).among) == (4, tab.view(UserList).total)
    await tab.open(rows[0]["_href"])
    assert (show(tab).previous, show(tab).following) == ("", rows[1]["_href"])
    await tab.open(rows[-1]["_href"])
    assert (show(tab).previous, show(tab).following) == (rows[-2]["_href"], "")


@proves("SHOW-2")
async def test_a_record_opened_by_its_address_has_no_neighbours(sign_in):
    tab = await sign_in("admin", "/users/show/7")
    assert (show(tab).previous, show(tab).following, show(tab).back) == ("", "", "/users")
    assert (show(tab).place, show(tab).among) == (0, 0)


# --- deletion --------------------------------------------------------------------------


@proves("NOTICE-6", "SHOW-5")
async def test_a_deletion_is_told_and_leads_back_to_the_list(sign_in, upstream):
    tab = await sign_in("admin", "/users?q=camille%20lefebvre")
    await tab.open("/users/show/7")
    await tab.send(UserShow.delete)
    assert [call.path for call in upstream.called("DELETE")] == ["/admin/users/7"]
    assert upstream.user(7).status == 4
    assert told(tab) == [("success", say("errors.user.delete_success", "fr"), "")]
    assert tab.redirects == ["/users?q=camille%20lefebvre"]
    assert show(tab).deleting is False


@proves("NOTICE-25", "SHOW-7")
@pytest.mark.parametrize(("status", "kind"), [(500, "server"), (403, "access_denied")])
async def test_a_refused_deletion_keeps_the_page(sign_in, upstream, status, kind):
    tab = await sign_in("admin", "/users/show/7")
    upstream.contract.allow = (500, 403)
    upstream.fail("admin/users/7", status, method="DELETE")
    await tab.send(UserShow.delete)
    (notice,) = told(tab)
    if status == 500:
        assert notice == ("error", say("errors.unsure", "fr"), ""), "nobody knows: nothing says that it is not done"
    else:
        assert notice[:2] == ("error", say("errors.user.delete_error", "fr"))
        assert notice[2]
    assert tab.went("closeDialog") == ["users-delete"], "what is told lies under it"
    assert not tab.redirects
    assert show(tab).deleting is False
    assert show(tab).title == "Camille Lefebvre"
    assert show(tab).problem == "", "the record stays on the screen"


@proves("SHOW-7")
async def test_a_record_that_is_gone_already_is_said_to_be_and_leads_back_to_the_list(sign_in, upstream, configure):
    configure(event=True)
    tab = await sign_in("admin", "/events/show/1")
    title = tab.view(EventShow).title
    upstream.remove("events", 1)
    await tab.send(EventShow.delete)
    assert told(tab) == [("success", say("kit.delete.gone", "fr", name=title), "")]
    assert tab.redirects == ["/events"]


@proves("SHOW-7")
async def test_a_deletion_that_was_switched_off_meanwhile_closes_its_dialog(sign_in, upstream, configure):
    configure(event=True)
    tab = await sign_in("admin", "/events/show/1")
    configure(event=False)
    upstream.forget()
    await tab.send(EventShow.delete)
    assert tab.went("closeDialog") == ["events-delete"]
    assert not upstream.called("DELETE")


@proves("SHOW-7")
async def test_a_second_click_deletes_once(sign_in, upstream):
    tab = await sign_in("admin", "/users/show/7")
    first = await tab.start(UserShow.delete)
    second = await tab.start(UserShow.delete)
    await first.wait_all()
    await second.wait_all()
    assert len(upstream.called("DELETE")) == 1
    assert [kind for kind, _, _ in told(tab)] == ["success"]


@proves("SHOW-7")
async def test_only_the_record_of_the_address_is_deleted(sign_in, upstream):
    """A record that could not be read is not deleted in place of the one shown before."""
    tab = await sign_in("admin", "/users/show/7")
    upstream.fail("admin/users/8", 500, method="GET")
    await tab.open("/users/show/8")
    await tab.send(UserShow.delete)
    assert upstream.user(7).status == 1
    assert not upstream.called("DELETE")


@proves("SHOW-5")
async def test_a_deletion_says_what_else_it_touches(sign_in, upstream):
    database = upstream.sandbox.database
    database.change(communities, 1, name="Les Vosgiens", referrer_id=7)
    database.commit()
    tab = await sign_in("admin", "/users/show/7")
    assert show(tab).impacts_known is False
    await tab.send(UserShow.weigh_deletion)
    assert show(tab).impacts_known is True
    assert show(tab).impacts[0] == say("users.impact.final", "fr")
    assert any("Les Vosgiens" in line for line in show(tab).impacts)
    await tab.open("/users/show/8")
    assert show(tab).impacts == []
    assert show(tab).impacts_known is False


@proves("USER-15")
async def test_deleting_oneself_is_warned_of(sign_in):
    tab = await sign_in("admin", "/users/show/1")
    await tab.send(UserShow.weigh_deletion)
    assert say("users.impact.self", "fr") in show(tab).impacts
    await tab.open("/users/show/7")
    await tab.send(UserShow.weigh_deletion)
    assert say("users.impact.self", "fr") not in show(tab).impacts


@proves("SHOW-6")
async def test_impacts_that_cannot_be_read_are_not_called_none(sign_in, upstream):
    tab = await sign_in("admin", "/users/show/7")
    upstream.fail("admin/users/7", 500)
    await tab.send(UserShow.weigh_deletion)
    assert show(tab).impacts_known is False
    assert show(tab).title == "Camille Lefebvre"
    assert show(tab).problem == "", "the record stays on the screen"
    assert told(tab)


DATE, HOME, ROLES = {"createdDate": {"a": 1}}, {"homeAddress": "x"}, {"rolesTerritory": ["x"]}


@proves("NOTICE-11")
@pytest.mark.parametrize(
    ("path", "odd"),
    [("/users/show/7", DATE), ("/users/show/7", HOME), ("/users/7", DATE), ("/users/7", HOME), ("/users/7", ROLES)],
)
async def test_a_record_that_is_not_as_described_ends_in_words(sign_in, upstream, odd, path):
    tab = await sign_in("admin", "/")
    upstream.contract.allow = (200,)
    upstream.answer("GET", "admin/users/7", {"id": 7, "familyName": "Lefebvre", **odd})
    await tab.open(path)
    upstream.contract.violations.clear()
    assert [detail for _, _, detail in told(tab)] == [say("errors.malformed", "fr")]
