"""Volunteers: list, page and week, as they are asked of the API and sent to it (VOLUNTEER-1 to VOLUNTEER-3)."""

import json
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from sqlalchemy import func, select, update

from admin_app.features.solidary.current_structure import CurrentStructure
from admin_app.features.solidary.volunteers.editing import VolunteerForm
from admin_app.features.solidary.volunteers.listing import VolunteerList
from admin_app.features.solidary.volunteers.record import VOLUNTEERS
from admin_app.features.solidary.volunteers.showing import VolunteerShow
from admin_app.features.solidary.volunteers.week_page import STYLESHEET
from admin_app.kit.session import Session
from admin_app.kit.session.notices import Notices
from sandbox.solidary.tables import solidary_users, structures, user_structures
from sandbox.tables import addresses, users
from tests.features.solidary.conftest import notices
from tests.support.forms import submitted
from tests.support.proofs import proves

LIST = "/solidaryvolunteers"
ENDPOINT = "admin/solidary_volunteers"
TIMES = {"mMinTime": "08:00", "mMaxTime": "12:00", "aMinTime": "13:00", "aMaxTime": "18:00"}


@pytest.fixture(autouse=True)
def _on(configure):
    configure(solidary=True, solidary_transport=True)


def values(upstream, query):
    return list(upstream.sandbox.database.values(query))


def change(upstream, table, record_id, **columns):
    upstream.sandbox.database.change(table, int(record_id), **columns)
    upstream.sandbox.database.commit()


def of_structure(upstream, structure):
    """Ids of the volunteers of a structure, straight from the data."""
    links, people = user_structures.c, solidary_users.c
    known = select(people.id).join(user_structures, links.solidary_user_id == people.id)
    known = known.join(users, users.c.id == people.user_id)
    return {str(each) for each in values(upstream, known.where(links.structure_id == structure, people.volunteer))}


def settle(upstream, number, latitude, longitude):
    """Let a volunteer live somewhere."""
    user = select(solidary_users.c.user_id).where(solidary_users.c.id == int(number)).scalar_subquery()
    home = values(upstream, select(users.c.home_address_id).where(users.c.id == user))[0]
    change(upstream, addresses, home, latitude=latitude, longitude=longitude)


@pytest.fixture
def some(upstream):
    """Three volunteers of the first structure: one is free on Tuesday morning and near, one far, one never free."""
    free, far, never = sorted(of_structure(upstream, 1), key=int)[:3]
    week = {f"{slot}_{day}": False for slot in "mae" for day in ("mon", "tue", "wed", "thu", "fri", "sat", "sun")}
    for number in of_structure(upstream, 1):
        change(upstream, solidary_users, number, **week)
    times = {"m_min_time": "08:00", "m_max_time": "12:00", "a_min_time": "13:00", "a_max_time": "18:00"}
    for number in (free, far):
        change(upstream, solidary_users, number, m_tue=True, **times, e_min_time="18:00", e_max_time="21:00")
    for number, spot in ((free, (48.59, 6.50)), (far, (48.17, 6.45)), (never, (48.60, 6.51))):
        settle(upstream, number, *spot)
    return free, far, never


NEAR = json.dumps({"lat": 48.5911, "lgt": 6.4966, "name": "Lunéville"})


def asking(**filters):
    return f"{LIST}?{urlencode(filters)}"


def ids(tab):
    return [row["id"] for row in tab.view(VolunteerList).rows]


def sent(upstream):
    """The bodies of what was written to a volunteer."""
    return [call.body for call in upstream.called("PATCH", ENDPOINT)]


# --- the list -----------------------------------------------------------------------------


def test_the_legend_of_the_week_stands_over_nothing():
    """A notice, a title of two lines or greater letters move what is below them, and so the legend."""
    written = (Path(__file__).parents[3] / "assets" / STYLESHEET.strip("/")).read_text("utf-8")
    of_legend = re.findall(r"\.slot-legend[^{}]*\{([^}]*)\}", written)
    assert of_legend
    assert not [each for each in of_legend if "position" in each]


@proves("VOLUNTEER-1")
async def test_the_list_is_of_the_current_structure_and_by_name(sign_in, upstream):
    tab = await sign_in("solidary", LIST)
    rows = tab.view(VolunteerList).rows
    assert {row["id"] for row in rows} == of_structure(upstream, 1)
    names = [row["familyName"] for row in rows]
    assert names == sorted(names)
    await tab.send(CurrentStructure.choose, structure_id="2")
    await tab.send(VolunteerList.load)
    assert set(ids(tab)) == of_structure(upstream, 2)


@proves("VOLUNTEER-2")
async def test_a_row_shows_the_week_at_a_glance(sign_in, some):
    free, _, never = some
    tab = await sign_in("solidary", LIST)
    rows = {row["id"]: row for row in tab.view(VolunteerList).rows}
    assert rows[free]["tue"] == "m"
    assert [rows[never][day] for day in ("mon", "tue", "sun")] == ["", "", ""]


@proves("VOLUNTEER-4")
async def test_who_is_free_on_tuesday_morning_near_a_place(sign_in, upstream, some):
    free, far, _ = some
    tab = await sign_in("solidary", asking(day="tue", slot="m"))
    assert set(ids(tab)) == {free, far}
    await tab.open(asking(day="tue", slot="m", near=NEAR))
    assert ids(tab) == [free, far]
    assert [row["distance"] for row in tab.view(VolunteerList).rows] == ["0.3", "47.0"]
    assert tab.view(VolunteerList).remark == "near"
    await tab.open(asking(day="tue", slot="m", near=NEAR, within="15"))
    assert (ids(tab), tab.view(VolunteerList).total) == ([free], 1)
    [call] = upstream.called("GET", ENDPOINT)
    assert set(call.query) == {"order[id]", "page", "perPage"}, "no filter of ours goes to the API"


@proves("LIST-21")
async def test_the_box_finds_a_volunteer_by_whatever_is_known(sign_in, upstream, some):
    """The list tells no telephone: the API is asked for it as it is stored."""
    free, far, _ = some
    for number, telephone in ((free, "+33611223344"), (far, "06.11.22.33.55")):
        same = select(solidary_users.c.user_id).where(solidary_users.c.id == int(number))
        change(upstream, users, values(upstream, same)[0], telephone=telephone)
    tab = await sign_in("solidary", asking(q="06 11 22 33 44"))
    assert ids(tab) == [free]
    await tab.open(asking(q="+33 6 11 22 33 55", near=NEAR))
    assert (ids(tab), tab.view(VolunteerList).sought) == ([far], "telephone")
    await tab.open(asking(**{"user.telephone": "0033611223344"}))
    assert ids(tab) == [free]
    name = next(row for row in tab.view(VolunteerList).rows)
    upstream.forget()
    await tab.open(LIST)
    await tab.open(asking(q=f"{name['familyName']} {name['givenName']}", day="tue"))
    assert free in ids(tab)
    assert len(upstream.called("GET", ENDPOINT)) == 1, "read whole a moment ago"


async def test_names_are_left_to_the_api(sign_in, upstream, some):
    tab = await sign_in("solidary", asking(familyName="zzz", day="tue"))
    assert ids(tab) == []
    assert upstream.called("GET", ENDPOINT)[-1].query["familyName"] == "zzz"


async def test_a_distance_alone_says_that_it_filters_nothing(sign_in, upstream):
    tab = await sign_in("solidary", asking(within="15"))
    assert tab.view(VolunteerList).remark == "within"
    assert set(ids(tab)) == of_structure(upstream, 1)


@pytest.mark.parametrize("status", ["0", "1", "2"])
async def test_candidates_accepted_and_refused(sign_in, upstream, some, status):
    links = user_structures.c
    for at, number in enumerate(some):
        same = (links.solidary_user_id == int(number)) & (links.structure_id == 1)
        upstream.sandbox.database.write(update(user_structures).where(same).values(status=at))
    upstream.sandbox.database.commit()
    tab = await sign_in("solidary", asking(status=status))
    assert some[int(status)] in ids(tab)
    assert {row["status"] for row in tab.view(VolunteerList).rows} == {status}


async def test_pages_and_orders_are_worked_out_here(sign_in, upstream):
    tab = await sign_in("solidary", asking(sort="-familyName", perPage="10"))
    names = [row["familyName"] for row in tab.view(VolunteerList).rows]
    assert names == sorted(names, reverse=True)
    assert "order[familyName]" not in upstream.called("GET", ENDPOINT)[-1].query
    await tab.open(asking(page="99"))
    assert tab.redirects[-1] == f"{LIST}?perPage=10"


async def test_the_map_shows_those_the_table_shows(sign_in, some):
    free, far, _ = some
    tab = await sign_in("solidary", asking(day="tue", slot="m", view="map"))
    assert {mark[0] for mark in tab.view(VolunteerList).marks} == {free, far}
    assert set(ids(tab)) == {free, far}
    await tab.open(asking(day="tue", slot="m", view="map", bounds="6.3,48.7,6.6,48.5"))
    assert ids(tab) == [free]


@proves("VOLUNTEER-4")
async def test_everybody_is_read_a_thousand_at_a_time(sign_in, upstream):
    """5,000 volunteers: five calls, and five more for the marks of a map."""
    homes = [{"id": number, "homeAddress": {"latitude": "48.6", "longitude": "6.5"}} for number in range(1, 1001)]
    links = {"structures": [{"id": 1, "userStructureId": 1, "name": "Entraide", "status": 1}]}
    answer = {"hydra:member": [{**each, **links} for each in homes], "hydra:totalItems": 5000}
    tab = await sign_in("solidary", "/")
    upstream.answer("GET", ENDPOINT, answer)
    upstream.forget()
    await tab.open(LIST)
    assert sorted(call.query["page"] for call in upstream.called("GET", ENDPOINT)) == ["1", "2", "3", "4", "5"]
    assert {call.query["perPage"] for call in upstream.called("GET", ENDPOINT)} == {"1000"}
    assert tab.view(VolunteerList).total == 1000, "one who is on two pages counts once"


@proves("SCREEN-15", "VOLUNTEER-1")
async def test_the_list_needs_a_structure_that_transports(sign_in, upstream):
    upstream.sandbox.database.write(update(structures).values(solidary_transport=False))
    upstream.sandbox.database.commit()
    tab = await sign_in("solidary", LIST)
    await tab.send(VolunteerList.load)
    assert tab.view(VolunteerList).rows == []
    assert not upstream.called("GET", ENDPOINT)
    assert notices(tab) == []


@proves("SCREEN-15")
async def test_the_list_needs_solidary_transport(sign_in, upstream, configure):
    configure(solidary=True, solidary_transport=False)
    tab = await sign_in("solidary", LIST)
    await tab.send(VolunteerList.load)
    assert not upstream.called("GET", ENDPOINT)


async def test_nobody_is_asked_for_without_the_permission(sign_in, upstream):
    tab = await sign_in("admin", LIST)
    await tab.send(VolunteerList.load)
    assert not upstream.called("GET", ENDPOINT)


# --- the page -----------------------------------------------------------------------------


@proves("VOLUNTEER-1")
async def test_the_page_shows_the_week_and_who_it_is(sign_in, upstream, some):
    free = some[0]
    change(upstream, solidary_users, free, max_distance=12_500)
    tab = await sign_in("solidary", f"{LIST}/show/{free}")
    shown = tab.view(VolunteerShow)
    assert {row["day"]: row["m"] for row in shown.week} == {
        **dict.fromkeys(("mon", "wed", "thu", "fri", "sat", "sun"), ""),
        "tue": "true",
    }
    assert shown.times["mMinTime"] == "08:00"
    assert shown.shown["maxDistance"] == "12.5"
    assert shown.user
    assert [each["structure"] for each in shown.eligibility] == ["1"]


async def test_a_week_that_was_never_set_is_empty(sign_in, upstream, some):
    free = some[0]
    change(upstream, solidary_users, free, **dict.fromkeys(("m_tue", "max_distance")))
    tab = await sign_in("solidary", f"{LIST}/show/{free}")
    assert {row[slot] for row in tab.view(VolunteerShow).week for slot in "mae"} == {""}
    assert tab.view(VolunteerShow).shown["maxDistance"] == ""


async def test_an_unknown_volunteer_is_not_found(sign_in, upstream):
    """The API answers 500 for an unknown id (get_solidary_volunteer)."""
    tab = await sign_in("solidary", f"{LIST}/show/99999")
    assert tab.view(VolunteerShow).problem
    assert tab.view(VolunteerShow).shown == {}


def test_nobody_is_offered_a_deletion_that_the_api_has_not():
    assert VOLUNTEERS.may.delete is None
    assert VOLUNTEERS.may.create is None


async def test_a_candidate_is_accepted_as_a_volunteer(sign_in, upstream, some):
    free = some[0]
    links = user_structures.c
    same = (links.solidary_user_id == int(free)) & (links.structure_id == 1)
    upstream.sandbox.database.write(update(user_structures).where(same).values(status=0))
    upstream.sandbox.database.commit()
    tab = await sign_in("solidary", f"{LIST}/show/{free}")
    await tab.send(VolunteerShow.ask_decision, person=free, structure="1", accept=True)
    told = tab.view(VolunteerShow).consequences[-1]
    assert [each for each in ("même clôturées ou remplacées", "SMS", "aux conducteurs") if each not in told] == []
    await tab.send(VolunteerShow.decide)
    membership = values(upstream, select(links.id).where(same))[0]
    assert sent(upstream) == [{"validation": {"id": membership, "validate": True}}]
    assert tab.view(VolunteerShow).eligibility[0]["status"] == "1"


# --- the form -----------------------------------------------------------------------------


async def opened(sign_in, number):
    tab = await sign_in("solidary", f"{LIST}/{number}")
    assert tab.view(VolunteerForm).problem == ""
    return tab


async def save(tab, **changes):
    await tab.send(VolunteerForm.save, data=submitted(tab, VolunteerForm, **changes))


@proves("VOLUNTEER-1")
async def test_the_form_holds_the_week_and_shows_who_it_is(sign_in, some):
    tab = await opened(sign_in, some[0])
    form = tab.view(VolunteerForm)
    assert (form.values["mTue"], form.values["mMon"]) == ("true", "")
    assert {name: form.values[name] for name in TIMES} == TIMES
    assert form.person["userId"]
    assert form.ranges["mMinTime"] == "05:00"
    assert tab.view(CurrentStructure).editing is True


@proves("CALL-5", "VOLUNTEER-2", "VOLUNTEER-3")
async def test_only_what_changed_is_sent(sign_in, upstream, some):
    tab = await opened(sign_in, some[0])
    await save(tab, mMon="true", mTue=None, mMinTime="07:30")
    assert sent(upstream) == [{"mMon": True, "mTue": False, "mMinTime": "1970-01-01T07:30:00+00:00"}]
    assert tab.redirects[-1] == f"{LIST}/show/{some[0]}"
    assert tab.went("saved") == []
    assert notices(tab) == [("success", "Les modifications du bénévole sont enregistrées.")]


async def test_nothing_is_sent_when_nothing_changed(sign_in, upstream, some):
    tab = await opened(sign_in, some[0])
    upstream.forget()
    await save(tab)
    assert upstream.calls == []


@proves("VOLUNTEER-3")
async def test_flags_that_were_never_set_are_not_sent(sign_in, upstream, some):
    """A null flag is a server error (trap 34)."""
    free = some[0]
    flags = {name: None for name in (each.name for each in solidary_users.c) if name.endswith(("_mon", "_sun"))}
    change(upstream, solidary_users, free, **flags)
    tab = await opened(sign_in, free)
    await save(tab, aWed="true")
    assert sent(upstream) == [{"aWed": True}]


async def test_a_slot_must_end_after_it_begins(sign_in, upstream, some):
    tab = await opened(sign_in, some[0])
    await save(tab, mMaxTime="07:00")
    assert tab.view(VolunteerForm).errors == {"mMaxTime": "La fin doit suivre le début."}
    assert sent(upstream) == []


@proves("VOLUNTEER-5")
async def test_a_slot_must_stay_within_what_the_structure_allows(sign_in, upstream, some):
    tab = await opened(sign_in, some[0])
    await save(tab, mMinTime="04:00", mMaxTime="13:00")
    assert set(tab.view(VolunteerForm).errors) == {"mMinTime", "mMaxTime"}
    assert sent(upstream) == []


@pytest.mark.parametrize("typed", ["25:00", "8h", "0800"])
async def test_what_is_no_time_is_refused(sign_in, upstream, some, typed):
    tab = await opened(sign_in, some[0])
    await save(tab, mMinTime=typed)
    assert "mMinTime" in tab.view(VolunteerForm).errors
    assert sent(upstream) == []


async def test_a_time_that_was_set_cannot_be_emptied(sign_in, upstream, some):
    tab = await opened(sign_in, some[0])
    await save(tab, mMinTime="")
    assert "mMinTime" in tab.view(VolunteerForm).errors
    assert sent(upstream) == []


async def test_the_week_can_be_edited_without_reading_the_structure(sign_in, upstream, some):
    upstream.fail("admin/structures/1", 500)
    tab = await opened(sign_in, some[0])
    assert tab.view(VolunteerForm).ranges == {}
    await save(tab, mMon="true")
    assert sent(upstream) == [{"mMon": True}]


@proves("VOLUNTEER-6")
async def test_what_another_person_changed_meanwhile_is_kept(sign_in, upstream, some):
    free = some[0]
    tab = await opened(sign_in, free)
    change(upstream, solidary_users, free, e_sun=True, m_tue=False, a_max_time="17:00")
    await save(tab, mMon="true")
    assert sent(upstream) == [{"mMon": True}]
    [done] = tab.view(Notices).items
    assert done["kind"] == "success"
    assert [each for each in ("Mardi matin", "Dimanche soirée", "Après-midi, fin") if each not in done["detail"]] == []


@proves("VOLUNTEER-6")
async def test_two_times_for_one_slot_are_asked_about_once(sign_in, upstream, some):
    free = some[0]
    tab = await opened(sign_in, free)
    change(upstream, solidary_users, free, m_min_time="07:00")
    await save(tab, mMinTime="09:00")
    [asked] = tab.view(VolunteerForm).their_changes
    assert (asked["name"], asked["before"], asked["theirs"], asked["mine"]) == ("mMinTime", "08:00", "07:00", "09:00")
    assert ("askToSave", []) in tab.calls
    assert sent(upstream) == []
    await save(tab, mMinTime="09:00", _confirmed="yes")
    assert sent(upstream) == [{"mMinTime": "1970-01-01T09:00:00+00:00"}]


@proves("VOLUNTEER-6")
async def test_a_time_that_no_longer_fits_what_another_person_set_is_refused(sign_in, upstream, some):
    free = some[0]
    tab = await opened(sign_in, free)
    change(upstream, solidary_users, free, m_max_time="09:00")
    await save(tab, mMinTime="09:30")
    form = tab.view(VolunteerForm)
    assert form.errors == {"mMaxTime": "La fin doit suivre le début."}
    assert (form.values["mMinTime"], form.values["mMaxTime"]) == ("09:30", "09:00")
    assert sent(upstream) == []
    await save(tab, mMinTime="09:30", mMaxTime="12:00")
    assert sent(upstream) == [{"mMinTime": "1970-01-01T09:30:00+00:00", "mMaxTime": "1970-01-01T12:00:00+00:00"}]


async def test_a_refused_save_can_be_made_again(sign_in, upstream, some):
    tab = await opened(sign_in, some[0])
    upstream.fail(f"{ENDPOINT}/{some[0]}", 500, "PATCH", times=1)
    await save(tab, mMon="true", mMinTime="07:30")
    assert tab.view(VolunteerForm).failure
    await save(tab, mMon="true", mMinTime="07:30")
    assert sent(upstream)[-1] == {"mMon": True, "mMinTime": "1970-01-01T07:30:00+00:00"}
    assert values(upstream, select(func.count()).select_from(solidary_users))


async def test_who_may_only_read_saves_nothing(sign_in, upstream, some):
    tab = await opened(sign_in, some[0])
    session = await tab.state(Session)
    session.permissions = [each for each in session.permissions if each != "solidary_volunteer_update"]
    await save(tab, mMon="true")
    assert sent(upstream) == []
