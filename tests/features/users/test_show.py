"""The page of a person: communities, addresses, ads, minors, each for those who may read it (USER-13, USER-14)."""

import asyncio
import contextlib
from datetime import date

import pytest
from sqlalchemy import select

from admin_app.features.users.screens import UserForm, UserShow
from admin_app.kit.words.locale import say
from admin_app.shared.people.person import is_minor
from sandbox.tables import memberships
from tests.support.forms import submitted
from tests.support.proofs import proves


def show(tab):
    return tab.view(UserShow)


@pytest.fixture
def member(upstream) -> int:
    """Somebody who is in a community."""
    row = upstream.sandbox.database.row(
        select(memberships).where(memberships.c.status == 1, memberships.c.user_id > 40)
    )
    return row.user_id


@pytest.fixture(autouse=True)
def modules(configure):
    configure(community=True, minor_protection=True)


@proves("USER-13")
async def test_communities_are_named_with_status_and_dates(sign_in, upstream, member):
    tab = await sign_in("admin", f"/users/show/{member}")
    wanted = upstream.sandbox.database.rows(select(memberships).where(memberships.c.user_id == member))
    rows = show(tab).related_rows["communities"]
    assert sorted(row["_key"] for row in rows) == sorted(str(each.community_id) for each in wanted)
    for row in rows:
        (membership,) = [each for each in wanted if str(each.community_id) == row["_key"]]
        assert row["_href"] == f"/communities/show/{membership.community_id}"
        assert row["name"]
        if row["memberStatus"]:
            assert row["memberStatus"] == str(membership.status)
            assert row["createdDate"][:7] == membership.created_date[:7]
    assert any(row["memberStatus"] for row in rows)


async def test_communities_that_cannot_be_read_say_so_and_can_be_asked_for_again(sign_in, upstream, member):
    upstream.fail("admin/communities", 500, times=1)
    tab = await sign_in("admin", f"/users/show/{member}")
    assert show(tab).problem == ""
    assert show(tab).related_problems == {"communities": say("errors.server", "fr")}
    await tab.send(UserShow.load_related)
    assert show(tab).related_problems == {}
    assert show(tab).related_rows["communities"]


@proves("CALL-23")
async def test_a_community_that_makes_no_sense_does_not_hide_the_others(sign_in, upstream, member):
    good = [{"id": 3, "name": "Vélo"}, {"id": 4, "name": {"a": 1}}, {"id": 5, "name": "Marche"}]
    upstream.contract.allow = (200,)
    upstream.answer("GET", "admin/communities", {"hydra:member": good, "hydra:totalItems": 3})
    tab = await sign_in("admin", f"/users/show/{member}")
    upstream.contract.violations.clear()
    assert [row["name"] for row in show(tab).related_rows["communities"]] == ["Vélo", "Marche"]
    assert show(tab).related_unread == {"communities": 1}


async def test_members_that_cannot_be_read_leave_the_names(sign_in, upstream, member):
    for community_id in range(1, 40):
        upstream.fail(f"admin/communities/{community_id}/members", 400)
    tab = await sign_in("admin", f"/users/show/{member}")
    rows = show(tab).related_rows["communities"]
    assert rows
    assert {row["memberStatus"] for row in rows} == {""}


@proves("USER-13")
@pytest.mark.parametrize("module", [True, False])
async def test_communities_take_a_right_and_a_module(sign_in, upstream, configure, member, module):
    configure(community=module)
    held = () if module else ("community_list", "community_read")
    upstream.grant("nobody@demo.test", "access_admin", "user_read", *held)
    tab = await sign_in("nobody", f"/users/show/{member}")
    await tab.send(UserShow.load_related)
    assert not upstream.called("GET", "admin/communities")
    assert show(tab).related_rows == {}


@proves("CONFIG-5")
@pytest.mark.parametrize("utc", [True, False])
async def test_moments_follow_the_utc_flag_and_typed_dates_do_not(sign_in, upstream, configure, utc):
    account = {"id": 7, "createdDate": "2026-07-01T22:30:00+00:00", "birthDate": "1991-05-14T00:00:00-05:00"}
    upstream.answer("GET", "admin/users/7", account)
    configure(utc=utc)
    tab = await sign_in("admin", "/users/show/7")
    created = "2026-07-01T22:30:00+00:00" if utc else "2026-07-02T00:30:00+02:00"
    assert show(tab).shown["createdDate"] == created
    assert show(tab).shown["birthDate"] == "1991-05-14T00:00:00-05:00"


async def test_the_rows_of_another_person_go_first(sign_in, upstream, member):
    tab = await sign_in("admin", f"/users/show/{member}")
    upstream.fail("admin/users/8", 500)
    await tab.open("/users/show/8")
    assert show(tab).related_rows == {}


async def test_a_slow_answer_never_stands_on_the_page_of_another(sign_in, upstream, member):
    tab = await sign_in("admin", "/users/show/8")
    own = show(tab).related_rows
    with upstream.held(f"communityUsers.user.id={member}") as release:
        slow = await tab.begin(f"/users/show/{member}")
        await asyncio.sleep(0.2)
        await tab.open("/users/show/8")
        release.set()
        with contextlib.suppress(asyncio.CancelledError):
            await slow.wait_all()
    assert show(tab).shown_id == "8"
    assert show(tab).related_rows == own


@proves("USER-13")
async def test_the_home_is_an_address(sign_in, upstream):
    tab = await sign_in("admin", "/users/show/7")
    assert show(tab).shown["homeAddress"]
    spot = [float(show(tab).shown[f"homeAddress.{axis}"]) for axis in ("latitude", "longitude")]
    assert 41 < spot[0] < 52
    assert -6 < spot[1] < 10
    upstream.change(7, home_address_id=None)
    await tab.send(UserShow.load)
    assert {show(tab).shown[name] for name in ("homeAddress", "homeAddress.latitude")} == {""}


async def test_ads_are_asked_for_by_those_who_may_list(sign_in, upstream):
    tab = await sign_in("admin", "/users/show/30")
    (call,) = upstream.called("GET", "admin/users")[:1]
    assert show(tab).shown["adType"] in "0123"
    assert any(each.query.get("id") == "30" for each in upstream.called("GET", "admin/users"))
    assert call
    upstream.grant("nobody@demo.test", "access_admin", "user_read")
    upstream.forget()
    tab = await sign_in("nobody", "/users/show/30")
    assert show(tab).shown["adType"] == ""
    assert not [each for each in upstream.called("GET", "admin/users") if each.path == "/admin/users"]


# --- minors -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("born", "minor"),
    [
        ("2008-11-20", False),
        ("2008-11-21", True),
        ("2012-02-29", True),
        ("1950-01-01", False),
        ("", False),
        ("x", False),
    ],
)
def test_who_is_a_minor(born, minor):
    assert is_minor(born, date(2026, 11, 20)) is minor
    assert is_minor(f"{born}T00:00:00+02:00" if born else None, date(2026, 11, 20)) is minor


@proves("USER-14")
@pytest.mark.parametrize(
    ("born", "minor", "drives"), [("1944-01-16", "", ""), ("2012-05-05", "true", "false"), (None, "", "")]
)
async def test_the_age_to_drive_is_told_of_minors_alone(sign_in, upstream, born, minor, drives):
    upstream.change(7, birth_date=born)
    shown = show(await sign_in("admin", "/users/show/7")).shown
    assert (shown["minor"], shown["oldEnoughToDrive"]) == (minor, drives)


@proves("USER-14")
async def test_the_consent_of_a_guardian_is_told(sign_in, upstream):
    upstream.change(7, birth_date="2012-05-05", legal_guardian_email="parent@example.org", parental_consent_date=None)
    tab = await sign_in("admin", "/users/show/7")
    shown = show(tab).shown
    assert (shown["minor"], shown["consent"], shown["legalGuardianEmail"]) == ("true", "awaited", "parent@example.org")
    upstream.change(7, parental_consent_date="2026-01-02T10:00:00")
    await tab.send(UserShow.load)
    assert show(tab).shown["consent"] == "given"
    assert "parentalConsentToken" not in show(tab).shown


@proves("USER-14")
async def test_a_minor_without_guardian_is_asked_about_once(sign_in, upstream):
    upstream.change(7, birth_date="1980-05-05")
    tab = await sign_in("admin", "/users/7")
    data = submitted(tab, UserForm, birthDate="2014-05-05")
    await tab.send(UserForm.save, data=data)
    assert tab.went("askToSave") == []
    assert tab.view(UserForm).question == say("users.asks.no_guardian", "fr")
    assert not upstream.called("PATCH")
    await tab.send(UserForm.save, data={**data, "_confirmed": "yes"})
    assert upstream.called("PATCH")[0].body == {"birthDate": "2014-05-05"}
    await tab.open("/users/7")
    await tab.send(UserForm.save, data=submitted(tab, UserForm, givenName="Ada"))
    assert upstream.called("PATCH")[1].body == {"givenName": "Ada"}


@proves("USER-14")
async def test_guardian_and_consent_are_written(sign_in, upstream):
    tab = await sign_in("admin", "/users/7")
    data = submitted(tab, UserForm, legalGuardianEmail="parent@example.org", parentalConsentDate="2026-11-02")
    await tab.send(UserForm.save, data=data)
    body = upstream.called("PATCH")[0].body
    assert body["legalGuardianEmail"] == "parent@example.org"
    assert body["parentalConsentDate"].startswith("2026-11-02T00:00:00")
    assert upstream.user(7).parental_consent_date[:10] == "2026-11-02"


@proves("USER-14")
async def test_without_the_module_a_guardian_is_neither_asked_nor_sent(sign_in, upstream, configure):
    configure(minor_protection=False)
    tab = await sign_in("admin", "/users/7")
    assert "legalGuardianEmail" not in tab.view(UserForm).values
    await tab.send(UserForm.save, data=submitted(tab, UserForm, birthDate="2014-05-05", legalGuardianEmail="x@y.fr"))
    assert upstream.called("PATCH")[0].body == {"birthDate": "2014-05-05"}


@proves("USER-13")
def test_the_page_of_a_person_has_all_its_parts():
    sections = [section.key for section in UserShow.resource.show]
    assert sections == ["addresses", "preferences", "identity", "account", "guardian"]
    assert [related.key for related in UserShow.resource.related] == ["communities"]
