"""Events: days or days with a time, what a deployment asks for, and a creator (EVENT-1 to EVENT-8)."""

import json
import re

import pytest
import reflex as rx

from admin_app.features.content import events
from admin_app.features.content.events import EVENTS, EventForm, EventList, EventPreview, EventShow
from admin_app.kit import clock
from admin_app.kit.words.locale import say
from tests.support.forms import submitted
from tests.support.proofs import proves

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


@proves("EVENT-1", "EVENT-2", "EVENT-6", "EVENT-7")
async def test_days_are_sent_as_midnights_and_the_creator_is_the_person(sign_in, upstream):
    tab = await saved(sign_in)
    body = sent(upstream)
    assert (body["fromDate"], body["toDate"]) == ("2027-05-16T00:00:00+00:00", "2027-05-17T00:00:00+00:00")
    assert (body["creatorId"], body["status"], body["private"], body["useTime"]) == (1, 1, False, False)
    assert {"communityId", "creator", "newImage"}.isdisjoint(body)
    assert tab.redirects[-1].startswith("/events/show/")


@proves("EVENT-2")
async def test_times_are_sent_as_typed_whatever_the_offset(sign_in, upstream):
    await saved(sign_in, useTime="true", fromDate_time="09:30", toDate="2027-05-16", toDate_time="18:00")
    assert (sent(upstream)["fromDate"], sent(upstream)["toDate"]) == (
        "2027-05-16T09:30:00+00:00",
        "2027-05-16T18:00:00+00:00",
    )


@proves("EVENT-2")
async def test_a_time_that_does_not_count_is_not_sent(sign_in, upstream):
    await saved(sign_in, fromDate_time="09:30", toDate="2027-05-16", toDate_time="08:00")
    assert sent(upstream)["fromDate"] == "2027-05-16T00:00:00+00:00"


@proves("EVENT-3", "EVENT-4")
@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"useTime": "true"}, {"fromDate", "toDate"}),
        ({"toDate": "2027-05-15"}, {"toDate"}),
        ({"useTime": "true", "fromDate_time": "10:00", "toDate": "2027-05-16", "toDate_time": "09:59"}, {"toDate"}),
        ({"useTime": "true", "fromDate_time": "10:00", "toDate": "2027-05-16", "toDate_time": "10:00"}, {"toDate"}),
        ({"fromDate": "soon"}, {"fromDate"}),
        ({"useTime": "true", "fromDate_time": "x", "toDate": "2027-05-16", "toDate_time": "09:00"}, {"fromDate"}),
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


@proves("EVENT-3")
async def test_an_end_before_the_start_says_so(sign_in):
    tab = await saved(sign_in, toDate="2027-05-15")
    assert tab.view(EventForm).errors["toDate"] == "La fin doit suivre le début."
    await tab.send(EventForm.save, data=submitted(tab, EventForm, toDate="31/02/2027"))
    said = tab.view(EventForm).errors["toDate"].replace("\u00a0", " ")
    assert said == "« 31/02/2027 » n’existe pas : février 2027 a 28 jours.", "as where it was typed"


@proves("FORM-9")
async def test_a_site_without_its_scheme_is_understood(sign_in, upstream):
    await saved(sign_in, url="www.exemple.fr/fête")
    assert sent(upstream)["url"] == "https://www.exemple.fr/fête"


@proves("EVENT-4")
async def test_the_deployment_decides_what_is_asked_for(sign_in, upstream, configure):
    configure(event=True, event_description_required=False)
    await saved(sign_in, description="")
    assert "description" not in sent(upstream)


@proves("EVENT-5")
async def test_a_community_where_the_deployment_has_them(sign_in, upstream, configure):
    configure(event=True, event_community=True, event_community_required=True)
    tab = await saved(sign_in)
    assert set(tab.view(EventForm).errors) == {"communityId"}
    await tab.send(EventForm.save, data=submitted(tab, EventForm, **NEW, communityId="2"))
    assert sent(upstream)["communityId"] == 2


@proves("EVENT-5")
async def test_without_them_a_community_is_never_sent(sign_in, upstream):
    await saved(sign_in, communityId="2")
    assert "communityId" not in sent(upstream)


@proves("EVENT-7")
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


async def shown(sign_in, query=""):
    """The ids of every event under a query, page after page, and the ends of their dates."""
    first = (await sign_in("admin", f"/events?perPage=10{query}")).view(EventList)
    found = [dict(row) for row in first.rows]
    for page in range(2, first.pages + 1):
        found += (await sign_in("admin", f"/events?perPage=10&page={page}{query}")).view(EventList).rows
    assert len(found) == first.total
    return found


@proves("EVENT-9")
async def test_what_is_to_come_stands_first_and_the_past_after_it(sign_in):
    found = await shown(sign_in)
    today = str(clock.today())
    coming = [row["fromDate"] for row in found if row["toDate"] >= today]
    past = [row["fromDate"] for row in found if row["toDate"] < today]
    assert coming
    assert past
    assert [row["fromDate"] for row in found] == [*coming, *past]
    assert coming == sorted(coming)
    assert past == sorted(past, reverse=True)
    assert len({row["id"] for row in found}) == len(found), "no event twice, on whichever page"


@proves("EVENT-9")
async def test_under_filters_nothing_is_lost_or_doubled_either(sign_in):
    for limit in ("2000-01-01", str(clock.today()), "2100-01-01"):
        found = await shown(sign_in, f"&toDate%5Bstrictly_before%5D={limit}")
        plain = await shown(sign_in, f"&toDate%5Bstrictly_before%5D={limit}&sort=fromDate")
        assert {row["id"] for row in found} == {row["id"] for row in plain}


@proves("EVENT-9")
async def test_the_usual_order_is_the_third_of_a_column(sign_in):
    tab = await sign_in("admin", "/events?sort=-fromDate")
    assert tab.view(EventList).hrefs["sort:fromDate"] == "/events"
    assert tab.view(EventList).hrefs["sort:name"] == "/events?sort=name"


@proves("LIST-26")
async def test_the_text_of_a_row_is_read_in_place(sign_in):
    tab = await sign_in("admin", "/events")
    row = tab.view(EventList).rows[0]
    await tab.send(EventList.read_text, record_id=row["id"])
    assert tab.view(EventList).reading["name"] == row["_name"]
    assert tab.went("openDialog") == ["events-text"]


@proves("EVENT-8")
async def test_the_list_asks_as_the_contract_says(sign_in, upstream):
    address = "/events?name=f%C3%AAte&fromDate%5Bafter%5D=2026-01-01&toDate%5Bbefore%5D=2026-12-31"
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


@proves("EVENT-10")
@pytest.mark.parametrize(("status", "told"), [("1", "published"), ("0", "unseen")])
async def test_a_deletion_says_who_no_longer_finds_the_event(sign_in, told, status):
    tab = await sign_in("admin", "/events/show/1")
    state = await tab.state(EventShow)
    state.shown = {**state.shown, "status": status}
    await tab.send(EventShow.weigh_deletion)
    assert tab.view(EventShow).impacts == [say(f"events.impact.{told}", "fr"), say("events.impact.ads", "fr")]


@proves("EVENT-11")
@pytest.mark.parametrize("route", ["/events/create", "/events/[record_id]"])
def test_what_the_public_will_see_stands_beside_what_is_written(route):
    (screen,) = (each for each in events.SCREENS if each.route == route)
    seen = str(screen.page()).partition('className:"public-preview"')[2]
    assert re.findall(r'"data-mirror":"(\w+)"', seen) == ["image", "name", "description", "address_label"]
    assert say("events.preview_empty", "fr") in seen, "said until there is something to see"


@proves("EVENT-11")
@pytest.mark.parametrize(
    ("held", "days"),
    [
        ({}, ("2026-12-07", "2026-12-30")),
        ({"useTime": "on"}, ("2026-12-07T07:00", "2026-12-30T12:00")),
        ({"useTime": "on", "toDate_time": ""}, ("2026-12-07T07:00", "2026-12-30")),
        ({"fromDate": "", "toDate": None}, ("", "")),
    ],
)
async def test_the_days_that_are_written_are_seen_as_the_page_has_them(sign_in, held, days):
    """The preview and the page write them in one way: `7–30 déc. 2026`."""
    tab = await sign_in("admin", "/events/create")
    typed = {"fromDate": "2026-12-07", "fromDate_time": "07:00", "toDate": "2026-12-30", "toDate_time": "12:00"}
    await tab.send(EventPreview.follow, data=typed | held)
    assert (tab.view(EventPreview).first, tab.view(EventPreview).last) == days
    await tab.open("/events/1")
    assert tab.view(EventPreview).first == "", "nothing stays of the event before"


@proves("EVENT-11")
async def test_days_the_wrong_way_round_are_told_beside_the_form(sign_in):
    """The preview said `12–10 déc. 2026`, and nobody anything until the event was saved."""
    tab = await sign_in("admin", "/events/create")
    await tab.send(EventPreview.follow, data={"fromDate": "2026-12-12", "toDate": "2026-12-10"})
    assert tab.view(EventPreview).reversed
    shown = str(events._when_and_where())
    assert say("kit.validation.date_order", "fr") in shown.partition("reversed_rx_state_")[2]
    for typed in ({"toDate": "2026-12-12"}, {"toDate": ""}, {"toDate_time": "10:00"}):
        await tab.send(EventPreview.follow, data={"fromDate": "2026-12-12", "toDate": "2026-12-13"} | typed)
        assert not tab.view(EventPreview).reversed


@proves("EVENT-11")
def test_times_are_said_where_both_days_have_one():
    """One time alone was written `12 mai 2026, –18:00`."""
    first, last = (rx.Var(name).to(str) for name in ("first", "last"))
    looked_at = re.findall(r'\((\w+), 11, 16\)\?\.valueOf\?\.\(\) === ""', str(events._dates(first, last)))
    assert looked_at == ["first", "last"] * 2, "on one day, and on several"


@proves("EVENT-8")
def test_a_cell_that_says_both_days_is_called_so():
    shown = (EVENTS.column("from_date"), *EVENTS.head(), *EVENTS.shown())
    assert {EVENTS.label_of(each) for each in shown if each.field == "from_date"} == {"events.fields.dates"}
    assert {part.field for part in EVENTS.inputs("edit")} >= {"from_date", "to_date"}
