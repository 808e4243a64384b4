"""Events: days or days with a time, what a deployment asks for, and a creator (EVENT-1 to EVENT-8)."""

import json

import pytest

from admin_app.events import EventForm, EventList, EventShow
from tests.support.forms import submitted

TOWN = {"streetAddress": "1 place Stanislas", "postalCode": "54000", "addressLocality": "Nancy", "latitude": "48.69"}
NEW = {
    "name": "Fête",
    "description": "Une journée pour tous.",
    "fromDate": "2027-05-16",
    "toDate": "2027-05-17",
    "address": json.dumps(TOWN),
}


@pytest.fixture(autouse=True)
def _on(configure):
    configure(event=True)


async def saved(sign_in, **changes):
    tab = await sign_in("admin", "/events/create")
    await tab.send(EventForm.save, data=submitted(tab, EventForm, **(NEW | changes)))
    return tab


def sent(upstream, method="POST"):
    return upstream.called(method, "admin/events")[0].body


async def test_days_are_sent_as_midnights_and_the_creator_is_the_person(sign_in, upstream):
    tab = await saved(sign_in)
    body = sent(upstream)
    assert (body["fromDate"], body["toDate"]) == ("2027-05-16T00:00:00+00:00", "2027-05-17T00:00:00+00:00")
    assert (body["creatorId"], body["status"], body["private"], body["useTime"]) == (1, 1, False, False)
    assert {"communityId", "creator", "newImage"}.isdisjoint(body)
    assert tab.redirects[-1].startswith("/events/show/")


async def test_times_are_sent_as_typed_whatever_the_offset(sign_in, upstream):
    await saved(sign_in, useTime="true", fromDate_time="09:30", toDate="2027-05-16", toDate_time="18:00")
    assert (sent(upstream)["fromDate"], sent(upstream)["toDate"]) == (
        "2027-05-16T09:30:00+00:00",
        "2027-05-16T18:00:00+00:00",
    )


async def test_a_time_that_does_not_count_is_not_sent(sign_in, upstream):
    await saved(sign_in, fromDate_time="09:30", toDate="2027-05-16", toDate_time="08:00")
    assert sent(upstream)["fromDate"] == "2027-05-16T00:00:00+00:00"


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"useTime": "true"}, {"fromDate", "toDate"}),
        ({"toDate": "2027-05-15"}, {"toDate"}),
        ({"useTime": "true", "fromDate_time": "10:00", "toDate": "2027-05-16", "toDate_time": "09:59"}, {"toDate"}),
        ({"fromDate": "", "toDate": "soon"}, {"fromDate", "toDate"}),
        ({"description": ""}, {"description"}),
        ({"description": "é" * 513}, {"description"}),
        ({"url": "javascript:alert(1)"}, {"url"}),
        ({"url": "https://exemple.fr/<script>"}, {"url"}),
        ({"address": ""}, {"address"}),
        ({"name": "x" * 10_000}, {"name"}),
    ],
)
async def test_what_is_wrong_is_said_on_its_field(sign_in, upstream, changes, wrong):
    tab = await saved(sign_in, **changes)
    assert set(tab.view(EventForm).errors) == wrong
    assert not upstream.called("POST", "admin/events")


async def test_an_end_before_the_start_says_so(sign_in):
    tab = await saved(sign_in, toDate="2027-05-15")
    assert tab.view(EventForm).errors["toDate"] == "La fin doit suivre le début."


async def test_a_site_without_its_scheme_is_understood(sign_in, upstream):
    await saved(sign_in, url="www.exemple.fr/fête")
    assert sent(upstream)["url"] == "https://www.exemple.fr/fête"


async def test_the_deployment_decides_what_is_asked_for(sign_in, upstream, configure):
    configure(event=True, event_description_required=False)
    await saved(sign_in, description="")
    assert "description" not in sent(upstream)


async def test_a_community_where_the_deployment_has_them(sign_in, upstream, configure):
    configure(event=True, event_community=True, event_community_required=True)
    tab = await saved(sign_in)
    assert set(tab.view(EventForm).errors) == {"communityId"}
    await tab.send(EventForm.save, data=submitted(tab, EventForm, **NEW, communityId="2"))
    assert sent(upstream)["communityId"] == 2


async def test_without_them_a_community_is_never_sent(sign_in, upstream):
    await saved(sign_in, communityId="2")
    assert "communityId" not in sent(upstream)


async def test_editing_shows_the_wall_clock_and_sends_what_changed(sign_in, upstream):
    tab = await sign_in("admin", "/events/2")
    values = tab.view(EventForm).values
    assert (values["useTime"], values["fromDate"][10:], values["creator"]) == ("true", "T09:00", "Karim B.")
    await tab.send(EventForm.save, data=submitted(tab, EventForm, toDate=values["toDate"][:10], toDate_time="20:30"))
    assert sent(upstream, "PATCH") == {"toDate": f"{values['toDate'][:10]}T20:30:00+00:00"}


async def test_times_switched_off_make_whole_days(sign_in, upstream):
    tab = await sign_in("admin", "/events/2")
    day = tab.view(EventForm).values["fromDate"][:10]
    await tab.send(EventForm.save, data=submitted(tab, EventForm, useTime=None))
    body = sent(upstream, "PATCH")
    assert (body["useTime"], body["fromDate"]) == (False, f"{day}T00:00:00+00:00")


async def test_the_list_asks_as_the_contract_says(sign_in, upstream):
    address = "/events?name=f%C3%AAte&fromDate%5Bafter%5D=2026-01-01&toDate%5Bstrictly_before%5D=2027-01-01"
    tab = await sign_in("admin", f"{address}&community.id=5&territory%5B%5D=1&private=false&sort=toDate")
    query = upstream.called("GET", "admin/events")[0].query
    assert query["fromDate[after]"] == "2026-01-01"
    assert query["toDate[strictly_before]"] == "2027-01-01"
    assert (query["community.id"], query["territory[]"], query["private"]) == ("5", "1", "false")
    assert query["order[toDate]"] == "asc"
    assert tab.view(EventList).problem == ""


async def test_whole_days_are_shown_without_a_time(sign_in):
    tab = await sign_in("admin", "/events/show/1")
    assert len(tab.view(EventShow).shown["fromDate"]) == 10
    await tab.open("/events/show/2")
    assert tab.view(EventShow).shown["fromDate"][11:16] == "09:00"
